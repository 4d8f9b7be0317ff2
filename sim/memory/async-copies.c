/* async-copies.c: groups of asynchronous copies from global to shared memory, of each warp: LDGSTS starts a copy, LDGDEPBAR ends a group, DEPBAR
 * waits until no more than some groups are left. The copy itself is done when LDGSTS issues; a program cannot tell, for it may not look
 * at the data before it has waited.
 *
 * What this module cannot do: tell the groups of diverged paths apart, which are the warp's; more than COPY_GROUPS open groups, of
 * which the oldest two then count as one. */
#include "sim/memory/async-copies.h"

#include <string.h>

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/access.h"
#include "sim/memory/lsu-spaces.h"

/* An asynchronous copy: a load and a store. */
bool
async_copies_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		    struct access *a)
{
	struct mem_request store = *r;
	uint8_t bytes[16];

	for (uint32_t m = store.mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);

		if (r->zeros[l] == r->bytes)
			r->mask &= ~(UINT32_C(1) << l);
	}
	if (r->mask && !lsu_spaces_access(sm, w, in, row, r, a))
		return false;
	store.space = MEM_SHARED;
	store.kind = MEM_STORE;
	for (uint32_t m = store.mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);

		access_get(r, l, bytes);
		memset(bytes + r->bytes - r->zeros[l], 0, r->zeros[l]);
		store.address[l] = r->to[l];
		access_put(&store, l, bytes);
	}
	a->load = a->copied = true;
	a->bypass = !in->f[F_direct];
	return lsu_spaces_access(sm, w, in, row, &store, a);
}
