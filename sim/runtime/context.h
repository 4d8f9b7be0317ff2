/* context.h: what stands behind the handles of simt.h; private to sim/.
 * What this module cannot do: anything with it: these are structs alone, made by simt.c, simt-launch.c and modules.c. */
#ifndef SIMT_CONTEXT_H
#define SIMT_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
	bool allocates;                 /* its kernels may call malloc() or free() */
	const uint8_t *constants; /* what kernels read as bank 3: that copy, or device memory once someone wants an address in it */
	struct simt_function *functions;
	struct simt_module *next;
};

struct simt_launch {
	struct launch_state state;
	/* What was counted, from the start on, or from when someone asked; until it is given back. launches_stats() makes both. */
	struct simt_launch_stats *stats;
	struct simt_pc_stats *pc;
	uint64_t (*states)[SIMT_STALLS]; /* or NULL, simt_keep_states() */
	struct simt_pc_memory *memory;   /* or NULL, simt_keep_states() */
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

#endif
