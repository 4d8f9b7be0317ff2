#include "workloads/plot/page.h"

#include <math.h>
#include <string.h>

#include "base/file-names.h"
#include "workloads/plot/report-assets.h"
#include "workloads/plot/report-page.h"
#include "workloads/plot/report-timeline.h"

/* The name of what was run. */
static const char *
subject(const struct page *p)
{
	const char *workload = p->nresults ? page_text(page_shown(p)->all, "workload") : p->recording->workload;

	return *workload ? path_base(workload) : path_base(p->nresults ? page_shown(p)->name : p->recording_name);
}

static void
put_title(const struct page *p, FILE *out)
{
	const char *machine = p->nresults ? page_shown(p)->r->machine : p->recording->machine;

	if (p->wish->title)
		html_text(out, p->wish->title);
	else if (p->nresults && p->nlaunches == 1)
		html_printf(out, "%s: %s on %s", subject(p), page_text(p->launch->of_case, "case"), machine);
	else
		html_printf(out, "%s on %s", subject(p), machine);
}

static void
put_lines(const char *const *line, FILE *out)
{
	for (; *line; line++)
		fputs(*line, out);
}

static void
put_head(const struct page *p, FILE *out)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
	      out);
	put_title(p, out);
	fputs("</title>\n<style>\n", out);
	put_lines(page_style, out);
	/* with a script one launch is shown at a time, and the others need not be laid out first */
	fputs("</style>\n<script>document.documentElement.className = 'js';</script>\n</head>\n<body>\n<a class=\"skip\" "
	      "href=\"#main\">To the results</a>\n",
	      out);
}

/* The links to parts lead to those of the launch that is shown; report.js sees to that. */
static void
put_header(const struct page *p, FILE *out)
{
	static const char *const part[][2] = {
		{"", "Summary"}, {"-code", "Code"}, {"-lanes", "Lanes"}, {"-states", "Warp states"}, {"-roots", "Divergence"}};
	size_t first = 0;

	while (first < p->nlaunches && !p->launch[first].shown)
		first++;
	fputs("<header>\n<h1>", out);
	put_title(p, out);
	fputs("</h1>\n", out);
	if (p->nlaunches > 1) {
		fputs("<p class=\"pick no-print\" hidden><label for=\"pick\">Launch</label> <select id=\"pick\">\n", out);
		for (size_t i = 0; i < p->nlaunches; i++) {
			if (!p->launch[i].shown)
				continue;
			fprintf(out, "<option value=\"l%zu\">", i);
			page_put_name(p->launch[i].of_case, p->launch[i].launch, out);
			fputs("</option>\n", out);
		}
		fputs("</select></p>\n", out);
	}
	fputs("<nav class=\"no-print\" aria-label=\"Parts of the page\">\n", out);
	if (p->d)
		fputs("<a href=\"#differences\">Before and after</a>\n", out);
	if (p->nlaunches)
		for (size_t k = 0; k < sizeof part / sizeof *part; k++)
			fprintf(out, "<a class=\"of-launch\" href=\"#l%zu%s\">%s</a>\n", first, part[k][0], part[k][1]);
	if (p->recording)
		fputs("<a href=\"#timeline\">Over time</a>\n", out);
	if (p->nlaunches > 1)
		fputs("<a href=\"#launches\">All launches</a>\n", out);
	fputs("<a href=\"#machine\">Machine and origin</a>\n</nav>\n</header>\n", out);
}

static void
put_dimension(const json_t *list, FILE *out)
{
	for (size_t k = 0; k < 3; k++) {
		const json_int_t n = json_integer_value(json_array_get(list, k));

		if (k == 0 || n > 1 || (k == 1 && json_integer_value(json_array_get(list, 2)) > 1))
			fprintf(out, "%s%lld", k ? " &times; " : "", (long long)n);
	}
}

static void
put_launch(struct page *p, const struct page_launch *l, FILE *out)
{
	fprintf(out, "<article class=\"launch\" id=\"l%zu\" data-kernel=\"", l->index);
	html_text(out, page_text(l->launch, "kernel"));
	fputs("\" data-case=\"", out);
	html_text(out, page_text(l->of_case, "case"));
	fputs("\" data-launch=\"", out);
	html_text(out, page_text(l->launch, "launch"));
	fprintf(out, "\" data-cycles=\"%.0f\" data-id=\"%llu\" aria-labelledby=\"l%zu-h\">\n<h2 id=\"l%zu-h\">",
		fmax(page_metric(l->launch, "sm__cycles_elapsed.max"), 0), (unsigned long long)page_count(l->launch, "id"),
		l->index, l->index);
	page_put_name(l->of_case, l->launch, out);
	fputs(" <span class=\"small\">", out);
	put_dimension(json_object_get(l->launch, "grid"), out);
	fputs(" blocks of ", out);
	put_dimension(json_object_get(l->launch, "block"), out);
	fputs(" threads</span></h2>\n", out);
	page_put_summary(p, l, out);
	page_put_code(p, l, out);
	page_put_lanes(l, out);
	page_put_states(l, out);
	page_put_roots(l, out);
	fputs("</article>\n", out);
}

/* The name of the limit that is told first, or nothing. */
static void
put_limit(const struct page_launch *l, FILE *out)
{
	html_text(out, page_text(json_array_get(page_list(l->verdict, "limits"), 0), "title"));
}

