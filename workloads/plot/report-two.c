/* report-two.c: in what two results differ. */
#include <math.h>
#include <string.h>

#include "base/file-names.h"
#include "workloads/compare/difference-words.h"
#include "workloads/plot/report-page.h"

enum { LINES_TOLD = 30 };

static void
put_metrics(const struct launch_difference *d, FILE *out)
{
	fputs("<table class=\"numbers\" aria-label=\"Before and after\"><thead><tr><th scope=\"col\" class=\"words\">what</th><th "
	      "scope=\"col\">before</th><th "
	      "scope=\"col\">after</th><th scope=\"col\">change</th></tr></thead><tbody>\n",
	      out);
	for (size_t i = 0; i < shown_metrics; i++) {
		const struct shown_metric *m = shown_metric + i;
		char a[48], b[48], change[48];
		double value[2];

		if (!difference_metric(d, m->metric, value))
			continue;
		words_number(value[0], m->decimals, false, a, sizeof a);
		words_number(value[1], m->decimals, false, b, sizeof b);
		if (!strcmp(a, b))
			continue;
		fputs("<tr><th scope=\"row\" class=\"words\">", out);
		html_text(out, m->label);
		fputs("</th><td>", out);
		html_text(out, a);
		fputs("</td><td>", out);
		html_text(out, b);
		fputs("</td><td>", out);
		if (value[0] > 0)
			html_text(out, words_percent(value[1] / value[0] - 1, change, sizeof change));
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table>\n", out);
}

static void
put_line(const struct page_launch *l, const struct line_difference *x, FILE *out)
{
	const struct code_line *at = x->after ? x->after : x->before;
	const char *text = at->file ? x->text : at->sass;
	char words[WORDS_BYTES];

	fprintf(out, "<tr><td class=\"%s\">", x->cycles > 0 ? "worse" : "better");
	html_decimals(out, x->cycles, 0);
	fputs("</td>", out);
	page_put_whole(out, x->inst);
	page_put_whole(out, x->lost);
	fputs("<td class=\"words\">", out);
	html_text(out, words_change(x));
	fputs("</td><td class=\"words\">", out);
	html_text(out, x->state < 0 ? "" : simt_stall_name[x->state]);
	fputs("</td><th scope=\"row\">", out);
	if (x->after && at->file)
		page_put_place(l, at->file, at->line, out);
	else
		html_text(out, words_place(x, words, sizeof words));
	fputs("</th><td class=\"text\">", out);
	html_text(out, text);
	fputs("</td></tr>\n", out);
}

static void
put_lines(const struct page_launch *l, FILE *out)
{
	const struct launch_difference *d = l->d;
	char place[96], first[WORDS_BYTES];

	if (!d->code[0] || !words_has_lines(d))
		return;
	if (d->code[0]->by_instruction)
		html_printf(out, "%s", words_no_lines(d));
	fputs("<p>First: ", out);
	html_printf(out, "%s: %s.", words_place(d->line, place, sizeof place), words_first(d, first, sizeof first));
	fputs("</p>\n<table class=\"numbers sorted\" aria-label=\"Lines that differ\"><thead><tr><th scope=\"col\">cycles</th><th "
	      "scope=\"col\">executed</th>"
	      "<th scope=\"col\">lost lanes</th><th scope=\"col\" class=\"words\">changed</th><th scope=\"col\" "
	      "class=\"words\">most in</th>"
	      "<th scope=\"col\">line</th><th scope=\"col\" class=\"words\">source</th></tr></thead><tbody>\n",
	      out);
	for (size_t i = 0; i < d->nlines && i < LINES_TOLD; i++)
		put_line(l, d->line + i, out);
	fputs("</tbody></table>\n", out);
	if (d->nlines > LINES_TOLD)
		fprintf(out, "<p class=\"small\">%zu more lines differ less.</p>\n", d->nlines - LINES_TOLD);
}

static void
put_launch(const struct page *p, const struct launch_difference *d, FILE *out)
{
	const struct page_launch *l = p->launch + (d->after - page_shown(p)->r->launch);
	char before[WORDS_BYTES], after[WORDS_BYTES], verdict[WORDS_BYTES];

	fprintf(out, "<details%s><summary>", d == p->d->launch ? " open" : "");
	words_launch(d->after, after, sizeof after);
	words_launch(d->before, before, sizeof before);
	html_printf(out, "%s: %s", after, words_verdict(d, verdict, sizeof verdict));
	fputs("</summary>\n", out);
	if (d->by != MATCH_NAME)
		html_printf(out, "Compared with %s, which has the same %s.", before, match_by_name[d->by]);
	put_metrics(d, out);
	put_lines(l, out);
	fputs("</details>\n", out);
}

static void
put_only(const char *what, const struct result_launch *const *list, size_t n, FILE *out)
{
	char name[WORDS_BYTES];

	if (!n)
		return;
	fprintf(out, "<p>%s", what);
	for (size_t i = 0; i < n; i++)
		html_printf(out, "%s%s", i ? ", " : "", words_launch(list[i], name, sizeof name));
	fputs(".</p>\n", out);
}

void
page_put_differences(const struct page *p, FILE *out)
{
	const struct differences *d = p->d;
	const struct difference_report r = {
		.d = d, .before = p->result[0].name, .after = p->result[1].name, .lines = LINES_TOLD, .fail_slower = -1};
	const double a = d->cycles[0], b = d->cycles[1];
	char text[WORDS_BYTES];

	fputs("<section class=\"part\" id=\"differences\" aria-labelledby=\"differences-h\"><h2 id=\"differences-h\">Before and "
	      "after</h2>\n",
	      out);
	fputs("<p class=\"verdict\">", out);
	if (a > 0 && b > 0 && !d->count[VERDICT_UNTIMED] && fabs(b / a - 1) >= DIFFERENCE_MATTERS)
		fprintf(out, "<strong>%.2f times as %s</strong> as before: ", a > b ? a / b : b / a, a > b ? "fast" : "slow");
	html_printf(out, "%s.", words_summary(&r, text, sizeof text));
	fputs("</p>\n<p class=\"small\">Before: ", out);
	html_printf(out, "%s on %s. After: %s on %s.", path_base(r.before), d->before->machine, path_base(r.after),
		    d->after->machine);
	fputs("</p>\n", out);
	for (size_t i = 0; i < d->n; i++)
		if (d->launch[i].verdict != VERDICT_SAME)
			put_launch(p, d->launch + i, out);
	put_only("Only before: ", d->missing, d->nmissing, out);
	put_only("Only after: ", d->added, d->nadded, out);
	fputs("</section>\n", out);
}
