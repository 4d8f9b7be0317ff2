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
 * Here is what instructions do to paths; which of them goes on is chosen in split-selection.c.
 *
 * What this module cannot do: a WARPSYNC with a register mask whose lanes come at different PCs ends as a deadlock, or never; only
 * WARPSYNC.COLLECTIVE lets them meet. */
#include <stdlib.h>

#include "sim/core/issue-counts.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/divergence/collective.h"
#include "sim/divergence/concurrent-splits.h"
#include "sim/divergence/policy.h"
#include "sim/divergence/split-selection.h"
#include "sim/divergence/split.h"

static void
diverge(struct sm *sm, struct warp *w, lanes_t taken, uint32_t target, uint32_t rest)
{
	struct split *s = w->runs, *other;
	lanes_t fall = s->mask & ~taken;

	(void)sm;
	if (lanes_count(taken) < lanes_count(fall)) {
		other = split_new(w, s, rest, fall);
		s->pc = target;
		s->mask = taken;
	} else {
		other = split_new(w, s, target, taken);
		s->pc = rest;
		s->mask = fall;
	}
	selection_defer(w, other);
}

static void
leave(struct sm *sm, struct warp *w, lanes_t gone)
{
	struct split *s = w->runs;

	(void)sm;
	s->mask &= ~gone;
	s->pc++;
	if (!s->mask) {
		selection_go_on(w, s, true);
		split_end(w, s);
	}
}

static void
bssy(struct sm *sm, struct warp *w, unsigned b)
{
	uint16_t bit = (uint16_t)(1u << b);

	(void)sm;
	if (w->policy.barrier.mask[b])
		w->policy.barrier.several |= bit;
	else
		w->policy.barrier.several &= (uint16_t)~bit;
	w->policy.barrier.mask[b] |= w->runs->mask;
	w->runs->pc++;
}

/* A path waits that has not yielded, or was called back (rule 14). */
static bool
any_ready(const struct warp *w)
{
	if (w->deferred || w->also)
		return true;
	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_WAITS && (!s->yielded || s->called))
			return true;
	return false;
}

/* The barrier lets the running path go on, with the members that are blocked here. Members elsewhere have yielded or are blocked; they are
 * called back, but for those at a collective operation: all are in the pool now, and a BSYNC waits for them (rule 15). */
static void
complete_barrier(struct warp *w, unsigned b)
{
	struct split *s = w->runs, **p = &w->others;

	while (*p) {
		struct split *o = *p;

		if (!(o->mask & w->policy.barrier.mask[b])) {
			p = &o->next;
			continue;
		}
		selection_divide(w, o, w->policy.barrier.mask[b]);
		if (o->state == SPLIT_BLOCKED && o->barrier == b && o->pc == s->pc) {
			*p = o->next;
			w->again &= ~o->mask;
			split_absorb(w, s, o);
			continue;
		}
		p = &o->next;
		/* who waits at a collective has come there for good (rule 26) */
		if (o->state == SPLIT_BLOCKED && o->barrier == SPLIT_WARPSYNC && collective_is(w, o->pc))
			continue;
		o->state = SPLIT_WAITS;
		o->yielded = o->called = true;
	}
	w->policy.barrier.mask[b] = 0;
}

static void
bsync(struct sm *sm, struct warp *w, unsigned b)
{
	struct split *s = w->runs, *out = NULL;
	lanes_t members = s->mask & w->policy.barrier.mask[b], others = s->mask & ~members, missing;

	if (!members) {
		s->pc++;
		return;
	}
	missing = w->policy.barrier.mask[b] & w->alive & ~members;
	/* one that it waits for is the deferred path: no need to look at those that are blocked */
	for (const struct split *o = w->deferred && w->deferred->mask & missing ? NULL : w->others; o && missing; o = o->next)
		if (o->state == SPLIT_BLOCKED)
			missing &= ~o->mask;
	if (!missing || (!others && !any_ready(w))) {
		complete_barrier(w, b);
		selection_move_pointer(w);
		/* a barrier of several BSSYs lets nobody pass at the first issue */
		if (w->policy.barrier.several >> b & 1)
			issue_counts_reissue(sm, w, s->mask);
		s->pc++;
		return;
	}
	if (others)
		out = split_new(w, s, s->pc + 1, others);
	s->mask = members;
	s->state = SPLIT_BLOCKED;
	s->barrier = (uint8_t)b;
	w->again |= members;
	split_push(&w->others, s);
	if (out)
		w->runs = out;
	else
		selection_go_on(w, s, false);
}

/* Where the lanes were the last that others wait for, those need not wait any more: they issue their BSYNC again, and pass. They and the path
 * that has executed the BREAK are the sides of a branch, of which the latter falls through (rule 10). */
