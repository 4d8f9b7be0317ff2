#include "sim/observe/shadow.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct shadow_page *
shadow_page(struct shadow *s, uint64_t address)
{
	const uint64_t number = address / 4 / SHADOW_WORDS;

	if (!s->last || s->last_page != number) {
		struct shadow_page *p = map_get(&s->pages, number);

		if (!p) {
			p = zeroed(1, sizeof *p);
			map_put(&s->pages, number, p);
		}
		s->last = p;
		s->last_page = number;
	}
	return s->last;
}

/* Gives the bytes of word i cells of their own. */
static void
split(struct shadow *s, struct shadow_page *p, unsigned i)
{
	const struct cell whole = {p, NULL, i};
	struct shadow_bytes *b;

	s->bytes = grow(s->bytes, &s->bytes_cap, s->nbytes + 2, sizeof *s->bytes);
	b = s->bytes + ++s->nbytes;
	for (unsigned k = 0; k < SHADOW_BYTES; k++) {
		for (unsigned access = 0; access < SHADOW_ACCESSES; access++)
			b->access[k][access] = cell_stamp(&whole, access);
		b->value[k] = p->value[i] >> 8 * k & 0xff;
	}
	p->split[i] = s->nbytes;
	p->any_split = true;
}

unsigned
shadow_cells(struct shadow *s, uint64_t address, unsigned bytes, struct cell *first)
{
	struct shadow_page *p = shadow_page(s, address);
	const unsigned i = (unsigned)(address / 4 % SHADOW_WORDS);

	if (bytes < 4 && !p->split[i])
		split(s, p, i);
	if (!p->split[i]) {
		*first = (struct cell){p, NULL, i};
		return 1;
	}
	*first = (struct cell){NULL, s->bytes + p->split[i], (unsigned)(address % 4)};
	return bytes;
}

void
shadow_clear(struct shadow *s)
{
	map_clear(&s->pages, free);
	free(s->bytes);
	*s = (struct shadow){.nbytes = 0};
}
