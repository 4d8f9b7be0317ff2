#include "sim/memory/tag-store.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/machine/machine.h"

/* Lines of a set are filled in order, and from then on replaced. */
struct set {
	uint32_t generation; /* the set is empty unless it is the cache's */
	uint32_t filled;
};

/* What is looked for, the numbers of lines, lies apart from what is found: a host's caches hold few sets of whole lines. Until the first
 * line is placed the only set is `none`: of most machines that are made few SMs ever run. */
struct tag_store {
	struct set *set;
	uint64_t *number;
	struct tag_line *line;
	uint64_t sets, mask, clock; /* mask: sets - 1 where sets is a power of two, else 0 */
	uint32_t generation;
	unsigned ways;
	uint64_t room; /* sets, once a line is placed */
	struct set none;
};

static bool
is_prime(uint64_t n)
{
	for (uint64_t i = 2; i * i <= n; i++)
		if (n % i == 0)
			return false;
	return n > 1;
}

uint64_t
tag_store_sets(uint64_t bytes, unsigned ways, int index)
{
	uint64_t sets = bytes / LINE_BYTES / ways;

	while (index == CACHE_INDEX_PRIME && sets > 1 && !is_prime(sets))
		sets--;
	return sets ? sets : 1;
}

struct tag_store *
tag_store_new(uint64_t bytes, unsigned ways, int index)
{
	struct tag_store *c = malloc(sizeof *c);

	if (!c)
		return NULL;
	*c = (struct tag_store){.ways = ways, .sets = 1, .generation = 1, .room = tag_store_sets(bytes, ways, index)};
	c->set = &c->none;
	return c;
}

/* Makes room for lines. Those of a set that is not filled are never read. */
static void
make_sets(struct tag_store *c)
{
	c->sets = c->room;
	c->mask = c->sets & (c->sets - 1) ? 0 : c->sets - 1;
	c->set = calloc(c->sets, sizeof *c->set);
	c->number = xrealloc(NULL, c->sets * c->ways * sizeof *c->number);
	c->line = xrealloc(NULL, c->sets * c->ways * sizeof *c->line);
	if (!c->set)
		simt_no_memory();
}

void
tag_store_free(struct tag_store *c)
{
	if (c) {
		if (c->set != &c->none)
			free(c->set);
		free(c->number);
		free(c->line);
	}
	free(c);
}

void
tag_store_clear(struct tag_store *c)
{
	c->generation++;
}

/* The set in which a number may be. A division takes longer than all the rest. */
static uint64_t
set_of(const struct tag_store *c, uint64_t number)
{
	return c->mask ? number & c->mask : number % c->sets;
}

struct tag_line *
tag_store_peek(const struct tag_store *c, uint64_t number)
{
	const uint64_t s = set_of(c, number), *in;
	const unsigned n = c->set[s].generation == c->generation ? c->set[s].filled : 0;

	if (!n)
		return NULL;
	in = c->number + s * c->ways;
	for (unsigned i = 0; i < n; i++)
		if (in[i] == number)
			return c->line + s * c->ways + i;
	return NULL;
}

void
tag_store_prefetch(const struct tag_store *c, uint64_t number)
{
	const uint64_t s = set_of(c, number);
	const char *in;

	if (!c->number)
		return;
	in = (const char *)(c->number + s * c->ways);
	__builtin_prefetch(c->set + s);
	for (unsigned i = 0; i < c->ways * sizeof *c->number; i += 64)
		__builtin_prefetch(in + i);
}

struct tag_line *
tag_store_find(struct tag_store *c, uint64_t number)
{
	struct tag_line *line = tag_store_peek(c, number);

	if (line)
		line->used = ++c->clock;
	return line;
}

struct tag_line *
tag_store_place(struct tag_store *c, uint64_t number, uint8_t *dirty)
{
	struct tag_line *line;
	struct set *set;
	unsigned victim = 0;
	uint64_t s;

	if (!c->number)
		make_sets(c);
	s = set_of(c, number);
	set = c->set + s;
	line = c->line + s * c->ways;
	if (set->generation != c->generation)
		*set = (struct set){c->generation, 0};
	if (set->filled < c->ways) {
		victim = set->filled++;
		*dirty = 0;
	} else {
		for (unsigned i = 1; i < c->ways; i++)
			victim = line[i].used < line[victim].used ? i : victim;
		*dirty = line[victim].dirty;
	}
	c->number[s * c->ways + victim] = number;
	line[victim] = (struct tag_line){.used = ++c->clock};
	return line + victim;
}
