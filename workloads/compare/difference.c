#include "workloads/compare/difference.h"

#include <math.h>
#include <string.h>

/* Of a line with another text and the same instructions: which share counts as changed, and which share of the launch's difference it has to
 * take for its text to count. */
#define EDITED_SHARE   0.25
#define EDITED_MATTERS 0.01

static const char cycles_metric[] = "sm__cycles_elapsed.max", instructions_metric[] = "smsp__inst_executed.sum";

bool
difference_metric(const struct launch_difference *l, const char *name, double value[2])
{
	value[0] = result_value(l->before, name);
	value[1] = result_value(l->after, name);
	return !isnan(value[0]) && !isnan(value[1]);
}

/* ---- lines ---- */

/* Cycles of the launch for a warp-cycle of its lines. */
static double
scale(const struct launch_difference *l, int of)
{
	return l->code[of]->cycles ? l->cycles[of] / (double)l->code[of]->cycles : 0;
}

static double
less(double after, double before)
{
	return after - before;
}

/* The state that differs most, in the direction in which the line does. */
static void
find_state(const struct launch_difference *l, struct line_difference *x)
{
	const double direction = x->cycles < 0 ? -1 : 1;

	x->state = -1;
	for (int k = 0; k < SIMT_STALLS; k++) {
		const double a = x->before ? (double)x->before->state[k] * scale(l, 0) : 0;
		const double b = x->after ? (double)x->after->state[k] * scale(l, 1) : 0;

		if (direction * less(b, a) > direction * x->state_cycles) {
			x->state = k;
			x->state_cycles = less(b, a);
		}
	}
}

static bool
same_counts(const struct code_line *a, const struct code_line *b)
{
	if (a->nkinds != b->nkinds || a->inst != b->inst || a->lost != b->lost)
		return false;
	for (size_t i = 0; i < a->nkinds; i++)
		if (a->kind[i].inst != b->kind[i].inst)
			return false;
	return true;
}

/* Whether a line is another one for the author: its text differs, or there is one on one side alone. NULL: a text is not known. */
static bool
is_edited(const struct code_line *a, const char *a_text, const struct code_line *b, const char *b_text)
{
	if (a && b)
		return a_text && b_text && strcmp(a_text, b_text) != 0;
	return a_text || b_text;
}

static void
add_line(struct launch_difference *l, const struct code_line *a, const char *a_text, const struct code_line *b, const char *b_text)
{
	struct line_difference x = {.before = a, .after = b, .text = b ? b_text : a_text, .share = align_share_changed(a, b)};

	x.change = x.share > 0 ? LINE_CODE : same_counts(a, b) ? LINE_TIME : LINE_COUNTS;
	x.edited = is_edited(a, a_text, b, b_text);
	x.cycles = less(b ? b->cost * scale(l, 1) : 0, a ? a->cost * scale(l, 0) : 0);
	x.inst = less(b ? (double)b->inst : 0, a ? (double)a->inst : 0);
	x.lost = less(b ? (double)b->lost : 0, a ? (double)a->lost : 0);
	find_state(l, &x);
	if (x.edited && x.change != LINE_CODE && fabs(x.cycles) < EDITED_MATTERS * fabs(l->cycles[1] - l->cycles[0]))
		x.edited = false;
	l->same_code = l->same_code && x.change == LINE_TIME;
	if (x.change != LINE_TIME || fabs(x.cycles) >= 1)
		l->line[l->nlines++] = x;
}

/* What decides the order of lines of one change: how much it adds to a launch that got slower, or takes from one that got faster. */
static double
weight(const struct line_difference *x)
{
	if (x->edited)
		return (x->share > EDITED_SHARE ? x->share : EDITED_SHARE) * x->cycles;
	return x->change == LINE_CODE ? x->share * x->cycles : x->cycles;
}

