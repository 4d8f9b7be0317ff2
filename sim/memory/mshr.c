#include "sim/memory/mshr.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/core/cycle.h"

struct waiter {
	uint32_t load, next;
};

bool
mshr_init(struct mshrs *s, unsigned n)
{
	*s = (struct mshrs){.n = n};
	s->mshr = calloc((size_t)n + 1, sizeof *s->mshr);
	s->heap = calloc((size_t)n + 1, sizeof *s->heap);
	return s->mshr && s->heap;
}

void
mshr_free(struct mshrs *s)
{
	free(s->mshr);
	free(s->heap);
	free(s->waiter);
}

void
mshr_forget(struct mshrs *s)
{
	s->free = s->used = 0;
	s->nheap = 0;
	s->nwaiter = s->waiter_free = 0;
}

static bool
sooner(const struct mshrs *s, uint32_t a, uint32_t b)
{
	return s->mshr[a].until < s->mshr[b].until || (s->mshr[a].until == s->mshr[b].until && a < b);
}

static void
heap_push(struct mshrs *s, uint32_t e)
{
	unsigned i = s->nheap++;

	for (; i && sooner(s, e, s->heap[(i - 1) / 2]); i = (i - 1) / 2)
		s->heap[i] = s->heap[(i - 1) / 2];
	s->heap[i] = e;
}

static uint32_t
heap_pop(struct mshrs *s)
{
	uint32_t top = s->heap[0], e = s->heap[--s->nheap];
	unsigned i = 0, k;

	while ((k = 2 * i + 1) < s->nheap) {
		k += k + 1 < s->nheap && sooner(s, s->heap[k + 1], s->heap[k]);
		if (!sooner(s, s->heap[k], e))
			break;
		s->heap[i] = s->heap[k];
		i = k;
	}
	s->heap[i] = e;
	return top;
}

uint32_t
mshr_take(struct mshrs *s)
{
	uint32_t e = s->free;

	if (!e)
		return ++s->used;
	s->free = s->mshr[e].next;
	return e;
}

void
mshr_wait(struct mshrs *s, struct mshr *m, uint32_t load)
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

void
mshr_answer(struct mshrs *s, uint32_t mshr, uint64_t cycle)
{
	s->mshr[mshr].until = cycle;
	heap_push(s, mshr);
}

uint32_t
mshr_waiter(struct mshrs *s, uint32_t mshr)
{
	const uint32_t n = s->mshr[mshr].waiter;

	if (!n)
		return 0;
	s->mshr[mshr].waiter = s->waiter[n].next;
	s->waiter[n].next = s->waiter_free;
	s->waiter_free = n;
	return s->waiter[n].load;
}

uint64_t
mshr_next(const struct mshrs *s)
{
	return s->nheap ? s->mshr[s->heap[0]].until : NEVER;
}

struct mshr *
mshr_release(struct mshrs *s)
{
	struct mshr *m = s->mshr + heap_pop(s);

	m->next = s->free;
	s->free = (uint32_t)(m - s->mshr);
	return m;
}
