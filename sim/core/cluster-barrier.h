/* cluster-barrier.h: the barrier of a cluster; private to sim/.
 * What this module cannot do: several splits of a warp at the same time. */
#ifndef SIMT_CLUSTER_BARRIER_H
#define SIMT_CLUSTER_BARRIER_H

#include <stdbool.h>

#include "sim/core/lane-set.h"

struct block;
struct gpu;
struct sm;
struct warp;

/* Its number, behind those of the block's barriers. */
enum { CLUSTER_BARRIER = 16 };

/* The running path of w, with all its lanes, arrives. False: a fault. */
bool cluster_barrier_arrive(struct sm *sm, struct warp *w, lanes_t lanes);
/* It waits, and may go on later. */
void cluster_barrier_wait(struct sm *sm, struct warp *w);
/* Lanes of w have exited. */
void cluster_barrier_exited(struct sm *sm, struct warp *w);
/* The last lane of a warp of b has, and with it the warp. */
void cluster_barrier_warp_ended(struct sm *sm, struct block *b);
/* Block b of the SM, which is of a cluster, has ended: it leaves the cluster. */
void cluster_barrier_block_ended(struct sm *sm, struct block *b);
/* Between windows: barriers that all blocks have come to let them go on. */
void cluster_barrier_release(struct gpu *gpu);
/* Forgets these. */
void cluster_barrier_forget(struct gpu *gpu);

#endif
