/* execute.h: what instructions do to the lanes of a warp, in cycle mode as in functional mode: registers, predicates, accesses; private
 * to sim/.
 *
 * Lanes are executed set by set. The lanes of a set are in one home row and share uniform registers (struct split has the sets), and
 * what the block's special registers read. Most warps have one set, and no loop and no wide masks are needed for it: that is here, where
 * compilers can put it into both modes.
 *
 * What this module cannot do: count (issue-counts.h), say how long it takes (issue.c) or where the lanes go on (control-flow.h). */
#ifndef SIMT_EXECUTE_H
#define SIMT_EXECUTE_H

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/access.h"
#include "sim/memory/lsu.h"
#include "sim/observe/fault.h"

/* What the instructions of w see, but for the set of lanes. */
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

/* What the instructions of w see, which is simple: all lanes of its running path, as if each guard held. */
static inline __attribute__((always_inline)) struct exec *
exec_of_simple(struct sm *sm, struct warp *w, struct mem_request *mem)
{
	struct exec *x = &w->x;

	sm->row = 0;
	x->u = w->runs->u;
	x->mask = x->active = (uint32_t)w->runs->mask << x->lane0;
	x->clock = sm->now;
	x->mem = mem;
	x->reduction = w->block->reduction;
	return x;
}

/* An executor has set x->fault. Returns false, with the fault in sm->error. */
static inline bool
execute_fault(struct sm *sm, struct warp *w, const struct exec *x)
{
	return fault_at(sm, w, (unsigned)__builtin_ctz(x->mask), "%s", x->fault);
}

/* Executes for the lanes x->active of home row `row`, but for their access. x->mask gets those whose guard holds. False: a fault. */
static inline __attribute__((always_inline)) bool
execute_set(struct sm *sm, struct warp *w, const struct inst *in, struct exec *x, unsigned row)
{
	x->mask = in->guard == ISA_PT ? x->active : isa_guard(in, x);
	if (!x->mask || !in->op->exec)
		return true;
	sm->row = row;
	in->op->exec(in, x);
	return !x->fault || execute_fault(sm, w, x);
}

/* The access of the home row that has executed. False: a fault. */
static inline __attribute__((always_inline)) bool
access_row(struct sm *sm, struct warp *w, const struct inst *in, struct exec *x, struct access *access)
{
	if (!lsu_access(sm, w, in, x->row, x->mem, access))
		return false;
	if (x->mem->kind != MEM_STORE && x->mem->mask)
		isa_write_back(in, x);
	return true;
}

/* execute() of a warp that is not simple; x is exec_of(w). */
bool execute_sets(struct sm *sm, struct warp *w, const struct inst *in, struct exec *x, lanes_t *guarded, struct access *access);

/* Executes `in`, the next instruction of w, but for its control flow. *guarded gets the lanes whose guards hold, *access what a FLOW_MEMORY
 * instruction accessed. False: a fault, in sm->error. */
static inline __attribute__((always_inline)) bool
execute(struct sm *sm, struct warp *w, const struct inst *in, lanes_t *guarded, struct access *access)
{
	struct mem_request mem;
	struct exec x;

	if (in->op->flow == FLOW_MEMORY) {
		mem.mask = 0;
		access_clear(access);
	}
	if (w->simple) {
		struct exec *own = exec_of_simple(sm, w, &mem);

		if (!execute_set(sm, w, in, own, 0))
			return false;
		if (in->op->flow == FLOW_MEMORY && mem.mask && !access_row(sm, w, in, own, access))
			return false;
		*guarded = own->mask >> own->lane0;
	} else {
		x = exec_of(sm, w, &mem);
		if (!execute_sets(sm, w, in, &x, guarded, access))
			return false;
	}
	/* control flow has a second guard; BAR.RED's predicate is its operand */
	if (in->ps[0] != ISA_PT && in->op->flow > FLOW_MEMORY && in->op->flow != FLOW_BAR)
		*guarded &= warp_predicate_lanes(w, in->ps[0]);
	return true;
}

#endif
