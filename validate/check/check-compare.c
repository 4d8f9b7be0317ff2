/* check-compare.c: what of simulated and measured has to be equal, is, and is not. */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "validate/check/check-measured.h"
#include "workloads/runner/saved.h"
#include "base/statistics.h"

/* ---- what the simulator found ---- */
/* A buffer that chunks are added to. */
struct target {
	struct check_buffer *to;
	uint64_t elements;
};

static void
take_chunk(void *arg, uint64_t chunk, uint64_t hash)
{
	const struct target *t = arg;

	check_add_chunk(t->to, CHECK_SIMULATED, t->elements, chunk, hash);
}

void
check_contents(void *arg, const struct workload_case *wc, const struct workload_buffer *b, const void *data)
{
	struct check *c = arg;
	struct target t = {check_find_buffer(c, wc->name, b->name), b->count};

	if (t.to)
		saved_chunks(b, data, NULL, take_chunk, &t);
}

static void
take_launch(struct check *c, struct check_launch *to, const struct run *r, const struct run_launch *l, unsigned run)
{
	const char *text = simt_machine_get(r->machine, "clock");
	const double clock = text ? strtod(text, NULL) : 1; /* MHz */
	const struct simt_launch_stats s = run_launch_stats(l);
	uint8_t *regions = calloc(l->npc + 1, 1);
	bool told = regions && l->pc && simt_function_regions(r->function[l->launch], regions, l->npc);
	char sass[512];

	for (int k = 0; k < SIMT_STATS; k++)
		check_add(c, to, check_metric(c, simt_stat_info[k].metric, simt_stat_info[k].unit), CHECK_SIMULATED, run,
			  (double)s.v[k]);
	check_add(c, to, check_metric(c, "gpu__time_duration.sum", "ns"), CHECK_SIMULATED, run,
		  (double)s.v[SIMT_STAT_cycles] * 1000 / clock);
	for (size_t i = 0; l->pc && i < l->npc; i++) {
		const struct simt_pc_stats *from = &l->pc[i];
		struct check_pc *p;

		if (!simt_function_sass(r->function[l->launch], i, sass, sizeof sass))
			break;
		p = check_pc_at(c, to, (uint32_t)i * 16, sass);
		p->sass = arena_copy(&c->arena, sass, strlen(sass)); /* the device's text has absolute targets */
		p->has[CHECK_SIMULATED] = true;
		p->claimed = told && regions[i] < 2;
		p->v[CHECK_SIMULATED][0] = from->inst_executed;
		p->v[CHECK_SIMULATED][1] = from->thread_inst_executed;
		p->v[CHECK_SIMULATED][2] = from->thread_inst_executed_true;
	}
	to->pc_run[CHECK_SIMULATED] = run + 1;
	free(regions);
}

/* Speed-up over the case `before`, as simt-sim has it. */
static void
take_speedup(struct check *c, const struct run *r, size_t i, unsigned run)
{
	int before = c->w->cases[i].before;
	struct check_launch *to = check_find(c, c->w->cases[i].name, "", 0);

	if (before < 0 || !to || !r->cases[i].cycles || !r->cases[before].cycles || r->cases[i].status != SIMT_OK ||
	    r->cases[before].status != SIMT_OK)
		return;
	check_add(c, to, check_metric(c, "speedup", "ratio"), CHECK_SIMULATED, run,
		  (double)r->cases[before].cycles / (double)r->cases[i].cycles);
}

void
check_take_run(struct check *c, const struct run *r)
{
	unsigned run = c->nruns++;

	for (size_t i = 0; i < c->w->ncases; i++) {
		const struct run_case *rc = &r->cases[i];
		unsigned ordinal = 0;

		for (size_t k = 0; k < rc->nlaunches; k++) {
			const struct run_launch *l = &rc->launches[k];
			struct check_launch *to;

			ordinal = k && rc->launches[k - 1].launch == l->launch ? ordinal + 1 : 0;
			to = check_find(c, c->w->cases[i].name, c->w->launch[l->launch].name, ordinal);
			if (to && l->started && l->status == SIMT_OK)
				take_launch(c, to, r, l, run);
		}
		take_speedup(c, r, i, run);
	}
}

/* ---- comparison ---- */
static int
by_pc(const void *a, const void *b)
{
	const struct check_pc *x = a, *y = b;

	return (x->pc > y->pc) - (x->pc < y->pc);
}

static bool
takes_part(const struct check *c, const struct check_metric *m)
{
	return m->instrumented ? c->instrumented : c->hardware;
}

static void
compare_metric(struct check *c, size_t launch, size_t metric)
{
	const struct check_launch *l = &c->launch[launch];
	struct check_row row = {.launch = launch, .metric = metric, .simulated = NAN};
	double *v = malloc((l->nvalue + 1) * sizeof *v);

	if (!v)
		simt_no_memory();
	for (size_t i = 0; i < l->nvalue; i++) {
		if (l->value[i].metric != metric)
			continue;
		if (l->value[i].side == CHECK_MEASURED)
			v[row.runs++] = l->value[i].value;
		else if (isnan(row.simulated))
			row.simulated = l->value[i].value;
	}
	if (row.runs && !isnan(row.simulated)) {
		row.measured = statistics_median(v, row.runs);
		row.low = v[0];
		row.high = v[row.runs - 1];
		row.error = row.simulated == row.measured ? 0 : row.simulated / row.measured - 1;
		row.verdict = row.simulated == row.low && row.low == row.high ? CHECK_EQUAL
			      : fabs(row.error) <= c->tolerance               ? CHECK_NEAR
									      : CHECK_FAR;
		c->row = grow(c->row, &c->room_row, c->nrow + 1, sizeof *c->row);
		c->row[c->nrow++] = row;
	}
	free(v);
}

