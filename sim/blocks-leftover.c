/* blocks-leftover.c: the block scheduler `leftover`, as GPUs have it: the launch that arrived first has all its blocks placed before one
 * of the next is. While a block of that launch finds no room, those of other launches wait too, whether they would fit or not.
 *
 * A block goes to the SM with the fewest blocks that has room for it, the first of these.
 *
 * What this module cannot do: the order in which an H200 fills its SMs; priorities. */
#include "core.h"

static struct sm *
room(struct gpu *gpu, const struct launch_state *l)
{
	struct sm *best = NULL;

	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		struct sm *sm = gpu->sm + i;

		if ((!best || sm->nblocks < best->nblocks) && sm_fits(sm, l))
			best = sm;
	}
	return best;
}

static struct launch_state *
next(struct gpu *gpu, struct sm **sm)
{
	for (unsigned i = 0; i < gpu->nrunning && gpu->running[i]->arrived; i++) {
		struct launch_state *l = gpu->running[i];

		if (l->next_block == l->blocks)
			continue;
		*sm = room(gpu, l);
		return *sm ? l : NULL;
	}
	return NULL;
}

const struct block_policy blocks_leftover = {.name = "leftover", .next = next};
