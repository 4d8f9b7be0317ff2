/* simulate.h: small things that the files of the SM share; private to sim/. */
#ifndef SIMT_SIMULATE_H
#define SIMT_SIMULATE_H

#include "sim/core/core.h"

/* Where in the simulated program something goes wrong. */
struct fault_place {
	struct launch_state *launch;
	uint32_t pc, block[3], thread[3];
};

/* That of a lane of the running path of w, in the home row that executes (sm->row). */
struct fault_place fault_place(const struct sm *sm, const struct warp *w, unsigned lane);
/* A fault of the SM's at a cycle, of which it may have been told later: the earliest is kept, of these the first. Sets sm->error with kernel, PC,
 * source line, block and thread in front. */
void fault_of(struct sm *sm, uint64_t cycle, const struct fault_place *p, const char *what);
/* A fault of the simulated program at the running path of w. `lane` is of the home row that executes (sm->row). Sets sm->error with
 * kernel, PC, source line, block and thread in front; returns false. */
bool fault_at(struct sm *sm, struct warp *w, unsigned lane, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A lane of the warp as these take it. Control flow executes in no home row. */
static inline unsigned
row_lane(struct sm *sm, const struct warp *w, unsigned lane)
{
	const unsigned l = lane + w->first_thread % ISA_LANES;

	sm->row = l / ISA_LANES;
	return l % ISA_LANES;
}

/* No warp can run: says which wait, at which PC and for what. gpu->failed gets their launch. Returns false. */
bool explain_deadlock(struct gpu *gpu, struct simt_error *e);

/* The launch of w has come to a limit: "<n> <of>"; says where w is. w may be NULL: no warp of gpu->failed is resident. Returns false. */
bool explain_limit(struct gpu *gpu, const struct warp *w, const char *of, uint64_t n, struct simt_error *e);
/* The warp of the launch, or of any where it is NULL, that has been there longest on the first SM that has one, or NULL; *n counts them all. */
const struct warp *first_warp(const struct gpu *gpu, const struct launch_state *l, unsigned *n);

/* Whether slot i is to be preferred to slot `best`, both ready; slots are offered in ascending order. */
typedef bool prefer(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best);

/* In the order of the words of parameter `scheduler`. */
extern prefer *const warp_schedulers[];

/* Whether the warp that issued last still comes before all others. The hint to yield is that of one path: others that run beside it go on in
 * the next cycle, or they would take slots of their own from then on. */
static inline bool
keeps_on(const struct sm *sm, const struct subcore *c)
{
	const int which = sm->m->v[M_greedy];
	const bool next = c->last_at + 1 == sm->now;

	if (sm->m->v[M_scheduler] != SCHEDULER_GTY && sm->m->v[M_scheduler] != SCHEDULER_GTO)
		return false;
	return which == GREEDY_NEXT ? next : which == GREEDY_STAY || !c->yields || (sm->several && next);
}

/* Whether slot i comes before slot `best`, which is of another block; both have waited for a pipe. One that has waited since before the
 * multiple of pipe_patience that came before the last one is impatient. */
static inline bool
older_block_first(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best)
{
	const bool impatient = c->ready[i] < sm->impatient, best_impatient = c->ready[best] < sm->impatient;

	return impatient != best_impatient ? impatient : c->age[i] < c->age[best];
}

/* As `prefer`, with parameter pipe_queue: warps that a held pipe has kept waiting come in the order in which they were ready, and before all
 * others but, with a greedy scheduler, the one that issued in the cycle before. held, best_held: whether they have waited for their pipe,
 * which is free now; greedy: keeps_on(). */
static inline bool
is_ahead(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best, bool held, bool best_held, bool greedy)
{
	const int which = sm->m->v[M_scheduler];

	if (greedy && (i == c->last || best == c->last))
		return i == c->last;
	if (held != best_held)
		return held;
	if (held && sm->m->v[M_pipe_queue] == PIPE_QUEUE_BLOCKS && c->warps[i].block != c->warps[best].block)
		return older_block_first(sm, c, i, best);
	if (held && c->ready[i] != c->ready[best])
		return c->ready[i] < c->ready[best];
	if (which == SCHEDULER_GTY)
		return c->age[i] > c->age[best];
	if (which == SCHEDULER_GTO)
		return c->age[i] < c->age[best];
	return warp_schedulers[which](sm, c, i, best);
}

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
