/* Figures of a recording and of results that are made by hand, byte for byte as in tests/golden/figures; with SIMT_UPDATE in the environment these files are
 * written. What figures have to show is counted beside. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/helpers/source.h"
#include "tests/helpers/unit.h"
#include "workloads/plot/figure-parts.h"
#include "workloads/plot/figure-time.h"
#include "workloads/plot/roofline.h"

/* ---- a recording: a warp of 4 lanes runs line 1 whole, waits, then line 2 with one lane for 1 cycle, and line 1 again; another one has exited lanes ---- */

enum { MOST = 1000 };

static struct recording_instruction code[] = {
	{0, 0, 1, "MOV"}, {0, 0, 1, "ISETP"}, {0, 0, 1, "@P0 BRA"}, {1, 0, 2, "FADD"}, {2, RECORD_NONE, 0, "EXIT"}};
static char *files[] = {"/folder/kernel.cu"};
static struct recording_function function = {"kernel", files, 1, code, sizeof code / sizeof *code};
static struct recording_launch launch = {
	.name = "kernel", .grid = {1, 1, 1}, .block = {8, 1, 1}, .start = 0, .end = MOST, .ended = true};
static struct recording_state states[] = {{1, false, 400}, {2, true, 2}, {1, false, 98}, {3, true, 300}};
#define LANES(x)             \
	{                    \
		{            \
			x, 0 \
		}            \
	}
static struct recording_span spans[] = {
	{0, 400, 405, 0, 2, false, LANES(15), LANES(15), LANES(0), 3, 3, 12, 12, 0, 0, 2},
	{405, 503, 504, 3, 3, false, LANES(1), LANES(15), LANES(0), 1, 1, 1, 4, 0, 2, 1},
	{504, 504, 1000, 0, 2, false, LANES(15), LANES(15), LANES(2), 196, 196, 784, 784, 190, 3, 1},
	{0, 0, 10, 4, 4, false, LANES(3), LANES(3), LANES(0), 10, 10, 20, 20, 0, 4, 0}};
static struct recording_warp warps[] = {{.sm = 3, .slot = 0, .warp = 0, .whole = true, .span = 0, .nspans = 3},
					{.sm = 3, .slot = 1, .warp = 1, .whole = true, .span = 3, .nspans = 1}};
static struct recording_sm sms[] = {{3, true, UINT64_MAX, 0, 2}};
static struct recording_case cases[] = {{.name = "made",
					 .launch = &launch,
					 .nlaunches = 1,
					 .sm = sms,
					 .nsms = 1,
					 .warp = warps,
					 .nwarps = 2,
					 .span = spans,
					 .nspans = 4,
					 .state = states,
					 .nstates = 4}};
static char *names[] = {"selected", "wait", "long_scoreboard", "barrier"};
static const struct recording recording = {.machine = "hand",
					   .sms = 4,
					   .subcores = 1,
					   .slots = 2,
					   .warp_size = 4,
					   .clock = 1000,
					   .complete = true,
					   .state = names,
					   .nstates = 4,
					   .function = &function,
					   .nfunctions = 1,
					   .cases = cases,
					   .ncases = 1};

static struct recording_figure
figure(void)
{
	const struct pick_range all = {0, UINT64_MAX};

	return (struct recording_figure){.r = &recording, .c = cases, .width = 600, .pick = {NULL, all, all, all, all}};
}

/* The canvas as SVG is the golden file of that name. */
static void
is_golden(const struct canvas *c, const char *name)
{
	struct text t = {.n = 0};
	char golden[80], path[4096];
	struct file kept;
	FILE *f;

	canvas_svg(c, &t);
	snprintf(golden, sizeof golden, "tests/golden/figures/%s.svg", name);
	source_path(path, sizeof path, "%s", golden);
	if (getenv("SIMT_UPDATE")) {
		f = fopen(path, "w");
		assert_non_null(f);
		assert_int_equal(fwrite(t.s, 1, t.n, f), t.n);
		assert_int_equal(fclose(f), 0);
	}
	kept = source_read(golden);
	if (kept.size != t.n || memcmp(kept.data, t.s, t.n))
		fail_msg("%s is another picture now; see it, then run this test with SIMT_UPDATE=1", golden);
	free(kept.data);
	text_free(&t);
}

