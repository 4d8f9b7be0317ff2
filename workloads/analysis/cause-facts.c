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

/* Bytes that each lane loads or stores in global memory; 0: instruction i does not. */
static unsigned
access_width(const struct simt_function *f, size_t i)
{
	static const struct {
		const char *suffix;
		unsigned bytes;
	} width[] = {{".U8", 1}, {".S8", 1}, {".U16", 2}, {".S16", 2}, {".64", 8}, {".128", 16}};
	char text[512], *op = text, *end;

	simt_function_sass(f, i, text, sizeof text);
	if (*op == '@')
		op += strcspn(op, " ") + 1;
	end = op + strcspn(op, " ");
	if (strncmp(op, "LDG", 3) && strncmp(op, "STG", 3))
		return 0;
	*end = 0;
	for (size_t k = 0; k < sizeof width / sizeof *width; k++) {
		const char *at = strstr(op, width[k].suffix);

		if (at && (at[strlen(width[k].suffix)] == '.' || !at[strlen(width[k].suffix)]))
			return width[k].bytes;
	}
	return 4;
}

enum { SECTOR = 32 };

/* How far the accesses of global memory are from the fewest sectors. An instruction takes one sector at least. */
static void
accesses(const struct run_launch *l, const struct simt_function *f, const struct simt_launch_stats *s, struct cause_facts *x)
{
	const double global = (double)s->v[SIMT_STAT_l1_load_sectors] + (double)s->v[SIMT_STAT_l1_store_sectors];
	const double local = (double)s->v[SIMT_STAT_local_load_sectors] + (double)s->v[SIMT_STAT_local_store_sectors];
	double fewest = 0, bytes = 0, lanes = 0;

	for (size_t i = 0; i < l->npc; i++) {
		const unsigned width = l->pc[i].inst_executed ? access_width(f, i) : 0;
		const double all = (double)l->pc[i].thread_inst_executed_true * width;

		if (!width)
			continue;
		fewest += all / SECTOR > (double)l->pc[i].inst_executed ? all / SECTOR : (double)l->pc[i].inst_executed;
		bytes += all;
		lanes += (double)l->pc[i].thread_inst_executed_true;
	}
	x->scatter = fewest > 0 ? global / fewest : 0;
	x->width = lanes > 0 ? bytes / lanes : 0;
	x->local = percent(local, global + local);
	x->reread = x->l2_traffic < global + local ? percent(global + local - x->l2_traffic, global + local) : 0;
}

static double
lost_to_loops(const struct root_list *l)
{
	double lost = 0;

	for (size_t i = 0; l && i < l->n; i++)
		if (l->root[i].kind == ROOT_BRANCH && l->root[i].target <= l->root[i].pc)
			lost += (double)l->root[i].lost;
	return lost;
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
	x->exited = percent((double)s.v[SIMT_STAT_lanes_exited], lanes);
	x->loops = percent(lost_to_loops(l->roots), lanes);
	accesses(l, f, &s, x);
	x->each = (double)s.shape.blocks / sms;
	x->block_warps = s.shape.warps;
}
