/* placed.h: where and when the blocks of a case ran, as kernels write it to buffers; see workloads/placement.
 * What this module cannot do: know it of blocks whose kernels do not write it. */
#ifndef WORKLOADS_PLACED_H
#define WORKLOADS_PLACED_H

#include <stdio.h>

#include "workloads/reader/workload.h"

/* Writes rows case,launch,block,sm,warp,start,end,clock, one for each block. They come from buffers of type u64 whose names begin with
 * "placement"; other buffers are ignored. A block has four words: %smid and, 32 bits up, %warpid of its first warp; %globaltimer at its
 * start and at its end, in ns; %clock64 at its start. */
void placed_header(FILE *out);
/* Whether one of the selected cases has such a buffer. */
bool placed_any(const struct workload *w, const bool *selected);
void placed_put(FILE *out, const struct workload *w, const struct workload_case *c, const struct workload_buffer *b,
		const void *data);

#endif
