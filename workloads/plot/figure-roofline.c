/* figure-roofline.c: how fast cases are, over what they take from memory, and what the machine gives at the most. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "workloads/plot/figure-parts.h"
#include "workloads/plot/roofline.h"

/* Pixels: room above and to the left, the height, half of a mark. */
static const double HEADROOM = 0.3; /* above the highest line, as a logarithm */
enum { TOP = 20, LEFT = 78, HEIGHT = 380, MARK = 7, SHAPES = 4, CORNERS = 12 };

struct picture {
	const struct roofline *r;
	struct canvas *canvas;
	struct figure_box box;
	int left, right, foot, highest; /* powers of ten at the edges, or just beyond */
	double top;                     /* logarithm */
};

static double
x_of(const struct picture *p, double x)
{
	return p->box.x + p->box.width * (log10(x) - p->left) / (p->right - p->left);
}

static double
y_of(const struct picture *p, double y)
{
	return p->box.y + p->box.height * (p->top - log10(y)) / (p->top - p->foot);
}

static const char *const memory_name[ROOFLINE_MEMORIES] = {[ROOFLINE_DRAM] = "DRAM", [ROOFLINE_L2] = "L2"};

/* ---- the edges ---- */

static void
see(int *low, int *high, double x)
{
	if (!(x > 0) || !isfinite(x))
		return;
	*low = (int)floor(log10(x)) < *low ? (int)floor(log10(x)) : *low;
	*high = (int)ceil(log10(x)) > *high ? (int)ceil(log10(x)) : *high;
}

static double
highest(const struct roofline *r)
{
	double most = 0;

	for (unsigned k = ROOFLINE_MEMORIES; k < ROOFLINE_CEILINGS; k++)
		most = fmax(most, r->ceiling[k]);
	return most;
}

static void
choose_edges(struct picture *p)
{
	const struct roofline *r = p->r;
	double most = highest(r);

	p->left = p->foot = 99;
	p->right = p->highest = -99;
	for (unsigned k = ROOFLINE_MEMORIES; k < ROOFLINE_CEILINGS; k++) {
		see(&p->foot, &p->highest, r->ceiling[k]);
		for (unsigned m = 0; m < ROOFLINE_MEMORIES; m++)
			if (r->ceiling[m] > 0)
				see(&p->left, &p->right, r->ceiling[k] / r->ceiling[m]);
	}
	for (size_t i = 0; i < r->n; i++) {
		see(&p->foot, &p->highest, r->point[i].rate);
		most = fmax(most, r->point[i].rate);
		see(&p->foot, &p->highest, r->point[i].rate * r->point[i].lanes);
		for (unsigned m = 0; m < ROOFLINE_MEMORIES; m++)
			see(&p->left, &p->right, 1 / r->point[i].bytes[m]);
	}
	if (p->left > p->right) { /* nothing that has traffic */
		p->left = -2;
		p->right = 1;
	}
	p->right += p->right == p->left;
	p->left--; /* for the name of the steepest line */
	p->highest += p->highest == p->foot;
	p->top = fmin(p->highest, log10(most) + HEADROOM);
	p->top = fmax(p->top, p->foot + HEADROOM);
}

/* ---- ceilings ---- */

/* Where the name of a slope is: a part of the height, `least` or the next one at which no level runs through it. */
static double
name_height(const struct picture *p, double least)
{
	for (double height = least; height < 0.9; height += 0.05) {
		const double y = y_of(p, pow(10, p->foot + height * (p->top - p->foot)));
		bool taken = false;

		for (unsigned k = ROOFLINE_MEMORIES; k < ROOFLINE_CEILINGS; k++)
			taken = taken || (p->r->ceiling[k] > 0 && fabs(y - y_of(p, p->r->ceiling[k])) < FIGURE_FONT);
		if (!taken)
			return height;
	}
	return least;
}

/* From the edge up to the highest rate of instructions. The name of DRAM is to the right of its line, that of L2, which is above it, to the left. */
static void
put_slope(struct picture *p, enum roofline_ceiling m)
{
	static const double height[ROOFLINE_MEMORIES] = {[ROOFLINE_DRAM] = 0.12, [ROOFLINE_L2] = 0.74};
	const double rate = p->r->ceiling[m], end = pow(10, p->right), top = highest(p->r) > 0 ? highest(p->r) : pow(10, p->top);
	const double first = fmax(pow(10, p->left), pow(10, p->foot) / rate), last = fmin(end, top / rate);
	double at = pow(10, p->foot + name_height(p, height[m]) * (p->top - p->foot));
	char text[80];

	if (!(rate > 0) || first >= last)
		return;
	canvas_curve(p->canvas, false, (double[]){x_of(p, first), y_of(p, first * rate), x_of(p, last), y_of(p, last * rate)}, 2);
	at = fmin(fmax(at, first * rate), last * rate);
	snprintf(text, sizeof text, "%s %.0f GB/s", memory_name[m], rate);
	canvas_text(p->canvas, x_of(p, at / rate) + (m == ROOFLINE_DRAM ? 12 : -12), y_of(p, at) + 5,
		    m == ROOFLINE_DRAM ? CANVAS_START : CANVAS_END, text);
}

