/* report-summary.c: what is slow and why, in words and with the numbers that prove it. */
#include <math.h>
#include <string.h>

#include "base/file-names.h"
#include "workloads/plot/report-page.h"

enum { LIMITS_TOLD = 6, REMEDIES_TOLD = 4, ALIKE_TOLD = 3 };

/* What is told only if it is this much. */
#define WORTH_PERCENT 5.0
#define WORTH_TIMES   1.1
/* Of what the first limit may account for. */
#define ALIKE 0.9
/* Of what DRAM can bring. */
#define WORTH_RATE 0.3
/* Of all warp-cycles. */
#define ONE_LINE 0.9

/* ---- the verdict ---- */

/* A word in single quotes for a shell, if it needs them. */
static void
put_word(FILE *out, const char *word)
{
	const bool plain = *word && !word[strcspn(word, " '\"\\$*?[]<>&;|()~#!`")];

	fputs(plain ? "" : "&#39;", out);
	for (char one[2] = ""; *word; word++) {
		*one = *word;
		if (*one == '\'')
			fputs("&#39;\\&#39;&#39;", out);
		else if ((*one & 0x80) == 0)
			html_text(out, one);
		else
			putc(*one, out);
	}
	fputs(plain ? "" : "&#39;", out);
}

static void
put_untried(const struct page *p, const struct page_launch *l, FILE *out)
{
	const char *workload = page_text(page_shown(p)->all, "workload");

	fputs("<p class=\"small\">This comes from the counts of one run, and nothing was tried", out);
	if (*workload) {
		fputs(". <code>simt-why --json=why.json --only ", out);
		put_word(out, page_text(l->of_case, "case"));
		putc(' ', out);
		put_word(out, workload);
		fputs("</code> runs experiments, whose result this page takes as well", out);
	}
	fputs(".</p>\n", out);
}

/* What the counts say. Limits that may account for as much as the first one are named with it: counts do not tell them apart. */
static void
put_quick(const struct page_launch *l, FILE *out)
{
	const json_t *limits = page_list(l->verdict, "limits");
	const double share = page_number(json_array_get(limits, 0), "share");
	size_t alike = 1;

	while (page_number(json_array_get(limits, alike), "share") >= ALIKE * share)
		alike++;
	fprintf(out, "<p class=\"verdict\"><span class=\"badge\">not tried</span> Most may be due to %s",
		alike > 1 ? "one of these, which counts cannot tell apart: " : "");
	for (size_t i = 0; i < alike && i < ALIKE_TOLD; i++) {
		fprintf(out, "%s<strong>", i ? "; " : "");
		html_text(out, page_text(json_array_get(limits, i), "title"));
		fputs("</strong>", out);
	}
	if (alike > ALIKE_TOLD)
		fprintf(out, "; and %zu more", alike - ALIKE_TOLD);
	fprintf(out, ": up to %.0f %%%s.</p>\n", share, alike > 1 ? " each" : "");
}

static void
put_verdict(const struct page *p, const struct page_launch *l, FILE *out)
{
	const char *status = page_text(l->launch, "status");
	const json_t *limit = json_array_get(page_list(l->verdict, "limits"), 0);

	if (strcmp(status, "ok") != 0) {
		fputs("<p class=\"verdict\">The launch did not come to its end: ", out);
		html_text(out, *status ? status : "its status is not known");
		fputs(".</p>\n", out);
	} else if (l->tried) {
		fputs("<p class=\"verdict\">", out);
		html_text(out, page_text(json_object_get(l->verdict, "verdict"), "text"));
		fputs("</p>\n<p class=\"small\">Found by experiments of simt-why.</p>\n", out);
	} else if (limit) {
		put_quick(l, out);
		put_untried(p, l, out);
	} else {
		fputs("<p class=\"verdict\">The result has no verdict.</p>\n<p class=\"small\"><code>simt-sim --json=FILE "
		      "--explain</code> writes what the counts say, and <code>simt-why --json=FILE</code> what experiments say; "
		      "both "
		      "only in cycle mode.</p>\n",
		      out);
	}
}

/* ---- what proves it ---- */

