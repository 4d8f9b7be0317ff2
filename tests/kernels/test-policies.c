/* test-policies.c: what must hold for all shipped workloads, in small sizes, at every warp size, with every reconvergence policy and every
 * way of taking the banks:
 *  - outputs are those of 32 threads a warp under `barrier`, but for kernels that name a reason (`limits`);
 *  - lane-slots add up: those of all issue slots are active, waiting, exited, never launched or, under `ideal`, unfilled; those that wait,
 *    have exited or are guarded off are the sums over the roots of divergence, to the last one;
 *  - a warp of one thread and policy `ideal` leave no lane-slot waiting;
 *  - under `stack`, when the warp doubles, the lane-slots that wait, have exited or were never launched never fall in sum, where control
 *    flow does not depend on timing; those that wait alone never fall where no lanes exit while others go on, but fall in naive-10-4;
 *  - functional mode gives the same outputs.
 * Warps of up to four threads are many and have all lanes on one bank: there each case and policy runs with one way of taking the banks,
 * another one for each case and width, so that between them they meet all; `stack` in lockstep besides, whose widths are compared. With SIMT_TEST_QUICK in the
 * environment one case of each workload at half of the widths, with one way at each width and policy, others for each SIMT_SEED. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers/hash.h"
#include "workloads/runner/run.h"
#include "tests/helpers/sample.h"

enum { WIDEST = 128 };

static const struct sample {
	const char *file, *let[2], *only[4];
	bool timed; /* which thread does what depends on time */
} samples[] = {
	{"vecadd/vecadd.csv", {"n=700"}, {"*"}, false},
	{"dynamic-work/dynamic-work.csv", {"blocks=1", "items=256"}, {"naive-1"}, false},
	{"dynamic-work/dynamic-work.csv", {"blocks=1", "items=256"}, {"dynamic-1"}, true},
	{"dynamic-work/dynamic-work.csv", {"blocks=1", "items=512"}, {"latched-1"}, true},
	{"dynamic-work/one-warp.csv", {"blocks=2", "items=64"}, {"*-4"}, true},
	{"path-unification/path-unification.csv", {"blocks=1"}, {"*-10-4"}, false},
	{"half-warp/half-warp.csv", {"n=16"}, {"*-1"}, false},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, {"loop-wide-1", "data-kept-1-50", "jump-4-random"}, false},
	{"fixed-array/fixed-array.csv", {NULL}, {"*-1000-64-1"}, false},
	{"tiled-matmul/tiled-matmul.csv", {"w=19"}, {"*-8-19", "checked-16-19", "wide-16-19"}, false},
	{"alternating-loop/alternating-loop.csv",
	 {"n=1024", "large=20"},
	 {"naive-*", "published-*", "two-*", "regrouped-*"},
	 false},
	{"reductions/reductions.csv", {"n=512", "size=128"}, {"neigh*", "*-branch-*", "two-5*", "parts-5*"}, false},
	{"local/local.csv", {"threads_per_block=32"}, {"*"}, false},
	{"memory/patterns.csv", {NULL}, {"*-32-stride-3", "*-32-pairs", "*-128-even_lanes"}, false},
	{"probes/probes.csv", {NULL}, {"*-1-64"}, false},
	{"probes/random.csv", {NULL}, {"random-?-1"}, false},
	{"../tests/kernels/gather.csv", {NULL}, {"tiles of 4 in groups of 2", "votes"}, false},
};

/* Where a kernel cannot be run, or its output is another. */
static const struct limit {
	const char *policy, *only; /* policy NULL: any */
	unsigned least, most;      /* threads of a warp */
	const char *why;
} limits[] = {
	{NULL, "sync_warp-*", 1, 1, "threads exchange values behind __syncwarp()"},
	{NULL, "sync_warp_loop-*", 1, 16, "threads exchange values behind __syncwarp() with all of 32"},
	{"stack", "recursion", 1, 128, "calls"},
	{"stack", "jump-*-random", 1, 128, "indirect branches"},
	{NULL, "tiles of 4 *", 1, 16, "votes with masks of 32 lanes"},
	{NULL, "votes", 1, 16, "the same"},
	{"stack", "tiles of 4 *", 1, 128, "lanes wait at a collective operation for others that the stack holds back"},
	{"stack", "votes", 1, 128, "the same"},
	{"ideal", "recursion", 1, 128, "calls that put a barrier into a register"},
};

