/* simt-sweep: runs workloads on many machines. See simt-sweep(1). */
#include <stdlib.h>
#include <string.h>

#include "programs/common.h"
#include "programs/machine-options.h"
#include "programs/progress.h"
#include "programs/sweep-studies.h"
#include "programs/sweep-tasks.h"
#include "workloads/sweep/sweep.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

const char program_name[] = "simt-sweep";

enum { SEED_MOST = 1000000000, LIMIT_MOST = 2000000000, MINUTE = 60, DAY = 86400 };

struct command {
	struct machine_options machine;
	struct list axis, range, constraint, only, let, allow;
	const char *points, *folder, *metrics, *baseline;
	unsigned latin, sobol, seed, jobs, max_cycles, max_instructions;
	enum simt_mode mode;
	enum simt_sampling sampling;
	bool bound, launches, dry_run, quiet;
	char **argv;
	const char *tasks, *gather, *task; /* the folder or file of --emit, --gather and --task */
	struct emit_wish emit;
	struct study_options study;
};

enum option_value {
	BEFORE_OPTIONS = OPTIONS_OF_PROGRAM - 1,
#define OPTION(value, name, argument) value,
#include "programs/simt-sweep-options.def"
#undef OPTION
};

static const struct option options[] = {
#define MACHINE_OPTION(value, name, parameter) {name, required_argument, NULL, value},
#include "programs/machine-options.def"
#undef MACHINE_OPTION
	{"machine", required_argument, NULL, O_MACHINE},
	{"set", required_argument, NULL, O_SET},
	{"equal-silicon", no_argument, NULL, O_EQUAL_SILICON},
#define OPTION(value, name, argument) {name, argument, NULL, value},
#include "programs/simt-sweep-options.def"
#undef OPTION
	{"output", required_argument, NULL, 'o'},
	{NULL, 0, NULL, 0},
};

/* Axes may be called as the options are. */
static const struct axis_alias alias[] = {
#define MACHINE_OPTION(value, name, parameter) {name, parameter},
#include "programs/machine-options.def"
#undef MACHINE_OPTION
};

/* Metrics may be called as simt-plot calls them. */
static const struct metric_word word[] = {
#define PLOT_WORD(name, column, label) {name, column},
#include "workloads/plot/words.def"
#undef PLOT_WORD
};

