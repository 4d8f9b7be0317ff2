/* split-selection.h: the splits of a warp under policy `barrier`, and which of them runs next; private to sim/. */
#ifndef SIMT_SPLIT_SELECTION_H
#define SIMT_SPLIT_SELECTION_H

#include <stdbool.h>
#include <stdint.h>
#include "sim/core/lane-set.h"

struct sm;
struct split;
struct uniform;
struct warp;

/* s takes the slot; what was there is spilled. */
void selection_defer(struct warp *w, struct split *s);
/* The running path s has blocked, ended or yielded: the next one goes on. Leaves w->runs NULL where none can run. */
void selection_go_on(struct warp *w, const struct split *s, bool at_exit);
/* Divides o, which is in w->others, where it holds other lanes too: o keeps `lanes`. */
void selection_divide(struct warp *w, struct split *o, lanes_t lanes);
/* All lanes of w->others that wait or are blocked at pc become the running path, or join it. */
void selection_run_all(struct warp *w, uint32_t pc);
/* The running path has changed from one with the uniform registers u. A warp has one set of them, so the next path finds what the last one
 * left there. */
void selection_switched(struct warp *w, struct uniform u);
/* Some lanes run that did not, or have ended: the lane pointer rests on one that does not run. */
void selection_move_pointer(struct warp *w);
/* Several paths at a time: starts those whose banks are free. */
void selection_more(struct sm *sm, struct warp *w);

/* Lanes that wait or are blocked at pc. */
lanes_t selection_at(const struct warp *w, uint32_t pc);
/* Lanes blocked at BSYNCs of barrier b; not all of them need be members of it still (rule 7). */
lanes_t selection_blocked_at(const struct warp *w, unsigned b);
/* Those of the lanes, which are at a WARPSYNC of lanes `all`, in whose 32 nobody alive is missing; `here` have come to it. */
lanes_t selection_complete(const struct warp *w, lanes_t lanes, lanes_t all, lanes_t here);

#endif
