/* test-matmul.c: workloads/tiled-matmul. How often the boundary checks diverge: the closed form of divergent.awk against
 *   - an enumeration of all warps and phases, for every width from 50 to 2000 and tiles of 8, 16 and 32;
 *   - what simt-sim counts at the loads, in both modes: executions whose guard holds for some but not all lanes, and, in the kernel whose
 *     branches were kept, branches that part the warp, and executions of both sides;
 *   - what an H200 counted (validate/data/h200/tiled-matmul-*.csv).
 * Products are those of plain C, bit for bit. Where a kernel has branches and guards is looked up in its machine code.
 * With SIMT_TEST_QUICK in the environment cycle mode runs the smallest width alone. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csvfile.h"
#include "workloads/runner/run.h"
#include "tests/helpers/source.h"

enum { FIRST_WIDTH = 50, LAST_WIDTH = 2000, FOLDER_PATH = 1024 };

/* Of m and of n tiles: divergent warp-phases in blocks that are inside until the last phase, in the others, and all of these blocks. */
struct counts {
	uint64_t divergent[2][2], of[2][2];
};

static uint64_t
sum(const struct counts *c, int which)
{
	return c->divergent[which][0] + c->divergent[which][1];
}

static uint64_t
warp_phases(const struct counts *c)
{
	return c->of[0][0] + c->of[0][1];
}

/* ---- enumeration ---- */

/* Lanes of a warp whose row of the tile (or column, where `across`) is inside, tile after tile and warp after warp. */
static uint32_t *
inside(unsigned tile, unsigned width, bool across)
{
	unsigned tiles = (width + tile - 1) / tile, warps = tile * tile / 32;
	uint32_t *mask = calloc((size_t)tiles * warps, sizeof *mask);

	for (unsigned i = 0; i < tiles; i++)
		for (unsigned thread = 0; thread < tile * tile; thread++) {
			unsigned at = i * tile + (across ? thread % tile : thread / tile);

			if (at < width)
				mask[i * warps + thread / 32] |= UINT32_C(1) << thread % 32;
		}
	return mask;
}

/* Each block, phase and warp, but that blocks which share a tile are counted without going through them again. */
static struct counts
enumerate(unsigned tile, unsigned width)
{
	unsigned tiles = (width + tile - 1) / tile, warps = tile * tile / 32;
	uint32_t *row = inside(tile, width, false), *column = inside(tile, width, true);
	struct counts c = {.of = {{0}}};

	/* the tile in row y and column x: of m, loaded by the blocks of row y in phase x; of n, by those of column x in phase y */
	for (unsigned y = 0; y < tiles; y++)
		for (unsigned x = 0; x < tiles; x++)
			for (unsigned warp = 0; warp < warps; warp++) {
				uint32_t lanes = row[y * warps + warp] & column[x * warps + warp];
				bool diverges = lanes && lanes != UINT32_MAX;

				c.divergent[0][y == tiles - 1] += diverges ? tiles : 0;
				c.of[0][y == tiles - 1] += tiles;
				c.divergent[1][x == tiles - 1] += diverges ? tiles : 0;
				c.of[1][x == tiles - 1] += tiles;
			}
	free(row);
	free(column);
	return c;
}

/* ---- closed form ---- */

/* Reads the table of divergent.awk for one tile and the widths of the list. */
static FILE *
closed_forms(unsigned tile, const char *widths)
{
	char script[FOLDER_PATH], command[LAST_WIDTH * 6 + 2 * FOLDER_PATH];
	FILE *f;

	snprintf(command, sizeof command, "awk -f '%s' -v tiles=%u -v widths='%s'",
		 source_path(script, FOLDER_PATH, "workloads/tiled-matmul/divergent.awk"), tile, widths);
	f = popen(command, "r");
	assert_non_null(f);
	assert_int_equal(fscanf(f, "%*[^\n]"), 0);
	return f;
}

