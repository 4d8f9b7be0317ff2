/* pipes.h: the pipes of a sub-core, some of which share their parts; private to sim/. Times are cycles.
 * What this module cannot do: queues in front of a pipe, which issue.c has. */
#ifndef SIMT_CORE_PIPES_H
#define SIMT_CORE_PIPES_H

#include "sim/core/sm.h"
#include "sim/core/subcore.h"

/* The pipe takes nothing before `free`. What it took before this cycle has been counted. */
static inline __attribute__((always_inline)) void
pipes_hold(struct pipe *p, uint64_t now, uint64_t free)
{
	uint64_t from = p->free > now + 1 ? p->free : now + 1;

	if (free > from)
		p->busy += free - from;
	if (free > p->free)
		p->free = free;
}
/* Works out sm->held. */
void pipes_held(struct sm *sm);
/* Banks that have pipes of their own: those of bank_issue=independent, else one. */
unsigned pipes_banks(const struct simt_machine *m);
/* FP32 takes either half of the FP32 pipe, at half its speed, FP16 both, integer multiply-add the one of the two that can do that. The
 * logical pipes are free when what they need is. */
static inline __attribute__((always_inline)) void
pipes_take_halves(struct pipe *pipes, unsigned which, uint64_t now, unsigned held)
{
	struct pipe *heavy = pipes + PIPE_fmaheavy, *light = pipes + PIPE_HALF;

	if (which == PIPE_fma)
		pipes_hold(light->free <= now ? light : heavy, now, now + held);
	if (which != PIPE_fma)
		pipes_hold(heavy, now, now + held);
	if (which == PIPE_fp16)
		pipes_hold(light, now, now + held);
	pipes_hold(pipes + PIPE_fma, now, heavy->free < light->free ? heavy->free : light->free);
	pipes_hold(pipes + PIPE_fp16, now, heavy->free > light->free ? heavy->free : light->free);
}

/* An instruction of pipe `which` issues at `now`, and holds what it needs for `held` cycles. */
static inline __attribute__((always_inline)) void
pipes_take(const struct sm *sm, struct pipe *pipes, unsigned which, uint64_t now, unsigned held)
{
	if (sm->halves && (which == PIPE_fma || which == PIPE_fmaheavy || which == PIPE_fp16))
		pipes_take_halves(pipes, which, now, held);
	else
		pipes_hold(pipes + which, now, now + held);
}

#endif
