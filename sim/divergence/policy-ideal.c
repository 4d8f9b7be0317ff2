/* policy-ideal.c: an estimate of a launch without divergence: every path of a warp runs at once, parting costs nothing, and an issue slot
 * takes up to a warp's width of ready lanes, from any paths of the sub-core's warps whose next instructions share a pipe (co-issue.c). It is
 * no bound: lanes that go by themselves also access memory by themselves. What a launch cannot be faster than is computed by
 * workloads/analysis/bound.h.
 *
 * A lane waits for others in one case only for the sake of time: at the BSYNC of the only BSSY in a loop, if there is no loop between the two
 * (is_loop_body() in ideal.c). Else lanes drift apart, turn by turn, and issue slots hold few of them. Without this rule if-kept-1-50 of
 * workloads/branch-patterns took 1.40 times the cycles of `barrier`, with 6.5 times its warp instructions; with it, it takes 0.87 times. If
 * every BSYNC waited, chain-32-random, 32 branches one behind the other in a loop, would take 1.88 times as long as it does.
 *
 * Otherwise lanes wait where the program asks for it, to compute what it is meant to:
 *  - WARPSYNC waits for the lanes it names; at WARPSYNC.COLLECTIVEs they meet wherever these stand (collective.h).
 *  - BSYNC waits for the lanes that set its barrier together, if what follows takes for granted that they run together: an instruction that
 *    looks at other lanes (SHFL, VOTE of a predicate, MATCH, REDUX, ELECT, matrices), or a NOP, which compilers leave for __syncwarp() where they
 *    think lanes converged, before the next WARPSYNC.ALL. It does not where a YIELD lies between BSSY and BSYNC: there it promises nothing
 *    on hardware either (doc/divergence.md, rule 14). VOTE of PT only asks which lanes are here, and any answer will do. Nor does it
 *    wait for lanes at a collective operation that wait for those at the BSYNC.
 *  - Block barriers count threads.
 * Lanes so held back are in no issue slot, as those at a block barrier.
 *
 * Paths become one where they would issue one instruction in one slot anyway, at a place where paths meet on hardware (a branch target, a
 * BSYNC or BSSY, behind a YIELD), if the uniform registers that are still read are equal: these belong to the path.
 *
 * What this module cannot do: barriers that are moved to registers (BMOV) in kernels in which a BSYNC waits; functional mode. */
#include <stdlib.h>

#include "base/alloc.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/divergence/collective.h"
#include "sim/divergence/concurrent-splits.h"
#include "sim/divergence/ideal.h"
#include "sim/divergence/policy.h"
#include "sim/divergence/split-selection.h"
#include "sim/divergence/split.h"

/* Lanes that have set a barrier together and have not passed it. */
struct meeting {
	uint8_t barrier;
	lanes_t lanes;
	struct meeting *next;
};

/* s, which is in no list, runs when more() is called. */
static void
let_run(struct warp *w, struct split *s)
{
	s->state = SPLIT_WAITS;
	split_push(&w->others, s);
}

static struct meeting **
find_meeting(struct warp *w, unsigned b, lanes_t lanes)
{
	struct meeting **p = &w->policy.ideal.meetings;

	while (*p && ((*p)->barrier != b || !((*p)->lanes & lanes)))
		p = &(*p)->next;
	return p;
}

/* Lanes that are blocked at pc for this reason: a barrier, or SPLIT_WARPSYNC. */
static lanes_t
blocked_at(const struct warp *w, uint32_t pc, unsigned why)
{
	lanes_t m = 0;

	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED && s->barrier == why && s->pc == pc)
			m |= s->mask;
	return m;
}

/* Those that s, which is blocked, goes on with, when all of them are there. `apart`: a WARPSYNC is one of each 32 lanes. */
static lanes_t
goes_with(struct warp *w, const struct split *s, bool apart)
{
	const struct meeting *m;

	if (s->barrier == SPLIT_WARPSYNC)
		return s->wants & w->alive & (apart ? lanes_whole(s->mask) : ~(lanes_t)0);
	m = *find_meeting(w, s->barrier, s->mask);
	return (m ? m->lanes : s->mask) & w->alive;
}

/* Those of them that are there. */
static lanes_t
has_come(const struct warp *w, const struct split *s, lanes_t with)
{
	if (s->barrier == SPLIT_WARPSYNC)
		return collective_came(w, s->pc, with) & with;
	return blocked_at(w, s->pc, s->barrier) & with;
}

static lanes_t
missing(struct warp *w, const struct split *s, bool apart)
{
	const lanes_t with = goes_with(w, s, apart);

	return with & ~has_come(w, s, with);
}

/* Whether no path of the warp can go on by itself. */
static bool
all_wait(const struct warp *w)
{
	if (w->runs)
		return false;
	for (const struct split *s = w->others; s; s = s->next)
		if (s->state != SPLIT_BLOCKED)
			return false;
	for (const struct split *s = w->also; s; s = s->next)
		if (!s->time.in_barrier)
			return false;
	return true;
}

