/* test-cluster.c: clusters. Cases of workloads/general/clusters.csv against the same calculation in plain C, in both modes and under the
 * policies that run them; their times on a machine to count with; what is refused; blocks that end before others access their memory. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers/cases.h"

/* ---- what must come out ---- */

static uint32_t
triple(const uint32_t v[3])
{
	return v[0] + 100 * v[1] + 10000 * v[2];
}

static uint32_t
float_bits(float f)
{
	uint32_t v;

	memcpy(&v, &f, sizeof v);
	return v;
}

/* Those of the lowest lane of a block's last warp: of lanes that write one place its value stays, and warps before it write the same places. */
static void
want_shape(const struct workload_launch *l, uint32_t *v)
{
	const uint32_t g[3] = {l->grid.x, l->grid.y, l->grid.z}, explicit = l->cluster.x != 0,
		       c[3] = {explicit ? l->cluster.x : 1, explicit ? l->cluster.y : 1, explicit ? l->cluster.z : 1},
		       threads = l->block.x * l->block.y * l->block.z;

	for (uint32_t b = 0; b < g[0] * g[1] * g[2]; b++) {
		const uint32_t at[3] = {b % g[0], b / g[0] % g[1], b / g[0] / g[1]};
		uint32_t *o = v + 64 * (size_t)b, in[3], rank, blocks = c[0] * c[1] * c[2];

		for (int i = 0; i < 3; i++) {
			in[i] = at[i] % c[i];
			o[i] = at[i] / c[i];
			o[3 + i] = g[i] / c[i];
			o[6 + i] = in[i];
			o[9 + i] = c[i];
			o[25 + i] = c[i];
			o[28 + i] = float_bits(1.0f / (float)c[i]);
			o[31 + i] = g[i] / c[i];
		}
		rank = in[0] + c[0] * (in[1] + c[1] * in[2]);
		o[12] = o[15] = rank;
		o[13] = o[16] = blocks;
		o[14] = o[24] = explicit;
		o[17] = blocks * threads;
		o[18] = rank * threads + (threads - 1) / 32 * 32;
		o[19] = triple(in);
		o[20] = triple(c);
		o[21] = triple(g);
		o[22] = (l->shared + 127) / 128 * 128;
		o[23] = l->shared;
	}
}

static void
want_arrivals(const struct workload_launch *l, const uint32_t *in, uint32_t *v, uint64_t n)
{
	enum { BLOCKS = 4, THREADS = 64, ALL = BLOCKS * THREADS };
	uint32_t old[ALL];

	memcpy(v, in, n * sizeof *v);
	for (uint64_t first = 0; first < n; first += ALL)
		for (uint32_t k = 0; k < cases_scalar(l, "rounds"); k++) {
			memcpy(old, v + first, sizeof old);
			for (unsigned i = 0; i < ALL; i++) {
				const unsigned r = i / THREADS, t = i % THREADS;

				v[first + i] = old[i] * 3 + old[(r + 1) % 4 * THREADS + t] +
					       5 * old[(r + 2) % 4 * THREADS + THREADS - 1 - t] +
					       7 * old[(r + 3) % 4 * THREADS + t];
			}
		}
}

static void
want_sends(const uint32_t *in, uint32_t *v, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		const uint32_t other = in[i ^ 64];

		v[i] = other + 3 * other + 5 * (other + 1) + 7 * (other * 2) + 11 * ~other + (other << 3);
	}
}

static void
want_bulk(const uint32_t *in, uint32_t *v, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		const uint64_t first = i / 512 * 512, r = i / 128 % 4, t = i % 128;

		v[i] = in[first + (r + 3) % 4 * 128 + t] + (r % 2 ? 5 : 3) * in[first + r % 2 * 128 + t];
	}
}

static void
want_apart(const struct workload_launch *l, uint32_t *v, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		const uint32_t t = i % 128, r = i / 128 % 8;
		uint32_t sum = 0;

		if (t >= 96 && r % 2)
			continue;
		for (uint32_t k = 0; k < cases_scalar(l, "rounds"); k++) {
			for (uint32_t j = 0; j < r * 3; j++)
				sum = sum * 3 + j;
			for (uint32_t j = 0; j < 8; j++)
				sum = sum * 5 + ((j + k) % 8 == r ? k * 100 + j : 0);
		}
		v[i] = sum + (t & 1 ? 1 : 2);
	}
}

