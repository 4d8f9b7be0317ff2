/* sm-blocks.c: the blocks of an SM: whether one more fits, its room, its threads' home rows and its warps when it starts, and its end.
 * What this module cannot do: choose whose block comes next, and on which SM (blocks-*.c, placement*.c). */
#include "sim/core/sm-blocks.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host-cache.h"
#include "isa/abi.h"
#include "sim/core/block-barrier.h"
#include "sim/core/block-room.h"
#include "sim/core/cluster-barrier.h"
#include "sim/core/execute.h"
#include "sim/core/fetch.h"
#include "sim/core/regroup.h"
#include "sim/core/slots.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster.h"
#include "sim/divergence/concurrent-splits.h"
#include "sim/divergence/policy.h"
#include "sim/divergence/split.h"
#include "sim/memory/l1.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"

void
sm_blocks_init(struct sm *sm)
{
	sm->blocks.first_start = NEVER;
}

void
sm_blocks_abandon(struct sm *sm)
{
	struct sm_blocks *all = &sm->blocks;

	for (struct block *b; (b = all->resident);) {
		all->resident = b->next;
		if (b->cluster)
			cluster_leave(b->cluster);
		block_room_free(b);
	}
	block_room_drop(all);
	for (size_t i = 0; i < all->nstart; i++)
		if (all->start[i].cluster)
			cluster_leave(all->start[i].cluster);
	all->n = 0;
	all->registers = all->shared = all->warps = 0;
	all->nstart = all->nend = 0;
	all->first_start = NEVER;
}

void
sm_blocks_free(struct sm_blocks *b)
{
	free(b->start);
	free(b->end);
}

void
sm_blocks_reset(struct sm_blocks *b)
{
	b->warps_started = 0;
	b->first = 0;
}

void
sm_blocks_begin_stretch(struct sm_blocks *b)
{
	b->freed = 0;
}

const struct block_end *
sm_blocks_take_ends(struct sm_blocks *b, size_t *n)
{
	*n = b->nend;
	b->nend = 0;
	return b->end;
}

void
sm_blocks_residence(struct sm *sm, struct launch_counts *n, uint64_t cycle)
{
	n->v[SIMT_STAT_warp_cycles] += n->resident * (cycle - n->resident_since);
	n->resident_since = cycle;
	sm->cycles_active += sm->resident ? cycle - sm->resident_since : 0;
	sm->resident_since = cycle;
}

bool
sm_blocks_fits(const struct sm *sm, const struct launch_state *l)
{
	const struct simt_machine *m = sm->m;
	const struct sm_blocks *b = &sm->blocks;

	return blocks_on(l, sm->id) + 1 <= l->fit.blocks && b->n + 1 <= m->sm.blocks &&
	       b->warps + l->warps_per_block <= machine_warps(m) && b->registers + l->regs_block <= m->sm.registers &&
	       b->shared + l->shared_block <= (b->n ? b->shared_room : m->shared.bytes);
}

unsigned
sm_blocks_room(const struct sm *sm, const struct launch_state *l)
{
	const struct simt_machine *m = sm->m;
	const struct sm_blocks *b = &sm->blocks;
	uint64_t warps = machine_warps(m), shared = b->n ? b->shared_room : m->shared.bytes,
		 n = l->fit.blocks - blocks_on(l, sm->id), k;

	k = m->sm.blocks - b->n;
	n = k < n ? k : n;
	k = (warps - b->warps) / l->warps_per_block;
	n = k < n ? k : n;
	k = l->regs_block ? (m->sm.registers - b->registers) / l->regs_block : n;
	n = k < n ? k : n;
	k = l->shared_block ? (shared - b->shared) / l->shared_block : n;
	return (unsigned)(k < n ? k : n);
}

/* An SM without blocks divides its memory anew: shared memory for as many blocks of the launch as it holds, in one of a few sizes; L1 has
 * the rest. */
static void
divide_memory(struct sm *sm, const struct launch_state *l)
{
	const struct simt_machine *m = sm->m;
	uint64_t need = (uint64_t)l->fit.blocks * l->shared_block, taken = 0;

	for (unsigned i = 0; i < sizeof sm->m->shared.carveout / sizeof *sm->m->shared.carveout; i++)
		if (sm->m->shared.carveout[i] && (!taken || taken < need))
			taken = sm->m->shared.carveout[i];
	l1_resize(sm->l1, taken < m->l1.bytes ? (m->l1.bytes - taken) * m->l1.share / 16 : 0);
	/* what no size holds fits all the same; never more than there is */
	sm->blocks.shared_room = taken > need ? taken : need;
	if (sm->blocks.shared_room > m->shared.bytes)
		sm->blocks.shared_room = m->shared.bytes;
}

