/* alloc.c: see alloc.h. */
#include "base/alloc.h"

#include "base/host-cache.h"

/* Items that the first array has room for. */
enum { ROOM_AT_FIRST = 16 };

void *
line_alloc(size_t bytes)
{
	return aligned_alloc(HOST_LINE, (bytes + HOST_LINE) / HOST_LINE * HOST_LINE);
}

void *
xrealloc(void *p, size_t bytes)
{
	return must(realloc(p, bytes ? bytes : 1));
}

void *
grow_more(void *array, size_t *room, size_t need, size_t size)
{
	while (*room < need)
		*room = *room ? *room * 2 : ROOM_AT_FIRST;
	return must(realloc(array, *room * size));
}
