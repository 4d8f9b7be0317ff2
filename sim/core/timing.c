/* timing.c: what timing needs of each instruction, worked out once for a function and a machine. See struct timing in code.h.
 *
 * What this module cannot do: times that depend on values, such as those of memory accesses; these are worked out as they run. */
#include "sim/core/timing.h"

#include "isa/gmma.h"
#include "isa/row-access.h"
#include "sim/core/code.h"
#include "sim/core/fetch.h"

/* Registers of the result of a DMMA with 16 rows. */
enum { DMMA_RESULT = 8 };

static void
add_registers(struct regset *s, unsigned base, unsigned first, unsigned n, unsigned zero)
{
	for (unsigned i = first; i < first + n && i < zero; i++)
		s->w[(base + i) / 64] |= UINT64_C(1) << ((base + i) % 64);
}

static void
add_source(struct regset *s, const struct isa_source *o, unsigned n)
{
	if (o->kind == SRC_REG)
		add_registers(s, 0, o->index, n ? n : 1, ISA_RZ);
	else if (o->kind == SRC_UREG)
		add_registers(s, REGSET_UR, o->index, n ? n : 1, ISA_URZ);
}

/* Source predicate i. Uniform instructions read uniform ones, but VOTEU, which collects those of the lanes; and two others have one. */
static unsigned
predicates_of(const struct inst *in, int i)
{
	bool second_guard = i == 1 && in->op->flow == FLOW_BRANCH;

	return in->op->ureg_guard || second_guard || (i == 2 && in->f[F_up2]) ? REGSET_UP : REGSET_P;
}

static void
registers_of(const struct inst *in, struct timing *t)
{
	enum { PREDICATES = 0x7f };
	bool uniform = in->op->ureg_dest;
	const unsigned predicates = uniform ? REGSET_UP : REGSET_P;
	const uint64_t named = in->b.kind == SRC_IMM ? in->b.value & PREDICATES : PREDICATES;

	add_registers(&t->guard, in->op->ureg_guard ? REGSET_UP : REGSET_P, in->guard & 7, 1, ISA_PT);
	add_registers(&t->defs, uniform ? REGSET_UR : 0, in->d, in->nd, uniform ? ISA_URZ : ISA_RZ);
	for (int i = 0; i < 2; i++)
		add_registers(&t->defs, predicates, in->pd[i], 1, ISA_PT);
	add_source(&t->reads, &in->a, in->na);
	add_source(&t->reads, &in->b, in->nb);
	add_source(&t->reads, &in->c, in->nc);
	for (int i = 0; i < 3; i++)
		add_registers(&t->reads, predicates_of(in, i), in->ps[i] & 7, 1, ISA_PT);
	if (in->op->flow == FLOW_MEMORY)
		add_registers(&t->reads, REGSET_UR, in->desc, 2, ISA_URZ);
	if (in->f[F_sparse])
		add_registers(&t->reads, 0, in->f[F_meta], 1, ISA_RZ);
	/* a mask says which of all predicates */
	if (in->op->traits & TRAIT_READS_PREDICATES)
		t->reads.w[predicates / 64] |= named << predicates % 64;
	if (in->op->traits & TRAIT_WRITES_PREDICATES)
		t->defs.w[predicates / 64] |= named << predicates % 64;
	for (int i = 0; i < REGSET_WORDS; i++)
		t->uses.w[i] = t->reads.w[i] | t->defs.w[i];
}