static void
help(void)
{
	fputs("Usage: simt-sweep [option]... workload.csv... -o FOLDER\n"
	      "Runs workloads at many points: on machines whose parameters vary, with other values of their columns. The table is\n"
	      "FOLDER/results.csv. What has ended is kept: started again, the sweep goes on, and runs nothing twice.\n"
	      "\n"
	      "  --axis NAME=V1,V2,...   what varies: a machine parameter or option (warp, banks, sms, reconvergence, ...), a\n"
	      "                          $column of the workload, machine, mode, sample or equal-silicon; several axes make all\n"
	      "                          combinations\n"
	      "  --points FILE.csv       points, one a row; the columns are axes\n"
	      "  --latin N, --sobol N    N points within ranges: a Latin hypercube, Sobol's sequence\n"
	      "  --range NAME=LOW:HIGH[:STEP]   of an axis that is drawn\n"
	      "  --seed N                of what is drawn (0)\n"
	      "  --constraint 'A<=B'     only points for which this holds, as in warp<=16*banks; may be repeated\n"
	      "  --baseline NAME=VALUE,...      column baseline_speedup: cycles at these values over those of each row\n"
	      "  --metrics NAME,...      columns of the table: metrics, globs of them, or short names such as cycles\n"
	      "  --launches              rows for launches, too\n"
	      "  --tornado[=GLOB,...]    which parameters matter: each times and divided by --factor F (2), one at a time\n"
	      "  --around MACHINE        which machine --tornado varies; the same as --machine\n"
	      "  --effects[=main]        what axes change cycles by, alone and two together, by least squares\n"
	      "  --pareto METRIC:COST    points that are worth their cost, as time:lanes or cycles:l2-bytes\n"
	      "  -o, --output FOLDER     where results are kept\n"
	      "  --dry-run               say how many points there are and how long they take; write nothing\n"
	      "  --jobs N                points that run at the same time (default: environment SIMT_JOBS, else processors)\n"
	      "  --emit slurm|parallel|make FOLDER   write tasks for another scheduler instead, with all that they need\n"
	      "  --task-seconds N        points that are shorter travel together (60)\n"
	      "  --program NAME          what tasks call, instead of a copy of this program\n"
	      "  --task FILE             run a task\n"
	      "  --gather FOLDER         write the table of such tasks, and list what is missing\n"
	      "Workload and machine, as of simt-sim:\n"
	      "  --only GLOB, --let NAME=VALUE, --allow-path FOLDER, --mode cycle|functional, --sample[=launches], --max-cycles "
	      "N,\n"
	      "  --max-instructions N, --bound, --machine NAME|FILE, --set NAME=VALUE, --warp N, --banks N, --bank-issue NAME,\n"
	      "  --sms N, --reconvergence NAME, --scheduler NAME, --block-scheduler NAME\n"
	      "  --equal-silicon         other warps, banks or sub-cores with as many lanes of an SM as before\n"
	      "  --quiet                 no progress and no summary\n"
	      "  --help, --version\n"
	      "\n"
	      "Exit status: 0 all points ran, whatever became of their cases; 1 of --gather: some have still to run; 2 mistake on\n"
	      "the command line; 3 bad input, or results cannot be written; 130 interrupted.\n"
	      "\n"
	      "Example: which warp width suits which policy?\n"
	      "  simt-sweep --axis warp=8,16,32,64 --axis reconvergence=barrier,stack --baseline warp=32 workload.csv -o study\n",
	      stdout);
}

static const struct option_target target[] = {
	{O_AXIS, OPTION_LIST, offsetof(struct command, axis)},
	{O_RANGE, OPTION_LIST, offsetof(struct command, range)},
	{O_CONSTRAINT, OPTION_LIST, offsetof(struct command, constraint)},
	{O_ONLY, OPTION_LIST, offsetof(struct command, only)},
	{O_LET, OPTION_LIST, offsetof(struct command, let)},
	{O_ALLOW_PATH, OPTION_LIST, offsetof(struct command, allow)},
	{O_POINTS, OPTION_TEXT, offsetof(struct command, points)},
	{'o', OPTION_TEXT, offsetof(struct command, folder)},
	{O_METRICS, OPTION_TEXT, offsetof(struct command, metrics)},
	{O_BASELINE, OPTION_TEXT, offsetof(struct command, baseline)},
	{O_GATHER, OPTION_TEXT, offsetof(struct command, gather)},
	{O_TASK, OPTION_TEXT, offsetof(struct command, task)},
	{O_PROGRAM, OPTION_TEXT, offsetof(struct command, emit.program)},
	{O_LAUNCHES, OPTION_FLAG, offsetof(struct command, launches)},
	{O_BOUND, OPTION_FLAG, offsetof(struct command, bound)},
	{O_DRY_RUN, OPTION_FLAG, offsetof(struct command, dry_run)},
	{O_QUIET, OPTION_FLAG, offsetof(struct command, quiet)},
	{O_TORNADO, OPTION_TEXT, offsetof(struct command, study.tornado)},
	{O_AROUND, OPTION_TEXT, offsetof(struct command, study.around)},
	{O_FACTOR, OPTION_TEXT, offsetof(struct command, study.factor)},
	{O_EFFECTS, OPTION_TEXT, offsetof(struct command, study.effects)},
	{O_PARETO, OPTION_TEXT, offsetof(struct command, study.pareto)},
};

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;

	if (machine_options_take(&c->machine, option, arg))
		return true;
	switch (option) {
	case O_LATIN:
		return take_number("latin", arg, 1, PLAN_POINTS_MAX, &c->latin, e);
	case O_SOBOL:
		return take_number("sobol", arg, 1, PLAN_POINTS_MAX, &c->sobol, e);
	case O_SEED:
		return take_number("seed", arg, 0, SEED_MOST, &c->seed, e);
	case O_TASK_SECONDS:
		return take_number("task-seconds", arg, 1, DAY, &c->emit.seconds, e);
	case O_EMIT:
		/* it has two values: the second one is the next word */
		c->tasks = c->argv[optind];
		return take_emit(arg, c->tasks, &c->emit.kind, e) && ++optind;
	case O_MODE:
		return take_mode(arg, &c->mode, e);
	case O_SAMPLE:
		return take_sample(arg, &c->sampling, e);
	case O_MAX_CYCLES:
		return take_number("max-cycles", arg, 1, LIMIT_MOST, &c->max_cycles, e);
	case O_MAX_INSTRUCTIONS:
		return take_number("max-instructions", arg, 1, LIMIT_MOST, &c->max_instructions, e);
	default:
		return take_jobs(arg, &c->jobs, e);
	}
}

