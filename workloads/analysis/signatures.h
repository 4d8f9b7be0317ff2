/* signatures.h: how each thread of a launch branched at chosen instructions. A client of the event tap records it.
 *
 * A chosen instruction has two sides: its guard (and a branch's second one) holds or does not. A thread's signature at the instruction
 * is how often the thread executed it, how often the guard held, and the sides of its first 64 executions, in order. Threads with equal
 * signatures at all chosen instructions took the same path between these, except for what they did after the 64th execution of one. A
 * thread is known by its number in the grid: block number * threads of a block + number in the block.
 *
 * A BRX or CALL whose target is in a register has a side for each target. There `held` is the sum of the targets, and `sides` a hash of
 * the first 64 of them. */
#ifndef WORKLOADS_SIGNATURES_H
#define WORKLOADS_SIGNATURES_H

#include "sim/runtime/simt.h"

enum { SIGNATURE_ROOTS = 8, SIGNATURE_SIDES = 64 };

struct signature {
	uint64_t sides; /* the first execution in the highest bit; 1: the guard held */
	uint32_t executions, held;
};

/* The threads of a launch. */
struct signatures {
	uint32_t pc[SIGNATURE_ROOTS];  /* indices of the instructions, the most important one first */
	bool targets[SIGNATURE_ROOTS]; /* a register says where it goes */
	size_t npc;
	uint64_t threads;       /* of the grid */
	uint32_t block;         /* threads of a block */
	struct signature *side; /* [thread * npc + i] */
	uint32_t *work;         /* instructions that each thread issued */
	uint8_t *
		leaving; /* 1 + which instruction with targets a thread has executed last, until it has continued; NULL: there are none */
};

struct signature_tap;

/* Listens to s until signature_tap_free. NULL: *e says why. */
struct signature_tap *signature_tap_new(struct simt *s, struct simt_error *e);
void signature_tap_free(struct signature_tap *t); /* NULL is allowed */
/* Which instructions of a launch are recorded. */
struct signature_wish {
	const struct simt_function *f;
	uint64_t threads;   /* of the grid, fewer than 2^32 */
	uint32_t block;     /* threads of a block */
	const uint32_t *pc; /* indices of npc instructions, at most SIGNATURE_ROOTS */
	size_t npc;
};
/* To be called before the launch runs. Others are not watched. */
void signature_tap_watch(struct signature_tap *t, const struct simt_launch *l, const struct signature_wish *wish);
/* The signatures of a launch; NULL: it was not recorded. The caller frees them. */
struct signatures *signature_tap_take(struct signature_tap *t, const struct simt_launch *l);
void signatures_free(struct signatures *g); /* NULL is allowed */

/* Orders threads a and b by signature. The thread that executed the first instruction more often comes first, then the one whose guard
 * held more often, then the one where it held sooner. If they are equal in this, the next instruction decides. 0: they have equal
 * signatures. */
int signatures_compare(const struct signatures *g, uint32_t a, uint32_t b);

#endif
