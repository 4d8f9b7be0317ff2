/* lanes-record.h: what lanes.c records of warps and lanes-draw.c draws; private to them.
 * What this module cannot do: say what other warps did meanwhile. */
#ifndef WORKLOADS_LANES_RECORD_H
#define WORKLOADS_LANES_RECORD_H

#include "workloads/analysis/lanes.h"

enum { LANES_MAX = 128 };

/* The warp up to and including cycle `end`: lanes that run instructions of one part of the code, and lanes that are alive. The span
 * begins where the last one with a lane on one of the same banks has ended; meanwhile others ran on other banks. From `begin` on it issues, with
 * pauses of COLUMN_PAUSE cycles at most. */
struct span {
	uint64_t begin, end;
	uint32_t part;
	struct simt_lanes active, alive;
};

struct warp_record {
	uint64_t begun; /* when the warp's block started, from the start of the launch, or `from` of the wish where that is later */
	bool seen;      /* the warp has issued */
	struct span *span;
	size_t n, room;
};

struct record {
	struct lanes_wish wish;
	uint64_t start; /* of the launch, by the context's clock */
	uint32_t warp_size;
	unsigned banks, bank_lanes; /* neighbouring lanes on one bank; lanes of several banks may run at the same time */
	bool timed;                 /* in cycles */
	uint32_t *part;             /* of each instruction */
	uint32_t parts;
	struct warp_record *warp; /* from wish.warp to wish.last_warp */
	unsigned warps;
};

#endif
