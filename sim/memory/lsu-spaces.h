/* lsu-spaces.h: what loads, stores and atomics do to each kind of memory; private to sim/. See lsu-spaces.c.
 * What this module cannot do: generic addresses (lsu.h), or those of a cluster (cluster-memory.h). */
#ifndef SIMT_LSU_SPACES_H
#define SIMT_LSU_SPACES_H

#include "sim/memory/access.h"

struct home_row;
struct inst;
struct sm;
struct warp;

/* An access of one kind of memory: global, shared or local. Afterwards r->mask holds the lanes whose result is there. False: a fault. */
bool lsu_spaces_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		       struct access *a);

#endif