/* The registers that it reads through ports: those of an instruction of variable latency are read when its unit gets to them. */
static void
sources_of(const struct inst *in, const struct simt_machine *m, struct timing *t)
{
	const struct isa_source *o[] = {&in->a, &in->b, &in->c};
	const unsigned n[] = {in->na, in->nb, in->nc};

	t->apart = true;
	for (unsigned i = 0; i < 3 && !in->op->variable && !is_gmma(in); i++)
		for (unsigned k = 0; o[i]->kind == SRC_REG && k < (n[i] ? n[i] : 1); k++) {
			unsigned reg = o[i]->index + k, slot = in->slot[i] + (n[i] > 1 ? PORT_SLOTS : 0);
			const unsigned bank = reg % m->issue.register_banks, place = slot * PORT_BANKS + bank;
			bool twice = false, apart = true;

			for (unsigned j = 0; j < t->nsources; j++) {
				twice = twice || t->source[j].reg == reg;
				apart = apart && t->source[j].place != place;
			}
			if (reg >= ISA_RZ || twice)
				continue;
			t->apart = t->apart && apart;
			t->reads_of[bank]++;
			t->further = t->further || bank > 1;
			t->keeps = t->keeps || (in->reuse >> in->slot[i] & 1);
			if (t->nsources < PORT_SOURCES)
				t->source[t->nsources++] = (struct port_source){
					.reg = (uint8_t)reg, .place = (uint8_t)place, .keep = in->reuse >> in->slot[i] & 1};
		}
}

/* How long it holds its pipe: most as long as that says. */
static unsigned
rate_of(const struct inst *in)
{
	static const struct {
		uint32_t trait;
		unsigned rate;
	} slow[] = {{TRAIT_WIDE_RATE, RATE_WIDE},          {TRAIT_REDUX_RATE, RATE_REDUX}, {TRAIT_MATCH_RATE, RATE_MATCH},
		    {TRAIT_TENSOR_HALF, RATE_TENSOR_HALF}, {TRAIT_DMMA_4, RATE_DMMA_4},    {TRAIT_DMMA_8, RATE_DMMA_8},
		    {TRAIT_DMMA_16, RATE_DMMA_16}};

	for (unsigned i = 0; i < sizeof slow / sizeof *slow; i++)
		if (in->op->traits & slow[i].trait)
			return slow[i].rate;
	return in->op->pipe;
}

/* Special registers that hold another value in each lane come through the data path of shared memory; the others do not. */
static bool
differs_by_lane(const struct inst *in)
{
	const unsigned sreg = in->f[F_sreg];

	if (!(in->op->traits & TRAIT_SPECIAL_REGISTER) || in->op->ureg_dest)
		return false;
	return sreg == 0 || (sreg >= 32 && sreg <= 35) || (sreg >= 56 && sreg <= 60); /* LANEID, TID, lane masks */
}

/* A barrier for the block alone has nothing to wait for: the SM's accesses take effect in order. */
static enum fence
fence_of(const struct inst *in)
{
	enum { LEVEL_CTA = 0 };

	if (in->op->traits & TRAIT_FENCE)
		return in->f[F_level] == LEVEL_CTA ? FENCE_NONE : FENCE_BARRIER;
	return in->op->traits & TRAIT_INVALIDATES_L1 ? FENCE_INVALIDATE : FENCE_NONE;
}

/* MEMBAR, ERRBAR, CCTL and their kin go through the load and store unit, but not through its data path. */
static bool
is_order(const struct inst *in)
{
	return in->op->pipe == PIPE_lsu && in->op->flow == FLOW_NONE && !in->nd;
}

/* The constants that an instruction needs to issue. */
static uint32_t
constants_of(const struct inst *in)
{
	const struct isa_source *o[] = {&in->a, &in->b, &in->c};

	if ((in->op->traits & TRAIT_CONSTANT_LOAD) && in->op->ureg_dest)
		return in->a.kind == SRC_UREG && in->a.index != ISA_URZ ? CONSTANT_UNIFORM
									: constant_line(in->bank, (uint32_t)in->displacement);
	for (int i = 0; i < 3; i++)
		if (o[i]->kind == SRC_CONST)
			return constant_line(o[i]->index, o[i]->value);
	return 0;
}

static uint8_t
datapath_of(enum isa_pipe p)
{
	switch (p) {
	case PIPE_fma:
	case PIPE_fmaheavy:
		return DATAPATH_FMA;
	case PIPE_alu:
		return DATAPATH_ALU;
	case PIPE_lsu:
		return DATAPATH_LSU;
	default:
		return DATAPATH_NONE;
	}
}

