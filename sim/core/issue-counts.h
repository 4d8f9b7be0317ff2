/* issue-counts.h: what an issue slot counts of a warp besides its instruction; private to sim/. */
#ifndef SIMT_ISSUE_COUNTS_H
#define SIMT_ISSUE_COUNTS_H

#include "sim/core/sm.h"
#include "sim/core/warp.h"

/* Lane-slots of an issue slot of w besides its n active lanes: waiting, exited, never launched. */
static inline void
count_idle(struct sm *sm, const struct warp *w, unsigned n)
{
	w->counts->v[SIMT_STAT_lanes_waiting] += w->nalive - n;
	w->counts->v[SIMT_STAT_lanes_exited] += w->nlaunched - w->nalive;
	w->counts->v[SIMT_STAT_lanes_never] += sm->m->sm.warp_size - w->nlaunched;
}

/* An instruction that the hardware issues again: counts it once more for the launch. */
void count_reissue(struct sm *sm, struct warp *w, lanes_t mask);

#endif
