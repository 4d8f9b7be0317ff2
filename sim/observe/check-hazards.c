/* check-hazards.c: instructions that access a register before the control fields allow it. They read or overwrite a result that is not
 * ready yet, or overwrite a register that an earlier instruction has yet to read.
 *
 * What counts is what the control fields guarantee, not when the instruction happened to issue: for each lane, the cycles from issue to
 * issue that they ask for, and the scoreboards that its path waited for. So a stall count that is too low is found although another warp
 * held this one up, in functional mode too, and whether or not the machine has a register scoreboard. A result of fixed latency is there
 * after scoreboard_result_latency(), as a guard after scoreboard_guard_latency(); any other one when its lanes have waited for the scoreboard that it raises.
 * What overwrites a result of fixed latency has to write in a later cycle than that; a load is taken to be as fast as the faster of L1 and shared
 * memory.
 * Registers that an instruction of variable latency reads may be overwritten when its lanes have waited for either of its scoreboards.
 *
 * NVIDIA does not publish these five rules, but nvcc 13 relies on them in the shipped cubins:
 *  - The load and store unit reads operands in order, so it is enough to wait for a later instruction of it.
 *  - It returns what LDS reads in order. So the same holds for the write scoreboards of LDS and MOVM, for those of SHFL, and for those of S2UR.
 *  - POPC, BREV, MUFU and conversions use one pipe in order. So the same holds there, and a later one may overwrite what an earlier one reads or
 *    writes.
 *  - The predicate that an ATOM writes is ready when its operands have been read.
 *  - Uniform registers, predicates and the operands of branches are read at issue.
 *
 * Which registers an instruction reads and writes, and how long its result takes, is in the struct timing that the machine's register
 * scoreboard uses, too (scoreboard.c).
 *
 * What this module cannot do: see code that no thread runs, or lanes whose guard did not hold. Know of cycles beyond the stall counts
 * that are certain in hardware, such as those of a taken branch. Convergence barriers, which BMOV writes. */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash-map.h"
#include "sim/core/issue.h"
#include "sim/core/scoreboard.h"
#include "sim/divergence/control-flow.h"
#include "sim/observe/checks.h"
#include "sim/observe/explain.h"
#include "sim/observe/fixed-results.h"
#include "sim/observe/hazard-steps.h"
#include "sim/observe/open-registers.h"
#include "sim/runtime/context.h"

struct warp_state {
	struct fixed_results fixed;
	struct opens scored;
};

struct block_state {
	uint32_t nwarps;
	struct warp_state warp[];
};

/* Two instructions, the later of which accesses registers that the other one writes as it may once that has this age. Of two with the same
 * place among all the last ones are kept. */
struct pair {
	const struct simt_function *function; /* NULL: none */
	uint32_t from, to;
	int32_t age;
};

enum { PAIRS = 1 << 12 };

struct hazards {
	struct checks *c;
	struct pair pair[PAIRS];
	struct map blocks;   /* struct block_state by block */
	unsigned running;    /* launches */
	int32_t longest;     /* fixed latency there is */
	struct steps *steps; /* the last one used first */
};

static lanes_t
told_lanes(const struct simt_lanes *l)
{
	return (lanes_t)l->word[1] << 64 | l->word[0];
}

/* ---- findings ---- */

static const char *
register_name(unsigned r, char text[16])
{
	if (r < REGSET_P)
		snprintf(text, 16, "R%u", r);
	else if (r < REGSET_UR)
		snprintf(text, 16, "P%u", r - REGSET_P);
	else if (r < REGSET_UP)
		snprintf(text, 16, "UR%u", r - REGSET_UR);
	else
		snprintf(text, 16, "UP%u", r - REGSET_UP);
	return text;
}

/* Says what is missing before the register may be accessed. `early`: it is this many cycles too early; 0: nothing waits for a
 * scoreboard. */
