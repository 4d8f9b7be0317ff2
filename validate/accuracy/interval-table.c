#include "validate/accuracy/interval-table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/csvfile.h"

/* ---- results ---- */

/* Values of a launch, or of a case where launch is "". */
struct outcome {
	const char *of_case, *launch, *kernel;
	double id; /* ordinal of the launch, NAN for a case */
	bool fine; /* it came to its end */
	struct names metric;
	double *value;
	size_t n, room;
};

struct outcomes {
	struct outcome *of;
	size_t n, room;
	struct names place; /* by case and launch */
};

static double
value_of(const void *arg, const char *metric)
{
	const struct outcome *o = arg;
	size_t at;

	return names_find(&o->metric, metric, &at) ? o->value[at] : NAN;
}

static void
add_value(struct outcome *o, const char *metric, double value)
{
	size_t at;

	if (names_find(&o->metric, metric, &at))
		return; /* twice in a file: the first counts */
	o->value = grow(o->value, &o->room, o->n + 1, sizeof *o->value);
	o->value[o->n] = value;
	names_set(&o->metric, metric, o->n++);
}

static struct outcome *
find_outcome(struct outcomes *all, const char *of_case, const char *launch)
{
	char key[1024];
	size_t at;

	snprintf(key, sizeof key, "%s\037%s", of_case, launch);
	return names_find(&all->place, key, &at) ? all->of + at : NULL;
}

static struct outcome *
add_outcome(struct arena *arena, struct outcomes *all, const char *of_case, const char *launch)
{
	struct outcome *o = find_outcome(all, of_case, launch);

	if (o)
		return o;
	all->of = grow(all->of, &all->room, all->n + 1, sizeof *all->of);
	o = all->of + all->n;
	*o = (struct outcome){
		.of_case = arena_printf(arena, "%s", of_case), .launch = arena_printf(arena, "%s", launch), .id = NAN};
	o->fine = true;
	names_set(&all->place, arena_printf(arena, "%s\037%s", of_case, launch), all->n++);
	return o;
}

enum { CASE, LAUNCH, ID, KERNEL, METRIC, VALUE, STATUS, RESULT_COLUMNS };

static bool
read_outcomes(struct arena *arena, struct outcomes *all, const char *path, struct simt_error *e)
{
	static const char *const name[RESULT_COLUMNS] = {"case", "launch", "id", "kernel", "metric", "value", "status"};
	struct csvfile *f = csvfile_read(path, e);
	int column[RESULT_COLUMNS];

	for (int k = 0; f && k < RESULT_COLUMNS; k++)
		if ((column[k] = csvfile_find(f, name[k])) < 0)
			simt_fail(e, SIMT_BAD_INPUT, "%s: no column '%s'", path, name[k]);
	for (size_t i = 0; f && !e->status && i < f->nrows; i++) {
		const char *text[RESULT_COLUMNS];
		struct outcome *o;

		for (int k = 0; k < RESULT_COLUMNS; k++)
			text[k] = csvfile_cell(f, i, (size_t)column[k])->text;
		o = add_outcome(arena, all, text[CASE], text[LAUNCH]);
		o->kernel = arena_printf(arena, "%s", text[KERNEL]);
		o->id = *text[ID] ? strtod(text[ID], NULL) : NAN;
		o->fine = o->fine && (!strcmp(text[STATUS], "ok") || !strcmp(text[STATUS], "mismatch"));
		if (*text[VALUE])
			add_value(o, arena_printf(arena, "%s", text[METRIC]), strtod(text[VALUE], NULL));
	}
	csvfile_free(f);
	return !e->status;
}

static void
free_outcomes(struct outcomes *all)
{
	for (size_t i = 0; i < all->n; i++) {
		names_free(&all->of[i].metric);
		free(all->of[i].value);
	}
	names_free(&all->place);
	free(all->of);
}

/* ---- rows ---- */

static const char cycles[] = "sm__cycles_elapsed.max";

static struct interval_row *
add_row(struct interval_table *t, const char *suite, const char *kernel, double ratio)
{
	t->row = grow(t->row, &t->room, t->n + 1, sizeof *t->row);
	t->row[t->n] = (struct interval_row){.suite = suite,
					     .kernel = arena_printf(&t->arena, "%s\037%s", suite, kernel),
					     .ratio = floor(1e4 * ratio + 0.5) / 1e4};
	return t->row + t->n++;
}

/* Whether no launch of its case comes before it. */
static bool
is_first(const struct outcomes *all, const struct outcome *o)
{
	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->of[i].of_case, o->of_case) && all->of[i].id < o->id)
			return false;
	return !isnan(o->id);
}

static void
add_time(struct interval_table *t, const char *suite, const struct outcomes *simulated, const struct outcome *s,
	 const struct outcome *m)
{
	const double ratio = value_of(m, cycles) / value_of(s, cycles);
	double x[INTERVAL_FEATURES];

	if (is_first(simulated, s) && ratio > 0 && intervals_features(value_of, s, x))
		memcpy(add_row(t, suite, s->kernel, ratio)->x, x, sizeof x);
}

