/* cluster-barrier.c: the barrier of a cluster. See cluster-barrier.h.
 *
 * A warp has come to the barrier when all its lanes that have not exited have, a block when all its warps have. What waits there before is
 * held as at a block barrier; a path of a warp of which other lanes have yet to come lets these go first.
 *
 * What this module cannot do: several splits of a warp at a time. */
#include "sim/core/cluster-barrier.h"

#include "base/alloc.h"
#include "sim/core/block-barrier.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster.h"
#include "sim/divergence/policy.h"
#include "sim/memory/cluster-port.h"
#include "sim/observe/fault.h"
#include "sim/runtime/gpu.h"

/* Block b goes on, from cycle `until` on. */
static void
let_go(struct sm *sm, struct block *b, uint64_t until)
{
	b->cluster_warps = 0;
	b->cluster_came = false;
	b->cluster_until = until;
	for (unsigned k = 0; k < sm->m->sm.subcores; k++)
		for (unsigned i = 0; i < sm->subcore[k].used; i++) {
			struct warp *w = sm->subcore[k].warps + i;

			if (w->block == b) {
				w->cluster_came = 0;
				w->cluster_counted = false;
			}
		}
	block_barrier_release(sm, b, CLUSTER_BARRIER, until);
}

/* All blocks have come. */
static void
barrier_complete(struct cluster *k, uint64_t until)
{
	k->missing = 0;
	k->last = 0;
	for (unsigned r = 0; r < k->blocks; r++) {
		k->missing += !k->at[r].ended;
		if (k->at[r].block)
			let_go(k->at[r].sm, k->at[r].block, until);
	}
}

/* One more block has come to the barrier of k, or has ended, at cycle `at`. */
static void
barrier_come(struct sm *sm, struct cluster *k, uint64_t at)
{
	struct gpu *gpu = sm->gpu;

	k->last = at > k->last ? at : k->last;
	if (--k->missing)
		return;
	if (sm->untimed) {
		barrier_complete(k, 0);
		return;
	}
	gpu->full = grow(gpu->full, &gpu->full_room, gpu->nfull + 1, sizeof(struct cluster *));
	gpu->full[gpu->nfull++] = k;
	k->users++;
}

/* A warp of b has come or ended. */
static void
check_block(struct sm *sm, struct block *b)
{
	if (b->cluster_came || b->cluster_warps < b->live_warps)
		return;
	if (b->cluster) {
		b->cluster_came = true;
		barrier_come(sm, b->cluster, b->cluster_taken);
	} else {
		let_go(sm, b, b->cluster_taken + cluster_release_time(sm->m, b->launch));
	}
}

/* Lanes of w have come or exited. */
static void
check_warp(struct sm *sm, struct warp *w)
{
	struct block *b = w->block;
	uint64_t taken;

	if (w->cluster_counted || w->alive & ~w->cluster_came)
		return;
	/* an SM takes one arrival after the other, as those at barriers of blocks */
	taken = sm->untimed ? sm->now : block_barrier_arrival(sm);
	b->cluster_taken = taken > b->cluster_taken ? taken : b->cluster_taken;
	w->cluster_counted = true;
	b->cluster_warps++;
	check_block(sm, b);
}

bool
cluster_barrier_arrive(struct sm *sm, struct warp *w, lanes_t lanes)
{
	if (w->cluster_came & lanes)
		return fault_at(sm, w, fault_lane(sm, w, lanes_first(w->cluster_came & lanes)),
				"a thread arrives twice at the barrier of the cluster before it lets go");
	w->cluster_came |= lanes;
	check_warp(sm, w);
	return true;
}

void
cluster_barrier_wait(struct sm *sm, struct warp *w)
{
	struct split *s = w->runs;

	if (!(s->mask & w->cluster_came)) {
		if (w->block->cluster_until > s->time.barrier_until)
			s->time.barrier_until = w->block->cluster_until;
		return;
	}
	if (!w->cluster_counted) {
		/* it comes back to this instruction */
		s->pc -= 2;
		sm->policy->yield(sm, w);
		return;
	}
	s->time.in_barrier = true;
	s->time.barrier = CLUSTER_BARRIER;
}

void
cluster_barrier_exited(struct sm *sm, struct warp *w)
{
	if (w->alive)
		check_warp(sm, w);
}

void
cluster_barrier_warp_ended(struct sm *sm, struct block *b)
{
	if (b->live_warps)
		check_block(sm, b);
}

void
cluster_barrier_block_ended(struct sm *sm, struct block *b)
{
	struct cluster *k = b->cluster;

	if (!sm->untimed)
		cluster_port_act(sm, sm->now + 1);
	k->at[b->x.rank].block = NULL;
	k->at[b->x.rank].ended = true;
	if (!b->cluster_came)
		barrier_come(sm, k, sm->now);
	cluster_leave(k);
}

void
cluster_barrier_release(struct gpu *gpu)
{
	for (size_t i = 0; i < gpu->nfull; i++) {
		barrier_complete(gpu->full[i], gpu->full[i]->last + cluster_release_time(gpu->m, gpu->full[i]->launch));
		cluster_leave(gpu->full[i]);
	}
	gpu->nfull = 0;
}

void
cluster_barrier_forget(struct gpu *gpu)
{
	for (size_t i = 0; i < gpu->nfull; i++)
		cluster_leave(gpu->full[i]);
	gpu->nfull = 0;
}
