/* sm.c: a streaming multiprocessor: its clock, and its run through a window (subcore-step.h has the steps of its warp schedulers).
 *
 * Each sub-core knows the first cycle in which it may issue; the SM goes from one such cycle to the next. Issue slots in between are
 * counted when they are passed, as without eligible warp or without any warp. */
#include "sim/core/sm.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host-cache.h"
#include "sim/core/account.h"
#include "sim/core/fetch.h"
#include "sim/core/issue-counts.h"
#include "sim/core/lg-queue.h"
#include "sim/core/pipes.h"
#include "sim/core/slots.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/subcore-step.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/concurrent-splits.h"
#include "sim/divergence/policy.h"
#include "sim/divergence/split.h"
#include "sim/memory/l1.h"
#include "sim/memory/memory-system.h"
#include "sim/observe/tap.h"
#include "sim/runtime/device-calls.h"
#include "sim/runtime/gpu.h"

void
sm_init(struct sm *sm, struct gpu *gpu, uint32_t id, const struct policy *policy)
{
	const struct simt_machine *m = gpu->m;

	*sm = (struct sm){.gpu = gpu,
			  .m = gpu->m,
			  .id = id,
			  .policy = policy,
			  .port = memory_system_port(gpu->memory_system, id),
			  .packs = policy->packs};
	backing_store_view(gpu->memory, &sm->memory);
	sm_blocks_init(sm);
	/* packed lanes have no bank of their own: what is not there is skipped */
	sm->skips = m->pipes.bank_issue == BANK_SKIP || (sm->packs && m->pipes.bank_issue == BANK_INDEPENDENT);
	sm->halves = m->pipes.fma_halves;
}

static void
equip_subcore(struct sm *sm, struct subcore *c, unsigned slots)
{
	c->nslots = slots;
	ready_slots_reset(&c->told, c->nslots);
	c->warps = must(line_alloc(slots * sizeof *c->warps));
	c->bit = zeroed(slots, sizeof *c->bit);
	c->ready = zeroed(slots, sizeof *c->ready);
	c->entry_of = zeroed(slots, sizeof *c->entry_of);
	c->age = zeroed(slots, sizeof *c->age);
	c->block = zeroed(slots, sizeof *c->block);
	c->marked = zeroed(slots, sizeof *c->marked);
	c->way = zeroed(slots, sizeof *c->way);
	c->sole = zeroed(slots, sizeof *c->sole);
	c->timing = zeroed(slots, sizeof *c->timing);
	c->soon = zeroed(slots / SLOT_SET + 1, sizeof *c->soon);
	c->bank = zeroed(pipes_banks(sm->m), sizeof *c->bank);
	memset(c->warps, 0, slots * sizeof *c->warps);
	for (unsigned k = 0; k < slots; k++)
		c->warps[k].splits = &sm->splits;
	c->pipe = c->bank->pipe;
	/* a free slot is never ready, though a set of slots may tell of it with its neighbours */
	for (unsigned k = 0; k < slots; k++) {
		c->ready[k] = NEVER;
		c->bit[k] = ready_slots_bit(&c->told, k);
	}
}

void
sm_equip(struct sm *sm)
{
	const unsigned n = sm->m->sm.subcores;

	if (sm->subcore)
		return;
	pipes_held(sm);
	sm->l1 = must(l1_new(sm->m));
	sm->fetch = must(fetch_new(sm->m));
	if (!effects_init(&sm->effects))
		simt_no_memory();
	sm->subcore = zeroed(n, sizeof *sm->subcore);
	for (unsigned i = 0; i < n; i++)
		equip_subcore(sm, sm->subcore + i, machine_warps(sm->m) / n);
	sm_reset(sm);
}

void
sm_abandon(struct sm *sm)
{
	for (unsigned k = 0; k < sm->m->sm.subcores; k++) {
		struct subcore *c = sm->subcore + k;

		for (unsigned i = 0; i < c->used; i++) {
			struct warp *w = c->warps + i;

			if (!w->block)
				continue;
			sm_blocks_forget_warp(sm, w);
			w->block = NULL;
			c->ready[i] = NEVER;
		}
		c->used = c->resident = 0;
		c->next = NEVER;
	}
	sm_blocks_abandon(sm);
	cluster_port_forget(&sm->cluster_port);
	sm->resident = 0;
	memory_port_forget(sm->port);
	loads_forget(&sm->loads);
	device_calls_forget(sm);
	if (sm->l1)
		l1_abandon(sm->l1);
	for (unsigned k = 0; k < sm->m->sm.subcores; k++)
		lg_queue_reset(sm->m, &sm->subcore[k].lg);
	effects_forget(&sm->effects);
}