static struct counts
next_closed_form(FILE *f, unsigned tile, unsigned width)
{
	struct counts c;
	unsigned t, w;
	uint64_t m, n, of;

	assert_int_equal(fscanf(f,
				"%u,%u,%" SCNu64 ",%" SCNu64 ",%" SCNu64 ",%" SCNu64 ",%" SCNu64 ",%" SCNu64 ",%" SCNu64 ",%" SCNu64
				",%" SCNu64 ",%" SCNu64 ",%" SCNu64,
				&t, &w, &c.divergent[0][0], &c.of[0][0], &c.divergent[0][1], &c.of[0][1], &c.divergent[1][0],
				&c.of[1][0], &c.divergent[1][1], &c.of[1][1], &m, &n, &of),
			 13);
	assert_int_equal(t, tile);
	assert_int_equal(w, width);
	assert_int_equal(m, sum(&c, 0));
	assert_int_equal(n, sum(&c, 1));
	assert_int_equal(of, warp_phases(&c));
	return c;
}

static struct counts
closed_form(unsigned tile, unsigned width)
{
	struct counts c;
	char list[16];
	FILE *f;

	snprintf(list, sizeof list, "%u", width);
	f = closed_forms(tile, list);
	c = next_closed_form(f, tile, width);
	assert_int_equal(pclose(f), 0);
	return c;
}

static void
closed_form_is_enumeration(void **state)
{
	char *widths = malloc(LAST_WIDTH * 6), *end = widths;

	(void)state;
	for (unsigned w = FIRST_WIDTH; w <= LAST_WIDTH; w++)
		end += sprintf(end, "%u ", w);
	for (unsigned tile = 8; tile <= 32; tile *= 2) {
		FILE *f = closed_forms(tile, widths);

		for (unsigned w = FIRST_WIDTH; w <= LAST_WIDTH; w++) {
			struct counts c = next_closed_form(f, tile, w), all = enumerate(tile, w);

			if (memcmp(&c, &all, sizeof c))
				fail_msg("tile %u, width %u: closed form m %" PRIu64 ", n %" PRIu64 "; enumerated %" PRIu64
					 ", %" PRIu64,
					 tile, w, sum(&c, 0), sum(&c, 1), sum(&all, 0), sum(&all, 1));
			/* the loads of m and of n, with block and phase exchanged */
			assert_int_equal(sum(&all, 0), sum(&all, 1));
		}
		assert_int_equal(pclose(f), 0);
	}
	free(widths);
}

/* The document's case, as it counts it. */
static void
published(void **state)
{
	struct counts c = enumerate(16, 100);

	(void)state;
	assert_int_equal(c.divergent[0][0], 336);
	assert_int_equal(c.of[0][0], 2352);
	assert_int_equal(c.divergent[0][1], 14);
	assert_int_equal(c.of[0][1], 392);
	assert_int_equal(warp_phases(&c), 2744);
	/* its exercise */
	assert_int_equal(c.divergent[1][0], 0);
	assert_int_equal(c.divergent[1][1], 350);
}

/* ---- the kernels ---- */

enum { LOAD_M, LOAD_N, OUTSIDE_M, OUTSIDE_N, BRANCH_M, BRANCH_N, PLACES };

/* What is counted at the instructions of a place in the source. */
struct at {
	unsigned instructions, guarded;
	struct simt_pc_stats n;
};

/* Does the line of the source hold the comment, and is the instruction of the kind that is looked for there? */
static const struct {
	const char *comment, *opcode;
} places[PLACES] = {
	[LOAD_M] = {"= m[", "LDG"},
	[LOAD_N] = {"= n[", "LDG"},
	[OUTSIDE_M] = {"// m, outside", "PMTRIG"},
	[OUTSIDE_N] = {"// n, outside", "PMTRIG"},
	[BRANCH_M] = {"if ((row < width)", "BRA"},
	[BRANCH_N] = {"< width) & (col", "BRA"},
};

struct source {
	char line[256][160];
	unsigned n;
};

static void
read_source(struct source *s)
{
	char path[FOLDER_PATH];
	FILE *f = fopen(source_path(path, FOLDER_PATH, "workloads/tiled-matmul/tiled-matmul.cu"), "r");

	assert_non_null(f);
	for (s->n = 0; s->n < 256 && fgets(s->line[s->n], sizeof s->line[0], f);)
		s->n++;
	assert_true(feof(f));
	fclose(f);
}

static void
add(struct at *a, const char *sass, const struct simt_pc_stats *pc)
{
	a->instructions++;
	a->guarded += *sass == '@';
	a->n.inst_executed += pc->inst_executed;
	a->n.thread_inst_executed += pc->thread_inst_executed;
	a->n.thread_inst_executed_true += pc->thread_inst_executed_true;
	a->n.inst_partial += pc->inst_partial;
	a->n.diverged += pc->diverged;
}

