/* l2.c: what reaches L2 at the end of a window, in an order that does not depend on how the SMs were run: by cycle, then SM, then the
 * order in which the SM issued.
 *
 * Two things are kept apart. Data: stores, and accesses that take effect at L2 (atomics). Time: messages, which find out whether a
 * sector is in L2 and when the answer is back at the SM.
 *
 * What this module cannot do: partitions, bandwidth, contention of atomics for one address. */
#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "core.h"
#include "memory.h"
#include "simulate.h"

/* ---- time ---- */

static void
serve(struct gpu *gpu, struct sm *sm, const struct l2_request *r)
{
	uint64_t latency = (uint64_t)gpu->m->v[M_l2_latency];

	for (uint32_t i = 0; i < r->nsectors; i++) {
		bool hit = cache_access(gpu->l2, sm->sector[r->first + i] * SECTOR_BYTES, true);

		if (hit || !r->load)
			continue;
		latency = (uint64_t)gpu->m->v[M_dram_latency];
		sm->stats.v[SIMT_STAT_dram_sectors]++;
	}
	if (r->load)
		sm_answer(sm, r->load, r->cycle + latency);
}

/* Messages reach L2 in the order of cycle and SM, however the SMs were run. */
static int
by_cycle(const void *a, const void *b)
{
	const struct l2_request *x = a, *y = b;

	if (x->cycle != y->cycle)
		return x->cycle < y->cycle ? -1 : 1;
	if (x->sm != y->sm)
		return x->sm < y->sm ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static void
serve_all(struct gpu *gpu)
{
	struct l2_request *all;
	size_t n = 0;

	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		n += gpu->sm[i].nrequest;
	if (!n)
		return;
	all = xrealloc(NULL, n * sizeof *all);
	n = 0;
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		struct sm *sm = gpu->sm + i;

		if (sm->nrequest)
			memcpy(all + n, sm->request, sm->nrequest * sizeof *all);
		n += sm->nrequest;
	}
	qsort(all, n, sizeof *all, by_cycle);
	for (size_t i = 0; i < n; i++)
		serve(gpu, gpu->sm + all[i].sm, all + i);
	free(all);
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		gpu->sm[i].nrequest = gpu->sm[i].nsector = 0;
}

/* ---- data ---- */

/* Something that takes effect: word `index` of the SM's stores, or its access `index`. */
struct effect {
	uint64_t cycle;
	uint32_t sm, index;
	bool access;
};

static int
by_time(const void *a, const void *b)
{
	const struct effect *x = a, *y = b;

	if (x->cycle != y->cycle)
		return x->cycle < y->cycle ? -1 : 1;
	if (x->sm != y->sm)
		return x->sm < y->sm ? -1 : 1;
	if (x->access != y->access)
		return x->access ? 1 : -1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static void
store(struct gpu *gpu, const struct store_word *w)
{
	for (unsigned b = 0; b < 4; b++)
		if (w->own >> b & 1)
			memcpy(memory_at(gpu->memory, w->address + b, 1, NULL), (const uint8_t *)&w->value + b, 1);
}

/* Lane by lane from the lowest. Addresses were checked when the instruction issued. */
static void
perform(struct gpu *gpu, struct l2_access *a)
{
	struct mem_request *r = &a->mem;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint8_t *p = memory_at(gpu->memory, r->address[l], r->bytes, NULL);

		if (r->kind == MEM_LOAD)
			request_put(r, l, p);
		else
			request_atomic(r, l, p);
	}
	/* a warp that has ended wants no result */
	if (a->warp->block && a->warp->age == a->age && a->in->nd) {
		struct exec x = {.row = a->row, .mem = r, .active = r->mask, .mask = r->mask};

		isa_write_back(a->in, &x);
	}
}

static void
take_effect(struct gpu *gpu)
{
	struct effect *all;
	size_t n = 0;

	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		n += gpu->sm[i].stores.n + gpu->sm[i].naccess;
	if (!n)
		return;
	all = xrealloc(NULL, n * sizeof *all);
	n = 0;
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		struct sm *sm = gpu->sm + i;

		/* an access has marked its words in the log: such entries write nothing */
		for (size_t k = 0; k < sm->stores.n; k++)
			if (sm->stores.word[k].own)
				all[n++] = (struct effect){sm->stores.cycle[k], i, (uint32_t)k, false};
		for (size_t k = 0; k < sm->naccess; k++)
			all[n++] = (struct effect){sm->access[k].cycle, i, (uint32_t)k, true};
	}
	qsort(all, n, sizeof *all, by_time);
	for (size_t i = 0; i < n; i++) {
		struct sm *sm = gpu->sm + all[i].sm;

		if (all[i].access)
			perform(gpu, sm->access + all[i].index);
		else
			store(gpu, sm->stores.word + all[i].index);
	}
	free(all);
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		stores_clear(&gpu->sm[i].stores);
		gpu->sm[i].naccess = 0;
	}
}

void
l2_window_end(struct gpu *gpu)
{
	take_effect(gpu);
	serve_all(gpu);
}
