/* must.h: memory, or the end of the program: the blocks are small beside those whose lack is told as an error.
 * What this module cannot do: anything with memory that is there; free() frees it. */
#ifndef WORKLOADS_MUST_H
#define WORKLOADS_MUST_H

#include <stdlib.h>

#include "error.h"

/* p, which is not NULL. */
static inline void *
must(void *p)
{
	if (!p)
		simt_no_memory();
	return p;
}

/* n items of `size` bytes, all zero; never NULL, n 0 included. */
static inline void *
zeroed(size_t n, size_t size)
{
	return must(calloc(n ? n : 1, size));
}

#endif
