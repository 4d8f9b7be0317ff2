/* functional.c: functional mode: what a launch computes and counts, without time.
 *
 * The SMs get the blocks that cycle mode would start at first. Then the SMs take turns. In its turn an SM makes the first block that
 * waits to start, runs it, and continues with the next one; then it runs the blocks that earlier turns left. Within a block warps take
 * turns. The turn of a block or warp ends after a number of instructions, so that one that spins for another finally sees what it waits
 * for. Policies, execution and counting are those of cycle mode; accesses take effect at once.
 *
 * What this module cannot do: anything that needs time, caches included. */
#include "sim/runtime/functional.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/core/block-room.h"
#include "sim/core/execute.h"
#include "sim/core/issue-counts.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/policy.h"
#include "sim/memory/access.h"
#include "sim/memory/lsu-timing.h"
#include "sim/memory/touch.h"
#include "sim/observe/explain.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/functional-steps.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/side-by-side.h"

/* Instructions in a turn of a warp, and turns of each warp in a turn of its block. They are long enough that most warps end, or reach a
 * barrier, in one turn, which keeps the host's caches warm, and short enough that spinning costs little. */
enum { WARP_TURN = 4096, BLOCK_TURN = 64 };
/* Where a kernel does not see what other blocks do meanwhile, turns of its blocks are so long that most end in their first one, with others at
 * the same time (side-by-side.h), and short enough that progress is told every few seconds. */
enum { OWN_PACE_TURN = 1024 };
/* Turns where blocks wait for each other, at a barrier of the grid, or at one in shared memory at which a block of the cluster arrives.
 * Threads spin there until other blocks have had a turn, so turns are shorter. */
enum { SPINNING_WARP_TURN = 256, SPINNING_BLOCK_TURN = 4 };

/* Instructions between two calls of the progress function. */
#define TELL UINT64_C(8000000)

/* The warps of a block that has the turn. */
struct turn {
	struct {
		struct subcore *subcore;
		unsigned slot;
	} * warp;
	size_t room;
	uint32_t nwarps;
	unsigned warp_turn, block_turn;
	bool side_by_side; /* it is that of one of several SMs: nobody is told of progress */
	uint64_t since_told;
	uint64_t left; /* instructions that the launch may still carry out */
	struct gpu *gpu;
	struct simt_error *e;
};

static bool
can_go_on(const struct warp *w)
{
	return w->block && w->runs && !w->runs->time.in_barrier;
}

/* The next instruction of slot i. False: a fault, in sm->error. */
static bool
step_slot(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	const struct inst *in = w->f->code + w->runs->pc;
	struct access access;
	lanes_t active = w->runs->mask, guarded;

	sm->now += !sm->skips_time;
	if (sm->tap)
		tap_begin(sm, c, i);
	if (!execute(sm, w, in, &guarded, &access))
		return false;
	issue_counts_issued(sm, w, w->f->timing + w->runs->pc, guarded);
	if (in->op->flow == FLOW_MEMORY) {
		lsu_timing_count(w, in, &access);
		if (sm->skips_time && access.global)
			touch_access(sm, w->block->launch, &access);
	}
	if (sm->tap) {
		tap_issue(sm, w, active, guarded, sm->held[w->f->timing[in - w->f->code].rate][0]);
		tap_before_flow(sm, w);
	}
	if (in->op->flow == FLOW_NONE || in->op->flow == FLOW_MEMORY)
		w->runs->pc++;
	else if (!flow(sm, w, in, guarded))
		return false;
	flow_arrive(sm, w);
	if (sm->tap)
		tap_after_flow(sm, w);
	if (!w->alive)
		sm_blocks_warp_end(sm, c, i);
	return true;
}

static void
find_warps(struct sm *sm, const struct block *b, struct turn *t)
{
	t->nwarps = b->nwarps;
	if (t->room < b->nwarps) {
		t->room = b->nwarps;
		t->warp = xrealloc(t->warp, t->room * sizeof *t->warp);
	}
	/* warps that have ended leave gaps */
	for (uint32_t k = 0; k < t->nwarps; k++)
		t->warp[k].subcore = NULL;
	for (unsigned k = 0; k < sm->m->sm.subcores; k++) {
		struct subcore *c = sm->subcore + k;

		for (unsigned i = 0; i < c->used; i++)
			if (c->warps[i].block == b) {
				t->warp[c->warps[i].index].subcore = c;
				t->warp[c->warps[i].index].slot = i;
			}
	}
}

/* Executes the next instructions of w, at most `most`, as long as executors alone carry them out and have no guard; *n gets how many. The
 * clients that there are want no event for each of them and hear of a straight run. False: a fault, in sm->error. */
