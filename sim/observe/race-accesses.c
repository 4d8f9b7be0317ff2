/* race-accesses.c: accesses to memory, against those that came before. See check-races.c. */
#include <inttypes.h>

#include "sim/memory/backing-store.h"
#include "sim/observe/explain.h"
#include "sim/observe/races.h"
#include "sim/observe/shadow-rows.h"
#include "sim/runtime/context.h"

/* The access of one thread to one cell. stamp.who and stamp.epoch: shared memory, the clock of the lane and the block barriers so far;
 * device memory, the block and its fences + 1. */
struct one {
	struct races *x;
	const struct simt_tap_warp *at;
	const struct simt_tap_memory *m;
	struct race_block *b;
	struct stamp stamp;
	unsigned lane; /* of m */
};

static bool
is_ordered(const struct one *o, const struct stamp *s)
{
	const uint32_t width = o->x->width, thread = s->by & STAMP_THREAD, own = o->stamp.by & STAMP_THREAD;

	if (o->m->space == SIMT_TAP_GLOBAL)
		return s->who == o->stamp.who || (s->who < o->b->heard.n && s->epoch <= o->b->heard.upto[s->who]);
	if (thread == own || s->epoch < o->stamp.epoch)
		return true;
	return thread / width == own / width && clock_of(o->x, o->b, own / width, own % width)[thread % width] >= s->who;
}

static const char *
verb(bool store, bool atomic)
{
	return atomic ? "atomic" : store ? "store" : "load";
}

static __attribute__((noinline)) void
race_found(const struct one *o, const struct stamp *s, bool was_store)
{
	const uint32_t other = s->by & STAMP_THREAD, own = o->stamp.by & STAMP_THREAD;
	bool shared = o->m->space == SIMT_TAP_SHARED, warp = shared && other / o->x->width == own / o->x->width;
	uint32_t low = s->pc < o->at->pc ? s->pc : o->at->pc, high = s->pc < o->at->pc ? o->at->pc : s->pc;
	struct finding *f = findings_note(o->x->c, o->at->function, shared ? FIND_RACE_SHARED : FIND_RACE_GLOBAL, low, high);
	uint64_t address = o->m->address[o->lane];
	char where[PLACE_BYTES], thread[THREAD_BYTES], block[THREAD_BYTES], near[160] = "";

	if (!f)
		return;
	if (!shared)
		backing_store_place(o->x->c->s->memory, address, near, sizeof near);
	findings_say(f, SIMT_FAULT, o->at, own,
		     "race: %s %s of %u bytes at 0x%" PRIx64 "%s%s%s, not ordered after the %s at %s by thread %s%s%s%s",
		     shared ? "shared" : "global", verb(o->m->access == SIMT_TAP_STORE, o->stamp.by & STAMP_ATOMIC), o->m->bytes,
		     address, *near ? " (" : "", near, *near ? ")" : "", verb(was_store, s->by & STAMP_ATOMIC),
		     explain_place(o->at->function, s->pc, where), explain_thread(o->at->launch, other, thread),
		     warp ? " of the same warp" : "", shared ? "" : " of block ",
		     shared ? "" : explain_block(o->at->launch, s->who, block));
}

/* Two accesses, one of which writes, are no race if both are atomics or, in device memory, both are strong. */
static bool
may_meet(const struct one *o, uint32_t by)
{
	if (by & o->stamp.by & STAMP_ATOMIC)
		return true;
	return o->m->space == SIMT_TAP_GLOBAL && by & (STAMP_ATOMIC | STAMP_STRONG) && o->stamp.by & (STAMP_ATOMIC | STAMP_STRONG);
}

/* Looks at an earlier access of a cell, where one of the two writes. */
static void
meets(const struct one *o, const struct cell *c, unsigned access)
{
	const uint32_t by = cell_by(c, access);
	struct stamp s;

	if (!by || may_meet(o, by))
		return;
	s = cell_stamp(c, access);
	if (!is_ordered(o, &s))
		race_found(o, &s, access == SHADOW_WRITE);
}

static void
reads(const struct one *o, const struct cell *c)
{
	unsigned keep = SHADOW_READ;

	meets(o, c, SHADOW_WRITE);
	/* one that this one comes after says no more than this one */
	if (cell_by(c, keep)) {
		const struct stamp s = cell_stamp(c, keep);

		keep += !is_ordered(o, &s);
	}
	cell_set(c, keep, &o->stamp);
}

