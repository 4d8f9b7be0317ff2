/* block-barrier.h: barriers of a block; private to sim/.
 * What this module cannot do: barriers in shared memory, which are words (isa/exec-barrier.c). */
#ifndef SIMT_BLOCK_BARRIER_H
#define SIMT_BLOCK_BARRIER_H

#include <stdint.h>

struct block;
struct sm;

/* What takes arrivals, at barriers of blocks and of clusters; read and written in block-barrier.c alone. Times are cycles. */
struct barrier_unit {
	uint64_t free; /* from when on it takes the next one */
};
/* Free from cycle 0 on. */
static inline void
block_barrier_reset(struct barrier_unit *u)
{
	u->free = 0;
}
/* A warp arrives now: returns when that is taken, one after the other. */
uint64_t block_barrier_arrival(struct sm *sm);

/* Lanes of block b have exited: its barriers may miss nobody now. */
void block_barrier_recheck(struct sm *sm, struct block *b);
/* One more has come to its barrier n: if that was the last one, all go on. */
void block_barrier_check(struct sm *sm, struct block *b, unsigned n);
/* The warps of b that wait at barrier n go on, from cycle `until` on. */
void block_barrier_release(struct sm *sm, struct block *b, unsigned n, uint64_t until);

/* Threads of a block that have not exited: as many as arrive at a block barrier. */
uint32_t block_barrier_threads(const struct sm *sm, const struct block *b);

#endif
