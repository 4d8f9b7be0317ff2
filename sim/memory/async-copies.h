/* async-copies.h: asynchronous copies from global to shared memory; private to sim/. For their groups see copy-groups.h.
 * What this module cannot do: the copy later than LDGSTS issues; no program can tell. */
#ifndef SIMT_ASYNC_COPIES_H
#define SIMT_ASYNC_COPIES_H

#include "sim/memory/access.h"

struct home_row;
struct inst;
struct sm;
struct warp;

/* An asynchronous copy: a load and a store. False: a fault. */
bool async_copies_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
			 struct access *a);

#endif
