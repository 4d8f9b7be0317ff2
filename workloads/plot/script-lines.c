/* Lines: told apart by colour, lightness, dashes and marks. */
#include <math.h>
#include <stdlib.h>

#include "workloads/plot/script.h"

enum { SHIFT = 5 }; /* pixels between the thin bars of two series */

/* Colours are those of Okabe and Ito ("Color universal design", 2008), which the colour-blind can tell apart, without yellow, which is too light
 * for a line. Neighbours differ in lightness, too. Marks are gnuplot's numbers, full and empty in turn. */
static const struct {
	const char *colour, *dashes;
	int mark;
} style[PLOT_LINES_MOST] = {
	{"#000000", "solid", 7},  {"#e69f00", "(12,4)", 5},  {"#0072b2", "(4,4)", 9},  {"#56b4e9", "(12,4,3,4)", 11},
	{"#d55e00", "solid", 13}, {"#009e73", "(7,4)", 6},   {"#cc79a7", "(3,3)", 4},  {"#000000", "(12,4,3,4,3,4)", 8},
	{"#e69f00", "solid", 10}, {"#0072b2", "(12,4)", 12}, {"#56b4e9", "(4,4)", 15}, {"#d55e00", "(12,4,3,4)", 14},
};

/* Where thin bars are drawn, the series stand beside each other, so that no bar hides another one. */
static void
put_shift(const struct plot_figure *f, FILE *out)
{
	const struct plot_axis *x = &f->points->x;
	const double share = f->points->by.n > 1 ? SHIFT / f->panel_width : 0;
	const double first = x->number ? x->number[0] : 0, last = x->number ? x->number[x->n - 1] : (double)x->n;

	if (!f->points->spread)
		return;
	if (f->request->log_x)
		fprintf(out, "beside(x, k) = x * %.6g ** k\n", pow(last / first, share));
	else
		fprintf(out, "beside(x, k) = x + %.6g * k\n", (last - first) * share);
}

/* Whether a line joins the points of a series. */
static bool
is_joined(const struct plot_points *p, size_t by)
{
	return !p->front || p->front == by + 1;
}

void
plot_styles_lines(const struct plot_figure *f, FILE *out)
{
	for (size_t i = 0; i < f->points->by.n; i++)
		fprintf(out, "set style line %zu linecolor rgb '%s' linewidth 1.6 dashtype %s pointtype %d pointsize 0.8\n", i + 1,
			style[i].colour, is_joined(f->points, i) ? style[i].dashes : "solid", style[i].mark);
	if (f->request->has_reference)
		fprintf(out,
			"set arrow from graph 0, first %.12g to graph 1, first %.12g nohead linecolor rgb '#808080' linewidth 0.8 "
			"back\n",
			f->request->reference, f->request->reference);
	fputs("set errorbars small\n", out);
	put_shift(f, out);
}

/* The entries of the key, whatever series this panel has; `how` draws the sample. */
static void
put_entries(const struct plot_figure *f, FILE *out)
{
	for (size_t by = 0; by < f->points->by.n; by++) {
		char *name = plot_value_name(&f->points->by, by);

		fprintf(out, ", \\\n  keyentry with %s linestyle %zu title ", is_joined(f->points, by) ? "linespoints" : "points",
			by + 1);
		plot_quote(out, name);
		free(name);
	}
}

void
plot_script_lines(const struct plot_figure *f, size_t facet, FILE *out)
{
	const struct plot_points *p = f->points;
	const char *next = "plot ";

	for (size_t by = 0; by < p->by.n; by++) {
		const size_t index = facet * p->by.n + by;
		const double shift = p->front ? 0 : (double)by - (double)(p->by.n - 1) / 2;
		/* points behind a front are not joined */
		const char *line = is_joined(p, by) ? "lines" : "points",
			   *line_points = is_joined(p, by) ? "linespoints" : "points";

		if (!plot_has_points(p, facet, by))
			continue;
		/* bars are solid whatever the line is */
		if (p->spread)
			fprintf(out,
				"%sdata index %zu using (beside($1,%g)):2 with %s linestyle %zu notitle, \\\n  data index %zu "
				"using "
				"(beside($1,%g)):2:3:4 with yerrorbars linecolor rgb '%s' linewidth 1 dashtype solid pointtype %d "
				"pointsize 0.8 "
				"notitle",
				next, index, shift, line, by + 1, index, shift, style[by].colour, style[by].mark);
		else
			fprintf(out, "%sdata index %zu using 1:2 with %s linestyle %zu notitle", next, index, line_points, by + 1);
		next = ", \\\n  ";
	}
	if (facet == 0 && f->key_rows)
		put_entries(f, out);
	putc('\n', out);
}
