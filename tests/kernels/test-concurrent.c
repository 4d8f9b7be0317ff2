/* test-concurrent.c: the alternating loop and the sum reductions, whole, on the machine `h200`, in cycle and in functional mode:
 *   - outputs are those of plain C, element by element;
 *   - the loops are in the machine code, and are executed as often, with as many lanes, as follows from the input; so are the additions
 *     of the reductions, and the lane-slots that wait;
 *   - kernels in two streams leave the same and count the same as one after the other in one stream;
 *   - the modes count the same.
 * With SIMT_TEST_QUICK in the environment only the cases of 1024 elements take part. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/runner/run.h"

enum { BLOCK = 1024, WARP = 32, SMALL = 5 };

struct fixture {
	const struct workload *w;
	const int32_t *a; /* of the case that ends */
	uint64_t n;
	unsigned failures, checked;
};

static void
report(struct fixture *x, const char *name, const char *what)
{
	if (++x->failures <= 10)
		print_error("%s: %s\n", name, what);
}

static bool
begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static uint64_t
param(const struct workload *w, size_t launch, const char *name)
{
	for (size_t i = 0; i < w->nparams; i++)
		if (!strcmp(w->param[i], name))
			return strtoull(w->launch[launch].value[i], NULL, 10);
	fail_msg("no parameter %s", name);
	return 0;
}

static void
message(void *arg, const struct simt_error *e)
{
	report(arg, "error", e->text);
}

/* ---- references ---- */
static int32_t
rounds(int32_t left)
{
	int32_t sum = 0;

	while (left > 0)
		sum += --left;
	return sum;
}

/* As the paper has the two loops: they go on while the number is even, or odd. */
static int32_t
published(int32_t left, int rest)
{
	int32_t sum = 0;

	while (left % 2 == rest && left > 0)
		sum += --left;
	return sum;
}

static void
check_loop(struct fixture *x, const char *name, const struct workload_buffer *b, const int32_t *out)
{
	for (uint64_t i = 0; i < b->count; i++) {
		int32_t want = !strcmp(b->name, "out_a")   ? published(x->a[i], 0)
			       : !strcmp(b->name, "out_b") ? published(x->a[i], 1)
							   : rounds(x->a[i]);

		if (out[i] == want)
			continue;
		report(x, name, "an output differs from the reference");
		return;
	}
}

static void
check_sums(struct fixture *x, const char *name, const struct workload_buffer *b, const int32_t *sum)
{
	uint64_t size = x->n / b->count;

	for (uint64_t i = 0; i < b->count; i++) {
		int32_t want = 0;

		for (uint64_t k = 0; k < size; k++)
			want += x->a[i * size + k];
		if (sum[i] == want)
			continue;
		report(x, name, "a sum differs from the reference");
		return;
	}
}

/* Buffer `a` comes first. */
static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	static int32_t *a;
	struct fixture *x = arg;
	size_t bytes = (size_t)workload_buffer_bytes(b);

	if (!strcmp(b->name, "a")) {
		free(a);
		a = malloc(bytes);
		memcpy(a, data, bytes);
		x->a = a;
		x->n = b->count;
		return;
	}
	x->checked++;
	if (!strcmp(b->name, "sum"))
		check_sums(x, c->name, b, data);
	else
		check_loop(x, c->name, b, data);
}

/* ---- machine code ---- */
/* The innermost loop of a kernel: the instructions from `first` to `last`, which jumps back. False where there is none. */
static bool
find_loop(const struct simt_function *f, size_t n, size_t *first, size_t *last)
{
	bool found = false;

	for (size_t i = 0; i < n; i++) {
		char sass[160];
		const char *at;
		size_t to;

		if (!simt_function_sass(f, i, sass, sizeof sass) || !(at = strstr(sass, "BRA ")) || !(at = strstr(at, "0x")))
			continue;
		to = strtoul(at, NULL, 16) / 16;
		if (to >= i || (found && i - to >= *last - *first))
			continue;
		*first = to;
		*last = i;
		found = true;
	}
	return found;
}

/* Executions of the instruction of that name from `first` to `last`; there must be one. */
static const struct simt_pc_stats *
find_instruction(const struct simt_function *f, const struct run_launch *l, const char *name, size_t first, size_t last)
{
	const struct simt_pc_stats *found = NULL;

	for (size_t i = first; i <= last; i++) {
		char sass[160];

		if (!simt_function_sass(f, i, sass, sizeof sass) || !strstr(sass, name))
			continue;
		if (found)
			return NULL;
		found = &l->pc[i];
	}
	return found;
}

