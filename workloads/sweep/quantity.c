#include "workloads/sweep/quantity.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static bool
begins_name(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

static size_t
name_bytes(const char *s)
{
	size_t n = 1;

	while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '.')
		n++;
	return n;
}

/* Notes a name. False: neither an axis nor a parameter has it. */
static bool
add_name(struct quantity *q, const char *name, const struct quantity_scope *scope, struct simt_error *e)
{
	struct simt_parameter is;
	uint32_t at = AXIS_NONE;

	for (size_t i = 0; i < q->nnames; i++)
		if (!strcmp(q->name[i], name))
			return true;
	for (size_t i = 0; i < scope->naxes; i++)
		if (axis_is(scope->axis + i, name, strlen(name)))
			at = (uint32_t)i;
	if (at == AXIS_NONE && !simt_machine_describe(scope->world->machine, axis_parameter(scope->world, name), &is, NULL))
		return simt_fail(e, SIMT_USAGE, "%s: %s is neither an axis nor a machine parameter", q->what, name);
	q->name = xrealloc(q->name, (q->nnames + 1) * sizeof *q->name);
	q->parameter = xrealloc(q->parameter, (q->nnames + 1) * sizeof *q->parameter);
	q->axis = xrealloc(q->axis, (q->nnames + 1) * sizeof *q->axis);
	q->name[q->nnames] = name;
	q->parameter[q->nnames] = axis_parameter(scope->world, name);
	q->axis[q->nnames++] = at;
	q->needs_machine = q->needs_machine || at == AXIS_NONE;
	return true;
}

bool
quantity_read(struct quantity *q, const char *what, const char *text, const char *end, const struct quantity_scope *scope,
	      struct simt_error *e)
{
	*q = (struct quantity){.what = what, .text = text, .end = end};
	for (const char *s = text; s < end;) {
		const size_t n = begins_name(*s)              ? name_bytes(s)
				 : isdigit((unsigned char)*s) ? strspn(s, "0123456789xXabcdefABCDEF")
							      : 0;

		if (n && begins_name(*s) && strncmp(s, "cdiv(", 5) != 0 && !add_name(q, arena_copy(scope->arena, s, n), scope, e))
			return false;
		s += n ? n : 1;
	}
	return true;
}

void
quantity_clear(struct quantity *q)
{
	free(q->name);
	free(q->parameter);
	free(q->axis);
}

/* A name with its value at a point, or the reason why it has none. */
static struct expr_name
name_at(const struct quantity *q, size_t i, const struct axis *axis, const uint32_t *at, const struct simt_machine *m)
{
	struct expr_name x = {.name = q->name[i]};
	struct simt_parameter is;
	struct parse_error no;
	const char *value;

	if (q->axis[i] == AXIS_NONE) {
		x.value = simt_machine_number(m, q->parameter[i]);
		x.why = simt_machine_describe(m, q->parameter[i], &is, NULL) && is.words ? "is a word, not a number" : NULL;
		return x;
	}
	value = at[q->axis[i]] == AXIS_NONE ? NULL : axis[q->axis[i]].value[at[q->axis[i]]];
	if (!value)
		x.why = "has no value at some point";
	else if (!expr_integer(value, strlen(value), NULL, &x.value, &no))
		x.why = "has values that are no whole numbers";
	return x;
}

bool
quantity_value(const struct quantity *q, const struct axis *axis, const uint32_t *at, const struct simt_machine *m, wide *value,
	       struct simt_error *e)
{
	struct expr_name *v = zeroed(q->nnames, sizeof *v);
	const struct expr_names names = {.v = v, .n = q->nnames};
	struct parse_error pe;
	bool fine;

	for (size_t i = 0; i < q->nnames; i++)
		v[i] = name_at(q, i, axis, at, m);
	fine = expr_integer(q->text, (size_t)(q->end - q->text), &names, value, &pe) ||
	       simt_fail(e, SIMT_USAGE, "%s: %s", q->what, pe.text);
	free(v);
	return fine;
}
