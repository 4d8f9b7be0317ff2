/* sm-blocks.h: warps and blocks that come to an SM and leave it; private to sim/.
 * What this module cannot do: choose them (dispatch/). */
#ifndef SIMT_SM_BLOCKS_H
#define SIMT_SM_BLOCKS_H

#include "sim/core/sm.h"

/* The last lane of the warp in slot i has exited. */
void warp_end(struct sm *sm, struct subcore *c, unsigned i);

/* Issue slots from c->counted to `cycle`, in which nothing was issued. */
static inline void
pass_slots(struct sm *sm, struct subcore *c, uint64_t cycle)
{
	if (cycle <= c->counted)
		return;
	if (c->resident)
		sm->slots_no_eligible += cycle - c->counted;
	else
		sm->slots_no_warp += cycle - c->counted;
	c->counted = cycle;
}

/* Before the number of a launch's resident warps changes at `cycle`. */
void sm_residence(struct sm *sm, struct launch_counts *n, uint64_t cycle);

/* b and all it holds; it is in no list. */
void sm_block_free(struct block *b);

#endif
