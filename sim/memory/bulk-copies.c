/* bulk-copies.c: bulk copies between global and shared memory (UBLKCP), which barriers in shared memory count.
 *
 * The copy itself is done when the instruction issues, as far as a program can tell: it may not look before the barrier has told it. The
 * bytes arrive at the barrier after the latency of L2 and what the block's SM takes to receive them.
 *
 * What this module cannot do: the way of the copies through L2, its counters, DRAM; the time of copies to global memory. */
#include "sim/memory/bulk-copies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/cubin.h"
#include "sim/core/copy-groups.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/cluster-memory.h"
#include "sim/memory/effects.h"
#include "sim/memory/transaction-bytes.h"
#include "sim/observe/fault.h"
#include "sim/observe/tap.h"
#include "sim/runtime/gpu.h"

enum { UNIT = 16 };

static bool
bulk_fault(struct sm *sm, struct warp *w, const struct mem_request *r, const char *why)
{
	return fault_at(sm, w, (unsigned)__builtin_ctz(r->mask), "bulk copy of %" PRIu32 " bytes: %s", r->bulk, why);
}

/* There is no device memory for 16 bytes at an address. */
static bool
missing_memory(struct sm *sm, struct warp *w, const struct mem_request *r, uint64_t address)
{
	char where[160], why[224];

	backing_store_describe(sm->gpu->memory, address, where, sizeof where);
	snprintf(why, sizeof why, "%s of 16 bytes at 0x%" PRIx64 ": %s", r->kind == MEM_LOAD ? "load" : "store", address, where);
	return bulk_fault(sm, w, r, why);
}

/* Whether the copy keeps to shared memory, and where it should be aligned is. */
static bool
check_places(struct sm *sm, struct warp *w, const struct mem_request *r)
{
	const struct exec_block *x = &w->block->x;
	const uint32_t reserved = CUBIN_RESERVED_SHARED;
	const uint64_t end = (uint64_t)r->to[0] + r->bulk;
	const bool counted = r->kind == MEM_LOAD;

	if (r->address[0] % UNIT || r->to[0] % UNIT)
		return bulk_fault(sm, w, r, "an address is not a multiple of 16");
	if (r->to[0] < reserved || end > x->shared_bytes ||
	    (counted && (r->to[1] < reserved || r->to[1] % 8 || r->to[1] + 8 > x->shared_bytes)))
		return bulk_fault(sm, w, r, "it is outside the block's shared memory");
	return true;
}

/* So many of the first lanes of a request that copies 16 bytes each. */
static bool
copy_row(struct sm *sm, struct warp *w, const struct mem_request *r, struct mem_request *global, struct mem_request *shared)
{
	uint8_t bytes[UNIT];

	for (uint32_t m = global->mask; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);
		const uint64_t address = global->address[l];
		uint8_t *p = backing_store_view_at(&sm->memory, address, UNIT), *s = w->block->shared + shared->address[l];

		if (!p)
			return missing_memory(sm, w, r, address);
		memcpy(bytes, r->kind == MEM_LOAD ? p : s, UNIT);
		if (r->kind == MEM_LOAD && !sm->untimed)
			effects_overlay(&sm->effects, address, bytes, UNIT);
		memcpy(r->kind == MEM_LOAD ? s : sm->untimed ? p : effects_store(sm, address, UNIT), bytes, UNIT);
		access_put(global, l, bytes);
		access_put(shared, l, bytes);
	}
	if (sm->tap) {
		tap_memory(sm, w, sm->row, r->kind == MEM_LOAD ? global : shared, true);
		tap_memory(sm, w, sm->row, r->kind == MEM_LOAD ? shared : global, true);
	}
	return true;
}

/* So much of what L2 does for all SMs in a cycle is this one's, if all that have work ask for the same. */
static uint64_t
share_of(const struct sm *sm, uint64_t rate)
{
	const uint64_t sms = sm->gpu->nawake ? sm->gpu->nawake : 1;

	return rate > sms ? rate / sms : 1;
}

static uint64_t
way_of(uint64_t bytes, uint64_t rate)
{
	return (bytes + rate - 1) / rate;
}

static uint64_t
most_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

uint64_t
bulk_copies_load(struct sm *sm, const struct bulk_load *l)
{
	const struct simt_machine *m = sm->m;
	uint64_t *free = &sm->bulk_copies.free, cycles;

	if (sm->untimed)
		return 0;
	cycles = most_of(l->requests * m->lsu.bulk_request_cycles, way_of(l->bytes, m->interconnect.fill_rate));
	cycles = most_of(cycles, way_of(l->bytes + l->requests * m->interconnect.header, share_of(sm, m->interconnect.out_rate)));
	*free = most_of(*free, sm->now) + cycles;
	return *free + m->l2.bulk_latency;
}

void
bulk_copies_store(struct sm *sm, struct warp *w, const struct bulk_store *s)
{
	const struct simt_machine *m = sm->m;
	uint64_t *sent = &sm->bulk_copies.sent, cycles;

	if (sm->untimed)
		return;
	cycles = (s->sectors + s->partial + (s->reduces ? s->lines : 0)) * m->lsu.bulk_sector_cycles;
	cycles = most_of(cycles, way_of(s->bytes + s->lines * m->interconnect.in_header, share_of(sm, m->interconnect.in_rate)));
	*sent = most_of(*sent, sm->now) + cycles;
	copy_groups_known(w, *sent + m->lsu.bulk_group_latency);
	w->stored_until = most_of(w->stored_until, *sent + m->l2.store_latency);
}

