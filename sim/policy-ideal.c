/* policy-ideal.c: the upper bound of what reconvergence hardware could give: every path of a warp runs at once, and an issue slot takes up
 * to a warp's width of ready lanes, from any paths of the sub-core's warps whose next instructions share a pipe (several.c). No lane waits
 * for another one to be where it is.
 *
 * Except where the program asks for it, to compute what it is meant to:
 *  - WARPSYNC waits for the lanes it names.
 *  - BSYNC waits for the lanes that set its barrier together, if what follows takes for granted that they run together: an instruction that
 *    looks at other lanes (SHFL, VOTE of a predicate, MATCH, REDUX, ELECT, matrices), or a NOP, which compilers leave for __syncwarp() where they
 *    think lanes converged, before the next WARPSYNC.ALL. It does not where a YIELD lies between BSSY and BSYNC: there it promises nothing
 *    on hardware either (doc/divergence.md, rule 14). VOTE of PT only asks which lanes are here, and any answer will do.
 *  - Block barriers count threads.
 * Lanes so held back are in no issue slot, as those at a block barrier.
 *
 * Paths become one where they would issue one instruction in one slot anyway, at a place where paths meet on hardware (a branch target, a
 * BSYNC or BSSY, behind a YIELD), if the uniform registers that are still read are equal: these belong to the path.
 *
 * What this module cannot do: barriers that are moved to registers (BMOV) in kernels in which a BSYNC waits; functional mode. */
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "paths.h"
#include "several.h"
#include "simulate.h"

/* What is known of an instruction. */
struct ideal {
	uint64_t live;  /* uniform registers that are read later on, or here */
	uint8_t live_p; /* the same for uniform predicates */
	bool binds;     /* BSYNC: waits. BSSY: of a BSYNC that does */
	bool joins;     /* paths may become one here */
	bool asks;      /* an instruction that takes lanes to be together comes next, or before the next WARPSYNC.ALL */
	bool seen;      /* scratch */
};

/* Lanes that have set a barrier together and have not passed it. */
struct meeting {
	uint8_t barrier;
	lanes_t lanes;
	struct meeting *next;
};

/* ---- what the code asks for ---- */

static bool
is(const struct inst *in, const char *name)
{
	return !strcmp(in->op->name, name);
}

static bool
looks_at_others(const struct inst *in)
{
	if (is(in, "VOTE") || is(in, "VOTEU"))
		return in->ps[0] != ISA_PT;
	return is(in, "SHFL") || is(in, "MATCH") || is(in, "REDUX") || is(in, "NOP") || is(in, "HMMA") || is(in, "IMMA") ||
	       is(in, "DMMA") || is(in, "LDSM") || is(in, "STSM") || is(in, "MOVM") || is(in, "ELECT");
}

static bool
goes_anywhere(const struct inst *in)
{
	return in->op->flow == FLOW_BRX || in->op->flow == FLOW_RET || (in->op->flow == FLOW_CALL && in->a.kind != SRC_NONE);
}

/* The instructions that can follow instruction i, at most two. */
static unsigned
followers(const struct simt_function *f, size_t i, size_t *next)
{
	const struct inst *in = f->code + i;
	bool some = in->guard != ISA_PT || in->ps[0] != ISA_PT; /* only where the guards hold */
	unsigned n = 0;

	if (in->op->flow == FLOW_BRANCH || (in->op->flow == FLOW_CALL && in->a.kind == SRC_NONE && in->target < EXTERNAL_NEAR)) {
		next[n++] = in->target / ISA_INST_BYTES;
		some = some || in->op->flow == FLOW_CALL;
	} else if (in->op->flow != FLOW_EXIT) {
		some = true;
	}
	if (some && i + 1 < f->n)
		next[n++] = i + 1;
	return n;
}

static void
uniform_reads(const struct inst *in, struct ideal *x)
{
	const struct isa_source *o[] = {&in->a, &in->b, &in->c};
	const unsigned count[] = {in->na, in->nb, in->nc};

	for (unsigned k = 0; k < 3; k++)
		for (unsigned r = 0; o[k]->kind == SRC_UREG && r < (count[k] ? count[k] : 1) && o[k]->index + r < ISA_URZ; r++)
			x->live |= UINT64_C(1) << (o[k]->index + r);
	for (unsigned r = in->desc; in->op->flow == FLOW_MEMORY && r < in->desc + 2u && r < ISA_URZ; r++)
		x->live |= UINT64_C(1) << r;
	/* PLOP3 and BRA can read uniform predicates too; to count one of the lanes' with them does no harm */
	for (unsigned k = 0; k < 3; k++)
		x->live_p |= (uint8_t)(1u << (in->ps[k] & 7));
	if (in->op->ureg_guard)
		x->live_p |= (uint8_t)(1u << (in->guard & 7));
}