/* Where the instruction belongs, or PLACES. */
static unsigned
place_of(const struct source *s, unsigned line, const char *sass)
{
	const char *opcode = *sass == '@' ? strchr(sass, ' ') + 1 : sass;

	for (unsigned p = 0; line && line <= s->n && p < PLACES; p++)
		if (strstr(s->line[line - 1], places[p].comment) && !strncmp(opcode, places[p].opcode, strlen(places[p].opcode)))
			return p;
	return PLACES;
}

struct matmul {
	struct workload *w;
	struct source source;
	float *data[3];
	size_t n;
	unsigned failures, products, loads;
};

static void
report(struct matmul *x, const char *where, const char *what, uint64_t got, uint64_t want)
{
	if (++x->failures <= 20)
		print_error("%s: %s: %" PRIu64 ", expected %" PRIu64 "\n", where, what, got, want);
}

static void
equal(struct matmul *x, const char *where, const char *what, uint64_t got, uint64_t want)
{
	if (got != want)
		report(x, where, what, got, want);
}

static void
message(void *arg, const struct simt_error *e)
{
	report(arg, "error", e->text, 1, 0);
}

static bool
is(const struct workload_case *c, const char *variant)
{
	return !strncmp(c->name, variant, strlen(variant)) && c->name[strlen(variant)] == '-';
}

/* Width of the matrices that the case multiplies. */
static unsigned
width_of(const struct workload *w, const struct workload_case *c)
{
	unsigned width = (unsigned)case_param(w, c, "w"), tile = (unsigned)case_param(w, c, "tile");

	return is(c, "wide") || is(c, "plain") ? (width + tile - 1) / tile * tile : width;
}

/* Each element: `width` fused multiply-adds, in order, from 0. */
static void
check_product(struct matmul *x, const struct workload_case *c)
{
	const float *m = x->data[0], *n = x->data[1], *out = x->data[2];
	unsigned width = width_of(x->w, c);

	for (unsigned row = 0; row < width; row++)
		for (unsigned col = 0; col < width; col++) {
			float sum = 0;

			for (unsigned k = 0; k < width; k++)
				sum = fmaf(m[row * width + k], n[k * width + col], sum);
			if (memcmp(&sum, &out[row * width + col], sizeof sum)) {
				report(x, c->name, "element that differs from the reference", row * width + col, 0);
				return;
			}
		}
	x->products++;
}

/* The matrices are called m, n and out; where they are padded on the way, a, b and out. */
static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	struct matmul *x = arg;
	bool padded = is(c, "pad");
	const char *names[] = {padded ? "a" : "m", padded ? "b" : "n", "out"};
	size_t bytes = (size_t)workload_buffer_bytes(b);

	for (unsigned i = 0; i < 3; i++)
		if (!strcmp(b->name, names[i])) {
			assert_int_equal(bytes, (size_t)width_of(x->w, c) * width_of(x->w, c) * sizeof(float));
			x->data[i] = malloc(bytes);
			memcpy(x->data[i], data, bytes);
			x->n++;
		}
	if (x->n < 3)
		return;
	check_product(x, c);
	for (unsigned i = 0; i < 3; i++)
		free(x->data[i]);
	x->n = 0;
}

static void
look_up(const struct matmul *x, const struct simt_function *f, const struct run_launch *l, struct at at[PLACES],
	unsigned *synchronised)
{
	memset(at, 0, PLACES * sizeof *at);
	*synchronised = 0;
	for (size_t i = 0; i < l->npc; i++) {
		const char *file;
		char sass[160];
		unsigned line = 0, p;

		assert_true(simt_function_sass(f, i, sass, sizeof sass));
		simt_function_line(f, i, &file, &line);
		*synchronised += strstr(sass, "BSSY") != NULL;
		p = place_of(&x->source, line, sass);
		if (p < PLACES)
			add(&at[p], sass, &l->pc[i]);
	}
}

