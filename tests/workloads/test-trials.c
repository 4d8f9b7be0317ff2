/* test-trials.c: blocks of another size: which launches can have them, and what the workload is then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "workloads/analysis/trials.h"

static struct workload_launch
shape(uint32_t grid, uint32_t block)
{
	return (struct workload_launch){.grid = {grid, 1, 1}, .block = {block, 1, 1}};
}

static void
fits(void **state)
{
	static const struct {
		uint32_t grid, block;
		bool smaller, larger;
	} want[] = {
		{8, 64, true, true},    {8, 32, false, true},          {8, 96, false, true},          {8, 33, false, false},
		{7, 64, true, false},   {1, 1024, true, false},        {8, 512, true, true},          {8, 544, false, false},
		{8, 1024, true, false}, {0x3fffffff, 64, true, false}, {0x40000000, 64, false, true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		const struct workload_launch l = shape(want[i].grid, want[i].block);

		if (trial_fits(TRIAL_blocks, &l) != want[i].smaller || trial_fits(TRIAL_joined, &l) != want[i].larger)
			fail_msg("%u blocks of %u threads", want[i].grid, want[i].block);
	}
}

static void
one_dimension(void **state)
{
	struct workload_launch l[4] = {shape(8, 64), shape(8, 64), shape(8, 64), shape(8, 64)};

	(void)state;
	l[0].grid.y = l[1].grid.z = l[2].block.y = l[3].block.z = 2;
	for (size_t i = 0; i < 4; i++)
		assert_false(trial_fits(TRIAL_blocks, l + i) || trial_fits(TRIAL_joined, l + i));
}

/* Case 0 has two launches, of which the first one cannot have blocks of another size; case 1 has none that can. */
static void
workload(void **state)
{
	struct workload_launch launch[3] = {shape(7, 33), shape(8, 64), shape(7, 33)};
	size_t of_first[2] = {0, 1}, of_second[1] = {2};
	struct workload_case cases[2] = {{.launches = of_first, .nlaunches = 2}, {.launches = of_second, .nlaunches = 1}};
	const struct workload w = {.launch = launch, .nlaunches = 3, .cases = cases, .ncases = 2};
	struct workload other = {.launch = NULL};
	bool changed[2] = {false, true};

	(void)state;
	assert_ptr_equal(trial_workload(TRIAL_ideal, &w, &other, changed), &w);
	assert_true(changed[0] && changed[1]);
	assert_ptr_equal(trial_workload(TRIAL_joined, &w, &other, changed), &other);
	assert_true(changed[0] && !changed[1]);
	assert_true(other.launch[0].grid.x == 7 && other.launch[0].block.x == 33);
	assert_true(other.launch[1].grid.x == 4 && other.launch[1].block.x == 128);
	free(other.launch);
	assert_ptr_equal(trial_workload(TRIAL_blocks, &w, &other, changed), &other);
	assert_true(other.launch[1].grid.x == 16 && other.launch[1].block.x == 32);
	assert_true(launch[1].grid.x == 8 && launch[1].block.x == 64);
	free(other.launch);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(fits), cmocka_unit_test(one_dimension), cmocka_unit_test(workload)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
