/* placed.h: where and when the blocks of a case ran, as kernels write it to buffers; see workloads/placement.
 * What this module cannot do: know it of blocks whose kernels do not write it. */
#ifndef WORKLOADS_PLACED_H
#define WORKLOADS_PLACED_H

#include <stdio.h>

#include "workloads/reader/workload.h"

/* Rows case,launch,block,sm,warp,start,end,clock, one a block, of a buffer whose name begins with "placement", of type u64, four words a
 * block: %smid and, 32 bits up, %warpid of its first warp; %globaltimer at its start and end, ns; %clock64 at its start. Other buffers are
 * passed over. */
void placed_header(FILE *out);
/* Whether there is such a buffer in one of the selected cases. */
bool placed_any(const struct workload *w, const bool *selected);
void placed_put(FILE *out, const struct workload *w, const struct workload_case *c, const struct workload_buffer *b,
		const void *data);

#endif
