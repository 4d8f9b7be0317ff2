/* What a sweep is planned from: axes and their values, products, points of a file, points that are drawn, constraints, and estimated costs. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "workloads/sweep/costs.h"
#include "workloads/sweep/plan.h"

static const char list[] = "case,$items,$kind,module,kernel,grid,block\nc-{items},8,a,x.cubin,k,1,items\n";

static struct workload *
workload(void)
{
	struct simt_error e = {.status = SIMT_OK};
	struct workload *w = workload_parse(list, sizeof list - 1, "list.csv", NULL, &e);

	assert_string_equal(e.text, "");
	return w;
}

static const struct axis_alias alias[] = {{"warp", "warp_size"}, {"bank-issue", "bank_issue"}};

/* What all tests begin with; arrays of texts end in NULL. */
struct wishes {
	const char *axis[6], *range[4], *constraint[4], *set[3], *let[3];
	const char *points;
	enum draw_kind draw;
	unsigned drawn, seed;
};

static size_t
count(const char *const *v)
{
	size_t n = 0;

	while (v[n])
		n++;
	return n;
}

static struct plan *
plan(const struct wishes *w, const struct workload *const *workloads, struct simt_error *e)
{
	const struct plan_wish wish = {.machine = "tiny",
				       .set = w->set,
				       .nset = count(w->set),
				       .alias = alias,
				       .naliases = 2,
				       .workload = workloads,
				       .nworkloads = 1,
				       .let = w->let,
				       .nlet = count(w->let),
				       .axis = w->axis,
				       .naxes = count(w->axis),
				       .points = w->points,
				       .range = w->range,
				       .nranges = count(w->range),
				       .draw = w->draw,
				       .drawn = w->drawn,
				       .seed = w->seed,
				       .constraint = w->constraint,
				       .nconstraints = count(w->constraint)};

	return plan_new(&wish, e);
}

/* All points, "a,b;c,d", where a value that a point does not have is a '-'. */
static void
expect_points(const struct wishes *w, const char *points)
{
	struct workload *own = workload();
	const struct workload *const workloads[] = {own};
	struct simt_error e = {.status = SIMT_OK};
	struct plan *p = plan(w, workloads, &e);
	char text[1000] = "";

	assert_string_equal(e.text, "");
	for (size_t i = 0; i < p->npoints; i++)
		for (size_t a = 0; a < p->naxes; a++) {
			const char *value = plan_value(p, i, a);

			snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", value ? value : "-",
				 a + 1 < p->naxes ? "," : ";");
		}
	assert_string_equal(text, points);
	plan_free(p);
	workload_free(own);
}

static void
expect_mistake(const struct wishes *w, const char *sentence)
{
	struct workload *own = workload();
	const struct workload *const workloads[] = {own};
	struct simt_error e = {.status = SIMT_OK};

	assert_null(plan(w, workloads, &e));
	assert_string_equal(e.text, sentence);
	workload_free(own);
}

static void
products(void **state)
{
	(void)state;
	expect_points(&(struct wishes){.axis = {"warp=8,032,16"}}, "8;32;16;");
	expect_points(&(struct wishes){.axis = {"warp=8,16", "mode=cycle,functional"}},
		      "8,cycle;8,functional;16,cycle;16,functional;");
	/* a column with and without its '$', and texts that are no numbers */
	expect_points(&(struct wishes){.axis = {"$kind=x|y,z", "items=1"}}, "x|y,1;z,1;");
	expect_points(&(struct wishes){.axis = {"machine=tiny,h200", "sample=on"}}, "tiny,on;h200,on;");
}

