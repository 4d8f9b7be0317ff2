/* ideal.c: what the code of a kernel asks for under policy ideal: which BSYNCs wait, and where paths may become one. See policy-ideal.c. */
#include "sim/divergence/ideal.h"

#include <stdlib.h>

#include "sim/core/warp.h"
#include "sim/divergence/control-flow.h"
#include "sim/runtime/context.h"
#include "sim/runtime/function.h"

static bool
looks_at_others(const struct inst *in)
{
	if (in->op->traits & TRAIT_VOTE)
		return in->ps[0] != ISA_PT;
	return in->op->traits & (TRAIT_CROSS_LANE | TRAIT_SYNCWARP);
}

static bool
goes_anywhere(const struct inst *in)
{
	return in->op->flow == FLOW_BRX || in->op->flow == FLOW_RET || (in->op->flow == FLOW_CALL && in->a.kind != SRC_NONE);
}

/* The instructions that can follow instruction i, at most two. */
static unsigned
followers(const struct simt_function *f, size_t i, size_t *next)
{
	const struct inst *in = f->code + i;
	bool some = in->guard != ISA_PT || in->ps[0] != ISA_PT; /* only where the guards hold */
	unsigned n = 0;

	if (in->op->flow == FLOW_BRANCH || (in->op->flow == FLOW_CALL && in->a.kind == SRC_NONE && in->target < EXTERNAL_NEAR)) {
		next[n++] = in->target / ISA_INST_BYTES;
		some = some || in->op->flow == FLOW_CALL;
	} else if (in->op->flow != FLOW_EXIT) {
		some = true;
	}
	if (some && i + 1 < f->n)
		next[n++] = i + 1;
	return n;
}

static void
uniform_reads(const struct inst *in, struct ideal *x)
{
	const struct isa_source *o[] = {&in->a, &in->b, &in->c};
	const unsigned count[] = {in->na, in->nb, in->nc};

	for (unsigned k = 0; k < 3; k++)
		for (unsigned r = 0; o[k]->kind == SRC_UREG && r < (count[k] ? count[k] : 1) && o[k]->index + r < ISA_URZ; r++)
			x->live |= UINT64_C(1) << (o[k]->index + r);
	for (unsigned r = in->desc; in->op->flow == FLOW_MEMORY && r < in->desc + 2u && r < ISA_URZ; r++)
		x->live |= UINT64_C(1) << r;
	/* PLOP3 and BRA can read uniform predicates too; to count one of the lanes' with them does no harm */
	for (unsigned k = 0; k < 3; k++)
		x->live_p |= (uint8_t)(1u << (in->ps[k] & 7));
	if (in->op->ureg_guard)
		x->live_p |= (uint8_t)(1u << (in->guard & 7));
}

/* Uniform registers that instruction i overwrites, whatever its lanes. */
static void
uniform_writes(const struct inst *in, uint64_t *r, uint8_t *p)
{
	*r = *p = 0;
	if (!in->op->ureg_dest || in->guard != ISA_PT)
		return;
	for (unsigned k = in->d; k < in->d + in->nd && k < ISA_URZ; k++)
		*r |= UINT64_C(1) << k;
	for (unsigned k = 0; k < 2; k++)
		*p |= (uint8_t)(1u << in->pd[k]);
}

/* One pass against the flow over `live` and `asks`; whether anything has changed. */
static bool
pass(struct simt_function *f)
{
	bool changed = false;

	for (size_t i = f->n; i--;) {
		const struct inst *in = f->code + i;
		struct ideal *x = f->ideal + i, was = *x;
		bool all_come = in->op->flow == FLOW_WARPSYNC && in->f[F_mode] == WARPSYNC_PLAIN && in->a.kind != SRC_REG;
		size_t next[2];
		uint64_t r;
		uint8_t p;

		uniform_writes(in, &r, &p);
		for (unsigned k = followers(f, i, next); k--;) {
			x->live |= f->ideal[next[k]].live & ~r;
			x->live_p |= (uint8_t)(f->ideal[next[k]].live_p & ~p);
			x->asks = x->asks || (!all_come && f->ideal[next[k]].asks);
		}
		changed = changed || x->live != was.live || x->live_p != was.live_p || x->asks != was.asks;
	}
	return changed;
}

/* Whether a YIELD lies between the BSSY at `from` and the BSYNC at `to`. */
static bool
yields_between(struct simt_function *f, size_t from, size_t to, size_t *stack)
{
	size_t n = 0, next[2];
	bool found = false;

	for (size_t i = 0; i < f->n; i++)
		f->ideal[i].seen = i == to;
	stack[n++] = from;
	f->ideal[from].seen = true;
	while (n && !found) {
		size_t i = stack[--n];

		found = f->code[i].op->flow == FLOW_YIELD;
		for (unsigned k = followers(f, i, next); k--;)
			if (!f->ideal[next[k]].seen) {
				f->ideal[next[k]].seen = true;
				stack[n++] = next[k];
			}
	}
	return found;
}

