/* copy-groups.c: groups of asynchronous copies from global to shared memory, of each warp: LDGSTS starts a copy, LDGDEPBAR ends a group,
 * DEPBAR waits until no more than some groups are left.
 *
 * What this module cannot do: tell the groups of diverged splits apart, which are the warp's; more than COPY_GROUPS open groups, of
 * which the oldest two then count as one. */
#include "sim/core/copy-groups.h"

#include <string.h>

#include "sim/core/warp.h"

static struct copy_group *
group_of(struct warp *w, uint64_t number)
{
	struct copies *c = &w->copies;

	return c->group + (number > c->first ? number - c->first : 0);
}

void
copy_groups_known(struct warp *w, uint64_t until)
{
	struct copy_group *g = w->copies.group + w->copies.n;

	if (until > g->until)
		g->until = until;
}

uint64_t
copy_groups_load(struct warp *w)
{
	w->copies.group[w->copies.n].unknown++;
	return w->copies.first + w->copies.n;
}

void
copy_groups_arrive(struct warp *w, uint64_t number, uint64_t cycle)
{
	struct copy_group *g = group_of(w, number);

	g->unknown--;
	if (cycle > g->until)
		g->until = cycle;
}

void
copy_groups_end(struct warp *w, uint64_t least)
{
	struct copies *c = &w->copies;

	copy_groups_known(w, least);
	if (c->n == COPY_GROUPS) {
		struct copy_group *g = c->group;

		g[1].unknown += g[0].unknown;
		if (g[0].until > g[1].until)
			g[1].until = g[0].until;
		memmove(g, g + 1, COPY_GROUPS * sizeof *g);
		c->first++;
		c->n--;
	}
	c->group[++c->n] = (struct copy_group){0, 0};
}

uint64_t
copy_groups_done(const struct warp *w, const struct inst *in)
{
	const struct copies *c = &w->copies;
	uint64_t t = 0;

	if (in->op->flow != FLOW_GROUP || !in->f[F_store])
		return 0;
	for (unsigned i = 0; i + in->f[F_count] < c->n; i++) {
		const uint64_t until = c->group[i].unknown ? NEVER : c->group[i].until;

		if (until > t)
			t = until;
	}
	return t;
}
