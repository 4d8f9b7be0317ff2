/* progress.h: a line of standard error that says how far a run is, and is rewritten; messages come in place of it. It is part of each
 * program, and of no library.
 * What this module cannot do: tell cases that take long from others: what is left takes as long as what was, each. */
#ifndef SIMT_PROGRESS_H
#define SIMT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/runtime/simt.h"
#include "workloads/reader/workload.h"

struct progress {
	const char *what;  /* stands in front of it, or NULL */
	bool wanted;       /* see progress_wanted */
	bool cycles;       /* there are some to show */
	bool drawn;        /* the line is there */
	size_t of, before; /* what is counted: so many there are, of which so many had ended at `began` */
	double began;      /* seconds from an unknown moment */
};

enum { PROGRESS_TEXT = 32 };

/* Whether standard error is a terminal whose lines can be rewritten, and the user has not asked for quiet. */
bool progress_wanted(bool quiet);
/* Seconds as people say them, into buf, which is returned. */
const char *progress_duration(double seconds, char buf[PROGRESS_TEXT]);
void progress_clear(struct progress *p);
/* These three have the forms of struct run_options and of experiments.h; `arg` is a struct progress, or a struct that begins with one. */
void progress_message(void *arg, const struct simt_error *e);
bool progress_run(void *arg, size_t at, size_t of, const struct workload_case *c, uint64_t cycles, uint64_t inst_executed);
void progress_experiments(void *arg, size_t done, size_t n);

#endif
