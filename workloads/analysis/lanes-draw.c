/* lanes-draw.c: draws what lanes.c has recorded. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/sources.h"
#include "workloads/analysis/lanes-record.h"
#include "workloads/analysis/columns.h"

/* Where lanes part later than after 1 / LEAD of the picture, it begins there. */
enum { LETTERS = 26, OTHERS = LETTERS, TEXT = 200, LEAD = 8 };

/* Of parts of the code, and of what is stalled there. */
static const char letters[LETTERS + 2] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ#",
				    stalled_letters[LETTERS + 2] = "abcdefghijklmnopqrstuvwxyz-";

/* Cycles that a lane spends in a column: in each lettered part of the code, stalled in any of these, running, alive. */
struct cell {
	uint64_t in[LETTERS + 1], stalled, active, alive;
};

/* What a column shows of a warp; span NULL: nothing. */
struct column {
	const struct span *span;
	bool stalled;
};

struct picture {
	const struct record *r;
	const struct warp_record *w;      /* the one that is drawn */
	unsigned columns, room;           /* of the time; of a whole line */
	uint64_t begun, first;            /* cycles: of the record; of the picture */
	uint64_t per_column, last;        /* the last one is the last issue's */
	struct column *column;            /* where one split of a warp runs at a time */
	struct cell *cell;                /* else [column * LANES_MAX + lane] */
	uint8_t *letter;                  /* of each part */
	uint64_t *part_cycles;            /* lane-cycles in each part */
	uint64_t waiting, alive, stalled; /* lane-cycles */
};

static bool
has(const struct simt_lanes *m, unsigned lane)
{
	return m->word[lane / 64] >> lane % 64 & 1;
}

static unsigned
lanes_of(const struct simt_lanes *m)
{
	return (unsigned)(__builtin_popcountll(m->word[0]) + __builtin_popcountll(m->word[1]));
}

/* ---- spans ---- */

/* Where the spans of a warp begin, one after the other. */
struct walk {
	uint64_t all, bank[LANES_MAX]; /* where the last span of any lane, and of each bank, has ended */
	uint64_t alive, active; /* where the time of the span at hand begins, of lanes that are alive and of those that run */
};

static void
walk_begin(struct walk *x, const struct record *r, const struct warp_record *w)
{
	x->all = w->begun;
	for (unsigned b = 0; b < r->banks; b++)
		x->bank[b] = w->begun;
}

static void
walk_to(struct walk *x, const struct record *r, const struct warp_record *w, const struct span *s)
{
	x->alive = x->all;
	x->active = w->begun;
	for (unsigned lane = 0; lane < r->warp_size; lane++) {
		uint64_t *bank = x->bank + lane / r->bank_lanes % r->banks;

		if (has(&s->active, lane) && *bank > x->active)
			x->active = *bank;
	}
	for (unsigned lane = 0; lane < r->warp_size; lane++)
		if (has(&s->active, lane))
			x->bank[lane / r->bank_lanes % r->banks] = s->end + 1;
	x->all = s->end + 1;
}

/* When the span at hand issues for the first time. */
static uint64_t
issues_from(const struct picture *p, const struct walk *x, const struct span *s)
{
	return p->r->timed && s->begin > x->active + COLUMN_PAUSE ? s->begin : x->active;
}

/* ---- sums and letters ---- */

static void
add_up(struct picture *p, const struct warp_record *w)
{
	struct walk x;

	walk_begin(&x, p->r, w);
	for (size_t i = 0; i < w->n; i++) {
		const struct span *s = w->span + i;

		walk_to(&x, p->r, w, s);
		p->alive += lanes_of(&s->alive) * (s->end + 1 - x.alive);
		p->part_cycles[s->part] += lanes_of(&s->active) * (s->end + 1 - x.active);
		p->stalled += lanes_of(&s->active) * (issues_from(p, &x, s) - x.active);
		p->last = s->end > p->last ? s->end : p->last;
	}
}

/* How many parts have more lane-cycles than this one, or as many and come before it. */
static uint32_t
rank_of(const struct picture *p, uint32_t part)
{
	uint32_t before = 0;

	for (uint32_t k = 0; k < p->r->parts; k++)
		before += p->part_cycles[k] > p->part_cycles[part] || (p->part_cycles[k] == p->part_cycles[part] && k < part);
	return before;
}

