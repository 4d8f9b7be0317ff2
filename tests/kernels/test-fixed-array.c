/* test-fixed-array.c: workloads/fixed-array, every case:
 *   - each element of the output against the calculation in plain C;
 *   - which branches and predicated instructions remain in the machine code of each kernel;
 *   - how often these are executed, with how many lanes, and how often they part a warp, from the sizes of array, block and grid alone.
 * In functional mode and in cycle mode, of which SIMT_TEST_QUICK leaves one case of 13; of functional mode one of 4. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/runner/run.h"
#include "tests/helpers/sample.h"
#include "tests/helpers/source.h"

enum { WARP = 32 };

struct arrays {
	struct workload *w;
	unsigned failures;
	uint64_t elements; /* compared */
};

static bool
is_kind(const struct arrays *x, const struct workload_case *c, const char *kind)
{
	return !strncmp(x->w->launch[c->launches[0]].cell[COLUMN_kernel], kind, strlen(kind));
}

static void
report(struct arrays *x, const struct workload_case *c, const char *what, uint64_t have, uint64_t want)
{
	if (have == want)
		return;
	if (++x->failures <= 20)
		print_error("%s: %s: %" PRIu64 ", not %" PRIu64 "\n", c->name, what, have, want);
}

/* ---- outputs ---- */

static float
calculation(float v)
{
	v *= 3.14f;
	for (int k = 0; k < 6; k++)
		v = fmaf(v, 0.5f, (float)k);
	return v;
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	struct simt_error e = {.status = SIMT_OK};
	const struct workload_buffer *in = &c->buffers[0];
	struct arrays *x = arg;
	float *v;

	if (strcmp(b->name, "out") != 0)
		return;
	v = malloc((size_t)workload_buffer_bytes(in));
	assert_non_null(v);
	if (!generator_fill(&in->init, in->type, x->w->folder, v, in->count, &e))
		fail_msg("%s", e.text);
	report(x, c, "elements", b->count, (uint64_t)(case_param(x->w, c, "n") * case_param(x->w, c, "blocks")));
	for (uint64_t i = 0; i < b->count; i++, x->elements++) {
		float want = calculation(v[i % in->count]);

		if (memcmp((const float *)data + i, &want, sizeof want) != 0) {
			report(x, c, "first wrong element", i, UINT64_MAX);
			break;
		}
	}
	free(v);
}

static void
message(void *arg, const struct simt_error *e)
{
	struct arrays *x = arg;

	x->failures++;
	print_error("%s\n", e->text);
}

/* ---- machine code and counts ---- */

/* Instructions of one opcode: how many there are, guarded and not, and what was counted for them. */
struct found {
	uint64_t all, guarded, executions, lanes, true_lanes, partial, diverged;
};

static struct found
find(const struct simt_function *f, const struct simt_pc_stats *pc, size_t n, const char *opcode, bool guarded_alone)
{
	struct found k = {.all = 0};
	char text[SASS];

	for (size_t i = 0; i < n; i++) {
		const char *name;
		bool guarded;

		assert_true(simt_function_sass(f, i, text, sizeof text));
		guarded = *text == '@';
		name = guarded ? strchr(text, ' ') + 1 : text;
		if (strncmp(name, opcode, strlen(opcode)) != 0 || (guarded_alone && !guarded))
			continue;
		k.all++;
		k.guarded += guarded;
		k.executions += pc[i].inst_executed;
		k.lanes += pc[i].thread_inst_executed;
		k.true_lanes += pc[i].thread_inst_executed_true;
		k.partial += pc[i].inst_partial;
		k.diverged += pc[i].diverged;
	}
	return k;
}

