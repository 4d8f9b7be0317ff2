/* test-dynamic.c: the two forms of dynamic work assignment (workloads/dynamic-work).
 *   - In the machine code: where lanes that go to the settlement meet the others again. In dynamic_N that is the settlement, in
 *     latched_N the loop's end, which all lanes come to before the next round.
 *   - With blocks of one warp who takes what follows from the input, so that executions of the round, of the settlement and of the
 *     refill are integers that a model of a few lines gives: of latched_N under each policy that keeps a warp together, of dynamic_N
 *     where lanes wait for each other. There it runs the round exactly as often as naive_N.
 *   - The counters of those launches are the H200's, all of them, and so are the contents of their buffers
 *     (validate/data/h200/one-warp-*.csv).
 *   - With blocks of eight warps the lanes are still those of the input: each item is settled once, and all but the first of each thread
 *     are fetched.
 * Inner lengths up to 512 where the device is compared with, else up to 16; with SIMT_TEST_QUICK in the environment up to 2, 4 or 8 everywhere. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/cfg.h"
#include "sim/divergence/control-flow.h"
#include "base/csvfile.h"
#include "workloads/runner/run.h"
#include "tests/helpers/sample.h"
#include "tests/helpers/source.h"

enum { WARP = 32, LONGEST = 512, UNROLLED = 128, SHORT = 16, CHUNK = 4096, RUNS = 2 };

#define FOLDER "workloads/dynamic-work/"

static bool
is_form(const struct workload_case *c, const char *form)
{
	return !strncmp(c->name, form, strlen(form));
}

/* The longest inner length where the device is not compared with. */
static int64_t
short_lengths(void)
{
	return sample_is_taken() ? 2 << sample_choice(0, 3) : SHORT;
}

/* ---- what follows from the input ---- */

/* Executions by warps, and lanes, of one instruction of the round, of the settlement and of the refill. */
struct counts {
	uint64_t round[2], settle[2], refill[2];
};

/* One warp, naive: as many rounds as its longest item has. */
static void
naive_counts(const int32_t *in, uint64_t items, struct counts *n)
{
	for (uint64_t first = 0; first < items; first += WARP) {
		int32_t most = 0;

		for (unsigned l = 0; l < WARP; l++) {
			most = in[first + l] > most ? in[first + l] : most;
			n->round[1] += (uint64_t)in[first + l];
		}
		n->round[0] += (uint64_t)most;
	}
}

/* One block of one warp. `together`: lanes settle when all of them have ended their items, else at the end of the round in which each
 * has. The atomic gives items in the order of lanes. */
static void
one_warp_counts(const int32_t *in, int64_t items, bool together, struct counts *n)
{
	int64_t mine[WARP], next = WARP;
	int32_t left[WARP];

	for (unsigned l = 0; l < WARP; l++)
		left[mine[l] = l] = in[l];
	for (;;) {
		unsigned active = 0, ended = 0, still = 0, refilled = 0;

		for (unsigned l = 0; l < WARP; l++) {
			active += mine[l] < items && left[l] > 0;
			still += mine[l] < items && left[l] > 1;
		}
		if (active) {
			n->round[0]++;
			n->round[1] += active;
			for (unsigned l = 0; l < WARP; l++)
				left[l] -= mine[l] < items && left[l] > 0;
		}
		if (together && still)
			continue;
		for (unsigned l = 0; l < WARP; l++) {
			if (mine[l] >= items || left[l])
				continue;
			ended++;
			mine[l] = next++;
			if (mine[l] < items) {
				left[l] = in[mine[l]];
				refilled++;
			}
		}
		n->settle[0] += ended > 0;
		n->settle[1] += ended;
		n->refill[0] += refilled > 0;
		n->refill[1] += refilled;
		if (!active && !ended)
			return;
	}
}

/* ---- what is counted ---- */

struct trial {
	struct workload *w;
	struct run *r;
	struct counts *want; /* by case */
	bool together;       /* lanes of dynamic_N wait for each other */
	bool device;         /* what an H200 does: outputs and counters are compared with the recorded ones */
	unsigned failures;
};

static void
message(void *arg, const struct simt_error *e)
{
	struct trial *t = arg;

	t->failures++;
	print_error("%s\n", e->text);
}

