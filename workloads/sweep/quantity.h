/* quantity.h: expressions (expr.h) of axes and parameters of the machine, which have a value at each point: "16*banks".
 * What this module cannot do: words; constraint.h compares those. */
#ifndef WORKLOADS_SWEEP_QUANTITY_H
#define WORKLOADS_SWEEP_QUANTITY_H

#include "workloads/reader/expr.h"
#include "workloads/sweep/axis.h"

struct quantity {
	const char *what; /* begins messages: "--constraint warp<=16*banks" */
	const char *text, *end;
	const char **name;      /* that it uses, each once */
	const char **parameter; /* that each name means, if it is no axis */
	uint32_t *axis;         /* that each name means; AXIS_NONE: none */
	size_t nnames;
	bool needs_machine;
};

/* What the names may mean. */
struct quantity_scope {
	const struct axis *axis;
	size_t naxes;
	const struct axis_world *world;
	struct arena *arena; /* for texts */
};

/* Reads an expression, from text to end. Scope and texts outlive it. False: *e (SIMT_USAGE) names what is neither an axis nor a parameter; clear it
 * in any case. Other mistakes are found by quantity_value. */
bool quantity_read(struct quantity *q, const char *what, const char *text, const char *end, const struct quantity_scope *scope,
		   struct simt_error *e);
/* Its value at a point with these indices of the axes' values. m: its machine, which may be NULL unless needs_machine. False: it has none there,
 * and *e (SIMT_USAGE) says why. */
bool quantity_value(const struct quantity *q, const struct axis *axis, const uint32_t *at, const struct simt_machine *m,
		    wide *value, struct simt_error *e);
void quantity_clear(struct quantity *q);

#endif
