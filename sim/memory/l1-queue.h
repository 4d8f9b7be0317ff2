/* l1-queue.h: what L1 has not taken: accesses, and their lines one behind the other; private to l1.c. Times are cycles.
 * What this module cannot do: say when L1 goes on. */
#ifndef SIMT_L1_QUEUE_H
#define SIMT_L1_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/memory/memory-port.h"

struct l1_bytes;
struct l1_part;
struct subcore;

/* An access some of whose lines L1 has not taken. */
struct l1_asking {
	struct l2_request like; /* what its requests have in common; a load: the target is the load */
	struct subcore *subcore;
	uint64_t asked, issued; /* by the warp; when it leaves its sub-core's queue */
	/* of the first line: when its wavefronts go, and until when the data path was taken when they came; then 0 */
	uint64_t passes, taken_until;
	uint64_t packet; /* an atomic: how long so many hundred packets hold the path to L2 */
	uint32_t lines;  /* that are not taken */
	uint16_t more;   /* a load: what it takes beyond one of a single wavefront */
	bool strong;
};

/* Items that leave an array at its front and come at its end. */
struct l1_line_up {
	size_t first, n, room;
};

/* All 0: empty. The bytes are those of the lines of stores. */
struct l1_queue {
	struct l1_asking *access;
	struct l1_part *part;
	struct l1_bytes *bytes;
	struct l1_line_up accesses, parts, stored;
};

void l1_queue_free(struct l1_queue *q);
void l1_queue_clear(struct l1_queue *q);
/* The access comes in, with its a->lines lines from *p on, and the bytes of each if it is a store. */
void l1_queue_add(struct l1_queue *q, const struct l1_asking *a, const struct l1_part *p, const struct l1_bytes *bytes);
/* n lines of the first access are taken; once it has none left, it leaves. */
void l1_queue_taken(struct l1_queue *q, unsigned n);
static inline bool
l1_queue_is_empty(const struct l1_queue *q)
{
	return !q->accesses.n;
}
/* The first access, of one that is not empty, its first line and the bytes of that. */
static inline struct l1_asking *
l1_queue_first(const struct l1_queue *q)
{
	return q->access + q->accesses.first;
}
struct l1_part *l1_queue_part(const struct l1_queue *q);
/* NULL where no store waits. */
struct l1_bytes *l1_queue_bytes(const struct l1_queue *q);

#endif
