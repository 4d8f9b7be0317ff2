/* data-path.c: the data path of an SM, which shared memory and L1 have in common, and others use, too. */
#include "sim/memory/data-path.h"

#include "sim/core/sm.h"
#include "sim/core/subcore.h"

void
data_path_reset(struct sm *sm)
{
	sm->data_path = (struct data_path){.free = 0};
	for (unsigned i = 0; i < sm->m->sm.subcores; i++)
		sm->subcore[i].data_free = 0;
}

uint64_t
data_path_shared_ready(const struct sm *sm)
{
	const struct data_path *p = &sm->data_path;

	return p->shared_taken[p->shared_oldest];
}

enum { CYCLE = 100 }; /* the unit of parts of a cycle */

/* It loses parts of a cycle, which together are taken once they are one. */
static void
lose(struct data_path *p, uint64_t hundredths)
{
	p->lost += (uint32_t)hundredths;
	p->free += p->lost / CYCLE;
	p->lost %= CYCLE;
}

/* What the data path loses where an access of L1 comes behind one of shared memory, or the other way round, and it has no time to spare. */
static void
turn_path(struct sm *sm, uint64_t now, bool global)
{
	struct data_path *p = &sm->data_path;

	if (p->global == global)
		return;
	p->global = global;
	if (p->free <= now)
		return;
	lose(p, sm->m->lsu.data_turn);
}

/* What copies write has had the idle cycles up to now; of the others it gets as many as what comes now, which waits so much longer. */
static void
write_copies(struct data_path *p, uint64_t now, unsigned wavefronts)
{
	const uint64_t idle = now > p->free ? now - p->free : 0;
	uint64_t beside;

	p->owed -= idle < p->owed ? idle : p->owed;
	beside = wavefronts < p->owed ? wavefronts : p->owed;
	p->owed -= beside;
	if (beside)
		p->free = (p->free > now ? p->free : now) + beside;
}

/* What comes later out of the queue of its sub-core than it issued leaves a gap that others use: the path is taken from now on. */
uint64_t
data_path_take(struct sm *sm, struct subcore *c, uint64_t from, unsigned wavefronts, bool global)
{
	struct data_path *p = &sm->data_path;
	uint64_t now = sm->now < from ? sm->now : from, start = c->data_free > from ? c->data_free : from;

	if (!sm->m->lsu.data_path)
		return from;
	if (p->owed)
		write_copies(p, now, wavefronts);
	turn_path(sm, now, global);
	start = p->free > start ? p->free : start;
	c->data_free = start + 1 + (wavefronts > 1 ? wavefronts - 1u : 0u) * sm->m->lsu.wavefront_cycles;
	p->free = (p->free > now ? p->free : now) + wavefronts;
	return start;
}

uint64_t
data_path_take_shared(struct sm *sm, struct subcore *c, uint64_t from, unsigned wavefronts)
{
	struct data_path *p = &sm->data_path;
	const uint64_t start = data_path_take(sm, c, from, wavefronts, false);

	p->shared_taken[p->shared_oldest++] = start;
	if (p->shared_oldest == sm->m->shared.queue)
		p->shared_oldest = 0;
	return start;
}

uint64_t
data_path_take_unit(struct sm *sm, struct subcore *c, uint64_t from, unsigned cycles)
{
	uint64_t start = data_path_take(sm, c, from, 1, false);

	if (sm->m->lsu.data_path)
		sm->data_path.free += cycles - 1;
	return start;
}

uint64_t
data_path_take_copy(struct sm *sm, struct subcore *c, uint64_t from, uint64_t hundredths, unsigned later)
{
	const uint64_t start = data_path_take(sm, c, from, (unsigned)(hundredths / CYCLE), true);

	if (sm->m->lsu.data_path)
		lose(&sm->data_path, hundredths % CYCLE);
	sm->data_path.owed += later;
	return start;
}

void
data_path_hold(struct sm *sm, uint64_t cycles)
{
	struct data_path *p = &sm->data_path;

	if (sm->m->lsu.data_path)
		p->free = (p->free > sm->now ? p->free : sm->now) + cycles;
}
