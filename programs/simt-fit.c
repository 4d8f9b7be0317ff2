/* simt-fit: values of machine parameters from measured microbenchmarks. See simt-fit(1). */
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "validate/fit/evaluate.h"
#include "validate/fit/fit.h"
#include "validate/fit/robust-fit.h"
#include "programs/common.h"
#include "validate/fit/plan.h"
#include "base/result-file.h"

const char program_name[] = "simt-fit";

enum { SWEEPS = 2, SWEEPS_MAX = 100, ROUNDS = 3, PRIOR = 25, JOBS_MAX = 64 };

/* Launches that took less carry mostly what a launch costs (doc/accuracy.md). */
static const double least_ns = 20000;

struct command {
	const char *machine, *only, *out, *workload;
	const char *joint, *size;            /* the joint stage */
	const char *plan, *data, *reference; /* all of it */
	const char *keep;
	struct list set, measured, parameters;
	unsigned sweeps, rounds, prior, jobs;
	bool series, quiet;
	struct result_file *result; /* of out; NULL: none is wanted */
	simt_stop stop;
};

enum option_value {
	O_MACHINE = 256,
	O_SET,
	O_ONLY,
	O_SWEEPS,
	O_SERIES,
	O_JOINT,
	O_PARAMETER,
	O_DATA,
	O_PLAN,
	O_REFERENCE,
	O_SIZE,
	O_ROUNDS,
	O_PRIOR,
	O_JOBS,
	O_KEEP,
	O_QUIET,
	O_HELP,
	O_VERSION
};

static const struct option options[] = {
	{"machine", required_argument, NULL, O_MACHINE}, {"set", required_argument, NULL, O_SET},
	{"only", required_argument, NULL, O_ONLY},       {"output", required_argument, NULL, 'o'},
	{"sweeps", required_argument, NULL, O_SWEEPS},   {"series", no_argument, NULL, O_SERIES},
	{"joint", required_argument, NULL, O_JOINT},     {"parameter", required_argument, NULL, O_PARAMETER},
	{"data", required_argument, NULL, O_DATA},       {"size", required_argument, NULL, O_SIZE},
	{"rounds", required_argument, NULL, O_ROUNDS},   {"prior", required_argument, NULL, O_PRIOR},
	{"jobs", required_argument, NULL, O_JOBS},       {"keep", required_argument, NULL, O_KEEP},
	{"quiet", no_argument, NULL, O_QUIET},           {"help", no_argument, NULL, O_HELP},
	{"plan", required_argument, NULL, O_PLAN},       {"reference", required_argument, NULL, O_REFERENCE},
	{"version", no_argument, NULL, O_VERSION},       {NULL, 0, NULL, 0},
};

/* Ways of running: a folder of measurements, a workload, the joint stage. */
enum { FOLDER = 1, WORKLOAD = 2, JOINT = 4 };
static const struct option_use use[] = {{O_ONLY, FOLDER | WORKLOAD, 0, 0},
					{O_SWEEPS, FOLDER | WORKLOAD, 0, 0},
					{O_PLAN, FOLDER, 0, 0},
					{O_REFERENCE, FOLDER, 0, 0},
					{O_ROUNDS, FOLDER | JOINT, 0, 0},
					{O_PRIOR, FOLDER | JOINT, 0, 0},
					{O_PARAMETER, JOINT, 0, 0},
					{O_SIZE, JOINT, 0, 0}};

