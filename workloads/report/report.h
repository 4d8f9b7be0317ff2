/* report.h: the results of a run, as a table for people and as CSV and JSON for programs.
 *
 * CSV has one value in each row, in the columns source,run,machine,<swept machine parameters>,<parameters of the workload, without
 * $>,technique, variant,case,launch,id,kernel,metric,unit,value,status. An empty `launch` stands for the whole case. Metrics are those
 * of stats.def and derived.def, simt__warp_cycles_<state>.sum, Nsight Compute's
 * smsp__average_warps_issue_stalled_<state>_per_issue_active.ratio and, for cases with a `before`, speedup. In functional mode there are
 * no rows of metrics that need time.
 *
 * Column `status` says how a launch or case ended. If it did not come to its end: fault, limit or interrupted. If it was not run: not
 * run or bad input, in a single row with an empty value. If an expect of the case does not hold: mismatch.
 *
 * Counts per PC have the columns up to `kernel`, then pc (bytes from the start of the function), sass, file, line, inst_executed,
 * thread_inst_executed, thread_inst_executed_true, inst_partial. In cycle mode a column for each warp state follows: warp-cycles with
 * this instruction next. Launches of a case have separate rows. JSON has the same values, by case and launch; see simt-results(5).
 *
 * What this module cannot do: results of several runs in one file. */
#ifndef WORKLOADS_REPORT_H
#define WORKLOADS_REPORT_H

#include <stdio.h>

#include "workloads/runner/run.h"
#include "workloads/analysis/splitter.h"
#include "workloads/analysis/trials.h"
#include "workloads/report/values.h"

struct report {
	const struct run *run;
	const char *source, *run_name, *machine; /* columns */
	const char *const *swept;                /* names of machine parameters that the user set */
	size_t nswept;
	const char *incomplete; /* why not all cases ended, or NULL */
	const char *
		version; /* of the program, and its command line; both NULL: JSON does not explain the run (report-json-origin.h) */
	const char *command;
	bool no_params;       /* leave the columns of the workload's parameters out */
	struct values values; /* values_init with the run's machine */
};

/* "ok", or why the values are not those of the whole launch or case. */
const char *report_status(enum simt_status status, bool started);
/* The values of a launch of case i; NULL: of the whole case. v has room for VALUES_MAX. Returns how many there are: 0 if it was not run. */
size_t report_values(const struct report *r, size_t i, const struct run_launch *l, struct value *v);

/* A result for programs, in three parts: before the cases, for each case, and after the cases. A case is complete when it has been
 * written. If report.incomplete is set, the last part says so: in CSV as a comment, "# incomplete: ...", in JSON as member `incomplete`. */
struct report_form {
	void (*head)(const struct report *r, FILE *out);
	void (*of_case)(const struct report *r, FILE *out, size_t i,
			bool first);                                /* a selected case; `first` of those that are written */
	void (*tail)(const struct report *r, FILE *out, bool none); /* `none`: no case was written */
};
/* The results for spreadsheets and programs: launches; instructions; all as JSON; roots of divergence, if run_options.roots. The last
 * has a row for each root, and one for each kind of lane-slots without a root, so that column lane_slots adds up to all. */
extern const struct report_form report_csv, report_per_pc, report_json, report_roots_csv;
/* The recording of the run (simt-record(5)), where run_options.record wants one. */
extern const struct report_form report_recording;
/* The comment that ends a CSV of a run that was not complete; nothing else. */
void report_csv_tail(const struct report *r, FILE *out, bool none);
/* Each launch in sections as Nsight Compute has them. `width`: columns of the terminal, 0: no terminal. */
void report_details(const struct report *r, FILE *out, unsigned width);
/* The headline of each case and launch: where its lane-slots went, and how much of the time was used. `width`: columns of the terminal, to
 * which the table is fitted; 0: nothing is shortened. bold: the largest loss is. */
void report_table(const struct report *r, FILE *out, unsigned width, bool bold);

/* Where divergence starts, if run_options.roots, for people. */
void report_roots(const struct report *r, FILE *out, unsigned width);

/* What launches cannot be faster than, if run_options.bound, for people. */
void report_bound(const struct report *r, FILE *out);

/* Likely remedies for the roots, for people, and the results of trials. t and s may be NULL: nothing was tried. */
void report_advice(const struct report *r, FILE *out, const struct trials *t, const struct splitter *s);

/* The picture of a warp of each launch. `width` as above. */
void report_lanes(const struct report *r, FILE *out, unsigned width);

#endif