/* Letters go to the parts with the most time, in the order of the code. */
static void
give_letters(struct picture *p)
{
	uint8_t next = 0;

	p->waiting = p->alive;
	for (uint32_t k = 0; k < p->r->parts; k++) {
		p->waiting -= p->part_cycles[k];
		p->letter[k] = p->part_cycles[k] && rank_of(p, k) < LETTERS ? next++ : OTHERS;
	}
}

/* ---- one split at a time ---- */

/* The spans of the warp, which the caller frees. */
static struct column_piece *
pieces_of(const struct picture *p, const struct warp_record *w)
{
	struct column_piece *piece = zeroed(w->n, sizeof *piece);
	struct walk x;

	walk_begin(&x, p->r, w);
	for (size_t i = 0; i < w->n; i++) {
		const struct span *s = w->span + i;

		walk_to(&x, p->r, w, s);
		piece[i] = (struct column_piece){x.active, issues_from(p, &x, s), s->end + 1,
						 lanes_of(&s->active) < lanes_of(&s->alive), s};
	}
	return piece;
}

static void
fill_columns(struct picture *p)
{
	struct column_piece *piece = pieces_of(p, p->w);
	struct column_place place = {0, 0};

	for (unsigned k = 0; k < p->columns; k++) {
		const uint64_t from = p->first + k * p->per_column, to = from + p->per_column;
		const size_t shown = column_choose(piece, p->w->n, &place, from, to);

		p->column[k] = (struct column){NULL, false};
		if (shown < p->w->n)
			p->column[k] = (struct column){piece[shown].what, column_waits(piece + shown, from, to)};
	}
	free(piece);
}

/* ---- several at the same time ---- */

/* Adds these cycles in which the lanes are alive, stalled, or in a part, to one column. */
static void
add_alive(struct picture *p, unsigned column, const struct span *s, uint64_t cycles)
{
	for (unsigned lane = 0; lane < p->r->warp_size; lane++)
		if (has(&s->alive, lane))
			p->cell[(size_t)column * LANES_MAX + lane].alive += cycles;
}

static void
add_stalled(struct picture *p, unsigned column, const struct span *s, uint64_t cycles)
{
	for (unsigned lane = 0; lane < p->r->warp_size; lane++)
		if (has(&s->active, lane))
			p->cell[(size_t)column * LANES_MAX + lane].stalled += cycles;
}

static void
add_active(struct picture *p, unsigned column, const struct span *s, uint64_t cycles)
{
	for (unsigned lane = 0; lane < p->r->warp_size; lane++)
		if (has(&s->active, lane)) {
			struct cell *c = p->cell + (size_t)column * LANES_MAX + lane;

			c->in[p->letter[s->part]] += cycles;
			c->active += cycles;
		}
}

/* From cycle `t` to before `end`, as far as the picture has it. */
static void
add(struct picture *p, const struct span *s, uint64_t t, uint64_t end,
    void (*to_column)(struct picture *, unsigned, const struct span *, uint64_t))
{
	for (t = t > p->first ? t : p->first; t < end;) {
		const unsigned column = (unsigned)((t - p->first) / p->per_column);
		uint64_t until = p->first + (column + 1) * p->per_column;

		until = until > end ? end : until;
		to_column(p, column, s, until - t);
		t = until;
	}
}

static void
fill_cells(struct picture *p)
{
	struct walk x;

	memset(p->cell, 0, (size_t)p->columns * LANES_MAX * sizeof *p->cell);
	walk_begin(&x, p->r, p->w);
	for (size_t i = 0; i < p->w->n; i++) {
		const struct span *s = p->w->span + i;

		walk_to(&x, p->r, p->w, s);
		add(p, s, x.alive, s->end + 1, add_alive);
		add(p, s, x.active, issues_from(p, &x, s), add_stalled);
		add(p, s, x.active, s->end + 1, add_active);
	}
}

/* What a lane does most of the time in a column. */
static char
of_cell(const struct picture *p, unsigned column, unsigned lane)
{
	const struct cell *c = p->cell + (size_t)column * LANES_MAX + lane;
	uint64_t first = p->first + column * p->per_column, end = first + p->per_column, waiting = c->alive - c->active;
	unsigned best = 0;

	end = end > p->last + 1 ? p->last + 1 : end;
	if (end - first - c->alive > c->alive)
		return ' ';
	if (waiting > c->active)
		return '.';
	for (unsigned k = 1; k <= LETTERS; k++)
		if (c->in[k] > c->in[best])
			best = k;
	return 2 * c->stalled > c->active ? stalled_letters[best] : letters[best];
}

/* ---- drawing ---- */