static void
put_source(struct page *p, const char *file, uint64_t line, FILE *out)
{
	const char *text = *file ? sources_line(p->sources, file, (unsigned)line) : NULL;

	if (!text || !*text)
		return;
	fputs(" <code>", out);
	html_text(out, text);
	fputs("</code>", out);
}

static void
put_where(struct page *p, const struct page_launch *l, const json_t *x, FILE *out)
{
	const char *file = page_text(x, "file");

	if (*file) {
		page_put_place(l, file, page_count(x, "line"), out);
		put_source(p, file, page_count(x, "line"), out);
	} else {
		const json_t *pc = json_object_get(x, "pc") ? json_object_get(x, "pc") : json_array_get(page_list(x, "pcs"), 0);

		html_printf(out, "instruction 0x%04llx", (unsigned long long)json_integer_value(pc));
	}
}

/* Where one line takes it all, the instruction that takes most. */
static void
put_hottest_instruction(const struct page_launch *l, double all, FILE *out)
{
	const json_t *list = page_list(l->launch, "instructions"), *hottest = NULL;
	uint64_t most = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *x = json_array_get(list, i);
		const uint64_t cycles = page_sum(json_object_get(x, "warp_cycles"));

		hottest = cycles > most ? x : hottest;
		most = cycles > most ? cycles : most;
	}
	if (!hottest)
		return;
	fprintf(out, " Its instruction with the largest share, %.0f %%, is <code>", 100 * (double)most / all);
	html_printf(out, "0x%04llx %s", (unsigned long long)page_count(hottest, "pc"), page_text(hottest, "sass"));
	fputs("</code>.", out);
}

/* The line with most warp-cycles. */
static void
put_hottest(struct page *p, const struct page_launch *l, FILE *out)
{
	const json_t *lines = page_list(l->launch, "lines"), *hottest = NULL;
	double all = 0, most = 0;
	uint64_t longest;
	const char *state;

	for (size_t i = 0; i < json_array_size(lines); i++) {
		const json_t *x = json_array_get(lines, i);
		const double cycles = (double)page_sum(json_object_get(x, "warp_cycles"));

		all += cycles;
		hottest = cycles > most ? x : hottest;
		most = cycles > most ? cycles : most;
	}
	if (!hottest)
		return;
	state = page_largest(json_object_get(hottest, "warp_cycles"), &longest);
	fprintf(out, "<li><b>%.0f %%</b> of the time of its warps is spent at ", 100 * most / all);
	put_where(p, l, hottest, out);
	fprintf(out, ": there, %.0f %% in state ", 100 * (double)longest / most);
	html_printf(out, "%s (%s).", state, page_state_meaning(state));
	if (most >= ONE_LINE * all)
		put_hottest_instruction(l, all, out);
	fputs("</li>\n", out);
}

/* The line, or where lines are not known the instruction, with the roots that lose most. */
static const json_t *
worst_root(const struct page_launch *l, const char **kind, double *lost)
{
	const json_t *first = json_array_get(page_list(json_object_get(l->launch, "roots"), "list"), 0);
	const json_t *lines = page_list(l->launch, "lines"), *worst = NULL;
	uint64_t most;

	*lost = 0;
	for (size_t i = 0; i < json_array_size(lines); i++) {
		const json_t *x = json_array_get(lines, i), *of_kind = json_object_get(x, "lane_slots_lost");

		if ((double)page_sum(of_kind) <= *lost || !*page_text(x, "file"))
			continue;
		worst = x;
		*lost = (double)page_sum(of_kind);
		*kind = page_largest(of_kind, &most);
	}
	if (worst || !first)
		return worst;
	*kind = page_text(first, "kind");
	*lost = (double)page_count(first, "lane_slots");
	return first;
}

