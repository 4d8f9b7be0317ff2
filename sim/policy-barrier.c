/* policy-barrier.c: convergence barriers as on Volta and later; the rules, with their numbers, are those of doc/divergence.md.
 *
 * A warp has one running path, one deferred path (the slot), and paths that wait with their own PC: spilled ones, those in the pool (after
 * a YIELD, or called back by a barrier that went on without them), and those blocked at a BSYNC or WARPSYNC.
 *  - A divergent branch goes on with the side of fewer lanes, on a tie with the fall-through side; the other side takes the slot, and
 *    what was in the slot is spilled.
 *  - When the running path blocks, yields or ends, the slot goes on; if it is empty, the path that was spilled last; where none is
 *    spilled, a lane pointer chooses among all that wait. All lanes that wait at the chosen PC join, blocked ones too.
 *  - BSYNC waits for the members of its barrier, but not for dead ones and not where all it misses are blocked; nor, where nothing else is
 *    ready to run, for those that have yielded.
 *
 * What this module cannot do: a WARPSYNC with a register mask whose lanes come at different PCs ends as a deadlock, or never; a path that
 * sleeps (NANOSLEEP) waits as one that has yielded, however long. */
#include <stdlib.h>

#include "several.h"

static bool
prepare(struct simt_function *f, struct simt_error *e)
{
	(void)f;
	(void)e;
	return true;
}

static void
warp_start(struct warp *w)
{
	w->c = (struct convergence){0};
}

/* The path waits with its own PC. w->others is kept in the order in which the paths began to wait, the last one first. */
static void
spill(struct warp *w, struct split *s)
{
	s->state = SPLIT_WAITS;
	split_push(&w->others, s);
}

static void
defer(struct warp *w, struct split *s)
{
	if (w->c.slot)
		spill(w, w->c.slot);
	s->state = SPLIT_WAITS;
	w->c.slot = s;
}

/* Lanes blocked at BSYNCs of barrier b; not all of them need be members of it still (rule 7). */
static lanes_t
blocked_at(const struct warp *w, unsigned b)
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
static void
move_pointer(struct warp *w)
{
	lanes_t m = w->alive & ~several_lanes(w), above;

	if (!m || (m >> w->c.pointer & 1))
		return;
	above = m & ~lanes_low(w->c.pointer);
	w->c.pointer = lanes_first(above ? above : m);
}

/* All lanes of w->others that wait or are blocked at pc become the running path. */
static void
run_all_at(struct warp *w, uint32_t pc)
{
	struct split **p = &w->others;

	while (*p) {
		struct split *s = *p;

		if (s->pc != pc) {
			p = &s->next;
			continue;
		}
		*p = s->next;
		s->next = NULL;
		if (!w->runs) {
			w->runs = s;
		} else {
			w->runs->mask |= s->mask;
			free(s);
		}
	}
	w->runs->state = SPLIT_RUNS;
	w->runs->yielded = w->runs->called = false;
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
		lanes_t here = blocked_at(w, b) & w->c.mask[b];

		if (!(w->c.mask[b] & w->alive & ~here))
			m |= here;
	}
	return m;
}

/* Lanes that are blocked at the WARPSYNC at pc. */
static lanes_t
at_warpsync(const struct warp *w, uint32_t pc)
{
	lanes_t m = 0;

	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED && s->barrier == SPLIT_WARPSYNC && s->pc == pc)
			m |= s->mask;
	return m;
}

/* All whom the path waits for, that is blocked at a WARPSYNC, have come to it. */
static bool
is_complete(const struct warp *w, const struct split *s)
{
	return !(s->wants & w->alive & ~at_warpsync(w, s->pc));
}

/* Lanes in the pool and blocked ones. A WARPSYNC is issued again where all have come, or while some are in the pool: nothing else could
 * let it end. */
static lanes_t
idle_lanes(const struct warp *w)
{
	lanes_t m = 0, incomplete = 0;
	bool pool = false;

	for (const struct split *s = w->others; s; s = s->next) {
		pool = pool || s->yielded;
		if (s->state == SPLIT_BLOCKED && s->barrier == SPLIT_WARPSYNC && !is_complete(w, s))
			incomplete |= s->mask;
		else
			m |= s->mask;
	}
	return pool ? m | incomplete : m;
}

