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
};

/* The clock starts anew. */
static inline void
bulk_copies_reset(struct bulk_copies *b)
{
	b->free = 0;
}
/* So many bytes come to the block, whose barrier at that place of its window counts them. */
void bulk_copies_expect(struct sm *sm, struct block *b, uint32_t barrier, uint32_t bytes);
/* A bulk copy of one thread. False: a fault. */
bool bulk_copies_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a);

#endif
