/* policy-stack.c: a stack of immediate post-dominators, as in GPUs before Volta and in most simulators.
 *
 * The top entry runs until it reaches its reconvergence PC, then the entry below goes on. A divergent branch turns the top entry into the
 * one that waits at the branch's immediate post-dominator and pushes the two sides; the side with fewer lanes runs first, on a tie the
 * fall-through side, as under `barrier`, so that the two policies differ in reconvergence alone. BSSY, BSYNC, BREAK and YIELD only take
 * their issue slot. WARPSYNC waits for its lanes; those below in the stack cannot run, so that what would need them ends in a deadlock,
 * which is reported; where lanes wait at a collective operation, as code that needs independent thread scheduling.
 *
 * What this module cannot do: reconverge earlier than at the immediate post-dominator; calls, indirect branches and WARPSYNC.EXCLUSIVE. */
#include <assert.h>
#include <stdlib.h>

#include "isa/cfg.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/divergence/collective.h"
#include "sim/divergence/concurrent-splits.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/policy.h"
#include "sim/divergence/split.h"

static bool
prepare(struct simt_function *f, struct simt_error *e)
{
	if (f->ipdom)
		return true;
	for (size_t i = 0; i < f->n; i++)
		if (f->code[i].op->flow == FLOW_BRX || f->code[i].op->flow == FLOW_CALL || f->code[i].op->flow == FLOW_RET ||
		    (f->code[i].op->flow == FLOW_WARPSYNC && f->code[i].f[F_mode] == WARPSYNC_EXCLUSIVE))
			return simt_fail(
				e, SIMT_BAD_INPUT,
				"kernel %s, offset 0x%zx: calls, indirect branches and WARPSYNC.EXCLUSIVE are not simulated with "
				"reconvergence=stack",
				f->kernel->name, i * ISA_INST_BYTES);
	f->ipdom = malloc(f->n * sizeof *f->ipdom);
	if (!f->ipdom)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	return isa_postdominators(f->code, f->n, f->ipdom, e);
}

static void
push(struct warp *w, struct split *s)
{
	if (w->runs) {
		w->runs->state = SPLIT_WAITS;
		split_push(&w->others, w->runs);
	}
	s->state = SPLIT_RUNS;
	w->runs = s;
}

/* The top entry ends: its lanes find what it has left in uniform registers where they go on. A warp of 32 lanes, of which one path runs at a
 * time, has one set of them, and the next path finds it. */
static void
hand_down(const struct warp *w)
{
	const struct split *s = w->runs;
	const lanes_t lanes = s->nu == 1 && !w->concurrent ? ~(lanes_t)0 : s->mask;
	struct split *below = w->others;

	while (below && !(below->mask & lanes))
		below = below->next;
	if (below)
		split_take_uniform(below, s->u, lanes);
}

static void
pop(struct warp *w)
{
	hand_down(w);
	split_end(w, w->runs);
	w->runs = w->concurrent ? NULL : w->others;
	if (w->runs) {
		w->others = w->runs->next;
		w->runs->next = NULL;
		w->runs->state = SPLIT_RUNS;
	}
}

static void
arrive(struct sm *sm, struct warp *w)
{
	(void)sm;
	while (w->runs && w->others && (!w->runs->mask || w->runs->pc == w->runs->rpc))
		pop(w);
}

static void
diverge(struct sm *sm, struct warp *w, lanes_t taken, uint32_t target, uint32_t rest)
{
	struct split *s = w->runs;
	lanes_t fall = s->mask & ~taken;
	uint32_t r = w->f->ipdom[s->pc];
	bool taken_first = lanes_count(taken) < lanes_count(fall), ends;

	/* The entry that waits at r is there already where r is where this entry ends; where the sides never meet there is none. */
	ends = r == s->rpc || r == IPDOM_NONE;
	if (ends) {
		r = s->rpc;
		w->runs = NULL;
	} else {
		s->pc = r;
	}
	for (int side = 0; side < 2; side++) {
		bool is_taken = (side == 1) == taken_first;
		struct split *n = split_new(w, s, is_taken ? target : rest, is_taken ? taken : fall);

		n->rpc = r;
		push(w, n);
	}
	if (ends)
		split_end(w, s);
	arrive(sm, w);
}

static void
leave(struct sm *sm, struct warp *w, lanes_t gone)
{
	(void)sm;
	w->runs->pc++;
	w->runs->mask &= ~gone;
	for (struct split *s = w->others; s; s = s->next)
		s->mask &= ~gone;
	while (w->runs && !w->runs->mask)
		pop(w);
}

static void
step(struct sm *sm, struct warp *w)
{
	(void)sm;
	w->runs->pc++;
}

static void
step_barrier(struct sm *sm, struct warp *w, unsigned b)
{
	(void)b;
	step(sm, w);
}

static void
break_(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes)
{
	(void)lanes;
	(void)b;
	step(sm, w);
}

static void
warpsync(struct sm *sm, struct warp *w, lanes_t all)
{
	(void)sm;
	/* in a wider warp it is one of each 32 lanes: nobody else could come */
	if (!(all & lanes_whole(w->runs->mask) & ~w->runs->mask)) {
		w->runs->pc++;
		return;
	}
	w->runs->state = SPLIT_BLOCKED;
	w->runs->barrier = SPLIT_WARPSYNC;
	split_push(&w->others, w->runs);
	w->runs = NULL;
}

/* There are no barriers: a spilled one is empty. */
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

/* Several entries run at a time: those below the top that no entry above covers, where their banks are free. */
static void
more(struct sm *sm, struct warp *w)
{
	lanes_t above = splits_lanes(w);
	unsigned busy = splits_banks(sm, above);
	struct split **p = &w->others;

	while (*p) {
		struct split *s = *p;
		bool covered = s->mask & above;

		if (!s->mask || (!covered && s->pc == s->rpc)) {
			*p = s->next;
			split_end(w, s);
			continue;
		}
		above |= s->mask;
		if (covered || s->state == SPLIT_BLOCKED || (splits_banks(sm, s->mask) & busy)) {
			p = &s->next;
			continue;
		}
		*p = s->next;
		busy |= splits_banks(sm, s->mask);
		splits_start(w, s);
	}
}

/* Lanes below on the stack cannot come to where those above wait. */
static const char *
held_back(const struct warp *w)
{
	for (const struct split *s = w->others; s; s = s->next)
		if (s->state == SPLIT_BLOCKED && collective_is(w, s->pc))
			return "the code needs independent thread scheduling, which reconvergence=stack has not: lanes wait at a "
			       "collective operation for others that the stack holds back;";
	return NULL;
}

const struct policy policy_stack = {
	.name = "stack",
	.prepare = prepare,
	.diverge = diverge,
	.exit = leave,
	.bssy = step_barrier,
	.bsync = step_barrier,
	.break_ = break_,
	.yield = step,
	.warpsync = warpsync,
	.barrier_get = barrier_get,
	.barrier_set = barrier_set,
	.arrive = arrive,
	.more = more,
	.held_back = held_back,
};
