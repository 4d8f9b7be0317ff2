#include "sim/core/fetch.h"

#include <stdlib.h>

#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/divergence/split.h"
#include "sim/memory/tag-store.h"
#include "sim/runtime/gpu.h"

/* Constants in numbers of lines: of 64 bytes in the first cache, of 256 behind it. */
enum { CONSTANT_BYTES = 64, CONSTANT_GROUP = 4 };

/* What an SM is known to have had: 2 MB of it. */
enum { HAD_BYTES = 2 << 20, HAD_WAYS = 16 };

/* Numbers of lines of constants are apart from those of code. */
#define CONSTANTS (UINT64_C(1) << 63)

/* Lines of code that a sub-core can wait for at a time. */
enum { FETCH_LINES = 16 };

/* The lines at hand: found by the lower bits of their numbers. Two with the same ones are not there together. */
enum { NEAR_PLACES = 256, NEAR_MOST = 128 };

struct near {
	struct near_line {
		uint64_t number; /* + 1; 0: none */
		uint64_t ready;
	} line[NEAR_PLACES];
	uint8_t used[NEAR_MOST]; /* places with a line */
	unsigned n;
	uint32_t chance;
	const struct warp *warp; /* that for which lines were brought */
	uint64_t until;          /* when the one comes that was brought last */
};

static void
near_clear(struct near *h)
{
	if (h)
		*h = (struct near){.chance = 1};
}

static struct near_line *
near_find(struct near *h, uint64_t number)
{
	struct near_line *l = h->line + number % NEAR_PLACES;

	return l->number == number + 1 ? l : NULL;
}

static void
near_put(struct near *h, unsigned room, uint64_t number, uint64_t ready)
{
	unsigned place = (unsigned)(number % NEAR_PLACES);

	if (!h->line[place].number) {
		unsigned i = h->n;

		if (h->n < room) {
			h->n++;
		} else {
			/* Numerical Recipes' generator: its upper bits */
			h->chance = h->chance * 1664525 + 1013904223;
			i = (unsigned)((uint64_t)h->chance * room >> 32);
			h->line[h->used[i]].number = 0;
		}
		h->used[i] = (uint8_t)place;
	}
	h->line[place] = (struct near_line){number + 1, ready};
}

/* What a cache knows of a line. */
struct line {
	uint64_t ready; /* the cycle from which it is there */
};

/* A cache of lines whose size is not that of tag-store.h. */
static struct tag_store *
lines_new(int32_t bytes, unsigned line, int32_t ways)
{
	return tag_store_new((uint64_t)bytes / line * LINE_BYTES, (unsigned)ways, CACHE_INDEX_MODULO, sizeof(struct line));
}

/* What a sub-core has of its own. */
struct front {
	struct tag_store *l0;          /* instructions */
	struct near *near;             /* lines at hand; NULL: all of l0 are */
	uint64_t stream, stream_until; /* line after the one asked for last, and when that comes */
	unsigned asked;                /* how many lines of the stream were asked for */
	uint64_t comes[FETCH_LINES];   /* when line k of it comes, at k % FETCH_LINES */
	/* jumps: when the fetches under way have ended, and how long those take that wait for this */
	uint64_t jumps_until, jumps_after;
};

struct fetch {
	struct tag_store *constants, *indexed; /* L1 of constants that instructions name, and of those that LDC loads */
	struct tag_store *behind;              /* L1.5 of instructions and constants */
	struct tag_store *had;                 /* instructions and constants that the SM has had */
	uint64_t indexed_free;                 /* cycle from which the cache of LDC takes an address */
	bool crowded;                          /* the launch that came last has blocks for more than half of the SMs */
	unsigned n;
	struct front front[]; /* of each sub-core */
};

static struct front *
front_of(const struct sm *sm, const struct subcore *c)
{
	return sm->fetch->front + (c - sm->subcore);
}

struct fetch *
fetch_new(const struct simt_machine *m)
{
	const unsigned n = m->sm.subcores;
	struct fetch *f = calloc(1, sizeof *f + n * sizeof *f->front);

	if (!f)
		return NULL;
	f->n = n;
	f->constants = lines_new(m->constants.bytes, CONSTANT_BYTES, m->constants.ways);
	f->indexed = lines_new(m->constants.indexed_bytes, CONSTANT_BYTES, m->constants.indexed_ways);
	f->behind = lines_new(m->fetch.l1_bytes, LINE_BYTES, m->fetch.l1_ways);
	f->had = lines_new(HAD_BYTES, LINE_BYTES, HAD_WAYS);
	for (unsigned i = 0; i < n; i++) {
		struct front *c = f->front + i;

		c->l0 = lines_new(m->fetch.l0_bytes, LINE_BYTES, m->fetch.l0_ways);
		if (m->fetch.near_lines)
			c->near = malloc(sizeof *c->near);
		near_clear(c->near);
		if (!c->l0 || (m->fetch.near_lines && !c->near)) {
			fetch_free(f);
			return NULL;
		}
	}
	if (f->constants && f->indexed && f->behind && f->had)
		return f;
	fetch_free(f);
	return NULL;
}

