/* test-intervals.c: places of conformal quantiles, weighted quantiles on few rows, tables that are none, and how often the shipped
 * intervals hold with kernels left out. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/analysis/intervals.h"
#include "workloads/analysis/local-quantiles.h"
#include "workloads/compare/difference-words.h"

/* ---- conformal quantiles ---- */

static void
test_place(void **state)
{
	(void)state;
	/* ceil((n + 1) 0.8) - 1 */
	assert_int_equal(conformal_place(1, 0.8, false), 0);
	assert_int_equal(conformal_place(3, 0.8, false), 2); /* 3.2: the fourth, of which there are three */
	assert_int_equal(conformal_place(4, 0.8, false), 3); /* 4 exactly */
	assert_int_equal(conformal_place(5, 0.8, false), 4); /* 4.8 */
	assert_int_equal(conformal_place(9, 0.8, false), 7); /* 8 exactly */
	assert_int_equal(conformal_place(10, 0.8, false), 8);
	assert_int_equal(conformal_place(99, 0.8, false), 79);
	assert_int_equal(conformal_place(100, 0.8, false), 80);
	assert_int_equal(conformal_place(10, 0, false), 0);
	assert_int_equal(conformal_place(10, 1, false), 9);
	/* floor((n + 1) 0.1) - 1 */
	assert_int_equal(conformal_place(1, 0.9, true), 0);
	assert_int_equal(conformal_place(18, 0.9, true), 0); /* 1.9 */
	assert_int_equal(conformal_place(19, 0.9, true), 1); /* 2 exactly */
	assert_int_equal(conformal_place(20, 0.9, true), 1);
	assert_int_equal(conformal_place(10, 0, true), 9); /* 11, of which there are ten */
}

/* ---- local quantiles ---- */

enum { ROWS = 8 };

/* Rows at the places 0 and 1, four at each and each of a kernel of its own; values 1.0 to 1.3 and 2.0 to 2.3, in no order. */
static void
two_places(struct local_rows *r)
{
	static const double value[ROWS] = {2.2, 1.1, 2.0, 1.0, 1.3, 2.1, 1.2, 2.3};

	for (unsigned i = 0; i < ROWS; i++) {
		r->x[i] = value[i] < 2 ? 0 : 1;
		r->value[i] = value[i];
		r->group[i] = i;
	}
}

static void
test_local(void **state)
{
	double x[ROWS], value[ROWS];
	unsigned group[ROWS];
	struct local_rows r = {
		.reach = 0.01, .floor_weight = 1e-9, .level = 0.8, .n = ROWS, .k = 1, .x = x, .value = value, .group = group};
	struct local_interval low, high, far;
	struct local l;

	(void)state;
	two_places(&r);
	local_make(&l, &r);
	for (size_t i = 1; i < ROWS; i++)
		assert_true(l.rows.value[i - 1] < l.rows.value[i]);
	assert_true(l.scale[0] > 0.499 && l.scale[0] < 0.501);
	low = local_at(&l, (double[]){0});
	high = local_at(&l, (double[]){1});
	/* only the rows there count: quantiles 0.2 and 0.8 of four are the first and the last; the factor is the same at both */
	assert_true(fabs((low.low + low.high) / 2 - 1.15) < 1e-6);
	assert_true(fabs((high.low + high.high) / 2 - 2.15) < 1e-6);
	assert_true(fabs((low.high - low.low) - (high.high - high.low)) < 1e-6);
	assert_true(fabs((low.high - low.low) - 2 * 0.15 * l.factor) < 1e-6);
	assert_true(low.distance < 1e-9);
	/* a step of 1 is 2 standard deviations; no row is nearer to one of another kernel than 0 */
	far = local_at(&l, (double[]){3});
	assert_true(fabs(far.distance - 4) < 1e-9);
	assert_true(l.far < 1e-9);
	local_free(&l);
}

/* Rows of one kernel know nothing of themselves. */
static void
test_left_out(void **state)
{
	double x[ROWS], value[ROWS];
	unsigned group[ROWS];
	struct local_rows r = {
		.reach = 0.4, .floor_weight = 0.01, .level = 0.8, .n = ROWS, .k = 1, .x = x, .value = value, .group = group};
	struct local_interval i;
	struct local l;

	(void)state;
	two_places(&r);
	/* the rows at 1 are one kernel: without it all others are at 0, whose values are far from theirs */
	for (unsigned k = 0; k < ROWS; k++)
		group[k] = x[k] > 0 ? 100 : k;
	local_make(&l, &r);
	i = local_without(&l, ROWS - 1);
	assert_true(i.high < 2);
	assert_true(fabs(i.distance - 2) < 1e-9);
	i = local_without(&l, 0);
	assert_true(i.low < 1.3 && i.distance < 1e-9);
	local_free(&l);
}

