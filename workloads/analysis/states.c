#include "workloads/analysis/states.h"

#include <stdlib.h>

#include "workloads/runner/by-launch.h"
#include "base/alloc.h"

struct states {
	struct simt *s;
	struct by_launch counts; /* pc_states of each instruction */
};

static void
on_launch_start(void *arg, const struct simt_tap_launch *x)
{
	struct states *t = arg;
	struct simt_function_info info;

	simt_function_info(x->function, &info);
	by_launch_add(&t->counts, x->launch, zeroed(info.ninst, sizeof(pc_states)));
}

static pc_states *
counts_of(const struct states *t, const struct simt_launch *launch)
{
	return by_launch(&t->counts, launch);
}

static void
on_state(void *arg, const struct simt_tap_warp *at, const struct simt_tap_state *x)
{
	pc_states *pc = counts_of(arg, at->launch);

	for (int k = 0; k < SIMT_STALLS; k++)
		pc[at->pc][k] += x->cycles[k];
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	(void)x;
	counts_of(arg, at->launch)[at->pc][SIMT_STALL_selected]++;
}

struct states *
states_new(struct simt *s, struct simt_error *e)
{
	struct states *t = zeroed(1, sizeof *t);

	t->s = s;
	if (simt_add_tap(s, &(struct simt_tap){.arg = t, .launch_start = on_launch_start, .state = on_state, .issue = on_issue}, e))
		return t;
	free(t);
	return NULL;
}

void
states_free(struct states *t)
{
	pc_states *pc;

	if (!t)
		return;
	simt_remove_tap(t->s, t);
	while ((pc = by_launch_take(&t->counts, NULL)))
		free(pc);
	free(t);
}

pc_states *
states_take(struct states *t, const struct simt_launch *l)
{
	return by_launch_take(&t->counts, l);
}
