/* simt-plot: a picture of a tidy table, such as that of a sweep, drawn by gnuplot. See simt-plot(1). */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file-names.h"
#include "base/result-file.h"
#include "programs/common.h"
#include "programs/plot-recording.h"
#include "programs/plot-report.h"
#include "workloads/plot/gnuplot.h"
#include "workloads/plot/recording-figures.h"
#include "workloads/plot/script.h"

const char program_name[] = "simt-plot";

/* Pixels; MiB of a trace. */
enum { WIDTH = 720, HEIGHT = 450, MOST = 100 };

struct command {
	const char *table, *picture, *axis;
	struct list where;
	struct plot_request request;
	char *script, *data; /* beside the picture */
	bool keep_script, no_draw;
	struct plot_recording recording;
	struct plot_report report;
};

/* Ways of running the program. */
enum {
	OF_TABLE = 1,
	OF_TRACE = 2,
	OF_LANES = 4,
	OF_BLOCKS = 8,
	OF_STATES = 16,
	OF_HEAT = 32,
	OF_ROOFLINE = 64,
	OF_REPORT = 128,
	OF_WARPS = OF_LANES | OF_STATES | OF_HEAT,
	OF_RECORDING = OF_WARPS | OF_BLOCKS,
	OF_FIGURE = OF_RECORDING | OF_ROOFLINE
};

enum option_value {
	O_X = 256,
	O_Y,
	O_BY,
	O_FACET,
	O_WHERE,
	O_KIND,
	O_LOG,
	O_LINE,
	O_TITLE,
	O_CAPTION,
	O_X_LABEL,
	O_Y_LABEL,
	O_SIZE,
	O_OUTPUT,
	O_KEEP_SCRIPT,
	O_NO_DRAW,
	O_REPORT,
	O_PATH,
	O_TRACE,
	O_FIGURE,
	O_CASE,
	O_SM,
	O_BLOCK,
	O_WARP,
	O_CYCLES,
	O_AXIS,
	O_MOST,
	O_HELP,
	O_VERSION
};

static const struct option options[] = {
	{"x", required_argument, NULL, O_X},
	{"y", required_argument, NULL, O_Y},
	{"by", required_argument, NULL, O_BY},
	{"facet", required_argument, NULL, O_FACET},
	{"where", required_argument, NULL, O_WHERE},
	{"kind", required_argument, NULL, O_KIND},
	{"log", required_argument, NULL, O_LOG},
	{"line", required_argument, NULL, O_LINE},
	{"title", required_argument, NULL, O_TITLE},
	{"caption", required_argument, NULL, O_CAPTION},
	{"x-label", required_argument, NULL, O_X_LABEL},
	{"y-label", required_argument, NULL, O_Y_LABEL},
	{"size", required_argument, NULL, O_SIZE},
	{"output", required_argument, NULL, O_OUTPUT},
	{"keep-script", no_argument, NULL, O_KEEP_SCRIPT},
	{"no-draw", no_argument, NULL, O_NO_DRAW},
	{"report", required_argument, NULL, O_REPORT},
	{"path", required_argument, NULL, O_PATH},
	{"trace", required_argument, NULL, O_TRACE},
	{"figure", required_argument, NULL, O_FIGURE},
	{"case", required_argument, NULL, O_CASE},
	{"sm", required_argument, NULL, O_SM},
	{"block", required_argument, NULL, O_BLOCK},
	{"warp", required_argument, NULL, O_WARP},
	{"cycles", required_argument, NULL, O_CYCLES},
	{"axis", required_argument, NULL, O_AXIS},
	{"most", required_argument, NULL, O_MOST},
	{"help", no_argument, NULL, O_HELP},
	{"version", no_argument, NULL, O_VERSION},
	{NULL, 0, NULL, 0},
};

