/* split-selection.c: which path of a warp runs next under policy `barrier`: the slot, what is spilled, the pool. The numbers of the rules are those of
 * doc/divergence.md.
 *
 * What this module cannot do: let a path that sleeps (NANOSLEEP) wait longer than one that has yielded. */
#include "sim/divergence/split-selection.h"

#include <assert.h>
#include <stdlib.h>

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/divergence/collective.h"
#include "sim/divergence/concurrent-splits.h"
#include "sim/divergence/split.h"

/* The path waits with its own PC. w->others is kept in the order in which the paths began to wait, the last one first. */
static void
spill(struct warp *w, struct split *s)
{
	s->state = SPLIT_WAITS;
	split_push(&w->others, s);
}

void
selection_defer(struct warp *w, struct split *s)
{
	if (w->deferred)
		spill(w, w->deferred);
	s->state = SPLIT_WAITS;
	w->deferred = s;
}

lanes_t
selection_blocked_at(const struct warp *w, unsigned b)
{
	lanes_t m = 0;

	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED && s->barrier == b)
			m |= s->mask;
	return m;
}

static bool
is_spilled(const struct split *s)
{
	return s->state == SPLIT_WAITS && !s->yielded;
}

/* The pointer rests on a lane that does not run; where its lane runs, or is dead, it moves up to the next, cyclically (rule 17). */
void
selection_move_pointer(struct warp *w)
{
	lanes_t m = w->alive & ~splits_lanes(w), above;

	if (!m || (m >> w->policy.barrier.pointer & 1))
		return;
	above = m & ~lanes_low(w->policy.barrier.pointer);
	w->policy.barrier.pointer = lanes_first(above ? above : m);
}

void
selection_divide(struct warp *w, struct split *o, lanes_t lanes)
{
	lanes_t stay = o->mask & ~lanes;

	if (stay) {
		struct split *rest = split_new(w, o, o->pc, stay);

		/* Who was called back is not divided: while one waits, a BSYNC goes on only where all that it misses are blocked (rules 4 and 14),
		 * and these are not called back any more. */
		assert(!o->called);
		rest->state = o->state;
		rest->yielded = o->yielded;
		o->mask &= lanes;
		rest->next = o->next;
		o->next = rest;
	}
}

/* Lanes that wait or are blocked at pc become the running path, or join it; those of `stay` do not. */
static void
run_at(struct warp *w, uint32_t pc, lanes_t stay)
{
	struct split **p = &w->others;

	while (*p) {
		struct split *s = *p;

		if (s->pc != pc || !(s->mask & ~stay)) {
			p = &s->next;
			continue;
		}
		selection_divide(w, s, ~stay);
		*p = s->next;
		s->next = NULL;
		if (!w->runs)
			w->runs = s;
		else
			split_absorb(w, w->runs, s);
	}
	w->runs->state = SPLIT_RUNS;
	w->runs->yielded = w->runs->called = w->runs->apart = false;
}

void
selection_run_all(struct warp *w, uint32_t pc)
{
	run_at(w, pc, 0);
}

/* Spilled lanes; at an EXIT also those at barriers that now miss dead members alone (rule 6). */
static lanes_t
spilled_lanes(const struct warp *w, bool at_exit)
{
	lanes_t m = 0;

	for (const struct split *s = w->others; s; s = s->next)
		if (is_spilled(s))
			m |= s->mask;
	for (unsigned b = 0; at_exit && b < ISA_BARRIERS; b++) {
		lanes_t here = selection_blocked_at(w, b) & w->policy.barrier.mask[b];

		if (!(w->policy.barrier.mask[b] & w->alive & ~here))
			m |= here;
	}
	return m;
}

/* All whom the path waits for, that is blocked at a WARPSYNC, have come to it. */
static bool
is_complete(const struct warp *w, const struct split *s)
{
	return !(s->wants & w->alive & ~collective_came(w, s->pc, s->wants));
}

lanes_t
selection_complete(const struct warp *w, lanes_t lanes, lanes_t all, lanes_t here)
{
	lanes_t missing = lanes_whole(all & w->alive & ~here);

	return lanes & ~missing;
}

/* Lanes in the pool and blocked ones. A WARPSYNC is issued again where all have come, or while some are in the pool: nothing else could
 * let it end. Nor could anything else where the 32s of a wider warp have gone different ways: then it is a WARPSYNC of each 32 lanes. */