static int
order_of(const struct line_difference *x, const struct line_difference *y, double direction)
{
	const double a = direction * weight(x), b = direction * weight(y);
	const struct code_line *p = x->after ? x->after : x->before, *q = y->after ? y->after : y->before;

	if (x->edited != y->edited)
		return x->edited ? -1 : 1;
	if (x->change != y->change && !x->edited)
		return x->change < y->change ? -1 : 1;
	if (a > b || a < b)
		return a > b ? -1 : 1;
	return (p->pc > q->pc) - (p->pc < q->pc);
}

static int
most_first(const void *a, const void *b)
{
	return order_of(a, b, 1);
}

static int
least_first(const void *a, const void *b)
{
	return order_of(a, b, -1);
}

static void
compare_lines(struct launch_difference *l, struct sources *before, struct sources *after)
{
	const struct code_lines *a = l->code[0], *b = l->code[1];
	size_t *to = zeroed(a->n, sizeof *to);
	bool *taken = zeroed(b->n, sizeof *taken);

	l->line = zeroed(a->n + b->n, sizeof *l->line);
	align_lines(a, before, b, after, to);
	for (size_t i = 0; i < a->n; i++) {
		const struct code_line *x = a->line + i, *y = to[i] == SIZE_MAX ? NULL : b->line + to[i];

		if (y)
			taken[to[i]] = true;
		add_line(l, x, sources_line(before, x->file, x->line), y, y ? sources_line(after, y->file, y->line) : NULL);
	}
	for (size_t k = 0; k < b->n; k++)
		if (!taken[k])
			add_line(l, NULL, NULL, b->line + k, sources_line(after, b->line[k].file, b->line[k].line));
	free(to);
	free(taken);
	qsort(l->line, l->nlines, sizeof *l->line, l->change < 0 ? least_first : most_first);
}

/* ---- launches ---- */

/* Whether the intervals of --sample meet. */
static bool
intervals_meet(const struct launch_difference *l)
{
	const double low_a = result_value(l->before, "simt__cycles_sampled_low.cycle");
	const double low_b = result_value(l->after, "simt__cycles_sampled_low.cycle");
	const double high_a = result_value(l->before, "simt__cycles_sampled_high.cycle");
	const double high_b = result_value(l->after, "simt__cycles_sampled_high.cycle");

	if (isnan(low_a) && isnan(low_b))
		return false;
	return (isnan(low_a) ? l->cycles[0] : low_a) <= (isnan(high_b) ? l->cycles[1] : high_b) &&
	       (isnan(low_b) ? l->cycles[1] : low_b) <= (isnan(high_a) ? l->cycles[0] : high_a);
}

static bool
same_metric(const struct launch_difference *l, const char *name)
{
	double value[2];

	return !difference_metric(l, name, value) || value[0] == value[1];
}

static enum verdict
verdict_of(const struct launch_difference *l, bool timed)
{
	const bool equal = l->cycles[0] == l->cycles[1];

	if (!result_ended(l->before) || !result_ended(l->after))
		return VERDICT_FAILED;
	if (equal && l->same_code && same_metric(l, instructions_metric) && same_metric(l, "launch__registers_per_thread"))
		return VERDICT_SAME;
	if (!timed)
		return VERDICT_UNTIMED;
	if (equal || fabs(l->cycles[1] - l->cycles[0]) < DIFFERENCE_MATTERS * l->cycles[0])
		return VERDICT_EVEN;
	return l->change > 0 ? VERDICT_SLOWER : VERDICT_FASTER;
}

static void
compare_launches(const struct differences *d, struct launch_difference *l, struct sources *before, struct sources *after)
{
	const bool timed = difference_metric(l, cycles_metric, l->cycles);

	if (!timed)
		difference_metric(l, instructions_metric, l->cycles);
	for (int k = 0; k < 2; k++)
		l->cycles[k] = isnan(l->cycles[k]) ? 0 : l->cycles[k];
	l->change = l->cycles[0] > 0 ? l->cycles[1] / l->cycles[0] - 1 : 0;
	l->uncertain = intervals_meet(l);
	l->same_code = true;
	if (l->before->inst && l->after->inst) {
		const bool by_instruction = !code_lines_known(l->before) || !code_lines_known(l->after);

		l->code[0] = code_lines_of(d->before, l->before, by_instruction);
		l->code[1] = code_lines_of(d->after, l->after, by_instruction);
		compare_lines(l, before, after);
	}
	l->verdict = verdict_of(l, timed);
}

