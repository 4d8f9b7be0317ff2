#include "workloads/analysis/bound.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash-map.h"
#include "sim/core/code.h"
#include "sim/memory/server.h"
#include "workloads/analysis/bound-warps.h"
#include "workloads/runner/by-launch.h"

const struct bound_limit_info bound_limit_info[LIMITS] = {
#define LIMIT(name, title, meaning) {#name, title, meaning},
#include "workloads/analysis/bound.def"
};

/* A launch, and its blocks that run. */
struct watched {
	struct bound_launch launch;
	struct map blocks;        /* struct bound_block */
	struct bound_block *last; /* the one of the last event, or NULL */
	unsigned threads;         /* of a block */
	uint64_t grid;            /* blocks */
};

struct bounds {
	struct simt *s;
	const struct simt_machine *m;
	struct by_launch watched;
	struct touched touched;
	uint32_t launches;
};

/* ---- what the event tap tells ---- */

static void
on_host(void *arg, const struct simt_tap_host *x)
{
	struct bounds *t = arg;

	if (x->action == SIMT_TAP_HOST_RESET)
		touched_clear(&t->touched);
}

static void
on_launch_start(void *arg, const struct simt_tap_launch *x)
{
	struct bounds *t = arg;
	struct watched *w = zeroed(1, sizeof *w);

	w->launch = (struct bound_launch){.m = t->m,
					  .touched = &t->touched,
					  .touch.number = ++t->launches,
					  .f = x->function,
					  .width = x->warp_size,
					  .unit = 16 * (uint64_t)t->m->pipes.banks * x->warp_size};
	w->threads = x->block[0] * x->block[1] * x->block[2];
	w->grid = (uint64_t)x->grid[0] * x->grid[1] * x->grid[2];
	by_launch_add(&t->watched, x->launch, w);
}

static void
on_block_start(void *arg, const struct simt_tap_block *x)
{
	const struct bounds *t = arg;
	struct watched *w = by_launch(&t->watched, x->launch);

	map_put(&w->blocks, x->block, bound_block_new(&w->launch, x->block, (w->threads + w->launch.width - 1) / w->launch.width));
}

static void
on_block_end(void *arg, const struct simt_tap_block *x)
{
	const struct bounds *t = arg;
	struct watched *w = by_launch(&t->watched, x->launch);
	struct bound_block *b = map_take(&w->blocks, x->block);

	w->last = NULL;
	if (b)
		bound_block_end(&w->launch, b);
}

static struct bound_block *
block_of(struct watched *w, const struct simt_tap_warp *at)
{
	if (!w->last || w->last->number != at->block)
		w->last = map_get(&w->blocks, at->block);
	return w->last;
}

static void
on_memory(void *arg, const struct simt_tap_warp *at, const struct simt_tap_memory *x)
{
	const struct bounds *t = arg;
	struct watched *w = by_launch(&t->watched, at->launch);
	struct bound_block *b = block_of(w, at);

	if (b)
		bound_memory(&w->launch, b->warp + at->warp, at, x);
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	const struct bounds *t = arg;
	struct watched *w = by_launch(&t->watched, at->launch);
	struct bound_block *b = block_of(w, at);

	if (b)
		bound_issue(&w->launch, b, at, x);
}

static void
on_diverge(void *arg, const struct simt_tap_warp *at, const struct simt_tap_diverge *x)
{
	const struct bounds *t = arg;
	struct bound_block *b = block_of(by_launch(&t->watched, at->launch), at);

	(void)x;
	if (b)
		bound_part(b->warp + at->warp);
}

static void
on_arrive(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *x)
{
	const struct bounds *t = arg;
	struct watched *w = by_launch(&t->watched, at->launch);
	struct bound_block *b = block_of(w, at);

	if (b)
		bound_arrive(&w->launch, b, at, x);
}

static void
on_release(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *x)
{
	const struct bounds *t = arg;
	struct watched *w = by_launch(&t->watched, at->launch);
	struct bound_block *b = block_of(w, at);

	if (b && x->barrier < ISA_BARRIERS)
		bound_release(&w->launch, b, x->barrier);
}

/* ---- beginning and end ---- */

