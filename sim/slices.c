#include "slices.h"

#include "machine.h"
#include "server.h"

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

/* A page's place among those that are spread evenly, and the sets of slices they are spread over. */
static unsigned
place_of(uint64_t page)
{
	return shuffle((unsigned)(page % RUN), hash(page / RUN));
}

static unsigned
sets(const int32_t *v)
{
	return (unsigned)(v[M_l2_slices] / v[M_l2_page_slices]);
}

unsigned
slices_half(const int32_t *v, uint64_t line)
{
	const uint64_t page = line / (uint32_t)v[M_l2_page];

	return v[M_l2_page_slices] ? place_of(page) % sets(v) % HALVES : hash(page) & 1;
}

unsigned
slices_of(const int32_t *v, uint64_t line)
{
	const unsigned slices = (unsigned)v[M_l2_page_slices], lines = (unsigned)v[M_l2_page];
	const uint64_t page = line / lines;
	unsigned place = (unsigned)(line % lines) / (unsigned)v[M_l2_interleave], each;

	if (!slices)
		return choose(hash(line / (uint32_t)v[M_l2_interleave]), v[M_l2_slices]);
	/* two slices take turns until their part of the page is full */
	each = lines / (unsigned)v[M_l2_interleave] / slices;
	place = place % 2 + place / (2 * (each ? each : 1)) * 2;
	return place_of(page) % sets(v) * slices + (place + place_of(page) / sets(v)) % slices;
}
