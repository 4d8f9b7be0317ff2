/* figure-parts.h: what figures of recordings and results have in common: sizes, axes, keys of the legend.
 * What this module cannot do: decide what a figure shows. */
#ifndef WORKLOADS_FIGURE_PARTS_H
#define WORKLOADS_FIGURE_PARTS_H

#include "workloads/plot/canvas.h"

/* Pixels. */
enum {
	FIGURE_FONT = 17,
	FIGURE_LEFT = 62,   /* for names of rows */
	FIGURE_RIGHT = 24,  /* for half of the last number */
	FIGURE_AXIS = 48,   /* numbers, and what they are */
	FIGURE_LINE = 24,   /* of the legend */
	FIGURE_SWATCH = 26, /* in the legend */
	FIGURE_KEY = 16,    /* its height, which is of whole lanes */
	FIGURE_FINE = 2     /* columns of a pixel */
};

/* The part of a canvas that has the axes. */
struct figure_box {
	double x, y, width, height;
};

/* Numbers below, from `first` at the left side to `end` at the right one, and what they are. first < end. */
void figure_axis(struct canvas *c, const struct figure_box *b, uint64_t first, uint64_t end, const char *label);
/* Numbers at the left side, from 0 at the foot to `most` at the top. */
void figure_axis_up(struct canvas *c, const struct figure_box *b, double most, const char *label);
/* A line of the legend, whose foot is at y. Returns that of the next one. */
double figure_key(struct canvas *c, double x, double y, unsigned style, const char *text);

#endif
