/* control-flow.c: control flow of one instruction: which lanes go where, block barriers, the end of warps. Which path of a warp runs next is the
 * policy's business; lanes that an instruction sends different ways are parted in indirect.c.
 *
 * What this module cannot do: guards that differ between the lanes of a BSSY, BSYNC, WARPSYNC or BMOV. */
#include "sim/divergence/control-flow.h"

#include "sim/core/block-barrier.h"
#include "sim/core/cluster-barrier.h"
#include "sim/core/copy-groups.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/core/warpgroup.h"
#include "sim/divergence/indirect.h"
#include "sim/divergence/policy.h"
#include "sim/divergence/split.h"
#include "sim/observe/fault.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/function.h"

/* Are all lanes of the warp that uniform register r names among these of the running path? Each set of lanes has a register of its own, which
 * names lanes of its home row. */
static bool
is_whole(const struct warp *w, unsigned r, lanes_t these)
{
	const struct split *s = w->runs;

	for (unsigned i = 0; i < s->nu; i++) {
		const uint32_t missing = (uint32_t)((w->alive & ~these) >> (ISA_LANES * split_set_row(s, i)));

		if (s->mask & split_set(s, i) && (r == ISA_URZ ? 0 : s->u[i].r[r]) & missing)
			return false;
	}
	return true;
}

/* Lanes of the running path whose uniform predicate p (negated from 8 on) holds. */
static lanes_t
uniform_predicate_lanes(const struct warp *w, unsigned p)
{
	const struct split *s = w->runs;
	lanes_t m = 0;

	for (unsigned i = 0; i < s->nu; i++)
		if ((s->u[i].p >> (p & 7) & 1) != (p >> 3 & 1))
			m |= split_set(s, i);
	return m & s->mask;
}

/* What more a branch asks of the lanes whose guard holds. */
static lanes_t
branching_lanes(const struct warp *w, const struct inst *in, lanes_t guarded)
{
	/* where the lanes of the warp name several sets, those of the first set are guarded, and all go */
	if (in->a.kind == SRC_UREG)
		return guarded && is_whole(w, in->a.index, guarded) == (in->f[F_dest] == BRA_CONV) ? w->runs->mask : 0;
	if (in->ps[1] != ISA_PT)
		guarded &= uniform_predicate_lanes(w, in->ps[1]);
	return guarded && in->f[F_any] ? w->runs->mask : guarded;
}

/* BSSY, BSYNC, BREAK, a branch that parts the warp, a choice among its paths: an SM takes one after the other. When it takes this one. */
static uint64_t
parting(struct sm *sm)
{
	uint64_t start = sm->flow_unit.parting_free > sm->now ? sm->flow_unit.parting_free : sm->now;

	/* no hardware parts what policy `ideal` runs */
	if (!sm->packs)
		sm->flow_unit.parting_free = start + sm->m->divergence.parting_cycles;
	return start;
}

/* The same, and the running path goes on no sooner. */
static void
wait_for_parting(struct sm *sm, struct warp *w)
{
	uint64_t start = parting(sm);

	if (start > w->outcome.branch_until)
		w->outcome.branch_until = start;
}

void
flow_reset(struct sm *sm)
{
	sm->flow_unit = (struct flow_unit){.parting_free = 0};
	for (unsigned i = 0; i < sm->m->sm.subcores; i++)
		sm->subcore[i].choices_free = 0;
}

uint64_t
flow_branched(const struct sm *sm, const struct warp *w, bool falls)
{
	uint64_t t = sm->now;

	if (!falls)
		t += sm->m->divergence.branch_latency;
	else if (w->outcome.parted)
		t += sm->m->divergence.diverge_latency;
	return w->outcome.parted && w->outcome.parts > t ? w->outcome.parts : t;
}

