/* collective.h: lanes that meet at WARPSYNC.COLLECTIVEs, which may be at several places (doc/divergence.md, rule 26), under any policy
 * that lets them wait there; private to sim/. A split that waits is in w->others: blocked at a WARPSYNC, with the lanes that it waits
 * for.
 *
 * What this module cannot do: masks that contradict each other, where a lane names one that does not name it. */
#ifndef SIMT_COLLECTIVE_H
#define SIMT_COLLECTIVE_H

#include <stdbool.h>
#include <stdint.h>
#include "sim/core/lane-set.h"

struct awaited;
struct split;
struct warp;

/* Is the instruction a WARPSYNC.COLLECTIVE? */
bool collective_is(const struct warp *w, uint32_t pc);
/* Lanes that are blocked at a WARPSYNC.COLLECTIVE or .EXCLUSIVE, wherever: in front of an operation that takes them together. */
lanes_t collective_lanes(const struct warp *w);
/* Lanes that are blocked at the WARPSYNC at pc for the lanes `all` and no others; if it is a collective one, at any such. Whoever waits for
 * other lanes has not come, though `all` may hold it. */
lanes_t collective_came(const struct warp *w, uint32_t pc, lanes_t all);

/* Some lanes of the running path wait for `all` at its WARPSYNC, whatever that is, and are of it no more. */
void collective_await(struct warp *w, lanes_t lanes, lanes_t all);
/* What a policy's collective() does: whoever has all its lanes here goes on, and whoever has not waits. Where all would wait, one set stays, for
 * the WARPSYNC alone: one whose lanes are all at collectives, so that they meet, or else the first. Returns the lanes that wait. */
lanes_t collective_part(struct warp *w, const struct awaited *sets, unsigned n);
/* s, which is in no list and at a WARPSYNC.COLLECTIVE, has all of `all` there: it is they from now on, and has passed the one at which
 * they meet: the last one in the code. Where each goes on behind the operation is remembered. */
void collective_meet(struct warp *w, struct split *s, lanes_t all);

/* For ENDCOLLECTIVE. Where a lane goes on: `next`, but for those that have come from elsewhere. */
uint32_t collective_target(const struct warp *w, unsigned lane, uint32_t next);
/* Of these lanes those that have come from elsewhere. */
lanes_t collective_guests(const struct warp *w, lanes_t lanes);
/* These lanes, which are a path of their own now, have gone on behind the ENDCOLLECTIVE at pc. */
void collective_leave(struct warp *w, lanes_t lanes, uint32_t pc);

/* The warp ends. */
void collective_end(struct warp *w);

#endif
