/* blocks-spatial.c: the block scheduler `spatial`: launches that run at the same time have disjoint sets of neighbouring SMs (after
 * Adriaens et al., The case for GPGPU spatial multitasking, HPCA 2012).
 *
 * If spatial_sets is not 0, there are so many sets. A launch takes the first free one when it arrives, and keeps it until it ends. Where
 * none is free, launches wait in the order of arrival. If spatial_sets is 0, there are as many sets as launches have arrived and not
 * ended, and the launch that arrived first has the first set. When a launch arrives or ends, the sets change for blocks that are placed
 * from then on; blocks that run stay where they are. No SM gets a block of a launch before the last block of another launch on it has
 * ended.
 *
 * What this module cannot do: choose the size of sets by what launches need; free a set before its launch ends, though all its blocks
 * may be placed. */
#include "sim/core/sm.h"
#include "sim/dispatch/placement.h"
#include "sim/runtime/gpu.h"

/* The SMs before set k of n. */
static unsigned
before(const struct gpu *gpu, unsigned k, unsigned n)
{
	unsigned sms = gpu_sms(gpu), first = gpu->m->dispatch.spatial_first;

	if (!first || n == 1)
		return k * sms / n;
	return k ? first + (k - 1) * (sms - first) / (n - 1) : 0;
}

static bool
set_is_taken(const struct gpu *gpu, unsigned set)
{
	for (unsigned i = 0; i < gpu->nrunning; i++)
		if (gpu->running[i]->set == set)
			return true;
	return false;
}

/* Gives a launch that has none the first free set of n, if there is one. */
static bool
has_set(const struct gpu *gpu, struct launch_state *l, unsigned n)
{
	for (unsigned set = 1; !l->set && set <= n; set++)
		if (!set_is_taken(gpu, set))
			l->set = set;
	return l->set;
}

static struct launch_state *
next(struct gpu *gpu, struct sm **sm)
{
	unsigned n = gpu->m->dispatch.spatial_sets, arrived = 0;

	while (arrived < gpu->nrunning && gpu->running[arrived]->arrived)
		arrived++;
	for (unsigned i = 0; i < arrived; i++) {
		struct launch_state *l = gpu->running[i];
		unsigned sets = n ? n : arrived < gpu_sms(gpu) ? arrived : gpu_sms(gpu);
		unsigned k = n ? has_set(gpu, l, n) ? l->set - 1 : sets : i;

		if (k >= sets || !has_blocks(l))
			continue;
		*sm = placement_next(gpu, l, before(gpu, k, sets), before(gpu, k + 1, sets));
		if (*sm)
			return l;
	}
	return NULL;
}

const struct block_policy blocks_spatial = {.name = "spatial", .next = next, .alone = true};
