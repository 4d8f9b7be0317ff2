/* lsu-timing.c: when the results of loads, stores and atomics can be used, what they take of the data path, and what is counted of them. What
 * they do is in lsu.c.
 *
 * What this module cannot do: tell when a store that waits in the queue of L1 will have reached L2 (a fence takes it for gone). */
#include "base/alloc.h"
#include "sim/core/copy-groups.h"
#include "sim/core/scoreboard.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster.h"
#include "sim/divergence/control-flow.h"
#include "sim/memory/access.h"
#include "sim/memory/data-path.h"
#include "sim/memory/l1.h"
#include "sim/memory/loads.h"
#include "sim/memory/lsu.h"

/* Registers that are there at `done`, or with a load. */
static void
pending_new(struct warp *w, const struct regset *defs, uint64_t done, uint32_t load, unsigned state)
{
	if (regset_first(defs, defs) >= 0)
		pending_add(w, &(struct pending){.defs = *defs,
						 .lanes = w->runs->mask,
						 .ready = done,
						 .guard_ready = done,
						 .load = load,
						 .state = (uint8_t)state});
}

void
expect_result(struct sm *sm, struct warp *w, const struct inst *in, uint64_t done, uint32_t load, unsigned state)
{
	const struct timing *tm = w->f->timing + (in - w->f->code);
	struct regset rest;

	if (in->wbar != ISA_NO_SB)
		scoreboard_raise(w, in->wbar, sm->now, done, load, state);
	if (!sm->m->issue.register_scoreboard)
		return;
	rest = tm->defs;
	if (in->op->flow == FLOW_MEMORY) {
		/* it says which kind of memory an address is in, or that a lock was free; nvcc waits for the operands alone */
		const uint64_t read = sm->enters + sm->m->issue.operand_latency;
		const struct regset predicates = regset_take_predicates(&rest);

		pending_new(w, &predicates, read, 0, state);
	}
	pending_new(w, &rest, done, load, state);
}

static void
count_sectors(struct warp *w, const struct access *a)
{
	uint64_t *v = w->counts->v;

	v[SIMT_STAT_l1_requests] += a->local ? a->words : 1; /* words of local memory go one by one */
	v[SIMT_STAT_l1_sectors] += a->nsectors;
	v[SIMT_STAT_bank_conflicts] += a->line_conflicts;
	if (a->kind == MEM_ATOMIC)
		return;
	if (a->local) {
		v[a->kind == MEM_LOAD ? SIMT_STAT_local_load_sectors : SIMT_STAT_local_store_sectors] += a->nsectors;
	} else {
		v[a->kind == MEM_LOAD ? SIMT_STAT_l1_load_requests : SIMT_STAT_l1_store_requests]++;
		v[a->kind == MEM_LOAD ? SIMT_STAT_l1_load_sectors : SIMT_STAT_l1_store_sectors] += a->nsectors;
	}
}

static void
count_shared(struct warp *w, const struct access *a)
{
	uint64_t *v = w->counts->v;

	v[SIMT_STAT_shared_requests]++;
	v[SIMT_STAT_shared_wavefronts] += a->wavefronts;
	v[SIMT_STAT_bank_conflicts] += a->conflicts;
	v[SIMT_STAT_shared_bank_conflicts] += a->conflicts;
	if (a->kind == MEM_LOAD) {
		v[SIMT_STAT_shared_load_wavefronts] += a->wavefronts;
		v[SIMT_STAT_shared_load_conflicts] += a->conflicts;
	} else if (a->kind == MEM_STORE) {
		v[SIMT_STAT_shared_store_wavefronts] += a->wavefronts;
		v[SIMT_STAT_shared_store_conflicts] += a->conflicts;
	}
}

void
lsu_count(struct warp *w, const struct access *a)
{
	if (a->global)
		count_sectors(w, a);
	if (a->shared)
		count_shared(w, a);
}

static uint64_t shared_done(struct sm *sm, struct subcore *c, const struct access *a);

/* Accesses whose end is not known yet: of global memory, of other blocks' shared memory, with or without others. */
static void
later_finish(struct sm *sm, struct warp *w, struct subcore *c, unsigned slot, const struct inst *in, struct access *a)
{
	uint32_t n = a->load ? load_new(sm) : 0;
	uint64_t left = 0, done;

	if (n) /* one answer more than there are, so that the last one is not taken for it before its time */
		sm->load[n] = (struct load){.warp = w, .subcore = c, .slot = slot, .age = w->age, .waits = 1, .sb = in->wbar};
	if (a->global)
		left = l1_access(sm, c, w->block->launch, a, n) +
		       (a->kind == MEM_ATOMIC ? sm->m->l2.atomic_latency : sm->m->l2.store_latency);
	if (a->sent) {
		done = a->shared ? shared_done(sm, c, a) : 0;
		if (n && done > sm->load[n].until)
			sm->load[n].until = done;
		done = cluster_sent(sm, a->sent, n, data_path(sm, c, sm->enters, 1, false));
		left = done > left ? done : left;
	}
	if (a->kind != MEM_LOAD && left > w->stored_until)
		w->stored_until = left;
	if (!n)
		return;
	done = sm->load[n].until;
	if (--sm->load[n].waits) {
		if (in->async) {
			sm->load[n].copy = true;
			sm->load[n].group = copies_load(w);
		}
		expect_result(sm, w, in, 0, n, SIMT_STALL_long_scoreboard);
	} else {
		sm->load[n].next_free = sm->load_free;
		sm->load_free = n;
		expect_result(sm, w, in, done, 0, SIMT_STALL_long_scoreboard);
		scoreboard_load(w, in->wbar, done);
		if (in->async)
			copies_known(w, done);
	}
}

/* When the result of an access is there. */
static uint64_t
shared_done(struct sm *sm, struct subcore *c, const struct access *a)
{
	uint64_t start = data_path(sm, c, sm->enters, a->wavefronts, false);

	sm->shared_taken[sm->shared_n++ % sm->m->shared.queue] = start;
	/* an access without lanes takes as long as one with a single wavefront */
	return start + sm->m->shared.latency + (a->wavefronts > 1 ? a->wavefronts - 1u : 0u) * sm->m->lsu.conflict_latency +
	       a->parts * sm->m->lsu.wide_latency + (a->kind == MEM_ATOMIC ? sm->m->shared.atomic_latency : 0);
}

void
lsu_finish(struct sm *sm, struct warp *w, struct subcore *c, unsigned slot, const struct inst *in, struct access *a)
{
	if (in->rbar != ISA_NO_SB)
		scoreboard_raise(w, in->rbar, sm->now, sm->enters + sm->m->issue.operand_latency, 0,
				 a->global || a->sent ? SIMT_STALL_long_scoreboard : SIMT_STALL_short_scoreboard);
	lsu_count(w, a);
	if (a->global || a->sent) {
		later_finish(sm, w, c, slot, in, a);
		return;
	}
	w->shared_enters = sm->enters;
	expect_result(sm, w, in, shared_done(sm, c, a), 0, SIMT_STALL_short_scoreboard);
}

void
lsu_fence(struct sm *sm, struct warp *w, enum fence fence)
{
	uint64_t least = sm->now + sm->m->lsu.fence_latency;

	if (fence == FENCE_INVALIDATE)
		l1_invalidate(sm->l1);
	else
		w->fence_until = w->stored_until > least ? w->stored_until : least;
}
