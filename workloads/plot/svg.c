#include "workloads/plot/svg.h"

#include <stdio.h>

/* From dark to light, so that they stay apart in grey: steps of viridis, which the blind to a colour tell apart, too. The last is for the rest. */
static const char *const color[SVG_COLORS + 1] = {"#440154", "#414487", "#2a788e", "#22a884", "#7ad151",
						  "#fde725", "#b5651d", "#d98880", "#808080"};

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

void
svg_area(struct svg *s, unsigned style, double x, double y, double width, double height)
{
	struct text *t = s->area + style;

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
	s->used[style] = true;
}

static const char *const fill_name[] = {[SVG_SOLID] = "s", [SVG_HATCHED] = "h", [SVG_DOTTED] = "d", [SVG_TINT] = "t"};

void
svg_draw(struct svg *s)
{
	for (unsigned i = 0; i < SVG_STYLES; i++) {
		char name[32];

		if (!s->area[i].n)
			continue;
		if (i == SVG_GREY)
			snprintf(name, sizeof name, "g");
		else
			snprintf(name, sizeof name, "%s%u", fill_name[i % 4], i / 4);
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

/* Styles and patterns that are used. */
static void
put_styles(const struct svg *s, struct text *t)
{
	char line[512];

	text_put(t, "<style>path{shape-rendering:crispEdges}.g{fill:#dcdcdc}.f{fill:none;stroke:#000}line{stroke:#000}");
	for (unsigned i = 0; i < SVG_GREY; i++) {
		const unsigned k = i / 4;

		if (!s->used[i])
			continue;
		if (i % 4 == SVG_SOLID)
			snprintf(line, sizeof line, ".s%u{fill:%s}", k, color[k]);
		else if (i % 4 == SVG_TINT)
			snprintf(line, sizeof line, ".t%u{fill:%s;fill-opacity:.35}", k, color[k]);
		else
			snprintf(line, sizeof line, ".%s%u{fill:url(#%s%u)}", fill_name[i % 4], k, fill_name[i % 4], k);
		text_put(t, line);
	}
	text_put(t, "</style>\n<defs>\n");
	for (unsigned i = 0; i < SVG_GREY; i++) {
		const unsigned k = i / 4;

		if (!s->used[i] || (i % 4 != SVG_HATCHED && i % 4 != SVG_DOTTED))
			continue;
		if (i % 4 == SVG_HATCHED)
			snprintf(line, sizeof line,
				 "<pattern id=\"h%u\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"><rect width=\"4\" "
				 "height=\"4\" fill=\"#fff\"/><path d=\"M-1 1L1 -1M0 4L4 0M3 5L5 3\" stroke=\"%s\" "
				 "stroke-width=\"1.1\"/></pattern>\n",
				 k, color[k]);
		else
			snprintf(line, sizeof line,
				 "<pattern id=\"d%u\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"><rect width=\"4\" "
				 "height=\"4\" fill=\"%s\"/><rect x=\"1\" y=\"1\" width=\"2\" height=\"2\" "
				 "fill=\"#fff\"/></pattern>\n",
				 k, color[k]);
		text_put(t, line);
	}
	text_put(t, "</defs>\n");
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
