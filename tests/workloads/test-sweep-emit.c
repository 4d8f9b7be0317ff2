/* Sweeps as files: what is written is read again as it was; tasks hold as many points as their time allows; names of files that climb out of this
 * folder; points that failed and points that are missing. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/wholefile.h"
#include "workloads/sweep/emit-inputs.h"
#include "workloads/sweep/emit.h"
#include "workloads/sweep/store.h"
#include "workloads/sweep/study.h"
#include "workloads/sweep/sweep-parts.h"

/* A folder of the test, with a workload in DIR/run whose machine code is in DIR, and the test in DIR/run. */
static char dir[] = "/tmp/sweep-emit-XXXXXX";

static void
put_file(const char *name, const void *bytes, size_t n)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	fwrite(bytes, 1, n, f);
	fclose(f);
}

static int
set_up(void **state)
{
	static const char list[] =
		"technique,variant,case,$n,module,kernel,grid,block,args\n"
		"none,one,a,256,../vecadd.cubin,vecadd,1,n,a:f32[n]=iota(0 1) b:f32[n]=iota(0 2) c:f32[n] n:s32=n\n";
	const char *source = getenv("srcdir");
	char *path = path_join(source ? source : ".", "workloads/vecadd/vecadd.cubin");
	struct simt_error e = {.status = SIMT_OK};
	size_t bytes;
	unsigned char *cubin = wholefile_read(path, WHOLEFILE_BYTES_MAX, &bytes, &e);

	(void)state;
	free(path);
	assert_non_null(cubin);
	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	put_file("vecadd.cubin", cubin, bytes);
	free(cubin);
	assert_int_equal(mkdir("run", 0777), 0);
	assert_int_equal(chdir("run"), 0);
	put_file("list.csv", list, sizeof list - 1);
	return 0;
}

static int
tear_down(void **state)
{
	char command[100];

	(void)state;
	snprintf(command, sizeof command, "rm -r %s", dir);
	return chdir("/") || system(command);
}

static const char *const workload[] = {"list.csv"};
static const char *const axis[] = {"warp_size=8,16,32", "$n=32,64"};

static struct sweep_wish
a_wish(const char *folder)
{
	static const char *const allow[] = {".."};

	return (struct sweep_wish){.plan = {.machine = "tiny", .axis = axis, .naxes = 2},
				   .allow = allow,
				   .nallow = 1,
				   .workload = workload,
				   .nworkloads = 1,
				   .folder = folder,
				   .version = "1"};
}

static struct sweep *
a_sweep(const struct sweep_wish *w)
{
	struct simt_error e = {.status = SIMT_OK};
	struct sweep *s = sweep_new(w, &e);

	assert_string_equal(e.text, "");
	assert_non_null(s);
	return s;
}

static void
put_study(const struct sweep *s)
{
	char name[PATH_MAX];
	FILE *f;

	mkdir(s->wish.folder, 0777);
	snprintf(name, sizeof name, "%s/study.csv", s->wish.folder);
	f = fopen(name, "w");
	study_put(s, "inputs/x", f);
	fclose(f);
	snprintf(name, sizeof name, "%s/points.csv", s->wish.folder);
	f = fopen(name, "w");
	study_put_points(s, NULL, 0, f);
	fclose(f);
}

