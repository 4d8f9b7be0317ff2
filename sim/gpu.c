/* gpu.c: the whole machine: windows, messages between SMs and L2, the block scheduler. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "events.h"
#include "fetch.h"
#include "l1.h"
#include "memory.h"
#include "simulate.h"

bool
gpu_init(struct gpu *gpu, const struct simt_machine *m, struct memory *memory, const struct policy *policy, struct simt_error *e)
{
	unsigned n = (unsigned)m->v[M_sms];

	*gpu = (struct gpu){.m = m, .memory = memory};
	/* nothing that leaves an SM is answered sooner than this */
	gpu->window = (uint32_t)(m->v[M_l2_latency] < m->v[M_block_latency] ? m->v[M_l2_latency] : m->v[M_block_latency]);
	gpu->sm = calloc(n, sizeof *gpu->sm);
	if (!gpu->sm || !l2_init(gpu))
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	for (unsigned i = 0; i < n; i++)
		if (!sm_init(gpu->sm + i, gpu, i, policy))
			return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	gpu_reset(gpu);
	return true;
}

void
gpu_free(struct gpu *gpu)
{
	if (gpu->sm)
		for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
			sm_free(gpu->sm + i);
	free(gpu->sm);
	free(gpu->tap);
	l2_free(gpu);
}

void
gpu_reset(struct gpu *gpu)
{
	gpu->now = 0;
	l2_reset(gpu);
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		sm_reset(gpu->sm + i, 0);
}

/* ---- block scheduler ---- */

/* The SM with the fewest blocks that has room, the first of these; NULL: none has. */
static struct sm *
room(struct gpu *gpu, const struct launch_state *l)
{
	struct sm *best = NULL;

	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		struct sm *sm = gpu->sm + i;

		if ((!best || sm->nblocks < best->nblocks) && sm_fits(sm, l))
			best = sm;
	}
	return best;
}

static void
assign(struct launch_state *l, struct sm *sm, uint64_t cycle)
{
	if (!sm->pc) {
		sm->pc = xrealloc(NULL, l->f->n * sizeof *sm->pc);
		memset(sm->pc, 0, l->f->n * sizeof *sm->pc);
	}
	sm_assign(sm, l, l->next_block++, cycle);
}

struct block_ended {
	uint64_t cycle;
	uint32_t sm;
};

static int
by_end(const void *a, const void *b)
{
	const struct block_ended *x = a, *y = b;

	if (x->cycle != y->cycle)
		return x->cycle < y->cycle ? -1 : 1;
	return x->sm < y->sm ? -1 : x->sm > y->sm;
}

void
gpu_replace_blocks(struct gpu *gpu)
{
	struct launch_state *l = gpu->launch;
	struct block_ended *ended;
	size_t n = 0;

	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		n += gpu->sm[i].nblock_end;
	if (!n)
		return;
	ended = xrealloc(NULL, n * sizeof *ended);
	n = 0;
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		for (size_t k = 0; k < gpu->sm[i].nblock_end; k++)
			ended[n++] = (struct block_ended){gpu->sm[i].block_end[k], i};
		gpu->sm[i].nblock_end = 0;
	}
	qsort(ended, n, sizeof *ended, by_end);
	l->done_blocks += n;
	for (size_t i = 0; i < n; i++)
		while (l->next_block < l->blocks && sm_fits(gpu->sm + ended[i].sm, l))
			assign(l, gpu->sm + ended[i].sm, ended[i].cycle + (uint64_t)gpu->m->v[M_block_latency]);
	free(ended);
}

/* ---- a launch ---- */

/* The two conservation laws: every issue slot and every cycle of a resident warp has been counted, once. */
static bool
laws_hold(const struct gpu *gpu, const struct simt_launch_stats *t)
{
	uint64_t slots = t->v[SIMT_STAT_cycles] * (uint64_t)gpu->m->v[M_sms] * (uint64_t)gpu->m->v[M_subcores], states = 0;

	for (int i = 0; i < SIMT_STALLS; i++)
		states += t->stall[i];
	return t->v[SIMT_STAT_slots_issued] + t->v[SIMT_STAT_slots_no_eligible] + t->v[SIMT_STAT_slots_no_warp] == slots &&
	       states == t->v[SIMT_STAT_warp_cycles];
}

/* What the timed machinery counted while it was not to. */
static void
forget_time(struct simt_launch_stats *t)
{
	for (int i = 0; i < SIMT_STATS; i++)
		t->v[i] = simt_stat_info[i].timed ? 0 : t->v[i];
	memset(t->stall, 0, sizeof t->stall);
}

/* Adds up what the SMs counted; `end` is the launch's last cycle. */
static void
gather(struct gpu *gpu, struct simt_launch *l, uint64_t end)
{
	struct simt_launch_stats *t = &l->stats;

	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		struct sm *sm = gpu->sm + i;

		if (!gpu->untimed)
			sm_settle(sm, end);
		for (int k = 0; k < SIMT_STATS; k++)
			t->v[k] += sm->stats.v[k];
		for (int k = 0; k < SIMT_STALLS; k++)
			t->stall[k] += sm->stats.stall[k];
		for (size_t k = 0; sm->pc && k < l->state.f->n; k++) {
			l->pc[k].inst_executed += sm->pc[k].inst_executed;
			l->pc[k].thread_inst_executed += sm->pc[k].thread_inst_executed;
			l->pc[k].thread_inst_executed_true += sm->pc[k].thread_inst_executed_true;
			l->pc[k].inst_partial += sm->pc[k].inst_partial;
			l->pc[k].diverged += sm->pc[k].diverged;
		}
		free(sm->pc);
		sm->pc = NULL;
		sm_abandon(sm);
	}
	t->end = end;
	t->v[SIMT_STAT_cycles] = end - t->start;
	if (gpu->untimed)
		forget_time(t);
	assert(gpu->untimed || laws_hold(gpu, t));
}

