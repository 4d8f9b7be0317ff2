/* test-shipped.c: the shipped workloads, run whole on the machine `h200`, against
 *   - references in plain C, element by element;
 *   - the contents of every buffer and the launch counters that a real H200 left (validate/data/h200/);
 *   - the executions of the two paths of branch path unification, from the generated input alone;
 *   - the closed form of its lane use (independent, binomially distributed items).
 * Each case is run in functional mode, those of 4.5 million warp instructions or less in cycle mode too, and the counts of both must be
 * equal. All others, and those of the dynamic kernels, whose counts depend on time, are run in cycle mode by tests/validate/check-run.sh, against
 * the same outputs and counters. With SIMT_TEST_QUICK in the environment half of the cases of a million warp instructions or less take part. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csvfile.h"
#include "workloads/runner/run.h"
#include "tests/helpers/sample.h"
#include "tests/helpers/source.h"

enum { CHUNK = 4096, QUICK = 1000000, CYCLES = 4500000 };

/* launches.csv and outputs.csv; what was measured later, of the latched kernels */
static struct csvfile *counters[2], *outputs[2];

static struct csvfile *
read_data(const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	char path[1024];
	struct csvfile *f = csvfile_read(source_path(path, sizeof path, "validate/data/h200/%s", name), &e);

	if (!f)
		fail_msg("%s", e.text);
	return f;
}

static const char *
cell(const struct csvfile *f, size_t row, const char *column)
{
	int c = csvfile_find(f, column);

	assert_true(c >= 0);
	return csvfile_cell(f, row, (size_t)c)->text;
}

/* ---- one workload ---- */

struct shipped {
	const char *name;
	struct workload *w;
	/* contents of the case that ends, by buffer */
	void *data[8];
	uint64_t count[8];
	size_t n, outputs_seen;
	unsigned failures;
	/* items of path A and B that the warps of path unification execute together: sums of the largest counts, and totals, by case */
	struct paths *paths;
};

struct paths {
	uint64_t most[2], total[2];
	double sum_of_ratios;
	uint64_t warps;
};

static void
report(struct shipped *x, const char *what, const char *one)
{
	if (++x->failures <= 10)
		print_error("%s: %s: %s\n", x->name, one, what);
}

/* ---- references ---- */

static int32_t
rounds(int32_t v, int64_t n)
{
	uint32_t x = (uint32_t)v;

	while (n-- > 0)
		x = (x * x + x) & 0xffff;
	return (int32_t)x;
}

static bool
reference_vecadd(struct shipped *x, const struct workload_case *c)
{
	const float *a = x->data[0], *b = x->data[1], *out = x->data[2];

	(void)c;
	for (uint64_t i = 0; i < x->count[2]; i++)
		if (out[i] != a[i] + b[i])
			return false;
	return true;
}

static bool
reference_dynamic(struct shipped *x, const struct workload_case *c)
{
	const int32_t *in = x->data[0], *out = x->data[1];
	int64_t len = case_param(x->w, c, "len");

	for (uint64_t i = 0; i < x->count[1]; i++)
		if (out[i] != rounds(in[i], len * in[i]))
			return false;
	return true;
}

enum { VALUES = 65536 };

/* What n rounds make of each value: one round, then two, four, ... of them, of which those that n is the sum of follow each other. Each
 * round by itself, for all values, would take seconds. */
static int32_t *
rounds_of_all(int64_t n)
{
	int32_t *result = malloc(VALUES * sizeof *result), *some = malloc(VALUES * sizeof *some),
		*twice = malloc(VALUES * sizeof *twice);
	const int64_t all = n;

	for (int32_t v = 0; v < VALUES; v++) {
		result[v] = v;
		some[v] = rounds(v, 1);
	}
	for (; n; n /= 2) {
		int32_t *t = some;

		for (int32_t v = 0; n % 2 && v < VALUES; v++)
			result[v] = some[result[v]];
		for (int32_t v = 0; v < VALUES; v++)
			twice[v] = some[some[v]];
		some = twice;
		twice = t;
	}
	for (int32_t v = 0; v < VALUES; v += 1021)
		assert_int_equal(result[v], rounds(v, all));
	free(some);
	free(twice);
	return result;
}

