/* hash.h: 64-bit FNV-1a, for hashes in results and for keys of files. Values are the same on every host.
 * What this module cannot do: keep two texts apart that somebody has made to have the same hash. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The hash of nothing, and with one value more: a byte, or where a caller wants it a whole word. */
#define FNV1A64_START UINT64_C(0xcbf29ce484222325)
static inline uint64_t
fnv1a64_step(uint64_t hash, uint64_t value)
{
	return (hash ^ value) * UINT64_C(0x100000001b3);
}

/* Continues a hash with further bytes. */
static inline uint64_t
fnv1a64_more(uint64_t hash, const void *data, size_t bytes)
{
	const unsigned char *p = data;

	while (bytes--)
		hash = fnv1a64_step(hash, *p++);
	return hash;
}

static inline uint64_t
fnv1a64(const void *data, size_t bytes)
{
	return fnv1a64_more(FNV1A64_START, data, bytes);
}

#endif
