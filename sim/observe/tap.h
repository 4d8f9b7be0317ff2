/* tap.h: the places where the simulator tells the clients of the event tap (sim/runtime/tap.h) what happens; private to sim/.
 *
 * The functions are called where sm->tap (gpu->tap) is not NULL. That one test is all that a launch without clients pays.
 * What this module cannot do: tell when data arrives, or of caches and messages to L2. */
#ifndef SIMT_OBSERVE_TAP_H
#define SIMT_OBSERVE_TAP_H

#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/tap.h"

struct simt_launch;

/* Splits that a warp can have: at most one for each lane. */
enum { TAP_PATHS = 128 };

/* The clients that an SM tells, and what is kept meanwhile. */
struct taps {
	struct simt_tap client[SIMT_TAPS];
	unsigned n;
	bool wants_state, wants_paths;    /* some client wants state; reconverge or wait */
	bool wants_issue, wants_straight; /* an event for each instruction; straight runs */
	/* the instruction that issues */
	struct simt_tap_warp at;
	/* the warp whose states are reported */
	struct simt_tap_warp stalled;
	uint64_t stall[SIMT_STALLS];
	/* the splits of its warp before control flow acts */
	lanes_t alive, path[TAP_PATHS], blocked;
	unsigned npaths;
	bool looks; /* this instruction may change the splits, and a client wants to know */
};

/* All clients. */
struct tap_clients {
	struct taps all;    /* they hear of launches, windows and the host */
	struct taps shared; /* those of them that hear of all SMs, which all SMs tell but those with clients of their own */
	struct taps **own;  /* by SM; NULL: it has had none yet */
	uint64_t quiet;     /* nobody wants counts before this cycle */
};

void tap_free(struct gpu *gpu);
/* Whether a client hears of all SMs: then these cannot run on several threads. */
static inline bool
tap_hears_all(const struct gpu *gpu)
{
	return gpu->tap && gpu->tap->shared.n;
}
/* The SM is the next, counted from 0, to which blocks come after the GPU was idle: whom it tells. */
void tap_wake(struct gpu *gpu, struct sm *sm, unsigned place);
/* A block of the SM has ended. */
void tap_stay(const struct gpu *gpu, const struct sm *sm, const struct block_end *b);
/* Counts up to now. idle: the GPU is, and all wants to know. */
void tap_counts(struct gpu *gpu, bool idle);

/* Slot i of sub-core c is about to issue. */
void tap_begin(struct sm *sm, struct subcore *c, unsigned i);
/* Home row `row` of the warp has made this access. */
void tap_memory(struct sm *sm, const struct warp *w, unsigned row, const struct mem_request *r, bool known);
/* It holds its pipe for `held` cycles. Where w->quick counts it, clients of straight runs hear of it later. */
void tap_issue(struct sm *sm, const struct warp *w, lanes_t active, lanes_t guarded, unsigned held);
/* The last w->quick instructions of w have been a straight run, which ends here. */
void tap_straight(struct sm *sm, const struct warp *w);
void tap_reissue(struct sm *sm, const struct warp *w, lanes_t active);
void tap_diverge(struct sm *sm, const struct warp *w, lanes_t taken, uint32_t target, uint32_t other);
/* To be called before and after control flow acts on the splits of the warp that issues. */
void tap_before_flow(struct sm *sm, const struct warp *w);
void tap_after_change(struct sm *sm, const struct warp *w);
static inline void
tap_after_flow(struct sm *sm, const struct warp *w)
{
	if (w->alive != sm->tap->alive || sm->tap->looks)
		tap_after_change(sm, w);
}
void tap_barrier_arrive(struct sm *sm, const struct warp *w, unsigned barrier, lanes_t lanes);
void tap_barrier_release(struct sm *sm, unsigned barrier);
void tap_window(struct gpu *gpu);
void tap_block(const struct sm *sm, const struct block *b, bool start);
void tap_launch(const struct gpu *gpu, const struct simt_launch *l, uint64_t cycle, bool start);
void tap_host(const struct tap_clients *t, enum simt_tap_host_action action, uint64_t address, uint64_t bytes);
/* Keeps where the warp in slot i of sub-core c is, and what it has counted; then, `to` being after `from`: it has spent the cycles between
 * these in states. */
void tap_before_state(struct sm *sm, const struct subcore *c, unsigned i);
void tap_state(struct sm *sm, const struct subcore *c, unsigned i, uint64_t from, uint64_t to);

#endif
