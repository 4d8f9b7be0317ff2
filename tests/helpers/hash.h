/* hash.h: what a buffer holds as one number, to be compared with another run's; what is compared with a device's is hashed as simt-gpu does.
 * For tests. */
#ifndef TESTS_HASH_H
#define TESTS_HASH_H

#include <stdint.h>
#include <string.h>

/* Eight bytes at a time: some buffers have 256 MiB. */
static inline uint64_t
hash_bytes(uint64_t hash, const void *data, uint64_t n)
{
	const uint8_t *p = data;

	for (uint64_t i = 0, word; i < n; i += sizeof word) {
		word = 0;
		memcpy(&word, p + i, n - i < sizeof word ? n - i : sizeof word);
		hash = (hash ^ word) * UINT64_C(0x100000001b3);
		hash ^= hash >> 32;
	}
	return hash;
}

#endif