static void
say_when(const struct open *x, int32_t early, char *text, size_t size)
{
	if (early > 0)
		snprintf(text, size, "%d cycle%s too early", (int)early, early == 1 ? "" : "s");
	else if (x->sb[0] != ISA_NO_SB)
		snprintf(text, size, "nothing waits for its scoreboard %u", x->sb[0]);
	else if (x->sb[1] != ISA_NO_SB)
		snprintf(text, size, "nothing waits for its scoreboard %u", x->sb[1]);
	else
		snprintf(text, size, "it raises no scoreboard that an instruction could wait for");
}

/* An instruction accesses register r of these lanes `early` cycles too early; 0: nothing waits for its scoreboard. */
struct hazard {
	unsigned r;
	int32_t early;
	lanes_t lanes;
};

/* Instruction `at` accesses a register of x in this way, while x is open. */
static __attribute__((noinline)) void
hazard_found(struct hazards *h, const struct simt_tap_warp *at, enum finding_kind kind, const struct open *x, struct hazard z)
{
	static const char *const does[] = {
		[FIND_HAZARD_READ] = "reads",
		[FIND_HAZARD_GUARD] = "is guarded by",
		[FIND_HAZARD_WRITE] = "overwrites",
		[FIND_HAZARD_SOURCE] = "overwrites",
	};
	struct finding *f = findings_note(h->c, at->function, kind, at->pc, x->pc);
	char name[16], where[PLACE_BYTES], when[80];

	if (!f)
		return;
	say_when(x, z.early, when, sizeof when);
	findings_say(f, SIMT_FAULT, at, at->first_thread + lanes_first(z.lanes), "hazard: %s %s, which %s %s: %s", does[kind],
		     register_name(z.r, name), explain_place(at->function, x->pc, where),
		     x->kind == OPEN_SOURCE ? "reads" : "writes", when);
}

/* An instruction, and the lanes for which it does what. */
struct access_lanes {
	lanes_t guard, reads, writes;
};

/* Instruction `at` accesses registers that the one of x writes. */
static __attribute__((noinline)) void
check_one_fixed(struct hazards *h, const struct simt_tap_warp *at, const struct fixed_result *x, int32_t age,
		const struct access_lanes *l)
{
	const struct timing *tm = at->function->timing + at->pc, *from = at->function->timing + x->pc;
	const struct open open = {.pc = x->pc, .sb = {ISA_NO_SB, ISA_NO_SB}, .kind = OPEN_RESULT};
	const int32_t writes = hazard_steps_soonest_write(h->c->s->machine, at->function->code + at->pc, tm),
		      over = from->latency - age - writes + 1;
	unsigned k = 0;
	const int32_t early = x->lanes & l->reads ? hazard_steps_read_early(from, tm, age, &k) : 0;
	int r = x->lanes & l->guard ? regset_first(&tm->guard, &from->defs) : -1;

	if (r >= 0) {
		const int32_t guards = (int32_t)scoreboard_guard_latency(from, tm, (unsigned)r) - age;

		if (guards > 0)
			hazard_found(h, at, FIND_HAZARD_GUARD, &open, (struct hazard){(unsigned)r, guards, x->lanes & l->guard});
	}
	if (early > 0)
		hazard_found(h, at, FIND_HAZARD_READ, &open, (struct hazard){k, early, x->lanes & l->reads});
	if (over > 0 && x->lanes & l->writes && (r = regset_first(&tm->defs, &from->defs)) >= 0)
		hazard_found(h, at, FIND_HAZARD_WRITE, &open, (struct hazard){(unsigned)r, over, x->lanes & l->writes});
}

/* Looks a pair up again. */
static __attribute__((noinline)) void
pair_find(const struct hazards *h, struct pair *p, struct pair wanted)
{
	*p = wanted;
	p->age = hazard_steps_age(h->c->s->machine, p->function, p->from, p->to);
}

static void
check_fixed(struct hazards *h, const struct simt_tap_warp *at, const struct fixed_group *o, const struct access_lanes *l)
{
	for (size_t i = 0; i < o->n; i++) {
		const struct fixed_result *x = o->v + i;
		struct pair *p = h->pair + (x->pc + 61 * at->pc) % PAIRS;

		if (p->function != at->function || p->from != x->pc || p->to != at->pc)
			pair_find(h, p, (struct pair){at->function, x->pc, at->pc, 0});
		if (fixed_results_age(o, x) < p->age)
			check_one_fixed(h, at, x, fixed_results_age(o, x), l);
	}
}

