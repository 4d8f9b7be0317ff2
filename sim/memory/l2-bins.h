/* l2-bins.h: the turns of a window (l2-steps.h) by what a step is divided by; private to l2-steps.c and memory-system.c.
 *
 * The turns are divided twice. Each thread goes through a range of them, and puts the number of each into the bin of its part. Then each thread
 * takes a part: its bins of one range after the other, so that it comes to its turns in order and looks at no others.
 *
 * What this module cannot do: say what a part is. */
#ifndef SIMT_L2_BINS_H
#define SIMT_L2_BINS_H

#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/host-cache.h"

/* Parts, and ranges, at most. */
enum { L2_PARTS_MOST = 16 };

/* Numbers of turns, in order. */
struct l2_bin {
	uint32_t *turn;
	size_t n, room;
};

/* Those of a range of turns. One thread writes it. */
struct l2_range {
	_Alignas(HOST_APART) struct l2_bin sets[L2_PARTS_MOST]; /* by sets of tags */
	struct l2_bin gpcs[L2_PARTS_MOST];                      /* by the GPC of the SM */
	uint64_t partial;                                       /* so many sectors may be written in part */
};

/* Of the GPCs of a part: for each of their turns, in order, whether it is a load that shares an answer. */
struct l2_shares {
	_Alignas(HOST_APART) uint8_t *is;
	size_t n, room;
};

struct l2_bins {
	struct l2_range range[L2_PARTS_MOST];
	struct l2_shares shares[L2_PARTS_MOST];
	struct l2_bin channels[L2_PARTS_MOST], slices[L2_PARTS_MOST]; /* of all turns: those that need DRAM; atomics */
	unsigned ranges;                                              /* so many */
	unsigned mask, gpc_mask; /* the part of a set, slice or channel is its number & mask, that of a GPC & gpc_mask */
};

/* Empty. Without memory the program ends (alloc.h). */
struct l2_bins *l2_bins_new(void);
/* NULL is allowed. */
void l2_bins_free(struct l2_bins *b);
/* So many parts, a power of 2 and at most L2_PARTS_MOST, with nothing in them; of GPCs gpc_parts, a power of 2 as well, and no more. */
void l2_bins_begin(struct l2_bins *b, unsigned parts, unsigned gpc_parts);

static inline void
l2_bin_add(struct l2_bin *b, size_t turn)
{
	if (b->n == b->room)
		b->turn = grow(b->turn, &b->room, b->n + 1, sizeof *b->turn);
	b->turn[b->n++] = (uint32_t)turn;
}

#endif
