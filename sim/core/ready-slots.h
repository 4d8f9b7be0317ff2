/* ready-slots.h: which warp slots of a sub-core are ready, told as time passes: slots that become ready in a cycle are in a list for that
 * cycle, so that nobody looks at those that wait; private to sim/. Times are cycles.
 *
 * A slot is ready from a cycle on that may be set anew at any time; the lists keep what was set before, too. So a slot that is in a list, or was
 * ready, need not be: who takes it from there looks at its time. Where there are more slots than bits in a set, a bit tells of neighbours.
 *
 * What this module cannot do: see the pipes, or that a slot is free. */
#ifndef SIMT_READY_SLOTS_H
#define SIMT_READY_SLOTS_H

#include <stdint.h>

#include "sim/core/cycle.h"

/* Bits of a set; the next cycles, each of which has a list. */
enum { READY_BITS = 64, READY_CYCLES = 64 };

struct ready_slots {
	unsigned shift;  /* bit b of a set is for 2^shift slots, from slot b << shift on */
	uint64_t now;    /* the lists of cycles up to this one have been looked at */
	uint64_t ready;  /* slots that were ready by then */
	uint64_t fresh;  /* those of them that were not, or had been set anew, when ready_slots_pass() was called before */
	uint64_t listed; /* cycles that have a list, modulo READY_CYCLES */
	uint64_t later;  /* the first cycle for which a slot was set that has no list yet; NEVER: none was */
	uint64_t at[READY_CYCLES];
};

/* None of n slots is ready; the time is 0. */
static inline void
ready_slots_reset(struct ready_slots *r, unsigned n)
{
	*r = (struct ready_slots){.later = NEVER};
	while (n > (unsigned)READY_BITS << r->shift)
		r->shift++;
}

/* The bit that tells of slot i. */
static inline uint64_t
ready_slots_bit(const struct ready_slots *r, unsigned i)
{
	return UINT64_C(1) << (i >> r->shift);
}

/* The slot of that bit is ready from cycle t on; NEVER: that is not known yet. */
static inline void
ready_slots_set(struct ready_slots *r, uint64_t bit, uint64_t t)
{
	if (t <= r->now) {
		r->ready |= bit;
		r->fresh |= bit;
	} else if (t - r->now < READY_CYCLES) {
		r->at[t % READY_CYCLES] |= bit;
		r->listed |= UINT64_C(1) << t % READY_CYCLES;
	} else if (t < r->later) {
		r->later = t;
	}
}

/* The slot of that bit, of which a set told, is not ready. Where the bit tells of others, too, these may be. */
static inline void
ready_slots_forget(struct ready_slots *r, uint64_t bit)
{
	if (!r->shift)
		r->ready &= ~bit;
}

/* Makes lists of cycles anew out of the times of n slots: where `later` is near. */
void ready_slots_list(struct ready_slots *r, const uint64_t *ready, unsigned n);

/* x, rotated to the right. */
static inline uint64_t
ready_slots_turn(uint64_t x, unsigned n)
{
	return x >> n | x << (-n & 63);
}

/* Time goes on to `now`; `ready` are the times of n slots. r->fresh is what has become ready since. */
static inline void
ready_slots_pass(struct ready_slots *r, uint64_t now, const uint64_t *ready, unsigned n)
{
	const uint64_t passed = now - r->now;
	uint64_t lists, fresh = 0;

	if (passed - 1 < READY_CYCLES && r->listed &&
	    (unsigned)__builtin_ctzll(ready_slots_turn(r->listed, (unsigned)(r->now + 1) & 63)) == passed - 1) {
		/* mostly time goes on to the first cycle that has a list */
		fresh = r->at[now % READY_CYCLES];
		r->at[now % READY_CYCLES] = 0;
		r->listed &= ~(UINT64_C(1) << now % READY_CYCLES);
		r->now = now;
		r->fresh |= fresh;
		r->ready |= fresh;
	} else if (passed) {
		lists = passed < READY_CYCLES ? ready_slots_turn((UINT64_C(1) << passed) - 1, -(unsigned)(r->now + 1) & 63)
					      : UINT64_MAX;
		for (uint64_t m = lists &= r->listed; m; m &= m - 1) {
			fresh |= r->at[__builtin_ctzll(m)];
			r->at[__builtin_ctzll(m)] = 0;
		}
		r->listed &= ~lists;
		r->now = now;
		r->fresh |= fresh;
		r->ready |= fresh;
	}
	if (r->later != NEVER && r->later < now + READY_CYCLES)
		ready_slots_list(r, ready, n);
}

/* The next cycle in which a slot may become ready; NEVER: no such cycle is known. */
static inline __attribute__((always_inline)) uint64_t
ready_slots_next(const struct ready_slots *r)
{
	if (r->listed)
		return r->now + 1 + (unsigned)__builtin_ctzll(ready_slots_turn(r->listed, (unsigned)(r->now + 1) & 63));
	return r->later;
}

#endif
