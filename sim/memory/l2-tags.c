#include "sim/memory/l2-tags.h"

#include <stdlib.h>

#include "sim/machine/machine.h"

struct l2_tags {
	const struct simt_machine *m;
	struct tag_store *tags[2]; /* [1]: NULL where L2 is in one piece */
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

/* The line of that number, if need be in the place of another. */
static struct l2_line *
line_of(struct tag_store *c, uint64_t number, struct l2_found *f)
{
	struct l2_line *line = tag_store_find(c, number);

	if (line)
		return line;
	line = tag_store_place(c, number, NULL);
	f->written_back |= line->dirty;
	*line = (struct l2_line){0};
	return line;
}

static uint8_t
not_in(const struct l2_line *line, uint8_t sectors)
{
	return sectors & (uint8_t) ~(line->sectors & ~line->partial);
}

/* Sectors of its home that a store has not written entirely, and what it makes whole. Returns those that were not in part there before. */
static uint8_t
store_parts(struct l2_line *home, const struct l2_request *r)
{
	uint8_t new = 0;

	for (unsigned i = 0; i < LINE_SECTORS; i++) {
		const uint8_t bit = (uint8_t)(1u << i);

		/* not here, or whole already */
		if (!(r->sectors & bit) || (home->sectors & bit & ~home->partial))
			continue;
		home->written[i] |= r->written[i];
		new |= home->partial &bit ? 0 : bit;
		if (home->written[i] == UINT32_MAX || r->full & bit) {
			home->partial &= (uint8_t)~bit;
			new &= (uint8_t)~bit;
		} else {
			home->partial |= bit;
		}
	}
	return new;
}

/* These sectors of a line are there in part. Where there are too many such, the oldest are completed. */
static void
keep_parts(struct l2_tags *t, uint64_t line, uint8_t sectors, unsigned partition, struct l2_found *f)
{
	t->partial[(t->first + t->npartial++) % t->room] = (struct l2_sectors){line, sectors, (uint8_t)partition};
	t->sectors += sectors_count(sectors);
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
		f->completed[f->ncompleted++] = old;
	}
}

void
l2_tags_look_up(struct l2_tags *t, const struct port_place *at, const struct l2_request *r, unsigned home, struct l2_found *f)
{
	const bool two = t->tags[1] != NULL;
	uint8_t missing, parts = 0;

	*f = (struct l2_found){0};
	if (r->kind == L2_LOAD && two && home != at->partition) {
		f->line = line_of(t->tags[at->partition], r->line, f);
		missing = not_in(f->line, r->sectors);
		if (!missing)
			return;
		f->copied = not_in(f->line, with_neighbours(t, missing));
		f->line->sectors |= f->copied;
		missing = f->copied;
		f->home = line_of(t->tags[home], r->line, f);
	} else {
		f->line = f->home = line_of(t->tags[two ? home : 0], r->line, f);
		/* what a store writes is not fetched */
		missing = r->kind == L2_STORE ? 0 : r->sectors;
	}
	missing = not_in(f->home, missing);
	if (missing)
		f->fetched = not_in(f->home, with_neighbours(t, missing));
	if (r->kind == L2_STORE && t->m->l2.partial_bytes)
		parts = store_parts(f->home, r);
	f->home->sectors |= r->sectors | f->fetched;
	f->home->partial &= (uint8_t)~f->fetched;
	if (r->kind == L2_LOAD)
		return;
	f->home->dirty |= r->sectors;
	if (parts)
		keep_parts(t, r->line, parts, two ? home : 0, f);
	if (two && (r->kind == L2_ATOMIC || home == at->partition)) {
		struct l2_line *copy = tag_store_find(t->tags[!home], r->line);

		if (copy)
			copy->sectors &= (uint8_t)~r->sectors;
	}
}

void
l2_tags_prefetch(const struct l2_tags *t, const struct port_place *at, const struct l2_request *r, unsigned home)
{
	const bool two = t->tags[1] != NULL;

	tag_store_prefetch(t->tags[two ? home : 0], r->line);
	if (two && (home != at->partition || r->kind != L2_LOAD))
		tag_store_prefetch(t->tags[home != at->partition ? at->partition : !home], r->line);
}
