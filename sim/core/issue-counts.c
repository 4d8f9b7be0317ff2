/* issue-counts.c: what an issue slot counts besides its instruction. */
#include "sim/core/issue-counts.h"

#include "sim/observe/events.h"

void
count_reissue(struct sm *sm, struct warp *w, lanes_t mask)
{
	unsigned n = lanes_count(mask);

	w->counts->v[SIMT_STAT_inst_executed]++;
	w->counts->v[SIMT_STAT_thread_inst_executed] += n;
	w->counts->v[SIMT_STAT_thread_inst_executed_true] += n;
	count_idle(sm, w, n);
	if (sm->tap)
		tap_reissue(sm, w, mask);
}
