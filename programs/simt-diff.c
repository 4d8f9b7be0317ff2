/* simt-diff: in what two results, workloads or cubins differ, and at which source line first. See simt-diff(1). */
#include <stdlib.h>
#include <string.h>

#include "base/file-names.h"
#include "base/result-file.h"
#include "base/wholefile.h"
#include "programs/common.h"
#include "programs/machine-options.h"
#include "programs/progress.h"
#include "workloads/analysis/reach.h"
#include "workloads/compare/report-differences.h"
#include "workloads/report/report.h"

const char program_name[] = "simt-diff";

enum { LINES_TOLD = 5, LINES_MOST = 100000 };

struct command {
	const char *file[2];   /* before, after */
	const char *workload;  /* which runs them, where they are cubins */
	const char *source[2]; /* folders, or NULL */
	struct machine_options machine;
	struct list only, let, allow;
	const char *markdown, *json; /* file names; "-": standard output; NULL: not wanted */
	double fail_slower;          /* a share; negative: not given */
	unsigned jobs, lines;
	bool quiet;
};

enum option_value {
	O_ONLY = OPTIONS_OF_PROGRAM,
	O_LET,
	O_ALLOW_PATH,
	O_JOBS,
	O_WORKLOAD,
	O_SOURCE_BEFORE,
	O_SOURCE_AFTER,
	O_LINES,
	O_FAIL_SLOWER,
	O_MARKDOWN,
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
	{"jobs", required_argument, NULL, O_JOBS},
	{"workload", required_argument, NULL, O_WORKLOAD},
	{"source-before", required_argument, NULL, O_SOURCE_BEFORE},
	{"source-after", required_argument, NULL, O_SOURCE_AFTER},
	{"lines", required_argument, NULL, O_LINES},
	{"fail-slower", required_argument, NULL, O_FAIL_SLOWER},
	{"markdown", optional_argument, NULL, O_MARKDOWN},
	{"json", optional_argument, NULL, O_JSON},
	{"quiet", no_argument, NULL, O_QUIET},
	{"help", no_argument, NULL, O_HELP},
	{"version", no_argument, NULL, O_VERSION},
	{NULL, 0, NULL, 0},
};

static void
help(void)
{
	fputs("Usage: simt-diff [option]... before after\n"
	      "Says in what two results differ, and at which source line first. Each is a result of simt-sim with counts by "
	      "instruction\n"
	      "(.json), or a workload that is run now (.csv), or with --workload a cubin that takes the place of the workload's.\n"
	      "\n"
	      "  --workload FILE         the workload.csv that runs the two cubins\n"
	      "  --fail-slower PERCENT   exit status 1 if a launch takes longer by more than this: 3%\n"
	      "  --lines N               source lines of each launch (5)\n"
	      "  --source-before FOLDER, --source-after FOLDER   where the source files of each are\n"
	      "  --markdown[=FILE]       as Markdown, to FILE or instead of the text\n"
	      "  --json[=FILE]           as JSON, to FILE or instead of the text\n"
	      "Workload and machine, as of simt-sim:\n"
	      "  --only GLOB, --let NAME=VALUE, --allow-path FOLDER, --machine NAME|FILE, --set NAME=VALUE, --warp N,\n"
	      "  --banks N, --bank-issue NAME, --sms N, --reconvergence NAME, --scheduler NAME, --block-scheduler NAME\n"
	      "  --jobs N                threads of the host (default: environment SIMT_JOBS, else its processors)\n"
	      "  --quiet                 no progress\n"
	      "  --help, --version\n"
	      "\n"
	      "Exit status: 0 success, 1 a launch is too slow for --fail-slower or an expect no longer holds, 2 mistake on the "
	      "command\n"
	      "line, 3 bad input, or `after` lacks a kernel, 4 a launch of `after` failed, 130 interrupted.\n"
	      "\n"
	      "Example: what does a change of a kernel cost?\n"
	      "  simt-diff --workload workload.csv --fail-slower 3% main.cubin branch.cubin\n",
	      stdout);
}

