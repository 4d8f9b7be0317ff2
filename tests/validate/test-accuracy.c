/* Errors, ranks, the null model, speed-ups and warp states of validate/accuracy/accuracy.h, against numbers worked out by hand; and which launch
 * belongs to which set. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "validate/accuracy/accuracy.h"
#include "validate/check/ranks.h"

#define COUNT(list)           (sizeof(list) / sizeof *(list))
#define assert_near(a, b)     near_at((a), (b), 1e-9, __LINE__)
#define assert_about(a, b, d) near_at((a), (b), (d), __LINE__)

static void
near_at(double a, double b, double distance, int line)
{
	if (!(fabs(a - b) <= distance))
		fail_msg("line %d: %.15g is not %.15g", line, a, b);
}

static bool
every(const struct accuracy_launch *l, const void *arg)
{
	(void)l;
	(void)arg;
	return true;
}

static struct accuracy_launch
launch(double us, double measured, double simulated)
{
	return (struct accuracy_launch){.wanted = true,
					.technique = true,
					.of_case = "c",
					.launch = "",
					.kernel = "k",
					.before = SIZE_MAX,
					.ns = us * 1000,
					.measured = measured,
					.simulated = simulated,
					.inst = NAN,
					.bytes = NAN,
					.null = NAN};
}

static void
errors(void **state)
{
	struct accuracy_launch l[] = {launch(30, 1000, 1100), launch(40, 2000, 1800), launch(200, 4000, 4800),
				      launch(30, 500, NAN)};
	struct accuracy a = {.launch = l, .nlaunch = COUNT(l)};
	struct accuracy_errors r;

	(void)state;
	l[0].noise = 0.1 + 1e-12;
	l[1].noise = 0.05;
	l[2].noise = 0.01;
	l[0].null = 1500; /* off by 50 % */
	l[1].null = 1000; /* 50 % */
	l[2].null = 8000; /* 100 % */
	r = accuracy_errors(&a, every, NULL);
	assert_int_equal(r.n, 3);
	assert_int_equal(r.missing, 1);
	assert_near(r.mape, 0.4 / 3);
	assert_near(r.median, 0.1);
	assert_near(r.worst, 0.2);
	assert_near(r.bias, 0.2 / 3);
	assert_int_equal(r.nworst, 3);
	assert_int_equal(r.worst_five[0], 2);
	assert_near(r.noise, 0.05);
	assert_int_equal(r.within_noise, 1);
	assert_int_equal(r.null_n, 3);
	assert_near(r.null_mape, 2.0 / 3);
	assert_near(r.null_median, 0.5);
	assert_near(r.null_worst, 1);
	l[2].wanted = false;
	r = accuracy_errors(&a, every, NULL);
	assert_int_equal(r.n, 2);
	assert_near(r.worst, 0.1); /* of two alike the first */
}

/* Worst first, five of them, whatever the order they come in. */
static void
worst_five(void **state)
{
	static const double off[] = {0.1, -0.7, 0.3, 0.2, -0.6, 0.05, 0.65};
	static const size_t order[] = {1, 6, 4, 2, 3};
	struct accuracy_launch l[COUNT(off)];
	struct accuracy a = {.launch = l, .nlaunch = COUNT(l)};
	struct accuracy_errors r;

	(void)state;
	for (size_t i = 0; i < COUNT(off); i++)
		l[i] = launch(50, 100, 100 * (1 + off[i]));
	r = accuracy_errors(&a, every, NULL);
	assert_int_equal(r.nworst, 5);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(r.worst_five[i], order[i]);
	assert_near(r.worst, -0.7);
	r = accuracy_errors(&(struct accuracy){.nlaunch = 0}, every, NULL);
	assert_int_equal(r.n, 0);
	assert_true(isnan(r.mape) && isnan(r.median) && isnan(r.tau) && isnan(r.tau_within) && isnan(r.null_mape));
}

