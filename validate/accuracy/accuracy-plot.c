/* accuracy-plot.c: simulated over measured cycles as a picture. */
#include "validate/accuracy/accuracy.h"

#include <math.h>
#include <string.h>

#ifndef HAVE_CAIRO
bool
accuracy_plot(const struct accuracy *a, const char *path, FILE *out, struct simt_error *e)
{
	(void)a;
	(void)out;
	return simt_fail(e, SIMT_USAGE, "--plot %s: built without cairo", path);
}
#else
#include <cairo/cairo-svg.h>

/* In points. */
enum { SIDE = 480, LEFT = 70, TOP = 20, BELOW = 60 };

struct frame {
	cairo_t *c;
	int low, high; /* decades of both axes */
};

static double
along(const struct frame *f, double cycles)
{
	return (log10(cycles) - f->low) / (f->high - f->low) * SIDE;
}

static double
x_of(const struct frame *f, double cycles)
{
	return LEFT + along(f, cycles);
}

static double
y_of(const struct frame *f, double cycles)
{
	return TOP + SIDE - along(f, cycles);
}

static void
line(const struct frame *f, double x0, double y0, double x1, double y1)
{
	cairo_move_to(f->c, x_of(f, x0), y_of(f, y0));
	cairo_line_to(f->c, x_of(f, x1), y_of(f, y1));
	cairo_stroke(f->c);
}

/* Text with its middle at x, or its end where `end`. */
static void
text(const struct frame *f, double x, double y, const char *s, bool end)
{
	cairo_text_extents_t t;

	cairo_text_extents(f->c, s, &t);
	cairo_move_to(f->c, x - (end ? t.x_advance : t.x_advance / 2), y);
	cairo_show_text(f->c, s);
}

static void
axes(const struct frame *f)
{
	double low = pow(10, f->low), high = pow(10, f->high);
	char label[16];

	cairo_set_line_width(f->c, 0.5);
	for (int d = f->low; d <= f->high; d++) {
		double at = pow(10, d);

		cairo_set_source_rgb(f->c, 0.85, 0.85, 0.85);
		line(f, at, low, at, high);
		line(f, low, at, high, at);
		cairo_set_source_rgb(f->c, 0, 0, 0);
		snprintf(label, sizeof label, "1e%d", d);
		text(f, x_of(f, at), TOP + SIDE + 16, label, false);
		text(f, LEFT - 6, y_of(f, at) + 4, label, true);
	}
	/* equal, and 25 % to either side, the bound for a held-out launch */
	cairo_set_source_rgb(f->c, 0.4, 0.4, 0.4);
	line(f, low, low, high, high);
	cairo_set_dash(f->c, (const double[]){4, 3}, 2, 0);
	line(f, low, low * 1.25, high / 1.25, high);
	line(f, low / 0.75, low, high, high * 0.75);
	cairo_set_dash(f->c, NULL, 0, 0);
	cairo_set_source_rgb(f->c, 0, 0, 0);
	text(f, LEFT + SIDE / 2.0, TOP + SIDE + 36, "measured cycles (dashed: 25 % off)", false);
	cairo_save(f->c);
	cairo_translate(f->c, 16, TOP + SIDE / 2.0);
	cairo_rotate(f->c, -M_PI / 2);
	text(f, 0, 0, "simulated cycles", false);
	cairo_restore(f->c);
}

static void
mark(const struct frame *f, enum accuracy_set set, double x, double y)
{
	static const double colour[ACCURACY_SETS][3] = {
		{0.10, 0.45, 0.70}, {0.70, 0.70, 0.70}, {0.20, 0.60, 0.30}, {0.85, 0.35, 0.05}};

	cairo_set_source_rgba(f->c, colour[set][0], colour[set][1], colour[set][2], 0.7);
	if (set == ACCURACY_HELD_OUT)
		cairo_rectangle(f->c, x - 2.2, y - 2.2, 4.4, 4.4);
	else
		cairo_arc(f->c, x, y, 2.4, 0, 2 * M_PI);
	cairo_fill(f->c);
}

