#include "sim/core/issue-counts.h"

#include "base/alloc.h"
#include "sim/observe/tap.h"

void
issue_counts_begin_runs(struct warp *w)
{
	w->counts->runs = zeroed(w->f->n + 1, sizeof *w->counts->runs);
}

void
issue_counts_again(struct warp *w, lanes_t guarded)
{
	struct simt_pc_stats *p = w->counts->pc + w->runs->pc;
	/* others count for the instruction as well */
	lanes_t first = w->runs->mask & ~w->again;
	unsigned n = lanes_count(first), g = lanes_count(guarded & first);

	w->again &= ~w->runs->mask;
	if (!first) {
		if (w->counts->states)
			w->counts->states[w->runs->pc][SIMT_STALL_selected]++;
		return;
	}
	p->inst_executed++;
	p->thread_inst_executed += n;
	p->thread_inst_executed_true += g;
	p->inst_partial += g && g < n;
}

void
issue_counts_reissue(struct sm *sm, struct warp *w, lanes_t mask)
{
	unsigned n = lanes_count(mask);

	w->counts->v[SIMT_STAT_inst_executed]++;
	w->counts->v[SIMT_STAT_thread_inst_executed] += n;
	w->counts->v[SIMT_STAT_thread_inst_executed_true] += n;
	issue_counts_idle(sm, w, n);
	if (sm->tap)
		tap_reissue(sm, w, mask);
}
