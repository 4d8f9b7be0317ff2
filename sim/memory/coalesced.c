/* coalesced.c: accesses to global memory by lanes that are near to each other. Memory is looked up once for all of them. What they do is
 * what lsu-spaces.c would have come to, lane by lane.
 *
 * What this module cannot do: faults. */
#include "sim/memory/coalesced.h"

#include <string.h>

#include "isa/span.h"
#include "sim/core/sm.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/effects.h"
#include "sim/memory/lane-atomics.h"
#include "sim/memory/speculation.h"
#include "sim/memory/stores.h"

/* Lanes that load what the SM has stored in this window get that. */
static void
overlay(struct sm *sm, struct mem_request *r, const struct isa_span *s, const uint8_t *p)
{
	uint8_t bytes[16];

	for (uint32_t m = r->mask; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);

		if (!effects_near(&sm->effects, r->address[l], r->bytes))
			continue;
		memcpy(bytes, p + (r->address[l] - s->first), r->bytes);
		effects_overlay(&sm->effects, r->address[l], bytes, r->bytes);
		access_put(r, l, bytes);
	}
}

/* Stores of a window go to the log of the SM. */
static void
log_stores(struct sm *sm, const struct mem_request *r, const struct isa_span *s)
{
	if (s->row) {
		isa_span_store(r, s, effects_store(sm, s->first, ISA_LANES * r->bytes));
		return;
	}
	for (uint32_t m = stores_staying(r); m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);

		access_get(r, l, effects_store(sm, r->address[l], r->bytes));
	}
}

bool
coalesced_access(struct sm *sm, struct mem_request *r, const struct isa_span *s, bool late)
{
	uint8_t *p = s->aligned ? backing_store_view_at(&sm->memory, s->first, (uint64_t)s->last + r->bytes) : NULL;

	if (!p || late)
		return p;
	if (sm->memory.set)
		p = speculation_span(sm->memory.set, r, s);
	if (!p)
		return false;
	if (r->kind == MEM_LOAD) {
		isa_span_load(r, s, p);
		if (effects_near(&sm->effects, s->first, s->last + r->bytes))
			overlay(sm, r, s, p);
	} else if (r->kind == MEM_ATOMIC) {
		lane_atomics_perform_all(r, s, p);
	} else if (sm->untimed) {
		isa_span_store(r, s, p);
	} else {
		log_stores(sm, r, s);
	}
	return true;
}
