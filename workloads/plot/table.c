#include "workloads/plot/table.h"

#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/nearest.h"
#include "base/text.h"
#include "base/wholefile.h"

enum {
	SAID_MOST = 4,    /* values that plot_table_said lists */
	NAMES_MOST = 600, /* characters of a list of names in a message */
	VALUES_LOOKED = 1000
};

/* ---- reading ---- */

/* The file of a folder that has results, or NULL. */
static char *
of_folder(const char *folder, bool tornado)
{
	static const char *const all[] = {"tornado.csv", "results.csv", "tornado.csv"};
	const char *const *name = tornado ? all : all + 1;

	for (size_t i = 0; i < 2; i++) {
		char *path = path_join(folder, name[i]), *found = wholefile_name(path);

		free(found);
		if (found)
			return path;
		free(path);
	}
	return NULL;
}

struct plot_table *
plot_table_read(const char *path, bool tornado, struct simt_error *e)
{
	struct stat is;
	const bool folder = stat(path, &is) == 0 && S_ISDIR(is.st_mode);
	char *file = folder ? of_folder(path, tornado) : NULL;
	struct plot_table *t;

	if (folder && !file) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: the folder has no results.csv; give the folder of a sweep, or a CSV file", path);
		return NULL;
	}
	t = zeroed(1, sizeof *t);
	t->file = csvfile_read(file ? file : path, e);
	free(file);
	if (t->file && t->file->nrows == 0)
		simt_fail(e, SIMT_BAD_INPUT, "%s: the table has no rows", t->file->name);
	if (!t->file || t->file->nrows == 0) {
		plot_table_free(t);
		return NULL;
	}
	t->kept = zeroed(t->file->nrows, sizeof *t->kept);
	for (size_t i = 0; i < t->file->nrows; i++)
		t->kept[i] = true;
	return t;
}

void
plot_table_free(struct plot_table *t)
{
	if (!t)
		return;
	csvfile_free(t->file);
	free(t->kept);
	free(t);
}

const char *
plot_table_text(const struct plot_table *t, size_t row, int column)
{
	return csvfile_cell(t->file, row, (size_t)column)->text;
}

/* ---- columns ---- */

static const char *
header_name(size_t i, const void *arg)
{
	const struct plot_table *t = arg;

	return csvfile_header(t->file, i)->text;
}

/* The next character that tells two names apart. */
static int
letter(const char **s)
{
	while (**s == '-' || **s == '_' || **s == ' ')
		++*s;
	return **s ? tolower((unsigned char)*(*s)++) : 0;
}

static bool
is_alike(const char *a, const char *b)
{
	int x, y;

	do {
		x = letter(&a);
		y = letter(&b);
	} while (x == y && x);
	return x == y;
}

static int
find_alike(const struct plot_table *t, const char *name)
{
	for (size_t i = 0; i < t->file->ncolumns; i++)
		if (is_alike(header_name(i, t), name))
			return (int)i;
	return -1;
}

static const struct {
	const char *name, *column;
} words[] = {
#define PLOT_WORD(name, column, label) {name, column},
#include "workloads/plot/words.def"
#undef PLOT_WORD
};

static bool
has_text(const struct plot_table *t, int column)
{
	for (size_t row = 0; row < t->file->nrows; row++)
		if (*plot_table_text(t, row, column))
			return true;
	return false;
}

int
plot_table_find(const struct plot_table *t, const char *name)
{
	int column = csvfile_find(t->file, name), empty = -1;

	for (size_t i = 0; column < 0 && i < sizeof words / sizeof *words; i++) {
		if (is_alike(words[i].name, name))
			column = csvfile_find(t->file, words[i].column);
		/* a sweep without a baseline has no speed-up over it */
		if (column >= 0 && !has_text(t, column)) {
			empty = empty < 0 ? column : empty;
			column = -1;
		}
	}
	if (column < 0)
		column = find_alike(t, name);
	return column < 0 || (empty >= 0 && !has_text(t, column)) ? empty : column;
}

