/* warp-scheduler.c: which of the warps of a sub-core that are ready issues (parameter scheduler). */
#include "several.h"
#include "simulate.h"

static bool
greedy_then_oldest(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best)
{
	(void)sm;
	return best != c->last && (i == c->last || c->warps[i].age < c->warps[best].age);
}

static bool
greedy_then_youngest(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best)
{
	(void)sm;
	return best != c->last && (i == c->last || c->warps[i].age > c->warps[best].age);
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
	unsigned size = (unsigned)sm->m->v[M_active_warps], a = i / size, b = best / size;

	if (a != b)
		return (a < c->front) == (b < c->front) ? a < b : a > b;
	return loose_round_robin(sm, c, i, best);
}

/* Two-level scheduling after Narasiman et al., MICRO 2011: when every warp of the set in front waits long, the next set that has a warp
 * which does not comes to the front. */
void
choose_front(const struct sm *sm, struct subcore *c)
{
	unsigned size = (unsigned)sm->m->v[M_active_warps], sets = (c->used + size - 1) / size;

	for (unsigned k = 0; k < sets; k++) {
		unsigned set = (c->front + k) % sets;

		for (unsigned i = set * size; i < c->used && i < (set + 1) * size; i++)
			if (c->warps[i].block && !warp_waits_long(c->warps + i, sm->now)) {
				c->front = set;
				return;
			}
	}
}

/* In the order of the words of parameter `scheduler`. */
prefer *const warp_schedulers[] = {greedy_then_youngest, greedy_then_oldest, loose_round_robin, two_level};

bool
was_held_up(const struct sm *sm, const struct subcore *c, unsigned i)
{
	if (sm->several)
		return several_held_up(sm, c, i);
	return c->pipe[c->pipe_of[i]].free > c->ready[i];
}

/* Whether the slot has waited since before the multiple of pipe_patience that came before the last one. */
static bool
is_impatient(const struct sm *sm, const struct subcore *c, unsigned i)
{
	const uint64_t patience = (uint64_t)sm->m->v[M_pipe_patience];

	return patience && sm->now / patience >= c->ready[i] / patience + 2;
}

/* Whether slot i comes before slot `best`, which is of another block; both have waited for a pipe. */
static bool
older_block_first(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best)
{
	const bool impatient = is_impatient(sm, c, i), best_impatient = is_impatient(sm, c, best);

	return impatient != best_impatient ? impatient : c->warps[i].age < c->warps[best].age;
}

/* Whether the warp that issued last still comes before all others. The hint to yield is that of one path: others that run beside it go on in
 * the next cycle, or they would take slots of their own from then on. */
static bool
keeps_on(const struct sm *sm, const struct subcore *c)
{
	const int which = sm->m->v[M_greedy];
	const bool next = c->last_at + 1 == sm->now;

	return which == GREEDY_NEXT ? next : which == GREEDY_STAY || !c->yields || (sm->several && next);
}

bool
is_ahead(const struct sm *sm, const struct subcore *c, unsigned i, unsigned best, bool held, bool best_held)
{
	const int which = sm->m->v[M_scheduler];

	if (which == SCHEDULER_GTY || which == SCHEDULER_GTO) {
		if (keeps_on(sm, c) && (i == c->last || best == c->last))
			return i == c->last;
	}
	if (held != best_held)
		return held;
	if (held && sm->m->v[M_pipe_queue] == PIPE_QUEUE_BLOCKS && c->warps[i].block != c->warps[best].block)
		return older_block_first(sm, c, i, best);
	if (held && c->ready[i] != c->ready[best])
		return c->ready[i] < c->ready[best];
	if (which == SCHEDULER_GTY)
		return c->warps[i].age > c->warps[best].age;
	if (which == SCHEDULER_GTO)
		return c->warps[i].age < c->warps[best].age;
	return warp_schedulers[which](sm, c, i, best);
}
