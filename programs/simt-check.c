/* simt-check: holds what the simulator finds against what a device measured. */
#include <stdlib.h>
#include <string.h>

#include "validate/accuracy/interval-table.h"
#include "validate/check/check-measured.h"
#include "programs/check-accuracy.h"
#include "programs/check-run.h"
#include "programs/common.h"
#include "validate/check/paper.h"
#include "base/result-file.h"

const char program_name[] = "simt-check";

struct command {
	const char *workload, *machine, *csv, *exempt, *intervals;
	struct list measured, simulated, set, let, allow, only, paper, as;
	double tolerance;
	unsigned long pcs;
	bool machine_given; /* --machine */
	bool markdown, summary, hardware_only, instrumented, table_of_pcs;
	struct accuracy_command accuracy;
	struct result_file *out, *plot; /* of csv and accuracy.plot; NULL: not wanted */
	simt_stop stop;
	bool interrupted; /* results are of what had ended until then */
};

enum option_value {
	O_SIMULATED = 256,
	O_CSV,
	O_MARKDOWN,
	O_SUMMARY,
	O_PER_PC,
	O_HARDWARE_ONLY,
	O_INSTRUMENTED,
	O_EXEMPT,
	O_TOLERANCE,
	O_PAPER,
	O_AS,
	O_ACCURACY,
	O_RESULTS,
	O_DATA,
	O_PART,
	O_SIZE,
	O_PLAN,
	O_CASES,
	O_STATES,
	O_PLOT,
	O_INTERVALS,
	O_ONLY,
	O_LET,
	O_ALLOW_PATH,
	O_MACHINE,
	O_SET,
	O_HELP,
	O_VERSION
};

static const struct option options[] = {
	{"simulated", required_argument, NULL, O_SIMULATED},
	{"csv", optional_argument, NULL, O_CSV},
	{"markdown", no_argument, NULL, O_MARKDOWN},
	{"summary", no_argument, NULL, O_SUMMARY},
	{"per-pc", optional_argument, NULL, O_PER_PC},
	{"hardware-only", no_argument, NULL, O_HARDWARE_ONLY},
	{"instrumented", no_argument, NULL, O_INSTRUMENTED},
	{"exempt", required_argument, NULL, O_EXEMPT},
	{"tolerance", required_argument, NULL, O_TOLERANCE},
	{"paper", required_argument, NULL, O_PAPER},
	{"as", required_argument, NULL, O_AS},
	{"accuracy", required_argument, NULL, O_ACCURACY},
	{"results", required_argument, NULL, O_RESULTS},
	{"data", required_argument, NULL, O_DATA},
	{"part", required_argument, NULL, O_PART},
	{"size", required_argument, NULL, O_SIZE},
	{"plan", no_argument, NULL, O_PLAN},
	{"cases", optional_argument, NULL, O_CASES},
	{"states", no_argument, NULL, O_STATES},
	{"plot", required_argument, NULL, O_PLOT},
	{"intervals", required_argument, NULL, O_INTERVALS},
	{"only", required_argument, NULL, O_ONLY},
	{"let", required_argument, NULL, O_LET},
	{"allow-path", required_argument, NULL, O_ALLOW_PATH},
	{"machine", required_argument, NULL, O_MACHINE},
	{"set", required_argument, NULL, O_SET},
	{"help", no_argument, NULL, O_HELP},
	{"version", no_argument, NULL, O_VERSION},
	{NULL, 0, NULL, 0},
};