/* ---- the canvas ---- */

static void
test_canvas(void **state)
{
	(void)state;
	struct canvas c = {.font = 17, .row = 4};

	for (unsigned fill = 0; fill < CANVAS_FILLS; fill++)
		canvas_area(&c, canvas_style(fill, fill), 10, 10 + 20 * fill, 30.5, 16);
	canvas_area(&c, CANVAS_THIN, 50, 10, 30, 16);
	canvas_area(&c, CANVAS_STYLES, 0, 0, 9, 9); /* nothing */
	canvas_flush(&c);
	canvas_polygon(&c, canvas_style(CANVAS_SOLID, 4), false, (double[]){50, 30, 80, 30, 65, 45}, 3);
	canvas_polygon(&c, CANVAS_STYLES, true, (double[]){90, 30, 120, 30, 105, 45}, 3);
	canvas_polygon(&c, canvas_style(CANVAS_SOLID, 5), true, (double[]){90, 10, 120, 10, 105, 25}, 3);
	canvas_curve(&c, true, (double[]){50, 60, 80, 50, 120, 70}, 3);
	canvas_curve(&c, false, (double[]){50, 70, 80, 60, 120, 80}, 3);
	canvas_frame(&c, 5, 5, 120, 80);
	canvas_line(&c, 5, 90, 125, 90);
	canvas_text(&c, 65, 110, CANVAS_MIDDLE, "<a> & \"b\" \xc3\xa4");
	canvas_text_up(&c, 140, 45, "up");
	canvas_end(&c, 150, 120, "all & each");
	is_golden(&c, "canvas");
	canvas_clear(&c);
	assert_int_equal(c.n, 0);
}

/* For sanitizers: fontconfig, which cairo asks for a font, keeps what it has found until the program ends. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *
__lsan_default_suppressions(void)
{
	return "leak:libfontconfig";
}

/* One of the things that a canvas can draw, apart from the others. */
static void
draw_one(struct canvas *c, unsigned i)
{
	if (i == 0)
		canvas_text(c, 60, 90, CANVAS_MIDDLE, "text");
	else if (i == 1)
		canvas_polygon(c, canvas_style(CANVAS_SOLID, 4), true, (double[]){10, 10, 30, 10, 20, 30}, 3);
	else if (i == 2)
		canvas_curve(c, true, (double[]){40, 10, 60, 20, 80, 10}, 3);
	else if (i == 3)
		canvas_line(c, 90, 10, 110, 30);
	else if (i == 4)
		canvas_frame(c, 10, 40, 20, 20);
	else if (i == 5)
		canvas_area(c, canvas_style(CANVAS_BANDS, 2), 40, 40, 20, 20);
	else
		canvas_text_up(c, 90, 60, "up");
}

/* As PNG, the same whatever comes first: nothing that is drawn leaves anything behind for what follows. */
static void
test_order(void **state)
{
	(void)state;
	struct simt_error e = {.status = SIMT_OK};
	char png[2][16384];
	size_t n[2];

	for (unsigned turn = 0; turn < 2; turn++) {
		struct canvas c = {.font = 17, .row = 4};
		FILE *f = fmemopen(png[turn], sizeof png[turn], "w");
		bool ok;

		for (unsigned i = 0; i < 7; i++)
			draw_one(&c, turn ? 6 - i : i);
		canvas_end(&c, 120, 100, "");
		ok = canvas_cairo(&c, PLOT_PNG, "a.png", f, &e);
		n[turn] = (size_t)ftell(f);
		assert_int_equal(fclose(f), 0);
		canvas_clear(&c);
		if (!ok) {
			assert_string_equal(e.text,
					    "a.png: a figure as PNG or PDF needs cairo, which simt-plot was built without (Debian: "
					    "libcairo2-dev); .svg does not");
			return;
		}
	}
	assert_in_range(n[0], 200, sizeof png[0] - 1);
	assert_int_equal(n[0], n[1]);
	assert_memory_equal(png[0], png[1], n[0]);
}