/* The PC at which the path waits that began to wait last of those with one of the lanes. */
static uint32_t
pc_of_latest(const struct warp *w, lanes_t lanes)
{
	const struct split *s = w->others;

	while (!(s->mask & lanes))
		s = s->next;
	return s->pc;
}

/* The PC of the first of the lanes at or above the pointer, cyclically. */
static uint32_t
pc_by_pointer(const struct warp *w, lanes_t lanes)
{
	lanes_t above = lanes & ~lanes_low(w->c.pointer);
	unsigned lane = lanes_first(above ? above : lanes);
	const struct split *s = w->others;

	while (!(s->mask >> lane & 1))
		s = s->next;
	return s->pc;
}

/* Where nothing else is spilled, barriers at which lanes at pc are blocked are emptied: the BSYNC that they issue again lets them pass.
 * Lanes that are blocked there at another PC stay as they are (rule 7). */
static void
empty_barriers(struct warp *w, uint32_t pc)
{
	for (const struct split *s = w->others; s; s = s->next)
		if (is_spilled(s) && s->pc != pc)
			return;
	for (const struct split *s = w->others; s; s = s->next)
		if (s->pc == pc && s->state == SPLIT_BLOCKED && s->barrier < ISA_BARRIERS)
			w->c.mask[s->barrier] = 0;
}

/* The slot is empty: chooses among the others. */
static void
choose(struct warp *w, bool at_exit)
{
	lanes_t m = spilled_lanes(w, at_exit);
	uint32_t pc;

	w->c.chosen = true;
	if (m)
		pc = pc_of_latest(w, m);
	else if ((m = idle_lanes(w)))
		pc = pc_by_pointer(w, m);
	else
		return;
	empty_barriers(w, pc);
	run_all_at(w, pc);
}

/* The running path has changed from one with the uniform registers u. A warp has one set of them, so the next path finds what the last
 * one left there; a path of several home rows keeps its own, as their lanes would be several warps of the hardware. */
static void
switched(struct warp *w, struct uniform u)
{
	move_pointer(w);
	if (w->runs && w->runs->nu == 1 && !w->several)
		w->runs->u[0] = u;
}

/* The running path s has blocked, ended or yielded: the next one goes on. Leaves w->runs NULL where none can run. */
static void
go_on(struct warp *w, const struct split *s, bool at_exit)
{
	struct uniform u = s->u[0];

	w->runs = NULL;
	if (w->several) {
		w->c.changed = true;
		w->c.at_exit = at_exit;
		return;
	}
	if (w->c.slot) {
		w->runs = w->c.slot;
		w->c.slot = NULL;
		w->runs->state = SPLIT_RUNS;
	} else {
		choose(w, at_exit);
	}
	switched(w, u);
}

/* ---- several paths at a time ---- */

static lanes_t
lanes_at(const struct warp *w, uint32_t pc)
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
};

/* Starts what waits or is blocked at pc, if its banks are free; else its lanes join *waits, and its banks are reserved. */
static bool
start_at(struct warp *w, struct room *r, uint32_t pc, lanes_t *waits)
{
	struct split *at_hand = w->runs, *s;
	lanes_t m = lanes_at(w, pc);
	unsigned banks = several_banks(r->sm, m);

	if (banks & (r->busy | r->reserved)) {
		*waits |= m;
		return false;
	}
	r->busy |= banks;
	if (!w->c.slot)
		empty_barriers(w, pc);
	w->runs = NULL;
	run_all_at(w, pc);
	s = w->runs;
	w->runs = at_hand;
	several_start(w, s);
	s->chosen = true;
	return true;
}

/* Rule 16, where other paths run: of the blocked lanes only those at barriers that miss nobody but blocked, yielded and dead members, and at
 * a WARPSYNC to which all have come. */
static lanes_t
pooled_lanes(const struct warp *w)
{
	lanes_t idle = 0, m = 0;

	if (!several_lanes(w) && !w->c.slot && !spilled_lanes(w, false))
		return idle_lanes(w);
	for (const struct split *s = w->others; s; s = s->next)
		if (!is_spilled(s))
			idle |= s->mask;
	for (const struct split *s = w->others; s; s = s->next)
		if (!is_spilled(s) &&
		    (s->state != SPLIT_BLOCKED ||
		     (s->barrier == SPLIT_WARPSYNC ? is_complete(w, s) : !(w->c.mask[s->barrier] & w->alive & ~idle))))
			m |= s->mask;
	return m;
}

