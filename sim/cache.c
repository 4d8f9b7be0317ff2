#include "cache.h"

#include <stdlib.h>

struct cache {
	struct cache_line *line;
	uint64_t sets, mask, clock; /* mask: sets - 1 where sets is a power of two, else 0 */
	uint32_t generation;
	unsigned ways;
};

struct cache *
cache_new(uint64_t bytes, unsigned ways)
{
	struct cache *c = malloc(sizeof *c);

	if (!c)
		return NULL;
	*c = (struct cache){.ways = ways, .sets = bytes / LINE_BYTES / ways, .generation = 1};
	if (!c->sets)
		c->sets = 1;
	/* lines that are never used are never touched: their pages stay the kernel's zero page */
	c->mask = c->sets & (c->sets - 1) ? 0 : c->sets - 1;
	c->line = calloc(c->sets * ways, sizeof *c->line);
	if (!c->line) {
		free(c);
		return NULL;
	}
	return c;
}

void
cache_free(struct cache *c)
{
	if (c)
		free(c->line);
	free(c);
}

void
cache_clear(struct cache *c)
{
	c->generation++;
}

/* The lines where a number may be. A division takes longer than all the rest. */
static struct cache_line *
set_of(const struct cache *c, uint64_t number)
{
	return c->line + (c->mask ? number & c->mask : number % c->sets) * c->ways;
}

struct cache_line *
cache_find(struct cache *c, uint64_t number)
{
	struct cache_line *set = set_of(c, number);

	for (unsigned i = 0; i < c->ways; i++)
		if (set[i].number == number && set[i].generation == c->generation) {
			set[i].used = ++c->clock;
			return set + i;
		}
	return NULL;
}

struct cache_line *
cache_place(struct cache *c, uint64_t number, uint8_t *dirty)
{
	struct cache_line *set = set_of(c, number), *victim = set;

	for (unsigned i = 0; i < c->ways && victim->generation == c->generation; i++)
		if (set[i].generation != c->generation || set[i].used < victim->used)
			victim = set + i;
	*dirty = victim->generation == c->generation ? victim->dirty : 0;
	*victim = (struct cache_line){.number = number, .used = ++c->clock, .generation = c->generation};
	return victim;
}
