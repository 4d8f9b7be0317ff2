/* figure-lanes.c: the lanes of warps over time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "workloads/plot/parts.h"
#include "workloads/plot/recording-figures.h"
#include "workloads/plot/svg.h"

/* Pixels. */
enum {
	FONT = 17,
	LEFT = 62,   /* for names of lanes */
	RIGHT = 14,  /* for half of the last number */
	LANE = 4,    /* of 32 lanes; wider warps have thinner ones */
	GAP = 30,    /* between warps, with a line of text */
	AXIS = 48,   /* numbers, and what they are */
	SWATCH = 26, /* in the legend; its height is of whole lanes */
	KEY = 16,
	LINE = 24,
	FINE = 2 /* columns of a pixel */
};

/* The time that is shown where the user says no cycles: spans of the first warp, from where its lanes part; spans before that, which take a part
 * of LEAD at most. */
enum { SPANS = 120, SPANS_BEFORE = 6, LEAD = 8 };

struct picture {
	const struct recording_figure *f;
	const struct recording_warp *warp[FIGURE_WARPS_MOST];
	unsigned n;
	uint64_t first, end; /* cycles; issue slots from the first one in these cycles on */
	double lane, width;  /* height of a lane; of the time */
	struct parts parts;
	struct svg svg;
	bool waits, stalls, guards, mixed; /* what the legend has to explain */
};

/* ---- which warps, and when ---- */

static const struct recording_span *
spans_of(const struct picture *p, const struct recording_warp *w)
{
	return p->f->c->span + w->span;
}

static uint64_t
lost(const struct picture *p, const struct recording_warp *w)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < w->nspans; i++)
		if (pick_span(&p->f->pick, spans_of(p, w) + i))
			sum += spans_of(p, w)[i].present - spans_of(p, w)[i].threads;
	return sum;
}

/* All that are picked, in order; the caller frees them. */
static const struct recording_warp **
picked(const struct picture *p, size_t *n)
{
	const struct recording_warp **all = zeroed(p->f->c->nwarps, sizeof(struct recording_warp *));

	*n = 0;
	for (size_t i = 0; i < p->f->c->nwarps; i++)
		if (pick_warp(p->f->c, &p->f->pick, p->f->c->warp + i))
			all[(*n)++] = p->f->c->warp + i;
	if (*n)
		qsort(all, *n, sizeof *all, pick_by_place);
	return all;
}

static bool
choose_warps(struct picture *p, struct simt_error *e)
{
	const struct pick *pick = &p->f->pick;
	const bool chosen = pick->blocks.last != UINT64_MAX || pick->warps.last != UINT64_MAX;
	size_t n, first = 0;
	const struct recording_warp **all = picked(p, &n);
	uint64_t most = 0;

	for (size_t i = 0; i < n && !chosen; i++)
		if (lost(p, all[i]) > most) {
			most = lost(p, all[i]);
			first = i;
		}
	for (size_t i = first; i < n && p->n < (chosen ? FIGURE_WARPS_MOST : FIGURE_WARPS); i++)
		if (chosen || (all[i]->launch == all[first]->launch && all[i]->block == all[first]->block))
			p->warp[p->n++] = all[i];
	free(all);
	if (p->n)
		return true;
	return simt_fail(e, SIMT_BAD_INPUT, "case '%.200s': %s", p->f->c->name, pick_no_warps(p->f->r, p->f->c));
}

/* A time in which lanes of the first warp are parted; else its beginning. */
static void
choose_time(struct picture *p)
{
	const struct recording_warp *w = p->warp[0];
	const struct recording_span *s = spans_of(p, w);
	uint32_t first = 0, end;
	uint64_t before, lead;

	p->first = p->f->pick.cycles.first;
	p->end = p->f->pick.cycles.last;
	if (p->end != UINT64_MAX) {
		p->end++;
		return;
	}
	while (first < w->nspans && !(pick_parted(s + first) && pick_span(&p->f->pick, s + first)))
		first++;
	first = first == w->nspans ? 0 : first;
	end = first + SPANS < w->nspans ? first + SPANS : w->nspans;
	p->end = s[end - 1].end;
	before = first > SPANS_BEFORE ? s[first - SPANS_BEFORE].from : s->from;
	lead = (p->end - s[first].from) / LEAD;
	lead = s[first].from > lead ? s[first].from - lead : 0;
	before = before > lead ? before : lead;
	p->first = before > p->first ? before : p->first;
}