void
fetch_free(struct fetch *f)
{
	if (!f)
		return;
	for (unsigned i = 0; i < f->n; i++) {
		tag_store_free(f->front[i].l0);
		free(f->front[i].near);
	}
	tag_store_free(f->constants);
	tag_store_free(f->indexed);
	tag_store_free(f->behind);
	tag_store_free(f->had);
	free(f);
}

void
fetch_reset(struct fetch *f)
{
	for (unsigned i = 0; i < f->n; i++) {
		struct front *c = f->front + i;

		tag_store_clear(c->l0);
		near_clear(c->near);
		c->stream = c->stream_until = 0;
		c->asked = 0;
		c->jumps_until = c->jumps_after = 0;
	}
	fetch_start(f);
	tag_store_clear(f->behind);
	tag_store_clear(f->had);
	f->crowded = false;
	f->indexed_free = 0;
}

void
fetch_start(struct fetch *f)
{
	tag_store_clear(f->constants);
	tag_store_clear(f->indexed);
}

uint64_t
fetch_place(struct gpu *gpu, size_t n)
{
	uint64_t first = gpu->code_lines;

	gpu->code_lines += n / FETCH_INSTS + 2;
	return first;
}

/* The line of that number; where it is not there, an empty one, and *hit is false. */
static inline struct line *
look_up(struct tag_store *c, uint64_t number, bool *hit)
{
	struct line *l = tag_store_find(c, number);

	*hit = l;
	if (!l) {
		l = tag_store_place(c, number, NULL);
		l->ready = 0;
	}
	return l;
}

/* Line of code after the last one of a kernel. */
static uint64_t
end_of(const struct simt_function *f)
{
	return f->first_line + (f->n + FETCH_INSTS - 1) / FETCH_INSTS;
}

/* Constants of launches are apart. */
static uint64_t
of_launch(const struct launch_state *l, uint32_t constant)
{
	return (uint64_t)l->number << 32 | constant;
}

void
fetch_launch(struct sm *sm, const struct launch_state *l)
{
	const struct simt_machine *m = sm->m;
	uint64_t first = l->f->first_line, end = end_of(l->f), most = first + m->fetch.code_prefetch / LINE_BYTES;
	uint32_t constants = m->fetch.constant_prefetch < l->bank0->bytes ? m->fetch.constant_prefetch : l->bank0->bytes;
	bool hit;

	sm->fetch->crowded = l->blocks > m->chip.sms / 2;
	for (uint64_t n = first; n < (end < most ? end : most); n++) {
		look_up(sm->fetch->had, n, &hit);
		look_up(sm->fetch->behind, n, &hit);
	}
	for (uint32_t at = 0; at < constants; at += CONSTANT_BYTES * CONSTANT_GROUP)
		look_up(sm->fetch->behind, CONSTANTS | of_launch(l, constant_line(0, at)) / CONSTANT_GROUP, &hit);
}

/* When the warp would issue, were everything there. */
static uint64_t
wanted(const struct warp *w)
{
	const struct split_time *time = &w->runs->time;

	return time->stall_until > time->branch_until ? time->stall_until : time->branch_until;
}

/* When a line comes to the sub-core that is asked for at `start`. One that is asked for ahead waits until it may. */
static uint64_t
line_comes(struct sm *sm, struct front *c, uint64_t number, uint64_t start, bool ahead)
{
	const struct simt_machine *m = sm->m;
	uint64_t before = c->asked >= m->fetch.lines ? c->comes[(c->asked - m->fetch.lines) % FETCH_LINES] : 0;
	bool behind, had = true;
	struct line *b = look_up(sm->fetch->behind, number, &behind);
	uint64_t t, next = c->stream_until + (sm->fetch->crowded ? m->fetch.l1_crowd_cycles : m->fetch.l1_cycles);

	if (!behind)
		look_up(sm->fetch->had, number, &had);
	t = (ahead && before > start ? before : start) + (behind ? m->fetch.l1_latency
							  : had  ? m->fetch.l2_latency
								 : m->fetch.dram_latency);
	if (!behind)
		b->ready = t;
	t = b->ready > t ? b->ready : t;
	t = ahead && next > t ? next : t;
	c->comes[c->asked++ % FETCH_LINES] = t;
	return c->stream_until = t;
}

