/* tensor-copies.h: copies and reductions of boxes of a tensor (UTMALDG, UTMASTG, UTMAREDG), and bulk copies that reduce (UBLKRED); private to
 * sim/. Times are cycles.
 * What this module cannot do: their way through L2. */
#ifndef SIMT_TENSOR_COPIES_H
#define SIMT_TENSOR_COPIES_H

#include "sim/memory/access.h"

struct home_row;
struct sm;
struct warp;

/* A request with a box, of one thread. False: a fault. */
bool tensor_copies_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
			  struct access *a);

#endif
