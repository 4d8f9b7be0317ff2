/* context.h: what stands behind the handles of simt.h; private to sim/. */
#ifndef SIMT_CONTEXT_H
#define SIMT_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include "sim/runtime/gpu.h"

struct block_end;
struct checks;
struct cubin;
struct cubin_kernel;
struct gpu;
struct launch_state;
struct backing_store;
struct policy;
struct simt_error;
struct simt_function;
struct simt_launch_stats;
struct simt_machine;
struct simt_pc_stats;
struct sm;

struct simt_module {
	struct simt *context;
	struct cubin *cubin;
	uint64_t address[CUBIN_PLACES]; /* device addresses of the global places; 0: none */
	uint64_t begin;                 /* what it has in device memory begins there */
	uint8_t *bank3, *bank4;         /* copies, relocated */
	const uint8_t *constants; /* what kernels read as bank 3: that copy, or device memory once someone wants an address in it */
	struct simt_function *functions;
	struct simt_module *next;
};

struct simt_launch {
	struct launch_state state;
	/* What was counted, from the start on, or from when someone asked; until it is given back. launches_stats() makes both. */
	struct simt_launch_stats *stats;
	struct simt_pc_stats *pc;
	struct simt *context;
	struct simt_launch *next; /* in the order of issue */
	/* streams.c */
	struct simt_launch **successor; /* that wait for this one */
	size_t nsuccessors, room;
	unsigned waits;                 /* launches that it waits for */
	bool queued;                    /* handed to the machine */
	bool asked_cooperative;         /* by simt_cooperate(): not only since its blocks fit */
	bool started;                   /* has run, or runs */
	bool over;                      /* ran, to its end or not */
	uint64_t ready;                 /* the host's call and the ends of those it waited for: it can start then */
	uint64_t not_before;            /* on a busy machine its first block starts no sooner */
	struct simt_launch *next_ready; /* that is ready, or, where this one is over, that is over too */
};

/* The last launch of a stream. */
struct stream {
	unsigned number;
	struct simt_launch *last;
};

struct simt {
	struct simt_machine *machine;
	const struct policy *policy;
	struct backing_store *memory;
	struct gpu gpu;
	struct checks *checks; /* or NULL */
	bool trap_unsupported;
	struct simt_module *modules;
	struct simt_launch *launches, **last;
	struct simt_launch *unfinished; /* those before it have run; NULL: so have all */
	struct stream *stream;          /* with launches since the last one of the default stream */
	size_t nstreams, stream_room;
	struct simt_launch *everything; /* the last launch of the default stream */
	struct simt_launch *newest;     /* issued last, or NULL */
	uint64_t host;                  /* when the host issues the next launch */
};

/* Puts what the module has in memory there, as after loading, and its constant banks beside it. */
bool modules_place(struct simt_module *m, struct simt_error *e);
void modules_free(struct simt_module *m);
/* Puts the module's __constant__ variables into device memory, where kernels read them from now on. Most modules need no address of
 * theirs, and do without. */
bool modules_place_constants(struct simt_module *m, struct simt_error *e);

/* Decodes kernel k. NULL where it cannot be run: *e says why. */
struct simt_function *function_new(struct simt_module *m, const struct cubin_kernel *k, struct simt_error *e);
/* f with code behind it at which its threads start, which reads the thread's entry in a list and then goes to f's first instruction. It is
 * f's, and made once. Of each thread R5 is its number in the launch and R2 and R3 the list's address. NULL: *e. */
struct simt_function *function_regrouped(struct simt_function *f, struct simt_error *e);
void function_free(struct simt_function *f);

/* Addresses of the functions of CUBIN_EXTERNAL: beyond all code. */
#define EXTERNAL_CODE UINT64_C(0x7ff200000000)
/* Where a CALL.REL goes that calls one of them. */
#define EXTERNAL_NEAR UINT32_C(0xf0000000)
/* Whether what is there has an address in this simulator (struct simt_module.address). */
bool function_has_address(enum cubin_place place);

/* Runs all blocks of gpu->running[0] without time. True also where an SM has a fault, in its `error`; false: a deadlock or interrupted. */
bool functional_run(struct gpu *gpu, struct simt_error *e);

/* ---- streams.c ---- */
/* l was issued last, in this stream. */
void streams_issue(struct simt *s, struct simt_launch *l, unsigned stream);
/* l waits for the end of `other`, which was issued before it. */
void streams_wait(struct simt_launch *l, struct simt_launch *other);
/* Hands all launches issued so far to the machine: those that wait for none become ready. */
void streams_submit(struct simt *s);
/* l has ended, at l->stats->end: launches that waited for it alone become ready. */
void streams_ended(struct gpu *gpu, struct simt_launch *l);
/* Takes the launch that is ready first. */
struct simt_launch *streams_take(struct gpu *gpu);
void streams_reset(struct simt *s);

/* ---- launches.c ---- */
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

#endif
