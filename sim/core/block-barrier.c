/* block-barrier.c: barriers of a block: who has come, and when its warps go on. */
#include "sim/core/block-barrier.h"

#include "sim/core/account.h"
#include "sim/core/slots.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/observe/tap.h"

uint64_t
block_barrier_arrival(struct sm *sm)
{
	struct barrier_unit *u = &sm->barrier_unit;
	const uint64_t taken = u->free > sm->now ? u->free : sm->now;

	u->free = taken + sm->m->barrier.cycles;
	return taken;
}

/* The warps of b that wait at barrier n go on, from cycle `until` on. */
void
block_barrier_release(struct sm *sm, struct block *b, unsigned n, uint64_t until)
{
	for (unsigned k = 0; k < sm->m->sm.subcores; k++) {
		struct subcore *c = sm->subcore + k;

		for (unsigned i = 0; i < c->used; i++) {
			const struct warp *w = c->warps + i;
			struct split_time *time;

			if (w->block == b && sm->concurrent)
				slots_release(sm, c, i, n, until);
			if (w->block != b || sm->concurrent || !w->runs)
				continue;
			time = &w->runs->time;
			if (!time->in_barrier || time->barrier != n)
				continue;
			account(sm, c, i, sm->now);
			time->in_barrier = false;
			time->barrier_until = until;
			slots_refresh(sm, c, i);
		}
	}
}

static void
release_barrier(struct sm *sm, struct block *b, unsigned n)
{
	struct block_barrier *at = b->barrier + n;
	uint64_t until;

	b->reduction = at->kind == RED_POPC ? at->holds : at->kind == RED_AND ? at->holds == at->lanes : at->holds > 0;
	until = (at->taken > sm->now ? at->taken : sm->now) + sm->m->barrier.latency;
	/* accesses of all warps wait, the released ones do not */
	data_path_hold(sm, sm->m->barrier.path);
	sm->barrier_unit.free += sm->m->barrier.release_cycles;
	*at = (struct block_barrier){.arrived = 0};
	b->waited_at &= (uint16_t) ~(1u << n);
	b->counts->v[SIMT_STAT_shared_wavefronts]++;
	if (sm->tap)
		tap_barrier_release(sm, n);
	block_barrier_release(sm, b, n, until);
}

/* As many have come to the barrier as it waits for: warps, or, where several splits of a warp run at a time, threads. */
static bool
is_full(const struct sm *sm, const struct block *b, const struct block_barrier *at)
{
	return at->arrived && at->arrived >= (at->wants        ? at->wants
					      : sm->concurrent ? block_barrier_threads(sm, b)
							       : b->live_warps);
}

void
block_barrier_check(struct sm *sm, struct block *b, unsigned n)
{
	if (is_full(sm, b, b->barrier + n))
		release_barrier(sm, b, n);
}

void
block_barrier_recheck(struct sm *sm, struct block *b)
{
	for (unsigned m = b->waited_at; m; m &= m - 1)
		block_barrier_check(sm, b, (unsigned)__builtin_ctz(m));
}

uint32_t
block_barrier_threads(const struct sm *sm, const struct block *b)
{
	uint32_t n = 0;

	for (unsigned k = 0; k < sm->m->sm.subcores; k++)
		for (unsigned i = 0; i < sm->subcore[k].used; i++)
			if (sm->subcore[k].warps[i].block == b)
				n += sm->subcore[k].warps[i].nalive;
	return n;
}