static void
test_step(void **state)
{
	(void)state;
	assert_int_equal(canvas_step(0, 5), 1);
	assert_int_equal(canvas_step(5, 5), 1);
	assert_int_equal(canvas_step(6, 5), 2);
	assert_int_equal(canvas_step(11, 5), 2);
	assert_int_equal(canvas_step(12, 5), 5);
	assert_int_equal(canvas_step(29, 5), 5);
	assert_int_equal(canvas_step(30, 5), 10);
	assert_int_equal(canvas_step(1000, 5), 200);
	assert_int_equal(canvas_step(1000, 0), 1000); /* as if there was room for one */
}

/* ---- figures of a recording ---- */

static void
test_time(void **state)
{
	(void)state;
	struct recording_figure f = figure();
	struct simt_error e = {.status = SIMT_OK};
	struct figure_time t;
	char text[80];

	assert_true(figure_time_of(&f, &t, &e));
	assert_int_equal(t.first, 0);
	assert_int_equal(t.end, 1000);
	assert_int_equal(t.warps, 2);
	figure_time_text(&f, &t, text, sizeof text);
	assert_string_equal(text, "SM 3: 2 warps of case made");
	/* ten columns of 100 cycles */
	assert_true(figure_time_part(&t, 10, 0, 0, 50) == 0.5);
	assert_true(figure_time_part(&t, 10, 0, 50, 100) == 0.5);
	assert_true(figure_time_part(&t, 10, 1, 50, 100) == 0);
	assert_true(figure_time_part(&t, 10, 9, 0, UINT64_MAX) == 1);
	assert_int_equal(figure_time_column(&t, 10, 99), 0);
	assert_int_equal(figure_time_column(&t, 10, 100), 1);
	assert_int_equal(figure_time_column(&t, 10, 1000), 9);
	sms[0].whole = false;
	assert_true(figure_time_of(&f, &t, &e));
	figure_time_text(&f, &t, text, sizeof text);
	assert_string_equal(text, "SM 3: 2 recorded warps of case made");
	sms[0].whole = true;
	f.pick.cycles = (struct pick_range){10, 10}; /* the second warp's last cycle is 9 */
	assert_true(figure_time_of(&f, &t, &e));
	assert_int_equal(t.first, 10);
	assert_int_equal(t.end, 11);
	assert_int_equal(t.warps, 1);
	f.pick.cycles = (struct pick_range){1000, 1001};
	assert_false(figure_time_of(&f, &t, &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
}

/* Draws it, and compares. */
static void
draws(bool (*draw)(const struct recording_figure *, struct canvas *, struct simt_error *), const struct recording_figure *f,
      const char *name)
{
	struct canvas c = {.font = FIGURE_FONT};
	struct simt_error e = {.status = SIMT_OK};

	assert_true(draw(f, &c, &e));
	is_golden(&c, name);
	canvas_clear(&c);
}

static void
test_recording(void **state)
{
	(void)state;
	struct recording_figure f = figure();

	draws(figure_states, &f, "states");
	draws(figure_heat, &f, "heat");
	f.instructions = true;
	f.pick.cycles = (struct pick_range){500, 509};
	f.title = "ten cycles";
	draws(figure_heat, &f, "heat-instructions");
	f = figure();
	f.pick.cycles = (struct pick_range){0, 999};
	draws(figure_lanes, &f, "lanes");
	f.slots = true;
	draws(figure_lanes, &f, "lanes-slots");
}

/* One cycle of 1000 in which one lane runs: its line is dark there, though a column has 5 cycles. */
static void
test_rare(void **state)
{
	(void)state;
	struct recording_figure f = figure();
	struct canvas c = {.font = FIGURE_FONT};
	struct simt_error e = {.status = SIMT_OK};
	unsigned dark = 0;
	bool told = false;

	assert_true(figure_heat(&f, &c, &e));
	for (size_t i = 0; i < c.n; i++)
		dark += c.op[i].kind == CANVAS_AREA && c.op[i].style == canvas_style(CANVAS_SOLID, canvas_color(1, 5)) &&
			c.op[i].width == 2;
	assert_int_equal(dark, 1);
	canvas_clear(&c);
	/* where it is merged with others it does not say which line it was */
	spans[1].mixed = true;
	assert_true(figure_heat(&f, &c, &e));
	spans[1].mixed = false;
	dark = 0;
	for (size_t i = 0; i < c.n; i++) {
		dark += c.op[i].kind == CANVAS_AREA && c.op[i].style == canvas_style(CANVAS_SOLID, canvas_color(1, 5)) &&
			c.op[i].width == 2;
		told = told || (c.op[i].kind == CANVAS_TEXT &&
				!strcmp(c.words + c.op[i].at,
					"0.5 % of instructions, of spans that the recording has merged, are not shown."));
	}
	assert_int_equal(dark, 0);
	assert_true(told);
	canvas_clear(&c);
}

/* ---- rooflines ---- */

static const char head[] =
	"{\"machine\":{\"name\":\"hand\",\"parameters\":{\"sms\":{\"value\":2,\"source\":\"datasheet: x\"},"
	"\"subcores\":{\"value\":4,\"source\":\"datasheet: x\"},\"banks\":{\"value\":2,\"source\":\"guess\"},"
	"\"warp_size\":{\"value\":32,\"source\":\"guess\"},\"clock\":{\"value\":1000,\"source\":\"guess\"},"
	"\"dram_rate\":{\"value\":64,\"source\":\"measured: y\"},\"l2_rate\":{\"value\":256,\"source\":\"measured: y\"},"
	"\"l2_header\":{\"value\":128,\"source\":\"measured: y\"},\"fma_share\":{\"value\":2,\"source\":\"measured: y\"},"
	"\"tensor_share\":{\"value\":8,\"source\":\"guess: z\"}}},\"cases\":[";

/* Adds a result with these cases. */
static bool
add(struct roofline *r, const char *list, const char *of_case, struct simt_error *e)
{
	char folder[] = "/tmp/test-figures-XXXXXX", name[80];
	FILE *f;
	bool ok;

	assert_non_null(mkdtemp(folder));
	snprintf(name, sizeof name, "%s/made.json", folder);
	f = fopen(name, "w");
	assert_non_null(f);
	fprintf(f, "%s%s", head, list);
	assert_int_equal(fclose(f), 0);
	*e = (struct simt_error){.status = SIMT_OK};
	ok = roofline_add(r, name, of_case, e);
	unlink(name);
	rmdir(folder);
	return ok;
}

#define CASE(name, inst, threads, time, l2, dram)                                                                                 \
	"{\"case\":\"" name "\",\"metrics\":{\"smsp__inst_executed.sum\":{\"value\":" inst                                        \
	"},\"smsp__thread_inst_executed.sum\":{\"value\":" threads "},\"gpu__time_duration.sum\":{\"value\":" time                \
	"},\"lts__t_sectors_srcunit_tex.sum\":{\"value\":" l2 "},\"lts__t_sectors_srcunit_tex_lookup_miss.sum\":{\"value\":" dram \
	"}}}"

static void
test_roofline(void **state)
{
	(void)state;
	struct canvas c = {.font = FIGURE_FONT};
	struct roofline r = {.n = 0};
	struct simt_error e;

	assert_true(add(&r, CASE("a", "1000", "16000", "2000.0", "500", "250") "," CASE("b", "10", "320", "100", "0", "0") "]}",
			NULL, &e));
	assert_int_equal(r.n, 2);
	assert_true(r.ceiling[ROOFLINE_DRAM] == 64 && r.ceiling[ROOFLINE_L2] == 128); /* half of it is headers */
	assert_true(r.ceiling[ROOFLINE_ISSUE] == 8 && r.ceiling[ROOFLINE_FP32] == 4 && r.ceiling[ROOFLINE_TENSOR] == 1);
	assert_string_equal(r.source[ROOFLINE_TENSOR], "guess");
	assert_string_equal(r.point[0].file, "made");
	assert_true(r.point[0].rate == 0.5 && r.point[0].lanes == 0.5);
	assert_true(r.point[0].bytes[ROOFLINE_DRAM] == 8 && r.point[0].bytes[ROOFLINE_L2] == 16 &&
		    r.point[1].bytes[ROOFLINE_L2] == 0);
	assert_true(add(&r, CASE("a", "1000", "32000", "1000", "500", "250") "," CASE("b", "10", "320", "100", "0", "0") "]}", "a*",
			&e));
	assert_int_equal(r.n, 3);
	assert_true(figure_roofline(&r, 600, NULL, &c, &e));
	is_golden(&c, "roofline");
	canvas_clear(&c);
	roofline_clear(&r);
}

static void
test_flop(void **state)
{
	(void)state;
	static const char list[] =
		"{\"case\":\"a\",\"metrics\":{\"smsp__inst_executed.sum\":{\"value\":100},\"gpu__time_duration.sum\":{\"value\":10}"
		","
		"\"lts__t_sectors_srcunit_tex.sum\":{\"value\":10},\"lts__t_sectors_srcunit_tex_lookup_miss.sum\":{\"value\":5}},"
		"\"launches\":[{\"instructions\":[{\"sass\":\"FFMA R1, R2, R3, R4\",\"thread_inst_executed_true\":150},"
		"{\"sass\":\"@!P0 FADD.FTZ R1, R2, R3\",\"thread_inst_executed_true\":20},{\"sass\":\"IADD3 R1\","
		"\"thread_inst_executed_true\":9}]}]}]}";
	struct canvas c = {.font = FIGURE_FONT};
	struct roofline r = {.n = 0};
	struct simt_error e;

	assert_int_equal(roofline_flop("FFMA"), 2);
	assert_int_equal(roofline_flop("@P1 HMMA.16816.F32 R0, R1, R2, R3"), 128);
	assert_int_equal(roofline_flop("HMMA.1688.F32.TF32 R0"), 64);
	assert_int_equal(roofline_flop("FFMA2 R0"), 0);
	assert_int_equal(roofline_flop("FADD.FTZ R0"), 1);
	assert_int_equal(roofline_flop("FSETP R0"), 0);
	assert_int_equal(roofline_flop("@P0"), 0);
	assert_true(add(&r, list, NULL, &e));
	assert_true(roofline_to_flop(&r, &e));
	assert_true(r.point[0].rate == 32); /* 320 in 10 ns */
	assert_true(fabs(r.point[0].bytes[ROOFLINE_L2] - 1) < 1e-12 && fabs(r.point[0].bytes[ROOFLINE_DRAM] - 0.5) < 1e-12);
	assert_true(r.ceiling[ROOFLINE_ISSUE] == 0 && r.ceiling[ROOFLINE_FP32] == 256 && r.ceiling[ROOFLINE_TENSOR] == 4096);
	assert_true(figure_roofline(&r, 600, "flop", &c, &e));
	is_golden(&c, "roofline-flop");
	canvas_clear(&c);
	roofline_clear(&r);
	assert_true(add(&r, CASE("a", "10", "320", "100", "0", "0") "]}", NULL, &e));
	r.point[0].flop = NAN; /* as without instructions */
	assert_false(roofline_to_flop(&r, &e));
	assert_non_null(strstr(e.text, "--per-pc"));
	r.point[0].flop = 0;
	e = (struct simt_error){.status = SIMT_OK};
	assert_false(roofline_to_flop(&r, &e));
	assert_non_null(strstr(e.text, "no floating-point"));
	roofline_clear(&r);
}

static void
test_roofline_mistakes(void **state)
{
	(void)state;
	struct canvas c = {.font = FIGURE_FONT};
	struct roofline r = {.n = 0};
	struct simt_error e;

	assert_false(add(&r, "]", NULL, &e)); /* cut off */
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	assert_false(add(&r, "]}", NULL, &e)); /* without cases */
	assert_false(add(&r, CASE("a", "0", "0", "5", "0", "0") "]}", NULL, &e));
	assert_false(add(&r, "{\"case\":\"a\"},7]}", NULL, &e));
	assert_false(add(&r, CASE("a", "1", "32", "5", "0", "0") "]}", "b", &e));
	assert_int_equal(e.status, SIMT_USAGE);
	assert_int_equal(r.n, 0);
	assert_false(figure_roofline(&r, 600, NULL, &c, &e));
	for (unsigned i = 0; i <= ROOFLINE_MOST; i++)
		assert_true(add(&r, CASE("a", "1", "32", "5", "0", "0") "]}", NULL, &e));
	assert_false(figure_roofline(&r, 600, NULL, &c, &e));
	canvas_clear(&c);
	roofline_clear(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_canvas),   cmocka_unit_test(test_order),     cmocka_unit_test(test_step),
		cmocka_unit_test(test_time),     cmocka_unit_test(test_recording), cmocka_unit_test(test_rare),
		cmocka_unit_test(test_roofline), cmocka_unit_test(test_flop),      cmocka_unit_test(test_roofline_mistakes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
