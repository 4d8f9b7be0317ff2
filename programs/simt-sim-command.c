#include "programs/simt-sim-command.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

const char program_name[] = "simt-sim";

enum option_value {
	BEFORE_OPTIONS = OPTIONS_OF_PROGRAM - 1,
#define OF_MACHINE(value, name, argument, effects, idle)
#define OPTION(value, name, argument, effects, idle, needs) value,
#include "programs/simt-sim-options.def"
#undef OPTION
};

static const struct option options[] = {
#define OPTION(value, name, argument, effects, idle, needs) {name, argument, NULL, value},
#include "programs/simt-sim-options.def"
#undef OPTION
	{NULL, 0, NULL, 0},
};

/* Ways of running: a bit for each action, and one for RUN in functional mode. */
#define AT(action) (1u << (action))
enum { FUNCTIONAL = 1u << (LIST_OPCODES + 1), RUNS = AT(RUN) | FUNCTIONAL, ALL = 2 * FUNCTIONAL - 1 };

static const struct option_use use[] = {
#define OPTION(value, name, argument, effects, idle, needs) {value, effects, idle, needs},
#include "programs/simt-sim-options.def"
#undef OPTION
};

/* Words for ways of running other than RUN. */
static const char *const how[] = {[RUN] = "",
				  [CHECK] = "with --check",
				  [LIST] = "with --list",
				  [EXPAND] = "with --expand",
				  [DUMP_MACHINE] = "with --dump-machine",
				  [KERNELS] = "with --kernels",
				  [TEMPLATE] = "with --template",
				  [DISASSEMBLE] = "with --disassemble",
				  [LIST_OPCODES] = "with --list-opcodes"};

/* A screen, at most 50 lines of 80 columns: simt-sim(1) has the rest. */
static const char help_text[] = "Usage: simt-sim [option]... workload.csv\n"
				"Runs GPU machine code on a simulated SIMT machine, and says what control\n"
				"divergence costs. simt-why says what holds a launch back, simt-diff what\n"
				"changed; simt-sim(1) has all about these options.\n"
				"\n"
				"Machine:\n"
				"  --machine NAME|FILE    h200, the default, another one, or a machine file\n"
				"  --set NAME=VALUE       any parameter of it, which --dump-machine[=NAME] prints\n"
				"  --warp N, --sms N      threads of a warp; streaming multiprocessors\n"
				"  --banks N              issue banks of 16 lanes\n"
				"  --equal-silicon        with other warps or banks, an SM of as many lanes\n"
				"  --bank-issue NAME      lockstep, skip, independent: how a warp uses them\n"
				"  --reconvergence NAME   barrier, stack, ideal\n"
				"  --scheduler NAME       of warps: gty, gto, lrr, two-level\n"
				"  --block-scheduler NAME    of launches: leftover, round-robin, spatial\n"
				"Workload:\n"
				"  --only GLOB            only the cases whose names match; may be repeated\n"
				"  --let NAME=VALUE       another value, or list of values, for column $NAME\n"
				"  --mode cycle|functional    functional: outputs and counts without time\n"
				"  --sample[=launches]    simulate parts of long launches, estimate the others\n"
				"  --jobs N               threads of the host (default: SIMT_JOBS, else all)\n"
				"  --max-cycles N, --max-instructions N, --max-time SECONDS, --max-memory 2G\n"
				"  --isa sass|ptx, --unsupported trap, --allow-path FOLDER: that it may read\n"
				"Results:\n"
				"  --csv[=FILE], --json[=FILE]   all counts, to FILE or instead of the table\n"
				"  --per-pc[=FILE]        of each instruction; in --json also by line and loop\n"
				"  --explain              in --json also verdict, roots, lines; --roots=FILE: CSV\n"
				"  --details              behind the table, launches as Nsight Compute shows them\n"
				"  --show lanes[,block=N][,warp=N-N][,from=N][,to=N][,columns=N][,stride=N]\n"
				"                         behind it, a picture of warps of each launch\n"
				"  --bound                behind it, the cycles that a launch takes at the least\n"
				"  --record FILE          a timeline, for simt-plot; --record-sms N,\n"
				"                         --record-cycles FROM-TO: how much of it\n"
				"  --outputs FILE, --save FOLDER (of buffers: hashes, contents),\n"
				"  --placement FILE, --no-parameters, --quiet\n"
				"Bugs of the simulated program (exit status 4):\n"
				"  --check-init, --check-races, --check-barriers, --check-hazards\n"
				"Instead of a run:\n"
				"  --check, --list, --expand    of the workload: mistakes, launches, all rows\n"
				"  --kernels FILE, --template FILE, --disassemble FILE    of a cubin\n"
				"  --list-opcodes, --help, -h, --version\n"
				"Moved to simt-why, but still taken: --roots without FILE, --advise, --split,\n"
				"--split-launches, --split-order, --split-to.\n"
				"\n"
				"Exit status: 0 success, 1 an expect does not hold, 2 mistake on the command\n"
				"line, 3 bad input, 4 the program failed, 5 a limit reached, 130 interrupted.\n"
				"\n"
				"Example: what would a warp of 16 threads change?\n"
				"  simt-sim workloads/dynamic-work/dynamic-work.csv --only '*-8'\n"
				"  simt-sim workloads/dynamic-work/dynamic-work.csv --only '*-8' --warp 16\n";

