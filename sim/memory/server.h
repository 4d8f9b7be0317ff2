/* server.h: a queue with one server, first come, first served; each request has a service time of its own. Times are in parts of a
 * cycle, since a server may serve more than one sector in a cycle.
 *
 * What this module cannot do: let requests overtake; limit how many wait. */
#ifndef SIMT_SERVER_H
#define SIMT_SERVER_H

#include <stdint.h>

/* Parts of a cycle; parameters of a machine that are in hundredths of a cycle. */
enum { CYCLE_PARTS = 1 << 14, CYCLE_HUNDREDTHS = 100 };

/* When it is free, and since when it has been busy, in parts of a cycle. All 0: idle. */
struct server {
	uint64_t free, since;
};

/* Something that takes `parts` comes at `from`. Returns when its service begins. Things come nearly in order: what comes from before the
 * time in which the server has been busy finds it idle, but takes its time from what follows. */
static inline uint64_t
server_pass(struct server *s, uint64_t from, uint64_t parts)
{
	uint64_t start = from >= s->since && from < s->free ? s->free : from;

	if (from >= s->free)
		s->free = s->since = from;
	s->free += parts;
	return start;
}

#endif
