/* table.h: the rows of a tidy table that are to be drawn.
 *
 * A tidy table is a CSV file with a header (csvfile.h). It has a column for each thing that was varied or measured, and a row for each point.
 * Results of simt-sim --csv are longer: they have a row for each metric of a point, with the columns `metric`, `unit` and `value`. Where a
 * table has these, a metric can be named in place of a column.
 *
 * What this module cannot do: compute new columns; join tables; read more than 1 GiB. */
#ifndef WORKLOADS_PLOT_TABLE_H
#define WORKLOADS_PLOT_TABLE_H

#include "base/csvfile.h"

struct plot_table {
	struct csvfile *file;
	bool *kept;    /* of each row, whether it is to be drawn */
	size_t failed; /* rows that were filtered out because their point failed */
};

/* Reads a table. Of a folder it reads results.csv or tornado.csv: where both are there, the second one only if a tornado is wanted. NULL: *e says
 * why not, also where the table has no rows. */
struct plot_table *plot_table_read(const char *path, bool tornado, struct simt_error *e);
void plot_table_free(struct plot_table *t); /* NULL is allowed */

/* The column of that name; where there is none, the one that a word of words.def means, unless it is empty; or else the one whose name differs only
 * in case and in '-', '_' and blanks. `option` is what gave the name, such as "--x", for the message. -1: there is none. */
int plot_table_column(const struct plot_table *t, const char *option, const char *name, struct simt_error *e);
/* The names of the columns, for messages: "a, b and 3 more". The caller frees it. */
char *plot_table_columns(const struct plot_table *t);
/* As plot_table_column without a message. */
int plot_table_find(const struct plot_table *t, const char *name);
/* The column with the numbers of `name`: a column, or of a long table `value`; then only rows of this metric are kept, and *metric is its name.
 * Else *metric is the column's name. */
int plot_table_measured(struct plot_table *t, const char *option, const char *name, const char **metric, struct simt_error *e);

/* Keeps the rows for which the filters hold. A filter is COLUMN=VALUE or COLUMN!=VALUE, where VALUE may be a glob, or COLUMN<NUMBER, <=, >,
 * >=. Of several filters = of one column one has to hold, of all others each. Rows of points that failed are not kept, unless a filter names
 * the column that says so: their column `status` is neither empty nor "ok", or their column `error` is not empty. Fails where a filter
 * cannot be read, matches no row at all, or no row is left. */
bool plot_table_filter(struct plot_table *t, const char *const *filter, size_t n, struct simt_error *e);

const char *plot_table_text(const struct plot_table *t, size_t row, int column);
/* Whether a text is a finite decimal number, such as "-1.5e3". */
bool plot_number(const char *text, double *number);
/* Fails where a cell holds anything else but a number. */
bool plot_table_number(const struct plot_table *t, size_t row, int column, double *number, struct simt_error *e);

/* What the table says of itself under one of these names: the distinct values of that column in the rows that are kept, separated by ", ", or
 * else what the first comment line "# NAME: TEXT" before the header has. NULL: nothing, or more than four values. The caller frees it. */
char *plot_table_said(const struct plot_table *t, const char *name);

#endif
