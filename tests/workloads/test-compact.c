#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "workloads/runner/compact.h"

enum { N = 5 };

/* Rows that are like the one before, unlike it, and at the ends of what a number can be. */
static const uint64_t row[][N] = {
	{0, 0, 0, 0, 0},
	{1, 2, 3, 4, 5},
	{1, 2, 3, 4, 6},
	{0, 2, 3, 4, 5},
	{1, 2, 3, 4, UINT64_MAX},
	{UINT64_MAX, UINT64_C(1) << 63, 63, 64, UINT64_C(1) << 62},
	{UINT64_MAX - 1, (UINT64_C(1) << 63) - 1, 63, 64, UINT64_C(1) << 62},
	{0, 0, 0, 0, 7},
	{UINT64_C(1) << 63, 0, 0, 0, 0},
};

static void
test_rows(void **state)
{
	size_t place[sizeof row / sizeof *row];
	struct compact c = {.data = NULL};
	uint64_t got[N];

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		place[i] = compact_put(&c, row[i], N);
	/* in whatever order they are asked for */
	for (size_t i = sizeof row / sizeof *row; i-- > 0;) {
		memset(got, 0xee, sizeof got);
		compact_get(&c, place[i], got, N);
		assert_memory_equal(got, row[i], sizeof got);
	}
	compact_free(&c);
	assert_null(c.data);
}

/* A row as the base: two bytes; one difference that fits 7 bits with its sign: four; beyond: five. */
static void
test_bytes(void **state)
{
	static const struct {
		uint64_t last;
		size_t bytes;
	} after[] = {{1000, 2}, {1063, 4}, {937, 4}, {936, 4}, {1064, 5}, {935, 5}};
	uint64_t v[N] = {1, 2, 3, 4, 1000};
	struct compact c = {.data = NULL};

	(void)state;
	compact_put(&c, v, N);
	for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
		size_t before = c.bytes;

		v[N - 1] = after[i].last;
		compact_put(&c, v, N);
		assert_int_equal(c.bytes - before, after[i].bytes);
	}
	compact_free(&c);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_bytes)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("compact", tests, NULL, NULL);
}