/* A class begins above its lower end. */
static void
classes(void **state)
{
	static const struct {
		double us;
		int class;
	} expected[] = {{0.5, 0}, {20, 0}, {20.001, 1}, {100, 1}, {100.001, 2}, {1000, 2}, {1000.001, 3}, {9e6, 3}};

	(void)state;
	for (size_t i = 0; i < COUNT(expected); i++) {
		struct accuracy_launch l = launch(expected[i].us, 1, 1);

		assert_int_equal(accuracy_class(&l), expected[i].class);
	}
}

/* Two classes of three launches. Within the first all three pairs agree; within the second two agree and one does not: (3 + 1) / 6. Over all
 * pairs one more may disagree between the classes: the last launch is simulated shorter than all. */
static void
order(void **state)
{
	struct accuracy_launch l[] = {launch(30, 10, 11),    launch(40, 20, 21),    launch(50, 30, 31),
				      launch(200, 100, 101), launch(300, 200, 201), launch(400, 300, 150)};
	struct accuracy a = {.launch = l, .nlaunch = COUNT(l)};
	struct accuracy_errors r = accuracy_errors(&a, every, NULL);
	const double x[] = {1, 2, 3}, y[] = {1, 2, 4}, same[] = {5, 5, 5};

	(void)state;
	assert_near(r.tau_within, 4.0 / 6);
	assert_near(r.tau, 13.0 / 15);
	assert_near(ranks_pearson(x, y, 3), 3 / sqrt(2 * 42.0 / 9));
	assert_near(ranks_pearson(x, x, 3), 1);
	assert_true(isnan(ranks_pearson(x, same, 3)) && isnan(ranks_pearson(x, y, 1)));
}

static void
least_squares(void **state)
{
	const double x1[] = {1, 2, 5, 7, 11}, x2[] = {4, 1, 0, 9, 3}, zero[5] = {0}, pair[] = {0, 1};
	double y[5], c[3];

	(void)state;
	for (int i = 0; i < 5; i++)
		y[i] = 100 + 2 * x1[i] + 3 * x2[i];
	accuracy_least_squares(5, x1, x2, y, c);
	assert_about(c[0], 100, 1e-6);
	assert_about(c[1], 2, 1e-6);
	assert_about(c[2], 3, 1e-6);
	/* a constant c for 1 and 2: (c - 1)^2 + ((c - 2) / 2)^2 is least at c = 1.5 / 1.25 */
	accuracy_least_squares(2, zero, zero, (const double[]){1, 2}, c);
	assert_near(c[0], 1.2);
	assert_near(c[1], 0);
	assert_near(c[2], 0);
	/* 2 - x1 would fit exactly; without negative terms the constant is best, c = (1/2 + 1) / (1/4 + 1) */
	accuracy_least_squares(2, pair, zero, (const double[]){2, 1}, c);
	assert_near(c[0], 1.2);
	assert_near(c[1], 0);
	/* two columns that are the same: one of them, and the model fits */
	accuracy_least_squares(3, x1, x1, (const double[]){2, 4, 10}, c);
	assert_near(c[0] + (c[1] + c[2]) * 5, 10);
	accuracy_least_squares(0, x1, x2, y, c);
	assert_near(c[0] + c[1] + c[2], 0);
}

/* Fitted to the training launches of more than 20 us alone, told to all. */
static void
null_model(void **state)
{
	struct accuracy_launch l[] = {launch(30, 1000, 1), launch(40, 3000, 1), launch(5, 9, 1), launch(50, 7, 1),
				      launch(30, 50, 1)};
	struct accuracy a = {.launch = l, .nlaunch = COUNT(l)};

	(void)state;
	for (size_t i = 0; i < 4; i++)
		l[i].bytes = 0;
	l[0].inst = 0;
	l[1].inst = 1000; /* 1000 + 2 * instructions */
	l[2].inst = 10;
	l[3].inst = 20;
	l[3].set = ACCURACY_HELD_OUT;
	accuracy_fit_null(&a);
	assert_int_equal(a.null.n, 2);
	assert_about(a.null.launch, 1000, 1e-6);
	assert_about(a.null.inst, 2, 1e-9);
	assert_about(l[2].null, 1020, 1e-6);
	assert_about(l[3].null, 1040, 1e-6);
	assert_true(isnan(l[4].null)); /* not counted */
}

