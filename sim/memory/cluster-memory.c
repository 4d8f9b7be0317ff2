/* cluster-memory.c: accesses of shared memory of other blocks of the cluster. See cluster-memory.h.
 *
 * What an access may touch is checked when it issues; what it does is done when it comes there, in the order of the cycle, the SM that sent it
 * and the order in which it did, before anything that the SM there does in that cycle. Its answer takes as long back. A block that has ended
 * has no memory any more: an access of it is a fault, as it is on a GPU ("cluster target block not present").
 *
 * What this module cannot do: time that an access takes of the SM where it comes. */
#include "sim/memory/cluster-memory.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/cubin.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster.h"
#include "sim/memory/access.h"
#include "sim/memory/cluster-port.h"
#include "sim/memory/lsu-spaces.h"
#include "sim/memory/remote.h"
#include "sim/memory/transaction-bytes.h"
#include "sim/observe/fault.h"
#include "sim/observe/tap.h"

/* Pieces of 32 bytes that are all accessed, and of 16 bytes of the others. */
static uint16_t
packets_of(const struct mem_request *r)
{
	enum { PIECE = 16, PIECES = ISA_LANES };
	uint64_t piece[PIECES];
	uint16_t bytes[PIECES];
	unsigned n = 0, packets = 0;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		const uint64_t address = r->address[__builtin_ctz(m)], at = address / PIECE;
		const uint16_t here = (uint16_t)(((UINT32_C(1) << r->bytes) - 1) << address % PIECE);
		unsigned i = 0;

		while (i < n && piece[i] != at)
			i++;
		if (i == n) {
			piece[n] = at;
			bytes[n++] = 0;
		}
		bytes[i] |= here;
	}
	for (unsigned i = 0; i < n; i++) {
		bool joined = false;

		/* the second half of one that is whole */
		for (unsigned k = 0; k < n && piece[i] % 2 && bytes[i] == UINT16_MAX; k++)
			joined = joined || (piece[k] == piece[i] - 1 && bytes[k] == UINT16_MAX);
		packets += !joined;
	}
	return (uint16_t)packets;
}

static bool
is_outside(const struct block *b, uint64_t address, uint32_t bytes)
{
	const uint64_t at = address & CLUSTER_OFFSET;

	return at < CUBIN_RESERVED_SHARED || at >= b->x.shared_bytes || bytes > b->x.shared_bytes - at;
}

/* What is wrong with an address of the cluster; NULL: nothing. */
static const char *
wrong(const struct block *b, uint64_t address, uint32_t bytes, uint32_t align)
{
	if (address & (align - 1))
		return "the address is not a multiple of the size";
	if (address >> CLUSTER_SHIFT >= b->launch->cluster_blocks)
		return "the cluster has no such block";
	return is_outside(b, address, bytes) ? "outside the block's shared memory" : NULL;
}

/* Without time: the block is there, or has ended. */
static bool
at_once(struct sm *sm, struct warp *w, struct mem_request *r, unsigned rank)
{
	const struct cluster *k = w->block->cluster;

	if (!k->at[rank].block)
		return fault_at(sm, w, (unsigned)__builtin_ctz(r->mask), CLUSTER_GONE, rank);
	cluster_port_perform(k->at[rank].sm, k->at[rank].block, r);
	return true;
}

/* The lanes of r->mask access another block, which is the same for all. */
static bool
send(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	const unsigned rank = (unsigned)(r->address[__builtin_ctz(r->mask)] >> CLUSTER_SHIFT);
	struct remote *m;

	if (sm->untimed)
		return at_once(sm, w, r, rank);
	m = cluster_port_send(sm, w, (unsigned)__builtin_ctz(r->mask), rank);
	m->warp = w;
	m->age = w->age;
	m->in = in;
	m->row = row;
	m->mem = *r;
	m->packets = packets_of(r);
	a->sent++;
	r->mask = 0;
	return true;
}

/* The lanes of r->mask access the block itself, by addresses of the cluster. */
static bool
access_own(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a)
{
	struct mem_request own = *r;

	own.space = MEM_SHARED;
	for (uint32_t m = r->mask; m; m &= m - 1)
		own.address[__builtin_ctz(m)] &= CLUSTER_OFFSET;
	if (!lsu_spaces_access(sm, w, in, row, &own, a))
		return false;
	for (uint32_t m = r->counted ? r->mask : 0; m; m &= m - 1)
		transaction_bytes_count(w->block, r->to[__builtin_ctz(m)], r->bytes);
	memcpy(r->data, own.data, sizeof r->data);
	return true;
}

/* The addresses of all lanes. The barrier that counts their bytes is in the block where these come, whatever block its address names: so it is
 * for STAS and UBLKCP of an H200 (workloads/general/ranks.csv). */
static bool
check(struct sm *sm, struct warp *w, const struct mem_request *r)
{
	const struct block *b = w->block;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);
		const char *why = wrong(b, r->address[l], r->bytes, r->bytes);

		if (!why && r->counted && wrong(b, r->to[l] & CLUSTER_OFFSET, 8, 8))
			why = "the barrier that counts it is outside the block's shared memory, or its address no multiple of 8";
		if (why)
			return access_fault(sm, w, r, l, "cluster", why);
	}
	return true;
}

bool
cluster_memory_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		      struct access *a)
{
	const uint32_t all = r->mask;
	uint32_t done = 0;

	if (!check(sm, w, r))
		return false;
	for (uint32_t left = all; left; left &= ~r->mask) {
		const unsigned rank = (unsigned)(r->address[__builtin_ctz(left)] >> CLUSTER_SHIFT);
		uint32_t mine = 0;

		for (uint32_t m = left; m; m &= m - 1)
			mine |= r->address[__builtin_ctz(m)] >> CLUSTER_SHIFT == rank ? m & -m : 0;
		r->mask = mine;
		if (!(rank == w->block->x.rank ? access_own(sm, w, in, row, r, a) : send(sm, w, in, row, r, a)))
			return false;
		done |= r->mask;
		r->mask = mine;
	}
	r->mask = done;
	a->load = a->load || r->kind == MEM_LOAD || (r->kind == MEM_ATOMIC && in->nd);
	return true;
}

bool
cluster_memory_copy(struct sm *sm, struct warp *w, unsigned lane, const struct cluster_copy *c)
{
	const uint32_t to = c->to, barrier = c->barrier, n = c->n;
	const unsigned rank = to >> CLUSTER_SHIFT;
	const struct cluster *k = w->block->cluster;
	struct remote *m;

	if (wrong(w->block, to, n, 16) || wrong(w->block, barrier, 8, 8) || (to ^ barrier) >> CLUSTER_SHIFT)
		return fault_at(sm, w, lane,
				"bulk copy of %" PRIu32 " bytes to 0x%" PRIx32
				": it is outside the shared memory of a block of the cluster, or its barrier is",
				n, to);
	if (sm->untimed) {
		struct block *b = k ? k->at[rank].block : w->block;

		if (!b)
			return fault_at(sm, w, lane, CLUSTER_GONE, rank);
		memcpy(b->shared + (to & CLUSTER_OFFSET), c->bytes, n);
		transaction_bytes_count(b, barrier, n);
		return true;
	}
	m = cluster_port_send(sm, w, lane, rank);
	m->mem = (struct mem_request){.kind = MEM_STORE, .bulk = n, .to = {to, barrier}};
	m->bytes = xrealloc(NULL, n);
	memcpy(m->bytes, c->bytes, n);
	m->cycle = sm->now + c->later + cluster_way(sm->m, w->block->launch);
	return true;
}