static bool
reference_unification(struct shipped *x, const struct workload_case *c)
{
	const int32_t *out = x->data[1];
	int64_t len = case_param(x->w, c, "len");
	/* the first round takes the index to 16 bits; from there on len - 1 rounds, worked out once for each of the 65536 values */
	int32_t *first = rounds_of_all(len - 1);
	bool ok = true;

	for (uint64_t i = 0; ok && i < x->count[1]; i++)
		ok = out[i] == first[rounds((int32_t)i, 1)];
	free(first);
	return ok;
}

/* Counts, warp by warp, how many items of each path its lanes own: path A where bit 2 is set. */
static void
count_paths(struct shipped *x, const struct workload_case *c, size_t index)
{
	const int32_t *kind = x->data[0];
	bool unified = strstr(c->name, "unified") == c->name;
	uint64_t per = unified ? (uint64_t)case_param(x->w, c, "per") : 1;
	struct paths *p = x->paths + index;

	for (uint64_t first = 0; first < x->count[0]; first += 32 * per) {
		uint64_t most[2] = {0, 0}, total[2] = {0, 0};

		for (unsigned lane = 0; lane < 32; lane++) {
			uint64_t n[2] = {0, 0};

			for (uint64_t i = 0; i < per; i++)
				n[!(kind[first + lane * per + i] & 4)]++;
			for (int k = 0; k < 2; k++) {
				most[k] = n[k] > most[k] ? n[k] : most[k];
				total[k] += n[k];
			}
		}
		for (int k = 0; k < 2; k++) {
			p->most[k] += most[k];
			p->total[k] += total[k];
		}
		p->sum_of_ratios += (double)(total[0] + total[1]) / (32.0 * (double)(most[0] + most[1]));
		p->warps++;
	}
}

/* ---- recorded contents ---- */

static uint64_t
fnv1a(const uint8_t *p, size_t n)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	while (n--)
		h = (h ^ *p++) * UINT64_C(0x100000001b3);
	return h;
}

/* Which of the files has a case. */
static size_t
file_of(const char *of_case)
{
	return !strncmp(of_case, "latched-", 8);
}

/* The recorded rows of a buffer follow each other: finds the first. */
static size_t
find_output(const struct shipped *x, const struct csvfile *f, const char *of_case, const char *buffer)
{
	for (size_t r = 0; r < f->nrows; r++)
		if (!strcmp(cell(f, r, "case"), of_case) && !strcmp(cell(f, r, "buffer"), buffer) &&
		    !strcmp(cell(f, r, "workload"), x->name))
			return r;
	return SIZE_MAX;
}

static void
compare_output(struct shipped *x, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	const struct csvfile *f = outputs[file_of(c->name)];
	size_t row = find_output(x, f, c->name, b->name), size = element_info[b->type].bytes;
	uint64_t chunks = (b->count + CHUNK - 1) / CHUNK;

	if (row == SIZE_MAX || strtoull(cell(f, row, "elements"), NULL, 10) != b->count) {
		report(x, "no recorded contents of this size", c->name);
		return;
	}
	for (uint64_t k = 0; k < chunks; k++) {
		uint64_t n = b->count - k * CHUNK < CHUNK ? b->count - k * CHUNK : CHUNK;
		uint64_t h = fnv1a((const uint8_t *)data + k * CHUNK * size, n * size);

		if (h != strtoull(cell(f, row + k, "fnv1a64"), NULL, 16)) {
			report(x, "a buffer differs from the device's", c->name);
			return;
		}
		x->outputs_seen++;
	}
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	struct shipped *x = arg;
	size_t bytes = (size_t)workload_buffer_bytes(b), index = (size_t)(c - x->w->cases);
	bool ok;

	compare_output(x, c, b, data);
	x->data[x->n] = malloc(bytes);
	memcpy(x->data[x->n], data, bytes);
	x->count[x->n++] = b->count;
	if (x->n < c->nbuffers)
		return;
	if (!strcmp(x->name, "vecadd")) {
		ok = reference_vecadd(x, c);
	} else if (!strcmp(x->name, "dynamic-work")) {
		ok = reference_dynamic(x, c);
	} else {
		ok = reference_unification(x, c);
		count_paths(x, c, index);
	}
	if (!ok)
		report(x, "the output differs from the reference", c->name);
	while (x->n)
		free(x->data[--x->n]);
}

