/* constraint.h: comparisons between axes that the points of a plan have to meet: "warp<=16*banks".
 *
 * Each side is a quantity (quantity.h); the comparison is one of < <= > >= == != (and = for
 * ==). Two words may be compared by == and !=, "reconvergence!=ideal".
 *
 * What this module cannot do: join comparisons; all constraints of a plan have to hold. */
#ifndef WORKLOADS_SWEEP_CONSTRAINT_H
#define WORKLOADS_SWEEP_CONSTRAINT_H

#include "workloads/sweep/quantity.h"

struct constraint {
	struct quantity left, right;
	const char *op; /* "<=" */
	bool needs_machine;
	const char *word;   /* what an axis is compared with instead; NULL: two quantities are compared */
	uint32_t word_axis; /* its index */
};

/* Reads a constraint. Scope and text outlive it. False: *e (SIMT_USAGE) says what is wrong; clear it in any case. */
bool constraint_read(struct constraint *c, const char *text, const struct quantity_scope *scope, struct simt_error *e);
/* Whether a point, with these indices of the axes' values, meets it. m: its machine, which may be NULL unless needs_machine. An expression that
 * has no value there sets *e. */
bool constraint_holds(const struct constraint *c, const struct axis *axis, const uint32_t *at, const struct simt_machine *m,
		      struct simt_error *e);
void constraint_clear(struct constraint *c);

#endif
