/* tag-store.h: tags of a sectored, set-associative cache: lines of 128 bytes, sectors of 32, least recently used line replaced. What a sector
 * holds is known to backing-store.h alone; here is whether it is there, and from when on.
 *
 * What this module cannot do: hashes of the address as set index, misses under way (l1.c has them). */
#ifndef SIMT_TAG_STORE_H
#define SIMT_TAG_STORE_H

#include <stdbool.h>
#include <stdint.h>

enum { SECTOR_BYTES = 32, LINE_SECTORS = 4, LINE_BYTES = 128 };

/* How many sectors a mask has: without a call, which popcount is to a compiler that may not know the host's. */
static inline unsigned
sectors_count(unsigned mask)
{
	return (unsigned)(UINT64_C(0x4332322132212110) >> 4 * (mask & 15)) & 15;
}

struct tag_line {
	uint64_t used;   /* order of uses */
	uint64_t ready;  /* cycle from which what was fetched last is there, sectors `late` */
	uint8_t sectors; /* mask of those that are there */
	uint8_t dirty;   /* of these, those that memory behind has not */
	uint8_t late;    /* of these, those that are there from `ready` on */
	uint8_t partial; /* of these, those of which only the bytes `written` are there */
	uint32_t written[LINE_SECTORS];
};

struct tag_store;

/* How many sets a cache of so many bytes uses, at least one; the set of a line is its number modulo these. index: cache_index of a machine. */
uint64_t tag_store_sets(uint64_t bytes, unsigned ways, int index);

/* `bytes` is rounded down to a whole number of sets. index as in tag_store_sets(). NULL when there is no memory; where there is none for its
 * lines, the program ends as soon as one is placed. */
struct tag_store *tag_store_new(uint64_t bytes, unsigned ways, int index);
void tag_store_free(struct tag_store *c);
void tag_store_clear(struct tag_store *c);
/* The line of that number, address / LINE_BYTES, which becomes the most recently used; NULL where it is not there. */
struct tag_line *tag_store_find(struct tag_store *c, uint64_t number);
/* The same, as little used as before. */
struct tag_line *tag_store_peek(const struct tag_store *c, uint64_t number);
/* Brings the set of that line into the host's caches. */
void tag_store_prefetch(const struct tag_store *c, uint64_t number);
/* Puts a line without sectors in the place of the least recently used one, whose dirty sectors are returned as a mask. It must not be
 * there. */
struct tag_line *tag_store_place(struct tag_store *c, uint64_t number, uint8_t *dirty);

#endif
