/* lsu-spaces.c: what loads, stores and atomics do to each kind of memory.
 *
 * Loads read when they issue: device memory, plus the SM's own stores of this window. Stores go to the SM's log and reach device memory
 * at the end of the window, and so do global atomics. Shared memory and its atomics act at once, atomics lane by lane from the lowest. */
#include "sim/memory/lsu-spaces.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/cubin.h"
#include "isa/span.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesced.h"
#include "sim/memory/coalescer.h"
#include "sim/memory/effects.h"
#include "sim/memory/lane-atomics.h"
#include "sim/memory/local.h"
#include "sim/memory/speculation.h"
#include "sim/memory/stores.h"
#include "sim/memory/transaction-bytes.h"
#include "sim/observe/tap.h"
#include "sim/runtime/gpu.h"

/* Whether the access takes effect at L2: atomics, and loads of a word that an atomic under way may have yet to change there. */
static bool
goes_to_l2(struct sm *sm, const struct mem_request *r, const struct isa_span *s)
{
	/* an asynchronous copy has no order with what its thread did before */
	if (r->kind != MEM_LOAD || r->copy)
		return r->kind == MEM_ATOMIC && !sm->untimed;
	return effects_pending(sm, r, s);
}

/* The access of one lane, unless it is left to L2. */
static void
global_lane(struct sm *sm, struct mem_request *r, unsigned l, uint8_t *p)
{
	uint8_t bytes[16];

	if (r->kind == MEM_ATOMIC) {
		lane_atomics_perform(r, l, p);
	} else if (r->kind == MEM_LOAD) {
		if (!effects_near(&sm->effects, r->address[l], r->bytes)) {
			access_put(r, l, p);
			return;
		}
		memcpy(bytes, p, r->bytes);
		effects_overlay(&sm->effects, r->address[l], bytes, r->bytes);
		access_put(r, l, bytes);
	} else {
		access_get(r, l, sm->untimed ? p : effects_store(sm, r->address[l], r->bytes));
	}
}

/* Says in which allocation, too, where it is in one. */
static __attribute__((noinline)) bool
misaligned(struct sm *sm, struct warp *w, const struct mem_request *r, unsigned l)
{
	char text[160] = "the address is not a multiple of the size";
	size_t n = strlen(text);

	if (backing_store_view_at(&sm->memory, r->address[l], 1)) {
		char where[100];

		backing_store_place(sm->gpu->memory, r->address[l], where, sizeof where);
		snprintf(text + n, sizeof text - n, " (%s)", where);
	}
	return access_fault(sm, w, r, l, "global", text);
}

/* What an access does in the lanes of the request, one after the other, where it is not left to L2. */
static __attribute__((noinline)) bool
global_lanes(struct sm *sm, struct warp *w, struct mem_request *r, bool late)
{
	const uint32_t leave = late ? 0 : r->kind == MEM_STORE ? stores_staying(r) : r->mask;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint64_t address = r->address[l];
		uint8_t *p = backing_store_view_at(&sm->memory, address, r->bytes);

		if (address & (r->bytes - 1u)) /* a power of two */
			return misaligned(sm, w, r, l);
		if (!p) {
			char where[160];

			backing_store_describe(sm->gpu->memory, address, where, sizeof where);
			return access_fault(sm, w, r, l, "global", where);
		}
		if (sm->memory.set)
			p = speculation_lane(sm->memory.set, address, r->bytes, r->kind == MEM_STORE);
		if (!p)
			return access_fault(sm, w, r, l, "global", "there is no room to keep it");
		if (leave & m & -m)
			global_lane(sm, r, l, p);
	}
	return true;
}

/* Whether there are so few lanes that it takes less to go from one to the next. */
static bool
few_lanes(uint32_t mask)
{
	enum { FEW = 4 };

	if (mask == UINT32_MAX)
		return false;
	for (unsigned i = 0; i < FEW; i++)
		mask &= mask - 1;
	return !mask;
}

static bool
global_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	struct isa_span span;
	const struct isa_span *s = !few_lanes(r->mask) && isa_span(r, &span) ? &span : NULL;
	/* the rows of one instruction go the same way once one has to */
	bool at_l2 = a->at_l2 || goes_to_l2(sm, r, s), strong = r->kind == MEM_LOAD && access_is_strong(in);
	bool late = at_l2 || (strong && !r->copy && !sm->untimed);

	if (sm->memory.set && (strong || r->kind == MEM_ATOMIC))
		return access_refused(sm, w, r);
	if (!(s && coalesced_access(sm, r, s, late)) && !global_lanes(sm, w, r, late))
		return false;
	if (r->kind == MEM_ATOMIC) {
		coalescer_atomic(r, a);
	} else {
		const bool apart = coalescer_lanes(r, s, a);

		banks_global(sm->m, r, s, apart, a);
	}
	if (late)
		effects_keep(sm, w, in, row, r);
	a->global = true;
	a->load = a->load || r->kind == MEM_LOAD || in->nd;
	a->at_l2 = at_l2;
	a->late = late;
	a->strong = strong;
	return true;
}

