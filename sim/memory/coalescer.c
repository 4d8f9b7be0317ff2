/* coalescer.c: sectors that the lanes of an access touch; see coalescer.h.
 *
 * The list of an access has each sector once, in the order in which lanes come to them. Where a sector is in the list is found by hash, since
 * each lane may be in a sector of its own. */
#include "sim/memory/coalescer.h"

#include <string.h>

#include "isa/span.h"
#include "sim/memory/tag-store.h"

enum { SLOTS = 256, SECTOR_SHIFT = 5, LINE_SHIFT = 7 };

_Static_assert(SECTOR_BYTES == 1 << SECTOR_SHIFT && LINE_BYTES == 1 << LINE_SHIFT, "bytes of a sector and of a line");

/* By hash of something that lanes have: the number + 1 of the last one that hashes so, and of the one before each; 0: none. */
struct slots {
	uint8_t number[SLOTS], before[SLOTS];
};

static inline uint8_t *
slot_of(struct slots *s, uint64_t what)
{
	return s->number + (what * UINT64_C(0x9e3779b97f4a7c15) >> 56);
}

/* Number i is the last one of that slot. */
static inline void
put_last(struct slots *s, uint8_t *slot, unsigned i)
{
	s->before[i] = *slot;
	*slot = (uint8_t)(i + 1);
}

/* Makes all sectors of the list known. False: so many that numbers of 32 more have no room in slots. */
static bool
fill_slots(const struct access *a, struct slots *slots)
{
	if (a->nsectors >= SLOTS - ISA_LANES)
		return false;
	memset(slots->number, 0, sizeof slots->number);
	for (unsigned k = 0; k < a->nsectors; k++)
		put_last(slots, slot_of(slots, a->sectors[k]), k);
	return true;
}

/* Number of a sector, or of anything else that counts like one, in the list of the access, which gets it where it does not have it. */
static unsigned
find_sector(struct access *a, uint64_t sector)
{
	/* neighbours in the request mostly share a sector or follow each other */
	for (unsigned i = a->nsectors; i--;)
		if (a->sectors[i] == sector)
			return i;
	a->sectors[a->nsectors] = sector;
	a->written[a->nsectors] = 0;
	return a->nsectors++;
}

/* The same with the slots of the list. */
static inline unsigned
find_quickly(struct access *a, struct slots *slots, uint64_t sector)
{
	uint8_t *slot = slot_of(slots, sector);
	const unsigned n = a->nsectors;

	for (unsigned k = *slot; k; k = slots->before[k - 1])
		if (a->sectors[k - 1] == sector)
			return k - 1;
	a->sectors[n] = sector;
	a->written[n] = 0;
	a->nsectors = n + 1;
	put_last(slots, slot, n);
	return n;
}

void
coalescer_bytes(struct access *a, uint64_t address, unsigned n)
{
	unsigned i = find_sector(a, address / SECTOR_BYTES);

	a->apart = false;
	a->written[i] |= (uint32_t)((UINT64_C(1) << n) - 1) << address % SECTOR_BYTES;
}

void
coalescer_piece(struct access *a, uint64_t address, unsigned n)
{
	const uint64_t first = address / SECTOR_BYTES, end = address + n - 1;
	const unsigned sectors = (unsigned)(end / SECTOR_BYTES - first) + 1;

	if (a->nsectors) {
		for (unsigned i = 0, part; i < n; i += part) {
			part = SECTOR_BYTES - (unsigned)((address + i) % SECTOR_BYTES);
			part = part < n - i ? part : n - i;
			coalescer_bytes(a, address + i, part);
		}
		return;
	}
	for (unsigned i = 0; i < sectors; i++) {
		a->sectors[i] = first + i;
		a->written[i] = UINT32_MAX;
	}
	a->written[0] <<= address % SECTOR_BYTES;
	a->written[sectors - 1] &= UINT32_MAX >> (SECTOR_BYTES - 1 - end % SECTOR_BYTES);
	a->nsectors = sectors;
}

/* All 32 lanes of a load, which come to no sector again; the list is empty. Returns whether no two share one. */
static bool
add_loads_upwards(struct access *a, const struct isa_span *s)
{
	unsigned n = 0;

	for (uint32_t m = isa_span_begins(s, SECTOR_SHIFT); m; m &= m - 1)
		a->sectors[n++] = (s->first + s->at[__builtin_ctz(m)]) / SECTOR_BYTES;
	a->nsectors = n;
	return n == ISA_LANES;
}