static enum in_order
issue_order(const struct inst *in, const struct timing *tm)
{
	const uint32_t traits = in->op->traits;

	if (traits & TRAIT_LDS_ORDER)
		return ORDER_LDS;
	if (tm->pipe == PIPE_xu)
		return ORDER_XU;
	return traits & TRAIT_SHFL_ORDER ? ORDER_SHFL : traits & TRAIT_S2UR_ORDER ? ORDER_S2UR : ORDER_NONE;
}

static void
check_scored(struct hazards *h, const struct simt_tap_warp *at, const struct opens *o, const struct access_lanes *l)
{
	const struct timing *tm = at->function->timing + at->pc;
	const enum in_order order = issue_order(at->function->code + at->pc, tm);

	for (size_t i = 0; i < o->n; i++) {
		const struct open *x = o->v + i;
		const enum finding_kind over = x->kind == OPEN_SOURCE ? FIND_HAZARD_SOURCE : FIND_HAZARD_WRITE;
		int r;

		if (x->kind != OPEN_SOURCE && x->lanes & l->guard && (r = regset_first(&tm->guard, &x->regs)) >= 0)
			hazard_found(h, at, FIND_HAZARD_GUARD, x, (struct hazard){(unsigned)r, 0, x->lanes & l->guard});
		if (x->kind != OPEN_SOURCE && x->lanes & l->reads && (r = regset_first(&tm->reads, &x->regs)) >= 0)
			hazard_found(h, at, FIND_HAZARD_READ, x, (struct hazard){(unsigned)r, 0, x->lanes & l->reads});
		/* what the load and store unit writes it writes after it has read the operands of what came before */
		if (x->kind == OPEN_SOURCE && x->lsu && (tm->pipe == PIPE_lsu || order == ORDER_LDS))
			continue;
		/* results that return in the order of issue are overwritten in that order */
		if (x->order != ORDER_NONE && x->order == order)
			continue;
		if (x->lanes & l->writes && (r = regset_first(&tm->defs, &x->regs)) >= 0)
			hazard_found(h, at, over, x, (struct hazard){(unsigned)r, 0, x->lanes & l->writes});
	}
}

/* ---- events ---- */

/* Registers that the instruction reads after its issue. */
static struct regset
late_sources(const struct inst *in, const struct timing *tm)
{
	struct regset s = {{0}};

	if (!in->op->variable || (tm->pipe == PIPE_cbu && in->rbar == ISA_NO_SB))
		return s;
	for (int i = 0; i < REGSET_P / 64; i++)
		s.w[i] = tm->reads.w[i];
	return s;
}

/* Adds the entries of an instruction that a scoreboard covers. */
static void
open_scored(struct warp_state *w, const struct inst *in, const struct timing *tm, struct open x, lanes_t reads, lanes_t writes)
{
	x.lsu = tm->pipe == PIPE_lsu;
	x.order = tm->pipe == PIPE_xu ? ORDER_XU : ORDER_NONE; /* when a result is ready, its instruction has read its operands */
	x.sb[0] = in->wbar;
	x.sb[1] = in->rbar;
	x.regs = late_sources(in, tm);
	x.lanes = reads;
	x.kind = OPEN_SOURCE;
	if (!regset_is_empty(&x.regs))
		open_registers_add(&w->scored, &x);
	x.lanes = writes;
	if (in->op->flow == FLOW_MEMORY) {
		struct regset rest = tm->defs;

		x.kind = OPEN_PREDICATE;
		x.regs = regset_take_predicates(&rest);
		if (!regset_is_empty(&x.regs))
			open_registers_add(&w->scored, &x);
		x.regs = rest;
	} else {
		x.regs = tm->defs;
	}
	x.kind = OPEN_RESULT;
	x.sb[1] = ISA_NO_SB;
	x.order = issue_order(in, tm);
	if (!regset_is_empty(&x.regs))
		open_registers_add(&w->scored, &x);
}

