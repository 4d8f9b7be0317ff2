#include "workloads/sweep/gather.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/csvfile.h"
#include "base/hash.h"
#include "base/nearest.h"
#include "base/result-file.h"
#include "base/wholefile.h"
#include "workloads/report/values.h"
#include "workloads/sweep/point.h"

/* Columns that each table has, whatever varies. */
static const char *const always[] = {"warp_size", "banks",         "subcores",  "bank_issue",
				     "sms",       "reconvergence", "scheduler", "block_scheduler"};
enum { ALWAYS = sizeof always / sizeof *always };

/* Places in POINT_COLUMNS that are asked for. */
enum { POINT_CASE = 2, POINT_LAUNCH, POINT_ID, POINT_STATUS = 6 };

/* The file of a point, as it was read last. */
struct table {
	size_t point, workload; /* SIZE_MAX: none */
	struct csvfile *f;
	size_t cycles; /* its column */
};

struct gathering {
	const struct gather_wish *w;
	const char **metric; /* that are wanted */
	size_t nmetrics;
	uint32_t *at_baseline; /* by axis: the value there, or AXIS_NONE: that of the point */
	struct map by_values;  /* hash of the values of a point, to its number and 1 */
	struct table own, baseline;
	FILE *out;
	struct gathered *count;
};

/* ---- what is wanted ---- */

struct all_metrics {
	const struct gather_wish *w;
	struct values values;
	const char *name[VALUES_MAX];
	size_t n;
};

static struct all_metrics *
all_metrics(const struct gather_wish *w)
{
	struct all_metrics *all = zeroed(1, sizeof *all);

	all->w = w;
	values_init(&all->values, NULL);
	all->n = values_names(&all->values, all->name);
	return all;
}

static bool
is_metric(const struct all_metrics *all, const char *name)
{
	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->name[i], name))
			return true;
	return false;
}

/* The metric that a short name stands for, or the name itself. */
static const char *
in_full(const struct all_metrics *all, const char *name)
{
	for (size_t i = 0; i < all->w->nwords; i++)
		if (!strcmp(all->w->word[i].name, name) && is_metric(all, all->w->word[i].metric))
			return all->w->word[i].metric;
	return name;
}

/* The names of the metrics, then the short ones; "" for those that stand for none. */
static const char *
known_name(size_t i, const void *arg)
{
	const struct all_metrics *all = arg;

	if (i < all->n)
		return all->name[i];
	i -= all->n;
	return is_metric(all, all->w->word[i].metric) ? all->w->word[i].name : "";
}

/* Adds the metrics of one name or glob, those that are there already left out. */
static bool
add_metrics(struct gathering *g, const struct all_metrics *all, const char *given, struct simt_error *e)
{
	const char *glob = in_full(all, given);
	bool any = false;

	for (size_t i = 0; i < all->n; i++) {
		bool twice = false;

		if (fnmatch(glob, all->name[i], 0) != 0)
			continue;
		any = true;
		for (size_t k = 0; k < g->nmetrics; k++)
			twice = twice || !strcmp(g->metric[k], all->name[i]);
		if (!twice)
			g->metric[g->nmetrics++] = all->name[i];
	}
	if (!any) {
		const char *near = nearest(glob, strlen(glob), known_name, all->n + all->w->nwords, all);

		return near && *near
			       ? simt_fail(e, SIMT_USAGE, "--metrics %s: there is no such metric; did you mean %s?", glob, near)
			       : simt_fail(e, SIMT_USAGE, "--metrics %s: there is no such metric; simt-results(5) lists all", glob);
	}
	return true;
}

/* Whether what is read out of the table will be there. */
static bool
has_needed(const struct gathering *g, const struct all_metrics *all, struct simt_error *e)
{
	for (size_t n = 0; n < g->w->nneeds; n++) {
		const char *need = g->w->needs[n];
		bool found = false;

		for (size_t i = 0; i < g->nmetrics; i++)
			found = found || !strcmp(g->metric[i], need);
		if (!is_metric(all, need))
			return simt_fail(e, SIMT_USAGE, "there is no metric %s; simt-results(5) lists all", need);
		if (!found && g->w->metrics)
			return simt_fail(e, SIMT_USAGE, "--metrics %s: add %s, which is compared", g->w->metrics, need);
		if (!found)
			return simt_fail(e, SIMT_USAGE, "%s is compared: name it in --metrics, with what else the table is to have",
					 need);
	}
	return true;
}

