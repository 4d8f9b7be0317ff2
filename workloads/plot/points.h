/* points.h: what is drawn: the rows of a table, summed up for each place in the picture.
 *
 * A place has an x, a series (a value of `by`) and a facet. Where several rows are at one place, they become their median, with the least and
 * the most. Numbers along an axis go up; names keep the order in which the table has them first. The values of a series or a facet are
 * numbers only if all of them are.
 *
 * What this module cannot do: other statistics; weights. */
#ifndef WORKLOADS_PLOT_POINTS_H
#define WORKLOADS_PLOT_POINTS_H

#include "workloads/plot/request.h"
#include "workloads/plot/table.h"

struct plot_summary {
	size_t count; /* rows; 0: there is no point here, and the rest is 0 */
	double least, median, most;
};

/* The distinct values of a column. */
struct plot_axis {
	const char *name;  /* of the column; NULL: there is no such column, and one value "" */
	const char **text; /* of each value, as the table first has it; belongs to the table */
	double *number;    /* of each value, where they are numbers; else NULL */
	size_t n;
};

struct plot_points {
	enum plot_kind kind; /* no longer PLOT_AUTO */
	struct plot_axis x, by, facet;
	struct plot_summary *at; /* [(facet * by.n + by) * x.n + x], see plot_at */
	double least, most;      /* of all points */
	size_t most_rows;        /* of one point */
	bool spread;             /* some point has values that differ */
	char *varies; /* names of columns in which rows of one point differ, with ", " between; NULL: none. See plot_points_make */
	size_t rows, empty; /* rows drawn, and rows left out because x or y is empty */
	size_t smaller; /* parameters of a tornado that are left out because others have larger effects, and it has no room for more */
	size_t without_effect; /* parameters of a tornado that are left out because nothing depends on them */
	const char *y;         /* name of what was measured */
	char *said_x, *said_y; /* names of x and y, where comments of the table say them; else NULL */
	size_t front;          /* 1 and the series that is a Pareto front: no line joins the points of others; 0: there is none */
	const char *unit;      /* of y by the table's column `unit`; NULL: it has none, or several */
};

/* Fails (NULL) where the request names columns that are not there, y or logarithmic x are no numbers, a logarithmic axis would have to show 0
 * or less, or there is more than a picture can show. It narrows the rows that the table keeps. The table has to live as long. Columns
 * that hold what was measured, or number and name the rows, are none that a point varies in: those of words.def with "__" or "speedup" in
 * their names, and point, kernel, id and remark. */
struct plot_points *plot_points_make(struct plot_table *t, const struct plot_request *r, struct simt_error *e);
void plot_points_free(struct plot_points *p); /* NULL is allowed */

static inline const struct plot_summary *
plot_at(const struct plot_points *p, size_t facet, size_t by, size_t x)
{
	return p->at + (facet * p->by.n + by) * p->x.n + x;
}

/* Sums up n values, which it sorts. */
struct plot_summary plot_summarise(double *v, size_t n);

#endif
