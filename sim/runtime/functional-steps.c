/* functional-steps.c: see functional-steps.h. Of most instructions nothing is looked at but their struct step. They are counted by runs: what
 * lies between two branches that are taken. */
#include "sim/runtime/functional-steps.h"

#include "sim/core/execute.h"
#include "sim/core/issue-counts.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/access.h"
#include "sim/memory/lsu-rows.h"
#include "sim/memory/lsu-timing.h"
#include "sim/memory/touch.h"

/* Where a warp is in a run. */
struct place {
	struct sm *sm;
	struct warp *w;
	struct exec *x;
	const struct inst *in;
	const struct step *step; /* of `in` */
	uint32_t start;          /* first instruction of the run, which has not been counted */
	bool failed;             /* there is a fault in sm->error */
};

static inline uint32_t
step_pc(const struct place *p)
{
	return (uint32_t)(p->step - p->w->f->step);
}

static inline void
go_to(struct place *p, uint32_t pc)
{
	p->step = p->w->f->step + pc;
	p->in = p->w->f->code + pc;
}

static inline void
go_on(struct place *p)
{
	p->step++;
	p->in++;
}

/* Plain instructions that cannot be faults, and do not read the clock. */
static inline void
execute_safe(struct place *p, unsigned n)
{
	struct exec *const x = p->x;
	const struct inst *in = p->in;
	const struct step *step = p->step;
	const struct step *const end = step + n;

	x->clock += n;
	do
		step++->exec(in++, x);
	while (step != end);
	p->in = in;
	p->step = step;
}

/* Plain instructions, n of them, or up to a fault or to those that cannot be any. Returns how many. */
static inline unsigned
execute_plain(struct place *p, unsigned n)
{
	struct exec *const x = p->x;
	const struct inst *in = p->in;
	const struct step *step = p->step;
	const struct step *const end = step + n;

	do {
		x->clock++;
		step->exec(in, x);
		in++;
		step++;
	} while (step != end && !x->fault && !step->safe);
	n = (unsigned)(step - p->step);
	p->in = in;
	p->step = step;
	return n;
}

/* Of the lanes that run only those of x->mask have a guard that holds. */
static inline void
count_guarded(struct place *p)
{
	const uint32_t mask = p->x->mask;

	if (mask != p->x->active)
		issue_counts_guarded(p->w, step_pc(p), mask ? bits_count(mask) : 0);
	p->x->mask = p->x->active;
}

/* An instruction for the lanes where its guard holds. False: a fault, in x. */
static bool
execute_guarded(struct place *p)
{
	struct exec *const x = p->x;

	x->clock++;
	x->mask = isa_guard(p->in, x);
	if (x->mask)
		p->step->exec(p->in, x);
	if (x->fault)
		return false;
	count_guarded(p);
	go_on(p);
	return true;
}

/* An access of memory for the lanes x->mask. False: a fault, which is in sm->error if it is not in x. */
static bool
access_memory(struct place *p)
{
	struct sm *const sm = p->sm;
	struct exec *const x = p->x;
	struct access access;

	/* for the text of a fault */
	p->w->runs->pc = step_pc(p);
	x->mem->mask = 0;
	access_clear(&access);
	p->in->op->exec(p->in, x);
	if (x->fault || (x->mem->mask && !access_row(sm, p->w, p->in, x, &access)))
		return false;
	lsu_timing_count(p->w, p->in, &access);
	if (sm->skips_time && access.global)
		touch_access(sm, p->w->block->launch, &access);
	return true;
}

static bool
execute_access(struct place *p)
{
	struct sm *const sm = p->sm;
	struct exec *const x = p->x;

	x->clock++;
	if (!sm->skips_time)
		sm->now = x->clock;
	if (p->in->guard != ISA_PT)
		x->mask = isa_guard(p->in, x);
	if (x->mask && (sm->skips_time || !p->step->row_form || !lsu_rows_access(sm, p->w, p->in, p->step->row_form, x)) &&
	    !access_memory(p)) {
		p->failed = !x->fault;
		return false;
	}
	count_guarded(p);
	x->clock = sm->now;
	go_on(p);
	return true;
}

/* Counts the run up to the next instruction, which begins another one at `pc`. */
static void
end_run(struct place *p, uint32_t pc)
{
	struct split *s = p->w->runs;
	const unsigned n = step_pc(p) - p->start;

	s->pc = p->start;
	if (n)
		issue_counts_run(p->sm, p->w, n);
	s->pc = p->start = pc;
}

/* A branch that all lanes take, or none. False: nothing is done. */
static bool
execute_branch(struct place *p)
{
	struct exec *const x = p->x;
	const uint32_t taken = p->in->guard == ISA_PT ? x->active : isa_guard(p->in, x);
	uint32_t target;

	if (taken && taken != x->active)
		return false;
	x->clock++;
	p->w->counts->v[SIMT_STAT_branches]++;
	if (!taken) {
		x->mask = 0;
		count_guarded(p);
		go_on(p);
		return true;
	}
	target = p->step->target;
	go_on(p);
	end_run(p, target);
	go_to(p, target);
	return true;
}

/* An EXIT of no lanes. False: there are some, and nothing is done. */
static bool
execute_exit(struct place *p)
{
	struct exec *const x = p->x;

	if (isa_guard(p->in, x))
		return false;
	x->clock++;
	x->mask = 0;
	count_guarded(p);
	go_on(p);
	return true;
}

/* One instruction that is not plain. False: a fault, or it is for others. */
static inline bool
execute_other(struct place *p)
{
	switch (p->step->kind) {
	case STEP_GUARDED:
		return execute_guarded(p);
	case STEP_ACCESS:
		return execute_access(p);
	case STEP_BRANCH:
		/* where time stands still it matters when a warp has branched */
		return !p->sm->skips_time && execute_branch(p);
	case STEP_EXIT:
		return !p->sm->skips_time && execute_exit(p);
	default:
		return false;
	}
}

bool
functional_steps(struct sm *sm, struct warp *w, unsigned most, unsigned *n)
{
	struct mem_request mem;
	struct place p = {.sm = sm, .w = w, .start = w->runs->pc};
	unsigned left = most;

	*n = 0;
	go_to(&p, p.start);
	if (!w->simple || w->again & w->runs->mask || p.step->kind == STEP_OTHER)
		return true;
	p.x = exec_of_simple(sm, w, &mem);
	while (left) {
		if (p.step->safe) {
			const unsigned some = p.step->safe < left ? p.step->safe : left;

			execute_safe(&p, some);
			left -= some;
			continue;
		}
		if (p.step->run) {
			left -= execute_plain(&p, p.step->run < left ? p.step->run : left);
			if (p.x->fault) {
				/* that one is not done */
				p.step--;
				left++;
				break;
			}
			continue;
		}
		if (!execute_other(&p))
			break;
		left--;
	}
	sm->now = sm->skips_time ? sm->now : p.x->clock;
	*n = most - left;
	end_run(&p, step_pc(&p));
	if (p.x->fault)
		return execute_fault(sm, w, p.x);
	return !p.failed;
}
