/* placement.h: which SM gets a block, or which SMs get a cluster; private to sim/.
 *
 * What this module cannot do: choose by anything but the numbers of blocks and what they occupy. */
#ifndef SIMT_PLACEMENT_H
#define SIMT_PLACEMENT_H

#include "sim/core/sm.h"
#include "sim/dispatch/launches.h"
#include "sim/machine/gpcs.h"
#include "sim/runtime/gpu.h"

/* The SM, of those from number `first` to before `end`, that gets the next block of a launch. NULL: none has room. */
typedef struct sm *block_place(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end);

/* The SM that gets the launch's next block, or the first one of its next cluster (gpu->cluster_sm then has all of them). */
struct sm *placement_next(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end);
/* Whether an SM may get a block of the launch now. */
static inline bool
sm_takes(const struct gpu *gpu, const struct sm *sm, const struct launch_state *l)
{
	return sm_blocks_fits(sm, l) && (!gpu->blocks->alone || sm_blocks_count(&sm->blocks) == blocks_on(l, sm->id));
}

/* ---- rules: parameter block_placement ---- */
block_place *placement(const struct simt_machine *m);
block_place placement_gpc;

/* What placement by GPC keeps from block to block, and from launch to launch. */
struct gpc_turns {
	bool begun;            /* since the clock was 0 */
	unsigned gpc;          /* whose turn it is among the GPCs, from 0 on */
	bool half;             /* which half of the SMs apart comes next: the second */
	bool had_turn;         /* one of them has had a turn */
	bool cold;             /* the GPCs have not all had their first turn in the first launch (apart_cold) */
	uint32_t launch;       /* the launch whose turn it is, by number; 0: none */
	uint32_t turns, apart; /* that it has had; of these, of the SMs apart */
	uint32_t due;          /* the turn that the SMs apart would have after their whole rounds; 0: not yet */
	uint64_t whole;        /* those whole rounds */
	uint32_t passed;       /* turns that GPCs have had in it or that have passed them by: so many times `gpcs` are a round */
	uint32_t apart_first;  /* the turn from which the SMs apart take part; UINT32_MAX: not yet */
	uint32_t apart_joins, last_joins; /* the rounds from which the first of these does, and the last SM */
	uint32_t joins[GPC_SMS_MOST];     /* each SM */
	uint16_t sm[GPC_SMS_MOST];        /* SMs that get a block each in this turn */
	/* the launch that found no room on each SM, by number, where no block has ended there since; or 0 */
	uint32_t full[GPC_SMS_MOST];
	uint16_t last[GPC_SMS_MOST]; /* how many of the launch's last blocks each SM is to get; all 0 before it comes to these */
	unsigned n, next;
	/* the machine's */
	unsigned gpcs;
	uint8_t group[GPC_SMS_MOST]; /* GPC of each SM; GPCS_MOST: none */
};

#endif
