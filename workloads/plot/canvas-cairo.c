/* canvas-cairo.c: a canvas as PNG or PDF. It is a library of its own, which programs without pictures do not link. */
#include "workloads/plot/canvas.h"

#ifndef HAVE_CAIRO

bool
canvas_cairo(const struct canvas *c, enum plot_format format, const char *name, FILE *out, struct simt_error *e)
{
	(void)c;
	(void)format;
	(void)out;
	return simt_fail(
		e, SIMT_BAD_INPUT,
		"%s: a figure as PNG or PDF needs cairo, which simt-plot was built without (Debian: libcairo2-dev); .svg does not",
		name);
}

#else

#include <cairo/cairo-pdf.h>
#include <math.h>

/* PNG: pixels of a pixel; PDF: points of one. */
static const double scale[] = {[PLOT_PNG] = 2, [PLOT_PDF] = 0.75};

struct sheet {
	const struct canvas *c;
	cairo_t *cr;
};

static void
set_color(cairo_t *cr, uint32_t rgb)
{
	cairo_set_source_rgb(cr, (rgb >> 16) / 255.0, (rgb >> 8 & 0xff) / 255.0, (rgb & 0xff) / 255.0);
}

/* Solid areas touch each other without a seam. */
static void
fill_box(cairo_t *cr, double x, double y, double width, double height)
{
	cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
	cairo_rectangle(cr, x, y, width, height);
	cairo_fill(cr);
	cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
}

/* A part of each row's height, in its middle. */
static void
fill_rows(const struct sheet *s, const struct canvas_op *op, double part)
{
	const double row = s->c->row;

	for (double y = 0; y < op->height - row / 2; y += row)
		fill_box(s->cr, op->x, op->y + y + row * (1 - part) / 2, op->width, row * part);
}

static void
put_area(const struct sheet *s, const struct canvas_op *op)
{
	const double half = s->c->row / 2;

	set_color(s->cr, op->style == CANVAS_THIN ? 0x888888 : canvas_palette[op->style / CANVAS_FILLS]);
	if (op->style == CANVAS_THIN)
		fill_rows(s, op, 0.25);
	else if (op->style % CANVAS_FILLS == CANVAS_BANDS)
		fill_rows(s, op, 0.5);
	else if (op->style % CANVAS_FILLS == CANVAS_BARS)
		for (double x = 0; x < op->width; x += 2 * half)
			fill_box(s->cr, op->x + x, op->y, fmin(half, op->width - x), op->height);
	else
		fill_box(s->cr, op->x, op->y, op->width, op->height);
}

static void
put_text(const struct sheet *s, const struct canvas_op *op)
{
	static const double part[] = {[CANVAS_START] = 0, [CANVAS_MIDDLE] = 0.5, [CANVAS_END] = 1};
	const char *words = s->c->words + op->at;
	cairo_text_extents_t size;

	cairo_set_source_rgb(s->cr, 0, 0, 0);
	cairo_text_extents(s->cr, words, &size);
	cairo_save(s->cr);
	cairo_translate(s->cr, op->x, op->y);
	if (op->kind == CANVAS_TEXT_UP)
		cairo_rotate(s->cr, -acos(0));
	cairo_move_to(s->cr, -part[op->anchor] * size.x_advance, 0);
	cairo_show_text(s->cr, words);
	cairo_restore(s->cr);
}

static void
put_line(const struct sheet *s, const struct canvas_op *op)
{
	cairo_set_source_rgb(s->cr, 0, 0, 0);
	cairo_set_line_width(s->cr, 1);
	if (op->kind == CANVAS_FRAME) {
		cairo_rectangle(s->cr, op->x, op->y, op->width, op->height);
	} else {
		cairo_move_to(s->cr, op->x, op->y);
		cairo_line_to(s->cr, op->width, op->height);
	}
	cairo_stroke(s->cr);
}

static void
put_points(const struct sheet *s, const struct canvas_op *op)
{
	static const double dash[] = {7, 5};
	const double *xy = s->c->point + 2 * op->at;
	cairo_t *cr = s->cr;
	const bool curve = op->kind == CANVAS_CURVE;

	cairo_new_path(cr); /* text has left a point */
	for (size_t i = 0; i < op->n; i++)
		cairo_line_to(cr, xy[2 * i], xy[2 * i + 1]);
	if (!curve) {
		cairo_close_path(cr);
		cairo_set_antialias(cr, op->mark ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE);
		if (op->style != CANVAS_STYLES) {
			set_color(cr, canvas_palette[op->style / CANVAS_FILLS]);
			cairo_fill_preserve(cr);
		}
		cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
	}
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_line_width(cr, curve ? 2 : 1);
	cairo_set_dash(cr, dash, curve && op->mark ? 2 : 0, 0);
	if (curve || op->mark)
		cairo_stroke(cr);
	cairo_new_path(cr);
	cairo_set_dash(cr, dash, 0, 0);
}

static bool
is_solid(const struct canvas_op *op)
{
	return op->kind == CANVAS_AREA && op->style != CANVAS_THIN && op->style % CANVAS_FILLS == CANVAS_SOLID;
}

/* In the order of the SVG: solid areas wait for the flush. */
static void
put_all(const struct sheet *s)
{
	const struct canvas *c = s->c;
	size_t flushed = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct canvas_op *op = c->op + i;

		if (op->kind == CANVAS_FLUSH) {
			for (; flushed < i; flushed++)
				if (is_solid(c->op + flushed))
					put_area(s, c->op + flushed);
		} else if (op->kind == CANVAS_AREA && !is_solid(op)) {
			put_area(s, op);
		} else if (op->kind == CANVAS_TEXT || op->kind == CANVAS_TEXT_UP) {
			put_text(s, op);
		} else if (op->kind == CANVAS_LINE || op->kind == CANVAS_FRAME) {
			put_line(s, op);
		} else if (op->kind == CANVAS_POLYGON || op->kind == CANVAS_CURVE) {
			put_points(s, op);
		}
	}
}

static cairo_status_t
to_file(void *out, const unsigned char *data, unsigned n)
{
	return fwrite(data, 1, n, out) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* The date of a PDF is left out: the same figure is the same file. */
static cairo_surface_t *
open_surface(const struct canvas *c, enum plot_format format, FILE *out)
{
	const double width = c->width * scale[format], height = c->height * scale[format];
	cairo_surface_t *surface;

	if (format == PLOT_PNG)
		return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
	surface = cairo_pdf_surface_create_for_stream(to_file, out, width, height);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, c->title);
	return surface;
}

bool
canvas_cairo(const struct canvas *c, enum plot_format format, const char *name, FILE *out, struct simt_error *e)
{
	cairo_surface_t *surface = open_surface(c, format, out);
	const struct sheet s = {c, cairo_create(surface)};
	cairo_status_t status;

	cairo_scale(s.cr, scale[format], scale[format]);
	cairo_set_source_rgb(s.cr, 1, 1, 1);
	cairo_paint(s.cr);
	cairo_select_font_face(s.cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(s.cr, c->font);
	put_all(&s);
	status = cairo_status(s.cr);
	cairo_destroy(s.cr);
	if (format == PLOT_PNG && !status)
		status = cairo_surface_write_to_png_stream(surface, to_file, out);
	cairo_surface_finish(surface);
	status = status ? status : cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	/* when the file is closed, a write error is reported with its reason */
	return !status || status == CAIRO_STATUS_WRITE_ERROR ||
	       simt_fail(e, SIMT_BAD_INPUT, "%s: %s", name, cairo_status_to_string(status));
}
#endif
