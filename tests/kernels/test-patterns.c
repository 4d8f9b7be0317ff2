/* test-patterns.c: workloads/branch-patterns, every case, against what follows from its generated input:
 *   - each element of the output, worked out in plain C;
 *   - the machine code: which kernels have a branch for the sides, and which have none;
 *   - executions and lanes of every instruction of both sides, and how often the branch parts a warp; where no branch is left, the lanes
 *     for which each guarded instruction's predicate holds;
 *   - executions and lanes of a loop's body: the longest and the sum of a warp's trip counts; of each way of a switch;
 *   - the share of warps that enter a side: 1 - (1 - p)^32, within 4 standard errors.
 * In functional mode and in cycle mode, of which SIMT_TEST_QUICK leaves one case of 13; of functional mode one of 4. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/runner/run.h"
#include "tests/helpers/sample.h"
#include "tests/helpers/source.h"

enum { ROUNDS = 32, BLOCK = 1024, WARP = 32, WAYS = 32 };

struct patterns {
	const char *folder;
	struct workload *w;
	unsigned failures;
	uint64_t *output; /* by case: elements compared */
};

static void
report(struct patterns *x, const struct workload_case *c, const char *format, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	if (++x->failures <= 20)
		print_error("%s: %s\n", c->name, text);
}

/* The input as the generator makes it; the caller frees it. */
static void *
input(const struct patterns *x, const struct workload_case *c, uint64_t *count)
{
	const struct workload_buffer *b = &c->buffers[0];
	struct simt_error e = {.status = SIMT_OK};
	void *data = malloc((size_t)workload_buffer_bytes(b));

	assert_non_null(data);
	if (!generator_fill(&b->init, b->type, x->w->folder, data, b->count, &e))
		fail_msg("%s", e.text);
	*count = b->count;
	return data;
}

static const char *
kernel_of(const struct patterns *x, const struct workload_case *c)
{
	return x->w->launch[c->launches[0]].cell[COLUMN_kernel];
}

/* Is it one of the kernels of patterns A to C: if, else, data? */
static bool
has_sides(const char *kernel)
{
	return starts(kernel, "if_") || starts(kernel, "else_") || starts(kernel, "data_");
}

/* ---- outputs ---- */

/* One value of A, B or C: x, and y where the pattern has one. */
static void
one_round(const char *kernel, bool one, int64_t len, uint32_t *x, uint32_t *y)
{
	for (int64_t k = 0; k < len; k++) {
		if (starts(kernel, "data_")) {
			*x = *x * (one ? 3 : 7) + (one ? 5 : 11);
			*y = *y * (one ? 3 : 7) + (one ? 5 : 11);
		} else if (!one && starts(kernel, "if_")) {
			return;
		} else if (len == 1) {
			*x += one ? 1 : UINT32_MAX;
		} else {
			*x = (*x * *x + (one ? *x : -*x)) & 65535;
		}
	}
}

static uint32_t
expected_rounds(const struct patterns *p, const struct workload_case *c, const void *in, uint64_t element)
{
	uint32_t thread = (uint32_t)(element / 2), x = thread, y = ~thread;
	const int8_t *value = (const int8_t *)in + thread / BLOCK * ROUNDS * BLOCK + thread % BLOCK;
	const int64_t percent = case_param(p->w, c, "percent"), len = case_param(p->w, c, "len");
	const char *kernel = kernel_of(p, c);

	for (int r = 0; r < ROUNDS; r++)
		one_round(kernel, value[r * BLOCK] < percent, len, &x, &y);
	return element % 2 ? y : x;
}

static uint32_t
expected_loop(const struct patterns *p, const struct workload_case *c, const void *in, uint64_t element)
{
	uint32_t x = (uint32_t)element;

	for (int64_t k = ((const int32_t *)in)[element] * case_param(p->w, c, "len"); k; k--)
		x = (x * x + x) & 65535;
	return x;
}