static void
speedups(void **state)
{
	/* measured 2, 0.9, 1.02, 1.5; simulated 2.5, 1.08, 0.98, 1.5 */
	struct accuracy_launch l[] = {launch(30, 1800, 1800),
				      launch(15, 900, 720),
				      launch(40, 2000, 1800 / 1.08),
				      launch(30, 1800 / 1.02, 1800 / 0.98),
				      launch(30, 1200, 1200),
				      launch(10, 100, 100),
				      launch(10, 50, 25)};
	struct accuracy a = {.launch = l, .nlaunch = COUNT(l)};
	struct accuracy_speedups r;

	(void)state;
	for (size_t i = 1; i < 5; i++)
		l[i].before = 0;
	l[6].before = 5; /* both short */
	l[4].set = ACCURACY_HELD_OUT;
	r = accuracy_speedups(&a, ACCURACY_TRAINING, true);
	assert_int_equal(r.n, 3);
	assert_near(r.mean, (0.25 + 0.2 + (1 - 0.98 / 1.02)) / 3);
	assert_near(r.median, 0.2);
	assert_near(r.worst, 0.25);
	assert_int_equal(r.worst_at, 1);
	assert_int_equal(r.changes, 2); /* 2 % is none */
	assert_int_equal(r.right, 1);
	assert_int_equal(r.nwrong, 1);
	assert_int_equal(r.wrong_at[0], 2);
	r = accuracy_speedups(&a, ACCURACY_TRAINING, false);
	assert_int_equal(r.n, 4);
	assert_near(r.worst, 1);
	r = accuracy_speedups(&a, ACCURACY_HELD_OUT, true); /* one side is */
	assert_int_equal(r.n, 1);
	assert_near(r.mean, 0);
	assert_int_equal(r.right, 1);
	r = accuracy_speedups(&a, ACCURACY_MICRO, true);
	assert_int_equal(r.n, 0);
	assert_true(isnan(r.mean) && isnan(r.worst));
}

static void
states(void **state)
{
	struct accuracy_launch l[] = {launch(30, 1, 1), launch(40, 1, 1), launch(40, 1, 1)};
	struct accuracy a = {.launch = l, .nlaunch = COUNT(l)};
	static const double measured[] = {0.35, 0.3, 0.2, 0.1, 0.05}, simulated[] = {0.45, 0.2, 0.2, 0.1, 0, 0.05};
	struct accuracy_states r;

	(void)state;
	memcpy(l[0].state[ACCURACY_MEASURED], measured, sizeof measured);
	memcpy(l[0].state[ACCURACY_SIMULATED], simulated, sizeof simulated);
	assert_near(accuracy_four_states(&l[0]), 0.05); /* the fifth does not count */
	l[0].has_states = l[1].has_states = true;
	l[1].state[ACCURACY_MEASURED][2] = 1;
	l[1].state[ACCURACY_SIMULATED][2] = 0.6;
	l[1].state[ACCURACY_SIMULATED][4] = 0.4;
	assert_near(accuracy_four_states(&l[1]), 0.1); /* the one that is there, and three with nothing */
	r = accuracy_states(&a, every, NULL);
	assert_int_equal(r.n, 2);
	assert_near(r.four, 0.075);
	assert_near(r.share[ACCURACY_MEASURED][2], 0.6);
	assert_near(r.share[ACCURACY_SIMULATED][2], 0.4);
	assert_near(r.off[2], 0.2);
	assert_string_equal(accuracy_state_name(0), "selected");
}

/* ---- files ---- */
struct files {
	char folder[32], root[64], sets[64];
	struct accuracy *a;
	struct simt_error e;
};

static void
write_file(const struct files *f, const char *name, const char *text)
{
	char path[256];
	FILE *out;

	snprintf(path, sizeof path, "%s/%s", f->folder, name);
	out = fopen(path, "w");
	assert_non_null(out);
	fputs(text, out);
	assert_int_equal(fclose(out), 0);
}

