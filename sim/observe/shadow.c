#include "sim/observe/shadow.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static struct cell *
word(struct shadow *s, uint64_t address)
{
	uint64_t number = address / 4 / SHADOW_WORDS;

	if (!s->last || s->last_page != number) {
		struct shadow_page *p = map_get(&s->pages, number);

		if (!p) {
			p = calloc(1, sizeof *p);
			if (!p)
				simt_no_memory();
			map_put(&s->pages, number, p);
		}
		s->last = p;
		s->last_page = number;
	}
	return s->last->cell + address / 4 % SHADOW_WORDS;
}

static void
split(struct shadow *s, struct cell *c)
{
	s->split = grow(s->split, &s->split_cap, s->nsplit + 2, sizeof *s->split);
	c->split = ++s->nsplit;
	for (unsigned i = 0; i < 4; i++) {
		struct cell *b = &s->split[c->split][i];

		*b = *c;
		b->split = 0;
		b->value = c->value >> 8 * i & 0xff;
	}
}

unsigned
shadow_find(struct shadow *s, uint64_t address, unsigned bytes, struct cell **cell)
{
	struct cell *c = word(s, address);

	if (bytes < 4 && !c->split)
		split(s, c);
	*cell = c->split ? &s->split[c->split][address % 4] : c;
	return c->split ? bytes : 1;
}

void
shadow_clear(struct shadow *s)
{
	map_clear(&s->pages, free);
	free(s->split);
	*s = (struct shadow){.nsplit = 0};
}