/* The first and the last cycle of the time in which something happens. */
static void
trim(struct picture *p)
{
	uint64_t first = UINT64_MAX, end = 0;

	for (unsigned i = 0; i < p->n; i++) {
		const struct recording_span *s = spans_of(p, p->warp[i]), *last = s + p->warp[i]->nspans - 1;

		first = s->from < first ? s->from : first;
		end = last->end > end ? last->end : end;
	}
	p->first = first > p->first ? first : p->first;
	p->end = end < p->end ? end : p->end;
	p->end = p->end > p->first ? p->end : p->first + 1;
}

/* ---- the axis ---- */

/* Part of the time of a warp, along the axis. */
struct piece {
	const struct recording_span *span;
	uint64_t from, begin, end; /* as of the span, by the axis */
};

/* The pieces of a warp, which the caller frees. *total: where the last one ends. */
static struct piece *
pieces_of(const struct picture *p, const struct recording_warp *w, size_t *n, uint64_t *total)
{
	const struct recording_span *s = spans_of(p, w);
	struct piece *x = zeroed(w->nspans, sizeof *x);
	uint64_t slots = 0;

	*n = 0;
	*total = 0;
	for (uint32_t i = 0; i < w->nspans; i++) {
		if (s[i].end <= p->first || s[i].from >= p->end || (p->f->slots && !s[i].inst))
			continue;
		if (p->f->slots)
			x[(*n)++] = (struct piece){s + i, slots, slots, slots + s[i].inst};
		else
			x[(*n)++] = (struct piece){s + i, s[i].from, s[i].begin, s[i].end};
		slots += s[i].inst;
		*total = x[*n - 1].end;
	}
	return x;
}

/* By the axis. */
static void
find_range(struct picture *p, uint64_t *first, uint64_t *end)
{
	*first = p->f->slots ? 0 : p->first;
	*end = p->f->slots ? 1 : p->end;
	for (unsigned i = 0; i < p->n && p->f->slots; i++) {
		uint64_t total;
		size_t n;

		free(pieces_of(p, p->warp[i], &n, &total));
		*end = total > *end ? total : *end;
	}
}

/* ---- colours ---- */

/* The parts with the most lane-cycles get colours, in the order of the code: from dark to light. */
static void
choose_colors(struct picture *p)
{
	for (unsigned k = 0; k < p->n; k++) {
		const struct recording_span *s = spans_of(p, p->warp[k]);

		for (uint32_t i = 0; i < p->warp[k]->nspans; i++)
			if (s[i].end > p->first && s[i].from < p->end)
				parts_add(&p->parts, p->f->c, p->warp[k], s + i);
	}
	parts_choose(&p->parts);
}

static unsigned
color_of(const struct picture *p, const struct recording_warp *w, const struct recording_span *s)
{
	const size_t i = parts_find(&p->parts, p->f->c, w, s);

	return i < p->parts.n ? svg_color(i, p->parts.n) : SVG_OTHER;
}

/* ---- a warp ---- */

/* What a column shows. */
struct column {
	const struct recording_span *span; /* NULL: nothing */
	bool stalls;
};

static uint64_t
overlap(uint64_t a, uint64_t b, uint64_t from, uint64_t to)
{
	const uint64_t first = a > from ? a : from, end = b < to ? b : to;

	return end > first ? end - first : 0;
}

