/* What the tables of sweeps say: tornados, least squares and Pareto fronts, against numbers that are computed by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/study/effects.h"
#include "workloads/study/pareto.h"
#include "workloads/study/tornado.h"

#define NEAR   1e-9
#define METRIC "cycles"

static void
near(double a, double b)
{
	if (fabs(a - b) > NEAR)
		fail_msg("%.12g is not %.12g", a, b);
}

static void
read_table(struct measured *m, const char *csv)
{
	struct simt_error e = {.status = SIMT_OK};

	measured_parse(m, csv, METRIC, &e);
	assert_string_equal(e.text, "");
}

/* ---- measured ---- */

static void
tables(void **state)
{
	static const char csv[] = "point,workload,case,id,status,error,cycles\n"
				  "1,w,a,,ok,,100\n1,w,a,0,ok,,60\n1,w,b,,mismatch,,400\n"
				  "2,w,a,,fault,it faults,30\n2,w,b,,ok,,100\n"
				  "3,w,,,bad input,no such machine,\n";
	struct simt_error e = {.status = SIMT_OK};
	struct measured m;
	double x;

	(void)state;
	read_table(&m, csv);
	assert_true(m.npoints == 3 && m.ncases == 2);
	/* rows of launches do not count */
	near(measured_value(&m, 0, 0), 100);
	assert_true(measured_at(&m, 0, 1)->mismatch && !measured_at(&m, 0, 0)->mismatch);
	assert_true(measured_log(&m, 0, MEASURED_ALL, &x));
	near(exp(x), 200);
	/* what has not come to its end has no value, though it has cycles */
	near(measured_value(&m, 1, 0), 0);
	assert_string_equal(measured_at(&m, 1, 0)->error, "it faults");
	assert_false(measured_log(&m, 1, MEASURED_ALL, &x));
	assert_string_equal(measured_at(&m, 2, 1)->error, "no such machine");
	assert_string_equal(measured_text(&m, 2, "status"), "bad input");
	assert_string_equal(measured_text(&m, 2, "none"), "");
	measured_clear(&m);
	assert_false(measured_parse(&m, "point,workload,case,id,status,error,cycles\n1,w,a,,fault,x,30\n", METRIC, &e));
	assert_string_equal(e.text, "results.csv: no row has a value of cycles; column error says why");
	measured_clear(&m);
	e.status = SIMT_OK;
	assert_false(measured_parse(&m, "point,workload,case,id,status,cycles\n1,w,a,,ok,30\n", METRIC, &e));
	assert_string_equal(e.text, "results.csv:1:1: the table has no column error");
	measured_clear(&m);
}

/* ---- tornados ---- */

static struct simt_machine *
machine(const char *const *set)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);

	for (; m && *set; set++)
		simt_machine_set(m, *set, &e);
	assert_string_equal(e.text, "");
	return m;
}

/* Both sides of all items, "name low high;", where a side that does not differ is '-'. */
static void
expect_items(const char *const *set, const char *globs, double factor, const char *items)
{
	struct simt_machine *m = machine(set);
	struct simt_error e = {.status = SIMT_OK};
	struct tornado t;
	char text[1000] = "";

	tornado_new(&t, m, globs, factor, &e);
	assert_string_equal(e.text, "");
	for (size_t i = 0; i < t.n; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s %s %s;", t.item[i].name,
			 t.item[i].side[0].value ? t.item[i].side[0].value : "-",
			 t.item[i].side[1].value ? t.item[i].side[1].value : "-");
	assert_string_equal(text, items);
	tornado_clear(&t);
	simt_machine_free(m);
}

static void
bounds(void **state)
{
	(void)state;
	expect_items((const char *const[]){"warp_size=32", NULL}, "warp_size", 2, "warp_size 16 64;");
	/* from 1 to 128: at an end a side differs less, or not at all */
	expect_items((const char *const[]){"warp_size=100", NULL}, "warp_size", 2, "warp_size 50 128;");
	expect_items((const char *const[]){"warp_size=128", NULL}, "warp_size", 2, "warp_size 64 -;");
	expect_items((const char *const[]){"warp_size=1", NULL}, "warp_size", 2, "warp_size - 2;");
	/* rounded to the nearest one */
	expect_items((const char *const[]){"warp_size=3", NULL}, "warp_size", 2, "warp_size 2 6;");
}

