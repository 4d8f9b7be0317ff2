/* hash.h: a hash of 64-bit numbers, for what hardware chooses by a rule that is not known. It is ours: the spread is that of random
 * numbers, the single values mean nothing.
 * What this module cannot do: resist someone who looks for numbers with the same hash. */
#ifndef SIMT_HASH_H
#define SIMT_HASH_H

#include <stdint.h>

/* All bits of the result depend on all bits of n. */
static inline uint64_t
hash_mix(uint64_t n)
{
	n = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
	n = (n ^ n >> 32) * UINT64_C(0xd6e8feb86659fd93);
	return n ^ n >> 32;
}

/* One of 0 .. n - 1, by the lower half of a hash. */
static inline unsigned
hash_choose(uint64_t h, uint32_t n)
{
	return (unsigned)((h & UINT32_MAX) * n >> 32);
}

#endif
