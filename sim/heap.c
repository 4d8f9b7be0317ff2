/* heap.c: memory that kernels ask for, malloc() and free(): allocations of device memory, so that an access beyond one is a fault. As with
 * CUDA's default there are 8 MiB, of which each piece takes its bytes and a head; what one launch leaves is there for the next.
 *
 * What is freed is taken away at the end of the window, when the stores to it have taken effect.
 *
 * What this module cannot do: the addresses and the order of a real heap. Which piece a thread gets, and who gets none where there is not
 * enough for all, depends on which SM asks first, and within a window the SMs ask one after the other. Nor can it do pieces that lie between others, cudaLimitMallocHeapSize. */
#include <stdlib.h>

#include "core.h"
#include "events.h"
#include "memory.h"
#include "simulate.h"

enum { HEAD = 16, ALIGNMENT = 16, FEW = 64 };

#define HEAP_BYTES (UINT64_C(8) << 20)

static uint64_t
takes(uint64_t bytes)
{
	return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + HEAD;
}

uint64_t
heap_alloc(struct gpu *gpu, uint64_t bytes)
{
	struct heap *h = &gpu->heap;
	struct simt_error e;
	uint64_t address;

	if (!bytes || bytes > HEAP_BYTES || h->used + takes(bytes) > HEAP_BYTES || !memory_alloc(gpu->memory, bytes, &address, &e))
		return 0;
	memory_name(gpu->memory, address, "memory of malloc()", &e);
	if (h->n == h->room) {
		h->room = h->room ? 2 * h->room : 64;
		h->piece = xrealloc(h->piece, h->room * sizeof *h->piece);
	}
	h->piece[h->n++] = (struct heap_piece){.address = address, .bytes = bytes};
	h->used += takes(bytes);
	if (gpu->tap)
		tap_host(gpu->tap, SIMT_TAP_HOST_ALLOC, address, bytes);
	return address;
}

bool
heap_free(struct gpu *gpu, uint64_t address)
{
	struct heap *h = &gpu->heap;
	size_t lo = 0, hi = h->n;

	/* addresses only grow */
	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;

		if (h->piece[mid].address < address)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == h->n || h->piece[lo].address != address || h->piece[lo].freed)
		return false;
	h->piece[lo].freed = true;
	h->freed++;
	h->used -= takes(h->piece[lo].bytes);
	if (gpu->untimed && h->freed > FEW && 2 * h->freed > h->n)
		heap_tidy(gpu);
	return true;
}

void
heap_tidy(struct gpu *gpu)
{
	struct heap *h = &gpu->heap;
	struct simt_error e;
	size_t kept = 0;

	if (!h->freed)
		return;
	for (size_t i = 0; i < h->n; i++) {
		const struct heap_piece *p = h->piece + i;

		if (!p->freed) {
			h->piece[kept++] = *p;
			continue;
		}
		if (gpu->tap)
			tap_host(gpu->tap, SIMT_TAP_HOST_FREE, p->address, 0);
		memory_release(gpu->memory, p->address, &e);
	}
	h->n = kept;
	h->freed = 0;
}

void
heap_reset(struct gpu *gpu)
{
	free(gpu->heap.piece);
	gpu->heap = (struct heap){.piece = NULL};
}
