/* split-lists.h: divides the threads of a launch into lists, in which threads that branched the same way follow each other.
 *
 * Threads with the same signature are a class. Classes are ordered by signatures_compare. A list has its threads in the order of their
 * classes, and within a class by number. A warp takes threads that follow each other, so it has threads of one class unless two classes
 * meet there. Within blocks, warps can then be dealt out to sub-cores to and fro, starting at another sub-core in each block. Otherwise
 * the first warp of every block, the longest one, would always go to the same sub-core.
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

/* Makes lists for at most `most` launches. Each of the commonest classes has its own, if it has at least `least` per cent of the
 * threads; the others share one. Threads that issued nothing are left out. */
void split_lists_make(struct split_lists *s, const struct signatures *g, struct split_shape shape, size_t most, unsigned least);
void split_lists_free(struct split_lists *s);

#endif