static void
want_reds(uint32_t *v, uint64_t n)
{
	static const uint32_t want[10] = {2080, 7, 196, ~UINT32_C(0x0f0ff0f0), 0x7ffff, 0x3ffff, 64 % 41, 29, (uint32_t)-40, 0};

	for (uint64_t i = 0; i < n; i++)
		v[i] = want[i % 10];
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	struct checked *x = arg;
	const struct workload_launch *l = x->w->launch + b->launch;
	const char *kernel = l->cell[COLUMN_kernel];
	uint32_t *want = calloc(b->count, sizeof *want), *in = NULL;
	uint64_t n = 0;

	assert_non_null(want);
	if (!strcmp(b->name, "out") && workload_find_buffer(c, "in", 2) >= 0)
		in = cases_first(x, c, "in", &n);
	if (strcmp(b->name, "out"))
		n = 0;
	else if (!strcmp(kernel, "shape"))
		want_shape(l, want);
	else if (!strcmp(kernel, "arrivals"))
		want_arrivals(l, in, want, b->count);
	else if (!strcmp(kernel, "sends"))
		want_sends(in, want, b->count);
	else if (!strcmp(kernel, "bulk"))
		want_bulk(in, want, b->count);
	else if (!strcmp(kernel, "apart"))
		want_apart(l, want, b->count);
	else if (!strcmp(kernel, "reds"))
		want_reds(want, b->count);
	else
		n = UINT64_MAX; /* an expect says it, or hashes of an H200 (tests/kernels/outputs.sh) */
	if (!strcmp(b->name, "out") && n != UINT64_MAX)
		cases_compare(x, c, b, data, want);
	free(in);
	free(want);
}

/* ---- runs ---- */

static enum simt_status
run_on(struct checked *x, const char *machine, const char *text, const char *path, enum simt_mode mode, const char *const *set)
{
	return cases_run(x, &(struct cases){.machine = machine, .text = text, .path = path, .mode = mode, .set = set});
}

