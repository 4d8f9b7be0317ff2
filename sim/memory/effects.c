/* effects.c: what the accesses of an SM have yet to do to device memory. See effects.h. */
#include "sim/memory/effects.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/isa.h"
#include "isa/span.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/cycle-order.h"
#include "sim/memory/lane-atomics.h"
#include "sim/runtime/gpu.h"

/* An access that takes effect at L2: a global atomic, or a load of a word that an atomic has yet to change. */
struct l2_access {
	uint64_t cycle;
	struct warp *warp;
	uint64_t age; /* of the warp, which may have ended by then */
	const struct inst *in;
	struct home_row *row;
	struct mem_request mem;
};

/* Something that takes effect: what an SM stored in one cycle, from number `index` of its stores on, or its access `index`. */
struct effect {
	uint32_t sm, index;
	bool access;
};

/* Those of a window, and room for them. */
struct effect_order {
	struct cycle_order order;
	struct effect *effect;
	size_t n, room;
	bool accesses; /* there are some among them */
};

/* So many bytes that lie together, and begin at a multiple of it, belong to one part of the memory. No lane has bytes of two. */
enum { PART_BYTES = 128 };

bool
effects_init(struct effects *e)
{
	*e = (struct effects){.access = NULL};
	return stores_init(&e->stores) && stores_init(&e->recent);
}

void
effects_free(struct effects *e)
{
	free(e->access);
	stores_free(&e->stores);
	stores_free(&e->recent);
}

void
effects_forget(struct effects *e)
{
	e->naccess = 0;
	stores_clear(&e->stores);
	stores_clear(&e->recent);
}

/* ---- in a window ---- */

/* From this cycle on an atomic may be under way: for as long as it takes to L2 and back at the least. A window is no longer. */
static uint64_t
atomics_since(const struct sm *sm, uint64_t now)
{
	uint64_t way = sm->m->l2.atomic_latency;

	return now >= way ? now - way + 1 : 0;
}

uint8_t *
effects_store(struct sm *sm, uint64_t address, unsigned n)
{
	return stores_add(&sm->effects.stores, sm->now, address, n);
}

bool
effects_pending(struct sm *sm, const struct mem_request *r, const struct isa_span *s)
{
	struct store_log *recent = &sm->effects.recent;

	if (!recent->n || (s && !stores_near(recent, s->first, s->last + r->bytes)))
		return false;
	for (uint32_t m = r->mask; m; m &= m - 1) {
		uint64_t address = r->address[__builtin_ctz(m)];

		if (stores_near(recent, address, r->bytes) && stores_marked(recent, atomics_since(sm, sm->now), address, r->bytes))
			return true;
	}
	return false;
}

/* Bytes of a request that takes effect later: it has no more data than its operands or its result. */
static size_t
bytes_kept(const struct mem_request *r)
{
	const size_t words = (r->bytes + 3u) / 4 * (r->kind == MEM_ATOMIC && r->atomic == ATOM_CAS ? 2u : 1u);

	return offsetof(struct mem_request, data) + words * sizeof *r->data;
}

void
effects_keep(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, const struct mem_request *r)
{
	struct effects *e = &sm->effects;
	struct l2_access *a;

	e->access = grow(e->access, &e->room, e->naccess + 1, sizeof *e->access);
	a = e->access + e->naccess++;
	a->cycle = sm->now;
	a->warp = w;
	a->age = w->age;
	a->in = in;
	a->row = row;
	memcpy(&a->mem, r, bytes_kept(r));
	if (r->kind == MEM_ATOMIC)
		stores_mark_lanes(&e->recent, sm->now, r);
}

/* ---- at its end ---- */

struct effect_order *
effects_order_new(void)
{
	return calloc(1, sizeof(struct effect_order));
}

void
effects_order_free(struct effect_order *o)
{
	if (!o)
		return;
	cycle_order_free(&o->order);
	free(o->effect);
	free(o);
}

/* Part `part` of the memory, as one of several threads finds it. */
struct memory_part {
	struct backing_store_view view;
	unsigned part, mask; /* the number of PART_BYTES & mask is the part */
};

static bool
is_in_part(const struct memory_part *p, uint64_t address)
{
	return (address / PART_BYTES & p->mask) == p->part;
}

/* Those of the n bytes at `address` that are in the part get their contents. */
static void
store_in_part(struct memory_part *p, uint64_t address, const uint8_t *bytes, unsigned n)
{
	while (n) {
		const unsigned left = PART_BYTES - (unsigned)(address % PART_BYTES), here = left < n ? left : n;

		if (is_in_part(p, address))
			memcpy(backing_store_view_at(&p->view, address, here), bytes, here);
		address += here;
		bytes += here;
		n -= here;
	}
}

