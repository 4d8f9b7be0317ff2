/* sampler.h: what passes over parts of launches (sampling.h), as those see it who tell it of launches; private to sim/. Times are cycles.
 * What this module cannot do: anything with it: this is a struct alone. */
#ifndef SIMT_SAMPLER_H
#define SIMT_SAMPLER_H

#include <stdbool.h>

struct gpu;
struct launch_state;
struct simt_error;
struct simt_launch;

struct sampler {
	/* The clock is set to 0. */
	void (*reset)(struct gpu *gpu);
	/* The machine is idle, and l starts next: the host may have issued it while something was passed over. */
	void (*starts)(const struct gpu *gpu, struct simt_launch *l);
	/* A launch comes to the block scheduler: where another one represents it, all its blocks are taken for over. */
	void (*arrived)(struct gpu *gpu, struct launch_state *l);
	/* A window has ended: passes over part of the launch that runs, if that is due. False: a fault, or the run is to stop. */
	bool (*window)(struct gpu *gpu, struct simt_error *e);
	/* A stretch has ended, and its counts have been gathered; l: the launch that was alone in it, or NULL. Adds what was passed over. */
	void (*ended)(struct gpu *gpu, struct simt_launch *l);
	void (*free)(struct gpu *gpu);
};

#endif