static void
help(void)
{
	fputs("Usage: simt-plot [option]... table -o PICTURE\n"
	      "       simt-plot --figure lanes|blocks|states|heat [option]... recording -o PICTURE\n"
	      "       simt-plot --figure roofline [option]... result.json... -o PICTURE\n"
	      "       simt-plot --trace FILE.json[.gz] [option]... recording\n"
	      "       simt-plot --report PAGE.html [option]... result [result] [recording]\n"
	      "Draws a table: the folder of a sweep, CSV results of simt-sim, or any CSV file with a header and a row for each "
	      "point.\n"
	      "gnuplot does the drawing. Its script and data are written beside the picture, as .gp and .dat.\n"
	      "\n"
	      "  -o, --output PICTURE    the picture: .svg, .png or .pdf\n"
	      "  --x COLUMN              what goes along x\n"
	      "  --y COLUMN              what was measured: a column of numbers, or a metric\n"
	      "  --by COLUMN             a line, a bar or a row of the heat map for each value of this\n"
	      "  --facet COLUMN          a panel for each value of this, all with the same axes\n"
	      "  --where FILTER          only rows with COLUMN=VALUE; also !=, < <= > >=, globs, and several\n"
	      "  --kind KIND             lines (for numbers along x), bars (for names), heat, tornado or pareto\n"
	      "  --log x|y|xy            logarithmic axes\n"
	      "  --line Y                a thin line at this y, such as 1 for a speed-up; where bars of a tornado begin\n"
	      "  --title TEXT, --x-label TEXT, --y-label TEXT, --caption TEXT\n"
	      "  --size WIDTHxHEIGHT     in pixels, 96 to the inch (720x450)\n"
	      "  --keep-script           draw with the script that is there, and new data\n"
	      "  --no-draw               write script and data alone\n"
	      "  --help, --version\n"
	      "\n"
	      "Of a recording, as simt-record(5) has it:\n"
	      "  --figure lanes          lanes of warps over time, by part of the code\n"
	      "  --figure blocks         which SM had blocks when, by launch\n"
	      "  --figure states         states of warps, stacked over time\n"
	      "  --figure heat           active lanes of each line over time; --by instruction: of each instruction\n"
	      "  --trace FILE            all, for ui.perfetto.dev or chrome://tracing\n"
	      "  --case NAME             a case; the first one otherwise\n"
	      "  --sm N, --block N, --warp N, --cycles N    only these, each N or FIRST-LAST\n"
	      "  --axis cycles|slots     of lanes: what goes along x\n"
	      "  --axis instructions|flop    of a roofline: what is counted\n"
	      "  --size WIDTH            of a figure, in pixels (720)\n"
	      "  --most MIB              of a trace; warps beyond are left out (100)\n"
	      "\n"
	      "Of JSON results of simt-sim:\n"
	      "  --figure roofline       instructions a second over those for each byte, below the machine's ceilings\n"
	      "Of these, one or two side by side, also with a recording:\n"
	      "  --report PAGE           a page for a browser: what is slow, why, and in which lines\n"
	      "  --path FOLDER           also look for source files here; may be repeated\n"
	      "\n"
	      "Several rows at one place become their median, with a thin bar from the least to the most.\n"
	      "Exit status: 0 success, 2 mistake on the command line, 3 bad input, or no gnuplot.\n"
	      "\n"
	      "Example: speed-up over the width of a warp\n"
	      "  simt-plot study/ --x warp --y speed-up --by reconvergence --facet technique -o warp.svg\n",
	      stdout);
}

#define RECORDING(member) (offsetof(struct command, recording) + offsetof(struct plot_recording, member))
#define REQUEST(member)   (offsetof(struct command, request) + offsetof(struct plot_request, member))

static const struct option_target target[] = {
	{O_X, OPTION_TEXT, REQUEST(x)},
	{O_Y, OPTION_TEXT, REQUEST(y)},
	{O_BY, OPTION_TEXT, REQUEST(by)},
	{O_FACET, OPTION_TEXT, REQUEST(facet)},
	{O_WHERE, OPTION_LIST, offsetof(struct command, where)},
	{O_TITLE, OPTION_TEXT, REQUEST(title)},
	{O_CAPTION, OPTION_TEXT, REQUEST(caption)},
	{O_X_LABEL, OPTION_TEXT, REQUEST(x_label)},
	{O_Y_LABEL, OPTION_TEXT, REQUEST(y_label)},
	{O_OUTPUT, OPTION_TEXT, offsetof(struct command, picture)},
	{'o', OPTION_TEXT, offsetof(struct command, picture)},
	{O_TRACE, OPTION_TEXT, RECORDING(trace)},
	{O_REPORT, OPTION_TEXT, offsetof(struct command, report) + offsetof(struct plot_report, page)},
	{O_PATH, OPTION_LIST, offsetof(struct command, report) + offsetof(struct plot_report, folder)},
	{O_CASE, OPTION_TEXT, RECORDING(pick.of_case)},
	{O_KEEP_SCRIPT, OPTION_FLAG, offsetof(struct command, keep_script)},
	{O_NO_DRAW, OPTION_FLAG, offsetof(struct command, no_draw)},
};

