/* cluster.h: clusters: blocks of a launch that run at the same time on SMs of one GPC, share a barrier (cluster-barrier.h), and access
 * each other's shared memory (cluster-memory.h); private to sim/.
 *
 * A block's part of the cluster barrier is the business of its SM until its last warp has arrived. What other SMs see takes longer than
 * a window: the barrier, and accesses of another block's shared memory. It takes effect between windows (cluster-window.h). In
 * functional mode all takes effect at once.
 *
 * What this module cannot do: anything within an SM. */
#ifndef SIMT_CLUSTER_H
#define SIMT_CLUSTER_H

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/runtime/gpu.h"

/* Most blocks of a cluster. */
enum { CLUSTER_MOST = 16 };

/* cluster_interval is given in this many parts of a cycle. */
enum { CLUSTER_UNIT = 100 };

struct cluster {
	struct launch_state *launch;
	unsigned blocks, users; /* how many it has; blocks and messages that refer to it */
	struct {
		struct sm *sm;
		struct block *block; /* NULL: it has not started, or has ended */
		bool ended;
	} at[CLUSTER_MOST];
	/* the barrier: blocks that have neither come nor ended; the cycle in which the last one did */
	unsigned missing;
	uint64_t last;
};

/* A cluster of the launch, to which as many refer as it has blocks. Without memory the program ends (alloc.h). */
struct cluster *cluster_new(struct launch_state *l);
/* One block or message less refers to it; the last one frees it. */
void cluster_leave(struct cluster *k);
/* Block b of SM sm has started, as number b->x.rank of its cluster. */
void cluster_block_started(struct sm *sm, struct block *b);

/* Latency of a message to another block of a cluster of the launch; cycles from the arrival of the last warp at the cluster barrier to
 * the release. */
uint64_t cluster_way(const struct simt_machine *m, const struct launch_state *l);
uint64_t cluster_release_time(const struct simt_machine *m, const struct launch_state *l);

/* Longest window with clusters, in cycles: no message arrives sooner. */
uint32_t cluster_longest_window(const struct simt_machine *m);

#endif
