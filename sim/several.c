/* several.c: several splits of a warp that run at a time, each with its own PC and time: bank_issue=independent.
 *
 * w->runs is the split at hand, whose time stands in the warp's own fields, where all other files look; w->also holds the others that
 * run. several_select puts another one at hand. A slot's `ready` is that of its first split to become ready, the lead, whose waiting is
 * also what the warp is said to do.
 *
 * What this module cannot do: functional mode, which runs one split after another. */
#include "several.h"

#include <assert.h>

#include "events.h"
#include "simulate.h"

/* ---- the split at hand ---- */

static void
put_away(struct warp *w)
{
	struct split *s = w->runs;

	s->time = (struct split_time){w->stall_until, w->branch_until, w->barrier_until, w->fence_until, w->in_barrier, w->barrier};
	split_push(&w->also, s);
	w->runs = NULL;
}

void
several_select(struct warp *w, struct split *s)
{
	if (w->runs == s)
		return;
	if (w->runs)
		put_away(w);
	split_unlink(&w->also, s);
	w->runs = s;
	w->stall_until = s->time.stall_until;
	w->branch_until = s->time.branch_until;
	w->barrier_until = s->time.barrier_until;
	w->fence_until = s->time.fence_until;
	w->in_barrier = s->time.in_barrier;
	w->barrier = s->time.barrier;
}

void
several_start(struct warp *w, struct split *s)
{
	s->state = SPLIT_RUNS;
	s->yielded = s->called = false;
	s->time = (struct split_time){.stall_until = w->stall_until, .branch_until = w->branch_until};
	s->started = true;
	split_push(&w->also, s);
}

/* The k-th running split, by lanes from the lowest; NULL where there are fewer. */
static struct split *
running(const struct warp *w, const struct split *after)
{
	unsigned from = after ? lanes_first(after->mask) : 0;
	struct split *best = NULL;

	if (w->runs && (!after || lanes_first(w->runs->mask) > from))
		best = w->runs;
	for (struct split *s = w->also; s; s = s->next)
		if ((!after || lanes_first(s->mask) > from) && (!best || lanes_first(s->mask) < lanes_first(best->mask)))
			best = s;
	return best;
}

lanes_t
several_lanes(const struct warp *w)
{
	lanes_t m = w->runs ? w->runs->mask : 0;

	for (const struct split *s = w->also; s; s = s->next)
		m |= s->mask;
	return m;
}

/* ---- banks ---- */

unsigned
several_banks(const struct sm *sm, lanes_t m)
{
	unsigned banks = 0, n = (unsigned)sm->m->v[M_banks];

	for (unsigned g = 0; m; g++, m >>= BANK_LANES)
		if (m & UINT16_MAX)
			banks |= 1u << g % n;
	return banks;
}

/* From which cycle the pipe takes the split's next instruction on all its banks; *last gets the bank that is free last. */
static uint64_t
banks_free(const struct subcore *c, const struct split *s, unsigned *last)
{
	uint64_t t = 0;

	*last = (unsigned)__builtin_ctz(s->banks);
	for (unsigned m = s->banks; m; m &= m - 1) {
		unsigned b = (unsigned)__builtin_ctz(m);

		if (c->bank[b][s->pipe].free > t) {
			t = c->bank[b][s->pipe].free;
			*last = b;
		}
	}
	return t;
}

/* The instruction of the split at hand takes its banks; returns the cycles for which it holds the one that it holds longest. */
static unsigned
take_banks(struct sm *sm, struct subcore *c, const struct split *s)
{
	unsigned groups[BANKS_MOST] = {0}, n = (unsigned)sm->m->v[M_banks], longest = 0, g = 0;

	for (lanes_t m = s->mask; m; g++, m >>= BANK_LANES)
		groups[g % n] += (m & UINT16_MAX) != 0;
	for (unsigned b = 0; b < n; b++) {
		struct pipe *p = c->bank[b] + s->pipe;
		unsigned held = sm->held[s->pipe][groups[b]];

		if (!groups[b])
			continue;
		p->busy += held - 1;
		p->free = sm->now + held;
		longest = held > longest ? held : longest;
	}
	return longest;
}

/* ---- time ---- */

void
several_refresh(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	struct split *at_hand = w->block ? w->runs : NULL, *s = NULL;

	/* an answer may have come that makes another split the lead */
	if (at_hand && w->lead && w->lead->ready > sm->now) {
		account(sm, c, i, sm->now);
		several_select(w, at_hand);
	}
	c->ready[i] = NEVER;
	w->lead = at_hand;
	while (w->block && (s = running(w, s))) {
		unsigned last;
		uint64_t t;

		several_select(w, s);
		s->ready = t = warp_ready(w);
		s->pipe = w->f->timing[s->pc].pipe;
		s->banks = (uint8_t)several_banks(sm, s->mask);
		if (t == NEVER)
			continue;
		if (t < c->ready[i]) {
			c->ready[i] = t;
			w->lead = s;
		}
		if (banks_free(c, s, &last) > t)
			t = banks_free(c, s, &last);
		if (t < c->next)
			c->next = t;
	}
	if (at_hand)
		several_select(w, at_hand);
}