static void
put_divergence(struct page *p, const struct page_launch *l, FILE *out)
{
	const char *kind = "";
	double lost;
	const json_t *worst = worst_root(l, &kind, &lost);
	const double share = page_percent(lost, page_number(json_object_get(l->launch, "roots"), "lane_slots"));

	if (!(share >= WORTH_PERCENT))
		return;
	fprintf(out, "<li><b>%.0f %%</b> of all lane-slots are lost because lanes ", share);
	fputs(!strcmp(kind, "predicate") ? "are guarded off at "
	      : !strcmp(kind, "exit")    ? "have exited at "
	      : !strcmp(kind, "barrier") ? "wait since a barrier at "
					 : "wait since they branched apart at ",
	      out);
	put_where(p, l, worst, out);
	fputs(".</li>\n", out);
}

/* Whether warps wait for global or local memory for a time that is worth telling, or time is not known. */
static bool
waits_for_memory(const struct page_launch *l)
{
	const double all = page_metric(l->launch, "smsp__warps_active.sum");
	const double waits = page_metric(l->launch, "simt__warp_cycles_long_scoreboard.sum") +
			     page_metric(l->launch, "simt__warp_cycles_lg_throttle.sum");

	return !(page_percent(waits, all) < WORTH_PERCENT);
}

/* The line with most sectors beyond the fewest. */
static void
put_sectors(struct page *p, const struct page_launch *l, FILE *out)
{
	const json_t *lines = page_list(l->launch, "lines"), *worst = NULL;
	double all = 0, most = 0;

	for (size_t i = 0; i < json_array_size(lines); i++) {
		const json_t *x = json_array_get(lines, i);
		const double sectors = (double)page_count(x, "sectors"), more = sectors - (double)page_count(x, "sectors_ideal");

		all += sectors;
		worst = more > most ? x : worst;
		most = more > most ? more : most;
	}
	if (!worst || !waits_for_memory(l) || !(page_percent(most, all) >= WORTH_PERCENT) ||
	    page_number(worst, "sectors") < WORTH_TIMES * page_number(worst, "sectors_ideal"))
		return;
	fputs("<li>", out);
	put_where(p, l, worst, out);
	fputs(" moves <b>", out);
	html_decimals(out, page_number(worst, "sectors") / page_number(worst, "sectors_ideal"), 1);
	fputs(" times</b> the sectors that its words fill: neighbouring lanes do not access neighbouring words.</li>\n", out);
}

/* How much of what DRAM can bring it has brought, if that is a lot. */
static void
put_dram(const struct page *p, const struct page_launch *l, FILE *out)
{
	const json_t *parameters = json_object_get(json_object_get(page_shown(p)->all, "machine"), "parameters");
	const double most = page_number(json_object_get(parameters, "dram_rate"), "value");
	const double bytes = page_metric(l->launch, "dram__bytes_read.sum") / page_metric(l->launch, "sm__cycles_elapsed.max");

	if (!(bytes >= WORTH_RATE * most) || !isfinite(bytes))
		return;
	fputs("<li>DRAM brings ", out);
	html_decimals(out, bytes, 0);
	fprintf(out, " bytes a cycle, <b>%.0f %%</b> of the ", 100 * bytes / most);
	html_decimals(out, most, 0);
	fputs(" that it can.</li>\n", out);
}

static void
put_slots(const struct page_launch *l, FILE *out)
{
	const double issued = page_metric(l->launch, "smsp__issue_active.sum");
	const double waits = page_metric(l->launch, "simt__issue_slots_no_eligible.sum");
	const double none = page_metric(l->launch, "simt__issue_slots_no_warp.sum"), all = issued + waits + none;

	if (!(all > 0))
		return;
	fprintf(out,
		"<li>Warp schedulers issue an instruction in <b>%.0f %%</b> of all issue slots. In %.0f %% all their warps wait, "
		"and in "
		"%.0f %% they have none.</li>\n",
		100 * issued / all, 100 * waits / all, 100 * none / all);
}

/* ---- numbers ---- */

static void
put_figure(const struct page_launch *l, const char *name, const char *metric, int decimals, const char *unit, FILE *out)
{
	const double now = page_metric(l->launch, metric), before = l->before ? page_metric(l->before, metric) : NAN;

	if (!isfinite(now))
		return;
	fprintf(out, "<div><dt>%s</dt><dd>", name);
	if (isfinite(before)) {
		html_decimals(out, before, decimals);
		fputs(" &rarr; ", out);
	}
	html_decimals(out, now, decimals);
	fprintf(out, "%s</dd></div>\n", unit);
}

