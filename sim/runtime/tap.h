/* tap.h: the event tap of libsimt: it tells clients what happens in the simulated GPU, as it happens. Included by simt.h.
 *
 * A client fills in a struct simt_tap with functions for the events it wants (NULL: not wanted) and adds it to a context. Without a
 * client an event costs one predictable branch. Whatever is passed to a function is valid during the call only, except `launch` and
 * `function`. A function must not call back into the context.
 *
 * Order: an SM runs a window of cycles alone, then the next SM does. So the events of one SM come in order of time. Those of different
 * SMs come in order of windows only; `cycle` has the time. Same input, same events. The events of one instruction come in the order
 * state, memory (one for each 32 threads that access), issue, diverge, barrier_arrive, barrier_release, exit, reconverge, wait,
 * block_end. If the end of a warp releases others, barrier_release comes after exit. A reissue comes between issue and exit. An
 * instruction that faults has no events. In functional mode `cycle` counts the instructions of the SM, and there are no states.
 * `straight` comes before the next event of its warp, memory excepted, and at the end of the launch at the latest.
 *
 * A client that listens to all SMs makes these run one after the other, since it hears of all of them. One that listens to a few
 * (struct simt_tap, `sms`) does not: what happens on an SM is told by the thread that runs it, so that its functions for that are called by several threads at
 * the same time, each for another SM. It keeps what it hears by SM. All other functions are called by one thread, between windows.
 *
 * What this module cannot do: say when data arrive (a load is reported when it issues); report caches and messages to L2. */
#ifndef SIMT_TAP_H
#define SIMT_TAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* the rest of the library is hidden */

struct simt;
struct simt_function;
struct simt_launch;

enum { SIMT_TAPS = 8, SIMT_TAP_LANES = 32 };

/* Lanes of a warp: lane i is bit i % 64 of word i / 64. */
struct simt_lanes {
	uint64_t word[2];
};

/* The launch, and the warp where an event happens. */
struct simt_tap_launch {
	const struct simt_launch *launch;
	const struct simt_function *function;
	uint64_t cycle;             /* of the context's clock */
	uint32_t grid[3], block[3]; /* blocks, threads */
	uint32_t warp_size;         /* lanes of a warp */
	uint32_t shared_first,
		shared_end; /* offsets of a block's shared memory in its window; what is below belongs to the system */
};

struct simt_tap_block {
	const struct simt_launch *launch;
	uint64_t cycle;
	uint64_t block; /* linear number in the grid: x + y * grid.x + z * grid.x * grid.y */
	uint32_t sm;
};

struct simt_tap_warp {
	const struct simt_launch *launch;
	const struct simt_function *function;
	uint64_t cycle;
	uint64_t block;             /* linear number in the grid */
	uint32_t sm, subcore, slot; /* the SM, its sub-core, the warp slot there */
	uint32_t warp;              /* number of the warp in its block */
	uint32_t first_thread;      /* number in the block of the thread in lane 0: x + y * block.x + z * block.x * block.y */
	uint32_t pc;                /* index of the instruction in the function: its byte offset over 16 */
};

/* An instruction has issued. Active lanes run together. Waiting lanes are alive, in another split of the warp. */
struct simt_tap_issue {
	struct simt_lanes active, guarded, alive; /* guarded: active lanes whose guard, and second guard of a branch, holds */
	uint32_t pipe;                            /* enum isa_pipe */
	uint32_t pipe_cycles;                     /* cycles it holds the pipe */
};

/* The warp has issued n instructions one after another, from instruction at->pc on, each in an issue slot of its own and for the same lanes;
 * all their guards held. None is control flow, a fence, or a NOP that may stand in the place of a __syncwarp(). at->cycle: a later one. */
struct simt_tap_straight {
	struct simt_lanes active, alive;
	uint32_t n; /* 1 at the least */
};

/* The instruction has taken one more issue slot, with these lanes, because of the policy (BSYNC, WARPSYNC). What the instruction does is
 * reported only once. */
struct simt_tap_reissue {
	struct simt_lanes active, alive;
};

/* A branch has divided its lanes: `taken` go to instruction `target`, `rest` to `other`. A branch that is issued again for each of its
 * targets has itself as `other`. */
struct simt_tap_diverge {
	struct simt_lanes taken, rest;
	uint32_t target, other;
};

/* Lanes of several splits form one split again; it continues at instruction pc. */
struct simt_tap_reconverge {
	struct simt_lanes lanes;
	uint32_t pc;
};

/* A split waits, at instruction pc, for other lanes of its warp. */
struct simt_tap_wait {
	struct simt_lanes lanes;
	uint32_t pc;
	uint32_t barrier; /* the convergence barrier 0 to 15, or 16: a WARPSYNC */
};

/* Threads have reached a block barrier. On release, all threads that wait there continue, and `at` is the warp that released them, by
 * reaching the barrier or by its end. */
struct simt_tap_barrier {
	uint32_t barrier;        /* 0 to 15 */
	struct simt_lanes lanes; /* that arrive; none on release */
	struct simt_lanes alive; /* lanes of the warp that have not exited */
	uint32_t elsewhere;      /* where some of them do not arrive: the instruction at which others are, or go on; else pc */
};

/* Lanes have exited. */
struct simt_tap_exit {
	struct simt_lanes lanes;
};