static void
help(void)
{
	fputs(help_text, stdout);
}

static bool
act(struct command *c, enum action action, const char *file, struct simt_error *e)
{
	if (c->action != RUN && c->action != action)
		return simt_fail(e, SIMT_USAGE,
				 "one action at a time: --check, --list, --expand, --dump-machine, --kernels, --template, "
				 "--disassemble or --list-opcodes");
	if (c->file && file)
		return simt_fail(e, SIMT_USAGE, "%s and %s: one %s at a time", c->file, file,
				 action == DUMP_MACHINE ? "parameter" : "file");
	if (c->action == DUMP_MACHINE && (c->file || file))
		return simt_fail(e, SIMT_USAGE, "--dump-machine and --dump-machine=%s: all parameters, or one",
				 file ? file : c->file);
	c->action = action;
	c->file = file;
	return true;
}

static bool
parse_most(uint64_t *most, const char *of, const char *text, struct simt_error *e)
{
	char *end;

	errno = 0;
	*most = strtoull(text, &end, 10);
	if (errno || end == text || *end || *text < '0' || *text > '9' || !*most)
		return simt_fail(e, SIMT_USAGE, "--max-%s %s: a number of %s from 1 on", of, text, of);
	return true;
}

/* The settings of --show lanes. `last` is that of `warp`, which may be a range. */
enum { SHOW_BLOCK, SHOW_WARP, SHOW_FROM, SHOW_TO, SHOW_COLUMNS, SHOW_STRIDE, SHOW_SETTINGS, SHOW_LAST = SHOW_SETTINGS };

/* "-NUMBER" behind a warp. */
static void
take_last_warp(char **end, uint64_t v[SHOW_SETTINGS + 1])
{
	if (**end == '-' && (*end)[1] >= '0' && (*end)[1] <= '9')
		v[SHOW_LAST] = strtoull(*end + 1, end, 10);
	else
		v[SHOW_LAST] = v[SHOW_WARP];
}

/* One setting, "name=number"; *s goes on behind it. */
static bool
take_setting(const char *text, const char **s, uint64_t v[SHOW_SETTINGS + 1], struct simt_error *e)
{
	static const char *const name[] = {"block", "warp", "from", "to", "columns", "stride"};
	static const uint64_t most[] = {UINT64_MAX / 2, UINT32_MAX, UINT64_MAX / 2, UINT64_MAX / 2, LANES_COLUMNS_MAX, 128};
	const char *value = *s + strcspn(*s, "=,");
	char *end = NULL;
	int i = 0;

	while (i < SHOW_SETTINGS && (strlen(name[i]) != (size_t)(value - *s) || memcmp(name[i], *s, (size_t)(value - *s))))
		i++;
	errno = 0;
	if (i < SHOW_SETTINGS && *value == '=' && value[1] >= '0' && value[1] <= '9')
		v[i] = strtoull(value + 1, &end, 10);
	if (end && i == SHOW_WARP)
		take_last_warp(&end, v);
	if (end && (!*end || *end == ',') && (errno || v[i] > most[i] || v[SHOW_LAST] > most[SHOW_WARP]))
		return simt_fail(e, SIMT_USAGE, "--show %s: %s is at most %" PRIu64, text, name[i], most[i]);
	if (!end || (*end && *end != ','))
		return simt_fail(e, SIMT_USAGE,
				 "--show %s: '%.*s' is not a setting; settings are block, warp, from, to, columns and stride, each "
				 "as NAME=NUMBER, or warp=FIRST-LAST",
				 text, (int)strcspn(*s, ","), *s);
	*s = end;
	return true;
}

