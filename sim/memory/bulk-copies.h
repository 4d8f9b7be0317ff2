/* bulk-copies.h: bulk copies between global and shared memory (UBLKCP); private to sim/. Times are cycles.
 * What this module cannot do: their way through L2. */
#ifndef SIMT_BULK_COPIES_H
#define SIMT_BULK_COPIES_H

#include "sim/memory/access.h"

struct block;
struct sm;
struct warp;

/* Of each SM; read and written in bulk-copies.c alone. */
struct bulk_copies {
	uint64_t free; /* cycle by which all bulk copies so far have come in from L2 */
	uint64_t sent; /* ... have left for L2 */
};

/* The clock starts anew. */
static inline void
bulk_copies_reset(struct bulk_copies *b)
{
	b->free = b->sent = 0;
}
/* What a bulk copy moves. */
struct bulk_load {
	uint64_t bytes, requests; /* each request asks for what it needs of one line */
};
struct bulk_store {
	uint64_t bytes, lines, sectors; /* parts of lines; parts of sectors */
	uint64_t partial;               /* sectors that are not written entirely */
	bool reduces;
};
/* A copy to shared memory begins now; returns when its last bytes come, 0 without time. */
uint64_t bulk_copies_load(struct sm *sm, const struct bulk_load *l);
/* A warp's copy from shared memory begins now: its group is done when shared memory has been read. */
void bulk_copies_store(struct sm *sm, struct warp *w, const struct bulk_store *s);
/* A bulk copy of one thread. False: a fault. */
bool bulk_copies_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a);

#endif
