/* simt-why: why the launches of a workload take as long as they do, by experiment. See simt-why(1). */
#include <stdlib.h>
#include <string.h>

#include "base/result-file.h"
#include "programs/again.h"
#include "programs/common.h"
#include "programs/machine-options.h"
#include "programs/progress.h"
#include "programs/remarks.h"
#include "workloads/analysis/reach.h"
#include "workloads/report/report-causes.h"
#include "workloads/runner/contents.h"

const char program_name[] = "simt-why";

struct command {
	const char *workload;
	struct machine_options machine;
	struct list only, let, allow, path;
	const char *csv, *json; /* file name; "-": standard output; NULL: not wanted */
	struct again_wish again;
	unsigned jobs;
	enum simt_mode mode;
	bool quick, source, code, roots, quiet;
};

enum option_value {
	O_ONLY = OPTIONS_OF_PROGRAM,
	O_LET,
	O_ALLOW_PATH,
	O_MODE,
	O_JOBS,
	O_SOURCE,
	O_CODE,
	O_PATH,
	O_ROOTS,
	O_ADVISE,
	O_SPLIT,
	O_SPLIT_LAUNCHES,
	O_SPLIT_ORDER,
	O_SPLIT_TO,
	O_QUICK,
	O_CSV,
	O_JSON,
	O_QUIET,
	O_HELP,
	O_VERSION
};

static const struct option options[] = {
	{"machine", required_argument, NULL, O_MACHINE},
#define MACHINE_OPTION(value, name, parameter) {name, required_argument, NULL, value},
#include "programs/machine-options.def"
#undef MACHINE_OPTION
	{"set", required_argument, NULL, O_SET},
	{"only", required_argument, NULL, O_ONLY},
	{"let", required_argument, NULL, O_LET},
	{"allow-path", required_argument, NULL, O_ALLOW_PATH},
	{"mode", required_argument, NULL, O_MODE},
	{"jobs", required_argument, NULL, O_JOBS},
	{"source", no_argument, NULL, O_SOURCE},
	{"code", no_argument, NULL, O_CODE},
	{"path", required_argument, NULL, O_PATH},
	{"quick", no_argument, NULL, O_QUICK},
	{"roots", no_argument, NULL, O_ROOTS},
	{"advise", no_argument, NULL, O_ADVISE},
	{"split", required_argument, NULL, O_SPLIT},
	{"split-launches", required_argument, NULL, O_SPLIT_LAUNCHES},
	{"split-order", required_argument, NULL, O_SPLIT_ORDER},
	{"split-to", required_argument, NULL, O_SPLIT_TO},
	{"csv", optional_argument, NULL, O_CSV},
	{"json", optional_argument, NULL, O_JSON},
	{"quiet", no_argument, NULL, O_QUIET},
	{"help", no_argument, NULL, O_HELP},
	{"version", no_argument, NULL, O_VERSION},
	{NULL, 0, NULL, 0},
};

static void
help(void)
{
	fputs("Usage: simt-why [option]... workload.csv\n"
	      "Says what holds each launch back: runs it again on machines on which one limit\n"
	      "is gone. simt-why(1) has all about these options.\n"
	      "\n"
	      "  --quick                from the counts of one run alone, without experiments\n"
	      "  --csv[=FILE]           gain and share of each limit as CSV, to FILE or instead\n"
	      "                         of the text\n"
	      "  --json[=FILE]          the same with verdict, remedies, roots, lines and loops\n"
	      "Instead of limits:\n"
	      "  --source               by source line and loop: time, active and lost lanes,\n"
	      "                         sectors, wavefronts, warp states\n"
	      "  --code                 the same, with the machine code below each line\n"
	      "  --path FOLDER          also look for source files here; may be repeated\n"
	      "  --roots                where divergence starts, and what it costs\n"
	      "  --advise               likely remedies for that, and what was tried of them\n"
	      "  --split auto|PC[,PC]   run again with threads in the same warps that branch\n"
	      "                         the same way there: regrouped, or in several launches\n"
	      "  --split-launches N, --split-order sorted|dealt, --split-to FOLDER\n"
	      "                         into how many; the order of warps; where lists go\n"
	      "  --mode functional      with any of these: without what needs time\n"
	      "Workload and machine, as of simt-sim:\n"
	      "  --only GLOB, --let NAME=VALUE, --allow-path FOLDER, --machine NAME|FILE,\n"
	      "  --set NAME=VALUE, --warp N, --sms N, --banks N, --bank-issue NAME, --reconvergence NAME,\n"
	      "  --scheduler NAME, --block-scheduler NAME\n"
	      "  --jobs N               threads of the host (default: SIMT_JOBS, else all)\n"
	      "  --quiet                no progress\n"
	      "  --help, -h, --version\n"
	      "\n"
	      "Exit status: 0 success, 1 an expect does not hold, 2 mistake on the command\n"
	      "line, 3 bad input, 4 the simulated program failed, 130 interrupted.\n"
	      "\n"
	      "Example: what holds a tiled matrix multiplication back, and where?\n"
	      "  simt-why workloads/tiled-matmul/tiled-matmul.csv --only plain-16-100\n"
	      "  simt-why --source workloads/tiled-matmul/tiled-matmul.csv --only plain-16-100\n",
	      stdout);
}

