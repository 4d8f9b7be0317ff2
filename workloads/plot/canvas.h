/* canvas.h: pictures that are drawn as areas of few styles, text and lines, and written as SVG, PNG or PDF. Lengths are pixels, 96 to the inch.
 *
 * A canvas keeps what is drawn as a list, which writers go through: that of SVG (canvas-svg.c), whose bytes depend on nothing else, and that of PNG
 * and PDF (canvas-cairo.c), whose text is in a font of the host.
 *
 * All solid areas of a style become one path. So a picture of many thousand rectangles has few bytes for each, and no seams between them. Other
 * fills are bands across rows of equal height: in grey, and when the picture is made smaller, they stay apart from solid areas of another colour.
 *
 * What this module cannot do: charts of tables; gnuplot draws those. */
#ifndef WORKLOADS_PLOT_CANVAS_H
#define WORKLOADS_PLOT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"
#include "workloads/plot/request.h"

/* Colours, and the numbers of two more: for what has none of these, and for keys of fills alone. */
enum { CANVAS_COLORS = 8, CANVAS_OTHER = CANVAS_COLORS, CANVAS_KEY, CANVAS_PALETTE };
/* As 0xRRGGBB. */
extern const uint32_t canvas_palette[CANVAS_PALETTE];

enum canvas_fill {
	CANVAS_SOLID,
	CANVAS_BANDS, /* half of each row's height, in its middle */
	CANVAS_BARS,  /* half of the width, as upright bars */
	CANVAS_FILLS
};

/* Styles: a fill and a colour, from 0 to CANVAS_KEY; a thin grey line in each row; nothing. */
enum { CANVAS_THIN = CANVAS_FILLS * CANVAS_PALETTE, CANVAS_STYLES };
static inline unsigned
canvas_style(enum canvas_fill fill, unsigned color)
{
	return CANVAS_FILLS * color + fill;
}

enum canvas_anchor { CANVAS_START, CANVAS_MIDDLE, CANVAS_END };

enum canvas_kind {
	CANVAS_AREA,    /* of `style` */
	CANVAS_FLUSH,   /* areas from here on lie above those before */
	CANVAS_TEXT,    /* its foot is at x, y */
	CANVAS_TEXT_UP, /* runs upwards, its middle is at x, y */
	CANVAS_LINE,    /* from x, y to width, height */
	CANVAS_FRAME,
	CANVAS_POLYGON, /* filled with `style`, a solid one or CANVAS_STYLES; a thin black outline where `mark` is set */
	CANVAS_CURVE    /* an open line through points, dashed where `mark` is set */
};

struct canvas_op {
	enum canvas_kind kind;
	unsigned style;
	enum canvas_anchor anchor;
	bool mark;
	double x, y, width, height;
	size_t at, n; /* characters of a text; points */
};

/* All 0 but `font` and `row`: an empty picture. */
struct canvas {
	struct canvas_op *op;
	size_t n, room;
	char *words; /* texts, each with a NUL */
	size_t nwords, words_room;
	double *point; /* x, y */
	size_t npoints, points_room;
	unsigned font; /* height of text */
	double row;    /* height of the rows that areas begin and end at, where they are not solid */
	unsigned width, height;
	char *title; /* for those who cannot see it */
};

/* Adds a rectangle; style CANVAS_STYLES: none. */
void canvas_area(struct canvas *c, unsigned style, double x, double y, double width, double height);
/* Which colour the i-th of n things has, which go from dark to light: n is at most CANVAS_COLORS. */
unsigned canvas_color(size_t i, size_t n);
/* Draws the areas that have been added. */
void canvas_flush(struct canvas *c);
/* A line of text, whose foot is at y. */
void canvas_text(struct canvas *c, double x, double y, enum canvas_anchor anchor, const char *text);
/* ... that runs upwards. */
void canvas_text_up(struct canvas *c, double x, double y, const char *text);
/* A thin black line; a rectangle of such lines. */
void canvas_line(struct canvas *c, double x1, double y1, double x2, double y2);
void canvas_frame(struct canvas *c, double x, double y, double width, double height);
/* n points, as x and y by turns: see enum canvas_kind. */
void canvas_polygon(struct canvas *c, unsigned style, bool outline, const double *xy, size_t n);
void canvas_curve(struct canvas *c, bool dashed, const double *xy, size_t n);
/* The picture is drawn, and is so large. */
void canvas_end(struct canvas *c, unsigned width, unsigned height, const char *title);
void canvas_clear(struct canvas *c);

/* Appends the whole file to *t. */
void canvas_svg(const struct canvas *c, struct text *t);
/* Writes PNG, with two pixels for each of the picture, or PDF, as cairo draws them. Where the program was built without cairo that is an error. Write errors stay in
 * `out`. `name`: of the file, for messages. */
bool canvas_cairo(const struct canvas *c, enum plot_format format, const char *name, FILE *out, struct simt_error *e);

/* Where numbers of an axis are put: a step of 1, 2 or 5 times a power of ten, of which no more than `most`, or 1, are in `range`. */
uint64_t canvas_step(uint64_t range, unsigned most);

#endif