/* Gives the claimed counters of a launch, the rows from `first` on, their verdicts. */
static void
judge(struct check *c, struct check_launch *l, size_t first)
{
	size_t warps = check_metric(c, "smsp__warps_launched.sum", "warp"); /* races do not change it */

	for (size_t i = first; i < c->nrow; i++)
		if (c->metric[c->row[i].metric].claimed && c->row[i].low != c->row[i].high)
			l->exempt = "two runs on the device differ";
	for (size_t i = 0; i < c->nexempt; i++)
		if (!fnmatch(c->exempt[i].glob, l->kernel, 0))
			l->exempt = c->exempt[i].reason;
	for (size_t i = first; i < c->nrow; i++) {
		struct check_row *row = &c->row[i];

		if (!c->metric[row->metric].claimed)
			continue;
		if (row->verdict != CHECK_EQUAL)
			row->verdict = l->exempt && !(row->metric == warps && row->low == row->high) ? CHECK_EXEMPT : CHECK_FAILED;
		if (row->verdict > l->verdict)
			l->verdict = row->verdict;
	}
}

/* Average active lanes where the device's file has but the two counters. */
static void
derive_lanes(struct check *c, struct check_launch *l)
{
	size_t inst = check_metric(c, "smsp__inst_executed.sum", "inst"),
	       thread = check_metric(c, "smsp__thread_inst_executed.sum", "inst");
	size_t lanes = check_metric(c, "smsp__thread_inst_executed_per_inst_executed.ratio", "ratio"), n = l->nvalue;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n && l->value[i].metric == inst && l->value[i].value > 0; k++)
			if (l->value[k].metric == thread && l->value[k].side == l->value[i].side &&
			    l->value[k].run == l->value[i].run)
				check_add(c, l, lanes, l->value[k].side, l->value[k].run, l->value[k].value / l->value[i].value);
}

static void
compare_buffer(struct check_buffer *b)
{
	const uint64_t *s = b->chunk[CHECK_SIMULATED], *m = b->chunk[CHECK_MEASURED];
	size_t n = b->nchunk[CHECK_SIMULATED];

	if (!s || !m)
		return;
	b->verdict = CHECK_FAILED;
	for (b->first = 0; b->first < n && b->first < b->nchunk[CHECK_MEASURED]; b->first++)
		if (s[b->first] != m[b->first])
			return;
	if (n == b->nchunk[CHECK_MEASURED] && b->elements[CHECK_SIMULATED] == b->elements[CHECK_MEASURED])
		b->verdict = CHECK_EQUAL;
}

void
check_compare(struct check *c)
{
	for (size_t i = 0; i < c->nlaunch; i++) {
		size_t first = c->nrow;

		derive_lanes(c, &c->launch[i]);
		for (size_t k = 0; k < c->nmetric; k++)
			if (c->metric[k].simulated && c->metric[k].measured && takes_part(c, &c->metric[k]))
				compare_metric(c, i, k);
		judge(c, &c->launch[i], first);
		if (c->launch[i].npc)
			qsort(c->launch[i].pc, c->launch[i].npc, sizeof *c->launch[i].pc, by_pc);
	}
	for (size_t i = 0; i < c->nbuffer; i++)
		compare_buffer(&c->buffer[i]);
}

static void
total_pcs(const struct check_launch *l, struct check_totals *t)
{
	for (size_t i = 0; i < l->npc; i++) {
		const struct check_pc *p = &l->pc[i];
		const uint64_t *s = p->v[CHECK_SIMULATED], *m = p->v[CHECK_MEASURED];
		bool equal = s[0] == m[0] && s[1] == m[1];

		if (!p->claimed || !p->has[CHECK_SIMULATED] || !p->has[CHECK_MEASURED])
			continue;
		t->pcs++;
		t->pcs_equal += equal;
		t->pcs_exempt += !equal && l->exempt;
	}
}

struct check_totals
check_totals(const struct check *c)
{
	struct check_totals t = {0};

	for (size_t i = 0; i < c->nlaunch; i++) {
		const struct check_launch *l = &c->launch[i];
		bool side[CHECK_SIDES] = {false, false};

		if (l->whole)
			continue;
		if (c->instrumented)
			total_pcs(l, &t);
		for (size_t k = 0; k < l->nvalue; k++)
			side[l->value[k].side] = true;
		t.not_simulated += !side[CHECK_SIMULATED];
		t.not_measured += side[CHECK_SIMULATED] && !side[CHECK_MEASURED];
		t.launches += l->verdict != CHECK_NOTHING;
		t.equal += l->verdict == CHECK_EQUAL;
		t.exempt += l->verdict == CHECK_EXEMPT;
		t.failed += l->verdict == CHECK_FAILED;
	}
	for (size_t i = 0; i < c->nbuffer; i++) {
		t.buffers += c->buffer[i].verdict != CHECK_NOTHING;
		t.buffers_equal += c->buffer[i].verdict == CHECK_EQUAL;
		t.buffers_failed += c->buffer[i].verdict == CHECK_FAILED;
	}
	return t;
}

const struct check_row *
check_row(const struct check *c, size_t launch, const char *metric)
{
	size_t low = 0, high = c->nrow;

	while (low < high) { /* rows are in the order of their launches */
		size_t mid = low + (high - low) / 2;

		if (c->row[mid].launch < launch)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < c->nrow && c->row[low].launch == launch; low++)
		if (!strcmp(c->metric[c->row[low].metric].name, metric))
			return &c->row[low];
	return NULL;
}
