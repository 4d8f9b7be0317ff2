/* cluster-memory.h: accesses to shared memory of other blocks of the cluster; private to sim/. See cluster-memory.c.
 * What this module cannot do: the time that an access takes on the receiving SM. */
#ifndef SIMT_CLUSTER_MEMORY_H
#define SIMT_CLUSTER_MEMORY_H

#include "sim/memory/access.h"

struct home_row;
struct inst;
struct sm;
struct warp;

/* An access of one home row to addresses of the cluster's shared memory. Afterwards r->mask holds the lanes whose result is there. False: a
 * fault. */
bool cluster_memory_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
			   struct access *a);
/* A bulk copy of n bytes to address `to` of the cluster, where the barrier at another address counts them; it takes `later` cycles more than an
 * access. */
struct cluster_copy {
	uint32_t to, barrier, n;
	const uint8_t *bytes;
	uint64_t later;
};
/* It starts now, for a lane. False: a fault. */
bool cluster_memory_copy(struct sm *sm, struct warp *w, unsigned lane, const struct cluster_copy *c);

#endif
