/* cluster-window.c: what clusters do between windows: messages are sent, answers return, barriers release blocks. */
#include "sim/dispatch/cluster-window.h"

#include <stdio.h>

#include "sim/core/sm.h"
#include "sim/core/cluster-barrier.h"
#include "sim/dispatch/cluster.h"
#include "sim/memory/cluster-port.h"
#include "sim/memory/loads.h"
#include "sim/memory/remote.h"
#include "sim/observe/fault.h"
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
}

void
cluster_window_end(struct gpu *gpu)
{
	for (unsigned i = 0; i < gpu->nawake; i++)
		if (cluster_port_has_messages(&gpu->awake[i]->cluster_port))
			cluster_port_act(gpu->awake[i], gpu->now);
	for (unsigned i = 0; i < gpu->nawake; i++) {
		struct cluster_port *p = &gpu->awake[i]->cluster_port;
		struct remote *m;

		for (size_t k = 0; (m = cluster_port_answer(p, k)); k++)
			message_answer(m);
		cluster_port_answered(p);
		cluster_port_post(p);
	}
	cluster_barrier_release(gpu);
}
