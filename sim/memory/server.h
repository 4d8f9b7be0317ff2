/* server.h: something that serves one after the other, as fast as it can.
 * What this module cannot do: let what waits overtake. */
#ifndef SIMT_SERVER_H
#define SIMT_SERVER_H

#include <stdint.h>

#include "sim/core/core.h"

/* Servers keep time in parts of a cycle, since they take more than a sector in one. Parameters in hundredths of a cycle. */
enum { PARTS = 1 << 14, HUNDREDTH = 100 };

/* Something that takes `parts` goes through a server from `from` (in parts) on. Returns when it begins to. Things come nearly in order:
 * what comes from before the time in which the server has been busy finds it idle, but takes its time from what follows. */
static inline uint64_t
pass(struct server *s, uint64_t from, uint64_t parts)
{
	uint64_t start = from >= s->since && from < s->free ? s->free : from;

	if (from >= s->free)
		s->free = s->since = from;
	s->free += parts;
	return start;
}

/* All bits of the result depend on all bits of n. */
static inline uint64_t
hash(uint64_t n)
{
	n = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
	n = (n ^ n >> 32) * UINT64_C(0xd6e8feb86659fd93);
	return n ^ n >> 32;
}

/* One of n by the lower half of a hash. */
static inline unsigned
choose(uint64_t h, int32_t n)
{
	return (unsigned)((h & UINT32_MAX) * (uint32_t)n >> 32);
}

#endif
