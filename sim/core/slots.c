/* slots.c: warp slots: from which cycle the warp in each could issue, and what holds it up then.
 *
 * What this module cannot do: issue; the pipe aside, see scoreboard.c for what a warp waits for. */
#include "sim/core/slots.h"

#include "sim/core/account.h"
#include "sim/core/lg-queue.h"
#include "sim/core/operand-ports.h"
#include "sim/core/scoreboard.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/divergence/concurrent-splits.h"
#include "sim/observe/tap.h"

/* A sub-core issues once a cycle. What another sub-core does in this cycle may concern a warp that was ready before, and had to wait because this
 * one has issued. */
static inline uint64_t
no_sooner(const struct subcore *c, uint64_t t)
{
	return t < c->counted ? c->counted : t;
}

void
slots_refresh(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	uint64_t t;

	/* functional mode looks for no slot that is ready */
	if (sm->untimed && !sm->skips_time)
		return;
	if (sm->concurrent) {
		slots_refresh_splits(sm, c, i, true);
		return;
	}
	t = w->block ? scoreboard_ready(w, w->runs) : NEVER;
	slots_set_ready(c, i, t);
	if (t == NEVER)
		return;
	slots_set_next(c, i, w->f->timing + w->runs->pc);
	c->way[i] = sm->quick && w->simple && !(w->again & w->runs->mask) ? c->timing[i]->way : WAY_LONG;
	if (c->way[i] != WAY_LONG) {
		/* for all instructions that follow this one by these ways */
		w->x.u = w->runs->u;
		w->x.mask = w->x.active = (uint32_t)w->runs->mask << w->x.lane0;
	}
	if (c->pipe[c->timing[i]->gate].free > t)
		t = c->pipe[c->timing[i]->gate].free;
	t = no_sooner(c, t);
	if (t < c->next)
		c->next = t;
	if (t < sm->soonest)
		sm->soonest = t;
}

void
slots_wake(struct sm *sm)
{
	for (unsigned k = 0; k < sm->m->sm.subcores; k++) {
		struct subcore *c = sm->subcore + k;

		if (c->resident && lg_queue_ready(&c->lg) < c->next)
			c->next = no_sooner(c, lg_queue_ready(&c->lg));
		if (c->next < sm->soonest)
			sm->soonest = c->next;
	}
}

/* From which cycle the pipe takes the split's next instruction on all its banks; *last gets the bank that is free last. */
static uint64_t
pipes_free(const struct subcore *c, const struct split *s, unsigned *last)
{
	uint64_t t = 0;

	*last = (unsigned)__builtin_ctz(s->banks);
	for (unsigned m = s->banks; m; m &= m - 1) {
		unsigned b = (unsigned)__builtin_ctz(m);

		if (c->bank[b].pipe[s->pipe].free > t) {
			t = c->bank[b].pipe[s->pipe].free;
			*last = b;
		}
	}
	return t;
}

/* The same, and these banks can read registers, and the queue of L1 has room where it needs that. */
static uint64_t
banks_free(const struct subcore *c, const struct split *s)
{
	return slots_split_free(c, (struct sole){s->banks, s->pipe, s->lg});
}

/* What the split's next instruction waits for has changed. */
static void
refresh_split(const struct sm *sm, struct warp *w, struct split *s)
{
	splits_front(w, s);
	s->ready = scoreboard_ready(w, s);
	/* slots of policy ideal take what is for one pipe, when that is free */
	s->pipe = sm->packs ? w->f->timing[s->pc].unit : w->f->timing[s->pc].gate;
	s->lg = w->f->timing[s->pc].lg;
	s->banks = (uint8_t)(sm->packs ? 1 : splits_banks(sm, s->mask));
	s->stale = false;
}

void
slots_refresh_splits(struct sm *sm, struct subcore *c, unsigned i, bool all)
{
	struct warp *w = c->warps + i;
	struct split *first, *v[SPLITS_MOST];
	unsigned n;

	c->ready[i] = NEVER;
	c->sole[i] = (struct sole){0};
	if (!w->block)
		return;
	first = warp_split(w);
	/* an answer may have come that makes another split the lead */
	if (w->lead && w->lead->ready > sm->now)
		account(sm, c, i, sm->now);
	n = splits_gather(w, v);
	w->lead = n ? v[0] : NULL;
	for (unsigned k = 0; k < n; k++) {
		uint64_t t, f;

		/* scoreboards that are shared make each wait for the others; one that is ready stays so, from when it was: what it waited for
		 * may have been forgotten since */
		if (!w->own || v[k]->stale || (all && v[k]->ready > sm->now))
			refresh_split(sm, w, v[k]);
		t = v[k]->ready;
		if (t == NEVER)
			continue;
		if (t < c->ready[i]) {
			c->ready[i] = t;
			w->lead = v[k];
		}
		f = banks_free(c, v[k]);
		t = no_sooner(c, f > t ? f : t);
		c->next = t < c->next ? t : c->next;
		sm->soonest = t < sm->soonest ? t : sm->soonest;
	}
	c->sole[i] = n == 1 ? (struct sole){v[0]->banks, v[0]->pipe, v[0]->lg} : (struct sole){0};
	if (c->ready[i] < c->until)
		slots_soon(c, i);
	if (first)
		splits_front(w, first);
}

