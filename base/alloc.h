/* alloc.h: memory that is always there. If there is none, simt_no_memory() (error.h) ends the program, so what is returned is never
 * NULL. free() frees it. It is for small pieces. A lack of memory for large ones, such as buffers, is an error that the caller gets.
 * What this module cannot do: give back a part of an array. */
#ifndef SIMT_ALLOC_H
#define SIMT_ALLOC_H

#include <stdlib.h>

#include "base/error.h"

/* p, which is not NULL. */
static inline void *
must(void *p)
{
	if (!p)
		simt_no_memory();
	return p;
}

/* n items of `size` bytes, all zero, also where n is 0. */
static inline void *
zeroed(size_t n, size_t size)
{
	return must(calloc(n ? n : 1, size));
}

/* That many bytes, which begin at a line of a host's cache (host-cache.h) and are not cleared. Vectors of the longest hosts are as long: what is made of them
 * crosses no lines there, which takes the host about half again as long. NULL: there is no memory. */
void *line_alloc(size_t bytes);

/* As realloc(), also where `bytes` is 0. */
void *xrealloc(void *p, size_t bytes);

/* Part of grow(): at least twice the room. */
void *grow_more(void *array, size_t *room, size_t need, size_t size);

/* An array with room for at least `need` items of `size` bytes: `array` itself if it is large enough, else a copy with at least twice the
 * room. *room is the number of items that the array has room for; it is 0 for NULL. */
static inline void *
grow(void *array, size_t *room, size_t need, size_t size)
{
	return need <= *room ? array : grow_more(array, room, need, size);
}

#endif
