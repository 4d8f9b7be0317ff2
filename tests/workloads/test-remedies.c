/* test-remedies.c: which limits a remedy may mend: those of its rules, or of its limit and what lifts that in general. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "workloads/analysis/remedy-limits.h"

static uint64_t
bit(enum cause_limit limit)
{
	return UINT64_C(1) << limit;
}

static uint64_t
limits(enum remedy remedy, enum cause_limit limit)
{
	const struct cause_remedy x = {.remedy = remedy, .limit = limit};

	return remedy_limits(&x);
}

static void
of_rules(void **state)
{
	(void)state;
	assert_true(limits(REMEDY_padding, CAUSE_conflicts) == (bit(CAUSE_conflicts) | bit(CAUSE_shared_rate)));
	/* three rules, and a limit that it may mend besides */
	assert_true(limits(REMEDY_coalescing, CAUSE_l2_rate) ==
		    (bit(CAUSE_l1_rate) | bit(CAUSE_l2_rate) | bit(CAUSE_dram_rate) | bit(CAUSE_latency)));
	/* what a rule names does not lift the others in general */
	assert_true(limits(REMEDY_private_atomics, CAUSE_atomics) == bit(CAUSE_atomics));
	assert_true(limits(REMEDY_tiling, CAUSE_latency) ==
		    (bit(CAUSE_l1_rate) | bit(CAUSE_l1_capacity) | bit(CAUSE_l2_rate) | bit(CAUSE_latency)));
	assert_true(limits(REMEDY_regrouping, CAUSE_lanes) == bit(CAUSE_lanes));
}

static void
in_general(void **state)
{
	(void)state;
	assert_true(limits(REMEDIES, CAUSE_dram_rate) == bit(CAUSE_dram_rate));
	assert_true(limits(REMEDIES, CAUSE_dependences) ==
		    (bit(CAUSE_dependences) | bit(CAUSE_latency) | bit(CAUSE_shared_latency) | bit(CAUSE_branches)));
	assert_true(limits(REMEDIES, CAUSE_xu) & bit(CAUSE_issue));
	assert_true(limits(REMEDIES, CAUSE_issue) == limits(REMEDIES, CAUSE_fma));
	assert_false(limits(REMEDIES, CAUSE_issue) & (bit(CAUSE_latency) | bit(CAUSE_lanes) | bit(CAUSE_sms)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(of_rules), cmocka_unit_test(in_general)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
