/* explain.h: in words, where a simulated program is and what its warps wait for; private to sim/.
 * What this module cannot do: see the chain of calls and inlined functions. */
#ifndef SIMT_EXPLAIN_H
#define SIMT_EXPLAIN_H

#include "sim/core/sm.h"
#include "sim/core/warp.h"

struct gpu;
struct simt_function;
struct simt_launch;

enum { PLACE_BYTES = 320, THREAD_BYTES = 40 };
/* "PC 0x80 (faults.cu:5)", into text of PLACE_BYTES; returns it. */
const char *explain_place(const struct simt_function *f, uint32_t pc, char *text);
/* "(5,0,0)": thread number t of a block of the launch, or block number b of its grid, into text of THREAD_BYTES; returns it. */
const char *explain_thread(const struct simt_launch *l, uint32_t t, char *text);
const char *explain_block(const struct simt_launch *l, uint64_t b, char *text);

/* No warp can run: says which wait, at which PC and for what. gpu->failed gets their launch. Returns false. */
bool explain_deadlock(struct gpu *gpu, struct simt_error *e);

/* Reports that the launch of w has reached a limit, "<n> <of>", and where w is. w is NULL if no warp of gpu->failed is resident. Returns
 * false. */
bool explain_limit(struct gpu *gpu, const struct warp *w, const char *of, uint64_t n, struct simt_error *e);
/* The warp of the launch, or of any where it is NULL, that has been there longest on the first SM that has one, or NULL; *n counts them all. */
const struct warp *explain_first_warp(const struct gpu *gpu, const struct launch_state *l, unsigned *n);

#endif
