/* launches.c: launches on the machine from start to end, and their counts.
 *
 * A launch starts when all it waits for has ended, and at most concurrent_launches run at the same time. After launch_start it arrives
 * at the block scheduler, which places its blocks. It ends launch_drain after the end of its last block. Both times belong to its
 * cycles.
 *
 * Blocks start block_interval apart, whatever their SMs. A block that takes the room of another one starts at least block_latency after
 * that one's end. If other launches run, the same holds for the first block of a launch and the end of the last block of what it waited
 * for, because the SMs have already run to the end of the window. On an idle machine only launch_start passes.
 *
 * A block that takes the room of another one starts no sooner than next_block_latency after that one's end. Where others run, the first
 * block of a launch starts no sooner than next_launch_latency after the end of the last block of what it waited for: the SMs that go on
 * have run ahead, to the end of the window. On an idle machine nothing has to be told to SMs that run: there it is launch_start alone.
 *
 * What this module cannot do: take a block back from an SM; divide the machine's counts among launches that run at the same time. */
#include "sim/dispatch/launches.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/cluster-barrier.h"
#include "sim/core/fetch.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster.h"
#include "sim/dispatch/placement.h"
#include "sim/dispatch/streams.h"
#include "sim/memory/l1.h"
#include "sim/memory/memory-port.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/heap.h"
#include "sim/runtime/sampler.h"

/* ---- what is counted ---- */

struct simt_launch_stats *
launches_stats(struct simt_launch *l)
{
	const struct launch_state *t = &l->state;
	const uint64_t threads = (uint64_t)t->block.x * t->block.y * t->block.z;

	if (l->stats)
		return l->stats;
	l->stats = calloc(1, sizeof *l->stats);
	l->pc = calloc(t->f->n, sizeof *l->pc);
	if (!l->stats || !l->pc)
		simt_no_memory();
	l->stats->pc = l->pc;
	l->stats->npc = t->f->n;
	l->stats->shape = (struct simt_shape){
		.blocks = t->blocks,
		.threads = (uint32_t)threads,
		.warps = t->warps_per_block,
		.registers = t->regs,
		.shared = t->shared_block,
		.fit_warps = t->fit.warps,
		.fit_registers = t->fit.registers,
		.fit_shared = t->fit.shared,
		.fit_blocks = l->context->machine->sm.blocks,
		.fit = t->fit.blocks,
	};
	return l->stats;
}

/* The second conservation law: every cycle of a resident warp is in one state. */
static bool
states_add_up(const struct simt_launch_stats *t)
{
	uint64_t states = 0;

	for (int i = 0; i < SIMT_STALLS; i++)
		states += t->stall[i];
	return states == t->v[SIMT_STAT_warp_cycles];
}

/* What the timed machinery counted while it was not to. */
static void
forget_time(struct simt_launch_stats *t)
{
	for (int i = 0; i < SIMT_STATS; i++)
		t->v[i] = simt_stat_info[i].timed ? 0 : t->v[i];
	memset(t->stall, 0, sizeof t->stall);
}

static void
add_pcs(struct simt_launch *l, const struct simt_pc_stats *pc)
{
	for (size_t k = 0; k < l->state.f->n; k++) {
		l->pc[k].inst_executed += pc[k].inst_executed;
		l->pc[k].thread_inst_executed += pc[k].thread_inst_executed;
		l->pc[k].thread_inst_executed_true += pc[k].thread_inst_executed_true;
		l->pc[k].inst_partial += pc[k].inst_partial;
		l->pc[k].diverged += pc[k].diverged;
	}
}

static void
add_memory(struct simt_launch *l, const struct simt_pc_memory *from)
{
	for (size_t k = 0; k < l->state.f->n; k++) {
		l->memory[k].sectors += from[k].sectors;
		l->memory[k].sectors_ideal += from[k].sectors_ideal;
		l->memory[k].wavefronts += from[k].wavefronts;
		l->memory[k].wavefronts_ideal += from[k].wavefronts_ideal;
	}
}

