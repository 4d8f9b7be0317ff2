/* issue.c: one instruction of one warp: what it holds, when its results are there, and when the warp can go on. */
#include "sim/core/issue.h"

#include <string.h>

#include "sim/core/account.h"
#include "sim/core/execute.h"
#include "sim/core/fetch.h"
#include "sim/core/issue-counts.h"
#include "sim/core/issue-quick.h"
#include "sim/core/operand-ports.h"
#include "sim/core/pipes.h"
#include "sim/core/scoreboard.h"
#include "sim/core/slots.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/policy.h"
#include "sim/memory/access.h"
#include "sim/memory/data-path.h"
#include "sim/memory/lsu-timing.h"
#include "sim/memory/lsu-whole.h"
#include "sim/observe/tap.h"

/* How many values a MATCH will find in its lanes; 1 where it has none. */
static __attribute__((noinline)) unsigned
match_values(const struct warp *w, const struct inst *in)
{
	const unsigned r = in->a.kind == SRC_REG ? in->a.index : ISA_RZ;
	uint64_t had[BANK_GROUPS * BANK_LANES];
	unsigned n = 0;

	if (r == ISA_RZ)
		return 1;
	for (lanes_t m = warp_predicate_lanes(w, in->guard); m; m &= m - 1) {
		const unsigned thread = w->first_thread % ISA_LANES + lanes_first(m);
		const struct home_row *row = w->row + thread / ISA_LANES;
		const unsigned lane = thread % ISA_LANES;
		const uint64_t v = row->r[r][lane] | (in->f[F_wide] ? (uint64_t)row->r[r + 1][lane] << 32 : 0);
		unsigned i = 0;

		while (i < n && had[i] != v)
			i++;
		had[i] = v;
		n += i == n;
	}
	return n ? n : 1;
}

/* What the operands of an instruction add to its time. */
struct extra {
	uint64_t late;   /* cycles that its result takes more than its latency: LDC */
	unsigned values; /* how many a MATCH has found, else 1 */
};

/* Scoreboards and pending registers of an instruction that is not a memory access. */
static inline __attribute__((always_inline)) void
results(struct sm *sm, struct subcore *c, struct warp *w, const struct inst *in, const struct timing *tm, struct extra extra)
{
	uint64_t start = tm->queue ? c->enters : sm->now, done;

	if (in->rbar != ISA_NO_SB)
		scoreboard_raise(w, in->rbar, sm->now, start + sm->m->issue.read_barrier_latency, 0, SIMT_STALL_short_scoreboard);
	if (tm->shared)
		start = data_path_take_unit(sm, c, start, !tm->adu ? 1 : (unsigned)sm->m->lsu.adu_cycles * extra.values);
	done = start + tm->latency + extra.late;
	if (tm->gmma)
		w->gmma_done = done;
	if (is_scored(in)) {
		scoreboard_expect(sm, w, in, done, 0, SIMT_STALL_short_scoreboard);
	} else if (sm->m->issue.register_scoreboard && !tm->gmma && regset_first(&tm->defs, &tm->defs) >= 0) {
		scoreboard_add(w, &(struct pending){.defs = tm->defs,
						    .lanes = w->runs->mask,
						    .fixed = tm,
						    .ready = done,
						    .guard_ready = sm->now + tm->guard_latency,
						    .state = SIMT_STALL_wait});
	}
}

/* Counts the next instruction of w, which all its lanes have executed, with the quick ones before it. */
static inline __attribute__((always_inline)) void
count_quick(struct warp *w, const struct timing *tm)
{
	if (tm->wavefronts)
		w->counts->v[SIMT_STAT_shared_wavefronts] += tm->wavefronts;
	w->quick++;
}

/* Counts the next instruction of w, which has been executed: with the quick ones before it, if it is like these in what it counts. */
static inline __attribute__((always_inline)) void
count(struct sm *sm, struct warp *w, const struct timing *tm, lanes_t guarded)
{
	if (sm->quick && !tm->flow && !tm->told_alone && w->simple && guarded == w->runs->mask && !(w->again & guarded)) {
		count_quick(w, tm);
		return;
	}
	issue_counts_quick(sm, w);
	if (!sm->concurrent)
		issue_counts_slot(w);
	issue_counts_issued(sm, w, tm, guarded);
}