/* The loads of one matrix: k is 0 for m, 1 for n. */
static void
check_loads(struct matmul *x, const struct workload_case *c, const struct at at[PLACES], int k)
{
	const struct at *load = &at[LOAD_M + k], *outside = &at[OUTSIDE_M + k], *branch = &at[BRANCH_M + k];
	unsigned tile = (unsigned)case_param(x->w, c, "tile"), width = width_of(x->w, c), tiles = (width + tile - 1) / tile;
	struct counts want = closed_form(tile, width);
	uint64_t divergent = sum(&want, k), phases = warp_phases(&want);

	/* every element of the matrix is loaded by the blocks of a row, or of a column */
	equal(x, c->name, "elements loaded", load->n.thread_inst_executed_true, (uint64_t)tiles * width * width);
	if (is(c, "branch")) {
		equal(x, c->name, "loads in the machine code", load->instructions, 1);
		equal(x, c->name, "guarded loads", load->guarded, 0);
		equal(x, c->name, "other sides in the machine code", outside->instructions, 1);
		equal(x, c->name, "partial executions behind the branch", load->n.inst_partial, 0);
		equal(x, c->name, "branches", branch->n.inst_executed, phases);
		equal(x, c->name, "branches that diverge", branch->n.diverged, divergent);
		equal(x, c->name, "warp-phases on both sides", load->n.inst_executed + outside->n.inst_executed,
		      phases + divergent);
	} else {
		equal(x, c->name, "loads in the machine code", load->instructions, is(c, "special") ? 2 : 1);
		equal(x, c->name, "guarded loads", load->guarded, !is(c, "plain"));
		equal(x, c->name, "loads", load->n.inst_executed, phases);
		equal(x, c->name, "loads by some lanes", load->n.inst_partial, divergent);
	}
	x->loads++;
}

static void
check_case(struct matmul *x, const struct run *r, size_t i)
{
	const struct workload_case *c = &x->w->cases[i];
	const struct run_launch *l = r->cases[i].launches;
	unsigned synchronised;
	struct at at[PLACES];

	if (is(c, "pad"))
		return;
	look_up(x, r->function[l->launch], l, at, &synchronised);
	equal(x, c->name, "BSSY in the machine code", synchronised, is(c, "branch") ? 2 : 0);
	for (int k = 0; k < 2; k++)
		check_loads(x, c, at, k);
	equal(x, c->name, "divergent branches of the launch", run_launch_stats(l).v[SIMT_STAT_branches_divergent],
	      at[BRANCH_M].n.diverged + at[BRANCH_N].n.diverged);
	if (!is(c, "branch"))
		equal(x, c->name, "lane-slots of waiting lanes", run_launch_stats(l).v[SIMT_STAT_lanes_waiting], 0);
}

static void
run_mode(enum simt_mode mode, bool quick)
{
	struct matmul *x = calloc(1, sizeof *x);
	struct run_options o = {.per_pc = true, .mode = mode, .arg = x, .message = message, .contents = contents};
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	char path[FOLDER_PATH];
	struct run *r;
	bool *selected;
	unsigned cases = 0;

	read_source(&x->source);
	x->w = workload_read(source_path(path, FOLDER_PATH, "workloads/tiled-matmul/tiled-matmul.csv"),
			     &(struct workload_options){.nlet = 0}, &e);
	if (!m || !x->w)
		fail_msg("%s", e.text);
	selected = calloc(x->w->ncases, sizeof *selected);
	for (size_t i = 0; i < x->w->ncases; i++) {
		selected[i] = !quick || case_param(x->w, &x->w->cases[i], "w") == FIRST_WIDTH;
		cases += selected[i];
	}
	r = run_create(x->w, m, selected, &o, &e);
	if (!r)
		fail_msg("%s", e.text);
	equal(x, "run", "status", run_all(r), SIMT_OK);
	for (size_t i = 0; i < x->w->ncases; i++)
		if (selected[i])
			check_case(x, r, i);
	print_message("# %u products, %u loads\n", x->products, x->loads);
	assert_int_equal(x->products, cases);
	assert_true(x->loads >= 2 * 15);
	assert_int_equal(x->failures, 0);
	run_free(r);
	workload_free(x->w);
	simt_machine_free(m);
	free(selected);
	free(x);
}

static void
cycle_mode(void **state)
{
	(void)state;
	run_mode(SIMT_CYCLE, getenv("SIMT_TEST_QUICK") != NULL);
}

static void
functional_mode(void **state)
{
	(void)state;
	run_mode(SIMT_FUNCTIONAL, false);
}

/* ---- the device ---- */

