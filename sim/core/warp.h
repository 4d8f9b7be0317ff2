/* warp.h: warps, the splits of their lanes, what is under way for them, and the block they are of; private to sim/.
 * What this module cannot do: anything with them: these are structs alone. Times are cycles. */
#ifndef SIMT_WARP_H
#define SIMT_WARP_H

#include <stddef.h>

#include "base/host-cache.h"
#include "sim/core/code.h"
#include "sim/core/cycle.h"
#include "sim/core/lane-set.h"
#include "sim/divergence/policy-state.h"
#include "sim/runtime/simt.h"

struct cluster;
struct gathered;
struct split_pool;
struct launch_counts;
struct launch_state;
struct regroup_block;

enum split_state {
	SPLIT_RUNS,   /* is a candidate for issue */
	SPLIT_WAITS,  /* could run; another path of the warp does */
	SPLIT_BLOCKED /* waits for other lanes: BSYNC, WARPSYNC; pc is that instruction */
};

/* When a split that runs can issue, by what its own instructions have asked for: the cycle from which a stall count is over, a branch is
 * taken, a block barrier has let go, a memory barrier is over. Nobody looks at it while the split waits. */
struct split_time {
	uint64_t stall_until, branch_until, barrier_until, fence_until;
	bool in_barrier; /* it waits at a block barrier */
	uint8_t barrier; /* ... of this number */
};

/* What the instruction that issued last means for the splits that go on behind it. A policy may end, block or exchange the split that has
 * issued: flow() gives these times to the one that runs then, splits_start() to those that begin to run at a time. */
struct flow_outcome {
	uint64_t stall_until, branch_until;
	uint64_t parts; /* where it has parted: when the SM took it */
	bool parted;    /* it was a branch that has parted the lanes */
	bool straight;  /* what comes next is the next instruction: after a BSYNC that lets pass */
	bool chosen;    /* hardware has looked at all paths that wait: policies say so */
};

/* Lanes of one warp that share a PC and run together. Owns its uniform registers, one set for each 32 lanes of the warp: machine code
 * puts 32-lane votes into them. */
struct split {
	uint32_t pc; /* index of the next instruction */
	struct split_time time;
	lanes_t mask;
	uint8_t state;      /* enum split_state */
	uint8_t barrier;    /* blocked: convergence barrier, or SPLIT_WARPSYNC */
	lanes_t wants;      /* blocked at a WARPSYNC: the lanes it waits for */
	bool yielded;       /* waits since a YIELD, or was called back by a barrier */
	bool called;        /* was called back: barriers wait for it */
	bool apart;         /* at a WARPSYNC, and no other path can go on: it is one for each 32 lanes */
	uint32_t rpc;       /* stack policy: where this entry joins the one below */
	struct split *next; /* list of the warp's splits, in the order the policy keeps */
	/* where several run at a time (co-issue.c) */
	uint64_t again;      /* cycle from which the last of its instructions that went into its pipe again held up the sub-core */
	uint64_t ready;      /* cycle from which it could issue, pipe aside */
	uint8_t pipe, banks; /* of its next instruction; bit b: it has lanes on bank b */
	bool lg;             /* that goes through the queue of L1 */
	bool started;        /* by the instruction that issues now */
	bool chosen;         /* among all that wait */
	bool stale;          /* `ready` is to be worked out anew */
	unsigned taken;      /* policy ideal: how many of its lanes have issued its next instruction already */
	unsigned nu;         /* sets of uniform registers: home rows of the warp, or more, see `sets` */
	const lanes_t *sets; /* whose they are; NULL: 32 lanes each */
	struct uniform u[];
};

enum { SPLIT_WARPSYNC = ISA_BARRIERS };

/* A result that is under way, for the register scoreboard. */
struct pending {
	struct regset defs;
	lanes_t lanes;
	const struct timing *fixed;  /* the instruction, where its latency is fixed; else NULL */
	uint64_t ready, guard_ready; /* cycle from which the value can be read, and can guard */
	uint32_t load;               /* number of the load that brings it; 0: ready is known */
	uint8_t state;               /* what a warp that waits for it is said to do */
	uint8_t raises;              /* splits have scoreboards of their own: number of the one that it raises, + 1; 0: none */
};

