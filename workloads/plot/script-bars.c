/* Grouped bars, and tornados. Fills go from dark to light; where there are many, every other one is hatched. */
#include <math.h>
#include <stdlib.h>

#include "workloads/plot/script.h"

#define DARKEST  0.08 /* fills, as places in the row of colours: neither is as loud as the ends */
#define LIGHTEST 0.9
enum { PLAIN_MOST = 5 }; /* fills that are told apart by lightness alone */

/* Cividis (Nunez, Anderton, Renslow, "Optimizing colormaps with consideration for color vision deficiency", 2018) at even steps of lightness:
 * its colours are the same to those who do not see red or green, and it is as good in grey. */
static const unsigned cividis[] = {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
				   0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};
enum { COLOURS = sizeof cividis / sizeof *cividis };

/* The colour at a place from 0, the darkest, to 1. */
static unsigned
colour(double at)
{
	const double x = at * (COLOURS - 1);
	const unsigned i = x >= COLOURS - 1 ? COLOURS - 2 : (unsigned)x;
	unsigned rgb = 0;

	for (int shift = 0; shift <= 16; shift += 8) {
		const double a = (cividis[i] >> shift) & 255, b = (cividis[i + 1] >> shift) & 255;

		rgb |= (unsigned)lround(a + (b - a) * (x - i)) << shift;
	}
	return rgb;
}

static void
put_fill(size_t i, size_t n, FILE *out)
{
	/* patterns 4, 5 and 2 of gnuplot: lines to the right, to the left, and both */
	static const int pattern[] = {4, 5, 2, 1};
	const double at = n > 1 ? DARKEST + (LIGHTEST - DARKEST) * (double)i / (double)(n - 1) : 0.3;

	if (n > PLAIN_MOST && i % 2)
		fprintf(out, "fillcolor rgb '#%06x' fillstyle pattern %d border linecolor rgb '#202020'", colour(at * 0.6),
			pattern[i / 2 % 4]);
	else
		fprintf(out, "fillcolor rgb '#%06x' fillstyle solid border linecolor rgb '#202020'", colour(at));
}

static void
put_entries(const struct plot_figure *f, FILE *out)
{
	for (size_t by = 0; by < f->points->by.n; by++) {
		char *name = plot_value_name(&f->points->by, by);

		fputs(", \\\n  keyentry with boxes ", out);
		put_fill(by, f->points->by.n, out);
		fputs(" title ", out);
		plot_quote(out, name);
		free(name);
	}
}

/* ---- bars ---- */

void
plot_styles_bars(const struct plot_figure *f, FILE *out)
{
	/* the bars of a group together take four fifths of its room */
	fprintf(out, "width = %.6g\nset boxwidth width absolute\n", 0.8 / (double)f->points->by.n);
	fputs("set style line 1 linecolor rgb '#202020' linewidth 1.2\nset style line 2 linecolor rgb '#ffffff' linewidth 3\n",
	      out);
	if (f->request->has_reference)
		fprintf(out,
			"set arrow from graph 0, first %.12g to graph 1, first %.12g nohead linecolor rgb '#808080' linewidth 0.8 "
			"front\n",
			f->request->reference, f->request->reference);
	else if (f->y.low < 0)
		fputs("set xzeroaxis linetype 1 linecolor rgb '#404040'\n", out);
}

void
plot_script_bars(const struct plot_figure *f, size_t facet, FILE *out)
{
	const struct plot_points *p = f->points;
	const char *next = "plot ";

	for (size_t by = 0; by < p->by.n; by++) {
		const size_t index = facet * p->by.n + by;
		const double shift = (double)by - (double)(p->by.n - 1) / 2;

		if (!plot_has_points(p, facet, by))
			continue;
		fprintf(out, "%sdata index %zu using ($1%+g*width):2 with boxes ", next, index, shift);
		put_fill(by, p->by.n, out);
		fputs(" linewidth 0.7 notitle", out);
		next = ", \\\n  ";
		/* white beside the thin bar, so that it is seen on a dark one */
		for (int style = p->spread ? 2 : 0; style > 0; style--)
			fprintf(out, "%sdata index %zu using ($1%+g*width):3:(0):($4-$3) with vectors nohead linestyle %d notitle",
				next, index, shift, style);
	}
	if (facet == 0 && f->key_rows)
		put_entries(f, out);
	putc('\n', out);
}

/* ---- tornados ---- */

