/* concurrent-splits.c: several splits of a warp that run at a time: which there are. Each keeps its own time; to issue it is taken out of
 * the list and put back. */
#include "sim/divergence/concurrent-splits.h"

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/divergence/split.h"

void
splits_start(struct warp *w, struct split *s)
{
	s->state = SPLIT_RUNS;
	s->yielded = s->called = false;
	s->time = (struct split_time){.stall_until = w->outcome.stall_until, .branch_until = w->outcome.branch_until};
	s->started = s->stale = true;
	split_push(&w->also, s);
}

struct split *
splits_next(const struct warp *w, const struct split *s)
{
	if (!s && w->runs)
		return w->runs;
	return !s || s == w->runs ? w->also : s->next;
}

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
	lanes_t m = 0;

	for (const struct split *s = splits_next(w, NULL); s; s = splits_next(w, s))
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
