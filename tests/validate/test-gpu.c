/* test-gpu.c: replays on a make-believe driver: contents at the start of each repetition, arguments, variables, copies, streams, events,
 * expects, faults; the files written. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/validate/make-believe.h"
#include "validate/gpu/measured.h"
#include "workloads/analysis/placed.h"
#include "workloads/runner/saved.h"
#include "validate/gpu/replay.h"
#include "validate/gpu/timeline.h"
#include "tests/helpers/unit.h"
#include "base/wholefile.h"
#include "base/statistics.h"
#include "sim/dispatch/streams.h"

/* ---- a replay ---- */
struct fixture {
	struct device device;
	struct workload *w;
	struct replay *r;
	bool selected[16];
	char messages[2048];
	char *csv; /* result */
	size_t csv_bytes;
};

static void
message(void *arg, const struct simt_error *e)
{
	struct fixture *x = arg;
	size_t used = strlen(x->messages);

	snprintf(x->messages + used, sizeof x->messages - used, "%s\n", e->text);
}

static void
open_replay(struct fixture *x, const char *rows, unsigned repeat, bool bare, struct simt_error *e)
{
	const char *const tmp = "/tmp";
	struct replay_options o = {.warmup = 1, .repeat = repeat, .bare = bare, .arg = x, .message = message};
	const char *dir = getenv("srcdir");
	char path[1024];

	memset(x, 0, sizeof *x);
	memset(&gpu, 0, sizeof gpu);
	gpu.initial[0] = 4;
	x->device = (struct device){.d = make_believe, .name = "Make-believe"};
	snprintf(path, sizeof path, "%s/tests/data/gpu.csv", dir ? dir : ".");
	x->w = workload_parse(rows, strlen(rows), path, &(struct workload_options){.allow = &tmp, .nallow = 1}, e);
	if (!x->w)
		fail_msg("%s", e->text);
	memset(x->selected, 1, sizeof x->selected);
	x->r = replay_new(x->w, x->selected, &o);
}

static enum simt_status
run(struct fixture *x, const char *rows, unsigned repeat, bool bare)
{
	struct simt_error e = {.status = SIMT_OK};

	open_replay(x, rows, repeat, bare, &e);
	if (!replay_bind(x->r, &x->device, &e))
		fail_msg("%s", e.text);
	return replay_all(x->r);
}

static void
finish(struct fixture *x)
{
	replay_free(x->r);
	workload_free(x->w);
	free(x->csv);
	assert_int_equal(gpu.streams, 0);
}

static const char *
results(struct fixture *x)
{
	static char *argv[] = {"/some/where/simt-gpu", "--only", "a*", "w.csv"};
	struct measured m = {.replay = x->r,
			     .keys = {.w = x->w, .source = "gpu", .run = "1", .machine = "m"},
			     .argc = 4,
			     .argv = argv,
			     .version = "0",
			     .date = "today"};
	FILE *f = open_memstream(&x->csv, &x->csv_bytes);

	measured_csv(&m, f);
	fclose(f);
	return x->csv;
}

/* ---- tests ---- */
/* hello(float *) adds 1: after any number of repetitions the sum is that of one. */
static void
buffers_are_restored(void **state)
{
	struct fixture x;

	(void)state;
	assert_int_equal(run(&x,
			     "case,module,kernel,grid,block,args,expect\n"
			     "a,features,_Z5helloPf,2,3,p:f32[6]=iota(1 1),p=iota(2 1)\n"
			     "b,features,_Z5helloPf,1,6,p:f32[6]=iota(1 1),p=same(a)\n",
			     3, false),
			 SIMT_OK);
	assert_string_equal(x.messages, "");
	assert_int_equal(gpu.launches, 8);
	finish(&x);
}

static void
variables_are_restored(void **state)
{
	struct fixture x;

	(void)state;
	/* lonely adds to both variables; the first is set by the workload, the second is as after loading */
	assert_int_equal(run(&x,
			     "case,launch,module,kernel,grid,block,args,expect\n"
			     "a,set,features,lonely,1,1,@zeros:s32[1]=fill(10) s32=5,\n"
			     "a,get,features,fixed,2x3x4,64x2,p:s32[3],sum(p)=1264456\n",
			     4, false),
			 SIMT_OK);
	assert_string_equal(x.messages, "");
	finish(&x);
}

