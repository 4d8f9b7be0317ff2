/* context.h: what stands behind the handles of simt.h; private to sim/. */
#ifndef SIMT_CONTEXT_H
#define SIMT_CONTEXT_H

#include "core.h"

struct simt_module {
	struct simt *context;
	struct cubin *cubin;
	uint64_t address[CUBIN_PLACES]; /* device addresses of the global places; 0: none */
	uint8_t *bank3, *bank4;         /* copies, relocated */
	struct simt_function *functions;
	struct simt_module *next;
};

struct simt_launch {
	struct launch_state state;
	struct simt_launch_stats stats;
	struct simt_pc_stats *pc;
	bool done;
	struct simt_launch *next;
};

struct simt {
	struct simt_machine *machine;
	const struct policy *policy;
	struct memory *memory;
	struct gpu gpu;
	struct checks *checks; /* or NULL */
	bool trap_unsupported;
	struct simt_module *modules;
	struct simt_launch *launches, **last;
};

/* Decodes kernel k. NULL where it cannot be run: *e says why. */
struct simt_function *function_new(struct simt_module *m, const struct cubin_kernel *k, struct simt_error *e);
void function_free(struct simt_function *f);

bool gpu_init(struct gpu *gpu, const struct simt_machine *m, struct memory *memory, const struct policy *policy,
	      struct simt_error *e);
void gpu_free(struct gpu *gpu);
/* Empties the caches and sets the clock to 0. */
void gpu_reset(struct gpu *gpu);
/* Runs one launch from gpu->now to its end; fills in its statistics, whatever happens. */
bool gpu_run(struct gpu *gpu, struct simt_launch *l, struct simt_error *e);
/* Blocks that have ended make room for the next ones, each on the SM that ended one. */
void gpu_replace_blocks(struct gpu *gpu);
/* Calls the progress function; false where it asks to stop. */
bool gpu_tell_progress(const struct gpu *gpu, struct simt_error *e);

/* Runs all blocks of gpu->launch without time. True also where an SM has a fault, in its `error`; false: a deadlock or interrupted. */
bool functional_run(struct gpu *gpu, struct simt_error *e);

#endif