/* Ceilings of the same height are one line with the names of all. */
static void
put_level(struct picture *p, enum roofline_ceiling k)
{
	static const char *const name[] = {
		[ROOFLINE_ISSUE] = "issue", [ROOFLINE_FP32] = "FP32", [ROOFLINE_TENSOR] = "tensor (HMMA.16816)"};
	const struct roofline *r = p->r;
	double first = pow(10, p->left), y = y_of(p, r->ceiling[k]);
	char text[120] = "";

	if (!(r->ceiling[k] > 0))
		return;
	for (unsigned i = ROOFLINE_MEMORIES; i < ROOFLINE_CEILINGS; i++) {
		if (r->ceiling[i] != r->ceiling[k])
			continue;
		if (i < k)
			return;
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? ", " : "", name[i]);
	}
	if (r->ceiling[ROOFLINE_L2] > 0)
		first = fmax(first, r->ceiling[k] / r->ceiling[ROOFLINE_L2]);
	first = fmin(first, pow(10, p->right));
	snprintf(text + strlen(text), sizeof text - strlen(text), " %.0f%s", r->ceiling[k], r->in_flop ? " GFLOP/s" : "/ns");
	canvas_curve(p->canvas, k != ROOFLINE_ISSUE, (double[]){x_of(p, first), y, p->box.x + p->box.width, y}, 2);
	canvas_text(p->canvas, p->box.x + p->box.width - 6, y - 6, CANVAS_END, text);
}

/* ---- axes ---- */

static void
power_text(int power, char *to, size_t size)
{
	if (power < 0)
		snprintf(to, size, "%.*f", -power, pow(10, power));
	else
		snprintf(to, size, "%.0f", pow(10, power));
}

static void
put_axes(struct picture *p)
{
	const struct figure_box *b = &p->box;
	const double foot = b->y + b->height;
	char text[32];

	canvas_frame(p->canvas, b->x, b->y, b->width, b->height);
	for (int k = p->left; k <= p->right; k++) {
		const double x = b->x + b->width * (k - p->left) / (p->right - p->left);

		power_text(k, text, sizeof text);
		canvas_line(p->canvas, x, foot, x, foot + 5);
		canvas_text(p->canvas, x, foot + 5 + FIGURE_FONT, CANVAS_MIDDLE, text);
	}
	for (int k = p->foot; k <= p->highest && k <= p->top; k++) {
		const double y = foot - b->height * (k - p->foot) / (p->top - p->foot);

		power_text(k, text, sizeof text);
		canvas_line(p->canvas, b->x - 5, y, b->x, y);
		canvas_text(p->canvas, b->x - 8, y + FIGURE_FONT * 0.35, CANVAS_END, text);
	}
	canvas_text(p->canvas, b->x + b->width / 2, foot + 7 + 2 * FIGURE_FONT, CANVAS_MIDDLE,
		    p->r->in_flop ? "FLOP per byte" : "warp instructions per byte");
	canvas_text_up(p->canvas, b->x - 58, b->y + b->height / 2, p->r->in_flop ? "GFLOP/s" : "warp instructions per ns");
}

/* ---- points ---- */

static void
put_mark(struct picture *p, size_t i, bool hollow, double x, double y)
{
	static const double shape[SHAPES][CORNERS] = {{-1, -1, 1, -1, 1, 1, -1, 1},
						      {0, -1.4, 1.4, 0, 0, 1.4, -1.4, 0},
						      {-1.2, 1, 0, -1.2, 1.2, 1},
						      {-1.2, -1, 0, 1.2, 1.2, -1}};
	static const size_t corners[SHAPES] = {4, 4, 3, 3};
	double xy[CORNERS];

	for (size_t k = 0; k < 2 * corners[i % SHAPES]; k++)
		xy[k] = (k % 2 ? y : x) + MARK * shape[i % SHAPES][k];
	canvas_polygon(p->canvas, hollow ? CANVAS_STYLES : canvas_style(CANVAS_SOLID, canvas_color(i, p->r->n)), true, xy,
		       corners[i % SHAPES]);
}

