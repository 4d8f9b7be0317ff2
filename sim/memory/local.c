/* local.c: memory of the threads' own: stack, spills, arrays with indices. A block's is made when it is first used.
 *
 * Word i of all lanes of a warp lies side by side, so that lanes at one offset share sectors. For the caches it lies at addresses of its
 * own, one range for each warp slot of each SM; a warp finds there what the slot's last warp left in the cache, as on hardware.
 *
 * What this module cannot do: memory that other threads can see (its generic addresses are good for the thread alone). */
#include "sim/memory/local.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/coalescer.h"
#include "sim/memory/access.h"
#include "sim/memory/tag-store.h"

/* For the caches: no device memory and no code lies here. */
#define LOCAL_SPACE (UINT64_C(1) << 60)

/* What is known of the running row of a warp. */
struct lanes_of {
	uint8_t *bytes;  /* of the warp */
	uint64_t space;  /* where they are for the caches */
	uint32_t width;  /* lanes of a warp */
	uint32_t before; /* the row's lane 0 is this lane of the warp; may be negative, modulo 2^32 */
};

static struct lanes_of
lanes_of(struct sm *sm, struct warp *w)
{
	struct block *b = w->block;
	uint32_t width = sm->m->sm.warp_size, n = b->launch->local_bytes;
	uint64_t slots = machine_warps(sm->m);

	if (!b->local)
		b->local = calloc((size_t)b->nwarps * width, n);
	if (!b->local)
		simt_no_memory();
	return (struct lanes_of){
		.bytes = b->local + (size_t)w->index * width * n,
		.space = LOCAL_SPACE + (sm->id * slots + w->place) * width * n,
		.width = width,
		.before = sm->row * ISA_LANES - w->first_thread % ISA_LANES,
	};
}

bool
local_byte(struct sm *sm, struct warp *w, unsigned l, uint64_t address, uint8_t *byte)
{
	struct lanes_of t;
	uint32_t lane;

	if (address >= w->block->launch->local_bytes)
		return false;
	t = lanes_of(sm, w);
	lane = t.before + l; /* `before` wraps around: smaller warps begin within a home row */
	*byte = t.bytes[(address / 4 * t.width + lane) * 4 + address % 4];
	return true;
}

/* Whether all 32 lanes access the same words, which the thread has. */
static bool
at_one_place(const struct mem_request *r, uint32_t size)
{
	const uint64_t address = r->address[0];
	uint64_t other = 0;

	if (r->mask != UINT32_MAX || r->kind == MEM_ATOMIC || r->bytes < 4 || address % r->bytes || address >= size ||
	    r->bytes > size - address)
		return false;
	for (unsigned l = 0; l < ISA_LANES; l++)
		other |= r->address[l] ^ address;
	return !other;
}

/* The access of lanes at one place: of each word theirs lie side by side. Sectors come in the order of lanes. */
static void
access_words(const struct lanes_of *t, struct mem_request *r, struct access *a)
{
	enum { ROW = sizeof *r->data };
	const uint64_t apart = (uint64_t)t->width * 4, at = r->address[0] / 4 * apart + t->before * 4;
	const unsigned words = r->bytes / 4;

	for (unsigned i = 0; i < words; i++)
		if (r->kind == MEM_STORE)
			memcpy(t->bytes + at + i * apart, r->data[i], ROW);
		else
			memcpy(r->data[i], t->bytes + at + i * apart, ROW);
	for (unsigned k = 0; k < ROW; k += SECTOR_BYTES)
		for (unsigned i = 0; i < words; i++)
			coalescer_bytes(a, t->space + at + i * apart + k, SECTOR_BYTES);
}

bool
local_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a)
{
	uint32_t size = w->block->launch->local_bytes;
	struct lanes_of t = {.width = 0};
	const bool together = at_one_place(r, size);

	if (together) {
		t = lanes_of(sm, w);
		access_words(&t, r, a);
	}
	for (uint32_t m = together ? 0 : r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint64_t address = r->address[l];
		uint32_t lane;
		uint8_t bytes[16];

		if (address % r->bytes)
			return access_fault(sm, w, r, l, "local", "the address is not a multiple of the size");
		if (address >= size || r->bytes > size - address || r->kind == MEM_ATOMIC) {
			char where[120];

			snprintf(where, sizeof where, "outside the thread's memory, 0x0 to 0x%" PRIx32 "%s", size,
				 w->f->calls ? ", in which calls have stack_bytes of the machine" : "");
			return access_fault(sm, w, r, l, "local",
					    r->kind == MEM_ATOMIC ? "the thread's own memory has no atomics" : where);
		}
		if (!t.width)
			t = lanes_of(sm, w);
		if (r->kind == MEM_STORE)
			access_get(r, l, bytes);
		lane = t.before + l;
		for (unsigned i = 0; i < r->bytes; i += 4) {
			uint64_t at = ((address / 4 + i / 4) * t.width + lane) * 4 + address % 4;
			unsigned n = r->bytes < 4 ? r->bytes : 4;

			if (r->kind == MEM_STORE)
				memcpy(t.bytes + at, bytes + i, n);
			else
				memcpy(bytes + i, t.bytes + at, n);
			coalescer_bytes(a, t.space + at, n);
		}
		if (r->kind == MEM_LOAD)
			access_put(r, l, bytes);
	}
	a->global = a->local = true;
	a->load = a->load || r->kind == MEM_LOAD;
	return true;
}
