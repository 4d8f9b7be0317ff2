#include "workloads/plot/svg.h"

#include <stdio.h>

/* From dark to light in even steps, so that they stay apart in grey: viridis, which people who cannot tell all colours apart see, too. */
static const char *const color[SVG_KEY + 1] = {"#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c",
					       "#28ae80", "#5ec962", "#addc30", "#b3b3b3", "#303030"};

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

unsigned
svg_color(size_t i, size_t n)
{
	static const uint8_t few[][SVG_COLORS] = {
		{3}, {1, 5}, {0, 3, 6}, {0, 2, 4, 6}, {0, 2, 4, 6, 7}, {0, 1, 3, 4, 6, 7}, {0, 1, 2, 4, 5, 6, 7}};

	return n && n <= sizeof few / sizeof *few ? few[n - 1][i] : (unsigned)i;
}

static const char fill_letter[SVG_FILLS] = {[SVG_SOLID] = 's', [SVG_BANDS] = 'b', [SVG_BARS] = 'u'};

/* A line as thick as the area is, with the dashes of its style. */
static void
put_dashed(struct svg *s, unsigned style, double x, double y, double width, double height)
{
	struct text *t = &s->body;
	const bool upright = style == SVG_THIN || style % SVG_FILLS == SVG_BANDS;
	char name[32] = "thin";

	if (style != SVG_THIN)
		snprintf(name, sizeof name, "%c%u", fill_letter[style % SVG_FILLS], style / SVG_FILLS);
	text_put(t, "<path class=\"");
	text_put(t, name);
	text_put(t, "\"");
	put_attribute(t, "stroke-width", upright ? width : height);
	text_put(t, " d=\"M");
	put(t, upright ? x + width / 2 : x);
	text_put(t, " ");
	put(t, upright ? y : y + height / 2);
	text_put(t, upright ? "v" : "h");
	put(t, upright ? height : width);
	text_put(t, "\"/>\n");
}

void
svg_area(struct svg *s, unsigned style, double x, double y, double width, double height)
{
	struct text *t;

	if (style == SVG_STYLES)
		return;
	s->used[style] = true;
	if (style == SVG_THIN || style % SVG_FILLS != SVG_SOLID) {
		put_dashed(s, style, x, y, width, height);
		return;
	}
	t = s->area + style;
	text_put(t, "M");
	put(t, x);
	text_put(t, " ");
	put(t, y);
	text_put(t, "h");
	put(t, width);
	text_put(t, "v");
	put(t, height);
	text_put(t, "H");
	put(t, x);
	text_put(t, "z");
}

void
svg_draw(struct svg *s)
{
	for (unsigned i = 0; i < SVG_STYLES; i++) {
		char name[32];

		if (!s->area[i].n)
			continue;
		snprintf(name, sizeof name, "s%u", i / SVG_FILLS);
		text_put(&s->body, "<path class=\"");
		text_put(&s->body, name);
		text_put(&s->body, "\" d=\"");
		text_bytes(&s->body, s->area[i].s, s->area[i].n);
		text_put(&s->body, "\"/>\n");
		s->area[i].n = 0;
	}
}

void
svg_text(struct svg *s, double x, double y, enum svg_anchor anchor, const char *text)
{
	static const char *const word[] = {
		[SVG_START] = "", [SVG_MIDDLE] = " text-anchor=\"middle\"", [SVG_END] = " text-anchor=\"end\""};

	text_put(&s->body, "<text");
	put_attribute(&s->body, "x", x);
	put_attribute(&s->body, "y", y);
	text_put(&s->body, word[anchor]);
	text_put(&s->body, ">");
	put_escaped(&s->body, text);
	text_put(&s->body, "</text>\n");
}

void
svg_text_up(struct svg *s, double x, double y, const char *text)
{
	text_put(&s->body, "<text text-anchor=\"middle\" transform=\"translate(");
	put(&s->body, x);
	text_put(&s->body, " ");
	put(&s->body, y);
	text_put(&s->body, ") rotate(-90)\">");
	put_escaped(&s->body, text);
	text_put(&s->body, "</text>\n");
}

void
svg_line(struct svg *s, double x1, double y1, double x2, double y2)
{
	text_put(&s->body, "<line");
	put_attribute(&s->body, "x1", x1);
	put_attribute(&s->body, "y1", y1);
	put_attribute(&s->body, "x2", x2);
	put_attribute(&s->body, "y2", y2);
	text_put(&s->body, "/>\n");
}

void
svg_frame(struct svg *s, double x, double y, double width, double height)
{
	text_put(&s->body, "<rect class=\"f\"");
	put_attribute(&s->body, "x", x);
	put_attribute(&s->body, "y", y);
	put_attribute(&s->body, "width", width);
	put_attribute(&s->body, "height", height);
	text_put(&s->body, "/>\n");
}

/* The styles that are used. Dashes begin anew where a line does. */
static void
put_styles(const struct svg *s, struct text *t)
{
	const double half = s->row / 2, thin = s->row / 4;
	char line[256];

	text_put(t, "<style>path{fill:none}.f{fill:none;stroke:#000}line{stroke:#000}");
	if (s->used[SVG_THIN]) {
		snprintf(line, sizeof line, ".thin{stroke:#888;stroke-dasharray:%.2f %.2f;stroke-dashoffset:%.2f}", thin,
			 s->row - thin, s->row - 1.5 * thin);
		text_put(t, line);
	}
	for (unsigned i = 0; i < SVG_THIN; i++) {
		const unsigned k = i / SVG_FILLS;

		if (!s->used[i])
			continue;
		if (i % SVG_FILLS == SVG_SOLID)
			snprintf(line, sizeof line, ".s%u{fill:%s;shape-rendering:crispEdges}", k, color[k]);
		else if (i % SVG_FILLS == SVG_BANDS)
			snprintf(line, sizeof line, ".b%u{stroke:%s;stroke-dasharray:%.2f;stroke-dashoffset:%.2f}", k, color[k],
				 half, 1.5 * half);
		else
			snprintf(line, sizeof line, ".u%u{stroke:%s;stroke-dasharray:%.2f}", k, color[k], half);
		text_put(t, line);
	}
	text_put(t, "</style>\n");
}

void
svg_end(struct svg *s, unsigned width, unsigned height, const char *title, struct text *t)
{
	char head[256];

	svg_draw(s);
	snprintf(head, sizeof head,
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" role=\"img\" "
		 "font-family=\"Helvetica,Arial,sans-serif\" font-size=\"%u\">\n",
		 width, height, width, height, s->font);
	text_put(t, head);
	text_put(t, "<title>");
	put_escaped(t, title);
	text_put(t, "</title>\n");
	put_styles(s, t);
	text_put(t, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
	text_bytes(t, s->body.s, s->body.n);
	text_put(t, "</svg>\n");
	for (unsigned i = 0; i < SVG_STYLES; i++)
		text_free(s->area + i);
	text_free(&s->body);
}

uint64_t
svg_step(uint64_t range, unsigned most)
{
	uint64_t power = 1;

	while (range / power / 10 >= most)
		power *= 10;
	for (unsigned k = 1; k <= 5; k += k == 2 ? 3 : 1)
		if (range / (power * k) <= most)
			return power * k;
	return power * 10;
}