/* What a copy of bytes that lie together moves. */
static struct bulk_load
plain_load(const struct mem_request *r)
{
	enum { LINE = 128 };

	return (struct bulk_load){r->bulk, (r->address[0] % LINE + r->bulk + LINE - 1) / LINE};
}

/* The bytes that a copy reads, of device memory as the SM sees it or of the block's shared memory, into `bytes`. */
static bool
read_bytes(struct sm *sm, struct warp *w, const struct mem_request *r, uint8_t *bytes)
{
	if (r->address[0] % UNIT)
		return bulk_fault(sm, w, r, "an address is not a multiple of 16");
	if (r->space == MEM_SHARED) {
		if (r->address[0] < CUBIN_RESERVED_SHARED || r->address[0] + r->bulk > w->block->x.shared_bytes)
			return bulk_fault(sm, w, r, "it is outside the block's shared memory");
		memcpy(bytes, w->block->shared + r->address[0], r->bulk);
		return true;
	}
	for (uint32_t done = 0; done < r->bulk; done += UNIT, bytes += UNIT) {
		const uint64_t at = r->address[0] + done;
		const uint8_t *p = backing_store_view_at(&sm->memory, at, UNIT);

		if (!p)
			return missing_memory(sm, w, r, at);
		memcpy(bytes, p, UNIT);
		if (!sm->untimed)
			effects_overlay(&sm->effects, at, bytes, UNIT);
	}
	return true;
}

static bool
bulk_to_cluster(struct sm *sm, struct warp *w, const struct mem_request *r)
{
	const struct bulk_load load = plain_load(r);
	struct block *b = w->block;
	const uint64_t until = r->space == MEM_SHARED ? sm->now : bulk_copies_load(sm, &load);
	const uint32_t own = b->x.rank, blocks = r->data[0][0] ? r->data[0][0] : UINT32_C(1) << (r->to[0] >> CLUSTER_SHIFT & 15);
	uint8_t *bytes;
	bool ok;

	if (!r->data[0][0] && r->to[0] >> CLUSTER_SHIFT >= CLUSTER_MOST)
		return bulk_fault(sm, w, r, "the cluster has no such block");
	bytes = xrealloc(NULL, r->bulk);
	ok = read_bytes(sm, w, r, bytes);
	for (uint32_t m = blocks; ok && m; m &= m - 1) {
		const uint32_t rank = (uint32_t)__builtin_ctz(m), base = rank << CLUSTER_SHIFT;
		struct mem_request one = *r;

		/* the barrier is the destination's, whatever block its address names (workloads/general/ranks.csv) */
		one.to[0] = (r->to[0] & CLUSTER_OFFSET) | base;
		one.to[1] = (r->to[1] & CLUSTER_OFFSET) | base;
		if (rank != own) {
			ok = cluster_memory_copy(sm, w, (unsigned)__builtin_ctz(r->mask),
						 &(struct cluster_copy){one.to[0], one.to[1], r->bulk, bytes,
									until > sm->now ? until - sm->now : 0});
			continue;
		}
		one.to[0] &= CLUSTER_OFFSET;
		one.to[1] &= CLUSTER_OFFSET;
		one.address[0] = 0; /* it has been looked at */
		ok = check_places(sm, w, &one);
		if (ok) {
			memcpy(b->shared + one.to[0], bytes, r->bulk);
			transaction_bytes_expect(b, until, one.to[1], one.bulk);
		}
	}
	free(bytes);
	return ok;
}

bool
bulk_copies_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a)
{
	const bool load = r->kind == MEM_LOAD;
	struct mem_request global = {.space = MEM_GLOBAL, .kind = load ? MEM_LOAD : MEM_STORE, .bytes = UNIT},
			   shared = {.space = MEM_SHARED, .kind = load ? MEM_STORE : MEM_LOAD, .bytes = UNIT};

	if (cluster_port_has_messages(&sm->cluster_port))
		cluster_port_act(sm, sm->now + 1);
	if (load && (r->space == MEM_SHARED || r->data[0][0] || r->to[0] >> CLUSTER_SHIFT != w->block->x.rank)) {
		if (!bulk_to_cluster(sm, w, r))
			return false;
		a->kind = MEM_STORE;
		r->mask = 0;
		return true;
	}
	r->to[0] &= CLUSTER_OFFSET;
	r->to[1] &= CLUSTER_OFFSET; /* as in bulk_to_cluster() */
	if (!check_places(sm, w, r))
		return false;
	for (uint32_t done = 0; done < r->bulk;) {
		global.mask = 0;
		for (unsigned l = 0; l < ISA_LANES && done < r->bulk; l++, done += UNIT) {
			global.address[l] = r->address[0] + done;
			shared.address[l] = r->to[0] + done;
			global.mask |= UINT32_C(1) << l;
		}
		shared.mask = global.mask;
		if (!copy_row(sm, w, r, &global, &shared))
			return false;
	}
	if (load) {
		const struct bulk_load l = plain_load(r);

		transaction_bytes_expect(w->block, bulk_copies_load(sm, &l), r->to[1], r->bulk);
	} else {
		bulk_copies_store(
			sm, w, &(struct bulk_store){r->bulk, (r->bulk + 127) / 128, (r->bulk + 31) / 32, r->bulk / 16 % 2, false});
	}
	a->kind = MEM_STORE;
	r->mask = 0;
	return true;
}
