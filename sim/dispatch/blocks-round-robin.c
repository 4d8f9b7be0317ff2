/* blocks-round-robin.c: the block scheduler `round-robin`. Launches take turns in the order in which they were issued, with one block in
 * each turn. A launch whose next block finds no room loses its turn, so that it does not hold up the others.
 *
 * What this module cannot do: take turns by anything but blocks, whatever their size. */
#include "sim/core/sm.h"
#include "sim/dispatch/placement.h"
#include "sim/runtime/gpu.h"

/* A cooperative launch of which some blocks are placed needs room for its other blocks. If another cooperative launch had blocks on the
 * machine and waited for that room, too, both would wait for ever. */
static bool
must_wait(const struct gpu *gpu, const struct launch_state *l)
{
	bool other = false;

	for (unsigned i = 0; l->cooperative && !l->next_block && i < gpu->nrunning; i++) {
		const struct launch_state *o = gpu->running[i];

		other = other || (o->cooperative && o->next_block && o->next_block < o->blocks);
	}
	return other;
}

/* The launch with the lowest number above `after` whose next block has room. */
static struct launch_state *
following(struct gpu *gpu, uint32_t after, struct sm **sm)
{
	for (;;) {
		struct launch_state *next = NULL;

		for (unsigned i = 0; i < gpu->nrunning; i++) {
			struct launch_state *l = gpu->running[i];

			if (has_blocks(l) && !must_wait(gpu, l) && l->number > after && (!next || l->number < next->number))
				next = l;
		}
		if (!next)
			return NULL;
		*sm = placement_next(gpu, next, 0, gpu_sms(gpu));
		if (*sm)
			return next;
		after = next->number;
	}
}

static struct launch_state *
next(struct gpu *gpu, struct sm **sm)
{
	struct launch_state *l = following(gpu, gpu->served, sm);

	l = l ? l : following(gpu, 0, sm);
	if (l)
		gpu->served = l->number;
	return l;
}

const struct block_policy blocks_round_robin = {.name = "round-robin", .next = next};
