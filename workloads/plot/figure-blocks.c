/* figure-blocks.c: which SM had blocks of which launch when. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "workloads/plot/recording-figures.h"
#include "workloads/plot/svg.h"

/* Pixels. */
enum { FONT = 17, LEFT = 62, RIGHT = 14, TOP = 12, HEIGHT = 400, AXIS = 48, SWATCH = 26, LINE = 24, SM_MOST = 24, FINE = 2 };

struct picture {
	const struct recording_figure *f;
	uint64_t first, end; /* cycles */
	uint32_t sms;        /* rows; the first one is that of SM sm */
	uint32_t sm;
	unsigned columns;
	double width, sm_height;
	float *cell; /* [(row * columns + column) * colours + colour]: blocks there, on average */
	unsigned colors;
	float *busiest; /* of each row */
	struct svg svg;
	bool few; /* some are half as high */
};

/* Launches have the colours in turn; with one, one in the middle. */
static unsigned
color_of(const struct picture *p, uint32_t launch)
{
	return svg_color(launch % p->colors, p->colors);
}

static void
find_range(struct picture *p)
{
	const struct recording_case *c = p->f->c;
	uint64_t first = UINT64_MAX, end = 0;

	for (size_t i = 0; i < c->nstays; i++) {
		first = c->stay[i].start < first ? c->stay[i].start : first;
		end = c->stay[i].end > end ? c->stay[i].end : end;
	}
	p->first = p->f->pick.cycles.first > first ? p->f->pick.cycles.first : first;
	p->end = p->f->pick.cycles.last < end ? p->f->pick.cycles.last + 1 : end;
}

/* A block, which counts as `weight` of them. */
static void
add_stay(struct picture *p, const struct recording_stay *x, float weight)
{
	const double scale = p->columns / (double)(p->end - p->first);
	const double from = x->start > p->first ? (double)(x->start - p->first) * scale : 0;
	const double to = x->end < p->end ? (double)(x->end - p->first) * scale : p->columns;
	float *row = p->cell + (size_t)(x->sm - p->sm) * p->columns * p->colors;

	for (unsigned k = (unsigned)from; k < p->columns && k < to; k++) {
		const double a = from > k ? from : k, b = to < k + 1 ? to : k + 1;

		row[(size_t)k * p->colors + x->launch % p->colors] += weight * (float)(b - a);
	}
}

static void
fill(struct picture *p)
{
	const struct recording_case *c = p->f->c;

	for (size_t i = 0; i < c->nstays; i++) {
		const struct recording_stay *x = c->stay + i;
		const struct recording_launch *l = c->launch + x->launch;

		/* one of those that stand for others, or a long one that stands for itself */
		if (x->sm >= p->sm && x->sm - p->sm < p->sms && x->end > p->first && x->start < p->end)
			add_stay(p, x, x->block % l->every ? 1 : (float)l->every);
	}
	for (uint32_t s = 0; s < p->sms; s++)
		for (unsigned k = 0; k < p->columns; k++) {
			float sum = 0;

			for (unsigned i = 0; i < p->colors; i++)
				sum += p->cell[((size_t)s * p->columns + k) * p->colors + i];
			p->busiest[s] = sum > p->busiest[s] ? sum : p->busiest[s];
		}
}

/* What a cell shows: the launch with the most blocks; half as high where few are there. */
struct shown {
	unsigned style; /* SVG_STYLES: nothing is there */
	bool few;
};

static struct shown
shown_of(const struct picture *p, uint32_t s, unsigned k)
{
	const float *cell = p->cell + ((size_t)s * p->columns + k) * p->colors;
	const float none = 0.02f, half = 0.5f; /* of a block; of as many as there are at most */
	float sum = 0;
	unsigned best = 0;

	for (unsigned i = 0; i < p->colors; i++) {
		sum += cell[i];
		best = cell[i] > cell[best] ? i : best;
	}
	if (sum < none)
		return (struct shown){SVG_STYLES, false};
	return (struct shown){svg_style(SVG_SOLID, color_of(p, best)), sum <= half * p->busiest[s]};
}

static void
put_sm(struct picture *p, uint32_t s)
{
	const double y = TOP + s * p->sm_height;
	struct shown last = {SVG_STYLES, false};
	unsigned from = 0;

	for (unsigned k = 0; k <= p->columns; k++) {
		const struct shown next = k < p->columns ? shown_of(p, s, k) : (struct shown){SVG_STYLES, false};

		if (next.style == last.style && next.few == last.few && k < p->columns)
			continue;
		svg_area(&p->svg, last.style, LEFT + (double)from / FINE, last.few ? y + p->sm_height / 4 : y,
			 (double)(k - from) / FINE, last.few ? p->sm_height / 2 : p->sm_height);
		p->few = p->few || last.few;
		last = next;
		from = k;
	}
}