/* The number in the grid of the block that comes n-th: with clusters those of one follow each other. */
static uint64_t
number_of(const struct launch_state *l, uint64_t n)
{
	const struct simt_dim *c = &l->cluster, *g = &l->grid;
	const uint64_t blocks = l->cluster_blocks, at = n / blocks, rank = n % blocks;
	uint64_t x, y, z;

	if (blocks == 1)
		return n;
	x = at % (g->x / c->x) * c->x + rank % c->x;
	y = at / (g->x / c->x) % (g->y / c->y) * c->y + rank / c->x % c->y;
	z = at / (g->x / c->x) / (g->y / c->y) * c->z + rank / c->x / c->y;
	return x + g->x * (y + g->y * z);
}

/* What the launch counts on the SM, from its first block there on. */
static struct launch_counts *
counts_on(struct launch_state *l, const struct sm *sm)
{
	struct launch_counts **n = l->counts + sm->id;

	if (!*n) {
		const size_t pcs = l->f->n * sizeof *(*n)->pc, accesses = l->launch->memory ? l->f->n * sizeof *(*n)->memory : 0;

		/* another SM's, which another thread may write, begin far enough away */
		*n = zeroed(1, sizeof **n + pcs + accesses + HOST_APART);
		(*n)->pc = (struct simt_pc_stats *)(*n + 1);
		if (accesses)
			(*n)->memory = (struct simt_pc_memory *)((*n)->pc + l->f->n);
		if (l->launch->states)
			(*n)->states = zeroed(l->f->n, sizeof *(*n)->states);
		(*n)->next = l->counted;
		l->counted = *n;
	}
	return *n;
}

void
sm_blocks_assign(struct sm *sm, struct launch_state *l, struct cluster *k, uint64_t cycle)
{
	struct launch_counts *n = counts_on(l, sm);
	struct sm_blocks *b = &sm->blocks;

	if (!b->n)
		divide_memory(sm, l);
	b->start = grow(b->start, &b->start_room, b->nstart + 1, sizeof *b->start);
	b->start[b->nstart++] =
		(struct block_start){cycle, number_of(l, l->next_block), l, k, (unsigned)(l->next_block % l->cluster_blocks)};
	b->first_start = b->start[0].cycle;
	l->next_block++;
	n->blocks++;
	b->n++;
	b->warps += l->warps_per_block;
	b->registers += l->regs_block;
	b->shared += l->shared_block;
}

void
sm_blocks_release(struct sm *sm, const struct launch_state *l, uint64_t cycle)
{
	struct sm_blocks *b = &sm->blocks;

	l->counts[sm->id]->blocks--;
	b->n--;
	b->warps -= l->warps_per_block;
	b->registers -= l->regs_block;
	b->shared -= l->shared_block;
	b->freed = cycle;
}

/* Where rows do not go over from one y to the next. */
static void
set_row_indices(struct block *b)
{
	const uint32_t nx = b->x.ntid[0], ny = b->x.ntid[1];

	for (uint32_t t = 0; t < b->threads; t += ISA_LANES) {
		struct home_row *row = b->rows + t / ISA_LANES;
		const uint16_t x = (uint16_t)(t % nx), y = (uint16_t)(t / nx % ny), z = (uint16_t)(t / nx / ny);

		for (unsigned l = 0; l < ISA_LANES; l++) {
			row->tid[0][l] = (uint16_t)(x + l);
			row->tid[1][l] = y;
			row->tid[2][l] = z;
		}
	}
}

/* Threads past the end of the block keep index 0; they are never active. */
static void
set_thread_indices(struct block *b)
{
	uint16_t x = 0, y = 0, z = 0;

	if (b->x.ntid[0] % ISA_LANES == 0) {
		set_row_indices(b);
		return;
	}
	for (uint32_t t = 0; t < b->threads; t++) {
		struct home_row *row = b->rows + t / ISA_LANES;

		row->tid[0][t % ISA_LANES] = x;
		row->tid[1][t % ISA_LANES] = y;
		row->tid[2][t % ISA_LANES] = z;
		if (++x == b->x.ntid[0]) {
			x = 0;
			if (++y == b->x.ntid[1]) {
				y = 0;
				z++;
			}
		}
	}
}

