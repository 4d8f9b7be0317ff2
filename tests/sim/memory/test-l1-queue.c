/* test-l1-queue.c: what L1 has not taken, alone: accesses leave in the order in which they came, each with its own lines, and stores with their
 * bytes, however many lines go at a time. Nothing else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include "sim/memory/l1-lines.h"
#include "sim/memory/l1-queue.h"

enum { MOST = 32 };

/* An access of n lines from number `first` on comes in. */
static void
comes(struct l1_queue *q, enum l2_kind kind, uint64_t first, unsigned n)
{
	const struct l1_asking a = {.like.kind = (uint8_t)kind, .like.target = (uint32_t)first, .lines = n};
	struct l1_part part[MOST] = {{.number = 0}};
	struct l1_bytes bytes[MOST];

	for (unsigned i = 0; i < n; i++) {
		part[i].number = first + i;
		bytes[i] = (struct l1_bytes){{(uint32_t)(first + i), 1, 2, 3}};
	}
	l1_queue_add(q, &a, part, kind == L2_STORE ? bytes : NULL);
}

/* The first access has its next line, of that number, at its front; n of its lines go. */
static void
goes(struct l1_queue *q, uint64_t number, unsigned n)
{
	struct l1_asking *a;

	assert_false(l1_queue_is_empty(q));
	a = l1_queue_first(q);
	assert_int_equal(l1_queue_part(q)->number, number);
	if (a->like.kind == L2_STORE)
		assert_int_equal(l1_queue_bytes(q)->of[0], number);
	a->lines -= n;
	l1_queue_taken(q, n);
}

static void
in_order(void **state)
{
	struct l1_queue q = {.access = NULL};

	(void)state;
	assert_true(l1_queue_is_empty(&q));
	assert_null(l1_queue_bytes(&q));
	for (unsigned round = 0; round < 100; round++) {
		const uint64_t from = 1000 * round;

		comes(&q, L2_LOAD, from, 5);
		comes(&q, L2_STORE, from + 100, 3);
		goes(&q, from, 2);
		comes(&q, L2_ATOMIC, from + 200, 1 + round % MOST);
		comes(&q, L2_STORE, from + 300, 2);
		goes(&q, from + 2, 0);
		goes(&q, from + 2, 3);
		goes(&q, from + 100, 1);
		goes(&q, from + 101, 2);
		goes(&q, from + 200, 1 + round % MOST);
		goes(&q, from + 300, 2);
		assert_true(l1_queue_is_empty(&q));
	}
	l1_queue_free(&q);
}

/* What is cleared is gone, and the next access is the first. */
static void
cleared(void **state)
{
	struct l1_queue q = {.access = NULL};

	(void)state;
	comes(&q, L2_STORE, 10, 4);
	goes(&q, 10, 1);
	l1_queue_clear(&q);
	assert_true(l1_queue_is_empty(&q));
	comes(&q, L2_STORE, 50, 2);
	goes(&q, 50, 1);
	goes(&q, 51, 1);
	assert_true(l1_queue_is_empty(&q));
	l1_queue_free(&q);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_order),
		cmocka_unit_test(cleared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
