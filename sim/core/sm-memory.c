/* sm-memory.c: the SMs' side of the memory system. Data: stores, and accesses that take effect at L2 (atomics), change device memory at the end
 * of a window (effects.h). Time: the memory system serves requests, and says when their answers come. Both go by cycle, then SM, then the
 * order in which an SM sent them, so that nothing depends on the order in which the SMs were run. */
#include "sim/core/sm-memory.h"

#include <stdlib.h>

#include "sim/core/sm-requests.h"
#include "sim/core/sm.h"
#include "sim/dispatch/launches.h"
#include "sim/machine/gpcs.h"
#include "sim/memory/effects.h"
#include "sim/memory/l1.h"
#include "sim/memory/memory-system.h"
#include "sim/memory/tag-store.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/jobs.h"

void
sm_memory_places(const struct simt_machine *m, struct port_place *place)
{
	const unsigned sms = m->chip.sms, tpc = m->chip.tpc_sms, partitions = m->l2.partition_gpcs, sides = m->l2.side_gpcs;
	uint8_t group[GPC_SMS_MOST];
	uint16_t tpcs[GPCS_MOST + 1] = {0};
	uint8_t bit[GPCS_MOST + 1] = {0}; /* of each GPC that there is, in the masks */
	unsigned n = 0;

	for (uint8_t i = 0; i < GPCS_MOST; i++)
		if (m->chip.gpc_tpcs[i])
			bit[n++] = i;
	bit[GPCS_MOST] = GPCS_MOST;
	gpcs_of(m, group);
	for (unsigned i = 0; i < sms; i++) {
		const uint8_t g = group[i / tpc];

		tpcs[g] = (uint16_t)(tpcs[g] + (i % tpc == 0));
		place[i] = (struct port_place){(uint16_t)(tpcs[g] - 1), g, partitions >> bit[g] & 1,
					       sides ? sides >> bit[g] & 1 : i & 1};
	}
}

bool
sm_memory_init(struct gpu *gpu)
{
	const unsigned n = gpu_sms(gpu);
	struct port_place *place = calloc(n, sizeof *place);

	gpu->effects = effects_order_new();
	if (place) {
		sm_memory_places(gpu->m, place);
		gpu->memory_system = memory_system_new(gpu->m, place, n);
	}
	free(place);
	return gpu->memory_system && gpu->effects;
}

void
sm_memory_free(struct gpu *gpu)
{
	memory_system_free(gpu->memory_system);
	effects_order_free(gpu->effects);
}

/* Requests have been served: what their SM learns of it. Several SMs may do so at the same time. */

static void
served(void *arg, unsigned port, const struct memory_answer *a, size_t n)
{
	struct gpu *gpu = arg;

	l1_served(gpu->sm + port, a, n);
}

static void
summed(void *arg, unsigned port, const struct memory_sum *sum)
{
	struct launch_state *l = sum->launch;
	/* none after the launch has ended */
	struct launch_counts *counts = l->counts ? l->counts[port] : NULL;

	if (!counts) {
		if (sum->dram_sectors)
			sm_requests_count(arg, l, SIMT_STAT_dram_sectors, sum->dram_sectors);
		return;
	}
	counts->v[SIMT_STAT_dram_sectors] += sum->dram_sectors;
	counts->storing -= sum->stores;
	counts->last_stored = sum->last_stored > counts->last_stored ? sum->last_stored : counts->last_stored;
}

/* The SM goes on with what stood still. */
static void
heard(void *arg, unsigned port)
{
	struct gpu *gpu = arg;

	if (gpu->sm[port].awake)
		l1_resume(gpu->sm + port);
}

/* Stores and accesses that take effect at L2 do so in so many parts of the memory. So few are not worth it. */
enum { EFFECT_PARTS = 8, WORTH_EFFECTS = 64 };

static void
take_effects(void *arg, unsigned i)
{
	effects_take_part(arg, i, EFFECT_PARTS);
}

static void
take_effects_alone(void *arg)
{
	effects_take_part(arg, 0, 1);
}

static void
end_effects(void *arg)
{
	effects_end(arg);
}

void
sm_memory_window_end(struct gpu *gpu)
{
	const struct memory_client client = {served, summed, heard, gpu};
	struct memory_beside effects = {EFFECT_PARTS, take_effects, take_effects_alone, end_effects, gpu};
	struct memory_helpers helpers;

	if (!jobs_helpers(gpu->jobs, &helpers)) {
		effects_take(gpu);
		memory_system_serve(gpu->memory_system, gpu->now, NULL, NULL, &client);
		return;
	}
	if (effects_list(gpu) < (helpers.least > 1 ? WORTH_EFFECTS : 1)) {
		take_effects_alone(gpu);
		effects_end(gpu);
		memory_system_serve(gpu->memory_system, gpu->now, &helpers, NULL, &client);
	} else {
		memory_system_serve(gpu->memory_system, gpu->now, &helpers, &effects, &client);
	}
}
