/* The frame of a script: format, texts around the panels, and where each panel is. What is inside is for script-KIND.c. */
#include "workloads/plot/script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"

/* The commands of each kind of picture. */
static const struct {
	const char *what;
	void (*styles)(const struct plot_figure *f, FILE *out);
	void (*panel)(const struct plot_figure *f, size_t facet, FILE *out);
} kinds[] = {
	[PLOT_LINES] = {"lines", plot_styles_lines, plot_script_lines},
	[PLOT_BARS] = {"bars", plot_styles_bars, plot_script_bars},
	[PLOT_HEAT] = {"a heat map", plot_styles_heat, plot_script_heat},
	[PLOT_TORNADO] = {"a tornado", plot_styles_tornado, plot_script_tornado},
};

bool
plot_has_points(const struct plot_points *p, size_t facet, size_t by)
{
	for (size_t x = 0; x < p->x.n; x++)
		if (plot_at(p, facet, by, x)->count)
			return true;
	return false;
}

/* ---- places ---- */

/* Pixels from the left and from the top, as gnuplot's parts of the screen. */
static double
across(const struct plot_figure *f, double x)
{
	return x / f->request->width;
}

static double
up(const struct plot_figure *f, double y)
{
	return 1 - y / f->request->height;
}

/* ---- the head ---- */

/* One picture has the same proportions in every format. PNG has two pixels for each, for paper. */
static void
put_terminal(const struct plot_figure *f, FILE *out)
{
	const unsigned w = f->request->width, h = f->request->height;
	const char *font = "font 'Helvetica,Arial,sans-serif,12'";

	if (f->format == PLOT_SVG)
		fprintf(out, "set terminal svg size %u,%u %s noenhanced background rgb 'white'\n", w, h, font);
	else if (f->format == PLOT_PNG)
		fprintf(out, "set terminal pngcairo size %u,%u %s fontscale 1.5 linewidth 2 pointscale 2 noenhanced\n", 2 * w,
			2 * h, font);
	else
		fprintf(out,
			"set terminal pdfcairo size %.4gin,%.4gin %s fontscale 0.55 linewidth 1.5 pointscale 0.75 noenhanced\n",
			w / 96.0, h / 96.0, font);
	fputs("if (!exists('to_stdout')) set output ", out);
	plot_quote_file(out, f->picture);
	fputs("\nset encoding utf8\ndata = ", out);
	plot_quote_file(out, f->data);
	putc('\n', out);
}

static void
put_key(const struct plot_figure *f, double y, FILE *out)
{
	if (!f->key_rows) {
		fputs("set key off\n", out);
		return;
	}
	fprintf(out, "set key at screen %.4f, screen %.4f left top vertical Left reverse samplen 2.5 spacing 1.1 maxrows %zu\n",
		across(f, f->left - 8), up(f, y), f->key_rows);
}

/* A text between two places of the screen; `how`: of set label. */
static void
put_label(const struct plot_figure *f, const char *text, double x, double y, const char *how, FILE *out)
{
	fputs("set label ", out);
	plot_quote(out, text);
	fprintf(out, " at screen %.4f, screen %.4f %s\n", across(f, x), up(f, y), how);
}

/* The caption, broken between words. */
static void
put_caption(const struct plot_figure *f, double y, FILE *out)
{
	const size_t line = (size_t)((f->request->width - 20) / PLOT_SMALL_CHARACTER);
	char *text = must(strdup(f->caption)), *s = text;

	while (*s) {
		char *end = s, *blank = NULL;
		size_t n = 0;

		for (; *end && n <= line; end++) {
			if (*end == ' ')
				blank = end;
			n += (*end & 0xc0) != 0x80;
		}
		if (!*end && n <= line)
			blank = NULL;
		else if (blank)
			end = blank;
		if (blank)
			*blank = 0;
		put_label(f, s, 10, y, "left font ',10' textcolor rgb '#404040'", out);
		y += PLOT_SMALL_LINE;
		s = blank ? blank + 1 : s + strlen(s);
	}
	free(text);
}

