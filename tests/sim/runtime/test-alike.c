/* test-alike.c: which launches represent others (sim/runtime/alike.c). */
#include "sim/runtime/alike.h"

#include "sim/dispatch/launches.h"
#include "tests/helpers/unit.h"

/* A launch of that grid ends after so many cycles, unless another one represents it, which returns true. */
static bool
launch(struct alike *a, uint32_t grid, uint64_t cycles)
{
	const struct launch_state l = {.grid = {grid, 1, 1}, .block = {32, 1, 1}};
	struct simt_pc_stats pc = {.inst_executed = cycles};
	struct simt_launch_stats t = {.pc = &pc, .npc = 1};

	t.v[SIMT_STAT_cycles] = cycles;
	if (alike_represents(a, &l))
		return true;
	alike_simulated(a, &l, &t);
	return false;
}

/* Two that agree, then one each time that there are twice as many. */
static void
test_few_are_simulated(void **state)
{
	struct alike *a = alike_new();

	(void)state;
	for (unsigned n = 1; n <= 100; n++)
		assert_int_equal(!launch(a, 8, 1000), n <= 2 || n == 5 || n == 11 || n == 23 || n == 47 || n == 95);
	alike_free(a);
}

/* 2 % of 1000 cycles is as long, and more is not. */
static void
test_until_two_agree(void **state)
{
	struct alike *a = alike_new();

	(void)state;
	assert_false(launch(a, 8, 1000));
	assert_false(launch(a, 8, 979));
	assert_false(launch(a, 8, 1000));
	assert_false(launch(a, 8, 1020));
	assert_true(launch(a, 8, 1));
	alike_free(a);
}

/* One of another grid, or after the clock was set to 0, is the first of its class. */
static void
test_classes(void **state)
{
	struct alike *a = alike_new();

	(void)state;
	for (unsigned n = 0; n < 3; n++)
		assert_int_equal(launch(a, 8, 1000), n == 2);
	assert_false(launch(a, 9, 1000));
	assert_true(launch(a, 8, 1000));
	alike_forget(a);
	assert_false(launch(a, 8, 1000));
	alike_free(a);
}

/* What stands for a launch is the last one that was simulated. */
static void
test_counts(void **state)
{
	const struct launch_state l = {.grid = {8, 1, 1}, .block = {32, 1, 1}};
	struct alike *a = alike_new();
	const struct simt_pc_stats *pc;
	double differs;

	(void)state;
	(void)launch(a, 8, 1000);
	(void)launch(a, 8, 1010);
	assert_int_equal(alike_counts(a, &l, &pc, &differs)->v[SIMT_STAT_cycles], 1010);
	assert_int_equal(pc->inst_executed, 1010);
	assert_true(differs > 0.0099 && differs < 0.0101);
	alike_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_few_are_simulated),
		cmocka_unit_test(test_until_two_agree),
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_counts),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
