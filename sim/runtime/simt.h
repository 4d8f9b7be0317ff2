/* simt.h: libsimt, a cycle-approximate SIMT machine that runs cubins.
 *
 * Life of a program: choose a machine, create a context, load a module, allocate and fill device memory, launch, synchronize, read
 * memory and statistics. All functions that can fail return false (or NULL) and fill in *e. Nothing prints or exits. A context is used
 * by one thread at a time; different contexts are independent. What a function returns belongs to the context, except machines and
 * contexts themselves. `e` may be NULL, and so may whatever is to be freed.
 *
 * What this module cannot do: textures, dynamic parallelism, priorities of streams. */
#ifndef SIMT_H
#define SIMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"
#include "simt-code.h"
#include "simt-machine.h"
#include "simt-sampling.h"
#include "tap.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* the rest of the library is hidden */

/* What is counted: name, unit and meaning of each are in simt_stat_info and simt-results(5). */
enum simt_stat {
#define STAT(name, metric, unit, doc) SIMT_STAT_##name,
#include "stats.def"
#undef STAT
	SIMT_STATS
};

/* The states of a warp; in each cycle of its residence it is in one of them. */
enum simt_stall {
#define STALL(name, doc) SIMT_STALL_##name,
#include "stall.def"
#undef STALL
	SIMT_STALLS
};

struct simt_stat_info {
	const char *name;   /* "inst_executed" */
	const char *metric; /* "smsp__inst_executed.sum" */
	const char *unit;
	const char *doc;
	bool timed;   /* takes the passing of time: functional mode leaves it 0 */
	bool machine; /* belongs to the machine: launches that run at the same time have no share of it */
};
extern const struct simt_stat_info simt_stat_info[SIMT_STATS];
extern const char *const simt_stall_name[SIMT_STALLS];

/* Counts of one instruction of a kernel in one launch. */
struct simt_pc_stats {
	uint64_t inst_executed; /* times issued by a warp; what lanes issue again (BSYNC, jumps) is in the launch total only */
	uint64_t thread_inst_executed;      /* active lanes, summed */
	uint64_t thread_inst_executed_true; /* active lanes whose guard held */
	uint64_t inst_partial;              /* executions whose guard held for some but not all active lanes */
	uint64_t diverged;                  /* branch executions that split the group */
};

/* What an instruction accessed in a launch. Ideal is what the same lanes need if the bytes of each lie behind those of another, or fewer where
 * lanes share bytes. */
struct simt_pc_memory {
	uint64_t sectors, sectors_ideal;       /* 32-byte sectors of global and local memory, as in SIMT_STAT_l1_sectors */
	uint64_t wavefronts, wavefronts_ideal; /* of accesses to shared memory; ideal: without bank conflicts */
};
/* What a launch needs, and how many of its blocks an SM can hold, as far as each of these decides. UINT32_MAX: no limit. */
struct simt_shape {
	uint64_t blocks;
	uint32_t threads, warps; /* of a block */
	uint32_t registers;      /* of a thread */
	uint32_t shared;         /* bytes that a block takes, in the machine's units */
	uint32_t fit_warps, fit_registers, fit_shared, fit_blocks, fit;
};

struct simt_launch_stats {
	uint64_t v[SIMT_STATS];
	uint64_t stall[SIMT_STALLS]; /* warp-cycles by state; their sum is v[SIMT_STAT_warp_cycles] */
	struct simt_shape shape;
	/* cycles of the context's clock; after blocks_end stores may go on */
	uint64_t start, blocks_end, end;
	const struct simt_pc_stats *pc;      /* one per instruction of the function, owned by the launch */
	uint64_t (*states)[SIMT_STALLS];     /* `stall` of each, while it was a warp's next one; NULL: see simt_keep_states */
	const struct simt_pc_memory *memory; /* what each accessed; NULL: see simt_keep_states */
	size_t npc;
	struct simt_sampled sampled;
	bool timed;          /* false: functional mode; start, end, stall and what simt_stat_info calls timed say nothing */
	bool started, ended; /* the launch; ended: as it should */
	bool failed;         /* a fault or a limit that stopped the run was this launch's */
	bool shared; /* other launches ran at the same time: counts that belong to the machine are 0, see simt_total_stats */
};