/* "lanes", then settings with commas in front. */
static bool
parse_show(struct command *c, const char *text, struct simt_error *e)
{
	uint64_t v[SHOW_SETTINGS + 1] = {[SHOW_FROM] = LANES_PARTED, [SHOW_TO] = UINT64_MAX / 2, [SHOW_STRIDE] = 1};
	const char *s = text + strcspn(text, ",");

	if (s - text != 5 || memcmp(text, "lanes", 5))
		return simt_fail(e, SIMT_USAGE, "--show %s: lanes is all that can be shown", text);
	while (*s++)
		if (!take_setting(text, &s, v, e))
			return false;
	if (v[SHOW_FROM] != LANES_PARTED && v[SHOW_FROM] > v[SHOW_TO])
		return simt_fail(e, SIMT_USAGE, "--show %s: 'from' is after 'to'", text);
	if (v[SHOW_LAST] < v[SHOW_WARP] || v[SHOW_LAST] - v[SHOW_WARP] >= LANES_WARPS)
		return simt_fail(e, SIMT_USAGE, "--show %s: warps go up, and are %d at most", text, LANES_WARPS);
	if (!v[SHOW_STRIDE])
		return simt_fail(e, SIMT_USAGE, "--show %s: a row has 1 lane or more", text);
	c->lanes = true;
	c->show = (struct lanes_wish){.block = v[SHOW_BLOCK],
				      .warp = (uint32_t)v[SHOW_WARP],
				      .last_warp = (uint32_t)v[SHOW_LAST],
				      .from = v[SHOW_FROM],
				      .to = v[SHOW_TO],
				      .columns = (unsigned)v[SHOW_COLUMNS],
				      .stride = (unsigned)v[SHOW_STRIDE]};
	return true;
}

/* Options that do no more than set something of the command. */
static const struct option_target target[] = {
	{O_CSV, OPTION_TEXT, offsetof(struct command, csv)},
	{O_PER_PC, OPTION_TEXT, offsetof(struct command, per_pc)},
	{O_JSON, OPTION_TEXT, offsetof(struct command, json)},
	{O_PLACEMENT, OPTION_TEXT, offsetof(struct command, placement)},
	{O_OUTPUTS, OPTION_TEXT, offsetof(struct command, outputs)},
	{O_SAVE, OPTION_TEXT, offsetof(struct command, save)},
	{O_RECORD, OPTION_TEXT, offsetof(struct command, record)},
	{O_ADVISE, OPTION_FLAG, offsetof(struct command, again) + offsetof(struct again_wish, advise)},
	{O_BOUND, OPTION_FLAG, offsetof(struct command, bound)},
	{O_SPLIT_TO, OPTION_TEXT, offsetof(struct command, again) + offsetof(struct again_wish, split_to)},
	{O_EXPLAIN, OPTION_FLAG, offsetof(struct command, explain)},
	{O_DETAILS, OPTION_FLAG, offsetof(struct command, details)},
	{O_NO_PARAMETERS, OPTION_FLAG, offsetof(struct command, no_params)},
	{O_ONLY, OPTION_LIST, offsetof(struct command, only)},
	{O_LET, OPTION_LIST, offsetof(struct command, let)},
	{O_ALLOW_PATH, OPTION_LIST, offsetof(struct command, allow)},
	{O_QUIET, OPTION_FLAG, offsetof(struct command, quiet)},
};

/* Options that are an action, or a check of the simulated program. */
static const struct {
	int option;
	enum action action;
} actions[] = {{O_CHECK, CHECK},     {O_LIST, LIST},         {O_EXPAND, EXPAND},           {O_DUMP_MACHINE, DUMP_MACHINE},
	       {O_KERNELS, KERNELS}, {O_TEMPLATE, TEMPLATE}, {O_DISASSEMBLE, DISASSEMBLE}, {O_LIST_OPCODES, LIST_OPCODES}};