static bool
step_told(struct sm *sm, struct warp *w, unsigned most, unsigned *n)
{
	struct split *s = w->runs;
	const struct timing *tm = w->f->timing + s->pc;
	const struct inst *const first = w->f->code + s->pc, *in = first, *const end = in + most;
	struct exec *x;

	*n = 0;
	if (!w->simple || w->again & s->mask || !tm->plain)
		return true;
	x = exec_of_simple(sm, w, NULL);
	for (; in != end && tm->plain && !x->fault; in++, tm++) {
		x->clock++;
		tm->plain(in, x);
	}
	sm->now = sm->skips_time ? sm->now : x->clock;
	*n = (unsigned)(in - first) - (x->fault != NULL);
	if (*n) {
		issue_counts_run(sm, w, *n);
		s->pc += *n;
		w->quick = *n;
		tap_straight(sm, w);
		w->quick = 0;
	}
	return !x->fault || execute_fault(sm, w, x);
}

bool
functional_run_warp(struct sm *sm, struct subcore *c, unsigned i, unsigned most, unsigned *n)
{
	const bool quick = !(sm->tap && sm->tap->wants_issue) && !sm->policy->arrive;
	bool (*const step)(struct sm *, struct warp *, unsigned, unsigned *) = sm->tap ? step_told : functional_steps;
	struct warp *w = c->warps + i;
	unsigned plain = 0;

	*n = 0;
	while (*n < most && can_go_on(w)) {
		if (quick && !step(sm, w, most - *n, &plain))
			return false;
		*n += plain;
		if (*n < most) {
			++*n;
			if (!step_slot(sm, c, i))
				return false;
		}
	}
	return true;
}

/* The turn of slot i. *went_on: it carried out an instruction. False: a fault, or the limit of instructions. */
static bool
run_warp(struct sm *sm, struct subcore *c, unsigned i, struct turn *t, bool *went_on)
{
	const unsigned turn = t->left < t->warp_turn ? (unsigned)t->left : t->warp_turn;
	struct warp *w = c->warps + i;
	unsigned n;

	if (!simt_goes_on(t->gpu->stop, t->e) || !functional_run_warp(sm, c, i, turn, &n))
		return false;
	*went_on = *went_on || n;
	if (turn < t->warp_turn && can_go_on(w))
		return explain_limit(t->gpu, w, "warp instructions (--max-instructions)", t->gpu->max_instructions, t->e);
	t->left -= n;
	return true;
}

/* Runs block b until it ends, cannot continue, or its turn is over. False: a fault, or the limit of instructions. */
static bool
run_block(struct sm *sm, struct block *b, struct turn *t)
{
	bool went_on = true;

	find_warps(sm, b, t);
	for (unsigned round = 0; went_on && round < t->block_turn; round++) {
		went_on = false;
		for (uint32_t k = 0; k < t->nwarps; k++) {
			struct subcore *c = t->warp[k].subcore;
			unsigned i = t->warp[k].slot;

			if (!c)
				continue;
			if (!run_warp(sm, c, i, t, &went_on))
				return false;
			if (!c->warps[i].block)
				t->warp[k].subcore = NULL;
		}
	}
	return true;
}

/* What an SM does after each turn of a block. */
static bool
after_turn(struct gpu *gpu, struct turn *t, uint64_t instructions, struct simt_error *e)
{
	t->since_told += instructions;
	if (t->side_by_side || t->since_told < TELL)
		return true;
	t->since_told = 0;
	return gpu_tell_progress(gpu, e);
}

/* The turn of an SM. False: it has a fault, or the run is to stop. */
static bool
run_sm(struct gpu *gpu, struct sm *sm, struct turn *t, struct simt_error *e)
{
	for (struct block *b = sm_blocks_resident(&sm->blocks), *next; b; b = next) {
		uint64_t before = sm->now;

		next = b->next;
		if (!run_block(sm, b, t) || !after_turn(gpu, t, sm->now - before, e))
			return false;
	}
	while (sm_blocks_first_start(&sm->blocks) != NEVER) {
		uint64_t before = sm->now;

		if (!run_block(sm, sm_blocks_start(sm), t) || !after_turn(gpu, t, sm->now - before, e))
			return false;
	}
	return true;
}

/* ---- SMs on several threads ---- */

/* A turn for each of them. */
struct workers {
	unsigned n; /* 0: all runs on one thread */
	struct turn *turn;
	struct simt_error *e;
};