/* ---- context ---- */
struct simt;
struct simt_module;
struct simt_function;
struct simt_launch;

/* The machine is copied. NULL where its parameters contradict each other. Free it with simt_destroy, with all that belongs to it. */
struct simt *simt_create(const struct simt_machine *m, struct simt_error *e);
void simt_destroy(struct simt *s);
/* A flag that simt_synchronize reads often, and that a signal handler may set. simt_synchronize then fails with SIMT_INTERRUPTED soon, and
 * statistics hold what is known. The flag must live as long as the context. NULL: nothing stops it. */
void simt_set_stop(struct simt *s, simt_stop stop);
/* Called now and then during simt_synchronize with cycles and warp instructions so far. Return false to stop, as simt_set_stop does. */
typedef bool simt_progress(void *arg, uint64_t cycles, uint64_t inst_executed);
void simt_set_progress(struct simt *s, simt_progress *f, void *arg);
/* What kernels print by printf(), call by call: in cycle mode in order of time, and within a cycle in order of the SMs. n: length of the text,
 * in which %c may have put zeros. Without such a function the text is dropped. */
typedef void simt_output(void *arg, const char *text, size_t n);
void simt_set_output(struct simt *s, simt_output *f, void *arg);
/* Stop with SIMT_LIMIT once a launch has run this many cycles, or in functional mode has executed so many instructions; 0: no limit. */
void simt_set_max_cycles(struct simt *s, uint64_t cycles);
void simt_set_max_instructions(struct simt *s, uint64_t instructions);
void simt_keep_states(struct simt *s, bool keep); /* whether launches have `memory`, and in cycle mode `states`; at first not */
/* So many threads of the host run the SMs, the caller's among them: 1 at first; 0: one for each processor. Results are the same bytes with any
 * number. What the caller has given is called on its own thread. Not during simt_synchronize. */
void simt_set_jobs(struct simt *s, unsigned jobs);

/* The mode of the context. It is cycle mode at first. Functional mode gives outputs and counts without time, and is faster. There a
 * launch's blocks and warps take turns of a bounded number of instructions, the first block first. Every access takes effect at once,
 * and clock registers read the number of instructions that the SM has issued in the launch. The limit of cycles has no effect (see
 * simt_set_max_instructions). Outputs and counts are those of cycle mode unless what a thread does depends on time. A context may change
 * its mode between launches. */
enum simt_mode { SIMT_CYCLE, SIMT_FUNCTIONAL };
void simt_set_mode(struct simt *s, enum simt_mode mode);
/* Checks of the simulated program. Without any, accesses outside all allocations or misaligned, and threads that wait for ever, are faults. */
enum simt_check {
	SIMT_CHECK_INIT = 1,     /* reads of device and shared memory that nobody has written */
	SIMT_CHECK_RACES = 2,    /* accesses that nothing orders: threads of a block in shared, blocks in device memory */
	SIMT_CHECK_BARRIERS = 4, /* block barriers that only some threads of a warp reach */
	SIMT_CHECK_HAZARDS = 8   /* registers touched before the control fields allow it */
};
/* Called at the end of a launch for each distinct finding, up to 100 of them from one simt_reset to the next: SIMT_FAULT, or SIMT_OK for a
 * remark. The launch itself continues and ends as it would without the check. */
typedef void simt_finding(void *arg, const struct simt_launch *l, const struct simt_error *finding);
/* `checks`: a sum of enum simt_check, or 0. To be called before memory is allocated and modules are loaded: what is there counts as written. */
bool simt_set_checks(struct simt *s, unsigned checks, simt_finding *f, void *arg, struct simt_error *e);