static void
copies_are_made_when_the_launch_starts(void **state)
{
	struct fixture x;

	(void)state;
	assert_int_equal(run(&x,
			     "case,module,kernel,grid,block,args,expect\n"
			     "a,features,_Z5helloPf,1,2,p:f32[2]=fill(1),\n"
			     "a,features,_Z5helloPf,1,2,q=copy(p),q=fill(3)\n"
			     "a,features,_Z5helloPf,1,2,p,p=fill(3)\n",
			     2, false),
			 SIMT_OK);
	assert_string_equal(x.messages, "");
	/* the two stretches of the last repetition: launch 7, then 8 and 9 ms */
	assert_true(x.r->cases[0].ns[1] == 24e6);
	assert_true(x.r->cases[0].launches[2].ns[1] == 9e6);
	finish(&x);
}

static void
streams_and_after(void **state)
{
	struct fixture x;

	(void)state;
	assert_int_equal(run(&x,
			     "case,launch,stream,after,repeat,module,kernel,grid,block,args\n"
			     "a,one,s1,,2,features,_Z5helloPf,1,2,p:f32[2]\n"
			     "a,two,s2,one,,features,_Z5helloPf,1,2,q:f32[2]\n",
			     1, true),
			 SIMT_OK);
	assert_string_equal(gpu.log, "launch 1;launch 1;2 waits for 1;launch 2;");
	assert_int_equal(replay_launches(x.r), 3);
	assert_int_equal(x.r->cases[0].launches[2].id, 2);
	finish(&x);
}

static void
cooperative_launches(void **state)
{
	struct fixture x;

	(void)state;
	assert_int_equal(run(&x,
			     "case,launch,cooperative,module,kernel,grid,block,args\n"
			     "a,one,1,features,_Z5helloPf,1,2,p:f32[2]\n"
			     "a,two,0,features,_Z5helloPf,1,2,q:f32[2]\n",
			     1, true),
			 SIMT_OK);
	assert_string_equal(gpu.log, "cooperative launch -1;launch -1;");
	finish(&x);
}

/* They go to the driver with their attributes; more than 8 blocks of a cluster have to be allowed before. */
static void
clusters(void **state)
{
	static const char rows[] = "case,launch,stream,cooperative,cluster,module,kernel,grid,block,shared,args\n"
				   "a,one,,,2,features,_Z5helloPf,4,2,,p:f32[8]\n"
				   "a,two,s,1,1x2x2,features,fixed,3x2x4,64x2,256,r:s32[3]\n"
				   "a,three,,,,features,_Z5helloPf,4,2,,p\n"
				   "b,four,,,16,features,_Z5helloPf,16,1,,p:f32[16]\n";
	struct simt_error e = {.status = SIMT_OK};
	struct fixture x;

	(void)state;
	assert_int_equal(run(&x, rows, 1, true), SIMT_OK);
	assert_string_equal(gpu.log, "clusters 2x1x1 of 4x1x1, 0 bytes, launch -1;"
				     "clusters 1x2x2 of 3x2x4, 256 bytes, cooperative launch 1;launch -1;"
				     "clusters 16x1x1 of 16x1x1, 0 bytes, launch -1;");
	finish(&x);

	/* a driver from before there were clusters */
	open_replay(&x, rows, 1, true, &e);
	x.device.d.launch_extended = NULL;
	assert_true(replay_bind(x.r, &x.device, &e));
	assert_int_equal(replay_all(x.r), SIMT_BAD_INPUT);
	if (!strstr(x.messages, "case 'a': launch 'one': "))
		fail_msg("%s", x.messages);
	finish(&x);
}

