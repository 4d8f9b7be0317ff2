/* blocks-leftover.c: the block scheduler `leftover`, which GPUs have. All blocks of the launch that arrived first are placed before one
 * of the next launch is. While a block of that launch finds no room, those of other launches wait, too, whether they would fit or not.
 *
 * What this module cannot do: priorities. */
#include "sim/core/sm.h"
#include "sim/dispatch/placement.h"
#include "sim/runtime/gpu.h"

static struct launch_state *
next(struct gpu *gpu, struct sm **sm)
{
	for (unsigned i = 0; i < gpu->nrunning && gpu->running[i]->arrived; i++) {
		struct launch_state *l = gpu->running[i];

		if (l->next_block == l->blocks)
			continue;
		*sm = placement_next(gpu, l, 0, gpu_sms(gpu));
		return *sm ? l : NULL;
	}
	return NULL;
}

const struct block_policy blocks_leftover = {.name = "leftover", .next = next};
