/* profile.h: counters of a replay's launches, by running simt-gpu itself under Nsight Compute's command line (ncu).
 *
 * There are three collections: all counters and the counts of instructions; cycles in several passes; warp states. If a profiler lacks
 * one of them, this is reported after the others are there. Clocks are not changed, caches are flushed before each launch, and the
 * profiler runs one launch at a time. Launches are known by their ordinals.
 *
 * What this module cannot do: counters of concurrent launches, other profilers. */
#ifndef VALIDATE_PROFILE_H
#define VALIDATE_PROFILE_H

#include <stdio.h>

#include "workloads/report/keys.h"
#include "validate/gpu/replay.h"

struct profile_options {
	const char *ncu;         /* program, searched in PATH if it has no '/' */
	const char *const *self; /* arguments that make simt-gpu replay the same cases, without the program itself */
	size_t nself;
	unsigned passes;         /* of the cycles, at least 1 */
	bool few;                /* only the metrics that must be equal: no instrumented code, no cycles, no warp states */
	bool only_cycles;        /* nothing else */
	FILE *per_pc;            /* where counts per instruction go, or NULL */
	const struct keys *keys; /* their first columns */
	simt_stop stop;          /* the profiler is ended where it is set: SIMT_INTERRUPTED; or NULL */
	char *version;           /* filled in: "Nsight Compute 2025.3.1"; version_size bytes */
	size_t version_size;
	void (*before_per_pc)(void *arg, FILE *out); /* called before the header of per_pc is written; may be NULL */
	void *arg;
};

/* Fills in value and counted of all launches of r and writes the counts per instruction. */
bool profile_run(struct replay *r, const struct profile_options *o, struct simt_error *e);

/* ---- the profiler's output, for profile_run and the tests ---- */
/* A page that the profiler printed. */
struct profile_page {
	const char *text;
	size_t bytes;
	const char *name; /* in messages */
};
/* Reads a raw page in CSV (a row of names, one of units, then one for each kernel). The launches repeat `passes` times, case by case.
 * Takes the metrics of that part. Of METRIC_PART_CYCLES it takes the median and the spread of the passes; other parts have one pass. */
bool profile_read_raw(struct replay *r, const struct profile_page *page, unsigned passes, enum metric_part part,
		      struct simt_error *e);
/* Reads a source page in CSV and writes it as counts per instruction. */
bool profile_read_source(const struct replay *r, const struct keys *keys, const struct profile_page *page, FILE *out,
			 struct simt_error *e);
/* The header row of counts per instruction. */
extern const char profile_pc_columns[];

#endif
