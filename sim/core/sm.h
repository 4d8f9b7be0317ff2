/* sm.h: a streaming multiprocessor: its state, its blocks, its run through a window; private to sim/. Times are cycles.
 *
 * Three things are kept apart: the machine (const after load), the state (plain structs), and the wiring (policies as tables of functions).
 * Time is SM-major: the GPU runs each SM alone up to the end of a window, then exchanges messages in a fixed order. A window is shorter
 * than the shortest way from an SM to L2 or to the block scheduler (gpu_init), so that no answer can fall into the window that asked, and
 * results do not depend on where windows begin.
 *
 * What this module cannot do: lanes of several warps in one group. */
#ifndef SIMT_SM_H
#define SIMT_SM_H

#include "base/host-cache.h"
#include "isa/isa.h"
#include "sim/core/block-barrier.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/subcore.h"
#include "sim/dispatch/launches.h"
#include "sim/divergence/flow-unit.h"
#include "sim/divergence/split.h"
#include "sim/machine/machine.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/bulk-copies.h"
#include "sim/memory/cluster-port.h"
#include "sim/memory/data-path.h"
#include "sim/memory/effects.h"
#include "sim/memory/loads.h"

struct cluster;
struct fetch;
struct gpu;
struct l1;
struct memory_port;
struct policy;
struct printed;
struct taps;

struct sm {
	struct gpu *gpu;
	struct taps *tap; /* clients of the event tap; NULL: none */
	const struct policy *policy;
	const struct simt_machine *m;
	uint32_t id;
	bool awake, used; /* a block has come to it in this stretch (gpu->awake), since it was reset (gpu->used) */
	uint64_t now;
	uint64_t soonest; /* in a window: before this cycle no sub-core issues and no block starts */
	bool skips;       /* bank_issue=skip */
	bool halves;      /* parameter fma_halves */
	bool dispatches;  /* what a scheduler has chosen may wait behind it */
	bool ports;       /* parameter read_cycles; not where slots are packed */
	bool concurrent;  /* several splits of a warp run at a time */
	bool packs;       /* a slot takes lanes of any of them, of all warps of the sub-core: struct policy */
	uint16_t held[MACHINE_RATES]
		     [BANK_GROUPS + 1]; /* cycles that an instruction holds a pipe, by groups with active lanes; 0: lockstep */
	struct subcore *subcore;
	struct sm_blocks blocks;
	struct split_pool splits; /* of its warps */
	struct l1 *l1;
	struct fetch *fetch; /* the supply of instructions and constants */
	bool fetches;        /* it holds warps up: parameter icache; not where several splits of a warp run at a time */
	bool quick; /* quick instructions go the short way: nobody asks for states, and nothing but what issue_quick() does is to be done */
	bool told; /* clients of the event tap want an event for each of them */
	struct flow_unit flow_unit;
	struct barrier_unit barrier_unit;
	uint64_t impatient, patient_until; /* pipe_patience: who has been ready since before this cycle is impatient; until then */
	struct data_path data_path;
	struct memory_port *port;         /* to the memory system */
	struct backing_store_view memory; /* device memory */
	struct loads loads;
	struct effects effects;
	struct printed *printed; /* what printf() has said in this window; NULL: nothing */
	unsigned row;            /* home row that executes, for the text of a fault */
	bool untimed;            /* functional mode: accesses take effect at once, `now` counts instructions */
	bool skips_time;         /* of these, within a launch that has time (sampling.h): `now` stands still, caches stay warm */
	/* what belongs to no single launch, since the stretch began */
	uint64_t slots_no_eligible, slots_no_warp, cycles_active;
	uint64_t resident_since, resident; /* warps resident since a cycle */
	struct simt_error error;           /* first fault; the SM stops there, unless it is told of it by another SM */
	uint64_t faulted;                  /* when that was */
	struct launch_state *faulty;       /* whose it is */
	struct cluster_port cluster_port;
	struct bulk_copies bulk_copies;
	uint8_t apart[HOST_APART]; /* from the next SM, which another thread may run */
};

/* An SM without equipment: `subcore`, `l1` and `fetch` are NULL. Small launches leave most SMs so. To make what is in all of them took
 * longer than such a launch itself. */
void sm_init(struct sm *sm, struct gpu *gpu, uint32_t id, const struct policy *policy);
/* Warp slots, caches and units, in front of the first block that comes to it; nothing where it has them. */
void sm_equip(struct sm *sm);
void sm_free(struct sm *sm);
/* Runs until the cycle `until`, or a fault. */
void sm_run(struct sm *sm, uint64_t until);
/* The next cycle in which something happens; NEVER where all wait. */
uint64_t sm_next(const struct sm *sm);
/* It has been equipped. As when that was: nothing in its caches, and the time is 0; no block is resident. */
void sm_reset(struct sm *sm);
/* The first block comes to it in a stretch of the machine's work, which began at `cycle`. */
void sm_begin_stretch(struct sm *sm, uint64_t cycle);
/* Ends what is resident, after a fault or a limit. */
void sm_abandon(struct sm *sm);
/* Counts all slots and warp states up to `cycle`. */
void sm_settle(struct sm *sm, uint64_t cycle);
/* What runs is stopped: lanes that packed issue slots have taken of instructions that will not be executed fill nothing. */
void sm_drop_taken(struct sm *sm);

/* How many sub-cores have been equipped: all or none. */
static inline unsigned
sm_subcores(const struct sm *sm)
{
	return sm->subcore ? sm->m->sm.subcores : 0;
}

/* Issue slots of c from c->counted to `cycle`, in which nothing was issued. */
static inline __attribute__((always_inline)) void
sm_pass_slots(struct sm *sm, struct subcore *c, uint64_t cycle)
{
	if (cycle <= c->counted)
		return;
	if (c->resident)
		sm->slots_no_eligible += cycle - c->counted;
	else
		sm->slots_no_warp += cycle - c->counted;
	c->counted = cycle;
}

#endif
