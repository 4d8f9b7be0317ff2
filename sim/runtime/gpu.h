/* gpu.h: the whole machine: its state, and running it window by window; private to sim/. Times are cycles.
 * What this module cannot do: use several threads of the host for more than SMs (jobs.h, side-by-side.h) and requests to L2. */
#ifndef SIMT_GPU_H
#define SIMT_GPU_H

#include "isa/cubin.h"
#include "sim/core/sm.h"
#include "sim/dispatch/launches.h"
#include "sim/machine/machine.h"
#include "sim/runtime/heap.h"
#include "sim/runtime/matrix-clock.h"
#include "sim/runtime/simt.h"

struct jobs;
struct l2_queues;
struct l2_tags;
struct simt_launch;

struct cluster;
struct gpc_turns;
struct cluster_gpcs;
struct effect_order;
struct backing_store;
struct memory_system;
struct policy;
struct sampler;
struct sampling;
struct side_by_side;
struct tap_clients;

struct gpu {
	const struct simt_machine *m;
	struct tap_clients *tap; /* or NULL; there may be none in it */
	struct backing_store *memory;
	struct memory_system *memory_system;
	struct effect_order *effects; /* effects.h */
	uint64_t code_lines;          /* numbers given to lines of code so far */
	struct sm *sm;
	/* the SMs to which blocks have come in this stretch, by number; those to which any have since the clock was 0. All others are idle, and
	 * nothing that happens touches them. */
	struct sm **awake, **used;
	unsigned nawake, nused;
	struct jobs *jobs;                 /* NULL: all runs on the caller's thread */
	struct side_by_side *side_by_side; /* what these do in functional mode; NULL: nothing yet */
	const struct sampler *sampler;     /* NULL: all is simulated in detail; and what it keeps */
	struct sampling *sampling;
	uint64_t now;
	uint32_t window, cluster_window; /* cycles; where a launch with clusters runs, no more than the second */
	uint32_t longest_window;         /* as the machine allows it */
	const struct block_policy *blocks;
	struct sm *(*place)(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end); /* block_place */
	uint32_t served;                   /* number of the launch whose block was placed last (block_scheduler round-robin) */
	unsigned placed;                   /* the SM that got it (block_placement round-robin) */
	struct gpc_turns *gpc;             /* or NULL */
	struct cluster_gpcs *cluster_gpcs; /* placement-cluster.c; or NULL */
	uint32_t cluster_turn;             /* the GPC whose turn it is to get a cluster */
	unsigned clusters;                 /* launches that run and have clusters */
	uint16_t cluster_sm[16];           /* the SMs of the next cluster, by rank */
	struct cluster **full;             /* clusters whose blocks have all come to their barrier, in this window */
	size_t nfull, full_room;
	struct launch_state **running; /* that have started, in order of arrival */
	unsigned nrunning;
	struct simt_launch *over, *over_last; /* ended, and their counts have not been given back */
	simt_ended *ended;                    /* whom to tell of these, or NULL */
	void *ended_arg;
	struct simt_launch *ready, *ready_last; /* wait for no launch any more, in order of the time from which they can start */
	uint32_t launches;                      /* issued so far */
	uint64_t next_block;                    /* the next block starts no sooner, in 1/100 cycle (block_interval) */
	/* the stretch: from when a launch starts on an idle machine to when none runs */
	uint64_t stretch_start, stretch_issued; /* issue slots that launches which have ended used */
	struct simt_launch *first;              /* that started in it */
	unsigned started;                       /* how many did */
	struct simt_launch_stats total;         /* since the clock was 0 */
	struct launch_state *failed;            /* the one that a failure is about, or NULL */
	struct heap heap;
	struct matrix_clock clock;
	bool untimed;                          /* functional mode */
	bool keeps_states;                     /* launches keep warp states and accesses of each instruction */
	uint64_t max_cycles, max_instructions; /* of a launch; 0: no limit */
	simt_stop stop;                        /* asked in every window, and in every turn of a warp in functional mode */
	simt_progress *progress;
	void *progress_arg;
	simt_output *output; /* or NULL */
	_Atomic bool spoken; /* an SM has text for it */
	void *output_arg;
};

/* How many SMs it has. */
static inline unsigned
gpu_sms(const struct gpu *gpu)
{
	return gpu->m->chip.sms;
}

bool gpu_init(struct gpu *gpu, const struct simt_machine *m, struct backing_store *memory, const struct policy *policy,
	      struct simt_error *e);
void gpu_free(struct gpu *gpu);
/* Empties the caches and sets the clock to 0. */
void gpu_reset(struct gpu *gpu);
/* Runs all launches that are ready, and those that wait for them, to their end; fills in their statistics, whatever happens. */
bool gpu_run(struct gpu *gpu, struct simt_error *e);
/* Functional mode: the block scheduler hears which blocks have ended, and places others. */
void gpu_hear_ends(struct gpu *gpu);
/* False where an SM has a fault, the first of which goes into *e unless that holds one. */
bool gpu_no_fault(struct gpu *gpu, struct simt_error *e);
/* Calls the progress function; false where it asks to stop. */
bool gpu_tell_progress(const struct gpu *gpu, struct simt_error *e);

#endif