char *
plot_table_columns(const struct plot_table *t)
{
	struct text s = {.n = 0};
	size_t i = 0;

	for (; i < t->file->ncolumns && s.n < NAMES_MOST; i++) {
		if (i)
			text_put(&s, ", ");
		text_put(&s, header_name(i, t));
	}
	if (i < t->file->ncolumns) {
		text_put(&s, " and ");
		text_count(&s, t->file->ncolumns - i);
		text_put(&s, " more");
	}
	text_bytes(&s, "", 1);
	return s.s;
}

/* The names of the columns, then the short ones that the table has columns for; "" for the others. */
static const char *
known_name(size_t i, const void *arg)
{
	const struct plot_table *t = arg;

	if (i < t->file->ncolumns)
		return header_name(i, t);
	i -= t->file->ncolumns;
	return csvfile_find(t->file, words[i].column) < 0 ? "" : words[i].name;
}

int
plot_table_column(const struct plot_table *t, const char *option, const char *name, struct simt_error *e)
{
	const int column = plot_table_find(t, name);
	const size_t known = t->file->ncolumns + sizeof words / sizeof *words;
	const char *near = column < 0 ? nearest(name, strlen(name), known_name, known, t) : NULL;

	if (column >= 0)
		return column;
	if (near && *near) {
		simt_fail(e, SIMT_USAGE, "%s %s: %s has no such column; did you mean '%s'?", option, name, t->file->name, near);
	} else {
		char *names = plot_table_columns(t);

		simt_fail(e, SIMT_USAGE, "%s %s: %s has no such column; it has %s", option, name, t->file->name, names);
		free(names);
	}
	return -1;
}

/* ---- values of a column ---- */

/* The first distinct values of a column, for messages and captions. */
struct distinct {
	const char *v[VALUES_LOOKED];
	size_t n;
	bool more;
};

static void
distinct_values(const struct plot_table *t, int column, bool only_kept, struct distinct *d)
{
	d->n = 0;
	d->more = false;
	for (size_t row = 0; row < t->file->nrows; row++) {
		const char *text = plot_table_text(t, row, column);
		size_t i = 0;

		if (only_kept && !t->kept[row])
			continue;
		while (i < d->n && strcmp(d->v[i], text) != 0)
			i++;
		if (i < d->n)
			continue;
		d->more = d->n == VALUES_LOOKED;
		if (d->more)
			return;
		d->v[d->n++] = text;
	}
}

static const char *
distinct_name(size_t i, const void *arg)
{
	const struct distinct *d = arg;

	return d->v[i];
}

/* Fails with the value of the column that is nearest to `value`. */
static bool
no_such_value(const struct plot_table *t, const char *option, const char *name, int column, const char *value, struct simt_error *e)
{
	struct distinct *d = zeroed(1, sizeof *d);
	const char *near;

	distinct_values(t, column, false, d);
	near = nearest(value, strlen(value), distinct_name, d->n, d);
	if (near && *near)
		simt_fail(e, SIMT_USAGE, "%s %s: no row of %s has it; did you mean '%s'?", option, name, t->file->name, near);
	else if (d->n && *d->v[0])
		simt_fail(e, SIMT_USAGE, "%s %s: no row of %s has it; the first has '%s'", option, name, t->file->name, d->v[0]);
	else
		simt_fail(e, SIMT_USAGE, "%s %s: no row of %s has it", option, name, t->file->name);
	free(d);
	return false;
}

/* The metric of a long table that a short name means. */
static const char *
of_metrics(const struct plot_table *t, int metric, const char *name)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (size_t row = 0; is_alike(words[i].name, name) && row < t->file->nrows; row++)
			if (!strcmp(plot_table_text(t, row, metric), words[i].column))
				return words[i].column;
	return name;
}

