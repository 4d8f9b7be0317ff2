/* sm-requests.c: requests that SMs send to the memory system, and what they count for their launches. */
#include "sim/core/sm-requests.h"

#include "sim/core/sm.h"
#include "sim/runtime/context.h"

/* A request may be under way when all blocks of its launch have ended. */
void
sm_requests_count(struct gpu *gpu, const struct launch_state *l, enum simt_stat which, uint64_t n)
{
	struct simt_launch_stats *own = l->launch->stats;

	/* one that ended in an earlier simt_synchronize may have given its counts back */
	if (own)
		__atomic_fetch_add(own->v + which, n, __ATOMIC_RELAXED);
	__atomic_fetch_add(gpu->total.v + which, n, __ATOMIC_RELAXED);
}

void
sm_requests_sent(struct sm *sm, const struct launch_state *l, uint64_t sectors)
{
	/* in a window SMs may run at the same time, each of them for launches that run alone */
	if (l->counts)
		l->counts[sm->id]->v[SIMT_STAT_l2_sectors] += sectors;
	else
		sm_requests_count(sm->gpu, l, SIMT_STAT_l2_sectors, sectors);
}
