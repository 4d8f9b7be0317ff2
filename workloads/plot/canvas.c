#include "workloads/plot/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* From dark to light in even steps, so that they stay apart in grey: viridis, which people who cannot tell all colours apart see, too. */
const uint32_t canvas_palette[CANVAS_PALETTE] = {0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c,
						 0x28ae80, 0x5ec962, 0xaddc30, 0xb3b3b3, 0x303030};

unsigned
canvas_color(size_t i, size_t n)
{
	static const uint8_t few[][CANVAS_COLORS] = {
		{3}, {1, 5}, {0, 3, 6}, {0, 2, 4, 6}, {0, 2, 4, 6, 7}, {0, 1, 3, 4, 6, 7}, {0, 1, 2, 4, 5, 6, 7}};

	return n && n <= sizeof few / sizeof *few ? few[n - 1][i] : (unsigned)i;
}

static struct canvas_op *
add(struct canvas *c, enum canvas_kind kind, unsigned style)
{
	c->op = grow(c->op, &c->room, c->n + 1, sizeof *c->op);
	c->op[c->n] = (struct canvas_op){.kind = kind, .style = style};
	return c->op + c->n++;
}

static struct canvas_op *
add_box(struct canvas *c, enum canvas_kind kind, const double box[static 4])
{
	struct canvas_op *op = add(c, kind, CANVAS_STYLES);

	op->x = box[0];
	op->y = box[1];
	op->width = box[2];
	op->height = box[3];
	return op;
}

void
canvas_area(struct canvas *c, unsigned style, double x, double y, double width, double height)
{
	if (style != CANVAS_STYLES)
		add_box(c, CANVAS_AREA, (double[]){x, y, width, height})->style = style;
}

void
canvas_flush(struct canvas *c)
{
	add(c, CANVAS_FLUSH, CANVAS_STYLES);
}

static struct canvas_op *
add_text(struct canvas *c, enum canvas_kind kind, double x, double y, const char *text)
{
	struct canvas_op *op = add_box(c, kind, (double[]){x, y, 0, 0});

	op->at = c->nwords;
	op->n = strlen(text) + 1;
	c->words = grow(c->words, &c->words_room, c->nwords + op->n, 1);
	memcpy(c->words + c->nwords, text, op->n);
	c->nwords += op->n;
	return op;
}

void
canvas_text(struct canvas *c, double x, double y, enum canvas_anchor anchor, const char *text)
{
	add_text(c, CANVAS_TEXT, x, y, text)->anchor = anchor;
}

void
canvas_text_up(struct canvas *c, double x, double y, const char *text)
{
	add_text(c, CANVAS_TEXT_UP, x, y, text)->anchor = CANVAS_MIDDLE;
}

void
canvas_line(struct canvas *c, double x1, double y1, double x2, double y2)
{
	add_box(c, CANVAS_LINE, (double[]){x1, y1, x2, y2});
}

void
canvas_frame(struct canvas *c, double x, double y, double width, double height)
{
	add_box(c, CANVAS_FRAME, (double[]){x, y, width, height});
}

static void
add_points(struct canvas *c, struct canvas_op *op, bool mark, const double *xy, size_t n)
{
	op->mark = mark;
	op->at = c->npoints;
	op->n = n;
	c->point = grow(c->point, &c->points_room, 2 * (c->npoints + n), sizeof *c->point);
	memcpy(c->point + 2 * c->npoints, xy, 2 * n * sizeof *xy);
	c->npoints += n;
}

void
canvas_polygon(struct canvas *c, unsigned style, bool outline, const double *xy, size_t n)
{
	add_points(c, add(c, CANVAS_POLYGON, style), outline, xy, n);
}

void
canvas_curve(struct canvas *c, bool dashed, const double *xy, size_t n)
{
	add_points(c, add(c, CANVAS_CURVE, CANVAS_STYLES), dashed, xy, n);
}

void
canvas_end(struct canvas *c, unsigned width, unsigned height, const char *title)
{
	canvas_flush(c);
	c->width = width;
	c->height = height;
	c->title = must(strdup(title));
}

void
canvas_clear(struct canvas *c)
{
	free(c->op);
	free(c->words);
	free(c->point);
	free(c->title);
	*c = (struct canvas){.font = c->font, .row = c->row};
}

uint64_t
canvas_step(uint64_t range, unsigned most)
{
	uint64_t power = 1;

	most = most ? most : 1;
	while (range / power / 10 >= most)
		power *= 10;
	for (unsigned k = 1; k <= 5; k += k == 2 ? 3 : 1)
		if (range / (power * k) <= most)
			return power * k;
	return power * 10;
}