/* Uniform registers that instruction i overwrites, whatever its lanes. */
static void
uniform_writes(const struct inst *in, uint64_t *r, uint8_t *p)
{
	*r = *p = 0;
	if (!in->op->ureg_dest || in->guard != ISA_PT)
		return;
	for (unsigned k = in->d; k < in->d + in->nd && k < ISA_URZ; k++)
		*r |= UINT64_C(1) << k;
	for (unsigned k = 0; k < 2; k++)
		*p |= (uint8_t)(1u << in->pd[k]);
}

/* One pass against the flow over `live` and `asks`; whether anything has changed. */
static bool
pass(struct simt_function *f)
{
	bool changed = false;

	for (size_t i = f->n; i--;) {
		const struct inst *in = f->code + i;
		struct ideal *x = f->ideal + i, was = *x;
		bool all_come = in->op->flow == FLOW_WARPSYNC && in->f[F_mode] == WARPSYNC_PLAIN && in->a.kind != SRC_REG;
		size_t next[2];
		uint64_t r;
		uint8_t p;

		uniform_writes(in, &r, &p);
		for (unsigned k = followers(f, i, next); k--;) {
			x->live |= f->ideal[next[k]].live & ~r;
			x->live_p |= (uint8_t)(f->ideal[next[k]].live_p & ~p);
			x->asks = x->asks || (!all_come && f->ideal[next[k]].asks);
		}
		changed = changed || x->live != was.live || x->live_p != was.live_p || x->asks != was.asks;
	}
	return changed;
}

/* Whether a YIELD lies between the BSSY at `from` and the BSYNC at `to`. */
static bool
yields_between(struct simt_function *f, size_t from, size_t to, size_t *stack)
{
	size_t n = 0, next[2];
	bool found = false;

	for (size_t i = 0; i < f->n; i++)
		f->ideal[i].seen = i == to;
	stack[n++] = from;
	f->ideal[from].seen = true;
	while (n && !found) {
		size_t i = stack[--n];

		found = f->code[i].op->flow == FLOW_YIELD;
		for (unsigned k = followers(f, i, next); k--;)
			if (!f->ideal[next[k]].seen) {
				f->ideal[next[k]].seen = true;
				stack[n++] = next[k];
			}
	}
	return found;
}

/* Which BSYNCs wait. The BSYNC of a BSSY is the one before its target. */
static void
find_binding(struct simt_function *f, size_t *stack)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->code[i].op->flow == FLOW_BSYNC)
			f->ideal[i].binds = f->ideal[i].asks;
	for (size_t i = 0; i < f->n; i++) {
		size_t to = f->code[i].target / ISA_INST_BYTES - 1;

		if (f->code[i].op->flow == FLOW_BSSY && to < f->n && f->code[to].op->flow == FLOW_BSYNC && f->ideal[to].binds &&
		    yields_between(f, i, to, stack))
			f->ideal[to].binds = false;
	}
	for (size_t i = 0; i < f->n; i++) {
		size_t to = f->code[i].target / ISA_INST_BYTES - 1;

		if (f->code[i].op->flow == FLOW_BSSY)
			f->ideal[i].binds = to >= f->n || f->code[to].op->flow != FLOW_BSYNC || f->ideal[to].binds;
	}
}

static void
find_joins(struct simt_function *f)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct inst *in = f->code + i;
		size_t next[2];

		if (in->op->flow == FLOW_BSSY || in->op->flow == FLOW_BSYNC)
			f->ideal[i].joins = true;
		if (in->op->flow == FLOW_BRANCH || in->op->flow == FLOW_YIELD)
			for (unsigned k = followers(f, i, next); k--;)
				f->ideal[next[k]].joins = true;
	}
	/* the lanes of a WARPSYNC.EXCLUSIVE are to be alone */
	for (size_t i = 0; i + 1 < f->n; i++)
		if (f->code[i].op->flow == FLOW_WARPSYNC && f->code[i].f[F_mode] == WARPSYNC_EXCLUSIVE)
			f->ideal[i + 1].joins = false;
}

static bool
prepare(struct simt_function *f, struct simt_error *e)
{
	size_t *stack = malloc(f->n * sizeof *stack), spill = f->n;
	bool anywhere = false, waits = false;

	f->ideal = calloc(f->n, sizeof *f->ideal);
	if (!f->ideal || !stack) {
		free(stack);
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	}
	for (size_t i = 0; i < f->n; i++) {
		f->ideal[i].asks = looks_at_others(f->code + i);
		uniform_reads(f->code + i, f->ideal + i);
		anywhere = anywhere || goes_anywhere(f->code + i);
		if (f->code[i].op->flow == FLOW_BMOV)
			spill = i;
	}
	/* what follows a branch to anywhere may be anything that there is */
	for (size_t i = 0; anywhere && i < f->n; i++)
		if (goes_anywhere(f->code + i))
			f->ideal[i] = (struct ideal){.live = UINT64_MAX, .live_p = UINT8_MAX, .asks = true};
	while (pass(f))
		;
	find_binding(f, stack);
	find_joins(f);
	free(stack);
	for (size_t i = 0; i < f->n; i++)
		waits = waits || f->ideal[i].binds;
	if (waits && spill < f->n)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s, offset 0x%zx: BMOV, where lanes have to meet at a BSYNC, is not simulated with "
				 "reconvergence=ideal",
				 f->kernel->symbol, spill * ISA_INST_BYTES);
	return true;
}

