/* test-cooperative.c: cooperative launches, whose blocks wait for each other. Every case of workloads/general/grid.csv against the same
 * calculation in plain C, in both modes and under every policy and block scheduler that runs them; as many blocks as fit, and one more;
 * two launches that would keep each other from the machine. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers/cases.h"
#include "tests/helpers/source.h"
#include "tests/helpers/sample.h"

enum { MOST_CYCLES = 1000000 }; /* a launch that waits for itself comes to this */

/* ---- what must come out ---- */

static const struct workload_launch *
launch_of(const struct checked *x, const struct workload_case *c, const struct workload_buffer *b)
{
	(void)c;
	return x->w->launch + b->launch;
}

static uint32_t
blocks_of(const struct workload_launch *l)
{
	return l->grid.x * l->grid.y * l->grid.z;
}

static uint32_t
threads_of(const struct workload_launch *l)
{
	return l->block.x * l->block.y * l->block.z;
}

/* Both buffers; which one holds the last round depends on how many there are. */
static uint32_t *
want_ring(const struct checked *x, const struct workload_case *c, const struct workload_buffer *b)
{
	const uint32_t rounds = cases_scalar(launch_of(x, c, b), "rounds");
	uint64_t n;
	uint32_t *from = cases_first(x, c, "a", &n), *to = cases_first(x, c, "b", &n), *t;
	bool swapped = false;

	for (uint32_t r = 0; r < rounds; r++) {
		for (uint64_t i = 0; i < n; i++)
			to[i] = from[(i + n - 1) % n] + 3 * from[(i + 1) % n] + r;
		t = from;
		from = to;
		to = t;
		swapped = !swapped;
	}
	t = (b->name[0] == 'a') != swapped ? from : to;
	free(t == from ? to : from);
	return t;
}

static uint32_t *
want_scan(const struct checked *x, const struct workload_case *c, const struct workload_buffer *b)
{
	const struct workload_launch *l = launch_of(x, c, b);
	uint64_t n;
	uint32_t *v = cases_first(x, c, "in", &n), sum = 0, *sums;

	if (!strcmp(b->name, "in"))
		return v;
	for (uint64_t i = 0; i < n; i++)
		v[i] = sum += v[i];
	if (!strcmp(b->name, "out"))
		return v;
	sums = calloc(b->count, sizeof *sums);
	for (uint64_t k = 0; k < b->count; k++)
		sums[k] = v[(k + 1) * threads_of(l) < n ? (k + 1) * threads_of(l) - 1 : n - 1];
	free(v);
	return sums;
}

static uint32_t *
want_levels(const struct checked *x, const struct workload_case *c, const struct workload_buffer *b)
{
	const uint32_t degree = cases_scalar(launch_of(x, c, b), "degree");
	uint64_t n, nlevel, rounds;
	uint32_t *next = cases_first(x, c, "next", &n), *level = cases_first(x, c, "level", &nlevel),
		 *changed = cases_first(x, c, "changed", &rounds);

	if (!strcmp(b->name, "next")) {
		free(level);
		free(changed);
		return next;
	}
	level[0] = 0;
	for (uint32_t r = 0; !r || changed[r - 1]; r++)
		for (uint64_t i = 0; i < nlevel; i++)
			for (uint32_t k = 0; level[i] == r && k < degree; k++) {
				uint32_t *to = level + next[i * degree + k];

				assert_true(r < rounds);
				changed[r] |= *to == UINT32_MAX;
				*to = *to == UINT32_MAX ? r + 1 : *to;
			}
	free(next);
	assert_true(changed[3] && !changed[rounds - 1]); /* it is not all over at once */
	free(!strcmp(b->name, "level") ? changed : level);
	return !strcmp(b->name, "level") ? level : changed;
}

