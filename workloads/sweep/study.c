#include "workloads/sweep/study.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csvfile.h"
#include "base/file-names.h"
#include "workloads/sweep/sweep-parts.h"

static const char *const sampling_word[] = {
	[SIMT_SAMPLE_NONE] = "off", [SIMT_SAMPLE_WITHIN] = "on", [SIMT_SAMPLE_LAUNCHES] = "launches"};
enum { SAMPLINGS = sizeof sampling_word / sizeof *sampling_word, HEX = 16, DECIMAL = 10 };

/* ---- writing ---- */

static void
put(FILE *out, const char *option, const char *value)
{
	if (!value)
		return;
	fprintf(out, "%s,", option);
	csvfile_put(out, value);
	putc('\n', out);
}

static void
put_list(FILE *out, const char *option, const char *const *value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put(out, option, value[i]);
}

void
study_put(const struct sweep *s, const char *here, FILE *out)
{
	const struct sweep_wish *w = &s->wish;

	fputs("option,value\n", out);
	put(out, "version", w->version);
	fprintf(out, "program,%016" PRIx64 "\n", s->program);
	put(out, "folder", here);
	put(out, "machine", w->plan.machine);
	put_list(out, "set", w->plan.set, w->plan.nset);
	put(out, "equal-silicon", w->plan.equal_silicon ? "on" : NULL);
	put(out, "mode", w->plan.mode == SIMT_CYCLE ? "cycle" : "functional");
	put(out, "sample", sampling_word[w->plan.sampling]);
	fprintf(out, "max-cycles,%" PRIu64 "\nmax-instructions,%" PRIu64 "\n", w->max_cycles, w->max_instructions);
	put_list(out, "let", w->plan.let, w->plan.nlet);
	put_list(out, "only", w->only, w->nonly);
	put_list(out, "allow-path", w->allow, w->nallow);
	put_list(out, "workload", w->workload, w->nworkloads);
	put(out, "metrics", w->metrics);
	put(out, "baseline", w->baseline);
	put(out, "launches", w->launches ? "on" : NULL);
	put(out, "bound", w->bound ? "on" : NULL);
}

void
study_put_points(const struct sweep *s, const size_t *point, size_t n, FILE *out)
{
	const struct plan *p = s->plan;

	for (size_t a = 0; a < p->naxes; a++)
		fprintf(out, "%s%s", a ? "," : "", p->axis[a].given);
	putc('\n', out);
	for (size_t i = 0; i < (point ? n : p->npoints); i++) {
		for (size_t a = 0; a < p->naxes; a++) {
			const char *value = plan_value(p, point ? point[i] : i, a);

			if (a)
				putc(',', out);
			if (value)
				csvfile_put(out, value);
			else
				fputs("\"\"", out); /* a blank line would be no point */
		}
		putc('\n', out);
	}
}

/* ---- reading ---- */

/* The values of an option, in their order. */
static void
take_list(struct study *st, const struct csvfile *f, const char *option, const char *const **value, size_t *n)
{
	const char **v = arena_alloc(&st->arena, (f->nrows + 1) * sizeof *v);

	*n = 0;
	*value = v;
	for (size_t r = 0; r < f->nrows; r++) {
		const struct csv_cell *c = csvfile_cell(f, r, 1);

		if (!strcmp(csvfile_cell(f, r, 0)->text, option))
			v[(*n)++] = arena_copy(&st->arena, c->text, c->bytes);
	}
}

/* The value of an option, or NULL. */
static const char *
take_one(struct study *st, const struct csvfile *f, const char *option)
{
	const char *const *value;
	size_t n;

	take_list(st, f, option, &value, &n);
	return n ? value[0] : NULL;
}

static uint64_t
take_count(struct study *st, const struct csvfile *f, const char *option, int base)
{
	const char *value = take_one(st, f, option);

	return value ? strtoull(value, NULL, base) : 0;
}

static void
take_options(struct study *st, const struct csvfile *f)
{
	struct sweep_wish *w = &st->wish;
	const char *sample = take_one(st, f, "sample"), *mode = take_one(st, f, "mode");

	w->program = take_count(st, f, "program", HEX);
	w->plan.machine = take_one(st, f, "machine");
	w->plan.equal_silicon = take_one(st, f, "equal-silicon");
	w->plan.mode = mode && !strcmp(mode, "functional") ? SIMT_FUNCTIONAL : SIMT_CYCLE;
	for (int i = 0; i < SAMPLINGS; i++)
		if (sample && !strcmp(sample, sampling_word[i]))
			w->plan.sampling = (enum simt_sampling)i;
	w->max_cycles = take_count(st, f, "max-cycles", DECIMAL);
	w->max_instructions = take_count(st, f, "max-instructions", DECIMAL);
	w->metrics = take_one(st, f, "metrics");
	w->baseline = take_one(st, f, "baseline");
	w->launches = take_one(st, f, "launches");
	w->bound = take_one(st, f, "bound");
	take_list(st, f, "set", &w->plan.set, &w->plan.nset);
	take_list(st, f, "let", &w->plan.let, &w->plan.nlet);
	take_list(st, f, "only", &w->only, &w->nonly);
	take_list(st, f, "allow-path", &w->allow, &w->nallow);
	take_list(st, f, "workload", &w->workload, &w->nworkloads);
}

bool
study_read(struct study *st, const char *folder, const char *version, struct simt_error *e)
{
	char *name = path_join(folder, "study.csv");
	struct csvfile *f = NULL;
	const char *theirs;

	*st = (struct study){.here = NULL};
	if (access(name, F_OK))
		simt_fail(e, SIMT_BAD_INPUT, "%s: there is no study.csv; give a folder that simt-sweep --emit has written", folder);
	else
		f = csvfile_read(name, e);
	free(name);
	if (!f)
		return false;
	theirs = take_one(st, f, "version");
	st->here = take_one(st, f, "folder");
	take_options(st, f);
	st->wish.folder = arena_copy(&st->arena, folder, strlen(folder));
	st->wish.plan.points = arena_printf(&st->arena, "%s/points.csv", folder);
	st->wish.version = version;
	if (!theirs || !st->here || !st->wish.program || !st->wish.plan.machine || !st->wish.nworkloads)
		csvfile_fail(f, csvfile_header(f, 0), 0, e, "this is no study that simt-sweep --emit has written");
	else if (strcmp(theirs, version) != 0)
		simt_fail(e, SIMT_BAD_INPUT, "%s: its tasks are of simt-sweep %s, and this is %s; write them again", folder, theirs,
			  version);
	csvfile_free(f);
	return !e->status;
}

void
study_free(struct study *st)
{
	arena_free(&st->arena);
}
