/* report.h: what a run found, as a table for people and as CSV for programs.
 *
 * CSV, one row per value: source,run,machine,<swept machine parameters>,<parameters of the workload, without $>,technique,variant,case,
 * launch,id,kernel,metric,unit,value,status. An empty `launch` stands for the whole case. Metrics are those of stats.def and
 * simt__warp_cycles_<state>.sum, plus gpu__time_duration.sum (ns at the machine's clock),
 * smsp__thread_inst_executed_per_inst_executed.ratio and, for cases with a `before`, speedup. A launch or case that did not come to its
 * end says so in `status` (fault, limit, interrupted); one that was not run has a single row with an empty value and status not run;
 * a case whose expects do not hold has status mismatch. In functional mode there are no rows of metrics that take time.
 * Per PC: the columns up to `kernel`, then pc (bytes from the start of the function), sass, file, line, inst_executed,
 * thread_inst_executed, thread_inst_executed_true, inst_partial; launches of a case are separate rows.
 *
 * What this module cannot do: JSON. */
#ifndef WORKLOADS_REPORT_H
#define WORKLOADS_REPORT_H

#include <stdio.h>

#include "run.h"

struct report {
	const struct run *run;
	const char *source, *run_name, *machine; /* columns */
	const char *const *swept;                /* names of machine parameters that the user set */
	size_t nswept;
};

void report_csv(const struct report *r, FILE *out);
void report_per_pc(const struct report *r, FILE *out);
/* `width`: columns of the terminal; numbers and then names are shortened to fit it. 0: nothing is shortened. */
void report_table(const struct report *r, FILE *out, unsigned width);

#endif
