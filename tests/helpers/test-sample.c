/* test-sample.c: which cases are in a sample (sample.h): one of each so many, depending on the seed alone, over all seeds every one. */
#include <stdio.h>
#include <string.h>

#include "tests/helpers/sample.h"
#include "tests/helpers/unit.h"

static void
seed(unsigned n, const char *quick)
{
	char text[16];

	snprintf(text, sizeof text, "%u", n);
	setenv("SIMT_SEED", text, 1);
	if (quick)
		setenv("SIMT_TEST_QUICK", quick, 1);
	else
		unsetenv("SIMT_TEST_QUICK");
}

/* The indices below n that are taken, one blank behind each. */
static const char *
taken(uint32_t of, uint32_t n)
{
	static char text[1000];
	size_t used = 0;

	text[0] = '\0';
	for (uint32_t i = 0; i < n; i++)
		if (sampled(i, of))
			used += (size_t)snprintf(text + used, sizeof text - used, "%u ", i);
	return text;
}

/* tests/counts.sh reads the comments, and holds tests/helpers/sample.sh against them. */
static void
known(void **state)
{
	(void)state;
	seed(5, NULL);
	assert_string_equal(taken(7, 10), "0 1 2 3 4 5 6 7 8 9 ");
	seed(5, "1");
	assert_string_equal(taken(7, 35), "3 12 16 24 28 "); /* seed 5, of 7: 3 12 16 24 28  */
	seed(5, "3");
	assert_string_equal(taken(7, 63), "10 40 51 "); /* seed 5, three times 7: 10 40 51  */
}

static void
one_of_each(void **state)
{
	(void)state;
	for (unsigned s = 0; s < 50; s++) {
		seed(s, "");
		for (uint32_t first = 0; first < 130; first += 13) {
			unsigned n = 0;

			for (uint32_t i = first; i < first + 13; i++)
				n += sampled(i, 13);
			assert_int_equal(n, 1);
		}
	}
}

/* Seeds that follow each other leave nothing out for long. */
static void
all_in_turn(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 200; i++) {
		unsigned s = 0;

		for (seed(s, "1"); !sampled(i, 6); seed(++s, "1"))
			assert_in_range(s, 0, 60);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(known), cmocka_unit_test(one_of_each), cmocka_unit_test(all_in_turn)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
