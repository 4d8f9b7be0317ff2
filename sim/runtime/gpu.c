/* gpu.c: the whole machine: windows, and what happens between them. */
#include "sim/runtime/gpu.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm-memory.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster-window.h"
#include "sim/dispatch/cluster.h"
#include "sim/dispatch/launches.h"
#include "sim/dispatch/placement.h"
#include "sim/divergence/policy.h"
#include "sim/memory/l1.h"
#include "sim/memory/memory-system.h"
#include "sim/observe/explain.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/device-calls.h"
#include "sim/runtime/heap.h"
#include "sim/runtime/jobs.h"
#include "sim/runtime/sampler.h"
#include "sim/runtime/side-by-side.h"

/* In the order of the words of parameter `block_scheduler`. */
static const struct block_policy *const block_policies[] = {
#define BLOCK_SCHEDULER(word, name) &blocks_##name,
#include "sim/dispatch/block-schedulers.def"
#undef BLOCK_SCHEDULER
};

bool
gpu_init(struct gpu *gpu, const struct simt_machine *m, struct backing_store *memory, const struct policy *policy,
	 struct simt_error *e)
{
	unsigned n = m->chip.sms;

	*gpu = (struct gpu){.m = m, .memory = memory, .blocks = block_policies[m->dispatch.scheduler], .place = placement(m)};
	/* nothing that leaves an SM is answered sooner than this */
	gpu->window = machine_l2_least(m) - l1_lead(m);
	if (gpu->window > machine_start_least(m))
		gpu->window = machine_start_least(m);
	gpu->longest_window = gpu->window;
	gpu->cluster_window = cluster_longest_window(m);
	gpu->sm = calloc(n, sizeof *gpu->sm);
	gpu->awake = calloc(n, sizeof(struct sm *));
	gpu->used = calloc(n, sizeof(struct sm *));
	if (!gpu->sm || !gpu->awake || !gpu->used || !sm_memory_init(gpu))
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	for (unsigned i = 0; i < n; i++)
		sm_init(gpu->sm + i, gpu, i, policy);
	if (!matrix_clock_init(gpu))
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	gpu_reset(gpu);
	return true;
}

void
gpu_free(struct gpu *gpu)
{
	if (gpu->sm)
		for (unsigned i = 0; i < gpu_sms(gpu); i++)
			sm_free(gpu->sm + i);
	free(gpu->sm);
	free(gpu->awake);
	free(gpu->used);
	free(gpu->running);
	free(gpu->gpc);
	free(gpu->cluster_gpcs);
	free(gpu->full);
	tap_free(gpu);
	side_by_side_free(gpu->side_by_side);
	jobs_free(gpu->jobs);
	if (gpu->sampler)
		gpu->sampler->free(gpu);
	heap_reset(gpu);
	matrix_clock_free(gpu);
	sm_memory_free(gpu);
}

void
gpu_reset(struct gpu *gpu)
{
	gpu->now = 0;
	gpu->launches = 0;
	heap_reset(gpu);
	gpu->total = (struct simt_launch_stats){.start = 0};
	if (gpu->gpc)
		gpu->gpc->begun = false;
	gpu->cluster_turn = 0;
	memory_system_reset(gpu->memory_system);
	matrix_clock_reset(gpu);
	if (gpu->sampler)
		gpu->sampler->reset(gpu);
	for (unsigned i = 0; i < gpu->nused; i++) {
		sm_reset(gpu->used[i]);
		gpu->used[i]->used = false;
	}
	gpu->nused = 0;
}

/* ---- what happens between windows ---- */

struct ended {
	struct block_end block;
	uint32_t sm;
};

static int
by_end(const void *a, const void *b)
{
	const struct ended *x = a, *y = b;

	if (x->block.cycle != y->block.cycle)
		return x->block.cycle < y->block.cycle ? -1 : 1;
	if (x->sm != y->sm)
		return x->sm < y->sm ? -1 : 1;
	return x->block.launch->number < y->block.launch->number ? -1 : x->block.launch->number > y->block.launch->number;
}

/* The blocks that have ended, in order; the caller frees them. */
static struct ended *
collect(struct gpu *gpu, size_t *n)
{
	struct ended *e = NULL;
	size_t room = 0;

	*n = 0;
	for (unsigned i = 0; i < gpu->nawake; i++) {
		size_t k;
		const struct block_end *b = sm_blocks_take_ends(&gpu->awake[i]->blocks, &k);

		e = k ? grow(e, &room, *n + k, sizeof *e) : e;
		for (size_t j = 0; j < k; j++)
			e[(*n)++] = (struct ended){b[j], gpu->awake[i]->id};
	}
	if (!*n)
		return NULL;
	/* what is equal then are blocks of one launch, and those are all alike */
	qsort(e, *n, sizeof *e, by_end);
	return e;
}

void
gpu_hear_ends(struct gpu *gpu)
{
	size_t n;
	struct ended *e = collect(gpu, &n);

	for (size_t i = 0; i < n; i++)
		launches_block_ended(gpu, gpu->sm + e[i].sm, &e[i].block);
	free(e);
}

/* Handles what the SMs have reported to the block scheduler, and what launches do by themselves, up to gpu->now, in the order of time. */
static void
events(struct gpu *gpu)
{
	size_t n, i = 0;
	struct ended *e = collect(gpu, &n);

	for (;;) {
		uint64_t t = launches_next(gpu);

		if (i < n && e[i].block.cycle <= t) {
			launches_block_ended(gpu, gpu->sm + e[i].sm, &e[i].block);
			i++;
		} else if (t <= gpu->now) {
			launches_act(gpu, t);
		} else {
			break;
		}
	}
	free(e);
}