void
plot_styles_tornado(const struct plot_figure *f, FILE *out)
{
	const struct plot_axis *x = &f->points->x;
	const double base = f->request->has_reference ? f->request->reference : 0;
	const struct plot_scale tics = plot_roomy_tics(&f->y, f->panel_width);

	fprintf(out, "set xrange [%.12g:%.12g]\nset yrange [%.12g:0.5]\n", f->y.low, f->y.high, 0.5 - (double)x->n);
	plot_tics(out, "xtics", &tics, true);
	fputs("set ytics scale 0 (", out);
	for (size_t i = 0; i < x->n; i++) {
		fputs(i ? ", " : "", out);
		plot_quote_tic(out, x->text[i]);
		fprintf(out, " %g", i ? -(double)i : 0);
	}
	fputs(")\nset grid xtics linecolor rgb '#d8d8d8' linewidth 0.7 dashtype solid\nset grid back\n", out);
	fprintf(out,
		"set arrow from first %.12g, graph 0 to first %.12g, graph 1 nohead linecolor rgb '#404040' linewidth 1 front\n",
		base, base);
}

void
plot_script_tornado(const struct plot_figure *f, size_t facet, FILE *out)
{
	(void)facet;
	for (size_t by = 0; by < 2; by++) {
		fprintf(out, "%sdata index %zu using 2:(-$1):2:3:4:5 with boxxyerror ", by ? ", \\\n  " : "plot ", by);
		put_fill(by, 2, out);
		fputs(" linewidth 0.7 notitle", out);
	}
	put_entries(f, out);
	putc('\n', out);
}

/* ---- heat maps ---- */

void
plot_styles_heat(const struct plot_figure *f, FILE *out)
{
	const double width = f->request->width, height = f->request->height;

	fputs("set palette defined (", out);
	for (size_t i = 0; i < COLOURS; i++)
		fprintf(out, "%s%zu '#%06x'", i ? ", " : "", i, cividis[i]);
	fprintf(out, ")\n%sset cbrange [%.12g:%.12g]\n", f->request->log_y ? "set logscale cb\n" : "", f->y.low, f->y.high);
	plot_tics(out, "cbtics scale 0.5", &f->y, true);
	fprintf(out, "set colorbox vertical user origin screen %.4f, screen %.4f size screen %.4f, screen %.4f\n",
		(width - f->right + 14) / width, f->bottom / height, 14 / width, (height - f->top - f->bottom) / height);
	/* the place of a value on the palette, so that text on it is light or dark */
	if (f->request->log_y)
		fprintf(out, "shade(v) = log(v / %.12g) / log(%.12g)\n", f->y.low, f->y.high / f->y.low);
	else
		fprintf(out, "shade(v) = (v - %.12g) / %.12g\n", f->y.low, f->y.high - f->y.low);
	fprintf(out, "set yrange [-0.5:%.12g]\n", (double)f->points->by.n - 0.5);
}

void
plot_tics_heat(const struct plot_figure *f, bool named, FILE *out)
{
	const struct plot_axis *by = &f->points->by;

	fputs("set ytics scale 0 (", out);
	for (size_t i = 0; i < by->n; i++) {
		fputs(i ? ", " : "", out);
		plot_quote_tic(out, !named ? "" : *by->text[i] ? by->text[i] : "(none)");
		fprintf(out, " %zu", i);
	}
	fputs(")\n", out);
}

void
plot_script_heat(const struct plot_figure *f, size_t facet, FILE *out)
{
	const struct plot_points *p = f->points;
	const double width = f->panel_width / (double)p->x.n, height = f->panel_height / (double)p->by.n;
	/* text of five characters and some air */
	const bool text = width >= 6 * PLOT_SMALL_CHARACTER && height >= PLOT_SMALL_LINE;

	if (facet == 1)
		fputs("unset colorbox\n", out);
	fprintf(out,
		"plot data index %zu using 1:2:($1-0.5):($1+0.5):($2-0.5):($2+0.5):3 with boxxyerror fillcolor palette fillstyle "
		"solid noborder "
		"notitle",
		facet);
	for (int light = 0; text && light < 2; light++)
		fprintf(out,
			", \\\n  data index %zu using 1:(shade($3) %s 0.55 ? $2 : NaN):5 with labels font ',10' textcolor rgb '%s' "
			"notitle",
			facet, light ? "<" : ">=", light ? "#ffffff" : "#000000");
	putc('\n', out);
}
