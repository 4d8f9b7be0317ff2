#include "sim/memory/address-map.h"

#include "sim/machine/machine.h"
#include "sim/memory/hash.h"

/* So many pages in a row are spread evenly. */
enum { RUN_BITS = 8, RUN = 1 << RUN_BITS, PARTITIONS = 2 };

void
address_map_init(struct address_map *map, const struct simt_machine *m)
{
	const uint32_t slices = m->l2.slices, page_slices = m->l2.page_slices;
	const uint32_t partitions = m->l2.partition_mask ? PARTITIONS : 1;

	*map = (struct address_map){
		.partition_mask = m->l2.partition_mask,
		.slices = slices,
		.page_slices = page_slices,
		.page = m->l2.page,
		.interleave = m->l2.interleave,
		.channels = m->dram.channels,
		.dram_interleave = m->dram.interleave,
		.partitions = partitions,
		.sets_of_partition = page_slices ? slices / page_slices / partitions : 0,
		.each = page_slices ? m->l2.page / m->l2.interleave / page_slices : 0,
	};
	map->each = map->each ? map->each : 1;
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
	unsigned among, set, first, place;

	if (!slices)
		return hash_choose(hash_of_piece, map->slices);
	page = line / map->page / map->partitions;
	/* its place among the pages that are spread evenly: which set of slices, and which slice of the set is first */
	among = shuffle((unsigned)(page % RUN), hash_mix(page / RUN));
	first = among / map->sets_of_partition;
	set = among % map->sets_of_partition * map->partitions + (map->partitions == 1 ? 0 : partition);
	/* two slices take turns until their part of the page is full */
	place = (unsigned)(line % map->page) / map->interleave;
	place = place % 2 + place / (2 * map->each) * 2;
	return set * slices + (place + first) % slices;
}

unsigned
address_map_channel(const struct address_map *map, uint64_t line)
{
	const uint64_t piece = line / map->dram_interleave, n = map->channels;

	return (unsigned)((piece + hash_choose(hash_mix(piece / n), map->channels)) % n);
}

struct address_place
address_map(const struct address_map *map, uint64_t line)
{
	const uint64_t h = hash_mix(line / map->interleave);
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