/* The instruction of w->runs, from its issue to its control flow. */
static inline __attribute__((always_inline)) bool
carry_on(struct sm *sm, struct subcore *c, unsigned i, const struct timing *tm, unsigned held)
{
	struct warp *w = c->warps + i;
	const struct inst *in = w->f->code + w->runs->pc;
	lanes_t active = w->runs->mask, guarded;
	struct access access;
	struct extra extra;
	uint64_t stalled;

	if (w->npending)
		scoreboard_expire(w, sm->now);
	stalled = w->runs->time.stall_until = sm->now + tm->cycles;
	c->yields = tm->yield;
	c->stalled_until = stalled > c->stalled_until ? stalled : c->stalled_until;
	/* the register of its addresses may be the one that it loads, that of its values the one that it writes */
	extra.late = tm->indexed && sm->fetches ? fetch_indexed(sm, w, in) : 0;
	extra.values = tm->match ? match_values(w, in) : 1;
	if (!execute(sm, w, in, &guarded, &access)) {
		if (!sm->concurrent)
			issue_counts_slot(w);
		return false;
	}
	count(sm, w, tm, guarded);
	if (in->op->flow == FLOW_MEMORY) {
		access.enters = c->enters;
		lsu_timing_finish(sm, w, c, i, in, &access);
	} else {
		results(sm, c, w, in, tm, extra);
	}
	if (tm->fence)
		lsu_timing_fence(sm, w, tm->fence);
	if (sm->tap) {
		tap_issue(sm, w, active, guarded, held);
		tap_before_flow(sm, w);
	}
	if (tm->flow)
		return flow(sm, w, in, guarded);
	w->runs->pc++;
	return true;
}

bool
issue_split(struct sm *sm, struct subcore *c, unsigned i, unsigned held)
{
	const struct warp *w = c->warps + i;

	return carry_on(sm, c, i, w->f->timing + w->runs->pc, held);
}

/* An instruction goes into queue q of a bank, which lets one go each `held` cycles, and this one from `wait` on. Returns the cycle from
 * which the queue has room for another. */
static uint64_t
queue_enter(const struct sm *sm, struct subcore *c, struct waiting *q, unsigned room, uint64_t wait, unsigned held)
{
	uint64_t go = q->free > sm->now ? q->free : sm->now;

	c->enters = go = wait > go ? wait : go;
	q->free = go + held;
	if (!room)
		return q->free;
	q->left[q->at] = go;
	q->at = q->at + 1 < room ? q->at + 1 : 0;
	go = q->left[q->at];
	return go > sm->now ? go : sm->now + 1;
}

/* What LDSM and its kin take of the matrix unit: it is free later, or not yet. */
static inline void
delay_matrix(const struct sm *sm, struct bank *b)
{
	struct pipe *p = b->pipe + PIPE_tensor;

	pipes_hold(p, sm->now, (p->free > sm->now ? p->free : sm->now) + sm->m->pipes.tensor_delay);
}

static inline __attribute__((always_inline)) void
take_pipe(struct sm *sm, struct subcore *c, struct bank *b, unsigned i, const struct timing *tm, unsigned held)
{
	if (tm->queue) {
		struct pipe *p = b->pipe + tm->unit;
		unsigned room = tm->queue == QUEUE_MIO    ? sm->m->lsu.mio_queue
				: tm->queue == QUEUE_GMMA ? sm->m->pipes.wgmma_queue
							  : sm->m->lsu.xu_queue;
		/* accesses have a queue behind that of their sub-core, too; others stay there until the path is free */
		uint64_t wait = !tm->shared ? 0 : tm->memory ? data_path_shared_ready(sm) : data_path_ready(&sm->data_path);

		p->free = queue_enter(sm, c, b->queue + tm->queue, room, wait, held);
		if (tm->delays)
			delay_matrix(sm, b);
		p->busy += p->free - sm->now - 1; /* in its own cycle another warp is passed over, not held up */
	} else {
		pipes_take(sm, b->pipe, tm->pipe, sm->now, held);
	}
	if (sm->ports)
		operand_ports_take(sm, b, i, tm);
	if (tm->slots)
		pipes_take(sm, b->pipe, PIPE_READ, sm->now, tm->slots + 1u);
}

void
issue_take(struct sm *sm, struct subcore *c, struct bank *b, unsigned i, const struct timing *tm, unsigned held)
{
	take_pipe(sm, c, b, i, tm, held);
}

bool
issue(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	const struct timing *tm = c->timing[i];
	unsigned held;

	if (sm->tap)
		tap_begin(sm, c, i);
	if (sm->tap && sm->tap->wants_state) {
		account_and_tell(sm, c, i, sm->now);
	} else {
		scoreboard_account(w, w->runs, c->marked + i, c->pipe, &c->lg, sm->now);
	}
	w->accounted = sm->now + 1;
	c->marked[i] = false;
	held = tm->gmma ? tm->gmma : sm->held[tm->rate][sm->skips ? lanes_groups(w->runs->mask) : 0];
	take_pipe(sm, c, c->bank, i, tm, held);
	if (!carry_on(sm, c, i, tm, held))
		return false;
	flow_arrive(sm, w);
	if (sm->tap)
		tap_after_flow(sm, w);
	if (!w->alive)
		sm_blocks_warp_end(sm, c, i);
	else if (sm->fetches && w->runs)
		fetch(sm, c, w);
	slots_refresh(sm, c, i);
	return true;
}

/* results() where there is no register scoreboard, and all splits of w share the others. */
static inline __attribute__((always_inline)) void
results_shortly(struct sm *sm, struct subcore *c, struct warp *w, const struct inst *in, const struct timing *tm,
		struct extra extra)
{
	uint64_t start = tm->queue ? c->enters : sm->now;

