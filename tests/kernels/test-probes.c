/* test-probes.c: one-warp launches recorded on an H200 (validate/data/h200/probes/) against the simulator: the order in which the paths
 * of the warp ran, and the launch counters. All must be exact. And --check-hazards finds nothing in their machine code. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csvfile.h"
#include "sim/runtime/simt.h"

enum { LANES = 32, LOGS = 1024, PATH_BYTES = 4096 };

enum { COMPILED = 659 };

struct group {
	const char *name;
	const char *what;
	unsigned launches;
};

static const struct group groups[] = {
	{"a", "nested ifs and loops", 256},   {"an", "some barriers left out", 256},
	{"p", "up to 8 waiting PCs", 512},    {"z", "a YIELD, 1 or 2 barriers", 512},
	{"y", "straight paths, YIELDs", 512}, {"q", "YIELD loop, outer barrier", 256},
	{"c", "work assignment", 256},        {"c0", "the same, nothing logged", 256},
	{"b", "a with YIELDs", 256},          {"bn", "an with YIELDs", 256},
	{"m", "BREAK, BAR.SYNC", 24},
};

static struct simt *context;

static int
setup(void **state)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);

	(void)state;
	if (!m) {
		print_error("%s\n", e.text);
		return -1;
	}
	context = simt_create(m, &e);
	simt_machine_free(m);
	if (!context)
		print_error("%s\n", e.text);
	return context ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	simt_destroy(context);
	return 0;
}

static char *
path_of(char *path, size_t size, const char *name, const char *ending)
{
	const char *dir = getenv("srcdir");

	snprintf(path, size, "%s/validate/data/h200/probes/%s%s", dir ? dir : ".", name, ending);
	return path;
}

static struct csvfile *
read_rows(const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	char path[PATH_BYTES];
	struct csvfile *f = csvfile_read(path_of(path, sizeof path, name, ".csv"), &e);

	if (!f)
		fail_msg("%s", e.text);
	return f;
}

static struct simt_module *
load(const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	char path[PATH_BYTES];
	struct simt_module *m = simt_module_load(context, path_of(path, sizeof path, name, ".cubin"), &e);

	if (!m)
		fail_msg("%s", e.text);
	return m;
}

static const char *
cell(const struct csvfile *f, size_t row, const char *column)
{
	int c = csvfile_find(f, column);

	assert_true(c >= 0);
	return csvfile_cell(f, row, (size_t)c)->text;
}

/* The column `state`: 32 words, or the distinct ones and which of them each lane has. */
static void
read_states(const char *text, uint32_t *state)
{
	uint32_t word[LANES];
	unsigned n = 0;
	char *end;

	for (; *text && *text != ':' && n < LANES; text = *end == ' ' ? end + 1 : end)
		word[n++] = (uint32_t)strtoul(text, &end, 16);
	for (unsigned l = 0; l < LANES; l++)
		state[l] = word[*text == ':' ? (unsigned)(text[2 + l] - '0') : l];
}

/* Both counters of a launch are those of the row. */
static bool
counters_equal(const struct simt_launch *l, const struct csvfile *f, size_t row)
{
	const struct simt_launch_stats *t = simt_launch_stats(l);
	static const enum simt_stat which[] = {SIMT_STAT_inst_executed, SIMT_STAT_thread_inst_executed,
					       SIMT_STAT_thread_inst_executed_true};

	for (size_t i = 0; i < sizeof which / sizeof *which; i++)
		if (t->v[which[i]] != strtoull(cell(f, row, simt_stat_info[which[i]].metric), NULL, 10))
			return false;
	return true;
}

/* The log of the launch in `out` (event number of the warp and place, by lane) as the column `trace` has it. */
static bool
order_equal(uint32_t (*out)[LOGS][2], const char *trace)
{
	unsigned next[LANES] = {0};
	char one[32];

	if (!strcmp(trace, "cut"))
		return true;
	for (uint32_t event = 1;; event++) {
		uint32_t place = 0, mask = 0;

		for (unsigned l = 0; l < LANES; l++)
			if (next[l] < LOGS && out[l][next[l]][0] == event) {
				place = out[l][next[l]++][1];
				mask |= UINT32_C(1) << l;
			}
		if (!mask)
			return !*trace;
		snprintf(one, sizeof one, "%u:%x", (unsigned)place, (unsigned)mask);
		if (strncmp(trace, one, strlen(one)) != 0)
			return false;
		trace += strlen(one);
		if (*trace == ' ')
			trace++;
		else if (*trace)
			return false;
	}
}

static bool
run(struct simt_module *m, const char *kernel, const void *in, size_t in_bytes, void *out, size_t out_bytes,
    struct simt_launch **launch, struct simt_error *e)
{
	struct simt_dim one = {1, 1, 1}, block = {LANES, 1, 1};
	struct simt_function *f = simt_function(m, kernel, e);
	uint64_t address[2];

	if (!f)
		return false;
	simt_reset(context);
	if (!simt_malloc(context, in_bytes, &address[0], e) || !simt_malloc(context, out_bytes, &address[1], e) ||
	    !simt_write(context, address[0], in, in_bytes, e) || !simt_write(context, address[1], out, out_bytes, e))
		return false;
	*launch = simt_launch(context, f, one, block, 0, address, sizeof address, 0, e);
	return *launch && simt_synchronize(context, e) && simt_read(context, address[1], out, out_bytes, e);
}

