/* lsu-timing.c: when the results of loads, stores and atomics can be used, what they take of the data path, and what is counted of them. What
 * they do is in lsu.c.
 *
 * What this module cannot do: tell when a store that waits in the queue of L1 will have reached L2 (a fence takes it for gone). */
#include "sim/memory/lsu-timing.h"

#include "sim/core/copy-groups.h"
#include "sim/core/scoreboard.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/divergence/control-flow.h"
#include "sim/memory/access.h"
#include "sim/memory/data-path.h"
#include "sim/memory/l1.h"
#include "sim/memory/loads.h"
#include "sim/memory/tag-store.h"

/* What an access gets besides data is there when its operands have been read: a predicate says which kind of memory an address is in, or
 * that a lock was free, and nvcc waits for the operands alone. */
static void
expect_predicates(struct sm *sm, struct warp *w, const struct inst *in, const struct access *a, unsigned state)
{
	uint64_t predicates;

	if (!sm->m->issue.register_scoreboard)
		return;
	predicates = regset_predicates(&w->f->timing[in - w->f->code].defs);
	if (predicates)
		scoreboard_pending(w, &(struct regset){.w[REGSET_P / 64] = predicates},
				   a->enters + sm->m->issue.memory_predicate_latency, 0, state);
}

static void
count_sectors(struct warp *w, const struct access *a)
{
	uint64_t *v = w->counts->v;

	v[SIMT_STAT_l1_requests] += a->local ? a->words : 1; /* words of local memory go one by one */
	v[SIMT_STAT_l1_sectors] += a->nsectors;
	v[SIMT_STAT_bank_conflicts] += a->bypass ? 0 : a->line_conflicts;
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

	/* copies are no instructions of shared memory there; those that pass by L1 take a wavefront on the way */
	v[SIMT_STAT_shared_requests] += !a->copied;
	v[SIMT_STAT_shared_wavefronts] += a->bypass ? 1 : a->wavefronts;
	if (a->copied) {
		v[SIMT_STAT_bank_conflicts] += a->bypass ? 0 : a->conflicts;
		v[SIMT_STAT_shared_bank_conflicts] += a->bypass ? 0 : a->conflicts;
		return;
	}
	if (a->kind == MEM_LOAD)
		v[SIMT_STAT_shared_load_wavefronts] += a->wavefronts;
	else if (a->kind == MEM_STORE)
		v[SIMT_STAT_shared_store_wavefronts] += a->wavefronts;
	if (!a->conflicts)
		return;
	v[SIMT_STAT_bank_conflicts] += a->conflicts;
	v[SIMT_STAT_shared_bank_conflicts] += a->conflicts;
	if (a->kind == MEM_LOAD)
		v[SIMT_STAT_shared_load_conflicts] += a->conflicts;
	else if (a->kind == MEM_STORE)
		v[SIMT_STAT_shared_store_conflicts] += a->conflicts;
}

void
lsu_timing_keep_sectors(struct simt_pc_memory *m, uint64_t sectors, unsigned asked)
{
	const uint64_t ideal = (asked + SECTOR_BYTES - 1) / SECTOR_BYTES;

	m->sectors += sectors;
	m->sectors_ideal += ideal && ideal < sectors ? ideal : sectors;
}

void
lsu_timing_keep_wavefronts(struct simt_pc_memory *m, unsigned wavefronts, unsigned conflicts)
{
	m->wavefronts += wavefronts;
	m->wavefronts_ideal += wavefronts - conflicts;
}

/* For its instruction, too. */
static __attribute__((noinline)) void
keep_access(struct simt_pc_memory *m, const struct access *a)
{
	if (a->global)
		lsu_timing_keep_sectors(m, a->nsectors, a->asked);
	if (a->shared)
		lsu_timing_keep_wavefronts(m, a->wavefronts, a->conflicts);
}

void
lsu_timing_count(struct warp *w, const struct inst *in, const struct access *a)
{
	if (a->global)
		count_sectors(w, a);
	if (a->shared)
		count_shared(w, a);
	if (w->counts->memory)
		keep_access(w->counts->memory + (in - w->f->code), a);
}

static uint64_t shared_done(struct sm *sm, struct subcore *c, const struct access *a);

/* Accesses whose end is not known yet: of global memory, of other blocks' shared memory, with or without others. */
static void
later_finish(struct sm *sm, struct warp *w, struct subcore *c, unsigned slot, const struct inst *in, struct access *a)
{
	uint32_t n = a->load ? loads_new(&sm->loads, w, c, slot, in->wbar) : 0;
	uint64_t left = 0, done;

	if (a->global)
		left = l1_access(sm, c, w->block->launch, a, n) +
		       (a->kind == MEM_ATOMIC ? sm->m->l2.atomic_latency : sm->m->l2.store_latency);
	if (a->sent) {
		done = a->shared ? shared_done(sm, c, a) : 0;
		if (n)
			loads_part(&sm->loads, n, done);
		done = cluster_port_leave(sm, a->sent, n, data_path_take(sm, c, a->enters, 1, false));
		left = done > left ? done : left;
	}
	if (a->kind != MEM_LOAD && left > w->stored_until)
		w->stored_until = left;
	if (!n)
		return;
	expect_predicates(sm, w, in, a, SIMT_STALL_long_scoreboard);
	if (loads_issued(&sm->loads, n, &done)) {
		if (in->async)
			loads_of_group(&sm->loads, n, copy_groups_load(w));
		scoreboard_expect(sm, w, in, 0, n, SIMT_STALL_long_scoreboard);
	} else {
		scoreboard_expect(sm, w, in, done, 0, SIMT_STALL_long_scoreboard);
		scoreboard_load(w, in->wbar, done);
		if (in->async)
			copy_groups_known(w, done + sm->m->lsu.copy_latency);
	}
}

/* When the result of an access is there. */
static uint64_t
shared_done(struct sm *sm, struct subcore *c, const struct access *a)
{
	uint64_t start = data_path_take_shared(sm, c, a->enters, a->wavefronts);

	/* an access without lanes takes as long as one with a single wavefront */
	return start + sm->m->shared.latency + (a->wavefronts > 1 ? a->wavefronts - 1u : 0u) * sm->m->shared.conflict_latency +
	       a->parts * sm->m->shared.wide_cycles + (a->kind == MEM_ATOMIC ? sm->m->shared.atomic_latency : 0);
}

void
lsu_timing_finish(struct sm *sm, struct warp *w, struct subcore *c, unsigned slot, const struct inst *in, struct access *a)
{
	if (in->rbar != ISA_NO_SB)
		scoreboard_raise(w, in->rbar, sm->now, a->enters + sm->m->issue.read_barrier_latency, 0,
				 a->global || a->sent ? SIMT_STALL_long_scoreboard : SIMT_STALL_short_scoreboard);
	lsu_timing_count(w, in, a);
	if (a->global || a->sent) {
		later_finish(sm, w, c, slot, in, a);
		return;
	}
	w->shared_enters = a->enters;
	expect_predicates(sm, w, in, a, SIMT_STALL_short_scoreboard);
	scoreboard_expect(sm, w, in, shared_done(sm, c, a), 0, SIMT_STALL_short_scoreboard);
}

void
lsu_timing_fence(struct sm *sm, struct warp *w, enum fence fence)
{
	uint64_t least = sm->now + sm->m->lsu.fence_latency;

	if (fence == FENCE_INVALIDATE)
		l1_invalidate(sm->l1);
	else
		w->runs->time.fence_until = w->stored_until > least ? w->stored_until : least;
}