/* Results under way of a warp of which one split runs at a time. */
enum { PENDINGS = 32 };

/* One of the six scoreboards of a warp. It reads 0 from cycle `until` on, unless loads with unknown end are outstanding. */
struct scoreboard {
	uint64_t until;
	uint64_t loads_until; /* end of those of them that are loads of global or local memory */
	uint16_t unknown;
	uint8_t state; /* enum simt_stall of the wait that `until` or the outstanding loads cause */
};

/* Asynchronous copies, see async-copies.c. */
enum { COPY_GROUPS = 16 };
struct copy_group {
	uint64_t until;   /* cycle from which its copies with known end are done */
	uint32_t unknown; /* the others */
};
struct copies {
	uint64_t first; /* number of group[0], counted from the start of the warp */
	unsigned n;     /* groups that have ended; group[n] is the one that copies are added to, and the last that is set */
	struct copy_group group[COPY_GROUPS + 1];
};

struct block;

/* What each issue looks at comes last, and together: a host's caches hold few warps.
 *
 * A split owns its PC, lanes, uniform registers and time, and is at one place at a time: it runs, or waits where its policy has it. Where one
 * split of a warp runs at a time, `runs` is that one. Where several do, those that run are in `also`, and `runs` is the one whose instruction
 * issues, from splits_issue() to splits_issued(); it is NULL between issues. Those that wait are in `others`, in
 * the order that the policy keeps, and in `deferred`. */
struct warp {
	/* kept by the slot from warp to warp: */
	_Alignas(HOST_LINE) struct pending *pending;
	size_t pending_cap;
	struct split_pool *splits; /* of its SM, which its splits are of */
	/* all 0 when a warp starts, from here on: */
	union policy_state policy;
	struct regset pending_defs;
	uint64_t pending_until; /* no later than this does a pending result with known end become ready */
	struct split *others;   /* splits that wait or are blocked; stack policy: the stack below */
	struct split *deferred; /* policy barrier: the one that waits in the slot for a deferred path */
	struct split *also;     /* where several run: those but `runs`; first the one that issued last, if it still runs */
	struct split *lead;     /* where several run: the first to become ready, whose waiting is the warp's; NULL: none runs */
	unsigned lead_bank;     /* the bank it waits for */
	lanes_t cluster_came;   /* lanes that have come to the cluster's barrier, which has not let go on yet */
	bool cluster_counted;   /* ... as all that there are */
	bool apart;             /* the 32s of a wider warp have passed a WARPSYNC one by one */
	struct flow_outcome outcome;
	struct gathered *gathered; /* collective.h: who does what is behind another WARPSYNC.COLLECTIVE */
	lanes_t launched, alive;
	uint32_t index;        /* number of the warp in its block */
	uint32_t first_thread; /* number of lane 0 in the block */
	unsigned nrows;
	uint32_t place;       /* number of its slot on the SM */
	struct home_row *row; /* first home row */
	/* accounting of warp states: where its slot is marked, busy cycles of the pipe when the warp became ready, the same of the stage that
	 * reads registers, and of the queue of L1, where it needs that */
	uint64_t busy_mark, read_mark, full_mark;
	uint64_t gmma_done;     /* when the matrix instruction of a group of warps is done that issued last */
	uint64_t shared_enters; /* when its last access of shared memory leaves the queue of its sub-core */
	uint32_t front_pc;      /* concurrent: warp states count for this instruction */
	/* what each issue looks at: */
	_Alignas(HOST_LINE) struct block *block; /* NULL: the slot is free */
	struct launch_counts *counts;            /* of its launch and SM */
	const struct simt_function *f;
	struct split *runs;
	uint64_t accounted;                   /* cycles before this have been given to a warp state */
	uint64_t fetch_until, constant_until; /* fetch.h: when its next instruction, and the constants of that, are there */
	uint32_t line, constant;              /* line of the next instruction, constants it named last */
	struct exec x;  /* what its instructions see, if it is simple; of its split, what the last of them saw */
	uint32_t quick; /* instructions just before the next one that all its lanes have issued, not counted yet (issue-counts.h) */
	unsigned npending;
	uint64_t stored_until; /* no later than this have its stores reached L2 */
	uint64_t age;          /* when it started, in order of starts on the SM */
	lanes_t counted;       /* lanes of the split that issued last */
	lanes_t again;         /* lanes that have issued the instruction at which they are: they issue it once more */
	unsigned nlaunched, nalive, ncounted; /* how many lanes are launched, alive and counted */
	bool simple;                          /* it has one home row, with threads that follow each other */
	bool concurrent, own;                 /* several splits run at a time; they have scoreboards of their own */
	struct scoreboard sb[ISA_SCOREBOARDS];
	struct copies copies; /* last: a warp that starts needs no more than its first group */
};

