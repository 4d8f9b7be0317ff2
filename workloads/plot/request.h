/* request.h: what is to be drawn of which table, as simt-plot(1) is told. The other files of workloads/plot do it one after the other: table.h
 * reads the rows, points.h sums them up, script.h writes what gnuplot draws, gnuplot.h runs it.
 *
 * What this module cannot do: anything; it has words that the others share. */
#ifndef WORKLOADS_PLOT_REQUEST_H
#define WORKLOADS_PLOT_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

enum plot_kind {
	PLOT_AUTO,    /* lines where x is a column of numbers, else bars; a tornado where no x is given and the table is one */
	PLOT_LINES,   /* y over x, a line for each value of `by` */
	PLOT_BARS,    /* at each x a bar for each value of `by` */
	PLOT_HEAT,    /* y as a colour, over x and `by` */
	PLOT_TORNADO, /* a row for each parameter: what its low and its high value do to y; columns parameter, low and high */
	PLOT_PARETO   /* what was measured over its cost, and the points of the front joined; columns cost, measured and front */
};

enum plot_format { PLOT_SVG, PLOT_PNG, PLOT_PDF };

enum {
	PLOT_WIDTH_LEAST = 200, /* of a picture, in pixels of a screen of 96 per inch; so is the height */
	PLOT_WIDTH_MOST = 4000,
	PLOT_LINES_MOST = 12, /* values of `by` that can be told apart as lines, */
	PLOT_BARS_MOST = 8,   /* as bars */
	PLOT_ROWS_MOST = 100, /* and as rows of a heat map; also names along x */
	PLOT_X_MOST = 4096,   /* numbers along x */
	PLOT_FACETS_MOST = 36
};

/* Names of columns are as plot_table_column takes them. Nothing is copied. */
struct plot_request {
	enum plot_kind kind;
	const char *x, *y, *by, *facet; /* columns; NULL: not given */
	const char *const *where;       /* filters, as plot_table_filter takes them */
	size_t nwhere;
	bool log_x, log_y;                       /* logarithmic axes */
	const char *title, *caption;             /* NULL: none; one from the table. Empty: none */
	const char *x_label, *y_label;           /* NULL: the name of the column and its unit */
	const char *(*unit)(const char *column); /* unit of a column by its name, or NULL where it is not known; may be NULL */
	bool has_reference;
	double reference;       /* a thin line at this y; where a tornado's bars begin, which is 0 without it */
	unsigned width, height; /* of the picture, in pixels */
};

#endif