struct bounds *
bounds_new(struct simt *s, const struct simt_machine *m, struct simt_error *e)
{
	struct bounds *t = zeroed(1, sizeof *t);
	const struct simt_tap tap = {.arg = t,
				     .host = on_host,
				     .launch_start = on_launch_start,
				     .block_start = on_block_start,
				     .block_end = on_block_end,
				     .memory = on_memory,
				     .issue = on_issue,
				     .diverge = on_diverge,
				     .barrier_arrive = on_arrive,
				     .barrier_release = on_release};

	t->s = s;
	t->m = m;
	touched_init(&t->touched, m);
	if (simt_add_tap(s, &tap, e))
		return t;
	free(t);
	return NULL;
}

static void
forget_block(void *b)
{
	bound_block_free(b);
}

static void
watched_free(struct watched *w)
{
	map_clear(&w->blocks, forget_block);
	free(w);
}

void
bounds_free(struct bounds *t)
{
	struct watched *w;

	if (!t)
		return;
	simt_remove_tap(t->s, t);
	while ((w = by_launch_take(&t->watched, NULL)))
		watched_free(w);
	touched_free(&t->touched);
	free(t);
}

/* ---- limits, without start and drain of the launch ---- */

/* Cycles that `servers` take for n pieces of so many bytes, each at this rate. What a piece takes is rounded down to so many parts of a
 * cycle, as the memory system does. */
static uint64_t
served(uint64_t n, uint64_t bytes, uint64_t rate, uint64_t servers, uint64_t cycle_parts)
{
	return n * (bytes * cycle_parts / rate) / cycle_parts / servers;
}

static uint64_t
largest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* SMs that blocks can be on at the same time, or one after the other. */
static uint64_t
sms_of(const struct watched *w)
{
	return w->grid < w->launch.m->chip.sms ? w->grid : w->launch.m->chip.sms;
}

/* Blocks that one of `places` has at the least, by turns. */
static uint64_t
turns(const struct watched *w, uint64_t places)
{
	return (w->grid + places - 1) / places;
}

/* Cycles that a part of all SMs, or of their sub-cores, is busy, where what asks for it is spread as evenly as blocks allow. */
static uint64_t
part_cycles(const struct watched *w, unsigned part, uint64_t tail)
{
	const struct bound_launch *l = &w->launch;
	const struct bound_asked *a = l->asked + part;
	const uint64_t each = part == PART_PATH ? 1 : l->m->sm.subcores, halves = part == PART_HALVES ? 2 : 1, sms = sms_of(w),
		       even = a->all / (sms * each), turn = a->least / each * turns(w, l->m->chip.sms),
		       cycles = largest(largest(even, turn), a->most) / (l->unit * halves);

	return cycles > tail ? cycles - tail : 0;
}

/* Whether an instruction of this rate can be the last one of the pipe. Rates of others are not told apart, but those of matrices, which are
 * much slower and keep to the pipes of HMMA and DMMA. */
static bool
rate_may_be_of(unsigned rate, unsigned part)
{
	const bool matrices = rate == PIPE_tensor || rate >= RATE_TENSOR_HALF;

	return !matrices || part == PIPE_tensor || part == PIPE_fp64;
}

/* How long a pipe may still be busy when the launch has ended: what it holds for its last instructions. */
static uint64_t
pipe_tail(const struct bound_launch *l, unsigned part)
{
	const struct simt_machine *m = l->m;
	unsigned held = 1, queue = part == PIPE_lsu ? m->lsu.mio_queue : part == PIPE_xu ? m->lsu.xu_queue : 0;

	for (unsigned rate = 0; rate < MACHINE_RATES; rate++) {
		const unsigned cycles = rate_may_be_of(rate, part) ? machine_pipe_cycles(m, rate, 2 * l->width) : 0;

		held = cycles > held ? cycles : held;
	}
	return (queue + 1) * (uint64_t)held;
}

static void
limit_parts(const struct watched *w, struct bound *b)
{
	const struct bound_launch *l = &w->launch;
	const struct simt_machine *m = l->m;
	const uint64_t waiting = m->shared.queue + m->lsu.lg_queue + m->sm.subcores * (m->lsu.mio_queue + 1);

	b->limit[LIMIT_issue] = part_cycles(w, PART_ISSUE, m->issue.wide_again);
	b->limit[LIMIT_path] = m->lsu.data_path ? part_cycles(w, PART_PATH, waiting * l->wavefronts) : 0;
	for (unsigned p = 0; p < ISA_PIPES; p++) {
		const uint64_t cycles = part_cycles(w, p, pipe_tail(l, p));

		if (!b->pipe || cycles > b->limit[LIMIT_pipe]) {
			b->limit[LIMIT_pipe] = cycles;
			b->pipe = isa_pipe_name((enum isa_pipe)p);
		}
	}
	if (m->pipes.fma_halves && part_cycles(w, PART_HALVES, pipe_tail(l, PIPE_fma)) > b->limit[LIMIT_pipe]) {
		b->limit[LIMIT_pipe] = part_cycles(w, PART_HALVES, pipe_tail(l, PIPE_fma));
		b->pipe = "fma";
	}
}