static void
constraints(void **state)
{
	(void)state;
	expect_points(&(struct wishes){.axis = {"warp=8,16,32", "banks=1,2"}, .constraint = {"warp<=8*banks"}}, "8,1;8,2;16,2;");
	expect_points(&(struct wishes){.axis = {"warp=8,16,32"}, .constraint = {"warp>8", "warp_size!=32"}}, "16;");
	expect_points(&(struct wishes){.axis = {"warp=8,16,32"}, .constraint = {"warp == cdiv(15 1)+1"}}, "16;");
	/* sms is 1 on machine tiny, and 132 on the other */
	expect_points(&(struct wishes){.axis = {"machine=tiny,h200"}, .constraint = {"sms>1"}}, "h200;");
	expect_points(&(struct wishes){.axis = {"warp=8"}, .constraint = {"sms>1"}, .set = {"sms=2"}}, "8;");
	expect_points(&(struct wishes){.axis = {"reconvergence=barrier,stack,ideal"}, .constraint = {"reconvergence!=ideal"}},
		      "barrier;stack;");
	expect_mistake(&(struct wishes){.axis = {"warp=8"}, .constraint = {"warp>8"}}, "no point meets every --constraint");
	expect_mistake(&(struct wishes){.axis = {"warp=8"}, .constraint = {"warp+8"}},
		       "--constraint warp+8: write a comparison, such as warp<=16*banks");
	expect_mistake(&(struct wishes){.axis = {"warp=8"}, .constraint = {"warp<x"}},
		       "--constraint warp<x: x is neither an axis nor a machine parameter");
	expect_mistake(&(struct wishes){.axis = {"warp=8"}, .constraint = {"warp<8/(sms-1)"}},
		       "--constraint warp<8/(sms-1): division by zero");
	expect_mistake(&(struct wishes){.axis = {"kind=a"}, .constraint = {"kind<3"}},
		       "--constraint kind<3: 'kind' has values that are no whole numbers");
}

static void
mistakes(void **state)
{
	(void)state;
	expect_mistake(&(struct wishes){.axis = {NULL}},
		       "nothing varies: give --axis NAME=VALUE,VALUE,..., --points FILE.csv, --latin N or --sobol N");
	expect_mistake(&(struct wishes){.axis = {"warp=16,016"}}, "--axis warp=16,016: 016 is given twice");
	expect_mistake(&(struct wishes){.axis = {"warp=16,"}}, "--axis warp=16,: warp: a value is empty");
	expect_mistake(&(struct wishes){.axis = {"warp=1", "warp_size=2"}}, "--axis warp_size: there is already an axis warp_size");
	expect_mistake(&(struct wishes){.axis = {"$itms=1"}}, "--axis $itms: no workload has a column $itms");
	expect_mistake(&(struct wishes){.axis = {"items=1"}, .let = {"items=2"}},
		       "--axis items and --let items=2: a column has one or the other");
	expect_mistake(&(struct wishes){.axis = {"mode=fast"}}, "--axis mode=fast: mode=fast: it can be cycle, functional");
	expect_mistake(&(struct wishes){.axis = {"subcores=17"}},
		       "--axis subcores=17: machine parameter subcores must be a whole number from 1 to 16 (subcore), not '17'");
	expect_mistake(&(struct wishes){.range = {"sms=1:2"}}, "--range has no effect without --latin or --sobol");
	expect_mistake(&(struct wishes){.draw = DRAW_SOBOL, .drawn = 2},
		       "points are drawn within ranges: give --range NAME=LOW:HIGH");
	expect_mistake(&(struct wishes){.draw = DRAW_SOBOL, .drawn = 2, .range = {"sms=1"}},
		       "--range sms=1: write NAME=LOW:HIGH or NAME=LOW:HIGH:STEP, in whole numbers");
	expect_mistake(&(struct wishes){.draw = DRAW_SOBOL, .drawn = 2, .range = {"sms=2:1"}},
		       "--range sms=2:1: the lower number comes first, as in 1:2");
	expect_mistake(&(struct wishes){.draw = DRAW_LATIN, .drawn = 2, .range = {"sms=1:2000"}},
		       "--range sms=1:2000: machine parameter sms must be a whole number from 1 to 1024 (SM), not '2000'");
	expect_mistake(&(struct wishes){.axis = {"l2_far=1,2", "l2_load_latency=1,2"},
					.draw = DRAW_LATIN,
					.drawn = PLAN_POINTS_MAX,
					.range = {"items=1:2000000"}},
		       "the axes make more than 1000000 points; draw some of them by --latin or --sobol");
}