int
plot_table_measured(struct plot_table *t, const char *option, const char *name, const char **measured, struct simt_error *e)
{
	const int metric = csvfile_find(t->file, "metric"), value = csvfile_find(t->file, "value");
	bool any = false;
	int column;

	if (metric >= 0 && value >= 0)
		name = of_metrics(t, metric, name);
	if (plot_table_find(t, name) >= 0 || metric < 0 || value < 0) {
		column = plot_table_column(t, option, name, e);
		*measured = column < 0 ? NULL : header_name((size_t)column, t);
		return column;
	}
	*measured = name;
	for (size_t row = 0; row < t->file->nrows; row++)
		any = any || !strcmp(plot_table_text(t, row, metric), name);
	if (!any) {
		no_such_value(t, option, name, metric, name, e);
		return -1;
	}
	for (size_t row = 0; row < t->file->nrows; row++)
		t->kept[row] = t->kept[row] && !strcmp(plot_table_text(t, row, metric), name);
	return value;
}

bool
plot_number(const char *text, double *number)
{
	char *end;

	/* strtod() takes more: blanks, "inf", "nan", "0x1p3" */
	if (!*text || strspn(text, "+-.0123456789eE") != strlen(text))
		return false;
	*number = strtod(text, &end);
	return end != text && !*end && isfinite(*number);
}

bool
plot_table_number(const struct plot_table *t, size_t row, int column, double *number, struct simt_error *e)
{
	const struct csv_cell *c = csvfile_cell(t->file, row, (size_t)column);

	return plot_number(c->text, number) || csvfile_fail(t->file, c, 0, e, "column '%s' has '%s', which is not a number",
							    header_name((size_t)column, t), c->text);
}

/* ---- filters ---- */

/* A filter's comparison. */
enum comparison { EQUAL, UNEQUAL, LESS, LESS_OR_EQUAL, MORE, MORE_OR_EQUAL };

struct filter {
	int column;
	enum comparison how;
	const char *value; /* part of the filter's text */
	double number;     /* value, where it is compared as one */
	bool is_number;
	bool any; /* some row fits */
};

static bool
parse_filter(const struct plot_table *t, const char *text, struct filter *f, struct simt_error *e)
{
	static const struct {
		const char *sign;
		enum comparison how;
	} signs[] = {{"!=", UNEQUAL}, {"<=", LESS_OR_EQUAL}, {">=", MORE_OR_EQUAL}, {"=", EQUAL}, {"<", LESS}, {">", MORE}};
	const size_t n = strcspn(text, "!<>=");
	char *name;

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		const size_t length = strlen(signs[i].sign);

		if (n == 0 || strncmp(text + n, signs[i].sign, length) != 0)
			continue;
		name = must(strndup(text, n));
		f->column = plot_table_column(t, "--where", name, e);
		free(name);
		f->how = signs[i].how;
		f->value = text + n + length;
		f->is_number = plot_number(f->value, &f->number);
		if (f->column >= 0 && f->how > UNEQUAL && !f->is_number)
			return simt_fail(e, SIMT_USAGE, "--where %s: '%s' is not a number", text, f->value);
		return f->column >= 0;
	}
	return simt_fail(e, SIMT_USAGE,
			 "--where %s: it has to be COLUMN=VALUE, or != or, with a number, < <= > >= in place of =", text);
}

static bool
holds(const struct filter *f, const char *text)
{
	double x;

	if (f->how <= UNEQUAL) {
		const bool same = !strcmp(text, f->value) || !fnmatch(f->value, text, 0) ||
				  (f->is_number && plot_number(text, &x) && !(x < f->number) && !(x > f->number));

		return same == (f->how == EQUAL);
	}
	if (!plot_number(text, &x))
		return false;
	switch (f->how) {
	case LESS:
		return x < f->number;
	case LESS_OR_EQUAL:
		return x <= f->number;
	case MORE:
		return x > f->number;
	default:
		return x >= f->number;
	}
}

/* Whether a row fits all filters; those of one column with = are alternatives. */
static bool
row_fits(const struct plot_table *t, size_t row, struct filter *f, size_t n)
{
	bool fits = true;

	for (size_t i = 0; i < n; i++) {
		bool one = holds(f + i, plot_table_text(t, row, f[i].column));

		f[i].any = f[i].any || one;
		for (size_t k = 0; k < n && f[i].how == EQUAL; k++)
			one = one || (k != i && f[k].how == EQUAL && f[k].column == f[i].column &&
				      holds(f + k, plot_table_text(t, row, f[k].column)));
		fits = fits && one;
	}
	return fits;
}

