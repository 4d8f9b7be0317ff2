/* issue-quick.h: the short way to issue most instructions: those that nobody waits for by a scoreboard, and that take nothing but an issue
 * slot, registers' ports and their pipe (struct timing, `quick`); private to sim/. Times are cycles.
 * What this module cannot do: any other instruction, and tell the event tap. */
#ifndef SIMT_ISSUE_QUICK_H
#define SIMT_ISSUE_QUICK_H

#include "sim/core/execute.h"
#include "sim/core/fetch.h"
#include "sim/core/issue-counts.h"
#include "sim/core/operand-ports.h"
#include "sim/core/pipes.h"
#include "sim/core/scoreboard.h"
#include "sim/core/slots.h"

/* From when on the warp, whose quick instruction has issued, can issue the next one, of which tm is. What else scoreboard_ready() asks for
 * is over, as the one before has issued, or is not there on an SM that has quick instructions. */
static inline __attribute__((always_inline)) uint64_t
issue_quick_ready(const struct warp *w, const struct timing *tm)
{
	uint64_t t = w->runs->time.stall_until, waits;

	if (w->copies.n)
		return scoreboard_ready(w, w->runs);
	t = w->fetch_until > t ? w->fetch_until : t;
	t = w->constant_until > t ? w->constant_until : t;
	waits = scoreboard_clear(w, tm->wait);
	return waits > t ? waits : t;
}

/* The instruction of slot i that has issued is followed by the next one, of which tm is. */
static inline __attribute__((always_inline)) void
issue_quick_next(struct sm *sm, struct subcore *c, unsigned i, const struct timing *tm)
{
	struct warp *w = c->warps + i;

	w->runs->pc++;
	if (sm->fetches)
		fetch_next(sm, c, w, w->runs->pc, tm->constant);
	slots_set_next(c, i, tm);
	c->way[i] = tm->way;
	slots_set_ready(c, i, issue_quick_ready(w, tm));
}

/* issue() of slot i, where c->way[i] is WAY_QUICK. */
static inline __attribute__((always_inline)) bool
issue_quick(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	const struct timing *tm = c->timing[i];
	const uint64_t now = sm->now;
	struct split *s = w->runs;
	const struct inst *in = w->f->code + s->pc;
	struct bank *b = c->bank;
	uint64_t stalled;

	scoreboard_account(w, s, c->marked + i, c->pipe, &c->lg, now);
	w->accounted = now + 1;
	c->marked[i] = false;
	pipes_take(sm, b->pipe, tm->pipe, now, sm->held[tm->rate][sm->skips ? lanes_groups(s->mask) : 0]);
	if (sm->ports)
		operand_ports_take(sm, b, i, tm);
	stalled = s->time.stall_until = now + tm->cycles;
	c->yields = tm->yield;
	c->stalled_until = stalled > c->stalled_until ? stalled : c->stalled_until;
	w->x.clock = now;
	tm->plain(in, &w->x);
	if (w->x.fault) {
		sm->row = 0;
		issue_counts_slot(w);
		return execute_fault(sm, w, &w->x);
	}
	w->quick++;
	issue_quick_next(sm, c, i, tm + 1);
	return true;
}

#endif
