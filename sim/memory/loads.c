/* loads.c: loads under way, and what their answers do. See loads.h. */
#include "sim/memory/loads.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/core/copy-groups.h"
#include "sim/core/scoreboard.h"
#include "sim/core/slots.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"

uint32_t
loads_new(struct loads *l, struct warp *w, struct subcore *c, unsigned slot, uint8_t sb)
{
	uint32_t n = l->free;

	if (n) {
		l->free = l->load[n].next_free;
	} else {
		l->load = grow(l->load, &l->room, l->n + 2, sizeof *l->load);
		n = ++l->n;
	}
	l->load[n] = (struct load){.warp = w, .subcore = c, .slot = slot, .age = w->age, .waits = 1, .sb = sb};
	return n;
}

static void
end_load(struct loads *l, uint32_t n)
{
	l->load[n].next_free = l->free;
	l->free = n;
}

bool
loads_issued(struct loads *l, uint32_t n, uint64_t *done)
{
	*done = l->load[n].until;
	if (--l->load[n].waits)
		return true;
	end_load(l, n);
	return false;
}

void
loads_of_group(struct loads *l, uint32_t n, uint64_t group)
{
	l->load[n].copy = true;
	l->load[n].group = group;
}

void
loads_end(struct sm *sm, uint32_t n)
{
	struct load *l = sm->loads.load + n;
	struct warp *w = l->warp;

	if (w->block && w->age == l->age) {
		if (l->copy)
			copy_groups_arrive(w, l->group, l->until + sm->m->lsu.copy_latency);
		if (l->sb != ISA_NO_SB && !w->own)
			w->sb[l->sb].unknown--;
		scoreboard_load(w, l->sb, l->until);
		for (unsigned i = 0; i < w->npending; i++)
			if (w->pending[i].load == n) {
				w->pending[i].load = 0;
				w->pending[i].ready = w->pending[i].guard_ready = l->until;
			}
		slots_refresh(sm, l->subcore, l->slot);
	}
	end_load(&sm->loads, n);
}

void
loads_answer(struct sm *sm, uint32_t n, uint64_t cycle)
{
	loads_hear(sm, &sm->loads, n, cycle);
}

void
loads_forget(struct loads *l)
{
	l->n = l->free = 0;
}

void
loads_free(struct loads *l)
{
	free(l->load);
	*l = (struct loads){.load = NULL};
}
