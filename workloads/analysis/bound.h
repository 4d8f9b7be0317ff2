/* bound.h: how many cycles a launch takes at the least, on the machine it runs on, whatever the reconvergence policy, the bank issue mode, and
 * the warp and block schedulers. It is computed from what the threads of the launch execute, not simulated: the largest of the limits of
 * bound.def.
 *
 * A client of the event tap adds up what the launch asks for. It counts by thread, since how threads are grouped depends on the policy. As
 * long as the lanes of a warp have not diverged they are together under each policy, and their accesses are counted as those of a warp. In
 * functional mode the bound is the same, or nearly so, since who loads a line first may differ. If what a thread executes depends on time,
 * the bound of a run in cycle mode holds for that run alone.
 *
 * What this module cannot do: know of instruction fetch, constants, bank conflicts of lanes that have diverged, contention for atomics. It
 * has no bound where parts of a launch were passed over (--sample). */
#ifndef WORKLOADS_BOUND_H
#define WORKLOADS_BOUND_H

#include "sim/runtime/simt.h"

enum bound_limit {
#define LIMIT(name, title, meaning) LIMIT_##name,
#include "workloads/analysis/bound.def"
	LIMITS
};

struct bound_limit_info {
	const char *name, *title, *meaning;
};
extern const struct bound_limit_info bound_limit_info[LIMITS];

/* The bound of a launch. */
struct bound {
	uint64_t limit[LIMITS]; /* cycles, each at most those of the launch */
	enum bound_limit binds; /* the largest; of equal ones the first */
	const char *pipe;       /* the pipe of limit `pipe`: "alu" */
};

struct bounds;

/* Listens to s, whose machine is m, until bounds_free; m lives as long. NULL: *e says why. */
struct bounds *bounds_new(struct simt *s, const struct simt_machine *m, struct simt_error *e);
void bounds_free(struct bounds *t); /* NULL is allowed */
/* The bound of a launch that has ended; NULL if it did not start, or if parts of it were passed over. The caller frees it. */
struct bound *bounds_take(struct bounds *t, const struct simt_launch *l);
/* In cycles. */
static inline uint64_t
bound_cycles(const struct bound *b)
{
	return b->limit[b->binds];
}

#endif