static void
add_change(struct interval_table *t, const char *suite, const struct outcome *s, const struct outcome *m)
{
	const double speedup = value_of(s, "speedup"), ratio = speedup / value_of(m, "speedup"), after = value_of(s, cycles);
	struct interval_row *row;

	if (*s->launch || !(ratio > 0) || !(after > 0))
		return;
	row = add_row(t, suite, s->kernel, ratio);
	row->change = true;
	intervals_change_features(after * speedup, after, row->x);
}

/* The outcome of the case NAME-before, of the NAME-after whose launch `o` is; NULL: there is none. */
static struct outcome *
case_before(struct outcomes *all, const struct outcome *o)
{
	const size_t n = strlen(o->of_case), end = strlen("-after");
	char name[512];

	if (n <= end || strcmp(o->of_case + n - end, "-after") != 0)
		return NULL;
	snprintf(name, sizeof name, "%.*s-before", (int)(n - end), o->of_case);
	return find_outcome(all, name, "");
}

static void
add_pair(struct interval_table *t, const char *suite, struct outcomes *side, const struct outcome *s, const struct outcome *m)
{
	const struct outcome *before = case_before(side, s), *measured = case_before(side + 1, s);
	const double after = value_of(s, cycles);
	struct interval_row *row;

	if (*s->launch || !before || !before->fine || !measured || !(after > 0))
		return;
	row = add_row(t, suite, s->kernel, value_of(m, cycles) / value_of(measured, cycles) * value_of(before, cycles) / after);
	row->change = true;
	intervals_change_features(value_of(before, cycles), after, row->x);
}

enum kind { TIME, CHANGE, PAIR, KINDS };
static const char *const kind_name[KINDS] = {"time", "change", "pair"};

static bool
add_results(struct interval_table *t, const char *suite, enum kind kind, const char *const *path, struct simt_error *e)
{
	struct outcomes side[2] = {{.n = 0}, {.n = 0}};
	bool fine = true;

	for (int k = 0; fine && k < 2; k++)
		fine = read_outcomes(&t->arena, side + k, path[k], e);
	for (size_t i = 0; fine && i < side[0].n; i++) {
		const struct outcome *s = side[0].of + i, *m = find_outcome(side + 1, s->of_case, s->launch);

		if (!m || !s->fine)
			continue;
		if (kind == CHANGE)
			add_change(t, suite, s, m);
		else if (kind == PAIR)
			add_pair(t, suite, side, s, m);
		else
			add_time(t, suite, side, s, m);
	}
	free_outcomes(side);
	free_outcomes(side + 1);
	return fine;
}

/* By kind and ratio, then by features, so that nothing tells from where a row is. */
static int
by_ratio(const void *va, const void *vb)
{
	const struct interval_row *a = va, *b = vb;

	if (a->change != b->change)
		return a->change ? 1 : -1;
	if (a->ratio != b->ratio)
		return a->ratio < b->ratio ? -1 : 1;
	for (int k = 0; k < INTERVAL_FEATURES; k++)
		if (a->x[k] != b->x[k])
			return a->x[k] < b->x[k] ? -1 : 1;
	return strcmp(a->kernel, b->kernel);
}

static void
finish_rows(struct interval_table *t)
{
	struct names groups = {.n = 0};
	unsigned n = 0;

	qsort(t->row, t->n, sizeof *t->row, by_ratio);
	for (size_t i = 0; i < t->n; i++) {
		size_t group;

		if (!names_find(&groups, t->row[i].kernel, &group))
			names_set(&groups, t->row[i].kernel, group = n++);
		t->row[i].group = (unsigned)group;
	}
	names_free(&groups);
}

struct interval_table *
interval_table_read(const char *list, struct simt_error *e)
{
	struct csvfile *f = csvfile_read(list, e);
	struct interval_table *t = zeroed(1, sizeof *t);
	static const char *const name[4] = {"suite", "kind", "simulated", "measured"};
	int column[4];

	for (int k = 0; f && k < 4; k++)
		if ((column[k] = csvfile_find(f, name[k])) < 0)
			simt_fail(e, SIMT_BAD_INPUT, "%s: no column '%s'", list, name[k]);
	for (size_t i = 0; f && !e->status && i < f->nrows; i++) {
		const char *text[4];
		enum kind kind = TIME;

		for (int k = 0; k < 4; k++)
			text[k] = csvfile_cell(f, i, (size_t)column[k])->text;
		while (kind < KINDS && strcmp(text[1], kind_name[kind]) != 0)
			kind++;
		if (kind == KINDS)
			csvfile_fail(f, csvfile_cell(f, i, (size_t)column[1]), 0, e, "kind '%s': time, change or pair", text[1]);
		else
			add_results(t, arena_printf(&t->arena, "%s", text[0]), kind, text + 2, e);
	}
	if (f && !e->status && !t->n)
		simt_fail(e, SIMT_BAD_INPUT, "%s: no launch is in both simulated and measured results", list);
	csvfile_free(f);
	if (e->status) {
		interval_table_free(t);
		return NULL;
	}
	finish_rows(t);
	return t;
}

