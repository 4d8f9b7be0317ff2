/* test-width.c: warps of 1, 2, 4, ... 128 threads, under every reconvergence policy.
 *
 * What a thread does is its own affair: outputs, and how often each instruction is executed by threads, must not depend on the width.
 * Counts of warps must add up: issue slots, warp states, lane-slots. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/runner/run.h"
#include "tests/helpers/sample.h"

enum { SMS = 3, SUBCORES = 4, BUFFERS = 16, WIDEST = 128 };

/* What a run leaves; the first run fills it in, the others are held against it. */
struct kept {
	bool filled;
	void *data[BUFFERS];
	size_t bytes[BUFFERS], n, seen;
	uint64_t *threads; /* executions by threads, of each instruction of the only launch */
	size_t npc;
};

static void
message(void *arg, const struct simt_error *e)
{
	(void)arg;
	fail_msg("%s", e->text);
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	size_t bytes = (size_t)workload_buffer_bytes(b);
	struct kept *k = arg;

	(void)c;
	if (!k->filled) {
		assert_true(k->n < BUFFERS);
		k->data[k->n] = malloc(bytes);
		assert_non_null(k->data[k->n]);
		memcpy(k->data[k->n], data, bytes);
		k->bytes[k->n++] = bytes;
		return;
	}
	assert_true(k->seen < k->n);
	assert_int_equal(bytes, k->bytes[k->seen]);
	assert_memory_equal(data, k->data[k->seen++], bytes);
}

/* A BSYNC is executed once more by lanes that have waited at it, which depends on who else was there. */
static bool
depends_on_warps(const struct simt_function *f, size_t i)
{
	char text[128];

	assert_true(simt_function_sass(f, i, text, sizeof text));
	return strstr(text, "BSYNC");
}

static void
check_threads(struct kept *k, const struct simt_function *f, const struct simt_launch_stats *t)
{
	if (!k->filled) {
		k->threads = calloc(t->npc, sizeof *k->threads);
		k->npc = t->npc;
		assert_non_null(k->threads);
		for (size_t i = 0; i < t->npc; i++)
			k->threads[i] = t->pc[i].thread_inst_executed;
	}
	assert_int_equal(t->npc, k->npc);
	for (size_t i = 0; i < t->npc; i++)
		if (t->pc[i].thread_inst_executed != k->threads[i] && !depends_on_warps(f, i))
			fail_msg("PC 0x%zx: executed by %" PRIu64 " threads, not %" PRIu64, 16 * i, t->pc[i].thread_inst_executed,
				 k->threads[i]);
}

static void
check_sums(const uint64_t *v, const uint64_t *stall, unsigned width)
{
	uint64_t states = 0;

	assert_int_equal(v[SIMT_STAT_inst_executed] * width, v[SIMT_STAT_thread_inst_executed] + v[SIMT_STAT_lanes_waiting] +
								     v[SIMT_STAT_lanes_exited] + v[SIMT_STAT_lanes_never]);
	assert_int_equal(v[SIMT_STAT_slots_issued] + v[SIMT_STAT_slots_no_eligible] + v[SIMT_STAT_slots_no_warp],
			 v[SIMT_STAT_cycles] * SMS * SUBCORES);
	for (int i = 0; i < SIMT_STALLS; i++)
		states += stall[i];
	assert_int_equal(states, v[SIMT_STAT_warp_cycles]);
	if (width > 1)
		return;
	/* a lane alone has nobody to wait for */
	assert_int_equal(v[SIMT_STAT_lanes_waiting], 0);
	assert_int_equal(v[SIMT_STAT_lanes_exited], 0);
	assert_int_equal(v[SIMT_STAT_lanes_never], 0);
	assert_int_equal(v[SIMT_STAT_branches_divergent], 0);
	assert_int_equal(v[SIMT_STAT_inst_executed], v[SIMT_STAT_thread_inst_executed]);
}