/* Streams that no launch of the case uses take no part. */
static void
the_default_stream(void **state)
{
	struct fixture x;

	(void)state;
	assert_int_equal(run(&x,
			     "case,launch,stream,after,module,kernel,grid,block,args\n"
			     "a,one,s1,,features,_Z5helloPf,1,2,p:f32[2]\n"
			     "a,two,,one,features,_Z5helloPf,1,2,q:f32[2]\n"
			     "b,one,s1,,features,_Z5helloPf,1,2,p:f32[2]\n",
			     1, false),
			 SIMT_OK);
	assert_string_equal(gpu.log, "launch 1;-1 waits for 1;launch -1;"
				     "-1 waits for 0;1 waits for 0;launch 1;-1 waits for 1;launch -1;"
				     "-1 waits for 0;1 waits for 0;launch 1;-1 waits for 1;launch -1;"
				     "launch 1;1 waits for 0;launch 1;");
	finish(&x);
}

/* Launches n, n + 1, ... take n, n + 1, ... ms. Each is timed with events around it; the whole again, without those in between. */
static void
the_whole_has_no_events_inside(void **state)
{
	struct fixture x;
	const char *csv;

	(void)state;
	assert_int_equal(run(&x,
			     "case,launch,stream,module,kernel,grid,block,args\n"
			     "a,one,s1,features,_Z5helloPf,1,2,p:f32[2]\n"
			     "a,two,s1,features,_Z5helloPf,1,2,p\n"
			     "a,three,s2,features,_Z5helloPf,1,2,q:f32[2]\n"
			     "a,four,s1,features,_Z5helloPf,1,2,p\n",
			     1, false),
			 SIMT_OK);
	/* warm-up 1 to 4; launches 5 to 8; whole 9 to 12 */
	assert_true(x.r->cases[0].launches[0].ns[0] == 5e6);
	assert_true(x.r->cases[0].launches[3].ns[0] == 8e6);
	assert_true(x.r->cases[0].launches[3].start[0] == 18e6);
	assert_true(x.r->cases[0].ns[0] == 42e6);
	assert_int_equal(gpu.records, 1 + 8 + 1 + 4);
	assert_int_equal(gpu.held, 5); /* nothing is launched for the first time while the device is held */
	csv = results(&x);
	assert_non_null(strstr(csv, "gpu,1,m,,,a,,,,simt__event_time.median,ns,42000000,ok\n"));
	assert_non_null(strstr(csv, "gpu,1,m,,,a,four,3,_Z5helloPf,simt__event_start.median,ns,18000000,ok\n"));
	finish(&x);
}

/* Cases a, b and c: the first has one launch for warming up and two that are timed, as all have; launch `at` sets the flag. */
static enum simt_status
run_stopped(struct fixture *x, int at, int unready)
{
	struct simt_error e = {.status = SIMT_OK};

	open_replay(x,
		    "case,module,kernel,grid,block,args,expect\n"
		    "a,features,_Z5helloPf,1,2,p:f32[2]=fill(1),p=fill(2)\n"
		    "b,features,_Z5helloPf,1,2,p:f32[2]=fill(1),p=fill(2)\n"
		    "c,features,_Z5helloPf,1,2,p:f32[2]=fill(1),p=fill(2)\n",
		    2, false, &e);
	gpu.stop_at = at;
	gpu.unready = at ? 0 : unready;
	gpu.then_unready = unready;
	x->r->o.stop = &gpu.stop;
	assert_true(replay_bind(x->r, &x->device, &e));
	return replay_all(x->r);
}

/* A wish to end is granted between repetitions: the case at hand is lost, those before it are not, and none is begun. */
static void
stops_between_repetitions(void **state)
{
	static const struct {
		int at, launches;
		size_t ended;
	} stop[] = {{1, 1, 0}, {3, 3, 0}, {4, 4, 1}, {5, 5, 1}, {9, 9, 2}};
	size_t of;

	(void)state;
	for (size_t i = 0; i < sizeof stop / sizeof *stop; i++) {
		struct fixture x;

		assert_int_equal(run_stopped(&x, stop[i].at, 0), SIMT_INTERRUPTED);
		assert_int_equal(gpu.launches, stop[i].launches);
		assert_int_equal(replay_ended(x.r, &of), stop[i].ended);
		assert_int_equal(of, 3);
		assert_null(x.r->busy);
		assert_string_equal(x.messages, "");
		assert_true((strstr(results(&x), ",a,,,_Z5helloPf,simt__event_time.median,ns,2500000,ok\n") != NULL) ==
			    (stop[i].ended > 0));
		assert_non_null(strstr(x.csv, "simt__event_time.median,ns,,interrupted\n"));
		finish(&x);
	}
}