/* ---- modules ---- */
/* `name` is used in messages. The image is copied. The module lives until simt_destroy. */
struct simt_module *simt_module_load_data(struct simt *s, const void *image, size_t size, const char *name, struct simt_error *e);
/* Reads a cubin. If there is no file `path`, path.gz is read, which gzip has compressed. */
struct simt_module *simt_module_load(struct simt *s, const char *path, struct simt_error *e);
/* `name`: the symbol, or what no other kernel is called, such as "tk", "ns::tk<short, 3>" or a glob; workload.csv(5) has the rules. Fails
 * if an instruction of the kernel is unknown or not simulated, unless simt_trap_unsupported was called with true: then a thread that
 * executes it ends the launch with a fault. */
void simt_trap_unsupported(struct simt *s, bool trap);
struct simt_function *simt_function(struct simt_module *m, const char *name, struct simt_error *e);
/* Device address and size in bytes of a __device__ or __constant__ variable, for simt_write and simt_read. False: there is none. */
bool simt_symbol(struct simt_module *m, const char *name, uint64_t *address, size_t *bytes, struct simt_error *e);

/* A kernel parameter: its offset and size in the parameter block, in bytes. */
struct simt_param {
	uint32_t offset, size;
};
struct simt_function_info {
	const char *symbol; /* owned by the module */
	unsigned registers; /* per thread */
	unsigned shared;    /* static shared memory, bytes, without the part the system reserves */
	unsigned nparams;
	const struct simt_param *params; /* in order; owned by the module */
	unsigned param_bytes;
	unsigned ninst;       /* machine instructions */
	unsigned max_threads; /* per block, from the launch bounds; 0: none given */
	uint32_t cluster[3];  /* blocks of the clusters that it was compiled for; 0: none */
	bool uses_shared;     /* an instruction accesses the shared memory of its block */
	const char *name;     /* as in messages, "tk<short, 3>"; owned by the module */
};
void simt_function_info(const struct simt_function *f, struct simt_function_info *info);

/* ---- memory ---- */
/* Device memory, 256-byte aligned, filled with zeros; never adjacent to another allocation. */
bool simt_malloc(struct simt *s, size_t bytes, uint64_t *address, struct simt_error *e);
/* Of an address that simt_malloc gave; fails for any other. */
bool simt_free(struct simt *s, uint64_t address, struct simt_error *e);
/* Names an allocation in messages about accesses that miss it: a phrase such as "buffer 'in'", copied, at most 63 bytes of it. */
bool simt_name(struct simt *s, uint64_t address, const char *name, struct simt_error *e);
/* Copy at once, whatever launches are queued. Both fail unless all bytes lie in one allocation or in the variables of a module. */
bool simt_write(struct simt *s, uint64_t address, const void *from, size_t bytes, struct simt_error *e);
bool simt_read(struct simt *s, uint64_t address, void *to, size_t bytes, struct simt_error *e);
/* The host's copy of these bytes, to be read until the next call that writes, runs, frees or resets. NULL where the others would fail. */
const void *simt_view(struct simt *s, uint64_t address, size_t bytes, struct simt_error *e);
/* Frees all allocations, empties the caches and sets the clock to 0; modules stay, their variables are as after loading. */
void simt_reset(struct simt *s);

/* ---- launches ---- */
struct simt_dim {
	uint32_t x, y, z;
};
/* Queues a launch. `params` is the parameter block of f, param_bytes long; it is copied. The launch runs in simt_synchronize, when the
 * launch before it in its stream has ended. `stream` is any number. 0 is the (legacy) default stream: its launches wait for all launches
 * queued before them, in whatever stream, and all that are queued later wait for them. Launches that nothing orders run at the same
 * time, as far as there is room. Dimensions are at least 1. A grid is at most 2^31 - 1 x 65535 x 65535, a block at most 1024 x 1024 x 64
 * and threads_per_block. dynamic_shared is in bytes, besides the kernel's own. Returns NULL if a limit is exceeded, if not even one
 * block fits an SM, or if f takes another number of bytes. The context owns the launch; it lives until simt_reset or simt_destroy.
 * Parameters are those of cuLaunchKernel(), in its order: a struct would be another thing to learn. */
struct simt_launch *simt_launch(struct simt *s, const struct simt_function *f, struct simt_dim grid, struct simt_dim block,
				uint32_t dynamic_shared, const void *params, size_t param_bytes, unsigned stream,
				struct simt_error *e);
