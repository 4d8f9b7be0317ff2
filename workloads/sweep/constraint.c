#include "workloads/sweep/constraint.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/reader/expr.h"

/* ---- reading ---- */

/* The comparison, or NULL; a longer one comes before its beginning. */
static const char *
find_op(const char *text, const char **op)
{
	static const char *const ops[] = {"<=", ">=", "==", "!=", "<", ">", "="};

	for (const char *s = text; *s; s++)
		for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
			if (!strncmp(s, ops[i], strlen(ops[i]))) {
				*op = ops[i];
				return s;
			}
	return NULL;
}

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
add_name(struct constraint *c, const char *name, const struct constraint_scope *scope, struct simt_error *e)
{
	struct simt_parameter is;
	uint32_t at = AXIS_NONE;

	for (size_t i = 0; i < c->nnames; i++)
		if (!strcmp(c->name[i], name))
			return true;
	for (size_t i = 0; i < scope->naxes; i++)
		if (axis_is(scope->axis + i, name, strlen(name)))
			at = (uint32_t)i;
	if (at == AXIS_NONE && !simt_machine_describe(scope->world->machine, axis_parameter(scope->world, name), &is, e)) {
		e->status = SIMT_OK;
		return simt_fail(e, SIMT_USAGE, "--constraint %s: %s is neither an axis nor a machine parameter", c->text, name);
	}
	c->name = xrealloc(c->name, (c->nnames + 1) * sizeof *c->name);
	c->parameter = xrealloc(c->parameter, (c->nnames + 1) * sizeof *c->parameter);
	c->axis = xrealloc(c->axis, (c->nnames + 1) * sizeof *c->axis);
	c->name[c->nnames] = name;
	c->parameter[c->nnames] = axis_parameter(scope->world, name);
	c->axis[c->nnames++] = at;
	c->needs_machine = c->needs_machine || at == AXIS_NONE;
	return true;
}

/* The only name of a side, in the arena; NULL: it is something else. */
static const char *
only_name(const char *s, const char *end, struct arena *arena)
{
	while (s < end && *s == ' ')
		s++;
	while (end > s && end[-1] == ' ')
		end--;
	for (const char *c = s; c < end; c++)
		if (!isalnum((unsigned char)*c) && *c != '_' && *c != '-' && *c != '.')
			return NULL;
	return s < end && begins_name(*s) ? arena_copy(arena, s, (size_t)(end - s)) : NULL;
}

/* A comparison of an axis with a word that it can be. */
static bool
takes_words(struct constraint *c, const struct constraint_scope *scope, struct simt_error *e)
{
	const char *left = only_name(c->left, c->left_end, scope->arena), *right = only_name(c->right, c->right_end, scope->arena);

	if (!left || !right || (strcmp(c->op, "==") != 0 && strcmp(c->op, "=") != 0 && strcmp(c->op, "!=") != 0))
		return false;
	for (size_t i = 0; i < scope->naxes; i++)
		if (axis_is(scope->axis + i, right, strlen(right)))
			return false;
	for (size_t i = 0; i < scope->naxes; i++)
		if (axis_is(scope->axis + i, left, strlen(left))) {
			size_t at;

			c->words = names_find(&scope->axis[i].known, right, &at) && add_name(c, left, scope, e);
			c->right = right;
			return c->words;
		}
	return false;
}

bool
constraint_read(struct constraint *c, const char *text, const struct constraint_scope *scope, struct simt_error *e)
{
	const char *op;

	*c = (struct constraint){.text = text};
	op = find_op(text, &c->op);
	if (!op)
		return simt_fail(e, SIMT_USAGE, "--constraint %s: write a comparison, such as warp<=16*banks", text);
	c->left = text;
	c->left_end = op;
	c->right = op + strlen(c->op);
	c->right_end = text + strlen(text);
	if (takes_words(c, scope, e))
		return true;
	for (const char *s = text; *s;) {
		const size_t n = begins_name(*s)              ? name_bytes(s)
				 : isdigit((unsigned char)*s) ? strspn(s, "0123456789xXabcdefABCDEF")
							      : 0;

		if (n && begins_name(*s) && strncmp(s, "cdiv(", 5) != 0 && !add_name(c, arena_copy(scope->arena, s, n), scope, e))
			return false;
		s += n ? n : 1;
	}
	return true;
}

void
constraint_clear(struct constraint *c)
{
	free(c->name);
	free(c->parameter);
	free(c->axis);
}

/* ---- holding ---- */

/* A name with its value at a point, or the reason why it has none. */
static struct expr_name
name_at(const struct constraint *c, size_t i, const struct axis *axis, const uint32_t *at, const struct simt_machine *m)
{
	struct expr_name x = {.name = c->name[i]};
	struct simt_parameter is;
	struct parse_error no;
	const char *value;

	if (c->axis[i] == AXIS_NONE) {
		x.value = simt_machine_number(m, c->parameter[i]);
		x.why = simt_machine_describe(m, c->parameter[i], &is, NULL) && is.words ? "is a word, not a number" : NULL;
		return x;
	}
	value = at[c->axis[i]] == AXIS_NONE ? NULL : axis[c->axis[i]].value[at[c->axis[i]]];
	if (!value)
		x.why = "has no value at some point";
	else if (!expr_integer(value, strlen(value), NULL, &x.value, &no))
		x.why = "has values that are no whole numbers";
	return x;
}

static bool
compares(const char *op, wide a, wide b)
{
	switch (*op) {
	case '<':
		return op[1] ? a <= b : a < b;
	case '>':
		return op[1] ? a >= b : a > b;
	case '!':
		return a != b;
	default:
		return a == b;
	}
}

/* The value of one side. */
static bool
side(const char *s, const char *end, const struct constraint *c, const struct expr_names *names, wide *value, struct simt_error *e)
{
	struct parse_error pe;

	return expr_integer(s, (size_t)(end - s), names, value, &pe) ||
	       simt_fail(e, SIMT_USAGE, "--constraint %s: %s", c->text, pe.text);
}

bool
constraint_holds(const struct constraint *c, const struct axis *axis, const uint32_t *at, const struct simt_machine *m,
		 struct simt_error *e)
{
	struct expr_name *v;
	struct expr_names names;
	wide a = 0, b = 0;
	bool fine;

	if (c->words) {
		const uint32_t i = at[c->axis[0]];

		return (i != AXIS_NONE && !strcmp(axis[c->axis[0]].value[i], c->right)) == (*c->op != '!');
	}
	v = zeroed(c->nnames, sizeof *v);
	for (size_t i = 0; i < c->nnames; i++)
		v[i] = name_at(c, i, axis, at, m);
	names = (struct expr_names){.v = v, .n = c->nnames};
	fine = side(c->left, c->left_end, c, &names, &a, e) && side(c->right, c->right_end, c, &names, &b, e) &&
	       compares(c->op, a, b);
	free(v);
	return fine;
}
