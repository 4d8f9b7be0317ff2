#include "workloads/analysis/intervals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/csvfile.h"
#include "base/statistics.h"
#include "workloads/analysis/local-quantiles.h"

const char *const interval_feature_name[INTERVAL_FEATURES] = {
#define FEATURE(name, doc, value) #name,
#include "workloads/analysis/intervals.def"
#undef FEATURE
};
static const char *const change_feature_name[CHANGE_FEATURES] = {"log_cycles", "change"};

enum kind { TIME, CHANGE, KINDS };
static const char *const kind_name[KINDS] = {"time", "change"};

/* Chosen by leaving kernels out; doc/accuracy.md says what others give. Changes have fewer features, and so shorter distances. */
static const double reach[KINDS] = {0.4, 0.2}, floor_weight[KINDS] = {0.005, 0.02};

struct intervals {
	struct local_rows rows[KINDS];
	struct local local[KINDS];
};

/* ---- features ---- */

static double
rounded(double x)
{
	return floor(100 * x + 0.5) / 100;
}

static double
positive(double x)
{
	return x > 0 ? x : 1;
}

static double
share(interval_metric *get, const void *arg, const char *state)
{
	char name[96];

	snprintf(name, sizeof name, "simt__warp_cycles_%s.sum", state);
	return get(arg, name) / positive(get(arg, "smsp__warps_active.sum"));
}

#define V(metric)    get(arg, metric)
#define SHARE(state) share(get, arg, state)
#define SECTORS      positive(V("l1tex__t_sectors.sum"))
#define REQUESTS     positive(V("l1tex__t_requests.sum"))
#define SLOTS        positive(V("smsp__issue_active.sum") + V("simt__issue_slots_no_eligible.sum") + V("simt__issue_slots_no_warp.sum"))
#define LANE_SLOTS                                                                                                            \
	positive(V("smsp__thread_inst_executed.sum") + V("simt__lane_slots_waiting.sum") + V("simt__lane_slots_exited.sum") + \
		 V("simt__lane_slots_never_launched.sum"))

bool
intervals_features(interval_metric *get, const void *arg, double *x)
{
	bool all = V("sm__cycles_elapsed.max") > 0 && V("simt__issue_slots_no_warp.sum") >= 0;

#define FEATURE(name, doc, value) x[INTERVAL_##name] = rounded(value);
#include "workloads/analysis/intervals.def"
#undef FEATURE
	/* of a launch without global memory there is no share of it */
	if (!(V("l1tex__t_sectors.sum") > 0))
		x[INTERVAL_atomics] = 0;
	for (size_t k = 0; k < INTERVAL_FEATURES; k++)
		all = all && isfinite(x[k]);
	return all;
}

void
intervals_change_features(double before, double after, double *x)
{
	x[CHANGE_log_cycles] = rounded(log10(before < after ? before : after));
	x[CHANGE_size] = rounded(fabs(log2(after / before)));
}

/* ---- the table ---- */

static bool
number(const struct csvfile *f, const struct csv_cell *c, double *to, struct simt_error *e)
{
	char *end;

	*to = strtod(c->text, &end);
	return (*c->text && !*end && isfinite(*to)) || csvfile_fail(f, c, 0, e, "'%s' is no number", c->text);
}

struct columns {
	int kind, group, ratio, feature[KINDS][LOCAL_FEATURES];
};

static bool
find_columns(const struct csvfile *f, struct columns *c, struct simt_error *e)
{
	const struct {
		const char *name;
		int *to;
	} fixed[] = {{"kind", &c->kind}, {"group", &c->group}, {"ratio", &c->ratio}};

	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if ((*fixed[i].to = csvfile_find(f, fixed[i].name)) < 0)
			return simt_fail(e, SIMT_BAD_INPUT, "%s: no column '%s'", f->name, fixed[i].name);
	for (int kind = 0; kind < KINDS; kind++) {
		const char *const *name = kind == TIME ? interval_feature_name : change_feature_name;
		const int n = kind == TIME ? (int)INTERVAL_FEATURES : (int)CHANGE_FEATURES;

		for (int k = 0; k < n; k++)
			if ((c->feature[kind][k] = csvfile_find(f, name[k])) < 0)
				return simt_fail(e, SIMT_BAD_INPUT, "%s: no column '%s'; make intervals makes the table", f->name,
						 name[k]);
	}
	return true;
}

static bool
read_row(const struct csvfile *f, size_t row, const struct columns *c, struct intervals *t, struct simt_error *e)
{
	const struct csv_cell *kind = csvfile_cell(f, row, (size_t)c->kind);
	const int at = !strcmp(kind->text, kind_name[TIME]) ? TIME : CHANGE;
	struct local_rows *r = &t->rows[at];
	double group;

	if (strcmp(kind->text, kind_name[at]) != 0)
		return csvfile_fail(f, kind, 0, e, "kind '%s': time or change", kind->text);
	if (!number(f, csvfile_cell(f, row, (size_t)c->group), &group, e) ||
	    !number(f, csvfile_cell(f, row, (size_t)c->ratio), r->value + r->n, e))
		return false;
	if (group < 0 || group > 1e6 || !(r->value[r->n] > 0))
		return csvfile_fail(f, kind, 0, e, "the group is a number from 0 to 1000000, the ratio more than 0");
	r->group[r->n] = (unsigned)group;
	for (size_t k = 0; k < r->k; k++)
		if (!number(f, csvfile_cell(f, row, (size_t)c->feature[at][k]), r->x + r->n * r->k + k, e))
			return false;
	r->n++;
	return true;
}