static bool
is_limited(const char *policy, const char *name, unsigned width)
{
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if ((!limits[i].policy || !strcmp(limits[i].policy, policy)) && !fnmatch(limits[i].only, name, 0) &&
		    width >= limits[i].least && width <= limits[i].most)
			return true;
	return false;
}

static void
message(void *arg, const struct simt_error *e)
{
	snprintf(arg, 400, "%.399s", e->text);
}

/* Outputs of a case, as a hash. */
struct outcome {
	char text[400]; /* of the failure, first: see message() */
	uint64_t hash;
	bool ok;
	uint64_t v[SIMT_STATS];
	struct root_list roots;    /* sums over the launches, but for `lost`: */
	uint64_t lost[ROOT_KINDS]; /* over the roots */
};

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	struct outcome *o = arg;

	(void)c;
	o->hash = hash_bytes(o->hash, data, workload_buffer_bytes(b));
}

static struct simt_machine *
machine(const char *policy, const char *banks, unsigned width)
{
	static const char *const fixed[] = {"sms=1", "l2_bytes=65536", "l1_bytes=16384"};
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	char text[3][48];
	bool ok = m;

	snprintf(text[0], sizeof text[0], "reconvergence=%.20s", policy);
	snprintf(text[1], sizeof text[1], "bank_issue=%.20s", banks);
	snprintf(text[2], sizeof text[2], "warp_size=%u", width);
	for (int i = 0; ok && i < 3; i++)
		ok = simt_machine_set(m, text[i], &e) && simt_machine_set(m, fixed[i], &e);
	/* hundreds of warps of one or two threads would be ready at a time in each of four sub-cores, which takes most of all the time */
	if (ok && width <= 2)
		ok = simt_machine_set(m, "subcores=8", &e);
	if (!ok)
		fail_msg("%s", e.text);
	return m;
}

/* Adds up the roots of a case. */
static void
add_roots(const struct run_case *c, struct outcome *o)
{
	for (size_t i = 0; i < c->nlaunches; i++) {
		const struct root_list *l = c->launches[i].roots;

		assert_non_null(l);
		o->roots.slots += l->slots;
		o->roots.active += l->active;
		o->roots.never += l->never;
		o->roots.unfilled += l->unfilled;
		for (size_t k = 0; k < l->n; k++) {
			const struct root *r = l->root + k;

			o->lost[r->kind] += r->lost;
			assert_true(r->lost <= r->nested && (r->parent == ROOT_NONE || l->root[r->parent].depth + 1 == r->depth));
		}
	}
}

static void
run_case(const struct workload *w, size_t i, const char *policy, const char *banks, unsigned width, enum simt_mode mode,
	 struct outcome *o)
{
	struct simt_machine *m = machine(policy, banks, width);
	struct run_options options = {.roots = true, .mode = mode, .arg = o, .message = message, .contents = contents};
	struct simt_error e = {.status = SIMT_OK};
	bool *selected = calloc(w->ncases, sizeof *selected);
	struct run *r;

	*o = (struct outcome){.hash = UINT64_C(0xcbf29ce484222325)};
	selected[i] = true;
	r = run_create(w, m, selected, &options, &e);
	if (r) {
		o->ok = run_all(r) == SIMT_OK;
		memcpy(o->v, r->cases[i].v, sizeof o->v);
		if (o->ok)
			add_roots(&r->cases[i], o);
	} else {
		message(o, &e);
	}
	run_free(r);
	free(selected);
	simt_machine_free(m);
}

static uint64_t
idle(const uint64_t *v)
{
	return v[SIMT_STAT_lanes_waiting] + v[SIMT_STAT_lanes_exited] + v[SIMT_STAT_lanes_never] + v[SIMT_STAT_lanes_unfilled];
}