/* Issue slots in which an instruction is issued, of all; NAN where other launches run beside. */
static double
issue_use(const struct page_launch *l)
{
	const double issued = page_metric(l->launch, "smsp__issue_active.sum");

	return page_percent(issued, issued + page_metric(l->launch, "simt__issue_slots_no_eligible.sum") +
					    page_metric(l->launch, "simt__issue_slots_no_warp.sum"));
}

void
page_put_launches(const struct page *p, FILE *out)
{
	if (p->nlaunches < 2)
		return;
	fputs("<section class=\"part\" id=\"launches\" aria-labelledby=\"launches-h\"><h2 id=\"launches-h\">All launches</h2>\n",
	      out);
	if (p->nlaunches > PAGE_LAUNCHES)
		fprintf(out, "<p>The page has more of the %d launches alone that take most cycles.</p>\n", PAGE_LAUNCHES);
	fputs("<div class=\"wide\"><table class=\"numbers sorted\" aria-label=\"Launches\"><thead><tr><th scope=\"col\" "
	      "class=\"words\">launch</th>"
	      "<th scope=\"col\">cycles</th><th scope=\"col\">speed-up</th><th scope=\"col\">lanes at work</th>"
	      "<th scope=\"col\">issue %</th><th scope=\"col\">occupancy %</th><th scope=\"col\" class=\"words\">status</th>"
	      "<th scope=\"col\" class=\"words\">first of its limits</th></tr></thead><tbody>\n",
	      out);
	for (size_t i = 0; i < p->nlaunches; i++) {
		const struct page_launch *l = p->launch + i;
		const double speedup = page_metric(l->of_case, "speedup");

		fputs("<tr><th scope=\"row\" class=\"words\">", out);
		if (l->shown)
			fprintf(out, "<a href=\"#l%zu\">", i);
		page_put_name(l->of_case, l->launch, out);
		fprintf(out, "%s</th>", l->shown ? "</a>" : "");
		page_put_whole(out, page_metric(l->launch, "sm__cycles_elapsed.max"));
		fputs("<td>", out);
		if (isfinite(speedup))
			html_decimals(out, speedup, 2);
		fputs("</td><td>", out);
		html_decimals(out, page_metric(l->launch, "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"), 1);
		fputs("</td>", out);
		page_put_share(out, issue_use(l), 1);
		page_put_share(out, page_metric(l->launch, "sm__warps_active.avg.pct_of_peak_sustained_active"), 1);
		fputs("<td class=\"words\">", out);
		html_text(out, page_text(l->launch, "status"));
		fputs("</td><td class=\"words\">", out);
		put_limit(l, out);
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table></div>\n</section>\n", out);
}

/* Of a recording without a result: what was launched. */
void
page_put_recording(const struct page *p, FILE *out)
{
	const struct recording *r = p->recording;

	fputs("<section class=\"part\" id=\"recorded\" aria-labelledby=\"recorded-h\"><h2 id=\"recorded-h\">What was "
	      "recorded</h2>\n"
	      "<p>There is no result of the run, and so no code and no verdict: <code>simt-sim --json=FILE --explain</code> writes "
	      "it."
	      "</p>\n<table class=\"numbers\" aria-label=\"Launches of the recording\"><thead><tr><th scope=\"col\" "
	      "class=\"words\">case</th><th scope=\"col\" "
	      "class=\"words\">launch</th>"
	      "<th scope=\"col\">blocks</th><th scope=\"col\">threads of a block</th><th scope=\"col\">from</th><th "
	      "scope=\"col\">to</th>"
	      "</tr></thead><tbody>\n",
	      out);
	for (size_t i = 0; i < r->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
			const struct recording_launch *l = r->cases[i].launch + k;

			fputs("<tr><th scope=\"row\" class=\"words\">", out);
			html_text(out, r->cases[i].name);
			fputs("</th><td class=\"words\">", out);
			html_text(out, l->name);
			fputs("</td>", out);
			page_put_whole(out, (double)l->grid[0] * l->grid[1] * l->grid[2]);
			page_put_whole(out, (double)l->block[0] * l->block[1] * l->block[2]);
			page_put_whole(out, (double)l->start);
			page_put_whole(out, (double)l->end);
			fputs("</tr>\n", out);
		}
	fputs("</tbody></table>\n</section>\n", out);
}

void
page_write(struct page *p, FILE *out)
{
	put_head(p, out);
	put_header(p, out);
	fputs("<main id=\"main\">\n", out);
	if (p->d)
		page_put_differences(p, out);
	for (size_t i = 0; i < p->nlaunches; i++)
		if (p->launch[i].shown)
			put_launch(p, p->launch + i, out);
	if (!p->nlaunches)
		page_put_recording(p, out);
	if (p->recording)
		report_timeline(out, p->recording, PAGE_TIMELINE_BYTES);
	page_put_launches(p, out);
	page_put_machine(p, out);
	fputs("</main>\n<script>\n", out);
	put_lines(page_script, out);
	fputs("</script>\n", out);
	if (p->recording) {
		fputs("<script>\n", out);
		put_lines(page_timeline_script, out);
		fputs("</script>\n", out);
	}
	fputs("</body>\n</html>\n", out);
}
