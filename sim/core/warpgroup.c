/* warpgroup.c: groups of four warps. See warpgroup.h.
 *
 * A warp issues its part of a matrix instruction alone. The part is done when the matrix unit of its sub-core says so (gmma_done of the warp). But a
 * group of instructions is done for the warp when it is for all four: programs let one thread of them tell others that shared memory may be written
 * again. So a wait takes until the other warps have issued theirs, too.
 *
 * A warp that asks for registers which its block does not have waits until others have given enough. Hardware lets it ask again in a loop.
 *
 * What this module cannot do: see groups that were ended more than GROUPS ago, which count as done. */
#include "sim/core/warpgroup.h"

#include "base/alloc.h"
#include "isa/gmma.h"
#include "sim/core/block-barrier.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"

enum { GROUPS = 8 };

/* A warp's part. */
struct member {
	uint32_t ended;         /* groups of matrix instructions that it has ended */
	uint32_t wants;         /* it waits until all have ended so many; 0: it does not */
	uint32_t registers;     /* of a thread */
	uint32_t asks;          /* it waits for so many; 0: it does not */
	uint64_t until[GROUPS]; /* when those are done that it has ended last, by their number */
};

struct warpgroups {
	uint32_t pool; /* registers that warps have given, of all threads */
	struct member member[];
};

static struct warpgroups *
groups_of(struct block *b)
{
	if (!b->warpgroups) {
		b->warpgroups = zeroed(1, sizeof *b->warpgroups + b->nwarps * sizeof *b->warpgroups->member);
		for (uint32_t i = 0; i < b->nwarps; i++)
			b->warpgroups->member[i].registers = b->launch->f->kernel->registers;
	}
	return b->warpgroups;
}

/* Whether all warps of the group of warp i have ended `number` groups of instructions; then *until is when these are done. */
static bool
all_have_ended(const struct block *b, uint32_t i, uint32_t number, uint64_t *until)
{
	const uint32_t first = i / GMMA_WARPS * GMMA_WARPS;

	*until = 0;
	for (uint32_t k = first; k < first + GMMA_WARPS && k < b->nwarps; k++) {
		const struct member *o = b->warpgroups->member + k;
		const uint64_t t = o->until[number % GROUPS];

		if (o->ended < number)
			return false;
		if (o->ended < number + GROUPS && t > *until)
			*until = t;
	}
	return true;
}

static void
hold(struct warp *w, unsigned barrier)
{
	w->runs->time.in_barrier = true;
	w->runs->time.barrier = (uint8_t)(barrier + w->index);
}

/* w has issued an instruction that ends a group. */
static void
end_group(struct sm *sm, struct warp *w)
{
	struct block *b = w->block;
	struct member *all = groups_of(b)->member, *own = all + w->index;
	const uint32_t first = w->index / GMMA_WARPS * GMMA_WARPS;

	own->ended++;
	own->until[own->ended % GROUPS] = sm->untimed ? 0 : w->gmma_done;
	for (uint32_t k = first; k < first + GMMA_WARPS && k < b->nwarps; k++) {
		uint64_t until;

		if (!all[k].wants || !all_have_ended(b, k, all[k].wants, &until))
			continue;
		all[k].wants = 0;
		block_barrier_release(sm, b, WARPGROUP_BARRIER + k, until);
	}
}

/* w has issued its part of a matrix instruction. What the four warps read of shared memory is counted once, with the first of them. */
static void
multiply(struct sm *sm, struct warp *w, const struct inst *in)
{
	w->counts->v[SIMT_STAT_shared_requests]++;
	if (w->index % GMMA_WARPS == 0)
		w->counts->v[SIMT_STAT_shared_wavefronts] +=
			(gmma_bytes(in) + sm->m->pipes.wgmma_bytes - 1) / sm->m->pipes.wgmma_bytes;
	if (in->f[F_gsb] != GMMA_NO_GROUP)
		end_group(sm, w);
}

/* w waits until no more than `left` of its groups are under way. */
static void
wait_for_groups(struct warp *w, unsigned left)
{
	struct member *own = groups_of(w->block)->member + w->index;
	const uint32_t number = own->ended > left ? own->ended - left : 0;
	uint64_t until;

	if (!number)
		return;
	if (all_have_ended(w->block, w->index, number, &until)) {
		if (until > w->runs->time.barrier_until)
			w->runs->time.barrier_until = until;
		return;
	}
	own->wants = number;
	hold(w, WARPGROUP_BARRIER);
}

/* The warp gets the registers that it asks for, if there are so many. */
static bool
take_registers(struct warpgroups *g, struct member *m, uint32_t registers)
{
	const uint32_t more = registers > m->registers ? (registers - m->registers) * ISA_LANES : 0;

	if (more > g->pool)
		return false;
	g->pool -= more;
	m->registers = more ? registers : m->registers;
	m->asks = 0;
	return true;
}

static void
set_registers(struct sm *sm, struct warp *w, const struct inst *in)
{
	struct block *b = w->block;
	struct warpgroups *g = groups_of(b);
	struct member *own = g->member + w->index;

	if (in->pd[0] != ISA_PT) {
		/* when it goes on, it has them */
		for (unsigned i = 0; i < w->runs->nu; i++)
			w->runs->u[i].p |= (uint8_t)(1u << in->pd[0]);
		if (!take_registers(g, own, in->b.value)) {
			own->asks = in->b.value;
			hold(w, WARPGROUP_REGISTERS);
		}
		return;
	}
	if (in->b.value >= own->registers)
		return;
	g->pool += (own->registers - in->b.value) * ISA_LANES;
	own->registers = in->b.value;
	for (uint32_t k = 0; k < b->nwarps; k++)
		if (g->member[k].asks && take_registers(g, g->member + k, g->member[k].asks))
			block_barrier_release(sm, b, WARPGROUP_REGISTERS + k, sm->now + 1);
}

void
warpgroup_flow(struct sm *sm, struct warp *w, const struct inst *in)
{
	if (in->op->flow == FLOW_SET_REGISTERS)
		set_registers(sm, w, in);
	else if (in->op->flow == FLOW_GMMA_WAIT)
		wait_for_groups(w, in->f[F_count]);
	else
		multiply(sm, w, in);
}
