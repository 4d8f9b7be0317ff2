/* machine-file.c: reads machine files, and puts overlays over them.
 *
 * What this module cannot do: a base that is a file of the user's own, or has a base itself; names of overlays with a '+'. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csvfile.h"
#include "sim/machine/parameters.h"

#ifndef SIMT_PKGDATADIR
#define SIMT_PKGDATADIR "/usr/local/share/simt-sim"
#endif

struct reading {
	struct simt_machine *m;
	const struct csvfile *f;
	const char *no_base;       /* why it has no base itself; NULL: it may have one */
	bool is_overlay;           /* may leave out what it likes */
	struct simt_machine *base; /* gives what the file leaves out; NULL: there is none */
};

static struct simt_machine *load_machine(const char *name, bool is_base, struct simt_error *e);

/* The row's value for parameter p, whose name may be another one in the row: an old one. */
static bool
read_value(struct simt_machine *m, int p, const struct csvfile *f, const struct csv_cell *const cell[4], struct simt_error *e)
{
	const struct csv_cell *name = cell[0], *value = cell[1], *unit = cell[2], *source = cell[3];
	char why[256];

	if (m->source[p])
		return csvfile_fail(f, name, 0, e, "parameter %s is given twice", param_name(p));
	if (!param_parse(m, p, value->text, why, sizeof why))
		return csvfile_fail(f, value, 0, e, "parameter %s must be %s, not '%s'", name->text, why, value->text);
	if (strcmp(unit->text, param_unit(p)))
		return csvfile_fail(f, unit, 0, e, "parameter %s is in '%s', not '%s'", name->text, param_unit(p), unit->text);
	if (!source->bytes)
		return csvfile_fail(f, source, 0, e, "parameter %s needs a source", name->text);
	return param_source(m, p, source->text) || csvfile_fail(f, name, 0, e, "not enough memory");
}

static bool
names_file(const char *name)
{
	const size_t n = strlen(name);

	return strchr(name, '/') || (n > 4 && !strcmp(name + n - 4, ".csv"));
}

static bool
read_base(struct reading *r, const struct csv_cell *const cell[4], struct simt_error *e)
{
	struct simt_error why = {.status = SIMT_OK};

	if (r->no_base)
		return csvfile_fail(r->f, cell[0], 0, e, "%s", r->no_base);
	if (r->base)
		return csvfile_fail(r->f, cell[0], 0, e, "the base is given twice");
	if (names_file(cell[1]->text))
		return csvfile_fail(r->f, cell[1], 0, e, "the base must be an installed machine, not a file ('%.80s')",
				    cell[1]->text);
	if (cell[2]->bytes)
		return csvfile_fail(r->f, cell[2], 0, e, "the base is in '', not '%.80s'", cell[2]->text);
	r->base = load_machine(cell[1]->text, true, &why);
	return r->base || csvfile_fail(r->f, cell[1], 0, e, "%s", why.text);
}

static bool
read_row(struct reading *r, size_t row, const int *column, struct simt_error *e)
{
	struct simt_machine *m = r->m;
	const struct csvfile *f = r->f;
	const struct csv_cell *cell[4];
	const char *names;
	char why[600];
	unsigned line, at;
	int p;

	for (int i = 0; i < 4; i++)
		cell[i] = csvfile_cell(f, row, (size_t)column[i]);
	if (!strcmp(cell[0]->text, "base"))
		return read_base(r, cell, e);
	names = param_new_names(cell[0]->text, cell[0]->bytes);
	p = param_find(cell[0]->text, cell[0]->bytes);
	if (!names && p < 0)
		return csvfile_fail(f, cell[0], 0, e, "%s", param_unknown(cell[0]->text, cell[0]->bytes, why, sizeof why));
	if (!names)
		return read_value(m, p, f, cell, e);
	csvfile_place(f, cell[0], 0, &line, &at);
	snprintf(why, sizeof why, "%.200s:%u:%u: ", f->name, line, at);
	if (!param_remark_old(m, why, cell[0]->text, names))
		return csvfile_fail(f, cell[0], 0, e, "not enough memory");
	while ((p = param_next(&names)) >= 0)
		if (!read_value(m, p, f, cell, e))
			return false;
	return true;
}

/* What the file leaves out, from its base. */
static bool
take_rest(struct reading *r, struct simt_error *e)
{
	bool fine = true;

	for (int p = 0; p < MACHINE_PARAMS; p++)
		if (!r->m->source[p])
			fine = param_take_over(r->m, p, r->base) && fine;
	return fine || simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
}

/* Nothing may be left out where there is no base. */
static bool
names_all(const struct reading *r, struct simt_error *e)
{
	enum { NAMED = 3 };
	char names[200] = "";
	int missing = 0;

	for (int p = 0; p < MACHINE_PARAMS; p++)
		if (!r->m->source[p] && missing++ < NAMED)
			snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "", param_name(p));
	if (missing > NAMED)
		snprintf(names + strlen(names), sizeof names - strlen(names), " and %d more", missing - NAMED);
	return !missing ||
	       simt_fail(e, SIMT_BAD_INPUT,
			 "%s: parameter%s %s %s missing; a row 'base,h200,,' takes what the file leaves out from machine h200",
			 r->f->name, missing > 1 ? "s" : "", names, missing > 1 ? "are" : "is");
}

static bool
read_rows(struct reading *r, struct simt_error *e)
{
	static const char *const names[] = {"parameter", "value", "unit", "source"};
	int column[4];

	for (int i = 0; i < 4; i++) {
		column[i] = csvfile_find(r->f, names[i]);
		if (column[i] < 0)
			return csvfile_fail(r->f, csvfile_header(r->f, 0), 0, e,
					    "a machine file has the columns parameter,value,unit,source; there is no '%s'",
					    names[i]);
	}
	for (size_t row = 0; row < r->f->nrows; row++)
		if (!read_row(r, row, column, e))
			return false;
	return r->is_overlay || (r->base ? take_rest(r, e) : names_all(r, e));
}

