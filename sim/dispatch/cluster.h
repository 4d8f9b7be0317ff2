/* cluster.h: clusters: blocks of a launch that run at the same time on SMs of one GPC, have a barrier together, and access each other's shared
 * memory; private to sim/.
 *
 * A block's barrier is its SM's business up to where its last warp has come. What other SMs see of it, accesses and the barrier, takes longer
 * than a window: they send messages, which arrive between windows (cluster_window_end) and act in the order of the cycle in which they come
 * there, the SM that sent them and the order in which it did. In functional mode all acts at once.
 *
 * What this module cannot do: messages that hold up each other, or what the SM does where they come. */
#ifndef SIMT_CLUSTER_H
#define SIMT_CLUSTER_H

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/access.h"
#include "sim/observe/explain.h"
#include "sim/runtime/gpu.h"

enum { CLUSTER_MOST = 16, CLUSTER_BARRIER = 16 /* number of its barrier, behind those of the block */ };

/* Parts of a cycle in which cluster_interval is given. */
enum { CLUSTER_UNIT = 100 };

#define CLUSTER_GONE "an access of shared memory of block %u of the cluster, which has ended"

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

/* An access of shared memory of another block, or a part of a bulk copy, under way. */
struct remote {
	uint64_t cycle, number; /* when it comes there; of those of its SM */
	struct sm *from;
	struct fault_place by; /* the first of its lanes */
	bool gone;             /* the block there has ended */
	struct cluster *cluster;
	unsigned rank; /* whose memory */
	/* an access: its warp, which may have ended before it is done; the load that it is, or 0 */
	struct warp *warp;
	uint64_t age;
	const struct inst *in;
	struct home_row *row;
	uint32_t load;
	struct mem_request mem;
	uint16_t packets; /* that it takes on its way, or that its answer does */
	/* a bulk copy */
	uint8_t *bytes;
};

/* Room in an SM's messages of one kind for one more. */
struct remote *cluster_push(struct remotes *q, struct remote *m);
void cluster_message_free(struct remote *m);
/* What an access does to block b of the SM, lane by lane from the lowest. */
void cluster_perform(struct sm *sm, struct block *b, struct mem_request *r);
/* The message goes to the SM of the block that it is for, in order. */
void cluster_post(struct remote *m);

struct cluster *cluster_new(struct launch_state *l);
void cluster_leave(struct cluster *k);
/* Block b of SM sm has started, or ended, as number `rank` of its cluster. */
void cluster_block_started(struct sm *sm, struct block *b);
void cluster_block_ended(struct sm *sm, struct block *b);

/* The running path of w, with all its lanes, arrives; waits, and may go on later. False: a fault. */
bool cluster_arrive(struct sm *sm, struct warp *w, lanes_t lanes);
void cluster_wait(struct sm *sm, struct warp *w);
/* Lanes of w have exited; or the last of them, and with it w. */
void cluster_exited(struct sm *sm, struct warp *w);
void cluster_warp_ended(struct sm *sm, struct block *b);

/* An access of one home row to addresses of the cluster's shared memory. Afterwards r->mask holds the lanes whose result is there. */
bool cluster_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		    struct access *a);
/* A bulk copy of n bytes to address `to` of the cluster, where the barrier at another address counts them; it takes `later` cycles more than an
 * access. */
struct cluster_copy {
	uint32_t to, barrier, n;
	const uint8_t *bytes;
	uint64_t later;
};
/* It starts now, for a lane. False: a fault. */
bool cluster_copy(struct sm *sm, struct warp *w, unsigned lane, const struct cluster_copy *c);
/* The last `n` messages of the SM are those of an access that issues now, which waits for load number `load`, if not 0. They leave at
 * `start`. Returns when the last one is back. */
uint64_t cluster_sent(struct sm *sm, unsigned n, uint32_t load, uint64_t start);
/* What has come to the SM by the cycle before `until` takes effect. */
void cluster_take(struct sm *sm, uint64_t until);
/* When the first message comes to the SM; NEVER: none is under way. */
static inline uint64_t
cluster_next(const struct sm *sm)
{
	return sm->inbox.n ? sm->inbox.message[0]->cycle : NEVER;
}
/* Between windows: messages go on their way, answers come, barriers let blocks go on. */
void cluster_window_end(struct gpu *gpu);
/* Barriers that all blocks have come to let them go on. */
void cluster_release(struct gpu *gpu);
/* Forgets these. */
void cluster_forget(struct gpu *gpu);
/* Forgets all that is under way on the SM. */
void cluster_abandon(struct sm *sm);
void cluster_free(struct sm *sm);

/* One way to another block of a cluster of the launch; from the arrival of its last warp at its barrier to the release. */
uint64_t cluster_way(const struct simt_machine *m, const struct launch_state *l);
uint64_t cluster_barrier(const struct simt_machine *m, const struct launch_state *l);

/* Cycles that a window may last with clusters: what is sent is not there sooner. */
uint32_t cluster_window(const struct simt_machine *m);

#endif
