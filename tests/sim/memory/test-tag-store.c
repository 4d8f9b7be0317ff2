/* test-tag-store.c: the tag store alone, as L1, L2 and the caches of instructions use it: how many sets there are, which lines crowd in
 * one by how far they are apart, which of a set is replaced, and which is not. Nothing else of sim/ is linked. */
#include "sim/memory/tag-store.h"
#include "base/host-cache.h"
#include "sim/machine/machine.h"
#include "tests/helpers/unit.h"

#include <string.h>

/* What a client knows of a line. */
struct line {
	uint8_t dirty, pending, other[3];
};

enum { L1_BYTES = 224 * 15 / 16 * 1024, L1_WAYS = 4, L2_BYTES = 60 << 19, L2_WAYS = 16 };

static void
sets_are_counted(void **state)
{
	(void)state;
	assert_int_equal(tag_store_sets(64 * LINE_BYTES, 4, CACHE_INDEX_MODULO), 16);
	assert_int_equal(tag_store_sets(64 * LINE_BYTES, 4, CACHE_INDEX_PRIME), 13);
	assert_int_equal(tag_store_sets(13 * LINE_BYTES, 1, CACHE_INDEX_PRIME), 13);
	assert_int_equal(tag_store_sets(8 * LINE_BYTES, 4, CACHE_INDEX_PRIME), 2);
	assert_int_equal(tag_store_sets(4 * LINE_BYTES, 4, CACHE_INDEX_PRIME), 1);
	assert_int_equal(tag_store_sets(LINE_BYTES, 4, CACHE_INDEX_PRIME), 1);
	assert_int_equal(tag_store_sets(LINE_BYTES, 4, CACHE_INDEX_MODULO), 1);
}

/* The sets are the largest prime that there is room for: what is said of a number is that of a sieve. */
static void
sets_are_prime(void **state)
{
	enum { MOST = 3000 };
	static bool composite[MOST + 1];
	uint64_t prime = 1;

	(void)state;
	for (unsigned n = 2; n <= MOST; n++) {
		for (unsigned k = 2 * n; k <= MOST; k += n)
			composite[k] = true;
		prime = composite[n] ? prime : n;
		assert_int_equal(tag_store_sets(n * UINT64_C(3) * LINE_BYTES, 3, CACHE_INDEX_PRIME), prime);
		assert_int_equal(tag_store_sets((n + 1) * UINT64_C(3) * LINE_BYTES - 1, 3, CACHE_INDEX_PRIME), prime);
	}
}

/* A set is whole lines of a host's cache; so are the lines of one of four ways, if the client has 16 bytes of each. */
static void
sets_begin_host_lines(void **state)
{
	enum { SETS = 3, WAYS = 4, BYTES = HOST_LINE / WAYS };

	(void)state;
	for (unsigned i = 0; i < 8; i++) {
		struct tag_store *c = tag_store_new(SETS * WAYS * LINE_BYTES, WAYS, CACHE_INDEX_MODULO, BYTES);

		assert_non_null(c);
		tag_store_make(c);
		for (unsigned set = 0; set < SETS; set++) {
			assert_int_equal((uintptr_t)tag_store_at(c, set) % HOST_LINE, 0);
			assert_int_equal((uintptr_t)tag_store_line(c, set, 0) % HOST_LINE, 0);
		}
		tag_store_free(c);
	}
}