static void
check_output(struct trial *t, const struct workload_case *c, const int32_t *in, const int32_t *out, uint64_t n)
{
	int64_t len = case_param(t->w, c, "len");

	for (uint64_t i = 0; i < n; i++) {
		uint32_t x = (uint32_t)in[i];

		for (int64_t k = len * in[i]; k > 0; k--)
			x = (x * x + x) & 0xffff;
		if ((uint32_t)out[i] != x) {
			t->failures++;
			print_error("%s: element %" PRIu64 " is %" PRId32 ", not %" PRIu32 "\n", c->name, i, out[i], x);
			return;
		}
	}
}

/* ---- recorded on an H200 ---- */

static struct csvfile *launches, *outputs;

static const char *
cell(const struct csvfile *f, size_t row, const char *column)
{
	int c = csvfile_find(f, column);

	assert_true(c >= 0);
	return csvfile_cell(f, row, (size_t)c)->text;
}

/* A buffer of this workload is a chunk. */
static void
compare_output(struct trial *t, const struct workload_case *c, const struct workload_buffer *b, const uint8_t *data)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	unsigned n = 0;

	assert_int_equal(b->count, CHUNK);
	for (uint64_t i = 0; i < workload_buffer_bytes(b); i++)
		h = (h ^ data[i]) * UINT64_C(0x100000001b3);
	for (size_t r = 0; r < outputs->nrows; r++) {
		if (strcmp(cell(outputs, r, "case"), c->name) || strcmp(cell(outputs, r, "buffer"), b->name))
			continue;
		n++;
		if (strtoull(cell(outputs, r, "fnv1a64"), NULL, 16) != h) {
			t->failures++;
			print_error("%s: %s differs from the device's\n", c->name, b->name);
		}
	}
	assert_int_equal(n, 1);
}

static void
compare_counters(struct trial *t, size_t at)
{
	static const struct {
		const char *metric;
		enum simt_stat stat;
	} compared[] = {
		{"smsp__inst_executed.sum", SIMT_STAT_inst_executed},
		{"smsp__thread_inst_executed.sum", SIMT_STAT_thread_inst_executed},
		{"smsp__thread_inst_executed_pred_on.sum", SIMT_STAT_thread_inst_executed_true},
		{"smsp__sass_branch_targets.sum", SIMT_STAT_branches},
		{"smsp__sass_branch_targets_threads_divergent.sum", SIMT_STAT_branches_divergent},
	};
	size_t kinds = sizeof compared / sizeof *compared, n = 0;

	for (size_t r = 0; r < launches->nrows; r++) {
		if (*cell(launches, r, "launch") || strcmp(cell(launches, r, "case"), t->w->cases[at].name))
			continue;
		for (size_t k = 0; k < kinds; k++) {
			uint64_t want = strtoull(cell(launches, r, "value"), NULL, 10), have = t->r->cases[at].v[compared[k].stat];

			if (strcmp(cell(launches, r, "metric"), compared[k].metric))
				continue;
			n++;
			if (have == want)
				continue;
			t->failures++;
			print_error("%s: %s: %" PRIu64 ", measured %" PRIu64 "\n", t->w->cases[at].name, compared[k].metric, have,
				    want);
		}
	}
	assert_int_equal(n, kinds * RUNS);
}

static int
open_data(void **state)
{
	struct simt_error e = {.status = SIMT_OK};
	char path[1024];

	(void)state;
	launches = csvfile_read(source_path(path, sizeof path, "validate/data/h200/one-warp-launches.csv"), &e);
	outputs = csvfile_read(source_path(path, sizeof path, "validate/data/h200/one-warp-outputs.csv"), &e);
	if (!launches || !outputs)
		fail_msg("%s", e.text);
	return 0;
}

static int
close_data(void **state)
{
	(void)state;
	csvfile_free(launches);
	csvfile_free(outputs);
	return 0;
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	static int32_t *in;
	struct trial *t = arg;
	struct counts *n = t->want + (c - t->w->cases);
	int64_t items = case_param(t->w, c, "items");

	if (t->device)
		compare_output(t, c, b, data);
	if (!strcmp(b->name, "in")) {
		free(in);
		in = malloc(workload_buffer_bytes(b));
		memcpy(in, data, workload_buffer_bytes(b));
		if (is_form(c, "naive"))
			naive_counts(in, b->count, n);
		else
			for (uint64_t first = 0; first < b->count; first += (uint64_t)items)
				one_warp_counts(in + first, items, t->together && is_form(c, "dynamic"), n);
		return;
	}
	check_output(t, c, in, data, b->count);
	free(in);
	in = NULL;
}

