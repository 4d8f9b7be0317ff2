/* indirect.c: instructions whose lanes go different ways by what their registers hold: indirect branches, calls and returns, WARPSYNCs, and
 * the end of collective operations. See indirect.h. */
#include "sim/divergence/indirect.h"

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/divergence/collective.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/policy.h"
#include "sim/observe/fault.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/device-calls.h"
#include "sim/runtime/function.h"

/* The lanes that these lanes wait for at a WARPSYNC: all of the warp, or those of the masks that the lowest of them in each 32 gives. */
static lanes_t
warpsync_lanes(const struct warp *w, const struct inst *in, lanes_t lanes)
{
	lanes_t all = 0;

	if (in->a.kind != SRC_REG || in->a.index == ISA_RZ)
		return w->alive;
	for (unsigned i = 0; i < w->nrows; i++) {
		uint32_t here = (uint32_t)(lanes >> (ISA_LANES * i));

		if (here)
			all |= (lanes_t)w->row[i].r[in->a.index][(unsigned)__builtin_ctz(here) + w->first_thread % ISA_LANES]
			       << (ISA_LANES * i);
	}
	return all & w->alive;
}

/* Keys of the functions that are not in the file; those of instructions are smaller. */
#define EXTERNAL_KEY 0xf0000000u

/* What tells the lanes of an indirect branch, call or return apart: the instruction that the instruction's own target plus the lane's
 * register pair gives; those of a WARPSYNC.EXCLUSIVE: the mask in the lane's register. False where there is no such instruction. */
static bool
lane_key(const struct warp *w, const struct inst *in, unsigned lane, uint32_t *key)
{
	unsigned l = lane + w->first_thread % ISA_LANES, r = in->a.kind == SRC_NONE ? ISA_RZ : in->a.index;
	const struct home_row *row = w->row + l / ISA_LANES;
	uint32_t low = r != ISA_RZ ? row->r[r][l % ISA_LANES] : 0;
	uint64_t to = in->target;

	if (in->op->flow == FLOW_WARPSYNC) {
		*key = low;
		return true;
	}
	if (in->op->flow == FLOW_COLLECTIVE) {
		*key = collective_target(w, lane, w->runs->pc + 1);
		return true;
	}
	/* CALL.ABS: code is at address 0 (LEPC) */
	if (r != ISA_RZ)
		to += low | (uint64_t)row->r[r + 1][l % ISA_LANES] << 32;
	if (in->a.kind == SRC_NONE && in->op->flow == FLOW_CALL)
		to += EXTERNAL_CODE - EXTERNAL_NEAR;
	if (to >= EXTERNAL_CODE && in->op->flow == FLOW_CALL) {
		*key = EXTERNAL_KEY + (uint32_t)((to - EXTERNAL_CODE) / CUBIN_EXTERNAL_BYTES);
		return (to - EXTERNAL_CODE) / CUBIN_EXTERNAL_BYTES < cubin_externals(w->f->module->cubin);
	}
	*key = (uint32_t)(to / ISA_INST_BYTES);
	return !(to % ISA_INST_BYTES) && to / ISA_INST_BYTES < w->f->n;
}

/* The lanes of `of` that have the key of its lowest lane. */
static bool
lowest_group(const struct warp *w, const struct inst *in, lanes_t of, lanes_t *group, uint32_t *key)
{
	*group = 0;
	if (!lane_key(w, in, lanes_first(of), key))
		return false;
	for (lanes_t m = of; m; m &= m - 1) {
		uint32_t k;

		if (!lane_key(w, in, lanes_first(m), &k))
			return false;
		if (k == *key)
			*group |= m & -m;
	}
	return true;
}

/* Whether a WARPSYNC.COLLECTIVE gathers lanes for the barrier of the cluster, which counts them one by one here. */
static bool
for_cluster(const struct warp *w, const struct inst *in)
{
	const struct inst *end = w->f->code + w->f->n;

	while (++in < end && in->op->flow != FLOW_COLLECTIVE)
		if (in->op->flow == FLOW_CLUSTER_ARRIVE || in->op->flow == FLOW_CLUSTER_WAIT)
			return true;
	return false;
}

/* Whether lanes of a WARPSYNC.COLLECTIVE name different lanes. */
static bool
differ(const struct warp *w, const struct inst *in, lanes_t guarded)
{
	lanes_t group;
	uint32_t key;

	return in->a.kind == SRC_REG && lowest_group(w, in, guarded, &group, &key) && group != guarded;
}

/* The lanes of the running path that name the same lanes at a WARPSYNC.COLLECTIVE or .EXCLUSIVE are one set; those of a wider warp are one
 * in each 32. How many sets there are. */
static unsigned
awaited_sets(const struct warp *w, const struct inst *in, struct awaited *sets)
{
	unsigned n = 0;
	uint32_t key;

	/* each lane has a key at a WARPSYNC */
	for (lanes_t rest = w->runs->mask; rest && lowest_group(w, in, rest, &sets[n].lanes, &key); rest &= ~sets[n++].lanes) {
		sets[n].lanes &= lanes_low(ISA_LANES) << lanes_first(rest) / ISA_LANES * ISA_LANES;
		sets[n].all = warpsync_lanes(w, in, sets[n].lanes);
	}
	return n;
}

/* Whether the running path has all lanes that its own wait for. */
static bool
all_here(const struct warp *w, const struct inst *in)
{
	struct awaited sets[SPLITS_MOST];
	const unsigned n = awaited_sets(w, in, sets);

	for (unsigned i = 0; i < n; i++)
		if (sets[i].all & ~sets[i].lanes)
			return false;
	return true;
}