static void
nothing_differs(const char *const *set, const char *globs, double factor, const char *sentence)
{
	struct simt_machine *m = machine(set);
	struct simt_error e = {.status = SIMT_OK};
	struct tornado t;

	assert_false(tornado_new(&t, m, globs, factor, &e));
	assert_string_equal(e.text, sentence);
	tornado_clear(&t);
	simt_machine_free(m);
}

static void
items(void **state)
{
	const char *const none[] = {NULL};
	struct simt_machine *m = machine(none);
	struct simt_error e = {.status = SIMT_OK};
	struct tornado t;
	size_t sms = 0, knob = 0, gpcs = 0, masks = 0;

	(void)state;
	/* 0 may mean that there is no limit: nothing becomes 0, and 0 stays */
	expect_items((const char *const[]){"dram_spread=1", NULL}, "dram_spread", 4, "dram_spread - 4;");
	nothing_differs((const char *const[]){"dram_spread=0", NULL}, "dram_spread", 4,
			"--tornado=dram_spread: nothing is varied: no factor changes these parameters");
	/* words: each other one */
	expect_items((const char *const[]){"icache=on", NULL}, "icache", 2, "icache=off - off;");
	expect_items((const char *const[]){"bank_issue=skip", NULL}, "bank_issue", 2,
		     "bank_issue=lockstep - lockstep;bank_issue=independent - independent;");
	expect_items((const char *const[]){"sms=4", "banks=2", NULL}, "sms,bank[s]", 2, "sms 2 8;banks 1 4;");
	nothing_differs(none, "l1_bank_*", 2, "--tornado=l1_bank_*: nothing is varied: masks have no multiples");
	nothing_differs(none, "sms,wrap_size", 2,
			"--tornado=wrap_size: there is no machine parameter 'wrap_size'; did you mean 'warp_size'?");
	nothing_differs(none, "yy*", 2, "--tornado=yy*: no machine parameter has such a name; simt-machine(5) lists all");
	/* all: a knob stands for SMs and GPCs */
	assert_true(tornado_new(&t, m, NULL, 2, &e));
	for (size_t i = 0; i < t.n; i++) {
		sms += !strcmp(t.item[i].name, "sms");
		knob += !strcmp(t.item[i].name, "gpu_sms");
		gpcs += !strcmp(t.item[i].name, "gpc_1");
		masks += !strcmp(t.item[i].name, "l1_bank_low");
	}
	assert_true(sms == 0 && knob == 1 && gpcs == 0 && masks == 0);
	tornado_clear(&t);
	simt_machine_free(m);
}

static const char changes[] = "point,workload,change,remark,case,id,status,error,cycles\n"
			      "1,w,,,a,,ok,,100\n1,w,,,b,,ok,,400\n"
			      "2,w,sms=2,,a,,ok,,200\n2,w,sms=2,,b,,ok,,800\n"
			      "3,w,sms=8,only half,a,,ok,,50\n3,w,sms=8,only half,b,,ok,,800\n"
			      "4,w,banks=1,,a,,ok,,100\n4,w,banks=1,,b,,fault,it faults,9\n"
			      "5,w,banks=4,,a,,mismatch,,100\n5,w,banks=4,,b,,ok,,400\n"
			      "6,w,warp_size=64,,,,bad input,no such warps,\n";

