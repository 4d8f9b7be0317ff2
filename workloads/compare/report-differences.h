/* report-differences.h: what differs between two results, in words, as Markdown and as JSON.
 *
 * What this module cannot do: decide what a program's exit status is. */
#ifndef WORKLOADS_COMPARE_REPORT_DIFFERENCES_H
#define WORKLOADS_COMPARE_REPORT_DIFFERENCES_H

#include <stdio.h>

#include "workloads/compare/difference.h"

struct difference_report {
	const struct differences *d;
	const char *before, *after; /* how the two are called */
	unsigned lines;             /* of a launch are shown at most; JSON has all */
	double fail_slower;         /* the share by which a launch may take longer; negative: nobody asks */
};

/* For people. `width`: columns of the terminal, 0: no terminal. */
void report_differences(const struct difference_report *r, unsigned width, FILE *out);
/* A comment on a pull request. */
void report_differences_markdown(const struct difference_report *r, FILE *out);
/* For programs; simt-diff(1) has its form. */
void report_differences_json(const struct difference_report *r, FILE *out);

#endif