/* Where the latency of a pipe is not all there is to say. */
static void
exceptions_of(const struct inst *in, const struct simt_machine *m, struct timing *t)
{
	const uint32_t traits = in->op->traits;
	const bool slow = t->pipe == PIPE_uniform && !(traits & TRAIT_SHORT_LATENCY), mma = traits & TRAIT_MMA_LATENCY;

	t->variable = in->op->variable;
	t->uniform = t->pipe == PIPE_uniform || (in->op->ureg_guard && t->pipe != PIPE_lsu);
	t->datapath = traits & TRAIT_MBARRIER ? DATAPATH_NONE : datapath_of(t->pipe); /* nvcc leaves 4 cycles from all */
	t->crossing = (uint8_t)(t->datapath == DATAPATH_FMA || t->datapath == DATAPATH_ALU ? m->pipes.crossing_cycles : 0);
	t->family = t->pipe == PIPE_uniform ? FAMILY_UNIFORM : mma ? FAMILY_MMA : FAMILY_NONE;
	if (slow || mma || (traits & TRAIT_LANE_TO_UNIFORM))
		t->latency = slow ? m->pipes.uniform_lanes_latency : mma ? m->pipes.mma_latency : m->pipes.r2ur_latency;
	t->variable_latency = t->predicate_latency = t->family_latency = t->latency;
	if (slow)
		t->family_latency = m->pipes.uniform_chain_latency;
	if (mma) {
		t->family_latency = m->pipes.mma_chain_latency;
		t->variable_latency = m->pipes.mma_variable_latency;
	}
	t->guard_latency = t->pipe == PIPE_uniform ? m->issue.uniform_guard_latency : m->issue.guard_latency;
	t->low = t->high = -1;
	if (traits & TRAIT_EARLY_UNIFORM) {
		t->low = (int16_t)(REGSET_UR + in->d);
		t->low_skew =
			(uint8_t)(t->latency > m->pipes.latency[PIPE_uniform] ? t->latency - m->pipes.latency[PIPE_uniform] : 0);
	}
	t->gate = m->issue.fp_wait == FP_WAIT_SUBCORE && (t->pipe == PIPE_fp16 || t->pipe == PIPE_fp64) ? PIPE_NONE : t->unit;
	t->entry = t->gate == PIPE_lsu && t->lg ? ENTRY_LG : t->gate;
	if (t->rate == RATE_WIDE)
		t->again = t->slots = m->issue.wide_again;
	if (t->pipe == PIPE_fp64 && !mma) {
		t->variable_latency = m->pipes.fp64_variable_latency;
		t->predicate_latency = m->pipes.fp64_predicate_latency;
	}
	if (t->rate == RATE_WIDE) {
		t->low_skew = m->pipes.wide_skew;
		t->high_skew = m->pipes.wide_sum_skew;
		t->low = in->nd == 2 ? in->d : -1;
		t->high = in->nc == 2 && in->c.index != ISA_RZ ? in->c.index + 1 : -1;
	}
}

/* How long a matrix instruction of a group of warps holds its unit: what its columns take, or the bytes that it reads of shared memory. */
static uint16_t
gmma_cycles(const struct inst *in, const struct simt_machine *m)
{
	const uint32_t columns = (gmma_columns(in) + m->pipes.wgmma_columns - 1) / m->pipes.wgmma_columns;
	const uint32_t bytes = (gmma_bytes(in) + m->pipes.wgmma_bytes - 1) / m->pipes.wgmma_bytes;
	const uint32_t least = in->a.kind == SRC_REG ? m->pipes.wgmma_read_cycles : 1, t = columns > bytes ? columns : bytes;

	return (uint16_t)(t > least ? t : least);
}

/* The queue that it goes through, and for how long it takes the data path of shared memory. */
static void
queue_of(const struct inst *in, const struct simt_machine *m, struct timing *t)
{
	const bool memory = in->op->flow == FLOW_MEMORY, lsu = t->pipe == PIPE_lsu;

	t->memory = memory;
	t->row_form = memory ? isa_row_form(in) : 0;
	t->match = t->rate == RATE_MATCH;
	t->delays = lsu && (in->op->traits & TRAIT_CROSS_LANE);
	t->adu = m->lsu.adu_cycles && (t->match || t->rate == RATE_REDUX || differs_by_lane(in));
	t->shared = memory ? !t->lg : t->adu || (lsu && in->op->flow == FLOW_NONE && !is_order(in));
	t->unit = t->adu ? PIPE_lsu : t->pipe;
	t->gmma = is_gmma(in) ? gmma_cycles(in, m) : 0;
	t->queue = t->gmma                                 ? QUEUE_GMMA
		   : t->unit == PIPE_lsu                   ? QUEUE_MIO
		   : t->pipe == PIPE_xu && m->lsu.xu_queue ? QUEUE_XU
							   : QUEUE_NONE;
	if (t->adu && t->rate == PIPE_adu)
		t->rate = PIPE_lsu;
}

