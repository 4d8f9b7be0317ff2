/* simt-why: why the launches of a workload take as long as they do, by experiment. See simt-why(1). */
#include <stdlib.h>
#include <string.h>

#include "base/result-file.h"
#include "programs/common.h"
#include "programs/machine-options.h"
#include "programs/progress.h"
#include "workloads/report/report-causes.h"

const char program_name[] = "simt-why";

struct command {
	const char *workload;
	struct machine_options machine;
	struct list only, let, path;
	const char *csv; /* file name; "-": standard output; NULL: not wanted */
	unsigned jobs;
	bool quick, source, code, functional, quiet;
};

enum option_value {
	O_MACHINE = 256,
#define MACHINE_OPTION(value, name, parameter) value,
#include "programs/machine-options.def"
#undef MACHINE_OPTION
	O_SET,
	O_ONLY,
	O_LET,
	O_MODE,
	O_JOBS,
	O_SOURCE,
	O_CODE,
	O_PATH,
	O_QUICK,
	O_CSV,
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
	{"mode", required_argument, NULL, O_MODE},
	{"jobs", required_argument, NULL, O_JOBS},
	{"source", no_argument, NULL, O_SOURCE},
	{"code", no_argument, NULL, O_CODE},
	{"path", required_argument, NULL, O_PATH},
	{"quick", no_argument, NULL, O_QUICK},
	{"csv", optional_argument, NULL, O_CSV},
	{"quiet", no_argument, NULL, O_QUIET},
	{"help", no_argument, NULL, O_HELP},
	{"version", no_argument, NULL, O_VERSION},
	{NULL, 0, NULL, 0},
};

static void
help(void)
{
	fputs("Usage: simt-why [option]... workload.csv\n"
	      "Says what holds each launch back: runs it again on machines on which one limit is gone.\n"
	      "\n"
	      "  --source                by source line instead: time, executions, active lanes, lost lane-slots, warp states\n"
	      "  --code                  the same, with the machine code below each line\n"
	      "  --path FOLDER           also look for source files here; may be repeated\n"
	      "  --quick                 from the counts of one run alone, without experiments\n"
	      "  --csv[=FILE]            gain and share of each limit as CSV, to FILE or instead of the text\n"
	      "  --mode functional       with --source: without what needs time\n"
	      "Workload and machine, as of simt-sim:\n"
	      "  --only GLOB, --let NAME=VALUE, --machine NAME|FILE, --set NAME=VALUE, --warp N, --banks N, --bank-issue NAME,\n"
	      "  --sms N, --reconvergence NAME, --scheduler NAME, --block-scheduler NAME\n"
	      "  --jobs N                threads of the host (default: environment SIMT_JOBS, else its processors)\n"
	      "  --quiet                 no progress\n"
	      "  --help, --version\n"
	      "\n"
	      "Exit status: 0 success, 1 an expect does not hold, 2 mistake on the command line, 3 bad input, 4 the simulated\n"
	      "program failed, 130 interrupted.\n"
	      "\n"
	      "Example: what holds a tiled matrix multiplication back, and where?\n"
	      "  simt-why workloads/tiled-matmul/tiled-matmul.csv --only plain-16-100\n"
	      "  simt-why --source workloads/tiled-matmul/tiled-matmul.csv --only plain-16-100\n",
	      stdout);
}

static const struct option_target target[] = {
	{O_ONLY, OPTION_LIST, offsetof(struct command, only)},
	{O_LET, OPTION_LIST, offsetof(struct command, let)},
	{O_PATH, OPTION_LIST, offsetof(struct command, path)},
	{O_SOURCE, OPTION_FLAG, offsetof(struct command, source)},
	{O_CODE, OPTION_FLAG, offsetof(struct command, code)},
	{O_CSV, OPTION_TEXT, offsetof(struct command, csv)},
	{O_QUICK, OPTION_FLAG, offsetof(struct command, quick)},
	{O_QUIET, OPTION_FLAG, offsetof(struct command, quiet)},
};

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;

	if (option >= O_WARP && option <= O_BLOCK_SCHEDULER) {
		machine_options_set(&c->machine, machine_option_parameter[option - O_WARP], arg);
		return true;
	}
	if (option == O_MACHINE) {
		machine_options_machine(&c->machine, arg);
		return true;
	}
	if (option == O_SET) {
		machine_options_set(&c->machine, NULL, arg);
		return true;
	}
	if (option == O_JOBS)
		return take_jobs(arg, &c->jobs, e);
	c->functional = !strcmp(arg, "functional");
	return c->functional || !strcmp(arg, "cycle") || simt_fail(e, SIMT_USAGE, "--mode %s: cycle or functional", arg);
}