static const struct {
	int option;
	unsigned check;
} checks[] = {{O_CHECK_INIT, SIMT_CHECK_INIT},
	      {O_CHECK_RACES, SIMT_CHECK_RACES},
	      {O_CHECK_BARRIERS, SIMT_CHECK_BARRIERS},
	      {O_CHECK_HAZARDS, SIMT_CHECK_HAZARDS}};

/* "FROM-TO" */
static bool
take_cycles(const char *text, struct recorder_wish *wish, struct simt_error *e)
{
	char *end;

	errno = 0;
	wish->from = strtoull(text, &end, 10);
	if (*text >= '0' && *text <= '9' && *end == '-' && end[1] >= '0' && end[1] <= '9') {
		wish->to = strtoull(end + 1, &end, 10);
		if (!*end && !errno && wish->from <= wish->to)
			return true;
	}
	return simt_fail(e, SIMT_USAGE, "--record-cycles %s: the first and the last cycle of a case, such as 20000-30000", text);
}

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;
	bool second;

	if (machine_options_take(&c->machine, option, arg))
		return true;
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (actions[i].option == option)
			return act(c, actions[i].action, arg, e);
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
		if (checks[i].option == option)
			return c->checks |= checks[i].check;
	switch (option) {
	case O_SHOW:
		return parse_show(c, arg, e);
	case O_ROOTS:
		c->roots_csv = arg ? arg : c->roots_csv;
		return c->roots = true;
	case O_SPLIT:
		return again_take_split(&c->again, arg, e);
	case O_SPLIT_LAUNCHES:
		return again_take_launches(&c->again, arg, e);
	case O_SPLIT_ORDER:
		return again_take_order(&c->again, arg, e);
	case O_ISA:
		c->isa = arg;
		return take_word("isa", arg, (const char *const[]){"sass", "ptx"}, &second, e);
	case O_MODE:
		return take_mode(arg, &c->mode, e);
	case O_SAMPLE:
		return take_sample(arg, &c->sampling, e);
	case O_UNSUPPORTED:
		return take_word("unsupported", arg, (const char *const[]){"refuse", "trap"}, &c->trap_unsupported, e);
	case O_RECORD_SMS:
		return take_number("record-sms", arg, 1, UINT16_MAX, &c->recording.sms, e);
	case O_RECORD_CYCLES:
		return take_cycles(arg, &c->recording, e);
	case O_JOBS:
		return take_jobs(arg, &c->jobs, e);
	case O_MAX_TIME:
		return take_number("max-time", arg, 1, INT_MAX, &c->max_time, e);
	case O_MAX_MEMORY:
		return limit_memory(arg, e);
	case O_MAX_CYCLES:
		return parse_most(&c->max_cycles, "cycles", arg, e);
	default:
		return parse_most(&c->max_instructions, "instructions", arg, e);
	}
}

/* Checks that at most one kind of results goes to standard output. */
static bool
check_stdout(const struct command *c, struct simt_error *e)
{
	static const char *const option[] = {"--csv", "--per-pc", "--json", "--roots", "--outputs", "--placement", "--record"};
	const char *const name[] = {c->csv, c->per_pc, c->json, c->roots_csv, c->outputs, c->placement, c->record};
	const char *behind = c->details                  ? "--details"
			     : c->lanes                  ? "--show"
			     : c->roots && !c->roots_csv ? "--roots"
			     : c->bound                  ? "--bound"
			     : c->again.advise           ? "--advise"
			     : c->again.split            ? "--split"
							 : NULL;

	for (size_t i = 0; behind && i < sizeof name / sizeof *name; i++)
		if (name[i] && !strcmp(name[i], "-"))
			return simt_fail(e, SIMT_USAGE, "%s and %s both go to standard output; give one a file: %s=FILE", behind,
					 option[i], option[i]);
	return one_to_stdout(option, name, sizeof name / sizeof *name, e);
}

