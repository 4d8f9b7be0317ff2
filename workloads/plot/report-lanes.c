/* report-lanes.c: where the lane-slots and issue slots of a launch went, and what its warps did. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/plot/report-page.h"

enum { PARTS_MOST = 32 };

static double
known(double x)
{
	return isfinite(x) ? x : 0;
}

static double
before_of(const struct page_launch *l, const char *metric)
{
	return l->before ? known(page_metric(l->before, metric)) : NAN;
}

static struct page_part
part(const struct page_launch *l, const char *name, const char *style, const char *metric, const char *meaning)
{
	return (struct page_part){name, meaning, style, known(page_metric(l->launch, metric)), before_of(l, metric)};
}

/* Active lanes are counted with those that a guard switches off. */
static void
put_lane_slots(const struct page_launch *l, FILE *out)
{
	static const char active[] = "smsp__thread_inst_executed.sum", on[] = "smsp__thread_inst_executed_pred_on.sum";
	struct page_part x[] = {
		part(l, "active", "c0", on, "lanes that do something"),
		part(l, "guarded off", "c5", active, "the instruction's guard (@P0) is false for the lane"),
		part(l, "waiting", "c3", "simt__lane_slots_waiting.sum",
		     "other lanes of the warp run, since they branched another way"),
		part(l, "exited", "c6", "simt__lane_slots_exited.sum", "the lane's thread has ended, others of its warp have not"),
		part(l, "never launched", "c7", "simt__lane_slots_never_launched.sum",
		     "the block has no thread for the lane, since its size is no multiple of a warp"),
		part(l, "unfilled", "c4", "simt__lane_slots_unfilled.sum", "no ready lane could take the place"),
	};

	x[1].value -= x[0].value;
	if (l->before)
		x[1].before -= x[0].before;
	fputs("<h4>Lane-slots: what the lanes of issued instructions did</h4>\n", out);
	page_put_parts(out, "lane-slots", "lane-slots", x, sizeof x / sizeof *x, l->before);
}

static void
put_issue_slots(const struct page_launch *l, FILE *out)
{
	const struct page_part x[] = {
		part(l, "issued", "c0", "smsp__issue_active.sum", "a warp scheduler issued an instruction in this cycle"),
		part(l, "none ready", "c3", "simt__issue_slots_no_eligible.sum", "there were warps, but all of them waited"),
		part(l, "no warp", "c7", "simt__issue_slots_no_warp.sum",
		     "the scheduler had no warp: too few blocks, or the end of the launch"),
	};

	if (!(x[0].value + x[1].value + x[2].value > x[0].value))
		return;
	fputs("<h4>Issue slots: whether an instruction was issued</h4>\n", out);
	page_put_parts(out, "issue slots", "slots", x, sizeof x / sizeof *x, l->before);
}

void
page_put_lanes(const struct page_launch *l, FILE *out)
{
	fprintf(out, "<section class=\"part\" aria-labelledby=\"l%zu-lanes\"><h3 id=\"l%zu-lanes\">Lanes and issue slots</h3>\n",
		l->index, l->index);
	if (page_metric(l->launch, "smsp__thread_inst_executed.sum") > 0)
		put_lane_slots(l, out);
	else
		fputs("<p>No instruction was executed.</p>\n", out);
	put_issue_slots(l, out);
	fputs("</section>\n", out);
}

static int
by_value(const void *va, const void *vb)
{
	const struct page_part *a = va, *b = vb;

	if (a->value != b->value)
		return a->value < b->value ? 1 : -1;
	return strcmp(a->name, b->name);
}

void
page_put_states(const struct page_launch *l, FILE *out)
{
	/* c0 is for warps that issue; the largest others are told apart by lightness */
	static const char *const style[] = {"c3", "c5", "c2", "c6", "c4"};
	struct page_part x[PARTS_MOST];
	char metric[PARTS_MOST][96];
	size_t n = 0, others = 0;
	double all = 0;

	for (size_t k = 0; k < SIMT_STALLS && n < PARTS_MOST; k++) {
		snprintf(metric[n], sizeof metric[n], "simt__warp_cycles_%s.sum", simt_stall_name[k]);
		x[n] = part(l, simt_stall_name[k], "c7", metric[n], page_state_meaning(simt_stall_name[k]));
		all += x[n++].value;
	}
	qsort(x, n, sizeof *x, by_value);
	for (size_t i = 0; i < n; i++)
		x[i].style = !strcmp(x[i].name, "selected") ? "c0" : others < sizeof style / sizeof *style ? style[others++] : "c7";
	fprintf(out,
		"<section class=\"part\" aria-labelledby=\"l%zu-states\"><h3 id=\"l%zu-states\">Warp states: what warps did</h3>\n",
		l->index, l->index);
	if (all > 0)
		page_put_parts(out, "state", "warp-cycles", x, n, l->before);
	else
		fputs("<p>No warp was on an SM, or the result has no time.</p>\n", out);
	fputs("</section>\n", out);
}
