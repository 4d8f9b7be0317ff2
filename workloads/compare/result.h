/* result.h: reads a result that simt-sim has written with --json, or as much of it as a comparison needs; see simt-results(5).
 *
 * What this module cannot do: results of simt-gpu, which are CSV; roots of divergence; checks of what a result says of itself, such as sums
 * of warp states. */
#ifndef WORKLOADS_COMPARE_RESULT_H
#define WORKLOADS_COMPARE_RESULT_H

#include "base/arena.h"
#include "base/error.h"
#include "sim/runtime/simt.h"

/* One instruction. Its place is the innermost one that is not in a header of the toolkit: a call of atomicAdd() belongs to the line that has
 * the call. */
struct result_instruction {
	uint32_t pc; /* bytes from the start of the function */
	const char *sass;
	const char *file; /* NULL: there is no line information */
	unsigned line;    /* 0 where file is NULL */
	uint64_t inst;    /* executions */
	uint64_t thread_inst_true;
	uint64_t state[SIMT_STALLS]; /* warp-cycles; 0 in functional mode */
	struct simt_pc_memory memory;
};

struct result_metric {
	const char *name, *unit;
	double value;
};

/* One execution of a launch. Texts are never NULL. */
struct result_launch {
	const char *case_name, *name, *kernel;
	const char *status, *case_status; /* "ok", "fault" ...: simt-results(5) */
	uint32_t grid[3], block[3];
	struct result_metric *metric;
	size_t nmetrics;
	struct result_instruction *inst; /* NULL: written without --per-pc */
	size_t ninst;
};

struct result {
	struct arena arena; /* has all texts and arrays */
	const char *name;   /* of the file */
	const char *machine, *mode;
	const char *incomplete; /* why not all cases are there, or NULL */
	unsigned warp_size;
	struct result_launch *launch; /* in the order of the file */
	size_t n;
};

/* The result in `bytes` bytes of JSON. `name` is for messages, and is copied. Returns NULL and sets *e (SIMT_BAD_INPUT) if it is no such
 * result. Free it with result_free. */
struct result *result_parse(const char *data, size_t bytes, const char *name, struct simt_error *e);
/* The same from a file, which may be compressed; "-" is standard input. */
struct result *result_read(const char *path, struct simt_error *e);
void result_free(struct result *r); /* NULL is allowed */

/* The value of a metric, or NaN where the launch does not have it. */
double result_value(const struct result_launch *l, const char *metric);
/* Whether the launch came to its end. */
bool result_ended(const struct result_launch *l);

#endif
