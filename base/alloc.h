/* alloc.h: memory, or the end of the program: the pieces are small beside those whose lack is told as an error. Where there is none,
 * simt_no_memory() (error.h) ends the program; what is given is never NULL, and free() frees it.
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

/* As realloc(), also where `bytes` is 0. */
void *xrealloc(void *p, size_t bytes);

/* Part of grow(): at least twice the room. */
void *grow_more(void *array, size_t *room, size_t need, size_t size);

/* An array that has room for at least `need` items of `size` bytes: the same, or a copy of at least twice the room; *room is how many it has
 * room for, 0 for NULL. What is new in it is not cleared. */
static inline void *
grow(void *array, size_t *room, size_t need, size_t size)
{
	return need <= *room ? array : grow_more(array, room, need, size);
}

#endif