/* Runs become counts of each of the f->n instructions. */
static void
end_runs(struct launch_counts *n, const struct simt_function *f)
{
	struct plain_runs at = {0, 0};

	for (size_t k = 0; n->runs && k < f->n; k++) {
		at.warps += n->runs[k].warps;
		at.threads += n->runs[k].threads;
		n->pc[k].inst_executed += at.warps;
		n->pc[k].thread_inst_executed += at.threads;
		n->pc[k].thread_inst_executed_true += at.threads;
	}
	free(n->runs);
	n->runs = NULL;
}

static void
add_states(struct simt_launch *l, const struct launch_counts *n)
{
	for (size_t i = 0; i < l->state.f->n; i++) {
		for (int k = 0; k < SIMT_STALLS; k++) {
			l->states[i][k] += n->states[i][k];
			l->stats->stall[k] += k == SIMT_STALL_selected ? 0 : n->states[i][k];
		}
		l->states[i][SIMT_STALL_selected] += n->pc[i].inst_executed;
	}
}

/* Adds up what the SMs counted for a launch that ends at `end`. */
static void
gather(struct gpu *gpu, struct simt_launch *l, uint64_t end)
{
	struct simt_launch_stats *t = l->stats, before = *t;

	for (struct launch_counts *n = l->state.counted, *next; n; n = next) {
		for (int k = 0; k < SIMT_STATS; k++)
			t->v[k] += n->v[k];
		for (int k = 0; k < SIMT_STALLS; k++)
			t->stall[k] += n->stall[k];
		end_runs(n, l->state.f);
		add_pcs(l, n->pc);
		if (n->states)
			add_states(l, n);
		if (n->memory)
			add_memory(l, n->memory);
		next = n->next;
		free(n->states);
		free(n);
	}
	free(l->state.counts);
	l->state.counts = NULL;
	l->state.counted = NULL;
	t->end = end;
	t->blocks_end = l->state.last_end;
	gpu->stretch_issued += t->v[SIMT_STAT_slots_issued];
	if (gpu->untimed)
		forget_time(t);
	/* what L2 has asked DRAM for has been added already */
	for (int k = 0; k < SIMT_STATS; k++)
		gpu->total.v[k] += t->v[k] - before.v[k];
	for (int k = 0; k < SIMT_STALLS; k++)
		gpu->total.stall[k] += t->stall[k];
	t->v[SIMT_STAT_cycles] = gpu->untimed ? 0 : end - t->start;
	if (l->state.f->matrix && !gpu->untimed)
		t->v[SIMT_STAT_cycles] += matrix_clock_more(gpu, end) - l->state.more;
	assert(states_add_up(t));
}

/* ---- stretches ---- */

static void
stretch_begin(struct gpu *gpu, uint64_t cycle)
{
	gpu->now = gpu->stretch_start = cycle;
	gpu->stretch_issued = gpu->next_block = 0;
	gpu->served = 0;
	gpu->placed = gpu_sms(gpu) - 1;
	gpu->started = 0;
	matrix_clock_stretch(gpu);
	heap_settle(gpu);
}

/* A block comes to the SM. */
static void
wake_sm(struct gpu *gpu, struct sm *sm)
{
	unsigned i = gpu->nawake;

	if (sm->awake)
		return;
	for (; i && gpu->awake[i - 1]->id > sm->id; i--)
		gpu->awake[i] = gpu->awake[i - 1];
	gpu->awake[i] = sm;
	gpu->nawake++;
	sm_equip(sm);
	if (!sm->used) {
		matrix_clock_equips(gpu, sm);
		gpu->used[gpu->nused++] = sm;
	}
	sm->awake = sm->used = true;
	sm_begin_stretch(sm, gpu->stretch_start);
	if (gpu->tap)
		tap_wake(gpu, sm, gpu->nawake - 1);
}