/* What of the roots does not agree with the counts, or NULL. */
static const char *
compare_roots(const struct outcome *o, unsigned width)
{
	const uint64_t *v = o->v, slots = v[SIMT_STAT_inst_executed] - v[SIMT_STAT_inst_coissued];
	uint64_t sum = o->roots.active - o->lost[ROOT_PREDICATE] + o->roots.never + o->roots.unfilled;

	for (int k = 0; k < ROOT_KINDS; k++)
		sum += o->lost[k];
	if (o->lost[ROOT_BRANCH] + o->lost[ROOT_BARRIER] != v[SIMT_STAT_lanes_waiting])
		return "roots and waiting lane-slots";
	if (o->lost[ROOT_EXIT] != v[SIMT_STAT_lanes_exited])
		return "roots and exited lane-slots";
	if (o->lost[ROOT_PREDICATE] > v[SIMT_STAT_thread_inst_executed] - v[SIMT_STAT_thread_inst_executed_true])
		return "more lane-slots at roots than are guarded off";
	if (o->roots.active != v[SIMT_STAT_thread_inst_executed] || o->roots.never != v[SIMT_STAT_lanes_never] ||
	    o->roots.slots != slots)
		return "what has no root";
	return sum == slots * width ? NULL : "all lane-slots and their parts";
}

static unsigned
check_counts(const char *name, const char *policy, const char *banks, unsigned width, const struct outcome *o)
{
	const char *wrong = compare_roots(o, width);
	const uint64_t *v = o->v;

	if ((v[SIMT_STAT_inst_executed] - v[SIMT_STAT_inst_coissued]) * width != v[SIMT_STAT_thread_inst_executed] + idle(v))
		wrong = "lane-slots do not add up";
	if (v[SIMT_STAT_lanes_waiting] && (width == 1 || !strcmp(policy, "ideal")))
		wrong = "there are waiting lane-slots";
	if (strcmp(policy, "ideal") && v[SIMT_STAT_lanes_unfilled])
		wrong = "there are unfilled lane-slots";
	if (wrong)
		print_error("%s, %s, %s, %u threads a warp: %s\n", name, policy, banks, width, wrong);
	return wrong != NULL;
}

/* The warp has doubled. Where the sides of a branch end, rather than meet again, the second one finds lanes that have exited, not lanes that
 * wait; with a wider warp it is the larger side that does more often. What is lost to either, or to waiting alone where nothing exits
 * early, never falls. */
static unsigned
check_doubled(const char *name, unsigned width, const uint64_t *before, const uint64_t *v)
{
	uint64_t lost = idle(v), lost_before = idle(before);
	bool exits = v[SIMT_STAT_lanes_exited] || before[SIMT_STAT_lanes_exited];

	if (lost >= lost_before && (exits || v[SIMT_STAT_lanes_waiting] >= before[SIMT_STAT_lanes_waiting]))
		return 0;
	print_error("%s: fewer lane-slots are lost with %u threads a warp\n", name, width);
	return 1;
}

/* Whether way b of taking the banks is left out for policy p and a width of a case. */
static bool
is_left_out(size_t number, const char *const *policy, unsigned p, unsigned width, unsigned b)
{
	bool others_turn = (number + (unsigned)__builtin_ctz(width) + p) % 3 != b;

	if (sample_is_taken())
		return b != sample_choice(((uint32_t)number * 8 + (unsigned)__builtin_ctz(width)) * 3 + p, 3);
	return others_turn && width <= 4 && (b || strcmp(policy[p], "stack") != 0);
}

