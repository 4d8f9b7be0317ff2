/* thin.h: what a column of a picture shows, where more happens in its time than there is room for. Pictures of lanes in characters and as
 * figures have the same rule:
 *
 * A column shows what there is at its middle. But where lanes are parted in it, it shows the longest time in which they are. So a divergence stays
 * visible however short it is, and looks longer than it is: pictures give the share of it as a number.
 *
 * What this module cannot do: thin what has several things at the same time, as banks that issue on their own have. */
#ifndef WORKLOADS_THIN_H
#define WORKLOADS_THIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A time in which a warp does one thing. It waits from `from` on, and issues from `begin` to `end`. `end` is not of it. */
struct thin_piece {
	uint64_t from, begin, end;
	bool parted;      /* some lanes that are there do not run */
	const void *what; /* of the caller */
};

/* Which of the n pieces, in the order of time, a column shows that has the times from `from` to before `to`, which is later. *at is 0 for the first column,
 * and kept from each column to the next one, which begins no earlier. n: nothing is there. */
size_t thin_choose(const struct thin_piece *x, size_t n, size_t *at, uint64_t from, uint64_t to);
/* Whether the piece waits for the most of its time in that column. */
bool thin_waits(const struct thin_piece *x, uint64_t from, uint64_t to);
/* Where a picture begins that shows where lanes part: the part before the first piece of them is at most 1 / `lead` of the time from there to `end`. The
 * beginning of the first piece where that is later, or where none is parted. */
uint64_t thin_begin(const struct thin_piece *x, size_t n, uint64_t end, unsigned lead);

#endif