/* Makes a launch that has not run yet wait for `other`, too, as for an event recorded after it. It must have been queued before, in the
 * same context. */
bool simt_launch_after(struct simt_launch *l, struct simt_launch *other, struct simt_error *e);
/* Makes a launch that has not run yet run these n threads of its grid, in this order, instead of all of them. Its thread i, where 0 is
 * the first thread of its first block, does the work of number thread[i], which is block number * threads of a block + number in the
 * block. The kernel reads the indices of that thread. Blocks have as many threads as before, except the last one. `index` is the device
 * address of the list. Each warp reads its part of the list first and waits for it, as a kernel that is built to read a list does. It is
 * a fault if the machine code assumes that a value is the same in the whole warp, and it is not for the threads that are together now.
 * `thread` is copied. */
bool simt_regroup(struct simt_launch *l, const uint32_t *thread, size_t n, uint64_t index, struct simt_error *e);
/* Makes a launch that has not run yet a cooperative one: all its blocks are on the machine at the same time, and grid_group::sync() lets
 * each of them wait for all others. As on an H200, it also does so in other launches, if they are not too large. Fails, and leaves the
 * launch as it was, if the blocks do not fit, or if the machine's block scheduler gives a launch only some of the SMs. */
bool simt_cooperate(struct simt_launch *l, struct simt_error *e);
/* Gives a launch that has not run yet clusters of so many blocks, which must divide its grid: they run at the same time, share a
 * barrier, and access each other's shared memory. A kernel that was compiled for clusters of a size has them without this call. Fails,
 * and leaves the launch as it was, if the kernel asks for other clusters, the machine has no room for one, or a cooperative launch does
 * not fit in such clusters. simt_cooperate() may be called before or after. */
bool simt_cluster(struct simt_launch *l, struct simt_dim blocks, struct simt_error *e);
/* Runs all queued launches to their end. On failure those that were running have what was counted; later ones can run in the next call. */
bool simt_synchronize(struct simt *s, struct simt_error *e);
/* The counts of a launch so far. They live as long as the launch, unless simt_set_ended says otherwise. */
const struct simt_launch_stats *simt_launch_stats(const struct simt_launch *l);
/* Called in simt_synchronize for each launch that has run, completely or not, when all of its counts are known. `number` counts from 0
 * in the order of simt_launch since simt_reset. f may call simt_launch_stats and simt_count, and nobody after it: when it returns, the counts
 * are freed. With f NULL, as at first, launches keep them, some KB each. */
typedef void simt_ended(void *arg, const struct simt_launch *l, size_t number);
void simt_set_ended(struct simt *s, simt_ended *f, void *arg);
/* What the machine did since simt_reset: the sums over all launches, and what belongs to no single launch. `start` is the start of the
 * first launch; `end` and the count of cycles extend to the end of the last one. It has no pc and no shape. Not during simt_synchronize. */
const struct simt_launch_stats *simt_total_stats(const struct simt *s);
/* The count of a metric ("smsp__inst_executed.sum"). False if stats.def has no metric of that name, or the launch has none because it
 * shared the machine. For callers that do not know the order of stats.def at compile time. */
bool simt_count(const struct simt_launch *l, const char *metric, uint64_t *count);
/* For them, too, by number from 0, each false where there are no more: counts, in the order of stats.def; states of its warps; the counts of
 * instructions of its function, and their states if simt_keep_states asked for them. *info belongs to the library. *known is false where the
 * launch does not have the count, as above or because it was not timed. One that was not timed has no states. */
bool simt_count_at(const struct simt_launch *l, size_t i, const struct simt_stat_info **info, uint64_t *count, bool *known);
bool simt_state_at(const struct simt_launch *l, size_t i, const char **name, uint64_t *warp_cycles);
bool simt_pc_at(const struct simt_launch *l, size_t i, struct simt_pc_stats *to);
bool simt_pc_state_at(const struct simt_launch *l, size_t i, size_t state, uint64_t *warp_cycles);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