/* What stands along x and y: of a heat map y is `by`, of a tornado y is along x. */
static void
put_axis_labels(const struct plot_figure *f, FILE *out)
{
	const struct plot_points *p = f->points;
	const struct plot_request *r = f->request;
	const double bottom = r->height - f->bottom, middle = (f->left + r->width - f->right) / 2;
	char *y = r->y_label ? must(strdup(r->y_label)) : plot_label(r, p->y, p->unit);
	char *x = r->x_label ? must(strdup(r->x_label)) : plot_label(r, p->x.name, NULL);
	char *by = p->kind == PLOT_HEAT ? plot_label(r, p->by.name, NULL) : NULL;
	const double below = r->height - (double)plot_caption_lines(f) * PLOT_SMALL_LINE - PLOT_LINE;
	const double beside = (f->top + bottom) / 2;

	put_label(f, p->kind == PLOT_TORNADO ? y : x, middle, below, "center", out);
	if (p->kind == PLOT_HEAT) {
		put_label(f, by, 14, beside, "center rotate", out);
		put_label(f, y, r->width - 14.0, beside, "center rotate", out);
	} else if (p->kind != PLOT_TORNADO) {
		put_label(f, y, 14, beside, "center rotate", out);
	}
	free(by);
	free(x);
	free(y);
}

static void
put_texts(const struct plot_figure *f, FILE *out)
{
	const struct plot_request *r = f->request;
	double y = 10;

	fputs("\n# ---- texts around the panels, and the key\n", out);
	if (r->title) {
		put_label(f, r->title, f->left, y + 8, "left font ',14'", out);
		y += PLOT_LINE + 6;
	}
	put_key(f, y, out);
	put_axis_labels(f, out);
	put_caption(f, r->height - ((double)plot_caption_lines(f) - 0.5) * PLOT_SMALL_LINE - 4, out);
}

/* ---- panels ---- */

static void
put_margins(const struct plot_figure *f, size_t facet, FILE *out)
{
	const double left = f->left + (double)(facet % f->columns) * (f->panel_width + f->gap_x);
	const double top = f->top + (double)(facet / f->columns) * (f->panel_height + f->gap_y);

	fprintf(out,
		"set lmargin at screen %.4f; set rmargin at screen %.4f; set tmargin at screen %.4f; set bmargin at screen %.4f\n",
		across(f, left), across(f, left + f->panel_width), up(f, top), up(f, top + f->panel_height));
}

/* The names along x: all of names, and of numbers if there are few and they stand apart. */
static void
put_x_tics(const struct plot_figure *f, bool named, FILE *out)
{
	const struct plot_axis *x = &f->points->x;
	const bool numbers = f->points->kind == PLOT_LINES && x->number;
	const double range = !numbers || x->n < 2 ? 1
			     : f->request->log_x  ? log(x->number[x->n - 1] / x->number[0])
						  : x->number[x->n - 1] - x->number[0];
	bool apart = x->n <= PLOT_TICS_MOST;

	for (size_t i = 1; numbers && i < x->n; i++) {
		const double step = f->request->log_x ? log(x->number[i] / x->number[i - 1]) : x->number[i] - x->number[i - 1];
		const size_t width = (plot_text_width(x->text[i]) + plot_text_width(x->text[i - 1])) / 2 + 1;

		apart = apart && step / range * f->panel_width * 0.92 > (double)(width * PLOT_CHARACTER);
	}
	if (numbers && !apart && !f->request->log_x) {
		/* of the numbers themselves: the range has a margin */
		struct plot_scale s = plot_scale_of(x->number[0], x->number[x->n - 1], false);

		s = plot_roomy_tics(&s, f->panel_width);
		s.low += s.low < x->number[0] ? s.step : 0;
		s.high -= s.high > x->number[x->n - 1] ? s.step : 0;
		plot_tics(out, "xtics", &s, named);
		return;
	}
	if (numbers && !apart) {
		fputs(named ? "set format x '% h'\n" : "set format x ''\n", out);
		return;
	}
	fprintf(out, "set xtics %s%s(", numbers ? "" : "scale 0 ", f->slanted ? "rotate by 35 right " : "");
	for (size_t i = 0; i < x->n; i++) {
		fputs(i ? ", " : "", out);
		plot_quote_tic(out, !named ? "" : *x->text[i] ? x->text[i] : "(none)");
		fprintf(out, " %.12g", numbers ? x->number[i] : (double)i);
	}
	fputs(")\n", out);
}

