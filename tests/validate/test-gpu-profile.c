/* test-gpu-profile.c: what simt-gpu makes of the pages that Nsight Compute 2025.3 prints. No GPU is needed. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validate/gpu/profile.h"

static const char workload[] = "case,module,kernel,grid,block\n"
			       "a,m,one,2,32\n"
			       "a,m,two,4x2,32\n"
			       "b,m,one,8,32\n";

struct fixture {
	struct workload *w;
	struct replay *r;
	bool selected[8];
	struct simt_error e;
};

static void
open_replay(struct fixture *x)
{
	struct replay_options o = {.repeat = 1};

	memset(x, 0, sizeof *x);
	memset(x->selected, 1, sizeof x->selected);
	x->w = workload_parse(workload, sizeof workload - 1, "w.csv", NULL, &x->e);
	if (!x->w)
		fail_msg("%s", x->e.text);
	x->r = replay_new(x->w, x->selected, &o);
}

static void
finish(struct fixture *x)
{
	replay_free(x->r);
	workload_free(x->w);
}

static bool
read_raw(struct fixture *x, const char *text, unsigned passes, enum metric_part part)
{
	return profile_read_raw(x->r, &(struct profile_page){text, strlen(text), "ncu"}, passes, part, &x->e);
}

#define RAW_HEADER                                                                                      \
	"\"ID\",\"Kernel Name\",\"Grid "                                                                \
	"Size\",\"smsp__inst_executed.sum\",\"smsp__thread_inst_executed.sum\",\"dram__nothing.sum\"\n" \
	"\"\",\"\",\"\",\"inst\",\"inst\",\"\"\n"

static void
counters(void **state)
{
	struct fixture x;
	const struct replay_launch *l;

	(void)state;
	open_replay(&x);
	if (!read_raw(&x,
		      RAW_HEADER "\"0\",\"one\",\"(2, 1, 1)\",\"9,349,755\",\"64\",\"1\"\n"
				 "\"1\",\"two\",\"(4, 2, 1)\",\"3\",\"n/a\",\"1\"\n"
				 "\"2\",\"one\",\"(8, 1, 1)\",\"4\",\"128\",\"1\"\n",
		      1, METRIC_PART_COUNTERS))
		fail_msg("%s", x.e.text);
	l = &x.r->cases[0].launches[0];
	assert_true(l->counted[METRIC_inst_executed] && l->value[METRIC_inst_executed] == 9349755);
	assert_true(l->counted[METRIC_thread_inst_executed] && l->value[METRIC_thread_inst_executed] == 64);
	assert_false(l->counted[METRIC_cycles]);
	assert_false(l->counted[METRIC_lanes_waiting]);
	assert_false(l[1].counted[METRIC_thread_inst_executed]);
	assert_true(x.r->cases[1].launches[0].value[METRIC_inst_executed] == 4);
	finish(&x);
}

static void
wrong_profiles(void **state)
{
	static const struct {
		const char *text, *message;
	} bad[] = {
		{RAW_HEADER "\"0\",\"one\",\"(2, 1, 1)\",\"9\",\"64\",\"1\"\n", "1 profiled launches, the workload has 3"},
		{RAW_HEADER "\"0\",\"one\",\"(2, 1, 1)\",\"9\",\"64\",\"1\"\n"
			    "\"1\",\"one\",\"(8, 1, 1)\",\"9\",\"64\",\"1\"\n"
			    "\"2\",\"two\",\"(4, 2, 1)\",\"9\",\"64\",\"1\"\n",
		 "ncu:4:12: the profiled launch is not 'two' of the workload"},
		{"\"ID\",\"x\"\n\"\",\"\"\n\"0\",\"1\"\n\"1\",\"1\"\n\"2\",\"1\"\n", "the profile has no smsp__inst_executed.sum"},
		{"no profile at all\n", "0 profiled launches"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct fixture x;

		open_replay(&x);
		assert_false(read_raw(&x, bad[i].text, 1, METRIC_PART_COUNTERS));
		assert_int_equal(x.e.status, SIMT_BAD_INPUT);
		if (!strstr(x.e.text, bad[i].message))
			fail_msg("%s", x.e.text);
		finish(&x);
	}
}

/* Case a three times, then case b three times; other counters stay as they were. */
static void
cycles(void **state)
{
	struct fixture x;
	const struct replay_launch *l;

	(void)state;
	open_replay(&x);
	x.r->cases[0].launches[0].counted[METRIC_inst_executed] = true;
	if (!read_raw(&x,
		      "\"ID\",\"sm__cycles_elapsed.max\"\n\"\",\"cycle\"\n"
		      "\"0\",\"1,000\"\n\"1\",\"20\"\n"
		      "\"2\",\"1,200\"\n\"3\",\"20\"\n"
		      "\"4\",\"1,250\"\n\"5\",\"20\"\n"
		      "\"6\",\"5\"\n\"7\",\"3\"\n\"8\",\"4\"\n",
		      3, METRIC_PART_CYCLES))
		fail_msg("%s", x.e.text);
	l = &x.r->cases[0].launches[0];
	assert_true(l->value[METRIC_cycles] == 1200 && l->counted[METRIC_cycles]);
	assert_true(l->value[METRIC_cycles_spread] == 250.0 / 1200);
	assert_true(l->counted[METRIC_inst_executed]);
	assert_true(l[1].value[METRIC_cycles] == 20 && l[1].value[METRIC_cycles_spread] == 0);
	assert_true(x.r->cases[1].launches[0].value[METRIC_cycles] == 4);
	finish(&x);
}