/* Whether a CAST.SPIN is not tried on lane l, since a lane before it was on its bank; those are in taken[], by part of the warp. */
static bool
loses(const struct simt_machine *m, const struct mem_request *r, unsigned l, uint64_t *taken)
{
	unsigned banks = m->shared.banks * 4 / r->bytes;
	uint64_t *part = taken + l * r->bytes / 4 / ISA_LANES, bit = UINT64_C(1)
								     << r->address[l] / r->bytes % (banks ? banks : 1) % 64;
	bool lost = *part & bit;

	*part |= bit;
	return lost;
}

/* Lanes that arrive at a barrier together get its word before all of them. */
static void
share_token(struct mem_request *r)
{
	for (uint32_t m = r->mask; m; m &= m - 1)
		for (uint32_t k = m & (m - 1); k; k &= k - 1) {
			const unsigned first = (unsigned)__builtin_ctz(m), l = (unsigned)__builtin_ctz(k);

			if (r->address[first] == r->address[l])
				r->data[1][l] = r->data[1][first];
		}
}

/* What an access does of which all lanes are well. False: nothing is done, go lane by lane. */
static bool
shared_together(struct block *b, struct mem_request *r, const struct isa_span *s)
{
	const uint64_t end = s->first + s->last + r->bytes;

	if (r->spin || !s->aligned || s->first > b->x.shared_bytes || end > b->x.shared_bytes ||
	    (s->first < CUBIN_RESERVED_SHARED && end > b->x.shared_lent))
		return false;
	if (r->kind == MEM_LOAD)
		isa_span_load(r, s, b->shared + s->first);
	else if (r->kind == MEM_ATOMIC)
		lane_atomics_perform_all(r, s, b->shared + s->first);
	else
		isa_span_store(r, s, b->shared + s->first);
	return true;
}

/* What an access does, one lane after the other. */
static __attribute__((noinline)) bool
shared_lanes(struct sm *sm, struct warp *w, struct mem_request *r)
{
	struct block *b = w->block;
	uint32_t reserved = CUBIN_RESERVED_SHARED;
	const uint32_t leave = r->kind == MEM_STORE ? stores_staying(r) : 0;
	uint64_t taken[2] = {0};

	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint64_t address = r->address[l];
		uint8_t *p, bytes[16];

		if (address & (r->bytes - 1u))
			return access_fault(sm, w, r, l, "shared", "the address is not a multiple of the size");
		bool lent = address + r->bytes <= b->x.shared_lent;

		if ((address < reserved && !lent) || address >= b->x.shared_bytes || r->bytes > b->x.shared_bytes - address) {
			char where[160] = "the block has no shared memory: the kernel declares none, and the launch gives it no "
					  "dynamic one";

			if (b->x.shared_bytes > reserved)
				snprintf(where, sizeof where, "outside the block's shared memory, 0x%" PRIx32 " to 0x%" PRIx32,
					 reserved, b->x.shared_bytes);
			return access_fault(sm, w, r, l, "shared", where);
		}
		p = b->shared + address;
		if (r->kind == MEM_LOAD) {
			access_put(r, l, p);
		} else if (r->kind == MEM_STORE) {
			if (!(leave & m & -m))
				continue;
			access_get(r, l, bytes);
			memcpy(p, bytes, r->bytes);
		} else if (r->spin && loses(sm->m, r, l, taken)) {
			r->data[0][l] = ~r->data[0][l]; /* not what it was compared with */
		} else {
			lane_atomics_perform(r, l, p);
		}
	}
	return true;
}

static __attribute__((noinline)) bool
shared_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a)
{
	const bool barrier = r->kind == MEM_ATOMIC && r->atomic == ATOM_BARRIER;
	struct isa_span span;
	const struct isa_span *s;

	if (cluster_port_has_messages(&sm->cluster_port))
		cluster_port_act(sm, sm->now + 1);
	if (barrier)
		transaction_bytes_arrive(sm, w->block);
	s = isa_span(r, &span) ? &span : NULL;
	if (!(s && shared_together(w->block, r, s)) && !shared_lanes(sm, w, r))
		return false;
	if (barrier)
		share_token(r);
	banks_shared(sm->m, r, s, a);
	a->shared = true;
	if (r->kind != MEM_STORE)
		a->load = true;
	if (sm->tap)
		tap_memory(sm, w, sm->row, r, true);
	return true;
}

/* An access of global or local memory. */
static __attribute__((noinline)) bool
cached_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	bool later;

	if (!(r->space == MEM_LOCAL ? local_access(sm, w, r, a) : global_access(sm, w, in, row, r, a)))
		return false;
	later = r->space == MEM_GLOBAL && a->late;
	if (sm->tap)
		tap_memory(sm, w, sm->row, r, !later);
	if (later)
		r->mask = 0;
	return true;
}

bool
lsu_spaces_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		  struct access *a)
{
	return r->space == MEM_SHARED ? shared_access(sm, w, r, a) : cached_access(sm, w, in, row, r, a);
}