static const struct option_target target[] = {
	{O_ONLY, OPTION_LIST, offsetof(struct command, only)},
	{O_LET, OPTION_LIST, offsetof(struct command, let)},
	{O_ALLOW_PATH, OPTION_LIST, offsetof(struct command, allow)},
	{O_PATH, OPTION_LIST, offsetof(struct command, path)},
	{O_SOURCE, OPTION_FLAG, offsetof(struct command, source)},
	{O_CODE, OPTION_FLAG, offsetof(struct command, code)},
	{O_ROOTS, OPTION_FLAG, offsetof(struct command, roots)},
	{O_ADVISE, OPTION_FLAG, offsetof(struct command, again) + offsetof(struct again_wish, advise)},
	{O_SPLIT_TO, OPTION_TEXT, offsetof(struct command, again) + offsetof(struct again_wish, split_to)},
	{O_CSV, OPTION_TEXT, offsetof(struct command, csv)},
	{O_JSON, OPTION_TEXT, offsetof(struct command, json)},
	{O_QUICK, OPTION_FLAG, offsetof(struct command, quick)},
	{O_QUIET, OPTION_FLAG, offsetof(struct command, quiet)},
};

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;

	if (machine_options_take(&c->machine, option, arg))
		return true;
	switch (option) {
	case O_JOBS:
		return take_jobs(arg, &c->jobs, e);
	case O_SPLIT:
		return again_take_split(&c->again, arg, e);
	case O_SPLIT_LAUNCHES:
		return again_take_launches(&c->again, arg, e);
	case O_SPLIT_ORDER:
		return again_take_order(&c->again, arg, e);
	default:
		return take_mode(arg, &c->mode, e);
	}
}

static const struct command_line line = {.options = options,
					 .letters = ":h",
					 .help = O_HELP,
					 .version = O_VERSION,
					 .print_help = help,
					 .target = target,
					 .ntarget = sizeof target / sizeof *target,
					 .take = take_option,
					 .takes_more = machine_options_take_more};

/* The first of the views that are shown instead of limits; NULL: none is. */
static const char *
first_view(const struct command *c)
{
	return c->source ? "--source" : c->roots ? "--roots" : c->again.advise ? "--advise" : c->again.split ? "--split" : NULL;
}

static bool
views_fit(const struct command *c, const bool given[OPTION_VALUES], struct simt_error *e)
{
	const char *view = first_view(c);

	if (c->mode == SIMT_FUNCTIONAL && !view)
		return simt_fail(e, SIMT_USAGE, "--mode functional has no time to explain; --source goes with it");
	if (c->path.n && !c->source)
		return simt_fail(e, SIMT_USAGE, "--path has no effect without --source");
	for (size_t i = O_SPLIT_LAUNCHES; i <= O_SPLIT_TO; i++)
		if (given[i] && !c->again.split)
			return simt_fail(e, SIMT_USAGE, "--%s has no effect without --split",
					 i == O_SPLIT_LAUNCHES ? "split-launches"
					 : i == O_SPLIT_ORDER  ? "split-order"
							       : "split-to");
	if (view && c->csv)
		return simt_fail(e, SIMT_USAGE, "--csv has no effect with %s; --json has its values", view);
	if (view && c->quick)
		return simt_fail(e, SIMT_USAGE, "--quick has no effect with %s, which shows no limits", view);
	if (view && c->json && !strcmp(c->json, "-"))
		return simt_fail(e, SIMT_USAGE, "%s and --json both go to standard output; give one a file: --json=FILE", view);
	return one_to_stdout((const char *const[]){"--csv", "--json"}, (const char *const[]){c->csv, c->json}, 2, e);
}

