/* lsu.c: what loads, stores and atomics do; when their results can be used is in lsu-timing.c.
 *
 * Loads read when they issue: device memory, plus the SM's own stores of this window. Stores go to the SM's log and reach device memory
 * at the end of the window, and so do global atomics. Shared memory and its atomics act at once, atomics lane by lane from the lowest.
 *
 * A generic access goes to each kind of memory that its lanes point into.
 *
 * What this module cannot do: faults in the order of lanes where a generic access goes to several kinds of memory: they come kind by kind. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/memory/access.h"
#include "isa/abi.h"
#include "sim/memory/tag-store.h"
#include "sim/dispatch/cluster.h"
#include "sim/core/core.h"
#include "sim/observe/events.h"
#include "sim/memory/backing-store.h"
#include "sim/core/simulate.h"

void
request_get(const struct mem_request *r, unsigned l, uint8_t *bytes)
{
	if (r->bytes < 4)
		memcpy(bytes, &r->data[0][l], r->bytes);
	/* no more than 16: gcc -O3 takes what it cannot rule out for an overflow */
	for (unsigned i = 0; i < 4 && i < r->bytes / 4u; i++)
		memcpy(bytes + 4 * i, &r->data[i][l], 4);
}

void
request_put(struct mem_request *r, unsigned l, const uint8_t *bytes)
{
	for (unsigned i = 0; i < r->bytes / 4u; i++)
		memcpy(&r->data[i][l], bytes + 4 * i, 4);
	if (r->bytes < 4) {
		uint32_t v = 0, top = r->sign ? UINT32_C(1) << (8 * r->bytes - 1) : 0;

		memcpy(&v, bytes, r->bytes);
		r->data[0][l] = (v ^ top) - top;
	}
}

bool
lsu_fault(struct sm *sm, struct warp *w, const struct mem_request *r, unsigned lane, const char *space, const char *what)
{
	static const char *const kind[] = {"load", "store", "atomic"};

	return fault_at(sm, w, lane, "%s %s of %u bytes at 0x%" PRIx64 ": %s", space, kind[r->kind], r->bytes, r->address[lane],
			what);
}

/* ---- global memory ---- */

/* Number of a sector, or of anything else that counts like one, in the list of the access. */
static unsigned
find_sector(struct access *a, uint64_t sector)
{
	/* neighbours in the request mostly share a sector or follow each other; the list is short */
	for (unsigned i = a->nsectors; i--;)
		if (a->sectors[i] == sector)
			return i;
	a->sectors[a->nsectors] = sector;
	a->written[a->nsectors] = 0;
	return a->nsectors++;
}

void
access_bytes(struct access *a, uint64_t address, unsigned n)
{
	unsigned i = find_sector(a, address / SECTOR_BYTES);

	a->written[i] |= (uint32_t)((UINT64_C(1) << n) - 1) << address % SECTOR_BYTES;
}

/* Atomics on one word follow each other: its sector counts as often as the most used of its words is used. */
static void
atomic_sectors(const struct mem_request *r, struct access *a)
{
	enum { TURN = 56 }; /* sector numbers are below 2^56 */
	unsigned first = a->nsectors;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint64_t turn = 0;

		for (uint32_t k = r->mask & ((m & -m) - 1); k; k &= k - 1)
			turn += r->address[__builtin_ctz(k)] == r->address[l];
		a->written[find_sector(a, r->address[l] / SECTOR_BYTES | turn << TURN)]++;
	}
	a->atomic = r->atomic;
	a->bytes = r->bytes;
	for (unsigned i = first; i < a->nsectors; i++)
		a->sectors[i] &= (UINT64_C(1) << TURN) - 1;
}

/* From this cycle on an atomic may be under way: for as long as it takes to L2 and back at the least. A window is no longer. */
static uint64_t
atomics_since(const struct sm *sm, uint64_t now)
{
	uint64_t way = (uint64_t)sm->m->v[M_l2_latency];

	return now >= way ? now - way + 1 : 0;
}

void
lsu_window_end(struct sm *sm, uint64_t now)
{
	stores_forget(&sm->recent, atomics_since(sm, now));
}