/* The range along x: that of lines, of bars, or of the columns of a heat map. */
static void
put_x_range(const struct plot_figure *f, FILE *out)
{
	const struct plot_axis *x = &f->points->x;
	const bool numbers = f->points->kind == PLOT_LINES && x->number;
	double low = -0.5, high = (double)x->n - 0.5;

	if (numbers) {
		low = x->number[0];
		high = x->number[x->n - 1];
		if (f->request->log_x) {
			const double margin = x->n > 1 ? pow(high / low, 0.04) : 2;

			fprintf(out, "set logscale x\nset xrange [%.12g:%.12g]\n", low / margin, high * margin);
			return;
		}
		low -= x->n > 1 ? (high - x->number[0]) * 0.04 : 1;
		high += x->n > 1 ? (high - x->number[0]) * 0.04 : 1;
	}
	fprintf(out, "set xrange [%.12g:%.12g]\n", low, high);
}

static void
put_axes(const struct plot_figure *f, FILE *out)
{
	fputs("\n# ---- axes, which all panels share\nset border 3 linecolor rgb '#404040'\nset tics nomirror out scale 0.6\n",
	      out);
	if (f->points->kind != PLOT_TORNADO)
		put_x_range(f, out);
	if (f->points->kind == PLOT_LINES || f->points->kind == PLOT_BARS) {
		fputs("set grid ytics linecolor rgb '#d8d8d8' linewidth 0.7 dashtype solid\nset grid back\n", out);
		fprintf(out, "%sset yrange [%.12g:%.12g]\n", f->request->log_y ? "set logscale y\n" : "", f->y.low, f->y.high);
	}
}

/* Names of tics stand at the left and at the bottom alone. */
static void
put_tics(const struct plot_figure *f, size_t facet, FILE *out)
{
	const bool below = facet + f->columns >= f->points->facet.n, first = facet % f->columns == 0;

	if (f->points->kind == PLOT_TORNADO)
		return;
	put_x_tics(f, below, out);
	if (f->points->kind == PLOT_HEAT)
		plot_tics_heat(f, first, out);
	else
		plot_tics(out, "ytics", &f->y, first);
}

static void
put_panel(const struct plot_figure *f, size_t facet, FILE *out)
{
	const struct plot_points *p = f->points;
	char *name = plot_value_name(&p->facet, facet);

	fprintf(out, "\n# ---- panel %zu", facet + 1);
	if (p->facet.name) {
		fputs(": ", out);
		plot_comment(out, p->facet.name);
		fputs(", ", out);
		plot_comment(out, name);
	}
	putc('\n', out);
	if (facet == 1)
		fputs("unset label\nset key off\n", out);
	put_margins(f, facet, out);
	if (p->facet.name) {
		fputs("set title ", out);
		plot_quote(out, name);
		fputs(" offset 0,-0.6\n", out);
	}
	put_tics(f, facet, out);
	kinds[p->kind].panel(f, facet, out);
	free(name);
}

void
plot_script_write(const struct plot_figure *f, FILE *out)
{
	const struct plot_points *p = f->points;

	fprintf(out, PLOT_SCRIPT_MARK ": %s", kinds[p->kind].what);
	fputs(". It can be changed and drawn again:\n#   gnuplot SCRIPT\n", out);
	put_terminal(f, out);
	put_axes(f, out);
	fputs("\n# ---- styles\n", out);
	kinds[p->kind].styles(f, out);
	put_texts(f, out);
	fputs("\nset multiplot\n", out);
	for (size_t facet = 0; facet < p->facet.n; facet++)
		put_panel(f, facet, out);
	fputs("unset multiplot\n", out);
}
