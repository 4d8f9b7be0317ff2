#include "sim/runtime/mixes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/code.h"
#include "sim/dispatch/launches.h"
#include "sim/runtime/context.h"

/* Where there are fewer misses an instruction, they make no difference. */
#define FEW 0.002
/* What a difference of misses counts as, beside one of instructions. */
#define MISSES 0.4

void
mixes_begin(struct mixes *m, const struct launch_state *l)
{
	const size_t n = l->f->n;

	*m = (struct mixes){.n = n,
			    .executed = xrealloc(m->executed, n * sizeof *m->executed),
			    .now = xrealloc(m->now, n * sizeof *m->now),
			    .share = xrealloc(m->share, n * sizeof *m->share)};
	memset(m->executed, 0, n * sizeof *m->executed);
	for (size_t k = 0; k < n; k++)
		m->share[k] = 0;
}

void
mixes_free(struct mixes *m)
{
	free(m->executed);
	free(m->now);
	free(m->share);
}

static double
take_misses(struct mixes *m, const struct launch_state *l, uint64_t executed, bool keep)
{
	static const int stat[2] = {SIMT_STAT_l2_sectors, SIMT_STAT_dram_sectors};
	double differs = 0;

	for (int k = 0; k < 2; k++) {
		uint64_t n = l->launch->stats->v[stat[k]];
		double each, most;

		for (const struct launch_counts *c = l->counted; c; c = c->next)
			n += c->v[stat[k]];
		each = executed ? (double)(n - m->missed[k]) / (double)executed : 0;
		most = fmax(each, m->misses[k]);
		differs = fmax(differs, most > FEW ? fabs(each - m->misses[k]) / most : 0);
		m->missed[k] = n;
		if (keep)
			m->misses[k] = each;
	}
	return differs;
}

/* Executions of each instruction so far. */
static void
read_executions(struct mixes *m, const struct launch_state *l)
{
	memset(m->now, 0, m->n * sizeof *m->now);
	for (const struct launch_counts *c = l->counted; c; c = c->next) {
		uint64_t in_runs = 0;

		for (size_t k = 0; k < m->n; k++) {
			in_runs += c->runs ? c->runs[k].warps : 0;
			m->now[k] += c->pc[k].inst_executed + in_runs;
		}
	}
}

double
mixes_take(struct mixes *m, const struct launch_state *l, bool keep)
{
	double differs = 0;
	uint64_t all = 0;

	read_executions(m, l);
	for (size_t k = 0; k < m->n; k++)
		all += m->now[k] - m->executed[k];
	for (size_t k = 0; k < m->n; k++) {
		const double share = all ? (double)(m->now[k] - m->executed[k]) / (double)all : 0;

		differs += fabs(share - m->share[k]) / 2;
		if (keep)
			m->share[k] = share;
		m->executed[k] = m->now[k];
	}
	return fmax(differs, MISSES * take_misses(m, l, all, keep));
}