static const struct option_target target[] = {
	{O_ONLY, OPTION_LIST, offsetof(struct command, only)},
	{O_LET, OPTION_LIST, offsetof(struct command, let)},
	{O_ALLOW_PATH, OPTION_LIST, offsetof(struct command, allow)},
	{O_WORKLOAD, OPTION_TEXT, offsetof(struct command, workload)},
	{O_SOURCE_BEFORE, OPTION_TEXT, offsetof(struct command, source)},
	{O_SOURCE_AFTER, OPTION_TEXT, offsetof(struct command, source) + sizeof(const char *)},
	{O_MARKDOWN, OPTION_TEXT, offsetof(struct command, markdown)},
	{O_JSON, OPTION_TEXT, offsetof(struct command, json)},
	{O_QUIET, OPTION_FLAG, offsetof(struct command, quiet)},
};

static bool
take_share(const char *arg, double *share, struct simt_error *e)
{
	char *end;
	const double percent = strtod(arg, &end);

	if (end == arg || (*end && strcmp(end, "%") != 0) || !(percent >= 0 && percent <= 1e6))
		return simt_fail(e, SIMT_USAGE, "--fail-slower %s: a number of per cent, such as 3%%", arg);
	*share = percent / 100;
	return true;
}

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;

	if (machine_options_take(&c->machine, option, arg))
		return true;
	if (option == O_LINES)
		return take_number("lines", arg, 1, LINES_MOST, &c->lines, e);
	if (option == O_FAIL_SLOWER)
		return take_share(arg, &c->fail_slower, e);
	return take_jobs(arg, &c->jobs, e);
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

/* One of simt-sim, in a file or from standard input. */
static bool
is_result(const char *file)
{
	return wholefile_ends(file, ".json") || !strcmp(file, "-");
}

static bool
command_fits(struct command *c, int argc, char **argv, struct simt_error *e)
{
	const char *const to_stdout[] = {"--markdown", "--json"}, *const file[] = {c->markdown, c->json};
	struct list written = {.n = 0}, read = {.n = 0};
	bool ok;

	if (argc - optind != 2)
		return simt_fail(e, SIMT_USAGE, "%d file%s given, and two are compared; try 'simt-diff --help'", argc - optind,
				 argc - optind == 1 ? "" : "s");
	for (int k = 0; k < 2; k++) {
		c->file[k] = argv[optind + k];
		if (wholefile_ends(c->file[k], ".cubin") && !c->workload)
			return simt_fail(e, SIMT_USAGE, "%s: --workload has to say which launches run a cubin", c->file[k]);
		if (wholefile_ends(c->file[k], ".cu") || wholefile_ends(c->file[k], ".ptx"))
			return simt_fail(e, SIMT_USAGE,
					 "%s: this is source code; %s -arch=sm_90 makes a cubin of it, which --workload runs",
					 c->file[k], wholefile_ends(c->file[k], ".cu") ? "nvcc -cubin" : "ptxas");
		if (!wholefile_ends(c->file[k], ".cubin") && !wholefile_ends(c->file[k], ".csv") && !is_result(c->file[k]))
			return simt_fail(e, SIMT_USAGE, "%s: its name has to end in .json, .csv or .cubin", c->file[k]);
	}
	if (!strcmp(c->file[0], "-") && !strcmp(c->file[1], "-"))
		return simt_fail(e, SIMT_USAGE, "standard input can be one of the two");
	if (c->workload && !wholefile_ends(c->file[0], ".cubin") && !wholefile_ends(c->file[1], ".cubin"))
		return simt_fail(e, SIMT_USAGE, "--workload has no effect without a cubin");
	append(&read, c->file[0]);
	append(&read, c->file[1]);
	append(&read, c->workload);
	append(&written, c->markdown);
	append(&written, c->json);
	ok = one_to_stdout(to_stdout, file, 2, e) && files_are_distinct(&written, &read, e) && assigned_once(&c->machine.set, e) &&
	     default_jobs(&c->jobs, e);
	free(written.v);
	free(read.v);
	return ok;
}

/* ---- results ---- */

