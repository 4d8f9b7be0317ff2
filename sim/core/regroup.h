/* regroup.h: launches whose warps hold threads in another order; private to sim/.
 *
 * Threads of one warp may be of different blocks of the grid. The lanes of a home row with threads of one block are a set: they share
 * the values of the block's special registers, and uniform registers, to which machine code copies block indices. An instruction
 * executes set by set, but makes a single memory access.
 *
 * What this module cannot do: votes and other instructions that look at lanes of a warp, policy ideal. --split refuses such kernels. */
#ifndef SIMT_REGROUP_H
#define SIMT_REGROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include "sim/core/lane-set.h"

struct block;
struct exec;
struct exec_block;
struct inst;

/* The threads of a launch, in simt_launch.state. */
struct regroup {
	uint32_t *thread;
	size_t n;
	uint64_t index; /* device address of the list */
};

/* The sets of a block. */
struct regroup_block {
	lanes_t *lanes;          /* of each set: lanes of its warp */
	struct exec_block *home; /* what special registers read there */
	uint32_t *first;         /* of each warp, and one more: its first set; they come in the order of home rows */
};

void regroup_free(struct regroup *g); /* NULL is allowed */
/* Threads of block `number` of the launch, which may be fewer in the last one. */
uint32_t regroup_threads(const struct regroup *g, uint32_t block, uint64_t number);
/* Gives block b its threads: indices, and registers as the load in front of the kernel wants them. */
void regroup_block_new(const struct regroup *g, struct block *b, unsigned width);
void regroup_block_free(struct regroup_block *b); /* NULL is allowed */
/* Whether the set that x describes, but for x->mask, can execute the instruction; else x->fault says why not, and x->mask for which lanes. */
bool regroup_allows(const struct inst *in, struct exec *x);

#endif
