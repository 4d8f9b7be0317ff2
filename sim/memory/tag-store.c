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
		.stride = (line_bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t),
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
	c->order = xrealloc(NULL, c->room * c->ways * sizeof *c->order);
	c->line = xrealloc(NULL, c->room * c->ways * c->stride);
}

void
tag_store_free(struct tag_store *c)
{
	if (c) {
		if (c->set != &c->none)
			free(c->set);
		free(c->number);
		free(c->order);
		free(c->line);
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
	const char *in, *order;

	if (!c->number)
		return;
	in = (const char *)(c->number + s * c->ways);
	order = (const char *)(c->order + s * c->ways);
	__builtin_prefetch(c->set + s);
	for (unsigned i = 0; i < c->ways * sizeof *c->number; i += 64) {
		__builtin_prefetch(in + i);
		__builtin_prefetch(order + i, 1);
	}
}

/* The way of a full set that was used least recently; `ways` where all stay. */
static unsigned
victim_of(const struct tag_store *c, uint64_t set, bool (*stays)(const void *line))
{
	const uint64_t *order = c->order + set * c->ways;
	uint64_t least = UINT64_MAX;
	unsigned victim = c->ways;

	for (unsigned i = 0; i < c->ways; i++)
		if (order[i] < least && !(stays && stays(tag_store_line(c, set, i)))) {
			least = order[i];
			victim = i;
		}
	return victim;
}

void *
tag_store_place(struct tag_store *c, uint64_t number, bool (*stays)(const void *line))
{
	struct tag_set *set;
	unsigned way;
	uint64_t s;

	if (!c->number)
		make_sets(c);
	s = tag_store_set(c, number);
	set = c->set + s;
	if (set->generation != c->generation)
		*set = (struct tag_set){c->generation, 0};
	if (set->filled < c->ways) {
		way = set->filled++;
		memset(tag_store_line(c, s, way), 0, c->stride);
	} else {
		way = victim_of(c, s, stays);
	}
	if (way == c->ways)
		return NULL;
	c->number[s * c->ways + way] = number;
	c->order[s * c->ways + way] = ++c->clock;
	return tag_store_line(c, s, way);
}
