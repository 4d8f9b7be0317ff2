/* address-map.h: where a line of 128 bytes belongs: side of the chip, partition of L2, slice of L2, channel of DRAM.
 *
 * - The side is one bit of a hash. An SM reaches lines of the other side l2_far cycles later.
 * - The partition is the parity of some bits of the line's number, which were found on an H200 (l2_partition_mask). Its DRAM has the
 *   line.
 * - Slices are distributed by page. Each page has l2_page_slices slices, all of one partition. 256 successive pages of a partition are
 *   spread evenly over its sets of slices, in an order that a hash chooses. Without l2_page_slices, pieces of l2_interleave lines go to
 *   slices by a hash.
 * - Of as many successive pieces of dram_interleave lines as there are channels, each has a channel of its own; a hash chooses the
 *   first.
 *
 * What this module cannot do: say which slice or channel of a real GPU has a line, since those rules are not known. It only models how
 * evenly lines are spread. */
#ifndef SIMT_ADDRESS_MAP_H
#define SIMT_ADDRESS_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct simt_machine;

/* So many pages in a row are spread evenly. */
enum { ADDRESS_RUN_BITS = 8, ADDRESS_RUN = 1 << ADDRESS_RUN_BITS };

/* A number that others are divided by: most are powers of two. */
struct divisor {
	uint32_t by;
	bool power;
	uint8_t shift;
};

/* What the map needs of a machine. */
struct address_map {
	uint32_t partition_mask;
	uint32_t slices, page_slices;    /* of a page, 0: no pages */
	struct divisor page, interleave; /* lines of a page; lines of a piece */
	uint32_t channels;               /* of DRAM */
	struct divisor dram_interleave;  /* lines of a piece */
	struct divisor partitions;       /* 1 or 2 */
	struct divisor turns;            /* pieces of a page that two slices have by turns; at least 2 */
	uint16_t first[ADDRESS_RUN],
		set[ADDRESS_RUN]; /* by a page's place among those that are spread evenly: its first slice, its set */
};

struct address_place {
	uint8_t side, partition; /* 0 or 1; the partition is 0 without l2_partition_mask */
	uint16_t slice, channel; /* 0 .. l2_slices - 1; 0 .. dram_channels - 1 */
};

void address_map_init(struct address_map *map, const struct simt_machine *m);

/* Where the line of that number (address / 128) belongs. */
struct address_place address_map(const struct address_map *map, uint64_t line);

/* Parts of the same, where no more is needed. */
static inline unsigned
address_map_partition(const struct address_map *map, uint64_t line)
{
	return (unsigned)__builtin_parity((unsigned)line & map->partition_mask);
}
unsigned address_map_channel(const struct address_map *map, uint64_t line);

/* The slice of the other partition that has copies of the lines of `slice`. It has the same place in the neighbouring set of slices. Without
 * pages it is half of all slices further on. */
unsigned address_map_copy_slice(const struct address_map *map, unsigned slice);

#endif