/* The same of a store. */
static bool
add_upwards(struct access *a, const struct mem_request *r)
{
	const uint32_t bytes = (UINT32_C(1) << r->bytes) - 1;
	uint64_t last = UINT64_MAX;
	unsigned n = 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint64_t sector = r->address[l] / SECTOR_BYTES;

		if (sector != last) {
			a->sectors[n] = sector;
			a->written[n++] = 0;
		}
		last = sector;
		a->written[n - 1] |= bytes << r->address[l] % SECTOR_BYTES;
	}
	a->nsectors = n;
	return n == ISA_LANES;
}

/* All 32 lanes, each of which has a sector of its own; the list is empty. */
static void
add_scattered(struct access *a, const struct mem_request *r)
{
	const uint32_t bytes = (UINT32_C(1) << r->bytes) - 1;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		a->sectors[l] = r->address[l] / SECTOR_BYTES;
		a->written[l] = bytes << r->address[l] % SECTOR_BYTES;
	}
	a->nsectors = ISA_LANES;
}

/* Whether lanes lie so far from each other that it is worth looking for lanes that share none before any of them is looked at. *lines: not even
 * a line. */
static bool
scattered(const struct mem_request *r, const struct isa_span *s, bool *lines)
{
	enum { WIDE = 32768 };

	if (r->mask != UINT32_MAX || s->last < WIDE)
		return false;
	*lines = isa_span_apart(s, LINE_SHIFT);
	return *lines || isa_span_apart(s, SECTOR_SHIFT);
}

/* Lanes that may come to a sector again. Returns whether no two share one. */
static __attribute__((noinline)) bool
add_lanes(const struct mem_request *r, const struct isa_span *s, struct access *a)
{
	const uint32_t bytes = (UINT32_C(1) << r->bytes) - 1;
	const bool store = r->kind == MEM_STORE;
	uint64_t last = UINT64_MAX;
	struct slots slots;
	unsigned before = a->nsectors, lanes = 0, i = 0;
	const bool quick = s && fill_slots(a, &slots); /* without a span there are few lanes */

	a->apart = false;
	for (uint32_t m = r->mask; m; m &= m - 1) {
		const uint64_t address = r->address[__builtin_ctz(m)], sector = address / SECTOR_BYTES;

		if (sector != last)
			i = quick ? find_quickly(a, &slots, sector) : find_sector(a, sector);
		last = sector;
		lanes++;
		if (store)
			a->written[i] |= bytes << address % SECTOR_BYTES;
	}
	return a->nsectors - before == lanes;
}

bool
coalescer_lanes(const struct mem_request *r, const struct isa_span *s, struct access *a)
{
	if (s && s->row) {
		coalescer_piece(a, s->first, ISA_LANES * r->bytes);
		return false;
	}
	if (!s || a->nsectors)
		return add_lanes(r, s, a);
	if (s->upwards)
		return r->kind == MEM_LOAD ? add_loads_upwards(a, s) : add_upwards(a, r);
	if (!scattered(r, s, &a->apart))
		return add_lanes(r, s, a);
	add_scattered(a, r);
	return true;
}

/* How many lanes before lane l have its address; turn[] has it of those, which are known to `places`. */
static inline unsigned
turn_of(const struct mem_request *r, unsigned l, const uint8_t *turn, struct slots *places)
{
	uint8_t *slot = slot_of(places, r->address[l]);
	unsigned k = *slot;

	while (k && r->address[k - 1] != r->address[l])
		k = places->before[k - 1];
	put_last(places, slot, l);
	return k ? turn[k - 1] + 1u : 0;
}

/* Whether it is known that all 32 lanes have words of their own. */
static bool
own_words(const struct mem_request *r, const struct isa_span *s)
{
	return s && !s->row && r->mask == UINT32_MAX && isa_span_apart(s, (unsigned)__builtin_ctz(r->bytes));
}

void
coalescer_atomic(const struct mem_request *r, const struct isa_span *s, struct access *a)
{
	enum { TURN = 56 }; /* sector numbers are below 2^56 */
	const unsigned first = a->nsectors;
	struct slots places, slots;
	const bool quick = fill_slots(a, &slots), once = own_words(r, s);
	uint8_t turn[ISA_LANES];

	a->apart = false;
	if (!once)
		memset(places.number, 0, sizeof places.number);
	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint64_t sector = r->address[l] / SECTOR_BYTES;

		if (!once) {
			turn[l] = (uint8_t)turn_of(r, l, turn, &places);
			sector |= (uint64_t)turn[l] << TURN;
		}
		a->written[quick ? find_quickly(a, &slots, sector) : find_sector(a, sector)]++;
	}
	a->atomic = r->atomic;
	a->bytes = r->bytes;
	for (unsigned i = first; i < a->nsectors; i++)
		a->sectors[i] &= (UINT64_C(1) << TURN) - 1;
}
