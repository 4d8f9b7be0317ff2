/* lane-set.h: sets of lanes of a warp, and of their groups of 16; private to sim/.
 * What this module cannot do: warps of more than 128 lanes. */
#ifndef SIMT_LANE_SET_H
#define SIMT_LANE_SET_H

#include <stdint.h>

/* Lanes of a warp, lane i in bit i; 128 is the widest warp. */
__extension__ typedef unsigned __int128 lanes_t;

/* Bits of x, in pairs, fours and bytes: where the host's instruction may not be used, the compiler's own way is a call. */
static inline unsigned
bits_count(uint64_t x)
{
	x -= x >> 1 & UINT64_C(0x5555555555555555);
	x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
	x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
}

static inline unsigned
lanes_count(lanes_t m)
{
	uint64_t high = (uint64_t)(m >> 64);

	return bits_count((uint64_t)m) + (high ? bits_count(high) : 0);
}

/* Number of the lowest lane; m is not empty. */
static inline unsigned
lanes_first(lanes_t m)
{
	return (uint64_t)m ? (unsigned)__builtin_ctzll((uint64_t)m) : 64u + (unsigned)__builtin_ctzll((uint64_t)(m >> 64));
}

/* The lowest n lanes, 0 <= n <= 128. */
static inline lanes_t
lanes_low(unsigned n)
{
	return n >= 128 ? ~(lanes_t)0 : ((lanes_t)1 << n) - 1;
}

/* Groups of 16 lanes, the width of an issue bank; the most banks there are. */
enum { BANK_LANES = 16, BANK_GROUPS = 128 / BANK_LANES, BANKS_MOST = 8, SPLITS_MOST = 128 };

/* How many groups of 16 lanes hold a lane of m. */
static inline unsigned
lanes_groups(lanes_t m)
{
	m |= m >> 8;
	m |= m >> 4;
	m |= m >> 2;
	m |= m >> 1;
	return lanes_count(m & ((lanes_t)UINT64_C(0x0001000100010001) << 64 | UINT64_C(0x0001000100010001)));
}

/* All lanes of the 32s, counted from the first lane of a warp, that these lanes are in. */
static inline lanes_t
lanes_whole(lanes_t lanes)
{
	enum { WIDEST = 128, ROW = 32 };
	lanes_t all = 0;

	for (unsigned i = 0; i < WIDEST; i += ROW)
		if ((uint32_t)(lanes >> i))
			all |= (lanes_t)UINT32_MAX << i;
	return all;
}

#endif
