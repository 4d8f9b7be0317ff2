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
#include <string.h>

enum { SECTOR_BYTES = 32, LINE_SECTORS = 4, LINE_BYTES = 128 };

/* Ways of a set at most, as in machine.def. */
enum { TAG_WAYS_MOST = 64 };

/* How many sectors a mask has: without a call, which popcount is to a compiler that may not know the host's. */
static inline unsigned
sectors_count(unsigned mask)
{
	static const uint8_t count[] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

	return count[mask & 15];
}

/* All of each group of `each` neighbours of a line of which there is one; 3 counts as 4. */
static inline uint8_t
sectors_with_neighbours(unsigned sectors, uint32_t each)
{
	if (each > 1)
		sectors |= (sectors & 5) << 1 | (sectors & 10) >> 1;
	if (each > 2)
		sectors |= (sectors & 3) << 2 | (sectors & 12) >> 2;
	return (uint8_t)sectors;
}

/* What is known of a set but for its lines. Behind it are the order in which its ways were used last, by the set's clock, and the number of each
 * way's line: so that a set of few ways, or of which few are filled, is one line of a host's cache. Ways are filled in order, and from then on
 * replaced. */
struct tag_set {
	uint16_t filled;
	uint16_t clock; /* counts uses of its lines */
	uint16_t order[];
};

/* Of two numbers of 64 bits. */
__extension__ typedef unsigned __int128 wide_product;

/* Which of a cache's sets are used: all, or as many as the largest prime that is not above their number. In the order of the words of
 * parameters l1_index and l2_index. */
enum cache_index { CACHE_INDEX_MODULO, CACHE_INDEX_PRIME };

/* The fields are the module's own. What is looked for lies apart from what is found: a host's caches hold few sets of whole lines. Sets have
 * nothing in common, so that several threads may use lines of different sets. Until the first line is placed there is only an empty set. */
