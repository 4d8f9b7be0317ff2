/* loads.c: loads under way, and what their answers do. */
#include "sim/memory/loads.h"

#include "base/alloc.h"
#include "sim/core/copy-groups.h"
#include "sim/core/scoreboard.h"
#include "sim/core/slots.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"

uint32_t
load_new(struct sm *sm)
{
	uint32_t n = sm->load_free;

	if (n) {
		sm->load_free = sm->load[n].next_free;
		return n;
	}
	sm->load = grow(sm->load, &sm->load_cap, sm->nload + 2, sizeof *sm->load);
	return ++sm->nload;
}

void
load_answer(struct sm *sm, uint32_t n, uint64_t cycle)
{
	struct load *l = sm->load + n;
	struct warp *w = l->warp;

	if (cycle > l->until)
		l->until = cycle;
	if (--l->waits)
		return;
	if (w->block && w->age == l->age) {
		if (l->copy)
			copies_arrive(w, l->group, l->until);
		if (l->sb != ISA_NO_SB && !w->own)
			w->sb[l->sb].unknown--;
		scoreboard_load(w, l->sb, l->until);
		for (unsigned i = 0; i < w->npending; i++)
			if (w->pending[i].load == n) {
				w->pending[i].load = 0;
				w->pending[i].ready = w->pending[i].guard_ready = l->until;
			}
		slot_refresh(sm, l->subcore, l->slot);
	}
	l->next_free = sm->load_free;
	sm->load_free = n;
}
