/* concurrent-splits.h: several splits of a warp that run at a time: which there are, and which one issues; private to sim/.
 * What this module cannot do: functional mode, which runs one split after another. */
#ifndef SIMT_CONCURRENT_SPLITS_H
#define SIMT_CONCURRENT_SPLITS_H

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/divergence/split.h"

/* All splits of a warp that run, in no order that matters; s is the one before, NULL at first. */
struct split *splits_next(const struct warp *w, const struct split *s);
/* The same, in the order of their lowest lanes: into v, which has room for SPLITS_MOST; returns how many there are. */
unsigned splits_gather(const struct warp *w, struct split **v);
/* s, which runs, comes first of those that do but for the one that issues: see warp_split(). */
static inline void
splits_front(struct warp *w, struct split *s)
{
	if (s == w->runs || s == w->also)
		return;
	split_unlink(&w->also, s);
	split_push(&w->also, s);
}
/* s, which runs, issues an instruction: w->runs is s. */
static inline void
splits_issue(struct warp *w, struct split *s)
{
	splits_front(w, s);
	w->also = s->next;
	s->next = NULL;
	w->runs = s;
}
/* The instruction is over, and w->runs is the split that goes on behind it, or NULL: it is one of all that run. */
static inline void
splits_issued(struct warp *w)
{
	if (!w->runs)
		return;
	w->runs->next = w->also;
	w->also = w->runs;
	w->runs = NULL;
}
/* For policies, while an instruction of w issues: s, which is in no list, runs from now on. It can issue when the split could that has issued. */
void splits_start(struct warp *w, struct split *s);
/* Lanes of all running splits; the banks that lanes are on, bit by bit. */
lanes_t splits_lanes(const struct warp *w);
unsigned splits_banks(const struct sm *sm, lanes_t m);

#endif
