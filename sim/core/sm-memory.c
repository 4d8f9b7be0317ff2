/* sm-memory.c: the SMs' side of the memory system. Data: stores, and accesses that take effect at L2 (atomics), change device memory at the end
 * of a window (effects.h). Time: the memory system serves requests, and says when their answers come. Both go by cycle, then SM, then the
 * order in which an SM sent them, so that nothing depends on the order in which the SMs were run. */
#include "sim/core/sm-memory.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "sim/core/sm-requests.h"
#include "sim/core/sm.h"
#include "sim/dispatch/launches.h"
#include "sim/machine/gpcs.h"
#include "sim/memory/effects.h"
#include "sim/memory/l1.h"
#include "sim/memory/loads.h"
#include "sim/memory/memory-system.h"
#include "sim/memory/tag-store.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"

void
sm_memory_places(const struct simt_machine *m, struct port_place *place)
{
	const unsigned sms = m->chip.sms, tpc = m->chip.tpc_sms, partitions = m->l2.partition_gpcs, sides = m->l2.side_gpcs;
	uint8_t group[GPC_SMS_MOST];
	uint16_t tpcs[GPCS_MOST + 1] = {0};

	gpcs_of(m, group);
	for (unsigned i = 0; i < sms; i++) {
		const uint8_t g = group[i / tpc];

		tpcs[g] = (uint16_t)(tpcs[g] + (i % tpc == 0));
		place[i] = (struct port_place){(uint16_t)(tpcs[g] - 1), g, partitions >> g & 1, sides ? sides >> g & 1 : i & 1};
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

/* A request has been served. */
static void
served(void *arg, const struct l2_request *r, const struct memory_served *s)
{
	struct gpu *gpu = arg;

	if (s->dram_sectors)
		sm_requests_count(gpu, r, SIMT_STAT_dram_sectors, s->dram_sectors);
	if (r->kind == L2_LOAD)
		return;
	if (!r->combined)
		l1_stored(gpu->sm + r->port, r, s->acknowledged);
	atomic_fetch_sub_explicit(&r->launch->storing, 1, memory_order_relaxed);
	if (s->stored > r->launch->last_stored)
		r->launch->last_stored = s->stored;
}

/* The SM learns of its answers, and goes on with what stood still. They are kept in its port until all requests have been served: a host's
 * caches hold few SMs. */
static void
hear_answers(struct sm *sm)
{
	struct memory_port *p = sm->port;

	for (size_t i = 0; i < p->nanswer; i++) {
		const struct l2_answer *a = p->answer + i;

		if (a->load)
			loads_answer(sm, a->target, a->cycle);
		else
			l1_answer(sm, a->target, a->cycle);
	}
	p->nanswer = 0;
	l1_resume(sm);
}

void
sm_memory_window_end(struct gpu *gpu)
{
	effects_take(gpu);
	if (!memory_system_serve(gpu->memory_system, gpu->now, served, gpu))
		return;
	for (unsigned i = 0; i < gpu->nawake; i++)
		hear_answers(gpu->awake[i]);
}
