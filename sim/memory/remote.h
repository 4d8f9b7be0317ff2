/* remote.h: a message from one SM of a cluster to another; private to sim/. Times are cycles.
 * What this module cannot do: anything with it, see cluster-port.h. */
#ifndef SIMT_REMOTE_H
#define SIMT_REMOTE_H

#include "isa/isa.h"
#include "sim/observe/fault.h"

struct cluster;
struct home_row;
struct inst;
struct sm;
struct warp;

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

#define CLUSTER_GONE "an access of shared memory of block %u of the cluster, which has ended"

#endif