/* The deferred path, spilled ones and the pool rank as they do where one path runs at a time; each runs where its banks are free. The pool
 * also stays off the banks of what ranks higher and has to wait, so that paths that spin on a YIELD keep nobody out for ever. */
static void
more(struct sm *sm, struct warp *w)
{
	struct room r = {.sm = sm, .busy = several_banks(sm, several_lanes(w))};
	bool at_exit = w->c.at_exit;
	lanes_t m, waits = 0;

	if (w->c.slot && !(several_banks(sm, w->c.slot->mask) & r.busy)) {
		r.busy |= several_banks(sm, w->c.slot->mask);
		several_start(w, w->c.slot);
		w->c.slot = NULL;
	}
	while ((m = spilled_lanes(w, at_exit) & ~waits))
		start_at(w, &r, pc_of_latest(w, m), &waits);
	r.reserved = several_banks(sm, waits | (w->c.slot ? w->c.slot->mask : 0));
	waits = 0;
	while ((m = pooled_lanes(w) & ~waits)) {
		if (start_at(w, &r, pc_by_pointer(w, m), &waits))
			move_pointer(w);
		else
			r.reserved |= several_banks(sm, waits);
	}
	if (w->c.changed)
		move_pointer(w);
	w->c.changed = w->c.at_exit = false;
}

static void
diverge(struct sm *sm, struct warp *w, lanes_t taken, uint32_t target, uint32_t rest)
{
	struct split *s = w->runs, *other;
	lanes_t fall = s->mask & ~taken;

	(void)sm;
	if (lanes_count(taken) < lanes_count(fall)) {
		other = split_new(s, rest, fall);
		s->pc = target;
		s->mask = taken;
	} else {
		other = split_new(s, target, taken);
		s->pc = rest;
		s->mask = fall;
	}
	defer(w, other);
}

static void
leave(struct sm *sm, struct warp *w, lanes_t gone)
{
	struct split *s = w->runs;

	(void)sm;
	s->mask &= ~gone;
	s->pc++;
	if (!s->mask) {
		go_on(w, s, true);
		free(s);
	}
}

static void
bssy(struct sm *sm, struct warp *w, unsigned b)
{
	uint16_t bit = (uint16_t)(1u << b);

	(void)sm;
	if (w->c.mask[b])
		w->c.several |= bit;
	else
		w->c.several &= (uint16_t)~bit;
	w->c.mask[b] |= w->runs->mask;
	w->runs->pc++;
}

/* A path waits that has not yielded, or was called back (rule 14). */
static bool
any_ready(const struct warp *w)
{
	if (w->c.slot || w->also)
		return true;
	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_WAITS && (!s->yielded || s->called))
			return true;
	return false;
}

/* Divides o, which is in w->others, where it holds other lanes too: o keeps `lanes`. */
static void
divide(struct split *o, lanes_t lanes)
{
	lanes_t stay = o->mask & ~lanes;

	if (stay) {
		struct split *rest = split_new(o, o->pc, stay);

		rest->state = o->state;
		rest->yielded = o->yielded;
		rest->called = o->called;
		o->mask &= lanes;
		rest->next = o->next;
		o->next = rest;
	}
}

/* The barrier lets the running path go on, with the members that are blocked here. Members elsewhere have yielded or are blocked; they are
 * called back: all are in the pool now, and a BSYNC waits for them (rule 15). */
static void
complete(struct warp *w, unsigned b)
{
	struct split *s = w->runs, **p = &w->others;

	while (*p) {
		struct split *o = *p;

		if (!(o->mask & w->c.mask[b])) {
			p = &o->next;
			continue;
		}
		divide(o, w->c.mask[b]);
		if (o->state == SPLIT_BLOCKED && o->barrier == b && o->pc == s->pc) {
			*p = o->next;
			s->mask |= o->mask;
			w->again &= ~o->mask;
			free(o);
			continue;
		}
		o->state = SPLIT_WAITS;
		o->yielded = o->called = true;
		p = &o->next;
	}
	w->c.mask[b] = 0;
}

