/* races.h: what --check-races keeps of launches and blocks; private to check-races.c, race-accesses.c and race-order.c.
 * What this module cannot do: anything with it: these are structs alone. */
#ifndef SIMT_RACES_H
#define SIMT_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash-map.h"
#include "sim/observe/checks.h"
#include "sim/observe/shadow.h"

/* What an instruction does to the order of accesses. */
enum role { ROLE_NONE, ROLE_WARPSYNC, ROLE_FENCE, ROLE_STRONG, ROLE_ATTEMPT };

/* Of each block by number, the fence up to which its accesses are known to have been made. */
struct heard {
	uint32_t *upto;
	uint32_t n;
};

/* A launch that runs. */
struct race_launch {
	const struct simt_launch *launch;
	uint32_t nwarps; /* of a block */
	uint8_t *role;   /* of each instruction */
	bool counts;     /* it has barriers in shared memory */
	struct shadow global;
	struct map places; /* struct heard by address: what an atomic or strong store has left there */
	struct race_launch *next;
};

/* A resident block. */
struct race_block {
	struct race_launch *launch;
	uint32_t number;
	uint32_t barriers; /* block barriers so far */
	uint32_t *clock;   /* of lane l of warp w over lanes: clock[(w * width + l) * width] .. + width */
	struct shadow shared;
	uint32_t fences;
	struct heard heard;
};

/* An atomic, or a strong load after one in the same window, that takes effect at the end of the window. */
struct late {
	uint64_t cycle, address;
	struct race_launch *launch;
	uint32_t sm, block;
	uint32_t fences; /* of the block when it issued; a load orders nothing after it: 0 */
	size_t seq;
};

struct races {
	struct checks *c;
	uint32_t width;    /* lanes of a warp */
	struct map blocks; /* struct race_block by block */
	struct race_launch *launches;
	struct late *late;
	size_t nlate, late_cap;
};

/* The clock of a lane, which has one for each lane of its warp. */
static inline uint32_t *
clock_of(const struct races *x, const struct race_block *b, uint32_t warp, uint32_t lane)
{
	return b->clock + ((size_t)warp * x->width + lane) * x->width;
}

/* An atomic or strong access of a block; `known`: its effect is there already. */
void race_order_synchronizes(struct races *x, const struct simt_tap_warp *at, struct race_block *b, uint64_t address,
			     unsigned access, bool known);
/* Atomics of a window take effect: simt_tap's `window`; arg: struct races. */
void race_order_window(void *arg, uint64_t cycle);
/* Looks at an access: simt_tap's `memory`; arg: struct races. */
void race_accesses_told(void *arg, const struct simt_tap_warp *at, const struct simt_tap_memory *m);

#endif
