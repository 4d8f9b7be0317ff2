/* issue-counts.h: what instructions and issue slots count, in cycle mode as in functional mode; private to sim/.
 * What this module cannot do: time: what depends on it is counted where it passes (scoreboard.h, sm.h). */
#ifndef SIMT_ISSUE_COUNTS_H
#define SIMT_ISSUE_COUNTS_H

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/observe/tap.h"

/* Lane-slots of an issue slot of w besides its n active lanes: waiting, exited, never launched. */
static inline void
issue_counts_idle(struct sm *sm, const struct warp *w, unsigned n)
{
	w->counts->v[SIMT_STAT_lanes_waiting] += w->nalive - n;
	w->counts->v[SIMT_STAT_lanes_exited] += w->nlaunched - w->nalive;
	w->counts->v[SIMT_STAT_lanes_never] += sm->m->sm.warp_size - w->nlaunched;
}

/* How many lanes those of the path of w that runs are: it keeps them for many instructions. */
static inline __attribute__((always_inline)) unsigned
issue_counts_active(struct warp *w)
{
	const lanes_t active = w->runs->mask;

	if (active != w->counted) {
		w->counted = active;
		w->ncounted = lanes_count(active);
	}
	return w->ncounted;
}

/* Makes room for runs in the counts of w. */
void issue_counts_begin_runs(struct warp *w);

/* What lanes that issue the next instruction of w once more count: the launch alone. Lanes `guarded` of those that run have guards that hold. */
void issue_counts_again(struct warp *w, lanes_t guarded);

/* The next instruction of w, which has been executed, with its control flow to come; of its lanes `guarded` have guards that hold. */
static inline __attribute__((always_inline)) void
issue_counts_issued(struct sm *sm, struct warp *w, const struct timing *tm, lanes_t guarded)
{
	const lanes_t active = w->runs->mask;
	struct simt_pc_stats *p = w->counts->pc + w->runs->pc;
	uint64_t *v = w->counts->v;
	unsigned n = issue_counts_active(w), g = guarded == active ? n : lanes_count(guarded);

	v[SIMT_STAT_inst_executed]++;
	v[SIMT_STAT_thread_inst_executed] += n;
	v[SIMT_STAT_thread_inst_executed_true] += g;
	if (tm->wavefronts && guarded)
		v[SIMT_STAT_shared_wavefronts] += tm->wavefronts;
	if (!sm->concurrent)
		issue_counts_idle(sm, w, n);
	if (w->again & active) {
		issue_counts_again(w, guarded);
		return;
	}
	p->inst_executed++;
	p->thread_inst_executed += n;
	p->thread_inst_executed_true += g;
	p->inst_partial += g && g < n;
}

/* What `times` instructions of w count for its launch, that all its n active lanes have carried out. */
static inline __attribute__((always_inline)) void
issue_counts_add(const struct sm *sm, struct warp *w, unsigned times, unsigned n)
{
	uint64_t *v = w->counts->v;

	v[SIMT_STAT_inst_executed] += times;
	v[SIMT_STAT_thread_inst_executed] += (uint64_t)times * n;
	v[SIMT_STAT_thread_inst_executed_true] += (uint64_t)times * n;
	v[SIMT_STAT_lanes_waiting] += (uint64_t)times * (w->nalive - n);
	v[SIMT_STAT_lanes_exited] += (uint64_t)times * (w->nlaunched - w->nalive);
	v[SIMT_STAT_lanes_never] += (uint64_t)times * (sm->m->sm.warp_size - w->nlaunched);
}

/* The next `times` instructions of w, which all its active lanes have carried out for the first time, as if all guards held. */
static inline __attribute__((always_inline)) void
issue_counts_run(const struct sm *sm, struct warp *w, unsigned times)
{
	const unsigned n = issue_counts_active(w);
	struct plain_runs *p;

	issue_counts_add(sm, w, times, n);
	if (!w->counts->runs)
		issue_counts_begin_runs(w);
	p = w->counts->runs + w->runs->pc;
	p[0].warps++;
	p[0].threads += n;
	p[times].warps--;
	p[times].threads -= n;
}

/* Of the active lanes of instruction pc of that run, only g have a guard that holds. */
static inline void
issue_counts_guarded(struct warp *w, uint32_t pc, unsigned g)
{
	struct simt_pc_stats *p = w->counts->pc + pc;
	const unsigned off = issue_counts_active(w) - g;

	w->counts->v[SIMT_STAT_thread_inst_executed_true] -= off;
	p->thread_inst_executed_true -= off;
	p->inst_partial += g && off;
}

/* An issue slot that w has had alone. */
static inline void
issue_counts_slot(struct warp *w)
{
	w->counts->v[SIMT_STAT_slots_issued]++;
	w->counts->stall[SIMT_STALL_selected]++;
}

/* Counts the instructions of w that have been issued and not been counted, and their issue slots: to be called before its running split goes
 * elsewhere, or has other lanes. They are counted together: straight code issues them one after the other. */
static inline __attribute__((always_inline)) void
issue_counts_quick(struct sm *sm, struct warp *w)
{
	if (!w->quick)
		return;
	if (sm->tap)
		tap_straight(sm, w);
	w->runs->pc -= w->quick;
	issue_counts_run(sm, w, w->quick);
	w->runs->pc += w->quick;
	w->counts->v[SIMT_STAT_slots_issued] += w->quick;
	w->counts->stall[SIMT_STALL_selected] += w->quick;
	w->quick = 0;
}

/* An instruction that the hardware issues again: counts it once more for the launch. */
void issue_counts_reissue(struct sm *sm, struct warp *w, lanes_t mask);

#endif
