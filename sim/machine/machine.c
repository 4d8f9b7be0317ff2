/* machine.c: machine files, their parameters and where they come from. */
#include "sim/machine/machine.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csvfile.h"
#include "base/nearest.h"

#ifndef SIMT_PKGDATADIR
#define SIMT_PKGDATADIR "/usr/local/share/simt-sim"
#endif

struct param_info {
	const char *name, *unit, *words; /* words: NULL for a number */
	int32_t min, max;
};

static const struct param_info info[MACHINE_PARAMS] = {
#define PARAM(name, kind, unit, min, max, doc) {#name, unit, NULL, min, max},
#define CHOICE(name, words, doc)               {#name, "", words, 0, 0},
#include "sim/machine/machine.def"
#undef PARAM
#undef CHOICE
};

static int
find_param(const char *name, size_t n)
{
	for (int i = 0; i < MACHINE_PARAMS; i++)
		if (strlen(info[i].name) == n && !memcmp(info[i].name, name, n))
			return i;
	return -1;
}

static const char *
param_name(size_t i, const void *arg)
{
	(void)arg;
	return info[i].name;
}

/* "there is no machine parameter 'x'", with what is likely meant, into why. Returns why. */
static const char *
no_param(const char *name, size_t n, char *why, size_t size)
{
	const char *near = nearest(name, n, param_name, MACHINE_PARAMS, NULL);
	const int shown = (int)(n < 80 ? n : 80);

	if (near)
		snprintf(why, size, "there is no machine parameter '%.*s'; did you mean '%s'?", shown, name, near);
	else
		snprintf(why, size, "there is no machine parameter '%.*s'; --dump-machine lists them", shown, name);
	return why;
}

/* The index of a word in a list "a|b|c", or -1. */
static int
find_word(const char *words, const char *word)
{
	size_t n = strlen(word);

	for (int i = 0; words; i++) {
		const char *end = strchr(words, '|');
		size_t len = end ? (size_t)(end - words) : strlen(words);

		if (len == n && !memcmp(words, word, n))
			return i;
		words = end ? end + 1 : NULL;
	}
	return -1;
}

/* Why the text is not a value of parameter p, in words after "must be "; NULL and *v where it is. */
static bool
parse_value(int p, const char *text, int32_t *v, char *why, size_t size)
{
	char *end;
	long n;

	if (info[p].words) {
		*v = find_word(info[p].words, text);
		snprintf(why, size, "one of %s", info[p].words);
		return *v >= 0;
	}
	errno = 0;
	n = strtol(text, &end, 10);
	snprintf(why, size, "a whole number from %" PRId32 " to %" PRId32 " (%s)", info[p].min, info[p].max, info[p].unit);
	*v = (int32_t)n;
	return end != text && !*end && !errno && n >= info[p].min && n <= info[p].max;
}

static bool
set_source(struct simt_machine *m, int p, const char *source)
{
	free(m->source[p]);
	m->source[p] = strdup(source);
	return m->source[p];
}

bool
machine_source(struct simt_machine *m, const char *name, const char *source)
{
	int p = find_param(name, strlen(name));

	return p >= 0 && set_source(m, p, source);
}

bool
simt_machine_set(struct simt_machine *m, const char *assignment, struct simt_error *e)
{
	const char *eq = strchr(assignment, '=');
	char why[256];
	int32_t v;
	int p;

	if (!eq)
		return simt_fail(e, SIMT_USAGE, "'%s' is not of the form parameter=value", assignment);
	p = find_param(assignment, (size_t)(eq - assignment));
	if (p < 0)
		return simt_fail(e, SIMT_USAGE, "%s", no_param(assignment, (size_t)(eq - assignment), why, sizeof why));
	if (!parse_value(p, eq + 1, &v, why, sizeof why))
		return simt_fail(e, SIMT_USAGE, "machine parameter %s must be %s, not '%s'", info[p].name, why, eq + 1);
	m->v[p] = v;
	if (!set_source(m, p, "given on the command line"))
		return simt_fail(e, SIMT_USAGE, "not enough memory");
	return true;
}