static void
legend(const struct frame *f, const struct accuracy *a)
{
	double y = TOP + 16;

	for (int set = 0; set < ACCURACY_SETS; set++) {
		size_t n = 0;
		char label[64];

		for (size_t i = 0; i < a->nlaunch; i++)
			n += a->launch[i].wanted && (int)a->launch[i].set == set && !isnan(a->launch[i].simulated);
		if (!n)
			continue;
		mark(f, (enum accuracy_set)set, LEFT + 14, y - 4);
		cairo_set_source_rgb(f->c, 0, 0, 0);
		snprintf(label, sizeof label, "%s, %zu launches", accuracy_set_name[set], n);
		cairo_move_to(f->c, LEFT + 24, y);
		cairo_show_text(f->c, label);
		y += 16;
	}
}

/* The decades that hold all points. */
static bool
find_decades(const struct accuracy *a, struct frame *f)
{
	double low = INFINITY, high = 0;

	for (size_t i = 0; i < a->nlaunch; i++) {
		const struct accuracy_launch *l = &a->launch[i];

		if (!l->wanted || !(l->simulated > 0))
			continue;
		low = fmin(low, fmin(l->simulated, l->measured));
		high = fmax(high, fmax(l->simulated, l->measured));
	}
	f->low = (int)floor(log10(low > 0 && isfinite(low) ? low : 1));
	f->high = (int)ceil(log10(high > 1 ? high : 10));
	f->high += f->high == f->low;
	return high > 0;
}

static void
draw(const struct accuracy *a, struct frame *f)
{
	/* microbenchmarks below, held-out launches on top */
	static const enum accuracy_set order[] = {ACCURACY_MICRO, ACCURACY_DEVELOPMENT, ACCURACY_TRAINING, ACCURACY_HELD_OUT};

	cairo_set_source_rgb(f->c, 1, 1, 1);
	cairo_paint(f->c);
	cairo_select_font_face(f->c, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(f->c, 12);
	axes(f);
	for (int k = 0; k < ACCURACY_SETS; k++)
		for (size_t i = 0; i < a->nlaunch; i++) {
			const struct accuracy_launch *l = &a->launch[i];

			if (l->wanted && l->set == order[k] && l->simulated > 0)
				mark(f, l->set, x_of(f, l->measured), y_of(f, l->simulated));
		}
	legend(f, a);
}

static cairo_status_t
to_file(void *out, const unsigned char *data, unsigned n)
{
	return fwrite(data, 1, n, out) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

bool
accuracy_plot(const struct accuracy *a, const char *path, FILE *out, struct simt_error *e)
{
	static const double scale = 2; /* PNG: pixels of a point */
	const double width = LEFT + SIDE + 20, height = TOP + SIDE + BELOW;
	const char *dot = strrchr(path, '.');
	bool svg = dot && !strcmp(dot, ".svg"), png = dot && !strcmp(dot, ".png");
	struct frame f;
	cairo_surface_t *surface;
	cairo_status_t status;

	if (!svg && !png)
		return simt_fail(e, SIMT_USAGE, "--plot %s: a name that ends in .svg or .png", path);
	if (!find_decades(a, &f))
		return simt_fail(e, SIMT_BAD_INPUT, "--plot %s: nothing was simulated", path);
	surface = svg ? cairo_svg_surface_create_for_stream(to_file, out, width, height)
		      : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(width * scale), (int)(height * scale));
	f.c = cairo_create(surface);
	if (png)
		cairo_scale(f.c, scale, scale);
	draw(a, &f);
	status = cairo_status(f.c);
	cairo_destroy(f.c);
	if (png && !status)
		status = cairo_surface_write_to_png_stream(surface, to_file, out);
	cairo_surface_finish(surface);
	status = status ? status : cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	/* when the file is closed, a write error is reported with its reason */
	return !status || status == CAIRO_STATUS_WRITE_ERROR ||
	       simt_fail(e, SIMT_BAD_INPUT, "%s: %s", path, cairo_status_to_string(status));
}
#endif
