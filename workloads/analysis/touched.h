/* touched.h: which lines of global memory a case has touched, and when they can have come at the soonest; for bound.h.
 *
 * A launch that loads what nobody has touched before waits for DRAM, and so does whoever else loads it until then. When that is depends on
 * who touches it first, which another policy may change. So two times are kept (enum touch_time), and for each how much sooner than
 * assumed a touch came after all: struct touch_error.
 *
 * What this module cannot do: caches that are too small; it takes what was touched once to be in L1. */
#ifndef WORKLOADS_TOUCHED_H
#define WORKLOADS_TOUCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/machine.h"

enum { TOUCH_SECTOR = 32, TOUCH_SECTORS = 4 };

/* How times of threads are counted. */
enum touch_time {
	TOUCH_HITS,  /* all loads hit L1 */
	TOUCH_FIRST, /* nothing comes before the launch's first load is answered */
	TOUCH_EACH,  /* nothing comes before the first load of the same is answered */
	TOUCH_TIMES
};

/* What one launch has touched. */
struct touch_launch {
	uint32_t number;              /* of the launch, from 1 on */
	bool began;                   /* it has loaded something new */
	uint64_t first;               /* when, by TOUCH_FIRST */
	uint64_t sooner[TOUCH_TIMES]; /* how much sooner than assumed something was touched, at the most, cycles */
	uint64_t loaded, stored;      /* sectors that it loaded first; that it stored to, each once */
	uint64_t dram;                /* bytes for the first ones, with what a line counts at the least */
};

struct touched {
	const struct simt_machine *m;
	struct touched_line {
		uint64_t line;                     /* address over 128, plus 1; 0: free */
		uint32_t by[TOUCH_SECTORS];        /* the launch that touched it first; 0: none */
		uint32_t stored_by[TOUCH_SECTORS]; /* the launch that stored to it last; 0: none */
		uint64_t first[TOUCH_SECTORS];     /* when it was loaded, by TOUCH_EACH */
		uint8_t loaded, stored;            /* sectors that came from DRAM; that were stored to */
	} * v;
	size_t n, room;
	uint64_t answer; /* cycles until DRAM answers, at the least */
};

void touched_init(struct touched *t, const struct simt_machine *m);
void touched_free(struct touched *t);
/* Forgets all lines. */
void touched_clear(struct touched *t);
/* Threads of a launch load a sector, which issues at these times. ready[k] becomes no less than when it can be there. */
void touched_load(struct touched *t, struct touch_launch *l, uint64_t address, const uint64_t issued[TOUCH_TIMES],
		  uint64_t ready[TOUCH_TIMES]);
/* ... store to it, or change it. */
void touched_store(struct touched *t, struct touch_launch *l, uint64_t address, const uint64_t issued[TOUCH_TIMES]);

#endif
