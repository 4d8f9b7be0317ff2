/* test-rates.c: rates of parts of a launch: what is between two readings, how two differ, and when they swing about a mean that stays the same. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>

#include "sim/runtime/rates.h"

enum { LONG = 1000 };

static struct rates
part(double executed)
{
	struct rates r = {.cycles = LONG};

	r.v[SIMT_STAT_inst_executed] = executed;
	return r;
}

static bool
is(double a, double b)
{
	return fabs(a - b) < 1e-9;
}

static void
between_readings(void **state)
{
	struct reading from = {.cycle = 100}, to = {.cycle = 300};
	struct rates r, s = part(2), both;

	(void)state;
	from.v[SIMT_STAT_inst_executed] = 10;
	to.v[SIMT_STAT_inst_executed] = 110;
	r = rates_since(&from, &to);
	assert_true(is(r.cycles, 200) && is(rates_executed(&r), 0.5));
	both = rates_joined(&r, &s);
	assert_true(is(both.cycles, 1200) && is(rates_executed(&both), 2100. / 1200));
	/* a part of no cycles has no rates */
	r = rates_since(&to, &to);
	assert_true(is(r.cycles, 0) && is(rates_executed(&r), 0));
}

static void
differences(void **state)
{
	const struct rates none = part(0), one = part(1), three = part(3), near = part(1.22), far = part(1.23);

	(void)state;
	assert_true(is(rates_difference(&three, &one), 1) && is(rates_difference(&one, &three), -1));
	assert_true(is(rates_difference(&none, &none), 0));
	assert_true(rates_are_near(&near, &one) && rates_are_near(&one, &near));
	assert_false(rates_are_near(&far, &one) || rates_are_near(&one, &far));
}

/* Whether the last of n parts, whose rates follow each other again and again, swings. */
static bool
swings(const double *rate, unsigned n, struct rates *before)
{
	struct rates_recent recent = {.n = 0};
	bool yes = false;

	for (unsigned i = 0; i < n; i++) {
		const struct rates r = part(rate[i]);

		assert_false(yes && i < RATES_RECENT);
		yes = rates_swing(&recent, &r, before);
	}
	return yes;
}

static void
parts_that_swing(void **state)
{
	static const double up_and_down[] = {0.9, 1.1, 0.9, 1.1, 0.9, 1.1, 0.9, 1.1},
			    /* halves of 1 and 1.04, and of 1 and 1.06 */
		slow[] = {1, 1, 1, 1, 1.04, 1.04, 1.04, 1.04}, fast[] = {1, 1, 1, 1, 1.06, 1.06, 1.06, 1.06},
			    /* one of them is too far from the mean, until it is forgotten */
		far[] = {1.3, 0.9, 0.9, 0.9, 1, 1, 1, 1, 0.8};
	struct rates before;

	(void)state;
	assert_true(swings(up_and_down, 8, &before));
	assert_false(swings(slow, 7, &before));
	assert_true(swings(slow, 8, &before));
	assert_true(is(before.cycles, 7 * LONG) && is(rates_executed(&before), 7.12 / 7));
	assert_false(swings(fast, 8, &before));
	assert_false(swings(far, 8, &before));
	assert_true(swings(far, 9, &before));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(between_readings),
		cmocka_unit_test(differences),
		cmocka_unit_test(parts_that_swing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