static lanes_t
idle_lanes(const struct warp *w, bool *apart)
{
	lanes_t m = 0, incomplete = 0, whole = 0;
	bool pool = false;

	for (const struct split *s = w->others; s; s = s->next) {
		pool = pool || s->yielded;
		if (s->state == SPLIT_BLOCKED && s->barrier == SPLIT_WARPSYNC && !is_complete(w, s)) {
			incomplete |= s->mask;
			whole |= selection_complete(w, s->mask, s->wants, collective_came(w, s->pc, s->wants));
		} else {
			m |= s->mask;
		}
	}
	*apart = !pool && !m && whole;
	return pool ? m | incomplete : m ? m : whole;
}

/* The path that began to wait last of those with one of the lanes. */
static const struct split *
latest(const struct warp *w, lanes_t lanes)
{
	const struct split *s = w->others;

	while (!(s->mask & lanes))
		s = s->next;
	return s;
}

/* Where a lane waits. */
static uint32_t
pc_of(const struct warp *w, unsigned lane)
{
	const struct split *s = w->others;

	while (!(s->mask >> lane & 1))
		s = s->next;
	return s->pc;
}

/* The PC of the first of the lanes at or above the pointer, cyclically. */
static uint32_t
pc_by_pointer(const struct warp *w, lanes_t lanes)
{
	lanes_t above = lanes & ~lanes_low(w->policy.barrier.pointer);

	return pc_of(w, lanes_first(above ? above : lanes));
}

/* Where nothing else is spilled, not even at pc, barriers at which lanes at pc are blocked are emptied: the BSYNC that they issue again lets
 * them pass. Lanes that are blocked there at another PC stay as they are (rule 7). */
static void
empty_barriers(struct warp *w, uint32_t pc)
{
	unsigned spilled = 0;

	for (const struct split *s = w->others; s; s = s->next)
		if (is_spilled(s) && (s->pc != pc || spilled++))
			return;
	for (const struct split *s = w->others; s; s = s->next)
		if (s->pc == pc && s->state == SPLIT_BLOCKED && s->barrier < ISA_BARRIERS)
			w->policy.barrier.mask[s->barrier] = 0;
}

/* The PC of the lowest member of those that are blocked at barrier b. */
static uint32_t
leaving_pc(const struct warp *w, unsigned b, lanes_t of)
{
	return pc_of(w, lanes_first(selection_blocked_at(w, b) & w->policy.barrier.mask[b] & of));
}

/* Lanes that are blocked at pc, and are no members of barrier b. */
static lanes_t
staying(const struct warp *w, unsigned b, uint32_t pc)
{
	lanes_t stay = 0;

	for (const struct split *s = w->others; s; s = s->next)
		if (s->pc == pc && s->state == SPLIT_BLOCKED)
			stay |= s->mask & ~w->policy.barrier.mask[b];
	return stay;
}

/* s is blocked at a barrier that now misses dead members alone: the members at the PC of the lowest of them leave it, and it is empty. Lanes that
 * are blocked there at the same PC, but are no members any more, stay (rule 6). */
static void
leave_barrier(struct warp *w, const struct split *s)
{
	const unsigned b = s->barrier;
	const uint32_t pc = leaving_pc(w, b, w->alive);
	const lanes_t stay = staying(w, b, pc);

	w->policy.barrier.mask[b] = 0;
	run_at(w, pc, stay);
}

/* The slot is empty: chooses among the others. */
static void
choose(struct warp *w, bool at_exit)
{
	lanes_t m = spilled_lanes(w, at_exit);
	const struct split *s;
	bool apart = false;
	uint32_t pc;

	w->outcome.chosen = true;
	if (m) {
		s = latest(w, m);
		if (!is_spilled(s)) {
			leave_barrier(w, s);
			return;
		}
		pc = s->pc;
	} else if ((m = idle_lanes(w, &apart))) {
		pc = pc_by_pointer(w, m);
	} else {
		return;
	}
	empty_barriers(w, pc);
	selection_run_all(w, pc);
	w->runs->apart = apart;
}

/* A path of several home rows keeps its own uniform registers, as their lanes would be several warps of the hardware. */
void
selection_switched(struct warp *w, struct uniform u)
{
	selection_move_pointer(w);
	if (w->runs && w->runs->nu == 1 && !w->concurrent)
		w->runs->u[0] = u;
}

void
selection_go_on(struct warp *w, const struct split *s, bool at_exit)
{
	struct uniform u;

	w->runs = NULL;
	if (w->concurrent) {
		w->policy.barrier.changed = true;
		w->policy.barrier.at_exit = at_exit;
		return;
	}
	/* mostly a warp ends as one path */
	if (!w->deferred && !w->others) {
		w->outcome.chosen = true;
		selection_move_pointer(w);
		return;
	}
	u = s->u[0];
	if (w->deferred) {
		w->runs = w->deferred;
		w->deferred = NULL;
		w->runs->state = SPLIT_RUNS;
	} else {
		choose(w, at_exit);
	}
	selection_switched(w, u);
}