static bool
read_all(struct simt_machine *m, const struct csvfile *f, bool is_base, struct simt_error *e)
{
	struct reading r = {
		.m = m, .f = f, .no_base = is_base ? "a machine that is the base of another one has no base itself" : NULL};
	const bool fine = read_rows(&r, e);

	simt_machine_free(r.base);
	return fine;
}

/* The file of a machine. A path is taken as it is. A name is looked up in the data directory, then in the source tree of an uninstalled
 * build. */
static char *
machine_path(const char *name)
{
	const char *dir = getenv("SIMT_DATADIR");
	size_t n = strlen(name), size;
	char *path;

	if (names_file(name))
		return strdup(name);
	if (!dir || !*dir)
		dir = SIMT_PKGDATADIR;
	size = strlen(dir) + n + 32;
	path = malloc(size);
	if (!path)
		return NULL;
	snprintf(path, size, "%s/machines/%s.csv", dir, name);
#ifdef SIMT_SOURCE_DATADIR
	if (access(path, R_OK) && !getenv("SIMT_DATADIR")) {
		free(path);
		size = sizeof SIMT_SOURCE_DATADIR + n + 32;
		path = malloc(size);
		if (path)
			snprintf(path, size, "%s/machines/%s.csv", SIMT_SOURCE_DATADIR, name);
	}
#endif
	return path;
}

static int
is_machine(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return n > 4 && !strcmp(d->d_name + n - 4, ".csv");
}

/* Reports that there is no machine of that name in the folder of `path`, and which there are. */
static bool
no_machine(const char *name, const char *path, struct simt_error *e)
{
	struct dirent **file = NULL;
	char folder[1024], all[200] = "";
	int n;

	snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
	n = scandir(folder, &file, is_machine, alphasort);
	for (int i = 0; i < n; i++) {
		size_t used = strlen(all);

		snprintf(all + used, sizeof all - used, " %.*s", (int)strlen(file[i]->d_name) - 4, file[i]->d_name);
		free(file[i]);
	}
	free(file);
	return simt_fail(e, SIMT_BAD_INPUT, "no machine '%.80s' in %.200s; there are%s", name, folder, n > 0 ? all : " none");
}

static struct simt_machine *
load_machine(const char *name, bool is_base, struct simt_error *e)
{
	struct simt_machine *m = calloc(1, sizeof *m);
	struct csvfile *f = NULL;

	if (m) {
		m->name = strdup(name);
		m->path = machine_path(name);
	}
	if (!m || !m->name || !m->path) {
		simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	} else if (strcmp(m->path, name) != 0 && access(m->path, F_OK)) {
		no_machine(name, m->path, e);
	} else {
		f = csvfile_read(m->path, e);
		if (f && read_all(m, f, is_base, e)) {
			csvfile_free(f);
			return m;
		}
	}
	csvfile_free(f);
	simt_machine_free(m);
	return NULL;
}

/* ---- overlays ---- */

/* What an overlay has, and was remarked, goes to the machine. */
static bool
take_overlay(struct simt_machine *m, struct simt_machine *over, struct simt_error *e)
{
	char **all = realloc(m->remark, (m->nremarks + over->nremarks + 1) * sizeof *all);
	bool fine = all;

	if (all) {
		m->remark = all;
		for (size_t i = 0; i < over->nremarks; i++)
			m->remark[m->nremarks++] = over->remark[i];
		over->nremarks = 0;
	}
	for (int p = 0; p < MACHINE_PARAMS; p++)
		if (over->source[p])
			fine = param_take_over(m, p, over) && fine;
	return fine || simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
}

static bool
lay_over(struct simt_machine *m, const char *name, struct simt_error *e)
{
	struct simt_machine *over = calloc(1, sizeof *over);
	struct csvfile *f = NULL;
	bool fine;

	if (over) {
		over->name = strdup(name);
		over->path = strdup(name);
	}
	if (!over || !over->name || !over->path)
		fine = simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	else if (!names_file(name))
		fine = simt_fail(e, SIMT_BAD_INPUT,
				 "'%.80s': what goes over another machine is a file, which ends in .csv or has a slash", name);
	else
		fine = (f = csvfile_read(name, e)) != NULL;
	if (fine) {
		struct reading r = {.m = over, .f = f, .no_base = "what goes over another machine has no base", .is_overlay = true};

		fine = read_rows(&r, e) && take_overlay(m, over, e);
	}
	csvfile_free(f);
	simt_machine_free(over);
	return fine;
}

/* Gives the machine its whole name. */
static bool
rename_machine(struct simt_machine *m, const char *name, struct simt_error *e)
{
	free(m->name);
	m->name = strdup(name);
	return m->name || simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
}

struct simt_machine *
simt_machine_load(const char *name, struct simt_error *e)
{
	char *names = strdup(name), *rest = NULL;
	struct simt_machine *m;
	bool fine;

	if (!names) {
		simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
		return NULL;
	}
	/* a file may have such a name */
	if (access(name, F_OK) && (rest = strchr(names, '+')) != NULL)
		*rest++ = 0;
	m = load_machine(names, false, e);
	fine = m;
	while (fine && rest) {
		char *next = strchr(rest, '+');

		if (next)
			*next++ = 0;
		fine = lay_over(m, rest, e);
		rest = next;
	}
	if (fine && strcmp(names, name) != 0)
		fine = rename_machine(m, name, e);
	free(names);
	if (fine)
		return m;
	simt_machine_free(m);
	return NULL;
}