/* Line of a source on which a text stands last. */
static unsigned
line_of(const char *file, const char *text)
{
	char path[1024], line[512];
	FILE *f = fopen(source_path(path, sizeof path, FOLDER "%s", file), "r");
	unsigned n = 0, found = 0;

	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		n++;
		if (strstr(line, text))
			found = n;
	}
	fclose(f);
	assert_true(found);
	return found;
}

/* Holds all instructions that begin with `sass`, on a line (0: any) or elsewhere (-1), to executions and lanes; returns how many. */
static unsigned
hold(struct trial *t, size_t at, const char *sass, int line, const uint64_t want[2], uint64_t times, bool lanes_alone)
{
	const struct run_launch *l = t->r->cases[at].launches;
	const struct simt_function *f = t->r->function[l->launch];
	unsigned n = 0;

	for (size_t i = 0; i < l->npc; i++) {
		const char *file;
		char text[160];
		unsigned on;

		if (!simt_function_sass(f, i, text, sizeof text) || !strstr(text, sass) || !simt_function_line(f, i, &file, &on) ||
		    (line > 0 && on != (unsigned)line))
			continue;
		n++;
		if ((lanes_alone || l->pc[i].inst_executed == want[0] * times) && l->pc[i].thread_inst_executed == want[1] * times)
			continue;
		t->failures++;
		print_error("%s: %s: %" PRIu64 " executions with %" PRIu64 " lanes, not %" PRIu64 " with %" PRIu64 "\n",
			    t->w->cases[at].name, text, l->pc[i].inst_executed, l->pc[i].thread_inst_executed, want[0] * times,
			    want[1] * times);
	}
	return n;
}

static void
check_counts(struct trial *t, size_t at, bool lanes_alone)
{
	const struct workload_case *c = &t->w->cases[at];
	const char *file = is_form(c, "latched") ? "latch.cu" : "dynamic-work.cu";
	uint64_t len = (uint64_t)case_param(t->w, c, "len"), unrolled = len < UNROLLED ? len : UNROLLED;
	const struct counts *n = t->want + at;

	/* one AND for each unrolled step of a round */
	assert_int_equal(hold(t, at, "LOP3.LUT", (int)line_of(file, "x = (x * x + x)"), n->round, len / unrolled, lanes_alone),
			 unrolled);
	if (is_form(c, "naive"))
		return;
	assert_int_equal(hold(t, at, "ATOMS.ADD", 0, n->settle, 1, lanes_alone), 1);
	assert_int_equal(hold(t, at, "LDG.E", (int)line_of(file, "left = in[first + mine]"), n->refill, 1, lanes_alone), 1);
}

/* Runs the cases of a file up to an inner length, with one parameter of the machine set. */
static void
run_trial(struct trial *t, const char *file, const char *let, const char *policy, int64_t longest)
{
	struct run_options o = {.per_pc = true, .arg = t, .message = message, .contents = contents};
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	char path[1024];
	bool *selected;

	t->w = workload_read(source_path(path, sizeof path, FOLDER "%s", file),
			     &(struct workload_options){.let = &let, .nlet = let ? 1 : 0}, &e);
	if (!m || !t->w || !simt_machine_set(m, policy, &e))
		fail_msg("%s", e.text);
	t->together = strcmp(policy, "yield_hint=on") != 0;
	t->want = calloc(t->w->ncases, sizeof *t->want);
	selected = calloc(t->w->ncases, sizeof *selected);
	for (size_t i = 0; i < t->w->ncases; i++)
		selected[i] = case_param(t->w, &t->w->cases[i], "len") <= longest;
	t->r = run_create(t->w, m, selected, &o, &e);
	if (!t->r)
		fail_msg("%s", e.text);
	assert_int_equal(run_all(t->r), SIMT_OK);
	free(selected);
	simt_machine_free(m);
}

static void
end_trial(struct trial *t)
{
	run_free(t->r);
	workload_free(t->w);
	free(t->want);
	assert_int_equal(t->failures, 0);
}

static size_t
find_case(const struct trial *t, const char *form, int64_t len)
{
	char name[64];
	int i;

	snprintf(name, sizeof name, "%s-%" PRId64, form, len);
	i = workload_find_case(t->w, name);
	assert_true(i >= 0);
	return (size_t)i;
}

