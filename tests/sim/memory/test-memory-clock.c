/* test-memory-clock.c: the time of SMs and that of memory, to a cycle. Nothing of sim/ is linked. */
#include "tests/helpers/unit.h"

#include "sim/memory/memory-clock.h"

/* Until anything is set both are the same. */
static void
same(void **state)
{
	const struct memory_clock c = {.from = 0};

	(void)state;
	assert_true(memory_clock_is_same(&c));
	for (uint64_t t = 0; t < 50; t++) {
		assert_int_equal(memory_clock_of(&c, t), t);
		assert_int_equal(memory_clock_back(&c, t), t);
	}
}

/* 10 cycles of the SMs are 11 of memory, from cycle 100 on; before it they are, too, as far as anything is left from then. */
static void
faster(void **state)
{
	struct memory_clock c = {.from = 0};

	(void)state;
	memory_clock_set(&c, 100, 10);
	assert_false(memory_clock_is_same(&c));
	assert_int_equal(memory_clock_of(&c, 100), 100);
	assert_int_equal(memory_clock_of(&c, 109), 109);
	assert_int_equal(memory_clock_of(&c, 110), 111);
	assert_int_equal(memory_clock_of(&c, 200), 210);
	assert_int_equal(memory_clock_of(&c, 90), 89);
	assert_int_equal(memory_clock_back(&c, 100), 100);
	assert_int_equal(memory_clock_back(&c, 110), 110);
	assert_int_equal(memory_clock_back(&c, 111), 110);
	assert_int_equal(memory_clock_back(&c, 112), 111);
	assert_int_equal(memory_clock_back(&c, 210), 200);
	assert_int_equal(memory_clock_back(&c, 89), 90);
}

/* What it has gained stays once it is no faster; then it gains more. */
static void
changes(void **state)
{
	struct memory_clock c = {.from = 0};

	(void)state;
	memory_clock_set(&c, 100, 10);
	memory_clock_set(&c, 200, 0);
	assert_false(memory_clock_is_same(&c));
	assert_int_equal(memory_clock_of(&c, 300), 310);
	assert_int_equal(memory_clock_back(&c, 310), 300);
	memory_clock_set(&c, 300, 50);
	assert_int_equal(memory_clock_of(&c, 301), 311);
	assert_int_equal(memory_clock_of(&c, 302), 313);
	assert_int_equal(memory_clock_back(&c, 313), 302);
}

/* An answer comes no sooner than the shortest way allows, rounded down; it never comes before its request. Order stays. */
static void
shortest_way(void **state)
{
	enum { WAY = 265, LEAST = 240 };
	struct memory_clock c = {.from = 0};

	(void)state;
	memory_clock_set(&c, 1000, 10);
	for (uint64_t t = 900, last = 0; t < 1300; t++) {
		const uint64_t back = memory_clock_back(&c, memory_clock_of(&c, t) + WAY);

		assert_in_range(back, t + LEAST, t + LEAST + 2);
		assert_true(back >= last);
		assert_true(memory_clock_back(&c, memory_clock_of(&c, t)) <= t);
		assert_true(memory_clock_back(&c, memory_clock_of(&c, t) + 1) >= t);
		last = back;
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same),
		cmocka_unit_test(faster),
		cmocka_unit_test(changes),
		cmocka_unit_test(shortest_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
