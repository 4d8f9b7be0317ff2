/* coalesced.h: accesses to global memory by 32 lanes at successive addresses, as one piece; private to sim/.
 * What this module cannot do: faults, atomics, accesses that take effect at L2. */
#ifndef SIMT_COALESCED_H
#define SIMT_COALESCED_H

#include "sim/memory/access.h"

struct sm;

/* The same of lanes that follow each other, as one piece, on global memory that L1 may have. False: nothing is done, go lane by
 * lane. */
bool coalesced_access(struct sm *sm, struct mem_request *r, struct access *a);

#endif