static char
of_lane(const struct picture *p, unsigned column, unsigned lane)
{
	const struct column *c = p->column + column;

	if (p->cell)
		return of_cell(p, column, lane);
	if (!c->span || !has(&c->span->alive, lane))
		return ' ';
	if (!has(&c->span->active, lane))
		return '.';
	return (c->stalled ? stalled_letters : letters)[p->letter[c->span->part]];
}

/* A row of several lanes: what they do; ':' where some run and some wait; those that have exited do not count. */
static char
of_row(const struct picture *p, unsigned column, unsigned lane)
{
	char shown = ' ';

	for (unsigned i = lane; i < lane + p->r->wish.stride && i < p->r->warp_size; i++) {
		const char c = of_lane(p, column, i);

		if (c != ' ' && shown != ' ' && (c == '.') != (shown == '.'))
			return ':';
		shown = shown == ' ' ? c : shown;
	}
	return shown;
}

static void
put_axis(const struct picture *p, FILE *out)
{
	unsigned at = 0;

	fprintf(out, "%-*s", LANES_BESIDE, p->r->timed ? "   cycle" : "   inst.");
	for (unsigned column = 0; column < p->columns; column += 10) {
		char text[24];
		int n = snprintf(text, sizeof text, "%" PRIu64, p->first + column * p->per_column);

		/* a label needs a blank in front of it; one that has no room is left out */
		if ((column && column <= at) || column + (unsigned)n > p->columns)
			continue;
		fprintf(out, "%*s%s", (int)(column - at), "", text);
		at = column + (unsigned)n;
	}
	putc('\n', out);
}

static void
put_rows(const struct picture *p, FILE *out)
{
	char *row = zeroed(p->columns + 1, 1);

	for (unsigned lane = 0; lane < p->r->warp_size; lane += p->r->wish.stride) {
		unsigned n = p->columns;

		for (unsigned column = 0; column < p->columns; column++)
			row[column] = of_row(p, column, lane);
		while (n && row[n - 1] == ' ')
			n--;
		fprintf(out, "lane %3u%s%.*s\n", lane, n ? " " : "", (int)n, row);
	}
	free(row);
}

static void
put_warp(struct picture *p, const struct warp_record *w, uint32_t number, FILE *out)
{
	if (p->r->warps > 1)
		fprintf(out, "warp %" PRIu32 "%s\n", number,
			w->n      ? ""
			: w->seen ? " does not issue in these cycles"
				  : " is not there");
	if (!w->n)
		return;
	p->w = w;
	if (p->cell)
		fill_cells(p);
	else
		fill_columns(p);
	put_rows(p, out);
}

/* ---- the legend ---- */

static double
share(const struct picture *p, uint64_t lane_cycles)
{
	return p->alive ? 100 * (double)lane_cycles / (double)p->alive : 0;
}

/* "A  0x0000-0x00b0   3.1 %  dynamic-work.cu:22  int i = ...": the part's first line that has one. */
static void
put_part(const struct picture *p, const struct simt_function *f, struct sources *sources, uint32_t part, FILE *out)
{
	const struct record *r = p->r;
	size_t first = 0, last;
	const char *file = NULL, *line_text;
	char text[TEXT], place[96], source[TEXT + 100];
	unsigned line = 0;
	int n, room;

	while (r->part[first] != part)
		first++;
	for (last = first; simt_function_sass(f, last + 1, text, sizeof text) && r->part[last + 1] == part;)
		last++;
	for (size_t i = first; i <= last && !file; i++)
		if (!simt_function_line(f, i, &file, &line))
			file = NULL;
	n = fprintf(out, "  %c  0x%04zx-0x%04zx  %5.1f %%", letters[p->letter[part]], 16 * first, 16 * last,
		    share(p, p->part_cycles[part]));
	room = n > 0 && p->room > (unsigned)n ? (int)p->room - n : 0;
	if (file) {
		line_text = sources_line(sources, file, line);
		snprintf(place, sizeof place, "%.60s:%u", path_base(file), line);
		snprintf(source, sizeof source, "  %s%s%.*s", place, line_text && *line_text ? "  " : "", TEXT - 1,
			 line_text ? line_text : "");
		fprintf(out, "%.*s", room, source);
	}
	putc('\n', out);
}

