#include "states.h"

#include <stdlib.h>

struct launch_states {
	const struct simt_launch *launch;
	pc_states *pc;
	struct launch_states *next;
};

struct states {
	struct simt *s;
	struct launch_states *list; /* the newest first */
};

static void
on_launch_start(void *arg, const struct simt_tap_launch *x)
{
	struct launch_states *l = malloc(sizeof *l);
	struct states *t = arg;
	struct simt_function_info info;

	simt_function_info(x->function, &info);
	if (!l)
		abort();
	*l = (struct launch_states){.launch = x->launch, .pc = calloc(info.ninst + 1u, sizeof *l->pc), .next = t->list};
	if (!l->pc)
		abort();
	t->list = l;
}

/* Mostly there is one. */
static pc_states *
counts_of(const struct states *t, const struct simt_launch *launch)
{
	const struct launch_states *l = t->list;

	while (l->launch != launch)
		l = l->next;
	return l->pc;
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
	struct states *t = calloc(1, sizeof *t);

	if (!t)
		abort();
	t->s = s;
	if (simt_add_tap(s, &(struct simt_tap){.arg = t, .launch_start = on_launch_start, .state = on_state, .issue = on_issue}, e))
		return t;
	free(t);
	return NULL;
}

static void
drop(struct states *t)
{
	struct launch_states *l = t->list;

	t->list = l->next;
	free(l->pc);
	free(l);
}

void
states_free(struct states *t)
{
	if (!t)
		return;
	simt_remove_tap(t->s, t);
	while (t->list)
		drop(t);
	free(t);
}

pc_states *
states_take(struct states *t, const struct simt_launch *l)
{
	for (struct launch_states **p = &t->list; *p; p = &(*p)->next)
		if ((*p)->launch == l) {
			struct launch_states *found = *p;
			pc_states *pc = found->pc;

			*p = found->next;
			free(found);
			return pc;
		}
	return NULL;
}