static void
ranks(void **state)
{
	struct simt_machine *m = machine((const char *const[]){"sms=4", "banks=2", "warp_size=128", NULL});
	struct simt_error e = {.status = SIMT_OK};
	struct tornado t;
	struct tornado_row *rows;
	struct measured table;

	(void)state;
	assert_true(tornado_new(&t, m, "sms,banks,warp_size", 2, &e));
	read_table(&table, changes);
	/* all: twice as many cycles in both; and half and twice as many, which cancel */
	assert_true(tornado_rank(&t, &table, MEASURED_ALL, &rows, &e));
	assert_string_equal(rows[0].item->name, "sms");
	near(rows[0].change[TORNADO_LOW], 100);
	near(rows[0].change[TORNADO_HIGH], 0);
	near(rows[0].effect, 100);
	assert_string_equal(rows[0].remark, "high: only half");
	assert_string_equal(rows[1].item->name, "banks");
	assert_true(rows[1].effect == 0 && rows[1].ran[TORNADO_LOW] && !rows[1].refused);
	assert_string_equal(
		rows[1].remark,
		"low: 1 case has not run: it faults; high: an expect of case a does not hold; no effect on this workload");
	assert_true(rows[2].effect < 0 && rows[2].refused && !rows[2].ran[TORNADO_LOW]);
	assert_string_equal(rows[2].remark, "low: no such warps; high: times 2 it stays 128");
	tornado_rows_free(&t, rows);
	/* a case: the larger change without its sign */
	assert_true(tornado_rank(&t, &table, 0, &rows, &e));
	near(rows[0].change[TORNADO_HIGH], -50);
	near(rows[0].measured[TORNADO_HIGH], 50);
	near(rows[0].effect, 100);
	tornado_rows_free(&t, rows);
	assert_true(tornado_rank(&t, &table, 1, &rows, &e));
	assert_string_equal(rows[1].remark, "low: it faults; no effect on this workload");
	assert_true(rows[1].refused && rows[1].ran[TORNADO_HIGH] && rows[1].effect == 0);
	tornado_rows_free(&t, rows);
	measured_clear(&table);
	/* without the machine as it is there is nothing to compare with */
	read_table(&table, "point,workload,change,remark,case,id,status,error,cycles\n1,w,sms=2,,a,,ok,,200\n");
	assert_false(tornado_rank(&t, &table, MEASURED_ALL, &rows, &e));
	assert_string_equal(e.text, "--tornado: there is no point without a change; a --constraint does not allow it");
	measured_clear(&table);
	tornado_clear(&t);
	simt_machine_free(m);
}

/* ---- effects ---- */

static const char *const factors[] = {"warp", "banks"};

static const char *
level(const void *arg, size_t point, size_t factor)
{
	return measured_text(arg, point, factors[factor]);
}

static struct effects_points
points_of(const struct measured *m, size_t nfactors, enum effects_order order)
{
	return (struct effects_points){m->npoints, nfactors, factors, level, m, order};
}

static const struct effects_row *
row_of(const struct effects *x, const char *term)
{
	for (size_t i = 0; i < x->nrows; i++)
		if (!strcmp(x->row[i].term, term))
			return x->row + i;
	fail_msg("no term %s", term);
	return NULL;
}

#define HEAD "point,workload,case,id,status,error,warp,banks,cycles\n"

/* Logarithms of 2: the four corners have 5, 4, 3 and 0 of them. Mean 3, warp -1.5, banks -1, both together -0.5. */
static const char corners[] = HEAD "1,w,a,,ok,,8,1,32\n2,w,a,,ok,,8,2,16\n3,w,a,,ok,,16,1,8\n4,w,a,,ok,,16,2,1\n";

