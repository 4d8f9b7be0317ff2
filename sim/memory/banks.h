/* banks.h: how the lanes of an access are spread over the banks of the data array; private to sim/.
 * What this module cannot do: banks of any other width than 4 bytes. */
#ifndef SIMT_BANKS_H
#define SIMT_BANKS_H

#include "sim/memory/access.h"
#include "sim/machine/machine.h"

struct isa_span;

enum { LINES_MOST = 32 }; /* lines that L1 looks up at a time */
/* Add the wavefronts and bank conflicts of one row's access of shared memory; of a load or store of global memory. s is the span of the request, or
 * NULL; apart: no two lanes share a sector. */
void banks_shared(const struct simt_machine *m, const struct mem_request *r, const struct isa_span *s, struct access *a);
void banks_global(const struct simt_machine *m, const struct mem_request *r, const struct isa_span *s, bool apart,
		  struct access *a);

#endif
