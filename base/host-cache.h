/* host-cache.h: lines of a host's caches, and what is brought there before it is needed.
 *
 * What this module cannot do: find out how long the lines of this host are. Where they are longer or shorter, all is the same but for time. */
#ifndef SIMT_HOST_CACHE_H
#define SIMT_HOST_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of a line, on most hosts; of two, which some hosts fetch together: what different threads write is so far apart. */
enum { HOST_LINE = 64, HOST_APART = 2 * HOST_LINE };

/* Brings so many bytes, which begin at a line, into the second of a host's caches; nothing for NULL. Always inline: gcc takes functions that only do
 * so for functions without any effect, and leaves out their calls. */
static inline __attribute__((always_inline)) void
host_cache_bring(const void *from, size_t bytes)
{
	for (size_t at = 0; at < bytes; at += HOST_LINE)
		__builtin_prefetch((const void *)((uintptr_t)from + at), 1, 2);
}

#endif
