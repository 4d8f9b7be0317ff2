/* check-races.c: accesses to the same bytes, at least one of which writes, that nothing orders.
 *
 * Shared memory, between the threads of a block: a block barrier orders all accesses before it before all accesses after it. A WARPSYNC
 * orders those of its lanes, and so does a NOP that takes the place of a __syncwarp(). Lanes that run together are not ordered by that,
 * nor by shuffles and votes, as in compute-sanitizer's racecheck. Each lane has a vector clock over the lanes of its warp; a WARPSYNC
 * joins the clocks.
 *
 * Device memory, between the blocks of a launch: block A makes a fence for the whole device and then an atomic or strong store
 * (volatile, or with a memory order). Block B sees this store by an atomic or strong load at the same place. What A did before the fence
 * is then ordered before what B does after the load. Each block has a vector clock over the blocks that it has heard of in this way,
 * counted in fences.
 *
 * No race: two atomics; two strong accesses in device memory; two stores of the same value. The last write of a place is kept, and two
 * reads. An atomic that shared memory does not have, such as a 64-bit sum, is a loop of a load and ATOMS.CAST.SPIN in machine code. That
 * load is part of the atomic.
 *
 * What this module cannot do: races between the threads of a block in device memory, or between launches. It does not know which thread
 * of a block made a fence. It does not know locks in shared memory (an atomic orders nothing there). It does not check shared memory of
 * a kernel with barriers in shared memory. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash-map.h"
#include "sim/core/block-barrier.h"
#include "sim/core/issue.h"
#include "sim/divergence/control-flow.h"
#include "sim/memory/access.h"
#include "sim/observe/races.h"
#include "sim/runtime/context.h"

/* Of a warp. */
enum { LANES_MOST = 128 };

/* Of field `cast`. */
enum { CAST_SPIN = 3 };

/* ---- warps ---- */

static bool
has(const struct simt_lanes *l, unsigned i)
{
	return l->word[i / 64] >> i % 64 & 1;
}

/* These lanes of a warp have reached one WARPSYNC: joins their clocks. */
static void
join(const struct races *x, const struct race_block *b, uint32_t warp, const struct simt_lanes *lanes)
{
	uint32_t most[LANES_MOST] = {0};

	for (uint32_t l = 0; l < x->width; l++)
		for (uint32_t k = 0; has(lanes, l) && k < x->width; k++) {
			uint32_t t = clock_of(x, b, warp, l)[k];

			most[k] = t > most[k] ? t : most[k];
		}
	for (uint32_t l = 0; l < x->width; l++)
		if (has(lanes, l)) {
			memcpy(clock_of(x, b, warp, l), most, x->width * sizeof *most);
			clock_of(x, b, warp, l)[l]++;
		}
}

static void
start_clocks(const struct races *x, struct race_block *b)
{
	memset(b->clock, 0, (size_t)b->launch->nwarps * x->width * x->width * sizeof *b->clock);
	for (uint32_t w = 0; w < b->launch->nwarps; w++)
		for (uint32_t l = 0; l < x->width; l++)
			clock_of(x, b, w, l)[l] = 1;
}

/* ---- the course of a launch ---- */

static void
race_block_free(void *p)
{
	struct race_block *b = p;

	shadow_clear(&b->shared);
	free(b->clock);
	free(b->heard.upto);
	free(b);
}

static void
heard_free(void *p)
{
	free(((struct heard *)p)->upto);
	free(p);
}

static void
launch_free(struct race_launch *l)
{
	map_clear(&l->places, heard_free);
	shadow_clear(&l->global);
	free(l->role);
	free(l);
}

static void
forget(struct races *x)
{
	map_clear(&x->blocks, race_block_free);
	while (x->launches) {
		struct race_launch *l = x->launches;

		x->launches = l->next;
		launch_free(l);
	}
	x->nlate = 0;
}

/* The place of a launch in the list. */
static struct race_launch **
find_launch(struct races *x, const struct simt_launch *l)
{
	struct race_launch **p = &x->launches;

	while ((*p)->launch != l)
		p = &(*p)->next;
	return p;
}

/* Whether a CAST.SPIN after the load compares with what it read, without a branch between. Compilers write this only for atomic loops of
 * their own. */
static bool
is_attempt(const struct simt_function *f, uint32_t pc)
{
	const struct inst *load = f->code + pc;

	for (uint32_t i = pc + 1; i < f->n; i++) {
		const struct inst *in = f->code + i;

		if (in->op->flow > FLOW_MEMORY && (in->op->flow != FLOW_BRANCH || in->guard == ISA_PT))
			return false;
		if (in->f[F_cast] == CAST_SPIN && in->b.kind == SRC_REG && in->b.index == load->d && in->nb == load->nd)
			return true;
		if (regset_first(&f->timing[i].defs, &f->timing[pc].defs) >= 0)
			return false;
	}
	return false;
}

