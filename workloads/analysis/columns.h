/* columns.h: what a column of a picture shows, where more happens in its time than there is room for. Pictures of lanes in characters and as
 * figures have the same rule:
 *
 * A column shows what there is at its middle. So of what alternates faster than columns do, each thing has about its share of them. But where lanes are
 * parted in a column, and none of the COLUMN_NEAR columns before shows any that are, it shows the longest time in which they are. So a divergence stays
 * visible however short it is, and looks longer than it is: pictures give the share of it as a number.
 *
 * What this module cannot do: thin what has several things at the same time, as banks that issue on their own have. */
#ifndef WORKLOADS_COLUMNS_H
#define WORKLOADS_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Cycles: a warp that does not issue for longer is stalled. */
enum { COLUMN_PAUSE = 16 };

/* A time in which a warp does one thing. It waits from `from` on, and issues from `begin` to `end`. `end` is not of it. */
struct column_piece {
	uint64_t from, begin, end;
	bool parted;      /* some lanes that are there do not run */
	const void *what; /* of the caller */
};

/* Of so many columns and one more, one at the least shows lanes that are parted, if they are in each. */
enum { COLUMN_NEAR = 8 };

/* Where a picture has got to; all 0 before its first column. */
struct column_place {
	size_t at;      /* the first piece that could be in the next column */
	unsigned quiet; /* how many of the next columns show what is at their middle, whatever else they have */
};

/* Which of the n pieces, in the order of time, the next column shows, which has the times from `from` to before `to`, which is later. It begins no earlier
 * than the column before has ended. n: nothing is there. */
size_t column_choose(const struct column_piece *x, size_t n, struct column_place *place, uint64_t from, uint64_t to);
/* Whether the piece waits for the most of its time in that column. */
bool column_waits(const struct column_piece *x, uint64_t from, uint64_t to);
/* Where a picture begins that shows where lanes part: of the time from *begin to `end` at most 1 / `lead` is before the first piece in which they are. *begin is
 * the beginning of the first piece where that is later. False: none is parted. */
bool column_begin(const struct column_piece *x, size_t n, uint64_t end, unsigned lead, uint64_t *begin);

#endif
