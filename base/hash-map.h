/* hash-map.h: a hash table from 64-bit numbers to pointers, for the checks; private to sim/. Results do not depend on addresses of the
 * host: neither the contents nor the order in which they are read do. */
#ifndef SIMT_HASH_MAP_H
#define SIMT_HASH_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map {
	struct map_entry {
		uint64_t key;
		void *value; /* NULL: free */
	} * entry;
	size_t n, cap; /* cap: 0 or a power of two */
};

/* NULL: nothing there. */
void *map_get(const struct map *m, uint64_t key);
/* The key must not be there; value is not NULL. */
void map_put(struct map *m, uint64_t key, void *value);
/* Takes the key out and returns its value; NULL: it was not there. */
void *map_take(struct map *m, uint64_t key);
/* Calls f for all values and empties the map. */
void map_clear(struct map *m, void (*f)(void *value));

#endif
