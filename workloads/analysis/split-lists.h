/* split-lists.h: divides the threads of a launch into lists, so that threads which went the same ways stand beside each other.
 *
 * Threads with one signature are a class. Classes have a rank, by signatures_compare, and a list has its threads by the rank of their
 * class and then by number: what a warp takes from it, threads that follow each other, is of one class but where classes meet. Within
 * blocks, warps can then be dealt out to sub-cores to and fro, beginning at another one from block to block: where the first warp of every
 * block goes to the same sub-core, that one would have the longest warp of each without it.
 *
 * What this module cannot do: leave gaps, so that no warp has threads of two classes. */
#ifndef WORKLOADS_SPLIT_LISTS_H
#define WORKLOADS_SPLIT_LISTS_H

#include "workloads/analysis/signatures.h"

/* How a block's warps are shared out to the parts of an SM: warp i to part i modulo `subcores`; 0: they are left in order. */
struct split_shape {
	uint32_t warp_size, subcores;
};

struct split_list {
	uint32_t *thread; /* numbers in the grid */
	size_t n, classes;
	uint64_t work; /* instructions that its threads issued */
};

struct split_lists {
	size_t classes;
	struct split_list blocks; /* one list, whose every `block` threads are those of one block, in another order */
	struct split_list *launch;
	size_t nlaunches; /* the first one has the most work for a thread */
};

/* At most `most` launches: the commonest classes have one each, where they have at least `least` per cent of the threads, and the others
 * one together. Threads that issued nothing are left out. */
void split_lists_make(struct split_lists *s, const struct signatures *g, struct split_shape shape, size_t most, unsigned least);
void split_lists_free(struct split_lists *s);

#endif
