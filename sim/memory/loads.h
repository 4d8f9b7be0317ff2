/* loads.h: loads of an SM that are under way, by number, and the effects of their answers; private to sim/. Times are cycles.
 * What this module cannot do: data; it models only when a load ends. */
#ifndef SIMT_LOADS_H
#define SIMT_LOADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/core/warp.h"

struct sm;
struct subcore;

/* A load on its way. The warp may have ended before the answer comes: then its age differs. */
struct load {
	struct warp *warp;
	struct subcore *subcore;
	unsigned slot;
	uint64_t age;
	uint64_t until; /* all answers so far are there from this cycle on */
	uint32_t waits; /* answers still to come */
	uint8_t sb;     /* scoreboard, or ISA_NO_SB */
	bool copy;      /* it is an asynchronous copy, of this group */
	uint64_t group;
	uint32_t next_free;
};

/* Those of an SM. Numbers begin with 1: 0 is none. Others use the functions below. */
struct loads {
	struct load *load; /* [0] is not used */
	uint32_t n, free;  /* numbers given so far; the first of those that are free again */
	size_t room;
};

/* A new load of slot `slot`, for which scoreboard sb waits, or none (ISA_NO_SB); returns its number. It waits for one answer: loads_issued()
 * gives it, so that the load does not end before all are asked for. */
uint32_t loads_new(struct loads *l, struct warp *w, struct subcore *c, unsigned slot, uint8_t sb);
/* One more answer to load number n is to come. */
static inline void
loads_expect(struct loads *l, uint32_t n)
{
	l->load[n].waits++;
}
/* So many more. */
static inline void
loads_expect_all(struct loads *l, uint32_t n, uint32_t answers)
{
	l->load[n].waits += answers;
}
/* A part of its data is there from `cycle` on, as is known at once. */
static inline void
loads_part(struct loads *l, uint32_t n, uint64_t cycle)
{
	if (cycle > l->load[n].until)
		l->load[n].until = cycle;
}
/* All answers are asked for. True: some are to come. Else the number is free again, and *done gets the cycle from which the data is there. */
bool loads_issued(struct loads *l, uint32_t n, uint64_t *done);
/* Load n, some of whose answers are to come, is an asynchronous copy of this group. */
void loads_of_group(struct loads *l, uint32_t n, uint64_t group);
/* An answer to load number n: a part of its data is there from `cycle` on. With the last one the warp learns of it. */
void loads_answer(struct sm *sm, uint32_t n, uint64_t cycle);
/* Part of loads_hear(): that was the last answer. */
void loads_end(struct sm *sm, uint32_t n);
/* The same as loads_answer(); l: the loads of that SM. */
static inline void
loads_hear(struct sm *sm, struct loads *l, uint32_t n, uint64_t cycle)
{
	loads_part(l, n, cycle);
	if (!--l->load[n].waits)
		loads_end(sm, n);
}
/* Brings load n, or nothing for 0, into the host's caches; and its warp, if one answer is to come. */
static inline __attribute__((always_inline)) void
loads_prefetch(const struct loads *l, uint32_t n)
{
	if (n)
		__builtin_prefetch(l->load + n, 1);
}
static inline __attribute__((always_inline)) void
loads_prefetch_warp(const struct loads *l, uint32_t n)
{
	if (n && l->load[n].waits == 1)
		warp_prefetch(l->load[n].warp);
}
/* Forgets all. */
void loads_forget(struct loads *l);
void loads_free(struct loads *l);

#endif