/* Points of a file, each with what its axes are. */
static void
files(void **state)
{
	char name[] = "/tmp/pointsXXXXXX";
	const int f = mkstemp(name);
	static const char text[] = "warp,items,reconvergence\n8,3,stack\n16,,ideal\n", bad[] = "warp\n8\n0\n";
	char sentence[200];

	(void)state;
	assert_true(f >= 0);
	assert_int_equal(write(f, text, sizeof text - 1), sizeof text - 1);
	expect_points(&(struct wishes){.points = name}, "8,3,stack;16,-,ideal;");
	expect_points(&(struct wishes){.points = name, .axis = {"banks=1,2"}},
		      "8,3,stack,1;8,3,stack,2;16,-,ideal,1;16,-,ideal,2;");
	assert_int_equal(ftruncate(f, 0), 0);
	assert_int_equal(pwrite(f, bad, sizeof bad - 1, 0), sizeof bad - 1);
	snprintf(sentence, sizeof sentence,
		 "%s:3:1: machine parameter warp_size must be a whole number from 1 to 128 (lane), not '0'", name);
	expect_mistake(&(struct wishes){.points = name}, sentence);
	close(f);
	unlink(name);
}

enum { DRAWN = 16 };

/* Each of so many equal parts of each range has one point. */
static void
latin(void **state)
{
	double x[DRAWN * 3], again[DRAWN * 3], other[DRAWN * 3];
	struct simt_error e = {.status = SIMT_OK};

	(void)state;
	assert_true(draw(DRAW_LATIN, 7, DRAWN, 3, x, &e));
	assert_true(draw(DRAW_LATIN, 7, DRAWN, 3, again, &e));
	assert_true(draw(DRAW_LATIN, 8, DRAWN, 3, other, &e));
	assert_memory_equal(x, again, sizeof x);
	assert_memory_not_equal(x, other, sizeof x);
	for (size_t d = 0; d < 3; d++) {
		unsigned seen = 0;

		for (size_t i = 0; i < DRAWN; i++) {
			assert_true(x[i * 3 + d] >= 0 && x[i * 3 + d] < 1);
			seen |= 1U << (unsigned)(x[i * 3 + d] * DRAWN);
		}
		assert_int_equal(seen, (1U << DRAWN) - 1);
	}
	assert_false(draw(DRAW_LATIN, 0, 1, DRAW_DIMENSIONS_MAX + 1, x, &e));
	assert_string_equal(e.text, "points are drawn within 1 to 40 ranges, not 41");
}

/* Sobol's first numbers are known. */
static void
sobol(void **state)
{
	static const double first[] = {0.5, 0.5, 0.75, 0.25, 0.25, 0.75, 0.375, 0.375};
	double x[8], moved[8];

	(void)state;
	assert_true(draw(DRAW_SOBOL, 0, 4, 2, x, NULL));
	assert_memory_equal(x, first, sizeof first);
	assert_true(draw(DRAW_SOBOL, 5, 4, 2, moved, NULL));
	for (size_t i = 2; i < 8; i++)
		assert_true(fabs(fmod(moved[i] - moved[i % 2] - x[i] + x[i % 2] + 2, 1)) < 1e-9 ||
			    fabs(fmod(moved[i] - moved[i % 2] - x[i] + x[i % 2] + 2, 1) - 1) < 1e-9);
	/* both ends of a range, and steps within it */
	expect_points(&(struct wishes){.draw = DRAW_SOBOL, .drawn = 3, .range = {"sms=1:4", "items=10:30:10"}}, "3,20;4,10;2,30;");
}

static void
points(void **state)
{
	struct workload *own = workload();
	const struct workload *const workloads[] = {own};
	const struct wishes w = {.axis = {"machine=tiny,h200", "mode=cycle,functional", "items=4,5", "warp=16"},
				 .let = {"kind=b"},
				 .set = {"banks=1"}};
	struct plan *p = plan(&w, workloads, NULL);
	struct simt_machine *m = plan_machine(p, 7, NULL), *same = plan_machine(p, 5, NULL);
	struct arena arena = {NULL};
	const char *let[5];

	(void)state;
	assert_int_equal(p->npoints, 8);
	assert_string_equal(simt_machine_get(m, "name"), "h200");
	assert_int_equal(simt_machine_number(m, "warp_size"), 16);
	assert_int_equal(simt_machine_number(m, "banks"), 1);
	/* the column makes no other machine */
	assert_true(simt_machine_hash(m) == simt_machine_hash(same));
	assert_int_equal(plan_mode(p, 7), SIMT_FUNCTIONAL);
	assert_int_equal(plan_mode(p, 5), SIMT_CYCLE);
	assert_int_equal(plan_sampling(p, 0), SIMT_SAMPLE_NONE);
	assert_int_equal(plan_lets(p, 7, own, &arena, let), 2);
	assert_string_equal(let[0], "kind=b");
	assert_string_equal(let[1], "items=5");
	assert_true(plan_axis(p, "$items", 6) == 2 && plan_axis(p, "warp", 4) == 3 && plan_axis(p, "warp_size", 9) == 3);
	assert_true(plan_axis(p, "w", 1) == SIZE_MAX);
	arena_free(&arena);
	simt_machine_free(m);
	simt_machine_free(same);
	plan_free(p);
	workload_free(own);
}

