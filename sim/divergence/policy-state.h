/* policy-state.h: what the reconvergence policies keep of a warp besides its splits; private to sim/. It is all 0 when a warp starts, and
 * nobody but the policy looks at it. What it points to the policy frees in warp_end(). A policy that keeps something adds a struct to the
 * union; one that keeps nothing has none. */
#ifndef SIMT_POLICY_STATE_H
#define SIMT_POLICY_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include "isa/isa.h"
#include "sim/core/lane-set.h"

struct meeting;

/* Policy barrier. */
struct barrier_state {
	lanes_t mask[ISA_BARRIERS]; /* members of each convergence barrier */
	uint16_t several;           /* bit b: Bb was set by two or more BSSYs since it was empty */
	unsigned pointer;           /* lane that chooses where no path is spilled */
	/* several splits run at a time: since more() was called, a path has blocked, yielded or ended; by an EXIT */
	bool changed, at_exit;
};

/* Policy ideal. */
struct ideal_state {
	struct meeting *meetings; /* barriers that lanes have set together */
};

union policy_state {
	struct barrier_state barrier;
	struct ideal_state ideal;
};

#endif