static void
placed(void **state)
{
	/* where a lane logs more than LOGS times it runs into the next one's part, the last one behind the end: room for that */
	static uint32_t out[2 * LANES][LOGS][2];
	bool low = false;

	(void)state;
	print_message("group                             launches   order  order and counters\n");
	for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
		struct csvfile *f = read_rows(groups[g].name);
		struct simt_module *m = load(groups[g].name);
		unsigned order = 0, exact = 0;

		for (size_t row = 0; row < f->nrows; row++) {
			struct simt_error e = {.status = SIMT_OK};
			struct simt_launch *l;
			uint32_t in[LANES][4], states[LANES];
			const char *key = cell(f, row, "key");
			bool same;

			read_states(cell(f, row, "state"), states);
			for (unsigned i = 0; i < LANES; i++) {
				in[i][0] = states[i];
				in[i][1] = (uint32_t)strtoul(cell(f, row, "fuel"), NULL, 10);
				in[i][2] = *key ? (uint32_t)(key[i] - '0') : 0;
				in[i][3] = 0;
			}
			memset(out, 0, sizeof out);
			if (!run(m, cell(f, row, "kernel"), in, sizeof in, out, sizeof out, &l, &e)) {
				print_message("%s %s %s: %s\n", groups[g].name, cell(f, row, "kernel"), cell(f, row, "data"),
					      e.text);
				continue;
			}
			same = order_equal(out, cell(f, row, "trace"));
			order += same;
			exact += same && counters_equal(l, f, row);
			if (getenv("SIMT_TEST_VERBOSE") && !(same && counters_equal(l, f, row)))
				print_message("%s %s %s: %s differs\n", groups[g].name, cell(f, row, "kernel"),
					      cell(f, row, "data"), same ? "count" : "order");
		}
		print_message("%-3s %-30s %6u  %6u  %6u%s\n", groups[g].name, groups[g].what, (unsigned)f->nrows, order, exact,
			      exact < f->nrows ? "  too few" : "");
		low = low || exact < f->nrows;
		assert_int_equal(f->nrows, groups[g].launches);
		csvfile_free(f);
	}
	assert_false(low);
}

/* Compiled kernels: lanes with trip counts or keys t; 128 words of out hold what the programs that were recorded put there. */
static void
compiled(void **state)
{
	struct csvfile *f = read_rows("compiled");
	struct simt_module *m[2] = {load("compiled-1"), load("compiled-2")};
	const char *kernel = "";
	unsigned equal = 0, rows = 0, all_equal = 0, all = 0;

	(void)state;
	print_message("kernel           launches  counters equal\n");
	for (size_t row = 0; row <= f->nrows; row++) {
		struct simt_error e = {.status = SIMT_OK};
		struct simt_launch *l;
		bool second;
		int32_t t[LANES];
		uint32_t out[128];
		const char *text;
		char *end;

		if (row == f->nrows || strcmp(kernel, cell(f, row, "kernel")) != 0) {
			if (rows)
				print_message("%-16s %8u  %8u\n", kernel, rows, equal);
			all += rows;
			all_equal += equal;
			equal = rows = 0;
			if (row == f->nrows)
				break;
			kernel = cell(f, row, "kernel");
		}
		second = cell(f, row, "module")[strlen("compiled-")] == '2';
		text = cell(f, row, "t");
		for (unsigned i = 0; i < LANES; i++, text = end)
			t[i] = (int32_t)strtol(text, &end, 10);
		for (unsigned i = 0; i < 128; i++)
			out[i] = second && strcmp(kernel, "p_loop") != 0 ? i * 37 % 1000 : i * 37;
		rows++;
		if (run(m[second], kernel, t, sizeof t, out, sizeof out, &l, &e))
			equal += counters_equal(l, f, row);
		else if (rows == 1)
			print_message("%s: %s\n", kernel, e.text);
	}
	print_message("%-16s %8u  %8u\n", "all", all, all_equal);
	assert_int_equal(all, COMPILED);
	assert_int_equal(all_equal, COMPILED);
	csvfile_free(f);
}

static void
on_finding(void *arg, const struct simt_launch *l, const struct simt_error *e)
{
	unsigned *n = arg;

	(void)l;
	if (!*n)
		print_message("%s\n", e->text);
	++*n;
}

/* Runs the launches of `test` again, in functional mode on an h200 with one parameter set; returns what is found. */
static unsigned
hazards_in(void (*test)(void **state), const char *set)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct simt *kept = context;
	unsigned n = 0;

	if (!m || !simt_machine_set(m, "sms=1", &e) || !simt_machine_set(m, set, &e) || !(context = simt_create(m, &e)) ||
	    !simt_set_checks(context, SIMT_CHECK_HAZARDS, on_finding, &n, &e))
		fail_msg("%s", e.text);
	simt_set_mode(context, SIMT_FUNCTIONAL);
	test(NULL);
	simt_destroy(context);
	simt_machine_free(m);
	context = kept;
	return n;
}

static void
hazards(void **state)
{
	(void)state;
	assert_int_equal(hazards_in(placed, "alu_latency=4"), 0);
	assert_int_equal(hazards_in(compiled, "alu_latency=4"), 0);
	assert_true(hazards_in(compiled, "alu_latency=5") > 0); /* a check that cannot find anything would be none */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(placed),
		cmocka_unit_test(compiled),
		cmocka_unit_test(hazards),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, setup, teardown);
}
