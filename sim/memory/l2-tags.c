#include "sim/memory/l2-tags.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/machine/machine.h"

struct l2_tags {
	const struct simt_machine *m;
	struct tag_store *tags[2]; /* [1]: NULL where L2 is in one piece */
	/* of each of their lines: the bytes of each sector that are there, where it is there in part; NULL: none ever was */
	uint32_t (*written[2])[LINE_SECTORS];
	/* a ring of sectors that were written in part, by line, and how many sectors are in it; some are whole by now */
	struct l2_sectors *partial;
	size_t first, npartial, room;
	uint64_t sectors;
};

struct l2_tags *
l2_tags_new(const struct simt_machine *m)
{
	struct l2_tags *t = calloc(1, sizeof *t);
	const unsigned n = m->l2.partitions ? 2 : 1;

	if (!t)
		return NULL;
	t->m = m;
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

/* All of each group of l2_fetch neighbours of which there is one. */
static uint8_t
with_neighbours(const struct l2_tags *t, unsigned sectors)
{
	const uint32_t n = t->m->l2.fetch;

	if (n > 1)
		sectors |= (sectors & 5) << 1 | (sectors & 10) >> 1;
	if (n > 2)
		sectors |= (sectors & 3) << 2 | (sectors & 12) >> 2;
	return (uint8_t)sectors;
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

uint32_t
l2_tags_set(const struct l2_tags *t, uint64_t line)
{
	return (uint32_t)tag_store_set(t->tags[0], line);
}

/* The line of that number, if need be in the place of another. */
static inline struct l2_line *
line_of(struct tag_store *c, uint32_t set, uint64_t number, struct l2_found *f, bool *new)
{
	struct l2_line *line = tag_store_find_in(c, set, number);

	if (line)
		return line;
	line = tag_store_place_in(c, set, number, NULL);
	f->written_back |= line->dirty;
	line->sectors = line->dirty = line->partial = 0;
	line->alone = false;
	*new = true;
	return line;
}

static uint8_t
not_in(const struct l2_line *line, uint8_t sectors)
{
	return sectors & (uint8_t) ~(line->sectors & ~line->partial);
}

/* Sectors of its home that a store has not written entirely, and what it makes whole. Returns those that were not in part there before. */
static uint8_t
store_parts(struct l2_tags *t, unsigned partition, struct l2_line *home, const struct l2_request *r)
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

void
l2_tags_look_up(struct l2_tags *t, const struct port_place *at, const struct l2_request *r, unsigned home, uint32_t set,
		struct l2_found *f)
{
	const bool two = t->tags[1] != NULL;
	const unsigned store = two ? home : 0;
	uint8_t missing;

	*f = (struct l2_found){0};
	if (r->kind == L2_LOAD && two && home != at->partition) {
		f->line = line_of(t->tags[at->partition], set, r->line, f, &f->new_line);
		missing = not_in(f->line, r->sectors);
		if (!missing)
			return;
		f->copied = not_in(f->line, with_neighbours(t, missing));
		f->line->sectors |= f->copied;
		missing = f->copied;
		f->home = line_of(t->tags[home], set, r->line, f, &f->new_home);
		f->home->alone = false;
	} else {
		f->line = f->home = line_of(t->tags[store], set, r->line, f, &f->new_home);
		/* what a store writes is not fetched */
		missing = r->kind == L2_STORE ? 0 : r->sectors;
	}
	missing = not_in(f->home, missing);
	if (missing)
		f->fetched = not_in(f->home, with_neighbours(t, missing));
	if (r->kind == L2_STORE && t->m->l2.partial_bytes)
		f->parts = store_parts(t, store, f->home, r);
	f->home->sectors |= r->sectors | f->fetched;
	f->home->partial &= (uint8_t)~f->fetched;
	if (r->kind == L2_LOAD)
		return;
	f->home->dirty |= r->sectors;
	if (two && !f->home->alone && (r->kind == L2_ATOMIC || home == at->partition)) {
		struct l2_line *copy = tag_store_find_in(t->tags[!home], set, r->line);

		if (copy)
			copy->sectors &= (uint8_t)~r->sectors;
		else
			f->home->alone = true;
	}
}

void
l2_tags_prefetch(const struct l2_tags *t, const struct port_place *at, const struct l2_request *r, unsigned home, uint32_t set)
{
	const bool two = t->tags[1] != NULL;

	tag_store_prefetch(t->tags[two ? home : 0], set);
	if (two && home != at->partition && r->kind == L2_LOAD)
		tag_store_prefetch(t->tags[at->partition], set);
}