/* What L1 has for data while the launch runs: shared memory for as many blocks as an SM holds is taken off first, in one of a few
 * sizes. */
static uint64_t
l1_bytes(const struct gpu *gpu, const struct launch_state *l)
{
	const int32_t *v = gpu->m->v;
	uint64_t need = (uint64_t)l->fit.blocks * l->shared_block, taken = 0;

	for (int i = M_carveout_1; i <= M_carveout_7; i++)
		if (v[i] && (!taken || taken < need))
			taken = (uint64_t)v[i];
	return taken < (uint64_t)v[M_l1_bytes] ? ((uint64_t)v[M_l1_bytes] - taken) * (uint64_t)v[M_l1_share] / 16 : 0;
}

static void
begin(struct gpu *gpu, struct simt_launch *l)
{
	l->stats.start = gpu->now;
	l->stats.timed = !gpu->untimed;
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		struct sm *sm = gpu->sm + i;

		sm->stats = (struct simt_launch_stats){.start = gpu->now};
		sm->error.status = SIMT_OK;
		sm->untimed = gpu->untimed;
		sm->several = !gpu->untimed && (sm->packs || gpu->m->v[M_bank_issue] == BANK_INDEPENDENT);
		l1_resize(sm->l1, l1_bytes(gpu, &l->state));
		sm->fetches = !gpu->untimed && !sm->several && gpu->m->v[M_icache];
		fetch_launch(sm);
		sm->now = sm->resident_since = sm->last_end = gpu->now;
		for (unsigned k = 0; k < (unsigned)gpu->m->v[M_subcores]; k++) {
			sm->subcore[k].counted = gpu->now;
			sm->subcore[k].next = NEVER;
		}
	}
	gpu->launch = &l->state;
	for (struct sm *sm; l->state.next_block < l->state.blocks && (sm = room(gpu, &l->state));)
		assign(&l->state, sm, gpu->now);
}

/* The fault that came first. The SMs have run to different cycles: nothing after the first fault counts as evidence of another. */
static bool
no_fault(const struct gpu *gpu, struct simt_error *e)
{
	const struct sm *first = NULL;

	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		if (gpu->sm[i].error.status != SIMT_OK && (!first || gpu->sm[i].now < first->now))
			first = gpu->sm + i;
	if (first && e && e->status == SIMT_OK)
		*e = first->error;
	return !first;
}

bool
gpu_tell_progress(const struct gpu *gpu, struct simt_error *e)
{
	uint64_t n = 0;

	if (!gpu->progress)
		return true;
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		n += gpu->sm[i].stats.v[SIMT_STAT_inst_executed];
	return gpu->progress(gpu->progress_arg, gpu->now - gpu->launch->launch->stats.start, n) ||
	       simt_fail(e, SIMT_INTERRUPTED, "interrupted");
}

/* Whether the launch may go on after this window; else *e says why not. */
static bool
may_go_on(struct gpu *gpu, const struct simt_launch *l, unsigned windows, struct simt_error *e)
{
	uint64_t cycles = gpu->now - l->stats.start;

	if (gpu->max_cycles && cycles >= gpu->max_cycles)
		return simt_fail(e, SIMT_LIMIT, "kernel %s: stopped after %" PRIu64 " cycles (--max-cycles)",
				 l->state.f->kernel->symbol, gpu->max_cycles);
	/* often enough for a person, rarely enough to cost nothing */
	return windows % 256 != 0 || gpu_tell_progress(gpu, e);
}

/* Cycle mode: window by window. *end gets the launch's last cycle. */
static bool
run_windows(struct gpu *gpu, struct simt_launch *l, uint64_t *end, struct simt_error *e)
{
	unsigned n = (unsigned)gpu->m->v[M_sms], windows = 0;

	*end = l->stats.start;
	while (l->state.done_blocks < l->state.blocks) {
		uint64_t next = NEVER, until;

		for (unsigned i = 0; i < n; i++) {
			uint64_t t = sm_next(gpu->sm + i), sends = l2_next(gpu->sm + i);

			next = t < next ? t : next;
			next = sends < next ? sends : next;
		}
		if (next == NEVER)
			return explain_deadlock(gpu, e);
		if (next > gpu->now)
			*end = gpu->now = next;
		until = gpu->now + gpu->window;
		if (gpu->max_cycles && until > l->stats.start + gpu->max_cycles)
			until = l->stats.start + gpu->max_cycles;
		for (unsigned i = 0; i < n; i++)
			if (sm_next(gpu->sm + i) < until)
				sm_run(gpu->sm + i, until);
		*end = gpu->now = until;
		if (!no_fault(gpu, e))
			return false;
		l2_window_end(gpu);
		if (gpu->tap)
			tap_window(gpu);
		gpu_replace_blocks(gpu);
		if (l->state.done_blocks < l->state.blocks && !may_go_on(gpu, l, ++windows, e))
			return false;
	}
	*end = l->stats.start;
	for (unsigned i = 0; i < n; i++)
		if (gpu->sm[i].last_end > *end)
			*end = gpu->sm[i].last_end;
	return true;
}

bool
gpu_run(struct gpu *gpu, struct simt_launch *l, struct simt_error *e)
{
	uint64_t end = gpu->now;
	bool ok;

	begin(gpu, l);
	if (gpu->tap)
		tap_launch(gpu, l, true);
	ok = gpu->untimed ? functional_run(gpu, e) && no_fault(gpu, e) : run_windows(gpu, l, &end, e);
	gather(gpu, l, end);
	gpu->now = end;
	if (gpu->tap)
		tap_launch(gpu, l, false);
	l->done = true;
	return ok;
}
