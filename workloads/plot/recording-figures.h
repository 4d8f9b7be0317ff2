/* recording-figures.h: pictures of a recording.
 *
 * Where more happens than there are columns, a column of figure lanes shows what workloads/analysis/columns.h says, and one of figure heat the lanes that are parted
 * wherever there are any: divergence stays visible, and looks longer than it is. So the share of it is written beside. Figure states adds up all that
 * there is.
 *
 * What this module cannot do: show warps that are not in the recording, or several cases. */
#ifndef WORKLOADS_RECORDING_FIGURES_H
#define WORKLOADS_RECORDING_FIGURES_H

#include "workloads/plot/canvas.h"
#include "workloads/plot/pick.h"

struct recording_figure {
	const struct recording *r;
	const struct recording_case *c;
	struct pick pick;
	unsigned width;    /* pixels */
	bool slots;        /* lanes: along x are the issue slots that a warp has used, not cycles */
	bool instructions; /* heat: a row for each instruction, not for each line */
	const char *title; /* NULL: what the recording says */
};

enum { FIGURE_WIDTH_LEAST = 600, FIGURE_WIDTH_MOST = 4000, FIGURE_WARPS = 4, FIGURE_WARPS_MOST = 16, FIGURE_ROWS_MOST = 40 };

/* The lanes of warps over time: lanes down, time across, coloured by the part of the code. If neither blocks nor warps are picked, it is the warp that
 * loses most lane-slots to divergence, and those that follow in its block, FIGURE_WARPS at most. If no cycles are picked, it is a time in which the
 * lanes of the first of them are parted; all of it where splits run at the same time. Draws on the empty canvas. */
bool figure_lanes(const struct recording_figure *f, struct canvas *canvas, struct simt_error *e);
/* Which SM had blocks when: SMs down, time across, coloured by launch. Where an SM has at most half as many as at its busiest, its row is
 * half as high. */
bool figure_blocks(const struct recording_figure *f, struct canvas *canvas, struct simt_error *e);
/* The states of the warps that are picked, stacked over time: how many of them were resident, and in which state. */
bool figure_states(const struct recording_figure *f, struct canvas *canvas, struct simt_error *e);
/* When the warps that are picked ran each line, or each instruction, and with how many lanes: the fewer the darker. Where there are more rows than
 * FIGURE_ROWS_MOST, those stay that lose most lane-slots to divergence, then those that issue most. */
bool figure_heat(const struct recording_figure *f, struct canvas *canvas, struct simt_error *e);

#endif
