/* issue.c: one instruction of one warp: what it does, what it counts, and when the warp can go on. */
#include <string.h>

#include "context.h"
#include "simulate.h"

/* Lane-slots of an issued instruction besides its n active lanes. */
static void
count_idle_lanes(struct sm *sm, const struct warp *w, unsigned n)
{
	sm->stats.v[SIMT_STAT_lanes_waiting] += w->nalive - n;
	sm->stats.v[SIMT_STAT_lanes_exited] += w->nlaunched - w->nalive;
	sm->stats.v[SIMT_STAT_lanes_never] += (unsigned)sm->m->v[M_warp_size] - w->nlaunched;
}

void
count_reissue(struct sm *sm, struct warp *w, lanes_t mask)
{
	unsigned n = lanes_count(mask);

	sm->stats.v[SIMT_STAT_inst_executed]++;
	sm->stats.v[SIMT_STAT_thread_inst_executed] += n;
	sm->stats.v[SIMT_STAT_thread_inst_executed_true] += n;
	count_idle_lanes(sm, w, n);
}

static void
count(struct sm *sm, struct warp *w, lanes_t active, lanes_t guarded, uint32_t pc)
{
	struct simt_pc_stats *p = sm->pc + pc;
	uint64_t *v = sm->stats.v;
	unsigned n = active == w->alive ? w->nalive : lanes_count(active), g = guarded == active ? n : lanes_count(guarded);

	v[SIMT_STAT_inst_executed]++;
	v[SIMT_STAT_thread_inst_executed] += n;
	v[SIMT_STAT_thread_inst_executed_true] += g;
	count_idle_lanes(sm, w, n);
	p->inst_executed++;
	p->thread_inst_executed += n;
	p->thread_inst_executed_true += g;
	p->inst_partial += g && g < n;
}

/* ---- execution ---- */

struct row_run {
	struct exec x;
	struct mem_request mem;
};

/* Executes the instruction row by row. *guarded gets the lanes whose guard holds. */
static bool
execute(struct sm *sm, struct warp *w, const struct inst *in, lanes_t *guarded, struct access *access)
{
	struct split *s = w->runs;
	unsigned width = (unsigned)sm->m->v[M_warp_size];
	struct mem_request mem;
	struct exec x = {
		.u = &s->u,
		.block = &w->block->x,
		.lane0 = (uint8_t)(w->first_thread % ISA_LANES),
		.width = (uint8_t)(width < ISA_LANES ? width : ISA_LANES),
		.warp_id = w->index,
		.sm_id = sm->id,
		.clock = sm->now,
		.mem = &mem,
	};
	bool once = in->op->ureg_dest, done = false;

	*guarded = 0;
	for (unsigned i = 0; i < w->nrows; i++) {
		x.active = (uint32_t)(s->mask >> (ISA_LANES * i)) << x.lane0;
		if (!x.active)
			continue;
		x.row = w->row + i;
		x.mask = in->guard == ISA_PT ? x.active : isa_guard(in, &x);
		*guarded |= (lanes_t)(x.mask >> x.lane0) << (ISA_LANES * i);
		if (!x.mask || !in->op->exec || (once && done))
			continue;
		done = true;
		sm->row = i;
		in->op->exec(in, &x);
		if (x.fault)
			return fault_at(sm, w, (unsigned)__builtin_ctz(x.mask), "%s", x.fault);
		if (in->op->flow == FLOW_MEMORY) {
			if (!lsu_access(sm, w, in, x.row, &mem, access))
				return false;
			if (mem.kind != MEM_STORE && !access->at_l2)
				isa_write_back(in, &x);
		}
	}
	return true;
}

/* ---- control flow ---- */