/* ---- options ---- */

static bool
take_kind(const char *arg, enum plot_kind *kind, struct simt_error *e)
{
	static const char *const name[] = {[PLOT_LINES] = "lines",
					   [PLOT_BARS] = "bars",
					   [PLOT_HEAT] = "heat",
					   [PLOT_TORNADO] = "tornado",
					   [PLOT_PARETO] = "pareto"};

	for (int i = PLOT_LINES; i <= PLOT_PARETO; i++)
		if (!strcmp(arg, name[i])) {
			*kind = (enum plot_kind)i;
			return true;
		}
	return simt_fail(e, SIMT_USAGE, "--kind %s: one of lines, bars, heat, tornado, pareto", arg);
}

static bool
take_size(const char *arg, struct plot_request *r, struct simt_error *e)
{
	int end = 0;

	if (sscanf(arg, "%5ux%5u%n", &r->width, &r->height, &end) == 2 && !arg[end] && r->width >= PLOT_WIDTH_LEAST &&
	    r->width <= PLOT_WIDTH_MOST && r->height >= PLOT_WIDTH_LEAST && r->height <= PLOT_WIDTH_MOST)
		return true;
	return simt_fail(e, SIMT_USAGE, "--size %s: two numbers from %d to %d, such as %dx%d", arg, PLOT_WIDTH_LEAST,
			 PLOT_WIDTH_MOST, WIDTH, HEIGHT);
}

/* Of a figure: WIDTH alone. The height is what is needed. */
static bool
take_width(const char *arg, struct command *c, struct simt_error *e)
{
	struct simt_error none = {.status = SIMT_OK};

	/* which of the two it has to be is not known yet */
	if (strchr(arg, 'x') || !take_number("size", arg, FIGURE_WIDTH_LEAST, FIGURE_WIDTH_MOST, &c->recording.width, &none)) {
		c->recording.width = 0;
		return take_size(arg, &c->request, e);
	}
	c->request.width = 0;
	return true;
}

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;

	switch (option) {
	case O_KIND:
		return take_kind(arg, &c->request.kind, e);
	case O_LOG:
		c->request.log_x = strchr(arg, 'x') != NULL;
		c->request.log_y = strchr(arg, 'y') != NULL;
		return !strcmp(arg, "x") || !strcmp(arg, "y") || !strcmp(arg, "xy") ||
		       simt_fail(e, SIMT_USAGE, "--log %s: one of x, y, xy", arg);
	case O_LINE:
		c->request.has_reference = true;
		return plot_number(arg, &c->request.reference) || simt_fail(e, SIMT_USAGE, "--line %s: it is not a number", arg);
	case O_FIGURE:
		return plot_take_figure(arg, &c->recording.figure, e);
	case O_SM:
		return plot_take_range("sm", arg, &c->recording.pick.sms, e);
	case O_BLOCK:
		return plot_take_range("block", arg, &c->recording.pick.blocks, e);
	case O_WARP:
		return plot_take_range("warp", arg, &c->recording.pick.warps, e);
	case O_CYCLES:
		return plot_take_range("cycles", arg, &c->recording.pick.cycles, e);
	case O_AXIS:
		c->axis = arg; /* what it may be depends on the figure */
		return true;
	case O_MOST:
		return take_number("most", arg, 1, 1024, &c->recording.most, e);
	default:
		return take_width(arg, c, e);
	}
}

