#include "sim/memory/tag-store.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/machine/machine.h"

_Static_assert((int)CACHE_INDEX_MODULO == L1_INDEX_MODULO && (int)CACHE_INDEX_MODULO == L2_INDEX_MODULO, "the words' order");
_Static_assert((int)CACHE_INDEX_PRIME == L1_INDEX_PRIME && (int)CACHE_INDEX_PRIME == L2_INDEX_PRIME, "the words' order");

static bool
is_prime(uint64_t n)
{
	for (uint64_t i = 2; i * i <= n; i++)
		if (n % i == 0)
			return false;
	return n > 1;
}

uint64_t
tag_store_sets(uint64_t bytes, unsigned ways, enum cache_index index)
{
	uint64_t sets = bytes / LINE_BYTES / ways;

	while (index == CACHE_INDEX_PRIME && sets > 1 && !is_prime(sets))
		sets--;
	return sets ? sets : 1;
}

struct tag_store *
tag_store_new(uint64_t bytes, unsigned ways, enum cache_index index, size_t line_bytes)
{
	struct tag_store *c = malloc(sizeof *c);
	const uint64_t sets = tag_store_sets(bytes, ways, index);

	if (!c)
		return NULL;
	*c = (struct tag_store){
		.stride = sizeof(uint64_t) + (line_bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t),
		.sets = 1,
		.generation = 1,
		.ways = ways,
		.used = sets,
		.room = sets,
		.index = index,
	};
	c->set = &c->none;
	return c;
}

static void
use_sets(struct tag_store *c)
{
	c->sets = c->used;
	c->mask = c->sets & (c->sets - 1) ? 0 : c->sets - 1;
}

/* Makes room for lines. Those of a set that is not filled are never read. */
static void
make_sets(struct tag_store *c)
{
	use_sets(c);
	c->set = zeroed(c->room, sizeof *c->set);
	c->number = xrealloc(NULL, c->room * c->ways * sizeof *c->number);
	c->slot = xrealloc(NULL, c->room * c->ways * c->stride);
}

void
tag_store_free(struct tag_store *c)
{
	if (c) {
		if (c->set != &c->none)
			free(c->set);
		free(c->number);
		free(c->slot);
	}
	free(c);
}

void
tag_store_clear(struct tag_store *c)
{
	c->generation++;
}

bool
tag_store_resize(struct tag_store *c, uint64_t bytes)
{
	const uint64_t sets = tag_store_sets(bytes, c->ways, c->index);

	if (sets == c->used)
		return false;
	c->used = sets;
	if (c->number)
		use_sets(c);
	tag_store_clear(c);
	return true;
}

void
tag_store_prefetch(const struct tag_store *c, uint64_t number)
{
	const uint64_t s = tag_store_set(c, number);
	const char *in;

	if (!c->number)
		return;
	in = (const char *)(c->number + s * c->ways);
	__builtin_prefetch(c->set + s);
	for (unsigned i = 0; i < c->ways * sizeof *c->number; i += 64)
		__builtin_prefetch(in + i);
}

/* The order of uses of a line, in front of the client's. */
static uint64_t *
order_of(const struct tag_store *c, uint64_t slot)
{
	return (uint64_t *)(void *)(c->slot + slot * c->stride);
}

/* The least recently used of a full set whose first way is `first`. False: all stay. */
static bool
victim_of(const struct tag_store *c, uint64_t first, bool (*stays)(const void *line), uint64_t *victim)
{
	uint64_t least = UINT64_MAX;

	for (uint64_t i = first; i < first + c->ways; i++) {
		const uint64_t *order = order_of(c, i);

		if (*order < least && !(stays && stays(order + 1))) {
			least = *order;
			*victim = i;
		}
	}
	return least != UINT64_MAX;
}

void *
tag_store_place(struct tag_store *c, uint64_t number, bool (*stays)(const void *line))
{
	struct tag_set *set;
	uint64_t s, victim, *order;

	if (!c->number)
		make_sets(c);
	s = tag_store_set(c, number);
	set = c->set + s;
	if (set->generation != c->generation)
		*set = (struct tag_set){c->generation, 0};
	if (set->filled < c->ways) {
		victim = s * c->ways + set->filled++;
		memset(order_of(c, victim), 0, c->stride);
	} else if (!victim_of(c, s * c->ways, stays, &victim)) {
		return NULL;
	}
	c->number[victim] = number;
	order = order_of(c, victim);
	*order = ++c->clock;
	return order + 1;
}