static const struct command_line line = {.options = options,
					 .letters = ":ho:",
					 .help = O_HELP,
					 .version = O_VERSION,
					 .print_help = help,
					 .target = target,
					 .ntarget = sizeof target / sizeof *target,
					 .take = take_option,
					 .takes_more = machine_options_take_more};

/* Options that have an effect with --gather or --task: these make no plan, which the folder has. */
static bool
no_plan_fits(const struct command *c, const bool *given, struct simt_error *e)
{
	const char *how = c->gather ? "gather" : "task";

	for (const struct option *o = options; o->name; o++) {
		const bool of_table = o->val == O_METRICS || o->val == O_BASELINE || o->val == O_LAUNCHES,
			   fine = o->val == O_GATHER || o->val == O_QUIET || (c->gather && of_table);

		if (given[o->val] && !fine && !(!c->gather && (o->val == O_TASK || o->val == O_JOBS)))
			return simt_fail(e, SIMT_USAGE, "--%s has no effect with --%s", o->name, how);
	}
	return !c->argv[optind] || simt_fail(e, SIMT_USAGE, "--%s takes no workloads: the folder has them", how);
}

static bool
emit_fits(struct command *c, const bool *given, struct simt_error *e)
{
	if (!c->tasks && (given[O_TASK_SECONDS] || given[O_PROGRAM]))
		return simt_fail(e, SIMT_USAGE, "--%s has no effect without --emit", given[O_PROGRAM] ? "program" : "task-seconds");
	if (!c->tasks)
		return true;
	if (c->dry_run || c->folder)
		return simt_fail(e, SIMT_USAGE, "%s and --emit: give one of them", c->dry_run ? "--dry-run" : "-o");
	c->folder = c->tasks;
	c->emit.most = c->jobs;
	return !c->jobs || c->emit.kind == EMIT_SLURM ||
	       simt_fail(e, SIMT_USAGE, "--jobs has no effect with --emit but for slurm: it is given when the tasks are started");
}

/* Whether some points may be of functional mode. */
static bool
may_be_functional(const struct command *c)
{
	bool may = c->mode == SIMT_FUNCTIONAL || c->points;

	for (size_t i = 0; i < c->axis.n; i++)
		may |= !strncmp(c->axis.v[i], "mode=", 5);
	return may;
}

