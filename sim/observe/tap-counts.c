/* tap-counts.c: tells the clients of the event tap what has been counted. The counts of launches that run are on the SMs, and some
 * instructions of their warps are not in them yet (issue-counts.h). Nothing is changed by adding up. */
#include <string.h>

#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"
#include "sim/observe/tap.h"
#include "sim/runtime/gpu.h"

/* Instructions of w that have issued and have not been counted. */
static void
add_quick(const struct sm *sm, const struct warp *w, uint64_t *v)
{
	const uint64_t times = w->quick, n = lanes_count(w->runs->mask);

	v[SIMT_STAT_slots_issued] += times;
	v[SIMT_STAT_inst_executed] += times;
	v[SIMT_STAT_thread_inst_executed] += times * n;
	v[SIMT_STAT_thread_inst_executed_true] += times * n;
	v[SIMT_STAT_lanes_waiting] += times * (w->nalive - n);
	v[SIMT_STAT_lanes_exited] += times * (w->nlaunched - w->nalive);
	v[SIMT_STAT_lanes_never] += times * (sm->m->sm.warp_size - w->nlaunched);
}

static void
add_warps(const struct sm *sm, uint64_t *v)
{
	for (unsigned k = 0; k < sm->m->sm.subcores; k++)
		for (unsigned i = 0; i < sm->subcore[k].used; i++)
			if (sm->subcore[k].warps[i].block && sm->subcore[k].warps[i].quick)
				add_quick(sm, sm->subcore[k].warps + i, v);
}

static void
add_launch(const struct launch_state *l, uint64_t cycle, uint64_t *v)
{
	for (const struct launch_counts *n = l->counted; n; n = n->next) {
		for (int k = 0; k < SIMT_STATS; k++)
			v[k] += n->v[k];
		v[SIMT_STAT_warp_cycles] += n->resident * (cycle - n->resident_since);
	}
}

void
tap_counts(struct gpu *gpu, bool idle)
{
	const struct taps *t = &gpu->tap->all;
	struct simt_tap_counts x = {.cycle = gpu->now};
	uint64_t v[SIMT_STATS], quiet = NEVER;

	if (gpu->untimed || (!idle && gpu->now < gpu->tap->quiet))
		return;
	memcpy(v, gpu->total.v, sizeof v);
	for (unsigned i = 0; i < gpu->nrunning; i++)
		add_launch(gpu->running[i], gpu->now, v);
	for (unsigned i = 0; !idle && i < gpu->nawake; i++) {
		add_warps(gpu->awake[i], v);
		x.warps += gpu->awake[i]->resident;
		x.sms += gpu->awake[i]->resident > 0;
	}
	x.v = v;
	for (unsigned i = 0; i < t->n; i++)
		if (t->client[i].counts) {
			const uint64_t wanted = t->client[i].counts(t->client[i].arg, &x);

			quiet = wanted < quiet ? wanted : quiet;
		}
	gpu->tap->quiet = idle ? 0 : quiet;
}
