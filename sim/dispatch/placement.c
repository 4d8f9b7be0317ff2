/* placement.c: which of the SMs that have room gets a block (parameter block_placement).
 *
 * What this module cannot do: choose by anything but the numbers of blocks and what they occupy. */
#include "sim/dispatch/placement.h"

#include "sim/dispatch/cluster.h"
#include "sim/dispatch/placement-cluster.h"

/* The SM with the fewest blocks, the first of these. */
static struct sm *
fewest(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	struct sm *best = NULL;

	for (struct sm *sm = gpu->sm + first; sm < gpu->sm + end; sm++)
		if ((!best || sm_blocks_count(&sm->blocks) < sm_blocks_count(&best->blocks)) && sm_takes(gpu, sm, l))
			best = sm;
	return best;
}

/* The SM that can hold most further blocks of the launch, the first of these. */
static struct sm *
room(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	struct sm *best = NULL;
	unsigned most = 0;

	for (struct sm *sm = gpu->sm + first; sm < gpu->sm + end; sm++) {
		unsigned n = sm_takes(gpu, sm, l) ? sm_blocks_room(sm, l) : 0;

		if (n > most)
			best = sm;
		most = n > most ? n : most;
	}
	return best;
}

/* The next one after the SM that got a block last. */
static struct sm *
round_robin(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	unsigned after = gpu->placed >= first && gpu->placed < end ? gpu->placed + 1 : first;

	for (unsigned i = 0; i < end - first; i++) {
		unsigned k = after + i < end ? after + i : after + i - (end - first);

		if (sm_takes(gpu, gpu->sm + k, l)) {
			gpu->placed = k;
			return gpu->sm + k;
		}
	}
	return NULL;
}

/* The first one: an SM is filled before the next gets any. */
static struct sm *
in_order(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	for (struct sm *sm = gpu->sm + first; sm < gpu->sm + end; sm++)
		if (sm_takes(gpu, sm, l))
			return sm;
	return NULL;
}

struct sm *
placement_next(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	return l->cluster_blocks > 1 ? placement_cluster(gpu, l, first, end) : gpu->place(gpu, l, first, end);
}

block_place *
placement(const struct simt_machine *m)
{
	/* in the order of the words of the parameter */
	static block_place *const rule[] = {[BLOCK_PLACEMENT_FEWEST] = fewest,
					    [BLOCK_PLACEMENT_ROOM] = room,
					    [BLOCK_PLACEMENT_ROUND_ROBIN] = round_robin,
					    [BLOCK_PLACEMENT_IN_ORDER] = in_order,
					    [BLOCK_PLACEMENT_GPC] = placement_gpc};

	return rule[m->dispatch.placement];
}
