#include "workloads/analysis/signatures.h"

#include <stdlib.h>
#include <string.h>

#include "workloads/runner/by-launch.h"
#include "base/alloc.h"
#include "base/hash.h"
#include "workloads/analysis/split-plan.h"

struct signature_tap {
	struct simt *s;
	struct by_launch watched; /* struct signatures */
};

static void
note(struct signature *s, bool held)
{
	if (s->executions < SIGNATURE_SIDES && held)
		s->sides |= UINT64_C(1) << (SIGNATURE_SIDES - 1 - s->executions);
	s->executions += s->executions < UINT32_MAX;
	s->held += held && s->held < UINT32_MAX;
}

/* The side of an instruction with targets is where the thread continues. Threads that went to similar places are sorted next to each
 * other. */
static void
note_target(struct signature *s, uint32_t target)
{
	if (s->executions < SIGNATURE_SIDES)
		s->sides = fnv1a64_step(s->sides, target);
	s->executions += s->executions < UINT32_MAX;
	s->held = s->held > UINT32_MAX - target ? UINT32_MAX : s->held + target;
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	const struct signature_tap *t = arg;
	struct signatures *g = by_launch(&t->watched, at->launch);
	uint64_t first;
	size_t i = 0;

	if (!g)
		return;
	first = at->block * g->block + at->first_thread;
	while (i < g->npc && g->pc[i] != at->pc)
		i++;
	for (unsigned k = 0; k < 2; k++)
		for (uint64_t m = x->active.word[k]; m; m &= m - 1) {
			unsigned bit = (unsigned)__builtin_ctzll(m);
			uint64_t thread = first + 64 * k + bit;
			unsigned left;

			left = g->leaving ? g->leaving[thread] : 0;
			/* the lanes that go elsewhere than those before them issue it again */
			if (left && g->pc[left - 1] == at->pc)
				continue;
			g->work[thread] += g->work[thread] < UINT32_MAX;
			if (left) {
				note_target(g->side + thread * g->npc + left - 1, at->pc);
				g->leaving[thread] = 0;
			}
			if (i < g->npc && g->targets[i])
				g->leaving[thread] = (uint8_t)(i + 1);
			else if (i < g->npc)
				note(g->side + thread * g->npc + i, x->guarded.word[k] >> bit & 1);
		}
}

/* Guards hold, and nothing that has targets is in it. */
static void
on_straight(void *arg, const struct simt_tap_warp *at, const struct simt_tap_straight *x)
{
	const struct signature_tap *t = arg;
	struct signatures *g = by_launch(&t->watched, at->launch);
	uint64_t first;

	if (!g)
		return;
	first = at->block * g->block + at->first_thread;
	for (unsigned k = 0; k < 2; k++)
		for (uint64_t m = x->active.word[k]; m; m &= m - 1) {
			const uint64_t thread = first + 64 * k + (unsigned)__builtin_ctzll(m);
			struct signature *side = g->side + thread * g->npc;
			const unsigned left = g->leaving ? g->leaving[thread] : 0;

			g->work[thread] += x->n < UINT32_MAX - g->work[thread] ? x->n : UINT32_MAX - g->work[thread];
			if (left) {
				note_target(side + left - 1, at->pc);
				g->leaving[thread] = 0;
			}
			for (size_t i = 0; i < g->npc; i++)
				if (g->pc[i] - at->pc < x->n)
					note(side + i, true);
		}
}

struct signature_tap *
signature_tap_new(struct simt *s, struct simt_error *e)
{
	struct signature_tap *t = zeroed(1, sizeof *t);

	t->s = s;
	if (simt_add_tap(s, &(struct simt_tap){.arg = t, .issue = on_issue, .straight = on_straight}, e))
		return t;
	free(t);
	return NULL;
}

void
signature_tap_free(struct signature_tap *t)
{
	struct signatures *g;

	if (!t)
		return;
	simt_remove_tap(t->s, t);
	while ((g = by_launch_take(&t->watched, NULL)))
		signatures_free(g);
	free(t);
}

void
signature_tap_watch(struct signature_tap *t, const struct simt_launch *l, const struct signature_wish *wish)
{
	struct signatures *g = zeroed(1, sizeof *g);
	bool any = false;

	*g = (struct signatures){.npc = wish->npc,
				 .threads = wish->threads,
				 .block = wish->block,
				 .side = zeroed(wish->threads * wish->npc, sizeof *g->side),
				 .work = zeroed(wish->threads, sizeof *g->work)};
	memcpy(g->pc, wish->pc, wish->npc * sizeof *wish->pc);
	for (size_t i = 0; i < wish->npc; i++) {
		g->targets[i] = split_has_targets(wish->f, wish->pc[i]);
		any = any || g->targets[i];
	}
	if (any)
		g->leaving = zeroed(wish->threads, sizeof *g->leaving);
	by_launch_add(&t->watched, l, g);
}

struct signatures *
signature_tap_take(struct signature_tap *t, const struct simt_launch *l)
{
	return by_launch_take(&t->watched, l);
}

void
signatures_free(struct signatures *g)
{
	if (!g)
		return;
	free(g->side);
	free(g->work);
	free(g->leaving);
	free(g);
}

int
signatures_compare(const struct signatures *g, uint32_t a, uint32_t b)
{
	for (size_t i = 0; i < g->npc; i++) {
		const struct signature *x = g->side + a * g->npc + i, *y = g->side + b * g->npc + i;

		if (x->executions != y->executions)
			return x->executions > y->executions ? -1 : 1;
		if (x->held != y->held)
			return x->held > y->held ? -1 : 1;
		if (x->sides != y->sides)
			return x->sides > y->sides ? -1 : 1;
	}
	return 0;
}
