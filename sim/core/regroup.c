#include "sim/core/regroup.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/isa.h"
#include "sim/core/warp.h"

/* Registers of the code that function_regrouped puts in front: the thread's number in the launch, the address of the list. */
enum { REG_NUMBER = 5, REG_LIST = 2 };

void
regroup_free(struct regroup *g)
{
	if (!g)
		return;
	free(g->thread);
	free(g);
}

uint32_t
regroup_threads(const struct regroup *g, uint32_t block, uint64_t number)
{
	uint64_t rest = g->n - number * block;

	return rest < block ? (uint32_t)rest : block;
}

static void
place_thread(struct home_row *row, unsigned lane, const uint32_t ntid[3], uint32_t t)
{
	row->tid[0][lane] = (uint16_t)(t % ntid[0]);
	row->tid[1][lane] = (uint16_t)(t / ntid[0] % ntid[1]);
	row->tid[2][lane] = (uint16_t)(t / ntid[0] / ntid[1]);
}

/* The set of this warp, from number `first` on, whose lanes are in `row` and of block `home`; *n gets one more where there is none yet. */
static uint32_t
find_set(struct regroup_block *s, uint32_t first, uint32_t *n, const struct exec_block *all, uint64_t home)
{
	const uint32_t ctaid[3] = {(uint32_t)(home % all->nctaid[0]), (uint32_t)(home / all->nctaid[0] % all->nctaid[1]),
				   (uint32_t)(home / all->nctaid[0] / all->nctaid[1])};

	for (uint32_t i = first; i < *n; i++)
		if (!memcmp(s->home[i].ctaid, ctaid, sizeof ctaid))
			return i;
	s->lanes[*n] = 0;
	s->home[*n] = *all;
	memcpy(s->home[*n].ctaid, ctaid, sizeof ctaid);
	return (*n)++;
}

void
regroup_block_new(const struct regroup *g, struct block *b, unsigned width)
{
	const uint32_t per_block = b->x.ntid[0] * b->x.ntid[1] * b->x.ntid[2];
	const uint64_t before = b->number * per_block;
	struct regroup_block *s = xrealloc(NULL, sizeof *s);
	uint32_t n = 0, row_first = 0;

	*s = (struct regroup_block){.lanes = xrealloc(NULL, b->threads * sizeof *s->lanes),
				    .home = xrealloc(NULL, b->threads * sizeof *s->home),
				    .first = xrealloc(NULL, (b->nwarps + 1) * sizeof *s->first)};
	for (uint32_t t = 0; t < b->threads; t++) {
		struct home_row *row = b->rows + t / ISA_LANES;
		unsigned lane = t % ISA_LANES;
		uint32_t thread = g->thread[before + t];

		if (t % width == 0)
			s->first[t / width] = n;
		if (t % width == 0 || !lane)
			row_first = n;
		place_thread(row, lane, b->x.ntid, thread % per_block);
		s->lanes[find_set(s, row_first, &n, &b->x, thread / per_block)] |= (lanes_t)1 << t % width;
		row->r[REG_NUMBER][lane] = (uint32_t)(before + t);
		row->r[REG_LIST][lane] = (uint32_t)g->index;
		row->r[REG_LIST + 1][lane] = (uint32_t)(g->index >> 32);
	}
	s->first[b->nwarps] = n;
	b->regrouped = s;
}

void
regroup_block_free(struct regroup_block *b)
{
	if (!b)
		return;
	free(b->lanes);
	free(b->home);
	free(b->first);
	free(b);
}

/* ---- execution ---- */

/* Of R2UR, which takes one lane's value for all: those that would have been of one warp may be no more. */
static bool
is_uniform(const struct inst *in, const struct exec *x)
{
	const uint32_t *r = x->row->r[in->a.index];
	uint32_t first = r[__builtin_ctz(x->mask)];

	for (uint32_t m = x->mask; m; m &= m - 1)
		if (r[__builtin_ctz(m)] != first)
			return false;
	return true;
}

bool
regroup_allows(const struct inst *in, struct exec *x)
{
	if (in->a.kind != SRC_REG || in->a.index == ISA_RZ || !(in->op->traits & TRAIT_LANE_TO_UNIFORM))
		return true;
	x->mask = in->guard == ISA_PT ? x->active : isa_guard(in, x);
	if (!x->mask || is_uniform(in, x))
		return true;
	x->fault = "regrouped: threads that are together now have different values of what goes into a uniform register";
	return false;
}
