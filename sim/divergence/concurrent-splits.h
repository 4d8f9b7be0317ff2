/* concurrent-splits.h: several splits of a warp that run at a time: which there are, and which one is at hand; private to sim/.
 * What this module cannot do: functional mode, which runs one split after another. */
#ifndef SIMT_CONCURRENT_SPLITS_H
#define SIMT_CONCURRENT_SPLITS_H

#include "sim/core/sm.h"
#include "sim/core/warp.h"

/* All splits of a warp that run, in no order that matters; s is the one before, NULL at first. */
struct split *splits_next(const struct warp *w, const struct split *s);
/* The same, in the order of their lowest lanes, which splits_select() does not change: into v; returns how many there are. */
unsigned splits_gather(const struct warp *w, struct split **v);
/* Puts a running split at hand: w->runs is s, the warp's own fields are its time. */
void splits_select(struct warp *w, struct split *s);
/* For policies: s, which is in no list, runs from now on. It can issue when the split at hand could. */
void splits_start(struct warp *w, struct split *s);
/* Lanes of all running splits; the banks that lanes are on, bit by bit. */
lanes_t splits_lanes(const struct warp *w);
unsigned splits_banks(const struct sm *sm, lanes_t m);
/* Puts at hand the split whose waiting is the warp's; returns the pipes it waits for. */
const struct pipe *splits_lead(const struct subcore *c, struct warp *w);

#endif
