/* sm-requests.c: requests that SMs send to the memory system, and what they count for their launches. */
#include "sim/core/sm-requests.h"

#include "sim/core/sm.h"
#include "sim/memory/tag-store.h"
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
sm_requests_send(struct sm *sm, const struct l2_request *r)
{
	const unsigned n = r->kind == L2_ATOMIC ? r->turns : sectors_count(r->sectors & (uint8_t)~r->before);

	memory_port_send(sm->port);
	/* in a window SMs may run at the same time, each of them for launches that run alone */
	if (r->launch->counts)
		r->launch->counts[sm->id]->v[SIMT_STAT_l2_sectors] += n;
	else
		sm_requests_count(sm->gpu, r->launch, SIMT_STAT_l2_sectors, n);
}
