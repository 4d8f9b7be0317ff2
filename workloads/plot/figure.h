/* figure.h: a picture before it is drawn: what is in it, and where.
 *
 * Lengths are pixels of a picture of request.width x request.height, whatever its format. Text is 12 pixels high, small text 10.
 *
 * What this module cannot do: know how wide a font is. It takes each character as PLOT_CHARACTER pixels, which is somewhat more than most. */
#ifndef WORKLOADS_PLOT_FIGURE_H
#define WORKLOADS_PLOT_FIGURE_H

#include "workloads/plot/points.h"

enum {
	PLOT_CHARACTER = 7,       /* width of a character */
	PLOT_SMALL_CHARACTER = 6, /* and of one of small text */
	PLOT_LINE = 17,           /* height of a line of text */
	PLOT_SMALL_LINE = 14,
	PLOT_LABEL_MOST = 32, /* characters of a label along an axis; of a longer one the middle is left out */
	PLOT_TICS_MOST = 12   /* numbers along x that are all named */
};

/* The even steps of an axis from low to high. A logarithmic axis has step 0. */
struct plot_scale {
	double low, high, step;
};

struct plot_figure {
	const struct plot_request *request;
	const struct plot_points *points;
	enum plot_format format;
	const char *picture, *data; /* names of the files without their folder */
	char *caption;              /* one line; "": none */
	struct plot_scale y;        /* of y; of a heat map the scale of its colours */
	/* layout */
	size_t columns, rows;            /* of panels */
	double left, right, top, bottom; /* around all panels */
	double gap_x, gap_y;             /* between panels */
	double panel_width, panel_height;
	size_t key_columns, key_rows; /* 0: no key */
	bool slanted;                 /* names along x are slanted, since they need the room */
};

/* The format that the name of a picture asks for. Fails where it ends in none of .svg, .png and .pdf. */
bool plot_format_of(const char *picture, enum plot_format *format, struct simt_error *e);
/* A scale for values from least to most, which may be equal. Of a linear one the ends are multiples of its step. */
struct plot_scale plot_scale_of(double least, double most, bool logarithmic);
/* Sets scale and layout from what is above them in the struct. Fails where the picture is too small for its panels. */
bool plot_figure_lay_out(struct plot_figure *f, struct simt_error *e);
/* Frees what plot_figure_lay_out and plot_caption have made. */
void plot_figure_clear(struct plot_figure *f);

/* The caption that the table gives: machine, version, date, filters; how values are summed up; what was left out. The caller frees it. */
char *plot_caption(const struct plot_table *t, const struct plot_points *p, const struct plot_request *r);
/* What a picture calls a column: its label of words.def, or else its name, with the unit in parentheses where it is known and says more. The
 * caller frees it. */
char *plot_label(const struct plot_request *r, const char *column, const char *unit);
/* The name of a value of `by` or `facet`: the value, or "name = value" where it is a number. The caller frees it. */
char *plot_value_name(const struct plot_axis *a, size_t i);

/* How many lines of small text the caption may take. */
size_t plot_caption_lines(const struct plot_figure *f);
/* How many columns a text takes: its UTF-8 characters. */
size_t plot_text_width(const char *text);

#endif