/* Nobody waits for a kernel; what it uses stays, since whatever is given back would wait. */
static void
stops_while_the_device_runs(void **state)
{
	struct fixture x;
	size_t of;

	(void)state;
	assert_int_equal(run_stopped(&x, 5, 1000000), SIMT_INTERRUPTED);
	assert_non_null(x.r->busy);
	assert_int_equal(replay_ended(x.r, &of), 1);
	assert_int_equal(gpu.streams, 1);
	gpu.unready = 0;
	timeline_free(x.r->busy);
	x.r->busy = NULL;
	make_believe_end();
	finish(&x);
	/* one that ends in time is waited for, as ever */
	assert_int_equal(run_stopped(&x, 0, 5), SIMT_OK);
	assert_int_equal(gpu.unready, 0);
	assert_int_equal(gpu.launches, 9);
	finish(&x);
}

static void
large_shared_memory_is_asked_for(void **state)
{
	struct fixture x;

	(void)state;
	assert_int_equal(run(&x, "module,kernel,grid,block,shared,args\nfeatures,_Z5helloPf,1,1,100000,p:f32[1]\n", 1, false),
			 SIMT_OK);
	assert_int_equal(gpu.shared, 100000);
	finish(&x);
}

static void
results_have_the_simulators_columns(void **state)
{
	struct fixture x;
	const char *csv;

	(void)state;
	run(&x,
	    "technique,case,before,$n,module,kernel,grid,block,args\n"
	    "t,a,,2,features,_Z5helloPf,1,n,p:f32[n]\n"
	    "t,b,a,2,features,_Z5helloPf,1,n,p:f32[n]\n",
	    3, false);
	csv = results(&x);
	assert_non_null(strstr(csv, "# Make-believe, no UUID, "));
	assert_non_null(strstr(csv, "; simt-gpu 0: simt-gpu --only 'a*' w.csv\n"));
	assert_null(strstr(csv, "/some/where"));
	assert_non_null(strstr(csv, "\nsource,run,machine,n,technique,variant,case,launch,id,kernel,metric,unit,value,status\n"
				    "gpu,1,m,2,t,,a,,,_Z5helloPf,simt__event_time.median,ns,3000000,ok\n"));
	assert_non_null(strstr(csv, "gpu,1,m,2,t,,a,_Z5helloPf,0,_Z5helloPf,simt__event_time.min,ns,2000000,ok\n"));
	assert_non_null(strstr(csv, "gpu,1,m,2,t,,a,_Z5helloPf,0,_Z5helloPf,simt__event_time.spread,ratio,0.6667,ok\n"));
	assert_non_null(strstr(csv, "gpu,1,m,2,t,,b,,,_Z5helloPf,simt__event_time.speedup,ratio,0.428571,ok\n")); /* 3 ms, 7 ms */
	finish(&x);
}

static void
mismatches_are_told(void **state)
{
	struct fixture x;

	(void)state;
	assert_int_equal(run(&x,
			     "case,module,kernel,grid,block,args,expect\n"
			     "a,features,_Z5helloPf,1,2,p:f32[2],p=fill(2)\n"
			     "b,features,_Z5helloPf,1,2,p:f32[2],p=fill(1)\n",
			     1, false),
			 SIMT_MISMATCH);
	assert_non_null(strstr(x.messages, "case 'a': p[0] is 1"));
	assert_non_null(strstr(results(&x), "gpu,1,m,,,a,,,_Z5helloPf,simt__event_time.median,ns,2000000,mismatch\n"));
	assert_non_null(strstr(x.csv, "gpu,1,m,,,b,,,_Z5helloPf,simt__event_time.median,ns,4000000,ok\n"));
	finish(&x);
}

