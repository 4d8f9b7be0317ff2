#include "sim/core/block-room.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/clones.h"
#include "sim/core/regroup.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"

/* What few blocks have. */
static void
free_extras(struct block *b)
{
	free(b->bulk);
	free(b->warpgroups);
	free(b->local);
	regroup_block_free(b->regrouped);
}

void
block_room_free(struct block *b)
{
	free_extras(b);
	free(b->rows);
	free(b->registers);
	free(b->shared);
	free(b);
}

void
block_room_drop(struct sm_blocks *all)
{
	for (struct block *b; (b = all->ended);) {
		all->ended = b->next;
		block_room_free(b);
	}
}

void
block_room_give(struct sm_blocks *all, struct block *b)
{
	free_extras(b);
	b->bulk = NULL;
	b->warpgroups = NULL;
	b->local = NULL;
	b->regrouped = NULL;
	b->next = all->ended;
	all->ended = b;
}

/* One by one: what is so short is cleared without a call. */
CLONES static void
clear_rows_of(uint32_t (*rows)[ISA_LANES], size_t n)
{
	for (size_t i = 0; i < n; i++)
		memset(rows[i], 0, sizeof *rows);
}

static void
clear_registers(struct block *b)
{
	clear_rows_of(b->registers, (size_t)b->nrows * b->regs);
}

static struct block *
new_room(const struct launch_state *l)
{
	struct block *b = zeroed(1, sizeof *b);

	b->nrows = l->rows_per_block;
	b->regs = l->regs;
	b->rows = zeroed(b->nrows, sizeof *b->rows);
	b->registers = must(line_alloc((size_t)b->nrows * b->regs * sizeof *b->registers));
	b->shared = zeroed(l->shared_bytes ? l->shared_bytes : 1, 1);
	for (uint32_t i = 0; i < b->nrows; i++)
		b->rows[i].r = b->registers + (size_t)i * b->regs;
	clear_registers(b);
	return b;
}

static bool
is_of_size(const struct block *b, const struct launch_state *l)
{
	return b->nrows == l->rows_per_block && b->regs == l->regs && b->x.shared_bytes == l->shared_bytes;
}

/* Whether the threads of b have the indices that those of the next block of l are to have. */
static bool
is_in_order(const struct block *b, const struct launch_state *l)
{
	return b->in_order && !l->regroup && b->x.ntid[0] == l->block.x && b->x.ntid[1] == l->block.y && b->x.ntid[2] == l->block.z;
}

void
block_room_hand_on(struct sm_blocks *from, struct sm_blocks *to)
{
	if (to->ended)
		return;
	to->ended = from->ended;
	from->ended = NULL;
}

static void
clear_rows(struct block *b)
{
	for (uint32_t i = 0; i < b->nrows; i++) {
		memset(b->rows[i].p, 0, sizeof b->rows[i].p);
		if (!b->in_order)
			memset(b->rows[i].tid, 0, sizeof b->rows[i].tid);
	}
}

struct block *
block_room_take(struct sm_blocks *all, const struct launch_state *l)
{
	struct block *b = all->ended;

	if (b && !is_of_size(b, l)) {
		block_room_drop(all);
		b = NULL;
	}
	if (!b)
		return new_room(l);
	all->ended = b->next;
	*b = (struct block){.rows = b->rows,
			    .registers = b->registers,
			    .shared = b->shared,
			    .nrows = b->nrows,
			    .regs = b->regs,
			    .in_order = is_in_order(b, l)};
	clear_registers(b);
	clear_rows(b);
	memset(b->shared, 0, l->shared_bytes);
	return b;
}
