/* policy-barrier.c: convergence barriers as on Volta and later; the rules, with their numbers, are those of doc/divergence.md.
 *
 * A warp has one running path, one deferred path (the slot), and paths that wait with their own PC: spilled ones, those in the pool (after
 * a YIELD, or called back by a barrier that went on without them), and those blocked at a BSYNC or WARPSYNC.
 *  - A divergent branch goes on with the side of fewer lanes, on a tie with the fall-through side; the other side takes the slot, and
 *    what was in the slot is spilled.
 *  - When the running path blocks, yields or ends, the slot goes on; if it is empty, the PC at which the fewest spilled lanes wait; where
 *    none is spilled, a lane pointer chooses among the pool and the paths at barriers that can be let go. All lanes that wait at the
 *    chosen PC join, blocked ones too.
 *  - BSYNC waits for the members of its barrier. Dead members do not count, and yielded ones do not either where nothing else can run.
 *
 * What this module cannot do: the order in about one of a hundred launches of random programs with YIELDs (doc/divergence.md lists
 * them); a WARPSYNC with a register mask whose lanes come at different PCs ends as a deadlock. */
#include <assert.h>
#include <stdlib.h>

#include "core.h"

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

/* The path waits with its own PC. Paths at one PC that are alike are kept as one. */
static void
spill(struct warp *w, struct split *s)
{
	struct split *o;

	s->state = SPLIT_WAITS;
	for (o = w->others; o; o = o->next)
		if (o->state == SPLIT_WAITS && o->pc == s->pc && o->yielded == s->yielded && o->called == s->called) {
			o->mask |= s->mask;
			free(s);
			return;
		}
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

static lanes_t
blocked_at(const struct warp *w, unsigned b)
{
	lanes_t m = 0;

	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED && s->barrier == b)
			m |= s->mask;
	return m;
}

/* Barrier b misses nobody but dead members. */
static bool
only_dead_missing(const struct warp *w, unsigned b)
{
	return w->c.mask[b] && !(w->c.mask[b] & w->alive & ~blocked_at(w, b));
}

/* Barrier b misses nobody but members that are dead, in the pool, or blocked. Where `at_issue`, those of the pool that a barrier has
 * called back are waited for (rule 14). */
static bool
can_let_go(const struct warp *w, unsigned b, bool at_issue)
{
	lanes_t idle = 0;

	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED || (s->yielded && !(at_issue && s->called)))
			idle |= s->mask;
	return w->c.mask[b] && !(w->c.mask[b] & w->alive & ~idle);
}

/* A WARPSYNC is issued again while all other lanes are blocked or in the pool, and some are in the pool. */
static bool
can_retry_warpsync(const struct warp *w)
{
	lanes_t idle = 0;
	bool pool = false;

	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED || s->yielded) {
			idle |= s->mask;
			pool = pool || s->yielded;
		}
	return pool && !(w->alive & ~idle);
}

/* The lane pointer rests on a lane that waits; where its lane waits no more it moves up to the next, cyclically (rule 16). */
static void
move_pointer(struct warp *w)
{
	lanes_t m = 0, above;

	for (const struct split *s = w->others; s; s = s->next)
		m |= s->mask;
	if (!m || (m >> w->c.pointer & 1))
		return;
	above = m & ~lanes_low(w->c.pointer);
	w->c.pointer = lanes_first(above ? above : m);
}

/* Puts a path that was blocked, or had yielded, into the pool; barriers wait for it from here on. */
static void
call_back(struct split *s)
{
	s->state = SPLIT_WAITS;
	s->yielded = s->called = true;
}

/* Empties barrier b. Its blocked paths at pc become waiting ones, which issue their BSYNC again and pass; those elsewhere go into the
 * pool. */