void
sm_free(struct sm *sm)
{
	if (!sm->gpu)
		return;
	if (sm->subcore) {
		sm_abandon(sm);
		for (unsigned i = 0; i < sm->m->sm.subcores; i++) {
			for (unsigned k = 0; sm->subcore[i].warps && k < sm->subcore[i].nslots; k++)
				free(sm->subcore[i].warps[k].pending);
			free(sm->subcore[i].bank);
			free(sm->subcore[i].warps);
			free(sm->subcore[i].bit);
			free(sm->subcore[i].ready);
			free(sm->subcore[i].entry_of);
			free(sm->subcore[i].age);
			free(sm->subcore[i].block);
			free(sm->subcore[i].marked);
			free(sm->subcore[i].way);
			free(sm->subcore[i].sole);
			free(sm->subcore[i].timing);
			free(sm->subcore[i].soon);
		}
	}
	free(sm->subcore);
	split_pool_free(&sm->splits);
	loads_free(&sm->loads);
	sm_blocks_free(&sm->blocks);
	cluster_port_free(&sm->cluster_port);
	fetch_free(sm->fetch);
	l1_free(sm->l1);
	effects_free(&sm->effects);
}

void
sm_reset(struct sm *sm)
{
	sm->now = sm->resident_since = 0;
	sm->patient_until = 0;
	sm_blocks_reset(&sm->blocks);
	l1_reset(sm->l1);
	memory_port_reset(sm->port);
	fetch_reset(sm->fetch);
	effects_forget(&sm->effects);
	data_path_reset(sm);
	flow_reset(sm);
	block_barrier_reset(&sm->barrier_unit);
	cluster_port_reset(&sm->cluster_port);
	bulk_copies_reset(&sm->bulk_copies);
	for (unsigned i = 0; i < sm->m->sm.subcores; i++) {
		struct subcore *c = sm->subcore + i;

		c->next = NEVER;
		c->counted = 0;
		c->last = c->front = 0;
		c->yields = false;
		c->stalled_until = 0;
		lg_queue_reset(sm->m, &c->lg);
		c->last_at = 0;
		ready_slots_reset(&c->told, c->nslots);
		/* all free from cycle 0 on */
		memset(c->bank, 0, pipes_banks(sm->m) * sizeof *c->bank);
	}
}

void
sm_begin_stretch(struct sm *sm, uint64_t cycle)
{
	const struct simt_machine *m = sm->m;

	sm->error.status = SIMT_OK;
	sm->untimed = sm->gpu->untimed;
	sm->concurrent = !sm->untimed && (sm->packs || m->pipes.bank_issue == BANK_INDEPENDENT);
	sm->ports = !sm->packs && m->issue.read_cycles;
	sm->dispatches = !sm->packs && (sm->ports || m->issue.wide_again || m->issue.fp_wait == FP_WAIT_SUBCORE);
	sm->fetches = !sm->untimed && !sm->concurrent && m->fetch.icache;
	fetch_start(sm->fetch);
	sm->slots_no_eligible = sm->slots_no_warp = sm->cycles_active = 0;
	sm_blocks_begin_stretch(&sm->blocks);
	sm->now = sm->resident_since = cycle;
	for (unsigned i = 0; i < m->sm.subcores; i++) {
		sm->subcore[i].counted = cycle;
		sm->subcore[i].next = NEVER;
	}
}

/* ---- counting ---- */