static void
open_registers(struct warp_state *w, struct fixed_group *g, const struct simt_tap_warp *at, const struct access_lanes *l)
{
	const struct inst *in = at->function->code + at->pc;
	const struct timing *tm = at->function->timing + at->pc;
	const struct open x = {.issued = l->guard, .pc = at->pc};

	if (is_scored(in))
		open_scored(w, in, tm, x, l->reads, l->writes);
	else if (!regset_is_empty(&tm->defs) && l->writes)
		fixed_results_add(&w->fixed, g, at->pc, l->writes);
}

static void
check_issue(struct hazards *h, const struct simt_tap_warp *at, struct warp_state *w, lanes_t active, lanes_t guarded)
{
	const struct inst *in = at->function->code + at->pc;
	const struct timing *tm = at->function->timing + at->pc;
	/* what a branch is guarded by besides its guard it reads for all lanes; uniform registers belong to all of them */
	const bool second = in->op->flow > FLOW_MEMORY && in->ps[0] != ISA_PT;
	const struct access_lanes l = {
		.guard = active,
		.reads = second ? active : guarded,
		.writes = in->op->ureg_dest && guarded ? active : guarded,
	};
	struct fixed_group *g = fixed_results_group(&w->fixed, active);

	open_registers_waited(&w->scored, in->wait, active);
	check_fixed(h, at, g, &l);
	if (w->scored.n && (regset_first(&tm->uses, &w->scored.regs) >= 0 || regset_first(&tm->guard, &w->scored.regs) >= 0))
		check_scored(h, at, &w->scored, &l);
	open_registers(w, g, at, &l);
	fixed_results_go_on(&w->fixed, g, (int32_t)control_cycles(in), h->longest);
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *e)
{
	struct hazards *h = arg;
	struct block_state *b = map_get(&h->blocks, findings_block(at->launch, at->block));

	check_issue(h, at, b->warp + at->warp, told_lanes(&e->active), told_lanes(&e->guarded));
}

/* ---- straight runs ---- */

/* Instructions from `first` on, but not `end`. */
struct run_of {
	uint32_t first, end;
};

/* The last of a run's own results are under way at its end. `now` is when the group has issued all of it. */
static void
leave_results(const struct hazards *h, struct warp_state *w, struct fixed_group *g, const struct hazard_step *v, struct run_of x)
{
	uint32_t k = x.end;
	int32_t age = 0;

	while (k > x.first && age < h->longest)
		age += v[--k].cycles;
	for (; k < x.end; age -= v[k++].cycles)
		if (v[k].writes && age < h->longest)
			fixed_results_add_aged(&w->fixed, g, &(struct fixed_result){.lanes = g->lanes, .issued = age, .pc = k});
}

/* A run that does nothing too early with its own results: what is left to check are results from before it, and those that scoreboards
 * cover. */
static void
fine_run(struct hazards *h, struct simt_tap_warp *at, struct warp_state *w, struct fixed_group *g, const struct hazard_step *v,
	 uint32_t n)
{
	const struct access_lanes l = {g->lanes, g->lanes, g->lanes};
	const struct run_of run = {at->pc, at->pc + n};

	while (at->pc < run.end) {
		const struct hazard_step *s = v + at->pc;

		if (!g->n && !w->scored.n && s->scored > at->pc) {
			at->pc = s->scored;
			continue;
		}
		if (w->scored.n)
			open_registers_waited(&w->scored, at->function->code[at->pc].wait, l.guard);
		if (g->n)
			check_fixed(h, at, g, &l);
		if (w->scored.n && regset_first(&s->touches, &w->scored.regs) >= 0)
			check_scored(h, at, &w->scored, &l);
		if (s->scored == at->pc)
			open_registers(w, g, at, &l);
		if (g->n)
			fixed_results_go_on(&w->fixed, g, s->cycles, h->longest);
		at->pc++;
	}
	leave_results(h, w, g, v, run);
}

