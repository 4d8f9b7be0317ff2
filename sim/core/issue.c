/* issue.c: one instruction of one warp: what it does, what it counts, and when the warp can go on. */
#include "sim/core/issue.h"

#include <string.h>

#include "sim/core/fetch.h"
#include "sim/core/issue-counts.h"
#include "sim/core/operand-ports.h"
#include "sim/core/regroup.h"
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
#include "sim/memory/lsu.h"
#include "sim/observe/events.h"
#include "sim/observe/explain.h"

/* How many lanes `active` are, those of the path of w that runs: it keeps its lanes for many instructions. */
static inline unsigned
count_active(struct warp *w, lanes_t active)
{
	if (active != w->counted) {
		w->counted = active;
		w->ncounted = lanes_count(active);
	}
	return w->ncounted;
}

/* What has been issued before counts for the launch alone: of the lanes `active` others count for the instruction as well. */
static __attribute__((noinline)) void
count_again(struct warp *w, lanes_t active, lanes_t guarded, struct simt_pc_stats *p)
{
	lanes_t first = active & ~w->again;
	unsigned n = lanes_count(first), g = lanes_count(guarded & first);

	w->again &= ~active;
	if (!first)
		return;
	p->inst_executed++;
	p->thread_inst_executed += n;
	p->thread_inst_executed_true += g;
	p->inst_partial += g && g < n;
}

static inline __attribute__((always_inline)) void
count_issued(struct sm *sm, struct warp *w, lanes_t active, lanes_t guarded, uint32_t pc)
{
	struct simt_pc_stats *p = w->counts->pc + pc;
	uint64_t *v = w->counts->v;
	unsigned n = count_active(w, active), g = guarded == active ? n : lanes_count(guarded);

	v[SIMT_STAT_inst_executed]++;
	v[SIMT_STAT_thread_inst_executed] += n;
	v[SIMT_STAT_thread_inst_executed_true] += g;
	if (!sm->concurrent)
		count_idle(sm, w, n);
	if (w->again & active) {
		count_again(w, active, guarded, p);
		return;
	}
	p->inst_executed++;
	p->thread_inst_executed += n;
	p->thread_inst_executed_true += g;
	p->inst_partial += g && g < n;
}

/* `times` instructions from pc on, that all active lanes have carried out for the first time. */
static inline __attribute__((always_inline)) void
count_plain(const struct sm *sm, struct warp *w, lanes_t active, uint32_t pc, unsigned times)
{
	struct simt_pc_stats *p = w->counts->pc + pc;
	uint64_t *v = w->counts->v;
	const unsigned n = count_active(w, active);

	v[SIMT_STAT_inst_executed] += times;
	v[SIMT_STAT_thread_inst_executed] += (uint64_t)times * n;
	v[SIMT_STAT_thread_inst_executed_true] += (uint64_t)times * n;
	v[SIMT_STAT_lanes_waiting] += (uint64_t)times * (w->nalive - n);
	v[SIMT_STAT_lanes_exited] += (uint64_t)times * (w->nlaunched - w->nalive);
	v[SIMT_STAT_lanes_never] += (uint64_t)times * (sm->m->sm.warp_size - w->nlaunched);
	for (unsigned i = 0; i < times; i++) {
		p[i].inst_executed++;
		p[i].thread_inst_executed += n;
		p[i].thread_inst_executed_true += n;
	}
}

/* ---- execution ---- */

struct row_run {
	struct exec x;
	struct mem_request mem;
};

/* What the instruction has given the uniform registers of one home row, for a row without lanes here: its lanes may join this split
 * later on and then expect what is the same for all. */
static void
copy_uniform(struct split *s, const struct inst *in, unsigned from, unsigned to)
{
	for (unsigned r = in->d; r < in->d + in->nd && r < ISA_URZ; r++)
		s->u[to].r[r] = s->u[from].r[r];
	for (int k = 0; k < 2; k++) {
		uint8_t bit = (uint8_t)(1u << (in->pd[k] & 7));

		s->u[to].p = (uint8_t)((s->u[to].p & ~bit) | (s->u[from].p & bit));
	}
}

