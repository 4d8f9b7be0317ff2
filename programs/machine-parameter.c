#include "programs/machine-parameter.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csvfile.h"
#include "programs/common.h"

static int
is_csv(const struct dirent *d)
{
	const size_t n = strlen(d->d_name);

	return n > 4 && !strcmp(d->d_name + n - 4, ".csv");
}

/* How many rows of the list have this technique. */
static size_t
rows_of(const struct csvfile *f, const char *name)
{
	const int technique = csvfile_find(f, "technique");
	size_t n = 0;

	for (size_t row = 0; technique >= 0 && name && row < f->nrows; row++)
		n += !strcmp(csvfile_cell(f, row, (size_t)technique)->text, name);
	return n;
}

/* Whether a source names the list: as NAME.csv or workloads/micro/NAME. */
static bool
is_named(const char *source, const char *file)
{
	static const char folder[] = "workloads/micro/";
	const size_t n = strlen(file) - strlen(".csv");

	for (const char *at = strstr(source, folder); at; at = strstr(at, folder)) {
		at += sizeof folder - 1;
		if (!strncmp(at, file, n) && !strchr("-_abcdefghijklmnopqrstuvwxyz0123456789", at[n] ? at[n] : ' '))
			return true;
	}
	for (const char *at = strstr(source, file); at; at = strstr(at + 1, file))
		if (at == source || strchr(" /", at[-1]))
			return true;
	return false;
}

/* Prints a line for each reason why a list determines the parameter. Returns how many. */
static unsigned
show_list(const struct simt_parameter *p, const char *folder, const char *file, unsigned shown)
{
	const char *const name[] = {p->name, p->old_name};
	const unsigned before = shown;
	struct csvfile *f;
	char path[4096];

	if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, file) >= sizeof path || !(f = csvfile_read(path, NULL)))
		return 0;
	for (int i = 0; i < 2; i++) {
		const size_t n = rows_of(f, name[i]);

		if (n)
			printf("%-10s workloads/micro/%s: %zu row%s of technique %s\n", shown++ ? "" : "lists", file, n,
			       n == 1 ? "" : "s", name[i]);
	}
	if (shown == before && is_named(p->source, file))
		printf("%-10s workloads/micro/%s: the source names it\n", shown++ ? "" : "lists", file);
	csvfile_free(f);
	return shown - before;
}

/* Whether it is one of the names, which have blanks between. */
static bool
is_among(const char *names, const char *name)
{
	const size_t n = strlen(name);

	for (; *names; names += strcspn(names, " "), names += strspn(names, " "))
		if (strcspn(names, " ") == n && !strncmp(names, name, n))
			return true;
	return false;
}

/* What simt-fit finds the parameter by, or one with which it moves: in the source tree alone. */
static void
show_fit(const struct simt_parameter *p, const char *folder)
{
	static const char *const names[] = {"stage", "parameter", "workload", "case"};
	struct csvfile *f = NULL;
	bool whole = true;
	char path[4096];
	int column[4];

	if ((size_t)snprintf(path, sizeof path, "%s/../../validate/fit.csv", folder) < sizeof path)
		f = csvfile_read(path, NULL);
	for (int i = 0; f && i < 4; i++)
		whole = (column[i] = csvfile_find(f, names[i])) >= 0 && whole;
	for (size_t row = 0; f && whole && row < f->nrows; row++) {
		const char *moving = csvfile_cell(f, row, (size_t)column[1])->text;
		const size_t first = strcspn(moving, " ");

		if (!is_among(moving, p->name))
			continue;
		printf("simt-fit   %s %s %s", csvfile_cell(f, row, (size_t)column[0])->text,
		       csvfile_cell(f, row, (size_t)column[2])->text, csvfile_cell(f, row, (size_t)column[3])->text);
		if (strlen(p->name) != first || strncmp(moving, p->name, first) != 0)
			printf(", with %.*s", (int)first, moving);
		putchar('\n');
	}
	csvfile_free(f);
}

static void
show_lists(const struct simt_parameter *p)
{
	struct dirent **file = NULL;
	char folder[4096];
	const bool found = find_data("workloads/micro", folder, sizeof folder);
	const int n = found ? scandir(folder, &file, is_csv, alphasort) : 0;
	unsigned shown = 0;

	for (int i = 0; i < n; i++) {
		shown += show_list(p, folder, file[i]->d_name, shown);
		free(file[i]);
	}
	free(file);
	if (!shown)
		printf("lists      %s\n", found ? "none of workloads/micro" : "workloads/micro is not there");
	if (found)
		show_fit(p, folder);
}

bool
show_parameter(const struct simt_machine *m, const char *name, struct simt_error *e)
{
	struct simt_parameter p;

	if (!simt_machine_describe(m, name, &p, e))
		return false;
	printf("parameter  %s\nsection    %s\nvalue      %s%s%s\n", p.name, p.section, simt_machine_get(m, p.name),
	       *p.unit ? " " : "", p.unit);
	if (p.words)
		printf("range      %s\n", p.words);
	else
		printf("range      %" PRId32 " to %" PRId32 "\n", p.least, p.most);
	printf("meaning    %s\n", p.meaning);
	for (const char *line = p.word_meanings; line && *line; line += strcspn(line, "\n") + 1)
		printf("           %.*s\n", (int)strcspn(line, "\n"), line);
	printf("source     %s\n", p.source);
	show_lists(&p);
	return true;
}