static bool
take_metrics(struct gathering *g, const struct all_metrics *all, struct simt_error *e)
{
	const char *list = g->w->metrics ? g->w->metrics : GATHER_METRICS;
	bool fine = true;

	g->metric = zeroed(all->n, sizeof *g->metric);
	while (fine && *list) {
		const size_t n = strcspn(list, ",");
		char *one = must(strndup(list, n));

		fine = add_metrics(g, all, one, e);
		free(one);
		list += n + (list[n] == ',');
	}
	return fine && has_needed(g, all, e);
}

/* One "axis=value" of the baseline. */
static bool
take_base(struct gathering *g, const char *text, struct simt_error *e)
{
	const struct plan *p = g->w->plan;
	const char *eq = strchr(text, '=');
	size_t axis, value;

	if (!eq)
		return simt_fail(e, SIMT_USAGE, "--baseline %s: write AXIS=VALUE", text);
	axis = plan_axis(p, text, (size_t)(eq - text));
	if (axis == SIZE_MAX)
		return simt_fail(e, SIMT_USAGE, "--baseline %s: there is no such axis", text);
	if (!names_find(&p->axis[axis].known, eq + 1, &value))
		return simt_fail(e, SIMT_USAGE, "--baseline %s: the axis does not take this value", text);
	g->at_baseline[axis] = (uint32_t)value;
	return true;
}

static bool
take_baseline(struct gathering *g, struct simt_error *e)
{
	const char *list = g->w->baseline ? g->w->baseline : "";
	bool fine = true;

	g->at_baseline = zeroed(g->w->plan->naxes, sizeof *g->at_baseline);
	for (size_t i = 0; i < g->w->plan->naxes; i++)
		g->at_baseline[i] = AXIS_NONE;
	while (fine && *list) {
		const size_t n = strcspn(list, ",");
		char *one = must(strndup(list, n));

		fine = take_base(g, one, e);
		free(one);
		list += n + (list[n] == ',');
	}
	return fine;
}

bool
gather_fits(const struct gather_wish *w, struct simt_error *e)
{
	struct gathering g = {.w = w};
	struct all_metrics *all = all_metrics(w);
	bool fine;

	fine = take_metrics(&g, all, e) && take_baseline(&g, e);
	free(g.metric);
	free(g.at_baseline);
	free(all);
	return fine;
}

/* ---- points by their values ---- */

static uint64_t
hash_values(const struct plan *p, const uint32_t *at)
{
	return fnv1a64(at, p->naxes * sizeof *at);
}

static void
index_points(struct gathering *g)
{
	const struct plan *p = g->w->plan;

	for (size_t i = 0; g->w->baseline && i < p->npoints; i++) {
		const uint64_t hash = hash_values(p, p->at + i * p->naxes);

		if (!map_get(&g->by_values, hash))
			map_put(&g->by_values, hash, (void *)(uintptr_t)(i + 1));
	}
}

/* The point that another one is compared with; SIZE_MAX: the plan has none. */
static size_t
baseline_of(const struct gathering *g, size_t point)
{
	const struct plan *p = g->w->plan;
	uint32_t *at;
	size_t found;

	if (!g->w->baseline)
		return SIZE_MAX;
	at = zeroed(p->naxes, sizeof *at);
	for (size_t i = 0; i < p->naxes; i++)
		at[i] = g->at_baseline[i] == AXIS_NONE ? p->at[point * p->naxes + i] : g->at_baseline[i];
	found = (size_t)(uintptr_t)map_get(&g->by_values, hash_values(p, at));
	if (found && memcmp(at, p->at + (found - 1) * p->naxes, p->naxes * sizeof *at) != 0)
		found = 0;
	free(at);
	return found ? found - 1 : SIZE_MAX;
}

/* ---- tables of points ---- */

