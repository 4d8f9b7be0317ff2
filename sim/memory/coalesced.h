/* coalesced.h: accesses to global memory by lanes that are near to each other, as one piece; private to sim/.
 * What this module cannot do: faults. */
#ifndef SIMT_COALESCED_H
#define SIMT_COALESCED_H

#include "sim/memory/access.h"

struct isa_span;
struct sm;

/* What an access of global memory does, if all its lanes are in one allocation; s is its span. late: nothing now, for it takes effect at the end of the
 * window. False: nothing is done, go lane by lane. */
bool coalesced_access(struct sm *sm, struct mem_request *r, const struct isa_span *s, bool late);

#endif
