/* pipes.h: the pipes of a sub-core, some of which share their parts; private to sim/. Times are cycles.
 * What this module cannot do: queues in front of a pipe, which issue.c has. */
#ifndef SIMT_CORE_PIPES_H
#define SIMT_CORE_PIPES_H

#include "sim/core/sm.h"
#include "sim/core/subcore.h"

/* The pipe takes nothing before `free`. What it took before this cycle has been counted. */
static inline void
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
/* An instruction of pipe `which` issues at `now`, and holds what it needs for `held` cycles. */
void pipes_take(const struct sm *sm, struct pipe *pipes, unsigned which, uint64_t now, unsigned held);

#endif