/* A single row, and rows that are all the same: intervals have their least width, and nothing is divided by zero. */
static void
test_few(void **state)
{
	double x[ROWS] = {0}, value[ROWS];
	unsigned group[ROWS];
	struct local_interval i;
	struct local l;

	(void)state;
	for (size_t n = 1; n <= ROWS; n += ROWS - 1) {
		struct local_rows r = {
			.reach = 0.4, .floor_weight = 0.01, .level = 0.8, .n = n, .k = 1, .x = x, .value = value, .group = group};

		for (unsigned k = 0; k < n; k++) {
			value[k] = 1.5;
			group[k] = k;
		}
		local_make(&l, &r);
		i = local_at(&l, (double[]){0});
		assert_true(i.low <= 1.5 && i.high >= 1.5 && isfinite(i.low) && isfinite(i.high));
		assert_true(i.high - i.low < 0.1);
		local_free(&l);
	}
}

/* ---- features ---- */

static double
metric(const void *arg, const char *name)
{
	const char *missing = arg;

	if (missing && !strcmp(name, missing))
		return NAN;
	if (!strcmp(name, "sm__cycles_elapsed.max"))
		return 10000;
	if (!strcmp(name, "smsp__issue_active.sum"))
		return 25;
	if (!strcmp(name, "simt__issue_slots_no_warp.sum"))
		return 75;
	return 0;
}

static void
test_features(void **state)
{
	double x[INTERVAL_FEATURES];

	(void)state;
	assert_true(intervals_features(metric, NULL, x));
	assert_true(fabs(x[INTERVAL_log_cycles] - 4) < 1e-9);
	assert_true(fabs(x[INTERVAL_issue] - 0.25) < 1e-9);
	assert_true(fabs(x[INTERVAL_idle] - 0.75) < 1e-9);
	assert_true(fabs(x[INTERVAL_atomics]) < 1e-9);
	/* beside other launches there are no slots without a warp; functional mode has no cycles */
	assert_false(intervals_features(metric, "simt__issue_slots_no_warp.sum", x));
	assert_false(intervals_features(metric, "sm__cycles_elapsed.max", x));
	assert_false(intervals_features(metric, "launch__waves_per_multiprocessor", x));
	/* twice as fast is as large a change as twice as slow */
	intervals_change_features(1000, 2000, x);
	assert_true(fabs(x[CHANGE_log_cycles] - 3) < 1e-9 && fabs(x[CHANGE_size] - 1) < 1e-9);
	intervals_change_features(2000, 1000, x);
	assert_true(fabs(x[CHANGE_log_cycles] - 3) < 1e-9 && fabs(x[CHANGE_size] - 1) < 1e-9);
}

/* ---- tables ---- */