static const struct option_use use[] = {
	{O_X, OF_TABLE, 0, 0},
	{O_Y, OF_TABLE, 0, 0},
	{O_BY, OF_TABLE | OF_HEAT, 0, 0},
	{O_FACET, OF_TABLE, 0, 0},
	{O_WHERE, OF_TABLE, 0, 0},
	{O_KIND, OF_TABLE, 0, 0},
	{O_LOG, OF_TABLE, 0, 0},
	{O_LINE, OF_TABLE, 0, 0},
	{O_TITLE, OF_TABLE | OF_FIGURE | OF_REPORT, 0, 0},
	{O_CAPTION, OF_TABLE, 0, 0},
	{O_X_LABEL, OF_TABLE, 0, 0},
	{O_Y_LABEL, OF_TABLE, 0, 0},
	{O_SIZE, OF_TABLE | OF_FIGURE, 0, 0},
	{O_OUTPUT, OF_TABLE | OF_FIGURE, 0, 0},
	{'o', OF_TABLE | OF_FIGURE, 0, 0},
	{O_KEEP_SCRIPT, OF_TABLE, 0, 0},
	{O_NO_DRAW, OF_TABLE, 0, 0},
	{O_CASE, OF_TRACE | OF_FIGURE, 0, 0},
	{O_SM, OF_TRACE | OF_RECORDING, 0, 0},
	{O_BLOCK, OF_TRACE | OF_WARPS, 0, 0},
	{O_WARP, OF_TRACE | OF_WARPS, 0, 0},
	{O_CYCLES, OF_TRACE | OF_RECORDING, 0, 0},
	{O_AXIS, OF_LANES | OF_ROOFLINE, 0, 0},
	{O_MOST, OF_TRACE, 0, 0},
	{O_PATH, OF_REPORT, 0, 0},
};

static const struct command_line line = {.options = options,
					 .letters = ":ho:",
					 .help = O_HELP,
					 .version = O_VERSION,
					 .print_help = help,
					 .target = target,
					 .ntarget = sizeof target / sizeof *target,
					 .take = take_option,
					 .use = use,
					 .nuse = sizeof use / sizeof *use};

/* The picture's name with another suffix. The caller frees it. */
static char *
beside(const char *picture, const char *suffix)
{
	const size_t n = strlen(picture) - 4;
	char *name = malloc(n + strlen(suffix) + 1);

	if (!name)
		simt_no_memory();
	memcpy(name, picture, n);
	strcpy(name + n, suffix);
	return name;
}

/* A script of that name that simt-plot has not made is somebody's work. */
static bool
is_own_script(const char *name, struct simt_error *e)
{
	FILE *f = fopen(name, "re");
	char first[sizeof PLOT_SCRIPT_MARK] = "";
	bool own;

	if (!f)
		return true;
	own = !fgets(first, sizeof first, f) || !strcmp(first, PLOT_SCRIPT_MARK);
	fclose(f);
	return own || simt_fail(e, SIMT_USAGE,
				"%s: simt-plot has not made this script and would replace it; choose another name by -o", name);
}

static bool
command_fits(struct command *c, int argc, char **argv, enum plot_format *format, struct simt_error *e)
{
	struct list written = {.n = 0}, read = {.n = 0};
	bool ok;

	if (argc - optind != 1)
		return simt_fail(e, SIMT_USAGE, "%d tables given, and one is drawn; try 'simt-plot --help'", argc - optind);
	c->table = argv[optind];
	if (!c->request.width)
		return take_size("WIDTH alone", &c->request, e);
	if (!c->picture)
		return simt_fail(e, SIMT_USAGE, "-o has to name the picture, which ends in .svg, .png or .pdf");
	if (!plot_format_of(c->picture, format, e))
		return false;
	if (c->keep_script && c->no_draw)
		return simt_fail(e, SIMT_USAGE, "--keep-script has no effect with --no-draw");
	c->script = beside(c->picture, ".gp");
	c->data = beside(c->picture, ".dat");
	if (c->keep_script && access(c->script, R_OK))
		return simt_fail(e, SIMT_USAGE, "--keep-script: %s: %s", c->script, strerror(errno));
	append(&read, c->table);
	append(&written, c->picture);
	append(&written, c->script);
	append(&written, c->data);
	ok = files_are_distinct(&written, &read, e) && (c->keep_script || is_own_script(c->script, e));
	free(read.v);
	free(written.v);
	return ok;
}

/* ---- units ---- */