/* Without traffic a point is at the right edge. From it a line leads down to what is left of it without lanes that do not run. */
static void
put_point(struct picture *p, size_t i)
{
	const struct roofline_point *x = p->r->point + i;
	const double y = y_of(p, x->rate), low = y_of(p, x->rate * x->lanes);

	for (unsigned m = ROOFLINE_MEMORIES; m-- > 0;) {
		const double at = x->bytes[m] > 0 ? x_of(p, 1 / x->bytes[m]) : p->box.x + p->box.width;

		if (m == ROOFLINE_DRAM && low > y + 1) {
			canvas_line(p->canvas, at, y, at, low);
			canvas_line(p->canvas, at - MARK, low, at + MARK, low);
		}
		put_mark(p, i, m == ROOFLINE_L2, at, y);
	}
}

/* What the ceilings are from, such as "measured DRAM, L2". Returns where it ends. */
static double
put_sources(struct picture *p, double y)
{
	static const char *const name[] = {"DRAM", "L2", "issue", "FP32", "tensor"};
	const struct roofline *r = p->r;
	char text[200];

	snprintf(text, sizeof text, "Ceilings of machine %.60s, by what they are from:", r->machine);
	canvas_text(p->canvas, LEFT, y, CANVAS_START, text);
	*text = '\0';
	for (unsigned k = 0; k < ROOFLINE_CEILINGS; k++) {
		bool before = !r->source[k] || !(r->ceiling[k] > 0);

		for (unsigned i = 0; i < k && !before; i++)
			before = r->source[i] && !strcmp(r->source[i], r->source[k]);
		for (unsigned i = k, first = 1; i < ROOFLINE_CEILINGS && !before; i++)
			if (r->source[i] && r->ceiling[i] > 0 && !strcmp(r->source[i], r->source[k])) {
				snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %s",
					 !first  ? ","
					 : *text ? "; "
						 : "",
					 first ? r->source[k] : "", name[i]);
				first = 0;
			}
	}
	canvas_text(p->canvas, LEFT, y + FIGURE_LINE, CANVAS_START, text);
	return y + 2 * FIGURE_LINE;
}

static double
put_legend(struct picture *p, double y)
{
	char text[120];

	for (size_t i = 0; i < p->r->n; i++) {
		const double x = LEFT + (i % 2 ? p->box.width / 2 : 0);

		put_mark(p, i, false, x + MARK, y - MARK);
		if (p->r->files > 1)
			snprintf(text, sizeof text, "%.20s, %.16s", p->r->point[i].name, p->r->point[i].file);
		else
			snprintf(text, sizeof text, "%.40s", p->r->point[i].name);
		canvas_text(p->canvas, x + 3 * MARK, y, CANVAS_START, text);
		y += i % 2 || i + 1 == p->r->n ? FIGURE_LINE : 0;
	}
	canvas_text(p->canvas, LEFT, y, CANVAS_START, "Filled: bytes from DRAM. Hollow: from L2.");
	y += FIGURE_LINE;
	if (p->r->in_flop)
		return put_sources(p, y);
	canvas_text(p->canvas, LEFT, y, CANVAS_START, "Bar below a mark: the rate times the share of active lanes.");
	return put_sources(p, y + FIGURE_LINE);
}

bool
figure_roofline(const struct roofline *r, unsigned width, const char *title, struct canvas *c, struct simt_error *e)
{
	struct picture p = {.r = r, .canvas = c};
	char text[200];
	double y;

	if (!r->n || r->n > ROOFLINE_MOST)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "%zu cases would be in the figure, and 1 to %d can be told apart; --case chooses some by a glob",
				 r->n, ROOFLINE_MOST);
	p.box = (struct figure_box){LEFT, TOP, (double)width - LEFT - FIGURE_RIGHT, HEIGHT};
	choose_edges(&p);
	for (unsigned k = 0; k < ROOFLINE_MEMORIES; k++)
		put_slope(&p, k);
	for (unsigned k = ROOFLINE_MEMORIES; k < ROOFLINE_CEILINGS; k++)
		put_level(&p, k);
	put_axes(&p);
	for (size_t i = 0; i < r->n; i++)
		put_point(&p, i);
	y = put_legend(&p, TOP + HEIGHT + FIGURE_AXIS + FIGURE_LINE);
	snprintf(text, sizeof text, "Roofline of %zu case%s on %.100s", r->n, r->n == 1 ? "" : "s", r->machine);
	canvas_end(c, width, (unsigned)y, title ? title : text);
	return true;
}