/* The set of a line is its number modulo the sets, however large both are. */
static void
sets_are_remainders(void **state)
{
	static const uint64_t near[] = {0, 1, UINT64_C(1) << 32, UINT64_C(1) << 57, UINT64_MAX / 3, UINT64_MAX};
	static const uint64_t sets[] = {1, 2, 3, 64, 479, 15359, 65536, (1u << 20) - 3};
	uint64_t random = 1;

	(void)state;
	for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++) {
		struct tag_store *c = tag_store_new(sets[i] * LINE_BYTES, 1, CACHE_INDEX_MODULO, sizeof(struct line));

		assert_non_null(c);
		assert_int_equal(tag_store_set(c, 12345), 0); /* the empty set is all there is */
		tag_store_make(c);
		for (unsigned k = 0; k < sizeof near / sizeof *near; k++)
			for (uint64_t n = near[k] - 2 * sets[i] - 1, left = 4 * sets[i] + 3; left;
			     left -= left < 1000 ? 1 : left / 7)
				assert_true(tag_store_set(c, n + left) == (n + left) % sets[i]);
		for (unsigned k = 0; k < 10000; k++) {
			random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
			assert_true(tag_store_set(c, random) == random % sets[i]);
			assert_true(tag_store_set(c, random / sets[i] * sets[i]) == 0);
			assert_true(tag_store_set(c, random / sets[i] * sets[i] - 1) == (random / sets[i] * sets[i] - 1) % sets[i]);
		}
		tag_store_free(c);
	}
}

/* How many of n lines that are so many lines apart are still there when all have been placed. */
static unsigned
left_of(struct tag_store *c, unsigned n, uint64_t apart)
{
	unsigned left = 0;

	tag_store_clear(c);
	for (unsigned i = 0; i < n; i++)
		tag_store_place(c, i * apart, NULL);
	for (unsigned i = 0; i < n; i++)
		left += tag_store_peek(c, i * apart) != NULL;
	return left;
}

/* As an H200 does (workloads/micro/places.csv): what fits fits, however many powers of two lie between lines. */
static void
powers_of_two_fit(void **state)
{
	struct tag_store *l1 = tag_store_new(L1_BYTES, L1_WAYS, CACHE_INDEX_PRIME, sizeof(struct line)),
			 *l2 = tag_store_new(L2_BYTES, L2_WAYS, CACHE_INDEX_PRIME, sizeof(struct line));

	(void)state;
	assert_true(l1 && l2);
	for (uint64_t apart = 1; apart <= 1 << 20; apart *= 2) {
		assert_int_equal(left_of(l1, 1536, apart), 1536);
		assert_int_equal(left_of(l2, 131072, apart), 131072);
	}
	tag_store_free(l1);
	tag_store_free(l2);
}

/* Where the set is the number modulo the sets, a stride that has a factor with them leaves most of them empty. */
static void
powers_of_two_crowd(void **state)
{
	struct tag_store *c = tag_store_new(64 * LINE_BYTES, 4, CACHE_INDEX_MODULO, sizeof(struct line));

	(void)state;
	assert_non_null(c);
	assert_int_equal(left_of(c, 64, 1), 64);
	assert_int_equal(left_of(c, 64, 2), 32);
	assert_int_equal(left_of(c, 64, 16), 4);
	assert_int_equal(left_of(c, 64, 3), 64);
	tag_store_free(c);
}

enum { MOST_WAYS = 5, MOST_SETS = 3 };

/* A set as a list: the line that was used last is the first one. */
struct list {
	uint64_t number[MOST_WAYS];
	uint8_t dirty[MOST_WAYS];
	unsigned n;
};

/* Where the line is in its list; n: nowhere. */
static unsigned
place_in(const struct list *s, uint64_t number)
{
	unsigned i = 0;

	while (i < s->n && s->number[i] != number)
		i++;
	return i;
}

static void
to_front(struct list *s, unsigned i, uint64_t number, uint8_t dirty)
{
	for (; i; i--) {
		s->number[i] = s->number[i - 1];
		s->dirty[i] = s->dirty[i - 1];
	}
	s->number[0] = number;
	s->dirty[0] = dirty;
}

