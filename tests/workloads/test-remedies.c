/* test-remedies.c: which limits a remedy may mend: those of its rules, or of its limit and what lifts that in general; and which sets of
 * limits are wanted for which cases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "workloads/analysis/limit-sets.h"
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

static void
sets(void **state)
{
	const struct workload w = {.ncases = 3};
	const struct run r = {.w = &w};
	struct limit_sets s = {.r = &r, .times = 1};
	const uint64_t one = bit(CAUSE_alu), two = bit(CAUSE_alu) | bit(CAUSE_issue);

	(void)state;
	assert_int_equal(limit_sets_want(&s, two, 1), 0);
	assert_int_equal(limit_sets_want(&s, one, 0), 1);
	assert_int_equal(limit_sets_want(&s, two, 2), 0);
	assert_int_equal(s.n, 2);
	assert_true(s.set[0] == two && s.set[1] == one);
	assert_true(!s.cases[0][0] && s.cases[0][1] && s.cases[0][2]);
	assert_true(s.cases[1][0] && !s.cases[1][1] && !s.cases[1][2]);
	/* nothing was run */
	assert_true(limit_sets_gain(&s, two, 1, 0) == 0);
	limit_sets_clear(&s);
	assert_int_equal(s.n, 0);
	assert_int_equal(limit_sets_want(&s, one, 2), 0);
	limit_sets_clear(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(of_rules), cmocka_unit_test(in_general), cmocka_unit_test(sets)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
