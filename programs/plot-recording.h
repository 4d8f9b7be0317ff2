/* plot-recording.h: what simt-plot makes of a recording (simt-record(5)): a trace, or figures.
 * What this module cannot do: draw tables; simt-plot.c does. */
#ifndef SIMT_PLOT_RECORDING_H
#define SIMT_PLOT_RECORDING_H

#include "workloads/plot/pick.h"

enum plot_figure_kind { PLOT_NO_FIGURE, PLOT_FIGURE_LANES, PLOT_FIGURE_BLOCKS };

struct plot_recording {
	const char *recording;        /* the file */
	const char *trace;            /* file to be written, or NULL */
	enum plot_figure_kind figure; /* what `picture` is to show */
	const char *picture;
	struct pick pick;
	bool slots;        /* --axis slots */
	unsigned width;    /* of the figure, pixels */
	const char *title; /* or NULL */
	unsigned most;     /* MiB of a trace */
};

/* The values of --figure, --axis and of options that pick a part: "N" or "N-M". */
bool plot_take_figure(const char *text, enum plot_figure_kind *kind, struct simt_error *e);
bool plot_take_range(const char *option, const char *text, struct pick_range *r, struct simt_error *e);

/* Makes what is wanted. */
bool plot_recording(const struct plot_recording *x, struct simt_error *e);

#endif