static void
put_axes(struct picture *p)
{
	const double foot = TOP + p->sms * p->sm_height;
	const uint64_t step = svg_step(p->end - p->first, (unsigned)p->width / 90);
	const uint32_t each = (uint32_t)svg_step(p->sms, (unsigned)(p->sms * p->sm_height / 40) + 1);
	char text[24];

	svg_frame(&p->svg, LEFT, TOP, p->width, p->sms * p->sm_height);
	for (uint64_t t = (p->first + step - 1) / step * step; t <= p->end; t += step) {
		const double x = LEFT + p->width * (double)(t - p->first) / (double)(p->end - p->first);

		snprintf(text, sizeof text, "%" PRIu64, t);
		svg_line(&p->svg, x, foot, x, foot + 5);
		svg_text(&p->svg, x, foot + 5 + FONT, SVG_MIDDLE, text);
	}
	for (uint32_t s = (p->sm + each - 1) / each * each; s < p->sm + p->sms; s += each) {
		const double y = TOP + (s - p->sm + 0.5) * p->sm_height;

		snprintf(text, sizeof text, "%" PRIu32, s);
		svg_line(&p->svg, LEFT - 5, y, LEFT, y);
		svg_text(&p->svg, LEFT - 8, y + FONT * 0.35, SVG_END, text);
	}
	svg_text(&p->svg, LEFT + p->width / 2, foot + 7 + 2 * FONT, SVG_MIDDLE, "cycles");
	svg_text_up(&p->svg, LEFT - 46, TOP + p->sms * p->sm_height / 2, "SM");
}

static void
put_key(struct picture *p, double x, double y, unsigned style, const char *text)
{
	svg_area(&p->svg, style, x, y - FONT + 3, SWATCH, FONT);
	svg_draw(&p->svg);
	svg_frame(&p->svg, x, y - FONT + 3, SWATCH, FONT);
	svg_text(&p->svg, x + SWATCH + 7, y, SVG_START, text);
}

/* Returns where it ends. */
static double
put_legend(struct picture *p, double y)
{
	const struct recording_case *c = p->f->c;
	bool thinned = false;

	for (size_t i = 0; i < c->nlaunches; i++)
		thinned = thinned || c->launch[i].every > 1;
	for (unsigned i = 0; i < p->colors; i++) {
		const struct recording_launch *l = c->launch + i;
		char text[200];

		snprintf(text, sizeof text, "%.40s%s: %" PRIu64 " blocks", l->name, c->nlaunches > p->colors ? " and others" : "",
			 (uint64_t)l->grid[0] * l->grid[1] * l->grid[2]);
		put_key(p, LEFT, y, svg_style(SVG_SOLID, color_of(p, i)), text);
		y += LINE;
	}
	if (p->few) {
		svg_text(&p->svg, LEFT, y, SVG_START, "Half as high: at most half as many as this SM has at its busiest.");
		y += LINE;
	}
	if (thinned) {
		svg_text(&p->svg, LEFT, y, SVG_START, "Blocks are thinned; long ones are kept.");
		y += LINE;
	}
	return y;
}

/* The rows: SMs that are picked, as far as the machine has them. */
static bool
choose_rows(struct picture *p, struct simt_error *e)
{
	const struct recording_figure *f = p->f;
	uint64_t last = f->pick.sms.last < f->r->sms ? f->pick.sms.last : f->r->sms - 1;

	find_range(p);
	if (!f->c->nstays || p->first >= p->end)
		return simt_fail(e, SIMT_BAD_INPUT, "case '%.200s': no block has ended in these cycles", f->c->name);
	if (f->pick.sms.first > last)
		return simt_fail(e, SIMT_USAGE, "--sm %" PRIu64 ": the machine has SMs 0 to %" PRIu32, f->pick.sms.first,
				 f->r->sms - 1);
	p->sm = (uint32_t)f->pick.sms.first;
	p->sms = (uint32_t)last - p->sm + 1;
	return true;
}

bool
figure_blocks(const struct recording_figure *f, struct text *t, struct simt_error *e)
{
	struct picture p = {.f = f, .svg = {.font = FONT}};
	char title[400];
	double y;

	if (!choose_rows(&p, e))
		return false;
	p.width = f->width - LEFT - RIGHT;
	p.columns = (unsigned)p.width * FINE;
	p.colors = f->c->nlaunches < SVG_COLORS ? (unsigned)f->c->nlaunches : SVG_COLORS;
	p.sm_height = p.sms * SM_MOST < HEIGHT ? SM_MOST : p.sms > HEIGHT ? 1 : (double)HEIGHT / p.sms;
	p.cell = zeroed((size_t)p.sms * p.columns * p.colors, sizeof *p.cell);
	p.busiest = zeroed(p.sms, sizeof *p.busiest);
	fill(&p);
	for (uint32_t s = 0; s < p.sms; s++)
		put_sm(&p, s);
	svg_draw(&p.svg);
	put_axes(&p);
	y = put_legend(&p, TOP + p.sms * p.sm_height + AXIS + LINE);
	snprintf(title, sizeof title, "Blocks on SMs over time, case %.100s on %.100s", f->c->name, f->r->machine);
	svg_end(&p.svg, f->width, (unsigned)y, f->title ? f->title : title, t);
	free(p.cell);
	free(p.busiest);
	return true;
}