/* ---- paths ---- */

static void
warp_start(struct warp *w)
{
	(void)w;
}

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
	struct meeting **p = &w->c.meetings;

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

/* Whether s, which is blocked, has all that it waits for; then *with gets the lanes that it goes on with. `apart`: a WARPSYNC is one of each 32
 * lanes. */
static bool
is_complete(struct warp *w, const struct split *s, bool apart, lanes_t *with)
{
	struct meeting **p;

	*with = s->wants & (apart ? lanes_whole(s->mask) : ~(lanes_t)0);
	if (s->barrier != SPLIT_WARPSYNC) {
		p = find_meeting(w, s->barrier, s->mask);
		*with = *p ? (*p)->lanes : s->mask;
	}
	*with &= w->alive;
	return !(*with & ~blocked_at(w, s->pc, s->barrier));
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

/* All blocked paths that have been complete since the last instruction go on, each as one. Where none is left that could go on, the 32s of a
 * wider warp have gone different ways, and those go on that are complete. */
static void
recheck(struct warp *w)
{
	bool apart = false;
	struct split *s = w->others;

	while (s) {
		struct split **p = &w->others;
		struct meeting **meeting, *over;
		lanes_t with;

		if (s->state != SPLIT_BLOCKED || !is_complete(w, s, apart, &with)) {
			s = s->next;
			if (!s && !apart && all_wait(w)) {
				apart = true;
				s = w->others;
			}
			continue;
		}
		meeting = find_meeting(w, s->barrier, s->mask);
		over = *meeting;
		if (s->barrier != SPLIT_WARPSYNC && over) {
			*meeting = over->next;
			free(over);
		}
		while (*p) {
			struct split *o = *p;

			if (o == s || o->state != SPLIT_BLOCKED || o->barrier != s->barrier || o->pc != s->pc ||
			    !(o->mask & with)) {
				p = &o->next;
				continue;
			}
			if (s->barrier == SPLIT_WARPSYNC)
				paths_divide(o, with);
			*p = o->next;
			split_absorb(s, o);
		}
		s->state = SPLIT_WAITS;
		s->pc++;
		s = w->others;
	}
}

static void
block(struct warp *w, unsigned why)
{
	struct split *s = w->runs;

	w->runs = NULL;
	s->state = SPLIT_BLOCKED;
	s->barrier = (uint8_t)why;
	split_push(&w->others, s);
	recheck(w);
}

static void
diverge(struct sm *sm, struct warp *w, lanes_t taken, uint32_t target, uint32_t rest)
{
	struct split *s = w->runs;

	(void)sm;
	let_run(w, split_new(s, target, taken));
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
		free(s);
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
		*m = (struct meeting){.barrier = (uint8_t)b, .next = w->c.meetings};
		w->c.meetings = m;
	}
	if (w->f->ideal[s->pc].binds)
		m->lanes |= s->mask;
	s->pc++;
}

static void
bsync(struct sm *sm, struct warp *w, unsigned b)
{
	struct split *s = w->runs;
	struct meeting *m = *find_meeting(w, b, s->mask);

	(void)sm;
	if (!w->f->ideal[s->pc].binds || !m) {
		s->pc++;
		return;
	}
	if (s->mask & ~m->lanes) {
		let_run(w, split_new(s, s->pc + 1, s->mask & ~m->lanes));
		s->mask &= m->lanes;
	}
	block(w, b);
}

static void
break_(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes)
{
	(void)sm;
	for (struct meeting *m = w->c.meetings; m; m = m->next)
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
		several_start(w, s);
	}
}

static bool
may_join(const struct warp *w, const struct split *a, const struct split *b)
{
	const struct ideal *x = w->f->ideal + a->pc;

	if (a->pc != b->pc || !x->joins)
		return false;
	for (const struct meeting *m = w->c.meetings; m; m = m->next)
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
	while (w->c.meetings) {
		struct meeting *m = w->c.meetings;

		w->c.meetings = m->next;
		free(m);
	}
}

const struct policy policy_ideal = {
	.name = "ideal",
	.prepare = prepare,
	.warp_start = warp_start,
	.warp_end = end_meetings,
	.diverge = diverge,
	.exit = leave,
	.bssy = bssy,
	.bsync = bsync,
	.break_ = break_,
	.yield = step,
	.warpsync = warpsync,
	.barrier_get = barrier_get,
	.barrier_set = barrier_set,
	.more = more,
	.may_join = may_join,
};