/* The cubin takes the place of the only module of the workload, or of that with the name of one of the two that are compared. */
static bool
replace_module(struct workload *w, const struct command *c, const char *cubin, struct simt_error *e)
{
	bool single = true, any = false;

	for (size_t i = 1; i < w->nlaunches; i++)
		single = single && !strcmp(w->launch[i].path, w->launch[0].path);
	for (size_t i = 0; i < w->nlaunches; i++) {
		const char *base = path_base(w->launch[i].path);

		if (!single && strcmp(base, path_base(c->file[0])) != 0 && strcmp(base, path_base(c->file[1])) != 0)
			continue;
		w->launch[i].path = cubin;
		any = true;
	}
	return any || simt_fail(e, SIMT_USAGE,
				"%s has several modules, and none is called %s or %s: give the cubins the name of the module whose "
				"place they take",
				c->workload, path_base(c->file[0]), path_base(c->file[1]));
}

/* The results of the run as simt-sim --json writes them, read again: there is one way to compare. */
static struct result *
result_of_run(const struct command *c, const struct run *run, const char *name, struct simt_error *e)
{
	struct report r = {.run = run, .source = program_name, .run_name = "1", .machine = c->machine.name};
	struct intervals *intervals;
	struct result *result;
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	bool none = true;

	if (!out)
		simt_no_memory();
	values_init(&r.values, run->machine);
	r.values.intervals = intervals = machine_intervals(run->machine, c->machine.name);
	report_json.head(&r, out);
	for (size_t i = 0; i < run->w->ncases; i++)
		if (run->selected[i]) {
			report_json.of_case(&r, out, i, none);
			none = false;
		}
	report_json.tail(&r, out, none);
	if (fclose(out))
		simt_no_memory();
	result = result_parse(text, bytes, name, e);
	intervals_free(intervals);
	free(text);
	return result;
}

/* The run. Launches that the cubin or the machine does not allow are told and left out, and *refused is set. */
static struct run *
create(const struct workload *w, const struct simt_machine *m, const bool *selected, struct run_options *o, bool *refused,
       struct simt_error *e)
{
	struct run *run = run_create(w, m, selected, o, e);

	if (run || e->status != SIMT_BAD_INPUT)
		return run;
	complain(e);
	*refused = true;
	e->status = SIMT_OK;
	o->leave_refused = true;
	return run_create(w, m, selected, o, e);
}

static struct result *
run_workload(const struct command *c, const struct workload *w, const struct simt_machine *m, const char *name, bool *refused,
	     struct simt_error *e)
{
	struct progress progress = {.what = name, .wanted = progress_wanted(c->quiet)};
	struct run_options o = {.per_pc = true,
				.mode = SIMT_CYCLE,
				.jobs = c->jobs,
				.arg = &progress,
				.message = progress_message,
				.progress = progress_run};
	bool *selected = select_cases(w, &c->only, e);
	struct run *run = e->status ? NULL : create(w, m, selected, &o, refused, e);
	struct result *result = NULL;

	if (run) {
		run->o.stop = catch_stop();
		run_all(run);
		progress_clear(&progress);
		reach_tell_all(run, progress_message, &progress);
		if (simt_goes_on(run->o.stop, e))
			result = result_of_run(c, run, name, e);
	}
	run_free(run);
	free(selected);
	return result;
}

/* Whether the results leave the machine's files and those of the workload as they are. */
static bool
can_write(const struct command *c, const struct workload *w, struct simt_error *e)
{
	struct list written = {.n = 0};
	bool ok;

	append(&written, c->markdown);
	append(&written, c->json);
	ok = files_spare_inputs(&written, &c->machine.file, w, e);
	free(written.v);
	return ok;
}

