/* compact.h: rows of numbers that are much like each other, each kept in a few bytes.
 *
 * A row is kept as its differences from one that was kept before, or from zeros where that takes less: repeated executions of a kernel
 * count nearly the same.
 *
 * What this module cannot do: change or remove a row, go on without memory (it aborts). */
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