/* What these set may have one value, which assigned_once() looks at. */
static bool
takes_more(int option)
{
	return option == O_SET || option == O_MACHINE || (option >= O_WARP && option <= O_BLOCK_SCHEDULER);
}

static const struct command_line line = {.options = options,
					 .letters = ":h",
					 .help = O_HELP,
					 .version = O_VERSION,
					 .print_help = help,
					 .target = target,
					 .ntarget = sizeof target / sizeof *target,
					 .take = take_option,
					 .takes_more = takes_more};

static bool
command_fits(struct command *c, int argc, char **argv, struct simt_error *e)
{
	if (optind == argc)
		return simt_fail(e, SIMT_USAGE, "no workload.csv given; try 'simt-why --help'");
	if (optind < argc - 1)
		return simt_fail(e, SIMT_USAGE, "more than one workload given: '%s' and '%s'", argv[optind], argv[optind + 1]);
	c->workload = argv[optind];
	c->source = c->source || c->code;
	if (c->functional && !c->source)
		return simt_fail(e, SIMT_USAGE, "--mode functional has no time to explain; --source goes with it");
	if (c->path.n && !c->source)
		return simt_fail(e, SIMT_USAGE, "--path has no effect without --source");
	if (c->source && c->csv)
		return simt_fail(e, SIMT_USAGE, "--csv has no effect with --source; simt-sim --json --per-pc has its values");
	if (c->source && c->quick)
		return simt_fail(e, SIMT_USAGE, "--quick has no effect with --source, which takes one run anyway");
	return assigned_once(&c->machine.set, e) && default_jobs(&c->jobs, e);
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

	put_heading(c);
	report_source_lines(run, &paths, c->code, terminal_width(0), stdout);
}

/* Runs the experiments and writes what came out. */
static enum simt_status
explain(const struct command *c, const struct run *run, struct progress *p)
{
	struct simt_error e = {.status = SIMT_OK};
	struct result_file *csv = c->csv ? result_open(c->csv, &e) : NULL;
	struct causes_found *f;

	if (e.status)
		return (enum simt_status)complain(&e);
	f = causes_find(run, c->quick, progress_experiments, p);
	progress_clear(p);
	if (simt_stopped(run->o.stop)) {
		result_discard(csv);
	} else {
		if (csv)
			report_causes_csv(run, f, result_stream(csv));
		if (!result_close(csv, &e))
			complain(&e);
		if (!c->csv || strcmp(c->csv, "-") != 0) {
			put_heading(c);
			report_causes(run, f, stdout);
		}
	}
	causes_free(f);
	return e.status;
}

static int
run_workload(const struct command *c, const struct workload *w, const struct simt_machine *m, const bool *selected)
{
	struct progress progress = {.wanted = progress_wanted(c->quiet)};
	const struct run_options o = {.per_pc = true,
				      .roots = !simt_machine_packs(m),
				      .mode = c->functional ? SIMT_FUNCTIONAL : SIMT_CYCLE,
				      .jobs = c->jobs,
				      .arg = &progress,
				      .message = progress_message,
				      .progress = progress_run};
	struct simt_error e = {.status = SIMT_OK};
	struct run *run = run_create(w, m, selected, &o, &e);
	enum simt_status status, unwritten = SIMT_OK;

	if (!run)
		return complain(&e);
	run->o.stop = catch_stop();
	status = run_all(run);
	progress_clear(&progress);
	if (!simt_stopped(run->o.stop) && c->source)
		show_lines(c, run);
	else if (!simt_stopped(run->o.stop))
		unwritten = explain(c, run, &progress);
	if (simt_stopped(run->o.stop)) {
		progress_clear(&progress);
		fputs("simt-why: interrupted\n", stderr);
		status = SIMT_INTERRUPTED;
	}
	run_free(run);
	return (int)(status == SIMT_OK ? unwritten : status);
}

static int
why(const struct command *c)
{
	const struct workload_options o = {.let = c->let.v, .nlet = c->let.n};
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
		status = command_fits(&c, argc, argv, &e) ? why(&c) : complain(&e);
	machine_options_free(&c.machine);
	free(c.only.v);
	free(c.let.v);
	free(c.path.v);
	return all_told(status);
}
