/* test-split.c: the memory of the splits of a warp, which is that of splits that have ended. */
#include "sim/divergence/split.h"

#include "tests/helpers/unit.h"

enum { MANY = 100 };

static void
ended_splits_are_used_again(void **state)
{
	struct split_pool pool = {.n = 0};
	struct warp w = {.splits = &pool, .alive = 0xff};
	struct split *first = split_first(&w, 1), *other;

	(void)state;
	assert_int_equal((uintptr_t)first % HOST_LINE, 0);
	first->u[0].r[3] = 33;
	other = split_new(&w, first, 7, 0xf0);
	assert_ptr_not_equal(other, first);
	assert_int_equal(other->pc, 7);
	assert_true(other->mask == 0xf0);
	assert_int_equal(other->u[0].r[3], 33);
	split_absorb(&w, first, other);
	assert_ptr_equal(split_new(&w, first, 8, 1), other);
	/* a new warp's split has nothing of the one before */
	split_end(&w, first);
	assert_ptr_equal(split_first(&w, 1), first);
	assert_int_equal(first->u[0].r[3], 0);
	assert_int_equal(first->pc, 0);
	assert_true(first->mask == 0xff);
	split_pool_free(&pool);
}

/* Those with other numbers of sets of uniform registers are apart; those with the most are not kept. */
static void
sizes_are_apart(void **state)
{
	struct split_pool pool = {.n = 0};
	struct warp w = {.splits = &pool, .alive = 1};
	struct split *s[MANY], *list = NULL;

	(void)state;
	for (unsigned rows = 1; rows <= SPLIT_POOLED; rows++) {
		for (unsigned i = 0; i < MANY; i++) {
			s[i] = split_first(&w, rows);
			s[i]->u[rows - 1].r[0] = i;
		}
		for (unsigned i = 0; i < MANY; i++) {
			assert_int_equal(s[i]->nu, rows);
			assert_int_equal(s[i]->u[rows - 1].r[0], i);
			split_push(&list, s[i]);
		}
		split_end_all(&w, &list);
		assert_null(list);
	}
	assert_null(pool.free[0]);
	assert_non_null(pool.free[SPLIT_POOLED - 1]);
	split_pool_free(&pool);
	assert_null(pool.free[1]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ended_splits_are_used_again),
		cmocka_unit_test(sizes_are_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