static uint32_t *
want_halves(const struct checked *x, const struct workload_case *c, const struct workload_buffer *b)
{
	const struct workload_launch *l = launch_of(x, c, b);
	const uint32_t rounds = cases_scalar(l, "rounds");
	uint64_t n, nmid;
	uint32_t *v = cases_first(x, c, "in", &n), *mid = cases_first(x, c, "mid", &nmid);

	if (!strcmp(b->name, "in")) {
		free(mid);
		return v;
	}
	for (uint32_t r = 0; r < rounds; r++) {
		memcpy(mid + r * n, v, n * sizeof *v);
		for (uint64_t i = 0; i < n; i++)
			v[i] = v[i] * 5 + mid[r * n + n - 1 - i];
	}
	for (uint64_t i = 0; i < n; i++) {
		uint32_t w = (uint32_t)i;

		for (uint64_t k = 0; k < rounds * (i / threads_of(l) % 5 + 1); k++)
			w = w * 1664525 + 1013904223;
		v[i] ^= w;
	}
	free(!strcmp(b->name, "mid") ? v : mid);
	return !strcmp(b->name, "mid") ? mid : v;
}

static uint32_t *
want_shape(const struct checked *x, const struct workload_case *c, const struct workload_buffer *b)
{
	const struct workload_launch *l = launch_of(x, c, b);
	const uint32_t step = cases_scalar(l, "step"), threads = threads_of(l), all = threads * blocks_of(l);
	uint32_t *v = calloc(b->count, sizeof *v);

	assert_true(v && b->count == (uint64_t)all * step);
	for (uint32_t i = 0; i < all; i++) {
		const uint32_t k = i / threads, bx = k % l->grid.x, by = k / l->grid.x % l->grid.y, bz = k / l->grid.x / l->grid.y;
		uint32_t *o = v + (size_t)i * step;

		o[0] = 1; /* in other launches, too */
		o[1] = all;
		o[2] = blocks_of(l);
		o[3] = k;
		o[4] = bx + 100 * by + 10000 * bz;
		o[5] = l->grid.x + 100 * l->grid.y + 10000 * l->grid.z;
		o[6] = (all - 1 - i) / threads;
	}
	return v;
}

static uint32_t *
want_votes(const struct checked *x, const struct workload_case *c, const struct workload_buffer *b)
{
	const struct workload_launch *l = launch_of(x, c, b);
	const uint32_t n = blocks_of(l), rounds = cases_scalar(l, "rounds");
	uint32_t *v = calloc(b->count, sizeof *v), sum = 0;

	for (uint32_t r = 0; r < rounds; r++) {
		const uint32_t count = n * (n - 1) / 2 * (r + 1) + n;

		sum = sum * 7 + count;
		if (b->name[0] == 'c')
			v[r] = count;
	}
	for (uint32_t i = 0; b->name[0] == 'o' && i < b->count; i++)
		v[i] = sum;
	return v;
}

static uint32_t *
want_leave(const struct checked *x, const struct workload_case *c, const struct workload_buffer *b)
{
	const struct workload_launch *l = launch_of(x, c, b);
	uint32_t *v = calloc(b->count, sizeof *v), n = (uint32_t)b->count;

	for (uint32_t i = 0; i < n; i++)
		if (b->name[0] == 'a')
			v[i] = i * 3 + 1;
		else if (i / threads_of(l) % 3 != 1)
			v[i] = (i * 17 + 5) % n * 3 + 1;
	return v;
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	static const struct {
		const char *kernel;
		uint32_t *(*want)(const struct checked *, const struct workload_case *, const struct workload_buffer *);
	} how[] = {{"ring", want_ring},   {"scan", want_scan},   {"levels", want_levels}, {"halves", want_halves},
		   {"shape", want_shape}, {"votes", want_votes}, {"leave", want_leave}};
	struct checked *x = arg;
	uint32_t *want = NULL;

	for (size_t i = 0; i < sizeof how / sizeof *how; i++)
		if (!strcmp(launch_of(x, c, b)->cell[COLUMN_kernel], how[i].kernel))
			want = how[i].want(x, c, b);
	assert_non_null(want);
	cases_compare(x, c, b, data, want);
	free(want);
}

/* ---- runs ---- */

/* Runs a list of launches of kernels of grid.cu with these settings. */
static enum simt_status
run_with(struct checked *x, const char *text, enum simt_mode mode, const char *const *set)
{
	return cases_run(
		x,
		&(struct cases){
			.text = text, .path = "workloads/general/grid.csv", .mode = mode, .set = set, .max_cycles = MOST_CYCLES});
}