static void
branch(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	struct split *s = w->runs;
	uint32_t target = in->target / ISA_INST_BYTES, rest = s->pc + 1;

	if (in->op->flow == FLOW_BRANCH)
		guarded = branching_lanes(w, in, guarded);
	w->counts->v[SIMT_STAT_branches]++;
	if (!guarded) {
		s->pc++;
		return;
	}
	if (guarded == s->mask) {
		s->pc = target;
		w->outcome.branch_until = flow_branched(sm, w, false);
		return;
	}
	w->counts->v[SIMT_STAT_branches_divergent]++;
	w->counts->pc[s->pc].diverged++;
	if (sm->tap)
		tap_diverge(sm, w, guarded, target, rest);
	w->outcome.parted = true;
	w->outcome.parts = parting(sm);
	sm->policy->diverge(sm, w, guarded, target, rest);
	w->outcome.branch_until = flow_branched(sm, w, w->runs && w->runs->pc == rest);
}

/* A source of BAR: an immediate, or the register of the lowest of the lanes. */
static uint32_t
barrier_operand(const struct warp *w, const struct isa_source *o, lanes_t of)
{
	const unsigned l = lanes_first(of) + w->first_thread % ISA_LANES;

	if (o->kind == SRC_REG)
		return o->index == ISA_RZ ? 0 : w->row[l / ISA_LANES].r[o->index][l % ISA_LANES];
	return o->kind == SRC_IMM ? o->value : 0;
}

/* Barrier and number of threads. One register for both has the number in its upper half. */
static void
barrier_operands(const struct warp *w, const struct inst *in, lanes_t of, unsigned *barrier, uint32_t *threads)
{
	*barrier = barrier_operand(w, &in->a, of) & 15;
	*threads = barrier_operand(w, &in->b, of);
	if (in->a.kind == SRC_REG && in->b.kind == SRC_REG)
		*threads >>= 16;
	*threads &= 0xfff;
}

/* BAR.SYNC and BAR.RED: the running path waits until all warps of the block, or as many as have the number of threads given, are at the
 * barrier. False: a fault. BAR.ARV does not wait. BAR.RED also counts the lanes for which its predicate holds. A warp none of whose lanes is guarded
 * passes. */
static bool
block_barrier(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	struct block *b = w->block;
	struct block_barrier *at;
	const uint64_t behind = sm->m->barrier.behind;
	uint64_t taken;
	uint32_t threads, width = sm->m->sm.warp_size;
	unsigned number;

	if (w->apart && w->runs->mask != w->alive)
		return fault_at(
			sm, w, fault_lane(sm, w, lanes_first(guarded ? guarded : w->runs->mask)),
			"a part of a warp of more than 32 threads comes to a block barrier, and has passed a WARPSYNC without the "
			"others; this is not simulated");
	w->apart = false;
	w->runs->pc++;
	if (!guarded)
		return true;
	barrier_operands(w, in, guarded, &number, &threads);
	at = b->barrier + number;
	if (in->f[F_mode] == BAR_RED) {
		at->kind = in->f[F_red];
		at->lanes += lanes_count(guarded);
		at->holds += lanes_count(guarded & warp_predicate_lanes(w, in->ps[0]));
	}
	if (in->f[F_mode] != BAR_ARV) {
		w->runs->time.in_barrier = true;
		w->runs->time.barrier = (uint8_t)number;
	}
	if (sm->tap)
		tap_barrier_arrive(sm, w, number, guarded);
	taken = block_barrier_arrival(sm);
	/* it goes behind what the warp has sent to shared memory, and holds up no other warp there */
	if (w->shared_enters && behind && w->shared_enters + behind > taken)
		taken = w->shared_enters + behind;
	at->taken = taken > at->taken ? taken : at->taken;
	at->arrived += sm->concurrent ? lanes_count(w->runs->mask) : 1;
	b->waited_at |= (uint16_t)(1u << number);
	at->wants = sm->concurrent ? threads : (threads + width - 1) / width;
	block_barrier_check(sm, b, number);
	return true;
}

