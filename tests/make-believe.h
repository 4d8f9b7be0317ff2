/* make-believe.h: a driver without a GPU: its memory is the host's, and its kernels are C functions that run when they are queued. For
 * tests. */
#ifndef TESTS_MAKE_BELIEVE_H
#define TESTS_MAKE_BELIEVE_H

#include "replay.h"

/* What it has done, and the module variables of features.cubin that its kernels use; all zero at first. */
struct gpu {
	int32_t zeros[4], initial[3];
	float clock;
	int launches, streams, faults, records;
	int held;       /* number of the first launch for which the device was held */
	char log[2048]; /* "launch <stream>", "<stream> waits for <stream>"; the default stream is -1 */
	unsigned shared;
	int large_clusters; /* clusters of more than 8 blocks are allowed */
};
extern struct gpu gpu;

extern const struct driver make_believe;

#endif
