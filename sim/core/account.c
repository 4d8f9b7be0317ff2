/* account.c: gives the cycles of a warp to its states, and tells the clients of the event tap. */
#include "sim/core/account.h"

#include "sim/core/scoreboard.h"
#include "sim/observe/tap.h"

void
account_and_tell(struct sm *sm, struct subcore *c, unsigned i, uint64_t end)
{
	struct warp *w = c->warps + i;
	const uint64_t from = w->accounted;

	if (sm->untimed)
		return;
	if (sm->tap->wants_state)
		tap_before_state(sm, c, i);
	account_slot(sm, c, i, end);
	if (sm->tap->wants_state)
		tap_state(sm, c, i, from, end);
}
