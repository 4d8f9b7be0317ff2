/* figure-states.c: the states of warps, stacked over time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "sim/runtime/simt.h"
#include "workloads/plot/figure-parts.h"
#include "workloads/plot/figure-time.h"

/* Pixels: room above, the height of the stack, the width of a column. */
enum { TOP = 40, HEIGHT = 300, COLUMN = 2 };

/* States with a colour: more are hard to tell apart. */
enum { LAYERS = 7 };

struct picture {
	const struct recording_figure *f;
	struct canvas *canvas;
	struct figure_time time;
	unsigned columns;
	size_t states; /* of the recording, and `selected` */
	double *warps; /* [state * columns + column]: how many are in it, on average */
	double *sum;   /* of each state, over all columns */
	size_t *order; /* of states, from the foot of the stack: those with a colour */
	size_t layers; /* how many these are; all others are the layer on top */
	double others; /* sum of these */
	double most;   /* of all states in a column */
};

/* So many warp-cycles in a state, spread over the time from a to b, of which the picture may have a part. */
static void
add(struct picture *p, size_t state, uint64_t cycles, uint64_t a, uint64_t b)
{
	const double rate = b > a ? (double)cycles / (double)(b - a) : 0;

	if (!cycles || b <= p->time.first || a >= p->time.end)
		return;
	for (unsigned k = figure_time_column(&p->time, p->columns, a); k <= figure_time_column(&p->time, p->columns, b - 1); k++) {
		const double part = rate * figure_time_part(&p->time, p->columns, k, a, b);

		p->warps[state * p->columns + k] += part;
		p->sum[state] += part;
	}
}

static void
add_span(struct picture *p, const struct recording_span *s)
{
	const struct recording_state *state = p->f->c->state + s->state;

	for (uint32_t i = 0; i < s->nstates; i++)
		if (state[i].inside)
			add(p, state[i].state, state[i].cycles, s->begin, s->end);
		else
			add(p, state[i].state, state[i].cycles, s->from, s->begin);
	add(p, SIMT_STALL_selected, s->slots, s->begin, s->end);
}

static void
fill(struct picture *p)
{
	const struct recording_case *c = p->f->c;

	for (size_t i = 0; i < c->nwarps; i++)
		for (uint32_t k = 0; pick_warp(c, &p->f->pick, c->warp + i) && k < c->warp[i].nspans; k++)
			add_span(p, c->span + c->warp[i].span + k);
	for (unsigned k = 0; k < p->columns; k++) {
		double sum = 0;

		for (size_t state = 0; state < p->states; state++)
			sum += p->warps[state * p->columns + k];
		p->most = sum > p->most ? sum : p->most;
	}
	p->most = p->most > 0 ? p->most : 1;
}

/* Issuing is at the foot, then come the states with the most time. */
static void
choose_layers(struct picture *p)
{
	for (size_t state = 0; state < p->states; state++) {
		size_t at = p->layers;

		if (p->sum[state] <= 0)
			continue;
		p->layers++;
		for (; at > 0 && state != SIMT_STALL_selected; at--) {
			if (p->order[at - 1] == SIMT_STALL_selected || p->sum[p->order[at - 1]] >= p->sum[state])
				break;
			p->order[at] = p->order[at - 1];
		}
		for (; at > 0 && state == SIMT_STALL_selected; at--)
			p->order[at] = p->order[at - 1];
		p->order[at] = state;
	}
	for (; p->layers > LAYERS; p->layers--)
		p->others += p->sum[p->order[p->layers - 1]];
}

static bool
is_shown(const struct picture *p, size_t state)
{
	for (size_t i = 0; i < p->layers; i++)
		if (p->order[i] == state)
			return true;
	return false;
}

