#include "sim/memory/mshr.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/cycle.h"

struct waiter {
	uint32_t load, next;
};

bool
mshr_init(struct mshrs *s, unsigned n)
{
	*s = (struct mshrs){.n = n, .next = NEVER};
	s->mshr = calloc((size_t)n + 1, sizeof *s->mshr);
	return s->mshr;
}

void
mshr_free(struct mshrs *s)
{
	free(s->mshr);
	free(s->waiter);
}

void
mshr_forget(struct mshrs *s)
{
	s->free = s->used = 0;
	memset(s->some, 0, sizeof s->some);
	s->soonest = 0;
	s->next = NEVER;
	s->nwaiter = s->waiter_free = 0;
}

void
mshr_wait_too(struct mshrs *s, struct mshr *m, uint32_t load)
{
	uint32_t n = s->waiter_free;

	if (n) {
		s->waiter_free = s->waiter[n].next;
	} else {
		s->waiter = grow(s->waiter, &s->waiter_cap, s->nwaiter + 2, sizeof *s->waiter);
		n = ++s->nwaiter;
	}
	s->waiter[n] = (struct waiter){load, m->waiter};
	m->waiter = n;
}

uint32_t
mshr_other_waiter(struct mshrs *s, struct mshr *m)
{
	const uint32_t n = m->waiter;

	m->waiter = s->waiter[n].next;
	s->waiter[n].next = s->waiter_free;
	s->waiter_free = n;
	return s->waiter[n].load;
}

/* ---- the order of their ends ---- */

static bool
sooner(const struct mshrs *s, uint32_t a, uint32_t b)
{
	return s->mshr[a].until < s->mshr[b].until || (s->mshr[a].until == s->mshr[b].until && a < b);
}

void
mshr_insert(struct mshrs *s, unsigned group, uint32_t mshr)
{
	uint16_t *at = s->group + group;

	while (*at && sooner(s, *at, mshr))
		at = &s->mshr[*at].next;
	s->mshr[mshr].next = *at;
	*at = (uint16_t)mshr;
}

/* The first one of the groups of word i, those from bit `from` on, that ends before cycle `end`; 0: there is none. A group may have only
 * those of a later round. */
static uint32_t
first_in(const struct mshrs *s, unsigned i, unsigned from, uint64_t end)
{
	for (uint64_t some = s->some[i] >> from << from; some; some &= some - 1) {
		const uint32_t e = s->group[i * 64 + (unsigned)__builtin_ctzll(some)];

		if (s->mshr[e].until < end)
			return e;
	}
	return 0;
}

/* Which one ends next, where none does before `cycle`. */
static uint32_t
find_soonest(const struct mshrs *s, uint64_t cycle)
{
	enum { WORDS = MSHR_GROUPS / 64 };
	/* one round of the groups, from that of `cycle` on */
	const uint64_t end = cycle - cycle % MSHR_GROUP_CYCLES + MSHR_GROUPS * MSHR_GROUP_CYCLES;
	const unsigned g = mshr_group(cycle);
	uint32_t e = first_in(s, g / 64, g % 64, end), best = 0;

	for (unsigned i = 1; !e && i <= WORDS; i++)
		e = first_in(s, (g / 64 + i) % WORDS, 0, end);
	if (e)
		return e;
	/* all that there are end later */
	for (unsigned i = 0; i < WORDS; i++)
		for (uint64_t some = s->some[i]; some; some &= some - 1) {
			e = s->group[i * 64 + (unsigned)__builtin_ctzll(some)];
			best = !best || sooner(s, e, best) ? e : best;
		}
	return best;
}

void
mshr_find_next(struct mshrs *s, uint64_t cycle)
{
	s->soonest = find_soonest(s, cycle);
	s->next = s->soonest ? s->mshr[s->soonest].until : NEVER;
}