static void
put_legend(const struct picture *p, const struct simt_function *f, const char *folder, FILE *out)
{
	struct sources *sources = sources_new(&folder, 1);
	uint64_t others = 0;

	fputs("     code             of lane-time", out);
	if (p->first > p->begun)
		fprintf(out, " from %s %" PRIu64 " on", p->r->timed ? "cycle" : "instruction", p->begun);
	putc('\n', out);
	for (uint32_t k = 0; k < p->r->parts; k++)
		if (p->letter[k] < OTHERS)
			put_part(p, f, sources, k, out);
		else
			others += p->part_cycles[k];
	if (others)
		fprintf(out, "  %c  other code     %5.1f %%\n", letters[OTHERS], share(p, others));
	if (p->stalled)
		fprintf(out, "  a  stalled        %5.1f %%  of these, in lower case\n", share(p, p->stalled));
	fprintf(out, "  .  waits          %5.1f %%\n", share(p, p->waiting));
	sources_free(sources);
}

/* ---- all of it ---- */

/* Where the picture begins. */
static uint64_t
first_of(const struct picture *p)
{
	uint64_t first = UINT64_MAX;

	if (p->r->wish.from != LANES_PARTED || p->r->banks > 1)
		return p->begun;
	for (unsigned i = 0; i < p->r->warps; i++) {
		const struct warp_record *w = p->r->warp + i;
		struct column_piece *piece = pieces_of(p, w);
		uint64_t begin = p->begun;

		if (w->n && column_begin(piece, w->n, p->last + 1, LEAD, &begin))
			first = begin < first ? begin : first;
		free(piece);
	}
	return first == UINT64_MAX || first - p->begun < (p->last + 1 - p->begun) / LEAD ? p->begun : first;
}

/* "block 0, warps 0 to 3, cycles 800 to 4211; a column is 7 cycles, a row 4 lanes" */
static void
put_head(const struct picture *p, FILE *out)
{
	const struct lanes_wish *x = &p->r->wish;
	const char *unit = p->r->timed ? "cycle" : "instruction";

	fprintf(out, "block %" PRIu64 ", warp%s %u", x->block, p->r->warps > 1 ? "s" : "", x->warp);
	if (p->r->warps > 1)
		fprintf(out, " to %u", x->last_warp);
	fprintf(out, ", %ss %" PRIu64 " to %" PRIu64 "; a column is %" PRIu64 " %s%s", unit, p->first, p->last, p->per_column, unit,
		p->per_column == 1 ? "" : "s");
	if (x->stride > 1)
		fprintf(out, ", a row %u lanes", x->stride);
	fputs(p->first > p->begun ? "\nNo lanes part before; from=0 shows that time, too.\n\n" : "\n\n", out);
}

static void
draw(struct picture *p, const struct simt_function *f, const char *folder, FILE *out)
{
	put_head(p, out);
	put_axis(p, out);
	for (unsigned i = 0; i < p->r->warps; i++)
		put_warp(p, p->r->warp + i, p->r->wish.warp + i, out);
	putc('\n', out);
	put_legend(p, f, folder, out);
}

static bool
put_absent(const struct record *r, FILE *out)
{
	bool seen = false;

	for (unsigned i = 0; i < r->warps; i++) {
		if (r->warp[i].n)
			return false;
		seen = seen || r->warp[i].seen;
	}
	fprintf(out, "block %" PRIu64 " has no warp %u%s\n", r->wish.block, r->wish.warp,
		seen ? " that issues in these cycles" : "");
	return true;
}

void
record_draw(const struct record *r, const struct simt_function *f, const char *folder, unsigned columns, FILE *out)
{
	struct picture p = {.r = r, .begun = UINT64_MAX};
	uint64_t total;

	if (put_absent(r, out))
		return;
	p.room = columns > r->wish.columns ? columns + LANES_BESIDE : r->wish.columns + LANES_BESIDE;
	columns = r->wish.columns ? r->wish.columns : columns;
	p.letter = zeroed(r->parts, sizeof *p.letter);
	p.part_cycles = zeroed(r->parts, sizeof *p.part_cycles);
	for (unsigned i = 0; i < r->warps; i++) {
		p.begun = r->warp[i].n && r->warp[i].begun < p.begun ? r->warp[i].begun : p.begun;
		add_up(&p, r->warp + i);
	}
	give_letters(&p);
	p.first = first_of(&p);
	total = p.last + 1 - p.first;
	p.per_column = (total + columns - 1) / columns;
	p.columns = (unsigned)((total + p.per_column - 1) / p.per_column);
	p.column = zeroed(p.columns, sizeof *p.column);
	p.cell = r->banks > 1 ? zeroed((size_t)p.columns * LANES_MAX, sizeof *p.cell) : NULL;
	draw(&p, f, folder, out);
	free(p.column);
	free(p.cell);
	free(p.letter);
	free(p.part_cycles);
}