const char *
simt_machine_get(const struct simt_machine *m, const char *name)
{
	int p = find_param(name, strlen(name));
	char *text = ((struct simt_machine *)(uintptr_t)m)->text;
	const char *w;

	if (!strcmp(name, "name"))
		return m->name;
	if (p < 0)
		return NULL;
	if (!info[p].words) {
		snprintf(text, sizeof m->text, "%" PRId32, m->v[p]);
		return text;
	}
	w = info[p].words;
	for (int i = 0; i < m->v[p]; i++)
		w = strchr(w, '|') + 1;
	snprintf(text, sizeof m->text, "%.*s", (int)strcspn(w, "|"), w);
	return text;
}

bool
simt_machine_parameter(const struct simt_machine *m, size_t i, const char **name, const char **unit, const char **source)
{
	if (i >= MACHINE_PARAMS)
		return false;
	*name = info[i].name;
	*unit = info[i].unit;
	*source = m->source[i];
	return true;
}

void
simt_machine_dump(const struct simt_machine *m, FILE *f)
{
	fprintf(f, "parameter,value,unit,source\n");
	for (int p = 0; p < MACHINE_PARAMS; p++) {
		fprintf(f, "%s,%s,%s,", info[p].name, simt_machine_get(m, info[p].name), info[p].unit);
		csvfile_put(f, m->source[p]);
		fputc('\n', f);
	}
}

void
simt_machine_free(struct simt_machine *m)
{
	if (!m)
		return;
	for (int p = 0; p < MACHINE_PARAMS; p++)
		free(m->source[p]);
	free(m->name);
	free(m->path);
	free(m);
}

struct simt_machine *
machine_copy(const struct simt_machine *m)
{
	struct simt_machine *c = malloc(sizeof *c);
	bool ok;

	if (!c)
		return NULL;
	*c = *m;
	c->name = strdup(m->name);
	c->path = strdup(m->path);
	ok = c->name && c->path;
	for (int p = 0; p < MACHINE_PARAMS; p++) {
		c->source[p] = strdup(m->source[p]);
		ok = ok && c->source[p];
	}
	if (ok)
		return c;
	simt_machine_free(c);
	return NULL;
}

static bool
read_row(struct simt_machine *m, const struct csvfile *f, size_t row, const int *column, struct simt_error *e)
{
	const struct csv_cell *name = csvfile_cell(f, row, (size_t)column[0]), *value = csvfile_cell(f, row, (size_t)column[1]),
			      *unit = csvfile_cell(f, row, (size_t)column[2]), *source = csvfile_cell(f, row, (size_t)column[3]);
	int p = find_param(name->text, name->bytes);
	char why[256];

	if (p < 0)
		return csvfile_fail(f, name, 0, e, "%s", no_param(name->text, name->bytes, why, sizeof why));
	if (m->source[p])
		return csvfile_fail(f, name, 0, e, "parameter %s is given twice", name->text);
	if (!parse_value(p, value->text, &m->v[p], why, sizeof why))
		return csvfile_fail(f, value, 0, e, "parameter %s must be %s, not '%s'", name->text, why, value->text);
	if (strcmp(unit->text, info[p].unit))
		return csvfile_fail(f, unit, 0, e, "parameter %s is in '%s', not '%s'", name->text, info[p].unit, unit->text);
	if (!source->bytes)
		return csvfile_fail(f, source, 0, e, "parameter %s needs a source", name->text);
	return set_source(m, p, source->text) || csvfile_fail(f, name, 0, e, "not enough memory");
}

static bool
read_all(struct simt_machine *m, const struct csvfile *f, struct simt_error *e)
{
	static const char *const names[] = {"parameter", "value", "unit", "source"};
	int column[4];

	for (int i = 0; i < 4; i++) {
		column[i] = csvfile_find(f, names[i]);
		if (column[i] < 0)
			return csvfile_fail(f, csvfile_header(f, 0), 0, e,
					    "a machine file has the columns parameter,value,unit,source; there is no '%s'",
					    names[i]);
	}
	for (size_t row = 0; row < f->nrows; row++)
		if (!read_row(m, f, row, column, e))
			return false;
	for (int p = 0; p < MACHINE_PARAMS; p++)
		if (!m->source[p])
			return simt_fail(e, SIMT_BAD_INPUT, "%s: parameter %s is missing", f->name, info[p].name);
	return true;
}

