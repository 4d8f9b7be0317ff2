/* regroup.h: launches whose warps hold other threads than those that follow each other; private to sim/.
 *
 * Threads of one warp may be of different blocks of the grid. Lanes of a home row with threads of one block are a set: they share uniform
 * registers, which machine code takes block indices into, and what the block's special registers read. An instruction executes set by set;
 * a memory access is one all the same.
 *
 * What this module cannot do: votes and what else looks at lanes of a warp, policy ideal; --split refuses such kernels. */
#ifndef SIMT_REGROUP_H
#define SIMT_REGROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include "sim/core/lane-set.h"

struct access;
struct block;
struct exec;
struct exec_block;
struct inst;
struct sm;
struct warp;

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
/* Executes the instruction for the running split of w; x has what all sets share. *guarded gets the lanes whose guard holds. */
bool regroup_execute(struct sm *sm, struct warp *w, const struct inst *in, struct exec *x, lanes_t *guarded, struct access *access);
/* Lanes of the running split whose uniform predicate p (negated from 8 on) holds. */
lanes_t regroup_predicate_lanes(const struct warp *w, unsigned p);

#endif
