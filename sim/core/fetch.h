/* fetch.h: the supply of instructions and of constants.
 *
 * Instructions come in lines of 128 bytes: from a cache of the sub-core (L0), from one of the SM that also backs constants (L1.5), from
 * L2, or from DRAM. A sub-core asks for some lines ahead of the one that runs: lines of straight code come at a rate, a jump elsewhere
 * pays the latency. The first part of a kernel's code, and its parameters, are in L1.5 when a launch comes to the SM.
 *
 * Of what the sub-core's cache has, few lines are at hand (parameters near_*): another one takes a little longer, unless it follows the one
 * that runs. Fetches after jumps wait for those of the other warps of the sub-core (jump_*): what comes while some are served waits for all of
 * these, and then is served together, one after the other.
 *
 * Constants come in lines of 64 bytes, from groups of 256 bytes in L1.5, L2 or DRAM. Those that instructions name are in a cache of the
 * SM, and hold the instruction back; those that LDC loads are in another one, and its result is late. Both are empty when a launch starts.
 * Each further address that the lanes of an LDC have takes its time.
 *
 * What this module cannot do: room and rate of L2 and DRAM for instructions and constants. They come from DRAM the first time that the SM
 * asks for them, and from L2 later on, whatever other SMs do; several splits of a warp at a time (bank_issue=independent: all is there). */
#ifndef SIMT_FETCH_H
#define SIMT_FETCH_H

#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/runtime/gpu.h"

enum { FETCH_INSTS = 8 }; /* instructions of a line */

/* Which constants an instruction names: the line of 64 bytes and its bank; never 0. Or: at an address in a uniform register. */
#define CONSTANT_UNIFORM UINT32_MAX
static inline uint32_t
constant_line(unsigned bank, uint32_t offset)
{
	enum { LINE = 64 };

	return (bank + 1u) << 16 | (offset / LINE & UINT16_MAX);
}

/* The supply of one SM, for its sub-cores; NULL: no memory. */
struct fetch *fetch_new(const struct simt_machine *m);
void fetch_free(struct fetch *f);
/* All caches are empty. */
void fetch_reset(struct fetch *f);
/* A launch starts on an idle machine: all constants are new. Those of launches that run at a time are apart. */
void fetch_start(struct fetch *f);
/* The first block of a launch comes to the SM. */
void fetch_launch(struct sm *sm, const struct launch_state *l);
/* Number of the first line of a kernel of n instructions, and of its constants; no other has them. */
uint64_t fetch_place(struct gpu *gpu, size_t n);

/* The next instruction of w is not the one that follows. */
void fetch_jump(const struct sm *sm, const struct subcore *c, struct warp *w);
/* The next instruction of w is in another line, or names another constant, than the one before. */
void fetch_line(struct sm *sm, const struct subcore *c, struct warp *w);
void fetch_constant(struct sm *sm, struct warp *w, uint32_t constant);
/* LDC, before it executes: how much later its result comes than that of one alone with one address that is in its cache. */
uint64_t fetch_indexed(struct sm *sm, const struct warp *w, const struct inst *in);

/* fetch() where the next instruction of w, at pc, follows the one before; which constants it names. */
static inline __attribute__((always_inline)) void
fetch_next(struct sm *sm, const struct subcore *c, struct warp *w, uint32_t pc, uint32_t constant)
{
	if (pc / FETCH_INSTS != w->line)
		fetch_line(sm, c, w);
	if (constant && constant != w->constant)
		fetch_constant(sm, w, constant);
}

/* To be called when the next instruction of w is known, with the time that the one before asks for. */
static inline void
fetch(struct sm *sm, const struct subcore *c, struct warp *w)
{
	/* a path that was chosen comes later than jumps that issue now */
	if (w->runs->time.branch_until > sm->now && sm->m->fetch.jump_cycles && !w->outcome.straight &&
	    !(w->outcome.chosen && sm->m->divergence.choice_latency))
		fetch_jump(sm, c, w);
	fetch_next(sm, c, w, w->runs->pc, w->f->timing[w->runs->pc].constant);
}

#endif
