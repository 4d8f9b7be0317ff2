/* l1-state.h: what L1 has, and how it finds lines; private to l1.c and l1-take.c. Times are cycles.
 * What this module cannot do: say what becomes of an access (l1-take.c). */
#ifndef SIMT_L1_STATE_H
#define SIMT_L1_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/cycle.h"
#include "sim/core/lg-queue.h"
#include "sim/memory/l1-lines.h"
#include "sim/memory/l1-queue.h"
#include "sim/memory/mshr.h"
#include "sim/memory/tag-store.h"
#include "sim/memory/write-combining.h"

struct simt_machine;
struct sm;

/* What L1 knows of a line. A sector that is under way is in `pending`, and the MSHR that brings it in mshr[]. */
struct l1_line {
	uint32_t epoch; /* none of `valid` is there any more unless this is the cache's */
	uint8_t valid, pending;
	uint16_t mshr[LINE_SECTORS];
};

/* Parts of a cycle in which the path to L2 is counted. */
enum { OUT_UNIT = 256 };

struct l1 {
	const struct simt_machine *m;
	struct tag_store *tags;
	uint32_t epoch;    /* how often all lines have been invalidated */
	uint64_t free;     /* cycle from which it takes a line */
	uint64_t latest;   /* when the line went that went last, in time */
	uint64_t least;    /* the soonest answer of L2 */
	uint64_t lead;     /* a line goes no sooner than so many cycles before one that comes before it */
	uint64_t out_free; /* the path to L2: cycle from which it takes a sector, times OUT_UNIT */
	uint64_t out_room; /* what store_queue sectors take of it, times OUT_UNIT */
	uint64_t unserved; /* cycle of the first request of an MSHR that L2 has not served; NEVER: there is none */
	/* stores and atomics under way: when each place is free again, NEVER: not known yet; the next one's place */
	uint64_t *stored;
	uint32_t place;
	/* how long a store of so many sectors holds the path to L2, [1]: some of which it does not write entirely; so many sectors that
	 * are combined with others; times OUT_UNIT */
	uint64_t store_time[2][LINE_SECTORS + 1], added_time[LINE_SECTORS + 1];
	struct write_combining combining;
	struct mshrs misses;
	struct l1_queue queue; /* what stands still */
	struct l1_lines lines; /* of the access that issues */
};

/* The line's sectors that were there when all lines were invalidated are not there any more. */
static inline struct l1_line *
l1_current(const struct l1 *l, struct l1_line *line)
{
	if (line->epoch != l->epoch) {
		line->epoch = l->epoch;
		line->valid = 0;
	}
	return line;
}

/* Up to here all that comes from L2 is known. */
static inline uint64_t
l1_horizon(const struct l1 *l)
{
	return l->unserved == NEVER ? NEVER : l->unserved + l->least;
}

/* The place in the ring of a sub-core's queue behind `place`. */
static inline unsigned
l1_after(const struct lg_queue *q, unsigned place)
{
	return place + 1 < q->room ? place + 1 : 0;
}

/* The line of that number, which is of that set; NULL: it is not there. tags: those of L1, or a copy. */
static inline struct l1_line *
l1_find(const struct l1 *l, const struct tag_store *tags, uint64_t set, uint64_t number)
{
	struct l1_line *line = tag_store_find_in(tags, set, number);

	return line ? l1_current(l, line) : NULL;
}

/* Sectors under way need their line. */
static inline bool
l1_is_pending(const void *line)
{
	return ((const struct l1_line *)line)->pending;
}

/* A line for that number, of that set; NULL where all of the set wait for sectors under way. */
static inline __attribute__((always_inline)) struct l1_line *
l1_place(const struct l1 *l, const struct tag_store *tags, uint64_t set, uint64_t number)
{
	struct l1_line *line = tag_store_place_in(tags, set, number, l1_is_pending, false);

	if (line)
		*line = (struct l1_line){.epoch = l->epoch};
	return line;
}

/* The next lines of an access, from *p on, and the bytes of each if it is a store. Returns how many L1 has taken; where that is not all, L1 stands
 * still. *left gets when the last one of a store or an atomic left for L2. */
unsigned l1_take(struct sm *sm, struct l1_asking *a, const struct l1_part *p, const struct l1_bytes *bytes, uint64_t *left);

#endif