/* Those of these lanes that have not their own bit in the mask that they give a WARPSYNC. */
static lanes_t
outside(const struct warp *w, const struct inst *in, lanes_t lanes)
{
	lanes_t m = 0;

	for (; lanes; lanes &= lanes - 1) {
		const unsigned lane = lanes_first(lanes); /* masks count from the warp's first lane */
		uint32_t mask;

		if (lane_key(w, in, lane, &mask) && !(mask >> lane % ISA_LANES & 1))
			m |= (lanes_t)1 << lane;
	}
	return m;
}

/* An H200 calls the instruction illegal where there are such. */
static bool
names_itself(struct sm *sm, struct warp *w, const struct inst *in, lanes_t lanes)
{
	const lanes_t m = outside(w, in, lanes);

	return !m || fault_at(sm, w, fault_lane(sm, w, lanes_first(m)),
			      "the mask of this WARPSYNC leaves out the thread that gives it, an illegal instruction");
}

/* Of the lanes at an ENDCOLLECTIVE those that have been gathered there from elsewhere go last; else all. */
static lanes_t
returning(const struct warp *w, const struct inst *in, lanes_t lanes)
{
	const lanes_t stay = in->op->flow == FLOW_COLLECTIVE ? lanes & ~collective_guests(w, lanes) : lanes;

	return stay ? stay : lanes;
}

bool
indirect_go(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	struct split *s = w->runs;
	lanes_t group, rest;
	uint32_t pc = s->pc, key, target;

	if (in->op->flow == FLOW_WARPSYNC && in->f[F_mode] == WARPSYNC_EXCLUSIVE && !names_itself(sm, w, in, guarded))
		return false;
	if (!lowest_group(w, in, returning(w, in, guarded), &group, &key))
		return fault_at(sm, w, fault_lane(sm, w, lanes_first(guarded)),
				"the target of this branch is not an instruction of the kernel");
	if (2 * lanes_count(guarded) >= lanes_count(s->mask) && guarded != s->mask) {
		if (sm->tap)
			tap_diverge(sm, w, guarded, s->pc, s->pc + 1);
		w->again |= guarded;
		sm->policy->diverge(sm, w, guarded, s->pc, s->pc + 1);
		return true;
	}
	rest = guarded & ~group;
	if (rest && 2 * lanes_count(group) > lanes_count(s->mask) && !lowest_group(w, in, rest, &group, &key))
		return fault_at(sm, w, fault_lane(sm, w, lanes_first(rest)),
				"the target of this branch is not an instruction of the kernel");
	target = in->op->flow == FLOW_WARPSYNC ? s->pc + 1 : key;
	if (in->op->flow == FLOW_CALL && key >= EXTERNAL_KEY) {
		if (!device_calls_external(sm, w, group, key - EXTERNAL_KEY))
			return false;
		target = s->pc + 1; /* where it returns to */
	}
	w->outcome.branch_until =
		sm->now + (in->op->flow == FLOW_WARPSYNC || in->op->flow == FLOW_COLLECTIVE ? sm->m->divergence.collective_latency
											    : sm->m->divergence.indirect_latency);
	if (group == s->mask) {
		s->pc = target;
		if (in->op->flow == FLOW_COLLECTIVE)
			collective_leave(w, group, pc);
		return true;
	}
	if (in->op->flow != FLOW_WARPSYNC && in->op->flow != FLOW_COLLECTIVE)
		w->counts->v[SIMT_STAT_branches_divergent]++;
	w->counts->pc[s->pc].diverged++;
	/* all others issue the instruction again; on a tie the lanes that leave go on */
	if (sm->tap)
		tap_diverge(sm, w, group, target, s->pc);
	w->again |= s->mask & ~group;
	sm->policy->diverge(sm, w, s->mask & ~group, s->pc, target);
	if (in->op->flow == FLOW_COLLECTIVE)
		collective_leave(w, group, pc);
	return true;
}

lanes_t
indirect_await(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	struct awaited sets[SPLITS_MOST];
	unsigned n;

	if (in->f[F_mode] == WARPSYNC_PLAIN || in->a.kind != SRC_REG || !sm->policy->collective || guarded != w->runs->mask ||
	    (in->f[F_mode] == WARPSYNC_COLLECTIVE && for_cluster(w, in)))
		return guarded;
	/* that is told before anybody waits */
	if (in->f[F_mode] == WARPSYNC_EXCLUSIVE && outside(w, in, guarded))
		return guarded;
	n = awaited_sets(w, in, sets);
	if (n > 1)
		sm->policy->collective(w, sets, n);
	return w->runs->mask;
}

bool
indirect_part(const struct warp *w, const struct inst *in, lanes_t guarded)
{
	if (in->f[F_mode] == WARPSYNC_EXCLUSIVE)
		return in->a.kind != SRC_REG || guarded != w->runs->mask || all_here(w, in);
	return in->f[F_mode] == WARPSYNC_COLLECTIVE && differ(w, in, guarded);
}

bool
indirect_warpsync(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	if (in->f[F_mode] == WARPSYNC_COLLECTIVE && for_cluster(w, in)) {
		w->runs->pc++;
		return true;
	}
	if (in->f[F_mode] != WARPSYNC_COLLECTIVE && in->a.kind == SRC_REG && in->a.index != ISA_RZ &&
	    !names_itself(sm, w, in, guarded))
		return false;
	sm->policy->warpsync(sm, w, warpsync_lanes(w, in, w->runs->mask));
	return true;
}
