/* lsu.h: the load and store unit: what accesses do; private to sim/. When their results are there is in lsu-timing.h.
 * What this module cannot do: see lsu.c. */
#ifndef SIMT_LSU_H
#define SIMT_LSU_H

#include "sim/memory/access.h"

struct home_row;
struct inst;
struct sm;
struct warp;

/* Performs the access of one home row and adds its cost to `a`. Afterwards r->mask holds the lanes whose result is there. False: a fault. */
bool lsu_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		struct access *a);

#endif
