/* root-list.h: how roots.c makes its list; private to it.
 * What this module cannot do: a launch that has not been counted yet. */
#ifndef WORKLOADS_ROOT_LIST_H
#define WORKLOADS_ROOT_LIST_H

#include "workloads/analysis/roots.h"

/* What one instruction has caused: events, then lane-slots. */
struct root_counts {
	uint64_t diverged, parted, partial,
		exits; /* by a branch, without one; the guard held for a part; lanes ended before others */
	uint64_t waiting, predicated, exited;
	uint64_t slots, warps, taken, others, compared, alike, repeated; /* see struct root */
	uint32_t target;
	bool several; /* targets */
};

/* Makes l->root and l->lost from the counts of n instructions of f. `pc`: their executions, NULL: not known. */
void root_list_fill(struct root_list *l, const struct simt_function *f, const struct root_counts *counts,
		    const struct simt_pc_stats *pc, size_t n);

#endif