/* BMOV: the lanes of a barrier to a register of the running lanes, or from the register of the lowest of them. */
static void
barrier_move(struct sm *sm, struct warp *w, const struct inst *in)
{
	unsigned shift = w->first_thread % ISA_LANES, low = lanes_first(w->runs->mask) + shift;
	lanes_t mask;

	if (in->f[F_store]) {
		mask = in->a.kind == SRC_REG && in->a.index != ISA_RZ ? w->row[low / ISA_LANES].r[in->a.index][low % ISA_LANES] : 0;
		sm->policy->barrier_set(w, in->barrier, mask);
	} else {
		mask = sm->policy->barrier_get(w, in->barrier);
		for (lanes_t m = in->d != ISA_RZ ? w->runs->mask : 0; m; m &= m - 1) {
			unsigned l = lanes_first(m) + shift;

			w->row[l / ISA_LANES].r[in->d][l % ISA_LANES] = (uint32_t)mask;
		}
		if (in->f[F_clear])
			sm->policy->barrier_set(w, in->barrier, 0);
	}
	w->runs->pc++;
}

uint64_t
flow_choice(struct sm *sm, struct warp *w, const struct inst *in, uint32_t pc)
{
	struct subcore *c = sm->subcore + w->place / sm->subcore[0].nslots;
	uint64_t own = c->choices_free > sm->now ? c->choices_free : sm->now,
		 all = sm->flow_unit.choices_free > sm->now ? sm->flow_unit.choices_free : sm->now, start = own > all ? own : all;

	c->choices_free = own + sm->m->divergence.choice_interval;
	sm->flow_unit.choices_free = all + sm->m->divergence.choice_cycles;
	(void)parting(sm);
	start += sm->m->divergence.choice_latency;
	return in->op->flow == FLOW_WARPSYNC && w->f->code + pc == in + 1 ? start + control_cycles(in) : start;
}

/* Barriers of the cluster. False: a fault. */
static bool
cluster_flow(struct sm *sm, struct warp *w, enum isa_flow kind, lanes_t guarded)
{
	if (kind == FLOW_CLUSTER_ARRIVE && guarded && !cluster_barrier_arrive(sm, w, w->runs->mask))
		return false;
	w->runs->pc++;
	if (kind == FLOW_CLUSTER_WAIT && guarded)
		cluster_barrier_wait(sm, w);
	return true;
}

/* What the policy, or who parts lanes by their registers, does with some of the lanes of a path that goes on at another place or waits. False:
 * a fault. */
static bool
policy_flow(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	const struct policy *policy = sm->policy;
	const enum isa_flow kind = in->op->flow;

	if (kind == FLOW_EXIT) {
		w->alive &= ~guarded;
		w->nalive = lanes_count(w->alive);
		if (w->cluster_came)
			cluster_barrier_exited(sm, w);
		policy->exit(sm, w, guarded);
	} else if (guarded != w->runs->mask && kind != FLOW_YIELD) {
		return fault_at(sm, w, fault_lane(sm, w, lanes_first(guarded)),
				"this instruction is not simulated where its guard differs between lanes");
	} else if (kind == FLOW_BSSY) {
		policy->bssy(sm, w, in->barrier);
	} else if (kind == FLOW_BSYNC) {
		policy->bsync(sm, w, in->barrier);
	} else if (kind == FLOW_YIELD) {
		if (!sm->m->divergence.yield_hint)
			w->runs->pc++;
		else
			policy->yield(sm, w);
	} else if (kind == FLOW_WARPSYNC) {
		return indirect_warpsync(sm, w, in, guarded);
	} else {
		barrier_move(sm, w, in);
	}
	return true;
}