/* ---- the alternating loop ---- */
static void
check_loop_counts(struct fixture *x, const struct run *r, const char *name, const struct run_launch *l)
{
	const struct workload_launch *wl = &x->w->launch[l->launch];
	const char *kernel = wl->cell[COLUMN_kernel];
	uint64_t n = param(x->w, l->launch, "n"), large = param(x->w, l->launch, "large"), warps = n / WARP;
	uint64_t executions, lanes, waiting = 0;
	size_t first, last;

	if (!find_loop(r->function[l->launch], l->npc, &first, &last)) {
		report(x, name, "there is no loop in the machine code");
		return;
	}
	if (!strcmp(kernel, "naive")) {
		executions = warps * large;
		lanes = n / 2 * (SMALL + large);
		/* half of each warp waits for the other; then each half comes to the BSYNC alone */
		waiting = warps * ((last - first + 1) * WARP / 2 * (large - SMALL) + WARP);
	} else if (begins(kernel, "published")) {
		/* one round of one side, none of the other */
		executions = warps;
		lanes = n / 2;
		/* two instructions lead to the loop */
		waiting = warps * ((last - first + 1 + 2) * WARP / 2 + WARP);
	} else if (!strcmp(kernel, "regrouped")) {
		executions = warps / 2 * (SMALL + large);
		lanes = n / 2 * (SMALL + large);
	} else {
		executions = (strstr(kernel, "idle") ? warps : warps / 2) * (begins(kernel, "even") ? SMALL : large);
		lanes = n / 2 * (begins(kernel, "even") ? SMALL : large);
	}
	for (size_t i = first; i <= last; i++)
		if (l->pc[i].inst_executed != executions || l->pc[i].thread_inst_executed != lanes)
			report(x, name, "the loop is executed another number of times");
	if (run_launch_stats(l).v[SIMT_STAT_lanes_waiting] != waiting)
		report(x, name, "another number of lane-slots wait");
}

/* ---- reductions ---- */
/* Additions of a block of `threads`: executions with all lanes of a warp and with some, and lanes that wait for those with some. */
struct additions {
	uint64_t full, partial, waiting_lanes;
};

static struct additions
additions(uint64_t threads, bool neighbouring)
{
	struct additions a = {0, 0, 0};

	for (uint64_t stride = 1; stride < threads; stride *= 2) {
		if (neighbouring) {
			/* a thread in each 2 * stride */
			uint64_t lanes = 2 * stride < WARP ? WARP / (2 * stride) : 1,
				 warps = 2 * stride < WARP ? threads / WARP : threads / (2 * stride);

			a.partial += warps;
			a.waiting_lanes += warps * (WARP - lanes);
		} else if (stride < WARP) {
			a.partial++;
			a.waiting_lanes += WARP - stride;
		} else {
			a.full += stride / WARP;
		}
	}
	return a;
}

static void
check_sum_counts(struct fixture *x, const struct run *r, const char *name, const struct run_launch *l)
{
	const struct workload_launch *wl = &x->w->launch[l->launch];
	const struct simt_function *f = r->function[l->launch];
	const char *kernel = wl->cell[COLUMN_kernel];
	uint64_t blocks = wl->grid.x, threads = param(x->w, l->launch, "size"), half = threads / 2, rounds = 0, waiting = 0;
	bool neighbouring = begins(kernel, "neighbouring") || begins(kernel, "masked"), branch = strstr(kernel, "branch") != NULL;
	bool halves = !strcmp(kernel, "lower") || !strcmp(kernel, "upper") || !strcmp(kernel, "part");
	struct additions a = additions(halves ? half : threads, neighbouring);
	const struct simt_pc_stats *add;
	uint64_t warps = !strcmp(kernel, "part") ? (half + WARP - 1) / WARP : threads / WARP;
	size_t first, last;

	for (uint64_t k = halves ? half : threads; k > 1; k /= 2)
		rounds++;
	if (!find_loop(f, l->npc, &first, &last) || !(add = find_instruction(f, l, "STS", first, last))) {
		report(x, name, "there is no loop with one addition in the machine code");
		return;
	}
	if (branch) {
		/* the loop is the addition: from behind the branch around it, three instructions before, to the BSYNC */
		if (add->inst_executed != blocks * (a.full + a.partial) || add->inst_partial ||
		    add->thread_inst_executed != blocks * (threads - 1))
			report(x, name, "the addition is executed another number of times");
		waiting = blocks * ((last - first + 1 + 3) * a.waiting_lanes + a.partial * WARP);
	} else {
		/* every warp comes by in every round */
		if (add->inst_executed != blocks * warps * rounds || add->inst_partial != blocks * a.partial ||
		    add->thread_inst_executed_true != blocks * ((halves ? half : threads) - 1))
			report(x, name, "the addition is executed another number of times");
	}
	if (run_launch_stats(l).v[SIMT_STAT_lanes_waiting] != waiting)
		report(x, name, "another number of lane-slots wait");
}

