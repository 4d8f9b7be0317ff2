/* plot-recording.h: what simt-plot makes of a recording (simt-record(5)): a trace, or figures; and the figure of results.
 * What this module cannot do: draw tables; simt-plot.c does. */
#ifndef SIMT_PLOT_RECORDING_H
#define SIMT_PLOT_RECORDING_H

#include "workloads/plot/figure.h"
#include "workloads/plot/pick.h"

enum plot_figure_kind {
	PLOT_NO_FIGURE,
	PLOT_FIGURE_LANES,
	PLOT_FIGURE_BLOCKS,
	PLOT_FIGURE_STATES,
	PLOT_FIGURE_HEAT,
	PLOT_FIGURE_ROOFLINE, /* of results, not of a recording */
	PLOT_FIGURES
};

struct plot_recording {
	const char *recording;        /* the file */
	const char *trace;            /* file to be written, or NULL */
	enum plot_figure_kind figure; /* what `picture` is to show */
	const char *picture;
	enum plot_format format;
	struct pick pick;
	bool slots;        /* --axis slots */
	bool instructions; /* --by instruction */
	bool flop;         /* --axis flop */
	unsigned width;    /* of the figure, pixels */
	const char *title; /* or NULL */
	unsigned most;     /* MiB of a trace */
};

/* The values of --figure, --axis and of options that pick a part: "N" or "N-M". */
bool plot_take_figure(const char *text, enum plot_figure_kind *kind, struct simt_error *e);
bool plot_take_range(const char *option, const char *text, struct pick_range *r, struct simt_error *e);

/* Makes what is wanted. */
bool plot_recording(const struct plot_recording *x, struct simt_error *e);
/* The roofline of n results. `recording` is not used, and of what is picked the name of cases alone, which may be a glob. */
bool plot_roofline(const struct plot_recording *x, char *const *result, int n, struct simt_error *e);

#endif
