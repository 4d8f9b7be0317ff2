/* warp-scheduler.c: which of the warps of a sub-core that are ready issues (parameter scheduler). */
#include "sim/core/warp-scheduler.h"

#include "sim/core/scoreboard.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"

static bool
greedy_then_oldest(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best)
{
	(void)sm;
	return best != c->last && (i == c->last || c->age[i] < c->age[best]);
}

static bool
greedy_then_youngest(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best)
{
	(void)sm;
	return best != c->last && (i == c->last || c->age[i] > c->age[best]);
}

/* The first slot after the one that issued last, cyclically; slots are offered in ascending order. */
static bool
loose_round_robin(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best)
{
	(void)sm;
	return best <= c->last && i > c->last;
}

/* The set in front comes first, then the others, cyclically; in a set, loose round robin. */
static bool
two_level(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best)
{
	unsigned size = sm->m->issue.active_warps, a = i / size, b = best / size;

	if (a != b)
		return (a < c->front) == (b < c->front) ? a < b : a > b;
	return loose_round_robin(sm, c, i, best);
}

/* Two-level scheduling after Narasiman et al., MICRO 2011: when every warp of the set in front waits long, the next set that has a warp
 * which does not comes to the front. */
void
warp_scheduler_choose_front(const struct sm *sm, struct subcore *c)
{
	unsigned size = sm->m->issue.active_warps, sets = (c->used + size - 1) / size;

	for (unsigned k = 0; k < sets; k++) {
		unsigned set = (c->front + k) % sets;

		for (unsigned i = set * size; i < c->used && i < (set + 1) * size; i++)
			if (c->warps[i].block && !scoreboard_waits_long(c->warps + i, warp_split(c->warps + i), sm->now)) {
				c->front = set;
				return;
			}
	}
}

/* In the order of the words of parameter `scheduler`. */
prefer *const warp_scheduler_table[] = {[SCHEDULER_GTY] = greedy_then_youngest,
					[SCHEDULER_GTO] = greedy_then_oldest,
					[SCHEDULER_LRR] = loose_round_robin,
					[SCHEDULER_TWO_LEVEL] = two_level};
