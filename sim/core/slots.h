/* slots.h: warp slots: from which cycle the warp in each could issue, and what holds it up then; private to sim/. Times are cycles.
 * What this module cannot do: issue (issue.h, co-issue.h). */
#ifndef SIMT_SLOTS_H
#define SIMT_SLOTS_H

#include "sim/core/lg-queue.h"
#include "sim/core/operand-ports.h"
#include "sim/core/sm.h"

/* Where one split of a warp runs at a time, slot i is ready from cycle t on. */
static inline void
slots_set_ready(struct subcore *c, unsigned i, uint64_t t)
{
	c->ready[i] = t;
	ready_slots_set(&c->told, c->bit[i], t);
}
/* tm is the next instruction of slot i. */
static inline __attribute__((always_inline)) void
slots_set_next(struct subcore *c, unsigned i, const struct timing *tm)
{
	const uint64_t bit = c->bit[i];

	c->timing[i] = tm;
	c->at_entry[c->entry_of[i]] &= ~bit;
	c->at_entry[tm->entry] |= bit;
	c->entry_of[i] = tm->entry;
}
/* The pipe that what waits for this waits for. */
static inline unsigned
slots_entry_pipe(unsigned entry)
{
	return entry == ENTRY_LG ? (unsigned)PIPE_lsu : entry;
}
/* From which cycle that may go in. */
static inline uint64_t
slots_entry_free(const struct subcore *c, unsigned entry)
{
	const uint64_t free = c->pipe[slots_entry_pipe(entry)].free;

	return entry == ENTRY_LG && lg_queue_ready(&c->lg) > free ? lg_queue_ready(&c->lg) : free;
}
/* Works out anew from when slot i can issue. */
void slots_refresh(struct sm *sm, struct subcore *c, unsigned i);
/* It is known anew when the queue of L1 has room: no sub-core with warps looks at its slots later than that. */
void slots_wake(struct sm *sm);
/* slots_refresh(); where not `all`, of splits that have changed alone. */
void slots_refresh_splits(struct sm *sm, struct subcore *c, unsigned i, bool all);
/* From which cycle the pipe is free on these banks, they can read registers, and the queue of L1 has room where it is needed. */
static inline uint64_t
slots_split_free(const struct subcore *c, struct sole o)
{
	uint64_t t = 0;

	for (unsigned m = o.banks; m; m &= m - 1) {
		const struct bank *b = c->bank + __builtin_ctz(m);
		const uint64_t open = operand_ports_open(b), free = b->pipe[o.pipe].free;

		t = free > t ? free : t;
		t = open > t ? open : t;
	}
	if (o.lg && lg_queue_ready(&c->lg) > t)
		t = lg_queue_ready(&c->lg);
	return t;
}
/* The first cycle in which slot i could issue, NEVER where that depends on something yet to happen. */
uint64_t slots_first_issue(const struct subcore *c, unsigned i);
static inline uint64_t
slots_next_issue(const struct subcore *c, unsigned i)
{
	uint64_t free;

	if (!c->sole[i].banks)
		return slots_first_issue(c, i);
	free = slots_split_free(c, c->sole[i]);
	return free > c->ready[i] ? free : c->ready[i];
}
/* Whether slot i, of which something can issue at sm->now, finds the ports of its registers free for that; what does not holds its banks back. */
bool slots_reads(const struct sm *sm, struct subcore *c, unsigned i);
/* The stall counts of slot i that are not over by `from` stand still for so many cycles. */
void slots_stand_still(struct sm *sm, struct subcore *c, unsigned i, uint64_t from, uint64_t cycles);
/* Whether the split can issue at sm->now, as far as its pipe and the queue of L1 go. */
bool slots_can_issue(const struct sm *sm, const struct subcore *c, const struct split *s);
/* Whether something in slot i has waited for its pipe, which is free now. */
bool slots_was_held(const struct sm *sm, const struct subcore *c, unsigned i);
static inline bool
slots_held_up(const struct sm *sm, const struct subcore *c, unsigned i)
{
	const struct sole o = c->sole[i];

	if (!o.banks)
		return slots_was_held(sm, c, i);
	/* it can issue now, and not all its banks' pipes were free when it was ready */
	if (slots_next_issue(c, i) <= sm->now)
		for (unsigned m = o.banks; m; m &= m - 1)
			if (c->bank[__builtin_ctz(m)].pipe[o.pipe].free > c->ready[i])
				return true;
	return false;
}
/* Slot i, which is not marked, is ready: remembers how busy its pipe was. */
void slots_mark(struct subcore *c, unsigned i);
/* The splits of slot i that wait at the block barrier go on. */
void slots_release(struct sm *sm, struct subcore *c, unsigned i, unsigned barrier, uint64_t until);

/* Slots of a word of subcore.soon. */
enum { SLOT_SET = 64 };

/* Slot i could issue before the end of the window. */
static inline void
slots_soon(struct subcore *c, unsigned i)
{
	c->soon[i / SLOT_SET] |= UINT64_C(1) << i % SLOT_SET;
}

#endif