static void
check_code(struct arrays *x, const struct workload_case *c, const struct simt_function *f, const struct simt_launch_stats *s)
{
	uint64_t n = (uint64_t)case_param(x->w, c, "n"), block = (uint64_t)case_param(x->w, c, "bs"),
		 blocks = (uint64_t)case_param(x->w, c, "blocks");
	uint64_t iterations = (n + block - 1) / block, warps = (block + WARP - 1) / WARP, rest = n - (iterations - 1) * block;
	uint64_t entered = 0;                   /* iterations that a warp of the block enters with some lane */
	bool cut = rest % WARP && rest < block; /* the array's end lies within a warp that goes on with other lanes */
	struct found branch = find(f, s->pc, s->npc, "BRA", true), leave = find(f, s->pc, s->npc, "EXIT", true);
	struct found store = find(f, s->pc, s->npc, "STG", false), load = find(f, s->pc, s->npc, "LDG", false);
	bool plain = is_kind(x, c, "plain"), tested = is_kind(x, c, "tested"), whole = iterations == 1;

	for (uint64_t first = 0; first < n; first += block)
		entered += ((n - first < block ? n - first : block) + WARP - 1) / WARP;

	/* a loop where the block size is not known, and a test before it; else nothing but the last iteration's test, which is an exit, or
	 * a predicate on every iteration that is tested; nothing at all where a block has a thread for each element */
	report(x, c, "conditional branches", branch.all, plain);
	report(x, c, "conditional exits", leave.all, plain || !whole);
	report(x, c, "BSSY", find(f, s->pc, s->npc, "BSSY", false).all, 0);
	report(x, c, "BRX", find(f, s->pc, s->npc, "BRX", false).all, 0);
	report(x, c, "stores", store.all, plain ? 1 : iterations);
	report(x, c, "loads", load.all, plain ? 1 : iterations);
	report(x, c, "predicated stores", store.guarded, tested ? iterations - 1 : 0);
	report(x, c, "predicated loads", load.guarded, tested ? iterations - 1 : 0);

	report(x, c, "executions of stores", store.executions, blocks * entered);
	report(x, c, "elements stored", store.true_lanes, blocks * n);
	report(x, c, "elements loaded", load.true_lanes, blocks * n);
	report(x, c, "executions of the loop's branch", branch.executions, plain ? blocks * entered : 0);
	report(x, c, "lanes of the loop's branch", branch.lanes, plain ? blocks * n : 0);
	report(x, c, "warps parted by the loop's branch", branch.diverged, plain && cut ? blocks : 0);
	report(x, c, "executions of the exit", leave.executions, plain || !whole ? blocks * warps : 0);
	report(x, c, "threads that exit early", leave.true_lanes, plain || whole ? 0 : blocks * (block - rest));
	report(x, c, "warps of which some lanes exit early", leave.partial, !plain && cut ? blocks : 0);
}

/* ---- tests ---- */

/* Runs all cases, or, as a sample, one of so many. */
static void
every_case(enum simt_mode mode, uint32_t of)
{
	struct simt_error e = {.status = SIMT_OK};
	struct arrays x = {.failures = 0};
	struct run_options o = {.per_pc = true, .mode = mode, .arg = &x, .message = message, .contents = contents};
	struct simt_machine *m = simt_machine_load("h200", &e);
	const char *dir = getenv("srcdir");
	uint64_t want = 0;
	bool *selected;
	struct run *r;
	char path[1024];

	snprintf(path, sizeof path, "%s/workloads/fixed-array/fixed-array.csv", dir ? dir : ".");
	x.w = workload_read(path, &(struct workload_options){.nlet = 0}, &e);
	if (!m || !x.w)
		fail_msg("%s", e.text);
	selected = calloc(x.w->ncases, sizeof *selected);
	assert_non_null(selected);
	for (size_t i = 0; i < x.w->ncases; i++)
		selected[i] = sampled((uint32_t)i, of);
	r = run_create(x.w, m, selected, &o, &e);
	if (!r)
		fail_msg("%s", e.text);
	assert_int_equal(run_all(r), SIMT_OK);
	for (size_t i = 0; i < x.w->ncases; i++) {
		const struct run_launch *l = r->cases[i].launches;
		struct simt_launch_stats s;

		if (!selected[i])
			continue;
		s = run_launch_stats(l);
		assert_int_equal(r->cases[i].nlaunches, 1);
		check_code(&x, &x.w->cases[i], r->function[l->launch], &s);
		want += (uint64_t)(case_param(x.w, &x.w->cases[i], "n") * case_param(x.w, &x.w->cases[i], "blocks"));
	}
	assert_int_equal(x.elements, want);
	run_free(r);
	free(selected);
	workload_free(x.w);
	simt_machine_free(m);
	assert_int_equal(x.failures, 0);
}

static void
functional(void **state)
{
	(void)state;
	every_case(SIMT_FUNCTIONAL, 4);
}

static void
cycle(void **state)
{
	(void)state;
	every_case(SIMT_CYCLE, 13);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(functional), cmocka_unit_test(cycle)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
