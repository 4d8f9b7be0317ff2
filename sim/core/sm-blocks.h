/* sm-blocks.h: the blocks of an SM, and their warps, that come to it and leave it; private to sim/. Times are cycles.
 * What this module cannot do: choose them (sim/dispatch/). */
#ifndef SIMT_SM_BLOCKS_H
#define SIMT_SM_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct block;
struct cluster;
struct launch_counts;
struct launch_state;
struct sm;
struct subcore;
struct warp;

/* A message from the block scheduler: start this block then. */
struct block_start {
	uint64_t cycle, number;
	struct launch_state *launch;
	struct cluster *cluster; /* or NULL, and its number there */
	unsigned rank;
};

/* One to it: a block has ended. */
struct block_end {
	uint64_t cycle, start, number; /* ...; when it began; its linear number in the grid */
	struct launch_state *launch;
};

/* Of each SM; others use the functions below. It owns its blocks. */
struct sm_blocks {
	struct block *resident; /* a list */
	struct block *ended;    /* a list: blocks whose memory is there for others; all are of one size */
	/* what the block scheduler knows to be taken */
	unsigned n;
	uint32_t registers, shared, warps;
	uint64_t shared_room;      /* shared memory, while there are blocks */
	uint64_t freed;            /* when it last heard of the end of a block, in this stretch of the machine's work; 0: not yet */
	struct block_start *start; /* blocks to start, in order of time */
	size_t nstart, start_room;
	uint64_t first_start;  /* when the first does; NEVER: none waits */
	struct block_end *end; /* in this window */
	size_t nend, end_room;
	uint64_t warps_started; /* so far: their age */
	unsigned first;         /* sub-core of the first warp of the next block (block_warps turns) */
};

/* How many the block scheduler knows to be there. */
static inline unsigned
sm_blocks_count(const struct sm_blocks *b)
{
	return b->n;
}
/* Those that are resident, a list. */
static inline struct block *
sm_blocks_resident(const struct sm_blocks *b)
{
	return b->resident;
}
/* When the first of the blocks that wait to start does, and when the last one does; NEVER and 0: none waits. */
static inline uint64_t
sm_blocks_first_start(const struct sm_blocks *b)
{
	return b->first_start;
}
static inline uint64_t
sm_blocks_last_start(const struct sm_blocks *b)
{
	return b->nstart ? b->start[b->nstart - 1].cycle : 0;
}
/* When the block scheduler last heard of the end of one, in this stretch; 0: not yet. */
static inline uint64_t
sm_blocks_freed(const struct sm_blocks *b)
{
	return b->freed;
}

/* For an SM that has all 0 there. */
void sm_blocks_init(struct sm *sm);
/* Ends what is resident or is to start, after a fault or a limit. The warps have gone. */
void sm_blocks_abandon(struct sm *sm);
void sm_blocks_free(struct sm_blocks *b);
/* The clock starts anew; no block is resident. */
void sm_blocks_reset(struct sm_blocks *b);
/* A stretch of the machine's work begins. */
void sm_blocks_begin_stretch(struct sm_blocks *b);

/* Whether a block of the launch fits now. */
bool sm_blocks_fits(const struct sm *sm, const struct launch_state *l);
/* How many more fit, where one does. */
unsigned sm_blocks_room(const struct sm *sm, const struct launch_state *l);
/* Reserves room for the launch's next block, of cluster k or NULL, and starts it at `cycle`, which must not be before sm->now. */
void sm_blocks_assign(struct sm *sm, struct launch_state *l, struct cluster *k, uint64_t cycle);
/* The block scheduler hears that one has ended at `cycle`: gives the room back. */
void sm_blocks_release(struct sm *sm, const struct launch_state *l, uint64_t cycle);
/* Makes the first of the blocks that wait to start; there must be one. */
struct block *sm_blocks_start(struct sm *sm);
/* The blocks that have ended since this was called last, *n of them; they stay there until another one ends. */
const struct block_end *sm_blocks_take_ends(struct sm_blocks *b, size_t *n);

/* What the blocks that an SM has been given will begin with. */
struct sm_blocks_kept {
	struct sm_blocks was;
	struct block_start *start;
	size_t room;
};
/* Keeps it in *k, which begins as all 0, until sm_blocks_drop_kept(). No block may be resident. */
void sm_blocks_keep(const struct sm *sm, struct sm_blocks_kept *k);
/* ... is put back after sm_abandon(), as if none of them had started since. */
void sm_blocks_put_back(struct sm *sm, const struct sm_blocks_kept *k);
void sm_blocks_drop_kept(struct sm_blocks_kept *k);

/* Frees the splits of w and what its policy keeps of it. */
void sm_blocks_forget_warp(struct sm *sm, struct warp *w);
/* The last lane of the warp in slot i has exited. */
void sm_blocks_warp_end(struct sm *sm, struct subcore *c, unsigned i);
/* Before the number of a launch's resident warps changes at `cycle`. */
void sm_blocks_residence(struct sm *sm, struct launch_counts *n, uint64_t cycle);

#endif
