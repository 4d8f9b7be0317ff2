#include "workloads/record/recorder-warps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "workloads/record/bytes.h"
#include "workloads/record/recording.h"

/* Places for kinds of spans, by which rare ones are known. A kind that finds its place taken gets it, and is rare again. */
enum { KINDS = 4096 };

struct kind {
	uint32_t launch, part;
	struct simt_lanes active;
	uint32_t seen;
};

/* As struct recording_span has it. */
struct span {
	bool there, mixed;
	uint64_t from, begin, end;
	uint32_t pc, last, part;
	struct simt_lanes active, alive, off;
	uint64_t inst, slots, threads, present, guarded_off;
	uint64_t before[SIMT_STALLS], inside[SIMT_STALLS];
	uint32_t has_before, has_inside; /* bit i: state i is there; others are not cleared */
};

/* A warp slot, and the warp in it; or one way of it, see recorder_sm_new. */
struct slot {
	bool there;
	const struct simt_launch *launch;
	uint32_t index; /* of the launch */
	uint64_t block;
	uint32_t warp, first_thread;
	bool whole; /* its life from the start on is there */
	struct span now, folded;
	unsigned nactive, nalive; /* lanes of `now`, once more: to count bits takes long */
	/* since the last issue */
	uint64_t from, to, wait[SIMT_STALLS];
	uint32_t has_wait;
	bool waits; /* these are set */
	/* what is encoded, and what the next span is encoded against */
	struct text spans;
	uint32_t nspans, pc;
	uint64_t end;
	struct simt_lanes active, alive;
};

/* Where the last span of each bank of a warp has ended, while the warp is that of its slot. */
struct banks {
	const struct simt_launch *launch;
	uint64_t block;
	uint32_t warp;
	uint64_t end[RECORDER_WAYS_MOST];
};

struct recorder_sm {
	const struct recorder_wish *wish;
	uint32_t slots;       /* with each way of each */
	uint32_t per_subcore; /* warp slots */
	uint32_t ways, bank_lanes;
	struct slot *slot;
	struct banks *banks; /* of each warp slot; NULL with one way */
	struct text warps;
	uint32_t nwarps, nspans;
	uint64_t instructions;
	bool full, cut; /* nothing more is recorded; warps that ran are not there, or not all of their lives */
	uint64_t last;  /* the cycle after that of the last issue */
	struct kind kind[KINDS];
};

struct recorder_sm *
recorder_sm_new(const struct recorder_wish *wish, uint32_t slots, uint32_t per_subcore, uint32_t ways, uint32_t bank_lanes)
{
	struct recorder_sm *s = zeroed(1, sizeof *s);

	s->wish = wish;
	s->slots = slots * ways;
	s->per_subcore = per_subcore;
	s->ways = ways;
	s->bank_lanes = bank_lanes;
	s->slot = zeroed(s->slots, sizeof *s->slot);
	if (ways > 1)
		s->banks = zeroed(slots, sizeof *s->banks);
	return s;
}

void
recorder_sm_free(struct recorder_sm *s)
{
	if (!s)
		return;
	for (uint32_t i = 0; i < s->slots; i++)
		text_free(&s->slot[i].spans);
	text_free(&s->warps);
	free(s->slot);
	free(s->banks);
	free(s);
}

/* ---- lanes and states ---- */