/* Ways of running: measured files, published speed-ups, accuracy, what accuracy needs, intervals. */
enum { FILES = 1, PAPER = 2, ACCURACY = 4, PLAN = 8, INTERVALS = 16 };
static const struct option_use use[] = {{O_SIMULATED, FILES | PAPER, 0, 0},
					{O_CSV, FILES | PAPER | ACCURACY | INTERVALS, 0, 0},
					{O_MARKDOWN, FILES | PAPER | ACCURACY | INTERVALS, 0, 0},
					{O_SUMMARY, FILES, 0, 0},
					{O_PER_PC, FILES, 0, 0},
					{O_HARDWARE_ONLY, FILES, 0, 0},
					{O_INSTRUMENTED, FILES, 0, 0},
					{O_EXEMPT, FILES, 0, 0},
					{O_TOLERANCE, FILES, 0, 0},
					{O_AS, FILES | PAPER, 0, O_PAPER},
					{O_RESULTS, FILES | PAPER | ACCURACY | PLAN, 0, O_ACCURACY},
					{O_DATA, FILES | PAPER | ACCURACY | PLAN, 0, O_ACCURACY},
					{O_PART, FILES | PAPER | ACCURACY | PLAN, 0, O_ACCURACY},
					{O_SIZE, FILES | PAPER | ACCURACY | PLAN, 0, O_ACCURACY},
					{O_PLAN, FILES | PAPER | ACCURACY | PLAN, 0, O_ACCURACY},
					{O_CASES, FILES | PAPER | ACCURACY, 0, O_ACCURACY},
					{O_STATES, FILES | PAPER | ACCURACY, 0, O_ACCURACY},
					{O_PLOT, FILES | PAPER | ACCURACY, 0, O_ACCURACY},
					{O_ONLY, FILES | PAPER | ACCURACY | PLAN, 0, 0},
					{O_LET, FILES | PAPER, 0, 0},
					{O_ALLOW_PATH, FILES | PAPER, 0, 0},
					{O_MACHINE, FILES | PAPER, 0, 0},
					{O_SET, FILES | PAPER, 0, 0},
					{O_PAPER, FILES | PAPER, 0, 0}};

static void
help(void)
{
	fputs("Usage: simt-check [option]... workload.csv measured.csv [more.csv]...\n"
	      "       simt-check --paper published.csv [option]... workload.csv [measured.csv]...\n"
	      "       simt-check --accuracy sets.csv --results FOLDER [option]...\n"
	      "       simt-check --intervals results.csv [--csv FILE] [--markdown]\n"
	      "Runs a workload in the simulator and compares each launch with what was measured.\n"
	      "A measured file has counters of launches, counts of instructions, or hashes of buffers. Its columns tell which.\n"
	      "\n"
	      "  --simulated FILE     read results of simt-sim --csv, --per-pc or --outputs instead of running; may be repeated.\n"
	      "                       If they are of several machines, --machine and --set choose one\n"
	      "  --machine NAME|FILE  machine file (default h200)\n"
	      "  --set NAME=VALUE     set any parameter of the machine; may be repeated\n"
	      "  --only GLOB          compare only the cases whose names match; may be repeated\n"
	      "  --let NAME=VALUE     replace the value, or list of values, of column $NAME; may be repeated\n"
	      "  --allow-path FOLDER  a folder that the workload may read beside its own; may be repeated\n"
	      "  --hardware-only      leave out counters of instrumented code (smsp__sass_*, counts of instructions)\n"
	      "  --instrumented       leave out counters of the hardware\n"
	      "  --exempt FILE        more kernels whose counters need not be equal: columns kernel (a glob) and reason\n"
	      "  --tolerance PERCENT  count values with at most this error in the column of near values (default 5). Nothing "
	      "fails\n"
	      "                       because of it\n"
	      "  --paper FILE         show published, simulated and measured speed-ups instead, and how their ranks agree;\n"
	      "                       may be repeated\n"
	      "  --as OURS=PUBLISHED  show what was published of variant PUBLISHED for variant OURS, too; may be repeated\n"
	      "  --accuracy FILE      show errors of cycles over the sets of launches that FILE declares. --only, --csv and\n"
	      "                       --markdown have an effect there, and these options:\n"
	      "    --results FOLDER   folder of simulated results, a file for each case (make accuracy writes them)\n"
	      "    --data FOLDER      folder of measured results (default data/h200 beside FILE)\n"
	      "    --part SET,...     only these sets: training, micro, development, held-out (default all)\n"
	      "    --size SIZE        only launches up to this size: quick, full or long (default long)\n"
	      "    --plan             print instead what is to be simulated, and to which file each result belongs\n"
	      "    --cases[=all]      also show a line for each launch; with =all for held-out launches, too\n"
	      "    --states           also show each warp state\n"
	      "    --plot FILE        draw simulated over measured cycles on logarithmic axes, to a .svg or .png\n"
	      "  --intervals LIST     show how often intervals of cycles hold, from the results that LIST names; --csv writes the\n"
	      "                       table that they come from (make intervals)\n"
	      "  --csv[=FILE]         all comparisons as CSV, to FILE or instead of the tables\n"
	      "  --per-pc[=N]         also show the instructions whose counts differ, at most N for each launch (default 20)\n"
	      "  --summary            show only the launches that fail\n"
	      "  --markdown           write the tables as Markdown\n"
	      "  --help, -h, --version\n"
	      "\n"
	      "These must be equal: buffers; smsp__inst_executed, smsp__thread_inst_executed, smsp__thread_inst_executed_pred_on "
	      "and\n"
	      "smsp__warps_launched; executions and lanes of instructions at which a warp has at most two splits.\n"
	      "A kernel is exempt if its counters differ between two measured runs, or if exempt.csv lists it.\n"
	      "Exit status: 0 equal, 1 not equal, 2 mistake on the command line, 3 bad input or nothing to compare, 4 the "
	      "simulated\n"
	      "program failed, 130 interrupted.\n",
	      stdout);
}