/* The file of a machine: a path as it is, a name in the data directory, else in the source tree of an uninstalled build. */
static char *
machine_path(const char *name)
{
	const char *dir = getenv("SIMT_DATADIR");
	size_t n = strlen(name), size;
	char *path;

	if (strchr(name, '/') || (n > 4 && !strcmp(name + n - 4, ".csv")))
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

/* There is no machine of that name in the folder of `path`; which there are. */
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

struct simt_machine *
simt_machine_load(const char *name, struct simt_error *e)
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
		if (f && read_all(m, f, e)) {
			csvfile_free(f);
			return m;
		}
	}
	csvfile_free(f);
	simt_machine_free(m);
	return NULL;
}

/* ---- what follows from the parameters ---- */

static bool
power_of_two(int32_t n)
{
	return !(n & (n - 1));
}

bool
machine_check(const struct simt_machine *m, struct simt_error *e)
{
	const int32_t *v = m->v;

	if (!power_of_two(v[M_warp_size]))
		return simt_fail(e, SIMT_USAGE, "machine parameter warp_size must be a power of two, not %" PRId32, v[M_warp_size]);
	if (v[M_threads_per_sm] % (v[M_warp_size] * v[M_subcores]))
		return simt_fail(e, SIMT_USAGE,
				 "machine parameter threads_per_sm, %" PRId32
				 ", is not a multiple of warp_size times subcores, %" PRId32,
				 v[M_threads_per_sm], v[M_warp_size] * v[M_subcores]);
	if (v[M_l2_page_slices] > v[M_l2_slices] / (v[M_l2_half_mask] ? 2 : 1))
		return simt_fail(e, SIMT_USAGE,
				 "machine parameter l2_page_slices, %" PRId32
				 ", is more than the slices of L2, or of one of its halves, %" PRId32,
				 v[M_l2_page_slices], v[M_l2_slices] / (v[M_l2_half_mask] ? 2 : 1));
	/* every set has an SM at least */
	if (v[M_spatial_sets] > v[M_sms])
		return simt_fail(e, SIMT_USAGE, "machine parameter spatial_sets, %" PRId32 ", is more than the %" PRId32 " SMs",
				 v[M_spatial_sets], v[M_sms]);
	if (v[M_spatial_first] && v[M_sms] - v[M_spatial_first] < (v[M_spatial_sets] > 1 ? v[M_spatial_sets] - 1 : 1))
		return simt_fail(e, SIMT_USAGE,
				 "machine parameter spatial_first, %" PRId32 ", leaves none of the %" PRId32 " SMs to some set",
				 v[M_spatial_first], v[M_sms]);
	return true;
}

/* Index of the first of the ISA_PIPES parameters that end in _share and _latency, in the order of pipes.def. */
#define FIRST_SHARE   M_fma_share
#define FIRST_LATENCY M_fma_latency
_Static_assert(M_lsu_share - FIRST_SHARE == PIPE_lsu, "machine.def and pipes.def list the pipes in one order");
_Static_assert(M_wide_share - FIRST_SHARE == RATE_WIDE && M_match_share - FIRST_SHARE == RATE_MATCH,
	       "machine.def lists the other rates behind");
_Static_assert(M_adu_latency - FIRST_LATENCY == PIPE_adu, "machine.def and pipes.def list the pipes in one order");

unsigned
machine_pipe_cycles(const struct simt_machine *m, unsigned rate, unsigned lanes)
{
	unsigned share = (unsigned)m->v[FIRST_SHARE + (int)rate], width = 16u * (unsigned)m->v[M_banks];
	unsigned n = (lanes * share + width - 1) / width;

	return n ? n : 1;
}

unsigned
machine_pipe_latency(const struct simt_machine *m, enum isa_pipe p)
{
	/* the load and store unit's results come when memory says */
	return p == PIPE_lsu ? (unsigned)m->v[M_shuffle_latency] : (unsigned)m->v[FIRST_LATENCY + (int)p];
}