static uint32_t
expected_switch(const struct patterns *p, const struct workload_case *c, const void *in, uint64_t element)
{
	uint32_t x = (uint32_t)element,
		 way = ((const uint32_t *)in)[element % c->buffers[0].count] % (uint32_t)case_param(p->w, c, "ways");

	for (int k = 0; k < 8 * 8; k++)
		x = (x * x + x) ^ (256 + way);
	return x;
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	uint32_t (*expected)(const struct patterns *, const struct workload_case *, const void *, uint64_t);
	struct patterns *x = arg;
	const char *kernel = kernel_of(x, c);
	uint64_t count;
	void *in;

	if (strcmp(b->name, "out") != 0)
		return;
	in = input(x, c, &count);
	expected = has_sides(kernel)                                                             ? expected_rounds
		   : strstr(kernel, "_") && (starts(kernel, "loop") || starts(kernel, "binned")) ? expected_loop
												 : expected_switch;
	for (uint64_t i = 0; i < b->count; i++)
		if (((const uint32_t *)data)[i] != expected(x, c, in, i)) {
			report(x, c, "element %" PRIu64 " is %" PRIu32 ", not %" PRIu32, i, ((const uint32_t *)data)[i],
			       expected(x, c, in, i));
			break;
		}
	x->output[c - x->w->cases] += b->count;
	free(in);
}

static void
message(void *arg, const struct simt_error *e)
{
	struct patterns *x = arg;

	x->failures++;
	print_error("%s\n", e->text);
}

/* ---- machine code ---- */

static bool
is_conditional_branch(const char *text)
{
	return *text == '@' && starts(code_opcode(text), "BRA");
}

/* Which side an instruction's guard lets pass: 1, 2, or 0 where its predicate does not come from the comparison of a value with
 * `percent`, which stands as value >= percent in all kernels. */
static int
side_of_guard(const struct code *k, size_t i)
{
	bool negated;
	int p = code_guard(k->text[i], &negated);
	char written[32], bound[8];

	if (p < 0)
		return 0;
	snprintf(written, sizeof written, " P%d, PT, R", p);
	while (i-- > 0)
		if (starts(k->text[i], "ISETP") && strstr(k->text[i], written))
			return starts(k->text[i], "ISETP.GE.AND") &&
					       sscanf(k->text[i], "%*s %*[^,], PT, %*[^,], %2s", bound) == 1 && !strcmp(bound, "UR")
				       ? (negated ? 1 : 2)
				       : 0;
	return 0;
}

/* The branch between the sides, or SIZE_MAX. */
static size_t
side_branch(const struct code *k)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < k->n; i++)
		if (is_conditional_branch(k->text[i]) && side_of_guard(k, i)) {
			assert_true(found == SIZE_MAX);
			found = i;
		}
	return found;
}

/* ---- A to C: counts ---- */

struct sides {
	uint64_t executions[3], lanes[3]; /* of side 1 and 2: warps that enter, their lanes; 0: rounds of warps and of threads */
	uint64_t mixed;                   /* rounds in which a warp takes both */
};

static struct sides
count_sides(const struct patterns *x, const struct workload_case *c)
{
	int64_t percent = case_param(x->w, c, "percent");
	struct sides s = {.mixed = 0};
	uint64_t count;
	int8_t *value = input(x, c, &count);

	for (uint64_t first = 0; first < count; first += WARP) {
		uint64_t lanes[3] = {WARP, 0, 0};

		for (int lane = 0; lane < WARP; lane++)
			lanes[value[first + lane] < percent ? 1 : 2]++;
		for (int side = 0; side < 3; side++) {
			s.executions[side] += lanes[side] > 0;
			s.lanes[side] += lanes[side];
		}
		s.mixed += lanes[1] && lanes[2];
	}
	free(value);
	return s;
}

/* An instruction of a side, executed by all lanes of the side that a warp has. */
static void
check_in_side(struct patterns *x, const struct workload_case *c, const struct code *k, const struct simt_pc_stats *pc, size_t i,
	      const struct sides *s, int side)
{
	if (pc[i].inst_executed != s->executions[side] || pc[i].thread_inst_executed != s->lanes[side])
		report(x, c, "%s in side %d: %" PRIu64 " executions and %" PRIu64 " lanes, not %" PRIu64 " and %" PRIu64,
		       k->text[i], side, pc[i].inst_executed, pc[i].thread_inst_executed, s->executions[side], s->lanes[side]);
}

