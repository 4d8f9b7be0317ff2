/* test-nearest.c: which known word is taken to be meant by a mistyped one. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/nearest.h"

static const char *
at(size_t i, const void *names)
{
	return ((const char *const *)names)[i];
}

static const char *
meant(const char *typed, const char *const *names)
{
	size_t n = 0;

	while (names[n])
		n++;
	return nearest(typed, strlen(typed), at, n, names);
}

/* A letter too few, too many, another one, two swapped. */
static void
one_mistake(void **state)
{
	static const char *const names[] = {"warp_size", "sms", "banks", NULL};
	static const char *const typed[] = {"warpsize", "warp__size", "warp-size", "wrap_size", "WARP_SIZE"};

	(void)state;
	for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
		assert_string_equal(meant(typed[i], names), "warp_size");
}

/* How many mistakes there may be depends on the length of what is typed: none below 2 letters, one below 5, two below 9, else three. */
static void
too_far(void **state)
{
	static const char *const names[] = {"a", "abcd", "abcdefgh", "qrstuvwxy", NULL};

	(void)state;
	assert_null(meant("b", names));
	assert_string_equal(meant("abxd", names), "abcd");
	assert_null(meant("abxy", names));
	assert_string_equal(meant("abcdefxy", names), "abcdefgh");
	assert_null(meant("abcdexyz", names));
	assert_string_equal(meant("qrstuvabc", names), "qrstuvwxy");
	assert_null(meant("qrstuabcd", names));
}

/* Of names that are equally near the one whose beginning is right, wherever it stands, and the first of those. */
static void
equally_near(void **state)
{
	static const char *const first[] = {"l1_far", "l2_fat", NULL}, *const last[] = {"l2_fat", "l1_far", NULL};
	static const char *const same[] = {"abcx", "abcy", NULL}, *const nearer[] = {"l1_latency", "l2_lxxency", NULL};

	(void)state;
	assert_string_equal(meant("l2_far", first), "l2_fat");
	assert_string_equal(meant("l2_far", last), "l2_fat");
	assert_string_equal(meant("L2_FAR", first), "l2_fat");
	assert_string_equal(meant("abcd", same), "abcx");
	/* the number of mistakes comes first */
	assert_string_equal(meant("l2_latency", nearer), "l1_latency");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_mistake),
		cmocka_unit_test(too_far),
		cmocka_unit_test(equally_near),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