/* Predicate p (negated from 8 on) of the running lanes. */
static lanes_t
predicate_lanes(const struct warp *w, unsigned p)
{
	lanes_t m = 0;

	if (p == ISA_PT)
		return w->runs->mask;
	for (unsigned i = 0; i < w->nrows; i++) {
		uint32_t v = w->row[i].p[p & 7];

		m |= (lanes_t)((p & 8 ? ~v : v) >> (w->first_thread % ISA_LANES)) << (ISA_LANES * i);
	}
	return m & w->runs->mask;
}

static void
branch(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	struct split *s = w->runs;
	lanes_t taken = guarded & predicate_lanes(w, in->ps[0]);
	uint32_t target = in->target / ISA_INST_BYTES;

	sm->stats.v[SIMT_STAT_branches]++;
	if (!taken) {
		s->pc++;
		return;
	}
	w->branch_until = w->stall_until + (uint64_t)sm->m->v[M_branch_extra];
	if (taken == s->mask) {
		s->pc = target;
		return;
	}
	sm->stats.v[SIMT_STAT_branches_divergent]++;
	sm->pc[s->pc].diverged++;
	sm->policy->diverge(sm, w, taken, target, s->pc + 1);
}

static void
release_barrier(struct sm *sm, struct block *b, unsigned n)
{
	b->barrier[n].arrived = 0;
	for (unsigned k = 0; k < (unsigned)sm->m->v[M_subcores]; k++) {
		struct subcore *c = sm->subcore + k;

		for (unsigned i = 0; i < c->used; i++) {
			struct warp *w = c->warps + i;

			if (w->block != b || !w->in_barrier || w->barrier != n)
				continue;
			warp_account(w, c->pipe, sm->now, sm->stats.stall);
			w->in_barrier = false;
			w->barrier_until = sm->now + (uint64_t)sm->m->v[M_barrier_latency];
			slot_refresh(sm, c, i);
		}
	}
}

static void
block_barrier(struct sm *sm, struct warp *w, const struct inst *in)
{
	struct block *b = w->block;

	w->runs->pc++;
	w->in_barrier = true;
	w->barrier = (uint8_t)in->a.value;
	if (++b->barrier[w->barrier].arrived >= b->live_warps)
		release_barrier(sm, b, w->barrier);
}

/* The last lane of a warp has exited. */
static void
warp_end(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	struct block *b = w->block;

	split_free_all(&w->others);
	if (w->c.slot)
		split_free_all(&w->c.slot);
	w->runs = NULL;
	w->block = NULL;
	sm_warp_left(sm, c);
	b->live_warps--;
	if (!b->live_warps) {
		sm_block_end(sm, b);
		return;
	}
	for (unsigned n = 0; n < 16; n++)
		if (b->barrier[n].arrived && b->barrier[n].arrived >= b->live_warps)
			release_barrier(sm, b, n);
}

/* The lanes a WARPSYNC waits for: all of the warp, or those of the mask that its lowest lane gives. */
static lanes_t
warpsync_lanes(const struct warp *w, const struct inst *in)
{
	unsigned lane = lanes_first(w->runs->mask) + w->first_thread % ISA_LANES;

	if (in->a.kind != SRC_REG || in->a.index == ISA_RZ)
		return w->alive;
	return w->row[lane / ISA_LANES].r[in->a.index][lane % ISA_LANES] & w->alive;
}