/* What is shown of the time from..to; the first of the pieces that could be in it is *at. */
static struct column
column_of(const struct piece *x, size_t n, size_t *at, uint64_t from, uint64_t to)
{
	const uint64_t middle = from + (to - from) / 2;
	const struct piece *shown = NULL, *parted = NULL;
	uint64_t longest = 0;

	while (*at < n && x[*at].end <= from)
		++*at;
	for (size_t i = *at; i < n && x[i].from < to; i++) {
		const uint64_t time = overlap(x[i].from, x[i].end, from, to);

		if (!shown || (x[i].from <= middle && middle < x[i].end))
			shown = x + i;
		if (pick_parted(x[i].span) && time > longest) {
			longest = time;
			parted = x + i;
		}
	}
	shown = shown && !pick_parted(shown->span) && parted ? parted : shown;
	if (!shown)
		return (struct column){NULL, false};
	return (struct column){shown->span,
			       overlap(shown->from, shown->begin, from, to) > overlap(shown->begin, shown->end, from, to)};
}

static bool
has(const struct simt_lanes *m, unsigned lane)
{
	return m->word[lane / 64] >> lane % 64 & 1;
}

static unsigned
style_of(struct picture *p, const struct recording_span *s, bool stalls, unsigned lane, unsigned color)
{
	if (!has(&s->alive, lane))
		return SVG_STYLES;
	if (!has(&s->active, lane)) {
		p->waits = true;
		return SVG_THIN;
	}
	if (stalls) {
		p->stalls = true;
		return svg_style(SVG_BANDS, color);
	}
	/* it is off more often than not */
	if (has(&s->off, lane) && 2 * s->guarded_off > s->inst * pick_lanes(&s->off)) {
		p->guards = true;
		return svg_style(SVG_BARS, color);
	}
	return svg_style(SVG_SOLID, color);
}

/* Columns from..to, which all show c. */
static void
put_columns(struct picture *p, const struct recording_warp *w, struct column c, unsigned from, unsigned to, double y)
{
	const unsigned color = c.span ? color_of(p, w, c.span) : 0, lanes = p->f->r->warp_size;
	unsigned lane = 0;

	p->mixed = p->mixed || (c.span && color == SVG_OTHER);
	while (c.span && lane < lanes) {
		const unsigned style = style_of(p, c.span, c.stalls, lane, color);
		unsigned end = lane + 1;

		while (end < lanes && style_of(p, c.span, c.stalls, end, color) == style)
			end++;
		svg_area(&p->svg, style, LEFT + (double)from / FINE, y + lane * p->lane, (double)(to - from) / FINE,
			 (end - lane) * p->lane);
		lane = end;
	}
}

static void
put_lanes(struct picture *p, const struct recording_warp *w, double y, uint64_t first, uint64_t end)
{
	const unsigned columns = (unsigned)p->width * FINE;
	struct column last = {NULL, false};
	unsigned from = 0;
	uint64_t total;
	size_t n, at = 0;
	struct piece *x = pieces_of(p, w, &n, &total);

	for (unsigned k = 0; k <= columns; k++) {
		const uint64_t range = end - first, a = first + range * k / columns, b = first + range * (k + 1) / columns;
		struct column c = {NULL, false};

		if (k < columns)
			c = column_of(x, n, &at, a, b > a ? b : a + 1);
		if (k < columns && c.span == last.span && c.stalls == last.stalls)
			continue;
		put_columns(p, w, last, from, k, y);
		last = c;
		from = k;
	}
	free(x);
	svg_draw(&p->svg);
}

/* "block 3, warp 1: 8.7 % of lane-slots wait" */
static void
put_title(struct picture *p, const struct recording_warp *w, double y)
{
	uint64_t waiting = 0, present = 0;
	size_t n;
	uint64_t total;
	struct piece *x = pieces_of(p, w, &n, &total);
	char text[200];

	for (size_t i = 0; i < n; i++) {
		waiting += x[i].span->present - x[i].span->threads;
		present += x[i].span->present;
	}
	free(x);
	snprintf(text, sizeof text, "block %" PRIu64 ", warp %" PRIu32 ": %.1f %% of lane-slots wait", w->block, w->warp,
		 present ? 100 * (double)waiting / (double)present : 0);
	svg_text(&p->svg, LEFT, y, SVG_START, text);
}

