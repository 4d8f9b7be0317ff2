/* server.h: something that serves one after the other, as fast as it can.
 * What this module cannot do: let what waits overtake. */
#ifndef SIMT_SERVER_H
#define SIMT_SERVER_H

#include <stdint.h>

#include "sim/memory/port.h"

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

#endif
