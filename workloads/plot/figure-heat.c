/* figure-heat.c: when lines of the source, or instructions, ran, and with how many lanes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "workloads/plot/figure-parts.h"
#include "workloads/plot/figure-time.h"

/* Pixels: room above, for names of rows, the height of a row, of its text and the width of a column. Shades. */
enum { TOP = 40, NAMES = 200, ROW = 16, TEXT = 32, COLUMN = 2, SHADES = 5 };

struct row {
	uint32_t function, file, line, pc; /* file RECORD_NONE: the instruction pc, else the line, which first has pc */
	double lost, inst;                 /* lane-slots that wait, instructions */
	size_t number;                     /* of its cells; from 0 on, as rows are found */
};

/* What the instructions of a row did in a column, in which all lanes that were there ran, [0], or some waited, [1]. */
struct cell {
	double inst[2], threads[2];
};

struct picture {
	const struct recording_figure *f;
	struct canvas *canvas;
	struct figure_time time;
	unsigned columns;
	struct row *row;
	size_t n, room; /* rows that there are; those that are shown come first, in the order of the code */
	size_t shown;
	struct cell *cell;   /* [number * columns + column] */
	double lost, all;    /* lane-slots that wait, and all, of what is in the recording */
	double inst, merged; /* instructions; those of spans that are several */
	double width;
};

/* ---- rows ---- */

/* The instructions from *first to *last, some of which the span ran. Where it ran more than there are between its first and its last one, it is a loop or has other
 * parts, too: then it is the whole part of the first one. */
static void
range_of(const struct recording_function *f, const struct recording_span *s, uint32_t *first, uint32_t *last)
{
	const uint32_t part = f->inst[s->pc].part;

	*first = s->pc;
	*last = s->last;
	if (s->last >= s->pc && f->inst[s->last].part == part && s->inst <= s->last - s->pc + 1)
		return;
	while (*first > 0 && f->inst[*first - 1].part == part)
		--*first;
	for (*last = s->pc; *last + 1 < f->n && f->inst[*last + 1].part == part;)
		++*last;
}

static bool
is_row(const struct row *r, const struct row *x)
{
	return r->function == x->function && r->file == x->file && r->line == x->line && (x->file != RECORD_NONE || r->pc == x->pc);
}

/* The row of an instruction. `hint`: that of the one before. */
static size_t
row_of(struct picture *p, uint32_t function, uint32_t pc, size_t hint)
{
	const struct recording_instruction *inst = p->f->r->function[function].inst + pc;
	const bool line = !p->f->instructions && inst->file != RECORD_NONE;
	const struct row x = {function, line ? inst->file : RECORD_NONE, line ? inst->line : 0, pc, 0, 0, p->n};

	for (size_t k = hint; k < p->n + hint; k++)
		if (is_row(p->row + k % p->n, &x)) {
			struct row *r = p->row + k % p->n;

			r->pc = pc < r->pc ? pc : r->pc;
			return k % p->n;
		}
	p->row = grow(p->row, &p->room, p->n + 1, sizeof *p->row);
	p->row[p->n] = x;
	p->cell = must(realloc(p->cell, (p->n + 1) * p->columns * sizeof *p->cell));
	memset(p->cell + p->n * p->columns, 0, p->columns * sizeof *p->cell);
	return p->n++;
}

/* A part of a span's instructions ran in that row. */
static void
add(struct picture *p, size_t row, const struct recording_span *s, double part)
{
	const unsigned parted = s->threads < s->present;
	const double length = (double)(s->end - s->begin) * p->columns / (double)(p->time.end - p->time.first);

	p->row[row].inst += part * (double)s->inst;
	p->row[row].lost += part * (double)(s->present - s->threads);
	for (unsigned k = figure_time_column(&p->time, p->columns, s->begin);
	     k <= figure_time_column(&p->time, p->columns, s->end - 1); k++) {
		struct cell *c = p->cell + row * p->columns + k;
		const double share = part * figure_time_part(&p->time, p->columns, k, s->begin, s->end) / length;

		c->inst[parted] += share * (double)s->inst;
		c->threads[parted] += share * (double)s->threads;
	}
}