static void
begin_workers(struct gpu *gpu, const struct turn *t, struct workers *w)
{
	w->n = side_by_side_begin(gpu);
	w->turn = zeroed(w->n, sizeof *w->turn);
	/* texts of errors are long, and there are many short launches */
	w->e = xrealloc(NULL, w->n * sizeof *w->e);
	for (unsigned i = 0; i < w->n; i++) {
		w->e[i].status = SIMT_OK;
		w->turn[i] = (struct turn){.warp_turn = t->warp_turn,
					   .block_turn = t->block_turn,
					   .side_by_side = true,
					   .left = UINT64_MAX,
					   .gpu = gpu,
					   .e = w->e + i};
	}
}

static void
end_workers(struct workers *w)
{
	for (unsigned i = 0; i < w->n; i++)
		free(w->turn[i].warp);
	free(w->turn);
	free(w->e);
}

static bool
run_sm_of_worker(void *arg, unsigned worker, struct sm *sm)
{
	struct workers *w = arg;
	struct turn *t = w->turn + worker;

	return run_sm(t->gpu, sm, t, t->e);
}

/* The turn of an SM alone, after that of another. */
static bool
run_sm_alone(struct gpu *gpu, struct sm *sm, struct sm *before, struct turn *t, const struct workers *w)
{
	if (w->n)
		side_by_side_ran_alone(gpu, sm_blocks_count(&sm->blocks));
	/* in the host's caches is what the SM before used */
	else if (before != sm)
		block_room_hand_on(&before->blocks, &sm->blocks);
	return run_sm(gpu, sm, t, t->e);
}

/* ---- a launch ---- */

static bool
has_fault(const struct gpu *gpu)
{
	for (unsigned i = 0; i < gpu->nawake; i++)
		if (gpu->awake[i]->error.status != SIMT_OK)
			return true;
	return false;
}

/* Each SM has its turn, up to a fault, in its `error`. *went_on: one of them has carried out an instruction. False: the run is to stop. */
static bool
run_sms(struct gpu *gpu, struct turn *t, struct workers *w, bool *went_on)
{
	for (unsigned i = 0; i < gpu->nawake;) {
		struct sm *sm = gpu->awake[i];
		const uint64_t before = sm->now;
		uint64_t n;
		const unsigned ran = w->n ? side_by_side_run(gpu, i, t->left, &n, run_sm_of_worker, w) : 0;

		if (ran) {
			t->left -= n;
			*went_on = *went_on || n;
			i += ran;
			if (!after_turn(gpu, t, n, t->e))
				return false;
			continue;
		}
		if (!run_sm_alone(gpu, sm, gpu->awake[(i ? i : gpu->nawake) - 1], t, w))
			return sm->error.status != SIMT_OK;
		*went_on = *went_on || sm->now != before;
		i++;
	}
	return true;
}

/* Runs all blocks of gpu->running[0] without time. True also where an SM has a fault, in its `error`; false: a deadlock or interrupted. */
static bool
run_blocks(struct gpu *gpu, struct simt_error *e)
{
	const struct launch_state *l = gpu->running[0];
	const bool spins = l->cooperative || l->cluster_blocks > 1;
	struct turn t = {.warp_turn = spins ? SPINNING_WARP_TURN : WARP_TURN,
			 .block_turn = spins                                        ? SPINNING_BLOCK_TURN
				       : l->f->own_pace && !l->f->module->allocates ? OWN_PACE_TURN
										    : BLOCK_TURN,
			 .left = gpu->max_instructions ? gpu->max_instructions : UINT64_MAX,
			 .gpu = gpu,
			 .e = e};
	struct workers w;
	bool ok = true;

	begin_workers(gpu, &t, &w);
	while (ok && l->done_blocks < l->blocks) {
		bool went_on = false;

		/* blocks of a cluster have their memory from the start of the first on */
		for (unsigned i = 0; l->cluster_blocks > 1 && i < gpu->nawake; i++)
			while (sm_blocks_first_start(&gpu->awake[i]->blocks) != NEVER)
				sm_blocks_start(gpu->awake[i]);
		ok = run_sms(gpu, &t, &w, &went_on);
		if (!ok || has_fault(gpu))
			break;
		if (!went_on)
			ok = explain_deadlock(gpu, e);
		gpu_hear_ends(gpu);
	}
	end_workers(&w);
	free(t.warp);
	return ok;
}

bool
functional_run_launch(struct gpu *gpu, struct simt_launch *l, struct simt_error *e)
{
	gpu->failed = NULL;
	if (!simt_goes_on(gpu->stop, e))
		return false;
	launches_begin(gpu, l, gpu->now, 0);
	l->state.arrived = true;
	launches_place(gpu, 0);
	if (run_blocks(gpu, e) && gpu_no_fault(gpu, e)) {
		launches_end_functional(gpu);
		return true;
	}
	launches_stop(gpu);
	return false;
}
