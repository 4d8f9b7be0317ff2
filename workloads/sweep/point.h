/* point.h: runs a workload at one point of a sweep, and writes all that is known of it as CSV.
 *
 * The text has a header, a row for each selected case and one for each execution of its launches. Columns are those of POINT_COLUMNS and then all
 * metrics of simt-results(5) (values_names), empty where a row has no such value. Each case has a status of its own: one that the machine cannot
 * run, that faults or reaches a limit does not keep the others from running, and the sentence about it is in its column `error`. Where nothing can
 * run at all, because parameters of the machine contradict each other or the workload cannot be read, there is one row that says so, without a
 * case.
 *
 * What this module cannot do: survive the end of the process; workers.h gives each point one of its own. */
#ifndef WORKLOADS_SWEEP_POINT_H
#define WORKLOADS_SWEEP_POINT_H

#include "base/text.h"
#include "workloads/sweep/key.h"

/* Columns before the metrics. `launch` is the launch's name and `id` its number in the run; both are empty in the row of a case. */
#define POINT_COLUMNS "technique,variant,case,launch,id,kernel,status,error"
enum { POINT_NCOLUMNS = 8 };

struct point {
	const char *workload; /* file */
	const struct simt_machine *machine;
	struct point_options o;
	uint64_t inputs; /* key_inputs() of the workload */
	simt_stop stop;  /* or NULL */
	/* Asked now and then; false stops the point as interrupted. NULL: nobody asks. */
	bool (*goes_on)(const void *arg);
	const void *arg;
};

/* Runs the point on one thread and appends its CSV. False: it was interrupted (SIMT_INTERRUPTED), or files have changed since their hash was
 * taken (SIMT_BAD_INPUT); *e says so, and the text says nothing. */
bool point_run(const struct point *p, struct text *csv, struct simt_error *e);
/* Appends the row of a point that never came to its end, behind a header: with this status and error, and no case. */
void point_failed(struct text *csv, const char *status, const char *error);

#endif
