/* bulk-copies.h: bulk copies between global and shared memory (UBLKCP); private to sim/.
 * What this module cannot do: their way through L2. */
#ifndef SIMT_BULK_COPIES_H
#define SIMT_BULK_COPIES_H

#include "sim/memory/access.h"

struct sm;
struct warp;

/* A bulk copy of one thread. False: a fault. */
bool bulk_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a);

#endif