/* Whether the access takes effect at L2: atomics, and loads of a word that an atomic under way may have yet to change there. */
static bool
goes_to_l2(struct sm *sm, const struct mem_request *r)
{
	/* an asynchronous copy has no order with what its thread did before */
	if (r->kind != MEM_LOAD || r->copy)
		return r->kind == MEM_ATOMIC && !sm->untimed;
	for (uint32_t m = sm->recent.n ? r->mask : 0; m; m &= m - 1) {
		uint64_t address = r->address[__builtin_ctz(m)];

		if (stores_near(&sm->recent, address, r->bytes) &&
		    stores_marked(&sm->recent, atomics_since(sm, sm->now), address, r->bytes))
			return true;
	}
	return false;
}

bool
lsu_strong(const struct inst *in)
{
	/* of fields.def's scope */
	static const bool strong[16] = {[6] = true, [7] = true, [8] = true, [10] = true, [12] = true};

	return strong[in->f[F_scope] & 15];
}

/* Keeps the request until the end of the window. */
static void
access_at_l2(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, const struct mem_request *r)
{
	sm->access = grow(sm->access, &sm->access_cap, sm->naccess + 1, sizeof *sm->access);
	sm->access[sm->naccess++] = (struct l2_access){sm->now, w, w->age, in, row, *r};
	for (uint32_t m = r->kind == MEM_ATOMIC ? r->mask : 0; m; m &= m - 1)
		stores_mark(&sm->recent, sm->now, r->address[__builtin_ctz(m)], r->bytes);
}

/* The access of one lane, unless it is left to L2. */
static void
global_lane(struct sm *sm, struct mem_request *r, unsigned l, uint8_t *p)
{
	uint8_t bytes[16];

	if (r->kind == MEM_ATOMIC) {
		request_atomic(r, l, p);
	} else if (r->kind == MEM_LOAD) {
		if (!stores_near(&sm->stores, r->address[l], r->bytes)) {
			request_put(r, l, p);
			return;
		}
		memcpy(bytes, p, r->bytes);
		stores_overlay(&sm->stores, r->address[l], bytes, r->bytes);
		request_put(r, l, bytes);
	} else {
		request_get(r, l, sm->untimed ? p : stores_add(&sm->stores, sm->now, r->address[l], r->bytes));
	}
}

/* Says in which allocation, too, where it is in one. */
static bool
misaligned(struct sm *sm, struct warp *w, const struct mem_request *r, unsigned l)
{
	char text[160] = "the address is not a multiple of the size";
	size_t n = strlen(text);

	if (memory_at(sm->gpu->memory, r->address[l], 1, NULL)) {
		char where[100];

		memory_place(sm->gpu->memory, r->address[l], where, sizeof where);
		snprintf(text + n, sizeof text - n, " (%s)", where);
	}
	return lsu_fault(sm, w, r, l, "global", text);
}

static bool
global_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	/* the rows of one instruction go the same way once one has to */
	bool at_l2 = a->at_l2 || goes_to_l2(sm, r), strong = r->kind == MEM_LOAD && lsu_strong(in);
	bool late = at_l2 || (strong && !r->copy && !sm->untimed), coalesced = !late && coalesced_access(sm, r, a);
	const uint32_t leave = r->kind == MEM_STORE && !coalesced ? stores_staying(r) : r->mask;

	for (uint32_t m = coalesced ? 0 : r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint64_t address = r->address[l];
		uint8_t *p = memory_at(sm->gpu->memory, address, r->bytes, NULL);

		if (address & (r->bytes - 1u)) /* a power of two */
			return misaligned(sm, w, r, l);
		if (!p) {
			char where[160];

			memory_describe(sm->gpu->memory, address, where, sizeof where);
			return lsu_fault(sm, w, r, l, "global", where);
		}
		if (!late && (leave & m & -m))
			global_lane(sm, r, l, p);
		if (r->kind != MEM_ATOMIC)
			access_bytes(a, address, r->bytes);
	}
	if (r->kind == MEM_ATOMIC)
		atomic_sectors(r, a);
	else if (coalesced)
		banks_coalesced(sm->m, r, a);
	else
		banks_global(sm->m, r, a);
	if (late)
		access_at_l2(sm, w, in, row, r);
	a->global = true;
	a->load = a->load || r->kind == MEM_LOAD || in->nd;
	a->at_l2 = at_l2;
	a->late = late;
	a->strong = strong;
	return true;
}

/* ---- shared memory ---- */

