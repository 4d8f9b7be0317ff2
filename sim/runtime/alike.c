#include "sim/runtime/alike.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/code.h"
#include "sim/dispatch/launches.h"

/* The last two launches agree whose cycles differ by no larger share. */
#define AS_LONG 0.02

struct kind {
	const struct simt_function *f;
	struct simt_dim grid, block, cluster;
	uint32_t shared;
	uint64_t seen, again;          /* launches so far; the next one that is simulated whatever happens */
	unsigned simulated;            /* how many have been, up to 2 */
	struct simt_launch_stats last; /* of the one that was simulated last */
	struct simt_pc_stats *pc;
	double differs; /* from the one before it, in cycles, as a share */
};

struct alike {
	struct kind *kind;
	size_t n, room;
};

struct alike *
alike_new(void)
{
	struct alike *a = calloc(1, sizeof *a);

	if (!a)
		simt_no_memory();
	return a;
}

void
alike_forget(struct alike *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->kind[i].pc);
	a->n = 0;
}

void
alike_free(struct alike *a)
{
	if (!a)
		return;
	alike_forget(a);
	free(a->kind);
	free(a);
}

static bool
same_dim(struct simt_dim a, struct simt_dim b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The class of a launch, NULL where it is the first of it. Mostly it is that of the launch before. */
static struct kind *
find_kind(const struct alike *a, const struct launch_state *l)
{
	for (size_t i = a->n; i--;) {
		struct kind *k = a->kind + i;

		if (k->f == l->f && same_dim(k->grid, l->grid) && same_dim(k->block, l->block) &&
		    same_dim(k->cluster, l->cluster) && k->shared == l->shared_bytes)
			return k;
	}
	return NULL;
}

bool
alike_represents(struct alike *a, const struct launch_state *l)
{
	struct kind *k = find_kind(a, l);

	if (!k) {
		a->kind = grow(a->kind, &a->room, a->n + 1, sizeof *a->kind);
		k = a->kind + a->n++;
		*k = (struct kind){.f = l->f,
				   .grid = l->grid,
				   .block = l->block,
				   .cluster = l->cluster,
				   .shared = l->shared_bytes,
				   .again = 2};
	}
	k->seen++;
	if (k->simulated < 2 || k->differs > AS_LONG)
		return false;
	if (k->seen <= k->again)
		return true;
	k->again = 2 * k->seen;
	return false;
}

const struct simt_launch_stats *
alike_counts(const struct alike *a, const struct launch_state *l, const struct simt_pc_stats **pc, double *differs)
{
	const struct kind *k = find_kind(a, l);

	*pc = k->pc;
	*differs = k->differs;
	return &k->last;
}

void
alike_simulated(struct alike *a, const struct launch_state *l, const struct simt_launch_stats *t)
{
	struct kind *k = find_kind(a, l);
	const double before = (double)k->last.v[SIMT_STAT_cycles], now = (double)t->v[SIMT_STAT_cycles];

	k->differs = k->simulated ? fabs(now - before) / before : 0;
	k->simulated += k->simulated < 2;
	k->again = k->again > 2 * k->seen ? k->again : 2 * k->seen;
	k->last = *t;
	k->pc = xrealloc(k->pc, t->npc * sizeof *k->pc);
	memcpy(k->pc, t->pc, t->npc * sizeof *k->pc);
}
