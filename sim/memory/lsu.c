/* lsu.c: what loads, stores and atomics do, by what they access; each kind of memory is in lsu-spaces.c.
 *
 * A generic access goes to each kind of memory that its lanes point into.
 *
 * What this module cannot do: faults in the order of lanes where a generic access goes to several kinds of memory: they come kind by kind. */
#include "sim/memory/lsu.h"

#include <string.h>

#include "isa/abi.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"
#include "sim/memory/access.h"
#include "sim/memory/async-copies.h"
#include "sim/memory/bulk-copies.h"
#include "sim/memory/cluster-memory.h"
#include "sim/memory/lsu-spaces.h"
#include "sim/memory/tag-store.h"
#include "sim/memory/tensor-copies.h"

/* Generic addresses: those in the windows of shared and local memory lose the window's address, all others are global. */
static __attribute__((noinline)) bool
generic_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	enum { WINDOW = 1 << CLUSTER_SHIFT };
	const struct exec_block *x = &w->block->x;
	uint32_t lanes[MEM_CLUSTER + 1] = {0}, done = 0;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m), space = MEM_GLOBAL;
		uint64_t window = 0;

		if (r->address[l] - x->shared_window - x->shared_base < WINDOW) {
			space = MEM_SHARED;
			window = x->shared_window + x->shared_base;
		} else if (r->address[l] - x->local_window < WINDOW) {
			space = MEM_LOCAL;
			window = x->local_window;
		} else if ((r->address[l] - x->shared_window) >> 32 == 0) {
			space = MEM_CLUSTER;
			window = x->shared_window;
		}
		r->address[l] -= window;
		lanes[space] |= m & -m;
	}
	for (unsigned space = 0; space <= MEM_CLUSTER; space++) {
		r->mask = lanes[space];
		r->space = (uint8_t)space;
		if (r->mask && space == MEM_CLUSTER && sm->memory.set)
			return access_refused(sm, w, r);
		if (r->mask &&
		    !(space == MEM_CLUSTER ? cluster_memory_access(sm, w, in, row, r, a) : lsu_spaces_access(sm, w, in, row, r, a)))
			return false;
		done |= r->mask;
	}
	r->mask = done;
	r->space = MEM_GENERIC;
	return true;
}

bool
lsu_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	if (!r->mask)
		return true;
	a->any = true;
	a->kind = r->kind;
	a->words = (uint8_t)((r->bytes + 3u) / 4);
	if (w->counts->memory)
		a->asked += (unsigned)__builtin_popcount(r->mask) * r->bytes;
	if (!r->bulk && !r->copy && r->space <= MEM_LOCAL)
		return lsu_spaces_access(sm, w, in, row, r, a);
	if (sm->memory.set && (r->bulk || r->space == MEM_CLUSTER))
		return access_refused(sm, w, r);
	if (r->bulk && r->box)
		return tensor_copies_access(sm, w, in, row, r, a);
	if (r->bulk)
		return bulk_copies_access(sm, w, r, a);
	if (r->copy)
		return async_copies_access(sm, w, in, row, r, a);
	if (r->space == MEM_CLUSTER)
		return cluster_memory_access(sm, w, in, row, r, a);
	return generic_access(sm, w, in, row, r, a);
}
