/* test-latencies.c: L2's latencies of loads, atomics, stores and copies between its halves are parameters of their own: on machine `tiny`
 * each makes longer what it is about, cycle by cycle, and nothing else, whether it is the shortest of them or not. See accesses.h. */
#include <stdio.h>

#include "tests/helpers/accesses.h"

enum what { LOAD, ATOMIC, STORE, COPY, KINDS };
static const char *const parameter[KINDS] = {"l2_load_latency", "l2_atomic_latency", "l2_store_latency", "l2_copy_latency"};

/* One that ends with the answer to a load, to an atomic, to a store (for which a fence waits), or to a load of what the other half has. */
static void
program(struct program *p, enum what what, int32_t line)
{
	begin(p);
	if (what == ATOMIC) {
		load(p, 0, 0); /* DRAM has brought the line by then */
		atomg(p, 7, 2, RZ, 0);
		ctl(p, NEXT, 1, NO_SB, 1 << 1);
	} else if (what == STORE) {
		stg(p, 2, RZ, 0);
		sent(p, 0);
		membar(p, 2);
		ctl(p, NEXT, NO_SB, NO_SB, 0);
	} else {
		/* the neighbour in the same line of what L2 has brought from DRAM: an atomic brings it to the home of the line alone */
		if (what == COPY)
			atomg(p, 6, 2, RZ, line * LINE);
		else
			ldg(p, 6, 2, line * LINE);
		answered(p, 0);
		ldg(p, 7, 2, line * LINE + 32);
		ctl(p, NEXT, 1, NO_SB, 1 << 1);
	}
	end(p);
}

/* Cycles with a parameter at n. */
static uint64_t
with(const struct program *p, const char *name, unsigned n, bool halves)
{
	char text[40];
	const char *const settings[] = {
		"l2_fetch=4", halves ? "l2_halves=on" : "l2_halves=off", "l2_half_mask=1", "l2_remote=30", text, NULL};

	snprintf(text, sizeof text, "%s=%u", name, n);
	return cycles(p, settings, NULL);
}

static void
each_alone(void **state)
{
	(void)state;
	for (enum what what = LOAD; what < KINDS; what++) {
		const bool halves = what == COPY;
		struct program p;

		program(&p, what, 0);
		/* of two neighbouring lines one has its home in the other half */
		if (halves && with(&p, "l2_remote", 30, true) == with(&p, "l2_remote", 40, true))
			program(&p, what, 1);
		for (enum what k = LOAD; k < KINDS; k++)
			for (unsigned n = 96; n < 104; n++)
				assert_int_equal(with(&p, parameter[k], n + 1, halves) - with(&p, parameter[k], n, halves),
						 k == what);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(each_alone)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