/* `value` is what the place holds then; `known`: whether that says something. */
static void
writes(const struct one *o, const struct cell *c, uint32_t value, bool known)
{
	if (!(known && *cell_value(c) == value && !(cell_by(c, SHADOW_WRITE) & STAMP_ATOMIC)))
		meets(o, c, SHADOW_WRITE);
	for (unsigned i = SHADOW_READ; i < SHADOW_ACCESSES; i++) {
		meets(o, c, i);
		cell_forget(c, i);
	}
	cell_set(c, SHADOW_WRITE, &o->stamp);
	*cell_value(c) = value;
}

static void
one_word(const struct one *o, struct shadow *shadow, uint64_t address, unsigned bytes, uint32_t value)
{
	bool store = o->m->access == SIMT_TAP_STORE;
	struct cell c;
	unsigned n = shadow_cells(shadow, address, bytes, &c);

	for (unsigned i = 0; i < n; i++, c.i++) {
		if (o->m->access == SIMT_TAP_LOAD)
			reads(o, &c);
		else
			writes(o, &c, n == 1 && bytes == 4 ? value : value >> 8 * i & 0xff, store);
	}
}

static void
one_thread(const struct one *o, struct shadow *shadow)
{
	uint64_t address = o->m->address[o->lane];

	for (unsigned i = 0; i < o->m->bytes; i += 4)
		one_word(o, shadow, address + i, o->m->bytes < 4 ? o->m->bytes : 4, o->m->data ? o->m->data[i / 4][o->lane] : 0);
}

/* The clock of a thread, as it sees it itself. */
static uint32_t
own_clock(const struct races *x, const struct race_block *b, uint32_t thread)
{
	return clock_of(x, b, thread / x->width, thread % x->width)[thread % x->width];
}

/* Whether all lanes that are active access the same whole words of a page. */
static bool
is_place(const struct simt_tap_memory *m, unsigned first)
{
	uint64_t other = 0;

	if (m->bytes < 4 || m->address[first] / 4 % SHADOW_WORDS > SHADOW_WORDS - m->bytes / 4)
		return false;
	for (uint32_t lanes = m->mask; lanes; lanes &= lanes - 1)
		other |= m->address[__builtin_ctz(lanes)] ^ m->address[first];
	return !other;
}

static bool
is_in_warp(const struct one *o, uint32_t by)
{
	const uint32_t width = o->x->width;

	return (by & STAMP_THREAD) / width == o->m->first_thread / width;
}

/* Whether what a cell holds leaves it to the threads' order among themselves what a load by all of them leaves there. */
static bool
is_plain_cell(const struct one *o, const struct cell *c)
{
	const struct stamp w = cell_stamp(c, SHADOW_WRITE), r = cell_stamp(c, SHADOW_READ);

	if (o->m->space == SIMT_TAP_GLOBAL)
		return !w.by || w.who == o->stamp.who;
	return (!w.by || w.epoch < o->stamp.epoch) && (!r.by || r.epoch < o->stamp.epoch || !is_in_warp(o, r.by));
}

/* A load by all threads from one cell, first and last being stamps of the first and the last one: no thread's load is ordered after that of
 * another one of its warp, but in device memory after those of its block. */
static void
place_reads(const struct one *o, const struct cell *c, const struct stamp *first, const struct stamp *last)
{
	const struct stamp r = cell_stamp(c, SHADOW_READ);
	const bool global = o->m->space == SIMT_TAP_GLOBAL,
		   ordered = !r.by || (global ? r.who == o->stamp.who : r.epoch < o->stamp.epoch);

	if (ordered)
		cell_set(c, SHADOW_READ, global ? last : first);
	if (!ordered || (!global && first->by != last->by))
		cell_set(c, SHADOW_READ + 1, last);
}

/* A plain load from one place. False: the threads have to be looked at one after the other. */
static bool
one_place(const struct one *o, struct shadow *shadow, bool shared)
{
	const struct simt_tap_memory *m = o->m;
	const unsigned low = (unsigned)__builtin_ctz(m->mask), high = 31 - (unsigned)__builtin_clz(m->mask);
	struct stamp first = o->stamp, last = o->stamp;
	struct cell c;

	if (m->access != SIMT_TAP_LOAD || (!shared && o->b->heard.n) || !is_place(m, low))
		return false;
	c = (struct cell){shadow_page(shadow, m->address[low]), NULL, (unsigned)(m->address[low] / 4 % SHADOW_WORDS)};
	for (unsigned w = 0; w < m->bytes / 4; w++)
		if (c.page->any_split || !is_plain_cell(o, &(struct cell){c.page, NULL, c.i + w}))
			return false;
	first.by = (m->first_thread + low) | STAMP_SET;
	last.by = (m->first_thread + high) | STAMP_SET;
	if (shared) {
		first.who = own_clock(o->x, o->b, m->first_thread + low);
		last.who = own_clock(o->x, o->b, m->first_thread + high);
	}
	for (unsigned w = 0; w < m->bytes / 4; w++, c.i++)
		place_reads(o, &c, &first, &last);
	return true;
}