static void
bsync(struct sm *sm, struct warp *w, unsigned b)
{
	struct split *s = w->runs, *out = NULL;
	lanes_t members = s->mask & w->c.mask[b], others = s->mask & ~members, missing;

	if (!members) {
		s->pc++;
		return;
	}
	missing = w->c.mask[b] & w->alive & ~members;
	for (const struct split *o = w->others; o; o = o->next)
		if (o->state == SPLIT_BLOCKED)
			missing &= ~o->mask;
	if (!missing || (!others && !any_ready(w))) {
		complete(w, b);
		move_pointer(w);
		/* a barrier of several BSSYs lets nobody pass at the first issue */
		if (w->c.several >> b & 1)
			count_reissue(sm, w, s->mask);
		s->pc++;
		return;
	}
	if (others)
		out = split_new(s, s->pc + 1, others);
	s->mask = members;
	s->state = SPLIT_BLOCKED;
	s->barrier = (uint8_t)b;
	w->again |= members;
	split_push(&w->others, s);
	if (out)
		w->runs = out;
	else
		go_on(w, s, false);
}

/* Where the lanes were the last that others wait for, those issue their BSYNC again at once, and pass; the path that has executed the BREAK
 * is deferred, as by a branch (rule 10). */
static void
break_(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes)
{
	struct split *s = w->runs, *o = w->others;
	struct uniform u = s->u[0];
	lanes_t members = lanes & w->c.mask[b];
	uint32_t pc;

	w->c.mask[b] &= ~lanes;
	s->pc++;
	if (!members || (w->c.mask[b] & w->alive & ~blocked_at(w, b)))
		return;
	while (o && !(o->state == SPLIT_BLOCKED && o->barrier == b && (o->mask & w->c.mask[b])))
		o = o->next;
	if (!o)
		return;
	pc = o->pc;
	w->c.mask[b] = 0;
	if (w->several && (several_banks(sm, lanes_at(w, pc)) & several_banks(sm, several_lanes(w) & ~s->mask))) {
		/* another path is on their banks: they count as spilled */
		for (; o; o = o->next)
			if (o->pc == pc && o->state == SPLIT_BLOCKED)
				o->state = SPLIT_WAITS;
		return;
	}
	defer(w, s);
	w->runs = NULL;
	run_all_at(w, pc);
	switched(w, u);
}

static void
yield(struct sm *sm, struct warp *w)
{
	struct split *s = w->runs;

	(void)sm;
	s->pc++;
	if (!w->c.slot && !w->others) {
		w->c.chosen = true;
		return;
	}
	s->state = SPLIT_WAITS;
	s->yielded = true;
	split_push(&w->others, s);
	go_on(w, s, false);
}

static void
warpsync(struct sm *sm, struct warp *w, lanes_t all)
{
	struct split *s = w->runs, **p = &w->others;
	lanes_t here;

	if (!(all & ~s->mask)) {
		s->pc++;
		return;
	}
	here = s->mask | at_warpsync(w, s->pc);
	/* those with a mask wait until rule 16 comes to them, also when all have come */
	if ((all & ~here) || all != w->alive) {
		s->state = SPLIT_BLOCKED;
		s->barrier = SPLIT_WARPSYNC;
		s->wants = all;
		w->again |= s->mask;
		split_push(&w->others, s);
		go_on(w, s, false);
		return;
	}
	/* the last group has come: the whole warp issues the instruction once more */
	while (*p) {
		struct split *o = *p;

		if (o->state == SPLIT_BLOCKED && o->barrier == SPLIT_WARPSYNC && o->pc == s->pc) {
			*p = o->next;
			free(o);
		} else {
			p = &o->next;
		}
	}
	s->mask = here;
	w->again &= ~here;
	count_reissue(sm, w, here);
	w->c.chosen = true;
	s->pc++;
}

static lanes_t
barrier_get(const struct warp *w, unsigned b)
{
	return w->c.mask[b];
}

static void
barrier_set(struct warp *w, unsigned b, lanes_t lanes)
{
	w->c.mask[b] = lanes;
	/* BSYNC is issued twice, as where several BSSYs have set it */
	if (lanes)
		w->c.several |= (uint16_t)(1u << b);
	else
		w->c.several &= (uint16_t) ~(1u << b);
}

const struct policy policy_barrier = {
	.name = "barrier",
	.prepare = prepare,
	.warp_start = warp_start,
	.diverge = diverge,
	.exit = leave,
	.bssy = bssy,
	.bsync = bsync,
	.break_ = break_,
	.yield = yield,
	.warpsync = warpsync,
	.barrier_get = barrier_get,
	.barrier_set = barrier_set,
	.more = more,
};