static bool
command_fits(struct command *c, const bool given[OPTION_VALUES], int argc, char **argv, struct simt_error *e)
{
	if (optind == argc)
		return simt_fail(e, SIMT_USAGE, "no workload.csv given; try 'simt-why --help'");
	if (optind < argc - 1)
		return simt_fail(e, SIMT_USAGE, "more than one workload given: '%s' and '%s'", argv[optind], argv[optind + 1]);
	c->workload = argv[optind];
	c->source = c->source || c->code;
	again_settle(&c->again);
	return views_fit(c, given, e) && assigned_once(&c->machine.set, e) && default_jobs(&c->jobs, e);
}

/* ---- the run ---- */

static void
put_heading(const struct command *c)
{
	printf("%s on %s", c->workload, c->machine.name);
	for (size_t i = 0; i < c->machine.set.n; i++)
		printf(", %s", c->machine.set.v[i]);
	fputs("\n\n", stdout);
}

static void
show_lines(const struct command *c, const struct run *run)
{
	const struct source_paths paths = {c->path.v, c->path.n};

	report_source_lines(run, &paths, c->code, terminal_width(0), stdout);
}

static bool
to_stdout(const char *name)
{
	return name && !strcmp(name, "-");
}

/* Runs the experiments and writes what came out; f NULL: nobody asked for limits. */
static enum simt_status
write_causes(const struct command *c, const struct run *run, const struct causes_found *f)
{
	const struct causes_told told = {c->machine.name, c->machine.set.v, c->machine.set.n, f};
	struct simt_error e = {.status = SIMT_OK};
	struct result_file *csv = c->csv ? result_open(c->csv, &e) : NULL;
	struct result_file *json = c->json && !e.status ? result_open(c->json, &e) : NULL;

	if (e.status) {
		result_discard(csv);
		return (enum simt_status)complain(&e);
	}
	if (csv)
		report_causes_csv(run, f, result_stream(csv));
	if (json)
		report_causes_json(run, &told, result_stream(json));
	if (!result_close(csv, &e))
		complain(&e);
	if (!result_close(json, &e))
		complain(&e);
	if (f && !to_stdout(c->csv) && !to_stdout(c->json)) {
		struct intervals *intervals = machine_intervals(run->machine, c->machine.name);

		put_heading(c);
		report_causes(run, f, intervals, stdout);
		intervals_free(intervals);
	}
	return e.status;
}

static enum simt_status
explain(const struct command *c, const struct run *run, struct progress *p)
{
	struct causes_found *f = causes_find(run, c->quick, progress_experiments, p);
	enum simt_status status = SIMT_OK;

	progress_clear(p);
	if (!simt_stopped(run->o.stop))
		status = write_causes(c, run, f);
	causes_free(f);
	return status;
}

/* What is shown instead of limits, one after the other. */
static enum simt_status
show_views(const struct command *c, const struct run *run, struct again *again)
{
	struct report r = {.run = run, .source = "simt-why", .run_name = "1", .machine = c->machine.name};
	enum simt_status status = c->json ? write_causes(c, run, NULL) : SIMT_OK;

	values_init(&r.values, run->machine);
	put_heading(c);
	if (c->source)
		show_lines(c, run);
	if (c->source && c->roots)
		putchar('\n');
	if (c->roots)
		report_roots(&r, stdout, terminal_width(0));
	if (c->again.advise && !again_advice(again, &r, c->source && !c->roots))
		return SIMT_INTERRUPTED;
	if (c->again.split) {
		const enum simt_status split = again_split(again, c->source && !c->roots && !c->again.advise);

		status = status == SIMT_OK ? split : status;
	}
	return status;
}

/* What the functions of a run get. */
struct screen {
	struct progress progress; /* first: progress.h takes a pointer to this */
	struct again again;
	simt_stop stop;
	enum simt_status unkept; /* why some contents are not kept, or SIMT_OK */
};