static bool
command_fits(struct command *c, int argc, const bool *given, struct simt_error *e)
{
	if (c->gather || c->task)
		return no_plan_fits(c, given, e);
	if (!emit_fits(c, given, e))
		return false;
	if (optind == argc)
		return simt_fail(e, SIMT_USAGE, "no workload.csv given; try 'simt-sweep --help'");
	if (!c->folder)
		return simt_fail(e, SIMT_USAGE, "no folder for results given: -o FOLDER");
	if (c->latin && c->sobol)
		return simt_fail(e, SIMT_USAGE, "--latin and --sobol: give one of them");
	if (c->study.around && c->machine.joined)
		return simt_fail(e, SIMT_USAGE, "--around and --machine are the same: give one of them");
	if (c->seed && !c->latin && !c->sobol)
		return simt_fail(e, SIMT_USAGE, "--seed has no effect without --latin or --sobol");
	if (c->max_instructions && !may_be_functional(c))
		return simt_fail(e, SIMT_USAGE, "--max-instructions: only with --mode functional; cycle mode has --max-cycles");
	return assigned_once(&c->machine.set, e) && default_jobs(&c->jobs, e);
}

/* ---- words ---- */

/* "24 points of 2 workloads: 48 runs, 8 of them left, 2 the same as others"; the rest is known */
static void
tell_plan(const struct sweep *s, size_t workloads, FILE *out)
{
	const size_t points = sweep_plan(s)->npoints, all = sweep_tasks(s), left = sweep_left(s),
		     same = all - left - sweep_known(s);

	fprintf(out, "%zu point%s of %zu workload%s: %zu run%s", points, plural(points), workloads, plural(workloads), all,
		plural(all));
	if (left < all)
		fprintf(out, ", %zu of them left", left);
	if (same)
		fprintf(out, ", %zu the same as others", same);
}

static void
tell_impossible(const struct sweep *s, FILE *out)
{
	const char *why;
	const size_t points = sweep_impossible(s, &why);

	if (points)
		fprintf(out, "%zu of the points cannot run, and get a row that says why; the first: %s\n", points, why);
}

static void
on_progress(void *arg, const struct sweep_state *state)
{
	struct progress *p = arg;
	char left[PROGRESS_TEXT];

	if (!p->wanted)
		return;
	fprintf(stderr, "\r\033[K%zu of %zu runs", state->known + state->ended, state->tasks);
	if (state->seconds >= 0)
		fprintf(stderr, ", about %s left", progress_duration(state->seconds, left));
	p->drawn = true;
}

/* ---- running ---- */

/* How long it takes: by the costs that are known, else by a run that is not kept. */
static int
dry_run(const struct command *c, struct sweep *s, size_t workloads)
{
	struct simt_error e = {.status = SIMT_OK};
	const size_t left = sweep_left(s);
	char time[PROGRESS_TEXT];

	if (left && sweep_estimate(s) < 0 && !sweep_probe(s, catch_stop(), &e))
		return complain(&e);
	tell_plan(s, workloads, stdout);
	if (left) {
		const double seconds = sweep_estimate(s) / (double)(left < c->jobs ? left : c->jobs);

		printf(", about %s with %u job%s\n", progress_duration(seconds, time), c->jobs, plural(c->jobs));
	} else {
		putchar('\n');
	}
	tell_impossible(s, stdout);
	return SIMT_OK;
}

static int
run(const struct command *c, struct sweep *s, const struct studies *studies, const struct sweep_wish *wish)
{
	struct progress progress = {.wanted = progress_wanted(c->quiet)};
	const struct sweep_run_options o = {.jobs = c->jobs, .stop = catch_stop(), .arg = &progress, .progress = on_progress};
	struct simt_error e = {.status = SIMT_OK};
	struct gathered g = {.rows = 0};
	const size_t left = sweep_left(s), all = sweep_tasks(s);
	bool fine;

	if (!c->quiet && sweep_program_changed(s))
		fprintf(stderr, "%s: results there are of another simt-sweep; %zu run%s left\n", c->folder, left,
			left == 1 ? " is" : "s are");
	if (!c->quiet && left < all) {
		tell_plan(s, wish->nworkloads, stderr);
		fputc('\n', stderr);
	}
	fine = sweep_run(s, &o, &e);
	progress_clear(&progress);
	if (fine && sweep_gather(s, &g, &e)) {
		if (!c->quiet)
			tell_rows(c->folder, &g);
		studies_tell(studies, wish, c->quiet, &e);
	}
	if (e.status == SIMT_INTERRUPTED)
		fprintf(stderr, "simt-sweep: interrupted; the same command goes on\n");
	return e.status == SIMT_INTERRUPTED || !e.status ? (int)e.status : complain(&e);
}