static int
setup(void **state)
{
	static const char *const folder[] = {"validate", "data", "results", "results/w,n=5-6"};
	struct files *f = calloc(1, sizeof *f);
	char path[256];

	strcpy(f->folder, "/tmp/test-accuracy-XXXXXX");
	assert_non_null(mkdtemp(f->folder));
	for (size_t i = 0; i < COUNT(folder); i++) {
		snprintf(path, sizeof path, "%s/%s", f->folder, folder[i]);
		assert_int_equal(mkdir(path, 0777), 0);
	}
	snprintf(f->sets, sizeof f->sets, "%s/validate/sets.csv", f->folder);
	write_file(f, "w.csv",
		   "technique,variant,case,before,$n,module,kernel,grid,block,args\n"
		   "t,v,a-{n},,1,k.cubin,k,1,32,\nt,v,b-{n},a-{n},1,k.cubin,k,1,32,\nnone,v,c-{n},,1,k.cubin,k,1,32,\n");
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct files *f = *state;
	char command[128];

	accuracy_free(f->a);
	snprintf(command, sizeof command, "rm -r %s", f->folder);
	assert_int_equal(system(command), 0);
	free(f);
	return 0;
}

#define SETS "set,size,workload,let,case,measured\n"
#define HEAD "source,run,machine,n,technique,variant,case,launch,id,kernel,metric,unit,value,status\n"

static void
read_sets(struct files *f, const char *sets, enum accuracy_size size, unsigned mask)
{
	char data[64], results[64];
	struct accuracy_options o = {.sets = f->sets, .data = data, .results = results, .size = size, .set_mask = mask};

	snprintf(data, sizeof data, "%s/data/", f->folder);
	snprintf(results, sizeof results, "%s/results", f->folder);
	write_file(f, "validate/sets.csv", sets);
	accuracy_free(f->a);
	f->e = (struct simt_error){.status = SIMT_OK};
	f->a = accuracy_read(&o, &f->e);
}

#define ROW(run, n, name, metric, value) "simt-gpu," run ",data," n ",t,v," name ",k,0,k," metric "," value ",ok\n"
#define CYCLES                           "sm__cycles_elapsed.max,cycle"
#define TIME                             "gpu__time_duration.sum,ns"

