/* l2-steps.h: how L2 serves the requests of a window, step by step; private to memory-system.c.
 *
 * Each step goes through requests in order. What it does for one depends on those before it that use the same server, set or line, and on
 * what earlier steps did for the request. So the requests of a step can be divided by the servers, sets or lines that they use among several
 * threads, which then do the same as one would. A step has as many parts as the caller wants; each does those of its own.
 *
 * What this module cannot do: put requests in order; say whom the answers go to. */
#ifndef SIMT_L2_STEPS_H
#define SIMT_L2_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/host-cache.h"
#include "sim/memory/address-map.h"
#include "sim/memory/l2-bins.h"
#include "sim/memory/l2-tags.h"
#include "sim/memory/memory-port.h"

struct atomic_units;
struct dram;
struct interconnect;
struct simt_machine;

/* As many slices, or channels, as a machine can have. */
enum { L2_PLACES_MOST = 1 << 12 };

/* A request that is being served, as large as a line of a host's cache: neighbours may be those of different threads. Times are in parts of
 * a cycle. No two fields share a byte, since steps that several threads do at the same time write different fields. */
struct l2_turn {
	uint64_t start; /* when what comes next begins */
	/* when the path into L2 lets through what it brings; of an atomic: when it comes to its unit, at the end when its last turn begins */
	uint64_t in;
	uint64_t came; /* the cycle in which what DRAM has of it is there; at the end when what it waits for is, or 0 */
	struct l2_line *line, *home;
	uint32_t set;
	uint16_t slice, channel; /* of the line, which may be gone when later steps ask; below L2_PLACES_MOST */
	uint16_t port, place;    /* of a load: among answers to its GPC */
	uint8_t kind, sectors;
	uint8_t partition;           /* of the line */
	bool remote, far;            /* the line's partition, or its side, is not its SM's */
	uint8_t fetched, copied;     /* as in struct l2_found */
	uint8_t written_back, parts; /* as there */
	uint8_t completed;           /* so many lines are completed for it */
	uint8_t is_new;              /* NEW_LINE, NEW_HOME */
};

/* Where a request found another line, or none. */
enum { NEW_LINE = 1, NEW_HOME = 2 };

/* The turns of a port, in order, for which there is room; apart from the next port's, since GPCs have threads of their own. */
struct l2_port_turns {
	_Alignas(HOST_APART) uint32_t *turn;
	size_t n;
};

/* What serves them, and all requests of a window. */
struct l2_service {
	const struct simt_machine *m;
	struct address_map map;
	struct l2_tags *tags;
	struct interconnect *interconnect;
	struct dram *dram;
	struct atomic_units *atomics;
	struct port_place *place; /* of each port */
	/* in order; their requests */
	struct l2_turn *turn;
	const struct l2_request **request;
	struct l2_port_turns *of_port; /* the turns of each port */
	struct l2_bins *bins;          /* of several threads; NULL: there were none yet */
	/* lines that are completed, of turns one after the other */
	struct l2_sectors *completed;
	size_t ncompleted, completed_room;
};

/* Of a step: which turns; or where several threads share it, which part. */
struct l2_span {
	struct l2_service *s;
	size_t first, end;
	unsigned part;
};

/* The request of turn i. */
static inline const struct l2_request *
l2_steps_request(const struct l2_service *s, size_t i)
{
	return s->request[i];
}

/* All steps for a span, one turn after the other, which is quicker where there is one thread. */
void l2_steps_all(const struct l2_span *w);

/* The steps, one after the other, for several threads; what they are divided by. After the first one s->bins says what is in each part. */
/* What a request is; by request: w->part is a range of s->bins, of these turns. */
void l2_steps_begin(const struct l2_span *w);
/* Tags; by set. */
void l2_steps_tags(const struct l2_span *w);
/* The same in one part, of all turns, where what stores write in part may take the place of others. */
void l2_steps_tags_at_once(const struct l2_span *w);
/* Which loads share an answer, and the turns of each port; by GPC. It needs nothing of the step before it. */
void l2_steps_share(const struct l2_span *w);
/* The paths that all have in common; in one part. parts_left: l2_steps_tags_at_once() was not what did the tags. */
void l2_steps_paths(const struct l2_span *w, bool parts_left);
/* The paths to GPCs; by GPC. */
void l2_steps_gpcs(const struct l2_span *w);
/* DRAM; by channel. Where s->ncompleted is not 0 it is done in one part instead, of all turns. */
void l2_steps_dram(const struct l2_span *w);
void l2_steps_dram_at_once(const struct l2_span *w);
/* When what is fetched and copied is there; by set. */
void l2_steps_lines(const struct l2_span *w);
/* Units of atomics; by slice. */
void l2_steps_atomics(const struct l2_span *w);
/* Where time stands still: does to the tags what a request does. Returns how many sectors L2 did not have; 0 for atomics. */
unsigned l2_steps_touch(struct l2_service *s, const struct l2_request *r);

#endif