/* Whether a CAST.SPIN is not tried on lane l, since a lane before it was on its bank; those are in taken[], by part of the warp. */
static bool
loses(const struct simt_machine *m, const struct mem_request *r, unsigned l, uint64_t *taken)
{
	unsigned banks = (unsigned)m->v[M_shared_banks] * 4 / r->bytes;
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

static bool
shared_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a)
{
	struct block *b = w->block;
	uint32_t reserved = (uint32_t)sm->m->v[M_shared_reserved];
	const uint32_t leave = r->kind == MEM_STORE ? stores_staying(r) : 0;
	uint64_t taken[2] = {0};

	if (sm->inbox.n)
		cluster_take(sm, sm->now + 1);
	if (r->kind == MEM_ATOMIC && r->atomic == ATOM_BARRIER)
		bulk_arrive(sm, b);
	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint64_t address = r->address[l];
		uint8_t *p, bytes[16];

		if (address & (r->bytes - 1u))
			return lsu_fault(sm, w, r, l, "shared", "the address is not a multiple of the size");
		bool lent = address + r->bytes <= b->x.shared_lent;

		if ((address < reserved && !lent) || address >= b->x.shared_bytes || r->bytes > b->x.shared_bytes - address) {
			char where[160] = "the block has no shared memory: the kernel declares none, and the launch gives it no "
					  "dynamic one";

			if (b->x.shared_bytes > reserved)
				snprintf(where, sizeof where, "outside the block's shared memory, 0x%" PRIx32 " to 0x%" PRIx32,
					 reserved, b->x.shared_bytes);
			return lsu_fault(sm, w, r, l, "shared", where);
		}
		p = b->shared + address;
		if (r->kind == MEM_LOAD) {
			request_put(r, l, p);
		} else if (r->kind == MEM_STORE) {
			if (!(leave & m & -m))
				continue;
			request_get(r, l, bytes);
			memcpy(p, bytes, r->bytes);
		} else if (r->spin && loses(sm->m, r, l, taken)) {
			r->data[0][l] = ~r->data[0][l]; /* not what it was compared with */
		} else {
			request_atomic(r, l, p);
		}
	}
	if (r->kind == MEM_ATOMIC && r->atomic == ATOM_BARRIER)
		share_token(r);
	banks_shared(sm->m, r, a);
	a->shared = true;
	a->load = a->load || r->kind != MEM_STORE;
	return true;
}

/* ---- any memory ---- */

bool
lsu_part(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	bool ok = r->space == MEM_SHARED  ? shared_access(sm, w, r, a)
		  : r->space == MEM_LOCAL ? local_access(sm, w, r, a)
					  : global_access(sm, w, in, row, r, a);
	bool later = r->space == MEM_GLOBAL && a->late;
	if (ok && sm->tap)
		tap_memory(sm, w, sm->row, r, !later);
	if (later)
		r->mask = 0;
	return ok;
}

/* Generic addresses: those in the windows of shared and local memory lose the window's address, all others are global. */
static bool
generic_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	enum { WINDOW = 1 << CLUSTER_SHIFT };
	const struct exec_block *x = &w->block->x;
	uint32_t lanes[MEM_CLUSTER + 1] = {0}, done = 0;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m), space = MEM_GLOBAL;
		uint64_t window = 0;

		if (r->address[l] - x->shared_window - x->shared_base < WINDOW) {
			space = MEM_SHARED;
			window = x->shared_window + x->shared_base;
		} else if (r->address[l] - x->local_window < WINDOW) {
			space = MEM_LOCAL;
			window = x->local_window;
		} else if ((r->address[l] - x->shared_window) >> 32 == 0) {
			space = MEM_CLUSTER;
			window = x->shared_window;
		}
		r->address[l] -= window;
		lanes[space] |= m & -m;
	}
	for (unsigned space = 0; space <= MEM_CLUSTER; space++) {
		r->mask = lanes[space];
		r->space = (uint8_t)space;
		if (r->mask && !(space == MEM_CLUSTER ? cluster_access(sm, w, in, row, r, a) : lsu_part(sm, w, in, row, r, a)))
			return false;
		done |= r->mask;
	}
	r->mask = done;
	r->space = MEM_GENERIC;
	return true;
}

bool
lsu_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	if (!r->mask)
		return true;
	a->any = true;
	a->kind = r->kind;
	a->words = r->bytes > 4 ? r->bytes / 4 : 1;
	if (r->bulk)
		return bulk_access(sm, w, r, a);
	if (r->copy)
		return copies_access(sm, w, in, row, r, a);
	if (r->space == MEM_CLUSTER)
		return cluster_access(sm, w, in, row, r, a);
	return r->space == MEM_GENERIC ? generic_access(sm, w, in, row, r, a) : lsu_part(sm, w, in, row, r, a);
}
