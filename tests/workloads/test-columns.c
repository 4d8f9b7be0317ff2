/* What a column of a picture shows: its middle, but lanes that are parted wherever there are none nearby; stalls, and where a picture begins. */
#include "tests/helpers/unit.h"
#include "workloads/analysis/columns.h"

/* Pieces from 0 on: where each issues and ends, and whether lanes are parted. */
#define PIECES(...)                                    \
	const struct column_piece x[] = {__VA_ARGS__}; \
	const size_t n = sizeof x / sizeof *x;         \
	struct column_place at = {0, 0}

static void
test_middle(void **state)
{
	(void)state;
	PIECES({0, 0, 10, false, 0}, {10, 10, 20, false, 0}, {20, 20, 30, false, 0});

	/* the middle of 5 to 15 is 10, which is of the second piece */
	assert_int_equal(column_choose(x, n, &at, 5, 15), 1);
	at = (struct column_place){0, 0};
	assert_int_equal(column_choose(x, n, &at, 4, 14), 0);
	at = (struct column_place){0, 0};
	assert_int_equal(column_choose(x, n, &at, 0, 30), 1);
	/* of a column without a middle in any piece, what is there */
	at = (struct column_place){0, 0};
	assert_int_equal(column_choose(x, n, &at, 29, 40), 2);
}

static void
test_ends(void **state)
{
	(void)state;
	PIECES({5, 5, 10, false, 0}, {10, 10, 20, false, 0});

	assert_int_equal(column_choose(x, n, &at, 0, 5), n); /* the first piece begins behind it */
	assert_int_equal(at.at, 0);
	assert_int_equal(column_choose(x, n, &at, 0, 6), 0);
	assert_int_equal(column_choose(x, n, &at, 9, 10), 0);
	assert_int_equal(at.at, 0);
	assert_int_equal(column_choose(x, n, &at, 10, 11), 1);
	assert_int_equal(at.at, 1);
	assert_int_equal(column_choose(x, n, &at, 19, 20), 1);
	assert_int_equal(column_choose(x, n, &at, 20, 30), n);
	assert_int_equal(at.at, n);
	at = (struct column_place){0, 0};
	assert_int_equal(column_choose(x, 0, &at, 0, 10), 0); /* none of none */
}

static void
test_parted(void **state)
{
	(void)state;
	PIECES({0, 0, 97, false, 0}, {97, 97, 98, true, 0}, {98, 98, 100, true, 0}, {100, 100, 200, false, 0});

	/* one cycle of 97 is enough, the longest is shown, and the first of two that are as long */
	assert_int_equal(column_choose(x, n, &at, 0, 98), 1);
	at = (struct column_place){0, 0};
	assert_int_equal(column_choose(x, n, &at, 0, 99), 1);
	at = (struct column_place){0, 0};
	assert_int_equal(column_choose(x, n, &at, 0, 200), 2);
	at = (struct column_place){0, 0};
	assert_int_equal(column_choose(x, n, &at, 0, 97), 0);
	at = (struct column_place){0, 0};
	assert_int_equal(column_choose(x, n, &at, 100, 200), 3);
}

/* Where the middle is parted it is shown, though another one is longer. */
static void
test_parted_middle(void **state)
{
	(void)state;
	PIECES({0, 0, 40, true, 0}, {40, 40, 60, true, 0}, {60, 60, 100, false, 0});

	assert_int_equal(column_choose(x, n, &at, 0, 100), 1);
}

/* What alternates faster than columns do: lanes are parted in each column, but not at its middle. One column of nine shows it. */
static void
test_near(void **state)
{
	(void)state;
	struct column_piece x[60];
	struct column_place at = {0, 0};
	unsigned parted = 0;

	/* columns of 100: whole from 0 to 90, parted from 90 to 100 */
	for (unsigned i = 0; i < 60; i++) {
		const uint64_t from = i / 2 * 100 + i % 2 * 90;

		x[i] = (struct column_piece){from, from, from + (i % 2 ? 10 : 90), i % 2, 0};
	}
	for (unsigned k = 0; k < 30; k++) {
		const size_t shown = column_choose(x, 60, &at, 100 * k, 100 * (k + 1));

		assert_int_equal(shown / 2, k);
		assert_int_equal(shown % 2, k % (COLUMN_NEAR + 1) == 0);
		parted += shown % 2;
	}
	assert_int_equal(parted, 4);
}

static void
test_waits(void **state)
{
	(void)state;
	const struct column_piece x = {10, 20, 30, false, 0};

	assert_false(column_waits(&x, 10, 30)); /* as long as it issues */
	assert_true(column_waits(&x, 10, 29));
	assert_false(column_waits(&x, 11, 30));
	assert_true(column_waits(&x, 0, 20));
	assert_false(column_waits(&x, 20, 40));
	assert_false(column_waits(&x, 30, 40)); /* nothing of it */
}

static void
test_begin(void **state)
{
	(void)state;
	PIECES({100, 100, 500, false, 0}, {500, 510, 520, true, 0}, {520, 520, 570, false, 0});
	uint64_t begin = 7;

	(void)at;
	/* from 500 to 570 are seven eighths */
	assert_true(column_begin(x, n, 570, 8, &begin));
	assert_int_equal(begin, 490);
	/* half: 70 before; all there is where that is less */
	assert_true(column_begin(x, n, 570, 2, &begin));
	assert_int_equal(begin, 430);
	assert_true(column_begin(x, n, 900, 2, &begin));
	assert_int_equal(begin, 100);
	assert_true(column_begin(x, n, 899, 2, &begin));
	assert_int_equal(begin, 101);
	begin = 7;
	assert_false(column_begin(x, n, 500, 8, &begin)); /* it is over before */
	assert_false(column_begin(x, 1, 500, 8, &begin));
	assert_false(column_begin(x, 0, 500, 8, &begin));
	assert_int_equal(begin, 7);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_middle),        cmocka_unit_test(test_ends), cmocka_unit_test(test_parted),
		cmocka_unit_test(test_parted_middle), cmocka_unit_test(test_near), cmocka_unit_test(test_waits),
		cmocka_unit_test(test_begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