/* The first conservation law: every issue slot has been counted once. Gaps between stretches are slots without a warp. */
static void
count_stretch(struct gpu *gpu)
{
	const uint64_t each = gpu->m->sm.subcores, subcores = each * gpu_sms(gpu), more = matrix_clock_more(gpu, gpu->now);
	struct simt_launch_stats own = {.start = 0}, *t = &gpu->total, *first = gpu->first->stats;

	for (unsigned i = 0; i < gpu->nawake; i++) {
		own.v[SIMT_STAT_slots_no_eligible] += gpu->awake[i]->slots_no_eligible;
		own.v[SIMT_STAT_slots_no_warp] += gpu->awake[i]->slots_no_warp;
		own.v[SIMT_STAT_sm_cycles_active] += gpu->awake[i]->cycles_active;
	}
	own.v[SIMT_STAT_slots_no_warp] += (gpu->now - gpu->stretch_start) * each * (gpu_sms(gpu) - gpu->nawake);
	assert(gpu->stretch_issued + own.v[SIMT_STAT_slots_no_eligible] + own.v[SIMT_STAT_slots_no_warp] ==
	       (gpu->now - gpu->stretch_start) * subcores);
	/* GPCs with a faster clock had more slots, without a warp */
	own.v[SIMT_STAT_slots_no_warp] += more * subcores;
	gpu->clock.all += more;
	for (int k = 0; k < SIMT_STATS; k++) {
		t->v[k] += own.v[k];
		if (gpu->started == 1)
			first->v[k] += own.v[k];
	}
	if (!t->timed)
		t->start = t->end = gpu->stretch_start;
	t->timed = true;
	t->v[SIMT_STAT_slots_no_warp] += (gpu->stretch_start - t->end) * subcores;
	t->end = gpu->now;
	t->v[SIMT_STAT_cycles] = t->end - t->start + t->sampled.passed + gpu->clock.all;
	assert(t->v[SIMT_STAT_slots_issued] + t->v[SIMT_STAT_slots_no_eligible] + t->v[SIMT_STAT_slots_no_warp] ==
	       t->v[SIMT_STAT_cycles] * subcores);
}

/* No launch runs from `cycle` on. */
static void
stretch_end(struct gpu *gpu, uint64_t cycle)
{
	gpu->now = cycle;
	cluster_barrier_forget(gpu);
	for (unsigned i = 0; i < gpu->nawake; i++) {
		if (!gpu->untimed)
			sm_settle(gpu->awake[i], cycle);
		sm_abandon(gpu->awake[i]);
		gpu->awake[i]->awake = false;
	}
	if (!gpu->untimed)
		count_stretch(gpu);
	matrix_clock_window(gpu);
	if (gpu->tap)
		tap_counts(gpu, true);
	gpu->nawake = 0;
	if (!gpu->untimed && gpu->sampler)
		gpu->sampler->ended(gpu, gpu->started == 1 ? gpu->first : NULL);
}

/* ---- blocks ---- */

/* The block scheduler starts one block after the other. Returns the cycle for one that could start at `cycle`. */
static uint64_t
next_start(struct gpu *gpu, uint64_t cycle)
{
	enum { PARTS = 100 };

	if (gpu->next_block < cycle * PARTS)
		gpu->next_block = cycle * PARTS;
	cycle = (gpu->next_block + PARTS - 1) / PARTS;
	gpu->next_block += gpu->m->dispatch.block_interval;
	return cycle;
}

/* When a block that must not start before `cycle` can start on the SM. */
static uint64_t
start_on(struct gpu *gpu, const struct sm *sm, uint64_t cycle)
{
	uint64_t t = sm_blocks_freed(&sm->blocks) ? sm_blocks_freed(&sm->blocks) + gpu->m->dispatch.next_block : 0,
		 start = next_start(gpu, cycle);

	return t > start ? t : start;
}

/* The blocks of a cluster start together. */
static void
place_blocks(struct gpu *gpu, struct launch_state *l, uint64_t cycle)
{
	struct cluster *k = cluster_new(l);
	uint64_t start = 0;

	for (unsigned i = 0; i < l->cluster_blocks; i++) {
		struct sm *sm = gpu->sm + gpu->cluster_sm[i];
		uint64_t t, last;

		wake_sm(gpu, sm);
		t = start_on(gpu, sm, cycle);
		last = sm_blocks_last_start(&sm->blocks);
		t = last > t ? last : t;
		start = t > start ? t : start;
	}
	for (unsigned i = 0; i < l->cluster_blocks; i++)
		sm_blocks_assign(gpu->sm + gpu->cluster_sm[i], l, k, start);
}

