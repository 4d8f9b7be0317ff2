/* lane-mask.h: lanes of a warp as one number, of which lane i is bit i; private to workloads/analysis/.
 * What this module cannot do: warps of more than 128 lanes. */
#ifndef WORKLOADS_LANE_MASK_H
#define WORKLOADS_LANE_MASK_H

#include "sim/runtime/tap.h"

__extension__ typedef unsigned __int128 mask_t;

static inline mask_t
mask_of(const struct simt_lanes *m)
{
	return (mask_t)m->word[1] << 64 | m->word[0];
}

/* How many lanes there are. */
static inline unsigned
count(mask_t m)
{
	return (unsigned)(__builtin_popcountll((uint64_t)m) + __builtin_popcountll((uint64_t)(m >> 64)));
}

/* The first lane; there is one. */
static inline unsigned
lowest(mask_t m)
{
	return (uint64_t)m ? (unsigned)__builtin_ctzll((uint64_t)m) : 64u + (unsigned)__builtin_ctzll((uint64_t)(m >> 64));
}

#endif
