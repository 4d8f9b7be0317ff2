/* control-flow.h: where the lanes of a warp go behind an instruction, and when; private to sim/.
 * What this module cannot do: guards that differ between the lanes of a BSSY, BSYNC, WARPSYNC or BMOV. */
#ifndef SIMT_CONTROL_FLOW_H
#define SIMT_CONTROL_FLOW_H

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/divergence/policy.h"

struct inst;

/* What the instruction that the running path of w has issued does to its control flow; `guarded` are the lanes whose guard holds. False: a
 * fault. */
bool flow(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded);
/* Behind each instruction, flow() or not: paths join that have met, where the policy has them meet. */
void flow_join(struct sm *sm, struct warp *w);
static inline void
flow_arrive(struct sm *sm, struct warp *w)
{
	if (sm->policy->arrive && w->runs)
		flow_join(sm, w);
}
/* After a branch that w has issued at sm->now: the cycle from which a path may go on that falls through to the next instruction, or that has
 * jumped. */
uint64_t flow_branched(const struct sm *sm, const struct warp *w, bool falls);
/* After `in` all paths of w that wait have been looked at, of which one goes on at `pc`: the cycle from which it may. An SM does that for one
 * warp after the other; a WARPSYNC at which the last lanes have come is then issued once more. */
uint64_t flow_choice(struct sm *sm, struct warp *w, const struct inst *in, uint32_t pc);

/* The flow unit is free from cycle 0 on, and so is what its sub-cores have of it. */
void flow_reset(struct sm *sm);

#endif
