/* cluster-window.c: what clusters do between windows: messages go on their way, answers come back, barriers let blocks go on. */
#include <stdio.h>

#include "sim/core/sm.h"
#include "sim/dispatch/cluster.h"
#include "sim/memory/loads.h"
#include "sim/observe/explain.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"

/* The answer of an access goes back. */
static void
message_answer(struct remote *m)
{
	struct mem_request *r = &m->mem;
	char why[100];

	if (m->gone && !m->cluster->launch->launch->over) {
		snprintf(why, sizeof why, CLUSTER_GONE, m->rank);
		fault_of(m->from, m->cycle, &m->by, why);
	}
	if (m->warp && m->warp->block && m->warp->age == m->age && r->kind != MEM_STORE && m->in->nd) {
		struct exec x = {.row = m->row, .mem = r, .active = r->mask, .mask = r->mask};

		isa_write_back(m->in, &x);
	}
	if (m->load)
		loads_answer(m->from, m->load,
			     m->cycle + cluster_way(m->from->m, m->cluster->launch) +
				     (m->packets - 1u) * m->from->m->cluster.interval / CLUSTER_UNIT);
	cluster_message_free(m);
}

void
cluster_window_end(struct gpu *gpu)
{
	const unsigned n = gpu_sms(gpu);

	for (unsigned i = 0; i < n; i++)
		if (gpu->sm[i].inbox.n)
			cluster_take(gpu->sm + i, gpu->now);
	for (unsigned i = 0; i < n; i++) {
		struct remotes *done = &gpu->sm[i].done, *sent = &gpu->sm[i].sent;

		for (size_t k = 0; k < done->n; k++)
			message_answer(done->message[k]);
		for (size_t k = 0; k < sent->n; k++)
			cluster_post(sent->message[k]);
		done->n = sent->n = 0;
	}
	cluster_release(gpu);
}