/* From instruction i to the next jump or BSYNC. Returns how many instructions that are. */
static unsigned
check_side(struct patterns *x, const struct workload_case *c, const struct code *k, const struct simt_pc_stats *pc, size_t i,
	   const struct sides *s, int side)
{
	unsigned n = 0;

	for (; !starts(k->text[i], "BSYNC"); i++) {
		check_in_side(x, c, k, pc, i, s, side);
		if (starts(k->text[i], "BRA"))
			break;
		n++;
		if (starts(k->text[i], "PMTRIG") && !strstr(k->text[i], side == 1 ? "PMTRIG 0x2" : "PMTRIG 0x4"))
			report(x, c, "side %d has the mark of the other", side);
	}
	return n;
}

static void
check_branch(struct patterns *x, const struct workload_case *c, const struct code *k, const struct simt_pc_stats *pc,
	     const struct sides *s, size_t branch)
{
	bool kept = strstr(kernel_of(x, c), "_kept_"), single = starts(kernel_of(x, c), "if_");
	int taken = side_of_guard(k, branch), len = (int)case_param(x->w, c, "len");
	unsigned n[3];

	n[taken] = check_side(x, c, k, pc, code_target(k->text[branch]), s, taken);
	n[3 - taken] = check_side(x, c, k, pc, branch + 1, s, 3 - taken);
	/* ++x is one instruction, the pair of C two; the mark is one more, and a single if has nothing on its second side */
	if (len == 1 && (n[1] != 1u + starts(kernel_of(x, c), "data_") + kept || n[2] != (single ? 0 : n[1])))
		report(x, c, "sides of %u and %u instructions", n[1], n[2]);
	if (len == 8 && (n[1] < 15 || (single ? n[2] != 0 : n[2] < 15)))
		report(x, c, "sides of %u and %u instructions", n[1], n[2]);
	if (code_count(k, "PMTRIG", false) != (kept ? 2u - single : 0))
		report(x, c, "wrong number of marks");
	for (size_t i = 0; i < k->n; i++)
		if (pc[i].diverged != (i == branch ? s->mixed : 0))
			report(x, c, "%s parts a warp %" PRIu64 " times, not %" PRIu64, k->text[i], pc[i].diverged,
			       i == branch ? s->mixed : 0);
	if (pc[branch].inst_executed != s->executions[0] || pc[branch].thread_inst_executed != s->lanes[0])
		report(x, c, "the branch is executed %" PRIu64 " times, not %" PRIu64, pc[branch].inst_executed, s->executions[0]);
}

static void
check_predicates(struct patterns *x, const struct workload_case *c, const struct code *k, const struct simt_pc_stats *pc,
		 const struct sides *s)
{
	unsigned guarded = 0;

	for (size_t i = 0; i < k->n; i++) {
		int side = side_of_guard(k, i);

		if (pc[i].diverged || pc[i].thread_inst_executed != WARP * pc[i].inst_executed)
			report(x, c, "%s is executed by parts of warps", k->text[i]);
		if (!side)
			continue;
		guarded++;
		if (pc[i].inst_executed != s->executions[0] || pc[i].thread_inst_executed_true != s->lanes[side] ||
		    pc[i].inst_partial != s->mixed)
			report(x, c,
			       "%s: holds for %" PRIu64 " lanes, in part of a warp %" PRIu64 " times, not %" PRIu64 ", %" PRIu64,
			       k->text[i], pc[i].thread_inst_executed_true, pc[i].inst_partial, s->lanes[side], s->mixed);
	}
	/* else-free-8 selects with SEL, which is no guard */
	if (!guarded && code_count(k, "SEL", false) == 0)
		report(x, c, "nothing depends on the side");
}

static void
check_sides(struct patterns *x, const struct workload_case *c, const struct code *k, const struct simt_pc_stats *pc)
{
	const char *kernel = kernel_of(x, c);
	bool has_branch = strstr(kernel, "_kept_") || strstr(kernel, "_plain_8");
	struct sides s = count_sides(x, c);
	double p = (double)case_param(x->w, c, "percent") / 100, q = 1 - pow(1 - p, WARP), n = (double)s.executions[0];
	size_t branch = side_branch(k);

	/* beside the branch, the loop's */
	if ((branch != SIZE_MAX) != has_branch || code_count(k, "BRA", true) != 1u + has_branch ||
	    code_count(k, "BSSY", false) != has_branch || code_count(k, "BRX", false))
		report(x, c, "%u conditional branches, %u BSSY", code_count(k, "BRA", true), code_count(k, "BSSY", false));
	else if (has_branch)
		check_branch(x, c, k, pc, &s, branch);
	else
		check_predicates(x, c, k, pc, &s);
	if (fabs((double)s.executions[1] / n - q) > 4 * sqrt(q * (1 - q) / n) + 1e-12)
		report(x, c, "%.4f of the warps enter side one, the closed form is %.4f", (double)s.executions[1] / n, q);
}