static void
message(void *arg, const struct simt_error *e)
{
	report(arg, e->text, "error");
}

/* ---- recorded counters ---- */

/* Launches whose counters differ between two runs on the device: the dynamic kernels take items from a counter in shared memory, so
 * that the order of warps decides who does what. */
static bool
is_exempt(const char *kernel)
{
	return !strncmp(kernel, "dynamic_", 8) || !strncmp(kernel, "latched_", 8);
}

static const struct {
	const char *metric;
	enum simt_stat stat;
} compared[] = {
	{"smsp__inst_executed.sum", SIMT_STAT_inst_executed},
	{"smsp__thread_inst_executed.sum", SIMT_STAT_thread_inst_executed},
	{"smsp__thread_inst_executed_pred_on.sum", SIMT_STAT_thread_inst_executed_true},
	{"smsp__warps_launched.sum", SIMT_STAT_warps_launched},
};

/* Returns how many recorded values were compared. */
static unsigned
compare_counters(struct shipped *x, const struct workload_case *c, const struct run_case *got)
{
	const struct workload_launch *l = &x->w->launch[c->launches[0]];
	const struct csvfile *f = counters[file_of(c->name)];
	unsigned n = 0;

	for (size_t r = 0; r < f->nrows; r++) {
		/* the rows of the whole case: those that name no launch */
		if (*cell(f, r, "launch") || strcmp(cell(f, r, "case"), c->name) ||
		    strcmp(cell(f, r, "technique"), l->cell[COLUMN_technique]))
			continue;
		for (size_t k = 0; k < sizeof compared / sizeof *compared; k++) {
			uint64_t want = strtoull(cell(f, r, "value"), NULL, 10), have = got->v[compared[k].stat];
			bool exempt = is_exempt(cell(f, r, "kernel")) && compared[k].stat != SIMT_STAT_warps_launched;

			if (strcmp(cell(f, r, "metric"), compared[k].metric))
				continue;
			n++;
			/* what differs from run to run on the device must still be near: within 2 % */
			if (exempt ? fabs((double)have / (double)want - 1) > 0.02 : have != want)
				report(x, compared[k].metric, c->name);
		}
	}
	return n;
}

/* ---- the two paths ---- */

/* Line of path-unification.cu on which the body of a path stands. */
static unsigned
line_of(const char *text)
{
	char path[1024], line[512];
	FILE *f = fopen(source_path(path, sizeof path, "workloads/path-unification/path-unification.cu"), "r");
	unsigned n = 0, found = 0;

	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		n++;
		if (strstr(line, text) && !strstr(line, "#define"))
			found = n;
	}
	fclose(f);
	assert_true(found);
	return found;
}

/* Executions and lanes of the ANDs on a source line: one for each round of the path. */
static void
body(const struct shipped *x, const struct run *r, const struct run_launch *l, unsigned line, uint64_t *executions, uint64_t *lanes,
     unsigned *instructions)
{
	const struct simt_function *f = r->function[l->launch];

	(void)x;
	*executions = *lanes = *instructions = 0;
	for (size_t i = 0; i < l->npc; i++) {
		const char *file;
		char sass[160];
		unsigned at;

		if (!simt_function_line(f, i, &file, &at) || at != line || !simt_function_sass(f, i, sass, sizeof sass) ||
		    !strstr(sass, "LOP3.LUT"))
			continue;
		*executions += l->pc[i].inst_executed;
		*lanes += l->pc[i].thread_inst_executed;
		++*instructions;
	}
}

/* Distribution of the largest and the smallest of 32 numbers of heads in n throws: mean and variance of S = max + n - min (turns of A
 * and of B) and of n / S, both exact up to rounding. */