/* What is known of a point, which stays until the next call. */
static bool
read_table(const struct gathering *g, struct table *t, size_t point, size_t workload, struct simt_error *e)
{
	const char *failed = g->w->failed(g->w->arg, point, workload);
	struct text csv = {.s = NULL};
	int cycles;

	if (t->f && t->point == point && t->workload == workload)
		return true;
	csvfile_free(t->f);
	t->point = point;
	t->workload = workload;
	if (failed) {
		point_failed(&csv, "crash", failed);
		t->f = csvfile_parse(csv.s, csv.n, "point", e);
		text_free(&csv);
	} else {
		char *name = store_point(g->w->store, g->w->key[point * g->w->nworkloads + workload]);

		t->f = csvfile_read(name, e);
		free(name);
	}
	if (!t->f)
		return false;
	cycles = csvfile_find(t->f, simt_stat_info[SIMT_STAT_cycles].metric);
	if (t->f->ncolumns < POINT_NCOLUMNS || cycles < 0)
		return csvfile_fail(t->f, csvfile_header(t->f, 0), 0, e,
				    "this is no file of a point; remove it, and the point runs again");
	t->cycles = (size_t)cycles;
	return true;
}

static const char *
text_at(const struct table *t, size_t row, size_t column)
{
	return csvfile_cell(t->f, row, column)->text;
}

/* The row of a table for the same case and execution as a row of another one; SIZE_MAX: none. */
static size_t
same_row(const struct table *t, const struct table *of, size_t row)
{
	for (size_t r = 0; r < t->f->nrows; r++)
		if (!strcmp(text_at(t, r, POINT_CASE), text_at(of, row, POINT_CASE)) &&
		    !strcmp(text_at(t, r, POINT_LAUNCH), text_at(of, row, POINT_LAUNCH)) &&
		    !strcmp(text_at(t, r, POINT_ID), text_at(of, row, POINT_ID)))
			return r;
	return SIZE_MAX;
}

static bool
has_ended(const struct table *t, size_t row)
{
	const char *status = text_at(t, row, POINT_STATUS);

	return !strcmp(status, "ok") || !strcmp(status, "mismatch");
}

static double
cycles_of(const struct table *t, size_t row)
{
	return row != SIZE_MAX && has_ended(t, row) ? strtod(text_at(t, row, t->cycles), NULL) : 0;
}

/* ---- the table ---- */

static bool
is_always(const char *name)
{
	for (int i = 0; i < ALWAYS; i++)
		if (!strcmp(always[i], name))
			return true;
	return !strcmp(name, "machine") || !strcmp(name, "mode");
}

static void
put_header(const struct gathering *g)
{
	const struct plan *p = g->w->plan;

	fputs("point,workload,machine", g->out);
	for (int i = 0; i < ALWAYS; i++)
		fprintf(g->out, ",%s", always[i]);
	fputs(",mode", g->out);
	for (size_t i = 0; i < p->naxes; i++)
		if (!is_always(p->axis[i].name))
			fprintf(g->out, ",%s", p->axis[i].name);
	fputs(",remark," POINT_COLUMNS, g->out);
	for (size_t i = 0; i < g->nmetrics; i++)
		fprintf(g->out, ",%s", g->metric[i]);
	fputs(",baseline_speedup\n", g->out);
}

static void
put(FILE *out, const char *text)
{
	csvfile_put(out, text);
	putc(',', out);
}

/* What is to be said of a machine, in one cell. */
static void
put_remark(FILE *out, const struct simt_machine *m)
{
	struct text t = {.s = NULL};
	char doubt[400];

	for (size_t i = 0; simt_machine_doubt(m, i, doubt, sizeof doubt); i++) {
		text_put(&t, i ? "; " : "");
		text_put(&t, doubt);
	}
	text_bytes(&t, "", 1);
	put(out, t.s);
	text_free(&t);
}

