/* race-order.c: what orders accesses of blocks to device memory: what they have heard of each other. See check-races.c. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/observe/races.h"

static void
hear(struct heard *h, uint32_t block, uint32_t upto)
{
	if (!upto)
		return;
	if (block >= h->n) {
		uint32_t n = block + block / 2 + 16;

		h->upto = xrealloc(h->upto, n * sizeof *h->upto);
		memset(h->upto + h->n, 0, (n - h->n) * sizeof *h->upto);
		h->n = n;
	}
	if (h->upto[block] < upto)
		h->upto[block] = upto;
}

static void
hear_all(struct heard *h, const struct heard *from)
{
	for (uint32_t i = from->n; i--;)
		hear(h, i, from->upto[i]);
}

static void
acquire(struct race_launch *l, struct race_block *b, uint64_t address)
{
	const struct heard *place = map_get(&l->places, address);

	if (place && b)
		hear_all(&b->heard, place);
}

/* Block `number` has made `fences` fences by then. b is the same block, NULL if it has ended. */
static void
release(struct race_launch *l, uint32_t number, uint32_t fences, const struct race_block *b, uint64_t address)
{
	struct heard *place;

	if (!fences)
		return;
	place = map_get(&l->places, address);
	if (!place) {
		place = xrealloc(NULL, sizeof *place);
		*place = (struct heard){.n = 0};
		map_put(&l->places, address, place);
	}
	hear(place, number, fences);
	if (b)
		hear_all(place, &b->heard);
}

static int
by_time(const void *a, const void *b)
{
	const struct late *x = a, *y = b;

	if (x->cycle != y->cycle)
		return x->cycle < y->cycle ? -1 : 1;
	if (x->sm != y->sm)
		return x->sm < y->sm ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* Atomics act in the order of cycle and SM, as in effects.c. */
void
race_order_window(void *arg, uint64_t cycle)
{
	struct races *x = arg;

	(void)cycle;
	if (x->nlate > 1)
		qsort(x->late, x->nlate, sizeof *x->late, by_time);
	for (size_t i = 0; i < x->nlate; i++) {
		const struct late *l = x->late + i;
		struct race_block *b = map_get(&x->blocks, findings_block(l->launch->launch, l->block));

		acquire(l->launch, b, l->address);
		release(l->launch, l->block, l->fences, b, l->address);
	}
	x->nlate = 0;
}

void
race_order_synchronizes(struct races *x, const struct simt_tap_warp *at, struct race_block *b, uint64_t address, unsigned access,
			bool known)
{
	if (!known) {
		x->late = grow(x->late, &x->late_cap, x->nlate + 1, sizeof *x->late);
		x->late[x->nlate] = (struct late){
			at->cycle, address, b->launch, at->sm, b->number, access == SIMT_TAP_LOAD ? 0 : b->fences, x->nlate};
		x->nlate++;
		return;
	}
	if (access != SIMT_TAP_STORE)
		acquire(b->launch, b, address);
	if (access != SIMT_TAP_LOAD)
		release(b->launch, b->number, b->fences, b, address);
}