/* Executes the instruction for the lanes x->active of home row i; x->mask gets those whose guard holds. */
static inline __attribute__((always_inline)) bool
execute_row(struct sm *sm, struct warp *w, const struct inst *in, struct exec *x, unsigned i, struct access *access)
{
	x->row = w->row + i;
	x->u = w->runs->u + i;
	x->mask = in->guard == ISA_PT ? x->active : isa_guard(in, x);
	if (!x->mask || !in->op->exec)
		return true;
	sm->row = i;
	in->op->exec(in, x);
	if (x->fault)
		return fault_at(sm, w, (unsigned)__builtin_ctz(x->mask), "%s", x->fault);
	if (in->op->flow == FLOW_MEMORY) {
		if (!lsu_access(sm, w, in, x->row, x->mem, access))
			return false;
		if (x->mem->kind != MEM_STORE && x->mem->mask)
			isa_write_back(in, x);
	}
	return true;
}

/* The same for all home rows of a warp that has several. *guarded gets the lanes whose guard holds. */
static __attribute__((noinline)) bool
execute_rows(struct sm *sm, struct warp *w, const struct inst *in, struct exec *x, lanes_t *guarded, struct access *access)
{
	struct split *s = w->runs;
	unsigned ran = UINT32_MAX;

	*guarded = 0;
	for (unsigned i = 0; i < w->nrows; i++) {
		x->active = (uint32_t)(s->mask >> (ISA_LANES * i));
		if (!x->active)
			continue;
		if (!execute_row(sm, w, in, x, i, access))
			return false;
		*guarded |= (lanes_t)x->mask << (ISA_LANES * i);
		if (x->mask)
			ran = i;
	}
	for (unsigned i = 0; in->op->ureg_dest && ran < w->nrows && i < w->nrows; i++)
		if (!(s->mask >> (ISA_LANES * i) & UINT32_MAX))
			copy_uniform(s, in, ran, i);
	return true;
}

/* What the instructions of w see, but for its home row. */
static inline __attribute__((always_inline)) struct exec
exec_of(const struct sm *sm, const struct warp *w, struct mem_request *mem)
{
	const unsigned width = sm->m->sm.warp_size;

	return (struct exec){
		.block = &w->block->x,
		.lane0 = (uint8_t)(w->first_thread % ISA_LANES),
		.width = (uint8_t)(width < ISA_LANES ? width : ISA_LANES),
		.warp_id = w->index,
		.sm_id = sm->id,
		.clock = sm->now,
		.mem = mem,
		.reduction = w->block->reduction,
	};
}

/* Executes the instruction. Most warps have one home row, or a part of one: no wide masks there. */
static inline __attribute__((always_inline)) bool
execute(struct sm *sm, struct warp *w, const struct inst *in, lanes_t *guarded, struct access *access)
{
	struct mem_request mem;
	struct exec x = exec_of(sm, w, &mem);

	if (!w->simple)
		return w->block->regrouped ? regroup_execute(sm, w, in, &x, guarded, access)
					   : execute_rows(sm, w, in, &x, guarded, access);
	x.active = (uint32_t)w->runs->mask << x.lane0;
	if (!execute_row(sm, w, in, &x, 0, access))
		return false;
	*guarded = x.mask >> x.lane0;
	return true;
}

static inline __attribute__((always_inline)) bool
carry_out_here(struct sm *sm, struct warp *w, const struct inst *in, const struct timing *tm, lanes_t *guarded,
	       struct access *access)
{
	uint32_t pc = w->runs->pc;

	if (in->op->flow == FLOW_MEMORY)
		access_clear(access);
	if (!execute(sm, w, in, guarded, access))
		return false;
	/* control flow has a second guard; BAR.RED's predicate is its operand */
	if (in->ps[0] != ISA_PT && in->op->flow > FLOW_MEMORY && in->op->flow != FLOW_BAR)
		*guarded &= predicate_lanes(w, in->ps[0]);
	count_issued(sm, w, w->runs->mask, *guarded, pc);
	if (tm->wavefronts && *guarded)
		w->counts->v[SIMT_STAT_shared_wavefronts] += tm->wavefronts;
	return true;
}

