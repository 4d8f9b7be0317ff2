/* mshr.h: misses under way in L1 (MSHRs). Each knows which sectors of which line it brings, which loads wait for it, and the cycle of
 * its answer once that is known. Those with a known answer end in the order of cycles.
 *
 * What this module cannot do: say when the answer comes, or what becomes of the line (l1.c). */
#ifndef SIMT_MSHR_H
#define SIMT_MSHR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct waiter;

/* Answers are kept by cycle: in so many groups of so many cycles, then from the first group on again. */
enum { MSHR_GROUPS = 1024, MSHR_GROUP_CYCLES = 4 };

struct mshr {
	uint64_t until;  /* the answer's cycle; NEVER: not known yet */
	void *line;      /* where the sectors go: a line of the client's, or NULL */
	uint32_t load;   /* that waits, the one that came last; 0: none */
	uint32_t waiter; /* list of the others, 0: none */
	uint16_t next;   /* free list; with an answer: the next one of its group */
	uint8_t sectors;
};

struct mshrs {
	struct mshr *mshr; /* [0] is not used */
	unsigned n, used;  /* used: those behind it have been free since mshr_forget() */
	uint32_t free;
	/* Those with a known end, by group, each in order: the first one of those groups of which `some` has the bit. The one that ends next,
	 * 0: none; and when it does, or NEVER. */
	uint16_t group[MSHR_GROUPS];
	uint64_t some[MSHR_GROUPS / 64];
	uint32_t soonest;
	uint64_t next;
	struct waiter *waiter; /* [0] is not used */
	uint32_t nwaiter, waiter_free;
	size_t waiter_cap;
};

/* n MSHRs, at most 65535, numbered from 1 on, all free. False: no memory. */
bool mshr_init(struct mshrs *s, unsigned n);
void mshr_free(struct mshrs *s);
/* No miss is under way any more: all are free. */
void mshr_forget(struct mshrs *s);
static inline bool
mshrs_full(const struct mshrs *s)
{
	return !s->free && s->used == s->n;
}
/* Takes a free one, and returns its number. There must be one; its fields are for the caller to set. */
static inline uint32_t
mshr_take(struct mshrs *s)
{
	const uint32_t e = s->free;

	if (!e)
		return ++s->used;
	s->free = s->mshr[e].next;
	return e;
}
/* Part of mshr_wait() and mshr_waiter(): where several loads wait. */
void mshr_wait_too(struct mshrs *s, struct mshr *m, uint32_t load);
uint32_t mshr_other_waiter(struct mshrs *s, struct mshr *m);
/* Load number `load`, not 0, waits for a miss whose answer is not known. */
static inline void
mshr_wait(struct mshrs *s, struct mshr *m, uint32_t load)
{
	if (m->load)
		mshr_wait_too(s, m, m->load);
	m->load = load;
}
/* The group of a cycle. */
static inline unsigned
mshr_group(uint64_t cycle)
{
	return cycle / MSHR_GROUP_CYCLES % MSHR_GROUPS;
}
/* Part of mshr_answer() and mshr_release(): puts one where it belongs among others of its group; finds the one that ends next, where none does
 * before `cycle`. */
void mshr_insert(struct mshrs *s, unsigned group, uint32_t mshr);
void mshr_find_next(struct mshrs *s, uint64_t cycle);
/* The answer to that one comes at `cycle`. The loads that wait for it are for mshr_waiter() to give. */
static inline void
mshr_answer(struct mshrs *s, uint32_t mshr, uint64_t cycle)
{
	const unsigned g = mshr_group(cycle);
	const uint64_t bit = UINT64_C(1) << g % 64;
	struct mshr *m = s->mshr + mshr;

	m->until = cycle;
	if (s->some[g / 64] & bit) {
		mshr_insert(s, g, mshr);
	} else {
		s->some[g / 64] |= bit;
		s->group[g] = (uint16_t)mshr;
		m->next = 0;
	}
	if (cycle < s->next || (cycle == s->next && mshr < s->soonest)) {
		s->soonest = mshr;
		s->next = cycle;
	}
}
/* One of the loads that wait for that one, and then do so no more, the last that came first; 0: there is none. */
static inline uint32_t
mshr_waiter(struct mshrs *s, uint32_t mshr)
{
	struct mshr *m = s->mshr + mshr;
	const uint32_t load = m->load;

	m->load = m->waiter ? mshr_other_waiter(s, m) : 0;
	return load;
}
/* The cycle in which the next one ends; NEVER: none has an answer. */
static inline uint64_t
mshr_next(const struct mshrs *s)
{
	return s->next;
}
/* The one that ends next, which must have an answer, is free again. Its line and sectors stay as they are until it is taken. Those of one
 * cycle end in the order of their numbers. */
static inline struct mshr *
mshr_release(struct mshrs *s)
{
	const uint32_t e = s->soonest;
	struct mshr *m = s->mshr + e, *follows = s->mshr + m->next;
	const unsigned g = mshr_group(m->until);

	s->group[g] = m->next;
	if (m->next && follows->until / MSHR_GROUP_CYCLES == m->until / MSHR_GROUP_CYCLES) {
		s->soonest = m->next;
		s->next = follows->until;
	} else {
		if (!m->next)
			s->some[g / 64] &= ~(UINT64_C(1) << g % 64);
		mshr_find_next(s, m->until);
	}
	m->next = (uint16_t)s->free;
	s->free = e;
	return m;
}

#endif