/* Whether instruction i is a branch to an instruction from `first` to `last`. */
static bool
jumps_to(const struct simt_function *f, size_t i, size_t first, size_t last)
{
	const struct inst *in = f->code + i;

	return in->op->flow == FLOW_BRANCH && in->target / ISA_INST_BYTES >= first && in->target / ISA_INST_BYTES <= last;
}

/* Whether the code between the BSSY at `from` and the BSYNC at `to` has no loop, and is in one that has no other BSSY. Lanes that have gone
 * different ways in it would drift apart, turn by turn, until each is alone: then accesses that could be one are many. */
static bool
is_loop_body(const struct simt_function *f, size_t from, size_t to)
{
	size_t end = to + 1;

	for (size_t i = from + 1; i < to; i++)
		if (goes_anywhere(f->code + i) || f->code[i].op->flow == FLOW_CALL || jumps_to(f, i, from, i))
			return false;
	while (end < f->n && !jumps_to(f, end, 0, from))
		end++;
	if (end == f->n)
		return false;
	for (size_t i = f->code[end].target / ISA_INST_BYTES; i < end; i++)
		if (i != from && f->code[i].op->flow == FLOW_BSSY)
			return false;
	return true;
}

/* Which BSYNCs wait. The BSYNC of a BSSY is the one before its target. */
static void
find_binding(struct simt_function *f, size_t *stack, bool moved)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->code[i].op->flow == FLOW_BSYNC)
			f->ideal[i].binds = f->ideal[i].asks;
	for (size_t i = 0; i < f->n && !moved; i++) {
		size_t to = f->code[i].target / ISA_INST_BYTES - 1;

		if (f->code[i].op->flow == FLOW_BSSY && to < f->n && to > i && f->code[to].op->flow == FLOW_BSYNC &&
		    is_loop_body(f, i, to))
			f->ideal[to].binds = true;
	}
	for (size_t i = 0; i < f->n; i++) {
		size_t to = f->code[i].target / ISA_INST_BYTES - 1;

		if (f->code[i].op->flow == FLOW_BSSY && to < f->n && f->code[to].op->flow == FLOW_BSYNC && f->ideal[to].binds &&
		    yields_between(f, i, to, stack))
			f->ideal[to].binds = false;
	}
	for (size_t i = 0; i < f->n; i++) {
		size_t to = f->code[i].target / ISA_INST_BYTES - 1;

		if (f->code[i].op->flow == FLOW_BSSY)
			f->ideal[i].binds = to >= f->n || f->code[to].op->flow != FLOW_BSYNC || f->ideal[to].binds;
	}
}

static void
find_joins(struct simt_function *f)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct inst *in = f->code + i;
		size_t next[2];

		if (in->op->flow == FLOW_BSSY || in->op->flow == FLOW_BSYNC)
			f->ideal[i].joins = true;
		if (in->op->flow == FLOW_BRANCH || in->op->flow == FLOW_YIELD)
			for (unsigned k = followers(f, i, next); k--;)
				f->ideal[next[k]].joins = true;
	}
	/* the lanes of a WARPSYNC.EXCLUSIVE are to be alone, and so are those that BRA.DIV or BRA.CONV finds to be all of a tile */
	for (size_t i = 0; i + 1 < f->n; i++) {
		const struct inst *in = f->code + i;
		const bool tests = in->op->flow == FLOW_BRANCH && in->a.kind == SRC_UREG;

		if (tests && in->f[F_dest] == BRA_CONV)
			f->ideal[in->target / ISA_INST_BYTES].joins = false;
		else if (tests || (in->op->flow == FLOW_WARPSYNC && in->f[F_mode] == WARPSYNC_EXCLUSIVE))
			f->ideal[i + 1].joins = false;
	}
}

bool
ideal_prepare(struct simt_function *f, struct simt_error *e)
{
	size_t *stack = malloc(f->n * sizeof *stack), spill = f->n;
	bool anywhere = false, waits = false;

	f->ideal = calloc(f->n, sizeof *f->ideal);
	if (!f->ideal || !stack) {
		free(stack);
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	}
	for (size_t i = 0; i < f->n; i++) {
		f->ideal[i].asks = looks_at_others(f->code + i);
		uniform_reads(f->code + i, f->ideal + i);
		anywhere = anywhere || goes_anywhere(f->code + i);
		if (f->code[i].op->flow == FLOW_BMOV)
			spill = i;
	}
	/* what follows a branch to anywhere may be anything that there is */
	for (size_t i = 0; anywhere && i < f->n; i++)
		if (goes_anywhere(f->code + i))
			f->ideal[i] = (struct ideal){.live = UINT64_MAX, .live_p = UINT8_MAX, .asks = true};
	while (pass(f))
		;
	find_binding(f, stack, spill < f->n);
	find_joins(f);
	free(stack);
	for (size_t i = 0; i < f->n; i++)
		waits = waits || f->ideal[i].binds;
	if (waits && spill < f->n)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s, offset 0x%zx: BMOV, where lanes have to meet at a BSYNC, is not simulated with "
				 "reconvergence=ideal",
				 f->kernel->name, spill * ISA_INST_BYTES);
	return true;
}