static void
add_span(struct picture *p, uint32_t function, const struct recording_span *s)
{
	uint32_t first, last;
	size_t row = 0;

	if (!s->inst || s->end <= p->time.first || s->begin >= p->time.end)
		return;
	p->lost += (double)(s->present - s->threads);
	p->all += (double)s->present;
	p->inst += (double)s->inst;
	if (s->mixed) { /* it does not say which lines */
		p->merged += (double)s->inst;
		return;
	}
	range_of(p->f->r->function + function, s, &first, &last);
	for (uint32_t i = first, begin = first; i <= last; i++) {
		const size_t next = row_of(p, function, i, row);

		if (i > first && next != row) {
			add(p, row, s, (i - begin) / (double)(last - first + 1));
			begin = i;
		}
		if (i == last)
			add(p, next, s, (i + 1 - begin) / (double)(last - first + 1));
		row = next;
	}
}

static int
by_loss(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->lost != y->lost)
		return x->lost > y->lost ? -1 : 1;
	if (x->inst != y->inst)
		return x->inst > y->inst ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static int
by_code(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static void
fill(struct picture *p)
{
	const struct recording_case *c = p->f->c;

	for (size_t i = 0; i < c->nwarps; i++)
		for (uint32_t k = 0; pick_warp(c, &p->f->pick, c->warp + i) && k < c->warp[i].nspans; k++)
			add_span(p, c->launch[c->warp[i].launch].function, c->span + c->warp[i].span + k);
	if (!p->n)
		return;
	qsort(p->row, p->n, sizeof *p->row, by_loss);
	p->shown = p->n < FIGURE_ROWS_MOST ? p->n : FIGURE_ROWS_MOST;
	qsort(p->row, p->shown, sizeof *p->row, by_code);
}

/* ---- drawing ---- */

/* Darker the fewer lanes run; SHADES: nothing does. */
static unsigned
shade_of(const struct picture *p, const struct cell *c)
{
	const double none = 1e-9;
	const unsigned parted = c->inst[1] > none, size = p->f->r->warp_size;
	const double lanes = c->inst[parted] > none ? c->threads[parted] / c->inst[parted] : 0;

	if (c->inst[parted] <= none)
		return SHADES;
	for (unsigned k = 0; k < SHADES - 2; k++)
		if (lanes <= (double)(size >> (SHADES - 2 - k)))
			return k;
	return lanes < size - 0.001 ? SHADES - 2 : SHADES - 1;
}

static void
put_row(struct picture *p, const struct row *r, double y)
{
	unsigned last = SHADES, from = 0;

	for (unsigned k = 0; k <= p->columns; k++) {
		const unsigned shade = k < p->columns ? shade_of(p, p->cell + r->number * p->columns + k) : SHADES;

		if (shade == last && k < p->columns)
			continue;
		if (last < SHADES)
			canvas_area(p->canvas, canvas_style(CANVAS_SOLID, canvas_color(last, SHADES)),
				    NAMES + (double)from * COLUMN, y, (double)(k - from) * COLUMN, ROW - 1);
		last = shade;
		from = k;
	}
}

static void
put_name(struct picture *p, const struct row *r, double y)
{
	const struct recording_function *f = p->f->r->function + r->function;
	char text[TEXT];

	if (r->file != RECORD_NONE)
		snprintf(text, sizeof text, "%.18s:%" PRIu32, path_base(f->file[r->file]), r->line);
	else
		snprintf(text, sizeof text, "%04" PRIx64 " %.15s", UINT64_C(16) * r->pc, f->inst[r->pc].sass);
	canvas_text(p->canvas, NAMES - 6, y + ROW - 2, CANVAS_END, text);
}

/* The least and the most number of lanes of a shade. */
static void
name_shade(const struct picture *p, unsigned k, char *to, size_t size)
{
	const unsigned all = p->f->r->warp_size;

	if (k == SHADES - 1)
		snprintf(to, size, "all %u lanes", all);
	else if (k == SHADES - 2)
		snprintf(to, size, "fewer than %u", all);
	else
		snprintf(to, size, "at most %u", all >> (SHADES - 2 - k));
}

/* Returns where it ends. */
static double
put_legend(struct picture *p, double y)
{
	const double third = (p->f->width - FIGURE_LEFT) / 3.0;
	char text[160];

	canvas_text(p->canvas, FIGURE_LEFT, y, CANVAS_START, "Active lanes of an instruction, where some wait of these alone:");
	y += FIGURE_LINE;
	for (unsigned k = 0, at = 0; k < SHADES; k++) {
		if (k < SHADES - 2 && !(p->f->r->warp_size >> (SHADES - 2 - k)))
			continue; /* of a narrow warp */
		name_shade(p, k, text, sizeof text);
		figure_key(p->canvas, FIGURE_LEFT + at % 3 * third, y + at / 3 * FIGURE_LINE,
			   canvas_style(CANVAS_SOLID, canvas_color(k, SHADES)), text);
		at++;
	}
	y += 2 * FIGURE_LINE;
	if (p->shown < p->n) {
		snprintf(text, sizeof text, "%zu more rows, with fewer lane-slots that wait, are left out.", p->n - p->shown);
		canvas_text(p->canvas, FIGURE_LEFT, y, CANVAS_START, text);
		y += FIGURE_LINE;
	}
	if (p->merged > 0) {
		snprintf(text, sizeof text, "%.1f %% of instructions, of spans that the recording has merged, are not shown.",
			 100 * p->merged / p->inst);
		canvas_text(p->canvas, FIGURE_LEFT, y, CANVAS_START, text);
		y += FIGURE_LINE;
	}
	return y;
}

static void
put_all(struct picture *p)
{
	const struct figure_box box = {NAMES, TOP, p->width, (double)p->shown * ROW};
	char text[200], title[400];
	double y;

	figure_time_text(p->f, &p->time, text, sizeof text);
	snprintf(text + strlen(text), sizeof text - strlen(text), "; %.1f %% of lane-slots wait",
		 p->all > 0 ? 100 * p->lost / p->all : 0);
	canvas_text(p->canvas, FIGURE_RIGHT, TOP - 12, CANVAS_START, text);
	for (size_t i = 0; i < p->shown; i++)
		put_row(p, p->row + i, TOP + (double)i * ROW);
	canvas_flush(p->canvas);
	for (size_t i = 0; i < p->shown; i++)
		put_name(p, p->row + i, TOP + (double)i * ROW);
	canvas_frame(p->canvas, box.x, box.y, box.width, box.height);
	figure_axis(p->canvas, &box, p->time.first, p->time.end, "cycles");
	y = put_legend(p, TOP + box.height + FIGURE_AXIS + FIGURE_LINE);
	snprintf(title, sizeof title, "%s over time, shaded by active lanes, on %.100s, %s",
		 p->f->instructions ? "Instructions" : "Source lines", p->f->r->machine, text);
	canvas_end(p->canvas, p->f->width, (unsigned)y, p->f->title ? p->f->title : title);
}

bool
figure_heat(const struct recording_figure *f, struct canvas *canvas, struct simt_error *e)
{
	struct picture p = {.f = f, .canvas = canvas};

	if (!figure_time_of(f, &p.time, e))
		return false;
	p.columns = (f->width - NAMES - FIGURE_RIGHT) / COLUMN;
	p.width = (double)p.columns * COLUMN;
	fill(&p);
	if (p.n)
		put_all(&p);
	free(p.row);
	free(p.cell);
	return p.n ||
	       simt_fail(e, SIMT_BAD_INPUT, "case '%.200s': the warps that are picked issue nothing in these cycles", f->c->name);
}