static void
help(void)
{
	fputs("Usage: simt-fit --data FOLDER -o FILE [option]...\n"
	      "       simt-fit [option]... workload.csv measured.csv [more.csv]...\n"
	      "       simt-fit --joint LIST --parameter NAME... [option]...\n"
	      "Finds values of machine parameters with which the simulator is nearest to what simt-gpu measured.\n"
	      "With --data alone, it finds all parameters that the measurements in FOLDER determine, and writes a machine file.\n"
	      "With a workload, it finds the parameters that the workload's techniques name. Columns $rounds and $events say what\n"
	      "is counted. With --joint, it fits a few parameters to all launches of set 'training' in LIST.\n"
	      "\n"
	      "  --machine NAME|FILE  machine to begin with (default h200)\n"
	      "  --set NAME=VALUE     another value to begin with; may be repeated\n"
	      "  --only GLOB          fit only the parameters whose names match\n"
	      "  --sweeps N           go through all parameters N times (default 2). With 0, only compare\n"
	      "  -o, --output FILE    write the machine file with the values found to FILE\n"
	      "  --series             also print every series: measured and simulated cycles of an event\n"
	      "  --jobs N             use N processes (default 1); the result is the same\n"
	      "  --keep FILE          keep simulated results in FILE, and read them from there when the fit is started again\n"
	      "With --data alone:\n"
	      "  --plan FILE          which measurements determine which parameter (default validate/fit.csv)\n"
	      "  --reference FOLDER   measurements of the device of the machine to begin with, or none (default "
	      "validate/data/NAME\n"
	      "                       for machine NAME, unless that is the folder of --data)\n"
	      "  --rounds N           run the joint stage for at most N rounds (default 3). With 0, leave it out\n"
	      "  --prior PERCENT      expected distance of jointly fitted values from the first ones (default 25)\n"
	      "With --joint:\n"
	      "  --parameter NAME     fit this parameter; may be repeated, at most 12 times\n"
	      "  --data FOLDER        folder of the measurements that LIST names (default validate/data/h200)\n"
	      "  --size SIZE          only launches that LIST gives this size, or all (default quick)\n"
	      "  --rounds N           run the fit for at most N rounds. With 0, only compare and show errors\n"
	      "  --prior PERCENT      expected distance of the values from the first ones (default 25)\n"
	      "\n"
	      "  --quiet              no progress\n"
	      "  --help, -h, --version\n"
	      "\n"
	      "Exit status: 0 success, 2 mistake on the command line, 3 bad input or nothing measured, 4 the simulated program "
	      "failed,\n"
	      "130 interrupted.\n"
	      "\n"
	      "Examples:\n"
	      "  simt-fit --data validate/data/h100 --jobs 2 -o h100.csv\n"
	      "  simt-fit --only '*_share' workloads/micro/micro.csv validate/data/h200/micro-launches.csv\n",
	      stdout);
}

/* Options that do no more than set something of the command. */
static const struct option_target target[] = {
	{'o', OPTION_TEXT, offsetof(struct command, out)},
	{O_MACHINE, OPTION_TEXT, offsetof(struct command, machine)},
	{O_SET, OPTION_LIST, offsetof(struct command, set)},
	{O_ONLY, OPTION_TEXT, offsetof(struct command, only)},
	{O_SERIES, OPTION_FLAG, offsetof(struct command, series)},
	{O_JOINT, OPTION_TEXT, offsetof(struct command, joint)},
	{O_PARAMETER, OPTION_LIST, offsetof(struct command, parameters)},
	{O_DATA, OPTION_TEXT, offsetof(struct command, data)},
	{O_PLAN, OPTION_TEXT, offsetof(struct command, plan)},
	{O_REFERENCE, OPTION_TEXT, offsetof(struct command, reference)},
	{O_KEEP, OPTION_TEXT, offsetof(struct command, keep)},
	{O_QUIET, OPTION_FLAG, offsetof(struct command, quiet)},
};

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;

	switch (option) {
	case O_SWEEPS:
		return take_number("sweeps", arg, 0, SWEEPS_MAX, &c->sweeps, e);
	case O_SIZE:
		c->size = strcmp(arg, "all") != 0 ? arg : NULL;
		return true;
	case O_ROUNDS:
		return take_number("rounds", arg, 0, JOINT_ROUNDS_MAX, &c->rounds, e);
	case O_PRIOR:
		return take_number("prior", arg, 1, 1000, &c->prior, e);
	default:
		return take_number("jobs", arg, 1, JOBS_MAX, &c->jobs, e);
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
					 .use = use,
					 .nuse = sizeof use / sizeof *use};

