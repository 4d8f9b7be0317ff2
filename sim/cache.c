#include "cache.h"

#include <stdlib.h>
#include <string.h>

struct line {
	uint64_t tag; /* line address + 1; 0: empty */
	uint64_t used;
	uint8_t sectors;
};

struct cache {
	struct line *line;
	uint64_t sets, clock;
	unsigned ways;
};

struct cache *
cache_new(uint64_t bytes, unsigned ways)
{
	struct cache *c = malloc(sizeof *c);

	if (!c)
		return NULL;
	*c = (struct cache){.ways = ways, .sets = bytes / LINE_BYTES / ways};
	if (!c->sets)
		c->sets = 1;
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
	/* a large cache that was never used is never touched: its pages stay the kernel's zero page */
	if (c->clock)
		memset(c->line, 0, c->sets * c->ways * sizeof *c->line);
	c->clock = 0;
}

bool
cache_access(struct cache *c, uint64_t address, bool fill)
{
	uint64_t number = address / LINE_BYTES;
	uint8_t sector = (uint8_t)(1u << (address % LINE_BYTES / SECTOR_BYTES));
	struct line *set = c->line + number % c->sets * c->ways, *victim = set;

	c->clock++;
	for (unsigned i = 0; i < c->ways; i++) {
		struct line *l = set + i;

		if (l->tag == number + 1) {
			bool hit = l->sectors & sector;

			l->used = c->clock;
			if (fill)
				l->sectors |= sector;
			return hit;
		}
		if (l->used < victim->used)
			victim = l;
	}
	if (fill)
		*victim = (struct line){number + 1, c->clock, sector};
	return false;
}