/* ---- runs ---- */
static const enum simt_stat counted[] = {
	SIMT_STAT_inst_executed,  SIMT_STAT_thread_inst_executed, SIMT_STAT_thread_inst_executed_true,
	SIMT_STAT_warps_launched, SIMT_STAT_lanes_waiting,        SIMT_STAT_lanes_exited};

static void
compare_launches(struct fixture *x, const char *name, const struct run_launch *a, const struct run_launch *b)
{
	for (size_t k = 0; k < sizeof counted / sizeof *counted; k++)
		if (run_launch_stats(a).v[counted[k]] != run_launch_stats(b).v[counted[k]])
			report(x, name, simt_stat_info[counted[k]].metric);
	if (a->npc != b->npc || memcmp(a->pc, b->pc, a->npc * sizeof *a->pc))
		report(x, name, "counts of instructions differ");
}

/* The case with the same launches in one stream: "two-..." and "two-one-stream-...". Returns -1 for others. */
static int
in_one_stream(const struct workload *w, size_t i)
{
	static const char *const pairs[][2] = {{"two-1", "one-stream-1"},
					       {"two-1", "two-one-stream-1"},
					       {"idle-1", "idle-one-stream-1"},
					       {"parts-1", "parts-one-stream-1"}};
	const char *name = w->cases[i].name;
	char other[128];

	for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
		if (!begins(name, pairs[k][0]))
			continue;
		snprintf(other, sizeof other, "%s%s", pairs[k][1], name + strlen(pairs[k][0]));
		if (workload_find_case(w, other) >= 0)
			return workload_find_case(w, other);
	}
	return -1;
}

static unsigned
check_runs(struct fixture *x, const struct run *r, const struct run *functional, bool sums)
{
	unsigned pairs = 0;

	for (size_t i = 0; i < x->w->ncases; i++) {
		const struct run_case *c = &r->cases[i], *other = functional->cases + i;
		int one = in_one_stream(x->w, i);

		for (size_t k = 0; c->selected && k < c->nlaunches; k++) {
			if (sums)
				check_sum_counts(x, r, x->w->cases[i].name, &c->launches[k]);
			else
				check_loop_counts(x, r, x->w->cases[i].name, &c->launches[k]);
			compare_launches(x, x->w->cases[i].name, &c->launches[k], &other->launches[k]);
			if (one >= 0)
				compare_launches(x, x->w->cases[i].name, &c->launches[k], &r->cases[one].launches[k]);
			pairs += one >= 0;
		}
	}
	return pairs;
}

static void
run_workload(const char *name, bool sums, const char *const *let)
{
	struct simt_error e = {.status = SIMT_OK};
	struct fixture x = {.failures = 0};
	struct run_options o = {.per_pc = true, .arg = &x, .message = message, .contents = contents};
	struct simt_machine *m = simt_machine_load("h200", &e);
	const char *dir = getenv("srcdir");
	struct workload_options wo = {.let = let};
	struct workload *w;
	struct run *r, *functional;
	char path[1024];

	while (let[wo.nlet])
		wo.nlet++;
	snprintf(path, sizeof path, "%s/workloads/%s/%s.csv", dir ? dir : ".", name, name);
	w = workload_read(path, &wo, &e);
	if (!m || !w)
		fail_msg("%s", e.text);
	x.w = w;
	r = run_create(w, m, NULL, &o, &e);
	o.mode = SIMT_FUNCTIONAL;
	functional = run_create(w, m, NULL, &o, &e);
	if (!r || !functional)
		fail_msg("%s", e.text);
	if (run_all(r) != SIMT_OK || run_all(functional) != SIMT_OK)
		report(&x, name, "did not come to its end as expected");
	assert_true(check_runs(&x, r, functional, sums) >= 4);
	assert_true(x.checked >= 2 * w->ncases);
	run_free(r);
	run_free(functional);
	workload_free(w);
	simt_machine_free(m);
	assert_int_equal(x.failures, 0);
}

static const char *const as_shipped[] = {NULL}, *const small[] = {"n=1024", NULL},
			 *const all_sizes[] = {"n=1024", "size=32..1024*2", NULL};

static void
alternating_loop(void **state)
{
	(void)state;
	run_workload("alternating-loop", false, getenv("SIMT_TEST_QUICK") ? small : as_shipped);
}

static void
reductions(void **state)
{
	(void)state;
	run_workload("reductions", true, all_sizes);
}

static void
reductions_on_the_whole_machine(void **state)
{
	(void)state;
	if (!getenv("SIMT_TEST_QUICK"))
		run_workload("reductions", true, as_shipped);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(alternating_loop),
		cmocka_unit_test(reductions),
		cmocka_unit_test(reductions_on_the_whole_machine),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