static void
belongs(void **state)
{
	struct files *f = *state;
	const struct accuracy_launch *l;

	write_file(
		f, "data/m.csv",
		HEAD ROW("1", "5", "a-5", CYCLES, "1000") ROW("2", "5", "a-5", CYCLES, "1100") ROW("1", "5", "a-5", TIME, "25000")
			ROW("1", "6", "b-6", CYCLES, "500") ROW("1", "6", "b-6", TIME, "21000") ROW("1", "6", "a-6", CYCLES, "800")
				ROW("1", "6", "a-6", TIME, "22000") ROW("1", "6", "a-6", "smsp__inst_executed.sum,inst", "77"));
	write_file(f, "results/w,n=5-6/a-5.csv", HEAD "simt-sim,1,data,5,t,v,a-5,k,0,k," CYCLES ",1260,ok\n");
	write_file(f, "results/w,n=5-6/b-6.csv",
		   "source,run,machine,clock,n,technique,variant,case,launch,id,kernel,metric,unit,value,status\n"
		   "simt-sim,1,data,900,6,t,v,b-6,k,0,k," CYCLES ",450,ok\n");
	read_sets(f,
		  SETS
		  "training,quick,w.csv,n=5|6,a-5,m.csv\nmicro,full,w.csv,n=5|6,b-*,m.csv\nheld-out,long,w.csv,n=5|6,*,m.csv\n",
		  ACCURACY_LONG, 0);
	if (!f->a)
		fail_msg("%s", f->e.text);
	assert_int_equal(f->a->nlaunch, 3); /* c was not measured, nor b-5 */
	l = f->a->launch;
	assert_string_equal(l[0].of_case, "a-5");
	assert_int_equal(l[0].set, ACCURACY_TRAINING);
	assert_near(l[0].measured, 1050);
	assert_near(l[0].noise, 100 / 1050.0);
	assert_near(l[0].simulated, 1260);
	assert_near(l[0].ns, 25000);
	assert_true(l[0].wanted && !l[0].extrapolated && l[0].technique && l[0].before == SIZE_MAX);
	assert_string_equal(l[1].of_case, "a-6"); /* in the order of the workload */
	assert_int_equal(l[1].set, ACCURACY_HELD_OUT);
	assert_true(isnan(l[1].simulated));
	assert_near(l[1].inst, 77);
	assert_int_equal(l[2].set, ACCURACY_MICRO);
	assert_near(l[2].simulated, 450);
	assert_true(l[2].extrapolated); /* the clock was set */
	assert_int_equal(l[2].before, 1);
	assert_string_equal(f->a->group[0].name, "w,n=5-6");

	read_sets(f, SETS "training,quick,w.csv,n=5|6,a-5,m.csv\nheld-out,long,w.csv,n=5|6,*,m.csv\n", ACCURACY_FULL, 0);
	assert_true(f->a->launch[0].wanted && !f->a->launch[1].wanted && !f->a->launch[2].wanted);
	read_sets(f, SETS "training,quick,w.csv,n=5|6,a-5,m.csv\nheld-out,long,w.csv,n=5|6,*,m.csv\n", ACCURACY_LONG,
		  1U << ACCURACY_HELD_OUT);
	assert_true(!f->a->launch[0].wanted && f->a->launch[1].wanted);
	/* the set to look at is neither fitted to nor held out */
	read_sets(f, SETS "development,quick,w.csv,n=5|6,a-5,m.csv\nheld-out,long,w.csv,n=5|6,*,m.csv\n", ACCURACY_LONG,
		  1U << ACCURACY_DEVELOPMENT);
	assert_int_equal(f->a->launch[0].set, ACCURACY_DEVELOPMENT);
	assert_true(f->a->launch[0].wanted && !f->a->launch[1].wanted && !f->a->launch[2].wanted);
	assert_int_equal(f->a->null.n, 0);
}

static void
mistakes(void **state)
{
	struct files *f = *state;
	static const struct {
		const char *sets, *says;
	} wrong[] = {
		{SETS "trained,quick,w.csv,n=5,*,m.csv\n",
		 "sets.csv:2:1: 'trained' is not a set; sets are training, micro, development or held-out"},
		{SETS "training,slow,w.csv,n=5,*,m.csv\n", "sets.csv:2:10: 'slow' is not a size; sizes are quick, full and long"},
		{"set,size,workload,case,measured\n", "sets.csv: the column let is needed"},
		{SETS "training,quick,w.csv,n=5,none,m.csv\n", "sets.csv: nothing of it was measured"},
		{SETS "training,quick,w.csv,n=5,*,other.csv\n", "nothing of it was measured"},
		{SETS "training,quick,x.csv,n=5,*,m.csv\n", "x.csv: No such file"},
	};

	write_file(f, "data/m.csv", HEAD ROW("1", "5", "a-5", CYCLES, "1000") ROW("1", "5", "a-5", TIME, "25000"));
	for (size_t i = 0; i < COUNT(wrong); i++) {
		read_sets(f, wrong[i].sets, ACCURACY_LONG, 0);
		assert_null(f->a);
		assert_int_equal(f->e.status, SIMT_BAD_INPUT);
		if (!strstr(f->e.text, wrong[i].says))
			fail_msg("'%s' does not say '%s'", f->e.text, wrong[i].says);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors),
		cmocka_unit_test(worst_five),
		cmocka_unit_test(classes),
		cmocka_unit_test(order),
		cmocka_unit_test(least_squares),
		cmocka_unit_test(null_model),
		cmocka_unit_test(speedups),
		cmocka_unit_test(states),
		cmocka_unit_test_setup_teardown(belongs, setup, teardown),
		cmocka_unit_test_setup_teardown(mistakes, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
