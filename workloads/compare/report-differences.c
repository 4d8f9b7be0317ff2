/* report-differences.c: what differs between two results, in words. */
#include <math.h>
#include <string.h>

#include "workloads/compare/difference-words.h"

enum { COLUMNS_LEFT = 74, NARROW = 30, UNLIMITED = 100 };

/* Metrics that differ, in one line. */
static void
put_metrics(const struct launch_difference *l, FILE *out)
{
	char a[48], b[48];
	double value[2];
	bool any = false;

	for (size_t i = 0; i < shown_metrics; i++) {
		const struct shown_metric *m = shown_metric + i;

		if (!difference_metric(l, m->metric, value))
			continue;
		words_number(value[0], m->decimals, false, a, sizeof a);
		words_number(value[1], m->decimals, false, b, sizeof b);
		if (strcmp(a, b) != 0)
			fprintf(out, "%s%s %s -> %s", any ? "; " : "  ", m->label, a, b);
		any = any || strcmp(a, b) != 0;
	}
	if (any)
		putc('\n', out);
}

/* The three states whose cycles differ most. */
static void
put_states(const struct launch_difference *l, FILE *out)
{
	bool told[SIMT_STALLS] = {false};
	char number[48];

	for (int n = 0; n < 3; n++) {
		double cycles[2], most = 1;
		int at = -1;

		for (int k = 0; k < SIMT_STALLS; k++)
			if (!told[k] && words_state(l, k, cycles) && fabs(cycles[1] - cycles[0]) > fabs(most)) {
				most = cycles[1] - cycles[0];
				at = k;
			}
		if (at < 0) {
			if (n)
				putc('\n', out);
			return;
		}
		told[at] = true;
		fprintf(out, "%s%s %s", n ? ", " : "  states, in cycles: ", simt_stall_name[at],
			words_number(most, 0, true, number, sizeof number));
	}
	putc('\n', out);
}

static void
put_lines(const struct launch_difference *l, unsigned most, unsigned width, FILE *out)
{
	const int room = !width ? UNLIMITED : width > COLUMNS_LEFT + NARROW ? (int)width - COLUMNS_LEFT : NARROW;
	char cycles[48], inst[48], lost[48], place[96];

	fprintf(out, "  %11s %13s %13s  %-7s %-18s %s\n", "cycles", "executed", "lost lanes", "changed", "most in", "line");
	for (size_t i = 0; i < l->nlines && i < most; i++) {
		const struct line_difference *x = l->line + i;
		const struct code_line *at = x->after ? x->after : x->before;
		const char *text = at->file ? x->text : at->sass;

		fprintf(out, "  %11s %13s %13s  %-7s %-18s ", words_number(x->cycles, 0, true, cycles, sizeof cycles),
			words_number(x->inst, 0, true, inst, sizeof inst), words_number(x->lost, 0, true, lost, sizeof lost),
			words_change(x), x->state < 0 ? "" : simt_stall_name[x->state]);
		words_place(x, place, sizeof place);
		if (text && *text)
			fprintf(out, "%-16s %.*s\n", place, room, text);
		else
			fprintf(out, "%s\n", place);
	}
	if (l->nlines > most)
		fprintf(out, "  %zu more lines differ less.\n", l->nlines - most);
}

static void
put_launch(const struct difference_report *r, const struct launch_difference *l, unsigned width, FILE *out)
{
	char name[WORDS_BYTES], text[WORDS_BYTES], place[96];

	fprintf(out, "%s: %s\n", words_launch(l->after, name, sizeof name), words_verdict(l, text, sizeof text));
	if (l->by != MATCH_NAME)
		fprintf(out, "  matched by %s with %s\n", match_by_name[l->by], words_launch(l->before, name, sizeof name));
	if (l->verdict == VERDICT_FAILED)
		return;
	if (strcmp(l->before->case_status, l->after->case_status) != 0)
		fprintf(out, "  its case: %s before, %s after\n", l->before->case_status, l->after->case_status);
	put_metrics(l, out);
	put_states(l, out);
	if (!l->code[0]) {
		fputs("  The results have no instructions (--per-pc writes them), so that no line can be named.\n", out);
		return;
	}
	if (!words_has_lines(l))
		return;
	if (l->code[0]->by_instruction)
		fprintf(out, "  %s\n", words_no_lines(l));
	fprintf(out, "  first: %s: %s\n", words_place(l->line, place, sizeof place), words_first(l, text, sizeof text));
	put_lines(l, r->lines, width, out);
}

static void
put_unmatched(const char *what, const struct result_launch *const *list, size_t n, FILE *out)
{
	char name[WORDS_BYTES];

	for (size_t i = 0; i < n; i++)
		fprintf(out, "%s%s%s", i ? ", " : what, words_launch(list[i], name, sizeof name), i + 1 == n ? "\n" : "");
}

static void
put_gate(const struct difference_report *r, FILE *out)
{
	char name[WORDS_BYTES], percent[48];
	size_t n = 0;

	if (r->fail_slower < 0)
		return;
	for (size_t i = 0; i < r->d->n; i++)
		if (difference_is_slower(r->d->launch + i, r->fail_slower)) {
			words_launch(r->d->launch[i].after, name, sizeof name);
			fprintf(out, "%s%s", n++ ? ", " : "too slow: ", name);
		}
	words_number(100 * r->fail_slower, 1, false, percent, sizeof percent);
	fprintf(out, n ? " (longer by more than %s %%)\n" : "no launch takes longer by more than %s %%\n", percent);
}

void
report_differences(const struct difference_report *r, unsigned width, FILE *out)
{
	const struct differences *d = r->d;
	char text[WORDS_BYTES];

	fprintf(out, "%s -> %s on %s", r->before, r->after, d->before->machine);
	if (strcmp(d->before->machine, d->after->machine) != 0)
		fprintf(out, " and %s", d->after->machine);
	fprintf(out, ": %s\n", words_summary(r, text, sizeof text));
	if (d->before->incomplete)
		fprintf(out, "%s is not complete: %s\n", r->before, d->before->incomplete);
	if (d->after->incomplete)
		fprintf(out, "%s is not complete: %s\n", r->after, d->after->incomplete);
	for (size_t i = 0; i < d->n; i++) {
		const struct launch_difference *l = d->launch + i;

		if (l->verdict == VERDICT_SAME)
			continue;
		putc('\n', out);
		put_launch(r, l, width, out);
	}
	if (d->nmissing + d->nadded || r->fail_slower >= 0)
		putc('\n', out);
	put_unmatched("only before: ", d->missing, d->nmissing, out);
	put_unmatched("only after: ", d->added, d->nadded, out);
	put_gate(r, out);
}