/* ---- command line ---- */
static bool
take_share(const char *option, const char *text, double *v, struct simt_error *e)
{
	char *end;

	*v = strtod(text, &end);
	return (end != text && !*end && *v >= 0 && *v <= 1e6) ||
	       simt_fail(e, SIMT_USAGE, "%s %s: a number from 0 on", option, text);
}

/* Options that do no more than set something of the command. */
static const struct option_target target[] = {
	{O_SIMULATED, OPTION_LIST, offsetof(struct command, simulated)},
	{O_CSV, OPTION_TEXT, offsetof(struct command, csv)},
	{O_MARKDOWN, OPTION_FLAG, offsetof(struct command, markdown)},
	{O_SUMMARY, OPTION_FLAG, offsetof(struct command, summary)},
	{O_HARDWARE_ONLY, OPTION_FLAG, offsetof(struct command, hardware_only)},
	{O_INSTRUMENTED, OPTION_FLAG, offsetof(struct command, instrumented)},
	{O_EXEMPT, OPTION_TEXT, offsetof(struct command, exempt)},
	{O_PAPER, OPTION_LIST, offsetof(struct command, paper)},
	{O_AS, OPTION_LIST, offsetof(struct command, as)},
	{O_ONLY, OPTION_LIST, offsetof(struct command, only)},
	{O_LET, OPTION_LIST, offsetof(struct command, let)},
	{O_ALLOW_PATH, OPTION_LIST, offsetof(struct command, allow)},
	{O_SET, OPTION_LIST, offsetof(struct command, set)},
	{O_INTERVALS, OPTION_TEXT, offsetof(struct command, intervals)},
	{O_ACCURACY, OPTION_TEXT, offsetof(struct command, accuracy.o.sets)},
	{O_RESULTS, OPTION_TEXT, offsetof(struct command, accuracy.o.results)},
	{O_DATA, OPTION_TEXT, offsetof(struct command, accuracy.o.data)},
	{O_PLAN, OPTION_FLAG, offsetof(struct command, accuracy.plan)},
	{O_STATES, OPTION_FLAG, offsetof(struct command, accuracy.show.states)},
	{O_PLOT, OPTION_TEXT, offsetof(struct command, accuracy.plot)},
};

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;
	struct accuracy_command *a = &c->accuracy;
	double v = 20;

	switch (option) {
	case O_PER_PC:
		c->table_of_pcs = true;
		if (arg && !take_share("--per-pc", arg, &v, e))
			return false;
		c->pcs = (unsigned long)v;
		return true;
	case O_TOLERANCE:
		return take_share("--tolerance", arg, &c->tolerance, e);
	case O_MACHINE:
		c->machine = arg;
		return c->machine_given = true;
	case O_PART:
		return take_parts(arg, &a->o.set_mask, e);
	case O_SIZE:
		return take_size(arg, &a->o.size, e);
	default: /* O_CASES */
		a->show.cases = true;
		a->show.held_out_cases = arg != NULL;
		return !arg || !strcmp(arg, "all") || simt_fail(e, SIMT_USAGE, "--cases=%s: all, or nothing", arg);
	}
}

