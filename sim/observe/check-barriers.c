/* check-barriers.c: block barriers that only some of a warp's live threads reach together, as compute-sanitizer's synccheck reports
 * them. A remark names barriers that release threads because others of the block have exited without reaching them, which CUDA allows.
 *
 * What this module cannot do: barriers for part of a block. That threads wait for ever is told by gpu.c, with or without this check. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash-map.h"
#include "sim/core/block-barrier.h"
#include "sim/observe/checks.h"
#include "sim/observe/explain.h"
#include "sim/runtime/context.h"

/* A block. */
struct state {
	uint32_t exited;               /* threads */
	uint32_t exit_thread, exit_pc; /* the first of them, and its EXIT */
	struct simt_tap_warp arrival;  /* the last one at any barrier */
};

struct barriers {
	struct checks *c;
	struct map blocks; /* struct state by block */
	unsigned running;  /* launches */
};

static unsigned
count_lanes(const struct simt_lanes *l)
{
	return (unsigned)(__builtin_popcountll(l->word[0]) + __builtin_popcountll(l->word[1]));
}

/* The lowest lane; there is one. */
static unsigned
first(const struct simt_lanes *l)
{
	return l->word[0] ? (unsigned)__builtin_ctzll(l->word[0]) : 64u + (unsigned)__builtin_ctzll(l->word[1]);
}

static void
on_launch(void *arg, const struct simt_tap_launch *l)
{
	struct barriers *x = arg;

	(void)l;
	if (!x->running++)
		map_clear(&x->blocks, free); /* of launches that failed */
}

static void
on_launch_end(void *arg, const struct simt_tap_launch *l)
{
	struct barriers *x = arg;

	(void)l;
	x->running--;
}

static void
on_block_start(void *arg, const struct simt_tap_block *b)
{
	struct barriers *x = arg;
	struct state *s = xrealloc(NULL, sizeof *s);

	*s = (struct state){.exited = 0};
	map_put(&x->blocks, findings_block(b->launch, b->block), s);
}

static void
on_block_end(void *arg, const struct simt_tap_block *b)
{
	struct barriers *x = arg;

	free(map_take(&x->blocks, findings_block(b->launch, b->block)));
}

static void
on_lanes_exit(void *arg, const struct simt_tap_warp *at, const struct simt_tap_exit *e)
{
	struct barriers *x = arg;
	struct state *s = map_get(&x->blocks, findings_block(at->launch, at->block));

	if (!s->exited) {
		s->exit_thread = at->first_thread + first(&e->lanes);
		s->exit_pc = at->pc;
	}
	s->exited += count_lanes(&e->lanes);
}

static void
on_arrive(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *b)
{
	struct barriers *x = arg;
	struct state *s = map_get(&x->blocks, findings_block(at->launch, at->block));
	unsigned here = count_lanes(&b->lanes), live = count_lanes(&b->alive);
	struct finding *f;
	char where[PLACE_BYTES];

	s->arrival = *at;
	s->arrival.first_thread += first(&b->lanes);
	if (here == live)
		return;
	f = findings_note(x->c, at->function, FIND_BARRIER, at->pc, UINT32_MAX);
	if (f)
		findings_say(f, SIMT_FAULT, at, at->first_thread + first(&b->lanes),
			     "block barrier %u is reached by %u of the %u live threads of the warp; others are at %s", b->barrier,
			     here, live, explain_place(at->function, b->elsewhere, where));
}

static void
on_release(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *b)
{
	struct barriers *x = arg;
	struct state *s = map_get(&x->blocks, findings_block(at->launch, at->block));
	const struct simt_tap_warp *a = &s->arrival;
	struct finding *f;
	char where[PLACE_BYTES], thread[THREAD_BYTES];

	if (!s->exited)
		return;
	f = findings_note(x->c, at->function, FIND_BARRIER_EXIT, a->pc, s->exit_pc);
	if (f)
		findings_say(
			f, SIMT_OK, a, a->first_thread,
			"remark: block barrier %u does not wait for %u thread%s of the block, which %s exited; the first is %s "
			"at %s",
			b->barrier, s->exited, s->exited == 1 ? "" : "s", s->exited == 1 ? "has" : "have",
			explain_thread(at->launch, s->exit_thread, thread), explain_place(at->function, s->exit_pc, where));
}

bool
check_barriers_start(struct checks *c, struct simt_error *e)
{
	struct barriers *x = calloc(1, sizeof *x);
	struct simt_tap tap = {
		.arg = x,
		.launch_start = on_launch,
		.launch_end = on_launch_end,
		.block_start = on_block_start,
		.block_end = on_block_end,
		.exit = on_lanes_exit,
		.barrier_arrive = on_arrive,
		.barrier_release = on_release,
	};

	if (!x)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	x->c = c;
	c->barriers = x;
	return simt_add_tap(c->s, &tap, e);
}

void
check_barriers_end(struct barriers *x)
{
	if (!x)
		return;
	map_clear(&x->blocks, free);
	free(x);
}
