/* sm.c: a streaming multiprocessor: its clock and its warp schedulers.
 *
 * Each sub-core knows the first cycle in which it may issue; the SM goes from one such cycle to the next. Issue slots in between are
 * counted when they are passed, as without eligible warp or without any warp. */
#include "sim/core/sm.h"

#include <stdlib.h>
#include <string.h>

#include "sim/core/account.h"
#include "sim/core/fetch.h"
#include "sim/core/issue.h"
#include "sim/core/issue-counts.h"
#include "sim/core/lg-queue.h"
#include "sim/core/operand-ports.h"
#include "sim/core/pipes.h"
#include "sim/core/slots.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/subcore.h"
#include "sim/core/warp-scheduler.h"
#include "sim/core/warp.h"
#include "sim/divergence/co-issue.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/concurrent-splits.h"
#include "sim/divergence/policy.h"
#include "sim/divergence/split.h"
#include "sim/memory/l1.h"
#include "sim/memory/memory-system.h"
#include "sim/observe/tap.h"
#include "sim/runtime/device-calls.h"
#include "sim/runtime/gpu.h"

bool
sm_init(struct sm *sm, struct gpu *gpu, uint32_t id, const struct policy *policy)
{
	const struct simt_machine *m = gpu->m;
	unsigned n = m->sm.subcores, slots = machine_warps(m) / n;

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
	pipes_held(sm);
	sm->subcore = calloc(n, sizeof *sm->subcore);
	sm->l1 = l1_new(gpu->m);
	sm->fetch = fetch_new(gpu->m);
	if (!sm->subcore || !sm->fetch || !sm->l1 || !effects_init(&sm->effects))
		return false;
	for (unsigned i = 0; i < n; i++) {
		struct subcore *c = sm->subcore + i;

		c->nslots = slots;
		lg_queue_reset(sm->m, &c->lg);
		c->next = NEVER;
		c->warps = calloc(slots, sizeof *c->warps);
		c->ready = calloc(slots, sizeof *c->ready);
		c->pipe_of = calloc(slots, sizeof *c->pipe_of);
		c->age = calloc(slots, sizeof *c->age);
		c->marked = calloc(slots, sizeof *c->marked);
		c->sole = calloc(slots, sizeof *c->sole);
		c->timing = calloc(slots, sizeof *c->timing);
		c->soon = calloc(slots / SLOT_SET + 1, sizeof *c->soon);
		c->bank = calloc(pipes_banks(gpu->m), sizeof *c->bank);
		if (!c->warps || !c->ready || !c->pipe_of || !c->age || !c->marked || !c->sole || !c->timing || !c->soon ||
		    !c->bank)
			return false;
		c->pipe = c->bank->pipe;
	}
	return true;
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
			free(sm->subcore[i].ready);
			free(sm->subcore[i].pipe_of);
			free(sm->subcore[i].age);
			free(sm->subcore[i].marked);
			free(sm->subcore[i].sole);
			free(sm->subcore[i].timing);
			free(sm->subcore[i].soon);
		}
	}
	free(sm->subcore);
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
	for (unsigned i = 0; i < sm->m->sm.subcores; i++) {
		sm->subcore[i].next = NEVER;
		sm->subcore[i].counted = 0;
	}
	/* the rest is as it was where no block has come */
	if (!sm_blocks_reset(&sm->blocks))
		return;
	l1_reset(sm->l1);
	fetch_reset(sm->fetch);
	effects_forget(&sm->effects);
	data_path_reset(sm);
	flow_reset(sm);
	block_barrier_reset(&sm->barrier_unit);
	cluster_port_reset(&sm->cluster_port);
	bulk_copies_reset(&sm->bulk_copies);
	for (unsigned i = 0; i < sm->m->sm.subcores; i++) {
		struct subcore *c = sm->subcore + i;

		c->last = c->front = 0;
		c->yields = false;
		c->stalled_until = 0;
		lg_queue_reset(sm->m, &c->lg);
		c->last_at = 0;
		/* all free from cycle 0 on */
		memset(c->bank, 0, pipes_banks(sm->m) * sizeof *c->bank);
	}
}

/* ---- counting ---- */

