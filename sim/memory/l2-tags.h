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

#include "sim/memory/tag-store.h"
#include "sim/memory/memory-port.h"

struct l2_tags;
struct simt_machine;

/* What L2 knows of a line. */
struct l2_line {
	/* those of who asks (memory-system.c): the cycle from which what was fetched last is there; where the line belongs; of the sectors,
	 * those that are there from `ready` on */
	uint64_t ready;
	uint16_t slice, channel : 15, side : 1;
	uint8_t late : 4;
	uint8_t sectors : 4; /* mask of those that are there */
	uint8_t dirty : 4;   /* of these, those that DRAM has not */
	uint8_t partial : 4; /* of these, those of which only some bytes are there */
	bool alone;          /* at home: the other partition has no copy; false: it may have one */
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

struct l2_tags *l2_tags_new(const struct simt_machine *m);
void l2_tags_free(struct l2_tags *t);
void l2_tags_clear(struct l2_tags *t);
/* Before the first request. Without memory the program ends (alloc.h). */
void l2_tags_begin(struct l2_tags *t);
/* The set of a line, in each partition. Lines of different sets have nothing in common but what is written in part. */
uint32_t l2_tags_set(const struct l2_tags *t, uint64_t line);
/* The tags after request r of an SM at that place for a line of that set, and what it found, into *f. home: the partition of the line
 * (address-map.h); it can be anything where L2 is in one piece. */
void l2_tags_look_up(struct l2_tags *t, const struct port_place *at, const struct l2_request *r, unsigned home, uint32_t set,
		     struct l2_found *f);
/* Brings what that will look at into the host's caches. */
void l2_tags_prefetch(const struct l2_tags *t, const struct port_place *at, const struct l2_request *r, unsigned home,
		      uint32_t set);
/* Whether so many more sectors can be written in part before any is completed. */
bool l2_tags_holds(const struct l2_tags *t, uint64_t sectors);
/* A store has been looked up that has written f->parts: the oldest that there is no room for are completed, by DRAM, which gives the rest
 * and gets them. Into done[], which has room for LINE_SECTORS; returns how many. */
unsigned l2_tags_keep(struct l2_tags *t, const struct l2_request *r, unsigned home, uint8_t parts, struct l2_sectors *done);

#endif