const struct pipe *
several_lead(const struct subcore *c, struct warp *w)
{
	if (w->lead)
		several_select(w, w->lead);
	return c->bank[w->lead_bank];
}

uint64_t
several_next(const struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;
	uint64_t next = NEVER;

	for (const struct split *s = running(w, NULL); s; s = running(w, s)) {
		unsigned last;
		uint64_t t = s->ready;

		if (t == NEVER)
			continue;
		if (banks_free(c, s, &last) > t)
			t = banks_free(c, s, &last);
		if (t < next)
			next = t;
	}
	return next;
}

void
several_mark(struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;

	if (w->marked)
		return;
	(void)banks_free(c, w->lead, &w->lead_bank);
	w->busy_mark = pipe_busy(c->bank[w->lead_bank] + w->lead->pipe, c->ready[i]);
	w->marked = true;
}

/* ---- issue ---- */

/* After the instruction of the split at hand: other splits may have room now. */
static void
go_on(struct sm *sm, struct warp *w, const struct inst *in, uint32_t pc)
{
	uint64_t switched = w->stall_until + (uint64_t)sm->m->v[M_switch_extra];
	bool left = !w->runs && (in->op->flow == FLOW_EXIT || in->op->flow == FLOW_BSYNC || in->op->flow == FLOW_YIELD ||
				 (in->op->flow == FLOW_WARPSYNC && in->f[F_mode] == WARPSYNC_PLAIN));

	sm->policy->more(sm, w);
	for (struct split *s = w->also; s; s = s->next) {
		/* as in flow(): a path that takes over from another costs more, unless it goes on with the next instruction */
		if (s->started && left && s->pc != pc + 1)
			s->time.branch_until = switched;
		s->started = false;
	}
	if (!w->runs && w->also)
		several_select(w, running(w, NULL));
}

static bool
issue_split(struct sm *sm, struct subcore *c, unsigned i, struct split *s)
{
	struct warp *w = c->warps + i;
	uint32_t pc = s->pc;
	const struct inst *in = w->f->code + pc;

	account(sm, c, i, sm->now);
	w->lead = s;
	several_select(w, s);
	if (w->accounted <= sm->now) {
		sm->stats.stall[SIMT_STALL_selected]++;
		w->accounted = sm->now + 1;
		w->marked = false;
	}
	if (sm->tap)
		tap_begin(sm, c, i);
	if (!issue_at_hand(sm, c, i, take_banks(sm, c, s)))
		return false;
	if (sm->policy->arrive && w->runs)
		sm->policy->arrive(sm, w);
	if (w->alive && (in->op->flow > FLOW_MEMORY || !w->runs))
		go_on(sm, w, in, pc);
	w->lead = w->runs;
	if (sm->tap)
		tap_after_flow(sm, w);
	if (!w->alive)
		warp_end(sm, c, i);
	else if (in->op->flow == FLOW_EXIT)
		barriers_recheck(sm, w->block);
	several_refresh(sm, c, i);
	return true;
}

bool
several_issue(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	struct split *part[BANKS_MOST];
	unsigned n = 0, lanes = 0;

	/* what runs is on banks of its own: all that can issue does */
	for (struct split *s = running(w, NULL); s; s = running(w, s)) {
		unsigned last;

		if (s->ready > sm->now || banks_free(c, s, &last) > sm->now)
			continue;
		part[n++] = s;
		lanes += lanes_count(s->mask);
	}
	count_idle_lanes(sm, w, lanes);
	sm->stats.v[SIMT_STAT_inst_coissued] += n - 1;
	for (unsigned k = 0; k < n; k++)
		if (!issue_split(sm, c, i, part[k]))
			return false;
	return true;
}

/* ---- block barriers ---- */

uint32_t
several_live(const struct sm *sm, const struct block *b)
{
	uint32_t n = 0;

	for (unsigned k = 0; k < (unsigned)sm->m->v[M_subcores]; k++)
		for (unsigned i = 0; i < sm->subcore[k].used; i++)
			if (sm->subcore[k].warps[i].block == b)
				n += sm->subcore[k].warps[i].nalive;
	return n;
}

void
several_release(struct sm *sm, struct subcore *c, unsigned i, unsigned barrier)
{
	struct warp *w = c->warps + i;
	struct split *at_hand = w->runs;

	account(sm, c, i, sm->now);
	for (struct split *s = running(w, NULL); s; s = running(w, s)) {
		several_select(w, s);
		if (!w->in_barrier || w->barrier != barrier)
			continue;
		w->in_barrier = false;
		w->barrier_until = sm->now + (uint64_t)sm->m->v[M_barrier_latency];
	}
	if (at_hand)
		several_select(w, at_hand);
	several_refresh(sm, c, i);
}