/* Checks what the options of --accuracy need, and that no option without effect is given with it. */
static void
check_accuracy(struct command *c, struct simt_error *e)
{
	struct accuracy_command *a = &c->accuracy;

	if (!a->o.sets)
		return;
	if (c->workload)
		simt_fail(e, SIMT_USAGE, "%s: --accuracy takes its workloads from %s", c->workload, a->o.sets);
	if (!a->o.results && !a->plan)
		simt_fail(e, SIMT_USAGE, "--accuracy needs --results or --plan");
	a->csv = c->csv;
	a->show.markdown = c->markdown;
	a->show.width = terminal_width(0);
}

static const struct command_line line = {.options = options,
					 .letters = ":h",
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
	int way;

	if (!options_take(&line, argc, argv, c, given, status))
		return false;
	for (int i = optind; i < argc; i++)
		if (i == optind)
			c->workload = argv[i];
		else
			append(&c->measured, argv[i]);
	way = c->intervals ? INTERVALS : c->accuracy.o.sets ? (c->accuracy.plan ? PLAN : ACCURACY) : c->paper.n ? PAPER : FILES;
	options_fit(&line, given, (unsigned)way,
		    way == PLAN        ? "with --plan"
		    : way == ACCURACY  ? "with --accuracy"
		    : way == INTERVALS ? "with --intervals"
				       : "with --paper",
		    true, &e);
	check_accuracy(c, &e);
	if (c->markdown && c->csv && !strcmp(c->csv, "-"))
		simt_fail(&e, SIMT_USAGE, "--markdown and --csv both go to standard output; give one a file: --csv=FILE");
	if (c->hardware_only && c->instrumented)
		simt_fail(&e, SIMT_USAGE, "--hardware-only and --instrumented leave nothing to compare");
	if (c->paper.n && !c->workload)
		simt_fail(&e, SIMT_USAGE, "--paper needs a workload; try 'simt-check --help'");
	if (c->intervals && (c->workload || c->accuracy.o.sets || c->paper.n))
		simt_fail(&e, SIMT_USAGE, "--intervals takes all its results from %s", c->intervals);
	if (!c->measured.n && !c->paper.n && !c->accuracy.o.sets && !c->intervals)
		simt_fail(&e, SIMT_USAGE, "a workload and at least one measured file are needed; try 'simt-check --help'");
	*status = e.status ? complain(&e) : SIMT_OK;
	return e.status == SIMT_OK;
}

/* ---- both sides ---- */
/* Calls check_simulate, and prints a remark if it was interrupted. */
static enum simt_status
simulate(struct command *c, struct check *check, const bool *selected, struct simt_error *e)
{
	const struct check_run_options o = {c->machine, &c->set, check_has_pcs(check) && !c->hardware_only, c->stop};
	enum simt_status status = check_simulate(check, &o, selected, e);

	c->interrupted = status == SIMT_INTERRUPTED;
	if (c->interrupted)
		fprintf(stderr, "%s: interrupted; results so far follow\n", program_name);
	return status;
}

/* ---- results ---- */
/* The CSV where it is wanted. Returns true if the tables are wanted too. */
static bool
write_csv(const struct command *c, const struct check *check, const struct paper *paper)
{
	FILE *out = c->out ? result_stream(c->out) : stdout;

	if (c->csv && paper)
		paper_csv(paper, out);
	else if (c->csv)
		check_csv(check, out);
	if (c->csv && c->interrupted)
		fputs("# incomplete: interrupted\n", out);
	return !c->csv || out != stdout;
}

static void
write_results(const struct command *c, const struct check *check)
{
	if (!write_csv(c, check, NULL))
		return;
	if (c->markdown)
		check_markdown(check, stdout);
	else
		check_table(check, stdout, terminal_width(120));
	if (c->table_of_pcs) {
		puts(c->markdown ? "\n```" : "");
		check_pcs(check, stdout, c->pcs);
		if (c->markdown)
			puts("```");
	}
}

