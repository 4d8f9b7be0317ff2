/* tornado-bars.h: tables that studies of a sweep have made; part of points.c.
 * What this module cannot do: tables of results. */
#ifndef WORKLOADS_PLOT_TORNADO_BARS_H
#define WORKLOADS_PLOT_TORNADO_BARS_H

#include "workloads/plot/points.h"

/* Whether a filter is on that column. */
bool plot_is_filtered(const struct plot_request *r, const char *column);
/* A table of a study may have rows for each case, and rows without a case for all of them. The latter are kept, unless lines or panels are of cases, or a
 * filter is on their columns. */
void plot_keep_level_of_cases(struct plot_table *t, const struct plot_request *r);
/* The points of a tornado: an x for each parameter, and two series. False: *e, as of plot_points_make. */
bool plot_make_tornado(struct plot_points *p, struct plot_table *t, const struct plot_request *r, struct simt_error *e);

#endif