static bool
flow(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded)
{
	const struct policy *policy = sm->policy;
	struct split *s = w->runs;
	uint32_t pc = s->pc;
	enum isa_flow kind = in->op->flow;

	if (kind == FLOW_NONE || kind == FLOW_MEMORY) {
		s->pc++;
		return true;
	}
	if (kind == FLOW_BRANCH) {
		branch(sm, w, in, guarded);
		return true;
	}
	guarded &= predicate_lanes(w, in->ps[0]);
	if (kind == FLOW_BREAK) {
		policy->break_(sm, w, in->barrier, guarded);
		return true;
	}
	if (!guarded) {
		s->pc++;
		return true;
	}
	if (kind == FLOW_EXIT) {
		w->alive &= ~guarded;
		w->nalive = lanes_count(w->alive);
		policy->exit(sm, w, guarded);
	} else if (guarded != s->mask) {
		return fault_at(sm, w, lanes_first(guarded) % ISA_LANES,
				"this instruction is not simulated where its guard differs between lanes");
	} else if (kind == FLOW_BSSY) {
		policy->bssy(sm, w, in->barrier);
	} else if (kind == FLOW_BSYNC) {
		policy->bsync(sm, w, in->barrier);
	} else if (kind == FLOW_YIELD) {
		policy->yield(sm, w);
	} else if (kind == FLOW_WARPSYNC) {
		policy->warpsync(sm, w, warpsync_lanes(w, in));
	} else {
		block_barrier(sm, w, in);
	}
	if (w->runs && w->runs->pc != pc + 1)
		w->branch_until = w->stall_until + (uint64_t)sm->m->v[M_switch_extra];
	return true;
}

/* ---- issue ---- */

/* Scoreboards and pending registers of an instruction that is not a memory access. */
static void
results(struct sm *sm, struct warp *w, const struct inst *in, const struct timing *tm)
{
	uint64_t done = sm->now + tm->latency;

	if (in->rbar != ISA_NO_SB) {
		struct scoreboard *b = w->sb + in->rbar;
		uint64_t read = sm->now + (uint64_t)sm->m->v[M_operand_latency];

		if (read > b->until)
			b->until = read;
		b->state = SIMT_STALL_short_scoreboard;
	}
	if (in->wbar != ISA_NO_SB || in->op->variable) {
		expect_result(sm, w, in, done, 0, SIMT_STALL_short_scoreboard);
	} else if (sm->m->v[M_register_scoreboard] && (in->nd || (in->pd[0] & in->pd[1]) != ISA_PT)) {
		pending_add(w, &(struct pending){.defs = tm->defs,
						 .lanes = w->runs->mask,
						 .ready = done,
						 .guard_ready = sm->now + (uint64_t)sm->m->v[M_guard_latency],
						 .state = SIMT_STALL_wait});
	}
}

void
slot_refresh(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	uint64_t t = w->block ? warp_ready(w) : NEVER;

	(void)sm;
	c->ready[i] = t;
	if (t == NEVER)
		return;
	c->pipe_of[i] = w->f->timing[w->runs->pc].pipe;
	if (c->pipe[c->pipe_of[i]].free > t)
		t = c->pipe[c->pipe_of[i]].free;
	if (t < c->next)
		c->next = t;
}

bool
issue(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	uint32_t pc = w->runs->pc;
	const struct inst *in = w->f->code + pc;
	const struct timing *tm = w->f->timing + pc;
	struct pipe *p = c->pipe + tm->pipe;
	lanes_t active = w->runs->mask, guarded;
	struct access access;

	warp_account(w, c->pipe, sm->now, sm->stats.stall);
	sm->stats.stall[SIMT_STALL_selected]++;
	w->accounted = sm->now + 1;
	pending_expire(w, sm->now);
	p->busy += tm->pipe_cycles - 1u; /* in its own cycle another warp is passed over, not held up */
	p->free = sm->now + tm->pipe_cycles;
	w->stall_until = sm->now + (in->stall ? in->stall : 1);
	if (in->op->flow == FLOW_MEMORY)
		access_clear(&access);
	if (!execute(sm, w, in, &guarded, &access))
		return false;
	count(sm, w, active, guarded, pc);
	if (in->op->flow == FLOW_MEMORY)
		lsu_finish(sm, w, c, i, in, &access);
	else
		results(sm, w, in, tm);
	if (!flow(sm, w, in, guarded))
		return false;
	if (w->block && !w->alive)
		warp_end(sm, c, i);
	else if (sm->policy->arrive && w->runs)
		sm->policy->arrive(sm, w);
	slot_refresh(sm, c, i);
	return true;
}
