/* slot-choice.h: which of the slots of a sub-core that are ready issues, where one split of a warp runs at a time; private to sim/. Times are
 * cycles. These are parts of a step (subcore-step.c), which compilers put into it.
 * What this module cannot do: see whether registers can be read in time. */
#ifndef SIMT_SLOT_CHOICE_H
#define SIMT_SLOT_CHOICE_H

#include "sim/core/pipes.h"
#include "sim/core/ready-slots.h"
#include "sim/core/slots.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp-scheduler.h"

#define NO_SLOT UINT32_MAX

/* When slot i, which is ready, could issue. */
static inline __attribute__((always_inline)) uint64_t
slot_free(const struct subcore *c, unsigned i)
{
	return slots_entry_free(c, c->entry_of[i]);
}

/* Whether slot i, of which the set tells that it is ready, is not: then the set forgets it. */
static inline bool
is_early(struct subcore *c, unsigned i, uint64_t now)
{
	if (c->ready[i] <= now)
		return false;
	ready_slots_forget(&c->told, c->bit[i]);
	return true;
}

/* Slots that the first bit of a set tells of: from the first one to before the other. many: a bit is for several. */
static inline unsigned
first_slot(const struct subcore *c, uint64_t set, bool many)
{
	return (unsigned)__builtin_ctzll(set) << (many ? c->told.shift : 0);
}

static inline unsigned
end_slot(const struct subcore *c, unsigned first, bool many)
{
	const unsigned end = first + (1u << (many ? c->told.shift : 0));

	return !many || end < c->nslots ? end : c->nslots;
}

/* Of the slots that are told to be ready, those that have nothing to wait for. They are looked at by what they wait for, which most of them have in
 * common. *next gets the cycle in which something of what the others wait for is free, if that is before. */
static inline __attribute__((always_inline)) uint64_t
free_slots(const struct subcore *c, uint64_t now, uint64_t *next)
{
	uint64_t all = 0, group, t;

	for (uint64_t set = c->told.ready; set; set &= (set - 1) & ~group) {
		const unsigned entry = c->entry_of[__builtin_ctzll(set)];

		group = set & c->at_entry[entry];
		t = slots_entry_free(c, entry);
		if (t <= now)
			all |= group;
		else if (t < *next)
			*next = t;
	}
	return all;
}

/* Slot i has waited for its pipe, which is free now. */
static inline __attribute__((always_inline)) bool
was_held(const struct subcore *c, unsigned i)
{
	return c->pipe[slots_entry_pipe(c->entry_of[i])].free > c->ready[i];
}

/* Of the slots of a set, which are said to be ready, that which issues; NO_SLOT: none is ready. many: a bit is for several, and some may wait. */
static inline __attribute__((always_inline)) unsigned
choose_among(struct sm *sm, struct subcore *c, uint64_t set, bool many, bool greedy)
{
	const uint64_t now = sm->now;
	prefer *better = sm->m->issue.pipe_queue ? NULL : warp_scheduler_table[sm->m->issue.scheduler];
	unsigned best = NO_SLOT;
	bool best_held = false;

	for (; set; set &= set - 1)
		for (unsigned i = first_slot(c, set, many), end = end_slot(c, i, many); i < end; i++) {
			bool held;

			if (is_early(c, i, now) || (many && slot_free(c, i) > now))
				continue;
			held = was_held(c, i);
			if (best == NO_SLOT ||
			    (better ? better(sm, c, i, best)
				    : is_ahead(sm, c, (struct candidate){i, held}, (struct candidate){best, best_held}, greedy))) {
				best = i;
				best_held = held;
			}
		}
	return best;
}

/* Whether slot i, a candidate, comes before x, as is_ahead() has it where the scheduler goes by age and there is no greed. */
static inline __attribute__((always_inline)) bool
is_before(const struct sm *sm, const struct subcore *c, unsigned i, bool held, const struct candidate *x, bool young)
{
	if (held != x->held)
		return held;
	if (held && sm->m->issue.pipe_queue == PIPE_QUEUE_BLOCKS && c->block[i] != c->block[x->slot])
		return older_block_first(sm, c, i, x->slot);
	if (held && c->ready[i] != c->ready[x->slot])
		return c->ready[i] < c->ready[x->slot];
	return (c->age[i] > c->age[x->slot]) == young;
}

/* choose_among() all slots that are told to be ready, where the scheduler goes by age, there is a pipe_queue, and a bit is for one slot. Those
 * that wait for one pipe are passed over together. */
static inline __attribute__((always_inline)) unsigned
choose_by_age(struct sm *sm, struct subcore *c)
{
	const uint64_t now = sm->now;
	const bool young = sm->m->issue.scheduler == SCHEDULER_GTY;
	struct candidate best = {NO_SLOT, false};
	uint64_t group;

	for (uint64_t set = c->told.ready; set; set &= (set - 1) & ~group) {
		const unsigned entry = c->entry_of[__builtin_ctzll(set)];
		const uint64_t free = c->pipe[slots_entry_pipe(entry)].free;

		group = set & c->at_entry[entry];
		if (slots_entry_free(c, entry) > now)
			continue;
		for (uint64_t left = group; left; left &= left - 1) {
			const unsigned i = (unsigned)__builtin_ctzll(left);
			const bool held = free > c->ready[i];

			if (!is_early(c, i, now) && (best.slot == NO_SLOT || is_before(sm, c, i, held, &best, young)))
				best = (struct candidate){i, held};
		}
	}
	return best.slot;
}

/* The slot that issues; NO_SLOT: none. */
static inline __attribute__((always_inline)) unsigned
choose_slot(struct sm *sm, struct subcore *c, bool many)
{
	const enum machine_scheduler which = sm->m->issue.scheduler;
	uint64_t never = NEVER;
	bool greedy;

	if (!c->told.ready)
		return NO_SLOT;
	greedy = sm->m->issue.pipe_queue && keeps_on(sm, c);
	if (many)
		return choose_among(sm, c, c->told.ready, true, greedy);
	if (!sm->m->issue.pipe_queue || (which != SCHEDULER_GTY && which != SCHEDULER_GTO))
		return choose_among(sm, c, free_slots(c, sm->now, &never), false, greedy);
	if (greedy && c->told.ready >> c->last & 1 && c->ready[c->last] <= sm->now && slot_free(c, c->last) <= sm->now)
		return c->last;
	return choose_by_age(sm, c);
}

#endif