static void
nothing_runs_after_a_fault(void **state)
{
	struct fixture x;

	(void)state;
	assert_int_equal(run(&x,
			     "case,module,kernel,grid,block,args\n"
			     "a,features,_Z5helloPf,1,2,p:f32[2]\n"
			     "b,features,nothing,1,2,\n"
			     "c,features,_Z5helloPf,1,2,p:f32[2]\n",
			     1, false),
			 SIMT_FAULT);
	assert_non_null(strstr(x.messages, "case 'b': running the launches: CUDA_ERROR_ILLEGAL_ADDRESS 700"));
	assert_non_null(strstr(results(&x), "gpu,1,m,,,a,,,_Z5helloPf,simt__event_time.median,ns,2000000,ok\n"));
	assert_non_null(strstr(x.csv, "gpu,1,m,,,b,,,nothing,simt__event_time.median,ns,,fault\n"));
	assert_non_null(strstr(x.csv, "gpu,1,m,,,c,,,_Z5helloPf,simt__event_time.median,ns,,not run\n"));
	finish(&x);
}

static void
arguments_are_checked(void **state)
{
	static const struct {
		const char *row, *text;
	} bad[] = {
		{"features,_Z5helloPf,1,1,s32=1", ":2:25: argument 1 has 4 bytes, parameter 1 of kernel '_Z5helloPf' has 8"},
		{"features,_Z5helloPf,1,1,p:f32[1] p", ":2:34: kernel '_Z5helloPf' has 1 parameters only"},
		{"features,_Z5helloPf,1,1,", ":2:25: 0 arguments; kernel '_Z5helloPf' has more parameters"},
		{"features,hello,1,1,", "'hello' could be any of the kernels"},
		{"features,lonely,1,1,@zeros:s32[5] s32=1", ":2:21: 20 bytes; variable 'zeros' has 16"},
		{"features,lonely,1,1,@ones:s32[5] s32=1", "no variable 'ones'"},
		{"missing,lonely,1,1,s32=1", "missing.cubin: No such file"},
	};
	char rows[256];

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct simt_error e = {.status = SIMT_OK};
		struct fixture x;

		snprintf(rows, sizeof rows, "module,kernel,grid,block,args\n%s\n", bad[i].row);
		open_replay(&x, rows, 1, false, &e);
		assert_false(replay_bind(x.r, &x.device, &e));
		assert_int_equal(e.status, SIMT_BAD_INPUT);
		if (!strstr(e.text, bad[i].text))
			fail_msg("%s", e.text);
		finish(&x);
	}
}

/* The driver gets machine code as it was before gzip. */
static void
compressed_machine_code(void **state)
{
	char folder[] = "/tmp/test-gpu-XXXXXX", path[1024], rows[256];
	const char *dir = getenv("srcdir");
	struct simt_error e = {.text = ""};
	unsigned char *cubin;
	size_t bytes;
	gzFile out;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/tests/data/features.cubin", dir ? dir : ".");
	assert_non_null(cubin = wholefile_read(path, WHOLEFILE_BYTES_MAX, &bytes, &e));
	snprintf(path, sizeof path, "%s/zipped.cubin.gz", folder);
	assert_non_null(out = gzopen(path, "wb"));
	assert_int_equal(gzwrite(out, cubin, (unsigned)bytes), bytes);
	assert_int_equal(gzclose(out), Z_OK);
	for (int i = 0; i < 3; i++) {
		struct fixture x;

		snprintf(rows, sizeof rows,
			 "module,kernel,grid,block,args,expect\n%s/zipped%s,_Z5helloPf,2,3,p:f32[6]=iota(1 1),p=iota(2 1)\n",
			 folder, (const char *[]){"", ".cubin", ".cubin.gz"}[i]);
		assert_int_equal(run(&x, rows, 1, false), SIMT_OK);
		assert_string_equal(x.messages, "");
		finish(&x);
	}
	for (int i = 0; i < 2; i++) {
		struct fixture x;

		e = (struct simt_error){.text = ""};
		assert_int_equal(i ? remove(path) : truncate(path, 1000), 0);
		open_replay(&x, rows, 1, false, &e);
		assert_false(replay_bind(x.r, &x.device, &e));
		assert_non_null(strstr(e.text, i ? "zipped.cubin.gz: No such file"
						 : "zipped.cubin.gz: the compressed data are damaged or incomplete"));
		finish(&x);
	}
	assert_int_equal(rmdir(folder), 0);
	free(cubin);
}

