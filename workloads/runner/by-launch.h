/* by-launch.h: what a client of the event tap keeps for each launch, until somebody takes it.
 * What this module cannot do: find one launch among many fast. Few launches run at the same time, and each is taken when its case has
 * ended. */
#ifndef WORKLOADS_BY_LAUNCH_H
#define WORKLOADS_BY_LAUNCH_H

#include "sim/runtime/simt.h"

/* All zero: nothing. */
struct by_launch {
	struct kept_of {
		const struct simt_launch *launch;
		void *kept;
		struct kept_of *next;
	} * newest;
};

/* A launch is added once. */
void by_launch_add(struct by_launch *t, const struct simt_launch *l, void *kept);
/* Removes the data of a launch (NULL: of any) and returns them; NULL: there are none. */
void *by_launch_take(struct by_launch *t, const struct simt_launch *l);

/* The data of a launch, or NULL. */
static inline void *
by_launch(const struct by_launch *t, const struct simt_launch *l)
{
	const struct kept_of *x = t->newest;

	while (x && x->launch != l)
		x = x->next;
	return x ? x->kept : NULL;
}

#endif
