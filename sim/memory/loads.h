/* loads.h: loads under way, and what their answers do; private to sim/.
 * What this module cannot do: data; a load is here for its time. */
#ifndef SIMT_LOADS_H
#define SIMT_LOADS_H

#include <stdbool.h>
#include <stdint.h>

struct sm;
struct subcore;
struct warp;

/* A load on its way. The warp may have ended before the answer comes: then its age differs. */
struct load {
	struct warp *warp;
	struct subcore *subcore;
	unsigned slot;
	uint64_t age;
	uint64_t until; /* all answers so far are there from this cycle on */
	uint32_t waits; /* answers still to come */
	uint8_t sb;     /* scoreboard, or ISA_NO_SB */
	bool copy;      /* it is an asynchronous copy, of this group */
	uint64_t group;
	uint32_t next_free;
};

/* A load that is new, all of whose fields are to be set. */
uint32_t load_new(struct sm *sm);
/* An answer to load number n: a part of its data is there from `cycle` on. With the last one the warp learns of it. */
void load_answer(struct sm *sm, uint32_t n, uint64_t cycle);

#endif