static void
break_(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes)
{
	struct split *s = w->runs, *o = w->others;
	const struct uniform u = s->u[0];
	lanes_t members = lanes & w->policy.barrier.mask[b];
	uint32_t pc;

	w->policy.barrier.mask[b] &= ~lanes;
	s->pc++;
	if (!members || (w->policy.barrier.mask[b] & w->alive & ~selection_blocked_at(w, b)))
		return;
	while (o && !(o->state == SPLIT_BLOCKED && o->barrier == b && (o->mask & w->policy.barrier.mask[b])))
		o = o->next;
	if (!o)
		return;
	pc = o->pc;
	w->policy.barrier.mask[b] = 0;
	if (w->concurrent && (splits_banks(sm, selection_at(w, pc)) & splits_banks(sm, splits_lanes(w) & ~s->mask))) {
		/* another path is on their banks: they count as spilled */
		for (; o; o = o->next)
			if (o->pc == pc && o->state == SPLIT_BLOCKED)
				o->state = SPLIT_WAITS;
		return;
	}
	w->runs = NULL;
	selection_run_all(w, pc);
	if (lanes_count(w->runs->mask) < lanes_count(s->mask)) {
		selection_defer(w, s);
		selection_switched(w, u);
	} else {
		selection_defer(w, w->runs);
		w->runs = s;
	}
}

static void
yield(struct sm *sm, struct warp *w)
{
	struct split *s = w->runs;

	(void)sm;
	s->pc++;
	if (!w->deferred && !w->others) {
		w->outcome.chosen = true;
		return;
	}
	s->state = SPLIT_WAITS;
	s->yielded = true;
	split_push(&w->others, s);
	selection_go_on(w, s, false);
}

/* Some lanes of the running path wait for others, and issue the instruction again. */
static void
await(struct warp *w, lanes_t lanes, lanes_t all)
{
	collective_await(w, lanes, all);
	w->again |= lanes;
}

static void
collective(struct warp *w, const struct awaited *sets, unsigned n)
{
	w->again |= collective_part(w, sets, n);
}

static void
warpsync(struct sm *sm, struct warp *w, lanes_t all)
{
	struct split *s = w->runs, **p = &w->others;
	lanes_t here, alone, elsewhere = 0;

	if (!(all & ~s->mask)) {
		s->pc++;
		return;
	}
	here = s->mask | collective_came(w, s->pc, all);
	if (collective_is(w, s->pc))
		elsewhere = here & ~s->mask & ~selection_at(w, s->pc);
	if (elsewhere && !(all & ~here)) {
		collective_meet(w, s, all);
		w->again &= ~s->mask;
		w->outcome.chosen = true;
		return;
	}
	/* a wider warp: each 32 lanes that are complete */
	if (s->apart && (all & ~here) && (alone = selection_complete(w, s->mask, all, here))) {
		if (s->mask & ~alone)
			await(w, s->mask & ~alone, all);
		s->apart = false;
		w->apart = true;
		s->pc++;
		return;
	}
	/* those with a mask wait until rule 16 comes to them, also when all have come */
	if ((all & ~here) || all != w->alive) {
		s->state = SPLIT_BLOCKED;
		s->barrier = SPLIT_WARPSYNC;
		s->wants = all;
		w->again |= s->mask;
		split_push(&w->others, s);
		selection_go_on(w, s, false);
		return;
	}
	/* the last group has come: the whole warp issues the instruction once more */
	while (*p) {
		struct split *o = *p;

		if (o->state == SPLIT_BLOCKED && o->barrier == SPLIT_WARPSYNC && o->pc == s->pc) {
			*p = o->next;
			split_absorb(w, s, o);
		} else {
			p = &o->next;
		}
	}
	w->again &= ~here;
	issue_counts_reissue(sm, w, here);
	w->outcome.chosen = true;
	s->pc++;
}

static lanes_t
barrier_get(const struct warp *w, unsigned b)
{
	return w->policy.barrier.mask[b];
}

static void
barrier_set(struct warp *w, unsigned b, lanes_t lanes)
{
	w->policy.barrier.mask[b] = lanes;
	/* BSYNC is issued twice, as where several BSSYs have set it */
	if (lanes)
		w->policy.barrier.several |= (uint16_t)(1u << b);
	else
		w->policy.barrier.several &= (uint16_t) ~(1u << b);
}

const struct policy policy_barrier = {
	.name = "barrier",
	.warp_end = collective_end,
	.diverge = diverge,
	.exit = leave,
	.bssy = bssy,
	.bsync = bsync,
	.break_ = break_,
	.yield = yield,
	.warpsync = warpsync,
	.collective = collective,
	.barrier_get = barrier_get,
	.barrier_set = barrier_set,
	.more = selection_more,
};
