/* l2-tags.h: the tags of L2, in one piece or in two halves, each of which keeps copies of the other's lines for its own SMs; where SMs are;
 * private to sim/. */
#ifndef SIMT_L2_TAGS_H
#define SIMT_L2_TAGS_H

#include "sim/memory/tag-store.h"

struct l2_request;
struct simt_machine;

/* gpc_join_tpcs at most. */
enum { JOIN_TPCS_MOST = 16 };

struct l2_tags;

/* What a message finds. */
struct l2_found {
	struct tag_line *line; /* in the half of its SM */
	struct tag_line *home; /* in that of the line: the same, where that is one half */
	uint8_t copied;        /* sectors that the line gets from its home */
	uint8_t fetched;       /* sectors that its home gets from DRAM */
	uint8_t written_back;  /* sectors of the line that it takes the place of, which go to DRAM */
	uint8_t ncompleted;    /* lines of which DRAM gives the rest of some sectors and gets them */
	struct l2_sectors {
		uint64_t line;
		uint8_t sectors, half;
	} completed[LINE_SECTORS];
};

/* Where an SM is. */
struct port_place {
	uint16_t tpc; /* which of its GPC's, by numbers */
	uint8_t gpc;  /* whose way from L2 it shares: 0 to GPCS_MOST, the last one that of the SMs apart */
	uint8_t half, side;
};

struct l2_tags *l2_tags_new(const struct simt_machine *m);
void l2_tags_free(struct l2_tags *h);
void l2_tags_clear(struct l2_tags *h);
/* home: half of the line, whatever it is where L2 is in one piece. */
void l2_tags_look_up(struct l2_tags *h, const struct port_place *at, const struct l2_request *r, unsigned home, struct l2_found *f);
/* Brings what that will look at into the host's caches. */
void l2_tags_prefetch(const struct l2_tags *h, const struct port_place *at, const struct l2_request *r, unsigned home);
/* Of all SMs. */
void memory_places(const struct simt_machine *m, struct port_place *place);

#endif