static struct simt_machine *
machine(const char *policy, unsigned width)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	char text[4][40];

	if (!m)
		fail_msg("%s", e.text);
	snprintf(text[0], sizeof text[0], "sms=%d", SMS);
	snprintf(text[1], sizeof text[1], "subcores=%d", SUBCORES);
	snprintf(text[2], sizeof text[2], "warp_size=%u", width);
	snprintf(text[3], sizeof text[3], "reconvergence=%.20s", policy);
	for (int i = 0; i < 4; i++)
		if (!simt_machine_set(m, text[i], &e))
			fail_msg("%s", e.text);
	return m;
}

/* Runs one case of w. threads: hold executions of each instruction by threads against those of the other runs. */
static void
run_width(const struct workload *w, const char *name, const char *policy, unsigned width, bool threads, struct kept *k)
{
	struct simt_machine *m = machine(policy, width);
	struct run_options o = {.per_pc = true, .arg = k, .message = message, .contents = contents};
	struct simt_error e = {.status = SIMT_OK};
	bool *selected = calloc(w->ncases, sizeof *selected);
	int i = workload_find_case(w, name);
	struct run *r;
	struct simt_launch_stats s;

	assert_true(i >= 0 && selected);
	selected[i] = true;
	r = run_create(w, m, selected, &o, &e);
	if (!r)
		fail_msg("%s", e.text);
	k->seen = 0;
	assert_int_equal(run_all(r), SIMT_OK);
	assert_int_equal(r->cases[i].nlaunches, 1);
	check_sums(r->cases[i].v, r->cases[i].stall, width);
	s = run_launch_stats(&r->cases[i].launches[0]);
	if (threads)
		check_threads(k, r->function[w->cases[i].launches[0]], &s);
	k->filled = true;
	run_free(r);
	free(selected);
	simt_machine_free(m);
}

/* All widths and policies of one case, with SIMT_TEST_QUICK some of them; the first run is width 32 under `barrier`. */
static void
run_widths(const char *file, const char *let, const char *name, bool threads)
{
	static const char *const policy[] = {"barrier", "stack"};
	const struct workload_options o = {.let = &let, .nlet = 1};
	struct simt_error e = {.status = SIMT_OK};
	const char *dir = getenv("srcdir");
	struct kept k = {.filled = false};
	struct workload *w;
	char path[1024];

	snprintf(path, sizeof path, "%s/workloads/%s", dir ? dir : ".", file);
	w = workload_read(path, &o, &e);
	if (!w)
		fail_msg("%s", e.text);
	run_width(w, name, policy[0], 32, threads, &k);
	for (size_t p = 0; p < sizeof policy / sizeof *policy; p++)
		for (unsigned i = 0; 1u << i <= WIDEST; i++)
			if (sampled((uint32_t)p * 8 + i, 4))
				run_width(w, name, policy[p], 1u << i, threads, &k);
	for (size_t i = 0; i < k.n; i++)
		free(k.data[i]);
	free(k.threads);
	workload_free(w);
}

static void
vecadd(void **state)
{
	(void)state;
	run_widths("vecadd/vecadd.csv", "n=3000", "vecadd", true);
}

static void
naive(void **state)
{
	(void)state;
	run_widths("dynamic-work/dynamic-work.csv", "blocks=1", "naive-1", true);
}

/* Which thread gets which item depends on time; the results do not. The compiler adds up a warp's atomics by votes of 32 lanes. */
static void
dynamic(void **state)
{
	(void)state;
	run_widths("dynamic-work/dynamic-work.csv", "blocks=1", "dynamic-1", false);
}

static void
two_paths(void **state)
{
	(void)state;
	run_widths("path-unification/path-unification.csv", "blocks=2", "naive-10-4", true);
}

static void
unified(void **state)
{
	(void)state;
	run_widths("path-unification/path-unification.csv", "blocks=2", "unified-10-4", true);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vecadd),    cmocka_unit_test(naive),   cmocka_unit_test(dynamic),
		cmocka_unit_test(two_paths), cmocka_unit_test(unified),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