struct tag_store {
	/* Behind each other: set_bytes for each set, from a line of the host's cache on, and what is in an empty one is never read; `stride` bytes
	 * for each of the client's lines, set by set, from a line of the host's cache on, NULL: there is no room yet; of each set: it is empty
	 * unless this is the store's generation. */
	unsigned char *set, *line;
	uint8_t *has;
	size_t set_bytes, stride;
	size_t numbers;         /* so many bytes behind the start of a set are the numbers of its lines */
	uint64_t sets, inverse; /* inverse: 2^64 / sets, rounded down, but less than 2^64 */
	uint8_t generation;     /* from 1 on */
	unsigned ways;
	uint64_t used, room; /* sets that are in use once a line is placed; the most there can be */
	enum cache_index index;
	uint8_t none; /* `has` until then */
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
/* Makes room for lines, as placing the first one does; the same where there is none yet. */
void tag_store_make_room(struct tag_store *c);
static inline void
tag_store_make(struct tag_store *c)
{
	if (!c->line)
		tag_store_make_room(c);
}
/* Puts the line of that number, which must not be there, in the place of the least recently used one of its set of which stays() is
 * false; NULL instead of a function: of all. Returns the client's line as the one before left it, all 0 where there was none, for the
 * client to fill in; NULL where all of the set stay. */
void *tag_store_place(struct tag_store *c, uint64_t number, bool (*stays)(const void *line));
/* Part of tag_store_find_in(): a set's clock is full. */
void tag_store_wind(struct tag_set *set);

/* The set in which a number may be: number % sets, without a division, which takes longer than all the rest. The quotient is too small by
 * one at most. */
static inline uint64_t
tag_store_set(const struct tag_store *c, uint64_t number)
{
	const uint64_t rest = number - (uint64_t)((wide_product)number * c->inverse >> 64) * c->sets;

	return rest < c->sets ? rest : rest - c->sets;
}

/* The client's line in a way of a set. */
static inline void *
tag_store_line(const struct tag_store *c, uint64_t set, unsigned way)
{
	return c->line + (set * c->ways + way) * c->stride;
}

/* How many lines there can be, and which of them that client's line is, from 0 on. */
static inline size_t
tag_store_lines(const struct tag_store *c)
{
	return c->room * c->ways;
}
static inline size_t
tag_store_number(const struct tag_store *c, const void *line)
{
	return (size_t)((const unsigned char *)line - c->line) / c->stride;
}

static inline struct tag_set *
tag_store_at(const struct tag_store *c, uint64_t set)
{
	return (struct tag_set *)(void *)(c->set + set * c->set_bytes);
}

/* The numbers of the lines of a set. */
static inline uint64_t *
tag_store_numbers(const struct tag_store *c, struct tag_set *set)
{
	return (uint64_t *)(void *)((unsigned char *)set + c->numbers);
}

/* The way of a set in which the line of that number is; c->ways: none. */
static inline unsigned
tag_store_way(const struct tag_store *c, uint64_t s, uint64_t number)
{
	struct tag_set *set = tag_store_at(c, s);
	const unsigned n = c->has[s] == c->generation ? set->filled : 0;
	const uint64_t *is = tag_store_numbers(c, set);

	for (unsigned i = 0; i < n; i++)
		if (is[i] == number)
			return i;
	return c->ways;
}

/* The client's line of that number, address / LINE_BYTES; NULL where it is not there. */
static inline void *
tag_store_peek(const struct tag_store *c, uint64_t number)
{
	const uint64_t s = tag_store_set(c, number);
	const unsigned way = tag_store_way(c, s, number);

	return way < c->ways ? tag_store_line(c, s, way) : NULL;
}

/* The line of that way is the most recently used one of its set. */
static inline void
tag_store_use(struct tag_set *set, unsigned way)
{
	if (set->clock == UINT16_MAX)
		tag_store_wind(set);
	set->order[way] = ++set->clock;
}

/* As tag_store_peek(), by its set; the line becomes the most recently used. */
static inline void *
tag_store_find_in(const struct tag_store *c, uint64_t s, uint64_t number)
{
	const unsigned way = tag_store_way(c, s, number);

	if (way == c->ways)
		return NULL;
	tag_store_use(tag_store_at(c, s), way);
	return tag_store_line(c, s, way);
}

static inline void *
tag_store_find(struct tag_store *c, uint64_t number)
{
	return tag_store_find_in(c, tag_store_set(c, number), number);
}

/* The way of a full set that was used least recently; `ways` where all stay. */
static inline __attribute__((always_inline)) unsigned
tag_store_victim(const struct tag_store *c, uint64_t s, bool (*stays)(const void *line))
{
	const uint16_t *order = tag_store_at(c, s)->order;
	const unsigned ways = c->ways;
	uint32_t least = UINT32_MAX;
	unsigned victim = ways;

	for (unsigned i = 0; i < ways; i++)
		if (order[i] <= least && !(stays && stays(tag_store_line(c, s, i)))) {
			least = order[i];
			victim = i;
		}
	return victim;
}

/* As tag_store_place(), by its set; there is room for lines. clear: false where what the line has does not matter. Here, so that the
 * client's function needs no call. */
static inline __attribute__((always_inline)) void *
tag_store_place_in(const struct tag_store *c, uint64_t s, uint64_t number, bool (*stays)(const void *line), bool clear)
{
	struct tag_set *set = tag_store_at(c, s);
	unsigned char *line;
	unsigned way;

	if (c->has[s] != c->generation) {
		c->has[s] = c->generation;
		set->filled = set->clock = 0;
	}
	if (set->filled < c->ways) {
		way = set->filled++;
		line = tag_store_line(c, s, way);
		for (size_t i = 0; clear && i < c->stride; i += sizeof(uint64_t))
			memset(line + i, 0, sizeof(uint64_t));
	} else {
		way = tag_store_victim(c, s, stays);
		if (way == c->ways)
			return NULL;
		line = tag_store_line(c, s, way);
	}
	tag_store_numbers(c, set)[way] = number;
	tag_store_use(set, way);
	return line;
}

#endif