static bool
read_rows(const struct csvfile *f, struct intervals *t, struct simt_error *e)
{
	struct columns c;

	if (!find_columns(f, &c, e))
		return false;
	for (int kind = 0; kind < KINDS; kind++) {
		const size_t k = kind == TIME ? (size_t)INTERVAL_FEATURES : (size_t)CHANGE_FEATURES;

		t->rows[kind] = (struct local_rows){.reach = reach[kind],
						    .floor_weight = floor_weight[kind],
						    .level = INTERVALS_LEVEL / 100.0,
						    .k = k,
						    .x = zeroed(f->nrows * k, sizeof(double)),
						    .value = zeroed(f->nrows, sizeof(double)),
						    .group = zeroed(f->nrows, sizeof(unsigned))};
	}
	for (size_t row = 0; row < f->nrows; row++)
		if (!read_row(f, row, &c, t, e))
			return false;
	for (int kind = 0; kind < KINDS; kind++) {
		if (!t->rows[kind].n)
			return simt_fail(e, SIMT_BAD_INPUT, "%s: no rows of kind '%s'", f->name, kind_name[kind]);
		local_make(&t->local[kind], &t->rows[kind]);
	}
	return true;
}

/* f may be NULL. */
static struct intervals *
intervals_of(struct csvfile *f, struct simt_error *e)
{
	struct intervals *t = zeroed(1, sizeof *t);

	if (!f || !read_rows(f, t, e)) {
		intervals_free(t);
		t = NULL;
	}
	csvfile_free(f);
	return t;
}

struct intervals *
intervals_read(const char *path, struct simt_error *e)
{
	return intervals_of(csvfile_read(path, e), e);
}

struct intervals *
intervals_parse(const void *data, size_t bytes, const char *name, struct simt_error *e)
{
	return intervals_of(csvfile_parse(data, bytes, name, e), e);
}

void
intervals_free(struct intervals *t)
{
	for (int kind = 0; t && kind < KINDS; kind++) {
		local_free(&t->local[kind]);
		free(t->rows[kind].x);
		free(t->rows[kind].value);
		free(t->rows[kind].group);
	}
	free(t);
}

bool
intervals_are_of(const struct simt_machine *m, const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *known = simt_machine_load(name, &e);
	const char *parameter, *unit, *source;
	bool same = known != NULL;

	for (size_t i = 0; same && simt_machine_parameter(known, i, &parameter, &unit, &source); i++)
		same = simt_machine_number(known, parameter) == simt_machine_number(m, parameter);
	simt_machine_free(known);
	return same;
}

/* ---- intervals ---- */

static struct interval
interval_of(const struct local *l, const struct local_interval *i)
{
	return (struct interval){i->low > 0 ? i->low : 0, i->high, l->far > 0 ? i->distance / l->far : 0};
}

struct interval
intervals_time(const struct intervals *t, const double *x)
{
	const struct local_interval i = local_at(&t->local[TIME], x);

	return interval_of(&t->local[TIME], &i);
}

struct interval
intervals_change(const struct intervals *t, double before, double after)
{
	double x[CHANGE_FEATURES];
	struct local_interval i;

	intervals_change_features(before, after, x);
	i = local_at(&t->local[CHANGE], x);
	return interval_of(&t->local[CHANGE], &i);
}

/* ---- how they do ---- */

/* Of the rows of all other groups: the constant interval. */
static struct interval
constant_without(const struct local_rows *r, unsigned group, double *values)
{
	const double level = 1 - (1 - INTERVALS_LEVEL / 100.0) / 2;
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		if (r->group[i] != group)
			values[n++] = r->value[i];
	if (!n)
		return (struct interval){0, 0, 0};
	statistics_sort(values, n);
	return (struct interval){values[conformal_place(n, level, true)], values[conformal_place(n, level, false)], 0};
}

static int
by_number(const void *va, const void *vb)
{
	const unsigned *a = va, *b = vb;

	return (*a > *b) - (*a < *b);
}

static size_t
count_groups(const struct local_rows *r)
{
	unsigned *group = zeroed(r->n, sizeof *group);
	size_t n = 0;

	memcpy(group, r->group, r->n * sizeof *group);
	qsort(group, r->n, sizeof *group, by_number);
	for (size_t i = 0; i < r->n; i++)
		n += !i || group[i] != group[i - 1];
	free(group);
	return n;
}

size_t
intervals_rows(const struct intervals *t, bool change)
{
	return t->local[change ? CHANGE : TIME].rows.n;
}

struct interval_trial
intervals_trial(const struct intervals *t, bool change, size_t i)
{
	const struct local *l = &t->local[change ? CHANGE : TIME];
	const struct local_interval x = local_without(l, i);
	double *values = zeroed(l->rows.n, sizeof *values);
	const struct interval all = constant_without(&l->rows, l->rows.group[i], values);

	free(values);
	return (struct interval_trial){l->rows.value[i], x.low, x.high, all.low, all.high};
}

struct interval_coverage
intervals_coverage(const struct intervals *t, bool change)
{
	const struct local_rows *r = &t->local[change ? CHANGE : TIME].rows;
	struct interval_coverage c = {.rows = r->n, .kernels = count_groups(r)};
	const double n = (double)r->n;

	for (size_t i = 0; i < r->n; i++) {
		const struct interval_trial x = intervals_trial(t, change, i);

		c.held += x.ratio >= x.low && x.ratio <= x.high ? 1 / n : 0;
		c.width += (x.high - x.low) / n;
		c.constant_held += x.ratio >= x.constant_low && x.ratio <= x.constant_high ? 1 / n : 0;
		c.constant_width += (x.constant_high - x.constant_low) / n;
	}
	return c;
}