void
sm_settle(struct sm *sm, uint64_t cycle)
{
	for (unsigned i = 0; i < sm->gpu->nrunning; i++)
		sm_blocks_residence(sm, sm->gpu->running[i]->counts + sm->id, cycle);
	sm->cycles_active += sm->resident ? cycle - sm->resident_since : 0;
	sm->resident_since = cycle;
	for (unsigned k = 0; k < sm->m->sm.subcores; k++) {
		struct subcore *c = sm->subcore + k;

		sm_pass_slots(sm, c, cycle);
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

/* ---- warp schedulers ---- */

/* From when on the queue of L1 lets in the next instruction of slot i; 0: it needs none. */
static inline uint64_t
may_enter(const struct subcore *c, unsigned i)
{
	return c->pipe_of[i] == PIPE_lsu && c->timing[i]->lg ? lg_queue_ready(&c->lg) : 0;
}

/* The warp in slot i has become ready: what its pipe, the reading of registers and the queue of L1 have been held up before that does not
 * count as waiting for them. To be called before anything issues in the cycle in which it is ready. */
static inline void
mark(struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;

	w->busy_mark = pipe_busy(c->pipe + c->timing[i]->unit, c->ready[i]);
	w->read_mark = pipe_busy(c->pipe + PIPE_READ, c->ready[i]);
	if (c->pipe_of[i] == PIPE_lsu)
		w->full_mark = lg_queue_full(&c->lg, c->ready[i]);
	c->marked[i] = true;
}

/* The sub-core is held up for so many cycles, from `from` on, and with it the stall counts of its warps but that of slot `except`. */
static __attribute__((noinline)) void
stand_still(struct sm *sm, struct subcore *c, uint64_t from, uint64_t cycles, unsigned except)
{
	if (sm->m->issue.held_stalls != HELD_STALLS_STAND || (!sm->concurrent && c->stalled_until <= from))
		return;
	c->stalled_until += cycles;
	for (unsigned i = 0; i < c->used; i++) {
		struct warp *w = c->warps + i;

		if (!w->block || i == except)
			continue;
		if (sm->concurrent) {
			slots_stand_still(sm, c, i, from, cycles);
		} else if (w->runs && w->runs->time.stall_until > from) {
			const uint64_t until = w->runs->time.stall_until += cycles;

			c->ready[i] = c->ready[i] > until ? c->ready[i] : until;
		}
	}
}

/* Whether slot i's next instruction finds its pipe free, where it has not waited for that, and can read its registers in time. */
static inline bool
reads_in_time(struct sm *sm, struct subcore *c, unsigned i)
{
	const struct timing *tm = c->timing[i];
	uint64_t t;

	if (!operand_ports_gate_open(sm, c->bank, tm))
		return false;
	if (!sm->ports || operand_ports_idle(c->bank, sm->now))
		return true;
	t = operand_ports_ready(sm, c->bank, i, tm);
	if (t > sm->now)
		stand_still(sm, c, sm->now, t - sm->now, UINT32_MAX);
	return t <= sm->now;
}

/* How long it is held up, from now on, by what could not read its registers. */
static inline uint64_t
held_ports(const struct sm *sm, const struct subcore *c)
{
	uint64_t t = sm->now;

	for (unsigned b = 0; b < pipes_banks(sm->m); b++)
		t = c->bank[b].pipe[PIPE_READ].free > t ? c->bank[b].pipe[PIPE_READ].free : t;
	return t - sm->now;
}

/* How long the banks of the sub-core are held up, from the next cycle on, by what has just issued. */
static inline uint64_t
held_again(const struct sm *sm, const struct subcore *c, bool concurrent)
{
	uint64_t t = sm->now + 1;

	for (unsigned b = 0, n = concurrent ? pipes_banks(sm->m) : 1; b < n; b++)
		t = c->bank[b].pipe[PIPE_READ].free > t ? c->bank[b].pipe[PIPE_READ].free : t;
	return t - sm->now - 1;
}

/* What has been chosen already does not hold up the sub-core from this cycle on. */
static inline uint64_t
may_issue(const struct sm *sm, const struct subcore *c, bool concurrent)
{
	uint64_t t = operand_ports_open(c->bank), f;

	for (unsigned b = 1, n = concurrent ? pipes_banks(sm->m) : 1; b < n; b++) {
		f = operand_ports_open(c->bank + b);
		t = f > t ? f : t;
	}
	return t;
}

/* Slots from `first` on, as many as a set has, that are to be looked at: those that are ready; where several splits of a warp run, to look at
 * which takes long, those that could issue in this window. */
static inline __attribute__((always_inline)) uint64_t
slots_from(const struct subcore *c, unsigned first, uint64_t now, bool concurrent)
{
	const unsigned n = c->used - first < SLOT_SET ? c->used - first : SLOT_SET;
	const uint64_t *ready = c->ready + first;
	uint64_t set = 0;

	if (concurrent)
		return c->soon[first / SLOT_SET];
	/* no branches: which are ready is hard to foresee */
	for (unsigned i = 0; i < n; i++)
		set |= (uint64_t)(ready[i] <= now) << i;
	return set;
}

/* When slot i could issue, if that is before `next`; else `next`. */
static inline __attribute__((always_inline)) uint64_t
slot_sooner(const struct subcore *c, unsigned i, uint64_t next, bool concurrent)
{
	uint64_t t = c->ready[i], f;

	if (t >= next)
		return next;
	f = concurrent ? slots_next_issue(c, i) : c->pipe[c->pipe_of[i]].free;
	t = f > t ? f : t;
	f = concurrent ? 0 : may_enter(c, i);
	t = f > t ? f : t;
	return t < next ? t : next;
}

/* A set of the first n slots. */
static inline uint64_t
slots_all(unsigned n)
{
	return n < SLOT_SET ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

/* When the first slot could; what is not after the next cycle is not told apart. */
static inline __attribute__((always_inline)) uint64_t
first_next(const struct subcore *c, uint64_t now, bool concurrent)
{
	uint64_t next = NEVER;

	for (unsigned first = 0; first < c->used; first += SLOT_SET)
		for (uint64_t set = concurrent ? c->soon[first / SLOT_SET] : slots_all(c->used - first); set; set &= set - 1) {
			next = slot_sooner(c, first + (unsigned)__builtin_ctzll(set), next, concurrent);
			if (next <= now + 1)
				return next;
		}
	if (!concurrent || next < c->until)
		return next;
	/* not in this window: all slots are looked at */
	for (unsigned i = 0; i < c->used; i++)
		next = slot_sooner(c, i, next, concurrent);
	return next;
}

/* What a look at the slots of a sub-core has come to; NO_SLOT: none. */
#define NO_SLOT UINT32_MAX
struct choice {
	unsigned best;  /* is to issue */
	unsigned other; /* could have issued as well */
	unsigned fresh; /* became ready in this cycle, and has no mark */
};

/* Looks at all slots that are ready; `open`: the sub-core is not held up. */
static inline __attribute__((always_inline)) struct choice
choose_slot(struct sm *sm, struct subcore *c, bool concurrent, bool open)
{
	prefer *better = sm->m->issue.pipe_queue ? NULL : warp_scheduler_table[sm->m->issue.scheduler];
	const uint64_t now = sm->now;
	const bool greedy = keeps_on(sm, c);
	struct choice x = {NO_SLOT, NO_SLOT, NO_SLOT};
	bool best_held = false;

	for (unsigned first = 0; first < c->used; first += SLOT_SET)
		for (uint64_t set = slots_from(c, first, now, concurrent); set; set &= set - 1) {
			const unsigned i = first + (unsigned)__builtin_ctzll(set);
			uint64_t free;
			bool held_up;

			if (concurrent && c->ready[i] > now)
				continue;
			if (!c->marked[i]) {
				/* one that issues as soon as it is ready needs no mark */
				if (concurrent)
					slots_mark(c, i);
				else if (x.fresh == NO_SLOT && c->ready[i] == now)
					x.fresh = i;
				else
					mark(c, i);
			}
			if (!open)
				continue;
			free = concurrent ? slots_next_issue(c, i) : c->pipe[c->pipe_of[i]].free;
			if (free > now || (!concurrent && may_enter(c, i) > now))
				continue;
			if (better) {
				x.other = x.best != NO_SLOT ? i : NO_SLOT;
				x.best = x.best == NO_SLOT || better(sm, c, i, x.best) ? i : x.best;
				continue;
			}
			/* it has waited for its pipe, which is free now */
			held_up = concurrent ? slots_held_up(sm, c, i) : free > c->ready[i];
			if (x.best == NO_SLOT ||
			    is_ahead(sm, c, (struct candidate){i, held_up}, (struct candidate){x.best, best_held}, greedy)) {
				x.other = x.best;
				x.best = i;
				best_held = held_up;
			} else {
				x.other = i;
			}
		}
	if (x.fresh != NO_SLOT && (x.fresh != x.best || c->pipe_of[x.fresh] == PIPE_NONE || !operand_ports_idle(c->bank, now)))
		mark(c, x.fresh);
	return x;
}

/* Whether the slot that is to issue can read its registers in time. If not, it holds the sub-core back. */
static inline __attribute__((always_inline)) bool
can_read(struct sm *sm, struct subcore *c, unsigned best, bool concurrent)
{
	const uint64_t now = sm->now, held = concurrent ? held_ports(sm, c) : 0;

	if (concurrent ? slots_reads(sm, c, best) : reads_in_time(sm, c, best))
		return true;
	/* once, though a step may fall between now and then */
	if (concurrent && held_ports(sm, c) > held)
		stand_still(sm, c, now + held, held_ports(sm, c) - held, UINT32_MAX);
	/* it stays at the head of the sub-core */
	c->last = best;
	c->last_at = may_issue(sm, c, concurrent) - 1;
	return false;
}

/* Issues from slot i. False: a fault. */
static inline __attribute__((always_inline)) bool
issue_slot(struct sm *sm, struct subcore *c, unsigned i, bool concurrent)
{
	const uint64_t now = sm->now, stalled = concurrent ? NEVER : c->stalled_until;

	sm_pass_slots(sm, c, now);
	c->counted = now + 1;
	c->last = i;
	c->last_at = now;
	c->warps[i].counts->v[SIMT_STAT_slots_issued]++;
	if (!(concurrent ? co_issue(sm, c, i) : issue(sm, c, i)))
		return false;
	/* what held up the sub-core does not make it turn to another warp */
	if (may_issue(sm, c, concurrent) > now + 1) {
		c->last_at = may_issue(sm, c, concurrent) - 1;
		if (stalled > now + 1 && held_again(sm, c, concurrent))
			stand_still(sm, c, now + 1, held_again(sm, c, concurrent), concurrent ? UINT32_MAX : i);
	}
	return true;
}

/* One issue slot of a sub-core at sm->now; works out its next one. Compiled twice, so that machines on which one split of a warp runs at a
 * time pay nothing for the others. */
static inline __attribute__((always_inline)) bool
step_subcore(struct sm *sm, struct subcore *c, bool concurrent)
{
	const uint64_t now = sm->now;
	const bool open = concurrent || may_issue(sm, c, false) <= now;
	struct choice x;
	uint64_t next;

	if (sm->m->issue.scheduler == SCHEDULER_TWO_LEVEL)
		warp_scheduler_choose_front(sm, c);
	x = choose_slot(sm, c, concurrent, open);
	if (x.best != NO_SLOT && (!sm->dispatches || can_read(sm, c, x.best, concurrent)) && !issue_slot(sm, c, x.best, concurrent))
		return false;
	/* mostly another warp that could have issued will do so in the next cycle */
	next = x.other != NO_SLOT ? slot_sooner(c, x.other, NEVER, concurrent) : NEVER;
	if (next > now + 1)
		next = first_next(c, now, concurrent);
	/* a sub-core issues once a cycle */
	c->next = next <= now ? now + 1 : next;
	if (!concurrent && c->next < may_issue(sm, c, false))
		c->next = may_issue(sm, c, false);
	return true;
}

static bool
subcore_step(struct sm *sm, struct subcore *c)
{
	return sm->concurrent ? step_subcore(sm, c, true) : step_subcore(sm, c, false);
}

uint64_t
sm_next(const struct sm *sm)
{
	uint64_t t = sm_blocks_first_start(&sm->blocks);

	for (unsigned i = 0; i < sm->m->sm.subcores; i++)
		if (sm->subcore[i].next < t)
			t = sm->subcore[i].next;
	return t;
}

/* A window begins that ends at `until`: which slots could issue in it. */
static void
look_ahead(struct subcore *c, uint64_t until)
{
	c->until = until;
	for (unsigned i = 0; i < c->nslots; i++) {
		if (i % SLOT_SET == 0)
			c->soon[i / SLOT_SET] = 0;
		if (i < c->used && c->ready[i] < until)
			slots_soon(c, i);
	}
}

/* Works out what parameter pipe_patience comes to until its next multiple. */
static void
lose_patience(struct sm *sm)
{
	const uint64_t patience = sm->m->issue.pipe_patience, n = patience ? sm->now / patience : 0;

	sm->patient_until = patience ? (n + 1) * patience : NEVER;
	sm->impatient = n ? (n - 1) * patience : 0;
}

void
sm_run(struct sm *sm, uint64_t until)
{
	unsigned n = sm->m->sm.subcores;

	sm->quick = !sm->tap && !sm->concurrent && !sm->m->issue.register_scoreboard && !sm->policy->arrive;
	for (unsigned i = 0; i < n && sm->concurrent; i++)
		look_ahead(sm->subcore + i, until);
	for (;;) {
		uint64_t t = sm_next(sm);

		if (t > sm->now)
			sm->now = t < until ? t : until;
		if (sm->now >= until)
			return;
		if (sm->now >= sm->patient_until)
			lose_patience(sm);
		while (sm_blocks_first_start(&sm->blocks) <= sm->now)
			sm_blocks_start(sm);
		for (unsigned i = 0; i < n; i++)
			if (sm->subcore[i].next <= sm->now && !subcore_step(sm, sm->subcore + i))
				return;
	}
}
