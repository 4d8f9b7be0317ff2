/* local.h: local memory of threads; private to sim/.
 * What this module cannot do: share it, which no instruction can. */
#ifndef SIMT_LOCAL_H
#define SIMT_LOCAL_H

#include "sim/memory/access.h"

struct sm;
struct warp;

/* A byte of a thread's own memory: lane l of home row sm->row. False where there is none. */
bool local_byte(struct sm *sm, struct warp *w, unsigned l, uint64_t address, uint8_t *byte);
/* The same, of lanes that all access the thread's own memory. */
bool local_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a);

#endif
