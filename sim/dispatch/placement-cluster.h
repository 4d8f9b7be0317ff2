/* placement-cluster.h: which SMs get a cluster; private to sim/. See placement-cluster.c.
 * What this module cannot do: room that other launches leave unevenly; sets of SMs (block_scheduler=spatial). */
#ifndef SIMT_PLACEMENT_CLUSTER_H
#define SIMT_PLACEMENT_CLUSTER_H

#include "sim/dispatch/placement.h"

/* The SMs that get the next cluster of a launch, of those from number `first` to before `end`, by rank, into gpu->cluster_sm. Returns the first
 * one; NULL: there is no room. */
block_place placement_cluster;
/* How many blocks of the launch an idle machine holds in one GPC, at the most. */
uint64_t placement_cluster_blocks(struct gpu *gpu, const struct launch_state *l);
/* How many clusters of it, of so many blocks each, the idle machine holds. */
uint64_t placement_cluster_clusters(struct gpu *gpu, const struct launch_state *l, unsigned cluster);

#endif
