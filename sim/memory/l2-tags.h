/* l2-tags.h: the tags of L2, in one piece or in two partitions. With two partitions a line has a home: the partition whose DRAM has it. Each
 * partition keeps copies of the other's lines for its own SMs, so a set of lines that all SMs read takes its room twice.
 *
 * An SM asks its own partition. What that does not have comes from the line's home, where it may have to be fetched first. From then on
 * both have it. Stores and atomics act at home. A store also writes the copy in the partition of its SM, if there is one; other copies
 * lose the sectors. Of sectors that stores have written in part L2 keeps no more than partial_bytes: DRAM gives the rest of the oldest,
 * and gets them.
 *
 * What this module cannot do: say when (memory-system.c does); limit what goes from one partition to the other; complete parts of a line
 * that is replaced. */
#ifndef SIMT_L2_TAGS_H
#define SIMT_L2_TAGS_H

#include <stdbool.h>

#include "sim/machine/machine.h"
#include "sim/memory/memory-port.h"
#include "sim/memory/tag-prefetch.h"
#include "sim/memory/tag-store.h"

/* What L2 knows of a line. */
struct l2_line {
	/* those of who asks (memory-system.c): the cycle from which what was fetched last is there; where the line belongs; of the sectors,
	 * those that are there from `ready` on */
	uint64_t ready;
	uint16_t channel, slice : 14, side : 1;
	uint16_t alone : 1; /* at home: the other partition has no copy; 0: it may have one */
	uint8_t late;
	uint8_t sectors; /* mask of those that are there */
	uint8_t dirty;   /* of these, those that DRAM has not */
	uint8_t partial; /* of these, those of which only some bytes are there */
};

/* What a request finds. What who asks keeps of a new line is still that of the one before. */
struct l2_found {
	struct l2_line *line; /* in the partition of its SM */
	struct l2_line *home; /* in the home of the line; the same line, if its SM is there, too; NULL: it was not asked */
	bool new_line, new_home;
	uint8_t copied;       /* sectors that the line gets from its home */
	uint8_t fetched;      /* sectors that its home gets from DRAM */
	uint8_t written_back; /* sectors of the line that it takes the place of, which go to DRAM */
	uint8_t parts;        /* of a store: those that are written in part and were not, for l2_tags_keep() */
};

/* Sectors of a line, of that partition. */
struct l2_sectors {
	uint64_t line;
	uint8_t sectors, partition;
};

/* The fields are the module's own. */
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

struct l2_tags *l2_tags_new(const struct simt_machine *m);
void l2_tags_free(struct l2_tags *t);
void l2_tags_clear(struct l2_tags *t);
/* Before the first request. Without memory the program ends (alloc.h). */
void l2_tags_begin(struct l2_tags *t);
/* Whether so many more sectors can be written in part before any is completed. */
bool l2_tags_holds(const struct l2_tags *t, uint64_t sectors);
/* A store has been looked up that has written f->parts: the oldest that there is no room for are completed, by DRAM, which gives the rest
 * and gets them. Into done[], which has room for LINE_SECTORS; returns how many. */
unsigned l2_tags_keep(struct l2_tags *t, const struct l2_request *r, unsigned home, uint8_t parts, struct l2_sectors *done);

/* Part of l2_tags_look_up(): sectors of a home that a store has not written entirely, and what it makes whole. Returns those that were not in
 * part there before. */
uint8_t l2_tags_store_parts(struct l2_tags *t, unsigned partition, struct l2_line *home, const struct l2_request *r);

/* The set of a line, in each partition. Lines of different sets have nothing in common but what is written in part. */
static inline uint32_t
l2_tags_set(const struct l2_tags *t, uint64_t line)
{
	return (uint32_t)tag_store_set(t->tags[0], line);
}

/* The line of that number, if need be in the place of another. */
static inline __attribute__((always_inline)) struct l2_line *
l2_tags_line(struct tag_store *c, uint32_t set, uint64_t number, struct l2_found *f, bool *new)
{
	struct l2_line *line = tag_store_find_in(c, set, number);

	if (line)
		return line;
	line = tag_store_place_in(c, set, number, NULL, true);
	f->written_back |= line->dirty;
	line->sectors = line->dirty = line->partial = 0;
	line->alone = 0;
	*new = true;
	return line;
}

/* Of these sectors those that are not there, or in part. */
static inline uint8_t
l2_tags_not_in(const struct l2_line *line, uint8_t sectors)
{
	return sectors & (uint8_t) ~(line->sectors & ~line->partial);
}

/* The tags after request r of an SM at that place for a line of that set, and what it found, into *f. home: the partition of the line
 * (address-map.h); it can be anything where L2 is in one piece. */
static inline __attribute__((always_inline)) void
l2_tags_look_up(struct l2_tags *t, const struct port_place *at, const struct l2_request *r, unsigned home, uint32_t set,
		struct l2_found *f)
{
	const bool two = t->tags[1] != NULL;
	const unsigned store = two ? home : 0;
	uint8_t missing;

	*f = (struct l2_found){0};
	if (r->kind == L2_LOAD && two && home != at->partition) {
		f->line = l2_tags_line(t->tags[at->partition], set, r->line, f, &f->new_line);
		missing = l2_tags_not_in(f->line, r->sectors);
		if (!missing)
			return;
		f->copied = l2_tags_not_in(f->line, sectors_with_neighbours(missing, t->m->l2.fetch));
		f->line->sectors |= f->copied;
		missing = f->copied;
		f->home = l2_tags_line(t->tags[home], set, r->line, f, &f->new_home);
		f->home->alone = 0;
	} else {
		f->line = f->home = l2_tags_line(t->tags[store], set, r->line, f, &f->new_home);
		/* what a store writes is not fetched */
		missing = r->kind == L2_STORE ? 0 : r->sectors;
	}
	missing = l2_tags_not_in(f->home, missing);
	if (missing)
		f->fetched = l2_tags_not_in(f->home, sectors_with_neighbours(missing, t->m->l2.fetch));
	if (r->kind == L2_STORE && t->m->l2.partial_bytes)
		f->parts = l2_tags_store_parts(t, store, f->home, r);
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
			f->home->alone = 1;
	}
}

/* Brings that set of the partition of a line, and of the other one where `both`, into the host's caches. */
static inline __attribute__((always_inline)) void
l2_tags_prefetch(const struct l2_tags *t, unsigned home, bool both, uint32_t set)
{
	if (!t->tags[1])
		home = both = 0;
	tag_store_prefetch(t->tags[home], set);
	if (both)
		tag_store_prefetch(t->tags[!home], set);
}

/* The same of what a line has that is placed next in that set, the tags of which are near. */
static inline __attribute__((always_inline)) void
l2_tags_prefetch_line(const struct l2_tags *t, unsigned home, bool both, uint32_t set)
{
	if (!t->tags[1])
		home = both = 0;
	tag_store_prefetch_line(t->tags[home], set);
	if (both)
		tag_store_prefetch_line(t->tags[!home], set);
}

#endif
