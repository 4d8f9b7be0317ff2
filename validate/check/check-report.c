/* check-report.c: the tables and the CSV of simt-check. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "validate/check/check-measured.h"
#include "validate/check/check-grid.h"

static const char inst[] = "smsp__inst_executed.sum", thread[] = "smsp__thread_inst_executed.sum",
		  cycles[] = "sm__cycles_elapsed.max", lanes[] = "smsp__thread_inst_executed_per_inst_executed.ratio";

static const char *
verdict_name(enum check_verdict v)
{
	static const char *const name[] = {"", "equal", "near", "far", "exempt", "FAILED"};

	return name[v];
}

/* ---- CSV ---- */
static void
put_keys(const struct check *c, FILE *out, const struct check_launch *l)
{
	const struct workload_launch *x = &c->w->launch[l->launch];

	csvfile_put(out, x->cell[COLUMN_technique]);
	putc(',', out);
	csvfile_put(out, x->cell[COLUMN_variant]);
	putc(',', out);
	csvfile_put(out, c->w->cases[l->in_case].name);
	putc(',', out);
	csvfile_put(out, l->name);
	fprintf(out, l->whole ? ",," : ",%u,", l->ordinal);
	csvfile_put(out, l->kernel);
}

static void
put_error(FILE *out, double error)
{
	if (isinf(error))
		fputs(",inf,", out);
	else
		fprintf(out, ",%.6f,", error);
}

static void
csv_row(const struct check *c, FILE *out, const struct check_row *r)
{
	const struct check_metric *m = &c->metric[r->metric];

	put_keys(c, out, &c->launch[r->launch]);
	fprintf(out, ",,,%s,", m->instrumented ? "instrumented" : "hardware");
	csvfile_put(out, m->name);
	fprintf(out, ",%.10g,%.10g,%.10g,%.10g,%u", r->simulated, r->measured, r->low, r->high, r->runs);
	put_error(out, r->error);
	fprintf(out, "%s\n", verdict_name(r->verdict));
}

