/* account.h: gives the cycles of warps to their states, and tells the clients of the event tap; private to sim/. Times are cycles.
 * What this module cannot do: say which state it is, see scoreboard.h. */
#ifndef SIMT_ACCOUNT_H
#define SIMT_ACCOUNT_H

#include "sim/core/scoreboard.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/divergence/concurrent-splits.h"

/* account() where there are clients of the event tap. */
void account_and_tell(struct sm *sm, struct subcore *c, unsigned i, uint64_t end);

/* scoreboard_account() of slot i of sub-core c. Where several splits run, the warp waits for what its first split to become ready waits for, and for
 * the pipes of that one's bank. */
static inline void
account_slot(const struct sm *sm, struct subcore *c, unsigned i, uint64_t end)
{
	struct warp *w = c->warps + i;
	struct split *s = sm->concurrent ? w->lead : w->runs;

	if (sm->concurrent) {
		w->front_pc = warp_split(w) ? warp_split(w)->pc : 0;
		if (s)
			splits_front(w, s);
	}
	if (s) {
		scoreboard_account(w, s, c->marked + i, sm->concurrent ? c->bank[w->lead_bank].pipe : c->pipe, &c->lg, end);
	} else if (end > w->accounted) {
		/* no path can run: the launch is about to fail as a deadlock */
		launches_stall(w->counts, w->front_pc)[SIMT_STALL_misc] += end - w->accounted;
		w->accounted = end;
	}
}

/* Slot i of sub-core c: the cycles up to `end` that have no state yet get theirs. */
static inline void
account(struct sm *sm, struct subcore *c, unsigned i, uint64_t end)
{
	/* functional mode has no cycles */
	if (sm->untimed && !sm->skips_time)
		return;
	if (sm->tap)
		account_and_tell(sm, c, i, end);
	else
		account_slot(sm, c, i, end);
}

#endif
