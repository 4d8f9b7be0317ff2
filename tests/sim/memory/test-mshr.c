/* test-mshr.c: misses under way alone: how many there are, in which order they end, who waits for them. Nothing else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include "sim/core/cycle.h"
#include "sim/memory/mshr.h"

/* A miss whose end is not known, which brings sector 1. */
static uint32_t
taken(struct mshrs *s)
{
	const uint32_t e = mshr_take(s);

	s->mshr[e] = (struct mshr){.until = NEVER, .sectors = 1};
	return e;
}

/* With n of them the n-th is there, and no more. One that is released is taken again. */
static void
as_many(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= 4; n++) {
		struct mshrs s;
		uint32_t e;

		assert_true(mshr_init(&s, n));
		for (unsigned i = 1; i <= n; i++) {
			assert_false(mshrs_full(&s));
			assert_int_equal(taken(&s), i);
		}
		assert_true(mshrs_full(&s));
		mshr_answer(&s, 1, 10);
		assert_true(mshrs_full(&s));
		e = (uint32_t)(mshr_release(&s) - s.mshr);
		assert_int_equal(e, 1);
		assert_false(mshrs_full(&s));
		assert_int_equal(taken(&s), 1);
		assert_true(mshrs_full(&s));
		mshr_answer(&s, 1, 20);
		assert_int_equal(mshr_next(&s), 20);
		mshr_forget(&s);
		assert_false(mshrs_full(&s));
		assert_int_equal(mshr_next(&s), NEVER);
		mshr_free(&s);
	}
}

/* They end in the order of cycles, those of one cycle in the order of their numbers, whatever the order of the answers. */
static void
in_order(void **state)
{
	enum { N = 6 };
	static const uint64_t until[N] = {30, 10, 20, 10, 40, 20};
	static const uint32_t order[N] = {2, 4, 3, 6, 1, 5};

	(void)state;
	for (unsigned first = 0; first < N; first++)
		for (unsigned step = 1; step < N; step += 4) {
			struct mshrs s;

			assert_true(mshr_init(&s, N));
			for (unsigned i = 0; i < N; i++)
				taken(&s);
			assert_int_equal(mshr_next(&s), NEVER);
			for (unsigned i = 0; i < N; i++) {
				const unsigned e = (first + i * step) % N;

				mshr_answer(&s, e + 1, until[e]);
			}
			for (unsigned i = 0; i < N; i++) {
				assert_int_equal(mshr_next(&s), until[order[i] - 1]);
				assert_ptr_equal(mshr_release(&s), s.mshr + order[i]);
			}
			assert_int_equal(mshr_next(&s), NEVER);
			mshr_free(&s);
		}
}

/* The same among many that come and go, whose answers are near or far, by more than the groups hold: the next one is the least of all by
 * cycle and number. */
static void
ends_far_apart(void **state)
{
	enum { N = 200, ROUNDS = 20000, ALL = MSHR_GROUPS * MSHR_GROUP_CYCLES };
	static const uint64_t spread[] = {1, 7, 300, ALL - 1, ALL, ALL + 1, 5 * ALL};
	uint64_t until[N + 1] = {0}, now = 0, random = 1; /* 0: it has no answer */
	struct mshrs s;

	(void)state;
	assert_true(mshr_init(&s, N));
	for (unsigned round = 0; round < ROUNDS; round++) {
		uint32_t best = 0;

		random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
		if (!mshrs_full(&s) && (random >> 40) % 100 < (round / 500 % 2 ? 55 : 45)) {
			const uint32_t e = taken(&s);

			until[e] = now + 1 + (random >> 50) % spread[round / 1000 % 7];
			mshr_answer(&s, e, until[e]);
		}
		for (uint32_t e = 1; e <= N; e++)
			if (until[e] && (!best || until[e] < until[best]))
				best = e;
		assert_int_equal(mshr_next(&s), best ? until[best] : NEVER);
		if (!best || (random >> 33) % 100 >= 50)
			continue;
		assert_ptr_equal(mshr_release(&s), s.mshr + best);
		now = until[best];
		until[best] = 0;
	}
	mshr_free(&s);
}

/* All loads that wait for a miss are given once, the last one first, and no other miss's. */
static void
waiters(void **state)
{
	struct mshrs s;
	uint32_t a, b;

	(void)state;
	assert_true(mshr_init(&s, 2));
	a = taken(&s);
	b = taken(&s);
	for (unsigned round = 0; round < 3; round++) {
		assert_int_equal(mshr_waiter(&s, a), 0);
		for (uint32_t load = 1; load <= 20; load++)
			mshr_wait(&s, s.mshr + (load % 2 ? a : b), load);
		for (uint32_t load = 19; load >= 1 && load <= 19; load -= 2)
			assert_int_equal(mshr_waiter(&s, a), load);
		assert_int_equal(mshr_waiter(&s, a), 0);
		for (uint32_t load = 20; load; load -= 2)
			assert_int_equal(mshr_waiter(&s, b), load);
		assert_int_equal(mshr_waiter(&s, b), 0);
	}
	assert_int_equal(s.nwaiter, 18); /* all but one of each; room is used again */
	mshr_free(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_many),
		cmocka_unit_test(in_order),
		cmocka_unit_test(ends_far_apart),
		cmocka_unit_test(waiters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
