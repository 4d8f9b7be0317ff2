#include "workloads/sweep/constraint.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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
	return s < end && (isalpha((unsigned char)*s) || *s == '_') ? arena_copy(arena, s, (size_t)(end - s)) : NULL;
}

/* A comparison of an axis, the text before the operator, with a word that it can be, behind it. */
static bool
takes_words(struct constraint *c, const char *text, const char *op, const struct quantity_scope *scope)
{
	const char *behind = op + strlen(c->op), *left = only_name(text, op, scope->arena),
		   *right = only_name(behind, behind + strlen(behind), scope->arena);
	size_t at;

	if (!left || !right || (strcmp(c->op, "==") != 0 && strcmp(c->op, "=") != 0 && strcmp(c->op, "!=") != 0))
		return false;
	for (size_t i = 0; i < scope->naxes; i++)
		if (axis_is(scope->axis + i, right, strlen(right)))
			return false;
	for (size_t i = 0; i < scope->naxes; i++)
		if (axis_is(scope->axis + i, left, strlen(left)) && names_find(&scope->axis[i].known, right, &at)) {
			c->word = right;
			c->word_axis = (uint32_t)i;
			return true;
		}
	return false;
}

bool
constraint_read(struct constraint *c, const char *text, const struct quantity_scope *scope, struct simt_error *e)
{
	const char *op, *right, *what = arena_printf(scope->arena, "--constraint %s", text);

	*c = (struct constraint){.op = NULL};
	op = find_op(text, &c->op);
	if (!op)
		return simt_fail(e, SIMT_USAGE, "%s: write a comparison, such as warp<=16*banks", what);
	if (takes_words(c, text, op, scope))
		return true;
	right = op + strlen(c->op);
	if (!quantity_read(&c->left, what, text, op, scope, e) ||
	    !quantity_read(&c->right, what, right, right + strlen(right), scope, e))
		return false;
	c->needs_machine = c->left.needs_machine || c->right.needs_machine;
	return true;
}

void
constraint_clear(struct constraint *c)
{
	quantity_clear(&c->left);
	quantity_clear(&c->right);
}

/* ---- holding ---- */

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

bool
constraint_holds(const struct constraint *c, const struct axis *axis, const uint32_t *at, const struct simt_machine *m,
		 struct simt_error *e)
{
	wide a = 0, b = 0;

	if (c->word) {
		const uint32_t i = at[c->word_axis];

		return (i != AXIS_NONE && !strcmp(axis[c->word_axis].value[i], c->word)) == (*c->op != '!');
	}
	return quantity_value(&c->left, axis, at, m, &a, e) && quantity_value(&c->right, axis, at, m, &b, e) &&
	       compares(c->op, a, b);
}