/* Time in ns, as people say it. */
static void
put_time(const struct page_launch *l, FILE *out)
{
	const double ns = page_metric(l->launch, "gpu__time_duration.sum"),
		     before = page_metric(l->before, "gpu__time_duration.sum");
	const double unit = ns < 1e6 ? 1e3 : 1e6;

	if (!(ns > 0))
		return;
	fputs("<div><dt>time</dt><dd>", out);
	if (before > 0) {
		html_decimals(out, before / unit, 2);
		fputs(" &rarr; ", out);
	}
	html_decimals(out, ns / unit, 2);
	fputs(ns < 1e6 ? " &micro;s</dd></div>\n" : " ms</dd></div>\n", out);
}

/* Parts of the launch were passed over by --sample. */
static void
put_sampled(const struct page_launch *l, double cycles, FILE *out)
{
	const double low = page_metric(l->launch, "simt__cycles_sampled_low.cycle");
	const double high = page_metric(l->launch, "simt__cycles_sampled_high.cycle");

	fputs("<span class=\"badge warn\">", out);
	html_decimals(out, low, 0);
	fputs(" to ", out);
	html_decimals(out, high, 0);
	fprintf(out,
		" cycles</span> <span class=\"small\">%+.1f to %+.1f %%: parts of the launch were not simulated, but estimated "
		"(--sample)."
		"</span></dd></div>\n",
		100 * (low / cycles - 1), 100 * (high / cycles - 1));
}

/* Of how many launches in a hundred the cycles are in the interval: INTERVALS_LEVEL. */
static void
put_accuracy(const struct page_launch *l, FILE *out)
{
	const double cycles = page_metric(l->launch, "sm__cycles_elapsed.max");
	const double low = page_metric(l->launch, "simt__cycles_interval_low.cycle");
	const double high = page_metric(l->launch, "simt__cycles_interval_high.cycle");
	const double distance = page_metric(l->launch, "simt__cycles_interval_distance.ratio");

	if (!isfinite(cycles))
		return;
	fputs("<div class=\"accuracy\"><dt>accuracy</dt><dd>", out);
	if (isfinite(page_metric(l->launch, "simt__cycles_sampled_low.cycle"))) {
		put_sampled(l, cycles, out);
		return;
	}
	if (!isfinite(low) || !isfinite(high)) {
		fputs("<span class=\"badge\">not known</span> <span class=\"small\">It is known of machines as they come, and of "
		      "launches that run alone.</span>"
		      "</dd></div>\n",
		      out);
		return;
	}
	fprintf(out, "<span class=\"badge%s\">", distance > 1 ? " warn" : "");
	html_decimals(out, low, 0);
	fputs(" to ", out);
	html_decimals(out, high, 0);
	fputs(" cycles</span> <span class=\"small\">", out);
	fprintf(out, "%+.1f to %+.1f %%: ", 100 * (low / cycles - 1), 100 * (high / cycles - 1));
	fprintf(out, "of 100 launches like this one, %d take as long on the device.%s</span></dd></div>\n", INTERVALS_LEVEL,
		distance > 1 ? " But none that was measured is like it." : "");
}

static void
put_speedup(const struct page_launch *l, FILE *out)
{
	const double speedup = page_metric(l->of_case, "speedup");
	const double low = page_metric(l->of_case, "simt__speedup_interval_low.ratio");
	const double high = page_metric(l->of_case, "simt__speedup_interval_high.ratio");

	if (!isfinite(speedup))
		return;
	fputs("<div><dt>speed-up over ", out);
	html_text(out, page_text(l->of_case, "before"));
	fputs("</dt><dd>", out);
	html_decimals(out, speedup, 2);
	if (isfinite(low) && isfinite(high))
		fprintf(out, " <span class=\"small\">%.2f to %.2f</span>", low, high);
	fputs("</dd></div>\n", out);
}

