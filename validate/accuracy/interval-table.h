/* interval-table.h: makes the table that intervals come from (workloads/analysis/intervals.h) out of simulated and measured results, and says
 * how the intervals do, by suite.
 *
 * A list in CSV names the results: suite,kind,simulated,measured. `simulated` is a file of simt-sim --csv, `measured` one of simt-gpu. Kind
 * `time` gives a row for the first launch of each case that both have; later launches find warm caches in the simulator and cold ones where
 * they were measured. Kind `change` gives one for each case with a speed-up over another one, kind
 * `pair` for each two cases NAME-before and NAME-after.
 *
 * What this module cannot do: run anything; tell whether results are of the machine that was measured. */
#ifndef VALIDATE_INTERVAL_TABLE_H
#define VALIDATE_INTERVAL_TABLE_H

#include <stdio.h>

#include "base/arena.h"
#include "workloads/analysis/intervals.h"

struct interval_row {
	bool change;
	const char *suite, *kernel;
	unsigned group; /* the same for rows of one kernel of a suite */
	double ratio;   /* measured over simulated */
	double x[INTERVAL_FEATURES];
};

struct interval_table {
	struct arena arena;
	struct interval_row *row; /* by kind and ratio; groups are counted in the order of their first rows */
	size_t n, room;
};

/* NULL, with *e set, if a file is wrong or nothing is in both. */
struct interval_table *interval_table_read(const char *list, struct simt_error *e);
void interval_table_free(struct interval_table *t); /* NULL is allowed */

/* The table, as a file of sim/errors: without names, in the order of the ratios. */
void interval_table_write(const struct interval_table *t, FILE *out);
/* How often the intervals hold, and how wide they are, with kernels left out: all, and by suite. As a table, or as Markdown. False, with
 * *e set, where the intervals cannot be made. */
bool interval_table_report(const struct interval_table *t, bool markdown, FILE *out, struct simt_error *e);

#endif
