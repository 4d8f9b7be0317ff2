/* test-lg-queue.c: a sub-core's part of the queue of L1 alone: how much room it has, and for how long it had none. Nothing else of sim/ is
 * linked. */
#include "tests/helpers/unit.h"

#include "sim/core/cycle.h"
#include "sim/core/lg-queue.h"
#include "sim/machine/machine.h"

/* The sub-cores share the queue, and each has at least one place. */
static void
room(void **state)
{
	static const struct {
		int32_t queue, subcores;
		unsigned room;
	} row[] = {{1, 4, 1}, {4, 4, 1}, {5, 4, 1}, {7, 4, 1}, {8, 4, 2}, {3, 1, 3}, {256, 1, 256}};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct simt_machine m = {.name = NULL};
		struct lg_queue q = {.full = 9, .full_since = 8, .next = 1, .taken = {7}};

		m.lsu.lg_queue = (uint32_t)row[i].queue;
		m.sm.subcores = (uint32_t)row[i].subcores;
		lg_queue_reset(&m, &q);
		assert_int_equal(q.room, row[i].room);
		assert_int_equal(lg_queue_ready(&q), 0);
		assert_int_equal(lg_queue_full(&q, 100), 0);
	}
}

/* Until the place of the next access is taken it is full, and from then on it is not. */
static void
full(void **state)
{
	struct lg_queue q = {.room = 1, .full = 5, .full_since = 10, .taken = {20}};

	(void)state;
	assert_int_equal(lg_queue_ready(&q), 20);
	assert_int_equal(lg_queue_full(&q, 9), 5);
	assert_int_equal(lg_queue_full(&q, 10), 5);
	assert_int_equal(lg_queue_full(&q, 11), 6);
	assert_int_equal(lg_queue_full(&q, 20), 15);
	assert_int_equal(lg_queue_full(&q, 21), 15);
	q.taken[0] = NEVER;
	assert_int_equal(lg_queue_full(&q, 1000), 5 + 990);
	/* it had room again before */
	q.taken[0] = 8;
	assert_int_equal(lg_queue_full(&q, 30), 5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(room), cmocka_unit_test(full)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