	if (in->rbar != ISA_NO_SB)
		scoreboard_raise_until(w, in->rbar, sm->now, start + sm->m->issue.read_barrier_latency,
				       SIMT_STALL_short_scoreboard);
	if (tm->shared)
		start = data_path_take_unit(sm, c, start, !tm->adu ? 1 : (unsigned)sm->m->lsu.adu_cycles * extra.values);
	if (in->wbar != ISA_NO_SB)
		scoreboard_raise_until(w, in->wbar, sm->now, start + tm->latency + extra.late, SIMT_STALL_short_scoreboard);
}

/* What the next instruction of slot i does to its lanes, from when it has taken its pipe. False: a fault. */
static inline __attribute__((always_inline)) bool
carry_on_shortly(struct sm *sm, struct subcore *c, unsigned i, const struct inst *in, const struct timing *tm)
{
	struct warp *w = c->warps + i;
	struct exec *x = &w->x;
	struct extra extra = {.values = 1};
	struct mem_request mem;
	struct access access;

	/* the register of its addresses may be the one that it loads, that of its values the one that it writes */
	if (tm->indexed && sm->fetches)
		extra.late = fetch_indexed(sm, w, in);
	if (tm->match)
		extra.values = match_values(w, in);
	sm->row = 0;
	x->clock = sm->now;
	x->reduction = w->block->reduction;
	x->mem = &mem;
	mem.mask = 0;
	if (in->guard != ISA_PT)
		x->mask = isa_guard(in, x);
	if (tm->memory && x->mask == UINT32_MAX && lsu_whole_access(sm, c, i, in)) {
		count_quick(w, tm);
		return true;
	}
	if (x->mask)
		tm->exec(in, x);
	if (x->fault)
		return execute_fault(sm, w, x);
	if (tm->memory) {
		access_clear(&access);
		if (mem.mask && !access_row(sm, w, in, x, &access))
			return false;
	}
	if (x->mask == x->active) {
		count_quick(w, tm);
	} else {
		count(sm, w, tm, x->mask >> x->lane0);
		x->mask = x->active;
	}
	if (tm->memory) {
		access.enters = c->enters;
		lsu_timing_finish(sm, w, c, i, in, &access);
	} else {
		results_shortly(sm, c, w, in, tm, extra);
	}
	return true;
}

/* An instruction of slot i issues, but for what it does: its warp's cycles up to now get their states, and it takes its pipe. */
static inline __attribute__((always_inline)) void
begin_shortly(struct sm *sm, struct subcore *c, unsigned i, const struct timing *tm)
{
	struct warp *w = c->warps + i;
	const uint64_t now = sm->now, stalled = now + tm->cycles;

	scoreboard_account(w, w->runs, c->marked + i, c->pipe, &c->lg, now);
	w->accounted = now + 1;
	c->marked[i] = false;
	take_pipe(sm, c, c->bank, i, tm, sm->held[tm->rate][sm->skips ? lanes_groups(w->runs->mask) : 0]);
	w->runs->time.stall_until = stalled;
	c->yields = tm->yield;
	c->stalled_until = stalled > c->stalled_until ? stalled : c->stalled_until;
}

bool
issue_short(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	const struct timing *tm = c->timing[i];

	begin_shortly(sm, c, i, tm);
	if (!carry_on_shortly(sm, c, i, w->f->code + w->runs->pc, tm)) {
		issue_counts_slot(w);
		return false;
	}
	issue_quick_next(sm, c, i, tm + 1);
	return true;
}

bool
issue_branch(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	const struct timing *tm = c->timing[i];
	const struct inst *in = w->f->code + w->runs->pc;
	struct exec *x = &w->x;
	const uint32_t all = x->active;
	uint32_t guarded = in->guard == ISA_PT ? all : isa_guard(in, x);

	if (in->ps[0] != ISA_PT)
		guarded &= x->row->p[in->ps[0] & 7] ^ (in->ps[0] & 8 ? UINT32_MAX : 0);
	/* lanes part, or exit */
	if (guarded && (guarded != all || in->op->flow == FLOW_EXIT))
		return issue(sm, c, i);
	begin_shortly(sm, c, i, tm);
	results_shortly(sm, c, w, in, tm, (struct extra){.values = 1});
	w->quick++;
	if (in->op->flow == FLOW_BRANCH)
		w->counts->v[SIMT_STAT_branches]++;
	if (!guarded) {
		issue_counts_guarded(w, w->runs->pc, 0);
		issue_quick_next(sm, c, i, tm + 1);
		return true;
	}
	w->runs->pc++;
	issue_counts_quick(sm, w);
	w->runs->pc = in->target / ISA_INST_BYTES;
	w->outcome = (struct flow_outcome){.stall_until = w->runs->time.stall_until};
	w->outcome.branch_until = w->runs->time.branch_until = flow_branched(sm, w, false);
	if (sm->fetches)
		fetch(sm, c, w);
	slots_refresh(sm, c, i);
	return true;
}