static bool
same(const struct simt_lanes *a, const struct simt_lanes *b)
{
	return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

static unsigned
count(const struct simt_lanes *a)
{
	return (unsigned)(__builtin_popcountll(a->word[0]) + __builtin_popcountll(a->word[1]));
}

static void
add_lanes(struct simt_lanes *to, const struct simt_lanes *x)
{
	to->word[0] |= x->word[0];
	to->word[1] |= x->word[1];
}

static void
add_states(uint64_t *to, uint32_t *has, const uint64_t *x, uint32_t has_x)
{
	for (uint32_t set = has_x; set; set &= set - 1) {
		const unsigned k = (unsigned)__builtin_ctz(set);

		to[k] = (*has >> k & 1 ? to[k] : 0) + x[k];
	}
	*has |= has_x;
}

/* ---- spans become bytes ---- */

static void
put_states(struct text *t, const uint64_t *cycles, uint32_t has, unsigned inside)
{
	for (uint32_t set = has; set; set &= set - 1) {
		const unsigned k = (unsigned)__builtin_ctz(set);

		bytes_number(t, k << 1 | inside);
		bytes_number(t, cycles[k]);
	}
}

static void
put_lanes(struct text *t, const struct simt_lanes *x)
{
	bytes_number(t, x->word[0]);
	bytes_number(t, x->word[1]);
}

static void
put_span(struct recorder_sm *s, struct slot *w, const struct span *x)
{
	const bool active = !same(&x->active, &w->active), alive = !same(&x->alive, &w->alive);
	const unsigned states = (unsigned)(__builtin_popcount(x->has_before) + __builtin_popcount(x->has_inside));
	struct text *t = &w->spans;

	bytes_number(t, (x->mixed ? 1u : 0) | (active ? 2u : 0) | (alive ? 4u : 0) | (x->guarded_off ? 8u : 0) | states << 4);
	bytes_number(t, x->from - w->end);
	bytes_number(t, x->begin - x->from);
	bytes_number(t, x->end - x->begin);
	bytes_difference(t, w->pc, x->pc);
	bytes_difference(t, x->pc, x->last);
	bytes_number(t, x->inst);
	bytes_number(t, x->slots);
	if (active)
		put_lanes(t, &x->active);
	if (alive)
		put_lanes(t, &x->alive);
	if (x->mixed) {
		bytes_number(t, x->threads);
		bytes_number(t, x->present);
	}
	if (x->guarded_off) {
		put_lanes(t, &x->off);
		bytes_number(t, x->guarded_off);
	}
	put_states(t, x->before, x->has_before, 0);
	put_states(t, x->inside, x->has_inside, 1);
	w->end = x->end;
	w->pc = x->last;
	w->active = x->active;
	w->alive = x->alive;
	w->nspans++;
	s->nspans++;
}

/* *to gets what is in x, which comes next. */
static void
fold(struct span *to, const struct span *x)
{
	if (!to->there) {
		*to = *x;
		return;
	}
	add_states(to->inside, &to->has_inside, x->before, x->has_before);
	add_states(to->inside, &to->has_inside, x->inside, x->has_inside);
	add_lanes(&to->active, &x->active);
	add_lanes(&to->alive, &x->alive);
	add_lanes(&to->off, &x->off);
	to->mixed = true;
	to->end = x->end;
	to->last = x->last;
	to->inst += x->inst;
	to->slots += x->slots;
	to->threads += x->threads;
	to->present += x->present;
	to->guarded_off += x->guarded_off;
}

/* Whether the SM has not seen many of its kind. */
static bool
is_rare(struct recorder_sm *s, const struct slot *w, const struct span *x)
{
	uint64_t hash = fnv1a64_step(fnv1a64_step(FNV1A64_START, w->index), x->part);
	struct kind *k;

	hash = fnv1a64_step(fnv1a64_step(hash, x->active.word[0]), x->active.word[1]);
	k = s->kind + (hash ^ hash >> 32) % KINDS;
	if (k->launch != w->index || k->part != x->part || !same(&k->active, &x->active))
		*k = (struct kind){w->index, x->part, x->active, 0};
	return k->seen++ < RECORDER_RARE;
}

static void
flush(struct recorder_sm *s, struct slot *w)
{
	if (w->folded.there)
		put_span(s, w, &w->folded);
	w->folded.there = false;
}

/* The span of the warp that is open ends. */
static void
close_span(struct recorder_sm *s, struct slot *w)
{
	if (!w->now.there)
		return;
	if (!is_rare(s, w, &w->now) && s->nspans >= s->wish->spans / 2) {
		fold(&w->folded, &w->now);
	} else {
		flush(s, w);
		put_span(s, w, &w->now);
	}
	w->now.there = false;
	if (s->nspans >= s->wish->spans)
		s->full = true;
}

/* ---- warps ---- */

/* The warp of the slot goes; whole: with its end. What it waited for and did not get is a span of its own. */
static void
close_warp(struct recorder_sm *s, struct slot *w, bool whole)
{
	const uint32_t slot = (uint32_t)(w - s->slot) / s->ways;
	const struct span was = w->now;

	if (!w->there)
		return;
	close_span(s, w);
	if (w->waits && w->to > w->from) {
		w->now = (struct span){.there = true,
				       .from = w->from,
				       .begin = w->to,
				       .end = w->to,
				       .pc = was.inst ? was.last : 0,
				       .last = was.inst ? was.last : 0,
				       .part = was.part,
				       .active = was.inst ? was.active : w->active,
				       .alive = was.inst ? was.alive : w->alive};
		add_states(w->now.before, &w->now.has_before, w->wait, w->has_wait);
		close_span(s, w);
	}
	flush(s, w);
	if (w->nspans) {
		bytes_number(&s->warps, slot / s->per_subcore);
		bytes_number(&s->warps, slot % s->per_subcore);
		bytes_number(&s->warps, w->index);
		bytes_number(&s->warps, w->block);
		bytes_number(&s->warps, w->warp);
		bytes_number(&s->warps, w->first_thread);
		bytes_number(&s->warps, w->whole && whole);
		bytes_number(&s->warps, w->nspans);
		text_bytes(&s->warps, w->spans.s, w->spans.n);
		s->nwarps++;
	}
	s->cut = s->cut || !w->whole || !whole;
	w->there = false;
}

static bool
is_in(const struct slot *w, const struct simt_tap_warp *at)
{
	return w->there && w->launch == at->launch && w->block == at->block && w->warp == at->warp;
}

/* Slot w gets the warp of the event. */
static void
enter(struct recorder_sm *s, struct slot *w, const struct recorder_launch *launch, const struct simt_tap_warp *at)
{
	close_warp(s, w, true);
	w->there = true;
	w->launch = at->launch;
	w->index = launch->index;
	w->block = at->block;
	w->warp = at->warp;
	w->first_thread = at->first_thread;
	w->whole = true;
	w->now.there = w->folded.there = w->waits = false;
	w->now.inst = 0;
	w->spans.n = 0;
	w->nspans = w->pc = 0;
	w->end = 0;
	w->active = w->alive = (struct simt_lanes){{0, 0}};
}

/* Whether something is recorded of the event. */
static bool
is_recorded(struct recorder_sm *s, const struct recorder_launch *launch)
{
	if (!s->full && launch->index != RECORD_NONE)
		return true;
	s->cut = true;
	return false;
}

/* The slot of the event, with its warp in it. */
static struct slot *
slot_of(struct recorder_sm *s, const struct recorder_launch *launch, const struct simt_tap_warp *at)
{
	struct slot *w = s->slot + (at->subcore * s->per_subcore + at->slot) * s->ways;

	if (!is_in(w, at))
		enter(s, w, launch, at);
	return w;
}

void
recorder_sm_state(struct recorder_sm *s, const struct recorder_launch *launch, const struct simt_tap_warp *at,
		  const struct simt_tap_state *x)
{
	struct slot *w;

	if (!is_recorded(s, launch))
		return;
	w = slot_of(s, launch, at);
	if (!w->waits) {
		w->from = x->from;
		w->has_wait = 0;
		w->waits = true;
	}
	add_states(w->wait, &w->has_wait, x->cycles, x->has & ~(1u << SIMT_STALL_selected));
	w->to = x->to;
}

/* Whether an instruction goes on with the span. */
static bool
goes_on(const struct slot *w, const struct simt_tap_issue *x, uint32_t part, uint64_t cycle)
{
	return w->now.there && w->now.part == part && cycle - w->now.end <= RECORD_PAUSE && same(&w->now.active, &x->active) &&
	       same(&w->now.alive, &x->alive);
}

/* ---- ways ---- */

/* The way on which the split goes on that issues: that of its span; that on which these lanes ran before; the one that has not been in use for
 * the longest time. There is a way for each split that can issue in a cycle. */
static struct slot *
way_of(struct recorder_sm *s, const struct recorder_launch *launch, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	struct slot *w = s->slot + (at->subcore * s->per_subcore + at->slot) * s->ways, *same_lanes = NULL, *unused = NULL;
	uint64_t least = at->cycle;

	for (struct slot *i = w; i < w + s->ways; i++) {
		const bool there = is_in(i, at) && i->now.there;
		const uint64_t end = there ? i->now.end : 0;

		if (there && goes_on(i, x, launch->part[at->pc], at->cycle))
			return i;
		if (there && end <= at->cycle && same(&i->now.active, &x->active))
			same_lanes = i;
		if (end < least || (end == least && !unused)) {
			least = end;
			unused = i;
		}
	}
	assert(unused);
	w = same_lanes ? same_lanes : unused;
	if (!is_in(w, at))
		enter(s, w, launch, at);
	return w;
}

/* Notes that lanes run in the cycle. Returns from when on nothing else ran on any of their banks, and no earlier than `least`. */
static uint64_t
take_banks(struct recorder_sm *s, const struct simt_tap_warp *at, const struct simt_lanes *lanes, uint64_t least)
{
	struct banks *b = s->banks + at->subcore * s->per_subcore + at->slot;
	uint64_t from = least;

	if (b->launch != at->launch || b->block != at->block || b->warp != at->warp) {
		*b = (struct banks){at->launch, at->block, at->warp, {0}};
		for (unsigned i = 0; i < s->ways; i++)
			b->end[i] = at->cycle;
	}
	for (unsigned lane = 0; lane < 2 * 64; lane++)
		if (lanes->word[lane / 64] >> lane % 64 & 1) {
			uint64_t *end = b->end + lane / s->bank_lanes % s->ways;

			from = *end > from && *end <= at->cycle ? *end : from;
			*end = at->cycle + 1;
		}
	return from;
}

void
recorder_sm_issue(struct recorder_sm *s, const struct recorder_launch *launch, const struct simt_tap_warp *at,
		  const struct simt_tap_issue *x)
{
	const uint64_t from = s->wish->from, cycle = at->cycle;
	struct slot *w;
	struct simt_lanes off;
	uint64_t free_from = cycle;

	if (!is_recorded(s, launch))
		return;
	w = s->ways > 1 ? way_of(s, launch, at, x) : slot_of(s, launch, at);
	if (s->ways > 1)
		free_from = take_banks(s, at, &x->active, w->now.there ? w->now.end : w->end);
	if (cycle < from || cycle > s->wish->to) {
		/* what was before is not there, what comes after will not be */
		w->whole = w->waits = false;
		s->full = cycle > s->wish->to || s->full;
		return;
	}
	if (!goes_on(w, x, launch->part[at->pc], cycle)) {
		close_span(s, w);
		w->now = (struct span){.there = true,
				       .from = w->waits ? w->from : free_from,
				       .begin = cycle,
				       .pc = at->pc,
				       .part = launch->part[at->pc],
				       .active = x->active,
				       .alive = x->alive};
		w->nactive = count(&x->active);
		w->nalive = count(&x->alive);
		if (w->waits)
			add_states(w->now.before, &w->now.has_before, w->wait, w->has_wait);
	} else if (w->waits) {
		add_states(w->now.inside, &w->now.has_inside, w->wait, w->has_wait);
	}
	w->waits = false;
	w->now.end = s->last = cycle + 1;
	w->now.last = at->pc;
	w->now.inst++;
	w->now.slots++;
	w->now.threads += w->nactive;
	w->now.present += w->nalive;
	off = (struct simt_lanes){{x->active.word[0] & ~x->guarded.word[0], x->active.word[1] & ~x->guarded.word[1]}};
	if (off.word[0] | off.word[1]) {
		add_lanes(&w->now.off, &off);
		w->now.guarded_off += count(&off);
	}
	if (++s->instructions >= s->wish->instructions)
		s->full = true;
}

void
recorder_sm_reissue(struct recorder_sm *s, const struct simt_tap_warp *at, const struct simt_tap_reissue *x)
{
	struct slot *w = s->slot + (at->subcore * s->per_subcore + at->slot) * s->ways;

	for (uint32_t i = 1; i < s->ways && !(w->there && w->now.there && same(&w->now.active, &x->active)); i++)
		w++;
	if (!w->there || !w->now.there || s->full)
		return;
	/* lanes of another split may take part */
	w->now.mixed = w->now.mixed || !same(&w->now.active, &x->active) || !same(&w->now.alive, &x->alive);
	w->now.inst++;
	w->now.threads += count(&x->active);
	w->now.present += count(&x->alive);
}

void
recorder_sm_block_end(struct recorder_sm *s, const struct simt_tap_block *x)
{
	for (uint32_t i = 0; i < s->slots; i++)
		if (s->slot[i].there && s->slot[i].launch == x->launch && s->slot[i].block == x->block)
			close_warp(s, s->slot + i, true);
}

bool
recorder_sm_is_full(struct recorder_sm *s)
{
	if (!s->full)
		return false;
	for (uint32_t i = 0; i < s->slots; i++)
		close_warp(s, s->slot + i, false);
	s->cut = true;
	return true;
}

bool
recorder_sm_has(const struct recorder_sm *s)
{
	bool has = s->nwarps || s->cut;

	for (uint32_t i = 0; i < s->slots && !has; i++)
		has = s->slot[i].there;
	return has;
}

void
recorder_sm_take(struct recorder_sm *s, uint32_t sm, struct text *t)
{
	for (uint32_t i = 0; i < s->slots; i++)
		close_warp(s, s->slot + i, false);
	bytes_number(t, sm);
	bytes_number(t, !s->cut);
	bytes_number(t, s->full ? s->last : UINT64_MAX);
	bytes_number(t, s->nwarps);
	text_bytes(t, s->warps.s, s->warps.n);
	s->warps.n = 0;
	s->nwarps = s->nspans = 0;
	s->instructions = 0;
	s->full = s->cut = false;
	memset(s->kind, 0, sizeof s->kind);
}