/* Units of the columns that tables of simt-sweep have: metrics and parameters. */
static const struct {
	const char *name, *unit;
} units[] = {
#define STAT(name, metric, unit, doc) {metric, unit},
#include "sim/runtime/stats.def"
#undef STAT
#define DERIVED(name, metric, unit, doc, decimals, timed, value) {metric, unit},
#include "workloads/analysis/derived.def"
#undef DERIVED
#define PARAM(section, field, name, type, unit, least, most, meaning) {#name, unit},
#define ELEMENT(section, field, name, unit, least, most, meaning)     {#name, unit},
#include "sim/machine/machine.def"
};

static const char *
unit_of(const char *column)
{
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(units[i].name, column))
			return units[i].unit;
	return NULL;
}

/* ---- files ---- */

typedef void write_part(const struct plot_figure *f, FILE *out);

static bool
write_file(const struct plot_figure *f, write_part *write, const char *name, struct simt_error *e)
{
	struct result_file *r = result_open(name, e);

	if (!r)
		return false;
	write(f, result_stream(r));
	return result_close(r, e);
}

static bool
draw(const struct command *c, const struct plot_figure *f, struct simt_error *e)
{
	char *folder = path_folder(c->picture);
	struct result_file *r = result_open(c->picture, e);
	char *remark = NULL;
	bool ok = r && gnuplot_run(folder, path_base(c->script), f->format, result_stream(r), &remark, e);

	if (ok)
		ok = result_close(r, e);
	else
		result_discard(r);
	if (ok && remark)
		fprintf(stderr, "%s: gnuplot says: %s\n", program_name, remark);
	free(remark);
	free(folder);
	return ok;
}

/* Script and data are there whether or not gnuplot is. */
static bool
write_all(const struct command *c, const struct plot_figure *f, struct simt_error *e)
{
	struct simt_error none = {.status = SIMT_OK};

	if (!write_file(f, plot_data_write, c->data, e))
		return false;
	if (!c->keep_script && !write_file(f, plot_script_write, c->script, e))
		return false;
	if (c->no_draw)
		return true;
	if (!gnuplot_found(&none))
		return simt_fail(e, SIMT_BAD_INPUT, "%s and %s are written, but %s", c->script, c->data, none.text);
	return draw(c, f, e);
}

static int
plot(struct command *c, enum plot_format format)
{
	struct simt_error e = {.status = SIMT_OK};
	const bool tornado = c->request.kind == PLOT_TORNADO || (c->request.kind == PLOT_AUTO && !c->request.x);
	struct plot_table *t = plot_table_read(c->table, tornado, &e);
	struct plot_points *p = t ? plot_points_make(t, &c->request, &e) : NULL;

	if (p) {
		struct plot_figure f = {.request = &c->request,
					.points = p,
					.format = format,
					.picture = path_base(c->picture),
					.data = path_base(c->data)};

		f.caption = c->request.caption ? strdup(c->request.caption) : plot_caption(t, p, &c->request);
		if (!f.caption)
			simt_no_memory();
		if (plot_figure_lay_out(&f, &e))
			write_all(c, &f, &e);
		plot_figure_clear(&f);
	}
	plot_points_free(p);
	plot_table_free(t);
	return e.status ? complain(&e) : SIMT_OK;
}

/* ---- recordings, and figures of results ---- */

