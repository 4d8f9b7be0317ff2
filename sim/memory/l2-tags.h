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

#include "sim/memory/tag-store.h"
#include "sim/memory/memory-port.h"

struct l2_tags;
struct simt_machine;

/* What L2 knows of a line. */
struct l2_line {
	uint64_t ready;                 /* cycle from which what was fetched last is there, sectors `late` */
	uint8_t sectors;                /* mask of those that are there */
	uint8_t dirty;                  /* of these, those that DRAM has not */
	uint8_t late;                   /* of these, those that are there from `ready` on */
	uint8_t partial;                /* of these, those of which only the bytes `written` are there */
	uint32_t written[LINE_SECTORS]; /* a bit for each byte */
};

/* What a request finds. */
struct l2_found {
	struct l2_line *line; /* in the partition of its SM */
	struct l2_line *home; /* in the home of the line; the same line, if its SM is there, too */
	uint8_t copied;       /* sectors that the line gets from its home */
	uint8_t fetched;      /* sectors that its home gets from DRAM */
	uint8_t written_back; /* sectors of the line that it takes the place of, which go to DRAM */
	uint8_t ncompleted;   /* lines of which DRAM gives the rest of some sectors and gets them */
	struct l2_sectors {
		uint64_t line;
		uint8_t sectors, partition;
	} completed[LINE_SECTORS];
};

struct l2_tags *l2_tags_new(const struct simt_machine *m);
void l2_tags_free(struct l2_tags *t);
void l2_tags_clear(struct l2_tags *t);
/* The tags after request r of an SM at that place, and what it found, into *f. home: the partition of the line (address-map.h); it can be anything
 * where L2 is in one piece. */
void l2_tags_look_up(struct l2_tags *t, const struct port_place *at, const struct l2_request *r, unsigned home, struct l2_found *f);
/* Brings what that will look at into the host's caches. */
void l2_tags_prefetch(const struct l2_tags *t, const struct port_place *at, const struct l2_request *r, unsigned home);

#endif
