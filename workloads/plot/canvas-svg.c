/* canvas-svg.c: a canvas as SVG. */
#include <stdio.h>
#include <string.h>

#include "workloads/plot/canvas.h"

struct svg {
	const struct canvas *c;
	struct text body;
	struct text area[CANVAS_STYLES]; /* since the last flush */
	bool used[CANVAS_STYLES];
	bool curves, dashed, marks; /* likewise */
	bool open;                  /* the last path of the body goes on, with dashes of this style and width */
	unsigned open_style;
	double open_width;
};

static void
put(struct text *t, double x)
{
	const size_t at = t->n;

	text_decimals(t, x, 2);
	/* no more digits than are needed */
	while (t->n > at && t->s[t->n - 1] == '0')
		t->n--;
	if (t->n > at && t->s[t->n - 1] == '.')
		t->n--;
	if (t->n > at + 1 && t->s[at] == '0') {
		memmove(t->s + at, t->s + at + 1, t->n - at - 1);
		t->n--;
	}
}

static void
put_attribute(struct text *t, const char *name, double x)
{
	text_put(t, " ");
	text_put(t, name);
	text_put(t, "=\"");
	put(t, x);
	text_put(t, "\"");
}

static void
put_escaped(struct text *t, const char *s)
{
	for (; *s; s++) {
		const unsigned char c = (unsigned char)*s;

		if (c == '<')
			text_put(t, "&lt;");
		else if (c == '>')
			text_put(t, "&gt;");
		else if (c == '&')
			text_put(t, "&amp;");
		else
			text_bytes(t, c < 0x20 || c >= 0x7f ? "?" : s, 1);
	}
}

static const char fill_letter[CANVAS_FILLS] = {[CANVAS_SOLID] = 's', [CANVAS_BANDS] = 'b', [CANVAS_BARS] = 'u'};

static void
close_path(struct svg *s)
{
	if (s->open)
		text_put(&s->body, "\"/>\n");
	s->open = false;
}

/* A line as thick as the area is, with the dashes of its style. Lines that follow each other and are of one kind are a path: its dashes begin
 * anew with each of them. */
static void
put_dashed(struct svg *s, const struct canvas_op *op)
{
	const bool upright = op->style == CANVAS_THIN || op->style % CANVAS_FILLS == CANVAS_BANDS;
	const double width = upright ? op->width : op->height;
	struct text *t = &s->body;
	char name[32] = "thin";

	if (op->style != CANVAS_THIN)
		snprintf(name, sizeof name, "%c%u", fill_letter[op->style % CANVAS_FILLS], op->style / CANVAS_FILLS);
	if (!s->open || s->open_style != op->style || s->open_width != width) {
		close_path(s);
		text_put(t, "<path class=\"");
		text_put(t, name);
		text_put(t, "\"");
		put_attribute(t, "stroke-width", width);
		text_put(t, " d=\"");
		s->open = true;
		s->open_style = op->style;
		s->open_width = width;
	}
	text_put(t, "M");
	put(t, upright ? op->x + op->width / 2 : op->x);
	text_put(t, " ");
	put(t, upright ? op->y : op->y + op->height / 2);
	text_put(t, upright ? "v" : "h");
	put(t, upright ? op->height : op->width);
}

static void
put_area(struct svg *s, const struct canvas_op *op)
{
	struct text *t = s->area + op->style;

	s->used[op->style] = true;
	if (op->style == CANVAS_THIN || op->style % CANVAS_FILLS != CANVAS_SOLID) {
		put_dashed(s, op);
		return;
	}
	text_put(t, "M");
	put(t, op->x);
	text_put(t, " ");
	put(t, op->y);
	text_put(t, "h");
	put(t, op->width);
	text_put(t, "v");
	put(t, op->height);
	text_put(t, "h-");
	put(t, op->width);
	text_put(t, "z");
}

static void
flush(struct svg *s)
{
	for (unsigned i = 0; i < CANVAS_STYLES; i++) {
		char name[32];

		if (!s->area[i].n)
			continue;
		snprintf(name, sizeof name, "s%u", i / CANVAS_FILLS);
		text_put(&s->body, "<path class=\"");
		text_put(&s->body, name);
		text_put(&s->body, "\" d=\"");
		text_bytes(&s->body, s->area[i].s, s->area[i].n);
		text_put(&s->body, "\"/>\n");
		s->area[i].n = 0;
	}
}

static void
put_text(struct svg *s, const struct canvas_op *op)
{
	static const char *const word[] = {
		[CANVAS_START] = "", [CANVAS_MIDDLE] = " text-anchor=\"middle\"", [CANVAS_END] = " text-anchor=\"end\""};

	text_put(&s->body, "<text");
	put_attribute(&s->body, "x", op->x);
	put_attribute(&s->body, "y", op->y);
	text_put(&s->body, word[op->anchor]);
	text_put(&s->body, ">");
	put_escaped(&s->body, s->c->words + op->at);
	text_put(&s->body, "</text>\n");
}

static void
put_text_up(struct svg *s, const struct canvas_op *op)
{
	text_put(&s->body, "<text text-anchor=\"middle\" transform=\"translate(");
	put(&s->body, op->x);
	text_put(&s->body, " ");
	put(&s->body, op->y);
	text_put(&s->body, ") rotate(-90)\">");
	put_escaped(&s->body, s->c->words + op->at);
	text_put(&s->body, "</text>\n");
}

