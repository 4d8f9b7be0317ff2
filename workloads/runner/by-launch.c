#include "workloads/runner/by-launch.h"

#include "base/alloc.h"

void
by_launch_add(struct by_launch *t, const struct simt_launch *l, void *kept)
{
	struct kept_of *x = zeroed(1, sizeof *x);

	*x = (struct kept_of){l, kept, t->newest};
	t->newest = x;
}

void *
by_launch_take(struct by_launch *t, const struct simt_launch *l)
{
	for (struct kept_of **p = &t->newest; *p; p = &(*p)->next)
		if (!l || (*p)->launch == l) {
			struct kept_of *x = *p;
			void *kept = x->kept;

			*p = x->next;
			free(x);
			return kept;
		}
	return NULL;
}