static void
closed_form(unsigned n, double *mean_s, double *var_s, double *mean_q, double *var_q)
{
	double f[66] = {0}, p = pow(0.5, n), s1 = 0, s2 = 0, q1 = 0, q2 = 0;

	/* f[i + 1] = P(heads <= i) */
	for (unsigned i = 0; i <= n; i++) {
		f[i + 1] = f[i] + p;
		p = p * (n - i) / (i + 1);
	}
	for (unsigned hi = 0; hi <= n; hi++)
		for (unsigned lo = 0; lo <= hi; lo++) {
			/* all 32 in lo..hi, and both ends taken */
			double w = pow(f[hi + 1] - f[lo], 32), s = hi + n - lo;

			if (lo < hi)
				w -= pow(f[hi] - f[lo], 32) + pow(f[hi + 1] - f[lo + 1], 32);
			if (lo + 1 < hi)
				w += pow(f[hi] - f[lo + 1], 32);
			s1 += w * s;
			s2 += w * s * s;
			q1 += w * n / s;
			q2 += w * n * n / s / s;
		}
	*mean_s = s1;
	*var_s = s2 - s1 * s1;
	*mean_q = q1;
	*var_q = q2 - q1 * q1;
}

static void
check_paths(struct shipped *x, const struct run *r, size_t i)
{
	const struct workload_case *c = &x->w->cases[i];
	const struct paths *p = x->paths + i;
	uint64_t len = (uint64_t)case_param(x->w, c, "len");

	for (int k = 0; k < 2; k++) {
		uint64_t executions, lanes;
		unsigned instructions;

		body(x, r, r->cases[i].launches, line_of(k ? "ROUNDS(\"B\")" : "ROUNDS(\"A\")"), &executions, &lanes,
		     &instructions);
		/* the two paths are there, each in instructions of its own, one AND for each unrolled round */
		if (instructions != (unsigned)case_param(x->w, c, "unrolled"))
			report(x, "the path has another number of ANDs in the machine code", c->name);
		if (executions != p->most[k] * len)
			report(x, "the executions of a path differ from the input's", c->name);
		if (lanes != p->total[k] * len)
			report(x, "the lanes of a path differ from the input's", c->name);
	}
}

static void
check_ratios(struct shipped *x, const struct workload_case *c, const struct paths *p)
{
	static const struct {
		unsigned per;
		double of_totals, mean, paper;
	} known[] = {{1, 50.00, 50.00, 50.0}, {4, 51.64, 51.84, 51.8}, {16, 66.40, 66.60, 66.6}, {64, 79.53, 79.62, 79.5}};
	unsigned per = (unsigned)case_param(x->w, c, "per"), k = 0;
	double mean_s, var_s, mean_q, var_q, n = (double)p->warps, ratio, mean;

	if (strstr(c->name, "unified") != c->name)
		return;
	while (known[k].per != per)
		k++;
	closed_form(per, &mean_s, &var_s, &mean_q, &var_q);
	ratio = (double)(p->total[0] + p->total[1]) / (32.0 * (double)(p->most[0] + p->most[1]));
	mean = p->sum_of_ratios / n;
	/* the numbers of the closed form, as they are published with this workload */
	assert_true(fabs(100 * per / mean_s - known[k].of_totals) < 0.005);
	assert_true(fabs(100 * mean_q - known[k].mean) < 0.005);
	assert_true(fabs(100 * mean_q - known[k].paper) <= 0.15);
	/* totals: n / S is flat enough for the standard error of its mean to go through the first derivative */
	if (fabs(ratio - per / mean_s) > 3 * per / (mean_s * mean_s) * sqrt(var_s / n) + 1e-9)
		report(x, "the ratio of totals is more than 3 standard errors off", c->name);
	if (fabs(mean - mean_q) > 3 * sqrt(var_q / n) + 1e-9)
		report(x, "the mean of ratios is more than 3 standard errors off", c->name);
	print_message("# %s: %" PRIu64
		      " warps, ratio of totals %.2f %% (closed form %.2f), mean of ratios %.2f %% (%.2f), paper %.1f\n",
		      c->name, p->warps, 100 * ratio, 100 * per / mean_s, 100 * mean, 100 * mean_q, known[k].paper);
}

/* ---- tests ---- */

/* Cases that the device ran in so many warp instructions or less; UINT64_MAX: all, also those that it did not run. */
static bool *
selection(const struct workload *w, uint64_t most)
{
	bool *s = calloc(w->ncases, sizeof *s);

	for (size_t i = 0; i < w->ncases; i++)
		s[i] = most == UINT64_MAX;
	for (int k = 0; k < 2; k++)
		for (size_t r = 0; r < counters[k]->nrows; r++) {
			int i = workload_find_case(w, cell(counters[k], r, "case"));

			if (i >= 0 && !strcmp(cell(counters[k], r, "metric"), "smsp__inst_executed.sum") &&
			    strtoull(cell(counters[k], r, "value"), NULL, 10) <= most && sampled((uint32_t)i, 2))
				s[i] = true;
		}
	return s;
}