static void
put_line(struct svg *s, const struct canvas_op *op)
{
	text_put(&s->body, "<line");
	put_attribute(&s->body, "x1", op->x);
	put_attribute(&s->body, "y1", op->y);
	put_attribute(&s->body, "x2", op->width);
	put_attribute(&s->body, "y2", op->height);
	text_put(&s->body, "/>\n");
}

static void
put_frame(struct svg *s, const struct canvas_op *op)
{
	text_put(&s->body, "<rect class=\"f\"");
	put_attribute(&s->body, "x", op->x);
	put_attribute(&s->body, "y", op->y);
	put_attribute(&s->body, "width", op->width);
	put_attribute(&s->body, "height", op->height);
	text_put(&s->body, "/>\n");
}

/* A line to x, y, or the first point of lines. Most are level or upright. */
static void
put_point(struct svg *s, const double *xy, bool line)
{
	const bool level = line && xy[1] == xy[-1], upright = line && xy[0] == xy[-2];

	if (level && upright)
		return;
	text_put(&s->body, level ? "H" : upright ? "V" : line ? "L" : "M");
	if (!upright)
		put(&s->body, xy[0]);
	if (!upright && !level)
		text_put(&s->body, " ");
	if (!level)
		put(&s->body, xy[1]);
}

static void
put_points(struct svg *s, const struct canvas_op *op)
{
	const bool filled = op->style != CANVAS_STYLES, curve = op->kind == CANVAS_CURVE;
	char name[32] = "";

	if (filled) {
		s->used[op->style] = true;
		snprintf(name, sizeof name, "s%u", op->style / CANVAS_FILLS);
	}
	s->curves = s->curves || curve;
	s->dashed = s->dashed || (curve && op->mark);
	s->marks = s->marks || (!curve && op->mark);
	text_put(&s->body, "<path class=\"");
	text_put(&s->body, curve ? (op->mark ? "c d" : "c") : op->mark ? (filled ? "m " : "m") : "");
	text_put(&s->body, name);
	text_put(&s->body, "\" d=\"");
	for (size_t i = 0; i < op->n; i++)
		put_point(s, s->c->point + 2 * (op->at + i), i > 0);
	text_put(&s->body, curve ? "\"/>\n" : "z\"/>\n");
}

static void
put_op(struct svg *s, const struct canvas_op *op)
{
	static void (*const writer[])(struct svg *, const struct canvas_op *) = {
		[CANVAS_AREA] = put_area,   [CANVAS_TEXT] = put_text,      [CANVAS_TEXT_UP] = put_text_up, [CANVAS_LINE] = put_line,
		[CANVAS_FRAME] = put_frame, [CANVAS_POLYGON] = put_points, [CANVAS_CURVE] = put_points};

	if (op->kind != CANVAS_AREA)
		close_path(s);
	if (op->kind == CANVAS_FLUSH)
		flush(s);
	else
		writer[op->kind](s, op);
}

static void
put_style(const struct svg *s, unsigned style, struct text *t)
{
	const double half = s->c->row / 2;
	const unsigned k = style / CANVAS_FILLS, color = canvas_palette[k];
	char line[256];

	if (style % CANVAS_FILLS == CANVAS_SOLID)
		snprintf(line, sizeof line, ".s%u{fill:#%06x;shape-rendering:crispEdges}", k, color);
	else if (style % CANVAS_FILLS == CANVAS_BANDS)
		snprintf(line, sizeof line, ".b%u{stroke:#%06x;stroke-dasharray:%.2f;stroke-dashoffset:%.2f}", k, color, half,
			 1.5 * half);
	else
		snprintf(line, sizeof line, ".u%u{stroke:#%06x;stroke-dasharray:%.2f}", k, color, half);
	text_put(t, line);
}

/* The styles that are used. Dashes begin anew where a line does. */
static void
put_styles(const struct svg *s, struct text *t)
{
	const double thin = s->c->row / 4;
	char line[256];

	text_put(t, "<style>path{fill:none}.f{fill:none;stroke:#000}line{stroke:#000}");
	if (s->curves)
		text_put(t, ".c{stroke:#000;stroke-width:2}");
	if (s->dashed)
		text_put(t, ".d{stroke-dasharray:7 5}");
	if (s->used[CANVAS_THIN]) {
		snprintf(line, sizeof line, ".thin{stroke:#888;stroke-dasharray:%.2f %.2f;stroke-dashoffset:%.2f}", thin,
			 s->c->row - thin, s->c->row - 1.5 * thin);
		text_put(t, line);
	}
	for (unsigned i = 0; i < CANVAS_THIN; i++)
		if (s->used[i])
			put_style(s, i, t);
	if (s->marks)
		text_put(t, ".m{stroke:#000;shape-rendering:auto}");
	text_put(t, "</style>\n");
}

void
canvas_svg(const struct canvas *c, struct text *t)
{
	struct svg s = {.c = c};
	char head[256];

	for (size_t i = 0; i < c->n; i++)
		put_op(&s, c->op + i);
	close_path(&s);
	snprintf(head, sizeof head,
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" role=\"img\" "
		 "font-family=\"Helvetica,Arial,sans-serif\" font-size=\"%u\">\n",
		 c->width, c->height, c->width, c->height, c->font);
	text_put(t, head);
	text_put(t, "<title>");
	put_escaped(t, c->title);
	text_put(t, "</title>\n");
	put_styles(&s, t);
	text_put(t, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
	text_bytes(t, s.body.s, s.body.n);
	text_put(t, "</svg>\n");
	for (unsigned i = 0; i < CANVAS_STYLES; i++)
		text_free(s.area + i);
	text_free(&s.body);
}
