#include "workloads/analysis/lanes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "workloads/runner/by-launch.h"
#include "base/alloc.h"
#include "base/file-names.h"
#include "base/sources.h"

enum { LANES_MAX = 128, BANK_LANES = 16, LETTERS = 62, OTHERS = LETTERS, TEXT = 200 };

static const char letters[LETTERS + 2] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#";

/* The warp up to and including cycle `end`: lanes that run instructions of one part of the code, and lanes that are alive. The span
 * begins where the last one with a lane on one of the same banks has ended; meanwhile others ran on other banks. */
struct span {
	uint64_t end;
	uint32_t part;
	struct simt_lanes active, alive;
};

struct record {
	struct lanes_wish wish;
	uint64_t start; /* of the launch, by the context's clock */
	uint64_t begun; /* when the warp's block started, from there */
	uint32_t warp_size;
	unsigned banks, bank_lanes; /* neighbouring lanes on one bank; lanes of several banks may run at the same time */
	bool seen, timed;           /* the warp has issued; in cycles */
	uint32_t *part;             /* of each instruction */
	uint32_t parts;
	struct span *span;
	size_t n, room;
};

struct lanes {
	struct simt *s;
	unsigned banks, bank_lanes;
	struct lanes_wish wish;
	struct by_launch records; /* struct record */
};

/* ---- recording ---- */

static void
on_launch_start(void *arg, const struct simt_tap_launch *x)
{
	struct record *r = zeroed(1, sizeof *r);
	struct simt_function_info info;
	struct lanes *t = arg;
	bool timed = simt_launch_stats(x->launch)->timed;

	simt_function_info(x->function, &info);
	*r = (struct record){.wish = t->wish,
			     .start = x->cycle,
			     .warp_size = x->warp_size,
			     .banks = timed ? t->banks : 1,
			     .bank_lanes = timed ? t->bank_lanes : LANES_MAX,
			     .timed = timed,
			     .part = zeroed(info.ninst, sizeof *r->part)};
	r->parts = simt_function_parts(x->function, r->part);
	by_launch_add(&t->records, x->launch, r);
}

static struct record *
record_of(const struct lanes *t, const struct simt_launch *launch)
{
	return by_launch(&t->records, launch);
}

static void
on_block_start(void *arg, const struct simt_tap_block *x)
{
	struct record *r = record_of(arg, x->launch);

	if (x->block == r->wish.block)
		r->begun = x->cycle - r->start;
}

static bool
same_lanes(const struct simt_lanes *a, const struct simt_lanes *b)
{
	return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	struct record *r = record_of(arg, at->launch);
	struct span *last = r->n ? r->span + r->n - 1 : NULL;
	uint64_t cycle = at->cycle - r->start;
	uint32_t part = r->part[at->pc];

	if (at->block != r->wish.block || at->warp != r->wish.warp)
		return;
	r->seen = true;
	if (cycle < r->wish.from || cycle > r->wish.to) {
		if (cycle < r->wish.from)
			r->begun = r->wish.from;
		return;
	}
	/* a part that continues; not where the span before is one of several at the same time */
	if (last && last->part == part && same_lanes(&last->active, &x->active) && same_lanes(&last->alive, &x->alive) &&
	    last->end != cycle && !(r->n > 1 && last[-1].end == last->end)) {
		last->end = cycle;
		return;
	}
	r->span = grow(r->span, &r->room, r->n + 1, sizeof *r->span);
	r->span[r->n++] = (struct span){cycle, part, x->active, x->alive};
}

struct lanes *
lanes_new(struct simt *s, const struct simt_machine *m, const struct lanes_wish *wish, struct simt_error *e)
{
	const bool each = simt_machine_packs(m), independent = !strcmp(simt_machine_get(m, "bank_issue"), "independent");
	struct lanes *t = zeroed(1, sizeof *t);
	struct simt_tap tap = {.arg = t, .launch_start = on_launch_start, .block_start = on_block_start, .issue = on_issue};

	*t = (struct lanes){.s = s,
			    .banks = each          ? LANES_MAX
				     : independent ? simt_machine_number(m, "banks")
						   : 1,
			    .bank_lanes = each          ? 1
					  : independent ? BANK_LANES
							: LANES_MAX,
			    .wish = *wish};
	if (simt_add_tap(s, &tap, e))
		return t;
	free(t);
	return NULL;
}

