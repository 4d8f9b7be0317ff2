/* report-text.h: texts that several reports use; private to them.
 * What this module cannot do: values. */
#ifndef WORKLOADS_REPORT_TEXT_H
#define WORKLOADS_REPORT_TEXT_H

#include "base/text.h"
#include "workloads/report/report.h"

/* "1,234,567", in text. */
const char *report_grouped(uint64_t n, char *text, size_t size);
/* Source of instruction i, "exec.cu:12", without the folder; as much as fits; empty where it is not known. */
void report_source(const struct simt_function *f, size_t i, char *text, size_t size);
/* The same; but what is inlined from the toolkit's headers has the line that calls it. */
void report_own_source(const struct simt_function *f, size_t i, char *text, size_t size);
/* A line with the launch, of case i: kernel, shape, status. */
void report_title(const struct run *run, FILE *out, size_t i, const struct run_launch *l);

/* Cycles of the case in `before` over those of case i; 0 if one of them did not come to its end. */
double report_speedup(const struct report *r, size_t i);

/* What the cycles of a launch, and the speed-up of case i, may be on the device: multiples of the cycles, and speed-ups. High is 0 where
 * there is no interval: the machine's errors are not known, the launch did not run alone or to its end, or the case has several. */
struct interval report_interval(const struct report *r, size_t i, const struct run_launch *l);
struct interval report_speedup_interval(const struct report *r, size_t i);

/* The header row of a CSV: the columns up to `kernel`, then `rest`. And the cells up to `kernel`, with a comma, which all rows of a launch begin
 * with; l is NULL for a whole case. The caller frees the text. */
void report_header(const struct report *r, FILE *out, const char *rest);
struct text report_keys(const struct report *r, const struct workload_case *c, const struct run_launch *l);

#endif