static struct block *
block_new(struct sm *sm, const struct block_start *s)
{
	struct launch_state *l = s->launch;
	const uint64_t number = s->number;
	struct block *b = block_room_take(&sm->blocks, l);
	const struct simt_module *mod = l->f->module;
	const struct cubin_kernel *k = l->f->kernel;
	const struct isa_abi *abi = isa_abi(cubin_sm(mod->cubin));
	uint32_t threads = l->block.x * l->block.y * l->block.z, width = sm->m->sm.warp_size;

	if (l->regroup)
		threads = regroup_threads(l->regroup, threads, number);
	b->launch = l;
	b->counts = l->counts[sm->id];
	b->number = number;
	b->nwarps = b->live_warps = (threads + width - 1) / width;
	b->threads = threads;
	b->cluster = s->cluster;
	b->x = (struct exec_block){
		.ctaid = {(uint32_t)(number % l->grid.x), (uint32_t)(number / l->grid.x % l->grid.y),
			  (uint32_t)(number / l->grid.x / l->grid.y)},
		.nctaid = {l->grid.x, l->grid.y, l->grid.z},
		.ntid = {l->block.x, l->block.y, l->block.z},
		.bank = {l->bank0->data, NULL, k->blob[CUBIN_BANK2].data, mod->constants, mod->bank4},
		.bank_bytes = {l->bank0->bytes, 0, (uint32_t)k->blob[CUBIN_BANK2].size,
			       (uint32_t)cubin_blob(mod->cubin, CUBIN_BANK3)->size,
			       (uint32_t)cubin_blob(mod->cubin, CUBIN_BANK4)->size},
		.shared_bytes = l->shared_bytes,
		.shared = b->shared,
		.shared_base = s->rank << CLUSTER_SHIFT,
		.rank = s->rank,
		.shared_taken = l->shared_block,
		.shared_lent = l->f->borrows ? abi->lent_bytes : 0,
		.warps_per_sm = machine_warps(sm->m),
		.shared_window = abi->shared_address,
		.local_window = abi->local_address,
		.mhz = sm->m->chip.clock,
	};
	for (uint32_t i = 0; i < b->nrows; i++)
		b->rows[i].p[ISA_PT] = UINT32_MAX;
	if (l->regroup)
		regroup_block_new(l->regroup, b, width);
	else if (!b->in_order)
		set_thread_indices(b);
	b->in_order = !l->regroup;
	return b;
}

/* The sub-core with the fewest warps, the first of these. */
static struct subcore *
least_loaded(struct sm *sm)
{
	struct subcore *best = sm->subcore;

	for (unsigned i = 1; i < sm->m->sm.subcores; i++)
		if (sm->subcore[i].resident < best->resident)
			best = sm->subcore + i;
	return best;
}

/* The sub-core of a block's warp, by turns: the next one that has a free slot. */
static struct subcore *
in_turn(struct sm *sm, uint32_t index)
{
	unsigned n = sm->m->sm.subcores, k = (sm->blocks.first + index) % n;

	while (sm->subcore[k].resident == sm->subcore[k].nslots)
		k = (k + 1) % n;
	return sm->subcore + k;
}

static void
start_warp(struct sm *sm, struct block *b, uint32_t index, uint64_t cycle)
{
	struct subcore *c = sm->m->issue.block_warps == BLOCK_WARPS_TURNS ? in_turn(sm, index) : least_loaded(sm);
	unsigned i = 0, width = sm->m->sm.warp_size;
	uint32_t first = index * width, n = b->threads - first < width ? b->threads - first : width;
	struct warp *w;

	while (i < c->used && c->warps[i].block)
		i++;
	if (i == c->used)
		c->used++;
	sm_pass_slots(sm, c, cycle);
	w = c->warps + i;
	memset(&w->policy, 0, offsetof(struct warp, copies.group) + sizeof w->copies.group[0] - offsetof(struct warp, policy));
	w->block = b;
	w->counts = b->counts;
	w->f = b->launch->f;
	w->index = index;
	w->launched = w->alive = lanes_low(n);
	w->nlaunched = w->nalive = n;
	w->accounted = cycle;
	w->age = c->age[i] = ++sm->blocks.warps_started;
	c->block[i] = b;
	c->marked[i] = false;
	w->first_thread = first;
	w->nrows = width > ISA_LANES ? (n + ISA_LANES - 1) / ISA_LANES : 1;
	w->row = b->rows + first / ISA_LANES;
	w->place = (uint32_t)(c - sm->subcore) * c->nslots + i;
	w->line = UINT32_MAX;
	w->concurrent = sm->concurrent;
	w->own = sm->concurrent && (sm->packs || sm->m->divergence.split_scoreboards == SPLIT_SCOREBOARDS_OWN);
	w->simple = w->nrows == 1 && !b->regrouped;
	w->runs = split_first(w, b->regrouped ? b->regrouped->first[index + 1] - b->regrouped->first[index] : w->nrows);
	w->runs->pc = w->f->entry;
	w->runs->time.stall_until = cycle;
	if (b->regrouped)
		w->runs->sets = b->regrouped->lanes + b->regrouped->first[index];
	w->x = exec_of(sm, w, NULL);
	w->x.row = w->row;
	if (w->concurrent)
		splits_issued(w);
	sm_blocks_residence(sm, b->counts, cycle);
	b->counts->resident++;
	sm->resident++;
	c->resident++;
	b->counts->v[SIMT_STAT_warps_launched]++;
	if (sm->fetches)
		fetch(sm, c, w);
	slots_refresh(sm, c, i);
}