void
record_free(struct record *r)
{
	if (!r)
		return;
	free(r->part);
	free(r->span);
	free(r);
}

void
lanes_free(struct lanes *t)
{
	struct record *r;

	if (!t)
		return;
	simt_remove_tap(t->s, t);
	while ((r = by_launch_take(&t->records, NULL)))
		record_free(r);
	free(t);
}

struct record *
lanes_take(struct lanes *t, const struct simt_launch *l)
{
	return by_launch_take(&t->records, l);
}

/* ---- drawing ---- */

/* Cycles that a lane spends in a column: in each lettered part of the code, waiting, alive. */
struct cell {
	uint64_t in[LETTERS + 1], active, alive;
};

struct picture {
	const struct record *r;
	unsigned columns, room;           /* of the time; of a whole line */
	uint64_t first, per_column, last; /* cycles; the last one is the last issue's */
	struct cell *cell;                /* [column * LANES_MAX + lane] */
	uint8_t *letter;                  /* of each part */
	uint64_t *lane_cycles;            /* of each letter */
	uint64_t waiting, alive;          /* lane-cycles */
};

static bool
has(const struct simt_lanes *m, unsigned lane)
{
	return m->word[lane / 64] >> lane % 64 & 1;
}

/* Letters go to the parts that are seen, in the order of the code. */
static void
give_letters(struct picture *p)
{
	const struct record *r = p->r;
	bool *seen = zeroed(r->parts, sizeof *seen);
	uint8_t next = 0;

	for (size_t i = 0; i < r->n; i++)
		seen[r->span[i].part] = true;
	for (uint32_t k = 0; k < r->parts; k++)
		if (seen[k]) {
			p->letter[k] = next;
			next += next < OTHERS;
		}
	free(seen);
}

/* Adds these cycles in which the lanes are alive, or run a part, to one column. */
static void
add_alive(struct picture *p, unsigned column, const struct span *s, uint64_t cycles)
{
	for (unsigned lane = 0; lane < p->r->warp_size; lane++)
		if (has(&s->alive, lane)) {
			p->cell[(size_t)column * LANES_MAX + lane].alive += cycles;
			p->alive += cycles;
		}
}

static void
add_active(struct picture *p, unsigned column, const struct span *s, uint64_t cycles)
{
	for (unsigned lane = 0; lane < p->r->warp_size; lane++)
		if (has(&s->active, lane)) {
			struct cell *c = p->cell + (size_t)column * LANES_MAX + lane;

			c->in[p->letter[s->part]] += cycles;
			c->active += cycles;
			p->lane_cycles[p->letter[s->part]] += cycles;
		}
}

/* From cycle `t` to the end of the span. */
static void
add(struct picture *p, const struct span *s, uint64_t t,
    void (*to_column)(struct picture *, unsigned, const struct span *, uint64_t))
{
	while (t <= s->end) {
		unsigned column = (unsigned)((t - p->first) / p->per_column);
		uint64_t until = p->first + (column + 1) * p->per_column;

		until = until > s->end + 1 ? s->end + 1 : until;
		to_column(p, column, s, until - t);
		t = until;
	}
}

static void
fill(struct picture *p)
{
	const struct record *r = p->r;
	uint64_t all = p->first, bank[LANES_MAX]; /* where the last span of any lane, and of each bank, has ended */

	for (unsigned b = 0; b < r->banks; b++)
		bank[b] = p->first;
	for (size_t i = 0; i < r->n; i++) {
		const struct span *s = r->span + i;
		uint64_t start = p->first;

		for (unsigned lane = 0; lane < r->warp_size; lane++) {
			uint64_t ended = bank[lane / r->bank_lanes % r->banks];

			if (has(&s->active, lane) && ended > start)
				start = ended;
		}
		add(p, s, all, add_alive);
		add(p, s, start, add_active);
		for (unsigned lane = 0; lane < r->warp_size; lane++)
			if (has(&s->active, lane))
				bank[lane / r->bank_lanes % r->banks] = s->end + 1;
		all = s->end + 1;
	}
	p->waiting = p->alive;
	for (unsigned k = 0; k <= LETTERS; k++)
		p->waiting -= p->lane_cycles[k];
}

