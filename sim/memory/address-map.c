#include "sim/memory/address-map.h"

#include "sim/machine/machine.h"
#include "sim/memory/hash.h"

enum { RUN = ADDRESS_RUN, RUN_BITS = ADDRESS_RUN_BITS, PARTITIONS = 2 };

static struct divisor
divisor(uint32_t by)
{
	return (struct divisor){by, !(by & (by - 1)), by ? (uint8_t)__builtin_ctz(by) : 0};
}

static inline uint64_t
quotient(uint64_t n, const struct divisor *d)
{
	return d->power ? n >> d->shift : n / d->by;
}

static inline uint64_t
rest(uint64_t n, const struct divisor *d)
{
	return d->power ? n & (d->by - 1) : n % d->by;
}

void
address_map_init(struct address_map *map, const struct simt_machine *m)
{
	const uint32_t slices = m->l2.slices, page_slices = m->l2.page_slices;
	const uint32_t partitions = m->l2.partition_mask ? PARTITIONS : 1;
	const uint32_t sets = page_slices ? slices / page_slices / partitions : 0; /* of a partition */
	const uint32_t each = page_slices ? m->l2.page / m->l2.interleave / page_slices : 0;

	*map = (struct address_map){
		.partition_mask = m->l2.partition_mask,
		.slices = slices,
		.page_slices = page_slices,
		.page = divisor(m->l2.page),
		.interleave = divisor(m->l2.interleave),
		.channels = m->dram.channels,
		.dram_interleave = divisor(m->dram.interleave),
		.partitions = divisor(partitions),
		.turns = divisor(2 * (each ? each : 1)),
	};
	for (unsigned i = 0; i < RUN && sets; i++) {
		map->first[i] = (uint16_t)(i / sets);
		map->set[i] = (uint16_t)(i % sets * partitions);
	}
}

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

/* The slice of a line. Where there are two partitions, every other set of slices belongs to either. */
static unsigned
slice_of(const struct address_map *map, uint64_t line, uint64_t hash_of_piece, unsigned partition)
{
	const uint32_t slices = map->page_slices;
	uint64_t page;
	unsigned among, set, place;

	if (!slices)
		return hash_choose(hash_of_piece, map->slices);
	page = quotient(quotient(line, &map->page), &map->partitions);
	/* its place among the pages that are spread evenly: which set of slices, and which slice of the set is first */
	among = shuffle((unsigned)(page % RUN), hash_mix(page / RUN));
	set = map->set[among] + (map->partitions.by == 1 ? 0 : partition);
	/* two slices take turns until their part of the page is full */
	place = (unsigned)quotient(rest(line, &map->page), &map->interleave);
	place = place % 2 + (unsigned)quotient(place, &map->turns) * 2 + map->first[among];
	return set * slices + (place < slices ? place : place % slices);
}

unsigned
address_map_channel(const struct address_map *map, uint64_t line)
{
	const uint64_t piece = quotient(line, &map->dram_interleave), n = map->channels, turn = piece / n;
	const uint64_t channel = piece - turn * n + hash_choose(hash_mix(turn), map->channels);

	return (unsigned)(channel < n ? channel : channel - n);
}

struct address_place
address_map(const struct address_map *map, uint64_t line)
{
	const uint64_t h = hash_mix(quotient(line, &map->interleave));
	const unsigned partition = address_map_partition(map, line);

	return (struct address_place){
		.side = h >> 32 & 1,
		.partition = (uint8_t)partition,
		.slice = (uint16_t)slice_of(map, line, h, partition),
		.channel = (uint16_t)address_map_channel(map, line),
	};
}

unsigned
address_map_copy_slice(const struct address_map *map, unsigned slice)
{
	const unsigned page = map->page_slices, all = map->slices;

	return (page ? slice / page % 2 ? slice - page : slice + page : slice + all / 2) % all;
}
