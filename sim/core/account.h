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

/* The pipes whose being held a warp's waiting is held against. */
static inline const struct pipe *
account_pipes(const struct sm *sm, const struct subcore *c, struct warp *w)
{
	return sm->concurrent ? splits_lead(c, w) : c->pipe;
}

/* Slot i of sub-core c: the cycles up to `end` that have no state yet get theirs. */
static inline void
account(struct sm *sm, struct subcore *c, unsigned i, uint64_t end)
{
	if (sm->tap)
		account_and_tell(sm, c, i, end);
	else
		scoreboard_account(c->warps + i, c->marked + i, account_pipes(sm, c, c->warps + i), &c->lg, end);
}

#endif