static bool
read_all(const struct command *c, struct check *check, const struct list *files, enum check_side side, struct simt_error *e)
{
	for (size_t i = 0; i < files->n; i++)
		if (!simt_goes_on(c->stop, e) || !check_read(check, files->v[i], side, e))
			return false;
	return true;
}

/* What --machine and --set say of simulated results that are there already: which rows are meant, in the words that files have for it. */
static bool
choose(const struct command *c, struct check *check, struct simt_error *e)
{
	struct simt_machine *m = simt_machine_load("h200", e);
	struct check_choice *choice = arena_alloc(&check->arena, (c->set.n + 1) * sizeof *choice);

	if (c->machine_given)
		choice[check->nchoice++] = (struct check_choice){"machine", c->machine};
	for (size_t i = 0; m && i < c->set.n && simt_machine_set(m, c->set.v[i], e); i++) {
		const char *name = arena_copy(&check->arena, c->set.v[i], strcspn(c->set.v[i], "="));

		choice[check->nchoice++] =
			(struct check_choice){name, arena_printf(&check->arena, "%s", simt_machine_get(m, name))};
	}
	check->choice = choice;
	simt_machine_free(m);
	return e->status == SIMT_OK;
}

static bool
read_both(const struct command *c, struct check *check, struct simt_error *e)
{
	if (c->simulated.n && !choose(c, check, e))
		return false;
	return read_all(c, check, &c->measured, CHECK_MEASURED, e) && read_all(c, check, &c->simulated, CHECK_SIMULATED, e) &&
	       (!c->simulated.n || check_chosen(check, e));
}

static void
nothing_measured(const struct command *c, const struct check *check, struct simt_error *e)
{
	bool any = false;

	for (size_t k = 0; k < check->nmetric; k++)
		any = any || check->metric[k].measured;
	simt_fail(e, SIMT_BAD_INPUT, "%s: nothing of it was measured: no %s", c->workload,
		  any ? "metric has the same name as one that is simulated (simt-results(5) has these)"
		      : "launch has the same technique, variant, case, name and parameters");
}

static enum simt_status
compare(struct command *c, struct check *check, const bool *selected, struct simt_error *e)
{
	enum simt_status status = SIMT_OK;
	struct check_totals t;

	check->hardware = !c->instrumented;
	check->instrumented = !c->hardware_only;
	check->tolerance = c->tolerance / 100;
	check->launches_shown = !c->summary;
	if (!check_find_exempt(check, c->exempt, e))
		return e->status;
	if (!read_both(c, check, e))
		return e->status;
	if (!c->simulated.n)
		status = simulate(c, check, selected, e);
	if (e->status)
		return e->status;
	check_compare(check);
	t = check_totals(check);
	write_results(c, check);
	if (!c->interrupted && !check->nrow && !t.buffers && !check_has_pcs(check))
		nothing_measured(c, check, e);
	if (status == SIMT_OK && (t.failed || t.buffers_failed || t.pcs > t.pcs_equal + t.pcs_exempt))
		status = SIMT_MISMATCH;
	return e->status ? e->status : status;
}

/* --paper: compares only speed-ups, of the cases that have a published one. */
static enum simt_status
compare_paper(struct command *c, const struct workload *w, bool *selected, struct simt_error *e)
{
	struct paper *paper = paper_new(w);
	struct check *check = NULL;
	enum simt_status status = SIMT_OK;

	for (size_t i = 0; i < c->paper.n && !e->status; i++)
		paper_read(paper, c->paper.v[i], e);
	for (size_t i = 0; i < c->as.n && !e->status; i++)
		paper_stands_for(paper, c->as.v[i], e);
	if (!e->status) {
		paper_join(paper, selected);
		check = check_new(w, c->workload, selected);
		check->times = check->any_values = true;
	}
	if (!e->status && !paper->nrow)
		simt_fail(e, SIMT_BAD_INPUT,
			  "%s: no speed-up of it was published: no case has the same technique and name, with a before",
			  c->workload);
	if (!e->status && read_both(c, check, e) && !c->simulated.n)
		status = simulate(c, check, selected, e);
	if (!e->status) {
		bool tables;

		paper_take(paper, check);
		tables = write_csv(c, check, paper);
		if (tables && c->markdown)
			paper_markdown(paper, stdout);
		else if (tables)
			paper_table(paper, stdout, terminal_width(120));
	}
	check_free(check);
	paper_free(paper);
	return e->status ? e->status : status;
}