/* Returns false where the program is to end now, with *status. */
static bool
parse_command(int argc, char **argv, struct command *c, int *status)
{
	struct simt_error e = {.status = SIMT_OK};
	bool given[OPTION_VALUES] = {false};

	if (!options_take(&line, argc, argv, c, given, status))
		return false;
	options_fit(&line, given,
		    c->joint  ? JOINT
		    : c->data ? FOLDER
			      : WORKLOAD,
		    c->joint  ? "with --joint"
		    : c->data ? "with --data alone"
			      : "with a workload",
		    true, &e);
	if (e.status == SIMT_OK && c->joint && optind < argc)
		simt_fail(&e, SIMT_USAGE, "%s: --joint takes its workloads from the list", argv[optind]);
	else if (e.status == SIMT_OK && c->joint && !c->parameters.n)
		simt_fail(&e, SIMT_USAGE, "--joint needs --parameter");
	else if (e.status == SIMT_OK && !c->joint && optind < argc && c->data)
		simt_fail(&e, SIMT_USAGE, "%s: --data alone takes its workloads from the plan", argv[optind]);
	else if (e.status == SIMT_OK && !c->joint && !c->data && optind + 2 > argc)
		simt_fail(&e, SIMT_USAGE,
			  "a folder of measurements (--data) is needed, or a workload.csv and a file of measurements of it; try "
			  "'simt-fit "
			  "--help'");
	if (e.status == SIMT_OK && !c->joint && !c->data) {
		c->workload = argv[optind];
		for (int i = optind + 1; i < argc; i++)
			append(&c->measured, argv[i]);
	}
	*status = e.status ? complain(&e) : SIMT_OK;
	return e.status == SIMT_OK;
}

static bool
on_progress(void *arg, const struct fit_parameter *p, unsigned sweep, long value)
{
	(void)arg;
	fprintf(stderr, "sweep %u, %s = %ld\n", sweep, p->name, value);
	return true;
}

static bool
on_joint_progress(void *arg, const char *what)
{
	(void)arg;
	fprintf(stderr, "%s\n", what);
	return true;
}

/* The machine file, where one is wanted. */
static void
write_machine(const struct command *c, const struct simt_machine *m)
{
	if (c->result)
		simt_machine_write(m, result_stream(c->result));
}

/* The machine to begin with; NULL on failure. */
static struct simt_machine *
machine_of(const struct command *c, struct simt_error *e)
{
	struct simt_machine *m = simt_machine_load(c->machine, e);

	for (size_t i = 0; m && i < c->set.n && !e->status; i++)
		simt_machine_set(m, c->set.v[i], e);
	tell_remarks(m);
	if (!e->status)
		return m;
	simt_machine_free(m);
	return NULL;
}

static void
fit_jointly(const struct command *c, struct simt_error *e)
{
	struct simt_machine *m = machine_of(c, e);
	const struct joint_wish wish = {.declared = c->joint,
					.size = c->size,
					.data = c->data ? c->data : "validate/data/h200",
					.least_ns = least_ns,
					.names = c->parameters.v,
					.n = c->parameters.n,
					.stop = c->stop};
	struct joint *j = m ? joint_new(&wish, m, NULL, e) : NULL;

	if (!j)
		return;
	j->jobs = c->jobs;
	j->keep = c->keep;
	j->progress = c->quiet ? NULL : on_joint_progress;
	if (joint_run(j, c->rounds, c->prior / 100.0, e)) {
		joint_table(j, stdout);
		if (c->series) {
			putchar('\n');
			joint_points_table(j, stdout);
		}
		joint_sources(j, c->joint);
		write_machine(c, j->machine);
	}
	joint_free(j);
}

/* The measurements of the device of a machine: validate/data/NAME where that is a folder, and not the one that is fitted. */
static const char *
reference_of(const struct command *c, const struct simt_machine *m, char *path, size_t size)
{
	char mine[PATH_MAX], its[PATH_MAX];

	if (c->reference)
		return strcmp(c->reference, "none") != 0 ? c->reference : NULL;
	snprintf(path, size, "validate/data/%s", simt_machine_get(m, "name"));
	return realpath(path, its) && realpath(c->data, mine) && strcmp(its, mine) != 0 ? path : NULL;
}

