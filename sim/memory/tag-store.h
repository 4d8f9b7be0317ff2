/* tag-store.h: the tags of any cache: set-associative, lines of 128 bytes found by number, the least recently used one replaced. L1, L2
 * and the caches of instructions and constants use it. Beside each number it keeps what its client knows of the line (a struct of the
 * client's), so that sectors, misses under way and what is dirty are no business of this module.
 *
 * Memory for lines is taken when the first one is placed: of most machines that are made few SMs ever run. A line that the client is
 * given stays where it is until it is replaced, or the store is freed.
 *
 * What this module cannot do: a hash of the address as set index; replacement by anything but the order of use. */
#ifndef SIMT_TAG_STORE_H
#define SIMT_TAG_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SECTOR_BYTES = 32, LINE_SECTORS = 4, LINE_BYTES = 128 };

/* How many sectors a mask has: without a call, which popcount is to a compiler that may not know the host's. */
static inline unsigned
sectors_count(unsigned mask)
{
	return (unsigned)(UINT64_C(0x4332322132212110) >> 4 * (mask & 15)) & 15;
}

/* Ways of a set are filled in order, and from then on replaced. */
struct tag_set {
	uint32_t generation; /* the set is empty unless it is the store's */
	uint32_t filled;
};

/* Which of a cache's sets are used: all, or as many as the largest prime that is not above their number. In the order of the words of
 * parameters l1_index and l2_index. */
enum cache_index { CACHE_INDEX_MODULO, CACHE_INDEX_PRIME };

/* The fields are the module's own. What is looked for, the numbers of lines and the order of their uses, lies apart from what is found: a
 * host's caches hold few sets of whole lines. The clients' lines lie way by way, so that a cache of which few ways are filled takes little
 * of the host's memory. Until the first line is placed the only set is `none`. */
struct tag_store {
	struct tag_set *set;
	uint64_t *number, *order; /* of each line, set by set; order of uses */
	unsigned char *line;      /* `stride` bytes each: the client's lines, `room` of each way */
	size_t stride;
	uint64_t sets, mask, clock; /* mask: sets - 1 where sets is a power of two, else 0 */
	uint32_t generation;
	unsigned ways;
	uint64_t used, room; /* sets that are in use once a line is placed; the most there can be */
	enum cache_index index;
	struct tag_set none;
};

/* How many sets a cache of so many bytes uses, at least one; the set of a line is its number modulo these. */
uint64_t tag_store_sets(uint64_t bytes, unsigned ways, enum cache_index index);

/* `bytes` is rounded down to a whole number of sets. The client's line has line_bytes bytes, and needs no
 * more than the alignment of a uint64_t. NULL when there is no memory; where there is none for its lines, the program ends as soon as
 * one is placed. */
struct tag_store *tag_store_new(uint64_t bytes, unsigned ways, enum cache_index index, size_t line_bytes);
void tag_store_free(struct tag_store *c);
void tag_store_clear(struct tag_store *c);
/* From now on it has so many bytes, which are no more than it was made with. Returns whether that is another number of sets: then it is
 * empty. */
bool tag_store_resize(struct tag_store *c, uint64_t bytes);
/* Brings the set of a line into the host's caches. */
void tag_store_prefetch(const struct tag_store *c, uint64_t number);
/* Puts the line of that number, which must not be there, in the place of the least recently used one of its set of which stays() is
 * false; NULL instead of a function: of all. Returns the client's line as the one before left it, all 0 where there was none, for the
 * client to fill in; NULL where all of the set stay. */
void *tag_store_place(struct tag_store *c, uint64_t number, bool (*stays)(const void *line));

/* The set in which a number may be. A division takes longer than all the rest. */
static inline uint64_t
tag_store_set(const struct tag_store *c, uint64_t number)
{
	return c->mask ? number & c->mask : number % c->sets;
}

/* The client's line in a way of a set. */
static inline void *
tag_store_line(const struct tag_store *c, uint64_t set, unsigned way)
{
	return c->line + (way * c->room + set) * c->stride;
}

/* The client's line of that number, address / LINE_BYTES, and where its order of uses is; NULL where it is not there. */
static inline void *
tag_store_look_up(const struct tag_store *c, uint64_t number, uint64_t **order)
{
	const uint64_t s = tag_store_set(c, number), *in;
	const unsigned n = c->set[s].generation == c->generation ? c->set[s].filled : 0;

	if (!n)
		return NULL;
	in = c->number + s * c->ways;
	for (unsigned i = 0; i < n; i++)
		if (in[i] == number) {
			*order = c->order + s * c->ways + i;
			return tag_store_line(c, s, i);
		}
	return NULL;
}

/* The client's line of that number, address / LINE_BYTES; NULL where it is not there. */
static inline void *
tag_store_peek(const struct tag_store *c, uint64_t number)
{
	uint64_t *order;

	return tag_store_look_up(c, number, &order);
}

/* The same; the line becomes the most recently used. */
static inline void *
tag_store_find(struct tag_store *c, uint64_t number)
{
	uint64_t *order;
	void *line = tag_store_look_up(c, number, &order);

	if (line)
		*order = ++c->clock;
	return line;
}

#endif
