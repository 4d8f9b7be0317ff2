/* recording-figures.h: pictures of a recording, as SVG.
 *
 * Where more happens than there are columns, each column shows what there is at its middle. But where lanes are parted in a column, it
 * shows the longest time in which they are: divergence stays visible, and looks longer than it is. So the share of it is written beside.
 *
 * What this module cannot do: other formats; chromium, inkscape or rsvg-convert turn SVG into these. */
#ifndef WORKLOADS_RECORDING_FIGURES_H
#define WORKLOADS_RECORDING_FIGURES_H

#include "workloads/plot/pick.h"
#include "base/text.h"

struct recording_figure {
	const struct recording *r;
	const struct recording_case *c;
	struct pick pick;
	unsigned width;    /* pixels */
	bool slots;        /* lanes: along x are the issue slots that a warp has used, not cycles */
	const char *title; /* NULL: what the recording says */
};

enum { FIGURE_WIDTH_LEAST = 300, FIGURE_WIDTH_MOST = 4000, FIGURE_WARPS = 4, FIGURE_WARPS_MOST = 16 };

/* The lanes of warps over time: lanes down, time across, coloured by the part of the code. If neither blocks nor warps are picked, it is the warp that
 * loses most lane-slots to divergence, and those that follow in its block, FIGURE_WARPS at most. If no cycles are picked, it is a time in which the
 * lanes of the first of them are parted. Appends the picture to *t. */
bool figure_lanes(const struct recording_figure *f, struct text *t, struct simt_error *e);
/* Which SM had blocks when: SMs down, time across, coloured by launch. Where an SM has at most half as many as at its busiest, its row is
 * half as high. */
bool figure_blocks(const struct recording_figure *f, struct text *t, struct simt_error *e);

#endif