static struct result *
result_of(const struct command *c, int which, bool *refused, struct simt_error *e)
{
	const struct workload_options o = {.let = c->let.v, .nlet = c->let.n, .allow = c->allow.v, .nallow = c->allow.n};
	const char *file = c->file[which];
	const bool cubin = wholefile_ends(file, ".cubin");
	struct simt_machine *m;
	struct result *r = NULL;
	struct workload *w;

	if (is_result(file))
		return result_read(file, e);
	w = workload_read(cubin ? c->workload : file, &o, e);
	m = w && can_write(c, w, e) ? machine_options_make(&c->machine, e) : NULL;
	if (m && (!cubin || replace_module(w, c, file, e)))
		r = run_workload(c, w, m, file, refused, e);
	simt_machine_free(m);
	workload_free(w);
	return r;
}

/* ---- differences ---- */

static enum simt_status
verdict(const struct command *c, const struct differences *d)
{
	enum simt_status status = SIMT_OK;

	for (size_t i = 0; i < d->n; i++) {
		const struct launch_difference *l = d->launch + i;

		if (!result_ended(l->after))
			return SIMT_FAULT;
		if (c->fail_slower >= 0 && difference_is_slower(l, c->fail_slower))
			status = SIMT_MISMATCH;
		if (!strcmp(l->after->case_status, "mismatch") && strcmp(l->before->case_status, "mismatch") != 0)
			status = SIMT_MISMATCH;
	}
	for (size_t i = 0; i < d->nadded; i++)
		if (!result_ended(d->added[i]))
			return SIMT_FAULT;
	return status;
}

typedef void write_report(const struct difference_report *r, FILE *out);

/* Writes one file of results; *e is kept where it has an error already. */
static void
write_file(const struct difference_report *r, write_report *put, const char *name, struct simt_error *e)
{
	struct result_file *f = name && !e->status ? result_open(name, e) : NULL;

	if (f) {
		put(r, result_stream(f));
		result_close(f, e);
	}
}

static bool
is_stdout(const char *name)
{
	return name && !strcmp(name, "-");
}

static int
compare(const struct command *c, const struct result *before, const struct result *after)
{
	struct sources *texts[2] = {sources_new(c->source, c->source[0] ? 1 : 0), sources_new(c->source + 1, c->source[1] ? 1 : 0)};
	struct differences *d = differences_of(before, texts[0], after, texts[1]);
	const struct difference_report r = {
		.d = d, .before = c->file[0], .after = c->file[1], .lines = c->lines, .fail_slower = c->fail_slower};
	struct intervals *intervals = strcmp(before->machine, after->machine) ? NULL : machine_intervals(NULL, after->machine);
	struct simt_error e = {.status = SIMT_OK};
	int status;

	if (intervals)
		differences_judge(d, intervals);
	intervals_free(intervals);
	write_file(&r, report_differences_markdown, c->markdown, &e);
	write_file(&r, report_differences_json, c->json, &e);
	if (!is_stdout(c->markdown) && !is_stdout(c->json))
		report_differences(&r, terminal_width(0), stdout);
	status = e.status ? complain(&e) : (int)verdict(c, d);
	differences_free(d);
	sources_free(texts[0]);
	sources_free(texts[1]);
	return status;
}

static int
diff(const struct command *c)
{
	struct simt_error e = {.status = SIMT_OK};
	bool refused[2] = {false};
	struct result *before = result_of(c, 0, refused, &e), *after = before ? result_of(c, 1, refused + 1, &e) : NULL;
	int status = e.status ? complain(&e) : compare(c, before, after);

	result_free(before);
	result_free(after);
	/* that a kernel is new is no mistake */
	return refused[1] && (status == SIMT_OK || status == SIMT_MISMATCH) ? SIMT_BAD_INPUT : status;
}

int
main(int argc, char **argv)
{
	struct command c = {.machine = {.name = "h200"}, .fail_slower = -1, .lines = LINES_TOLD};
	bool given[OPTION_VALUES] = {false};
	struct simt_error e = {.status = SIMT_OK};
	int status;

	tell_no_memory();
	if (options_take(&line, argc, argv, &c, given, &status))
		status = command_fits(&c, argc, argv, &e) ? diff(&c) : complain(&e);
	machine_options_free(&c.machine);
	free(c.only.v);
	free(c.let.v);
	free(c.allow.v);
	return all_told(status);
}
