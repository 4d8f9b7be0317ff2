/* sm-memory.c: two things are kept apart. Data: stores, and accesses that take effect at L2 (atomics), change the backing store here. Time:
 * requests, of which the memory system says when their answers come. Both go by cycle, then SM, then the order in which an SM sent them, so
 * that nothing depends on the order in which the SMs were run. */
#include "sim/core/sm-memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm-requests.h"
#include "sim/core/sm.h"
#include "sim/dispatch/launches.h"
#include "sim/machine/gpcs.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/cycle-order.h"
#include "sim/memory/l1.h"
#include "sim/memory/loads.h"
#include "sim/memory/lsu.h"
#include "sim/memory/memory-system.h"
#include "sim/memory/stores.h"
#include "sim/memory/tag-store.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"

/* Something that takes effect: what an SM stored in one cycle, from number `index` of its stores on, or its access `index`. */
struct effect {
	uint32_t sm, index;
	bool access;
};

/* Those of a window, and room for them. */
struct effects {
	struct cycle_order order;
	struct effect *effect;
	size_t room;
};

void
sm_places(const struct simt_machine *m, struct port_place *place)
{
	const unsigned sms = m->chip.sms, tpc = m->chip.tpc_sms, halves = m->l2.half_gpcs, sides = m->l2.side_gpcs;
	uint8_t group[GPC_SMS_MOST];
	uint16_t tpcs[GPCS_MOST + 1] = {0};

	gpcs_of(m, group);
	for (unsigned i = 0; i < sms; i++) {
		const uint8_t g = group[i / tpc];

		tpcs[g] = (uint16_t)(tpcs[g] + (i % tpc == 0));
		place[i] = (struct port_place){(uint16_t)(tpcs[g] - 1), g, halves >> g & 1, sides ? sides >> g & 1 : i & 1};
	}
}

bool
gpu_memory_init(struct gpu *gpu)
{
	const unsigned n = gpu_sms(gpu);
	struct port_place *place = calloc(n, sizeof *place);

	gpu->effects = calloc(1, sizeof *gpu->effects);
	if (place) {
		sm_places(gpu->m, place);
		gpu->memory_system = memory_system_new(gpu->m, place, n);
	}
	free(place);
	return gpu->memory_system && gpu->effects;
}

void
gpu_memory_free(struct gpu *gpu)
{
	memory_system_free(gpu->memory_system);
	if (gpu->effects) {
		cycle_order_free(&gpu->effects->order);
		free(gpu->effects->effect);
	}
	free(gpu->effects);
}

/* ---- time ---- */

/* A request has been served. */
static void
served(void *arg, const struct l2_request *r, const struct memory_served *s)
{
	struct gpu *gpu = arg;

	if (s->dram_sectors)
		request_count(gpu, r, SIMT_STAT_dram_sectors, s->dram_sectors);
	if (r->kind == L2_LOAD)
		return;
	if (!r->combined)
		l1_stored(gpu->sm + r->port, r, s->acknowledged);
	r->launch->storing--;
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

/* ---- data ---- */

static void
store(struct gpu *gpu, const struct store_log *s, size_t first)
{
	for (size_t i = first; i < s->n && s->store[i].cycle == s->store[first].cycle; i++) {
		const struct store *o = s->store + i;

		memcpy(backing_store_at(gpu->memory, o->address, o->n, NULL), s->data + o->at, o->n);
	}
}

/* Lane by lane from the lowest. Addresses were checked when the instruction issued. */
static void
perform(struct gpu *gpu, struct l2_access *a)
{
	struct mem_request *r = &a->mem;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint8_t *p = backing_store_at(gpu->memory, r->address[l], r->bytes, NULL);

		if (r->kind == MEM_LOAD)
			request_put(r, l, p);
		else
			request_atomic(r, l, p);
	}
	/* a warp that has ended wants no result */
	if (a->warp->block && a->warp->age == a->age && a->in->nd) {
		struct exec x = {.row = a->row, .mem = r, .active = r->mask, .mask = r->mask};

		isa_write_back(a->in, &x);
	}
}

/* Lists what takes effect, SM by SM, what one stores in a cycle before its accesses of that cycle. Returns how many there are. */
static size_t
list_effects(struct gpu *gpu)
{
	struct effects *e = gpu->effects;
	size_t n = 0;

	for (unsigned i = 0; i < gpu_sms(gpu); i++) {
		struct sm *sm = gpu->sm + i;

		for (size_t k = 0; k < sm->stores.n; k++) {
			if (k && sm->stores.store[k].cycle == sm->stores.store[k - 1].cycle)
				continue;
			e->order.cycle[n] = sm->stores.store[k].cycle;
			e->effect[n++] = (struct effect){i, (uint32_t)k, false};
		}
		for (size_t k = 0; k < sm->naccess; k++) {
			e->order.cycle[n] = sm->access[k].cycle;
			e->effect[n++] = (struct effect){i, (uint32_t)k, true};
		}
	}
	return n;
}

static void
take_effect(struct gpu *gpu)
{
	struct effects *s = gpu->effects;
	size_t n = 0;

	for (unsigned i = 0; i < gpu_sms(gpu); i++)
		n += gpu->sm[i].stores.n + gpu->sm[i].naccess;
	if (!n)
		return;
	cycle_order_room(&s->order, n);
	s->effect = grow(s->effect, &s->room, n, sizeof *s->effect);
	n = list_effects(gpu);
	cycle_order_sort(&s->order, n);
	for (size_t i = 0; i < n; i++) {
		const struct effect *e = s->effect + s->order.order[i];
		struct sm *sm = gpu->sm + e->sm;

		if (e->access)
			perform(gpu, sm->access + e->index);
		else
			store(gpu, &sm->stores, e->index);
	}
	for (unsigned i = 0; i < gpu_sms(gpu); i++) {
		stores_clear(&gpu->sm[i].stores);
		gpu->sm[i].naccess = 0;
		lsu_window_end(gpu->sm + i, gpu->now);
	}
}

void
gpu_memory_window_end(struct gpu *gpu)
{
	take_effect(gpu);
	if (!memory_system_serve(gpu->memory_system, gpu->now, served, gpu))
		return;
	for (unsigned i = 0; i < gpu_sms(gpu); i++)
		hear_answers(gpu->sm + i);
}