/* Opens the CSV and the picture early, so that an error is reported at once. Neither may be a file that is read. */
static bool
open_results(struct command *c, struct simt_error *e)
{
	const struct list *const lists[] = {&c->measured, &c->simulated, &c->paper};
	struct list written = {.n = 0}, read = {.n = 0};
	bool ok;

	append(&written, c->csv);
	append(&written, c->accuracy.plot);
	append(&read, c->accuracy.o.sets);
	append(&read, c->intervals);
	append(&read, c->workload);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (size_t k = 0; k < lists[i]->n; k++)
			append(&read, lists[i]->v[k]);
	ok = files_are_distinct(&written, &read, e);
	if (ok && c->csv)
		ok = (c->out = result_open(c->csv, e));
	if (ok && c->accuracy.plot)
		ok = (c->plot = result_open(c->accuracy.plot, e));
	free(written.v);
	free(read.v);
	return ok;
}

static enum simt_status
check_workload(struct command *c, struct simt_error *e)
{
	struct workload_options o = {.let = c->let.v, .nlet = c->let.n, .allow = c->allow.v, .nallow = c->allow.n};
	struct workload *w = workload_read(c->workload, &o, e);
	bool *selected = w ? select_cases(w, &c->only, e) : NULL;
	enum simt_status status = e->status;

	if (!e->status && !open_results(c, e)) {
		status = e->status;
	} else if (!e->status && c->paper.n) {
		status = compare_paper(c, w, selected, e);
	} else if (!e->status) {
		struct check *check = check_new(w, c->workload, selected);

		status = compare(c, check, selected, e);
		check_free(check);
	}
	free(selected);
	workload_free(w);
	return status;
}

static enum simt_status
check_accuracy_sets(struct command *c, struct simt_error *e)
{
	c->accuracy.o.stop = c->stop;
	if (!open_results(c, e))
		return e->status;
	return accuracy_command(&c->accuracy, &c->only, c->out ? result_stream(c->out) : NULL,
				c->plot ? result_stream(c->plot) : NULL, e);
}

static enum simt_status
check_intervals(struct command *c, struct simt_error *e)
{
	struct interval_table *t = open_results(c, e) ? interval_table_read(c->intervals, e) : NULL;

	if (t && c->out)
		interval_table_write(t, result_stream(c->out));
	if (t && (!c->csv || strcmp(c->csv, "-") != 0))
		interval_table_report(t, c->markdown, stdout, e);
	interval_table_free(t);
	return e->status;
}

/* Ends the files; where there are no results those of an earlier run stay. Returns the exit status. */
static int
end(const struct command *c, int status, struct simt_error *e)
{
	struct result_file *const files[] = {c->out, c->plot};
	const bool fine = e->status == SIMT_OK;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (fine)
			result_close(files[i], e);
		else
			result_discard(files[i]);
	if (e->status == SIMT_INTERRUPTED)
		fprintf(stderr, "%s: interrupted\n", program_name);
	else if (e->status)
		complain(e);
	return e->status && !c->interrupted ? (int)e->status : status;
}

int
main(int argc, char **argv)
{
	struct command c = {.machine = "h200", .tolerance = 5, .accuracy.o.size = ACCURACY_LONG};
	struct simt_error e = {.status = SIMT_OK};
	int status;

	tell_no_memory();
	if (parse_command(argc, argv, &c, &status)) {
		c.stop = catch_stop();
		status = (int)(c.intervals         ? check_intervals(&c, &e)
			       : c.accuracy.o.sets ? check_accuracy_sets(&c, &e)
						   : check_workload(&c, &e));
		status = end(&c, status, &e);
	}
	free(c.measured.v);
	free(c.simulated.v);
	free(c.set.v);
	free(c.let.v);
	free(c.allow.v);
	free(c.only.v);
	free(c.paper.v);
	free(c.as.v);
	return all_told(status);
}
