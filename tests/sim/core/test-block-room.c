/* test-block-room.c: the memory of blocks that have ended, used again: all of it is 0, but for indices that are what they were. Nothing else of
 * sim/ is linked. */
#include "tests/helpers/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/block-room.h"
#include "sim/core/regroup.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"

enum { ROWS = 3, REGS = 5, SHARED = 1000 };

static unsigned freed;

void
regroup_block_free(struct regroup_block *b)
{
	freed += b != NULL;
}

static struct launch_state
launch(void)
{
	return (struct launch_state){
		.rows_per_block = ROWS, .regs = REGS, .shared_bytes = SHARED, .block = {ROWS * ISA_LANES, 1, 1}};
}

static bool
is_zero(const void *p, size_t n)
{
	const unsigned char *c = p;

	for (size_t i = 0; i < n; i++)
		if (c[i])
			return false;
	return true;
}

/* All that threads can read. indices: theirs, too. */
static void
assert_clear(const struct block *b, bool indices)
{
	assert_int_equal(b->nrows, ROWS);
	assert_int_equal(b->regs, REGS);
	assert_int_equal((uintptr_t)b->registers % HOST_LINE, 0);
	assert_true(is_zero(b->registers, ROWS * REGS * sizeof *b->registers));
	assert_true(is_zero(b->shared, SHARED));
	for (unsigned i = 0; i < ROWS; i++) {
		assert_ptr_equal(b->rows[i].r, b->registers + i * REGS);
		assert_true(is_zero(b->rows[i].p, sizeof b->rows[i].p));
		if (indices)
			assert_true(is_zero(b->rows[i].tid, sizeof b->rows[i].tid));
	}
	assert_true(is_zero(b->barrier, sizeof b->barrier));
	assert_null(b->bulk);
	assert_null(b->local);
	assert_null(b->regrouped);
	assert_null(b->launch);
	assert_null(b->next);
	assert_int_equal(b->number + b->live_warps + b->threads + b->cluster_warps, 0);
}

/* What a block leaves behind. */
static void
use(struct block *b, const struct launch_state *l)
{
	b->launch = (struct launch_state *)(uintptr_t)l;
	b->number = b->live_warps = b->threads = b->cluster_warps = 7;
	b->barrier[3].arrived = 1;
	b->bulk = malloc(8);
	b->local = malloc(8);
	b->regrouped = (struct regroup_block *)b;
	b->x.shared_bytes = l->shared_bytes;
	b->x.ntid[0] = l->block.x;
	b->x.ntid[1] = l->block.y;
	b->x.ntid[2] = l->block.z;
	memset(b->registers, 0xff, ROWS * REGS * sizeof *b->registers);
	memset(b->shared, 0xff, SHARED);
	for (unsigned i = 0; i < ROWS; i++) {
		memset(b->rows[i].p, 0xff, sizeof b->rows[i].p);
		memset(b->rows[i].tid, 0x55, sizeof b->rows[i].tid);
	}
}

static void
used_again(void **state)
{
	struct sm_blocks all = {0};
	const struct launch_state l = launch();
	struct block *a = block_room_take(&all, &l), *b = block_room_take(&all, &l);

	(void)state;
	assert_clear(a, true);
	assert_clear(b, true);
	assert_ptr_not_equal(a, b);
	use(a, &l);
	freed = 0;
	block_room_give(&all, a);
	assert_int_equal(freed, 1);
	assert_ptr_equal(block_room_take(&all, &l), a);
	assert_false(a->in_order);
	assert_clear(a, true);
	assert_null(all.ended);
	block_room_free(a);
	block_room_free(b);
}

/* Another SM gets what is kept, if it keeps nothing itself. */
static void
handed_on(void **state)
{
	struct sm_blocks one = {0}, other = {0};
	const struct launch_state l = launch();
	struct block *a = block_room_take(&one, &l), *b = block_room_take(&one, &l);

	(void)state;
	use(a, &l);
	use(b, &l);
	block_room_give(&one, a);
	block_room_hand_on(&one, &other);
	assert_null(one.ended);
	assert_ptr_equal(other.ended, a);
	block_room_give(&one, b);
	block_room_hand_on(&one, &other);
	assert_ptr_equal(one.ended, b);
	assert_ptr_equal(other.ended, a);
	assert_ptr_equal(block_room_take(&other, &l), a);
	assert_clear(a, true);
	block_room_free(a);
	block_room_drop(&one);
}

/* Indices stay where those of the next block are the same. */
static void
in_order(void **state)
{
	static const struct simt_dim other[] = {{ROWS * ISA_LANES - 1, 1, 1}, {ROWS * ISA_LANES, 2, 1}, {ROWS * ISA_LANES, 1, 2}};
	struct sm_blocks all = {0};
	struct launch_state l = launch();
	struct block *b = block_room_take(&all, &l);

	(void)state;
	for (unsigned i = 0; i < 5; i++) {
		use(b, &l);
		b->in_order = true;
		block_room_give(&all, b);
		if (i == 4)
			l.regroup = (struct regroup *)&all;
		else if (i)
			l.block = other[i - 1];
		b = block_room_take(&all, &l);
		assert_int_equal(b->in_order, !i);
		assert_clear(b, i);
		if (!i)
			assert_int_equal(b->rows[1].tid[0][0], 0x5555);
		l = launch();
	}
	block_room_free(b);
}

/* What has another size is not kept. */
static void
other_sizes(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		struct sm_blocks all = {0};
		struct launch_state l = launch();
		struct block *a = block_room_take(&all, &l), *b = block_room_take(&all, &l);

		use(a, &l);
		use(b, &l);
		block_room_give(&all, a);
		block_room_give(&all, b);
		l.rows_per_block += i == 0;
		l.regs += i == 1;
		l.shared_bytes += i == 2;
		b = block_room_take(&all, &l);
		assert_null(all.ended);
		assert_int_equal(b->nrows, l.rows_per_block);
		assert_int_equal(b->regs, l.regs);
		assert_true(is_zero(b->shared, l.shared_bytes));
		assert_true(is_zero(b->registers, b->nrows * b->regs * sizeof *b->registers));
		b->x.shared_bytes = l.shared_bytes;
		block_room_give(&all, b);
		block_room_drop(&all);
		assert_null(all.ended);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(used_again), cmocka_unit_test(handed_on), cmocka_unit_test(in_order),
					   cmocka_unit_test(other_sizes)};

	return cmocka_run_group_tests_name("block-room", tests, NULL, NULL);
}
