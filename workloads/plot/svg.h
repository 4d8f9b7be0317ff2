/* svg.h: pictures that are drawn as areas of few styles, as SVG. Lengths are pixels, 96 to the inch.
 *
 * All solid areas of a style become one path. So a picture of many thousand rectangles has few bytes for each, and no seams between them. Other
 * fills are bands across rows of equal height: in grey, and when the picture is made smaller, they stay apart from solid areas of another colour.
 *
 * What this module cannot do: charts; gnuplot draws those. */
#ifndef WORKLOADS_PLOT_SVG_H
#define WORKLOADS_PLOT_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* Colours, and the numbers of two more: for what has none of these, and for keys of fills alone. */
enum { SVG_COLORS = 8, SVG_OTHER = SVG_COLORS, SVG_KEY };

enum svg_fill {
	SVG_SOLID,
	SVG_BANDS, /* half of each row's height, in its middle */
	SVG_BARS,  /* half of the width, as upright bars */
	SVG_FILLS
};

/* Styles: a fill and a colour, from 0 to SVG_KEY; a thin grey line in each row; nothing. */
enum { SVG_THIN = SVG_FILLS * (SVG_KEY + 1), SVG_STYLES };
static inline unsigned
svg_style(enum svg_fill fill, unsigned color)
{
	return SVG_FILLS * color + fill;
}

struct svg {
	struct text body;
	struct text area[SVG_STYLES]; /* since svg_draw */
	bool used[SVG_STYLES];
	unsigned font; /* height of text */
	double row;    /* height of the rows that areas begin and end at, where they are not solid */
};

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* All 0 but `font` and `row`: an empty picture. Adds a rectangle; style SVG_STYLES: none. */
void svg_area(struct svg *s, unsigned style, double x, double y, double width, double height);
/* Which colour the i-th of n things has, which go from dark to light: n is at most SVG_COLORS. */
unsigned svg_color(size_t i, size_t n);
/* Draws the areas that have been added. */
void svg_draw(struct svg *s);
/* A line of text, whose foot is at y. */
void svg_text(struct svg *s, double x, double y, enum svg_anchor anchor, const char *text);
/* ... that runs upwards. */
void svg_text_up(struct svg *s, double x, double y, const char *text);
/* A thin black line; a rectangle of such lines. */
void svg_line(struct svg *s, double x1, double y1, double x2, double y2);
void svg_frame(struct svg *s, double x, double y, double width, double height);
/* Appends the whole file to *t. title: for those who cannot see it. What was drawn is freed. */
void svg_end(struct svg *s, unsigned width, unsigned height, const char *title, struct text *t);

/* Where numbers of an axis are put: a step of 1, 2 or 5 times a power of ten, of which no more than `most` are in `range`. */
uint64_t svg_step(uint64_t range, unsigned most);

#endif