/* The columns that all rows of a point have. */
static struct text
keys_of(const struct gathering *g, size_t point, size_t workload)
{
	const struct plan *p = g->w->plan;
	struct simt_machine *m = plan_machine(p, point, NULL);
	struct text t = {.s = NULL};
	FILE *out = must(open_memstream(&t.s, &t.n));

	fprintf(out, "%zu,", point + 1);
	put(out, g->w->workload[workload]);
	put(out, simt_machine_get(m, "name"));
	for (int i = 0; i < ALWAYS; i++)
		put(out, simt_machine_get(m, always[i]));
	put(out, plan_mode(p, point) == SIMT_CYCLE ? "cycle" : "functional");
	for (size_t i = 0; i < p->naxes; i++)
		if (!is_always(p->axis[i].name))
			put(out, plan_value(p, point, i) ? plan_value(p, point, i) : "");
	put_remark(out, m);
	fclose(out);
	must(t.s);
	simt_machine_free(m);
	return t;
}

static void
put_row(struct gathering *g, const struct text *keys, size_t row, const size_t *column)
{
	const struct table *t = &g->own;
	const double base = g->baseline.point == SIZE_MAX ? 0 : cycles_of(&g->baseline, same_row(&g->baseline, t, row)),
		     own = cycles_of(t, row);

	fwrite(keys->s, 1, keys->n, g->out);
	for (size_t c = 0; c < POINT_NCOLUMNS; c++)
		put(g->out, text_at(t, row, c));
	for (size_t i = 0; i < g->nmetrics; i++)
		put(g->out, text_at(t, row, column[i]));
	if (base > 0 && own > 0)
		fprintf(g->out, "%.6f", base / own);
	putc('\n', g->out);
	g->count->rows++;
	g->count->failed += !has_ended(t, row);
	g->count->mismatch += !strcmp(text_at(t, row, POINT_STATUS), "mismatch");
}

/* All rows of a point. */
static bool
put_point(struct gathering *g, size_t point, size_t workload, struct simt_error *e)
{
	const size_t base = baseline_of(g, point);
	size_t *column;
	struct text keys;

	if (!read_table(g, &g->own, point, workload, e))
		return false;
	if (base != SIZE_MAX && !read_table(g, &g->baseline, base, workload, e))
		return false;
	if (base == SIZE_MAX)
		g->baseline.point = SIZE_MAX;
	column = zeroed(g->nmetrics, sizeof *column);
	for (size_t i = 0; i < g->nmetrics; i++) {
		const int c = csvfile_find(g->own.f, g->metric[i]);

		if (c < 0)
			csvfile_fail(g->own.f, csvfile_header(g->own.f, 0), 0, e,
				     "it has no column %s; remove it, and the point runs again", g->metric[i]);
		column[i] = (size_t)c;
	}
	keys = keys_of(g, point, workload);
	for (size_t row = 0; !e->status && row < g->own.f->nrows; row++)
		if (g->w->launches || !*text_at(&g->own, row, POINT_ID))
			put_row(g, &keys, row, column);
	free(keys.s);
	free(column);
	return !e->status;
}

static bool
put_all(struct gathering *g, struct simt_error *e)
{
	char *name = store_file(g->w->store, "results.csv");
	struct result_file *f = result_open(name, e);

	free(name);
	if (!f)
		return false;
	g->out = result_stream(f);
	put_header(g);
	for (size_t i = 0; !e->status && i < g->w->plan->npoints; i++)
		for (size_t k = 0; !e->status && k < g->w->nworkloads; k++)
			put_point(g, i, k, e);
	if (!e->status)
		return result_close(f, e);
	result_discard(f);
	return false;
}

bool
gather(const struct gather_wish *w, struct gathered *count, struct simt_error *e)
{
	struct gathering g = {.w = w, .own = {.point = SIZE_MAX}, .baseline = {.point = SIZE_MAX}, .count = count};
	struct all_metrics *all = all_metrics(w);
	struct simt_error own = {.status = SIMT_OK};

	*count = (struct gathered){.rows = 0};
	if (take_metrics(&g, all, &own) && take_baseline(&g, &own)) {
		index_points(&g);
		put_all(&g, &own);
	}
	csvfile_free(g.own.f);
	csvfile_free(g.baseline.f);
	free(g.by_values.entry);
	free(g.metric);
	free(g.at_baseline);
	free(all);
	return !own.status || simt_fail(e, own.status, "%s", own.text);
}
