/* lsu-timing.h: when the results of loads, stores and atomics can be used, and what is counted of them; private to sim/. Times are cycles. See
 * lsu-timing.c.
 * What this module cannot do: fences stronger than what windows give (a store is visible to its own SM at once, to others at the end of the
 * window). */
#ifndef SIMT_LSU_TIMING_H
#define SIMT_LSU_TIMING_H

#include "sim/core/code.h"
#include "sim/memory/access.h"

struct simt_pc_memory;
struct sm;
struct subcore;
struct warp;

/* Requests, sectors and wavefronts of an access of `in`. */
void lsu_timing_count(struct warp *w, const struct inst *in, const struct access *a);
/* What an instruction has accessed: sectors of global or local memory, for which lanes asked for so many bytes in all; ... */
void lsu_timing_keep_sectors(struct simt_pc_memory *m, uint64_t sectors, unsigned asked);
/* ... wavefronts of shared memory, so many of which are bank conflicts. */
void lsu_timing_keep_wavefronts(struct simt_pc_memory *m, unsigned wavefronts, unsigned conflicts);
/* Counts of a finished access, and its time: scoreboards, pending registers, messages to L2. */
void lsu_timing_finish(struct sm *sm, struct warp *w, struct subcore *c, unsigned slot, const struct inst *in, struct access *a);
/* MEMBAR, CCTL. */
void lsu_timing_fence(struct sm *sm, struct warp *w, enum fence fence);

#endif
