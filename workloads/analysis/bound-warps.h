/* bound-warps.h: the threads of a launch as bound.h sees them: when each could issue at the soonest, and what they have asked the parts of an
 * SM for. A part of bound.c.
 *
 * Times count from the start of the thread's block. The lanes of a warp have one time until they diverge, and then one each, since another
 * policy may run them in another order.
 *
 * What this module cannot do: registers; a thread waits by the control fields of its instructions alone. */
#ifndef WORKLOADS_BOUND_WARPS_H
#define WORKLOADS_BOUND_WARPS_H

#include "isa/isa.h"
#include "sim/machine/machine.h"
#include "workloads/analysis/touched.h"

/* What is shared by the threads of an SM or a sub-core. */
enum bound_part {
	PART_ISSUE = MACHINE_RATES, /* issue slots of a sub-core; below it, its pipes (enum isa_pipe) */
	PART_HALVES,                /* both halves of the FP32 pipe, where it has two */
	PART_PATH,                  /* the data path of an SM */
	BOUND_PARTS
};

/* A warp that runs. */
struct bound_warp {
	bool started, parted; /* parted: its lanes have a time each */
	unsigned width;
	uint64_t *time;               /* see time_of() in bound-warps.c */
	uint64_t jumped[TOUCH_TIMES]; /* not parted: when it goes on, did the instruction that has issued not jump */
	uint64_t asked[BOUND_PARTS];  /* of each part, in lane-cycles: struct bound_unit */
	bool waits;                   /* at a block barrier */
	uint8_t barrier;
};

struct bound_block {
	uint64_t number;
	unsigned nwarps;
	uint64_t came[16][TOUCH_TIMES]; /* to each block barrier: the last warp so far */
	uint64_t end[TOUCH_TIMES];      /* of its longest thread so far */
	struct bound_warp warp[];
};

/* What blocks have asked of a part: all; the one that asks a sub-core, or for PART_PATH the SM, for most; the one that asks for least. */
struct bound_asked {
	uint64_t all, most, least;
};

/* A launch that runs. */
struct bound_launch {
	const struct simt_machine *m;
	struct touched *touched;
	struct touch_launch touch;
	const struct simt_function *f;
	unsigned width;  /* threads of a warp */
	uint64_t unit;   /* of what a part is asked for, in a cycle of it */
	uint64_t blocks; /* that have ended */
	struct bound_asked asked[BOUND_PARTS];
	uint64_t end[TOUCH_TIMES]; /* of its longest thread */
	uint64_t shortest, places; /* TOUCH_HITS: that of the block whose longest thread ends first; the sum over blocks */
	uint64_t stored;           /* TOUCH_HITS: when the last store has issued */
	unsigned wavefronts;       /* of one access, at the most */
	bool odd;                  /* lanes of a warp came to a block barrier apart: who waits for whom depends on the policy */
	bool moves;                /* it touches memory in a way that is not seen here: bulk copies */
};

struct bound_block *bound_block_new(const struct bound_launch *l, uint64_t number, unsigned nwarps);
/* Frees it; what it came to is added to its launch. */
void bound_block_end(struct bound_launch *l, struct bound_block *b);
void bound_block_free(struct bound_block *b);

void bound_memory(struct bound_launch *l, struct bound_warp *w, const struct simt_tap_warp *at, const struct simt_tap_memory *x);
void bound_issue(struct bound_launch *l, struct bound_block *b, const struct simt_tap_warp *at, const struct simt_tap_issue *x);
/* The instruction that has issued has parted its lanes. */
void bound_part(struct bound_warp *w);
void bound_arrive(struct bound_launch *l, struct bound_block *b, const struct simt_tap_warp *at, const struct simt_tap_barrier *x);
void bound_release(const struct bound_launch *l, struct bound_block *b, unsigned barrier);

#endif
