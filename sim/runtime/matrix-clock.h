/* matrix-clock.h: the clocks of GPCs, which are lower while matrix instructions run; private to sim/. See matrix-clock.c.
 * What this module cannot do: see matrix-clock.c. */
#ifndef SIMT_MATRIX_CLOCK_H
#define SIMT_MATRIX_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/gpcs.h"
#include "sim/machine/machine.h"

struct gpu;
struct simt_function;
struct sm;

struct matrix_clock {
	unsigned running; /* launches that run, whose kernels have matrix instructions */
	bool slow;        /* a GPC has blocks of them: SMs are slower than memory */
	uint32_t busy;    /* which GPCs have */
	uint64_t at;      /* up to this cycle all has been counted */
	uint64_t more[GPCS_MOST +
		      1]; /* cycles that each GPC has had beyond those that are simulated since the stretch began, times 100 */
	bool passed;      /* some `more` is not 0 */
	uint64_t all;     /* what that came to at most in the stretches before, in cycles */
	uint8_t *gpc;     /* of each SM; NULL: the machine has one clock */
};

/* False: no memory. */
bool matrix_clock_init(struct gpu *gpu);
void matrix_clock_free(struct gpu *gpu);
/* As at cycle 0, where nothing runs. */
void matrix_clock_reset(struct gpu *gpu);
/* A launch of f starts, or ends, at gpu->now. */
void matrix_clock_starts(struct gpu *gpu, const struct simt_function *f);
void matrix_clock_ends(struct gpu *gpu, const struct simt_function *f);
/* An SM gets the first block since the GPU began, and caches with it. */
void matrix_clock_equips(const struct gpu *gpu, struct sm *sm);
/* The next window begins at gpu->now: which GPCs are slow in it. */
void matrix_clock_window(struct gpu *gpu);
/* A stretch begins: no GPC has had more cycles. */
void matrix_clock_stretch(struct gpu *gpu);
/* How many cycles the GPC with the fastest clock has had beyond those that are simulated, from the begin of the stretch to `cycle`. */
uint64_t matrix_clock_more(const struct gpu *gpu, uint64_t cycle);

#endif