/* Each value changes another parameter. What an axis says against it does not hold. */
static void
changes(void **state)
{
	struct workload *own = workload();
	const struct workload *const workloads[] = {own};
	static const char *const change[] = {"warp=016", "sm_lanes=64"};
	const struct plan_wish wish = {.machine = "tiny",
				       .alias = alias,
				       .naliases = 2,
				       .workload = workloads,
				       .nworkloads = 1,
				       .change = change,
				       .nchanges = 2};
	struct plan *p = plan_new(&wish, NULL);
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m;

	(void)state;
	assert_int_equal(p->npoints, 3);
	assert_null(plan_value(p, 0, 0));
	assert_string_equal(plan_value(p, 1, 0), "warp_size=16");
	m = plan_machine(p, 0, &e);
	assert_int_equal(simt_machine_number(m, "warp_size"), 32);
	simt_machine_free(m);
	m = plan_machine(p, 1, &e);
	assert_int_equal(simt_machine_number(m, "warp_size"), 16);
	assert_int_equal(simt_machine_number(m, "banks"), 2);
	simt_machine_free(m);
	assert_string_equal(e.text, "");
	plan_free(p);
	expect_points(&(struct wishes){.axis = {"change=banks=1,bank-issue=skip", "items=1"}}, "banks=1,1;bank_issue=skip,1;");
	expect_mistake(&(struct wishes){.axis = {"change=banks=0"}},
		       "--axis change=banks=0: machine parameter banks must be a whole number from 1 to 8 (bank), not '0'");
	expect_mistake(&(struct wishes){.axis = {"change=banks"}}, "--axis change=banks: change=banks: write PARAMETER=VALUE");
	p = plan(&(struct wishes){.axis = {"change=banks=1", "banks=1,4"}}, workloads, NULL);
	simt_machine_free(plan_machine(p, 0, &e));
	assert_string_equal(e.text, "");
	simt_machine_free(plan_machine(p, 1, &e));
	assert_string_equal(e.text, "banks=1 does not hold beside other values of the point");
	plan_free(p);
	workload_free(own);
}

/* Times that are products are found from a part of the points. */
static void
costs(void **state)
{
	struct workload *own = workload();
	const struct workload *const workloads[] = {own};
	const struct wishes w = {.axis = {"warp=8,16,32", "items=1,2"}};
	struct plan *p = plan(&w, workloads, NULL);
	struct costs c;

	(void)state;
	costs_init(&c, p, 2);
	assert_true(costs_of(&c, 3, 0) == 0);
	costs_note(&c, 0, 0, 2);
	assert_true(fabs(costs_of(&c, 5, 1) - 2) < 1e-9);
	costs_note(&c, 1, 0, 8);
	costs_note(&c, 2, 0, 4);
	costs_note(&c, 3, 0, 16);
	/* 8: x1, 16: x2; 1: x1, 2: x4, each over its mean */
	assert_true(fabs(costs_of(&c, 0, 0) - 2) < 1e-9 && fabs(costs_of(&c, 3, 0) - 16) < 1e-9);
	assert_true(fabs(costs_of(&c, 5, 0) / costs_of(&c, 4, 0) - 4) < 1e-9);
	costs_clear(&c);
	plan_free(p);
	workload_free(own);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(products), cmocka_unit_test(constraints), cmocka_unit_test(mistakes),
		cmocka_unit_test(files),    cmocka_unit_test(latin),       cmocka_unit_test(sobol),
		cmocka_unit_test(points),   cmocka_unit_test(costs),       cmocka_unit_test(changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