static void
as_it_was(void **state)
{
	static const char *const only[] = {"a", "*,\"b\"", " c\nd"}, *const set[] = {"l2_load_latency=333"};
	struct sweep_wish w = a_wish("study");
	struct simt_error e = {.status = SIMT_OK};
	struct study st;
	struct sweep *s, *again;

	(void)state;
	w.only = only;
	w.nonly = 3;
	w.plan.set = set;
	w.plan.nset = 1;
	w.plan.equal_silicon = true;
	w.plan.sampling = SIMT_SAMPLE_LAUNCHES;
	w.max_cycles = 1234567890123;
	w.metrics = "sm__cycles_elapsed.max";
	w.baseline = "warp_size=8,n=64";
	w.launches = w.bound = true;
	s = a_sweep(&w);
	put_study(s);
	assert_true(study_read(&st, "study", "1", &e));
	assert_string_equal(st.here, "inputs/x");
	assert_int_equal(st.wish.program, s->program);
	assert_int_equal(st.wish.nonly, 3);
	for (int i = 0; i < 3; i++)
		assert_string_equal(st.wish.only[i], only[i]);
	assert_true(st.wish.plan.equal_silicon && st.wish.launches && st.wish.bound);
	assert_int_equal(st.wish.plan.sampling, SIMT_SAMPLE_LAUNCHES);
	assert_int_equal(st.wish.plan.mode, SIMT_CYCLE);
	assert_int_equal(st.wish.max_cycles, w.max_cycles);
	assert_int_equal(st.wish.max_instructions, 0);
	assert_string_equal(st.wish.metrics, w.metrics);
	assert_string_equal(st.wish.baseline, w.baseline);
	again = a_sweep(&st.wish);
	assert_int_equal(sweep_tasks(again), 6);
	assert_memory_equal(again->key, s->key, 6 * sizeof *s->key);
	sweep_free(again);
	study_free(&st);
	assert_false(study_read(&st, "study", "2", &e));
	assert_string_equal(e.text, "study: its tasks are of simt-sweep 1, and this is 2; write them again");
	study_free(&st);
	sweep_free(s);
}

/* A point without a value of an axis stays one, also where it has no value at all. */
static void
no_value(void **state)
{
	static const char points[] = "$n\n32\n\"\"\n";
	struct sweep_wish w = a_wish("none");
	struct sweep *s, *again;

	(void)state;
	put_file("points.csv", points, sizeof points - 1);
	w.plan.naxes = 0;
	w.plan.points = "points.csv";
	s = a_sweep(&w);
	put_study(s);
	w.plan.points = "none/points.csv";
	again = a_sweep(&w);
	assert_int_equal(sweep_tasks(again), 2);
	assert_null(plan_value(sweep_plan(again), 1, 0));
	assert_memory_equal(again->key, s->key, 2 * sizeof *s->key);
	sweep_free(again);
	sweep_free(s);
}

/* Counts what emit_missing tells. */
struct told {
	size_t tasks, runs, missing;
};

static void
tell(void *arg, const char *task, size_t runs, size_t missing)
{
	struct told *t = arg;

	assert_non_null(task);
	t->tasks++;
	t->runs += runs;
	t->missing += missing;
}

/* Points of 3, 3, 2, 2, 1 and 1 seconds. */
static void
bundles(void **state)
{
	static const size_t want[][2] = {{1, 6}, {3, 5}, {4, 4}, {5, 3}, {6, 2}, {11, 2}, {12, 1}};
	const struct sweep_wish w = a_wish("costs");
	struct simt_error e = {.status = SIMT_OK};
	struct store store;
	struct sweep *s = a_sweep(&w);

	(void)state;
	assert_true(store_look(&store, "costs", &e) && store_open(&store, "lock", &e));
	for (size_t t = 0; t < 6; t++)
		store_note(&store, s->key[t], (double)(3 - t / 2));
	store_close(&store);
	sweep_free(s);
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		const struct emit_wish how = {.kind = EMIT_MAKE, .seconds = (unsigned)want[i][0], .program = "simt-sweep"};
		struct told told = {.tasks = 0};
		struct emitted did;

		s = a_sweep(&w);
		assert_true(emit(s, &how, &did, &e));
		assert_int_equal(did.tasks, want[i][1]);
		assert_int_equal(did.runs, 6);
		assert_int_equal(did.absolute, 0);
		assert_int_equal(sweep_let_miss(s), 6);
		assert_true(emit_missing(s, tell, &told, &e));
		assert_int_equal(told.tasks, did.tasks);
		assert_int_equal(told.runs, 6);
		assert_int_equal(told.missing, 6);
		sweep_free(s);
	}
	/* the tasks of the first time are gone */
	assert_int_equal(access("costs/tasks/000001.csv", F_OK), 0);
	assert_int_equal(access("costs/tasks/000002.csv", F_OK), -1);
	assert_int_equal(access("costs/inputs/run/list.csv", F_OK), 0);
	assert_int_equal(access("costs/inputs/vecadd.cubin", F_OK), 0);
	assert_int_equal(access("costs/data/machines/tiny.csv", F_OK), 0);
}

