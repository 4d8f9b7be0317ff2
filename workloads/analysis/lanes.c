#include "workloads/analysis/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/analysis/lanes-record.h"
#include "workloads/analysis/columns.h"
#include "workloads/runner/by-launch.h"

enum { BANK_LANES = 16 };

struct lanes {
	struct simt *s;
	unsigned banks, bank_lanes;
	struct lanes_wish wish;
	struct by_launch records; /* struct record */
};

/* ---- recording ---- */

static void
on_launch_start(void *arg, const struct simt_tap_launch *x)
{
	struct record *r = zeroed(1, sizeof *r);
	struct simt_function_info info;
	struct lanes *t = arg;
	bool timed = simt_launch_stats(x->launch)->timed;

	simt_function_info(x->function, &info);
	*r = (struct record){.wish = t->wish,
			     .start = x->cycle,
			     .warp_size = x->warp_size,
			     .banks = timed ? t->banks : 1,
			     .bank_lanes = timed ? t->bank_lanes : LANES_MAX,
			     .timed = timed,
			     .part = zeroed(info.ninst, sizeof *r->part),
			     .warps = t->wish.last_warp - t->wish.warp + 1};
	r->warp = zeroed(r->warps, sizeof *r->warp);
	r->parts = simt_function_parts(x->function, r->part);
	by_launch_add(&t->records, x->launch, r);
}

static struct record *
record_of(const struct lanes *t, const struct simt_launch *launch)
{
	return by_launch(&t->records, launch);
}

static void
on_block_start(void *arg, const struct simt_tap_block *x)
{
	struct record *r = record_of(arg, x->launch);

	for (unsigned i = 0; i < r->warps && x->block == r->wish.block; i++)
		r->warp[i].begun = x->cycle - r->start;
}

static bool
same_lanes(const struct simt_lanes *a, const struct simt_lanes *b)
{
	return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

/* Whether an instruction continues the span: with the same lanes in the same part, and without a pause that tells a stall from issuing. Not where
 * the span before is one of several at the same time. */
static bool
continues(const struct record *r, const struct warp_record *w, const struct simt_tap_issue *x, uint32_t part, uint64_t cycle)
{
	const struct span *last = w->n ? w->span + w->n - 1 : NULL;

	return last && last->part == part && same_lanes(&last->active, &x->active) && same_lanes(&last->alive, &x->alive) &&
	       last->end != cycle && !(w->n > 1 && last[-1].end == last->end) && (!r->timed || cycle - last->end <= COLUMN_PAUSE);
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	struct record *r = record_of(arg, at->launch);
	const uint64_t cycle = at->cycle - r->start, from = r->wish.from == LANES_PARTED ? 0 : r->wish.from;
	const uint32_t part = r->part[at->pc];
	struct warp_record *w;

	if (at->block != r->wish.block || at->warp < r->wish.warp || at->warp > r->wish.last_warp)
		return;
	w = r->warp + (at->warp - r->wish.warp);
	w->seen = true;
	if (cycle < from || cycle > r->wish.to) {
		if (cycle < from)
			w->begun = from;
		return;
	}
	if (continues(r, w, x, part, cycle)) {
		w->span[w->n - 1].end = cycle;
		return;
	}
	w->span = grow(w->span, &w->room, w->n + 1, sizeof *w->span);
	w->span[w->n++] = (struct span){cycle, cycle, part, x->active, x->alive};
}

struct lanes *
lanes_new(struct simt *s, const struct simt_machine *m, const struct lanes_wish *wish, struct simt_error *e)
{
	const bool each = simt_machine_packs(m), independent = !strcmp(simt_machine_get(m, "bank_issue"), "independent");
	struct lanes *t = zeroed(1, sizeof *t);
	struct simt_tap tap = {.arg = t, .launch_start = on_launch_start, .block_start = on_block_start, .issue = on_issue};

	*t = (struct lanes){.s = s,
			    .banks = each          ? LANES_MAX
				     : independent ? simt_machine_number(m, "banks")
						   : 1,
			    .bank_lanes = each          ? 1
					  : independent ? BANK_LANES
							: LANES_MAX,
			    .wish = *wish};
	if (simt_add_tap(s, &tap, e))
		return t;
	free(t);
	return NULL;
}

void
record_free(struct record *r)
{
	if (!r)
		return;
	for (unsigned i = 0; i < r->warps; i++)
		free(r->warp[i].span);
	free(r->warp);
	free(r->part);
	free(r);
}

void
lanes_free(struct lanes *t)
{
	struct record *r;

	if (!t)
		return;
	simt_remove_tap(t->s, t);
	while ((r = by_launch_take(&t->records, NULL)))
		record_free(r);
	free(t);
}

struct record *
lanes_take(struct lanes *t, const struct simt_launch *l)
{
	return by_launch_take(&t->records, l);
}