/* Accesses that go the way of shared memory; that of a bulk copy does not take L1 either, but LDGSTS reads through L1. */
static bool
is_shared(const struct inst *in)
{
	return (in->op->traits & TRAIT_SHARED_SPACE) && !in->async;
}

/* A branch to one place, or EXIT. */
static bool
is_plain_branch(const struct inst *in)
{
	return (in->op->flow == FLOW_BRANCH || in->op->flow == FLOW_EXIT) && !in->op->exec && in->a.kind == SRC_NONE &&
	       in->ps[1] == ISA_PT && !in->f[F_any];
}

void
timing_of(const struct inst *in, const struct simt_machine *m, struct timing *t)
{
	enum isa_pipe p = in->op->pipe;

	*t = (struct timing){.pipe = p};
	registers_of(in, t);
	sources_of(in, m, t);
	t->rate = (uint8_t)rate_of(in);
	t->fence = (uint8_t)fence_of(in);
	t->constant = constants_of(in);
	t->indexed = (in->op->traits & TRAIT_CONSTANT_LOAD) && !in->op->ureg_dest;
	t->lg = in->op->flow == FLOW_MEMORY && !is_shared(in);
	queue_of(in, m, t);
	t->wavefronts = (p == PIPE_lsu && in->op->flow == FLOW_NONE && !is_order(in)) || differs_by_lane(in);
	if (in->op->flow == FLOW_MEMORY)
		t->latency = 0; /* memory says */
	else if (p == PIPE_lsu)
		t->latency = m->pipes.latency[PIPE_lsu];
	else if (t->rate == RATE_REDUX || t->rate == RATE_MATCH)
		t->latency = t->rate == RATE_REDUX ? m->pipes.redux_latency : m->pipes.match_latency;
	else if (t->rate == RATE_DMMA_4 || t->rate == RATE_DMMA_8 || t->rate == RATE_DMMA_16)
		t->latency =
			(uint16_t)(m->pipes.dmma_latency + machine_pipe_cycles(m, t->rate, m->sm.warp_size) * in->nd / DMMA_RESULT);
	else if (t->gmma)
		t->latency = (uint16_t)(gmma_columns(in) / m->pipes.wgmma_columns + m->pipes.wgmma_latency);
	else
		t->latency = (uint16_t)machine_pipe_latency(m, p);
	exceptions_of(in, m, t);
	t->cycles = (uint8_t)((m->issue.stall_counts ? control_cycles(in) : 1) + t->again);
	t->wait = in->wait;
	t->yield = in->yield;
	t->flow = in->op->flow != FLOW_NONE && in->op->flow != FLOW_MEMORY;
	t->told_alone = (in->op->traits & (TRAIT_FENCE | TRAIT_SYNCWARP)) != 0;
	if (in->op->flow == FLOW_NONE && in->op->exec && !t->wavefronts && !t->told_alone)
		*(in->guard == ISA_PT ? &t->plain : &t->guarded) = isa_quick(in);
	t->exec = in->op->flow == FLOW_NONE && in->op->exec ? isa_quick(in) : in->op->exec;
	if (is_plain_branch(in) && t->queue == QUEUE_NONE && !t->wavefronts)
		t->way = WAY_BRANCH;
	else if (t->flow || t->fence || !t->exec)
		t->way = WAY_LONG;
	else if (t->plain && !is_scored(in) && in->rbar == ISA_NO_SB && t->queue == QUEUE_NONE && !t->shared && !t->slots &&
		 !t->match && !t->indexed)
		t->way = WAY_QUICK;
	else
		t->way = WAY_SHORT;
}