static void
every_case(enum simt_mode mode, const char *const *set)
{
	enum { BUFFERS = 23 };

	cases_hold(&(struct cases){.path = "workloads/general/grid.csv",
				   .mode = mode,
				   .set = set,
				   .contents = contents,
				   .max_cycles = MOST_CYCLES},
		   BUFFERS);
}

static void
cycle(void **state)
{
	(void)state;
	every_case(SIMT_CYCLE, NULL);
}

static void
functional(void **state)
{
	(void)state;
	every_case(SIMT_FUNCTIONAL, NULL);
}

static void
policies(void **state)
{
	static const char *const stack[] = {"reconvergence=stack", NULL}, *const narrow[] = {"warp_size=8", NULL};

	(void)state;
	if (sampled(0, 2))
		every_case(SIMT_FUNCTIONAL, stack);
	if (sampled(1, 2))
		every_case(SIMT_FUNCTIONAL, narrow);
}

/* Two launches that do not fit beside each other take the room of a third one, block by block. */
static void
turns(void **state)
{
	static const char *const set[] = {"block_scheduler=round-robin", NULL};
	static const char text[] = "case,launch,stream,module,kernel,grid,block,cooperative,args\n"
				   "a,fills,x,grid.cubin,shape,132*16,128,0,o:u32[132*16*128*8] step:s32=8\n"
				   "a,first,y,grid.cubin,votes,132*12,128,1,count:u32[3] out:u32[1584] rounds:s32=3\n"
				   "a,second,z,grid.cubin,votes,132*10,128,1,count2:u32[4] out2:u32[1320] rounds:s32=4\n";
	struct checked x = {.failures = 0};

	(void)state;
	if (run_with(&x, text, SIMT_CYCLE, set) != SIMT_OK)
		fail_msg("%s", x.said);
}

#define HEAD     "case,module,kernel,grid,block,shared,cooperative,args\n"
#define CLUSTERS "case,module,kernel,grid,block,cluster,cooperative,args\n"
#define VOTES    "count:u32[2] out:u32[5000] rounds:s32=2\n"

/* 16 blocks of 128 threads have the 64 warps of an SM. */
static void
too_large(void **state)
{
	static const char *const spatial[] = {"block_scheduler=spatial", NULL};
	struct checked x = {.failures = 0};

	(void)state;
	for (int mode = SIMT_CYCLE; mode <= SIMT_FUNCTIONAL; mode++) {
		if (sample_is_taken() && (uint32_t)mode != sample_choice(2, 2))
			continue;
		assert_int_equal(run_with(&x, HEAD "a,grid.cubin,votes,132*16,128,,1," VOTES, (enum simt_mode)mode, NULL), SIMT_OK);
		assert_int_equal(run_with(&x, HEAD "a,grid.cubin,votes,132*16+1,128,,1," VOTES, (enum simt_mode)mode, NULL),
				 SIMT_BAD_INPUT);
		assert_non_null(strstr(
			x.said, "kernel votes: a cooperative launch of 2113 blocks is too large: 2112 of them run at a time, "
				"16 on each of 132 SMs"));
	}
	/* 124 SMs are of GPCs of 8, 5 times 16 and 2 times 18 SMs, and 4 TPCs are apart: 16 blocks on each SM are no whole clusters of 12 there */
	assert_int_equal(run_with(&x, CLUSTERS "a,grid.cubin,votes,2112,128,12,1," VOTES, SIMT_FUNCTIONAL, NULL), SIMT_BAD_INPUT);
	assert_non_null(strstr(x.said,
			       "kernel votes: a cooperative launch of 2112 blocks is too large: 2052 of them run at a time, in "
			       "clusters of 12"));
	assert_int_equal(run_with(&x, CLUSTERS "a,grid.cubin,votes,2052,128,12,1," VOTES, SIMT_FUNCTIONAL, NULL), SIMT_OK);
	/* shared memory leaves room for fewer */
	assert_int_equal(run_with(&x, HEAD "a,grid.cubin,votes,132*2+1,128,100000,1," VOTES, SIMT_FUNCTIONAL, NULL),
			 SIMT_BAD_INPUT);
	assert_non_null(strstr(x.said, "2 on each of 132 SMs"));
	assert_int_equal(run_with(&x, HEAD "a,grid.cubin,votes,4,128,,1," VOTES, SIMT_CYCLE, spatial), SIMT_BAD_INPUT);
	assert_non_null(strstr(x.said, "block_scheduler=spatial"));
}