void
sm_settle(struct sm *sm, uint64_t cycle)
{
	for (unsigned i = 0; i < sm->gpu->nrunning; i++)
		if (sm->gpu->running[i]->counts[sm->id])
			sm_blocks_residence(sm, sm->gpu->running[i]->counts[sm->id], cycle);
	sm->cycles_active += sm->resident ? cycle - sm->resident_since : 0;
	sm->resident_since = cycle;
	for (unsigned k = 0; k < sm->m->sm.subcores; k++) {
		struct subcore *c = sm->subcore + k;

		sm_pass_slots(sm, c, cycle);
		/* they have no marks after this */
		c->told.fresh = c->told.ready;
		for (unsigned i = 0; i < c->used; i++)
			if (c->warps[i].block) {
				issue_counts_quick(sm, c->warps + i);
				account(sm, c, i, cycle);
			}
	}
}

void
sm_drop_taken(struct sm *sm)
{
	for (unsigned k = 0; sm->packs && k < sm->m->sm.subcores; k++)
		for (unsigned i = 0; i < sm->subcore[k].used; i++) {
			struct warp *w = sm->subcore[k].warps + i;

			for (const struct split *s = w->block ? splits_next(w, NULL) : NULL; s; s = splits_next(w, s))
				w->counts->v[SIMT_STAT_lanes_unfilled] += s->taken;
		}
}

/* ---- windows ---- */

uint64_t
sm_next(const struct sm *sm)
{
	uint64_t t = sm_blocks_first_start(&sm->blocks);

	for (unsigned i = 0; i < sm->m->sm.subcores; i++)
		if (sm->subcore[i].next < t)
			t = sm->subcore[i].next;
	return t;
}

/* Works out what parameter pipe_patience comes to until its next multiple. */
static void
lose_patience(struct sm *sm)
{
	const uint64_t patience = sm->m->issue.pipe_patience, n = patience ? sm->now / patience : 0;

	sm->patient_until = patience ? (n + 1) * patience : NEVER;
	sm->impatient = n ? (n - 1) * patience : 0;
}

/* Brings there what issues look at of the warps of a sub-core that may issue before `until`: first the warps, from which it is known where their
 * splits and home rows are, then these, then registers. Always inline, as host_cache_bring(). */
static inline __attribute__((always_inline)) void
bring_warps(const struct subcore *c, uint64_t until)
{
	enum { REGISTERS = 16 }; /* the first ones, which are used most */

	for (unsigned i = 0; i < c->used; i++)
		if (c->ready[i] < until)
			warp_prefetch(c->warps + i);
	for (unsigned i = 0; i < c->used; i++)
		if (c->ready[i] < until) {
			host_cache_bring(c->warps[i].runs, HOST_LINE);
			host_cache_bring(c->warps[i].row, HOST_LINE);
		}
	for (unsigned i = 0; i < c->used; i++)
		if (c->ready[i] < until) {
			const struct warp *w = c->warps + i;

			host_cache_bring(w->row->r, (w->block->regs < REGISTERS ? w->block->regs : REGISTERS) * sizeof *w->row->r);
		}
}

void
sm_run(struct sm *sm, uint64_t until)
{
	unsigned n = sm->m->sm.subcores;
	subcore_step *const step = subcore_step_of(sm);

	sm->told = sm->tap && sm->tap->wants_issue;
	sm->quick =
		!(sm->tap && sm->tap->wants_state) && !sm->concurrent && !sm->m->issue.register_scoreboard && !sm->policy->arrive;
	for (unsigned i = 0; i < n && sm->concurrent; i++)
		subcore_step_look_ahead(sm->subcore + i, until);
	/* many others have run since it has */
	for (unsigned i = 0; i < n; i++)
		bring_warps(sm->subcore + i, until);
	sm->soonest = sm_next(sm);
	for (;;) {
		if (sm->soonest > sm->now)
			sm->now = sm->soonest < until ? sm->soonest : until;
		if (sm->now >= until)
			return;
		if (sm->now >= sm->patient_until)
			lose_patience(sm);
		while (sm_blocks_first_start(&sm->blocks) <= sm->now)
			sm_blocks_start(sm);
		/* a step may bring forward what is next on other sub-cores, too */
		sm->soonest = sm_blocks_first_start(&sm->blocks);
		for (struct subcore *c = sm->subcore, *end = c + n; c < end; c++) {
			if (c->next <= sm->now && !step(sm, c))
				return;
			if (c->next < sm->soonest)
				sm->soonest = c->next;
		}
	}
}
