/* simt.h: libsimt, a cycle-approximate SIMT machine that runs cubins.
 *
 * Life of a program: choose a machine, create a context, load a module, allocate and fill device memory, launch, synchronize, read
 * memory and statistics. All functions that can fail return false (or NULL) and fill in *e; nothing prints or exits.
 * A context is used by one thread at a time; different contexts are independent. What a function returns belongs to the context, but for
 * machines and contexts themselves. An e of NULL is allowed, and so is NULL where something is freed.
 *
 * What this module cannot do: textures, dynamic parallelism, priorities of streams. */
#ifndef SIMT_H
#define SIMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"
#include "simt-machine.h"
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
	bool machine; /* belongs to the machine: launches that run at a time have no parts of it */
};
extern const struct simt_stat_info simt_stat_info[SIMT_STATS];
extern const char *const simt_stall_name[SIMT_STALLS];

/* Counts of one instruction of a kernel in one launch. */
struct simt_pc_stats {
	uint64_t
		inst_executed; /* times issued by a warp; what its lanes issue again (BSYNC, WARPSYNC, jumps) counts in the launch total only */
	uint64_t thread_inst_executed;      /* active lanes, summed */
	uint64_t thread_inst_executed_true; /* of these, lanes whose guard held */
	uint64_t inst_partial;              /* executions whose guard held for some but not all active lanes */
	uint64_t diverged;                  /* branch executions that split the group */
};

/* What a launch asks of the machine, and how many of its blocks fit an SM at a time: by warps, by registers, by shared memory, by the
 * machine's limit of blocks, and by all of these. UINT32_MAX: no limit. */
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
	uint64_t start, end;            /* cycles of the context's clock */
	const struct simt_pc_stats *pc; /* one per instruction of the function, owned by the launch */
	size_t npc;
	bool timed;          /* false: functional mode; start, end, stall and what simt_stat_info calls timed say nothing */
	bool started, ended; /* the launch; ended: as it should */
	bool failed;         /* a fault or a limit that stopped the run was this launch's */
	bool shared;         /* others ran at the same time: what simt_stat_info calls machine is 0, see simt_total_stats */
};

/* ---- context ---- */
struct simt;
struct simt_module;
struct simt_function;
struct simt_launch;

/* The machine is copied. NULL where its parameters contradict each other. Free it with simt_destroy, with all that belongs to it. */
struct simt *simt_create(const struct simt_machine *m, struct simt_error *e);
void simt_destroy(struct simt *s);

/* A flag that simt_synchronize looks at all the time, and which a signal handler may set: then it fails with SIMT_INTERRUPTED, within a
 * fraction of a second, and statistics hold what is known. It must live as long as it may be asked; NULL: nobody stops anything. */
void simt_set_stop(struct simt *s, simt_stop stop);
/* Called now and then during simt_synchronize with the cycle count and the warp instructions so far. Return false to stop: the
 * synchronize then fails with SIMT_INTERRUPTED and statistics hold what is known. */
typedef bool simt_progress(void *arg, uint64_t cycles, uint64_t inst_executed);
void simt_set_progress(struct simt *s, simt_progress *f, void *arg);
/* What kernels printf(), call by call: in cycle mode in the order of time, and of the SMs in one cycle. n: length of the text, in which %c may
 * have put zeros. Without it the text is dropped. */
typedef void simt_output(void *arg, const char *text, size_t n);
void simt_set_output(struct simt *s, simt_output *f, void *arg);
/* Stops with SIMT_LIMIT once a launch has run this many cycles; 0: no limit. */
void simt_set_max_cycles(struct simt *s, uint64_t cycles);
/* The same in functional mode, which has no cycles: once a launch has carried out this many warp instructions and is not over; 0: no limit. */
void simt_set_max_instructions(struct simt *s, uint64_t instructions);

/* Cycle mode, the one to begin with, or functional mode: outputs and counts without time, and sooner. There a launch's blocks and warps
 * take turns of a bounded number of instructions, the first block first, every access takes effect at once, clock registers read the
 * instructions that the SM has issued in the launch, and the limit of cycles says nothing (simt_set_max_instructions has one). Where what a thread does does not depend on
 * when it does it, outputs and counts are those of cycle mode. Both modes can take turns in one context. */
enum simt_mode { SIMT_CYCLE, SIMT_FUNCTIONAL };
void simt_set_mode(struct simt *s, enum simt_mode mode);

/* What launches can be watched for besides. Memory accesses outside allocations, or misaligned, and threads that wait for each other for
 * ever always end a launch as a fault. */