static void
csv_pcs(const struct check *c, FILE *out, const struct check_launch *l)
{
	static const char *const name[CHECK_PC_COUNTS] = {"inst_executed", "thread_inst_executed", "thread_inst_executed_true"};

	for (size_t i = 0; i < l->npc; i++) {
		const struct check_pc *p = &l->pc[i];

		for (int k = 0; k < CHECK_PC_COUNTS && p->has[CHECK_SIMULATED] && p->has[CHECK_MEASURED]; k++) {
			uint64_t s = p->v[CHECK_SIMULATED][k], m = p->v[CHECK_MEASURED][k];
			double error = s == m ? 0 : (double)s / (double)m - 1;

			put_keys(c, out, l);
			fprintf(out, ",0x%04" PRIx32 ",", p->pc);
			csvfile_put(out, p->sass);
			fprintf(out, ",instrumented,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",1", name[k], s, m, m, m);
			put_error(out, error);
			fprintf(out, "%s\n",
				verdict_name(s == m                        ? CHECK_EQUAL
					     : fabs(error) <= c->tolerance ? CHECK_NEAR
									   : CHECK_FAR));
		}
	}
}

void
check_csv(const struct check *c, FILE *out)
{
	fputs("technique,variant,case,launch,ordinal,kernel,pc,sass,kind,metric,simulated,measured,low,high,runs,error,verdict\n",
	      out);
	for (size_t i = 0; i < c->nbuffer; i++) {
		const struct check_buffer *b = &c->buffer[i];
		const struct workload_case *wc = &c->w->cases[b->in_case];

		if (!b->verdict)
			continue;
		csvfile_put(out, c->w->launch[wc->launches[0]].cell[COLUMN_technique]);
		putc(',', out);
		csvfile_put(out, c->w->launch[wc->launches[0]].cell[COLUMN_variant]);
		putc(',', out);
		csvfile_put(out, wc->name);
		/* the value of a buffer: number of chunks of 4096 elements before the first that differs */
		fprintf(out, ",,,,,,outputs,%s,%" PRIu64 ",%zu,,,1,,%s\n", b->name,
			b->verdict == CHECK_EQUAL ? b->nchunk[CHECK_SIMULATED] : b->first, b->nchunk[CHECK_MEASURED],
			verdict_name(b->verdict));
	}
	for (size_t i = 0, k = 0; i < c->nlaunch; i++) {
		for (; k < c->nrow && c->row[k].launch == i; k++)
			csv_row(c, out, &c->row[k]);
		if (c->instrumented)
			csv_pcs(c, out, &c->launch[i]);
	}
}

/* ---- launches ---- */
static void
put_error_text(char *to, const struct check_row *r)
{
	if (r->verdict == CHECK_EQUAL)
		snprintf(to, GRID_CELL, "equal");
	else if (isinf(r->error))
		snprintf(to, GRID_CELL, "inf");
	else if (fabs(r->error) < 0.00005 && r->error != 0)
		snprintf(to, GRID_CELL, "%+.0e", r->error);
	else if (fabs(r->error) < 0.0995)
		snprintf(to, GRID_CELL, "%+.2f%%", 100 * r->error);
	else
		snprintf(to, GRID_CELL, "%+.0f%%", 100 * r->error);
}

static void
put_count(char *to, double v, bool compact)
{
	static const char unit[] = {'k', 'M', 'G', 'T'};
	int k = -1;

	if (!compact || v < 100000) {
		snprintf(to, GRID_CELL, v >= 1000 ? "%.0f" : "%.10g", v);
		return;
	}
	while (v >= 999.95 && k < 3) {
		v /= 1000;
		k++;
	}
	snprintf(to, GRID_CELL, "%.*f%c", v < 100 ? 2 : 1, v, unit[k]);
}

/* The worst of the buffers of a case. */
static enum check_verdict
contents_of(const struct check *c, size_t in_case)
{
	enum check_verdict v = CHECK_NOTHING;

	for (size_t i = 0; i < c->nbuffer; i++)
		if (c->buffer[i].in_case == in_case && c->buffer[i].verdict > v)
			v = c->buffer[i].verdict;
	return v;
}

enum launch_column {
	NAME,
	INST_S,
	INST_M,
	INST_E,
	THREAD_S,
	THREAD_M,
	THREAD_E,
	LANES_S,
	LANES_M,
	CYCLES_S,
	CYCLES_M,
	CYCLES_E,
	OUTPUTS,
	CLAIMED,
	LAUNCH_COLUMNS
};
static const struct grid_head launch_head[LAUNCH_COLUMNS] = {{"launch", "", true},
							     {"warp inst", "simulated", false},
							     {"", "measured", false},
							     {"", "error", false},
							     {"thread inst", "simulated", false},
							     {"", "measured", false},
							     {"", "error", false},
							     {"lanes", "sim.", false},
							     {"", "meas.", false},
							     {"cycles", "simulated", false},
							     {"", "measured", false},
							     {"", "error", false},
							     {"outputs", "", true},
							     {"counters", "", true}};

/* A metric of a launch in three cells: simulated, measured, error. */
static void
put_pair(const struct check *c, size_t i, const char *metric, char (*to)[GRID_CELL], bool compact)
{
	const struct check_row *r = check_row(c, i, metric);

	if (!r)
		return;
	put_count(to[0], r->simulated, compact);
	put_count(to[1], r->measured, compact);
	put_error_text(to[2], r);
}

static void
fill_launches(const struct check *c, struct grid *g, bool compact)
{
	grid_clear(g);
	for (size_t i = 0; i < c->nlaunch; i++) {
		const struct check_launch *l = &c->launch[i];
		const struct workload_case *wc = &c->w->cases[l->in_case];
		const struct check_row *r = check_row(c, i, lanes);
		bool first = l->launch == wc->launches[0] && !l->ordinal;
		char(*t)[GRID_CELL];

		if (!c->launches_shown && l->verdict != CHECK_FAILED)
			continue;
		if (l->whole ||
		    (!check_row(c, i, inst) && !check_row(c, i, cycles) && !l->verdict && !(first && contents_of(c, l->in_case))))
			continue;
		t = grid_add(g);
		if (wc->nlaunches == 1)
			snprintf(t[NAME], GRID_CELL, "%s", wc->name);
		else
			snprintf(t[NAME], GRID_CELL, "%s %s", wc->name, l->name);
		if (l->repeat > 1)
			snprintf(t[NAME] + strlen(t[NAME]), GRID_CELL - strlen(t[NAME]), " #%u", l->ordinal + 1);
		put_pair(c, i, inst, t + INST_S, compact);
		put_pair(c, i, thread, t + THREAD_S, compact);
		put_pair(c, i, cycles, t + CYCLES_S, compact);
		if (r) {
			snprintf(t[LANES_S], GRID_CELL, "%.2f", r->simulated);
			snprintf(t[LANES_M], GRID_CELL, "%.2f", r->measured);
		}
		if (first)
			snprintf(t[OUTPUTS], GRID_CELL, "%s", verdict_name(contents_of(c, l->in_case)));
		snprintf(t[CLAIMED], GRID_CELL, "%s", verdict_name(l->verdict));
	}
}

/* ---- metrics ---- */
enum metric_column { METRIC, KIND, LAUNCHES, EQUAL, WITHIN, MEDIAN, WORST, WHERE, METRIC_COLUMNS };

static int
by_size(const void *a, const void *b)
{
	double x = fabs(*(const double *)a), y = fabs(*(const double *)b);

	return (x > y) - (x < y);
}

static void
add_metric(const struct check *c, struct grid *g, size_t metric)
{
	const struct check_metric *m = &c->metric[metric];
	double *error = malloc((c->nrow + 1) * sizeof *error);
	size_t n = 0, equal = 0, within = 0;
	const struct check_row *worst = NULL;
	char(*t)[GRID_CELL];

	if (!error)
		simt_no_memory();
	for (size_t i = 0; i < c->nrow; i++) {
		const struct check_row *r = &c->row[i];

		if (r->metric != metric)
			continue;
		error[n++] = r->error;
		equal += r->verdict == CHECK_EQUAL;
		within += fabs(r->error) <= c->tolerance;
		if (r->verdict != CHECK_EQUAL && (!worst || fabs(r->error) > fabs(worst->error)))
			worst = r;
	}
	if (n) {
		t = grid_add(g);
		qsort(error, n, sizeof *error, by_size);
		snprintf(t[METRIC], GRID_CELL, "%s", m->name);
		snprintf(t[KIND], GRID_CELL, "%s", m->claimed ? "claimed" : m->instrumented ? "instrumented" : "");
		snprintf(t[LAUNCHES], GRID_CELL, "%zu", n);
		snprintf(t[EQUAL], GRID_CELL, "%zu", equal);
		snprintf(t[WITHIN], GRID_CELL, "%zu", within);
		if (worst) {
			struct check_row r = {.error = error[n / 2], .verdict = error[n / 2] == 0 ? CHECK_EQUAL : CHECK_FAR};

			put_error_text(t[MEDIAN], &r);
			put_error_text(t[WORST], worst);
			snprintf(t[WHERE], GRID_CELL, "%s", c->w->cases[c->launch[worst->launch].in_case].name);
		}
	}
	free(error);
}

static void
fill_metrics(const struct check *c, struct grid *g)
{
	grid_clear(g);
	for (int wanted = 1; wanted >= 0; wanted--)
		for (size_t k = 0; k < c->nmetric; k++)
			if (c->metric[k].claimed == (wanted == 1))
				add_metric(c, g, k);
}

/* ---- instructions ---- */
struct pc_sum {
	size_t launches, launches_equal, n, equal;
	double measured, off; /* executions; sum of the sizes of differences */
};

static void
sum_pcs(const struct check_launch *l, struct pc_sum *s)
{
	size_t n = 0, equal = 0;

	for (size_t i = 0; i < l->npc; i++) {
		const struct check_pc *p = &l->pc[i];
		double d = (double)p->v[CHECK_SIMULATED][0] - (double)p->v[CHECK_MEASURED][0];

		if (!p->has[CHECK_SIMULATED] || !p->has[CHECK_MEASURED])
			continue;
		n++;
		equal += !memcmp(p->v[CHECK_SIMULATED], p->v[CHECK_MEASURED], sizeof p->v[0]);
		s->measured += (double)p->v[CHECK_MEASURED][0];
		s->off += fabs(d);
	}
	s->n += n;
	s->equal += equal;
	s->launches += n != 0;
	s->launches_equal += n && n == equal;
}

static double
pc_difference(const struct check_pc *p)
{
	double d = 0;

	for (int k = 0; k < CHECK_PC_COUNTS; k++)
		d += fabs((double)p->v[CHECK_SIMULATED][k] - (double)p->v[CHECK_MEASURED][k]);
	return p->has[CHECK_SIMULATED] && p->has[CHECK_MEASURED] ? d : 0;
}

static int
by_difference(const void *a, const void *b)
{
	const struct check_pc *x = *(const struct check_pc *const *)a, *y = *(const struct check_pc *const *)b;
	double dx = pc_difference(x), dy = pc_difference(y);

	return dx != dy ? (dx < dy) - (dx > dy) : (x->pc > y->pc) - (x->pc < y->pc);
}

static void
put_pcs(const struct check_launch *l, FILE *out, size_t most)
{
	const struct check_pc **p = malloc((l->npc + 1) * sizeof *p);

	if (!p)
		simt_no_memory();
	for (size_t i = 0; i < l->npc; i++)
		p[i] = &l->pc[i];
	qsort(p, l->npc, sizeof *p, by_difference);
	for (size_t i = 0; i < l->npc && i < most && pc_difference(p[i]) > 0; i++) {
		fprintf(out, "  0x%04" PRIx32 "  %-48.48s", p[i]->pc, p[i]->sass);
		for (int k = 0; k < 2; k++)
			fprintf(out, " %13" PRIu64 " %13" PRIu64, p[i]->v[CHECK_SIMULATED][k], p[i]->v[CHECK_MEASURED][k]);
		putc('\n', out);
	}
	free(p);
}

void
check_pcs(const struct check *c, FILE *out, size_t most)
{
	fprintf(out, "%-57s %27s %27s\n%-57s", "Instructions that differ, the largest differences first", "warps", "lanes", "");
	for (int k = 0; k < 2; k++)
		fprintf(out, " %13s %13s", "simulated", "measured");
	putc('\n', out);
	for (size_t i = 0; i < c->nlaunch; i++) {
		const struct check_launch *l = &c->launch[i];
		struct pc_sum s = {0};

		sum_pcs(l, &s);
		if (s.n == s.equal)
			continue;
		fprintf(out, "%s %s: %zu of %zu instructions equal\n", c->w->cases[l->in_case].name, l->name, s.equal, s.n);
		put_pcs(l, out, most);
	}
}

/* ---- what people read ---- */
/* Once each, in lines of at most `width` columns. */
static void
put_not_simulated(const struct check *c, FILE *out, size_t width)
{
	static const char head[] = "Measured, not simulated:";
	size_t at = 0;

	for (size_t k = 0; k < c->nmetric; k++) {
		size_t n = strlen(c->metric[k].name);

		if (!c->metric[k].measured || c->metric[k].simulated)
			continue;
		if (!at)
			at = (size_t)fprintf(out, "%s", head);
		else
			at += (size_t)fprintf(out, ",");
		if (width && at + n + 2 > width)
			at = (size_t)fprintf(out, "\n ") - 1;
		at += (size_t)fprintf(out, " %s", c->metric[k].name);
	}
	if (at)
		fputs(".\n", out);
}

static void
put_lists(const struct check *c, FILE *out, size_t width)
{
	struct check_totals t = check_totals(c);

	for (size_t i = 0; i < c->nbuffer; i++) {
		const struct check_buffer *b = &c->buffer[i];

		if (b->verdict == CHECK_FAILED)
			fprintf(out,
				"%s: buffer %s differs first in elements %" PRIu64 " to %" PRIu64 " of %" PRIu64
				" (measured: of %" PRIu64 ")\n",
				c->w->cases[b->in_case].name, b->name, b->first * 4096, b->first * 4096 + 4095,
				b->elements[CHECK_SIMULATED], b->elements[CHECK_MEASURED]);
	}
	put_not_simulated(c, out, width);
	if (t.not_measured)
		fprintf(out, "%zu launch%s not measured.\n", t.not_measured, t.not_measured == 1 ? " was" : "es were");
	if (t.not_simulated)
		fprintf(out, "%zu launch%s not simulated.\n", t.not_simulated, t.not_simulated == 1 ? " was" : "es were");
}

static void
put_exempt(const struct check *c, FILE *out)
{
	for (size_t i = 0; i < c->nlaunch; i++) {
		const struct check_launch *l = &c->launch[i];
		size_t n = 0, before = 0;

		/* each reason once, where it first holds */
		for (size_t k = 0; k < c->nlaunch; k++) {
			bool same = c->launch[k].verdict == CHECK_EXEMPT && l->exempt && !strcmp(c->launch[k].exempt, l->exempt);

			n += same;
			before += same && k < i;
		}
		if (l->verdict == CHECK_EXEMPT && !before)
			fprintf(out, "Exempt, %zu launch%s: %s.\n", n, n == 1 ? "" : "es", l->exempt);
	}
}

static void
put_summary(const struct check *c, FILE *out)
{
	struct check_totals t = check_totals(c);
	struct pc_sum s = {0};

	put_exempt(c, out);
	for (size_t i = 0; i < c->nlaunch && c->instrumented; i++)
		sum_pcs(&c->launch[i], &s);
	if (s.n)
		fprintf(out,
			"Instructions: %zu of %zu equal in executions and lanes, in %zu of %zu launches all; executions differ by "
			"%.3f%% in "
			"sum.\n",
			s.equal, s.n, s.launches_equal, s.launches, s.measured > 0 ? 100 * s.off / s.measured : 0);
	if (t.pcs)
		fprintf(out,
			"Claimed instructions, where a warp has at most two paths: %zu, executions and lanes of %zu equal, %zu "
			"exempt, "
			"%zu failed.\n",
			t.pcs, t.pcs_equal, t.pcs_exempt, t.pcs - t.pcs_equal - t.pcs_exempt);
	if (t.buffers)
		fprintf(out, "Outputs: %zu of %zu buffers equal.\n", t.buffers_equal, t.buffers);
	if (t.launches)
		fprintf(out, "Claimed counters: %zu launch%s, %zu equal, %zu exempt, %zu failed.\n", t.launches,
			t.launches == 1 ? "" : "es", t.equal, t.exempt, t.failed);
}

static const struct grid_head *
metric_heads(const struct check *c, struct grid_head *head, char *within, size_t size)
{
	static const struct grid_head fixed[METRIC_COLUMNS] = {
		{"metric", "", true}, {"kind", "", true},    {"launches", "", false}, {"equal", "", false},
		{"", "", false},      {"median", "", false}, {"worst", "", false},    {"in case", "", true},
	};

	snprintf(within, size, "in %g%%", 100 * c->tolerance);
	memcpy(head, fixed, sizeof fixed);
	head[WITHIN].top = within;
	return head;
}

void
check_table(const struct check *c, FILE *out, unsigned width)
{
	struct grid g = {.columns = LAUNCH_COLUMNS};
	struct grid_head head[METRIC_COLUMNS];
	char within[32];

	fill_launches(c, &g, false);
	if (width && grid_width(&g, launch_head) > width)
		fill_launches(c, &g, true);
	/* what a reader misses least goes first: where counters are equal one side says it all */
	static const int least[] = {THREAD_S, INST_S, CLAIMED, THREAD_M};
	for (size_t i = 0; i < sizeof least / sizeof *least && width && grid_width(&g, launch_head) > width; i++)
		g.hidden |= 1u << least[i];
	if (g.n) {
		grid_put(&g, launch_head, out, width);
		putc('\n', out);
	}
	grid_free(&g);
	g = (struct grid){.columns = METRIC_COLUMNS};
	fill_metrics(c, &g);
	if (g.n) {
		grid_put(&g, metric_heads(c, head, within, sizeof within), out, width);
		putc('\n', out);
	}
	grid_free(&g);
	put_lists(c, out, width);
	put_summary(c, out);
}

void
check_markdown(const struct check *c, FILE *out)
{
	struct grid g = {.columns = LAUNCH_COLUMNS};
	struct grid_head head[METRIC_COLUMNS];
	char within[32];

	fill_launches(c, &g, false);
	if (g.n) {
		grid_markdown(&g, launch_head, out);
		putc('\n', out);
	}
	grid_free(&g);
	g = (struct grid){.columns = METRIC_COLUMNS};
	fill_metrics(c, &g);
	grid_markdown(&g, metric_heads(c, head, within, sizeof within), out);
	putc('\n', out);
	grid_free(&g);
	put_summary(c, out);
}
