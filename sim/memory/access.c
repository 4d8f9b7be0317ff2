/* access.c: what accesses of all kinds of memory have in common: the data of lanes, lists of sectors, faults. */
#include "sim/memory/access.h"

#include <inttypes.h>
#include <string.h>

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/tag-store.h"
#include "sim/observe/explain.h"

void
request_get(const struct mem_request *r, unsigned l, uint8_t *bytes)
{
	if (r->bytes < 4)
		memcpy(bytes, &r->data[0][l], r->bytes);
	/* no more than 16: gcc -O3 takes what it cannot rule out for an overflow */
	for (unsigned i = 0; i < 4 && i < r->bytes / 4u; i++)
		memcpy(bytes + 4 * i, &r->data[i][l], 4);
}

void
request_put(struct mem_request *r, unsigned l, const uint8_t *bytes)
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
lsu_fault(struct sm *sm, struct warp *w, const struct mem_request *r, unsigned lane, const char *space, const char *what)
{
	static const char *const kind[] = {"load", "store", "atomic"};

	return fault_at(sm, w, lane, "%s %s of %u bytes at 0x%" PRIx64 ": %s", space, kind[r->kind], r->bytes, r->address[lane],
			what);
}

/* Number of a sector, or of anything else that counts like one, in the list of the access. */
static unsigned
find_sector(struct access *a, uint64_t sector)
{
	/* neighbours in the request mostly share a sector or follow each other; the list is short */
	for (unsigned i = a->nsectors; i--;)
		if (a->sectors[i] == sector)
			return i;
	a->sectors[a->nsectors] = sector;
	a->written[a->nsectors] = 0;
	return a->nsectors++;
}

void
access_bytes(struct access *a, uint64_t address, unsigned n)
{
	unsigned i = find_sector(a, address / SECTOR_BYTES);

	a->written[i] |= (uint32_t)((UINT64_C(1) << n) - 1) << address % SECTOR_BYTES;
}

void
access_atomic(const struct mem_request *r, struct access *a)
{
	enum { TURN = 56 }; /* sector numbers are below 2^56 */
	unsigned first = a->nsectors;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint64_t turn = 0;

		for (uint32_t k = r->mask & ((m & -m) - 1); k; k &= k - 1)
			turn += r->address[__builtin_ctz(k)] == r->address[l];
		a->written[find_sector(a, r->address[l] / SECTOR_BYTES | turn << TURN)]++;
	}
	a->atomic = r->atomic;
	a->bytes = r->bytes;
	for (unsigned i = first; i < a->nsectors; i++)
		a->sectors[i] &= (UINT64_C(1) << TURN) - 1;
}

bool
lsu_strong(const struct inst *in)
{
	/* of fields.def's scope */
	static const bool strong[16] = {[6] = true, [7] = true, [8] = true, [10] = true, [12] = true};

	return strong[in->f[F_scope] & 15];
}