static void
let_go(struct warp *w, unsigned b, uint32_t pc)
{
	for (struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED && s->barrier == b) {
			if (s->pc == pc)
				s->state = SPLIT_WAITS;
			else
				call_back(s);
		}
	w->c.mask[b] = 0;
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

typedef bool candidate(const struct warp *w, const struct split *s, const struct split *just_yielded);

/* Spilled, or blocked at a barrier whose other members are all dead. */
static bool
is_fresh(const struct warp *w, const struct split *s, const struct split *just_yielded)
{
	(void)just_yielded;
	if (s->state == SPLIT_WAITS)
		return !s->yielded;
	return s->barrier < ISA_BARRIERS && only_dead_missing(w, s->barrier);
}

/* In the pool, or blocked where it can be let go. */
static bool
is_pooled(const struct warp *w, const struct split *s, const struct split *just_yielded)
{
	if (s->state == SPLIT_WAITS)
		return s->yielded && s != just_yielded;
	return s->barrier < ISA_BARRIERS ? can_let_go(w, s->barrier, false) : can_retry_warpsync(w);
}

static bool
is_waiting(const struct warp *w, const struct split *s, const struct split *just_yielded)
{
	(void)w;
	(void)just_yielded;
	return s->state == SPLIT_WAITS;
}

/* The candidate PC at which the fewest candidate lanes wait; the lower PC on a tie. False where there is no candidate. */
static bool
pick_fewest(const struct warp *w, candidate *is, const struct split *just_yielded, uint32_t *pc)
{
	unsigned best = 0;
	bool any = false;

	for (const struct split *s = w->others; s; s = s->next) {
		lanes_t m = 0;
		unsigned n;

		if (!is(w, s, just_yielded))
			continue;
		for (const struct split *o = w->others; o; o = o->next)
			if (o->pc == s->pc && is(w, o, just_yielded))
				m |= o->mask;
		n = lanes_count(m);
		if (!any || n < best || (n == best && s->pc < *pc)) {
			best = n;
			*pc = s->pc;
		}
		any = true;
	}
	return any;
}

/* The PC of the first candidate lane at or above the pointer, cyclically. */
static bool
pick_by_pointer(const struct warp *w, candidate *is, const struct split *just_yielded, uint32_t *pc)
{
	lanes_t m = 0, above;
	unsigned lane;

	for (const struct split *s = w->others; s; s = s->next)
		if (is(w, s, just_yielded))
			m |= s->mask;
	if (!m)
		return false;
	above = m & ~lanes_low(w->c.pointer);
	lane = lanes_first(above ? above : m);
	for (const struct split *s = w->others; s; s = s->next)
		if (s->mask >> lane & 1)
			*pc = s->pc;
	return true;
}

/* The slot is empty: chooses among the others. */
static void
choose(struct warp *w, const struct split *just_yielded)
{
	uint32_t pc;

	if (!pick_fewest(w, is_fresh, just_yielded, &pc) && !pick_by_pointer(w, is_pooled, just_yielded, &pc) &&
	    !pick_fewest(w, is_waiting, NULL, &pc))
		return;
	for (unsigned b = 0; b < ISA_BARRIERS; b++)
		for (const struct split *s = w->others; s; s = s->next)
			if (s->pc == pc && s->state == SPLIT_BLOCKED && s->barrier == b && can_let_go(w, b, false)) {
				let_go(w, b, pc);
				break;
			}
	run_all_at(w, pc);
	move_pointer(w);
}

/* The running path s has blocked, ended or yielded: the next one goes on. Leaves w->runs NULL where none can run. A warp has one set of
 * uniform registers, so the next path finds what s left there; a path of several home rows keeps its own, as their lanes would be
 * several warps of the hardware. */
static void
go_on(struct warp *w, const struct split *s, bool has_yielded)
{
	struct uniform u = s->u[0];

	w->runs = NULL;
	if (w->c.slot) {
		w->runs = w->c.slot;
		w->c.slot = NULL;
		w->runs->state = SPLIT_RUNS;
	} else {
		choose(w, has_yielded ? s : NULL);
	}
	if (w->runs && w->runs->nu == 1)
		w->runs->u[0] = u;
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

/* Lanes have exited: a WARPSYNC that waited for no others is issued again, and passed. */
static void
recheck_warpsync(struct warp *w)
{
	for (struct split *s = w->others; s; s = s->next) {
		if (s->state != SPLIT_BLOCKED || s->barrier != SPLIT_WARPSYNC || (s->wants & w->alive & ~at_warpsync(w, s->pc)))
			continue;
		for (struct split *o = w->others; o; o = o->next)
			if (o != s && o->state == SPLIT_BLOCKED && o->barrier == SPLIT_WARPSYNC && o->pc == s->pc)
				o->state = SPLIT_WAITS;
		s->state = SPLIT_WAITS;
	}
}

static void
leave(struct sm *sm, struct warp *w, lanes_t gone)
{
	struct split *s = w->runs;

	(void)sm;
	s->mask &= ~gone;
	s->pc++;
	recheck_warpsync(w);
	if (!s->mask) {
		go_on(w, s, false);
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

/* Nothing that a BSYNC would wait for waits besides the running path. */
static bool
alone(const struct warp *w)
{
	if (w->c.slot)
		return false;
	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_WAITS && (!s->yielded || s->called))
			return false;
	return true;
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

/* The barrier completes at the running path: the lanes blocked here go on with it. Members that are elsewhere, yielded or blocked, are
 * called back (rule 14). */
static void
complete(struct warp *w, unsigned b)
{
	struct split *s = w->runs, **p = &w->others;
	lanes_t members = w->c.mask[b];

	while (*p) {
		struct split *o = *p;
		bool here = o->state == SPLIT_BLOCKED && o->barrier == b;

		if (here && o->pc == s->pc) {
			*p = o->next;
			s->mask |= o->mask;
			free(o);
			continue;
		}
		if (here) {
			call_back(o);
		} else if ((o->mask & members) && (o->state == SPLIT_BLOCKED || o->yielded)) {
			divide(o, members);
			call_back(o);
		}
		p = &o->next;
	}
	w->c.mask[b] = 0;
}

static void
bsync(struct sm *sm, struct warp *w, unsigned b)
{
	struct split *s = w->runs, *out = NULL;
	lanes_t members = s->mask & w->c.mask[b], others = s->mask & ~members;
	bool done;

	if (!members) {
		s->pc++;
		return;
	}
	done = !(w->c.mask[b] & w->alive & ~blocked_at(w, b) & ~members);
	if (!done && !others && alone(w)) {
		/* the members count as blocked here, as can_let_go sees them */
		s->state = SPLIT_BLOCKED;
		s->barrier = (uint8_t)b;
		split_push(&w->others, s);
		done = can_let_go(w, b, true);
		split_unlink(&w->others, s);
		s->state = SPLIT_RUNS;
	}
	if (done) {
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
	split_push(&w->others, s);
	if (out) {
		w->runs = out;
		return;
	}
	move_pointer(w);
	go_on(w, s, false);
}

static void
break_(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes)
{
	(void)sm;
	w->c.mask[b] &= ~lanes;
	w->runs->pc++;
	if (!w->c.mask[b] || w->c.mask[b] & ~blocked_at(w, b))
		return;
	/* they were the last that others wait for: these issue their BSYNC again, and pass */
	for (struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED && s->barrier == b)
			s->state = SPLIT_WAITS;
	w->c.mask[b] = 0;
}

static void
yield(struct sm *sm, struct warp *w)
{
	struct split *s = w->runs;

	(void)sm;
	s->pc++;
	if (!w->c.slot && !w->others)
		return;
	s->state = SPLIT_WAITS;
	s->yielded = true;
	split_push(&w->others, s);
	move_pointer(w);
	go_on(w, s, true);
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
	if (all & ~here) {
		s->state = SPLIT_BLOCKED;
		s->barrier = SPLIT_WARPSYNC;
		s->wants = all;
		split_push(&w->others, s);
		move_pointer(w);
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
	count_reissue(sm, w, here);
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
};
