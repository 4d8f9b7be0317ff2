/* coalesced.h: accesses to global memory by lanes that are near to each other, as one piece; private to sim/.
 * What this module cannot do: faults, atomics, accesses that take effect at L2. */
#ifndef SIMT_COALESCED_H
#define SIMT_COALESCED_H

#include "sim/memory/access.h"

struct isa_span;
struct sm;

/* What a load or store of global memory that L1 may have does, if all its lanes are in one allocation; s is its span. False: nothing is done, go
 * lane by lane. */
bool coalesced_access(struct sm *sm, struct mem_request *r, const struct isa_span *s);

#endif
