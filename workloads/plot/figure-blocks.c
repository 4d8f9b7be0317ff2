/* figure-blocks.c: which SM had blocks of which launch when. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "workloads/plot/recording-figures.h"
#include "workloads/plot/figure-parts.h"

/* Pixels. */
enum { TOP = 12, HEIGHT = 400, SM_MOST = 24 };

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
	struct canvas *canvas;
	bool few; /* some are half as high */
};

/* Launches have the colours in turn; with one, one in the middle. */
static unsigned
color_of(const struct picture *p, uint32_t launch)
{
	return canvas_color(launch % p->colors, p->colors);
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
	unsigned style; /* CANVAS_STYLES: nothing is there */
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
		return (struct shown){CANVAS_STYLES, false};
	return (struct shown){canvas_style(CANVAS_SOLID, color_of(p, best)), sum <= half * p->busiest[s]};
}

static void
put_sm(struct picture *p, uint32_t s)
{
	const double y = TOP + s * p->sm_height;
	struct shown last = {CANVAS_STYLES, false};
	unsigned from = 0;

	for (unsigned k = 0; k <= p->columns; k++) {
		const struct shown next = k < p->columns ? shown_of(p, s, k) : (struct shown){CANVAS_STYLES, false};

		if (next.style == last.style && next.few == last.few && k < p->columns)
			continue;
		canvas_area(p->canvas, last.style, FIGURE_LEFT + (double)from / FIGURE_FINE, last.few ? y + p->sm_height / 4 : y,
			    (double)(k - from) / FIGURE_FINE, last.few ? p->sm_height / 2 : p->sm_height);
		p->few = p->few || last.few;
		last = next;
		from = k;
	}
}

static void
put_axes(struct picture *p)
{
	const struct figure_box box = {FIGURE_LEFT, TOP, p->width, p->sms * p->sm_height};
	const uint32_t each = (uint32_t)canvas_step(p->sms, (unsigned)(p->sms * p->sm_height / 40) + 1);
	char text[24];

	canvas_frame(p->canvas, FIGURE_LEFT, TOP, p->width, p->sms * p->sm_height);
	for (uint32_t s = (p->sm + each - 1) / each * each; s < p->sm + p->sms; s += each) {
		const double y = TOP + (s - p->sm + 0.5) * p->sm_height;

		snprintf(text, sizeof text, "%" PRIu32, s);
		canvas_line(p->canvas, FIGURE_LEFT - 5, y, FIGURE_LEFT, y);
		canvas_text(p->canvas, FIGURE_LEFT - 8, y + FIGURE_FONT * 0.35, CANVAS_END, text);
	}
	figure_axis(p->canvas, &box, p->first, p->end, "cycles");
	canvas_text_up(p->canvas, FIGURE_LEFT - 46, TOP + p->sms * p->sm_height / 2, "SM");
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
		y = figure_key(p->canvas, FIGURE_LEFT, y, canvas_style(CANVAS_SOLID, color_of(p, i)), text);
	}
	if (p->few) {
		canvas_text(p->canvas, FIGURE_LEFT, y, CANVAS_START,
			    "Half as high: at most half as many as this SM has at its busiest.");
		y += FIGURE_LINE;
	}
	if (thinned) {
		canvas_text(p->canvas, FIGURE_LEFT, y, CANVAS_START, "Blocks are thinned; long ones are kept.");
		y += FIGURE_LINE;
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
figure_blocks(const struct recording_figure *f, struct canvas *canvas, struct simt_error *e)
{
	struct picture p = {.f = f, .canvas = canvas};
	char title[400];
	double y;

	if (!choose_rows(&p, e))
		return false;
	p.width = f->width - FIGURE_LEFT - FIGURE_RIGHT;
	p.columns = (unsigned)p.width * FIGURE_FINE;
	p.colors = f->c->nlaunches < CANVAS_COLORS ? (unsigned)f->c->nlaunches : CANVAS_COLORS;
	p.sm_height = p.sms * SM_MOST < HEIGHT ? SM_MOST : p.sms > HEIGHT ? 1 : (double)HEIGHT / p.sms;
	p.cell = zeroed((size_t)p.sms * p.columns * p.colors, sizeof *p.cell);
	p.busiest = zeroed(p.sms, sizeof *p.busiest);
	fill(&p);
	for (uint32_t s = 0; s < p.sms; s++)
		put_sm(&p, s);
	canvas_flush(canvas);
	put_axes(&p);
	y = put_legend(&p, TOP + p.sms * p.sm_height + FIGURE_AXIS + FIGURE_LINE);
	snprintf(title, sizeof title, "Blocks on SMs over time, case %.100s on %.100s", f->c->name, f->r->machine);
	canvas_end(canvas, f->width, (unsigned)y, f->title ? f->title : title);
	free(p.cell);
	free(p.busiest);
	return true;
}