/* The SM whose fault came first, or NULL. The SMs have run to different cycles: nothing after the first fault counts as evidence of
 * another. */
static const struct sm *
first_fault(const struct gpu *gpu)
{
	const struct sm *first = NULL;

	for (unsigned i = 0; i < gpu->nawake; i++)
		if (gpu->awake[i]->error.status != SIMT_OK && (!first || gpu->awake[i]->faulted < first->faulted))
			first = gpu->awake[i];
	return first;
}

bool
gpu_no_fault(struct gpu *gpu, struct simt_error *e)
{
	const struct sm *first = first_fault(gpu);

	if (first && e && e->status == SIMT_OK)
		*e = first->error;
	if (first)
		gpu->failed = first->faulty;
	return !first;
}

bool
gpu_tell_progress(const struct gpu *gpu, struct simt_error *e)
{
	uint64_t n = 0, start = gpu->now;

	if (!gpu->progress)
		return true;
	for (unsigned i = 0; i < gpu->nrunning; i++) {
		const struct launch_state *l = gpu->running[i];

		start = l->launch->stats->start < start ? l->launch->stats->start : start;
		for (const struct launch_counts *c = l->counted; c; c = c->next)
			n += c->v[SIMT_STAT_inst_executed];
	}
	return gpu->progress(gpu->progress_arg, gpu->now - start, n) || simt_fail(e, SIMT_INTERRUPTED, "interrupted");
}

/* The cycle in which the first of the running launches reaches the limit; NEVER: none does. *l gets it. */
static uint64_t
limit(const struct gpu *gpu, struct launch_state **l)
{
	uint64_t t = NEVER;

	for (unsigned i = 0; gpu->max_cycles && i < gpu->nrunning; i++) {
		struct launch_state *r = gpu->running[i];

		if (r->done_blocks < r->blocks && r->launch->stats->start + gpu->max_cycles < t) {
			t = r->launch->stats->start + gpu->max_cycles;
			*l = r;
		}
	}
	return t;
}

/* Whether the launches may continue after this window; else *e says why not. */
static bool
may_go_on(struct gpu *gpu, unsigned windows, struct simt_error *e)
{
	struct launch_state *l = NULL;
	unsigned n;

	if (limit(gpu, &l) <= gpu->now) {
		gpu->failed = l;
		return explain_limit(gpu, explain_first_warp(gpu, l, &n), "cycles (--max-cycles)", gpu->max_cycles, e);
	}
	if (!simt_goes_on(gpu->stop, e))
		return false;
	/* often enough for a person, rarely enough to cost nothing */
	return windows % 256 != 0 || gpu_tell_progress(gpu, e);
}

/* Runs the SMs up to cycle `until`; then what they have sent takes effect. False: a fault. */
static bool
run_window(struct gpu *gpu, uint64_t until, struct simt_error *e)
{
	matrix_clock_window(gpu);
	jobs_run(gpu, until);
	gpu->now = until;
	if (gpu->clusters)
		cluster_window_end(gpu);
	if (gpu->spoken)
		device_calls_tell(gpu, first_fault(gpu));
	if (!gpu_no_fault(gpu, e))
		return false;
	sm_memory_window_end(gpu);
	heap_tidy(gpu);
	if (gpu->tap)
		tap_window(gpu);
	return true;
}

/* Window by window, until no launch runs. */
static bool
run_stretch(struct gpu *gpu, struct simt_error *e)
{
	unsigned windows = 0;

	while (gpu->nrunning) {
		uint64_t event = launches_next(gpu), next = event, stop, until;
		struct launch_state *l;

		for (unsigned i = 0; i < gpu->nawake; i++) {
			uint64_t t = sm_next(gpu->awake[i]), sends = memory_port_next(gpu->awake[i]->port);

			next = t < next ? t : next;
			next = sends < next ? sends : next;
			if (gpu->clusters) {
				t = cluster_port_next(gpu->awake[i]);
				next = t < next ? t : next;
			}
		}
		if (next == NEVER)
			return explain_deadlock(gpu, e);
		stop = limit(gpu, &l);
		if (next > gpu->now)
			gpu->now = next < stop ? next : stop;
		if (event > gpu->now && stop > gpu->now) {
			until = gpu->now + (gpu->clusters && gpu->cluster_window < gpu->window ? gpu->cluster_window : gpu->window);
			until = event < until ? event : until;
			until = stop < until ? stop : until;
			if (!run_window(gpu, until, e))
				return false;
		}
		events(gpu);
		if (gpu->sampler && !gpu->sampler->window(gpu, e))
			return false;
		if (gpu->nrunning && !may_go_on(gpu, ++windows, e))
			return false;
	}
	return true;
}

bool
gpu_run(struct gpu *gpu, struct simt_error *e)
{
	gpu->failed = NULL;
	while (gpu->ready) {
		if (!simt_goes_on(gpu->stop, e))
			return false;
		if (gpu->sampler)
			gpu->sampler->starts(gpu, gpu->ready);
		launches_act(gpu, gpu->ready->ready > gpu->now ? gpu->ready->ready : gpu->now);
		if (!run_stretch(gpu, e)) {
			launches_stop(gpu);
			return false;
		}
	}
	return true;
}