static unsigned
check_case(const struct workload *w, size_t i, const struct sample *sample)
{
	static const char *const policy[] = {
#define POLICY(name) #name,
#include "sim/divergence/policies.def"
#undef POLICY
	};
	static const char *const banks[] = {"lockstep", "skip", "independent"};
	const char *name = w->cases[i].name;
	unsigned failures = 0;
	struct outcome first, o;

	run_case(w, i, "barrier", "lockstep", 32, SIMT_CYCLE, &first);
	if (!first.ok) {
		print_error("%s: %s\n", name, first.text);
		return 1;
	}
	for (unsigned p = 0; p < 3; p++) {
		uint64_t before[SIMT_STATS] = {0};

		for (unsigned width = 1; width <= WIDEST; width *= 2) {
			if (is_limited(policy[p], name, width) ||
			    !sampled((uint32_t)((size_t)(sample - samples) + i) * 24 + p * 8 + (unsigned)__builtin_ctz(width), 2))
				continue;
			for (unsigned b = 0; b < 3; b++) {
				if (is_left_out((size_t)(sample - samples) + i, policy, p, width, b))
					continue;
				run_case(w, i, policy[p], banks[b], width, SIMT_CYCLE, &o);
				if (!o.ok || o.hash != first.hash) {
					print_error("%s, %s, %s, %u threads a warp: %s\n", name, policy[p], banks[b], width,
						    o.ok ? "another output" : o.text);
					failures++;
					continue;
				}
				failures += check_counts(name, policy[p], banks[b], width, &o);
				if (b || strcmp(policy[p], "stack") || sample->timed)
					continue;
				failures += check_doubled(name, width, before, o.v);
				memcpy(before, o.v, sizeof before);
			}
			if (!strcmp(policy[p], "ideal"))
				continue;
			run_case(w, i, policy[p], "lockstep", width, SIMT_FUNCTIONAL, &o);
			if (!o.ok || o.hash != first.hash) {
				print_error("%s, %s, functional, %u threads a warp: %s\n", name, policy[p], width,
					    o.ok ? "another output" : o.text);
				failures++;
			} else {
				failures += check_counts(name, policy[p], "functional", width, &o);
			}
		}
	}
	return failures;
}

static bool
is_selected(const struct sample *s, const char *name)
{
	for (size_t k = 0; k < 4 && s->only[k]; k++)
		if (!fnmatch(s->only[k], name, 0))
			return true;
	return false;
}

static void
check_sample(void **state)
{
	const struct sample *s = samples + *(const unsigned *)*state;
	uint32_t n = 0;
	struct simt_error e = {.status = SIMT_OK};
	const char *dir = getenv("srcdir");
	struct workload_options o = {.let = s->let};
	unsigned failures = 0;
	struct workload *w;
	char path[1024];

	while (o.nlet < 2 && s->let[o.nlet])
		o.nlet++;
	snprintf(path, sizeof path, "%s/workloads/%s", dir ? dir : ".", s->file);
	w = workload_read(path, &o, &e);
	if (!w)
		fail_msg("%s", e.text);
	for (size_t i = 0; i < w->ncases; i++)
		n += is_selected(s, w->cases[i].name);
	assert_true(n);
	for (uint32_t i = 0, k = 0; i < w->ncases; i++)
		if (is_selected(s, w->cases[i].name) && sampled(k++, n))
			failures += check_case(w, i, s);
	workload_free(w);
	assert_int_equal(failures, 0);
}

/* Waiting lane-slots alone do fall where the sides of a branch end: DEVIATIONS.md has these numbers. */
static void
waiting_falls(void **state)
{
	static const struct {
		unsigned width, waiting, sum;
	} want[] = {{8, 17307, 27432}, {16, 16551, 27648}, {32, 15741, 27648}};
	static const char *const let[] = {"blocks=1"};
	struct simt_error e = {.status = SIMT_OK};
	const char *dir = getenv("srcdir");
	struct workload_options o = {.let = let, .nlet = 1};
	struct workload *w;
	char path[1024];
	size_t i = 0;

	(void)state;
	snprintf(path, sizeof path, "%s/workloads/path-unification/path-unification.csv", dir ? dir : ".");
	w = workload_read(path, &o, &e);
	if (!w)
		fail_msg("%s", e.text);
	while (strcmp(w->cases[i].name, "naive-10-4") != 0)
		assert_true(++i < w->ncases);
	for (size_t k = 0; k < sizeof want / sizeof *want; k++) {
		struct outcome r;

		run_case(w, i, "stack", "lockstep", want[k].width, SIMT_CYCLE, &r);
		assert_int_equal(r.v[SIMT_STAT_lanes_waiting], want[k].waiting);
		assert_int_equal(idle(r.v), want[k].sum);
	}
	workload_free(w);
}

int
main(void)
{
	enum { SAMPLES = sizeof samples / sizeof *samples };
	struct CMUnitTest tests[SAMPLES + 1] = {[SAMPLES] = cmocka_unit_test(waiting_falls)};
	unsigned number[SAMPLES];

	for (size_t i = 0; i < SAMPLES; i++) {
		number[i] = (unsigned)i;
		tests[i] = (struct CMUnitTest){.name = samples[i].file, .test_func = check_sample, .initial_state = number + i};
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
