/* report-causes.h: what simt-why prints, for people.
 * What this module cannot do: find causes; workloads/analysis/causes.h does. */
#ifndef WORKLOADS_REPORT_CAUSES_H
#define WORKLOADS_REPORT_CAUSES_H

#include <stdio.h>

#include "workloads/analysis/causes.h"
#include "workloads/analysis/intervals.h"

/* What holds each launch of a run back. Launches that did not come to their end have a line that says so. Cycles have an interval unless
 * `intervals`, which are of the run's machine, is NULL. */
void report_causes(const struct run *run, const struct causes_found *f, const struct intervals *intervals, FILE *out);

/* The sentence that says it of one launch. */
void report_verdict(const struct causes *c, char *text, size_t size);

/* The same as CSV: case,launch,id,kernel,limit,share,gain,remedy,trial,all, with a row for each limit of a launch that may account for
 * anything, in the order in which they are shown, then one for two limits that hide each other, "dram_rate+latency", which has no share, then
 * one for each remedy. The verdict is the first row, if its gain is 1.05 or more. `gain` is empty where nothing was tried. */
void report_causes_csv(const struct run *run, const struct causes_found *f, FILE *out);

/* What the JSON says besides the run. */
struct causes_told {
	const char *machine;    /* its name, or that of its file */
	const char *const *set; /* nset texts "name=value" that were set of it */
	size_t nset;
	const struct causes_found *causes; /* NULL: nobody looked for them, and there are source lines alone */
};
/* All as one JSON object; simt-why(1) has its members. The run has counts of each instruction. */
void report_causes_json(const struct run *run, const struct causes_told *told, FILE *out);

/* Where the texts of source files are looked for. */
struct source_paths {
	const char *const *folder;
	size_t n;
};
/* The source lines of each launch, those with most warp-cycles first, with their text where the file is found: under the name that the
 * cubin has, beside the cubin, or in one of the folders. `code`: with the machine code below each line. `width`: columns of the terminal,
 * 0: no terminal. The run has counts of each instruction. */
void report_source_lines(const struct run *run, const struct source_paths *paths, bool code, unsigned width, FILE *out);

#endif
