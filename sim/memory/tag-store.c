#include "sim/memory/tag-store.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host-cache.h"
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
	const size_t numbers = (offsetof(struct tag_set, order) + ways * sizeof(uint16_t) + sizeof(uint64_t) - 1) /
			       sizeof(uint64_t) * sizeof(uint64_t);

	if (!c)
		return NULL;
	*c = (struct tag_store){
		.set_bytes = (numbers + ways * sizeof(uint64_t) + HOST_LINE - 1) / HOST_LINE * HOST_LINE,
		.numbers = numbers,
		.stride = (line_bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t),
		.sets = 1,
		.inverse = UINT64_MAX,
		.generation = 1,
		.ways = ways,
		.used = sets,
		.room = sets,
		.index = index,
	};
	c->has = &c->none;
	c->set = &c->none; /* anywhere: of the empty set nothing is read */
	return c;
}

static void
use_sets(struct tag_store *c)
{
	c->sets = c->used;
	c->inverse = UINT64_MAX / c->sets;
}

void
tag_store_make_room(struct tag_store *c)
{
	const size_t sets = c->room * c->set_bytes, lines = c->room * c->ways * c->stride;

	use_sets(c);
	c->set = must(line_alloc(sets + lines + c->room * sizeof *c->has));
	c->line = c->set + sets;
	c->has = c->line + lines;
	memset(c->has, 0, c->room * sizeof *c->has);
}

void
tag_store_free(struct tag_store *c)
{
	if (c && c->line)
		free(c->set);
	free(c);
}

void
tag_store_clear(struct tag_store *c)
{
	if (++c->generation)
		return;
	memset(c->has, 0, c->line ? c->room : 1);
	c->generation = 1;
}

bool
tag_store_resize(struct tag_store *c, uint64_t bytes)
{
	const uint64_t sets = tag_store_sets(bytes, c->ways, c->index);

	if (sets == c->used)
		return false;
	c->used = sets;
	if (c->line)
		use_sets(c);
	tag_store_clear(c);
	return true;
}

void
tag_store_wind(struct tag_set *set)
{
	const uint16_t n = set->filled;
	uint16_t before[TAG_WAYS_MOST];

	memcpy(before, set->order, n * sizeof *before);
	for (unsigned i = 0; i < n; i++) {
		set->order[i] = 0;
		for (unsigned k = 0; k < n; k++)
			set->order[i] = (uint16_t)(set->order[i] + (before[k] < before[i]));
	}
	set->clock = n;
}

void *
tag_store_place(struct tag_store *c, uint64_t number, bool (*stays)(const void *line))
{
	tag_store_make(c);
	return tag_store_place_in(c, tag_store_set(c, number), number, stays, true);
}