/* What was counted before stays; a profile without states is an error. */
static void
states(void **state)
{
	struct fixture x;
	const struct replay_launch *l;

	(void)state;
	open_replay(&x);
	x.r->cases[0].launches[0].counted[METRIC_inst_executed] = true;
	x.r->cases[0].launches[0].value[METRIC_inst_executed] = 7;
	if (!read_raw(&x,
		      "\"ID\",\"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio\","
		      "\"smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio\"\n\"\",\"inst\",\"inst\"\n"
		      "\"0\",\"1\",\"0.25\"\n\"1\",\"1\",\"0\"\n\"2\",\"1\",\"1,234.5\"\n",
		      1, METRIC_PART_STATES))
		fail_msg("%s", x.e.text);
	l = &x.r->cases[0].launches[0];
	assert_true(l->counted[METRIC_inst_executed] && l->value[METRIC_inst_executed] == 7);
	assert_true(l->value[METRIC_stalled_gmma] == 0.25 && l->value[METRIC_stalled_selected] == 1);
	assert_false(l->counted[METRIC_stalled_wait]);
	assert_true(x.r->cases[1].launches[0].value[METRIC_stalled_gmma] == 1234.5);
	assert_false(read_raw(&x, "\"ID\"\n\"\"\n\"0\"\n\"1\"\n\"2\"\n", 1, METRIC_PART_STATES));
	assert_non_null(strstr(x.e.text, "the profile has no smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"));
	finish(&x);
}

/* Each page is there twice, as ncu 2025.3 prints it. */
#define PAGE(name, body)          \
	"\"Kernel Name\",\"" name \
	"\",\n\"Address\",\"Source\",\"inst_executed\",\"thread_inst_executed\",\"thread_inst_executed_true\"\n" body "\n"
#define TWICE(name, body) PAGE(name, body) PAGE(name, body)

static void
source_pages(void **state)
{
	static const char text[] =
		TWICE("one", "\"0x7fcc0000a000\",\"      LDC R1, c[0x0][0x28]\",\"1,056\",\"33,792\",\"33,792\"\n"
			     "\"0x7fcc0000a010\",\"@!P0  BRA 0x7fcc0000a020\",\"2\",\"3\",\"1\"\n"
			     "\"0x7fcc0000a020\",\"      IADD3 R4, R4, 0x7fffffff, RZ\",\"0\",\"0\",\"0\"\n")
			TWICE("two", "\"0x7fcc0000b000\",\"      EXIT\",\"7\",\"8\",\"9\"\n")
				TWICE("one", "\"0x7fcc0000a000\",\"      NOP\",\"-\",\"0\",\"0\"\n");
	struct fixture x;
	struct keys keys;
	char *out;
	size_t bytes;
	FILE *f = open_memstream(&out, &bytes);
	bool fine;

	(void)state;
	open_replay(&x);
	keys = (struct keys){.w = x.w, .source = "gpu", .run = "1", .machine = "m"};
	fine = profile_read_source(x.r, &keys, &(struct profile_page){text, sizeof text - 1, "ncu"}, f, &x.e);
	fclose(f);
	if (!fine)
		fail_msg("%s", x.e.text);
	assert_string_equal(out, "gpu,1,m,,,a,one,0,one,0x0000,\"LDC R1, c[0x0][0x28]\",,,1056,33792,33792,\n"
				 "gpu,1,m,,,a,one,0,one,0x0010,@!P0 BRA 0x20,,,2,3,1,\n"
				 "gpu,1,m,,,a,one,0,one,0x0020,\"IADD3 R4, R4, 0x7fffffff, RZ\",,,0,0,0,\n"
				 "gpu,1,m,,,a,two,1,two,0x0000,EXIT,,,7,8,9,\n"
				 "gpu,1,m,,,b,one,2,one,0x0000,NOP,,,,0,0,\n");
	free(out);
	finish(&x);
}

static void
missing_source_pages(void **state)
{
	static const char text[] = PAGE("one", "\"0x10\",\"EXIT\",\"7\",\"8\",\"9\"\n") PAGE("two", "");
	struct fixture x;
	struct keys keys;

	(void)state;
	open_replay(&x);
	keys = (struct keys){.w = x.w, .source = "gpu", .run = "1", .machine = "m"};
	assert_false(profile_read_source(x.r, &keys, &(struct profile_page){text, sizeof text - 1, "ncu"}, stderr, &x.e));
	assert_string_equal(x.e.text, "ncu: 2 source pages, the workload has 3 launches");
	finish(&x);
}

static void
requested_metrics(void **state)
{
	char *list = metric_request(METRIC_PART_COUNTERS);

	(void)state;
	assert_non_null(strstr(list, "smsp__inst_executed.sum,"));
	assert_non_null(strstr(list, ",gpu__time_duration.sum"));
	assert_null(strstr(list, "simt__"));
	assert_null(strstr(list, "stalled"));
	free(list);
	list = metric_request(METRIC_PART_FEW);
	assert_string_equal(list, "smsp__inst_executed.sum,smsp__thread_inst_executed.sum,"
				  "smsp__thread_inst_executed_pred_on.sum,smsp__warps_launched.sum");
	free(list);
	list = metric_request(METRIC_PART_CYCLES);
	assert_string_equal(list, "sm__cycles_elapsed.max");
	free(list);
	list = metric_request(METRIC_PART_STATES);
	assert_non_null(strstr(list, ",smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio,"));
	assert_null(strstr(list, "cycles"));
	free(list);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters),
		cmocka_unit_test(wrong_profiles),
		cmocka_unit_test(cycles),
		cmocka_unit_test(states),
		cmocka_unit_test(source_pages),
		cmocka_unit_test(missing_source_pages),
		cmocka_unit_test(requested_metrics),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
