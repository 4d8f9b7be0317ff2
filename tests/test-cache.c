/* test-cache.c: which lines crowd in a set, by how far they are apart. */
#include "cache.h"
#include "machine.h"
#include "unit.h"

enum { L1_BYTES = 224 * 15 / 16 * 1024, L1_WAYS = 4, L2_BYTES = 60 << 19, L2_WAYS = 16 };

static void
sets_are_counted(void **state)
{
	(void)state;
	assert_int_equal(cache_sets(64 * LINE_BYTES, 4, CACHE_INDEX_MODULO), 16);
	assert_int_equal(cache_sets(64 * LINE_BYTES, 4, CACHE_INDEX_PRIME), 13);
	assert_int_equal(cache_sets(13 * LINE_BYTES, 1, CACHE_INDEX_PRIME), 13);
	assert_int_equal(cache_sets(8 * LINE_BYTES, 4, CACHE_INDEX_PRIME), 2);
	assert_int_equal(cache_sets(4 * LINE_BYTES, 4, CACHE_INDEX_PRIME), 1);
	assert_int_equal(cache_sets(LINE_BYTES, 4, CACHE_INDEX_PRIME), 1);
	assert_int_equal(cache_sets(LINE_BYTES, 4, CACHE_INDEX_MODULO), 1);
}

/* How many of n lines that are so many lines apart are still there when all have been placed. */
static unsigned
left_of(struct cache *c, unsigned n, uint64_t apart)
{
	uint8_t dirty;
	unsigned left = 0;

	cache_clear(c);
	for (unsigned i = 0; i < n; i++)
		cache_place(c, i * apart, &dirty);
	for (unsigned i = 0; i < n; i++)
		left += cache_peek(c, i * apart) != NULL;
	return left;
}

/* As an H200 does (workloads/micro/places.csv): what fits fits, however many powers of two lie between lines. */
static void
powers_of_two_fit(void **state)
{
	struct cache *l1 = cache_new(L1_BYTES, L1_WAYS, CACHE_INDEX_PRIME), *l2 = cache_new(L2_BYTES, L2_WAYS, CACHE_INDEX_PRIME);

	(void)state;
	assert_true(l1 && l2);
	for (uint64_t apart = 1; apart <= 1 << 20; apart *= 2) {
		assert_int_equal(left_of(l1, 1536, apart), 1536);
		assert_int_equal(left_of(l2, 131072, apart), 131072);
	}
	cache_free(l1);
	cache_free(l2);
}

/* Where the set is the number modulo the sets, a stride that has a factor with them leaves most of them empty. */
static void
powers_of_two_crowd(void **state)
{
	struct cache *c = cache_new(64 * LINE_BYTES, 4, CACHE_INDEX_MODULO);

	(void)state;
	assert_non_null(c);
	assert_int_equal(left_of(c, 64, 1), 64);
	assert_int_equal(left_of(c, 64, 2), 32);
	assert_int_equal(left_of(c, 64, 16), 4);
	assert_int_equal(left_of(c, 64, 3), 64);
	cache_free(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_are_counted),
		cmocka_unit_test(powers_of_two_fit),
		cmocka_unit_test(powers_of_two_crowd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