static void
two_levels(void **state)
{
	struct simt_error e = {.status = SIMT_OK};
	struct measured m;
	struct effects_points p;
	struct effects x;

	(void)state;
	read_table(&m, corners);
	p = points_of(&m, 2, EFFECTS_PAIRS);
	assert_true(effects_possible(&p, &e));
	assert_true(effects_fit(&x, &p, &m, 0, &e));
	assert_true(x.nrows == 3 && x.terms == 4 && x.points == 4);
	near(row_of(&x, "warp")->estimate, -1.5 * log(2));
	near(row_of(&x, "banks")->estimate, -log(2));
	near(row_of(&x, "warp x banks")->estimate, -0.5 * log(2));
	/* from one end to the other: two units, that is 2^-3, 2^-2 and 2^-1 */
	near(row_of(&x, "warp")->change, -87.5);
	near(row_of(&x, "banks")->change, -75);
	near(row_of(&x, "warp x banks")->change, -50);
	assert_string_equal(row_of(&x, "warp")->from, "8");
	assert_string_equal(row_of(&x, "warp")->to, "16");
	/* as many terms as points */
	assert_true(isnan(row_of(&x, "warp")->error));
	near(x.r2, 1);
	effects_clear(&x);
	/* Without interactions each residual is half of log 2. Their squares over one degree of freedom are log(2)^2; each estimate has a quarter. */
	p.order = EFFECTS_MAIN;
	assert_true(effects_fit(&x, &p, &m, MEASURED_ALL, &e));
	assert_true(x.nrows == 2 && x.terms == 3);
	near(row_of(&x, "warp")->estimate, -1.5 * log(2));
	near(row_of(&x, "warp")->error, 0.5 * log(2));
	near(row_of(&x, "banks")->change_error, 100 * log(2));
	/* squares: 4 * 0.25 left of 4 + 1 + 0 + 9 */
	near(x.r2, 1 - 1.0 / 14);
	near(x.residual[0], 100 * (exp2(-0.5) - 1));
	near(x.residual[1], 100 * (exp2(0.5) - 1));
	near(x.fitted[3], exp2(0.5));
	/* the larger ones are those above the model, the first of them first */
	assert_true(x.by_size[0] == 1 && x.by_size[1] == 2 && x.by_size[2] == 0);
	effects_clear(&x);
	measured_clear(&m);
}

/* Words with two points each, at 1 and 4 times 2, 16 and 4: means of logarithms 2, 5 and 3, and all of 10/3. */
static void
words(void **state)
{
	static const char csv[] = HEAD "1,w,a,,ok,,x,,2\n2,w,a,,ok,,x,,8\n3,w,a,,ok,,y,,16\n4,w,a,,ok,,y,,64\n"
				       "5,w,a,,ok,,z,,4\n6,w,a,,ok,,z,,16\n";
	struct simt_error e = {.status = SIMT_OK};
	struct measured m;
	struct effects_points p;
	struct effects x;

	(void)state;
	read_table(&m, csv);
	p = points_of(&m, 2, EFFECTS_PAIRS);
	assert_true(effects_fit(&x, &p, &m, 0, &e));
	assert_true(x.nrows == 3 && x.terms == 3 && x.nstill == 1);
	assert_string_equal(x.still[0], "banks");
	near(row_of(&x, "warp=x")->estimate, -4.0 / 3 * log(2));
	near(row_of(&x, "warp=y")->estimate, 5.0 / 3 * log(2));
	near(row_of(&x, "warp=z")->estimate, -1.0 / 3 * log(2));
	near(row_of(&x, "warp=y")->change, 100 * (exp2(5.0 / 3) - 1));
	assert_string_equal(row_of(&x, "warp=z")->from, "mean");
	/* residuals of 1: their squares are 6 over 3 degrees of freedom; a mean of two less that of six has a third */
	for (size_t i = 0; i < 3; i++)
		near(x.row[i].error, sqrt(2.0 / 3) * log(2));
	near(x.r2, 1 - 6.0 / (6 + 2 * (16.0 + 25 + 1) / 9));
	effects_clear(&x);
	measured_clear(&m);
}