static void
on_straight(void *arg, const struct simt_tap_warp *told, const struct simt_tap_straight *x)
{
	struct hazards *h = arg;
	struct block_state *b = map_get(&h->blocks, findings_block(told->launch, told->block));
	struct warp_state *w = b->warp + told->warp;
	struct fixed_group *g = fixed_results_group(&w->fixed, told_lanes(&x->active));
	struct hazard_step *v = hazard_steps_of(&h->steps, told->function);
	const struct hazard_code code = {h->c->s->machine, told->function, v, h->longest};
	struct simt_tap_warp at = *told;
	uint32_t n = x->n;

	/* those that have just come from another group change places after one issue */
	if (fixed_results_parted(g)) {
		check_issue(h, &at, w, told_lanes(&x->active), told_lanes(&x->active));
		at.pc++;
		n--;
	}
	if (!n)
		return;
	if (!v[at.pc].known)
		hazard_steps_fill(v, at.function, at.pc);
	if (hazard_steps_are_fine(&code, at.pc, n)) {
		fine_run(h, &at, w, g, v, n);
		return;
	}
	for (; n; n--, at.pc++)
		check_issue(h, &at, w, told_lanes(&x->active), told_lanes(&x->active));
}

static void
on_exit_(void *arg, const struct simt_tap_warp *at, const struct simt_tap_exit *e)
{
	struct hazards *h = arg;
	struct block_state *b = map_get(&h->blocks, findings_block(at->launch, at->block));

	fixed_results_exited(&b->warp[at->warp].fixed, told_lanes(&e->lanes));
	open_registers_exited(&b->warp[at->warp].scored, told_lanes(&e->lanes));
}

static void
hazard_block_free(void *value)
{
	struct block_state *b = value;

	for (uint32_t i = 0; b && i < b->nwarps; i++) {
		fixed_results_free(&b->warp[i].fixed);
		free(b->warp[i].scored.v);
	}
	free(b);
}

static void
on_launch(void *arg, const struct simt_tap_launch *l)
{
	struct hazards *h = arg;

	if (!h->running++)
		map_clear(&h->blocks, hazard_block_free); /* of launches that failed */
	for (size_t i = 0; i < l->function->n; i++) {
		const struct timing *tm = l->function->timing + i;
		const int32_t latency = tm->latency > tm->guard_latency ? tm->latency : tm->guard_latency;

		if (!l->function->code[i].op->variable && latency > h->longest)
			h->longest = latency;
	}
}

static void
on_launch_end(void *arg, const struct simt_tap_launch *l)
{
	struct hazards *h = arg;

	(void)l;
	if (!--h->running)
		hazard_steps_forget(&h->steps);
}

static void
on_block_start(void *arg, const struct simt_tap_block *b)
{
	struct hazards *h = arg;
	uint32_t nwarps = b->launch->state.warps_per_block;
	struct block_state *s = xrealloc(NULL, sizeof *s + nwarps * sizeof *s->warp);

	s->nwarps = nwarps;
	for (uint32_t i = 0; i < s->nwarps; i++)
		s->warp[i] = (struct warp_state){.fixed = {.group = NULL}};
	map_put(&h->blocks, findings_block(b->launch, b->block), s);
}

static void
on_block_end(void *arg, const struct simt_tap_block *b)
{
	struct hazards *h = arg;

	hazard_block_free(map_take(&h->blocks, findings_block(b->launch, b->block)));
}

bool
check_hazards_start(struct checks *c, struct simt_error *e)
{
	struct hazards *h = calloc(1, sizeof *h);
	struct simt_tap tap = {
		.arg = h,
		.launch_start = on_launch,
		.launch_end = on_launch_end,
		.block_start = on_block_start,
		.block_end = on_block_end,
		.issue = on_issue,
		.straight = on_straight,
		.exit = on_exit_,
	};

	if (!h)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	h->c = c;
	c->hazards = h;
	return simt_add_tap(c->s, &tap, e);
}

void
check_hazards_end(struct hazards *h)
{
	if (!h)
		return;
	map_clear(&h->blocks, hazard_block_free);
	hazard_steps_forget(&h->steps);
	free(h);
}