static void
put_figures(const struct page_launch *l, FILE *out)
{
	fputs("<dl class=\"figures\">\n", out);
	put_figure(l, "cycles", "sm__cycles_elapsed.max", 0, "", out);
	put_time(l, out);
	put_speedup(l, out);
	put_figure(l, "lanes at work", "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", 1, "", out);
	put_figure(l, "instructions", "smsp__inst_executed.sum", 0, "", out);
	put_figure(l, "occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active", 0, " %", out);
	put_figure(l, "L2 hits", "simt__l2_sector_hit_rate.pct", 0, " %", out);
	put_figure(l, "DRAM reads", "dram__bytes_read.sum.per_second", 0, " GB/s", out);
	put_figure(l, "registers", "launch__registers_per_thread", 0, "", out);
	put_accuracy(l, out);
	fputs("</dl>\n", out);
}

/* ---- limits and remedies ---- */

static void
put_limits(const struct page_launch *l, FILE *out)
{
	const json_t *limits = page_list(l->verdict, "limits");

	if (!json_array_size(limits))
		return;
	fprintf(out,
		"<h4>%s</h4>\n<table class=\"numbers\" aria-label=\"Limits\"><thead><tr><th scope=\"col\" "
		"class=\"words\">limit</th>%s<th "
		"scope=\"col\">at most %%"
		"</th></tr></thead><tbody>\n",
		l->tried ? "How much faster it would be without each limit" : "What may hold it back",
		l->tried ? "<th scope=\"col\">times as fast</th>" : "");
	for (size_t i = 0; i < json_array_size(limits) && i < LIMITS_TOLD; i++) {
		const json_t *x = json_array_get(limits, i);

		fputs("<tr><th scope=\"row\" class=\"words\">", out);
		html_text(out, page_text(x, "title"));
		fputs("</th>", out);
		if (l->tried) {
			fputs("<td>", out);
			html_decimals(out, page_number(x, "gain"), 2);
			fputs("</td>", out);
		}
		page_put_share(out, page_number(x, "share"), 1);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table>\n", out);
}

static void
put_remedy(struct page *p, const struct page_launch *l, const json_t *x, FILE *out)
{
	const double gain = page_number(x, "gain");

	fputs("<li>", out);
	html_text(out, page_text(x, "title"));
	if (*page_text(x, "file")) {
		fputs(", at ", out);
		put_where(p, l, x, out);
	}
	if (*page_text(x, "reason")) {
		fputs(": ", out);
		html_text(out, page_text(x, "reason"));
	}
	putc('.', out);
	if (isfinite(gain)) {
		fprintf(out, " <span class=\"small\">%s ",
			!strcmp(page_text(x, "tried"), "itself") ? "Tried itself:" : "Without the limit that it mends:");
		html_decimals(out, gain, 2);
		fputs(" times as fast.</span>", out);
	}
	fputs("</li>\n", out);
}

static void
put_what_to_do(struct page *p, const struct page_launch *l, FILE *out)
{
	const json_t *remedies = page_list(l->verdict, "remedies");
	size_t told = 0;

	for (size_t i = 0; i < json_array_size(remedies) && told < REMEDIES_TOLD; i++) {
		const json_t *x = json_array_get(remedies, i);

		if (json_is_true(json_object_get(x, "refuted")))
			continue;
		if (!told++)
			fputs("<h4>What to do</h4>\n<ol class=\"remedies\">\n", out);
		put_remedy(p, l, x, out);
	}
	fputs(told ? "</ol>\n" : "", out);
}

void
page_put_summary(struct page *p, const struct page_launch *l, FILE *out)
{
	fprintf(out, "<section class=\"part summary\" aria-label=\"Summary\">\n");
	put_verdict(p, l, out);
	fputs("<ul class=\"proof\">\n", out);
	put_hottest(p, l, out);
	put_divergence(p, l, out);
	put_sectors(p, l, out);
	put_dram(p, l, out);
	put_slots(l, out);
	fputs("</ul>\n", out);
	put_figures(l, out);
	fputs("<div class=\"two\"><div>\n", out);
	put_what_to_do(p, l, out);
	fputs("</div><div>\n", out);
	put_limits(l, out);
	fputs("</div></div>\n</section>\n", out);
}
