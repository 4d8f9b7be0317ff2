/* evaluate.h: runs many simulations in several processes, and keeps their results in a file.
 *
 * A fit asks for the same simulations again when it was interrupted, or when it comes back to a value. Results are kept under a key: a
 * hash of what they depend on. That is the machine's parameters and what the caller adds, the names of cases.
 *
 * What this module cannot do: notice that the program itself, or a file of a workload, has changed. */
#ifndef VALIDATE_EVALUATE_H
#define VALIDATE_EVALUATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/runtime/simt.h"
#include "workloads/reader/workload.h"

/* A task writes its results into `values`. All tasks together have `nvalues` of these, NAN at first, and no two write to the same one.
 * False: the task was stopped before its end. */
typedef bool evaluate_task(const void *arg, size_t i, double *values);
/* task(arg, i, values) for each i from 0 to n - 1, in `jobs` processes. */
struct evaluate_work {
	unsigned jobs;
	simt_stop stop; /* or NULL */
	size_t n;
	evaluate_task *task;
	const void *arg;
};
/* Runs the tasks. If `stop` is not NULL, all processes are children, which are killed when it is set. So it ends at once, with
 * SIMT_INTERRUPTED, whatever they do. It also does if one of them gets SIGINT or SIGTERM. They do not outlive this process. False: that,
 * or a process ended before its time. */
bool evaluate(const struct evaluate_work *w, double *values, size_t nvalues, struct simt_error *e);
/* run_options.progress with the address of a simt_stop as its argument: false where it is set. */
bool evaluate_goes_on(void *stop, size_t at, size_t of, const struct workload_case *c, uint64_t cycles, uint64_t inst_executed);

/* Hash of a machine's parameters. */
uint64_t evaluate_key(const struct simt_machine *m);
/* Continues a key with a text. */
uint64_t evaluate_key_more(uint64_t key, const char *text);
/* Finds the values of a key in the file; false: they are not there, or there is no file. NULL: no file. */
bool evaluate_recall(const char *file, uint64_t key, double *values, size_t n);
/* Adds them to it, all or nothing. False, and *e, where it cannot be written. NULL: nothing is kept. */
bool evaluate_remember(const char *file, uint64_t key, const double *values, size_t n, struct simt_error *e);
/* Whether it could be: the file is made where it is not there. NULL: yes. */
bool evaluate_keeps(const char *file, struct simt_error *e);

#endif