/* Whether the row is of a point that failed, by a column that no filter names. */
static bool
failed(const struct plot_table *t, size_t row, const struct filter *f, size_t n)
{
	const int status = csvfile_find(t->file, "status"), error = csvfile_find(t->file, "error");
	const char *text;

	for (size_t i = 0; i < n; i++)
		if (f[i].column == status || f[i].column == error)
			return false;
	text = status < 0 ? "" : plot_table_text(t, row, status);
	return (*text && strcmp(text, "ok") != 0) || (error >= 0 && *plot_table_text(t, row, error));
}

/* Keeps what fits; *left: how many rows are kept. */
static void
keep(struct plot_table *t, struct filter *f, size_t n, size_t *left)
{
	*left = 0;
	for (size_t row = 0; row < t->file->nrows; row++) {
		const bool fits = row_fits(t, row, f, n);

		if (!t->kept[row])
			continue;
		t->kept[row] = fits && !failed(t, row, f, n);
		t->failed += fits && !t->kept[row];
		*left += t->kept[row];
	}
}

bool
plot_table_filter(struct plot_table *t, const char *const *filter, size_t n, struct simt_error *e)
{
	struct filter *f = zeroed(n, sizeof *f);
	size_t left = 0;
	bool ok = true;

	for (size_t i = 0; ok && i < n; i++)
		ok = parse_filter(t, filter[i], f + i, e);
	if (ok)
		keep(t, f, n, &left);
	for (size_t i = 0; ok && i < n; i++)
		if (!f[i].any && f[i].how > UNEQUAL)
			ok = simt_fail(e, SIMT_USAGE, "--where %s: no row of %s fits", filter[i], t->file->name);
		else if (!f[i].any)
			ok = no_such_value(t, "--where", filter[i], f[i].column, f[i].value, e);
	free(f);
	if (!ok || left)
		return ok;
	if (t->failed)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: no row is left: all %zu that the filters leave are of points that failed",
				 t->file->name, t->failed);
	return simt_fail(e, SIMT_USAGE, "%s: no row is left: no row fits all filters", t->file->name);
}

/* ---- what the table says of itself ---- */

/* The text of the comment line "# NAME: TEXT", in the lines before the header, or NULL. */
static char *
comment(const struct plot_table *t, const char *name)
{
	const char *s = (const char *)t->file->raw, *end = s + t->file->raw_bytes;
	const size_t n = strlen(name);

	s += end - s > 3 && !memcmp(s, "\xef\xbb\xbf", 3) ? 3 : 0;
	while (s < end && (*s == '#' || *s == '\n' || *s == '\r')) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));
		const char *next = stop ? stop + 1 : end, *last = stop ? stop : end;

		for (s++; s < last && *s == ' '; s++)
			;
		if ((size_t)(last - s) > n && !strncmp(s, name, n) && s[n] == ':') {
			for (s += n + 1; s < last && *s == ' '; s++)
				;
			while (last > s && (last[-1] == '\r' || last[-1] == ' '))
				last--;
			return last > s ? must(strndup(s, (size_t)(last - s))) : NULL;
		}
		s = next;
	}
	return NULL;
}

char *
plot_table_said(const struct plot_table *t, const char *name)
{
	const int column = csvfile_find(t->file, name);
	struct distinct *d;
	struct text s = {.n = 0};

	if (column < 0)
		return comment(t, name);
	d = zeroed(1, sizeof *d);
	distinct_values(t, column, true, d);
	for (size_t i = 0; i < d->n && d->n <= SAID_MOST; i++) {
		if (!*d->v[i])
			continue;
		if (s.n)
			text_put(&s, ", ");
		text_put(&s, d->v[i]);
	}
	free(d);
	if (!s.n) {
		text_free(&s);
		return NULL;
	}
	text_bytes(&s, "", 1);
	return s.s;
}