enum simt_check {
	SIMT_CHECK_INIT = 1,     /* reads of device and shared memory that nobody has written */
	SIMT_CHECK_RACES = 2,    /* accesses that nothing orders: threads of a block in shared, blocks in device memory */
	SIMT_CHECK_BARRIERS = 4, /* block barriers that only a part of a warp reaches */
	SIMT_CHECK_HAZARDS = 8   /* registers touched before the control fields allow it */
};
/* Called at the end of a launch for each distinct thing that was found, up to 100 of them from one simt_reset to the next. Its status is
 * SIMT_FAULT, or SIMT_OK for a remark. The launch itself goes on and ends as it would without the check. */
typedef void simt_finding(void *arg, const struct simt_launch *l, const struct simt_error *finding);
/* `checks` is a sum of enum simt_check, 0: none. To be called before device memory is allocated and modules are loaded: what is there
 * already counts as written. */
bool simt_set_checks(struct simt *s, unsigned checks, simt_finding *f, void *arg, struct simt_error *e);

/* ---- modules ---- */
/* `name` is used in messages. The image is copied. The module lives until simt_destroy. */
struct simt_module *simt_module_load_data(struct simt *s, const void *image, size_t size, const char *name, struct simt_error *e);
/* Where there is no such file, path.gz is read, compressed by gzip. */
struct simt_module *simt_module_load(struct simt *s, const char *path, struct simt_error *e);
/* `name`: the symbol, or the plain function name where that is unambiguous. Fails where an instruction of the kernel is unknown or not
 * simulated, unless simt_trap_unsupported was called with true: then a thread that executes it ends the launch as a fault. */
void simt_trap_unsupported(struct simt *s, bool trap);
struct simt_function *simt_function(struct simt_module *m, const char *name, struct simt_error *e);
/* Device address and size in bytes of a __device__ or __constant__ variable, for simt_write and simt_read. Fails where there is none of
 * that name. */
bool simt_symbol(struct simt_module *m, const char *name, uint64_t *address, size_t *bytes, struct simt_error *e);

/* What is known of a kernel parameter: its place in the parameter block, bytes. */
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
};
void simt_function_info(const struct simt_function *f, struct simt_function_info *info);
/* Text of instruction i as cuobjdump prints it, into buf; false where i is out of range. */
bool simt_function_sass(const struct simt_function *f, size_t i, char *buf, size_t size);
/* In how many branches' regions each instruction lies (n entries, as isa/cfg.h says): in at most one, at most two paths of a warp can be
 * at a time. False where that cannot be told. */
bool simt_function_regions(const struct simt_function *f, uint8_t *regions, size_t n);
/* Where the paths that branch i parts meet again, and what lies between: isa_branch_region of isa/cfg.h. *merge is UINT32_MAX where they
 * meet at the end alone. False where that cannot be told. */
bool simt_function_region(const struct simt_function *f, size_t i, uint32_t *merge, bool *inside, size_t n);
/* Source position of instruction i, where the cubin has line information; else false. *file is owned by the module. */
bool simt_function_line(const struct simt_function *f, size_t i, const char **file, unsigned *line);

/* Divides the function's instructions into parts, stretches of code that begin where a branch leads or behind one; part[i] gets the
 * number of instruction i's. Returns how many there are. */
uint32_t simt_function_parts(const struct simt_function *f, uint32_t *part);

/* ---- memory ---- */
/* Device memory, 256-byte aligned, filled with zeros; never adjacent to another allocation. */
bool simt_malloc(struct simt *s, size_t bytes, uint64_t *address, struct simt_error *e);
/* Of an address that simt_malloc gave; fails for any other. */
bool simt_free(struct simt *s, uint64_t address, struct simt_error *e);
/* Names an allocation in messages about accesses that miss it: a phrase such as "buffer 'in'", copied, at most 63 bytes of it. */
bool simt_name(struct simt *s, uint64_t address, const char *name, struct simt_error *e);
/* Copy at once, whatever launches are queued. Both fail where not all bytes lie in one allocation or in the variables of a module. */
bool simt_write(struct simt *s, uint64_t address, const void *from, size_t bytes, struct simt_error *e);
bool simt_read(struct simt *s, uint64_t address, void *to, size_t bytes, struct simt_error *e);
/* Where the host has these bytes, to be read until the next call that writes, runs, frees or resets; nothing is copied. They fail alike:
 * NULL. */
const void *simt_view(struct simt *s, uint64_t address, size_t bytes, struct simt_error *e);
/* Frees all allocations, empties the caches and sets the clock to 0; modules stay, their variables are as after loading. */
void simt_reset(struct simt *s);

