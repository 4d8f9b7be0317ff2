#include "sim/runtime/passing.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/core/slots.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"
#include "sim/observe/explain.h"
#include "sim/runtime/context.h"
#include "sim/runtime/functional.h"
#include "sim/runtime/gpu.h"

/* Instructions of a warp in a row: of a block beside the SMs; of a warp on them, at most and at least; of such a warp where others wait for it. */
enum { BESIDE = 4096, MOST = 4096, LEAST = 8, WAITED = 256 };
/* A block that executes so many more than its launch has blocks of, on average, waits for others. */
enum { WAITS_TIMES = 64, WAITS_LEAST = 1 << 16 };

/* What instructions take of an SM, which they must not while no time passes. */
struct units {
	struct flow_unit flow;
	struct barrier_unit barrier;
	struct data_path data;
};

struct passing {
	struct sm beside;  /* where blocks run that are on no SM: it takes the place of each SM in turn */
	struct l1 *own;    /* its own L1, which is not used */
	struct units *was; /* of each SM */
	uint64_t next_block;
	unsigned next; /* of those that have blocks, the one whose place is taken next */
};

struct passing *
passing_new(struct gpu *gpu)
{
	struct passing *p = zeroed(1, sizeof *p);

	sm_init(&p->beside, gpu, 0, gpu->sm[0].policy);
	sm_equip(&p->beside);
	p->own = p->beside.l1;
	p->beside.untimed = p->beside.skips_time = true;
	p->was = xrealloc(NULL, gpu_sms(gpu) * sizeof *p->was);
	return p;
}

void
passing_free(struct passing *p)
{
	if (!p)
		return;
	p->beside.l1 = p->own;
	sm_free(&p->beside);
	free(p->was);
	free(p);
}

/* All warps of the SM execute up to `most` instructions; *n gets how many in all. False: a fault. */
static bool
run_warps(struct sm *sm, unsigned most, uint64_t *n)
{
	unsigned ran;

	*n = 0;
	for (unsigned k = 0; k < sm->m->sm.subcores; k++)
		for (unsigned i = 0; i < sm->subcore[k].used; i++) {
			if (!sm->subcore[k].warps[i].block)
				continue;
			if (!functional_run_warp(sm, sm->subcore + k, i, most, &ran))
				return false;
			*n += ran;
		}
	return true;
}

/* ---- warps on the SMs ---- */

void
passing_stand(struct gpu *gpu, struct passing *p)
{
	for (unsigned i = 0; i < gpu->nawake; i++) {
		struct sm *sm = gpu->awake[i];

		p->was[sm->id] = (struct units){sm->flow_unit, sm->barrier_unit, sm->data_path};
		sm->untimed = sm->skips_time = true;
		/* what ends does so in the next cycle */
		sm->now = gpu->now - 1;
		/* what atomics have done is in memory */
		effects_forget(&sm->effects);
	}
	p->next_block = gpu->next_block;
}

static uint64_t
earlier(uint64_t t, uint64_t now)
{
	return t < now ? t : now;
}

/* The warp in slot i goes on at `now` with what it does next. */
static void
go_on_in_slot(struct sm *sm, struct subcore *c, unsigned i, uint64_t now)
{
	const struct warp *w = c->warps + i;
	struct split_time *t = w->block && w->runs ? &w->runs->time : NULL;

	if (t) {
		t->stall_until = earlier(t->stall_until, now);
		t->branch_until = earlier(t->branch_until, now);
		t->barrier_until = earlier(t->barrier_until, now);
		t->fence_until = earlier(t->fence_until, now);
	}
	c->marked[i] = false;
	slots_refresh(sm, c, i);
}

void
passing_go_on(struct gpu *gpu, const struct passing *p)
{
	const uint64_t now = gpu->now;

	for (unsigned i = 0; i < gpu->nawake; i++) {
		struct sm *sm = gpu->awake[i];
		const struct units *u = p->was + sm->id;

		/* one that was woken meanwhile */
		if (!sm->skips_time)
			continue;
		sm->flow_unit = u->flow;
		sm->barrier_unit = u->barrier;
		sm->data_path = u->data;
		sm->untimed = sm->skips_time = false;
		sm->now = now;
		for (unsigned k = 0; k < sm->m->sm.subcores; k++) {
			struct subcore *c = sm->subcore + k;

			c->choices_free = earlier(c->choices_free, now);
			c->next = c->resident ? now : NEVER;
			for (unsigned slot = 0; slot < c->nslots; slot++)
				go_on_in_slot(sm, c, slot, now);
			/* none of them has a mark */
			c->told.fresh = c->told.ready;
		}
	}
	gpu->next_block = p->next_block;
}

