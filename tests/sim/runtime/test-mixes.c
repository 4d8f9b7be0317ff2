/* test-mixes.c: by how much what a launch executes differs from before (sim/runtime/mixes.c). */
#include "sim/runtime/mixes.h"

#include "sim/core/code.h"
#include "sim/dispatch/launches.h"
#include "sim/runtime/context.h"
#include "tests/helpers/unit.h"

#include <math.h>

/* A kernel of four instructions on one SM. */
struct counted {
	struct simt_function f;
	struct simt_pc_stats pc[4];
	struct plain_runs runs[5];
	struct simt_launch_stats stats;
	struct launch_counts counts;
	struct simt_launch launch;
	struct mixes mixes;
};

static void
begin(struct counted *c)
{
	*c = (struct counted){.f.n = 4};
	c->counts.pc = c->pc;
	c->counts.runs = c->runs;
	c->launch.stats = &c->stats;
	c->launch.state.launch = &c->launch;
	c->launch.state.f = &c->f;
	c->launch.state.counted = &c->counts;
	mixes_begin(&c->mixes, &c->launch.state);
}

static void
assert_differs(struct counted *c, bool keep, double by)
{
	assert_true(fabs(mixes_take(&c->mixes, &c->launch.state, keep) - by) < 1e-9);
}

/* Runs of instructions count as if each had been counted by itself. */
static void
test_instructions(void **state)
{
	struct counted c;

	(void)state;
	begin(&c);
	for (int k = 0; k < 4; k++)
		c.pc[k].inst_executed = 100;
	/* nothing is half of all away from what there was before */
	assert_differs(&c, true, 0.5);
	c.runs[0].warps += 7;
	c.runs[4].warps -= 7;
	assert_differs(&c, false, 0);
	/* all of one instruction: three quarters are others */
	c.pc[2].inst_executed += 50;
	assert_differs(&c, false, 0.75);
	c.runs[0].warps += 10;
	c.runs[2].warps -= 10;
	assert_differs(&c, false, 0.5);
	mixes_free(&c.mixes);
}

/* Misses count where there are more than a few; those that were counted where the launch is, too. */
static void
test_misses(void **state)
{
	struct counted c;

	(void)state;
	begin(&c);
	c.pc[0].inst_executed = 1000;
	c.counts.v[SIMT_STAT_l2_sectors] = 100;
	assert_differs(&c, true, 0.5);
	c.pc[0].inst_executed += 1000;
	c.counts.v[SIMT_STAT_l2_sectors] += 75;
	assert_differs(&c, false, 0.4 * 0.25);
	c.pc[0].inst_executed += 1000;
	c.counts.v[SIMT_STAT_l2_sectors] += 100;
	c.stats.v[SIMT_STAT_dram_sectors] += 2;
	assert_differs(&c, false, 0);
	c.pc[0].inst_executed += 1000;
	c.counts.v[SIMT_STAT_l2_sectors] += 100;
	c.stats.v[SIMT_STAT_dram_sectors] += 3;
	assert_differs(&c, false, 0.4);
	mixes_free(&c.mixes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_instructions), cmocka_unit_test(test_misses)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
