#include "workloads/analysis/cause-facts.h"

#include <string.h>

static const char *const pipe_name[CAUSE_PIPES] = {
#define PIPE(name, what) #name,
#include "isa/pipes.def"
#undef PIPE
};

static double
percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

static int
pipe_of(const struct simt_function *f, size_t i)
{
	const char *name = simt_function_pipe(f, i);

	for (int p = 0; name && p < CAUSE_PIPES; p++)
		if (!strcmp(name, pipe_name[p]))
			return p;
	return -1;
}

static void
by_instruction(const struct run_launch *l, const struct simt_function *f, const struct simt_launch_stats *s, struct cause_facts *x)
{
	const double cycles = (double)s->v[SIMT_STAT_warp_cycles], executed = (double)s->v[SIMT_STAT_inst_executed];

	for (size_t i = 0; i < l->npc; i++) {
		const int p = pipe_of(f, i);

		if (p < 0 || !l->pc[i].inst_executed)
			continue;
		x->inst[p] += percent((double)l->pc[i].inst_executed, executed);
		if (l->states)
			x->pipe[p] += percent((double)l->states[i][SIMT_STALL_math_pipe_throttle], cycles);
		if (simt_function_atomic(f, i))
			x->atomics += percent((double)l->pc[i].inst_executed, executed);
	}
	for (int p = 0; p < CAUSE_PIPES; p++)
		x->pipe[p] += x->inst[p] / 100 * x->state[SIMT_STALL_not_selected];
}

static void
occupancy(const struct simt_shape *h, double sms, struct cause_facts *x)
{
	const bool waits = (double)h->blocks > sms * h->fit;

	x->by_registers = waits && h->fit == h->fit_registers;
	x->by_shared = waits && h->fit == h->fit_shared;
	x->by_slots = waits && (h->fit == h->fit_warps || h->fit == h->fit_blocks);
}

double
idle_cycles(const struct simt_launch_stats *s, const struct simt_machine *m)
{
	const double with_blocks = (double)s->blocks_end - (double)s->start - simt_machine_number(m, "launch_start");

	return s->shared ? 0 : with_blocks - (double)s->v[SIMT_STAT_sm_cycles_active] / simt_machine_number(m, "sms");
}

void
cause_facts(const struct run_launch *l, const struct simt_function *f, const struct simt_machine *m, struct cause_facts *x)
{
	const struct simt_launch_stats s = run_launch_stats(l);
	const double sms = simt_machine_number(m, "sms"), cycles = (double)s.v[SIMT_STAT_cycles];
	const double lanes = (double)s.v[SIMT_STAT_thread_inst_executed] + (double)s.v[SIMT_STAT_lanes_waiting] +
			     (double)s.v[SIMT_STAT_lanes_exited];
	const double guarded = (double)s.v[SIMT_STAT_thread_inst_executed] - (double)s.v[SIMT_STAT_thread_inst_executed_true];
	const double before = simt_machine_number(m, "launch_start");
	const double starts = (double)s.shape.blocks * simt_machine_number(m, "block_interval") / 100;

	*x = (struct cause_facts){.lost = 0};
	for (int k = 0; k < SIMT_STALLS; k++)
		x->state[k] = percent((double)s.stall[k], (double)s.v[SIMT_STAT_warp_cycles]);
	by_instruction(l, f, &s, x);
	x->lost = percent((double)s.v[SIMT_STAT_lanes_waiting] + (double)s.v[SIMT_STAT_lanes_exited] + guarded, lanes);
	x->conflicts = percent((double)s.v[SIMT_STAT_shared_bank_conflicts], (double)s.v[SIMT_STAT_shared_wavefronts]);
	x->shared = percent((double)s.v[SIMT_STAT_shared_requests], (double)s.v[SIMT_STAT_inst_executed]);
	x->global = percent((double)s.v[SIMT_STAT_l1_requests], (double)s.v[SIMT_STAT_inst_executed]);
	x->l2_traffic = (double)s.v[SIMT_STAT_l2_sectors];
	x->dram_traffic = (double)s.v[SIMT_STAT_dram_sectors];
	x->start = percent(before + starts < cycles ? before + starts : cycles, cycles);
	x->idle = idle_cycles(&s, m) > 0 ? percent(idle_cycles(&s, m), cycles) : 0;
	occupancy(&s.shape, sms, x);
}
