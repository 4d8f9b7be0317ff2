/* warpgroup.h: groups of four warps: their matrix instructions under way, and the registers that warps of a block hand on to each other; private to
 * sim/. Times are cycles.
 * What this module cannot do: execute a matrix instruction (isa/exec-gmma.c) or say how long it takes (timing.c, issue.c). */
#ifndef SIMT_WARPGROUP_H
#define SIMT_WARPGROUP_H

#include <stdint.h>

struct inst;
struct sm;
struct warp;

/* Numbers of barriers at which single warps wait, behind those of the block and the cluster: this and the warp's index, for other warps of its group
 * to issue a matrix instruction, or for registers. */
enum { WARPGROUP_BARRIER = 32, WARPGROUP_REGISTERS = 128 };

/* FLOW_GMMA, FLOW_GMMA_WAIT or FLOW_SET_REGISTERS has issued, and its warp has gone on to the next instruction: w may wait there. */
void warpgroup_flow(struct sm *sm, struct warp *w, const struct inst *in);

#endif