void
interval_table_free(struct interval_table *t)
{
	if (!t)
		return;
	arena_free(&t->arena);
	free(t->row);
	free(t);
}

/* ---- the table ---- */

void
interval_table_write(const struct interval_table *t, FILE *out)
{
	fputs("kind,group,ratio", out);
	for (int k = 0; k < INTERVAL_FEATURES; k++)
		fprintf(out, ",%s", interval_feature_name[k]);
	fputs(",change\n", out);
	for (size_t i = 0; i < t->n; i++) {
		const struct interval_row *r = t->row + i;

		fprintf(out, "%s,%u,%.4f", r->change ? "change" : "time", r->group, r->ratio);
		for (int k = 0; k < INTERVAL_FEATURES; k++)
			if (!r->change)
				fprintf(out, ",%.2f", r->x[k] + 0.0); /* no -0.00 */
			else if (k == INTERVAL_log_cycles)
				fprintf(out, ",%.2f", r->x[CHANGE_log_cycles]);
			else
				putc(',', out);
		if (r->change)
			fprintf(out, ",%.2f\n", r->x[CHANGE_size] + 0.0);
		else
			fputs(",\n", out);
	}
}

/* ---- how the intervals do ---- */

/* Rows of a suite, or of all where it is NULL. */
struct tally {
	const char *suite;
	bool change;
	size_t rows, held, constant_held;
	double error, width, constant_width;
};

static void
tally_row(struct tally *t, const struct interval_trial *x)
{
	t->rows++;
	t->held += x->ratio >= x->low && x->ratio <= x->high;
	t->constant_held += x->ratio >= x->constant_low && x->ratio <= x->constant_high;
	t->error += fabs(1 / x->ratio - 1);
	t->width += x->high - x->low;
	t->constant_width += x->constant_high - x->constant_low;
}

static void
put_tally(const struct tally *t, bool markdown, FILE *out)
{
	const double n = (double)t->rows / 100;

	fprintf(out,
		markdown ? "| %s | %s | %zu | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.2f |\n"
			 : "%-8s %-14s %8zu %9.1f %% %9.1f %% %9.1f %% %9.1f %% %9.1f %% %8.2f\n",
		t->change ? "changes" : "cycles", t->suite ? t->suite : "all", t->rows, t->error / n, (double)t->held / n,
		t->width / n, (double)t->constant_held / n, t->constant_width / n, t->width / t->constant_width);
}

static void
put_head(bool markdown, FILE *out)
{
	if (markdown)
		fputs("| of | suite | launches | mean error | within | mean width | constant interval: within | width | ratio of "
		      "widths |\n"
		      "|---|---|---:|---:|---:|---:|---:|---:|---:|\n",
		      out);
	else
		fprintf(out, "%-8s %-14s %8s %11s %11s %11s %11s %11s %8s\n", "of", "suite", "launches", "error", "within", "width",
			"constant", "width", "ratio");
}

/* The rows of one kind, and of one suite unless it is NULL. */
static struct tally
tally_of(const struct interval_table *t, const struct intervals *intervals, bool change, const char *suite)
{
	struct tally of = {.suite = suite, .change = change};

	for (size_t i = 0, at = 0; i < t->n; i++) {
		if (t->row[i].change != change)
			continue;
		if (!suite || !strcmp(suite, t->row[i].suite)) {
			const struct interval_trial x = intervals_trial(intervals, change, at);

			tally_row(&of, &x);
		}
		at++;
	}
	return of;
}

static void
put_kind(const struct interval_table *t, const struct intervals *intervals, bool change, bool markdown, FILE *out)
{
	struct tally all = tally_of(t, intervals, change, NULL);
	struct names told = {.n = 0};

	put_tally(&all, markdown, out);
	for (size_t i = 0; i < t->n; i++) {
		size_t at;

		if (t->row[i].change != change || names_find(&told, t->row[i].suite, &at))
			continue;
		names_set(&told, t->row[i].suite, 0);
		all = tally_of(t, intervals, change, t->row[i].suite);
		put_tally(&all, markdown, out);
	}
	names_free(&told);
}

bool
interval_table_report(const struct interval_table *t, bool markdown, FILE *out, struct simt_error *e)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *file = must(open_memstream(&text, &bytes));
	struct intervals *intervals;

	interval_table_write(t, file);
	fclose(file);
	intervals = intervals_parse(must(text), bytes, "table of intervals", e);
	free(text);
	if (!intervals)
		return false;
	put_head(markdown, out);
	for (int change = 0; change < 2; change++)
		put_kind(t, intervals, change, markdown, out);
	intervals_free(intervals);
	return true;
}