static enum role
role_of(const struct simt_function *f, uint32_t pc)
{
	/* MEMBAR for the device or the system */
	const struct inst *in = f->code + pc;

	if (in->op->flow == FLOW_WARPSYNC)
		return ROLE_WARPSYNC;
	if (in->op->flow == FLOW_MEMORY && access_is_strong(in))
		return ROLE_STRONG;
	if ((in->op->traits & TRAIT_SPIN_LOAD) && is_attempt(f, pc))
		return ROLE_ATTEMPT;
	if (in->op->traits & TRAIT_FENCE)
		return in->f[F_level] >= 2 ? ROLE_FENCE : ROLE_NONE;
	if (in->op->traits & TRAIT_SYNCWARP)
		return cubin_is_collective(f->kernel, in->offset) ? ROLE_WARPSYNC : ROLE_NONE;
	return ROLE_NONE;
}

static void
on_launch_start(void *arg, const struct simt_tap_launch *e)
{
	struct races *x = arg;
	struct race_launch *l = xrealloc(NULL, sizeof *l);

	/* blocks of launches that failed */
	if (!x->launches)
		forget(x);
	*l = (struct race_launch){.launch = e->launch, .nwarps = e->launch->state.warps_per_block, .next = x->launches};
	x->width = e->warp_size;
	x->launches = l;
	l->role = xrealloc(NULL, e->function->n);
	for (uint32_t i = 0; i < e->function->n; i++) {
		l->role[i] = (uint8_t)role_of(e->function, i);
		l->counts = l->counts || (e->function->code[i].op->traits & TRAIT_MBARRIER);
	}
}

static void
on_launch_end(void *arg, const struct simt_tap_launch *e)
{
	struct races *x = arg;
	struct race_launch **p = find_launch(x, e->launch), *l = *p;
	size_t n = 0;

	*p = l->next;
	/* no window comes any more */
	for (size_t i = 0; i < x->nlate; i++)
		if (x->late[i].launch != l)
			x->late[n++] = x->late[i];
	x->nlate = n;
	launch_free(l);
}

static void
on_block_start(void *arg, const struct simt_tap_block *e)
{
	struct races *x = arg;
	struct race_block *b = xrealloc(NULL, sizeof *b);

	*b = (struct race_block){.launch = *find_launch(x, e->launch), .number = (uint32_t)e->block};
	b->clock = xrealloc(NULL, (size_t)b->launch->nwarps * x->width * x->width * sizeof *b->clock);
	start_clocks(x, b);
	map_put(&x->blocks, findings_block(e->launch, e->block), b);
}

static void
on_block_end(void *arg, const struct simt_tap_block *e)
{
	struct races *x = arg;

	race_block_free(map_take(&x->blocks, findings_block(e->launch, e->block)));
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *e)
{
	struct races *x = arg;
	const enum role role = (*find_launch(x, at->launch))->role[at->pc];
	struct race_block *b;

	if (role != ROLE_WARPSYNC && role != ROLE_FENCE)
		return;
	b = map_get(&x->blocks, findings_block(at->launch, at->block));
	if (role == ROLE_WARPSYNC)
		join(x, b, at->warp, &e->guarded);
	else if (e->guarded.word[0] || e->guarded.word[1])
		b->fences++;
}

/* None of its instructions orders anything. */
static void
on_straight(void *arg, const struct simt_tap_warp *at, const struct simt_tap_straight *e)
{
	(void)arg;
	(void)at;
	(void)e;
}

/* Lanes that came to a WARPSYNC one after another. */
static void
on_reconverge(void *arg, const struct simt_tap_warp *at, const struct simt_tap_reconverge *e)
{
	struct races *x = arg;

	if ((*find_launch(x, at->launch))->role[at->pc] == ROLE_WARPSYNC)
		join(x, map_get(&x->blocks, findings_block(at->launch, at->block)), at->warp, &e->lanes);
}

static void
on_release(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *e)
{
	struct races *x = arg;
	struct race_block *b = map_get(&x->blocks, findings_block(at->launch, at->block));

	(void)e;
	b->barriers++;
}

bool
check_races_start(struct checks *c, struct simt_error *e)
{
	struct races *x = calloc(1, sizeof *x);
	struct simt_tap tap = {
		.arg = x,
		.launch_start = on_launch_start,
		.launch_end = on_launch_end,
		.window = race_order_window,
		.block_start = on_block_start,
		.block_end = on_block_end,
		.memory = race_accesses_told,
		.issue = on_issue,
		.straight = on_straight,
		.barrier_release = on_release,
		.reconverge = on_reconverge,
	};

	if (!x)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	x->c = c;
	c->races = x;
	return simt_add_tap(c->s, &tap, e);
}

void
check_races_end(struct races *x)
{
	if (!x)
		return;
	forget(x);
	free(x->late);
	free(x);
}
