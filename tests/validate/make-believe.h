/* make-believe.h: a driver without a GPU: its memory is the host's, and its kernels are C functions that run when they are queued. For
 * tests. */
#ifndef TESTS_MAKE_BELIEVE_H
#define TESTS_MAKE_BELIEVE_H

#include <signal.h>

#include "validate/gpu/replay.h"

/* What it has done, and the module variables of features.cubin that its kernels use; all zero at first. */
struct gpu {
	int32_t zeros[4], initial[3];
	float clock;
	int launches, streams, faults, records;
	int held;       /* number of the first launch for which the device was held */
	char log[2048]; /* "launch <stream>", "<stream> waits for <stream>"; the default stream is -1 */
	unsigned shared;
	int unready;      /* so many queries find the device at work */
	int then_unready; /* the same from launch stop_at on */
	int stop_at;      /* the launch of this number sets *stop; 0: none */
	volatile sig_atomic_t stop;
	void *memory[64];   /* what was allocated and not freed */
	int large_clusters; /* clusters of more than 8 blocks are allowed */
};
extern struct gpu gpu;

extern const struct driver make_believe;
/* Frees what a process that ends leaves to the driver. */
void make_believe_end(void);

#endif