void
launches_place(struct gpu *gpu, uint64_t cycle)
{
	struct launch_state *l;
	struct sm *sm;

	while ((l = gpu->blocks->next(gpu, &sm))) {
		if (l->cluster_blocks > 1) {
			place_blocks(gpu, l, cycle);
		} else {
			wake_sm(gpu, sm);
			sm_blocks_assign(sm, l, NULL, start_on(gpu, sm, cycle));
		}
	}
}

void
launches_block_ended(struct gpu *gpu, struct sm *sm, const struct block_end *b)
{
	struct launch_state *l = b->launch;

	if (gpu->tap && !gpu->untimed)
		tap_stay(gpu, sm, b);
	sm_blocks_release(sm, l, b->cycle);
	if (gpu->gpc)
		gpu->gpc->full[sm->id] = 0;
	l->done_blocks++;
	if (b->cycle > l->last_end)
		l->last_end = b->cycle;
	launches_place(gpu, b->cycle + gpu->m->dispatch.next_block);
}

/* ---- launches that are over ---- */

static void
put_over(struct gpu *gpu, struct simt_launch *l)
{
	l->next_ready = NULL;
	if (gpu->over)
		gpu->over_last->next_ready = l;
	else
		gpu->over = l;
	gpu->over_last = l;
}

/* Whether messages are under way. They count for their launch when L2 serves them. */
static bool
is_under_way(const struct gpu *gpu)
{
	for (unsigned i = 0; i < gpu->nawake; i++)
		if (gpu->awake[i]->port->nrequest || !l1_is_idle(gpu->awake[i]->l1))
			return true;
	return false;
}

void
launches_tell_ended(struct gpu *gpu, bool all)
{
	struct simt_launch *l = gpu->over, *next;

	/* without a client they keep their counts */
	if (!gpu->ended)
		gpu->over = l = NULL;
	if (!l || (!all && is_under_way(gpu)))
		return;
	for (gpu->over = NULL; l; l = next) {
		next = l->next_ready;
		/* it will have what its stretch counts */
		if (gpu->nrunning && l == gpu->first) {
			put_over(gpu, l);
			continue;
		}
		gpu->ended(gpu->ended_arg, l, l->state.number - 1);
		free(l->stats);
		free(l->pc);
		free(l->states);
		l->stats = NULL;
		l->pc = NULL;
		l->states = NULL;
	}
}

/* ---- the course of a launch ---- */

void
launches_begin(struct gpu *gpu, struct simt_launch *l, uint64_t cycle, uint64_t not_before)
{
	struct launch_state *t = &l->state;
	unsigned i;

	if (!gpu->nrunning) {
		stretch_begin(gpu, cycle);
		gpu->first = l;
	}
	gpu->started++;
	matrix_clock_starts(gpu, t->f);
	t->more = matrix_clock_more(gpu, cycle);
	gpu->clusters += t->cluster_blocks > 1;
	launches_stats(l)->start = cycle;
	l->stats->timed = !gpu->untimed;
	l->stats->started = l->started = true;
	l->stats->shared = gpu->started > 1;
	gpu->first->stats->shared = gpu->started > 1;
	if (gpu->keeps_states && !gpu->untimed)
		l->stats->states = l->states = zeroed(t->f->n, sizeof *l->states);
	if (gpu->keeps_states)
		l->stats->memory = l->memory = zeroed(t->f->n, sizeof *l->memory);
	t->counts = calloc(gpu_sms(gpu), sizeof(struct launch_counts *));
	if (!t->counts)
		simt_no_memory();
	t->last_end = cycle;
	t->arrival = cycle + gpu->m->dispatch.launch_start;
	if (t->arrival < not_before && cycle > gpu->stretch_start)
		t->arrival = not_before;
	gpu->running = xrealloc(gpu->running, (gpu->nrunning + 1) * sizeof(struct launch_state *));
	for (i = gpu->nrunning++; i && gpu->running[i - 1]->arrival > t->arrival; i--)
		gpu->running[i] = gpu->running[i - 1];
	gpu->running[i] = t;
	if (gpu->tap)
		tap_launch(gpu, l, cycle, true);
}