/* These lanes have passed barrier b, or need not wait for the others any more. */
static void
leave_meeting(struct warp *w, unsigned b, lanes_t lanes)
{
	struct meeting **p = find_meeting(w, b, lanes), *m = *p;

	if (!m)
		return;
	m->lanes &= ~lanes & w->alive;
	if (m->lanes)
		return;
	*p = m->next;
	free(m);
}

/* s, which is blocked, goes on, as one with those of the lanes that are blocked with it. */
static void
pass_with(struct warp *w, struct split *s, lanes_t with)
{
	const lanes_t come = has_come(w, s, with);
	struct split **p = &w->others;

	s->state = SPLIT_WAITS;
	if (s->barrier == SPLIT_WARPSYNC && collective_is(w, s->pc)) {
		split_unlink(&w->others, s);
		collective_meet(w, s, with);
		split_push(&w->others, s);
		return;
	}
	if (s->barrier != SPLIT_WARPSYNC)
		leave_meeting(w, s->barrier, with);
	while (*p) {
		struct split *o = *p;

		if (o == s || o->state != SPLIT_BLOCKED || o->barrier != s->barrier || o->pc != s->pc || !(o->mask & come)) {
			p = &o->next;
			continue;
		}
		if (s->barrier == SPLIT_WARPSYNC)
			selection_divide(w, o, come);
		*p = o->next;
		split_absorb(w, s, o);
	}
	s->pc++;
}

/* Lanes that will never go on by themselves: each waits for others that wait for it. */
static lanes_t
stuck_lanes(struct warp *w)
{
	lanes_t stuck = 0, before;

	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED)
			stuck |= s->mask;
	do {
		before = stuck;
		for (const struct split *s = w->others; s; s = s->next)
			if (s->mask & stuck && !(missing(w, s, false) & stuck))
				stuck &= ~s->mask;
	} while (stuck != before);
	return stuck;
}

/* A path that is blocked at a BSYNC and waits for nobody but lanes at collective operations, which will never come: they wait for it, or for
 * others in the same case. NULL: none. */
static struct split *
find_stuck(struct warp *w)
{
	const lanes_t at_collectives = collective_lanes(w), stuck = at_collectives ? stuck_lanes(w) : 0;
	struct split *s = stuck ? w->others : NULL;

	while (s && !(s->mask & stuck && s->barrier != SPLIT_WARPSYNC && !(missing(w, s, false) & ~at_collectives)))
		s = s->next;
	return s;
}

/* A blocked path that has all that it waits for; NULL: none. */
static struct split *
find_complete(struct warp *w, bool apart)
{
	struct split *s = w->others;

	while (s && (s->state != SPLIT_BLOCKED || missing(w, s, apart)))
		s = s->next;
	return s;
}

/* All blocked paths that have been complete since the last instruction go on, each as one. Where none is left that could go on, the 32s of a
 * wider warp have gone different ways, and those go on that are complete. Lanes at a BSYNC that will never be complete, since those that
 * are missing wait at collective operations for them, go on without these. */
static void
recheck(struct warp *w)
{
	bool apart = false;

	for (;;) {
		struct split *s = find_complete(w, apart);

		if (!s && !apart && (apart = all_wait(w)))
			s = find_complete(w, apart);
		if (s) {
			pass_with(w, s, goes_with(w, s, apart));
			continue;
		}
		s = find_stuck(w);
		if (!s)
			return;
		pass_with(w, s, has_come(w, s, goes_with(w, s, false)));
	}
}

/* s, which is in no list, is blocked. */
static void
wait_at(struct warp *w, struct split *s, unsigned why)
{
	s->state = SPLIT_BLOCKED;
	s->barrier = (uint8_t)why;
	split_push(&w->others, s);
}

static void
block(struct warp *w, unsigned why)
{
	struct split *s = w->runs;

	w->runs = NULL;
	wait_at(w, s, why);
	recheck(w);
}

static void
diverge(struct sm *sm, struct warp *w, lanes_t taken, uint32_t target, uint32_t rest)
{
	struct split *s = w->runs;

	(void)sm;
	let_run(w, split_new(w, s, target, taken));
	s->pc = rest;
	s->mask &= ~taken;
}

static void
leave(struct sm *sm, struct warp *w, lanes_t gone)
{
	struct split *s = w->runs;

	(void)sm;
	s->mask &= ~gone;
	s->pc++;
	if (!s->mask) {
		w->runs = NULL;
		split_end(w, s);
	}
	recheck(w);
}

static void
step(struct sm *sm, struct warp *w)
{
	(void)sm;
	w->runs->pc++;
}

