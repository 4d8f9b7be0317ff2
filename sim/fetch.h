/* fetch.h: the supply of instructions and of constants that instructions name.
 *
 * Instructions come in lines of 128 bytes: from a cache of the sub-core (L0), from one of the SM that also backs constants (L1.5), or
 * from L2. A line that follows the one that was missed last has been asked for ahead: lines of straight code come at a rate. A jump pays
 * the latency. Constants at addresses in the code come in lines of 64 bytes from a cache of the SM, from groups of 256 bytes in L1.5, or
 * from L2; both are empty when a launch starts.
 *
 * What this module cannot do: constants at addresses in registers (they are always there); room and rate of L2 for instructions and
 * constants (they always hit there); several splits of a warp at a time (bank_issue=independent: all is there). */
#ifndef SIMT_FETCH_H
#define SIMT_FETCH_H

#include "core.h"

enum { FETCH_INSTS = 8 }; /* instructions of a line */

bool fetch_init(struct sm *sm);
void fetch_free(struct sm *sm);
/* All caches are empty. */
void fetch_reset(struct sm *sm);
/* A launch starts on an idle machine: all constants are new. Those of launches that run at a time are apart. */
void fetch_start(struct sm *sm);
/* Number of the first line of a kernel of n instructions, and of its constants; no other has them. */
uint64_t fetch_place(struct gpu *gpu, size_t n);

/* The next instruction of w is in another line, or names another constant, than the one before. */
void fetch_line(struct sm *sm, struct subcore *c, struct warp *w);
void fetch_constant(struct sm *sm, struct warp *w, uint32_t constant);

/* To be called when the next instruction of w is known, with the time that the one before asks for. */
static inline void
fetch(struct sm *sm, struct subcore *c, struct warp *w)
{
	uint32_t pc = w->runs->pc, constant = w->f->timing[pc].constant;

	if (pc / FETCH_INSTS != w->line)
		fetch_line(sm, c, w);
	if (constant && constant != w->constant)
		fetch_constant(sm, w, constant);
}

#endif
