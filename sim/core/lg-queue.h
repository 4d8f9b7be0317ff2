/* lg-queue.h: a sub-core's part of the queue of L1; private to sim/. Times are cycles.
 * What this module cannot do: hold the accesses themselves, which l1.c does. */
#ifndef SIMT_LG_QUEUE_H
#define SIMT_LG_QUEUE_H

#include <stdint.h>

struct simt_machine;

/* The longest queue, as in machine.def. */
enum { LG_QUEUE_MOST = 256 };

/* A sub-core's part of the queue of L1. */
struct lg_queue {
	unsigned room;                 /* accesses that L1 has not taken */
	uint64_t taken[LG_QUEUE_MOST]; /* when the last ones have been taken, in a ring of `room`; NEVER: not known yet */
	unsigned next, first;          /* places there: of the next access; of the first one that L1 has not taken */
	uint64_t full_since, full;     /* it was full `full` cycles before full_since */
};

/* Empties a sub-core's queue; its clock starts anew. */
void lg_queue_reset(const struct simt_machine *m, struct lg_queue *q);
/* From this cycle on the queue takes another access; NEVER: not known yet. */
static inline uint64_t
lg_queue_ready(const struct lg_queue *q)
{
	return q->taken[q->next];
}
/* Cycles before t in which the queue was full. */
static inline uint64_t
lg_queue_full(const struct lg_queue *q, uint64_t t)
{
	uint64_t ready = lg_queue_ready(q), end = ready < t ? ready : t;

	return q->full + (end > q->full_since ? end - q->full_since : 0);
}

#endif