/* Asks for what follows a line, if that is of the stream. */
static void
ask_ahead(struct sm *sm, struct front *c, const struct simt_function *f, uint64_t number, uint64_t start)
{
	uint64_t ahead = sm->m->fetch.ahead, end = end_of(f), until = number + 1 + ahead;

	if (c->stream <= number || c->stream > until)
		return;
	for (until = until < end ? until : end; c->stream < until; c->stream++) {
		bool here;
		struct line *l = look_up(c->l0, c->stream, &here);

		if (!here)
			l->ready = line_comes(sm, c, c->stream, start, true);
	}
}

void
fetch_jump(const struct sm *sm, const struct subcore *subcore, struct warp *w)
{
	struct front *c = front_of(sm, subcore);
	const struct simt_machine *m = sm->m;
	uint64_t takes = m->fetch.jump_cycles, group = m->fetch.jump_group;

	if (w->runs->pc % FETCH_INSTS >= FETCH_INSTS - m->fetch.jump_left)
		takes *= 2;
	/* those that waited have been served since */
	while (c->jumps_after && c->jumps_until <= sm->now) {
		c->jumps_until += c->jumps_after > group ? c->jumps_after : group;
		c->jumps_after = 0;
	}
	if (c->jumps_until <= sm->now) {
		c->jumps_until = sm->now + (takes > group ? takes : group);
		return;
	}
	w->fetch_until = wanted(w) + (c->jumps_until - sm->now) + c->jumps_after;
	c->jumps_after += takes;
}

/* Brings a line from the cache of the sub-core, where it is from `ready` on, to where it is at hand; returns when it is there. Brings what
 * follows it after that, for the warp that lines were brought for last as much as parameter near_ahead says, for another one line. */
static uint64_t
bring_line(const struct sm *sm, struct front *c, const struct warp *w, uint64_t number, uint64_t start, uint64_t ready)
{
	const struct simt_machine *m = sm->m;
	const unsigned room = m->fetch.near_lines;
	struct near *h = c->near;
	struct near_line *l = near_find(h, number);
	uint64_t t = start + m->fetch.near_latency, ahead = m->fetch.near_ahead, end = end_of(w->f);

	if (l && l->ready < t)
		t = l->ready;
	t = ready > t ? ready : t;
	if (l)
		l->ready = t;
	else
		near_put(h, room, number, t);
	if (t > start)
		h->until = t;
	ahead = h->warp == w || ahead < 1 ? ahead : 1;
	h->warp = w;
	if (c->jumps_after && c->jumps_until > sm->now)
		return t;
	end = end < number + 1 + ahead ? end : number + 1 + ahead;
	for (uint64_t n = number + 1; n < end; n++) {
		uint64_t next = t + (m->fetch.near_latency + m->fetch.jump_cycles), after = h->until + m->fetch.near_cycles;
		const struct line *behind;

		if (near_find(h, n))
			continue;
		behind = tag_store_find(c->l0, n);
		if (!behind)
			break;
		next = after > next ? after : next;
		h->until = behind->ready > next ? behind->ready : next;
		near_put(h, room, n, h->until);
	}
	return t;
}

void
fetch_line(struct sm *sm, const struct subcore *subcore, struct warp *w)
{
	struct front *c = front_of(sm, subcore);
	uint64_t number = w->f->first_line + w->runs->pc / FETCH_INSTS, start = wanted(w), ready;
	bool here;
	struct line *l = look_up(c->l0, number, &here);

	start = w->fetch_until > start ? w->fetch_until : start;
	w->line = w->runs->pc / FETCH_INSTS;
	if (!here) {
		c->asked = 0; /* what is left of another stream does not hold this one up */
		l->ready = line_comes(sm, c, number, start, false);
		c->stream = number + 1;
	}
	ready = l->ready;
	ask_ahead(sm, c, w->f, number, start);
	if (c->near)
		ready = bring_line(sm, c, w, number, start, ready);
	w->fetch_until = ready > w->fetch_until ? ready : w->fetch_until;
}

