/* scoreboard.h: from which cycle a warp could issue, and what its cycles are counted as; private to sim/. See scoreboard.c.
 * What this module cannot do: the pipe of the instruction, see slots.h. */
#ifndef SIMT_SCOREBOARD_H
#define SIMT_SCOREBOARD_H

#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"

struct sm;

/* scoreboard_ready() as far as scoreboards, registers and copies go. */
uint64_t scoreboard_rest(const struct warp *w, const struct split *s);

/* The cycle from which the scoreboards of `mask` that all splits of w share read 0; NEVER where a load has no known end. */
static inline __attribute__((always_inline)) uint64_t
scoreboard_clear(const struct warp *w, unsigned mask)
{
	uint64_t t = 0;

	for (; mask; mask &= mask - 1) {
		const struct scoreboard *b = w->sb + __builtin_ctz(mask);
		const uint64_t until = b->unknown ? NEVER : b->until;

		t = until > t ? until : t;
	}
	return t;
}

/* The cycle from which s, a split of w that runs, could issue, its pipe aside; NEVER where that depends on something yet to happen, or s is
 * NULL: none runs. */
static inline uint64_t
scoreboard_ready(const struct warp *w, const struct split *s)
{
	uint64_t t, rest;

	if (!s || s->time.in_barrier)
		return NEVER;
	t = s->time.stall_until > s->time.branch_until ? s->time.stall_until : s->time.branch_until;
	t = s->time.barrier_until > t ? s->time.barrier_until : t;
	t = s->time.fence_until > t ? s->time.fence_until : t;
	t = w->fetch_until > t ? w->fetch_until : t;
	t = w->constant_until > t ? w->constant_until : t;
	if (w->own || w->copies.n || w->npending)
		rest = scoreboard_rest(w, s);
	else
		rest = scoreboard_clear(w, w->f->timing[s->pc].wait);
	return rest > t ? rest : t;
}

/* scoreboard_account() of what comes after the stall count of s. */
void scoreboard_account_rest(const struct warp *w, const struct split *s, bool marked, const struct pipe *pipes,
			     const struct lg_queue *lg, uint64_t end);
/* Gives the cycles from w->accounted to `end` to states, in w->counts: w waits for what s waits for. To be called before anything that
 * warp_ready looks at changes. */
static inline void
scoreboard_account(struct warp *w, const struct split *s, bool *marked, const struct pipe *pipes, const struct lg_queue *lg,
		   uint64_t end)
{
	uint64_t t = w->accounted, until = s->time.stall_until < end ? s->time.stall_until : end;

	if (end <= t)
		return;
	if (until > t) {
		launches_stall(w->counts, warp_state_pc(w, s))[SIMT_STALL_wait] += until - t;
		w->accounted = t = until;
	}
	/* mostly a warp issues as soon as its stall count lets it */
	if (t < end)
		scoreboard_account_rest(w, s, *marked, pipes, lg, end);
	w->accounted = end;
	*marked = false;
}
/* Whether s waits, at cycle `now`, for memory or a block barrier, or is NULL. */
bool scoreboard_waits_long(const struct warp *w, const struct split *s, uint64_t now);
/* Scoreboard sb of the running split's instruction, which issues in cycle `now`, is raised until `done`, or, where `load` is not 0, until the
 * answer to that load. */
void scoreboard_raise(struct warp *w, unsigned sb, uint64_t now, uint64_t done, uint32_t load, unsigned state);
/* The same of an end that is known, where all splits of w share their scoreboards. */
static inline void
scoreboard_raise_until(struct warp *w, unsigned sb, uint64_t now, uint64_t done, unsigned state)
{
	struct scoreboard *b = w->sb + sb;

	if (done <= b->until)
		return;
	b->until = done;
	/* The wait is named after what ends last, or after a load of global or local memory, for as long as that is under way: whether its
	 * end is known by now depends on how far the SMs run by themselves, and a name must not. */
	if (!b->unknown && b->loads_until <= now)
		b->state = (uint8_t)state;
}
/* Registers that the running split's instruction sets are there from cycle `done` on, or with a load; `state` as in struct pending. */
void scoreboard_pending(struct warp *w, const struct regset *defs, uint64_t done, uint32_t load, unsigned state);
/* The same of all results of `in`, which issues now, but for predicates of a memory instruction: raises its scoreboard, too. */
void scoreboard_expect(const struct sm *sm, struct warp *w, const struct inst *in, uint64_t done, uint32_t load, unsigned state);
/* Scoreboard sb, or none, waits for a load of global or local memory whose end is known. */
void scoreboard_load(struct warp *w, unsigned sb, uint64_t until);
/* Cycles from the issue of an instruction of fixed latency to that of one that reads its result r, a number of a struct regset; guards
 * aside. */
unsigned scoreboard_result_latency(const struct timing *from, const struct timing *to, unsigned r);
/* The same to one that it guards; within the uniform datapath a guard takes no longer than another operand. */
unsigned scoreboard_guard_latency(const struct timing *from, const struct timing *to, unsigned r);
/* A result under way; there must be room (scoreboard_ready sees to it). */
void scoreboard_add(struct warp *w, const struct pending *p);
/* Forgets results that are ready by `now`. */
void scoreboard_expire(struct warp *w, uint64_t now);

#endif
