#include "sim/memory/coalescer.h"

#include "sim/memory/tag-store.h"

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
coalescer_bytes(struct access *a, uint64_t address, unsigned n)
{
	unsigned i = find_sector(a, address / SECTOR_BYTES);

	a->written[i] |= (uint32_t)((UINT64_C(1) << n) - 1) << address % SECTOR_BYTES;
}

void
coalescer_atomic(const struct mem_request *r, struct access *a)
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
