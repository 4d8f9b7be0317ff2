/* results.h: the result files of a run. They are written case by case during the run, so that finished cases are not lost if the program
 * is stopped.
 *
 * Cases are written in the order of the workload. A case is written when nothing that is known of it can change any more (run_final).
 * The file beside the target (base/result-file.h) then has all its rows. After a run that was stopped, cases that were not run have
 * rows, too.
 *
 * What this module cannot do: decide what is written; the forms of report.h do. */
#ifndef WORKLOADS_RESULTS_H
#define WORKLOADS_RESULTS_H

#include "workloads/report/report.h"
#include "base/result-file.h"

enum { RESULTS_MAX = 8 };

/* All zero: no files. */
struct results {
	struct {
		const struct report_form *form; /* NULL: the caller writes it, by result_stream() */
		struct result_file *file;
	} part[RESULTS_MAX];
	size_t n;
	const struct report *report; /* from results_begin on */
	size_t next, written;        /* the first case that is not written; cases that are written */
};

/* Opens a file, "-": standard output; a name of NULL asks for none. Returns the stream or, without a name and on failure, which sets *e,
 * NULL. */
FILE *results_add(struct results *x, const struct report_form *form, const char *name, struct simt_error *e);
/* Starts the results: writes the part before the cases. *r must live until the end; its run must exist. */
void results_begin(struct results *x, const struct report *r);
/* Case i has ended. */
void results_ended(struct results *x, size_t i);
/* Ends the results: writes the rest, which says so if report.incomplete is set by now, and renames the files to their targets. Calls
 * `tell` for each file that could not be written. Returns the status of the last of these, or SIMT_OK. */
enum simt_status results_close(struct results *x, void (*tell)(void *arg, const struct simt_error *e), void *arg);
/* Removes the files that were begun, if there is no run. */
void results_discard(struct results *x);

#endif