bool
carry_out(struct sm *sm, struct warp *w, const struct inst *in, lanes_t *guarded, struct access *access)
{
	return carry_out_here(sm, w, in, w->f->timing + w->runs->pc, guarded, access);
}

bool
carry_out_plain(struct sm *sm, struct warp *w, unsigned most, unsigned *n)
{
	struct split *s = w->runs;
	const struct inst *in = w->f->code + s->pc;
	const struct timing *tm = w->f->timing + s->pc;
	const uint64_t before = sm->now;
	struct exec x = exec_of(sm, w, NULL);
	unsigned i = 0;

	*n = 0;
	if (!w->simple || w->again & s->mask)
		return true;
	sm->row = 0;
	x.row = w->row;
	x.u = s->u;
	x.mask = x.active = (uint32_t)s->mask << x.lane0;
	while (i < most && tm[i].plain && !x.fault) {
		x.clock = before + ++i;
		in[i - 1].op->exec(in + i - 1, &x);
	}
	sm->now += i;
	*n = i -= x.fault != NULL;
	count_plain(sm, w, s->mask, s->pc, i);
	s->pc += i;
	return !x.fault || fault_at(sm, w, (unsigned)__builtin_ctz(x.mask), "%s", x.fault);
}

/* ---- issue ---- */