/* Lines at random: each is found, becomes the first one and is written to, or takes the place of the last one, or is only looked for. */
static void
least_recently_used(void **state)
{
	enum { STEPS = 5000 };

	(void)state;
	for (unsigned ways = 1; ways <= MOST_WAYS; ways++)
		for (unsigned sets = 1; sets <= MOST_SETS; sets++) {
			struct tag_store *c =
				tag_store_new(sets * ways * LINE_BYTES, ways, CACHE_INDEX_MODULO, sizeof(struct line));
			struct list list[MOST_SETS] = {{.n = 0}};
			uint32_t chance = 1;

			assert_non_null(c);
			for (unsigned step = 0; step < STEPS; step++) {
				const uint64_t number = (chance = chance * 1664525 + 1013904223) >> 16 & 15;
				struct list *s = list + number % sets;
				const unsigned at = place_in(s, number);
				const bool look = chance >> 28 == 0, there = at < s->n;
				struct line *line = look ? tag_store_peek(c, number) : tag_store_find(c, number);

				assert_int_equal(line != NULL, there);
				if (chance >> 22 == 5) {
					tag_store_clear(c);
					for (unsigned i = 0; i < sets; i++)
						list[i].n = 0;
					assert_null(tag_store_peek(c, number));
					continue;
				}
				if (look)
					continue;
				if (there) {
					assert_int_equal(line->dirty, s->dirty[at]);
					line->dirty = (uint8_t)(chance >> 24 & 15);
					to_front(s, at, number, line->dirty);
					continue;
				}
				line = tag_store_place(c, number, NULL);
				assert_non_null(line);
				/* as the one before left it */
				assert_int_equal(line->dirty, s->n == ways ? s->dirty[ways - 1] : 0);
				line->dirty = 0;
				s->n += s->n < ways;
				to_front(s, s->n - 1, number, 0);
			}
			tag_store_free(c);
		}
}

/* A set's clock that is full begins anew; the order of uses stays. */
static void
clocks_are_wound(void **state)
{
	enum { WAYS = 4 };
	struct tag_store *c = tag_store_new(2 * WAYS * LINE_BYTES, WAYS, CACHE_INDEX_MODULO, sizeof(struct line));

	(void)state;
	assert_non_null(c);
	for (uint64_t i = 0; i < WAYS; i++)
		tag_store_place(c, 2 * i, NULL);
	tag_store_at(c, 0)->clock = UINT16_MAX - 3;
	for (uint64_t i = 0; i < 3; i++)
		tag_store_find(c, 2 * (2 - i)); /* 6 4 2 0 are from the oldest to the latest */
	assert_int_equal(tag_store_at(c, 0)->clock, UINT16_MAX);
	tag_store_find(c, 4); /* 6 2 0 4 */
	assert_in_range(tag_store_at(c, 0)->clock, 1, 100);
	for (uint64_t i = 0; i < WAYS; i++) {
		static const uint64_t oldest[WAYS] = {6, 2, 0, 4};

		assert_non_null(tag_store_peek(c, oldest[i]));
		tag_store_place(c, 100 + 2 * i, NULL);
		assert_null(tag_store_peek(c, oldest[i]));
	}
	tag_store_free(c);
}

static bool
is_pending(const void *line)
{
	return ((const struct line *)line)->pending;
}

/* A line with sectors under way is not replaced: the least recently used of the others is, and with all pending there is no room. */
static void
pending_lines_stay(void **state)
{
	struct tag_store *c = tag_store_new(3 * LINE_BYTES, 3, CACHE_INDEX_MODULO, sizeof(struct line));
	struct line *line[3];

	(void)state;
	assert_non_null(c);
	for (unsigned i = 0; i < 3; i++) {
		line[i] = tag_store_place(c, i, is_pending);
		assert_non_null(line[i]);
		line[i]->pending = i != 1;
	}
	assert_ptr_equal(tag_store_find(c, 1), line[1]); /* the one used last is the only one that can go */
	assert_ptr_equal(tag_store_place(c, 3, is_pending), line[1]);
	assert_null(tag_store_peek(c, 1));
	assert_non_null(tag_store_peek(c, 0));
	line[1]->pending = 1;
	assert_null(tag_store_place(c, 4, is_pending));
	assert_ptr_equal(tag_store_peek(c, 3), line[1]);
	line[2]->pending = 0;
	assert_ptr_equal(tag_store_place(c, 4, is_pending), line[2]);
	/* who does not ask replaces the oldest */
	assert_ptr_equal(tag_store_place(c, 5, NULL), line[0]);
	tag_store_free(c);
}

