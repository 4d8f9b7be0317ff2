/* coalesced.c: loads and stores of global memory by 32 lanes, each of which has the bytes behind those of the lane before. Most accesses of
 * most programs are such, and it is quicker to take them as one piece. All that they do and count is what lsu.c would have come to, lane by
 * lane.
 *
 * What this module cannot do: rows in which lanes are missing; atomics; accesses that take effect at L2. */
#include "sim/memory/coalesced.h"

#include <string.h>

#include "sim/core/sm.h"
#include "sim/memory/coalescer.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/effects.h"
#include "sim/memory/tag-store.h"
#include "sim/runtime/gpu.h"

static bool
is_row(const struct mem_request *r)
{
	const uint64_t first = r->address[0], bytes = r->bytes;

	/* most that are none differ here */
	if (r->mask != UINT32_MAX || r->kind == MEM_ATOMIC || r->address[ISA_LANES - 1] - first != (ISA_LANES - 1) * bytes)
		return false;
	return !(first & (bytes - 1)) && isa_in_a_row(r->address, r->bytes);
}

/* From the lanes' data, to 32 * r->bytes bytes. */
static void
get_row(const struct mem_request *r, uint8_t *bytes)
{
	if (r->bytes == 4)
		memcpy(bytes, r->data[0], sizeof r->data[0]);
	else
		for (unsigned l = 0; l < ISA_LANES; l++)
			access_get(r, l, bytes + l * r->bytes);
}

static void
put_row(struct mem_request *r, const uint8_t *bytes)
{
	if (r->bytes == 4)
		memcpy(r->data[0], bytes, sizeof r->data[0]);
	else
		for (unsigned l = 0; l < ISA_LANES; l++)
			access_put(r, l, bytes + l * r->bytes);
}

bool
coalesced_access(struct sm *sm, struct mem_request *r, struct access *a)
{
	const uint64_t address = r->address[0];
	const unsigned n = ISA_LANES * r->bytes;
	uint8_t *p = is_row(r) ? backing_store_view_at(&sm->memory, address, n) : NULL, bytes[ISA_LANES * 16];

	if (!p)
		return false;
	if (r->kind == MEM_STORE) {
		get_row(r, sm->untimed ? p : effects_store(sm, address, n));
	} else if (effects_near(&sm->effects, address, n)) {
		memcpy(bytes, p, n);
		effects_overlay(&sm->effects, address, bytes, n);
		put_row(r, bytes);
	} else {
		put_row(r, p);
	}
	for (unsigned i = 0, part; i < n; i += part) {
		part = SECTOR_BYTES - (unsigned)((address + i) % SECTOR_BYTES);
		part = part < n - i ? part : n - i;
		coalescer_bytes(a, address + i, part);
	}
	return true;
}
