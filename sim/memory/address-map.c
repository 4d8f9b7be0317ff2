#include "sim/memory/address-map.h"

#include "sim/machine/machine.h"
#include "sim/memory/server.h"

/* So many pages in a row are spread evenly. */
enum { RUN_BITS = 8, RUN = 1 << RUN_BITS, HALVES = 2 };

/* Another number below RUN, by a key: each occurs once, so that so many pages in a row are spread evenly. The factor is one of those with
 * which tables of 8 KB to 1 MB are spread as unevenly as workloads/micro/atomics and atomics-lines (table-*, any-*, row-*) show. */
static unsigned
shuffle(unsigned n, uint64_t key)
{
	for (unsigned i = 0; i < 3; i++, key >>= RUN_BITS) {
		n = (n * 0x91u + (unsigned)(key & (RUN - 1))) & (RUN - 1);
		n ^= n >> RUN_BITS / 2;
	}
	return n;
}

/* A page's place among those that are spread evenly. */
static unsigned
place_of(uint64_t page)
{
	return shuffle((unsigned)(page % RUN), hash(page / RUN));
}

unsigned
slices_half(const int32_t *v, uint64_t line)
{
	return (unsigned)__builtin_parity((unsigned)line & (unsigned)v[M_l2_half_mask]);
}

/* The set of slices of a page, and the place among pages of that set. Where there are two halves, every other set belongs to either. */
static unsigned
set_of(const int32_t *v, uint64_t line, unsigned *place)
{
	const unsigned sets = (unsigned)(v[M_l2_slices] / v[M_l2_page_slices]), halves = v[M_l2_half_mask] ? HALVES : 1;
	const unsigned among = place_of(line / (uint32_t)v[M_l2_page] / halves);

	*place = among / (sets / halves);
	return halves == 1 ? among % sets : among % (sets / halves) * halves + slices_half(v, line);
}

unsigned
slices_of(const int32_t *v, uint64_t line)
{
	const unsigned slices = (unsigned)v[M_l2_page_slices], lines = (unsigned)v[M_l2_page],
		       interleave = (unsigned)v[M_l2_interleave];
	unsigned place = (unsigned)(line % lines) / interleave, each, first, set;

	if (!slices)
		return choose(hash(line / interleave), v[M_l2_slices]);
	set = set_of(v, line, &first);
	/* two slices take turns until their part of the page is full */
	each = lines / interleave / slices;
	place = place % 2 + place / (2 * (each ? each : 1)) * 2;
	return set * slices + (place + first) % slices;
}
