/* figure-lanes.c: the lanes of warps over time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "workloads/analysis/columns.h"
#include "workloads/plot/parts.h"
#include "workloads/plot/recording-figures.h"
#include "workloads/plot/figure-parts.h"

/* Pixels. */
enum {
	LANE = 4, /* of 16 to 32 lanes; wider warps have thinner ones, narrower ones thicker ones */
	GAP = 30  /* between warps, with a line of text */
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
	struct canvas *canvas;
	bool waits, stalls, guards, mixed; /* what the legend has to explain */
};

/* ---- which warps, and when ---- */

static const struct recording_span *
spans_of(const struct picture *p, const struct recording_warp *w)
{
	return p->f->c->span + w->span;
}

/* What is recorded of warp w: itself, or its ways, one for each call. *i begins at 0. NULL: no more. */
static const struct recording_warp *
next_way(const struct picture *p, const struct recording_warp *w, size_t *i)
{
	const struct recording_case *c = p->f->c;

	if (!p->f->r->together)
		return (*i)++ ? NULL : w;
	for (; *i < c->nways; ++*i)
		if (c->way[*i].launch == w->launch && c->way[*i].block == w->block && c->way[*i].warp == w->warp)
			return c->way + (*i)++;
	return NULL;
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

/* All that are picked, in order, of each the first way; the caller frees them. */
static const struct recording_warp **
picked(const struct picture *p, size_t *n)
{
	const struct recording_case *c = p->f->c;
	const struct recording_warp *w = p->f->r->together ? c->way : c->warp, *last = NULL;
	const size_t nwarps = p->f->r->together ? c->nways : c->nwarps;
	const struct recording_warp **all = zeroed(nwarps, sizeof(struct recording_warp *));
	size_t k = 0;

	for (size_t i = 0; i < nwarps; i++)
		if (pick_warp(c, &p->f->pick, w + i))
			all[k++] = w + i;
	if (k)
		qsort(all, k, sizeof *all, pick_by_place);
	*n = 0;
	for (size_t i = 0; i < k; i++) {
		if (!last || all[i]->launch != last->launch || all[i]->block != last->block || all[i]->warp != last->warp)
			all[(*n)++] = all[i];
		last = all[*n - 1];
	}
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
	return simt_fail(e, SIMT_BAD_INPUT, "case '%.200s': %s", p->f->c->name,
			 p->f->c->nways ? "no warp that was recorded is one of those that are asked for, in these cycles"
					: pick_no_warps(p->f->r, p->f->c));
}

/* A time in which lanes of the first warp are parted; else its beginning. Of a warp with ways, all of its time. */
static void
choose_time(struct picture *p)
{
	const struct recording_warp *w = p->warp[0];
	const struct recording_span *s = spans_of(p, w);
	uint32_t first = 0, end;
	uint64_t before, lead;

	p->first = p->f->pick.cycles.first;
	p->end = p->f->pick.cycles.last;
	if (p->end != UINT64_MAX || p->f->r->together) {
		p->end += p->end != UINT64_MAX;
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
		const struct recording_warp *w;
		size_t at = 0;

		while ((w = next_way(p, p->warp[i], &at))) {
			const struct recording_span *s = spans_of(p, w), *last = s + w->nspans - 1;

			first = s->from < first ? s->from : first;
			end = last->end > end ? last->end : end;
		}
	}
	p->first = first > p->first ? first : p->first;
	p->end = end < p->end ? end : p->end;
	p->end = p->end > p->first ? p->end : p->first + 1;
}

/* ---- the axis ---- */

_Static_assert((int)RECORD_PAUSE == (int)COLUMN_PAUSE, "pictures in characters call the same a stall");

/* The spans of a warp along the axis, which the caller frees. *total: where the last one ends. */
static struct column_piece *
pieces_of(const struct picture *p, const struct recording_warp *w, size_t *n, uint64_t *total)
{
	const struct recording_span *s = spans_of(p, w);
	struct column_piece *x = zeroed(w->nspans, sizeof *x);
	uint64_t slots = 0;

	*n = 0;
	*total = 0;
	for (uint32_t i = 0; i < w->nspans; i++) {
		if (s[i].end <= p->first || s[i].from >= p->end || (p->f->slots && !s[i].inst))
			continue;
		if (p->f->slots)
			x[(*n)++] = (struct column_piece){slots, slots, slots + s[i].inst, pick_parted(s + i), s + i};
		else
			x[(*n)++] = (struct column_piece){s[i].from, s[i].begin, s[i].end, pick_parted(s + i), s + i};
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
		const struct recording_warp *w;
		size_t at = 0;

		while ((w = next_way(p, p->warp[k], &at))) {
			const struct recording_span *s = spans_of(p, w);

			for (uint32_t i = 0; i < w->nspans; i++)
				if (s[i].end > p->first && s[i].from < p->end)
					parts_add(&p->parts, p->f->c, w, s + i);
		}
	}
	parts_choose(&p->parts);
}

static unsigned
color_of(const struct picture *p, const struct recording_warp *w, const struct recording_span *s)
{
	const size_t i = parts_find(&p->parts, p->f->c, w, s);

	return i < p->parts.n ? canvas_color(i, p->parts.n) : CANVAS_OTHER;
}

/* ---- a warp ---- */

/* What a column shows. */
struct column {
	const struct recording_span *span; /* NULL: nothing */
	bool stalls;
};

/* What is shown of the time from..to. */
static struct column
column_of(const struct column_piece *x, size_t n, struct column_place *place, uint64_t from, uint64_t to)
{
	const size_t shown = column_choose(x, n, place, from, to);

	return shown == n ? (struct column){NULL, false} : (struct column){x[shown].what, column_waits(x + shown, from, to)};
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
		return CANVAS_STYLES;
	if (!has(&s->active, lane) && p->f->r->together)
		return CANVAS_STYLES; /* put_lives has it */
	if (!has(&s->active, lane)) {
		p->waits = true;
		return CANVAS_THIN;
	}
	if (stalls) {
		p->stalls = true;
		return canvas_style(CANVAS_BANDS, color);
	}
	/* it is off more often than not */
	if (has(&s->off, lane) && 2 * s->guarded_off > s->inst * pick_lanes(&s->off)) {
		p->guards = true;
		return canvas_style(CANVAS_BARS, color);
	}
	return canvas_style(CANVAS_SOLID, color);
}

/* Columns from..to, which all show c. */
static void
put_columns(struct picture *p, const struct recording_warp *w, struct column c, unsigned from, unsigned to, double y)
{
	const unsigned color = c.span ? color_of(p, w, c.span) : 0, lanes = p->f->r->warp_size;
	unsigned lane = 0;

	p->mixed = p->mixed || (c.span && color == CANVAS_OTHER);
	while (c.span && lane < lanes) {
		const unsigned style = style_of(p, c.span, c.stalls, lane, color);
		unsigned end = lane + 1;

		while (end < lanes && style_of(p, c.span, c.stalls, end, color) == style)
			end++;
		canvas_area(p->canvas, style, FIGURE_LEFT + (double)from / FIGURE_FINE, y + lane * p->lane,
			    (double)(to - from) / FIGURE_FINE, (end - lane) * p->lane);
		lane = end;
	}
}

/* Of a warp with ways: the thin line of each lane, over which what runs is drawn, from its first span to its last. */
static void
put_lives(struct picture *p, const struct recording_warp *warp, double y, uint64_t first, uint64_t end)
{
	const double scale = p->width / (double)(end - first);

	for (unsigned lane = 0; lane < p->f->r->warp_size; lane++) {
		uint64_t from = UINT64_MAX, to = 0;
		const struct recording_warp *w;
		size_t at = 0;

		while ((w = next_way(p, warp, &at)))
			for (uint32_t i = 0; i < w->nspans; i++) {
				const struct recording_span *s = spans_of(p, w) + i;

				if (!has(&s->alive, lane))
					continue;
				from = s->from < from ? s->from : from;
				to = s->end > to ? s->end : to;
			}
		from = from > first ? from : first;
		to = to < end ? to : end;
		if (from < to)
			canvas_area(p->canvas, CANVAS_THIN, FIGURE_LEFT + (double)(from - first) * scale, y + lane * p->lane,
				    (double)(to - from) * scale, p->lane);
		p->waits = true;
	}
	canvas_flush(p->canvas);
}

/* A warp, or one of its ways. */
static void
put_lanes(struct picture *p, const struct recording_warp *w, double y, uint64_t first, uint64_t end)
{
	const unsigned columns = (unsigned)p->width * FIGURE_FINE;
	struct column last = {NULL, false};
	unsigned from = 0;
	uint64_t total;
	size_t n;
	struct column_place place = {0, 0};
	struct column_piece *x = pieces_of(p, w, &n, &total);

	for (unsigned k = 0; k <= columns; k++) {
		const uint64_t range = end - first, a = first + range * k / columns, b = first + range * (k + 1) / columns;
		struct column c = {NULL, false};

		if (k < columns)
			c = column_of(x, n, &place, a, b > a ? b : a + 1);
		if (k < columns && c.span == last.span && c.stalls == last.stalls)
			continue;
		put_columns(p, w, last, from, k, y);
		last = c;
		from = k;
	}
	free(x);
}

/* "block 3, warp 1: 8.7 % of lane-slots wait" */
static void
put_title(struct picture *p, const struct recording_warp *w, double y)
{
	uint64_t waiting = 0, present = 0;
	size_t n;
	uint64_t total;
	struct column_piece *x = pieces_of(p, w, &n, &total);
	char text[200];

	for (size_t i = 0; i < n; i++) {
		const struct recording_span *span = x[i].what;

		waiting += span->present - span->threads;
		present += span->present;
	}
	free(x);
	if (p->f->r->together)
		snprintf(text, sizeof text, "block %" PRIu64 ", warp %" PRIu32, w->block, w->warp);
	else
		snprintf(text, sizeof text, "block %" PRIu64 ", warp %" PRIu32 ": %.1f %% of lane-slots wait", w->block, w->warp,
			 present ? 100 * (double)waiting / (double)present : 0);
	canvas_text(p->canvas, FIGURE_LEFT, y, CANVAS_START, text);
}

static void
put_warp(struct picture *p, const struct recording_warp *w, double y, uint64_t first, uint64_t end)
{
	const unsigned lanes = p->f->r->warp_size;
	const struct recording_warp *way;
	size_t at = 0;
	char text[32];

	put_title(p, w, y - 7);
	if (p->f->r->together)
		put_lives(p, w, y, first, end);
	while ((way = next_way(p, w, &at)))
		put_lanes(p, way, y, first, end);
	canvas_flush(p->canvas);
	canvas_frame(p->canvas, FIGURE_LEFT, y, p->width, lanes * p->lane);
	canvas_text(p->canvas, FIGURE_LEFT - 6, y + FIGURE_FONT - 4, CANVAS_END, "0");
	snprintf(text, sizeof text, "%u", lanes - 1);
	canvas_text(p->canvas, FIGURE_LEFT - 6, y + lanes * p->lane, CANVAS_END, text);
	canvas_text_up(p->canvas, FIGURE_LEFT - 34, y + lanes * p->lane / 2, "lane");
}

/* ---- around it ---- */

/* States to the left, parts of the code to the right. Returns where it ends. */
static double
put_legend(struct picture *p, double y)
{
	const double right = FIGURE_LEFT + p->width * 0.5;
	double a = y, b = y;

	a = figure_key(p->canvas, FIGURE_LEFT, a, canvas_style(CANVAS_SOLID, CANVAS_KEY), "issues");
	if (p->stalls)
		a = figure_key(p->canvas, FIGURE_LEFT, a, canvas_style(CANVAS_BANDS, CANVAS_KEY), "is stalled, will run");
	if (p->guards)
		a = figure_key(p->canvas, FIGURE_LEFT, a, canvas_style(CANVAS_BARS, CANVAS_KEY), "guarded off");
	if (p->waits)
		a = figure_key(p->canvas, FIGURE_LEFT, a, CANVAS_THIN, "waits for other lanes");
	a = figure_key(p->canvas, FIGURE_LEFT, a, CANVAS_STYLES, "exited, or not there");
	for (size_t i = 0; i < p->parts.n; i++) {
		char name[PARTS_NAME];

		parts_name(&p->parts, i, name);
		b = figure_key(p->canvas, right, b, canvas_style(CANVAS_SOLID, canvas_color(i, p->parts.n)), name);
	}
	if (p->mixed)
		b = figure_key(p->canvas, right, b, canvas_style(CANVAS_SOLID, CANVAS_OTHER), "other code");
	return a > b ? a : b;
}

bool
figure_lanes(const struct recording_figure *f, struct canvas *canvas, struct simt_error *e)
{
	struct picture p = {.f = f, .canvas = canvas, .parts = {.r = f->r}};
	const unsigned lanes = f->r->warp_size;
	uint64_t first, end;
	char title[400];
	double y = 0;

	if (f->r->together && f->slots)
		return simt_fail(e, SIMT_USAGE,
				 "--axis slots: splits of a warp run at the same time on this machine; --axis cycles shows them");
	if (!choose_warps(&p, e))
		return false;
	choose_time(&p);
	trim(&p);
	find_range(&p, &first, &end);
	choose_colors(&p);
	p.width = f->width - FIGURE_LEFT - FIGURE_RIGHT;
	canvas->row = p.lane = lanes > 32 ? LANE * 32.0 / lanes : lanes < 16 ? LANE * 16.0 / lanes : LANE;
	for (unsigned i = 0; i < p.n; i++) {
		y += GAP;
		put_warp(&p, p.warp[i], y, first, end);
		y += lanes * p.lane;
	}
	figure_axis(canvas, &(struct figure_box){FIGURE_LEFT, 0, p.width, y}, first, end,
		    f->slots ? "issue slots of the warp" : "cycles");
	y = put_legend(&p, y + FIGURE_AXIS + FIGURE_LINE);
	snprintf(title, sizeof title, "Lanes of warps of case %.100s on %.100s", f->c->name, f->r->machine);
	canvas_end(canvas, f->width, (unsigned)y, f->title ? f->title : title);
	free(p.parts.key);
	return true;
}