/* Numbers above 0 go by their logarithm, others by themselves. */
static void
codes(void **state)
{
	struct simt_error e = {.status = SIMT_OK};
	struct measured m;
	struct effects_points p;
	struct effects x;

	(void)state;
	read_table(&m, HEAD "1,w,a,,ok,,16,,8\n2,w,a,,ok,,4,,2\n3,w,a,,ok,,8,,4\n");
	p = points_of(&m, 1, EFFECTS_PAIRS);
	assert_true(effects_fit(&x, &p, &m, 0, &e));
	near(row_of(&x, "warp")->estimate, log(2));
	near(row_of(&x, "warp")->error, 0);
	near(x.r2, 1);
	assert_string_equal(row_of(&x, "warp")->from, "4");
	effects_clear(&x);
	measured_clear(&m);
	read_table(&m, HEAD "1,w,a,,ok,,0,,1\n2,w,a,,ok,,1,,2\n3,w,a,,ok,,4,,16\n");
	assert_true(effects_fit(&x, &p, &m, 0, &e));
	near(row_of(&x, "warp")->estimate, 2 * log(2));
	near(x.r2, 1);
	effects_clear(&x);
	measured_clear(&m);
	/* nothing changes: an effect is 0, not what a host's rounding leaves */
	read_table(&m, HEAD "1,w,a,,ok,,2,1,7\n2,w,a,,ok,,3,1,7\n3,w,a,,ok,,5,1,7\n");
	assert_true(effects_fit(&x, &p, &m, 0, &e));
	assert_true(x.row[0].estimate == 0 && x.row[0].error == 0 && x.residual[0] == 0 && x.r2 == 1);
	effects_clear(&x);
	measured_clear(&m);
}

static void
refused(const char *csv, enum effects_order order, const char *sentence)
{
	struct simt_error before = {.status = SIMT_OK}, after = {.status = SIMT_OK};
	struct measured m;
	struct effects_points p;
	struct effects x;

	read_table(&m, csv);
	p = points_of(&m, 2, order);
	assert_false(effects_possible(&p, &before));
	assert_string_equal(before.text, sentence);
	assert_false(effects_fit(&x, &p, &m, 0, &after));
	assert_string_equal(after.text, sentence);
	effects_clear(&x);
	measured_clear(&m);
}

static void
too_few(void **state)
{
	(void)state;
	refused(HEAD "1,w,a,,ok,,8,1,32\n2,w,a,,ok,,8,2,16\n3,w,a,,ok,,16,1,8\n", EFFECTS_PAIRS,
		"--effects: 3 points are too few for 4 terms (a mean, 2 main effects, 1 interactions); take more, or "
		"--effects=main");
	refused(HEAD "1,w,a,,ok,,8,1,32\n2,w,a,,ok,,16,2,16\n", EFFECTS_MAIN,
		"--effects: 2 points are too few for 3 terms (a mean, 2 main effects, 0 interactions); take more");
	refused(HEAD "1,w,a,,ok,,8,1,32\n2,w,a,,ok,,16,2,16\n3,w,a,,ok,,32,4,8\n", EFFECTS_MAIN,
		"--effects: the points tell only 2 of 3 terms apart, since some axes change together; take other points");
	refused(HEAD "1,w,a,,ok,,8,1,32\n2,w,a,,ok,,8,1,32\n", EFFECTS_MAIN,
		"--effects: no axis has two values at the points that have a result");
}

/* ---- Pareto fronts ---- */

static void
fronts(void **state)
{
	struct pareto_point v[] = {
		{0, 4, 10, false}, {1, 2, 20, false}, {2, 2, 30, false}, {3, 4, 10, false},
		{4, 8, 10, false}, {5, 8, 5, false},  {6, 1, 20, false}, {7, 16, 6, false},
	};
	static const struct {
		size_t point;
		bool front;
	} wanted[] = {{6, true}, {1, false}, {2, false}, {0, true}, {3, true}, {5, true}, {4, false}, {7, false}};
	struct pareto_point one = {.point = 9, .cost = 1, .value = 1};

	(void)state;
	/* 1 costs more than 6 for the same; 2 is as cheap as 1 and slower; 0 and 3 are the same; 4 is as fast as they and dearer */
	assert_int_equal(pareto_front(v, sizeof v / sizeof *v), 4);
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		assert_int_equal(v[i].point, wanted[i].point);
		assert_int_equal(v[i].front, wanted[i].front);
	}
	assert_int_equal(pareto_front(&one, 1), 1);
	assert_true(one.front);
	assert_int_equal(pareto_front(&one, 0), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables), cmocka_unit_test(bounds),     cmocka_unit_test(items),
		cmocka_unit_test(ranks),  cmocka_unit_test(two_levels), cmocka_unit_test(words),
		cmocka_unit_test(codes),  cmocka_unit_test(too_few),    cmocka_unit_test(fronts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