uint64_t
slots_first_issue(const struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;
	uint64_t next = NEVER;

	for (const struct split *s = splits_next(w, NULL); s; s = splits_next(w, s)) {
		uint64_t t = s->ready, f;

		if (t == NEVER)
			continue;
		f = banks_free(c, s);
		t = f > t ? f : t;
		if (t < next)
			next = t;
	}
	return next;
}

void
slots_mark(struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;

	(void)pipes_free(c, w->lead, &w->lead_bank);
	w->busy_mark = pipe_busy(c->bank[w->lead_bank].pipe + w->f->timing[w->lead->pc].unit, c->ready[i]);
	w->read_mark = pipe_busy(c->bank[w->lead_bank].pipe + PIPE_READ, c->ready[i]);
	w->full_mark = lg_queue_full(&c->lg, c->ready[i]);
	c->marked[i] = true;
}

bool
slots_can_issue(const struct sm *sm, const struct subcore *c, const struct split *s)
{
	return s->ready <= sm->now && banks_free(c, s) <= sm->now;
}

bool
slots_reads(const struct sm *sm, struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;
	bool any = false;

	for (struct split *s = splits_next(w, NULL); s; s = splits_next(w, s)) {
		const struct timing *tm = w->f->timing + s->pc;
		bool held = !slots_can_issue(sm, c, s);

		for (unsigned m = held ? 0 : s->banks; m; m &= m - 1) {
			struct bank *b = c->bank + __builtin_ctz(m);

			if (!operand_ports_gate_open(sm, b, tm) ||
			    (sm->ports && !operand_ports_idle(b, sm->now) && operand_ports_ready(sm, b, i, tm) > sm->now))
				held = true;
		}
		any = any || !held;
	}
	return any;
}

void
slots_stand_still(struct sm *sm, struct subcore *c, unsigned i, uint64_t from, uint64_t cycles)
{
	struct warp *w = c->warps + i;
	struct split *first = warp_split(w), *v[SPLITS_MOST];
	unsigned n;

	/* another split may become the lead, after which what comes is named; of two that are ready at a time, as in slots_refresh_splits() */
	if (w->lead && w->lead->ready > sm->now)
		account(sm, c, i, sm->now);
	if (first)
		splits_front(w, first);
	c->ready[i] = NEVER;
	n = splits_gather(w, v);
	for (unsigned k = 0; k < n; k++) {
		struct split *s = v[k];
		uint64_t *until = &s->time.stall_until;

		/* what holds the sub-core up itself has it in its stall count */
		if (*until > from && s->again != from) {
			*until += cycles;
			s->ready = s->ready > *until ? s->ready : *until;
		}
		if (s->ready < c->ready[i]) {
			c->ready[i] = s->ready;
			w->lead = s;
		}
	}
	if (c->ready[i] < c->until)
		slots_soon(c, i);
}

bool
slots_was_held(const struct sm *sm, const struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;
	unsigned last;

	for (const struct split *s = splits_next(w, NULL); s; s = splits_next(w, s))
		if (slots_can_issue(sm, c, s) && pipes_free(c, s, &last) > s->ready)
			return true;
	return false;
}

void
slots_release(struct sm *sm, struct subcore *c, unsigned i, unsigned barrier, uint64_t until)
{
	struct warp *w = c->warps + i;
	struct split *first = warp_split(w), *v[SPLITS_MOST];
	unsigned n;

	account(sm, c, i, sm->now);
	n = splits_gather(w, v);
	for (unsigned k = 0; k < n; k++) {
		struct split_time *time = &v[k]->time;

		splits_front(w, v[k]);
		if (!time->in_barrier || time->barrier != barrier)
			continue;
		time->in_barrier = false;
		time->barrier_until = until;
		v[k]->stale = true;
	}
	if (first)
		splits_front(w, first);
	slots_refresh_splits(sm, c, i, false);
}
