/* launches.h: a launch on the machine, its blocks, and the policies that say where blocks go; private to sim/.
 *
 * Two policies share the work. A block scheduler (blocks-*.c) says whose block is placed next and which SMs it may use. A placement
 * (placement.c) says which of these SMs gets the block. Both see what is taken on each SM, and no time.
 *
 * What this module cannot do: priorities of streams. */
#ifndef SIMT_LAUNCHES_H
#define SIMT_LAUNCHES_H

#include "isa/isa.h"
#include "sim/dispatch/occupancy.h"
#include "sim/runtime/simt.h"

struct block_end;
struct gpu;
struct simt_launch;
struct simt_launch_stats;
struct sm;

/* Runs of instructions that follow each other and are counted as a whole: what begins at an instruction, less what has ended before it, in
 * executions by warps and by threads. Sums over the instructions before give those of each. */
struct plain_runs {
	uint64_t warps, threads;
};

/* What a launch counts on one SM. */
struct launch_counts {
	uint64_t v[SIMT_STATS]; /* what belongs to the machine stays 0 */
	uint64_t stall[SIMT_STALLS];
	/* NULL, or warp states of each instruction (simt_keep_states): they are counted there, and not in `stall`, but for being selected, of which
	 * this has what struct simt_pc_stats has not */
	uint64_t (*states)[SIMT_STALLS];
	struct plain_runs *runs;           /* to be added to that; NULL: there are none */
	struct simt_pc_stats *pc;          /* of each instruction; behind this struct */
	struct simt_pc_memory *memory;     /* behind that: what each accessed; NULL: nobody wants to know */
	uint64_t resident_since, resident; /* warps resident since a cycle, for the second conservation law */
	uint64_t storing;                  /* stores and atomics that L2 has not served */
	uint64_t last_stored;              /* when the last of those that it has served came there */
	unsigned blocks;                   /* that the block scheduler has given to the SM and has not heard the end of */
	struct launch_counts *next;        /* those of another SM */
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
	uint32_t number;               /* from 1 on, in the order of issue, since the clock was 0 */
	struct launch_counts **counts; /* by SM, while it runs; NULL: no block of it has come there */
	struct launch_counts *counted; /* the same, a list */
	uint64_t arrival;              /* when the block scheduler has it */
	uint64_t last_end;             /* of its blocks so far */
	uint64_t more;                 /* matrix_clock_more() when it began */
	bool arrived;
	bool cooperative;        /* its blocks may wait for each other */
	struct simt_dim cluster; /* blocks of a cluster, all 0: the launch has none */
	unsigned cluster_blocks; /* in all, 1 without clusters */
	unsigned set;            /* block_scheduler spatial: number of its set of SMs, from 1 on; 0: it has none yet */
	struct regroup *regroup; /* its threads, in another order; or NULL */
	struct bank0 *bank0;
};

/* ---- launches on the machine ---- */

/* What is counted for a launch; made where it is not there yet. */
struct simt_launch_stats *launches_stats(struct simt_launch *l);
/* Tells the client of launches that are over (simt_set_ended), where nothing is under way that they could still count; `all`: of all. */
void launches_tell_ended(struct gpu *gpu, bool all);
/* Starts a launch at `cycle`. */
void launches_begin(struct gpu *gpu, struct simt_launch *l, uint64_t cycle, uint64_t not_before);
/* When something happens that no SM tells: a launch starts, arrives at the block scheduler or ends; NEVER: nothing does. */
uint64_t launches_next(const struct gpu *gpu);
/* It happens, at `cycle`. */
void launches_act(struct gpu *gpu, uint64_t cycle);
/* A block has ended. */
void launches_block_ended(struct gpu *gpu, struct sm *sm, const struct block_end *b);
/* Places the blocks that can be; none starts before `cycle`. */
void launches_place(struct gpu *gpu, uint64_t cycle);
/* Ends the launch that ran, in functional mode. */
void launches_end_functional(struct gpu *gpu);
/* Ends all that run, at gpu->now: where they failed. */
void launches_stop(struct gpu *gpu);

/* ---- block schedulers ---- */

/* Which block goes where. */
struct block_policy {
	const char *name;
	bool alone; /* an SM has blocks of only one launch at the same time */
	/* One of gpu->running that has arrived and whose next block can be placed now; *sm gets where. NULL: none can be. */
	struct launch_state *(*next)(struct gpu *gpu, struct sm **sm);
};

/* Whether a launch has blocks that can be placed as soon as there is room. */
static inline bool
has_blocks(const struct launch_state *l)
{
	return l->arrived && l->next_block < l->blocks;
}

/* Where cycles count that a warp spends in states while instruction pc is its next one. */
static inline uint64_t *
launches_stall(struct launch_counts *n, uint32_t pc)
{
	return n->states ? n->states[pc] : n->stall;
}

/* Bytes of what a launch of so many instructions counts on an SM, with what is behind the struct. */
static inline size_t
launches_counts_bytes(const struct launch_counts *n, size_t instructions)
{
	return sizeof *n + instructions * (sizeof *n->pc + (n->memory ? sizeof *n->memory : 0));
}

/* How many of its blocks the block scheduler has given to the SM of that number and has not heard the end of. */
static inline unsigned
blocks_on(const struct launch_state *l, uint32_t sm)
{
	return l->counts[sm] ? l->counts[sm]->blocks : 0;
}

#define BLOCK_SCHEDULER(word, name) extern const struct block_policy blocks_##name;
#include "sim/dispatch/block-schedulers.def"
#undef BLOCK_SCHEDULER

#endif