static void
store(struct memory_part *p, const struct store_log *s, size_t first)
{
	for (size_t i = first; i < s->n && s->store[i].cycle == s->store[first].cycle; i++) {
		const struct store *o = s->store + i;

		if (p->mask)
			store_in_part(p, o->address, s->data + o->at, o->n);
		else
			memcpy(backing_store_view_at(&p->view, o->address, o->n), s->data + o->at, o->n);
	}
}

/* Lane by lane from the lowest. Addresses were checked when the instruction issued. */
static void
perform_lanes(struct memory_part *part, struct mem_request *r)
{
	for (uint32_t m = r->mask; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);
		uint8_t *p;

		if (!is_in_part(part, r->address[l]))
			continue;
		p = backing_store_view_at(&part->view, r->address[l], r->bytes);
		if (r->kind == MEM_LOAD)
			access_put(r, l, p);
		else
			lane_atomics_perform(r, l, p);
	}
}

static void
perform(struct memory_part *part, struct l2_access *a)
{
	struct mem_request *r = &a->mem;
	struct isa_span s;
	uint8_t *p = NULL;

	if (!part->mask && isa_span(r, &s))
		p = backing_store_view_at(&part->view, s.first, (uint64_t)s.last + r->bytes);
	if (!p)
		perform_lanes(part, r);
	else if (r->kind == MEM_LOAD)
		isa_span_load(r, &s, p);
	else
		lane_atomics_perform_all(r, &s, p);
}

/* A warp that has ended wants no result. */
static void
give_result(struct l2_access *a)
{
	struct mem_request *r = &a->mem;

	if (a->warp->block && a->warp->age == a->age && a->in->nd) {
		struct exec x = {.row = a->row, .mem = r, .active = r->mask, .mask = r->mask};

		isa_write_back(a->in, &x);
	}
}

/* Lists what takes effect, SM by SM, what one stores in a cycle before its accesses of that cycle. Returns how many there are. */
static size_t
list_effects(struct gpu *gpu)
{
	struct effect_order *e = gpu->effects;
	size_t n = 0;

	for (unsigned i = 0; i < gpu->nawake; i++) {
		struct sm *sm = gpu->awake[i];

		for (size_t k = 0; k < sm->effects.stores.n; k++) {
			if (k && sm->effects.stores.store[k].cycle == sm->effects.stores.store[k - 1].cycle)
				continue;
			e->order.cycle[n] = sm->effects.stores.store[k].cycle;
			e->effect[n++] = (struct effect){sm->id, (uint32_t)k, false};
		}
		for (size_t k = 0; k < sm->effects.naccess; k++) {
			e->order.cycle[n] = sm->effects.access[k].cycle;
			e->effect[n++] = (struct effect){sm->id, (uint32_t)k, true};
		}
	}
	return n;
}

size_t
effects_list(struct gpu *gpu)
{
	struct effect_order *s = gpu->effects;
	size_t n = 0;

	s->accesses = false;
	for (unsigned i = 0; i < gpu->nawake; i++) {
		n += gpu->awake[i]->effects.stores.n + gpu->awake[i]->effects.naccess;
		s->accesses |= gpu->awake[i]->effects.naccess > 0;
	}
	if (n) {
		cycle_order_room(&s->order, n);
		s->effect = grow(s->effect, &s->room, n, sizeof *s->effect);
		n = list_effects(gpu);
		cycle_order_sort(&s->order, n);
	}
	s->n = n;
	return n;
}

void
effects_take_part(struct gpu *gpu, unsigned part, unsigned parts)
{
	const struct effect_order *s = gpu->effects;
	struct memory_part p = {.part = part, .mask = parts - 1};

	backing_store_view(gpu->memory, &p.view);
	for (size_t i = 0; i < s->n; i++) {
		const struct effect *e = s->effect + s->order.order[i];
		struct effects *of = &gpu->sm[e->sm].effects;

		if (e->access)
			perform(&p, of->access + e->index);
		else
			store(&p, &of->stores, e->index);
	}
}

void
effects_end(struct gpu *gpu)
{
	struct effect_order *s = gpu->effects;

	for (size_t i = 0; s->accesses && i < s->n; i++) {
		const struct effect *e = s->effect + s->order.order[i];

		if (e->access)
			give_result(gpu->sm[e->sm].effects.access + e->index);
	}
	for (unsigned i = 0; s->n && i < gpu->nawake; i++) {
		struct sm *sm = gpu->awake[i];

		stores_clear(&sm->effects.stores);
		sm->effects.naccess = 0;
		stores_forget(&sm->effects.recent, atomics_since(sm, gpu->now));
	}
	s->n = 0;
}

void
effects_take(struct gpu *gpu)
{
	if (!effects_list(gpu))
		return;
	effects_take_part(gpu, 0, 1);
	effects_end(gpu);
}
