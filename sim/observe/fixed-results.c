#include "sim/observe/fixed-results.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static void
add_result(struct fixed_group *g, struct fixed_result x)
{
	g->v = grow(g->v, &g->room, g->n + 1, sizeof *g->v);
	g->v[g->n++] = x;
}

/* A group without results at the end. */
static struct fixed_group *
group_new(struct fixed_results *r, lanes_t lanes)
{
	struct fixed_group *g;

	if (r->n == r->room) {
		const size_t had = r->room;

		r->group = grow(r->group, &r->room, r->n + 1, sizeof *r->group);
		memset(r->group + had, 0, (r->room - had) * sizeof *r->group);
	}
	g = r->group + r->n++;
	g->lanes = lanes;
	g->now = 0;
	g->n = 0;
	return g;
}

/* The group has no lanes or no results any more. The last one takes its place, its memory is kept. */
static void
group_end(struct fixed_results *r, size_t i)
{
	const struct fixed_group g = r->group[i];

	r->group[i] = r->group[--r->n];
	r->group[r->n] = g;
}

/* Moves what the lanes of `to` have in group `from`. */
static void
move(struct fixed_group *to, struct fixed_group *from)
{
	size_t n = 0;

	for (size_t i = 0; i < from->n; i++) {
		struct fixed_result x = from->v[i], rest = x;

		rest.lanes &= ~to->lanes;
		x.lanes &= to->lanes;
		x.issued -= from->now;
		x.parted = rest.lanes;
		if (x.lanes)
			add_result(to, x);
		if (rest.lanes)
			from->v[n++] = rest;
	}
	from->n = n;
	from->lanes &= ~to->lanes;
}

/* Those of several groups follow each other as if there had been one. */
static void
sort(struct fixed_group *g)
{
	for (size_t i = 1; i < g->n; i++) {
		const struct fixed_result x = g->v[i];
		size_t k = i;

		for (; k && g->v[k - 1].order > x.order; k--)
			g->v[k] = g->v[k - 1];
		g->v[k] = x;
	}
}

static __attribute__((noinline)) void
regroup(struct fixed_results *r, lanes_t lanes)
{
	struct fixed_group *to = group_new(r, lanes);
	unsigned from = 0;

	for (size_t i = 0; i < r->n - 1; i++)
		if (r->group[i].lanes & lanes) {
			move(to, r->group + i);
			from++;
		}
	if (from > 1)
		sort(to);
	for (size_t i = r->n - 1; i--;)
		if (!r->group[i].n)
			group_end(r, i);
	/* the last of all that are left, or where one was that has ended */
	r->last = 0;
	while (r->group[r->last].lanes != lanes)
		r->last++;
}

struct fixed_group *
fixed_results_group(struct fixed_results *r, lanes_t lanes)
{
	if (r->last < r->n && r->group[r->last].lanes == lanes)
		return r->group + r->last;
	for (r->last = 0; r->last < r->n; r->last++)
		if (r->group[r->last].lanes == lanes)
			return r->group + r->last;
	regroup(r, lanes);
	return r->group + r->last;
}

void
fixed_results_add(struct fixed_results *r, struct fixed_group *g, uint32_t pc, lanes_t lanes)
{
	add_result(g, (struct fixed_result){lanes, g->now, ++r->order, pc, false});
}

void
fixed_results_add_aged(struct fixed_results *r, struct fixed_group *g, const struct fixed_result *x)
{
	add_result(g, (struct fixed_result){x->lanes, g->now - x->issued, ++r->order, x->pc, false});
}

bool
fixed_results_parted(const struct fixed_group *g)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->v[i].parted)
			return true;
	return false;
}

void
fixed_results_go_on(struct fixed_results *r, struct fixed_group *g, int32_t cycles, int32_t end)
{
	size_t n = 0, parted = 0;

	g->now += cycles;
	for (size_t i = 0; i < g->n; i++) {
		const struct fixed_result *x = g->v + i;

		parted += x->parted;
		if (!x->parted && fixed_results_age(g, x) >= end)
			continue;
		if (n < i)
			g->v[n] = *x;
		n++;
	}
	g->n = n;
	if (!parted)
		return;
	/* what has just been parted comes behind the others */
	for (size_t i = 0; i < g->n; i++)
		if (g->v[i].parted) {
			g->v[i].order = ++r->order;
			g->v[i].parted = false;
		}
	sort(g);
}

void
fixed_results_exited(struct fixed_results *r, lanes_t lanes)
{
	for (size_t i = r->n; i--;) {
		struct fixed_group *g = r->group + i;
		size_t n = 0;

		g->lanes &= ~lanes;
		for (size_t k = 0; k < g->n; k++) {
			g->v[k].lanes &= ~lanes;
			if (g->v[k].lanes)
				g->v[n++] = g->v[k];
		}
		g->n = n;
		if (!g->n || !g->lanes)
			group_end(r, i);
	}
}

void
fixed_results_free(struct fixed_results *r)
{
	for (size_t i = 0; i < r->room; i++)
		free(r->group[i].v);
	free(r->group);
	*r = (struct fixed_results){.group = NULL};
}
