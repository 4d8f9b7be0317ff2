/* Text that is put together has the bytes that fprintf() writes. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "tests/helpers/unit.h"

static void
is(struct text *t, const char *expected)
{
	assert_int_equal(t->n, strlen(expected));
	assert_memory_equal(t->s, expected, t->n);
	t->n = 0;
}

static void
counts(void **state)
{
	static const uint64_t n[] = {0, 1, 9, 10, 99, 100, UINT32_MAX, UINT64_MAX / 10, UINT64_MAX / 10 * 10, UINT64_MAX};
	struct text t = {.s = NULL};
	char s[32];

	(void)state;
	for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
		snprintf(s, sizeof s, "%" PRIu64, n[i]);
		text_count(&t, n[i]);
		is(&t, s);
	}
	text_free(&t);
}

static void
decimals_of(struct text *t, double x)
{
	char s[400];

	for (int d = 0; d <= 12; d++) {
		snprintf(s, sizeof s, "%.*f", d, x);
		text_decimals(t, x, d);
		is(t, s);
	}
}

/* Also what lies half way, what carries into the whole number, and what no 64 bits hold. */
static void
decimals(void **state)
{
	static const double x[] = {0,
				   -0.0,
				   0.5,
				   1.5,
				   2.5,
				   0.125,
				   0.375,
				   0.0625,
				   0.999999999999,
				   9.9999999,
				   999999,
				   1e-10,
				   5e-7,
				   4.9e-324,
				   DBL_MIN,
				   DBL_MAX,
				   -1.25,
				   9007199254740991.0,
				   1e15,
				   1e16,
				   1e300,
				   INFINITY,
				   1 / 3.0,
				   2 / 3.0,
				   0.000000500001,
				   4503599627370495.5,
				   99.995,
				   0.005,
				   0.015,
				   1.0000005,
				   8.5e-18,
				   0x1p-113,
				   0x1p-60,
				   0x1p-61,
				   0x1.fffffffffffffp-60};
	struct text t = {.s = NULL};

	(void)state;
	for (size_t i = 0; i < sizeof x / sizeof *x; i++)
		decimals_of(&t, x[i]);
	srand48(1);
	for (unsigned i = 0; i < 20000; i++) {
		decimals_of(&t, ldexp(drand48(), (int)(lrand48() % 130) - 70));
		decimals_of(&t, (double)(lrand48() % 100000) / (double)(1 + lrand48() % 1000));
		decimals_of(&t, (double)(lrand48() % 4096) / 512);
	}
	text_free(&t);
}

/* Pieces follow each other, in a text that grows. */
static void
pieces(void **state)
{
	struct text t = {.s = NULL};

	(void)state;
	for (unsigned i = 0; i < 1000; i++) {
		text_put(&t, "ab");
		text_bytes(&t, "cd", 1);
	}
	text_put(&t, "");
	assert_int_equal(t.n, 3000);
	for (unsigned i = 0; i < 1000; i++)
		assert_memory_equal(t.s + 3 * i, "abc", 3);
	text_free(&t);
	assert_int_equal(t.n, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(counts), cmocka_unit_test(decimals), cmocka_unit_test(pieces)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