static void
put_warp(struct picture *p, const struct recording_warp *w, double y, uint64_t first, uint64_t end)
{
	const unsigned lanes = p->f->r->warp_size;
	char text[32];

	put_title(p, w, y - 7);
	put_lanes(p, w, y, first, end);
	svg_frame(&p->svg, LEFT, y, p->width, lanes * p->lane);
	svg_text(&p->svg, LEFT - 6, y + FONT - 4, SVG_END, "0");
	snprintf(text, sizeof text, "%u", lanes - 1);
	svg_text(&p->svg, LEFT - 6, y + lanes * p->lane, SVG_END, text);
	svg_text_up(&p->svg, LEFT - 34, y + lanes * p->lane / 2, "lane");
}

/* ---- around it ---- */

static void
put_axis(struct picture *p, double y, uint64_t first, uint64_t end)
{
	const uint64_t step = svg_step(end - first, (unsigned)p->width / 90);

	for (uint64_t t = (first + step - 1) / step * step; t <= end; t += step) {
		const double x = LEFT + p->width * (double)(t - first) / (double)(end - first);
		char text[24];

		snprintf(text, sizeof text, "%" PRIu64, t);
		svg_line(&p->svg, x, y, x, y + 5);
		svg_text(&p->svg, x, y + 5 + FONT, SVG_MIDDLE, text);
	}
	svg_text(&p->svg, LEFT + p->width / 2, y + 7 + 2 * FONT, SVG_MIDDLE, p->f->slots ? "issue slots of the warp" : "cycles");
}

static double
put_key(struct picture *p, double x, double y, unsigned style, const char *text)
{
	svg_area(&p->svg, style, x, y - FONT + 3, SWATCH, KEY);
	svg_draw(&p->svg);
	svg_frame(&p->svg, x, y - FONT + 3, SWATCH, KEY);
	svg_text(&p->svg, x + SWATCH + 7, y, SVG_START, text);
	return y + LINE;
}

/* States to the left, parts of the code to the right. Returns where it ends. */
static double
put_legend(struct picture *p, double y)
{
	const double right = LEFT + p->width * 0.5;
	double a = y, b = y;

	a = put_key(p, LEFT, a, svg_style(SVG_SOLID, SVG_KEY), "issues");
	if (p->stalls)
		a = put_key(p, LEFT, a, svg_style(SVG_BANDS, SVG_KEY), "is stalled, will run");
	if (p->guards)
		a = put_key(p, LEFT, a, svg_style(SVG_BARS, SVG_KEY), "guarded off");
	if (p->waits)
		a = put_key(p, LEFT, a, SVG_THIN, "waits for other lanes");
	a = put_key(p, LEFT, a, SVG_STYLES, "exited, or not there");
	for (size_t i = 0; i < p->parts.n; i++) {
		char name[PARTS_NAME];

		parts_name(&p->parts, i, name);
		b = put_key(p, right, b, svg_style(SVG_SOLID, svg_color(i, p->parts.n)), name);
	}
	if (p->mixed)
		b = put_key(p, right, b, svg_style(SVG_SOLID, SVG_OTHER), "other code");
	return a > b ? a : b;
}

bool
figure_lanes(const struct recording_figure *f, struct text *t, struct simt_error *e)
{
	struct picture p = {.f = f, .svg = {.font = FONT}, .parts = {.r = f->r}};
	const unsigned lanes = f->r->warp_size;
	uint64_t first, end;
	char title[400];
	double y = 0;

	if (!choose_warps(&p, e))
		return false;
	choose_time(&p);
	trim(&p);
	find_range(&p, &first, &end);
	choose_colors(&p);
	p.width = f->width - LEFT - RIGHT;
	p.svg.row = p.lane = lanes > 32 ? LANE * 32.0 / lanes : LANE;
	for (unsigned i = 0; i < p.n; i++) {
		y += GAP;
		put_warp(&p, p.warp[i], y, first, end);
		y += lanes * p.lane;
	}
	put_axis(&p, y, first, end);
	y = put_legend(&p, y + AXIS + LINE);
	snprintf(title, sizeof title, "Lanes of warps of case %.100s on %.100s", f->c->name, f->r->machine);
	svg_end(&p.svg, f->width, (unsigned)y, f->title ? f->title : title, t);
	free(p.parts.key);
	return true;
}