/* The group of a launch that is not cooperative can wait, as on an H200, unless it is too large, where an H200 waits for ever. */
static void
not_cooperative(void **state)
{
	struct checked x = {.failures = 0};

	(void)state;
	for (int mode = SIMT_CYCLE; mode <= SIMT_FUNCTIONAL; mode++) {
		if (sample_is_taken() && (uint32_t)mode != sample_choice(2, 2))
			continue;
		assert_int_equal(run_with(&x, HEAD "a,grid.cubin,votes,132*16,128,,0," VOTES, (enum simt_mode)mode, NULL), SIMT_OK);
		assert_int_equal(run_with(&x, HEAD "a,grid.cubin,votes,132*16+1,128,,0," VOTES, (enum simt_mode)mode, NULL),
				 SIMT_FAULT);
		assert_non_null(strstr(x.said, "BPT.TRAP"));
	}
}

/* votes() with 2112 blocks, 16 on each SM, of which 2052 fit in clusters of 12. */
static struct simt_launch *
launch_votes(struct simt *s, const struct simt_function *f)
{
	struct {
		uint64_t count, out;
		int32_t rounds;
	} args = {.rounds = 2};
	struct simt_error e = {.status = SIMT_OK};
	struct simt_launch *l = NULL;

	if (simt_malloc(s, 8, &args.count, &e) && simt_malloc(s, sizeof(uint32_t) * 2112, &args.out, &e))
		l = simt_launch(s, f, (struct simt_dim){2112, 1, 1}, (struct simt_dim){128, 1, 1}, 0, &args,
				offsetof(__typeof__(args), rounds) + sizeof args.rounds, 0, &e);
	if (!l)
		fail_msg("%s", e.text);
	return l;
}

/* Cooperative first and clusters second, or the other way round: what does not fit is refused at the second call, which changes nothing.
 * Without simt_cooperate() there is no barrier of the grid once the clusters leave no room. */
static void
either_order(void **state)
{
	static const struct simt_dim twelve = {12, 1, 1};
	static const char want[] = "kernel votes: a cooperative launch of 2112 blocks is too large: 2052 of them run at a time, in "
				   "clusters of 12";
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct simt *s = m ? simt_create(m, &e) : NULL;
	struct simt_module *module;
	struct simt_function *f;
	struct simt_launch *l;
	char path[1024];

	(void)state;
	if (!s)
		fail_msg("%s", e.text);
	simt_set_mode(s, SIMT_FUNCTIONAL);
	source_path(path, sizeof path, "workloads/general/grid.cubin");
	module = simt_module_load(s, path, &e);
	f = module ? simt_function(module, "votes", &e) : NULL;
	if (!f)
		fail_msg("%s", e.text);

	l = launch_votes(s, f);
	assert_true(simt_cluster(l, twelve, &e));
	assert_false(simt_cooperate(l, &e));
	assert_string_equal(e.text, want);
	assert_true(simt_cluster(l, (struct simt_dim){1, 1, 1}, &e));
	assert_true(simt_cooperate(l, &e));
	assert_true(simt_synchronize(s, &e));

	l = launch_votes(s, f);
	assert_true(simt_cooperate(l, &e));
	e = (struct simt_error){.status = SIMT_OK};
	assert_false(simt_cluster(l, twelve, &e));
	assert_string_equal(e.text, want);
	assert_true(simt_cluster(l, (struct simt_dim){4, 1, 1}, &e));
	assert_true(simt_synchronize(s, &e));

	l = launch_votes(s, f);
	assert_true(simt_cluster(l, twelve, &e));
	e = (struct simt_error){.status = SIMT_OK};
	assert_false(simt_synchronize(s, &e));
	assert_non_null(strstr(e.text, "BPT.TRAP"));

	simt_destroy(s);
	simt_machine_free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(cycle),       cmocka_unit_test(functional),
					   cmocka_unit_test(policies),    cmocka_unit_test(turns),
					   cmocka_unit_test(too_large),   cmocka_unit_test(not_cooperative),
					   cmocka_unit_test(either_order)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
