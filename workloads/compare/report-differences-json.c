/* report-differences-json.c: what differs between two results, as JSON. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "workloads/compare/difference-words.h"

static void
set(json_t *object, const char *key, json_t *value)
{
	if (!value || json_object_set_new(object, key, value))
		simt_no_memory();
}

static void
append(json_t *array, json_t *value)
{
	if (!value || json_array_append_new(array, value))
		simt_no_memory();
}

/* Bytes that are no UTF-8, as a source may have, become '?'. */
static json_t *
text(const char *s)
{
	json_t *j = json_string(s ? s : "");
	char *copy;

	if (j)
		return j;
	copy = must(strdup(s));
	for (char *c = copy; *c; c++)
		if (*c & 0x80)
			*c = '?';
	j = must(json_string(copy));
	free(copy);
	return j;
}

/* A whole number as one. */
static json_t *
number(double x)
{
	return x == floor(x) && fabs(x) < 9e15 ? json_integer((json_int_t)x) : json_real(x);
}

static json_t *
two(double before, double after)
{
	json_t *j = must(json_object());

	set(j, "before", number(before));
	set(j, "after", number(after));
	return j;
}

static json_t *
states(const uint64_t *state)
{
	json_t *j = must(json_object());

	for (int k = 0; k < SIMT_STALLS; k++)
		if (state[k])
			set(j, simt_stall_name[k], json_integer((json_int_t)state[k]));
	return j;
}

static json_t *
side(const struct code_line *c)
{
	json_t *j = must(json_object());

	if (c->file) {
		set(j, "file", text(c->file));
		set(j, "line", json_integer(c->line));
	}
	set(j, "pc", json_integer(c->pc));
	set(j, "sass", text(c->sass));
	set(j, "inst_executed", json_integer((json_int_t)c->inst));
	set(j, "lane_slots_lost", json_integer((json_int_t)c->lost));
	set(j, "sectors", json_integer((json_int_t)c->memory.sectors));
	set(j, "sectors_ideal", json_integer((json_int_t)c->memory.sectors_ideal));
	set(j, "wavefronts", json_integer((json_int_t)c->memory.wavefronts));
	set(j, "wavefronts_ideal", json_integer((json_int_t)c->memory.wavefronts_ideal));
	set(j, "warp_cycles", states(c->state));
	return j;
}

static json_t *
line(const struct line_difference *x)
{
	json_t *j = must(json_object());

	set(j, "change", text(line_change_name[x->change]));
	set(j, "edited", json_boolean(x->edited));
	set(j, "cycles", number(round(10 * x->cycles) / 10));
	if (x->state >= 0)
		set(j, "state", text(simt_stall_name[x->state]));
	if (x->text)
		set(j, "text", text(x->text));
	if (x->before)
		set(j, "before", side(x->before));
	if (x->after)
		set(j, "after", side(x->after));
	return j;
}

/* All metrics that both have and that differ. */
static json_t *
metrics(const struct launch_difference *l)
{
	json_t *j = must(json_object());

	for (size_t i = 0; i < l->before->nmetrics; i++) {
		const struct result_metric *m = l->before->metric + i;
		const double after = result_value(l->after, m->name);

		if (!isnan(after) && (after > m->value || after < m->value))
			set(j, m->name, two(m->value, after));
	}
	return j;
}

static json_t *
named(const struct result_launch *l)
{
	json_t *j = must(json_object());

	set(j, "case", text(l->case_name));
	set(j, "launch", text(l->name));
	set(j, "kernel", text(l->kernel));
	set(j, "status", text(l->status));
	return j;
}

static json_t *
launch(const struct difference_report *r, const struct launch_difference *l)
{
	json_t *j = must(json_object()), *list = must(json_array());
	char words[WORDS_BYTES];

	set(j, "before", named(l->before));
	set(j, "after", named(l->after));
	set(j, "matched_by", text(match_by_name[l->by]));
	set(j, "verdict", text(verdict_name[l->verdict]));
	set(j, "words", text(words_verdict(l, words, sizeof words)));
	set(j, l->verdict == VERDICT_UNTIMED ? "instructions" : "cycles", two(l->cycles[0], l->cycles[1]));
	set(j, "change", json_real(l->change));
	if (l->interval.high > 0) {
		set(j, "change_low", json_real(l->interval.low - 1));
		set(j, "change_high", json_real(l->interval.high - 1));
		set(j, "within_error", json_boolean(l->within_error));
	}
	if (r->fail_slower >= 0)
		set(j, "too_slow", json_boolean(difference_is_slower(l, r->fail_slower)));
	set(j, "line_information", json_boolean(l->code[0] && !l->code[0]->by_instruction));
	set(j, "metrics", metrics(l));
	for (size_t i = 0; i < l->nlines && words_has_lines(l); i++)
		append(list, line(l->line + i));
	set(j, "lines", list);
	return j;
}

static json_t *
result_of(const struct result *r, const char *name)
{
	json_t *j = must(json_object());

	set(j, "name", text(name));
	set(j, "machine", text(r->machine));
	set(j, "mode", text(r->mode));
	if (r->incomplete)
		set(j, "incomplete", text(r->incomplete));
	return j;
}

void
report_differences_json(const struct difference_report *r, FILE *out)
{
	json_t *all = must(json_object()), *list = must(json_array()), *missing = must(json_array()), *added = must(json_array());
	const struct differences *d = r->d;

	set(all, "before", result_of(d->before, r->before));
	set(all, "after", result_of(d->after, r->after));
	set(all, "cycles", two(d->cycles[0], d->cycles[1]));
	for (size_t i = 0; i < d->n; i++)
		append(list, launch(r, d->launch + i));
	set(all, "launches", list);
	for (size_t i = 0; i < d->nmissing; i++)
		append(missing, named(d->missing[i]));
	for (size_t i = 0; i < d->nadded; i++)
		append(added, named(d->added[i]));
	set(all, "only_before", missing);
	set(all, "only_after", added);
	json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	putc('\n', out);
	json_decref(all);
}
