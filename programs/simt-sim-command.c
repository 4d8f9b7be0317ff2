#include "programs/simt-sim-command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char program_name[] = "simt-sim";

/* Value of the first option. getopt_long returns characters for short options, of which there are none. */
enum { FIRST_OPTION = 256 };

enum option_value {
	BEFORE_OPTIONS = FIRST_OPTION - 1,
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

/* What --help prints, in two pieces: compilers need not take longer ones. */
static const char run_help[] =
	"Usage: simt-sim [option]... workload.csv\n"
	"Runs GPU machine code on a simulated SIMT machine and says what control divergence costs.\n"
	"\n"
	"Machine:\n"
	"  --machine NAME|FILE     machine file (default h200)\n"
	"  --warp N                threads of a warp\n"
	"  --banks N               issue banks of a full-rate pipe; each bank has 16 lanes\n"
	"  --bank-issue NAME       how a warp uses the banks. lockstep: as if all its lanes were active; skip: only groups of\n"
	"                          16 lanes with an active one; independent: splits on different banks run at the same time\n"
	"  --sms N                 streaming multiprocessors of the GPU\n"
	"  --reconvergence NAME    reconvergence policy: barrier, stack or ideal\n"
	"  --scheduler NAME        warp scheduler: gty, gto, lrr or two-level\n"
	"  --block-scheduler NAME  which of several launches places a block next: leftover, round-robin or spatial\n"
	"  --set NAME=VALUE        set any parameter of the machine; may be repeated\n"
	"  --equal-silicon         other warps, banks or sub-cores with as many lanes, threads and registers of an SM as before\n"
	"  --dump-machine[=NAME]   print all parameters of the machine, or the parameter NAME, and stop\n"
	"Workload:\n"
	"  --only GLOB             run only the cases whose names match; may be repeated\n"
	"  --let NAME=VALUE        replace the value, or list of values, of column $NAME; may be repeated\n"
	"  --isa sass|ptx          modules without an ending are .cubin (default) or .ptx; only simt-gpu runs .ptx\n"
	"  --mode cycle|functional functional: outputs and counts without time (default cycle)\n"
	"  --max-cycles N          stop a launch after N cycles\n"
	"  --max-instructions N    stop a launch after N warp instructions (functional mode)\n"
	"  --jobs N                threads of the host (default: environment SIMT_JOBS, else its processors)\n"
	"  --sample[=launches]     simulate only parts of long launches in detail, in cycle mode, and estimate the others; with\n"
	"                          =launches, let some of many launches that are alike represent the others, without outputs\n"
	"  --unsupported trap      run a kernel with unknown instructions until a thread reaches one\n"
	"  --check                 check the workload for mistakes and stop\n"
	"  --list                  print the launches and stop\n"
	"  --expand                print the workload with a row for each launch and no $parameters, and stop\n"
	"Bugs of the simulated program (exit status 4):\n"
	"  --check-init            reads of global and shared memory that nothing has written\n"
	"  --check-races           accesses to the same bytes that no barrier or fence orders\n"
	"  --check-barriers        block barriers that only some threads of a warp reach\n"
	"  --check-hazards         registers that are read or overwritten before the control fields allow it\n";
static const char result_help[] =
	"Results:\n"
	"  --csv[=FILE]            all counts as CSV, to FILE or instead of the table\n"
	"  --per-pc[=FILE]         counts of each instruction as CSV, to FILE or instead of the table\n"
	"  --json[=FILE]           all counts and the machine as JSON, to FILE or instead of the table; with --per-pc the\n"
	"                          counts of each instruction, too\n"
	"  --details               after the table, each launch in the sections that Nsight Compute has\n"
	"  --show lanes[,block=N][,warp=N][,from=CYCLE][,to=CYCLE][,columns=N]\n"
	"                          after the table, a picture of one warp of each launch: lanes down, time across\n"
	"  --roots[=FILE]          where divergence starts and how many lane-slots it costs: after the table, or to FILE as CSV\n"
	"  --bound                 after the table, how many cycles each launch takes at the least, whatever the policy: the\n"
	"                          largest of several limits, such as DRAM or the longest thread\n"
	"  --advise                after the table, likely remedies for divergence, with reasons and what they can gain at most\n"
	"  --split auto|PC[,PC]... run again with threads in the same warps that branch the same way at these PCs: regrouped\n"
	"                          within their blocks, and divided into launches\n"
	"  --split-launches N      divide a launch into at most N (default 4)\n"
	"  --split-order sorted|dealt  warps of a regrouped block: the longest first (default), or dealt out to the sub-cores\n"
	"  --split-to FOLDER       write the lists of threads, and a workload.csv\n"
	"  --outputs FILE          hashes of the buffers after each case, as CSV: 64-bit FNV-1a of each 4096 elements\n"
	"  --save FOLDER           contents of the buffers after each case, to FOLDER/CASE.BUFFER.bin\n"
	"  --placement FILE        where and when each block ran, as CSV. Kernels write this to buffers of type u64[blocks*4]\n"
	"                          whose names begin with placement\n"
	"  --no-parameters         leave the workload's $parameters out of the CSV, so that results of several workloads can\n"
	"                          share a file\n"
	"  --quiet                 no progress and no remarks\n"
	"Machine code:\n"
	"  --kernels FILE          print the kernels of a cubin and what they need\n"
	"  --template FILE         print a workload.csv for a cubin\n"
	"  --disassemble FILE      print the instructions of a cubin\n"
	"  --list-opcodes          print the known instructions\n"
	"  --help, -h, --version\n"
	"\n"
	"Exit status: 0 success, 1 an expect does not hold, 2 mistake on the command line, 3 bad input, 4 the simulated program\n"
	"failed, 5 --max-cycles or --max-instructions reached, 130 interrupted.\n"
	"\n"
	"Example: what would a warp of 16 threads change?\n"
	"  simt-sim workloads/dynamic-work/dynamic-work.csv --only '*-8'\n"
	"  simt-sim workloads/dynamic-work/dynamic-work.csv --only '*-8' --warp 16 --banks 1\n";

static void
help(void)
{
	fputs(run_help, stdout);
	fputs(result_help, stdout);
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

/* "lanes", then settings "name=number" with commas in front. */
static bool
parse_show(struct command *c, const char *text, struct simt_error *e)
{
	static const char *const name[] = {"block", "warp", "from", "to", "columns"};
	static const uint64_t most[] = {UINT64_MAX / 2, UINT32_MAX, UINT64_MAX / 2, UINT64_MAX / 2, LANES_COLUMNS_MAX};
	uint64_t v[5] = {0, 0, 0, UINT64_MAX / 2, 0};
	const char *s = text + strcspn(text, ",");

	if (s - text != 5 || memcmp(text, "lanes", 5))
		return simt_fail(e, SIMT_USAGE, "--show %s: lanes is all that can be shown", text);
	while (*s++) {
		const char *value = s + strcspn(s, "=,");
		char *end = NULL;
		int i = 0;

		while (i < 5 && (strlen(name[i]) != (size_t)(value - s) || memcmp(name[i], s, (size_t)(value - s))))
			i++;
		errno = 0;
		if (i < 5 && *value == '=' && value[1] >= '0' && value[1] <= '9')
			v[i] = strtoull(value + 1, &end, 10);
		if (end && (!*end || *end == ',') && (errno || v[i] > most[i]))
			return simt_fail(e, SIMT_USAGE, "--show %s: %s is at most %" PRIu64, text, name[i], most[i]);
		if (!end || (*end && *end != ','))
			return simt_fail(e, SIMT_USAGE,
					 "--show %s: '%.*s' is not a setting; settings are block, warp, from, to and columns, each "
					 "as NAME=NUMBER",
					 text, (int)strcspn(s, ","), s);
		s = end;
	}
	if (v[2] > v[3])
		return simt_fail(e, SIMT_USAGE, "--show %s: 'from' is after 'to'", text);
	c->lanes = true;
	c->show = (struct lanes_wish){v[0], (uint32_t)v[1], v[2], v[3], (unsigned)v[4]};
	return true;
}

/* Offsets of instructions, as --roots shows them. */
static bool
parse_split(struct command *c, const char *text, struct simt_error *e)
{
	struct split_wish *w = &c->split_wish;

	c->split = true;
	w->npc = 0;
	for (const char *s = text; strcmp(text, "auto"); s++) {
		char *end;
		unsigned long pc = strtoul(s, &end, 16);

		if (strncmp(s, "0x", 2) || end == s + 2 || (*end && *end != ',') || pc % 16 || pc / 16 >= UINT32_MAX)
			return simt_fail(e, SIMT_USAGE, "--split %s: auto, or offsets of instructions such as 0x01a0,0x0200", text);
		if (w->npc == SIGNATURE_ROOTS)
			return simt_fail(e, SIMT_USAGE, "--split %s: at most %d instructions", text, SIGNATURE_ROOTS);
		for (size_t i = 0; i < w->npc; i++)
			if (w->pc[i] == pc / 16)
				return simt_fail(e, SIMT_USAGE, "--split %s: 0x%04lx is given twice", text, pc);
		w->pc[w->npc++] = (uint32_t)(pc / 16);
		s = end;
		if (!*s)
			break;
	}
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
	{O_ADVISE, OPTION_FLAG, offsetof(struct command, advise)},
	{O_BOUND, OPTION_FLAG, offsetof(struct command, bound)},
	{O_SPLIT_TO, OPTION_TEXT, offsetof(struct command, split_to)},
	{O_DETAILS, OPTION_FLAG, offsetof(struct command, details)},
	{O_NO_PARAMETERS, OPTION_FLAG, offsetof(struct command, no_params)},
	{O_ONLY, OPTION_LIST, offsetof(struct command, only)},
	{O_LET, OPTION_LIST, offsetof(struct command, let)},
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

/* One of two words; *second: it is the second one. */
static bool
take_word(const char *option, const char *arg, const char *const word[2], bool *second, struct simt_error *e)
{
	*second = !strcmp(arg, word[1]);
	return *second || !strcmp(arg, word[0]) || simt_fail(e, SIMT_USAGE, "--%s %s: %s or %s", option, arg, word[0], word[1]);
}

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;
	bool second;

	if (option >= O_WARP && option <= O_BLOCK_SCHEDULER) {
		machine_options_set(&c->machine, machine_option_parameter[option - O_WARP], arg);
		return true;
	}
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (actions[i].option == option)
			return act(c, actions[i].action, arg, e);
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
		if (checks[i].option == option)
			return c->checks |= checks[i].check;
	switch (option) {
	case O_MACHINE:
		machine_options_machine(&c->machine, arg);
		return true;
	case O_SET:
		machine_options_set(&c->machine, NULL, arg);
		return true;
	case O_EQUAL_SILICON:
		machine_options_equal_silicon(&c->machine);
		return true;
	case O_SHOW:
		return parse_show(c, arg, e);
	case O_ROOTS:
		c->roots_csv = arg ? arg : c->roots_csv;
		return c->roots = true;
	case O_SPLIT:
		return parse_split(c, arg, e);
	case O_SPLIT_LAUNCHES:
		return take_number("split-launches", arg, 1, 64, &c->split_launches, e);
	case O_SPLIT_ORDER:
		return take_word("split-order", arg, (const char *const[]){"sorted", "dealt"}, &c->split_wish.dealt, e);
	case O_ISA:
		c->isa = arg;
		return take_word("isa", arg, (const char *const[]){"sass", "ptx"}, &second, e);
	case O_MODE:
		if (!take_word("mode", arg, (const char *const[]){"cycle", "functional"}, &second, e))
			return false;
		c->mode = second ? SIMT_FUNCTIONAL : SIMT_CYCLE;
		return true;
	case O_SAMPLE:
		if (arg && strcmp(arg, "launches"))
			return simt_fail(e, SIMT_USAGE, "--sample=%s: launches, or no value", arg);
		c->sampling = arg ? SIMT_SAMPLE_LAUNCHES : SIMT_SAMPLE_WITHIN;
		return true;
	case O_UNSUPPORTED:
		return take_word("unsupported", arg, (const char *const[]){"refuse", "trap"}, &c->trap_unsupported, e);
	case O_JOBS:
		return take_jobs(arg, &c->jobs, e);
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
	static const char *const option[] = {"--csv", "--per-pc", "--json", "--roots", "--outputs", "--placement"};
	const char *const name[] = {c->csv, c->per_pc, c->json, c->roots_csv, c->outputs, c->placement};
	const char *behind = c->details                  ? "--details"
			     : c->lanes                  ? "--show"
			     : c->roots && !c->roots_csv ? "--roots"
			     : c->bound                  ? "--bound"
			     : c->advise                 ? "--advise"
			     : c->split                  ? "--split"
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
	} no[] = {{c->per_pc, false, "--per-pc"}, {c->details, false, "--details"},       {c->lanes, false, "--show"},
		  {c->roots, false, "--roots"},   {c->bound, false, "--bound"},           {c->advise, false, "--advise"},
		  {c->split, false, "--split"},   {c->checks != 0, false, "--check-..."}, {c->outputs, true, "--outputs"},
		  {c->save, true, "--save"},      {c->placement, true, "--placement"}};

	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		if (no[i].given && (no[i].of_launches ? c->sampling == SIMT_SAMPLE_LAUNCHES : c->sampling != SIMT_SAMPLE_NONE))
			return simt_fail(e, SIMT_USAGE, "%s: not with --sample%s, which leaves out what that needs", no[i].option,
					 no[i].of_launches ? "=launches" : "");
	return true;
}

/* What these set may have one value, which assigned_once() looks at; act() looks at actions. */
static bool
takes_more(int option)
{
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (actions[i].option == option)
			return true;
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
					 .takes_more = takes_more,
					 .use = use,
					 .nuse = sizeof use / sizeof *use};

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
	c->split_wish.launches = c->split_launches ? c->split_launches : heuristic_info[HEURISTIC_split_launches].value;
	c->workload = argv[optind];
	*status = e.status ? complain(&e) : 0;
	return e.status == SIMT_OK;
}

void
command_free(struct command *c)
{
	machine_options_free(&c->machine);
	free(c->let.v);
	free(c->only.v);
}