/* What is to be made of them fits together. */
static bool
recording_fits(struct command *c, const bool *given, int argc, char **argv, struct simt_error *e)
{
	static const unsigned way[PLOT_FIGURES] = {[PLOT_FIGURE_LANES] = OF_LANES,
						   [PLOT_FIGURE_BLOCKS] = OF_BLOCKS,
						   [PLOT_FIGURE_STATES] = OF_STATES,
						   [PLOT_FIGURE_HEAT] = OF_HEAT,
						   [PLOT_FIGURE_ROOFLINE] = OF_ROOFLINE};
	const struct plot_recording *x = &c->recording;
	const bool several = x->figure == PLOT_FIGURE_ROOFLINE && argc > optind;
	struct list written = {.n = 0}, read = {.n = 0};
	bool ok;

	if (x->trace && x->figure)
		return simt_fail(e, SIMT_USAGE, "--trace and --figure: one at a time");
	if (!options_fit(&line, given, x->trace ? OF_TRACE : way[x->figure], x->trace ? "with --trace" : "with this --figure", true,
			 e))
		return false;
	if (argc - optind != 1 && !several)
		return simt_fail(e, SIMT_USAGE, "%d %s given, and one is needed; try 'simt-plot --help'", argc - optind,
				 x->figure == PLOT_FIGURE_ROOFLINE ? "results" : "recordings");
	if (x->figure && !c->picture)
		return simt_fail(e, SIMT_USAGE, "-o has to name the picture, which ends in .svg, .png or .pdf");
	if (x->figure && !plot_format_of(c->picture, &c->recording.format, e))
		return false;
	if (x->figure && !x->width)
		return simt_fail(e, SIMT_USAGE, "--size: a figure has a width alone, from %d to %d, such as %d", FIGURE_WIDTH_LEAST,
				 FIGURE_WIDTH_MOST, WIDTH);
	if (c->axis && !(x->figure == PLOT_FIGURE_ROOFLINE
				 ? take_word("axis", c->axis, (const char *const[]){"instructions", "flop"}, &c->recording.flop, e)
				 : take_word("axis", c->axis, (const char *const[]){"cycles", "slots"}, &c->recording.slots, e)))
		return false;
	if (c->request.by &&
	    !take_word("by", c->request.by, (const char *const[]){"line", "instruction"}, &c->recording.instructions, e))
		return false;
	c->recording.recording = argv[optind];
	c->recording.picture = c->picture;
	c->recording.title = c->request.title;
	for (int i = optind; i < argc; i++)
		append(&read, argv[i]);
	append(&written, x->trace ? x->trace : x->picture);
	ok = files_are_distinct(&written, &read, e);
	free(read.v);
	free(written.v);
	return ok;
}

static int
of_recording(struct command *c, const bool *given, int argc, char **argv)
{
	struct simt_error e = {.status = SIMT_OK};

	if (recording_fits(c, given, argc, argv, &e)) {
		if (c->recording.figure == PLOT_FIGURE_ROOFLINE)
			plot_roofline(&c->recording, argv + optind, argc - optind, &e);
		else
			plot_recording(&c->recording, &e);
	}
	return e.status ? complain(&e) : SIMT_OK;
}

static int
of_results(struct command *c, const bool *given, int argc, char **argv)
{
	struct simt_error e = {.status = SIMT_OK};
	struct list written = {.n = 0}, read = {.n = 0};

	c->report.title = c->request.title;
	append(&written, c->report.page);
	for (int i = optind; i < argc; i++)
		append(&read, argv[i]);
	if (c->recording.trace || c->recording.figure)
		simt_fail(&e, SIMT_USAGE, "--report and --%s: one at a time", c->recording.trace ? "trace" : "figure");
	else if (optind == argc)
		simt_fail(&e, SIMT_USAGE, "no result given; try 'simt-plot --help'");
	else if (options_fit(&line, given, OF_REPORT, "with --report", true, &e) && files_are_distinct(&written, &read, &e))
		plot_report(&c->report, read.v, read.n, &e);
	free(written.v);
	free(read.v);
	return e.status ? complain(&e) : SIMT_OK;
}

static int
of_table(struct command *c, const bool *given, int argc, char **argv)
{
	struct simt_error e = {.status = SIMT_OK};
	enum plot_format format;

	c->request.where = c->where.v;
	c->request.nwhere = c->where.n;
	if (!options_fit(&line, given, OF_TABLE, "without --figure, --trace or --report", true, &e) ||
	    !command_fits(c, argc, argv, &format, &e))
		return complain(&e);
	return plot(c, format);
}

int
main(int argc, char **argv)
{
	const struct pick_range all = {0, UINT64_MAX};
	struct command c = {.request = {.width = WIDTH, .height = HEIGHT, .unit = unit_of},
			    .recording = {.width = WIDTH, .most = MOST, .pick = {NULL, all, all, all, all}}};
	bool given[OPTION_VALUES] = {false};
	int status;

	tell_no_memory();
	if (options_take(&line, argc, argv, &c, given, &status))
		status = c.report.page                             ? of_results(&c, given, argc, argv)
			 : c.recording.trace || c.recording.figure ? of_recording(&c, given, argc, argv)
								   : of_table(&c, given, argc, argv);
	free(c.where.v);
	free(c.report.folder.v);
	free(c.script);
	free(c.data);
	return all_told(status);
}
