/* lsu.h: the load and store unit: what accesses do (lsu.c, lsu-spaces.c), and when their results are there (lsu-timing.c); private to
 * sim/.
 *
 * What this module cannot do: fences stronger than what windows give (a store is visible to its own SM at once, to others at the end of the
 * window). */
#ifndef SIMT_LSU_H
#define SIMT_LSU_H

#include "sim/core/code.h"
#include "sim/memory/access.h"

struct block;
struct home_row;
struct sm;
struct subcore;
struct warp;

/* An access of one kind of memory. Afterwards r->mask holds the lanes whose result is there. False: a fault. */
bool lsu_part(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a);
/* Performs the access of one home row and adds its cost to `a`. False: a fault. */
bool lsu_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		struct access *a);
/* MEMBAR, CCTL. */
void lsu_fence(struct sm *sm, struct warp *w, enum fence fence);
/* Requests, sectors and wavefronts of an access. */
void lsu_count(struct warp *w, const struct access *a);
/* Counts of a finished access, and its time: scoreboards, pending registers, messages to L2. */
void lsu_finish(struct sm *sm, struct warp *w, struct subcore *c, unsigned slot, const struct inst *in, struct access *a);

#endif
