/* tornado.c: what is varied, and to which values. */
#include "workloads/study/tornado.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Knobs are not among the parameters of a machine. */
static const char *const knobs[] = {
#define KNOB(name, unit, least, most, meaning) #name,
#include "sim/machine/knobs.def"
#undef KNOB
};

/* Left out unless a glob asks: a knob stands for them, or they for the knob. */
static const char *const stood_for[] = {"sms", "gpc_[1-8]", "l1_bytes", "sm_lanes"};

/* ---- names ---- */

/* Whether one of the globs matches; used[i]: glob i has. */
static bool
is_asked(const char *globs, const char *name, bool *used)
{
	bool any = false;

	for (size_t i = 0; *globs; i++) {
		const size_t n = strcspn(globs, ",");
		char *one = must(strndup(globs, n));

		if (!fnmatch(one, name, 0))
			any = used[i] = true;
		free(one);
		globs += n + (globs[n] == ',');
	}
	return any;
}

static bool
is_stood_for(const char *name)
{
	for (size_t i = 0; i < sizeof stood_for / sizeof *stood_for; i++)
		if (!fnmatch(stood_for[i], name, 0))
			return true;
	return false;
}

/* ---- values ---- */

static void
add_item(struct tornado *t, const struct tornado_item *item)
{
	t->item = grow(t->item, &t->room, t->n + 1, sizeof *t->item);
	t->item[t->n++] = *item;
}

/* The nearest whole number that the parameter can have, above 0 where it was. */
static int64_t
within(double value, int64_t now, const struct simt_parameter *is)
{
	const int64_t least = now > 0 && is->least < 1 ? 1 : is->least;

	if (value <= (double)least)
		return least;
	return value >= is->most ? is->most : llround(value);
}

static void
add_number(struct tornado *t, const struct simt_machine *m, const struct simt_parameter *is)
{
	const char *text = simt_machine_get(m, is->name);
	const int64_t now = strtoll(text, NULL, 10);
	const double wanted[TORNADO_SIDES] = {(double)now / t->factor, (double)now * t->factor};
	struct tornado_item item = {.name = arena_copy(&t->arena, is->name, strlen(is->name)),
				    .now = arena_copy(&t->arena, text, strlen(text))};

	for (int i = 0; i < TORNADO_SIDES; i++) {
		const int64_t value = within(wanted[i], now, is);

		if (!now) {
			item.side[i].why = "it is 0, which no factor changes";
		} else if (value == now) {
			item.side[i].why =
				arena_printf(&t->arena, "%s %g it stays %" PRId64, i ? "times" : "divided by", t->factor, now);
		} else {
			item.side[i].value = arena_printf(&t->arena, "%" PRId64, value);
			item.side[i].change = arena_printf(&t->arena, "%s=%" PRId64, is->name, value);
		}
	}
	add_item(t, &item);
}

/* An item for each word that the machine does not have. */
static void
add_words(struct tornado *t, const struct simt_machine *m, const struct simt_parameter *is)
{
	const char *text = simt_machine_get(m, is->name), *now = arena_copy(&t->arena, text, strlen(text));

	for (const char *s = is->words; *s;) {
		const size_t n = strcspn(s, "|");
		const char *word = arena_copy(&t->arena, s, n);

		if (strcmp(word, now) != 0) {
			struct tornado_item item = {
				.name = arena_printf(&t->arena, "%s=%s", is->name, word), .word = true, .now = now};

			item.side[TORNADO_LOW].why = "";
			item.side[TORNADO_HIGH] = (struct tornado_side){.value = word, .change = item.name};
			add_item(t, &item);
		}
		s += n + (s[n] == '|');
	}
}

/* ---- all ---- */

static void
take(struct tornado *t, const struct simt_machine *m, const char *globs, const char *name, bool *used, bool *masks)
{
	struct simt_parameter is;
	bool mask;

	if (!simt_machine_describe(m, name, &is, NULL))
		return;
	mask = !strcmp(is.unit, "mask");
	if (globs ? !is_asked(globs, name, used) : is_stood_for(name))
		return;
	*masks = *masks || mask;
	if (is.words)
		add_words(t, m, &is);
	else if (!mask)
		add_number(t, m, &is);
}

/* Whether each glob has matched a parameter; one that is a name says what is likely meant. */
static bool
all_used(const struct simt_machine *m, const char *globs, const bool *used, struct simt_error *e)
{
	bool fine = true;

	for (size_t i = 0; fine && *globs; i++) {
		const size_t n = strcspn(globs, ",");
		char *one = must(strndup(globs, n));
		struct simt_error why = {.status = SIMT_OK};
		struct simt_parameter is;

		if (used[i])
			;
		else if (!strpbrk(one, "*?[") && *one && !simt_machine_describe(m, one, &is, &why))
			fine = simt_fail(e, SIMT_USAGE, "--tornado=%s: %s", one, why.text);
		else
			fine = simt_fail(e, SIMT_USAGE,
					 "--tornado=%s: no machine parameter has such a name; simt-machine(5) lists all", one);
		free(one);
		globs += n + (globs[n] == ',');
	}
	return fine;
}

bool
tornado_new(struct tornado *t, const struct simt_machine *m, const char *globs, double factor, struct simt_error *e)
{
	bool *used = zeroed(globs ? strlen(globs) + 1 : 0, sizeof *used), masks = false, fine;
	const char *name, *unit, *source;

	*t = (struct tornado){.factor = factor};
	for (size_t i = 0; simt_machine_parameter(m, i, &name, &unit, &source); i++)
		take(t, m, globs, name, used, &masks);
	for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++)
		take(t, m, globs, knobs[i], used, &masks);
	fine = !globs || all_used(m, globs, used, e);
	free(used);
	t->change = zeroed(TORNADO_SIDES * t->n, sizeof *t->change);
	for (size_t i = 0; i < t->n; i++)
		for (int side = 0; side < TORNADO_SIDES; side++)
			if (t->item[i].side[side].value)
				t->change[t->nchanges++] = t->item[i].side[side].change;
	if (fine && !t->nchanges)
		fine = simt_fail(e, SIMT_USAGE, "--tornado%s%s: nothing is varied: %s", globs ? "=" : "", globs ? globs : "",
				 masks ? "masks have no multiples" : "no factor changes these parameters");
	return fine;
}

void
tornado_clear(struct tornado *t)
{
	free(t->item);
	free(t->change);
	arena_free(&t->arena);
}
