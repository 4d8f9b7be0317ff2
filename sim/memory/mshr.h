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

struct mshr {
	uint64_t until;  /* the answer's cycle; NEVER: not known yet */
	void *line;      /* where the sectors go: a line of the client's, or NULL */
	uint32_t waiter; /* list of loads, 0: none */
	uint32_t next;   /* free list */
	uint8_t sectors;
};

struct mshrs {
	struct mshr *mshr; /* [0] is not used; those with a known end are a heap by that */
	unsigned n, used;  /* used: those behind it have been free since mshr_forget() */
	uint32_t free, *heap;
	unsigned nheap;
	struct waiter *waiter; /* [0] is not used */
	uint32_t nwaiter, waiter_free;
	size_t waiter_cap;
};

/* n MSHRs, numbered from 1 on, all free. False: no memory. */
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
uint32_t mshr_take(struct mshrs *s);
/* Load number `load`, not 0, waits for a miss whose answer is not known. */
void mshr_wait(struct mshrs *s, struct mshr *m, uint32_t load);
/* The answer to that one comes at `cycle`. The loads that wait for it are for mshr_waiter() to give. */
void mshr_answer(struct mshrs *s, uint32_t mshr, uint64_t cycle);
/* One of the loads that wait for that one, and then do so no more, the last that came first; 0: there is none. */
uint32_t mshr_waiter(struct mshrs *s, uint32_t mshr);
/* The cycle in which the next one ends; NEVER: none has an answer. */
uint64_t mshr_next(const struct mshrs *s);
/* The one that ends next, which must have an answer, is free again. Its line and sectors stay as they are until it is taken. */
struct mshr *mshr_release(struct mshrs *s);

#endif
