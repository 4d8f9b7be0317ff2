#include "sim/memory/l2-tags.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/machine/machine.h"

struct l2_tags *
l2_tags_new(const struct simt_machine *m)
{
	struct l2_tags *t = calloc(1, sizeof *t);
	const unsigned n = m->l2.partitions ? 2 : 1;

	if (!t)
		return NULL;
	t->m = m;
	for (unsigned sectors = 0; sectors < 1 << LINE_SECTORS; sectors++)
		t->with[sectors] = sectors_with_neighbours(sectors, m->l2.fetch);
	for (unsigned i = 0; i < n; i++)
		if (!(t->tags[i] =
			      tag_store_new(m->l2.bytes / n, m->l2.ways, (enum cache_index)m->l2.index, sizeof(struct l2_line)))) {
			l2_tags_free(t);
			return NULL;
		}
	/* one sector each at the worst, and those of one store */
	t->room = m->l2.partial_bytes / SECTOR_BYTES + 2;
	t->partial = malloc(t->room * sizeof *t->partial);
	if (t->partial)
		return t;
	l2_tags_free(t);
	return NULL;
}

void
l2_tags_free(struct l2_tags *t)
{
	if (t) {
		free(t->partial);
		free(t->written[0]);
		free(t->written[1]);
		tag_store_free(t->tags[0]);
		tag_store_free(t->tags[1]);
	}
	free(t);
}

void
l2_tags_clear(struct l2_tags *t)
{
	tag_store_clear(t->tags[0]);
	if (t->tags[1])
		tag_store_clear(t->tags[1]);
	t->first = t->npartial = 0;
	t->sectors = 0;
}

void
l2_tags_begin(struct l2_tags *t)
{
	for (unsigned i = 0; i < 2 && t->tags[i]; i++) {
		tag_store_make(t->tags[i]);
		if (t->m->l2.partial_bytes && !t->written[i])
			t->written[i] = xrealloc(NULL, tag_store_lines(t->tags[i]) * sizeof *t->written[i]);
	}
}

uint8_t
l2_tags_store_parts(struct l2_tags *t, unsigned partition, struct l2_line *home, const struct l2_request *r)
{
	uint32_t *written = t->written[partition][tag_store_number(t->tags[partition], home)];
	uint8_t new = 0;

	/* those that are not here, or in part */
	for (unsigned left = r->sectors & ~(home->sectors & ~home->partial); left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const uint8_t bit = (uint8_t)(1u << i);

		written[i] = home->partial & bit ? written[i] | r->written[i] : r->written[i];
		if (written[i] == UINT32_MAX || r->full & bit) {
			home->partial &= (uint8_t)~bit;
		} else {
			new |= home->partial &bit ? 0 : bit;
			home->partial |= bit;
		}
	}
	return new;
}

bool
l2_tags_holds(const struct l2_tags *t, uint64_t sectors)
{
	return (t->sectors + sectors) * SECTOR_BYTES <= t->m->l2.partial_bytes;
}

unsigned
l2_tags_keep(struct l2_tags *t, const struct l2_request *r, unsigned home, uint8_t parts, struct l2_sectors *done)
{
	const uint8_t partition = (uint8_t)(t->tags[1] ? home : 0);
	unsigned n = 0;

	t->partial[(t->first + t->npartial++) % t->room] = (struct l2_sectors){r->line, parts, partition};
	t->sectors += sectors_count(parts);
	while (t->sectors * SECTOR_BYTES > t->m->l2.partial_bytes) {
		struct l2_sectors old = t->partial[t->first];
		struct l2_line *l = tag_store_peek(t->tags[old.partition], old.line);

		t->first = (t->first + 1) % t->room;
		t->npartial--;
		t->sectors -= sectors_count(old.sectors);
		old.sectors &= l ? l->partial : 0;
		if (!old.sectors)
			continue;
		l->partial &= (uint8_t)~old.sectors;
		l->dirty &= (uint8_t)~old.sectors;
		done[n++] = old;
	}
	return n;
}