static struct run *
run_mode(struct shipped *x, const struct simt_machine *m, const bool *selected, enum simt_mode mode)
{
	struct run_options o = {.per_pc = true, .mode = mode, .arg = x, .message = message, .contents = contents};
	struct simt_error e = {.status = SIMT_OK};
	struct run *r;

	memset(x->paths, 0, x->w->ncases * sizeof *x->paths);
	r = run_create(x->w, m, selected, &o, &e);
	if (!r)
		fail_msg("%s", e.text);
	if (run_all(r) != SIMT_OK)
		report(x, "did not come to its end as expected", "run");
	for (size_t i = 0; i < x->w->ncases; i++) {
		if (!selected[i])
			continue;
		/* four metrics in each of two recorded runs */
		if (compare_counters(x, &x->w->cases[i], &r->cases[i]) != 8)
			report(x, "has no recorded counters", x->w->cases[i].name);
		if (!strcmp(x->name, "path-unification"))
			check_paths(x, r, i);
	}
	return r;
}

static void
compare_modes(struct shipped *x, const struct workload_case *c, const struct run_launch *cycle, const struct run_launch *functional)
{
	for (int k = 0; k < SIMT_STATS; k++)
		if (!simt_stat_info[k].timed && run_launch_stats(cycle).v[k] != run_launch_stats(functional).v[k])
			report(x, simt_stat_info[k].metric, c->name);
	if (memcmp(cycle->pc, functional->pc, cycle->npc * sizeof *cycle->pc))
		report(x, "counts of instructions differ between the modes", c->name);
}

static void
run_workload(const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	struct shipped x = {.name = name};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct run *r, *functional;
	char path[1024];
	bool *selected, *timed;

	x.w = workload_read(source_path(path, sizeof path, "workloads/%s/%s.csv", name, name),
			    &(struct workload_options){.nlet = 0}, &e);
	if (!m || !x.w)
		fail_msg("%s", e.text);
	x.paths = calloc(x.w->ncases, sizeof *x.paths);
	selected = selection(x.w, sample_is_taken() ? QUICK : UINT64_MAX);
	timed = selection(x.w, sample_is_taken() ? QUICK : CYCLES);
	for (size_t i = 0; i < x.w->ncases; i++)
		timed[i] = timed[i] && !is_exempt(x.w->launch[x.w->cases[i].launches[0]].cell[COLUMN_kernel]);
	r = run_mode(&x, m, timed, SIMT_CYCLE);
	functional = run_mode(&x, m, selected, SIMT_FUNCTIONAL);
	for (size_t i = 0; i < x.w->ncases; i++)
		if (selected[i] && !strcmp(name, "path-unification"))
			check_ratios(&x, &x.w->cases[i], x.paths + i);
	for (size_t i = 0; i < x.w->ncases; i++)
		if (timed[i])
			compare_modes(&x, &x.w->cases[i], r->cases[i].launches, functional->cases[i].launches);
	print_message("# %s: %zu chunks equal to the device's\n", name, x.outputs_seen);
	run_free(r);
	run_free(functional);
	workload_free(x.w);
	simt_machine_free(m);
	free(x.paths);
	free(selected);
	free(timed);
	assert_int_equal(x.failures, 0);
}

static void
vecadd(void **state)
{
	(void)state;
	run_workload("vecadd");
}

static void
dynamic_work(void **state)
{
	(void)state;
	run_workload("dynamic-work");
}

static void
path_unification(void **state)
{
	(void)state;
	run_workload("path-unification");
}

static int
open_data(void **state)
{
	(void)state;
	counters[0] = read_data("launches.csv");
	counters[1] = read_data("latched-launches.csv");
	outputs[0] = read_data("outputs.csv");
	outputs[1] = read_data("latched-outputs.csv");
	return 0;
}

static int
close_data(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		csvfile_free(counters[k]);
		csvfile_free(outputs[k]);
	}
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vecadd),
		cmocka_unit_test(dynamic_work),
		cmocka_unit_test(path_unification),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, open_data, close_data);
}