static int
largest_first(const void *a, const void *b)
{
	const struct launch_difference *x = a, *y = b;
	const bool x_failed = x->verdict == VERDICT_FAILED, y_failed = y->verdict == VERDICT_FAILED;
	const double p = fabs(x->cycles[1] - x->cycles[0]), q = fabs(y->cycles[1] - y->cycles[0]);

	if (x_failed != y_failed)
		return x_failed ? -1 : 1;
	if ((p > q || p < q) && !x_failed)
		return p > q ? -1 : 1;
	return (x->before > y->before) - (x->before < y->before);
}

static void
list_unmatched(struct differences *d, const size_t *to)
{
	bool *taken = zeroed(d->after->n, sizeof *taken);

	d->missing = zeroed(d->before->n, sizeof *d->missing);
	d->added = zeroed(d->after->n, sizeof *d->added);
	for (size_t i = 0; i < d->before->n; i++)
		if (to[i] == SIZE_MAX)
			d->missing[d->nmissing++] = d->before->launch + i;
		else
			taken[to[i]] = true;
	for (size_t k = 0; k < d->after->n; k++)
		if (!taken[k])
			d->added[d->nadded++] = d->after->launch + k;
	free(taken);
}

struct differences *
differences_of(const struct result *before, struct sources *before_text, const struct result *after, struct sources *after_text)
{
	struct differences *d = zeroed(1, sizeof *d);
	size_t *to = zeroed(before->n, sizeof *to);
	enum match_by *by = zeroed(before->n, sizeof *by);

	d->before = before;
	d->after = after;
	d->launch = zeroed(before->n, sizeof *d->launch);
	match_launches(before, after, to, by);
	list_unmatched(d, to);
	for (size_t i = 0; i < before->n; i++) {
		struct launch_difference *l = d->launch + d->n;

		if (to[i] == SIZE_MAX)
			continue;
		*l = (struct launch_difference){.before = before->launch + i, .after = after->launch + to[i], .by = by[i]};
		compare_launches(d, l, before_text, after_text);
		d->count[l->verdict]++;
		for (int k = 0; k < 2 && l->verdict != VERDICT_FAILED; k++)
			d->cycles[k] += l->cycles[k];
		d->n++;
	}
	qsort(d->launch, d->n, sizeof *d->launch, largest_first);
	free(to);
	free(by);
	return d;
}

void
differences_free(struct differences *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->n; i++) {
		code_lines_free(d->launch[i].code[0]);
		code_lines_free(d->launch[i].code[1]);
		free(d->launch[i].line);
	}
	free(d->launch);
	free(d->missing);
	free(d->added);
	free(d);
}

bool
difference_is_slower(const struct launch_difference *l, double share)
{
	return l->verdict == VERDICT_SLOWER && l->cycles[1] - l->cycles[0] > share * l->cycles[0] && !l->uncertain;
}

void
differences_judge(struct differences *d, const struct intervals *t)
{
	double both[2];

	for (size_t i = 0; i < d->n; i++) {
		struct launch_difference *l = d->launch + i;

		if ((l->verdict != VERDICT_EVEN && l->verdict != VERDICT_SLOWER && l->verdict != VERDICT_FASTER) ||
		    !difference_metric(l, "simt__cycles_interval_low.cycle", both))
			continue;
		l->interval = intervals_change(t, l->cycles[0], l->cycles[1]);
		l->interval.low *= l->cycles[1] / l->cycles[0];
		l->interval.high *= l->cycles[1] / l->cycles[0];
		l->within_error = l->interval.low <= 1 && l->interval.high >= 1;
	}
}