/* ---- D: counts ---- */

static int
ascending(const void *a, const void *b)
{
	int32_t p = *(const int32_t *)a, q = *(const int32_t *)b;

	return (p > q) - (p < q);
}

/* Line of branch-patterns.cu that has the text first. */
static unsigned
line_of(const char *text)
{
	char path[1024], line[512];
	FILE *f = fopen(source_path(path, sizeof path, "workloads/branch-patterns/branch-patterns.cu"), "r");
	unsigned n = 0, found = 0;

	assert_non_null(f);
	while (!found && fgets(line, sizeof line, f)) {
		n++;
		if (strstr(line, text))
			found = n;
	}
	fclose(f);
	assert_true(found);
	return found;
}

static void
check_loop(struct patterns *x, const struct workload_case *c, const struct code *k, const struct simt_pc_stats *pc,
	   const struct simt_function *f)
{
	uint64_t count, longest = 0, sum = 0, parted = 0, marked = 0;
	unsigned want = line_of("x = (x * x + x) & 0xffff;"), line, ands = 0;
	int32_t *trips = input(x, c, &count);
	size_t last = 0;
	const char *file;

	for (uint64_t block = 0; starts(kernel_of(x, c), "binned") && block < count; block += BLOCK)
		qsort(trips + block, BLOCK, sizeof *trips, ascending);
	for (uint64_t i = 0; i < count; i += WARP) {
		qsort(trips + i, WARP, sizeof *trips, ascending);
		longest += (uint64_t)trips[i + WARP - 1];
		for (int lane = 0; lane < WARP; lane++) {
			sum += (uint64_t)trips[i + lane];
			/* every trip count but the warp's longest makes its lanes leave earlier */
			parted += lane && trips[i + lane] != trips[i + lane - 1];
		}
	}
	free(trips);
	for (size_t i = 0; i < k->n; i++) {
		if (!simt_function_line(f, i, &file, &line) || line != want || !starts(k->text[i], "LOP3.LUT"))
			continue;
		ands++;
		last = i;
		if (pc[i].inst_executed != longest || pc[i].thread_inst_executed != sum)
			report(x, c, "%s: %" PRIu64 " executions and %" PRIu64 " lanes, not %" PRIu64 " and %" PRIu64, k->text[i],
			       pc[i].inst_executed, pc[i].thread_inst_executed, longest, sum);
	}
	if (ands != case_param(x->w, c, "len"))
		report(x, c, "%u ANDs in the machine code", ands);
	while (!is_conditional_branch(k->text[last]))
		last++;
	for (size_t i = 0; i < k->n; i++)
		marked += pc[i].diverged;
	if (pc[last].diverged != parted || marked != parted)
		report(x, c, "the loop's branch parts warps %" PRIu64 " times, all together %" PRIu64 ", not %" PRIu64,
		       pc[last].diverged, marked, parted);
}

/* ---- the switch: counts ---- */

static void
check_switch(struct patterns *x, const struct workload_case *c, const struct code *k, const struct simt_pc_stats *pc)
{
	uint64_t count, executions[WAYS] = {0}, lanes[WAYS] = {0};
	const struct workload_launch *l = &x->w->launch[c->launches[0]];
	uint32_t ways = (uint32_t)case_param(x->w, c, "ways"), *way = input(x, c, &count);
	bool jump = starts(kernel_of(x, c), "jump"), sorted = strstr(c->name, "-sorted");

	for (uint64_t i = 0; i < (uint64_t)l->grid.x * l->block.x; i++) {
		uint32_t mine = way[i % count] % ways;
		bool seen = false;

		for (uint64_t j = i - i % WARP; j < i; j++)
			seen = seen || way[j % count] % ways == mine;
		executions[mine] += seen ? 0 : 8;
		lanes[mine] += 8;
	}
	free(way);
	for (uint32_t w = 0; w < ways; w++) {
		char number[16];
		unsigned n = 0;

		snprintf(number, sizeof number, ", 0x%x,", 256 + w);
		for (size_t i = 0; i < k->n; i++) {
			if (!starts(k->text[i], "LOP3.LUT") || !strstr(k->text[i], number))
				continue;
			n++;
			if (pc[i].inst_executed != executions[w] || pc[i].thread_inst_executed != lanes[w])
				report(x, c, "way %u: %" PRIu64 " executions and %" PRIu64 " lanes, not %" PRIu64 " and %" PRIu64,
				       w, pc[i].inst_executed, pc[i].thread_inst_executed, executions[w], lanes[w]);
		}
		if (n != 8)
			report(x, c, "way %u has %u rounds in the machine code", w, n);
	}
	for (size_t i = 0; sorted && i < k->n; i++)
		if (pc[i].diverged)
			report(x, c, "%s parts a sorted warp", k->text[i]);
	/* a tree of comparisons ends in tables of two ways each; a chain has a branch for each way; both have the loop's two */
	if (jump ? code_count(k, "BRX", false) != ways / 2 - 1
		 : code_count(k, "BRX", false) || code_count(k, "BRA", true) != ways + 2)
		report(x, c, "%u indirect and %u conditional branches", code_count(k, "BRX", false), code_count(k, "BRA", true));
}