static void
contents_are_hashed(void **state)
{
	struct workload_case c = {.name = "c"};
	struct workload_buffer b = {.name = "b", .type = ELEMENT_U8, .count = SAVED_CHUNK + 3};
	unsigned char data[SAVED_CHUNK + 3] = {0};
	char *s;
	size_t n;
	FILE *f = open_memstream(&s, &n);

	(void)state;
	memcpy(data + SAVED_CHUNK, "foo", 3);
	saved_hash_header(f);
	assert_true(saved_hash(f, "w", &c, &b, data, NULL));
	fclose(f);
	assert_non_null(strstr(s, "workload,case,buffer,type,elements,chunk,fnv1a64\nw,c,b,u8,4099,0,"));
	assert_non_null(strstr(s, "\nw,c,b,u8,4099,1,dcb27518fed9d577\n")); /* FNV-1a of "foo" */
	free(s);
}

static void
placement_is_listed(void **state)
{
	struct workload_launch launch[] = {{.name = "first"}, {.name = "a,b"}};
	struct workload w = {.launch = launch, .nlaunches = 2};
	struct workload_case c = {.name = "c"};
	struct workload_buffer b = {.name = "placement_b", .type = ELEMENT_U64, .count = 9, .launch = 1},
			       other = {.name = "place", .type = ELEMENT_U64, .count = 8},
			       narrow = {.name = "placement", .type = ELEMENT_U32, .count = 8};
	uint64_t data[9] = {131, 5000000000, 5000000064, 77, UINT64_C(63) << 32 | 4, 2, 3, 4, 9};
	char *s;
	size_t n;
	FILE *f = open_memstream(&s, &n);

	(void)state;
	placed_header(f);
	placed_put(f, &w, &c, &b, data);
	placed_put(f, &w, &c, &other, data);
	placed_put(f, &w, &c, &narrow, data);
	fclose(f);
	assert_string_equal(s, "case,launch,block,sm,warp,start,end,clock\n"
			       "c,\"a,b\",0,131,0,5000000000,5000000064,77\n"
			       "c,\"a,b\",1,4,63,2,3,4\n");
	free(s);
}

static void
medians(void **state)
{
	double odd[] = {5, 1, 3}, even[] = {4, 1, 3, 2};

	(void)state;
	assert_true(statistics_median(odd, 3) == 3);
	assert_true(statistics_median(even, 4) == 2.5);
	assert_true(isnan(statistics_median(even, 0)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buffers_are_restored),
		cmocka_unit_test(variables_are_restored),
		cmocka_unit_test(copies_are_made_when_the_launch_starts),
		cmocka_unit_test(streams_and_after),
		cmocka_unit_test(cooperative_launches),
		cmocka_unit_test(clusters),
		cmocka_unit_test(the_default_stream),
		cmocka_unit_test(the_whole_has_no_events_inside),
		cmocka_unit_test(stops_between_repetitions),
		cmocka_unit_test(stops_while_the_device_runs),
		cmocka_unit_test(large_shared_memory_is_asked_for),
		cmocka_unit_test(results_have_the_simulators_columns),
		cmocka_unit_test(mismatches_are_told),
		cmocka_unit_test(nothing_runs_after_a_fault),
		cmocka_unit_test(arguments_are_checked),
		cmocka_unit_test(compressed_machine_code),
		cmocka_unit_test(contents_are_hashed),
		cmocka_unit_test(placement_is_listed),
		cmocka_unit_test(medians),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