static void
refused(const char *text, const char *why)
{
	struct simt_error e = {.status = SIMT_OK};

	assert_null(intervals_parse(text, strlen(text), "t.csv", &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	if (!strstr(e.text, why))
		fail_msg("'%s' does not say '%s'", e.text, why);
}

static void
test_tables(void **state)
{
#define HEAD                                                                                                                     \
	"kind,group,ratio,log_cycles,issue,idle,memory,shared,barrier,stores,pipes,fetch,lanes,occupancy,local,atomics,l2,dram," \
	"scatter,"                                                                                                               \
	"waves,change\n"
#define ROW "time,0,1,4,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,\n"

	(void)state;
	refused("kind,group\n", "no column 'ratio'");
	refused("kind,group,ratio\n", "no column 'log_cycles'");
	refused(HEAD, "no rows of kind 'time'");
	refused(HEAD ROW, "no rows of kind 'change'");
	refused(HEAD "other,0,1,4,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,\n", "t.csv:2:1: kind 'other'");
	refused(HEAD "time,0,x,4,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,\n", "t.csv:2:8: 'x' is no number");
	refused(HEAD "time,-1,1,4,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,\n", "the group");
	refused(HEAD "time,0,0,4,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,\n", "the ratio more than 0");
	refused(HEAD "time,0,1,,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,\n", "'' is no number");
	refused(HEAD ROW "change,0,1,4,,,,,,,,,,,,,,,,,\n", "'' is no number");
}

/* ---- differences ---- */

/* A launch of so many cycles; only on a machine whose errors are known it has an interval. */
static struct result *
result(int cycles, bool known)
{
	struct simt_error e = {.status = SIMT_OK};
	struct result *r;
	char text[1024];

	snprintf(text, sizeof text,
		 "{\"mode\":\"cycle\",\"machine\":{\"name\":\"h200\"},\"cases\":[{\"case\":\"c\",\"status\":\"ok\",\"launches\":[{"
		 "\"launch\":\"c\",\"kernel\":\"k\",\"status\":\"ok\",\"metrics\":{%s\"sm__cycles_elapsed.max\":{\"value\":%d}}}]}]"
		 "}",
		 known ? "\"simt__cycles_interval_low.cycle\":{\"value\":1}," : "", cycles);
	r = result_parse(text, strlen(text), "r.json", &e);
	if (!r)
		fail_msg("%s", e.text);
	return r;
}

/* Whether the change is said to be within the model's error; the words are those. */
static bool
judged(const struct intervals *t, int before, int after, bool known, const char *words)
{
	struct result *a = result(before, known), *b = result(after, known);
	struct sources *none = sources_new(NULL, 0);
	struct differences *d = differences_of(a, none, b, none);
	char text[WORDS_BYTES];
	bool within;

	differences_judge(d, t);
	within = d->launch[0].within_error;
	assert_true(within == (strstr(words_verdict(d->launch, text, sizeof text), "within the model's error") != NULL));
	if (!strstr(text, words))
		fail_msg("'%s' does not say '%s'", text, words);
	differences_free(d);
	sources_free(none);
	result_free(a);
	result_free(b);
	return within;
}

static void
test_differences(void **state)
{
	/* four changes of each size, off by -2, -1, +1 and +2 %: with the least half-width of 3 %, intervals are from -3 to +3 % */
	static const char rows[] = HEAD ROW "change,1,0.98,4,,,,,,,,,,,,,,,,,0\nchange,2,0.99,4,,,,,,,,,,,,,,,,,0\n"
					    "change,3,1.01,4,,,,,,,,,,,,,,,,,0\nchange,4,1.02,4,,,,,,,,,,,,,,,,,0\n";
	struct simt_error e = {.status = SIMT_OK};
	struct intervals *t = intervals_parse(rows, strlen(rows), "t.csv", &e);
	const struct interval i = t ? intervals_change(t, 10000, 10000) : (struct interval){.high = 0};

	(void)state;
	if (!t)
		fail_msg("%s", e.text);
	assert_true(i.low < 0.99 && i.low > 0.96 && i.high > 1.01 && i.high < 1.04);
	assert_true(judged(t, 10000, 10100, true, "takes 1.0 % longer, 10,000 -> 10,100 cycles (80 %: "));
	assert_true(judged(t, 10000, 9900, true, "takes 1.0 % less time"));
	assert_false(judged(t, 10000, 10600, true, "takes 6.0 % longer, 10,000 -> 10,600 cycles (80 %: +"));
	assert_false(judged(t, 10000, 9000, true, "takes 10.0 % less time, 10,000 -> 9,000 cycles (80 %: -"));
	/* nothing is said of what does not differ, and on another machine */
	assert_false(judged(t, 10000, 10000, true, "no difference, 10,000 cycles"));
	assert_false(judged(t, 10000, 10100, false, "takes 1.0 % longer, 10,000 -> 10,100 cycles"));
	intervals_free(t);
}

/* ---- the shipped table ---- */

static struct intervals *
shipped(void)
{
	struct simt_error e = {.status = SIMT_OK};
	struct intervals *t;
	char path[4096];

	snprintf(path, sizeof path, "%s/errors/h200.csv", getenv("SIMT_DATADIR"));
	t = intervals_read(path, &e);
	if (!t)
		fail_msg("%s", e.text);
	return t;
}

static void
test_coverage(void **state)
{
	struct intervals *t = shipped();
	const struct interval_coverage times = intervals_coverage(t, false), changes = intervals_coverage(t, true);

	(void)state;
	assert_true(times.rows >= 200 && times.kernels >= 100);
	assert_true(times.held >= 0.74 && times.held <= 0.86);
	assert_true(times.constant_held >= 0.74 && times.constant_held <= 0.86);
	assert_true(times.width <= 0.9 * times.constant_width);
	assert_true(changes.held >= 0.74 && changes.held <= 0.86);
	/* errors of differences are smaller than those of times */
	assert_true(changes.width < times.width);
	intervals_free(t);
}

/* Intervals are the same as row by row; what is unlike all is told. */
static void
test_shipped(void **state)
{
	struct intervals *t = shipped();
	double x[INTERVAL_FEATURES] = {0};
	struct interval i;

	(void)state;
	x[INTERVAL_log_cycles] = 4.5;
	x[INTERVAL_lanes] = 1;
	x[INTERVAL_memory] = 0.5;
	x[INTERVAL_scatter] = 2;
	i = intervals_time(t, x);
	assert_true(i.low > 0.5 && i.low < 1.1 && i.high > 1 && i.high < 2 && i.distance < 2);
	x[INTERVAL_atomics] = x[INTERVAL_local] = x[INTERVAL_barrier] = 1;
	assert_true(intervals_time(t, x).distance > 1);
	i = intervals_change(t, 10000, 10000);
	assert_true(i.low < 1 && i.high > 1);
	intervals_free(t);
}

static void
test_machine(void **state)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);

	(void)state;
	assert_true(intervals_are_of(m, "h200"));
	assert_false(intervals_are_of(m, "h100"));
	assert_false(intervals_are_of(m, "no-such-machine"));
	assert_true(simt_machine_set(m, "sms=131", &e));
	assert_false(intervals_are_of(m, "h200"));
	simt_machine_free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_place),       cmocka_unit_test(test_local),    cmocka_unit_test(test_left_out),
		cmocka_unit_test(test_few),         cmocka_unit_test(test_features), cmocka_unit_test(test_tables),
		cmocka_unit_test(test_differences), cmocka_unit_test(test_coverage), cmocka_unit_test(test_shipped),
		cmocka_unit_test(test_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