/* ---- tests ---- */

/* Runs all cases, or, as a sample, one of so many. */
static void
every_case(enum simt_mode mode, uint32_t of)
{
	struct simt_machine *m;
	struct simt_error e = {.status = SIMT_OK};
	struct patterns x = {.failures = 0};
	struct run_options o = {.per_pc = true, .mode = mode, .arg = &x, .message = message, .contents = contents};
	bool *selected;
	struct run *r;
	char path[1024];

	m = simt_machine_load("h200", &e);
	x.w = workload_read(source_path(path, sizeof path, "workloads/branch-patterns/branch-patterns.csv"),
			    &(struct workload_options){.nlet = 0}, &e);
	if (!m || !x.w)
		fail_msg("%s", e.text);
	x.output = calloc(x.w->ncases, sizeof *x.output);
	selected = calloc(x.w->ncases, sizeof *selected);
	assert_non_null(selected);
	for (size_t i = 0; i < x.w->ncases; i++)
		selected[i] = sampled((uint32_t)i, of);
	r = run_create(x.w, m, selected, &o, &e);
	if (!r)
		fail_msg("%s", e.text);
	assert_int_equal(run_all(r), SIMT_OK);
	for (size_t i = 0; i < x.w->ncases; i++) {
		const struct workload_case *c = &x.w->cases[i];
		const struct run_launch *l = r->cases[i].launches;
		const struct simt_function *f;
		struct code k;

		if (!selected[i])
			continue;
		f = r->function[l->launch];
		k = code_of(f);
		assert_int_equal(r->cases[i].nlaunches, 1);
		assert_true(x.output[i] >= 4096);
		if (has_sides(kernel_of(&x, c)))
			check_sides(&x, c, &k, l->pc);
		else if (starts(kernel_of(&x, c), "loop") || starts(kernel_of(&x, c), "binned"))
			check_loop(&x, c, &k, l->pc, f);
		else
			check_switch(&x, c, &k, l->pc);
		free(k.text);
	}
	run_free(r);
	free(selected);
	workload_free(x.w);
	simt_machine_free(m);
	free(x.output);
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

/* The two columns hold the same ways, each as often as fills whole warps. */
static void
inputs_of_the_switch(void **state)
{
	struct simt_error e = {.status = SIMT_OK};
	char path[1024];
	struct csvfile *f = csvfile_read(source_path(path, sizeof path, "workloads/branch-patterns/ways.csv"), &e);
	unsigned n[2][WAYS] = {{0}};
	int last = 0;

	(void)state;
	if (!f)
		fail_msg("%s", e.text);
	for (size_t row = 0; row < f->nrows; row++)
		for (size_t column = 0; column < 2; column++) {
			int way = atoi(csvfile_cell(f, row, column)->text);

			assert_in_range(way, 0, WAYS - 1);
			n[column][way]++;
			assert_true(!column || way >= last);
			last = column ? way : last;
		}
	for (int way = 0; way < WAYS; way++) {
		assert_int_equal(n[0][way], n[1][way]);
		assert_int_equal(n[0][way] % WARP, 0);
	}
	csvfile_free(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(inputs_of_the_switch),
		cmocka_unit_test(functional),
		cmocka_unit_test(cycle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
