/* test-uncertainty.c: how far the cycles of a launch may be off of which stretches were passed over. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdbool.h>

#include "sim/runtime/uncertainty.h"

/* Of Student's distribution, for 2, 3, 4 and more degrees of freedom; of the normal one. */
#define T2     2.92
#define T3     2.35
#define T4     2.13
#define TMANY  1.81
#define NORMAL 1.645

static bool
is(const struct uncertainty *u, double half)
{
	return fabs(uncertainty_half(u, 0) - half) < 1e-6;
}

static void
nothing_but_what_follows(void **state)
{
	const struct uncertainty none = {0};

	(void)state;
	assert_true(is(&none, 0));
	assert_true(fabs(uncertainty_half(&none, 1000) - 10) < 1e-6);
}

static void
between_two_parts(void **state)
{
	struct uncertainty usual = {0}, equal = {0}, far = {0}, two = {0};

	(void)state;
	/* the mean of two rates is off by 1/sqrt(2) of what each is, which is 1/sqrt(2) of their difference */
	uncertainty_between(&usual, 1000, UNCERTAINTY_STAYS);
	assert_true(is(&usual, T3 * UNCERTAINTY_STAYS * 500));
	/* one difference that happens to be 0 makes nothing certain, and its direction does not count */
	uncertainty_between(&equal, 1000, 0);
	assert_true(is(&equal, T3 * UNCERTAINTY_STAYS * sqrt(2. / 3) * 500));
	uncertainty_between(&far, 1000, -2 * UNCERTAINTY_STAYS);
	assert_true(is(&far, T3 * UNCERTAINTY_STAYS * sqrt(2) * 500));
	/* the rate between two stretches stands for half of both */
	uncertainty_between(&two, 1000, UNCERTAINTY_STAYS);
	uncertainty_between(&two, 3000, UNCERTAINTY_STAYS);
	assert_true(is(&two, T4 * UNCERTAINTY_STAYS * sqrt((500. * 500 + 2000. * 2000 + 1500. * 1500) / 2)));
}

static void
beyond_the_last_part(void **state)
{
	struct uncertainty one = {0}, more = {0}, known = {0};

	(void)state;
	uncertainty_beyond(&one, 1000);
	assert_true(is(&one, T2 * UNCERTAINTY_STAYS * 1000));
	/* they are off in the same direction */
	uncertainty_beyond(&more, 400);
	uncertainty_beyond(&more, 600);
	assert_true(is(&more, T2 * UNCERTAINTY_STAYS * 1000));
	/* rates that have not moved for long will move little */
	for (unsigned i = 0; i < 18; i++)
		uncertainty_between(&known, 0, 0);
	uncertainty_beyond(&known, 1000);
	assert_true(is(&known, TMANY * UNCERTAINTY_STAYS * sqrt(2. / 20) * 1000));
	/* a stretch that comes later shares no rate with one before */
	uncertainty_between(&one, 200, UNCERTAINTY_STAYS);
	assert_true(is(&one, T3 * UNCERTAINTY_STAYS * sqrt(100. * 100 + 1000. * 1000)));
}

static void
ends(void **state)
{
	struct uncertainty u = {0};

	(void)state;
	/* blocks shift the end once, however often they were passed over; pipelines each time */
	uncertainty_blocks(&u, 900);
	uncertainty_blocks(&u, 1200);
	uncertainty_blocks(&u, 600);
	assert_true(is(&u, NORMAL * 1200 / sqrt(12)));
	uncertainty_filled(&u, 600);
	uncertainty_filled(&u, 600);
	assert_true(is(&u, NORMAL * sqrt((1200. * 1200 + 2 * 600. * 600) / 12)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_but_what_follows), cmocka_unit_test(between_two_parts),
					   cmocka_unit_test(beyond_the_last_part), cmocka_unit_test(ends)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