enum simt_tap_space { SIMT_TAP_GLOBAL, SIMT_TAP_SHARED, SIMT_TAP_LOCAL };
enum simt_tap_access { SIMT_TAP_LOAD, SIMT_TAP_STORE, SIMT_TAP_ATOMIC };

/* The access of up to 32 threads of a block that follow each other: threads first_thread to first_thread + 31, bit i of `mask` is set
 * where thread first_thread + i accesses. */
struct simt_tap_memory {
	uint32_t space, access; /* enum simt_tap_space, enum simt_tap_access */
	uint32_t bytes;         /* of each thread: 1, 2, 4, 8 or 16 */
	uint32_t first_thread;  /* number in the block */
	uint32_t mask;
	const uint64_t
		*address; /* of each thread: device address; shared: offset in the block's window, see shared_first; local: offset
				    in the thread's local memory */
	/* Word w of thread i is data[w][i]. It is what a store writes, a load reads (sign-extended where it is narrow), or a shared
	 * atomic found. NULL where it is not known yet: for global atomics, and for loads that have to wait for one. */
	const uint32_t (*data)[SIMT_TAP_LANES];
};

/* The warp has spent the cycles from `from` up to `to` in these states, one count for each enum simt_stall. The cycle of an issue
 * (`selected`) is not included, since the event comes before the issue. */
struct simt_tap_state {
	uint64_t from, to;
	const uint64_t *cycles;
	uint32_t has; /* bit k: cycles[k] is not 0 */
};

/* A block has been on an SM from cycle `start` up to `end`. */
struct simt_tap_stay {
	const struct simt_launch *launch;
	uint64_t block; /* linear number in the grid */
	uint32_t sm;
	uint64_t start, end;
};

/* What has been counted up to a cycle, since the context's clock was 0. */
struct simt_tap_counts {
	uint64_t cycle; /* that from which the GPU is idle may be before the end of the last window */
	/* By enum simt_stat. Metrics that belong to no launch are those of stretches that have ended, `cycles` too. What a launch that
	 * packs issue slots will count for lanes that others left free is missing until then. */
	const uint64_t *v;
	uint64_t warps, sms; /* resident warps, SMs with at least one */
};

/* What the host does to device memory, outside launches. */
enum simt_tap_host_action {
	SIMT_TAP_HOST_ALLOC, /* filled with zeros, which is no write */
	SIMT_TAP_HOST_FREE,
	SIMT_TAP_HOST_WRITE,
	SIMT_TAP_HOST_RESET /* all is freed; ALLOC and WRITE follow for each module's variables */
};
struct simt_tap_host {
	uint32_t action;
	uint64_t address, bytes; /* 0 where there is none */
};

struct simt_tap {
	void *arg; /* first argument of all functions */
	/* 0: it hears of all SMs. Else of the first so many to which blocks come after the GPU was idle, which changes nothing for the
	 * others. Functions for launches, windows, the host, stays and counts are about the whole GPU. */
	uint32_t sms;
	void (*host)(void *arg, const struct simt_tap_host *x);
	void (*launch_start)(void *arg, const struct simt_tap_launch *x);
	void (*launch_end)(void *arg, const struct simt_tap_launch *x); /* also after a fault or a limit */
	void (*block_start)(void *arg, const struct simt_tap_block *x);
	void (*block_end)(void *arg, const struct simt_tap_block *x);
	void (*state)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_state *x);
	/* All SMs have run up to this cycle, and what they sent to L2 has taken effect. Functional mode has no such event: all takes
	 * effect at once there. */
	void (*window)(void *arg, uint64_t cycle);
	/* A block of any SM has ended. Told in the order of time, between windows. Not in functional mode. */
	void (*stay)(void *arg, const struct simt_tap_stay *x);
	/* Told at the end of windows, and when the GPU becomes idle; returns the cycle up to which it need not be told again. Not in functional
	 * mode. */
	uint64_t (*counts)(void *arg, const struct simt_tap_counts *x);
	/* Asked at the end of windows, of a client that hears of a few SMs: whether it has heard enough of this one, which then runs as if
	 * there were no client, until the GPU has been idle. NULL: never. */
	bool (*enough)(void *arg, uint32_t sm);
	void (*memory)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_memory *x);
	void (*issue)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x);
	/* A client that has this is told of some instructions by it, and of the others by `issue`: which ones depends on the machine, on windows and
	 * on other clients. It costs much less than an event for each instruction. */
	void (*straight)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_straight *x);
	void (*reissue)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_reissue *x);
	void (*diverge)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_diverge *x);
	void (*barrier_arrive)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *x);
	void (*barrier_release)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *x);
	void (*exit)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_exit *x);
	void (*reconverge)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_reconverge *x);
	void (*wait)(void *arg, const struct simt_tap_warp *at, const struct simt_tap_wait *x);
};

/* Adds a client; the struct is copied. Clients are called in the order in which they were added. Fails if there are SIMT_TAPS already.
 * Must not be called while launches run. Allocations that exist already are not reported. */
bool simt_add_tap(struct simt *s, const struct simt_tap *tap, struct simt_error *e);
/* Removes the clients with this `arg`; there need be none. */
void simt_remove_tap(struct simt *s, const void *arg);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