/* What a lane does most of the time in a column. */
static char
character(const struct picture *p, unsigned column, unsigned lane)
{
	const struct cell *c = p->cell + (size_t)column * LANES_MAX + lane;
	uint64_t first = p->first + column * p->per_column, end = first + p->per_column, waiting = c->alive - c->active, gone;
	unsigned best = 0;

	end = end > p->last + 1 ? p->last + 1 : end;
	gone = end - first - c->alive;
	if (gone > c->alive)
		return ' ';
	if (waiting > c->active)
		return '.';
	for (unsigned k = 1; k <= LETTERS; k++)
		if (c->in[k] > c->in[best])
			best = k;
	return letters[best];
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

	for (unsigned lane = 0; lane < p->r->warp_size; lane++) {
		unsigned n = p->columns;

		for (unsigned column = 0; column < p->columns; column++)
			row[column] = character(p, column, lane);
		while (n && row[n - 1] == ' ')
			n--;
		fprintf(out, "lane %3u%s%.*s\n", lane, n ? " " : "", (int)n, row);
	}
	free(row);
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
		    p->alive ? 100 * (double)p->lane_cycles[p->letter[part]] / (double)p->alive : 0);
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
	const struct record *r = p->r;
	bool *seen = zeroed(r->parts, sizeof *seen), others = false;
	struct sources *sources = sources_new(&folder, 1);

	for (size_t i = 0; i < r->n; i++)
		seen[r->span[i].part] = true;
	fputs("     code             of lane-time\n", out);
	for (uint32_t k = 0; k < r->parts; k++) {
		if (seen[k] && p->letter[k] < OTHERS)
			put_part(p, f, sources, k, out);
		others = others || (seen[k] && p->letter[k] == OTHERS);
	}
	if (others)
		fprintf(out, "  %c  other code     %5.1f %%\n", letters[OTHERS],
			p->alive ? 100 * (double)p->lane_cycles[OTHERS] / (double)p->alive : 0);
	fprintf(out, "  .  waits          %5.1f %%\n", p->alive ? 100 * (double)p->waiting / (double)p->alive : 0);
	sources_free(sources);
	free(seen);
}

void
record_draw(const struct record *r, const struct simt_function *f, const char *folder, unsigned columns, FILE *out)
{
	struct picture p = {.r = r};
	uint64_t total;

	if (!r->n) {
		fprintf(out, "block %" PRIu64 " has no warp %u%s\n", r->wish.block, r->wish.warp,
			r->seen ? " that issues in these cycles" : "");
		return;
	}
	p.room = columns > r->wish.columns ? columns + LANES_BESIDE : r->wish.columns + LANES_BESIDE;
	columns = r->wish.columns ? r->wish.columns : columns;
	p.first = r->begun;
	p.last = r->span[r->n - 1].end;
	total = p.last + 1 - p.first;
	p.per_column = (total + columns - 1) / columns;
	p.columns = (unsigned)((total + p.per_column - 1) / p.per_column);
	p.cell = zeroed((size_t)p.columns * LANES_MAX, sizeof *p.cell);
	p.letter = zeroed(r->parts, sizeof *p.letter);
	p.lane_cycles = zeroed(LETTERS + 1, sizeof *p.lane_cycles);
	give_letters(&p);
	fill(&p);
	fprintf(out, "block %" PRIu64 ", warp %u, %s %" PRIu64 " to %" PRIu64 "; a column is %" PRIu64 " %s%s\n\n", r->wish.block,
		r->wish.warp, r->timed ? "cycles" : "instructions", p.first, p.last, p.per_column,
		r->timed ? "cycle" : "instruction", p.per_column == 1 ? "" : "s");
	put_axis(&p, out);
	put_rows(&p, out);
	putc('\n', out);
	put_legend(&p, f, folder, out);
	free(p.cell);
	free(p.letter);
	free(p.lane_cycles);
}
