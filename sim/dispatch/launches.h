/* launches.h: a launch on the machine, its blocks, and the policies that say where they go; private to sim/.
 *
 * Two policies share the work. A block scheduler (blocks-*.c) says whose block is placed next and which SMs are open to it, a placement
 * (placement.c) which of these gets it. Both see what is taken on each SM, and no time.
 *
 * What this module cannot do: priorities of streams. */
#ifndef SIMT_LAUNCHES_H
#define SIMT_LAUNCHES_H

#include "isa/isa.h"
#include "sim/dispatch/occupancy.h"
#include "sim/runtime/simt.h"

struct gpu;
struct sm;

/* What a launch counts on one SM. */
struct launch_counts {
	uint64_t v[SIMT_STATS]; /* what belongs to the machine stays 0 */
	uint64_t stall[SIMT_STALLS];
	struct simt_pc_stats *pc;          /* NULL until a block comes */
	uint64_t resident_since, resident; /* warps resident since a cycle, for the second conservation law */
	unsigned blocks;                   /* that the block scheduler has given to the SM and has not heard the end of */
};

/* A message from the block scheduler: start this block then. */
struct block_start {
	uint64_t cycle, number;
	struct launch_state *launch;
	struct cluster *cluster; /* or NULL, and its number there */
	unsigned rank;
};

/* One to it: a block has ended. */
struct block_end {
	uint64_t cycle;
	struct launch_state *launch;
};

/* Constant bank 0. Launches one behind the other that have the same share it. */
struct bank0 {
	uint32_t launches, bytes;
	uint8_t data[];
};

struct launch_state {
	struct simt_launch *launch;
	const struct simt_function *f;
	struct simt_dim grid, block;
	uint32_t shared_bytes; /* window: reserved + static + dynamic */
	uint32_t local_bytes;  /* memory of a thread's own: frame, spills, stack */
	uint32_t warps_per_block, rows_per_block;
	uint32_t regs;                     /* registers of a thread, as allocated in rows */
	uint32_t regs_block, shared_block; /* what a block takes of the SM */
	struct occupancy fit;              /* how many blocks an SM holds */
	uint64_t blocks, next_block, done_blocks;
	uint32_t number;              /* from 1 on, in the order of issue, since the clock was 0 */
	struct launch_counts *counts; /* by SM, while it runs */
	uint64_t arrival;             /* when the block scheduler has it */
	uint64_t last_end;            /* of its blocks so far */
	uint64_t last_stored;         /* when the last of its stores and atomics that L2 has served came there */
	uint64_t storing;             /* those that it has not served */
	bool arrived;
	bool cooperative;        /* its blocks may wait for each other */
	struct simt_dim cluster; /* blocks of a cluster, all 0: the launch has none */
	unsigned cluster_blocks; /* in all, 1 without clusters */
	unsigned set;            /* block_scheduler spatial: number of its set of SMs, from 1 on; 0: it has none yet */
	struct regroup *regroup; /* its threads, in another order; or NULL */
	struct bank0 *bank0;
};

/* ---- block schedulers ---- */

/* Which block goes where. */
struct block_policy {
	const char *name;
	bool alone; /* an SM has blocks of one launch at a time */
	/* One of gpu->running that has arrived and whose next block can be placed now; *sm gets where. NULL: none can be. */
	struct launch_state *(*next)(struct gpu *gpu, struct sm **sm);
};

/* The SM, of those from number `first` to before `end`, that gets the next block of a launch. NULL: none has room. */
typedef struct sm *block_place(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end);

/* Whether a launch has blocks that can be placed as soon as there is room. */
static inline bool
has_blocks(const struct launch_state *l)
{
	return l->arrived && l->next_block < l->blocks;
}

/* By parameter block_placement. */
block_place *placement(const struct simt_machine *m);
block_place place_by_gpc;
/* Whether an SM may get a block of the launch now. */
bool sm_takes(const struct gpu *gpu, const struct sm *sm, const struct launch_state *l);

/* What placement by GPC keeps from block to block, and from launch to launch. */
enum { GPCS_MOST = 8, GPC_SMS_MOST = 1024 };

/* The GPC of each TPC, GPCS_MOST where it is apart. Returns how many GPCs there are. */
unsigned gpcs_of(const struct simt_machine *m, uint8_t *group);
struct gpc_turns {
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
	uint8_t group[GPC_SMS_MOST];
};

#define BLOCK_SCHEDULER(word, name) extern const struct block_policy blocks_##name;
#include "sim/dispatch/block-schedulers.def"
#undef BLOCK_SCHEDULER

#endif