/* Options that want every instruction, or, where launches are left out, what they compute. */
static bool
check_sampling(const struct command *c, struct simt_error *e)
{
	const struct {
		bool given, of_launches;
		const char *option;
	} no[] = {{c->per_pc, false, "--per-pc"},       {c->details, false, "--details"},   {c->explain, false, "--explain"},
		  {c->lanes, false, "--show"},          {c->roots, false, "--roots"},       {c->bound, false, "--bound"},
		  {c->again.advise, false, "--advise"}, {c->again.split, false, "--split"}, {c->checks != 0, false, "--check-..."},
		  {c->record, false, "--record"},       {c->outputs, true, "--outputs"},    {c->save, true, "--save"},
		  {c->placement, true, "--placement"}};

	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		if (no[i].given && (no[i].of_launches ? c->sampling == SIMT_SAMPLE_LAUNCHES : c->sampling != SIMT_SAMPLE_NONE))
			return simt_fail(e, SIMT_USAGE, "%s: not with --sample%s, which leaves out what that needs", no[i].option,
					 no[i].of_launches ? "=launches" : "");
	return true;
}

/* act() looks at actions. */
static bool
takes_more(int option)
{
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (actions[i].option == option)
			return true;
	return machine_options_take_more(option);
}

static const struct command_line line = {.options = options,
					 .letters = ":h",
					 .help = O_HELP,
					 .version = O_VERSION,
					 .print_help = help,
					 .target = target,
					 .ntarget = sizeof target / sizeof *target,
					 .take = take_option,
					 .takes_more = takes_more,
					 .use = use,
					 .nuse = sizeof use / sizeof *use};

/* The command line, for people; quoted so that a shell reads the same words. getopt_long() has put the workload last. */
static char *
joined(int argc, char **argv)
{
	struct text t = {.n = 0};

	text_put(&t, program_name);
	for (int i = 1; i < argc; i++) {
		const bool plain = *argv[i] && !argv[i][strspn(argv[i], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
									"0123456789-_=+./,:@%")];

		text_put(&t, plain ? " " : " '");
		for (const char *s = argv[i]; *s; s++)
			if (*s == '\'' && !plain)
				text_put(&t, "'\\''");
			else
				text_bytes(&t, s, 1);
		text_put(&t, plain ? "" : "'");
	}
	text_bytes(&t, "", 1);
	return t.s;
}

bool
command_parse(int argc, char **argv, struct command *c, int *status)
{
	struct simt_error e = {.status = SIMT_OK};
	bool given[OPTION_VALUES] = {false};

	if (!options_take(&line, argc, argv, c, given, status))
		return false;
	if (c->action <= EXPAND && optind == argc)
		simt_fail(&e, SIMT_USAGE, "no workload.csv given; try 'simt-sim --help'");
	else if (c->action <= EXPAND && optind < argc - 1)
		simt_fail(&e, SIMT_USAGE, "more than one workload given: '%s' and '%s'%s", argv[optind], argv[optind + 1],
			  c->csv || c->per_pc || c->json || c->roots ? "; write the file of an option after =, as in --csv=FILE"
								     : "");
	else if (c->action > EXPAND && optind != argc)
		simt_fail(&e, SIMT_USAGE, "a workload ('%s') has no effect %s", argv[optind], how[c->action]);
	else if (c->action == RUN && c->mode == SIMT_FUNCTIONAL && c->max_cycles)
		simt_fail(&e, SIMT_USAGE, "--max-cycles: functional mode has no cycles; see --max-instructions");
	else if (c->action == RUN && c->mode != SIMT_FUNCTIONAL && c->max_instructions)
		simt_fail(&e, SIMT_USAGE, "--max-instructions: only with --mode functional; cycle mode has --max-cycles");
	else if (options_fit(&line, given, c->action == RUN && c->mode == SIMT_FUNCTIONAL ? FUNCTIONAL : AT(c->action),
			     c->action == RUN ? "in functional mode" : how[c->action], !c->quiet, &e) &&
		 assigned_once(&c->machine.set, &e) && check_stdout(c, &e) && check_sampling(c, &e) && c->action == RUN && !c->jobs)
		default_jobs(&c->jobs, &e);
	again_settle(&c->again);
	if (c->explain)
		c->line = joined(argc, argv);
	c->workload = argv[optind];
	*status = e.status ? complain(&e) : 0;
	return e.status == SIMT_OK;
}

void
command_free(struct command *c)
{
	machine_options_free(&c->machine);
	free(c->let.v);
	free(c->allow.v);
	free(c->only.v);
	free(c->line);
}
