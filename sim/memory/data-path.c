/* data-path.c: the data path of an SM, which shared memory and L1 have in common, and others use, too. */
#include "sim/memory/data-path.h"

#include "sim/core/sm.h"
#include "sim/core/subcore.h"

uint64_t
shared_ready(const struct sm *sm)
{
	return sm->shared_taken[sm->shared_n % sm->m->shared.queue];
}

/* What the data path loses where an access of L1 comes behind one of shared memory, or the other way round, and it has no time to spare. */
static void
turn_path(struct sm *sm, uint64_t now, bool global)
{
	enum { CYCLE = 100 }; /* the parameter's unit */

	if (sm->data_global == global)
		return;
	sm->data_global = global;
	if (sm->data_free <= now)
		return;
	sm->data_lost += sm->m->lsu.data_turn;
	sm->data_free += sm->data_lost / CYCLE;
	sm->data_lost %= CYCLE;
}

/* What comes later out of the queue of its sub-core than it issued leaves a gap that others use: the path is taken from now on. */
uint64_t
data_path(struct sm *sm, struct subcore *c, uint64_t from, unsigned wavefronts, bool global)
{
	uint64_t now = sm->now < from ? sm->now : from, start = c->data_free > from ? c->data_free : from;

	turn_path(sm, now, global);
	start = sm->data_free > start ? sm->data_free : start;
	c->data_free = start + 1 + (wavefronts > 1 ? wavefronts - 1u : 0u) * sm->m->lsu.conflict_latency;
	sm->data_free = (sm->data_free > now ? sm->data_free : now) + wavefronts;
	return start;
}

uint64_t
unit_path(struct sm *sm, struct subcore *c, uint64_t from, unsigned cycles)
{
	uint64_t start = data_path(sm, c, from, 1, false);

	sm->data_free += cycles - 1;
	return start;
}
