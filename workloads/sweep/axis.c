#include "workloads/sweep/axis.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"

static const char *const mode_words[] = {"cycle", "functional", NULL};
static const char *const switch_words[] = {"off", "on", NULL};
static const char *const sample_words[] = {"off", "on", "launches", NULL};

/* ---- names ---- */

static bool
same(const char *a, const char *b, size_t bytes)
{
	return strlen(a) == bytes && !memcmp(a, b, bytes);
}

static bool
is_column(const struct axis_world *world, const char *name)
{
	for (size_t i = 0; i < world->nworkloads; i++)
		if (workload_find_param(world->workload[i], name, strlen(name)) >= 0)
			return true;
	return false;
}

const char *
axis_parameter(const struct axis_world *world, const char *name)
{
	for (size_t i = 0; i < world->naliases; i++)
		if (!strcmp(world->alias[i].name, name))
			return world->alias[i].parameter;
	return name;
}

/* A column, whose name is without '$'. */
static bool
take_column(struct axis *a, const struct axis_world *world, const char *name, struct simt_error *e)
{
	if (!is_column(world, name))
		return simt_fail(e, SIMT_USAGE, "no workload has a column $%s", name);
	a->kind = AXIS_LET;
	a->name = name;
	return true;
}

static bool
take_parameter(struct axis *a, const struct axis_world *world, const char *name, struct simt_error *e)
{
	struct simt_parameter is;

	if (!simt_machine_describe(world->machine, axis_parameter(world, name), &is, e))
		return false;
	if (is_column(world, is.name))
		return simt_fail(e, SIMT_USAGE, "%s: a workload has a column $%s; results could not tell them apart", name,
				 is.name);
	a->kind = AXIS_PARAMETER;
	a->name = is.name;
	a->is_knob = !strcmp(is.section, "knob");
	return true;
}

/* Short names of parameters. */
static const char *
alias_at(size_t i, const void *arg)
{
	return ((const struct axis_world *)arg)->alias[i].name;
}

bool
axis_init(struct axis *a, const struct axis_world *world, const char *name, struct arena *arena, struct simt_error *e)
{
	static const struct {
		const char *name;
		enum axis_kind kind;
		const char *column;
	} word[] = {{"machine", AXIS_MACHINE, "machine"},
		    {"mode", AXIS_MODE, "mode"},
		    {"sample", AXIS_SAMPLE, "sample"},
		    {"equal-silicon", AXIS_EQUAL, "equal_silicon"},
		    {"equal_silicon", AXIS_EQUAL, "equal_silicon"},
		    {"change", AXIS_CHANGE, "change"}};
	struct simt_error no = {.status = SIMT_OK};
	const char *near;

	*a = (struct axis){.given = arena_copy(arena, name, strlen(name))};
	if (*name == '$')
		return take_column(a, world, a->given + 1, e);
	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		if (!strcmp(name, word[i].name)) {
			a->kind = word[i].kind;
			a->name = word[i].column;
			return !is_column(world, name) ||
			       simt_fail(e, SIMT_USAGE, "a workload has a column $%s; results could not tell it from %s", name,
					 name);
		}
	if (take_parameter(a, world, a->given, &no))
		return true;
	if (is_column(world, name) && take_column(a, world, a->given, e))
		return true;
	near = strstr(no.text, "did you mean") ? NULL : nearest(name, strlen(name), alias_at, world->naliases, world);
	if (near)
		return simt_fail(e, SIMT_USAGE, "there is no axis '%s'; did you mean '%s'?", name, near);
	return simt_fail(e, no.status, "%s", no.text);
}

bool
axis_is(const struct axis *a, const char *name, size_t bytes)
{
	if (bytes && *name == '$' && a->kind == AXIS_LET)
		return same(a->name, name + 1, bytes - 1);
	return same(a->name, name, bytes) || same(a->given, name, bytes);
}

void
axis_clear(struct axis *a)
{
	free(a->value);
	names_free(&a->known);
}

/* ---- values ---- */

static bool
is_word(const char *const *words, const char *name, const char *value, struct simt_error *e)
{
	char all[100] = "";

	for (size_t i = 0; words[i]; i++) {
		if (!strcmp(words[i], value))
			return true;
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", words[i]);
	}
	return simt_fail(e, SIMT_USAGE, "%s=%s: it can be %s", name, value, all);
}

/* The value as the machine writes it, in the arena; NULL: it is none. */
static const char *
parameter_value(const struct axis *a, const struct axis_world *world, const char *value, struct arena *arena, struct simt_error *e)
{
	struct simt_machine *m = must(simt_machine_copy(world->machine));
	char *set = arena_printf(arena, "%s=%s", a->name, value), *text = NULL;

	if (simt_machine_set(m, set, e)) {
		const char *now = simt_machine_get(m, a->name);

		text = arena_copy(arena, now, strlen(now));
	}
	simt_machine_free(m);
	return text;
}

/* "parameter=value" as the machine writes it; NULL: it is no assignment of one of its parameters. */
static const char *
change_text(const struct axis *a, const struct axis_world *world, const char *value, struct arena *arena, struct simt_error *e)
{
	const char *eq = strchr(value, '=');
	struct axis one = {.given = a->given};

	if (!eq || eq == value || !eq[1]) {
		simt_fail(e, SIMT_USAGE, "%s=%s: write PARAMETER=VALUE", a->given, value);
		return NULL;
	}
	one.name = axis_parameter(world, arena_copy(arena, value, (size_t)(eq - value)));
	value = parameter_value(&one, world, eq + 1, arena, e);
	return value ? arena_printf(arena, "%s=%s", one.name, value) : NULL;
}

static bool
is_machine(const char *value, struct simt_error *e)
{
	struct simt_machine *m = simt_machine_load(value, e);

	simt_machine_free(m);
	return m;
}

uint32_t
axis_take(struct axis *a, const struct axis_world *world, const char *value, struct arena *arena, struct simt_error *e)
{
	const char *text = value;
	size_t at;

	if (names_find(&a->known, value, &at))
		return (uint32_t)at;
	if (!*value) {
		simt_fail(e, SIMT_USAGE, "%s: a value is empty", a->given);
		return AXIS_NONE;
	}
	switch (a->kind) {
	case AXIS_PARAMETER:
		text = parameter_value(a, world, value, arena, e);
		break;
	case AXIS_MACHINE:
		text = is_machine(value, e) ? value : NULL;
		break;
	case AXIS_MODE:
		text = is_word(mode_words, a->given, value, e) ? value : NULL;
		break;
	case AXIS_SAMPLE:
		text = is_word(sample_words, a->given, value, e) ? value : NULL;
		break;
	case AXIS_EQUAL:
		text = is_word(switch_words, a->given, value, e) ? value : NULL;
		break;
	case AXIS_CHANGE:
		text = change_text(a, world, value, arena, e);
		break;
	case AXIS_LET:
		break;
	}
	if (!text)
		return AXIS_NONE;
	if (names_find(&a->known, text, &at))
		return (uint32_t)at;
	a->value = grow(a->value, &a->room, a->n + 1, sizeof *a->value);
	a->value[a->n] = arena_copy(arena, text, strlen(text));
	names_set(&a->known, a->value[a->n], a->n);
	return (uint32_t)a->n++;
}
