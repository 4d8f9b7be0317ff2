/* heap.c: the heap of kernels, malloc() and free(). Each piece is an allocation of device memory, so that an access beyond it is a
 * fault. As with CUDA's default there are 8 MiB. Each piece takes its bytes and a head. What one launch leaves stays for the next.
 *
 * In cycle mode the result of malloc() does not depend on where windows of time end. The threads of each SM get addresses of their own,
 * in the order of their SM's time. How much is left is counted by SM. An SM knows what its own threads have taken and freed by now. Of
 * the others it knows what they had at the start of the epoch that lies eight epochs back. An epoch is an eighth of the longest window,
 * so all SMs have come there by then, whatever the windows. So threads of several SMs that ask for the last of it within 9 epochs may
 * get more than there is. For as long, a thread may be refused what another SM has freed.
 *
 * Freed memory is removed at the end of the window, when the stores to it have taken effect. In functional mode stores take effect at
 * once. There it is removed when more than FEW pieces of an SM, and more than half of those that it has, have been freed.
 *
 * What this module cannot do: the addresses and the order of a real heap, pieces that lie between others, cudaLimitMallocHeapSize. */
#include "sim/runtime/heap.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/memory/backing-store.h"
#include "sim/observe/tap.h"
#include "sim/runtime/gpu.h"

enum { HEAD = 16, ALIGNMENT = 16, FEW = 64, BACK = 8 /* epochs */ };

#define HEAP_BYTES (INT64_C(8) << 20)

_Static_assert(HEAP_EPOCHS > 2 * BACK + 2, "an SM may have run a window ahead of another one, which looks back");

static int64_t
piece_takes(uint64_t bytes)
{
	return (int64_t)((bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + HEAD);
}

static uint64_t
epoch(const struct sm *sm)
{
	return sm->now / ((sm->gpu->longest_window + BACK - 1) / BACK);
}

/* What an SM's threads had when the epoch began. */
static int64_t
used_before(const struct heap_share *s, uint64_t at)
{
	return at > s->epoch ? s->used : s->before[at % HEAP_EPOCHS];
}

/* What the SM knows to be taken. */
static int64_t
used(const struct sm *sm)
{
	const struct heap *h = &sm->gpu->heap;
	const uint64_t now = epoch(sm), known = now > BACK ? now - BACK : 0;
	int64_t n = h->share[sm->id].used;

	if (sm->untimed)
		return h->used;
	for (unsigned i = 0; i < gpu_sms(sm->gpu); i++)
		if (i != sm->id)
			n += used_before(h->share + i, known);
	return n;
}

static void
change(struct sm *sm, int64_t by)
{
	struct heap_share *s = sm->gpu->heap.share + sm->id;
	const uint64_t now = sm->untimed ? s->epoch : epoch(sm);
	uint64_t from = s->epoch + 1;

	if (now >= HEAP_EPOCHS && from < now - (HEAP_EPOCHS - 1))
		from = now - (HEAP_EPOCHS - 1);
	for (uint64_t at = from; at <= now; at++)
		s->before[at % HEAP_EPOCHS] = s->used;
	s->epoch = now > s->epoch ? now : s->epoch;
	s->used += by;
	sm->gpu->heap.used += by;
}

/* The bytes of the largest piece that the SM knows room for: as all that is taken, in sixteens. */
static uint64_t
largest(const struct sm *sm)
{
	const int64_t room = HEAP_BYTES - used(sm) - HEAD;

	return room > 0 ? (uint64_t)room : 0;
}

uint64_t
heap_alloc(struct sm *sm, uint64_t bytes)
{
	struct gpu *gpu = sm->gpu;
	struct heap_share *s;
	struct simt_error e;
	uint64_t address;

	if (!gpu->heap.share)
		gpu->heap.share = calloc(gpu_sms(gpu), sizeof *gpu->heap.share);
	if (!gpu->heap.share)
		simt_no_memory();
	s = gpu->heap.share + sm->id;
	if (!bytes || bytes > largest(sm) || !backing_store_alloc_in(gpu->memory, sm->id + 1, bytes, &address, &e))
		return 0;
	backing_store_name(gpu->memory, address, "memory of malloc()", &e);
	s->piece = grow(s->piece, &s->room, s->n + 1, sizeof *s->piece);
	s->piece[s->n++] = (struct heap_piece){.address = address, .bytes = bytes};
	change(sm, piece_takes(bytes));
	if (gpu->tap)
		tap_host(gpu->tap, SIMT_TAP_HOST_ALLOC, address, bytes);
	return address;
}

static void
tidy(struct gpu *gpu, struct heap_share *s)
{
	struct simt_error e;
	size_t kept = 0;

	if (!s->freed)
		return;
	for (size_t i = 0; i < s->n; i++) {
		const struct heap_piece *p = s->piece + i;

		if (!p->freed) {
			s->piece[kept++] = *p;
			continue;
		}
		if (gpu->tap)
			tap_host(gpu->tap, SIMT_TAP_HOST_FREE, p->address, 0);
		backing_store_release(gpu->memory, p->address, &e);
	}
	s->n = kept;
	s->freed = 0;
}

bool
heap_free(struct sm *sm, uint64_t address)
{
	struct gpu *gpu = sm->gpu;
	const unsigned part = backing_store_part(address);
	struct heap_share *s;
	size_t lo = 0, hi;

	if (!part || part > gpu_sms(gpu) || !gpu->heap.share)
		return false;
	/* addresses only grow */
	s = gpu->heap.share + part - 1;
	hi = s->n;
	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;

		if (s->piece[mid].address < address)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == s->n || s->piece[lo].address != address || s->piece[lo].freed)
		return false;
	s->piece[lo].freed = true;
	s->freed++;
	gpu->heap.freed = true;
	change(sm, -piece_takes(s->piece[lo].bytes));
	if (sm->untimed && s->freed > FEW && 2 * s->freed > s->n)
		tidy(gpu, s);
	return true;
}

void
heap_tidy(struct gpu *gpu)
{
	for (unsigned i = 0; gpu->heap.freed && i < gpu_sms(gpu); i++)
		tidy(gpu, gpu->heap.share + i);
	gpu->heap.freed = false;
}

void
heap_settle(struct gpu *gpu)
{
	for (unsigned i = 0; gpu->heap.share && i < gpu_sms(gpu); i++) {
		struct heap_share *s = gpu->heap.share + i;

		for (unsigned k = 0; k < HEAP_EPOCHS; k++)
			s->before[k] = s->used;
		s->epoch = 0;
	}
}

void
heap_reset(struct gpu *gpu)
{
	for (unsigned i = 0; gpu->heap.share && i < gpu_sms(gpu); i++)
		free(gpu->heap.share[i].piece);
	free(gpu->heap.share);
	gpu->heap = (struct heap){.share = NULL};
}