struct block *
sm_blocks_start(struct sm *sm)
{
	struct sm_blocks *all = &sm->blocks;
	struct block *b = block_new(sm, all->start);
	const unsigned subcores = sm->m->sm.subcores;

	b->next = all->resident;
	b->started = sm->now;
	all->resident = b;
	if (b->cluster)
		cluster_block_started(sm, b);
	if (sm->fetches && !b->counts->v[SIMT_STAT_blocks_launched])
		fetch_launch(sm, b->launch);
	b->counts->v[SIMT_STAT_blocks_launched]++;
	if (sm->tap)
		tap_block(sm, b, true);
	for (uint32_t i = 0; i < b->nwarps; i++)
		start_warp(sm, b, i, sm->now);
	all->first += b->nwarps % subcores ? b->nwarps % subcores : 1;
	all->first %= subcores;
	all->nstart--;
	memmove(all->start, all->start + 1, all->nstart * sizeof *all->start);
	all->first_start = all->nstart ? all->start[0].cycle : NEVER;
	return b;
}

static void
warp_left(struct sm *sm, struct subcore *c, struct launch_counts *n)
{
	sm_blocks_residence(sm, n, sm->now + 1);
	n->resident--;
	sm->resident--;
	sm_pass_slots(sm, c, sm->now + 1);
	c->resident--;
	while (c->used && !c->warps[c->used - 1].block)
		c->used--;
}

static void
block_end(struct sm *sm, struct block *b)
{
	struct sm_blocks *all = &sm->blocks;
	struct block **p = &all->resident;

	if (sm->tap)
		tap_block(sm, b, false);
	while (*p != b)
		p = &(*p)->next;
	*p = b->next;
	all->end = grow(all->end, &all->end_room, all->nend + 1, sizeof *all->end);
	all->end[all->nend++] = (struct block_end){sm->now + 1, b->started, b->number, b->launch};
	if (b->cluster)
		cluster_barrier_block_ended(sm, b);
	block_room_give(all, b);
}

void
sm_blocks_forget_warp(struct sm *sm, struct warp *w)
{
	if (sm->policy->warp_end)
		sm->policy->warp_end(w);
	split_end_all(w, &w->runs);
	split_end_all(w, &w->also);
	split_end_all(w, &w->deferred);
	split_end_all(w, &w->others);
}

/* The last lane of a warp has exited. */
void
sm_blocks_warp_end(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	struct block *b = w->block;

	sm_blocks_forget_warp(sm, w);
	w->block = NULL;
	warp_left(sm, c, b->counts);
	b->live_warps--;
	b->cluster_warps -= w->cluster_counted;
	if (b->cluster_warps)
		cluster_barrier_warp_ended(sm, b);
	if (!b->live_warps) {
		block_end(sm, b);
		return;
	}
	block_barrier_recheck(sm, b);
}

void
sm_blocks_keep(const struct sm *sm, struct sm_blocks_kept *k)
{
	const struct sm_blocks *b = &sm->blocks;

	assert(!b->resident);
	k->was = *b;
	k->start = grow(k->start, &k->room, b->nstart, sizeof *k->start);
	if (b->nstart)
		memcpy(k->start, b->start, b->nstart * sizeof *k->start);
}

void
sm_blocks_put_back(struct sm *sm, const struct sm_blocks_kept *k)
{
	struct sm_blocks *b = &sm->blocks;
	const struct sm_blocks now = *b;

	*b = k->was;
	/* those that have ended since lie behind those that had before */
	b->ended = now.ended;
	b->end = now.end;
	b->end_room = now.end_room;
	b->start = now.start;
	b->start_room = now.start_room;
	if (b->nstart)
		memcpy(b->start, k->start, b->nstart * sizeof *b->start);
}

void
sm_blocks_drop_kept(struct sm_blocks_kept *k)
{
	free(k->start);
	*k = (struct sm_blocks_kept){.start = NULL};
}