/* It no longer runs. */
static void
end(struct gpu *gpu, unsigned i, uint64_t cycle, bool well)
{
	struct simt_launch *l = gpu->running[i]->launch;

	gpu->clusters -= l->state.cluster_blocks > 1;
	gather(gpu, l, cycle);
	matrix_clock_ends(gpu, l->state.f);
	l->stats->ended = well;
	gpu->total.started = l->over = true;
	gpu->nrunning--;
	memmove(gpu->running + i, gpu->running + i + 1, (gpu->nrunning - i) * sizeof(struct launch_state *));
	streams_ended(gpu, l);
	/* what launches before it passed over */
	l->stats->start += gpu->total.sampled.passed;
	l->stats->end += gpu->total.sampled.passed;
	l->stats->blocks_end += gpu->total.sampled.passed;
	put_over(gpu, l);
	if (gpu->tap)
		tap_launch(gpu, l, cycle, false);
}

/* When the launch ends; NEVER: it has blocks left, or stores that have not arrived at L2. */
static uint64_t
ends(const struct gpu *gpu, const struct launch_state *l)
{
	const struct simt_machine *m = gpu->m;
	uint64_t end = l->last_end;

	if (l->done_blocks < l->blocks)
		return NEVER;
	for (const struct launch_counts *c = l->counted; m->stores.drain && c; c = c->next) {
		if (c->storing)
			return NEVER;
		if (c->last_stored && c->last_stored + m->stores.drain > end)
			end = c->last_stored + m->stores.drain;
	}
	return end + m->dispatch.launch_drain;
}

static bool
may_start(const struct gpu *gpu)
{
	return gpu->ready && gpu->nrunning < gpu->m->dispatch.launches;
}

uint64_t
launches_next(const struct gpu *gpu)
{
	uint64_t t = may_start(gpu) ? gpu->ready->ready : NEVER;

	for (unsigned i = 0; i < gpu->nrunning; i++) {
		const struct launch_state *l = gpu->running[i];
		uint64_t at = l->arrived ? ends(gpu, l) : l->arrival;

		t = at < t ? at : t;
	}
	return t;
}

void
launches_act(struct gpu *gpu, uint64_t cycle)
{
	uint64_t learns = 0;
	bool arrived = false, ended = false;

	for (unsigned i = 0; i < gpu->nrunning;) {
		uint64_t last = gpu->running[i]->last_end + gpu->m->dispatch.next_launch;

		if (ends(gpu, gpu->running[i]) > cycle) {
			i++;
			continue;
		}
		learns = last > learns ? last : learns;
		end(gpu, i, cycle, true);
		ended = true;
		if (!gpu->nrunning)
			stretch_end(gpu, cycle);
	}
	if (ended)
		launches_tell_ended(gpu, false);
	while (may_start(gpu) && gpu->ready->ready <= cycle) {
		struct simt_launch *l = streams_take(gpu);

		launches_begin(gpu, l, cycle, l->not_before > learns ? l->not_before : learns);
	}
	for (unsigned i = 0; i < gpu->nrunning; i++)
		if (!gpu->running[i]->arrived && gpu->running[i]->arrival <= cycle) {
			arrived = gpu->running[i]->arrived = true;
			if (gpu->sampler)
				gpu->sampler->arrived(gpu, gpu->running[i]);
		}
	/* one that has ended may leave its SMs to others */
	if (arrived)
		launches_place(gpu, cycle);
	else if (ended && gpu->nrunning)
		launches_place(gpu, cycle > learns ? cycle : learns);
}

void
launches_end_functional(struct gpu *gpu)
{
	end(gpu, 0, gpu->now, true);
	stretch_end(gpu, gpu->now);
	launches_tell_ended(gpu, true);
}

void
launches_stop(struct gpu *gpu)
{
	if (!gpu->nrunning)
		return;
	for (unsigned i = 0; i < gpu->nawake && !gpu->untimed; i++) {
		sm_settle(gpu->awake[i], gpu->now);
		sm_drop_taken(gpu->awake[i]);
	}
	if (gpu->failed)
		gpu->failed->launch->stats->failed = true;
	while (gpu->nrunning)
		end(gpu, 0, gpu->now, false);
	/* the warps that are left have been counted, and what counted them is gone */
	for (unsigned i = 0; i < gpu->nawake; i++)
		sm_abandon(gpu->awake[i]);
	stretch_end(gpu, gpu->now);
}