/* An area from the foot up to the top of all layers below `layers`, or of all states. Areas are drawn from the highest one on. */
static void
put_layer(struct picture *p, size_t layers, unsigned style)
{
	const double foot = TOP + HEIGHT;
	double *xy = zeroed(2 * ((size_t)2 * p->columns + 2), sizeof *xy), last = -1;
	size_t n = 0;

	for (unsigned k = 0; k < p->columns; k++) {
		double sum = 0;

		for (size_t state = 0; state < p->states && layers > p->layers; state++)
			sum += is_shown(p, state) ? 0 : p->warps[state * p->columns + k];
		for (size_t i = 0; i < layers && i < p->layers; i++)
			sum += p->warps[p->order[i] * p->columns + k];
		sum = foot - HEIGHT * sum / p->most;
		if (k && sum == last)
			continue;
		for (int i = n ? 0 : 1; i < 2; i++) {
			xy[2 * n] = FIGURE_LEFT + (double)k * COLUMN;
			xy[2 * n++ + 1] = i ? sum : last;
		}
		last = sum;
	}
	xy[2 * n] = FIGURE_LEFT + (double)p->columns * COLUMN;
	xy[2 * n++ + 1] = last;
	xy[2 * n] = FIGURE_LEFT + (double)p->columns * COLUMN;
	xy[2 * n++ + 1] = foot;
	xy[2 * n] = FIGURE_LEFT;
	xy[2 * n++ + 1] = foot;
	canvas_polygon(p->canvas, style, false, xy, n);
	free(xy);
}

static void
put_stack(struct picture *p)
{
	if (p->others > 0)
		put_layer(p, p->layers + 1, canvas_style(CANVAS_SOLID, CANVAS_OTHER));
	for (size_t i = p->layers; i-- > 0;)
		put_layer(p, i + 1, canvas_style(CANVAS_SOLID, canvas_color(i, p->layers)));
}

/* In the order of the stack, in two columns. Returns where it ends. */
static double
put_legend(struct picture *p, double y)
{
	const size_t all = p->layers + (p->others > 0), left = (all + 1) / 2;
	double sum = 0;

	for (size_t state = 0; state < p->states; state++)
		sum += p->sum[state];
	for (size_t i = 0; i < all; i++) {
		const size_t k = all - 1 - i;
		const bool other = k == p->layers, selected = !other && p->order[k] == SIMT_STALL_selected;
		char text[80];

		snprintf(text, sizeof text, "%.40s: %.1f %%",
			 other      ? "other states"
			 : selected ? "issues (selected)"
				    : p->f->r->state[p->order[k]],
			 100 * (other ? p->others : p->sum[p->order[k]]) / sum);
		figure_key(p->canvas, FIGURE_LEFT + (i < left ? 0 : (double)p->columns * COLUMN * 0.5),
			   y + (double)(i % left) * FIGURE_LINE,
			   canvas_style(CANVAS_SOLID, other ? CANVAS_OTHER : canvas_color(k, p->layers)), text);
	}
	return y + (double)left * FIGURE_LINE;
}

bool
figure_states(const struct recording_figure *f, struct canvas *canvas, struct simt_error *e)
{
	struct picture p = {.f = f, .canvas = canvas};
	char text[200], title[400];
	struct figure_box box;
	double y;

	if (!figure_time_of(f, &p.time, e))
		return false;
	p.states = f->r->nstates > SIMT_STALLS ? f->r->nstates : SIMT_STALLS;
	p.columns = (f->width - FIGURE_LEFT - FIGURE_RIGHT) / COLUMN;
	p.warps = zeroed(p.states * p.columns, sizeof *p.warps);
	p.sum = zeroed(p.states, sizeof *p.sum);
	p.order = zeroed(p.states, sizeof *p.order);
	fill(&p);
	choose_layers(&p);
	box = (struct figure_box){FIGURE_LEFT, TOP, (double)p.columns * COLUMN, HEIGHT};
	figure_time_text(f, &p.time, text, sizeof text);
	canvas_text(canvas, FIGURE_LEFT, TOP - 12, CANVAS_START, text);
	put_stack(&p);
	canvas_frame(canvas, box.x, box.y, box.width, box.height);
	figure_axis(canvas, &box, p.time.first, p.time.end, "cycles");
	figure_axis_up(canvas, &box, p.most, "warps, by state");
	y = put_legend(&p, TOP + HEIGHT + FIGURE_AXIS + FIGURE_LINE);
	snprintf(title, sizeof title, "States of warps over time on %.100s, %s", f->r->machine, text);
	canvas_end(canvas, f->width, (unsigned)y, f->title ? f->title : title);
	free(p.warps);
	free(p.sum);
	free(p.order);
	return true;
}
