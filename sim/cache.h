/* cache.h: tags of a sectored, set-associative cache: lines of 128 bytes, sectors of 32, least recently used line evicted.
 * What this module cannot do: data (memory.h holds it), write-back traffic, hashed set indices. */
#ifndef SIMT_CACHE_H
#define SIMT_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { SECTOR_BYTES = 32, LINE_BYTES = 128 };

struct cache;

/* `bytes` is rounded down to a whole number of sets, at least one. NULL when there is no memory. */
struct cache *cache_new(uint64_t bytes, unsigned ways);
void cache_free(struct cache *c);
void cache_clear(struct cache *c);
/* Whether the sector that holds `address` is there; if not and `fill`, it is from now on. */
bool cache_access(struct cache *c, uint64_t address, bool fill);

#endif