/* Whether all lanes access words that follow each other, within a page. */
static bool
is_row(const struct simt_tap_memory *m)
{
	uint64_t other = 0;

	if (m->mask != UINT32_MAX || m->bytes != 4 || m->address[0] / 4 % SHADOW_WORDS > SHADOW_WORDS - SHADOW_ROW)
		return false;
	for (unsigned l = 0; l < SIMT_TAP_LANES; l++)
		other |= m->address[l] ^ (m->address[0] + 4 * l);
	return !other;
}

/* What `who` of each lane is. */
static inline void
own_clocks(const struct one *o, bool shared, uint32_t who[SHADOW_ROW])
{
	const uint32_t first = o->m->first_thread, width = o->x->width;
	const uint32_t *clock;

	for (unsigned l = 0; !shared && l < SHADOW_ROW; l++)
		who[l] = o->stamp.who;
	for (unsigned l = 0; shared && width < SHADOW_ROW && l < SHADOW_ROW; l++)
		who[l] = own_clock(o->x, o->b, first + l);
	if (!shared || width < SHADOW_ROW)
		return;
	clock = clock_of(o->x, o->b, first / width, first % width) + first % width;
	for (unsigned l = 0; l < SHADOW_ROW; l++, clock += width + 1)
		who[l] = *clock;
}

/* A plain access to a row of words, whose cells are looked at together. False: they have to be looked at one after the other. */
static bool
whole_row(const struct one *o, struct shadow *shadow, bool shared)
{
	const struct simt_tap_memory *m = o->m;
	struct shadow_page *p;
	struct shadow_row r;
	unsigned i;

	if (!is_row(m) || (!shared && o->b->heard.n))
		return false;
	p = shadow_page(shadow, m->address[0]);
	if (p->any_split)
		return false;
	i = (unsigned)(m->address[0] / 4 % SHADOW_WORDS);
	r.epoch = o->stamp.epoch;
	r.pc = o->stamp.pc;
	r.warp = m->first_thread / o->x->width * o->x->width;
	r.width = o->x->width;
	r.same_who = !shared;
	own_clocks(o, shared, r.who);
	for (unsigned l = 0; l < SHADOW_ROW; l++)
		r.by[l] = (m->first_thread + l) | STAMP_SET;
	return m->access == SIMT_TAP_LOAD ? shadow_rows_read(p, i, &r) : shadow_rows_write(p, i, &r, m->data[0]);
}

void
race_accesses_told(void *arg, const struct simt_tap_warp *at, const struct simt_tap_memory *m)
{
	struct races *x = arg;
	struct one o = {.x = x, .at = at, .m = m, .b = map_get(&x->blocks, findings_block(at->launch, at->block))};
	bool shared = m->space == SIMT_TAP_SHARED, atomic = m->access == SIMT_TAP_ATOMIC,
	     strong = o.b->launch->role[at->pc] == ROLE_STRONG;
	struct shadow *shadow = shared ? &o.b->shared : &o.b->launch->global;
	uint32_t is;

	if (m->space == SIMT_TAP_LOCAL || (shared && o.b->launch->counts))
		return;
	atomic = atomic || (shared && o.b->launch->role[at->pc] == ROLE_ATTEMPT);
	is = (uint32_t)(STAMP_SET | (atomic ? STAMP_ATOMIC : 0) | (strong ? STAMP_STRONG : 0));
	/* in device memory what a block does with what it reads comes after it */
	o.stamp = (struct stamp){o.b->number, shared ? o.b->barriers : o.b->fences + 1, at->pc, 0};
	if (is == STAMP_SET && (m->data || m->access == SIMT_TAP_LOAD) &&
	    (whole_row(&o, shadow, shared) || one_place(&o, shadow, shared)))
		return;
	for (uint32_t lanes = m->mask; lanes; lanes &= lanes - 1) {
		o.lane = (unsigned)__builtin_ctz(lanes);
		o.stamp.by = (m->first_thread + o.lane) | is;
		if (shared)
			o.stamp.who = own_clock(x, o.b, m->first_thread + o.lane);
		else if (atomic || strong)
			race_order_synchronizes(x, at, o.b, m->address[o.lane], m->access, m->data);
		one_thread(&o, shadow);
	}
}