static void
every_case(enum simt_mode mode, const char *const *set)
{
	enum { BUFFERS = 12 };

	cases_hold(&(struct cases){.path = "workloads/general/clusters.csv", .mode = mode, .set = set, .contents = contents},
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

/* The barrier that counts a bulk copy or a st.async is in the block where the bytes come, whatever block its address names. */
static void
barriers_of_others(void **state)
{
	struct checked x = {.failures = 0};

	(void)state;
	for (int mode = SIMT_CYCLE; mode <= SIMT_FUNCTIONAL; mode++)
		if (run_on(&x, "h200", NULL, "workloads/general/ranks.csv", (enum simt_mode)mode, NULL) != SIMT_OK)
			fail_msg("%s", x.said);
}

/* ---- what is refused ---- */

#define HEAD "case,module,kernel,grid,block,cluster,shared,args\n"
#define RING "in:s32[4096] out:s32[4096] steps:s32=2\n"

static void
refused(const char *text, const char *const *set, const char *why)
{
	struct checked x = {.failures = 0};

	for (int mode = SIMT_CYCLE; mode <= SIMT_FUNCTIONAL; mode++) {
		assert_int_equal(run_on(&x, "h200", text, "workloads/general/clusters.csv", (enum simt_mode)mode, set),
				 SIMT_BAD_INPUT);
		if (!strstr(x.said, why))
			fail_msg("'%s', not '%s'", x.said, why);
	}
}

static void
sizes(void **state)
{
	static const char *const spatial[] = {"block_scheduler=spatial", NULL}, *const banks[] = {"bank_issue=independent", NULL};

	(void)state;
	refused(HEAD "a,clusters.cubin,ring,9,128,2,," RING, NULL, "a grid of 9x1x1 blocks is not one of whole clusters of 2x1x1");
	refused(HEAD "a,clusters.cubin,sums,8,256,2,,in:s32[8] out:s32[8] n:s32=8\n", NULL,
		"clusters of 2x1x1 blocks, but it was compiled for 4x1x1");
	refused(HEAD "a,clusters.cubin,sums,6,256,,,in:s32[8] out:s32[8] n:s32=8\n", NULL,
		"a grid of 6x1x1 blocks is not one of whole clusters of 4x1x1");
	refused(HEAD "a,clusters.cubin,ring,8,128,2,," RING, spatial, "block_scheduler=spatial");
	refused(HEAD "a,clusters.cubin,ring,8,128,2,," RING, banks, "several splits of a warp run at the same time");
}

/* tiny has one SM, without GPCs, for 256 threads */
static void
room(void **state)
{
	static const char fits[] = HEAD "a,clusters.cubin,ring,8,128,2,," RING,
			  large[] = HEAD "a,clusters.cubin,ring,16,128,4,," RING;
	struct checked x = {.failures = 0};

	(void)state;
	if (run_on(&x, "tiny", fits, "workloads/general/clusters.csv", SIMT_CYCLE, NULL) != SIMT_OK)
		fail_msg("%s", x.said);
	assert_int_equal(run_on(&x, "tiny", large, "workloads/general/clusters.csv", SIMT_CYCLE, NULL), SIMT_BAD_INPUT);
	if (!strstr(x.said, "a cluster of 4 blocks is too large: 2 of them run at a time"))
		fail_msg("%s", x.said);
}

/* Launches with clusters beside others. */
static void
beside(void **state)
{
	static const char text[] =
		"case,launch,stream,module,kernel,grid,block,cluster,args,expect\n"
		"a,first,x,clusters.cubin,ring,64,128,8,in:s32[8192]=iota(0 1) out:s32[8192] steps:s32=5,\n"
		"a,second,y,clusters.cubin,ring,64,128,4,in2:s32[8192]=iota(0 1) out2:s32[8192] steps:s32=8,out2=iota(0 1)\n"
		"a,third,z,clusters.cubin,bins_global,40,128,,in3:u32[100] out3:u32[4] n:s32=100 bins:s32=4,\n";
	static const char *const turns[] = {"block_scheduler=round-robin", NULL};
	struct checked x = {.failures = 0};

	(void)state;
	if (run_on(&x, "h200", text, "workloads/general/clusters.csv", SIMT_CYCLE, NULL) != SIMT_OK ||
	    run_on(&x, "h200", text, "workloads/general/clusters.csv", SIMT_CYCLE, turns) != SIMT_OK)
		fail_msg("%s", x.said);
}

/* ---- copies from where nothing is ---- */

/* The last address, to another block and to the first one itself: a copy does not go on at address 0. */
static void
last_address(void **state)
{
	static const char text[] = "case,module,kernel,grid,block,cluster,args\n"
				   "a,faults.cubin,bulk_past,2,32,2,u64=18446744073709551600 out:s32[2] to:s32=%d\n";

	(void)state;
	for (int to = 0; to < 2; to++)
		for (int mode = SIMT_CYCLE; mode <= SIMT_FUNCTIONAL; mode++) {
			struct checked x = {.failures = 0};
			char list[sizeof text];

			snprintf(list, sizeof list, text, to);
			assert_int_equal(run_on(&x, "h200", list, "tests/kernels/faults.cubin", (enum simt_mode)mode, NULL),
					 SIMT_FAULT);
			if (!strstr(x.said, "block (0,0,0), thread (0,0,0): bulk copy of 64 bytes: load of 16 bytes at "
					    "0xfffffffffffffff0: ") ||
			    !strstr(x.said, "no allocation is near"))
				fail_msg("%s", x.said);
		}
}

/* ---- blocks that have ended ---- */

/* Kernel gone() of tests/kernels/faults.cu in two clusters, the first or second of which accesses memory of a block that has ended; the other one
 * has another fault. True: the first fault is said to be that access. */
static bool
access_first(enum simt_mode mode, unsigned far, unsigned wait_far, unsigned wait_near)
{
	static const char heads[] = "kernel gone, PC 0x",
			  tails[] = "access of shared memory of block 1 of the cluster, which has ended";
	struct checked x = {.failures = 0};
	char text[300], block[60];
	bool is_access;

	snprintf(text, sizeof text,
		 "case,module,kernel,grid,block,cluster,args\na,faults.cubin,gone,4,32,2,out:s32[4] far:s32=%u w:s32=%u n:s32=%u\n",
		 far, wait_far, wait_near);
	assert_int_equal(run_on(&x, "h200", text, "tests/kernels/faults.cubin", mode, NULL), SIMT_FAULT);
	is_access = strstr(x.said, tails) != NULL;
	snprintf(block, sizeof block, "(faults.cu:%u), block (%u,0,0), thread (7,0,0): ", is_access ? 95 : 97,
		 2 * (is_access ? far : 1 - far));
	if (!strstr(x.said, heads) || !strstr(x.said, block))
		fail_msg("'%s' does not say '%s' and '%s'", x.said, heads, block);
	return is_access;
}

/* The fault is that of the warp that did it, and the earlier of two is told, whichever SM is run first. */
static void
gone(void **state)
{
	(void)state;
	for (unsigned far = 0; far < 2; far++) {
		unsigned changes = 0;
		bool was = false;

		for (int mode = SIMT_CYCLE; mode <= SIMT_FUNCTIONAL; mode++)
			assert_true(access_first((enum simt_mode)mode, far, 3000, 60000));
		for (unsigned n = 1500; n <= 4500; n += 60) {
			const bool is = access_first(SIMT_CYCLE, far, 3000, n);

			assert_true(is || !was);
			changes += is != was;
			was = is;
		}
		assert_int_equal(changes, 1);
		/* in one window or the next: the access comes there the way of a cluster after it was issued */
		assert_false(access_first(SIMT_CYCLE, far, 3000, 2900));
		assert_true(access_first(SIMT_CYCLE, far, 3000, 3500));
	}
}

/* ---- time ---- */

static uint64_t
cycles_of(const char *text, const char *const *set)
{
	struct checked x = {.failures = 0};

	if (run_on(&x, "tiny", text, "workloads/micro/cluster.csv", SIMT_CYCLE, set) != SIMT_OK)
		fail_msg("%s", x.said);
	return x.cycles;
}

#define MICRO "case,module,kernel,grid,block,args\n"

/* Each of a chain's loads takes what a parameter says, and so does each barrier; half a cycle is none. */
static void
latencies(void **state)
{
	static const char loads[] = MICRO "a,cluster.cubin,chain_2,2,32,out:u32[64] rounds:s32=3 far:s32=1 blocks:s32=1\n",
			  large[] = MICRO "a,cluster.cubin,chain_4,4,32,out:u32[128] rounds:s32=3 far:s32=1 blocks:s32=1\n",
			  waits[] = MICRO "a,cluster.cubin,barriers_2,2,32,out:u32[64] rounds:s32=3\n";
	static const char *const later[] = {"cluster_latency=64", NULL}, *const odd[] = {"cluster_latency=61", NULL},
				 *const barrier[] = {"cluster_barrier=47", NULL}, *const far[] = {"cluster_far=10", NULL};
	const uint64_t chain = cycles_of(loads, NULL), loop = cycles_of(waits, NULL);

	(void)state;
	assert_int_equal(cycles_of(loads, later), chain + 3 * 16 * 4);
	assert_int_equal(cycles_of(loads, odd), chain);
	assert_int_equal(cycles_of(waits, barrier), loop + 3 * 8 * 7);
	/* tiny's TPCs are of two SMs */
	assert_int_equal(cycles_of(loads, far), chain);
	assert_int_equal(cycles_of(large, far), cycles_of(large, NULL) + 3 * 16 * 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(cycle),       cmocka_unit_test(functional),
					   cmocka_unit_test(sizes),       cmocka_unit_test(room),
					   cmocka_unit_test(beside),      cmocka_unit_test(latencies),
					   cmocka_unit_test(gone),        cmocka_unit_test(barriers_of_others),
					   cmocka_unit_test(last_address)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