/* What a file has, as text. */
static char *
text_of(const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	size_t bytes;
	char *text = (char *)wholefile_read(name, WHOLEFILE_BYTES_MAX, &bytes, &e);

	assert_non_null(text);
	return text;
}

/* Arrays of Slurm have 1000 elements at the most, and one where nothing is left. */
static void
arrays(void **state)
{
	static const struct {
		size_t points;
		const char *array, *last;
	} want[] = {{0, "--array=1-1%7\n", "-le 0 "},
		    {1000, "--array=1-1000%7\n", "-le 1000 "},
		    {1001, "--array=1-1000%7\n", "-le 1001 "}};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const struct emit_wish how = {.kind = EMIT_SLURM, .seconds = 1, .most = 7, .program = "simt-sweep"};
		struct sweep_wish w = a_wish(i == 0 ? "array-0" : i == 1 ? "array-1" : "array-2");
		char axis_text[10000], name[100], *script;
		const char *const axes[] = {axis_text};
		struct simt_error e = {.status = SIMT_OK};
		struct emitted did;
		struct sweep *s;
		struct store store;

		snprintf(axis_text, sizeof axis_text, "l2_load_latency=1");
		for (size_t k = 2; k <= want[i].points; k++)
			snprintf(axis_text + strlen(axis_text), sizeof axis_text - strlen(axis_text), ",%zu", k);
		w.plan.axis = axes;
		w.plan.naxes = 1;
		s = a_sweep(&w);
		assert_true(store_look(&store, w.folder, &e) && store_open(&store, "lock", &e));
		for (size_t t = 0; t < sweep_tasks(s); t++) {
			const struct text csv = {.s = (char[]){"x\n"}, .n = 2};

			store_note(&store, s->key[t], 1);
			if (!want[i].points)
				assert_true(store_put(&store, s->key[t], &csv, &e));
		}
		store_close(&store);
		sweep_free(s);
		s = a_sweep(&w);
		assert_true(emit(s, &how, &did, &e));
		assert_int_equal(did.tasks, want[i].points);
		sweep_free(s);
		snprintf(name, sizeof name, "%s/slurm.sh", w.folder);
		script = text_of(name);
		assert_non_null(strstr(script, want[i].array));
		assert_non_null(strstr(script, want[i].last));
		free(script);
	}
}

static void
climbing(void **state)
{
	/* machine code is in ../ of each */
	static const char *const list[] = {"list.csv", "./list.csv", "../run/list.csv", "../run/../run/./list.csv"};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct sweep_wish w = a_wish("climbs");
		struct simt_error e = {.status = SIMT_OK};
		struct emit_inputs m = {.s = NULL};

		w.workload = list + i;
		m.s = a_sweep(&w);
		assert_true(emit_find_here(&m, &e));
		assert_string_equal(m.here, "inputs/run");
		emit_inputs_free(&m);
		sweep_free((struct sweep *)(uintptr_t)m.s);
	}
}

static void
failures(void **state)
{
	const struct sweep_wish w = a_wish("failures");
	struct simt_error e = {.status = SIMT_OK};
	struct sweep *s = a_sweep(&w);
	struct text csv = {.s = NULL};
	char *why;

	(void)state;
	text_put(&csv, "x\n");
	assert_true(store_open(&s->store, "lock", &e));
	assert_null(store_failure(&s->store, s->key[0]));
	assert_true(store_put_failure(&s->store, s->key[0], "it has no room", &e));
	why = store_failure(&s->store, s->key[0]);
	assert_string_equal(why, "it has no room");
	free(why);
	/* what has failed once, and ended later, has ended */
	assert_true(store_put_failure(&s->store, s->key[1], "it has no room", &e));
	assert_true(store_put(&s->store, s->key[1], &csv, &e));
	text_free(&csv);
	sweep_free(s);
	s = a_sweep(&w);
	assert_int_equal(sweep_left(s), 5);
	assert_int_equal(sweep_let_miss(s), 4);
	sweep_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(as_it_was), cmocka_unit_test(no_value), cmocka_unit_test(bundles),
					   cmocka_unit_test(arrays),    cmocka_unit_test(climbing), cmocka_unit_test(failures)};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