/* ---- several paths at a time ---- */

lanes_t
selection_at(const struct warp *w, uint32_t pc)
{
	lanes_t m = 0;

	for (const struct split *s = w->others; s; s = s->next)
		if (s->pc == pc)
			m |= s->mask;
	return m;
}

/* Banks of the paths that run, and of those that have to wait for one of these and come before the pool. */
struct room {
	struct sm *sm;
	unsigned busy, reserved;
	lanes_t waits; /* lanes whose banks were not free */
};

/* Starts what waits or is blocked at pc, but for the lanes of `stay`, if its banks are free; else its lanes join r->waits, and its banks are reserved.
 * barrier: members of this one leave it, which is empty then (rule 6); ISA_BARRIERS: none. */
static bool
start_at(struct warp *w, struct room *r, uint32_t pc, lanes_t stay, unsigned barrier, bool apart)
{
	struct split *issues = w->runs, *s;
	lanes_t m = selection_at(w, pc) & ~stay;
	unsigned banks = splits_banks(r->sm, m);

	if (banks & (r->busy | r->reserved)) {
		r->waits |= m;
		return false;
	}
	r->busy |= banks;
	if (barrier < ISA_BARRIERS)
		w->policy.barrier.mask[barrier] = 0;
	else if (!w->deferred)
		empty_barriers(w, pc);
	w->runs = NULL;
	run_at(w, pc, stay);
	s = w->runs;
	w->runs = issues;
	splits_start(w, s);
	s->chosen = true;
	s->apart = apart;
	return true;
}

/* Of these lanes, the path that was spilled last, or the members of a barrier that misses dead ones alone. */
static void
start_spilled(struct warp *w, struct room *r, lanes_t of)
{
	const struct split *s = latest(w, of);
	const unsigned b = is_spilled(s) ? ISA_BARRIERS : s->barrier;
	const uint32_t pc = b < ISA_BARRIERS ? leaving_pc(w, b, of) : s->pc;

	start_at(w, r, pc, b < ISA_BARRIERS ? staying(w, b, pc) : 0, b, false);
}

/* Rule 16, where other paths run: of the blocked lanes only those at barriers that miss nobody but blocked, yielded and dead members, and at
 * a WARPSYNC to which all have come. */
static lanes_t
pooled_lanes(const struct warp *w, bool *apart)
{
	lanes_t idle = 0, m = 0;

	if (!splits_lanes(w) && !w->deferred && !spilled_lanes(w, false))
		return idle_lanes(w, apart);
	*apart = false;
	for (const struct split *s = w->others; s; s = s->next)
		if (!is_spilled(s))
			idle |= s->mask;
	for (const struct split *s = w->others; s; s = s->next)
		if (!is_spilled(s) &&
		    (s->state != SPLIT_BLOCKED ||
		     (s->barrier == SPLIT_WARPSYNC ? is_complete(w, s) : !(w->policy.barrier.mask[s->barrier] & w->alive & ~idle))))
			m |= s->mask;
	return m;
}

/* The deferred path, spilled ones and the pool rank as they do where one path runs at a time; each runs where its banks are free. The pool
 * also stays off the banks of what ranks higher and has to wait, so that paths that spin on a YIELD keep nobody out for ever. */
void
selection_more(struct sm *sm, struct warp *w)
{
	struct room r = {.sm = sm, .busy = splits_banks(sm, splits_lanes(w))};
	bool at_exit = w->policy.barrier.at_exit, apart;
	lanes_t m;

	if (w->deferred && !(splits_banks(sm, w->deferred->mask) & r.busy)) {
		r.busy |= splits_banks(sm, w->deferred->mask);
		splits_start(w, w->deferred);
		w->deferred = NULL;
	}
	while ((m = spilled_lanes(w, at_exit) & ~r.waits))
		start_spilled(w, &r, m);
	r.reserved = splits_banks(sm, r.waits | (w->deferred ? w->deferred->mask : 0));
	r.waits = 0;
	while ((m = pooled_lanes(w, &apart) & ~r.waits)) {
		if (start_at(w, &r, pc_by_pointer(w, m), 0, ISA_BARRIERS, apart))
			selection_move_pointer(w);
		else
			r.reserved |= splits_banks(sm, r.waits);
	}
	if (w->policy.barrier.changed)
		selection_move_pointer(w);
	w->policy.barrier.changed = w->policy.barrier.at_exit = false;
}