/* A line of constants that is asked for at `start` comes to a cache from behind that. */
static __attribute__((noinline)) void
bring_constants(struct sm *sm, struct line *l, uint64_t latency, const struct warp *w, uint32_t constant, uint64_t start)
{
	uint64_t number = of_launch(w->block->launch, constant);
	bool behind, had = true;
	struct line *b = look_up(sm->fetch->behind, CONSTANTS | number / CONSTANT_GROUP, &behind);

	/* those of other banks than 0 are the same in every launch of a kernel */
	if (!behind && constant >= constant_line(1, 0))
		look_up(sm->fetch->had, CONSTANTS | (w->f->first_line << 32 | constant) / CONSTANT_GROUP, &had);
	if (!behind)
		b->ready = start + (had ? sm->m->constants.l2_latency : sm->m->constants.dram_latency);
	l->ready = start + latency;
	if (b->ready > l->ready)
		l->ready = b->ready;
}

/* When constants come to a cache that are asked for at `start`. */
static inline uint64_t
constants_come(struct sm *sm, struct tag_store *first, uint64_t latency, const struct warp *w, uint32_t constant, uint64_t start)
{
	bool here;
	struct line *l = look_up(first, of_launch(w->block->launch, constant), &here);

	if (!here)
		bring_constants(sm, l, latency, w, constant, start);
	return l->ready;
}

void
fetch_constant(struct sm *sm, struct warp *w, uint32_t constant)
{
	uint64_t start = wanted(w);

	w->constant = constant;
	if (constant == CONSTANT_UNIFORM) {
		const struct split *s = w->runs;
		const struct inst *in = w->f->code + s->pc;
		unsigned set = 0;

		while (!(s->mask & split_set(s, set)))
			set++;
		constant = constant_line(in->bank, s->u[set].r[in->a.index] + (uint32_t)in->displacement);
		w->constant = 0; /* next time at another address */
	}
	start = w->fetch_until > start ? w->fetch_until : start;
	w->constant_until = constants_come(sm, sm->fetch->constants, sm->m->constants.latency, w, constant, start);
}

/* The addresses of the lanes of m, without those that are in at[] already; returns how many there are then. */
static unsigned
addresses(const struct home_row *row, const struct inst *in, uint32_t m, uint32_t *at, unsigned n)
{
	const bool same = in->a.kind != SRC_REG || in->a.index == ISA_RZ; /* for all lanes */

	for (m = same ? m & -m : m; m; m &= m - 1) {
		uint32_t a = (same ? 0 : row->r[in->a.index][__builtin_ctz(m)]) + (uint32_t)in->displacement;
		unsigned i = 0;

		while (i < n && at[i] != a)
			i++;
		at[i] = a;
		n += i == n;
	}
	return n;
}

/* fetch_indexed() where the lanes have several addresses, or all guards may be off. */
static __attribute__((noinline)) uint64_t
fetch_several(struct sm *sm, const struct warp *w, const struct inst *in)
{
	const struct simt_machine *m = sm->m;
	lanes_t mask = warp_predicate_lanes(w, in->guard);
	uint32_t at[BANK_GROUPS * BANK_LANES];
	uint64_t start = sm->fetch->indexed_free > sm->now ? sm->fetch->indexed_free : sm->now, until = start;
	unsigned n = 0;

	if (w->nrows == 1)
		n = addresses(w->row, in, (uint32_t)mask << w->first_thread % ISA_LANES, at, 0);
	for (unsigned i = 0; w->nrows > 1 && i < w->nrows; i++)
		n = addresses(w->row + i, in, (uint32_t)(mask >> (ISA_LANES * i)), at, n);
	for (unsigned i = 0; i < n; i++) {
		uint64_t from = start + i * m->constants.indexed_cycles;
		uint64_t t = constants_come(sm, sm->fetch->indexed, sm->m->constants.indexed_latency, w,
					    constant_line(in->bank, at[i]), from);

		t = t > from ? t : from;
		until = t > until ? t : until;
	}
	sm->fetch->indexed_free = start + n * m->constants.indexed_rate;
	return until - sm->now + (n && in->nd > 1 ? m->constants.indexed_wide : 0);
}

uint64_t
fetch_indexed(struct sm *sm, const struct warp *w, const struct inst *in)
{
	const struct simt_machine *m = sm->m;
	struct fetch *f = sm->fetch;
	uint64_t start, t;

	if (in->guard != ISA_PT || (in->a.kind == SRC_REG && in->a.index != ISA_RZ))
		return fetch_several(sm, w, in);
	start = f->indexed_free > sm->now ? f->indexed_free : sm->now;
	t = constants_come(sm, f->indexed, m->constants.indexed_latency, w, constant_line(in->bank, (uint32_t)in->displacement),
			   start);
	f->indexed_free = start + m->constants.indexed_rate;
	return (t > start ? t : start) - sm->now + (in->nd > 1 ? m->constants.indexed_wide : 0);
}