static void
fit_all(const struct command *c, struct simt_error *e)
{
	struct simt_machine *m = machine_of(c, e);
	char path[200];
	const struct plan_options o = {.plan = c->plan,
				       .data = c->data,
				       .reference = m ? reference_of(c, m, path, sizeof path) : NULL,
				       .only = c->only,
				       .keep = c->keep,
				       .prior = c->prior / 100.0,
				       .sweeps = c->sweeps,
				       .rounds = c->rounds,
				       .jobs = c->jobs,
				       .stop = c->stop,
				       .progress = c->quiet ? NULL : on_joint_progress};
	struct plan *p = m ? plan_run(&o, m, e) : NULL;

	if (p) {
		plan_table(p, c->series, stdout);
		write_machine(c, plan_machine(p));
	}
	plan_free(p);
}

static void
fit(const struct command *c, const struct workload *w, struct simt_error *e)
{
	struct simt_machine *m = machine_of(c, e);
	struct check *check = check_new(w, c->workload, NULL);
	struct fit *f = NULL;

	for (size_t i = 0; i < c->measured.n && !e->status && simt_goes_on(c->stop, e); i++)
		check_read(check, c->measured.v[i], CHECK_MEASURED, e);
	if (e->status)
		simt_machine_free(m);
	else
		f = fit_new(m, NULL);
	if (f) {
		struct fit_rule rule = {.parameter = NULL};

		f->jobs = c->jobs;
		f->keep = c->keep;
		f->stop = c->stop;
		f->progress = c->quiet ? NULL : on_progress;
		if (fit_add(f, w, check, NULL, &rule, e) && !f->nseries)
			simt_fail(e, SIMT_BAD_INPUT, "%s: no cycles were measured at two numbers of rounds", c->workload);
		if (!e->status && fit_run(f, c->only, c->sweeps, e)) {
			if (c->sweeps)
				fit_table(f, stdout);
			if (c->series || !c->sweeps)
				fit_series_table(f, stdout);
			fit_sources(f, c->measured.v[0], false);
			write_machine(c, f->machine);
		}
	}
	fit_free(f);
	check_free(check);
}

/* Closes the machine file. If the fit is not finished, an earlier file stays. Returns the exit status. */
static int
end(const struct command *c, struct simt_error *e)
{
	if (e->status)
		result_discard(c->result);
	else
		result_close(c->result, e);
	if (e->status != SIMT_INTERRUPTED)
		return e->status ? complain(e) : (int)SIMT_OK;
	fprintf(stderr,
		c->keep ? "%s: interrupted; what was simulated is in %s\n"
			: "%s: interrupted; --keep%s would have kept what was simulated\n",
		program_name, c->keep ? c->keep : "=FILE");
	return (int)SIMT_INTERRUPTED;
}

int
main(int argc, char **argv)
{
	struct command c = {.machine = "h200",
			    .plan = "validate/fit.csv",
			    .size = "quick",
			    .sweeps = SWEEPS,
			    .rounds = ROUNDS,
			    .prior = PRIOR,
			    .jobs = 1};
	struct workload_options o = {.isa = NULL};
	struct simt_error e = {.status = SIMT_OK};
	struct workload *w = NULL;
	int status;

	tell_no_memory();
	if (!parse_command(argc, argv, &c, &status))
		return all_told(status);
	c.stop = catch_stop();
	if (c.out)
		c.result = result_open(c.out, &e);
	if (!e.status)
		evaluate_keeps(c.keep, &e);
	if (!e.status && c.joint)
		fit_jointly(&c, &e);
	else if (!e.status && c.data)
		fit_all(&c, &e);
	else if (!e.status)
		w = workload_read(c.workload, &o, &e);
	if (w)
		fit(&c, w, &e);
	workload_free(w);
	status = end(&c, &e);
	free(c.parameters.v);
	free(c.set.v);
	free(c.measured.v);
	return all_told(status);
}