/* Brings what each issue looks at into a host's caches. */
static inline __attribute__((always_inline)) void
warp_prefetch(const struct warp *w)
{
	host_cache_bring(&w->block, offsetof(struct warp, copies.group) - offsetof(struct warp, block));
}

/* The split that issues; else, of those that run, the one that issued, or was looked at, last; NULL: none runs. */
static inline struct split *
warp_split(const struct warp *w)
{
	return w->runs ? w->runs : w->also;
}

/* The instruction that is next while w waits for what s waits for. */
static inline uint32_t
warp_state_pc(const struct warp *w, const struct split *s)
{
	return w->concurrent ? w->front_pc : s->pc;
}

struct block_barrier {
	uint32_t arrived;      /* warps that have come; threads, where several splits of a warp run at a time */
	uint32_t wants;        /* as many as it waits for; 0: all of the block */
	uint32_t lanes, holds; /* BAR.RED: lanes that came, those of them for which the predicate held */
	uint8_t kind;          /* F_red of the BAR.RED */
	uint64_t taken;        /* when the arrival was taken that came last */
};

/* Values of F_mode of WARPSYNC. */
enum { WARPSYNC_PLAIN = 0, WARPSYNC_EXCLUSIVE = 1, WARPSYNC_COLLECTIVE = 2 };

/* Values of F_dest of BRA. */
enum { BRA_PLAIN = 0, BRA_UNIFORM = 1, BRA_DIV = 2, BRA_CONV = 3 };

/* Values of F_mode and F_red of BAR. */
enum { BAR_SYNC = 0, BAR_ARV = 1, BAR_RED = 2, RED_POPC = 0, RED_AND = 1, RED_OR = 2 };

/* Bytes of a bulk copy that come at a cycle, and the place of their barrier in shared memory. */
struct bulk {
	uint64_t until;
	uint32_t barrier, bytes;
};

/* A resident block. */
struct block {
	struct launch_state *launch;
	struct launch_counts *counts;
	uint64_t number; /* linear block index in the grid */
	uint64_t started;
	struct exec_block x;
	struct home_row *rows;
	uint32_t (*registers)[ISA_LANES];
	uint32_t regs;   /* of a thread */
	bool in_order;   /* its home rows have the threads of a block of x.ntid in order (block-room.h) */
	uint8_t *shared; /* the window, reserved part included */
	uint8_t *local;  /* the threads' own memory, warp by warp; NULL: not used yet */
	uint32_t nrows, nwarps, live_warps, threads;
	struct block_barrier barrier[16];
	uint16_t waited_at; /* bit i: somebody has come to barrier i */
	uint32_t reduction; /* result of the last BAR.RED */
	struct bulk *bulk;  /* bulk copies under way */
	uint32_t nbulk;
	struct warpgroups *warpgroups;   /* warpgroup.h: or NULL */
	struct regroup_block *regrouped; /* or NULL */
	/* cluster.h: or NULL; warps that have come to its barrier; all have; it lets go on from this cycle on */
	struct cluster *cluster;
	uint32_t cluster_warps;
	bool cluster_came;
	uint64_t cluster_until, cluster_taken; /* ...; when the arrival was taken that came last */
	struct block *next;
};

/* Lanes of the running path for which predicate p holds (7: all; negated from 8 on). */
lanes_t warp_predicate_lanes(const struct warp *w, unsigned p);

#endif