static const char *
cell(const struct csvfile *f, size_t row, const char *column)
{
	int c = csvfile_find(f, column);

	assert_true(c >= 0);
	return csvfile_cell(f, row, (size_t)c)->text;
}

static struct csvfile *
read_data(const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	char path[FOLDER_PATH];
	struct csvfile *f = csvfile_read(source_path(path, FOLDER_PATH, "%s", name), &e);

	if (!f)
		fail_msg("%s", e.text);
	return f;
}

static uint64_t
number(const struct csvfile *f, size_t row, const char *column)
{
	return strtoull(cell(f, row, column), NULL, 10);
}

/* Tile and width in the name of a case of the variant. */
static bool
is_case(const char *name, const char *variant, unsigned *tile, unsigned *width)
{
	size_t n = strlen(variant);

	return !strncmp(name, variant, n) && sscanf(name + n, "-%u-%u", tile, width) == 2;
}

/* Of the rows from `first` on, those of its case, by place; returns the row behind them. */
static size_t
add_case(const struct csvfile *f, size_t first, const struct source *s, struct at at[PLACES])
{
	size_t r = first;

	memset(at, 0, PLACES * sizeof *at);
	for (; r < f->nrows && !strcmp(cell(f, r, "case"), cell(f, first, "case")); r++) {
		unsigned p = place_of(s, (unsigned)number(f, r, "line"), cell(f, r, "sass"));

		if (p < PLACES)
			add(&at[p], cell(f, r, "sass"),
			    &(struct simt_pc_stats){.inst_executed = number(f, r, "inst_executed"),
						    .thread_inst_executed_true = number(f, r, "thread_inst_executed_true")});
	}
	return r;
}

/* Counts of each instruction: both sides of the kept branches, and the elements that the guarded loads brought. */
static void
device_instructions(void **state)
{
	struct csvfile *f = read_data("validate/data/h200/tiled-matmul-pc.csv.gz");
	struct source *s = calloc(1, sizeof *s);
	unsigned branches = 0, loads = 0;

	(void)state;
	read_source(s);
	for (size_t r = 0, next; r < f->nrows; r = next) {
		const char *name = cell(f, r, "case");
		unsigned tile, width;
		struct at at[PLACES];

		next = add_case(f, r, s, at);
		for (int k = 0; k < 2; k++) {
			if (is_case(name, "branch", &tile, &width)) {
				struct counts c = closed_form(tile, width);

				assert_int_equal(at[BRANCH_M + k].n.inst_executed, warp_phases(&c));
				assert_int_equal(at[LOAD_M + k].n.inst_executed + at[OUTSIDE_M + k].n.inst_executed,
						 warp_phases(&c) + sum(&c, k));
				branches++;
			} else if (is_case(name, "checked", &tile, &width)) {
				assert_int_equal(at[LOAD_M + k].n.thread_inst_executed_true,
						 (uint64_t)(width + tile - 1) / tile * width * width);
				loads++;
			}
		}
	}
	assert_int_equal(branches, 18);
	assert_int_equal(loads, 18);
	csvfile_free(f);
	free(s);
}

/* Branches that part a warp, of whole launches, up to the full size. */
static void
device_branches(void **state)
{
	static const struct {
		const char *name;
		unsigned launches;
	} files[] = {{"validate/data/h200/tiled-matmul-launches.csv", 18},
		     {"validate/data/h200/tiled-matmul-large.csv", 6},
		     {"validate/data/h200/tiled-matmul-large2.csv", 9}};

	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct csvfile *f = read_data(files[i].name);
		unsigned tile, width, n = 0;

		for (size_t r = 0; r < f->nrows; r++) {
			if (*cell(f, r, "launch") || !is_case(cell(f, r, "case"), "branch", &tile, &width) ||
			    strcmp(cell(f, r, "metric"), "smsp__sass_branch_targets_threads_divergent.sum"))
				continue;
			struct counts c = closed_form(tile, width);

			assert_int_equal(number(f, r, "value"), sum(&c, 0) + sum(&c, 1));
			n++;
		}
		assert_int_equal(n, files[i].launches);
		csvfile_free(f);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_form_is_enumeration),
		cmocka_unit_test(published),
		cmocka_unit_test(cycle_mode),
		cmocka_unit_test(functional_mode),
		cmocka_unit_test(device_instructions),
		cmocka_unit_test(device_branches),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
