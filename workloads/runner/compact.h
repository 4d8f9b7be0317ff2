/* compact.h: rows of similar numbers, each kept in a few bytes.
 *
 * A row is kept as its differences from an earlier row, or from zeros where that takes fewer bytes. Repeated executions of a kernel have
 * nearly the same counts.
 *
 * What this module cannot do: change or remove a row, continue without memory (base/alloc.h). */
#ifndef WORKLOADS_COMPACT_H
#define WORKLOADS_COMPACT_H

#include <stddef.h>
#include <stdint.h>

/* All zero: no rows. Rows of a table are equally long. */
struct compact {
	unsigned char *data;
	size_t bytes, room;
	uint64_t *base; /* the row that the next one is compared with, at place `based`; NULL: none yet */
	size_t based;
};

/* Keeps the n numbers of a row; returns the place for compact_get. */
size_t compact_put(struct compact *c, const uint64_t *row, size_t n);
/* Fills in the row of n numbers that was kept at that place. */
void compact_get(const struct compact *c, size_t place, uint64_t *row, size_t n);
void compact_free(struct compact *c);

#endif
