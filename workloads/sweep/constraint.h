/* constraint.h: comparisons between axes that the points of a plan have to meet: "warp<=16*banks".
 *
 * Each side is an expression of expr.h. Its names are axes or parameters of the machine; the comparison is one of < <= > >= == != (and = for
 * ==). Two words may be compared by == and !=, "reconvergence!=ideal".
 *
 * What this module cannot do: join comparisons; all constraints of a plan have to hold. */
#ifndef WORKLOADS_SWEEP_CONSTRAINT_H
#define WORKLOADS_SWEEP_CONSTRAINT_H

#include "workloads/sweep/axis.h"

struct constraint {
	const char *text;
	const char *left, *left_end, *right, *right_end; /* within text */
	const char *op;                                  /* "<=" */
	const char **name;                               /* that it uses, each once */
	const char **parameter;                          /* that each name means, if it is no axis */
	uint32_t *axis;                                  /* that each name means; AXIS_NONE: none */
	size_t nnames;
	bool needs_machine;
	bool words; /* left is one axis, right a word */
};

/* What the names of a constraint may mean. */
struct constraint_scope {
	const struct axis *axis;
	size_t naxes;
	const struct axis_world *world;
	struct arena *arena; /* for texts */
};

/* Reads a constraint. Scope and text outlive it. False: *e (SIMT_USAGE) says what is wrong; clear it in any case. */
bool constraint_read(struct constraint *c, const char *text, const struct constraint_scope *scope, struct simt_error *e);
/* Whether a point, with these indices of the axes' values, meets it. m: its machine, which may be NULL unless needs_machine. An expression that
 * has no value there sets *e. */
bool constraint_holds(const struct constraint *c, const struct axis *axis, const uint32_t *at, const struct simt_machine *m,
		      struct simt_error *e);
void constraint_clear(struct constraint *c);

#endif
