/* progress.h: a line of standard error that says how far a run is, and is rewritten; messages come in place of it. It is part of each
 * program, and of no library.
 * What this module cannot do: estimate how long it will take. */
#ifndef SIMT_PROGRESS_H
#define SIMT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/runtime/simt.h"
#include "workloads/reader/workload.h"

struct progress {
	const char *what; /* stands in front of it, or NULL */
	bool wanted;      /* see progress_wanted */
	bool cycles;      /* there are some to show */
	bool drawn;       /* the line is there */
};

/* Whether standard error is a terminal, and the user has not asked for quiet. */
bool progress_wanted(bool quiet);
void progress_clear(struct progress *p);
/* These three have the forms of struct run_options and of experiments.h; `arg` is a struct progress, or a struct that begins with one. */
void progress_message(void *arg, const struct simt_error *e);
bool progress_run(void *arg, size_t at, size_t of, const struct workload_case *c, uint64_t cycles, uint64_t inst_executed);
void progress_experiments(void *arg, size_t done, size_t n);

#endif