static int
sweep(const struct command *c, const char *const *workload, size_t n)
{
	const struct sweep_wish wish = {.plan = {.machine = c->study.around ? c->study.around : c->machine.name,
						 .set = c->machine.set.v,
						 .nset = c->machine.set.n,
						 .alias = alias,
						 .naliases = sizeof alias / sizeof *alias,
						 .let = c->let.v,
						 .nlet = c->let.n,
						 .axis = c->axis.v,
						 .naxes = c->axis.n,
						 .points = c->points,
						 .range = c->range.v,
						 .nranges = c->range.n,
						 .draw = c->latin   ? DRAW_LATIN
							 : c->sobol ? DRAW_SOBOL
								    : DRAW_NONE,
						 .drawn = c->latin ? c->latin : c->sobol,
						 .seed = c->seed,
						 .constraint = c->constraint.v,
						 .nconstraints = c->constraint.n,
						 .equal_silicon = c->machine.equal_silicon,
						 .mode = c->mode,
						 .sampling = c->sampling},
					.workload = workload,
					.nworkloads = n,
					.allow = c->allow.v,
					.nallow = c->allow.n,
					.folder = c->folder,
					.only = c->only.v,
					.nonly = c->only.n,
					.max_cycles = c->max_cycles,
					.max_instructions = c->max_instructions,
					.bound = c->bound,
					.word = word,
					.nwords = sizeof word / sizeof *word,
					.metrics = c->metrics,
					.baseline = c->baseline,
					.launches = c->launches,
					.version = PACKAGE_VERSION};
	struct simt_error e = {.status = SIMT_OK};
	struct sweep_wish more = wish; /* with what studies need */
	struct studies studies;
	struct sweep *s = studies_prepare(&studies, &c->study, &more, &e) ? sweep_new(&more, &e) : NULL;
	int status;

	if (s && studies_fit(&studies, s, &e)) {
		tell_remarks(sweep_plan(s)->base.set);
		status = c->tasks     ? emit_tasks(s, &c->emit, c->folder, c->quiet)
			 : c->dry_run ? dry_run(c, s, n)
				      : run(c, s, &studies, &more);
	} else {
		status = complain(&e);
	}
	sweep_free(s);
	studies_clear(&studies);
	return status;
}

/* --gather or --task */
static int
without_plan(const struct command *c)
{
	const struct tasks_wish w = {.path = c->gather ? c->gather : c->task,
				     .metrics = c->metrics,
				     .baseline = c->baseline,
				     .launches = c->launches,
				     .jobs = c->jobs,
				     .quiet = c->quiet,
				     .names = {.plan = {.alias = alias, .naliases = sizeof alias / sizeof *alias},
					       .word = word,
					       .nwords = sizeof word / sizeof *word,
					       .version = PACKAGE_VERSION}};

	return c->gather ? gather_tasks(&w) : run_task(&w);
}

int
main(int argc, char **argv)
{
	struct command c = {.machine = {.name = "h200"}, .argv = argv, .emit = {.seconds = MINUTE}};
	bool given[OPTION_VALUES] = {false};
	struct simt_error e = {.status = SIMT_OK};
	int status;

	tell_no_memory();
	if (options_take(&line, argc, argv, &c, given, &status)) {
		if (!command_fits(&c, argc, given, &e))
			status = complain(&e);
		else if (c.gather || c.task)
			status = without_plan(&c);
		else
			status = sweep(&c, (const char *const *)argv + optind, (size_t)(argc - optind));
	}
	machine_options_free(&c.machine);
	free(c.axis.v);
	free(c.range.v);
	free(c.constraint.v);
	free(c.only.v);
	free(c.let.v);
	free(c.allow.v);
	return all_told(status);
}
