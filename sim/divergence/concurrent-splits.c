/* concurrent-splits.c: several splits of a warp that run at a time: which there are, and which one is at hand.
 *
 * w->runs is the split at hand, whose time stands in the warp's own fields, where all other files look; w->also holds the others that run.
 * splits_select puts another one at hand. */
#include "sim/divergence/concurrent-splits.h"

#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/divergence/split.h"

static void
put_away(struct warp *w)
{
	struct split *s = w->runs;

	s->time = (struct split_time){w->stall_until, w->branch_until, w->barrier_until, w->fence_until, w->in_barrier, w->barrier};
	split_push(&w->also, s);
	w->runs = NULL;
}

void
splits_select(struct warp *w, struct split *s)
{
	if (w->runs == s)
		return;
	if (w->runs)
		put_away(w);
	split_unlink(&w->also, s);
	w->runs = s;
	w->stall_until = s->time.stall_until;
	w->branch_until = s->time.branch_until;
	w->barrier_until = s->time.barrier_until;
	w->fence_until = s->time.fence_until;
	w->in_barrier = s->time.in_barrier;
	w->barrier = s->time.barrier;
}

void
splits_start(struct warp *w, struct split *s)
{
	s->state = SPLIT_RUNS;
	s->yielded = s->called = false;
	s->time = (struct split_time){.stall_until = w->stall_until, .branch_until = w->branch_until};
	s->started = s->stale = true;
	split_push(&w->also, s);
}

/* All splits of a warp that run, in no order that matters; s is the one before, NULL at first. */
struct split *
splits_next(const struct warp *w, const struct split *s)
{
	if (!s && w->runs)
		return w->runs;
	return !s || s == w->runs ? w->also : s->next;
}

/* The same, in the order of their lowest lanes, which select() does not change: into v; returns how many there are. */
unsigned
splits_gather(const struct warp *w, struct split **v)
{
	unsigned n = 0;

	for (struct split *s = splits_next(w, NULL); s; s = splits_next(w, s)) {
		unsigned k = n++;

		for (; k && lanes_first(v[k - 1]->mask) > lanes_first(s->mask); k--)
			v[k] = v[k - 1];
		v[k] = s;
	}
	return n;
}

lanes_t
splits_lanes(const struct warp *w)
{
	lanes_t m = w->runs ? w->runs->mask : 0;

	for (const struct split *s = w->also; s; s = s->next)
		m |= s->mask;
	return m;
}

unsigned
splits_banks(const struct sm *sm, lanes_t m)
{
	unsigned banks = 0, n = sm->m->pipes.banks;

	for (unsigned g = 0; m; g++, m >>= BANK_LANES)
		if (m & UINT16_MAX)
			banks |= 1u << g % n;
	return banks;
}

const struct pipe *
splits_lead(const struct subcore *c, struct warp *w)
{
	if (w->lead)
		splits_select(w, w->lead);
	return c->bank[w->lead_bank].pipe;
}
