/* access.c: what accesses of all kinds of memory have in common: the data of lanes, faults. */
#include "sim/memory/access.h"

#include <inttypes.h>
#include <string.h>

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/speculation.h"
#include "sim/observe/fault.h"

void
access_get(const struct mem_request *r, unsigned l, uint8_t *bytes)
{
	if (r->bytes < 4)
		memcpy(bytes, &r->data[0][l], r->bytes);
	/* no more than 16: gcc -O3 takes what it cannot rule out for an overflow */
	for (unsigned i = 0; i < 4 && i < r->bytes / 4u; i++)
		memcpy(bytes + 4 * i, &r->data[i][l], 4);
}

void
access_put(struct mem_request *r, unsigned l, const uint8_t *bytes)
{
	for (unsigned i = 0; i < r->bytes / 4u; i++)
		memcpy(&r->data[i][l], bytes + 4 * i, 4);
	if (r->bytes < 4) {
		uint32_t v = 0, top = r->sign ? UINT32_C(1) << (8 * r->bytes - 1) : 0;

		memcpy(&v, bytes, r->bytes);
		r->data[0][l] = (v ^ top) - top;
	}
}

bool
access_fault(struct sm *sm, struct warp *w, const struct mem_request *r, unsigned lane, const char *space, const char *what)
{
	static const char *const kind[] = {"load", "store", "atomic"};

	return fault_at(sm, w, lane, "%s %s of %u bytes at 0x%" PRIx64 ": %s", space, kind[r->kind], r->bytes, r->address[lane],
			what);
}

bool
access_refused(struct sm *sm, struct warp *w, const struct mem_request *r)
{
	speculation_refuse(sm->memory.set);
	return fault_at(sm, w, (unsigned)__builtin_ctz(r->mask), "other SMs run at the same time");
}

bool
access_is_strong(const struct inst *in)
{
	/* of fields.def's scope */
	static const bool strong[16] = {[6] = true, [7] = true, [8] = true, [10] = true, [12] = true};

	return strong[in->f[F_scope] & 15];
}
