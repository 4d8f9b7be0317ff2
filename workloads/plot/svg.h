/* svg.h: pictures that are drawn as areas of few styles, as SVG. Lengths are pixels, 96 to the inch.
 *
 * All areas of a style become one path. So a picture of many thousand rectangles has few bytes for each, and no seams between them.
 *
 * What this module cannot do: charts; gnuplot draws those. */
#ifndef WORKLOADS_PLOT_SVG_H
#define WORKLOADS_PLOT_SVG_H

#include <stdbool.h>

#include "base/text.h"

enum { SVG_COLORS = 8, SVG_STYLES = 4 * (SVG_COLORS + 1) + 1 };

/* How an area is filled: all may be told apart in grey. */
enum svg_fill {
	SVG_SOLID,
	SVG_HATCHED, /* a light tint with lines in the colour */
	SVG_DOTTED,  /* the colour with white dots */
	SVG_TINT     /* a light tint */
};

/* Styles: a fill and a colour, from 0 to SVG_COLORS; the last one is for what has no colour of its own. */
static inline unsigned
svg_style(enum svg_fill fill, unsigned color)
{
	return 4 * color + fill;
}
/* Light grey. */
enum { SVG_GREY = SVG_STYLES - 1 };

struct svg {
	struct text body;
	struct text area[SVG_STYLES]; /* since svg_draw */
	bool used[SVG_STYLES];
	unsigned font; /* height of text */
};

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* All 0 but `font`: an empty picture. Adds a rectangle. */
void svg_area(struct svg *s, unsigned style, double x, double y, double width, double height);
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