/* How many values a MATCH will find in its lanes; 1 where it has none. */
static __attribute__((noinline)) unsigned
match_values(const struct warp *w, const struct inst *in)
{
	const unsigned r = in->a.kind == SRC_REG ? in->a.index : ISA_RZ;
	uint64_t had[BANK_GROUPS * BANK_LANES];
	unsigned n = 0;

	if (r == ISA_RZ)
		return 1;
	for (lanes_t m = predicate_lanes(w, in->guard); m; m &= m - 1) {
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
	uint64_t start = tm->queue ? sm->enters : sm->now, done;

	if (in->rbar != ISA_NO_SB)
		scoreboard_raise(w, in->rbar, sm->now, start + sm->m->issue.operand_latency, 0, SIMT_STALL_short_scoreboard);
	if (tm->shared)
		start = unit_path(sm, c, start, !tm->adu ? 1 : (unsigned)sm->m->lsu.adu_cycles * extra.values);
	done = start + tm->latency + extra.late;
	if (is_scored(in)) {
		expect_result(sm, w, in, done, 0, SIMT_STALL_short_scoreboard);
	} else if (sm->m->issue.register_scoreboard && regset_first(&tm->defs, &tm->defs) >= 0) {
		pending_add(w, &(struct pending){.defs = tm->defs,
						 .lanes = w->runs->mask,
						 .fixed = tm,
						 .ready = done,
						 .guard_ready = sm->now + tm->guard_latency,
						 .state = SIMT_STALL_wait});
	}
}

/* The same as carry_on() does, of a plain instruction of one home row. */
static inline __attribute__((always_inline)) bool
carry_on_plain(struct sm *sm, struct subcore *c, struct warp *w, const struct inst *in, const struct timing *tm)
{
	struct split *s = w->runs;
	struct exec x = exec_of(sm, w, NULL);

	sm->row = 0;
	x.row = w->row;
	x.u = s->u;
	x.mask = x.active = (uint32_t)s->mask << x.lane0;
	in->op->exec(in, &x);
	if (x.fault)
		return fault_at(sm, w, (unsigned)__builtin_ctz(x.mask), "%s", x.fault);
	count_plain(sm, w, s->mask, s->pc, 1);
	results(sm, c, w, in, tm, (struct extra){0, 1});
	s->pc++;
	return true;
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

	if (w->npending)
		pending_expire(w, sm->now);
	w->stall_until = sm->now + control_cycles(in) + tm->again;
	c->yields = in->yield;
	c->stalled_until = w->stall_until > c->stalled_until ? w->stall_until : c->stalled_until;
	if (tm->plain && w->simple && !sm->tap && !sm->concurrent && !tm->indexed && !tm->fence && !tm->match &&
	    !(w->again & active))
		return carry_on_plain(sm, c, w, in, tm);
	/* the register of its addresses may be the one that it loads, that of its values the one that it writes */
	extra.late = tm->indexed && sm->fetches ? fetch_indexed(sm, w, in) : 0;
	extra.values = tm->match ? match_values(w, in) : 1;
	if (!carry_out_here(sm, w, in, tm, &guarded, &access))
		return false;
	if (in->op->flow == FLOW_MEMORY)
		lsu_finish(sm, w, c, i, in, &access);
	else
		results(sm, c, w, in, tm, extra);
	if (tm->fence)
		lsu_fence(sm, w, tm->fence);
	if (sm->tap) {
		tap_issue(sm, w, active, guarded, held);
		tap_before_flow(sm, w);
	}
	if (in->op->flow != FLOW_NONE)
		return flow(sm, w, in, guarded);
	w->runs->pc++;
	return true;
}

bool
issue_at_hand(struct sm *sm, struct subcore *c, unsigned i, unsigned held)
{
	const struct warp *w = c->warps + i;

	return carry_on(sm, c, i, w->f->timing + w->runs->pc, held);
}

/* An instruction goes into a queue of the bank, which lets one go each `held` cycles, and this one from `wait` on. Returns the cycle from
 * which the queue has room for another. */
static uint64_t
queue_enter(struct sm *sm, struct waiting *q, unsigned room, uint64_t wait, unsigned held)
{
	uint64_t go = q->free > sm->now ? q->free : sm->now;

	sm->enters = go = wait > go ? wait : go;
	q->free = go + held;
	if (!room)
		return q->free;
	q->left[q->n++ % room] = go;
	go = q->left[q->n % room];
	return go > sm->now ? go : sm->now + 1;
}

static inline __attribute__((always_inline)) void
take_pipe(struct sm *sm, struct bank *b, unsigned i, const struct timing *tm, unsigned held)
{
	if (tm->queue) {
		struct pipe *p = b->pipe + tm->unit;
		unsigned room = tm->queue == QUEUE_MIO ? sm->m->lsu.mio_queue : sm->m->lsu.xu_queue;
		/* accesses have a queue behind that of their sub-core, too; others stay there until the path is free */
		uint64_t wait = !tm->shared ? 0 : tm->memory ? shared_ready(sm) : sm->data_free;

		p->free = queue_enter(sm, b->queue + tm->queue, room, wait, held);
		p->busy += p->free - sm->now - 1; /* in its own cycle another warp is passed over, not held up */
	} else {
		pipe_take(sm, b->pipe, tm->pipe, sm->now, held);
	}
	if (sm->ports)
		ports_take(sm, b, i, tm);
	if (tm->slots)
		pipe_take(sm, b->pipe, PIPE_READ, sm->now, tm->slots + 1u);
}

void
bank_take(struct sm *sm, struct bank *b, unsigned i, const struct timing *tm, unsigned held)
{
	take_pipe(sm, b, i, tm, held);
}

bool
issue(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	const struct timing *tm = c->timing[i];
	unsigned held;

	if (sm->tap) {
		tap_begin(sm, c, i);
		tap_account(sm, c, i, sm->now);
	} else {
		warp_account(w, c->marked + i, c->pipe, &c->lg, sm->now);
	}
	w->counts->stall[SIMT_STALL_selected]++;
	w->accounted = sm->now + 1;
	c->marked[i] = false;
	held = sm->held[tm->rate][sm->skips ? lanes_groups(w->runs->mask) : 0];
	take_pipe(sm, c->bank, i, tm, held);
	if (!carry_on(sm, c, i, tm, held))
		return false;
	if (sm->policy->arrive && w->runs)
		sm->policy->arrive(sm, w);
	if (sm->tap)
		tap_after_flow(sm, w);
	if (!w->alive)
		warp_end(sm, c, i);
	else if (sm->fetches && w->runs)
		fetch(sm, c, w);
	slot_refresh(sm, c, i);
	return true;
}
