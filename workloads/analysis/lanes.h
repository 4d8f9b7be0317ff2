/* lanes.h: a picture of one warp of each launch, with lanes down and time across. A letter says in which part of the code a lane is, '.'
 * that it waits while other lanes of its warp run, ' ' that it has exited. A client of the event tap records it.
 *
 * The time between two issues of the warp belongs to the second one: its lanes are the ones that run. Where splits of a warp run at the
 * same time, this holds for each bank (bank_issue=independent), or for each lane (reconvergence=ideal, where no lane waits). In
 * functional mode time is counted in instructions of the SM, and splits take turns.
 *
 * What this module cannot do: show several warps side by side, or why a warp does not issue. */
#ifndef WORKLOADS_LANES_H
#define WORKLOADS_LANES_H

#include <stdio.h>

#include "sim/runtime/simt.h"

/* What the picture shows. */
struct lanes_wish {
	uint64_t block;    /* linear number in the grid */
	uint32_t warp;     /* number in the block */
	uint64_t from, to; /* cycles from the start of the launch */
	unsigned columns;  /* width of the picture without its labels; 0: as the caller has room */
};

enum { LANES_COLUMNS_MAX = 1000, LANES_BESIDE = 9 };

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
