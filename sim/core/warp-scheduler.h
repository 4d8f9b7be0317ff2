/* warp-scheduler.h: which of the warps of a sub-core that are ready issues (parameter scheduler); private to sim/.
 * What this module cannot do: see why a warp waits. */
#ifndef SIMT_WARP_SCHEDULER_H
#define SIMT_WARP_SCHEDULER_H

#include "sim/core/sm.h"

/* Whether slot i is to be preferred to slot `best`, both ready; slots are offered in ascending order. */
typedef bool prefer(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best);

/* In the order of the words of parameter `scheduler`. */
extern prefer *const warp_scheduler_table[];

/* Whether the warp that issued last still comes before all others. The hint to yield is that of one path: others that run beside it go on in
 * the next cycle, or they would take slots of their own from then on. */
static inline bool
keeps_on(const struct sm *sm, const struct subcore *c)
{
	const enum machine_greedy which = sm->m->issue.greedy;
	const bool next = c->last_at + 1 == sm->now;

	if (sm->m->issue.scheduler != SCHEDULER_GTY && sm->m->issue.scheduler != SCHEDULER_GTO)
		return false;
	return which == GREEDY_NEXT ? next : which == GREEDY_STAY || !c->yields || (sm->concurrent && next);
}

/* Whether slot i comes before slot `best`, which is of another block; both have waited for a pipe. One that has waited since before the
 * multiple of pipe_patience that came before the last one is impatient. */
static inline bool
older_block_first(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best)
{
	const bool impatient = c->ready[i] < sm->impatient, best_impatient = c->ready[best] < sm->impatient;

	return impatient != best_impatient ? impatient : c->age[i] < c->age[best];
}

/* A slot that could issue. held: it has waited for its pipe, which is free now. */
struct candidate {
	unsigned slot;
	bool held;
};

/* As `prefer`, with parameter pipe_queue: warps that a held pipe has kept waiting come in the order in which they were ready, and before all
 * others but, with a greedy scheduler, the one that issued in the cycle before. greedy: keeps_on(). */
static inline __attribute__((always_inline)) bool
is_ahead(const struct sm *sm, const struct subcore *c, struct candidate a, struct candidate b, bool greedy)
{
	const unsigned i = a.slot, best = b.slot;
	const enum machine_scheduler which = sm->m->issue.scheduler;

	if (greedy && (i == c->last || best == c->last))
		return i == c->last;
	if (a.held != b.held)
		return a.held;
	if (a.held && sm->m->issue.pipe_queue == PIPE_QUEUE_BLOCKS && c->block[i] != c->block[best])
		return older_block_first(sm, c, i, best);
	if (a.held && c->ready[i] != c->ready[best])
		return c->ready[i] < c->ready[best];
	if (which == SCHEDULER_GTY)
		return c->age[i] > c->age[best];
	if (which == SCHEDULER_GTO)
		return c->age[i] < c->age[best];
	return warp_scheduler_table[which](sm, c, i, best);
}

/* Two-level: brings the set of slots to the front that is to be there now. */
void warp_scheduler_choose_front(const struct sm *sm, struct subcore *c);

#endif