static void
limit_bytes(const struct watched *w, struct bound *b)
{
	enum { OUT_PARTS = 256 }; /* OUT_UNIT of sim/memory/l1.c */
	const struct touch_launch *x = &w->launch.touch;
	const struct simt_machine *m = w->launch.m;
	const uint64_t sms = sms_of(w);

	b->limit[LIMIT_fill] = largest(served(x->loaded, TOUCH_SECTOR, m->interconnect.fill_rate, sms, CYCLE_PARTS),
				       served(x->loaded, TOUCH_SECTOR, m->interconnect.out_rate, 1, CYCLE_PARTS));
	b->limit[LIMIT_dram] = served(x->dram, 1, m->dram.rate, 1, CYCLE_PARTS);
	/* without this a launch does not wait for them */
	if (m->stores.drain)
		b->limit[LIMIT_stores] = largest(served(x->stored, TOUCH_SECTOR, m->stores.rate, sms, OUT_PARTS),
						 served(x->stored, TOUCH_SECTOR, m->interconnect.in_rate, 1, CYCLE_PARTS));
}

/* The longest thread: by the times that hold. A touch that came sooner than assumed can make each load on the way sooner by as much. */
static uint64_t
chain(const struct watched *w, bool alone)
{
	const struct bound_launch *l = &w->launch;
	const struct touch_launch *x = &l->touch;
	const uint64_t first = l->end[TOUCH_FIRST], each = l->end[TOUCH_EACH], less = x->sooner[TOUCH_FIRST],
		       loads = each / l->touched->answer + 1;
	uint64_t longest = l->end[TOUCH_HITS];

	if (!alone || l->moves)
		return longest;
	if (first > less)
		longest = largest(longest, first - less);
	if (x->sooner[TOUCH_EACH] < each / loads)
		longest = largest(longest, each - loads * x->sooner[TOUCH_EACH]);
	return longest;
}

static void
limit_blocks(const struct watched *w, const struct simt_launch_stats *stats, struct bound *b)
{
	const struct bound_launch *l = &w->launch;
	const struct simt_machine *m = l->m;
	const uint64_t places = (uint64_t)m->chip.sms * (stats->shape.fit ? stats->shape.fit : 1), next = m->dispatch.next_block,
		       turn = turns(w, places), all = l->places + w->grid * next;

	if (l->odd)
		return;
	b->limit[LIMIT_chain] = chain(w, !stats->shared);
	if (m->stores.drain && l->stored)
		b->limit[LIMIT_chain] = largest(b->limit[LIMIT_chain], l->stored + m->stores.drain);
	b->limit[LIMIT_blocks] = (w->grid - 1) * m->dispatch.block_interval / CYCLE_HUNDREDTHS + l->shortest;
	b->limit[LIMIT_places] = largest(turn * (l->shortest + next), all / places);
	b->limit[LIMIT_places] = b->limit[LIMIT_places] > next ? b->limit[LIMIT_places] - next : 0;
}

static struct bound *
bound_of(const struct watched *w, const struct simt_launch_stats *stats)
{
	const struct simt_machine *m = w->launch.m;
	struct bound *b = zeroed(1, sizeof *b);

	limit_parts(w, b);
	/* what others have touched at the same time need not be loaded again */
	if (!stats->shared && !w->launch.moves)
		limit_bytes(w, b);
	limit_blocks(w, stats, b);
	for (unsigned k = 0; k < LIMITS; k++) {
		b->limit[k] += m->dispatch.launch_start + m->dispatch.launch_drain;
		b->binds = b->limit[k] > b->limit[b->binds] ? (enum bound_limit)k : b->binds;
	}
	return b;
}

struct bound *
bounds_take(struct bounds *t, const struct simt_launch *l)
{
	struct watched *w = by_launch_take(&t->watched, l);
	const struct simt_launch_stats *stats = simt_launch_stats(l);
	struct bound *b = NULL;

	if (w && stats->ended && !stats->sampled.passed && w->launch.blocks == w->grid)
		b = bound_of(w, stats);
	if (w)
		watched_free(w);
	return b;
}
