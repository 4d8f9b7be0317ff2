/* policy-barrier.c: convergence barriers as on Volta and later; the rules are those measured on an H200 (doc/divergence.md).
 *
 * A warp has one running path, one deferred path (the slot), and paths that wait with their own PC: spilled ones, yielded ones, and
 * those blocked at a BSYNC or WARPSYNC.
 *  - A divergent branch goes on with the side of fewer lanes, on a tie with the fall-through side; the other side takes the slot, and
 *    what was in the slot is spilled.
 *  - When the running path blocks or ends, the slot goes on; if it is empty, the PC at which the fewest un-yielded lanes wait. All lanes
 *    that wait at that PC join, blocked ones too.
 *  - A YIELD does nothing where no other path exists; else the path waits, marked yielded, and comes after those that are not.
 *  - BSYNC waits for the members of its barrier. Dead members do not count, and yielded ones do not either once nothing else can run.
 *
 * What this module cannot do: choose among several candidates that have all yielded, or sit at barriers that could be let go, as the
 * hardware does in every case; a lane pointer is used, which fits most of the launches measured but not all. */
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
		if (o->state == SPLIT_WAITS && o->pc == s->pc && o->yielded == s->yielded) {
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

/* Barrier b misses nobody but dead, yielded or elsewhere blocked members: it can be let go when nothing un-yielded can run. */
static bool
can_let_go(const struct warp *w, unsigned b)
{
	lanes_t idle = 0;

	if (!w->c.mask[b])
		return false;
	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED || s->yielded)
			idle |= s->mask;
	return !(w->c.mask[b] & w->alive & ~idle);
}

/* Empties barrier b. Its blocked paths become waiting ones, which issue their BSYNC again and pass. */
static void
let_go(struct warp *w, unsigned b)
{
	for (struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED && s->barrier == b)
			s->state = SPLIT_WAITS;
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
	w->runs->yielded = false;
}

typedef bool candidate(const struct warp *w, const struct split *s, const struct split *just_yielded);

/* Has not yielded, or is blocked at a barrier whose other members are all dead. */
static bool
is_fresh(const struct warp *w, const struct split *s, const struct split *just_yielded)
{
	if (s->state == SPLIT_WAITS)
		return !s->yielded && s != just_yielded;
	return s->barrier < ISA_BARRIERS && only_dead_missing(w, s->barrier);
}

static bool
is_releasable(const struct warp *w, const struct split *s, const struct split *just_yielded)
{
	(void)just_yielded;
	return s->state == SPLIT_BLOCKED && s->barrier < ISA_BARRIERS && can_let_go(w, s->barrier);
}

static bool
is_yielded(const struct warp *w, const struct split *s, const struct split *just_yielded)
{
	(void)w;
	return s->state == SPLIT_WAITS && s->yielded && s != just_yielded;
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

/* The PC of the first candidate lane at or above the pointer, cyclically; the pointer moves past it. */
static bool
pick_by_pointer(struct warp *w, candidate *is, const struct split *just_yielded, uint32_t *pc)
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
	w->c.pointer = lane + 1;
	for (const struct split *s = w->others; s; s = s->next)
		if (s->mask >> lane & 1)
			*pc = s->pc;
	return true;
}

/* The running path has blocked, ended or yielded: chooses the next. Leaves w->runs NULL where none can run. */
static void
go_on(struct warp *w, const struct split *just_yielded)
{
	uint32_t pc;

	w->runs = NULL;
	if (w->c.slot) {
		w->runs = w->c.slot;
		w->c.slot = NULL;
		w->runs->state = SPLIT_RUNS;
		return;
	}
	if (pick_fewest(w, is_fresh, just_yielded, &pc) || pick_by_pointer(w, is_releasable, just_yielded, &pc)) {
		for (struct split *s = w->others; s; s = s->next)
			if (s->pc == pc && s->state == SPLIT_BLOCKED && s->barrier < ISA_BARRIERS && w->c.mask[s->barrier] &&
			    (is_fresh(w, s, just_yielded) || is_releasable(w, s, just_yielded)))
				let_go(w, s->barrier);
	} else if (!pick_by_pointer(w, is_yielded, just_yielded, &pc) && !pick_fewest(w, is_waiting, NULL, &pc)) {
		return;
	}
	run_all_at(w, pc);
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
		free(s);
		go_on(w, NULL);
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

/* Nothing that has not yielded waits besides the running path. */
static bool
alone(const struct warp *w)
{
	if (w->c.slot)
		return false;
	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_WAITS && !s->yielded)
			return false;
	return true;
}

/* The barrier is complete: its blocked lanes and those of the running path go on together. */
static void
complete(struct warp *w, unsigned b)
{
	struct split *s = w->runs, **p = &w->others;

	while (*p) {
		struct split *o = *p;

		if (o->state == SPLIT_BLOCKED && o->barrier == b) {
			*p = o->next;
			s->mask |= o->mask;
			free(o);
			continue;
		}
		/* yielded members count as not yielded from here on */
		if (o->yielded && (o->mask & w->c.mask[b])) {
			lanes_t stay = o->mask & ~w->c.mask[b];

			if (stay) {
				struct split *rest = split_new(o, o->pc, stay);

				rest->state = SPLIT_WAITS;
				rest->yielded = true;
				o->mask &= w->c.mask[b];
				rest->next = o->next;
				o->next = rest;
				o->yielded = false;
				p = &rest->next;
				continue;
			}
			o->yielded = false;
		}
		p = &o->next;
	}
	w->c.mask[b] = 0;
	s->pc++;
}

static void
bsync(struct sm *sm, struct warp *w, unsigned b)
{
	struct split *s = w->runs, *out = NULL;
	lanes_t members = s->mask & w->c.mask[b], others = s->mask & ~w->c.mask[b], missing;
	bool several = w->c.several >> b & 1;

	(void)sm;
	if (!members) {
		s->pc++;
		return;
	}
	missing = w->c.mask[b] & ~blocked_at(w, b) & ~members;
	if (!several)
		missing &= w->alive;
	if (missing && !several && !others && alone(w)) {
		/* the members count as blocked here, as can_let_go sees them */
		s->state = SPLIT_BLOCKED;
		s->barrier = (uint8_t)b;
		split_push(&w->others, s);
		if (can_let_go(w, b))
			missing = 0;
		split_unlink(&w->others, s);
		s->state = SPLIT_RUNS;
	}
	if (!missing) {
		complete(w, b);
		return;
	}
	if (others)
		out = split_new(s, s->pc + 1, others);
	s->mask = members;
	s->state = SPLIT_BLOCKED;
	s->barrier = (uint8_t)b;
	split_push(&w->others, s);
	if (out)
		w->runs = out;
	else
		go_on(w, NULL);
}

static void
break_(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes)
{
	(void)sm;
	w->c.mask[b] &= ~lanes;
	w->runs->pc++;
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
	go_on(w, s);
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
	here = s->mask;
	for (const struct split *o = w->others; o; o = o->next)
		if (o->state == SPLIT_BLOCKED && o->barrier == SPLIT_WARPSYNC && o->pc == s->pc)
			here |= o->mask;
	if (all & ~here) {
		s->state = SPLIT_BLOCKED;
		s->barrier = SPLIT_WARPSYNC;
		split_push(&w->others, s);
		go_on(w, NULL);
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
