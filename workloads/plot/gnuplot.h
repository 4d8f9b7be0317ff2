/* gnuplot.h: runs gnuplot.
 *
 * What this module cannot do: do without it. */
#ifndef WORKLOADS_PLOT_GNUPLOT_H
#define WORKLOADS_PLOT_GNUPLOT_H

#include <stdio.h>

#include "workloads/plot/figure.h"

/* Runs the script, which lies in the folder, and writes what it draws to `out`. PDF loses its date, so that the same script gives the same
 * bytes. Fails (SIMT_BAD_INPUT) where it cannot be run or finds a mistake in the script; `out` then has nothing. *remark: the first line that it
 * says, also where all went well; the caller frees it. NULL: it says nothing. *e has to be SIMT_OK before. */
bool gnuplot_run(const char *folder, const char *script, enum plot_format format, FILE *out, char **remark, struct simt_error *e);
/* Whether PATH has gnuplot. If not, *e says what to install. */
bool gnuplot_found(struct simt_error *e);

#endif