/* When the path goes on that runs now, behind an instruction at pc that paths may have changed by. */
static void
time_switch(struct sm *sm, struct warp *w, const struct inst *in, uint32_t pc)
{
	const enum isa_flow kind = in->op->flow;

	if (w->outcome.chosen && w->runs && sm->m->divergence.choice_latency)
		w->outcome.branch_until = flow_choice(sm, w, in, w->runs->pc);
	else if (w->runs && w->runs->pc != pc + 1)
		w->outcome.branch_until = sm->now + sm->m->divergence.switch_latency;
	else if ((w->outcome.straight = kind == FLOW_BSYNC))
		w->outcome.branch_until = sm->now + sm->m->divergence.sync_latency;
	if (kind == FLOW_BSYNC || kind == FLOW_BSSY)
		wait_for_parting(sm, w);
}

/* Instructions that leave the paths of the warp as they are, or part them without the policy's choice. *done: it was one. False: a fault. */
static bool
simple_flow(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded, bool *done)
{
	const enum isa_flow kind = in->op->flow;

	*done = true;
	/* a call without a register goes to one place */
	if (kind == FLOW_BRANCH || (kind == FLOW_CALL && in->a.kind == SRC_NONE && in->target < EXTERNAL_NEAR)) {
		branch(sm, w, in, guarded);
	} else if (kind == FLOW_BAR) {
		return block_barrier(sm, w, in, guarded);
	} else if (kind == FLOW_CLUSTER_ARRIVE || kind == FLOW_CLUSTER_WAIT) {
		return cluster_flow(sm, w, kind, guarded);
	} else if (kind == FLOW_COLLECTIVE) {
		if (w->gathered)
			return indirect_go(sm, w, in, w->runs->mask);
		w->runs->pc++;
	} else if (kind == FLOW_GROUP) {
		if (guarded && !in->f[F_store])
			copy_groups_end(w, sm->now + sm->m->lsu.group_latency);
		w->runs->pc++;
	} else if (kind == FLOW_GMMA || kind == FLOW_GMMA_WAIT || kind == FLOW_SET_REGISTERS) {
		w->runs->pc++;
		if (guarded)
			warpgroup_flow(sm, w, in);
	} else if (kind == FLOW_BREAK) {
		sm->policy->break_(sm, w, in->barrier, guarded);
		w->outcome.branch_until = sm->now + sm->m->divergence.sync_latency;
		wait_for_parting(sm, w);
	} else if (!guarded) {
		w->runs->pc++;
	} else {
		*done = false;
	}
	return true;
}

/* flow() of an instruction that may change paths: its outcome is in w->outcome. */
static bool
change_flow(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	const uint32_t pc = w->runs->pc;
	const enum isa_flow kind = in->op->flow;
	bool done;

	if (!simple_flow(sm, w, in, guarded, &done))
		return false;
	if (done)
		return true;
	if (kind == FLOW_WARPSYNC)
		guarded = indirect_await(sm, w, in, guarded);
	if (kind == FLOW_BRX || kind == FLOW_CALL || kind == FLOW_RET || (kind == FLOW_WARPSYNC && indirect_part(w, in, guarded)))
		return indirect_go(sm, w, in, guarded);
	if (!policy_flow(sm, w, in, guarded))
		return false;
	time_switch(sm, w, in, pc);
	return true;
}

bool
flow(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	if (in->op->flow == FLOW_NONE || in->op->flow == FLOW_MEMORY) {
		w->runs->pc++;
		return true;
	}
	/* whatever the split that has issued waited for before is over */
	w->outcome = (struct flow_outcome){.stall_until = w->runs->time.stall_until};
	if (!change_flow(sm, w, in, guarded))
		return false;
	if (w->runs) {
		w->runs->time.stall_until = w->outcome.stall_until;
		w->runs->time.branch_until = w->outcome.branch_until;
	}
	return true;
}

void
flow_join(struct sm *sm, struct warp *w)
{
	const struct split_time time = w->runs->time;

	sm->policy->arrive(sm, w);
	if (w->runs)
		w->runs->time = time;
	w->outcome.stall_until = time.stall_until;
	w->outcome.branch_until = time.branch_until;
}