static void
on_contents(void *arg, const struct workload_case *of_case, const struct workload_buffer *b, const void *data)
{
	struct simt_error e = {.status = SIMT_OK};
	struct screen *s = arg;

	if (!contents_copy(s->again.left, of_case, b, data, s->stop, &e) && e.status != SIMT_INTERRUPTED) {
		progress_message(s, &e);
		s->unkept = e.status;
	}
}

static enum simt_status
run_and_explain(const struct command *c, struct run *run, struct screen *s)
{
	const char *view = first_view(c);
	enum simt_status status, more = SIMT_OK;

	run->o.stop = s->stop = catch_stop();
	if (!c->quiet)
		remark_run(run);
	again_begin(&s->again, run->w, run->o.mode);
	status = run_all(run);
	progress_clear(&s->progress);
	reach_tell_all(run, progress_message, s);
	if (view && !simt_stopped(run->o.stop)) {
		again_run(&s->again, run);
		more = show_views(c, run, &s->again);
	} else if (!simt_stopped(run->o.stop)) {
		more = explain(c, run, &s->progress);
	}
	again_end(&s->again);
	if (simt_stopped(run->o.stop)) {
		progress_clear(&s->progress);
		fputs("simt-why: interrupted\n", stderr);
		return SIMT_INTERRUPTED;
	}
	status = status == SIMT_OK ? more : status;
	return status == SIMT_OK ? s->unkept : status;
}

/* Whether all files to be written are different, and none is an input. */
static bool
can_write(const struct command *c, const struct workload *w, struct simt_error *e)
{
	char *lists = c->again.split_to ? split_workload(c->again.split_to) : NULL;
	struct list written = {.n = 0};
	bool ok = !c->again.split_to || split_folder(c->again.split_to, e);

	append(&written, lists);
	append(&written, c->csv);
	append(&written, c->json);
	ok = ok && files_spare_inputs(&written, &c->machine.file, w, e);
	free(written.v);
	free(lists);
	return ok;
}

static int
run_workload(const struct command *c, const struct workload *w, const struct simt_machine *m, const bool *selected)
{
	struct screen screen = {.progress = {.wanted = progress_wanted(c->quiet)}, .again = {.wish = &c->again}};
	const struct run_options o = {.per_pc = true,
				      .roots = c->roots || c->again.advise || c->again.split || !simt_machine_packs(m),
				      .bound = c->again.advise,
				      .mode = c->mode,
				      .jobs = c->jobs,
				      .arg = &screen,
				      .contents = again_wanted(&c->again, c->mode) ? on_contents : NULL,
				      .message = progress_message,
				      .progress = progress_run};
	struct simt_error e = {.status = SIMT_OK};
	struct run *run = run_create(w, m, selected, &o, &e);
	enum simt_status status;

	if (!run)
		return complain(&e);
	if (!can_write(c, w, &e) || (c->again.split && !split_wish_fits(run, &c->again.how, &e)))
		status = (enum simt_status)complain(&e);
	else
		status = run_and_explain(c, run, &screen);
	run_free(run);
	return (int)status;
}

static int
why(const struct command *c)
{
	const struct workload_options o = {.let = c->let.v, .nlet = c->let.n, .allow = c->allow.v, .nallow = c->allow.n};
	struct simt_error e = {.status = SIMT_OK};
	struct workload *w = workload_read(c->workload, &o, &e);
	bool *selected = w ? select_cases(w, &c->only, &e) : NULL;
	struct simt_machine *m = e.status ? NULL : machine_options_make(&c->machine, &e);
	int status = e.status ? complain(&e) : run_workload(c, w, m, selected);

	simt_machine_free(m);
	free(selected);
	workload_free(w);
	return status;
}

int
main(int argc, char **argv)
{
	struct command c = {.machine = {.name = "h200"}};
	bool given[OPTION_VALUES] = {false};
	struct simt_error e = {.status = SIMT_OK};
	int status;

	tell_no_memory();
	if (options_take(&line, argc, argv, &c, given, &status))
		status = command_fits(&c, given, argc, argv, &e) ? why(&c) : complain(&e);
	machine_options_free(&c.machine);
	free(c.only.v);
	free(c.let.v);
	free(c.allow.v);
	free(c.path.v);
	return all_told(status);
}
