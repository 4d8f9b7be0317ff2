/* tag-prefetch.h: brings parts of a tag store into the host's caches before they are looked at; private to sim/memory/. All functions are
 * always inline: gcc takes functions that only do so for functions without any effect, and leaves out their calls.
 * What this module cannot do: look up. */
#ifndef SIMT_TAG_PREFETCH_H
#define SIMT_TAG_PREFETCH_H

#include "base/host-cache.h"
#include "sim/memory/tag-store.h"

/* Brings a set into the host's caches. */
static inline __attribute__((always_inline)) void
tag_store_prefetch(const struct tag_store *c, uint64_t set)
{
	const unsigned char *in = c->set + set * c->set_bytes;

	__builtin_prefetch(c->has + set);
	for (size_t i = 0; i < c->set_bytes; i += HOST_LINE)
		__builtin_prefetch(in + i, 1);
}

/* What the client has of the line that is placed next in a set whose tags are near, and of its neighbours, which were placed last. */
static inline __attribute__((always_inline)) void
tag_store_prefetch_line(const struct tag_store *c, uint64_t s)
{
	const struct tag_set *set = tag_store_at(c, s);
	const unsigned n = c->has[s] == c->generation ? set->filled : 0;

	__builtin_prefetch(tag_store_line(c, s, n < c->ways ? n : 0), 1);
}

/* A set of few ways, and what the client has of its lines, as far as that is in one line of a host's cache. */
static inline __attribute__((always_inline)) void
tag_store_prefetch_all(const struct tag_store *c, uint64_t set)
{
	__builtin_prefetch(tag_store_at(c, set), 1);
	__builtin_prefetch(tag_store_line(c, set, 0), 1);
}

#endif