static void
one_warp(const char *policy, bool device)
{
	int64_t longest = device && !sample_is_taken() ? LONGEST : short_lengths();
	struct trial t = {.device = device};

	run_trial(&t, "one-warp.csv", NULL, policy, longest);
	for (int64_t len = 1; len <= longest; len *= 2) {
		size_t naive = find_case(&t, "naive", len), dynamic = find_case(&t, "dynamic", len);

		check_counts(&t, naive, false);
		check_counts(&t, find_case(&t, "latched", len), false);
		/* with YIELD the order of paths says who settles when; the lanes are the same */
		check_counts(&t, dynamic, !t.together);
		if (t.together)
			assert_memory_equal(t.want[dynamic].round, t.want[naive].round, sizeof t.want->round);
	}
	for (size_t i = 0; device && i < t.w->ncases; i++)
		if (t.r->cases[i].selected)
			compare_counters(&t, i);
	end_trial(&t);
}

static void
one_warp_barrier(void **state)
{
	(void)state;
	one_warp("yield_hint=on", true);
}

static void
one_warp_without_yield(void **state)
{
	(void)state;
	one_warp("yield_hint=off", false);
}

static void
one_warp_stack(void **state)
{
	(void)state;
	one_warp("reconvergence=stack", false);
}

/* Eight warps a block: the lanes, from the input alone. */
static void
eight_warps(void **state)
{
	static const char *const forms[] = {"dynamic", "latched"};
	struct trial t = {.failures = 0};

	(void)state;
	run_trial(&t, "dynamic-work.csv", "blocks=2", "yield_hint=on", short_lengths());
	for (int64_t len = 1; len <= short_lengths(); len *= 2)
		for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
			size_t at = find_case(&t, forms[k], len);
			struct counts *n = t.want + at;
			uint64_t blocks = (uint64_t)case_param(t.w, &t.w->cases[at], "blocks");

			/* each item once; the first of each of 256 threads is fetched in front of the loop */
			n->settle[1] = blocks * (uint64_t)case_param(t.w, &t.w->cases[at], "items");
			n->refill[1] = n->settle[1] - blocks * 256;
			check_counts(&t, at, true);
		}
	end_trial(&t);
}

/* ---- the machine code ---- */

/* The guarded branch in front of the settlement's atomic, by which lanes leave for it or pass it. */
static size_t
branch_to_settlement(const struct simt_function *f, size_t *atomic)
{
	size_t branch = SIZE_MAX;

	for (*atomic = 0; *atomic < f->n && strcmp(f->code[*atomic].op->name, "ATOMS"); ++*atomic)
		if (f->code[*atomic].op->flow == FLOW_BRANCH && f->code[*atomic].guard != ISA_PT)
			branch = *atomic;
	assert_true(*atomic < f->n && branch != SIZE_MAX);
	return branch;
}

static void
shape(void **state)
{
	struct trial t = {.failures = 0};
	unsigned forms[2] = {0, 0};

	(void)state;
	run_trial(&t, "one-warp.csv", "items=32", "reconvergence=stack", LONGEST);
	for (size_t i = 0; i < t.w->ncases; i++) {
		const struct simt_function *f = t.r->function[t.w->cases[i].launches[0]];
		bool latched = is_form(&t.w->cases[i], "latched");
		size_t atomic, branch, latch, back = 0;

		if (is_form(&t.w->cases[i], "naive"))
			continue;
		branch = branch_to_settlement(f, &atomic);
		latch = f->ipdom[branch];
		assert_true(latch != IPDOM_NONE);
		forms[latched]++;
		if (!latched) {
			/* lanes meet in front of the atomic: a stack lets none settle before all are there */
			assert_true(f->code[branch].target / ISA_INST_BYTES <= branch);
			assert_true(latch > branch && latch < atomic);
			continue;
		}
		/* they meet behind it, at a BSYNC; what goes back to the head comes from behind that alone, once */
		assert_true(latch > atomic);
		assert_int_equal(f->code[latch].op->flow, FLOW_BSYNC);
		for (size_t k = branch; k < f->n; k++)
			if (f->code[k].op->flow == FLOW_BRANCH && f->code[k].target / ISA_INST_BYTES <= branch) {
				assert_true(k > latch && !back);
				back = k;
			}
		assert_true(back > 0);
	}
	assert_int_equal(forms[0], 10);
	assert_int_equal(forms[1], 10);
	end_trial(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shape),          cmocka_unit_test(one_warp_barrier), cmocka_unit_test(one_warp_without_yield),
		cmocka_unit_test(one_warp_stack), cmocka_unit_test(eight_warps),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, open_data, close_data);
}
