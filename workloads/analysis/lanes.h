/* lanes.h: a picture of warps of each launch, with lanes down and time across. A letter says in which part of the code a lane is, in lower case
 * that it is stalled, '.' that it waits while other lanes of its warp run, ' ' that it has exited. A client of the event tap records it.
 *
 * The time between two issues of the warp belongs to the second one: its lanes are the ones that run, and are stalled up to it where it is longer than
 * COLUMN_PAUSE. A column shows what columns.h says, so that divergence stays visible. Where splits of a warp run at the same time, this holds for each bank
 * (bank_issue=independent), or for each lane (reconvergence=ideal, where no lane waits), and a column shows what each lane does most of the time. In
 * functional mode time is counted in instructions of the SM, splits take turns, and nothing is stalled.
 *
 * What this module cannot do: show warps of several blocks, or why a warp does not issue. */
#ifndef WORKLOADS_LANES_H
#define WORKLOADS_LANES_H

#include <stdio.h>

#include "sim/runtime/simt.h"

/* What the picture shows. */
struct lanes_wish {
	uint64_t block;           /* linear number in the grid */
	uint32_t warp, last_warp; /* numbers in the block, LANES_WARPS at most */
	uint64_t from,
		to;       /* cycles from the start of the launch. from LANES_PARTED: shortly before lanes part for the first time */
	unsigned columns; /* width of the picture without its labels; 0: as the caller has room */
	unsigned stride;  /* lanes that are one row, 1 or more */
};

#define LANES_PARTED UINT64_MAX
enum { LANES_COLUMNS_MAX = 1000, LANES_BESIDE = 9, LANES_WARPS = 16 };

struct lanes;  /* the recorder */
struct record; /* what it has recorded of one launch */

/* Listens to s until lanes_free. NULL: *e says why. */
struct lanes *lanes_new(struct simt *s, const struct simt_machine *m, const struct lanes_wish *wish, struct simt_error *e);
void lanes_free(struct lanes *t); /* NULL is allowed */
/* The record of a launch; NULL if it did not start. The caller frees it with record_free. */
struct record *lanes_take(struct lanes *t, const struct simt_launch *l);
void record_free(struct record *r); /* NULL is allowed */

/* Draws the picture with a legend. `folder`: where source files may lie, for the text of lines. columns: of the picture where the wish
 * leaves them open. */
void record_draw(const struct record *r, const struct simt_function *f, const char *folder, unsigned columns, FILE *out);

#endif
