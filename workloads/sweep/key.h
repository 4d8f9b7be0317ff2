/* key.h: keys of points: hashes of all that their results depend on. Equal keys mean equal results.
 *
 * A key is made of the program, the machine (the values of all its parameters), the files that the workload reads (its list, machine code and
 * contents, decompressed), and the options that change results. Names of files and the sources of parameters do not count.
 *
 * What this module cannot do: keep two inputs apart that somebody has made to have the same hash. Of 1,000,000 points two have the same key by
 * chance once in 37 million sweeps. */
#ifndef WORKLOADS_SWEEP_KEY_H
#define WORKLOADS_SWEEP_KEY_H

#include <stddef.h>
#include <stdint.h>

#include "sim/runtime/simt.h"
#include "workloads/reader/workload.h"

/* What a workload is run with, besides its machine. */
struct point_options {
	enum simt_mode mode;
	enum simt_sampling sampling;
	uint64_t max_cycles, max_instructions; /* 0: no limit */
	bool bound;                            /* work out what launches cannot be faster than */
	const char *const *only;               /* globs of cases; none: all */
	size_t nonly;
	const char *const *let;
	size_t nlet;
	const char *const *allow; /* as of struct workload_options; no part of the key */
	size_t nallow;
};

/* Hashes of files, each read once. */
struct key_files {
	struct names known; /* paths, to their index */
	uint64_t *hash;
	size_t room;
	struct arena arena;
};

/* The hash of the program that runs, from its file; where that cannot be read, of `version`. */
uint64_t key_program(const char *version);
/* The hash of all that a workload reads. False: *e says which file cannot be read. */
bool key_inputs(struct key_files *files, const struct workload *w, uint64_t *hash, struct simt_error *e);
void key_files_free(struct key_files *files);
/* The key. `machine` as simt_machine_hash gives it. */
uint64_t key_of(uint64_t program, uint64_t machine, uint64_t inputs, const struct point_options *o);

#endif