/* Blocks that the SM has been given start at once. */
static void
start_blocks(struct sm *sm)
{
	sm->now++;
	while (sm_blocks_first_start(&sm->blocks) != NEVER)
		sm_blocks_start(sm);
	sm->now--;
}

/* The SM executes so many instructions. False: a fault. */
static bool
run_sm_on(struct gpu *gpu, struct sm *sm, double most)
{
	uint64_t ran = 1;

	for (start_blocks(sm); most > 0 && sm->resident && ran; most -= (double)ran) {
		const double share = most / (double)sm->resident;

		if (!run_warps(sm, share < LEAST ? LEAST : share > MOST ? MOST : (unsigned)share, &ran))
			return false;
		gpu_hear_ends(gpu);
		start_blocks(sm);
	}
	return true;
}

bool
passing_warps(struct gpu *gpu, const double *each, double cycles, struct simt_error *e)
{
	for (unsigned i = 0; i < gpu->nawake; i++)
		if (gpu->awake[i]->skips_time &&
		    (!simt_goes_on(gpu->stop, e) || !run_sm_on(gpu, gpu->awake[i], each[gpu->awake[i]->id] * cycles)))
			return gpu_no_fault(gpu, e) && false;
	return true;
}

uint64_t
passing_resident(const struct gpu *gpu)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < gpu->nawake; i++)
		n += gpu->awake[i]->resident;
	return n;
}

/* ---- blocks beside the SMs ---- */

/* The next block of l takes the place of one on that SM. */
static void
begin_block(struct gpu *gpu, struct passing *p, struct launch_state *l)
{
	struct sm *sm = &p->beside;
	const struct sm *of = gpu->awake[p->next++ % gpu->nawake];

	sm->id = of->id;
	sm->port = of->port;
	sm->l1 = of->l1;
	sm->now = gpu->now;
	sm_blocks_assign(sm, l, NULL, sm->now);
	sm_blocks_start(sm);
	sm->now--;
}

/* The blocks on the SMs go on a little, for one that waits for them; stuck: it does nothing else. */
static bool
go_on_for(struct gpu *gpu, struct passing *p, bool stuck, struct simt_error *e)
{
	bool ok = true;
	uint64_t ran, all = 0;

	passing_stand(gpu, p);
	for (unsigned i = 0; ok && i < gpu->nawake; i++) {
		if (!gpu->awake[i]->skips_time)
			continue;
		start_blocks(gpu->awake[i]);
		ok = run_warps(gpu->awake[i], WAITED, &ran);
		all += ran;
	}
	gpu_hear_ends(gpu);
	passing_go_on(gpu, p);
	if (ok && stuck && !all)
		return explain_deadlock(gpu, e);
	return gpu_no_fault(gpu, e) && ok;
}

/* Executes the block that is beside the SMs to its end. `usual`: instructions of a block. */
static bool
run_block_beside(struct gpu *gpu, struct passing *p, uint64_t usual, bool *waited, struct simt_error *e)
{
	struct sm *sm = &p->beside;
	uint64_t ran, all = 0;

	while (sm->resident) {
		if (!simt_goes_on(gpu->stop, e))
			return false;
		if (!run_warps(sm, BESIDE, &ran)) {
			struct sm *of = gpu->sm + sm->id;

			of->error = sm->error;
			of->faulted = sm->faulted;
			of->faulty = sm->faulty;
			return gpu_no_fault(gpu, e);
		}
		all += ran;
		*waited = *waited || !ran || all > usual * WAITS_TIMES + WAITS_LEAST;
		if (*waited && sm->resident && !go_on_for(gpu, p, !ran, e))
			return false;
	}
	return true;
}

bool
passing_blocks(struct gpu *gpu, struct passing *p, struct launch_state *l, uint64_t n, bool *waited, struct simt_error *e)
{
	uint64_t usual = 0;
	size_t ends;

	p->next = 0;
	for (const struct launch_counts *c = l->counted; c; c = c->next)
		usual += c->v[SIMT_STAT_inst_executed];
	usual /= l->done_blocks ? l->done_blocks : 1;
	*waited = false;
	p->beside.error.status = SIMT_OK;
	for (; n && l->next_block < l->blocks; n--) {
		begin_block(gpu, p, l);
		if (!run_block_beside(gpu, p, usual, waited, e)) {
			sm_abandon(&p->beside);
			return false;
		}
		(void)sm_blocks_take_ends(&p->beside.blocks, &ends);
		sm_blocks_release(&p->beside, l, gpu->now);
		l->done_blocks++;
	}
	return true;
}