/* ---- launches ---- */
struct simt_dim {
	uint32_t x, y, z;
};
/* Queues a launch. `params` is the parameter block of f, param_bytes long, copied. It runs in simt_synchronize, when the launch before it
 * in its stream has ended. `stream` is any number; 0 is the (legacy) default stream: its launches wait for all launches queued before
 * them, in whatever stream, and all that are queued later wait for them. Launches that nothing orders run at a time, as the machine has
 * room for. Blocks of the grid and threads of a block are from 1 on; of the grid x is at most 2^31 - 1, y and z 65535, a block at most
 * 1024 x 1024 x 64 and threads_per_block. dynamic_shared: bytes, besides the kernel's own. NULL where they are more, where not even one
 * block fits an SM, or where f takes another number of bytes.
 * The launch is owned by the context and lives until simt_reset or simt_destroy.
 * As many parameters as cuLaunchKernel() has, in its order: a struct would be another thing to learn. */
struct simt_launch *simt_launch(struct simt *s, const struct simt_function *f, struct simt_dim grid, struct simt_dim block,
				uint32_t dynamic_shared, const void *params, size_t param_bytes, unsigned stream,
				struct simt_error *e);
/* The launch, which has not run yet, waits for the end of `other` too, which must have been queued before it in the same context; an event
 * recorded behind `other`. */
bool simt_launch_after(struct simt_launch *l, struct simt_launch *other, struct simt_error *e);
/* The launch, which has not run yet, has these n threads of its grid, in this order, instead of all of them: thread i of it, 0 the first one
 * of its first block, is number thread[i], which is block number * threads of a block + number in the block. What the kernel reads
 * of thread and block indices is theirs; its blocks have as many threads as before, but for the last one. index: device address of the
 * list; each warp reads its part of it first, as kernels do that are built to read a list, and waits for that. A fault where the machine
 * code takes something to be the same in a warp that is not for the threads that are together now. Both are copied. */
bool simt_regroup(struct simt_launch *l, const uint32_t *thread, size_t n, uint64_t index, struct simt_error *e);
/* The launch, which has not run yet, is a cooperative one: all its blocks are on the machine at a time, and grid_group::sync() lets each of
 * them wait for all others. As on an H200 it does so in other launches too, while they are not too large. Fails, and leaves the launch as it
 * was, where they do not fit, or where the machine's block scheduler gives a launch a part of the SMs. */
bool simt_cooperate(struct simt_launch *l, struct simt_error *e);
/* The launch, which has not run yet, has clusters of so many blocks, which must divide its grid: they run at the same time, have a barrier, and
 * access each other's shared memory. A kernel that was compiled for clusters of a size has them without this call. Fails, and leaves the
 * launch as it was, where the kernel asks for other clusters, the machine has no room for one, or the launch is a cooperative one by
 * simt_cooperate() and does not fit in such clusters: the two calls may come in either order. */
bool simt_cluster(struct simt_launch *l, struct simt_dim blocks, struct simt_error *e);
/* Runs all queued launches to their end. On failure the statistics of those that were running hold what was counted; what was queued
 * behind them can still run, in the next call. */
bool simt_synchronize(struct simt *s, struct simt_error *e);
/* What was counted for the launch, so far; it lives as long as the launch, unless simt_set_ended says otherwise. */
const struct simt_launch_stats *simt_launch_stats(const struct simt_launch *l);
/* Called in simt_synchronize for each launch that has run, to its end or not, when all of its counts are known. `number` counts from 0 in
 * the order of simt_launch since simt_reset. f may call simt_launch_stats and simt_count; when it returns the launch's counts are given
 * back, and neither may be called for it any more. With f NULL, as at first, launches keep their counts: some KB each. */
typedef void simt_ended(void *arg, const struct simt_launch *l, size_t number);
void simt_set_ended(struct simt *s, simt_ended *f, void *arg);
/* What the machine did since simt_reset: the sums over all launches, and what belongs to no single one. `start` is the start of the first
 * launch, `end` and the count of cycles go to the end of the last one. Without pc and shape. Not during simt_synchronize. */
const struct simt_launch_stats *simt_total_stats(const struct simt *s);
/* The count of that metric ("smsp__inst_executed.sum"); false where stats.def has none of that name, or the launch has none of it because
 * it shared the machine. For callers that do not know the order of stats.def at compile time. */
bool simt_count(const struct simt_launch *l, const char *metric, uint64_t *count);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
