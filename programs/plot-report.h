/* plot-report.h: the page that simt-plot makes of results and a recording.
 * What this module cannot do: pictures of tables and recordings; simt-plot.c and plot-recording.c do. */
#ifndef SIMT_PLOT_REPORT_H
#define SIMT_PLOT_REPORT_H

#include "base/error.h"
#include "programs/common.h"

struct plot_report {
	const char *page;   /* file to be written */
	struct list folder; /* of source files */
	const char *title;  /* or NULL */
};

/* Makes a page of the `n` files. */
bool plot_report(const struct plot_report *x, const char *const *file, size_t n, struct simt_error *e);

#endif
