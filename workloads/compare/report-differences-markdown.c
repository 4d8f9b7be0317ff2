/* report-differences-markdown.c: what differs between two results, as a comment on a pull request. */
#include <math.h>
#include <string.h>

#include "workloads/compare/difference-words.h"

/* Text in a cell: '|' ends one, '<' begins HTML, and a line ends it all. */
static void
put_cell(const char *text, FILE *out)
{
	for (; *text; text++)
		if (*text == '|')
			fputs("\\|", out);
		else if (*text == '<')
			fputs("&lt;", out);
		else
			putc(*text == '\n' ? ' ' : *text, out);
}

/* A piece of code in a cell. */
static void
put_code(const char *text, FILE *out)
{
	fputs(strchr(text, '`') ? "`` " : "`", out);
	for (; *text; text++)
		fputs(*text == '|' ? "\\|" : (char[]){*text, '\0'}, out);
	fputs(strchr(text, '`') ? " ``" : "`", out);
}

static void
put_row(const struct difference_report *r, const struct launch_difference *l, FILE *out)
{
	char name[WORDS_BYTES], a[48], b[48], percent[48], place[96], text[WORDS_BYTES];
	const bool slow = r->fail_slower >= 0 && difference_is_slower(l, r->fail_slower);

	fputs("| ", out);
	put_cell(words_launch(l->after, name, sizeof name), out);
	if (l->verdict == VERDICT_FAILED) {
		fprintf(out, " | %s | %s | failed | |\n", l->before->status, l->after->status);
		return;
	}
	words_percent(l->change, percent, sizeof percent);
	fprintf(out, " | %s | %s | %s%s%s", words_number(l->cycles[0], 0, false, a, sizeof a),
		words_number(l->cycles[1], 0, false, b, sizeof b), slow ? "**" : "", percent, slow ? "**" : "");
	fputs(l->within_error ? ", within the model's error | " : " | ", out);
	if (words_has_lines(l)) {
		fprintf(out, "`%s`: ", words_place(l->line, place, sizeof place));
		put_cell(words_first(l, text, sizeof text), out);
	}
	fputs(" |\n", out);
}

static void
put_lines(const struct difference_report *r, const struct launch_difference *l, FILE *out)
{
	char cycles[48], inst[48], place[96];

	fputs("\n| line | changed | cycles | executed | most in state | |\n|---|---|--:|--:|---|---|\n", out);
	for (size_t i = 0; i < l->nlines && i < r->lines; i++) {
		const struct line_difference *x = l->line + i;
		const struct code_line *at = x->after ? x->after : x->before;
		const char *text = at->file ? x->text : at->sass;

		fprintf(out, "| `%s` | %s | %s | %s | %s | ", words_place(x, place, sizeof place), words_change(x),
			words_number(x->cycles, 0, true, cycles, sizeof cycles), words_number(x->inst, 0, true, inst, sizeof inst),
			x->state < 0 ? "" : simt_stall_name[x->state]);
		if (text && *text)
			put_code(text, out);
		fputs(" |\n", out);
	}
}

static void
put_details(const struct difference_report *r, const struct launch_difference *l, FILE *out)
{
	char name[WORDS_BYTES], text[WORDS_BYTES], a[48], b[48];
	double value[2];
	bool any = false;

	fputs("\n<details><summary>", out);
	put_cell(words_launch(l->after, name, sizeof name), out);
	fprintf(out, ": %s</summary>\n\n", words_verdict(l, text, sizeof text));
	for (size_t i = 0; i < shown_metrics; i++) {
		const struct shown_metric *m = shown_metric + i;

		if (!difference_metric(l, m->metric, value))
			continue;
		words_number(value[0], m->decimals, false, a, sizeof a);
		words_number(value[1], m->decimals, false, b, sizeof b);
		if (!strcmp(a, b))
			continue;
		if (!any)
			fputs("| | before | after |\n|---|--:|--:|\n", out);
		fprintf(out, "| %s | %s | %s |\n", m->label, a, b);
		any = true;
	}
	if (l->code[0] && l->code[0]->by_instruction)
		fprintf(out, "\n%s\n", words_no_lines(l));
	if (words_has_lines(l))
		put_lines(r, l, out);
	fputs("\n</details>\n", out);
}

static void
put_unmatched(const char *what, const struct result_launch *const *list, size_t n, FILE *out)
{
	char name[WORDS_BYTES];

	for (size_t i = 0; i < n; i++) {
		fputs(i ? ", " : what, out);
		put_cell(words_launch(list[i], name, sizeof name), out);
		if (i + 1 == n)
			fputs(".\n", out);
	}
}

void
report_differences_markdown(const struct difference_report *r, FILE *out)
{
	const struct differences *d = r->d;
	char text[WORDS_BYTES], percent[48];
	size_t slow = 0;

	for (size_t i = 0; i < d->n; i++)
		slow += r->fail_slower >= 0 && difference_is_slower(d->launch + i, r->fail_slower);
	words_number(100 * r->fail_slower, 1, false, percent, sizeof percent);
	fputs("### Simulated time", out);
	if (r->fail_slower >= 0 && slow)
		fprintf(out, ": %zu launch%s more than %s %% slower", slow, slow == 1 ? "" : "es", percent);
	else if (r->fail_slower >= 0)
		fprintf(out, ": no launch more than %s %% slower", percent);
	fprintf(out, "\n\n%s.\n", words_summary(r, text, sizeof text));
	if (d->n > d->count[VERDICT_SAME])
		fputs("\n| launch | cycles before | after | difference | first line |\n|---|--:|--:|--:|---|\n", out);
	for (size_t i = 0; i < d->n; i++)
		if (d->launch[i].verdict != VERDICT_SAME)
			put_row(r, d->launch + i, out);
	for (size_t i = 0; i < d->n; i++)
		if (d->launch[i].verdict != VERDICT_SAME && d->launch[i].verdict != VERDICT_FAILED)
			put_details(r, d->launch + i, out);
	if (d->nmissing + d->nadded)
		putc('\n', out);
	put_unmatched("Only before: ", d->missing, d->nmissing, out);
	put_unmatched("Only after: ", d->added, d->nadded, out);
	fprintf(out, "\nCycles of the simulated machine `%s`; no GPU was used.\n", d->after->machine);
}
