/* test-touched.c: when lines of memory can have come at the soonest, step by step, on machine `tiny`. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "workloads/analysis/touched.h"

enum { DRAM = 300, LINE = 128 };

static struct simt_machine *machine;
static struct touched touched;

/* A load that issues at these times, by TOUCH_FIRST and TOUCH_EACH; *first and *each get when it is there. */
static void
load(struct touch_launch *l, uint64_t address, uint64_t at_first, uint64_t at_each, uint64_t *first, uint64_t *each)
{
	const uint64_t issued[TOUCH_TIMES] = {0, at_first, at_each};
	uint64_t ready[TOUCH_TIMES] = {0};

	touched_load(&touched, l, address, issued, ready);
	assert_int_equal(ready[TOUCH_HITS], 0);
	*first = ready[TOUCH_FIRST];
	*each = ready[TOUCH_EACH];
}

static void
store(struct touch_launch *l, uint64_t address, uint64_t at)
{
	const uint64_t issued[TOUCH_TIMES] = {at, at, at};

	touched_store(&touched, l, address, issued);
}

static int
begin(void **state)
{
	(void)state;
	machine = simt_machine_load("tiny", NULL);
	if (!machine)
		return 1;
	touched_init(&touched, machine);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	touched_free(&touched);
	simt_machine_free(machine);
	return 0;
}

/* Who loads a line after others waits as long as they do; by TOUCH_FIRST all that is new comes after the first answer. */
static void
loads(void **state)
{
	struct touch_launch l = {.number = 1};
	uint64_t first, each;

	(void)state;
	load(&l, 0, 10, 10, &first, &each);
	assert_int_equal(first, 10 + DRAM);
	assert_int_equal(each, 10 + DRAM);
	load(&l, 4, 50, 50, &first, &each);
	assert_int_equal(each, 10 + DRAM);
	load(&l, 10 * LINE, 50, 70, &first, &each);
	assert_int_equal(first, 10 + DRAM);
	assert_int_equal(each, 70 + DRAM);
	assert_int_equal(l.loaded, 2);
	assert_int_equal(l.dram, 64);
	assert_int_equal(l.sooner[TOUCH_FIRST], 0);
	assert_int_equal(l.sooner[TOUCH_EACH], 0);
	/* sooner than assumed: the largest counts, and what was assumed stays */
	load(&l, 10 * LINE, 8, 66, &first, &each);
	assert_int_equal(each, 70 + DRAM);
	load(&l, 10 * LINE, 9, 69, &first, &each);
	assert_int_equal(l.sooner[TOUCH_FIRST], 2);
	assert_int_equal(l.sooner[TOUCH_EACH], 4);
	/* another sector of the line comes by itself on this machine */
	load(&l, 10 * LINE + 32, 80, 80, &first, &each);
	assert_int_equal(each, 80 + DRAM);
	assert_int_equal(l.loaded, 3);
}

/* What an earlier launch has touched, or this one has stored to, may be in L1. */
static void
warm(void **state)
{
	struct touch_launch l = {.number = 1}, next = {.number = 2};
	uint64_t first, each;

	(void)state;
	load(&l, 0, 10, 10, &first, &each);
	store(&l, LINE, 20);
	load(&l, LINE, 30, 30, &first, &each);
	assert_int_equal(first + each, 0);
	assert_int_equal(l.stored, 1);
	store(&l, LINE + 8, 40);
	assert_int_equal(l.stored, 1);
	store(&l, LINE + 32, 40);
	assert_int_equal(l.stored, 2);
	/* a store to what was loaded: sooner than the answer */
	store(&l, 0, 10 + DRAM - 1);
	assert_int_equal(l.sooner[TOUCH_EACH], 1);
	assert_int_equal(l.sooner[TOUCH_FIRST], 1);

	load(&next, 0, 5, 5, &first, &each);
	assert_int_equal(first + each, 0);
	assert_int_equal(next.loaded, 0);
	store(&next, LINE, 5);
	assert_int_equal(next.stored, 1);
	touched_clear(&touched);
	load(&next, 0, 5, 5, &first, &each);
	assert_int_equal(each, 5 + DRAM);
}

/* Many lines: the table grows and forgets none. */
static void
many(void **state)
{
	struct touch_launch l = {.number = 1};
	uint64_t first, each;

	(void)state;
	for (unsigned turn = 0; turn < 2; turn++)
		for (uint64_t i = 0; i < 10000; i++) {
			load(&l, i * LINE, i, i, &first, &each);
			assert_int_equal(each, i + DRAM);
		}
	assert_int_equal(l.loaded, 10000);
	assert_int_equal(l.dram, 320000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(loads, begin, end),
		cmocka_unit_test_setup_teardown(warm, begin, end),
		cmocka_unit_test_setup_teardown(many, begin, end),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