static void
bssy(struct sm *sm, struct warp *w, unsigned b)
{
	struct split *s = w->runs;
	struct meeting **p = find_meeting(w, b, s->mask), *m = *p;

	(void)sm;
	if (w->f->ideal[s->pc].binds && !m) {
		m = xrealloc(NULL, sizeof *m);
		*m = (struct meeting){.barrier = (uint8_t)b, .next = w->policy.ideal.meetings};
		w->policy.ideal.meetings = m;
	}
	if (w->f->ideal[s->pc].binds)
		m->lanes |= s->mask;
	s->pc++;
}

/* A path that has become one at a WARPSYNC is of several meetings of barrier b: those that are here whole pass as one, others wait. */
static void
bsync_several(struct warp *w, unsigned b)
{
	struct split *s = w->runs;
	lanes_t passes = 0;

	for (const struct meeting *m = w->policy.ideal.meetings; m; m = m->next)
		if (m->barrier == b && !(m->lanes & w->alive & ~s->mask))
			passes |= m->lanes & s->mask;
	for (lanes_t rest = s->mask, here; rest; rest &= ~here) {
		here = (*find_meeting(w, b, rest))->lanes & rest;
		if (here & passes)
			leave_meeting(w, b, here);
		else
			wait_at(w, split_new(w, s, s->pc, here), b);
	}
	s->mask = passes;
	s->pc++;
	if (!passes) {
		w->runs = NULL;
		split_end(w, s);
	}
	recheck(w);
}

static void
bsync(struct sm *sm, struct warp *w, unsigned b)
{
	struct split *s = w->runs;
	lanes_t members = 0;

	(void)sm;
	for (const struct meeting *m = w->f->ideal[s->pc].binds ? w->policy.ideal.meetings : NULL; m; m = m->next)
		members |= m->barrier == b ? m->lanes & s->mask : 0;
	if (!members) {
		s->pc++;
		return;
	}
	if (s->mask & ~members)
		let_run(w, split_new(w, s, s->pc + 1, s->mask & ~members));
	s->mask = members;
	if (members & ~(*find_meeting(w, b, members))->lanes)
		bsync_several(w, b);
	else
		block(w, b);
}

static void
break_(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes)
{
	(void)sm;
	for (struct meeting *m = w->policy.ideal.meetings; m; m = m->next)
		if (m->barrier == b)
			m->lanes &= ~lanes;
	w->runs->pc++;
	recheck(w);
}

static void
warpsync(struct sm *sm, struct warp *w, lanes_t all)
{
	(void)sm;
	if (!(all & ~w->runs->mask)) {
		w->runs->pc++;
		return;
	}
	w->runs->wants = all;
	block(w, SPLIT_WARPSYNC);
}

static void
collective(struct warp *w, const struct awaited *sets, unsigned n)
{
	if (collective_part(w, sets, n))
		recheck(w);
}

static lanes_t
barrier_get(const struct warp *w, unsigned b)
{
	(void)w;
	(void)b;
	return 0;
}

static void
barrier_set(struct warp *w, unsigned b, lanes_t lanes)
{
	(void)w;
	(void)b;
	(void)lanes;
}

static void
more(struct sm *sm, struct warp *w)
{
	struct split **p = &w->others;

	(void)sm;
	while (*p) {
		struct split *s = *p;

		if (s->state != SPLIT_WAITS) {
			p = &s->next;
			continue;
		}
		*p = s->next;
		splits_start(w, s);
	}
}

static bool
may_join(const struct warp *w, const struct split *a, const struct split *b)
{
	const struct ideal *x = w->f->ideal + a->pc;

	if (a->pc != b->pc || !x->joins)
		return false;
	for (const struct meeting *m = w->policy.ideal.meetings; m; m = m->next)
		if (!(m->lanes & a->mask) != !(m->lanes & b->mask))
			return false;
	for (unsigned i = 0; i < a->nu; i++) {
		uint32_t in_a = (uint32_t)(a->mask >> (ISA_LANES * i)), in_b = (uint32_t)(b->mask >> (ISA_LANES * i));

		if (!in_a || !in_b)
			continue;
		if ((a->u[i].p ^ b->u[i].p) & x->live_p)
			return false;
		for (uint64_t live = x->live; live; live &= live - 1) {
			unsigned r = (unsigned)__builtin_ctzll(live);

			if (a->u[i].r[r] != b->u[i].r[r])
				return false;
		}
	}
	return true;
}

static void
end_meetings(struct warp *w)
{
	collective_end(w);
	while (w->policy.ideal.meetings) {
		struct meeting *m = w->policy.ideal.meetings;

		w->policy.ideal.meetings = m->next;
		free(m);
	}
}

const struct policy policy_ideal = {
	.name = "ideal",
	.packs = true,
	.prepare = ideal_prepare,
	.warp_end = end_meetings,
	.diverge = diverge,
	.exit = leave,
	.bssy = bssy,
	.bsync = bsync,
	.break_ = break_,
	.yield = step,
	.warpsync = warpsync,
	.collective = collective,
	.barrier_get = barrier_get,
	.barrier_set = barrier_set,
	.more = more,
	.may_join = may_join,
};
