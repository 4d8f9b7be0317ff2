/* simulate.h: small things that the files of the SM share; private to sim/. */
#ifndef SIMT_SIMULATE_H
#define SIMT_SIMULATE_H

#include "core.h"

/* A fault of the simulated program at the running path of w. `lane` is of the home row that executes (sm->row). Sets sm->error with
 * kernel, PC, source line, block and thread in front; returns false. */
bool fault_at(struct sm *sm, struct warp *w, unsigned lane, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* No warp can run: says which wait, at which PC and for what. gpu->failed gets their launch. Returns false. */
bool explain_deadlock(struct gpu *gpu, struct simt_error *e);

/* realloc that ends the program where there is no memory: a simulation cannot go on without its queues. */
void *xrealloc(void *p, size_t bytes);

/* Whether slot i is to be preferred to slot `best`, both ready; slots are offered in ascending order. */
typedef bool prefer(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best);

/* In the order of the words of parameter `scheduler`. */
extern prefer *const warp_schedulers[];

/* The same with parameter pipe_queue: those that a held pipe has kept waiting come in the order in which they were ready, and before all
 * others but, with a greedy scheduler, the one that issued in the cycle before. held, best_held: was_held_up() of both. */
bool is_ahead(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best, bool held, bool best_held);
/* Whether slot i has waited for its pipe, which is free now. */
bool was_held_up(const struct sm *sm, const struct subcore *c, unsigned i);

/* Two-level: brings the set of slots to the front that is to be there now. */
void choose_front(const struct sm *sm, struct subcore *c);

/* Slots of a word of subcore.soon. */
enum { SLOT_SET = 64 };

/* Slot i could issue before the end of the window. */
static inline void
slot_soon(struct subcore *c, unsigned i)
{
	c->soon[i / SLOT_SET] |= UINT64_C(1) << i % SLOT_SET;
}

/* Issue slots from c->counted to `cycle`, in which nothing was issued. */
static inline void
pass_slots(struct sm *sm, struct subcore *c, uint64_t cycle)
{
	if (cycle <= c->counted)
		return;
	if (c->resident)
		sm->slots_no_eligible += cycle - c->counted;
	else
		sm->slots_no_warp += cycle - c->counted;
	c->counted = cycle;
}

/* Before the number of a launch's resident warps changes at `cycle`. */
void sm_residence(struct sm *sm, struct launch_counts *n, uint64_t cycle);

/* b and all it holds; it is in no list. */
void sm_block_free(struct block *b);

#endif