/* Another number of sets empties it, the same does not; the lines of one set more fit. */
static void
sizes_change(void **state)
{
	struct tag_store *c = tag_store_new(8 * LINE_BYTES, 2, CACHE_INDEX_MODULO, sizeof(struct line));

	(void)state;
	assert_non_null(c);
	for (unsigned before = 0; before < 2; before++) {
		/* a size that is set before the first line is placed, and after that */
		assert_true(tag_store_resize(c, (before ? 8 : 6) * LINE_BYTES));
		assert_false(tag_store_resize(c, (before ? 10 : 8) * LINE_BYTES - 1));
		for (uint64_t number = 0; number < 10; number++)
			assert_null(tag_store_peek(c, number));
		assert_int_equal(left_of(c, before ? 8 : 6, 1), before ? 8 : 6);
		assert_int_equal(left_of(c, before ? 9 : 7, 1),
				 before ? 8 : 6); /* the third of a set takes the place of the first */
		assert_null(tag_store_peek(c, 0));
		assert_non_null(tag_store_peek(c, 1));
	}
	tag_store_free(c);
}

/* What the client keeps of its lines lies apart from line to line, and a new line starts with 0s wherever it is. */
static void
lines_are_the_clients(void **state)
{
	for (size_t bytes = 1; bytes <= 24; bytes++) {
		struct tag_store *c = tag_store_new(4 * LINE_BYTES, 2, CACHE_INDEX_MODULO, bytes);
		uint8_t *line[4];

		(void)state;
		assert_non_null(c);
		for (unsigned round = 0; round < 2; round++) {
			for (unsigned i = 0; i < 4; i++) {
				line[i] = tag_store_place(c, i, NULL);
				for (size_t k = 0; k < bytes; k++)
					assert_int_equal(line[i][k], 0);
				memset(line[i], (int)i + 1, bytes);
			}
			for (unsigned i = 0; i < 4; i++) {
				assert_ptr_equal(tag_store_find(c, i), line[i]);
				for (size_t k = 0; k < bytes; k++)
					assert_int_equal(line[i][k], i + 1);
			}
			tag_store_clear(c);
		}
		tag_store_free(c);
	}
}

/* However often it is cleared: what was there once does not come back. */
static void
clears_are_many(void **state)
{
	struct tag_store *c = tag_store_new(8 * LINE_BYTES, 4, CACHE_INDEX_MODULO, sizeof(struct line));

	(void)state;
	assert_non_null(c);
	tag_store_clear(c);
	tag_store_place(c, 0, NULL);
	for (unsigned i = 0; i < 600; i++) {
		tag_store_clear(c);
		assert_null(tag_store_peek(c, 0));
	}
	tag_store_place(c, 2, NULL);
	assert_non_null(tag_store_peek(c, 2));
	tag_store_free(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_are_counted),      cmocka_unit_test(sets_are_prime),
		cmocka_unit_test(sets_begin_host_lines), cmocka_unit_test(powers_of_two_fit),
		cmocka_unit_test(powers_of_two_crowd),   cmocka_unit_test(least_recently_used),
		cmocka_unit_test(clocks_are_wound),      cmocka_unit_test(pending_lines_stay),
		cmocka_unit_test(sizes_change),          cmocka_unit_test(lines_are_the_clients),
		cmocka_unit_test(sets_are_remainders),   cmocka_unit_test(clears_are_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
