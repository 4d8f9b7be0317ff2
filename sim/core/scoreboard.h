/* scoreboard.h: from which cycle a warp could issue, and what its cycles are counted as; private to sim/. See scoreboard.c.
 * What this module cannot do: the pipe of the instruction, see slots.h. */
#ifndef SIMT_SCOREBOARD_H
#define SIMT_SCOREBOARD_H

#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"

struct sm;

/* The cycle from which s, a split of w that runs, could issue, its pipe aside; NEVER where that depends on something yet to happen, or s is
 * NULL: none runs. */
uint64_t scoreboard_ready(const struct warp *w, const struct split *s);
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
		w->counts->stall[SIMT_STALL_wait] += until - t;
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
