/* transaction-bytes.c: bytes that barriers in shared memory count. */
#include "sim/memory/transaction-bytes.h"

#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"

void
transaction_bytes_expect(struct block *b, uint64_t until, uint32_t barrier, uint32_t n)
{
	b->bulk = xrealloc(b->bulk, (b->nbulk + 1) * sizeof *b->bulk);
	b->bulk[b->nbulk++] = (struct bulk){until, barrier, n};
}

void
transaction_bytes_arrive(struct sm *sm, struct block *b)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < b->nbulk; i++) {
		const struct bulk *k = b->bulk + i;
		uint64_t word;

		if (k->until > sm->now) {
			b->bulk[kept++] = *k;
			continue;
		}
		memcpy(&word, b->shared + k->barrier, sizeof word);
		word = isa_barrier_arrive(word, 0, -k->bytes, false);
		memcpy(b->shared + k->barrier, &word, sizeof word);
	}
	b->nbulk = kept;
}

void
transaction_bytes_count(struct block *b, uint32_t barrier, uint32_t n)
{
	uint8_t *p = b->shared + (barrier & CLUSTER_OFFSET);
	uint64_t word;

	memcpy(&word, p, sizeof word);
	word = isa_barrier_arrive(word, 0, -n, false);
	memcpy(p, &word, sizeof word);
}
