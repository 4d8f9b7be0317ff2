/* simt-sim: runs the launches of a workload.csv on a simulated SIMT machine. See simt-sim(1). */
#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "csvfile.h"
#include "inspect.h"
#include "report.h"
#include "run.h"
#include "simt.h"
#include "workload.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

/* The one variable outside functions: a signal handler has nothing else to write to. */
static volatile sig_atomic_t interrupted;

enum action { RUN, CHECK, LIST, EXPAND, DUMP_MACHINE, KERNELS, TEMPLATE, DISASSEMBLE, LIST_OPCODES };

struct list {
	const char **v;
	size_t n;
};

struct command {
	enum action action;
	const char *file; /* of the action */
	const char *workload;
	const char *machine;
	struct list set, swept, let, only;
	const char *csv, *per_pc; /* file name; "-": standard output; NULL: not wanted */
	const char *isa;
	uint64_t max_cycles;
	enum simt_mode mode;
	bool quiet;
};

enum option_value {
	O_WARP = 256, /* to O_SCHEDULER: short for --set, see machine_option */
	O_BANKS,
	O_BANK_ISSUE,
	O_SMS,
	O_RECONVERGENCE,
	O_SCHEDULER,
	O_MACHINE,
	O_SET,
	O_DUMP_MACHINE,
	O_CSV,
	O_PER_PC,
	O_CHECK,
	O_LIST,
	O_ONLY,
	O_EXPAND,
	O_LET,
	O_KERNELS,
	O_TEMPLATE,
	O_DISASSEMBLE,
	O_LIST_OPCODES,
	O_MODE,
	O_MAX_CYCLES,
	O_ISA,
	O_QUIET,
	O_HELP,
	O_VERSION
};

static const char *const machine_option[] = {"warp_size", "banks", "bank_issue", "sms", "reconvergence", "scheduler"};

static const struct option options[] = {
	{"warp", required_argument, NULL, O_WARP},
	{"banks", required_argument, NULL, O_BANKS},
	{"bank-issue", required_argument, NULL, O_BANK_ISSUE},
	{"sms", required_argument, NULL, O_SMS},
	{"reconvergence", required_argument, NULL, O_RECONVERGENCE},
	{"scheduler", required_argument, NULL, O_SCHEDULER},
	{"machine", required_argument, NULL, O_MACHINE},
	{"set", required_argument, NULL, O_SET},
	{"dump-machine", no_argument, NULL, O_DUMP_MACHINE},
	{"csv", optional_argument, NULL, O_CSV},
	{"per-pc", optional_argument, NULL, O_PER_PC},
	{"check", no_argument, NULL, O_CHECK},
	{"list", no_argument, NULL, O_LIST},
	{"only", required_argument, NULL, O_ONLY},
	{"expand", no_argument, NULL, O_EXPAND},
	{"let", required_argument, NULL, O_LET},
	{"kernels", required_argument, NULL, O_KERNELS},
	{"template", required_argument, NULL, O_TEMPLATE},
	{"disassemble", required_argument, NULL, O_DISASSEMBLE},
	{"list-opcodes", no_argument, NULL, O_LIST_OPCODES},
	{"mode", required_argument, NULL, O_MODE},
	{"max-cycles", required_argument, NULL, O_MAX_CYCLES},
	{"isa", required_argument, NULL, O_ISA},
	{"quiet", no_argument, NULL, O_QUIET},
	{"help", no_argument, NULL, O_HELP},
	{"version", no_argument, NULL, O_VERSION},
	{NULL, 0, NULL, 0},
};

static void
help(void)
{
	fputs("Usage: simt-sim [option]... workload.csv\n"
	      "Runs GPU machine code on a simulated SIMT machine and says what control divergence costs.\n"
	      "\n"
	      "Machine:\n"
	      "  --machine NAME|FILE     machine file (default h200)\n"
	      "  --warp N                threads of a warp\n"
	      "  --banks N               issue banks of 16 lanes of a full-rate pipe\n"
	      "  --bank-issue NAME       lockstep: an instruction takes them as if all lanes were active; skip: only groups of\n"
	      "                          16 lanes that hold an active one\n"
	      "  --sms N                 streaming multiprocessors\n"
	      "  --reconvergence NAME    barrier, or stack\n"
	      "  --scheduler NAME        gty, gto, lrr or two-level\n"
	      "  --set NAME=VALUE        any parameter of the machine; may be repeated\n"
	      "  --dump-machine          print the machine and stop\n"
	      "Workload:\n"
	      "  --only GLOB             run the cases whose names match; may be repeated\n"
	      "  --let NAME=VALUE        another value, or list, for the column $NAME; may be repeated\n"
	      "  --isa sass|ptx          modules without an ending are .cubin (default) or .ptx\n"
	      "  --mode cycle|functional functional: outputs and counts without time\n"
	      "  --max-cycles N          stop a launch after N cycles\n"
	      "  --check                 check the workload and stop\n"
	      "  --list                  print the launches and stop\n"
	      "  --expand                print the workload with nothing left to replace and stop\n"
	      "Results:\n"
	      "  --csv[=FILE]            all counts as CSV, to FILE or instead of the table\n"
	      "  --per-pc[=FILE]         counts of each instruction as CSV, to FILE or instead of the table\n"
	      "  --quiet                 no progress and no remarks\n"
	      "Machine code:\n"
	      "  --kernels FILE          print the kernels of a cubin and what they need\n"
	      "  --template FILE         print a workload.csv for a cubin\n"
	      "  --disassemble FILE      print the instructions of a cubin\n"
	      "  --list-opcodes          print the instructions that are known\n"
	      "  --help, --version\n"
	      "\n"
	      "Exit status: 0 fine, 1 an expect does not hold, 2 usage, 3 bad input, 4 the simulated program failed,\n"
	      "5 --max-cycles reached, 130 interrupted.\n"
	      "\n"
	      "Example: what would a warp of 16 threads change?\n"
	      "  simt-sim workloads/dynamic-work/dynamic-work.csv --only '*-8'\n"
	      "  simt-sim workloads/dynamic-work/dynamic-work.csv --only '*-8' --warp 16 --banks 1\n",
	      stdout);
}

static int
complain(const struct simt_error *e)
{
	fprintf(stderr, "%s%s\n", e->status == SIMT_USAGE ? "simt-sim: " : "", e->text);
	return (int)e->status;
}

/* ---- command line ---- */
static void
append(struct list *l, const char *text)
{
	const char **more = realloc(l->v, (l->n + 1) * sizeof *l->v);

	if (!more)
		abort();
	l->v = more;
	l->v[l->n++] = text;
}

/* "name=value"; the caller frees it. */
static char *
assignment(const char *name, const char *value)
{
	size_t room = strlen(name) + strlen(value) + 2;
	char *text = malloc(room);

	if (!text)
		abort();
	snprintf(text, room, "%s%s%s", name, *name ? "=" : "", value);
	return text;
}

static void
append_set(struct command *c, char *set)
{
	char *name = strndup(set, strcspn(set, "="));

	if (!name)
		abort();
	append(&c->set, set); /* owned, like the names */
	for (size_t i = 0; i < c->swept.n; i++) {
		if (!strcmp(c->swept.v[i], name)) {
			free(name);
			return;
		}
	}
	append(&c->swept, name);
}

static bool
act(struct command *c, enum action action, const char *file, struct simt_error *e)
{
	if (c->action != RUN && c->action != action)
		return simt_fail(e, SIMT_USAGE,
				 "one action at a time: --check, --list, --expand, --dump-machine, --kernels, --template, "
				 "--disassemble or --list-opcodes");
	c->action = action;
	c->file = file;
	return true;
}

static bool
parse_cycles(struct command *c, const char *text, struct simt_error *e)
{
	char *end;

	errno = 0;
	c->max_cycles = strtoull(text, &end, 10);
	if (errno || end == text || *end || *text < '0' || *text > '9' || !c->max_cycles)
		return simt_fail(e, SIMT_USAGE, "--max-cycles %s: a number of cycles from 1 on", text);
	return true;
}

static bool
parse_mode(struct command *c, const char *text, struct simt_error *e)
{
	c->mode = strcmp(text, "functional") ? SIMT_CYCLE : SIMT_FUNCTIONAL;
	return c->mode == SIMT_FUNCTIONAL || !strcmp(text, "cycle") ||
	       simt_fail(e, SIMT_USAGE, "--mode %s: cycle or functional", text);
}

static bool
take_option(struct command *c, int option, const char *arg, struct simt_error *e)
{
	if (option >= O_WARP && option <= O_SCHEDULER) {
		append_set(c, assignment(machine_option[option - O_WARP], arg));
		return true;
	}
	switch (option) {
	case O_MACHINE:
		c->machine = arg;
		return true;
	case O_SET:
		append_set(c, assignment("", arg));
		return true;
	case O_CSV:
		c->csv = arg ? arg : "-";
		return true;
	case O_PER_PC:
		c->per_pc = arg ? arg : "-";
		return true;
	case O_ONLY:
		append(&c->only, arg);
		return true;
	case O_LET:
		append(&c->let, arg);
		return true;
	case O_QUIET:
		c->quiet = true;
		return true;
	case O_ISA:
		c->isa = arg;
		return !strcmp(arg, "sass") || !strcmp(arg, "ptx") || simt_fail(e, SIMT_USAGE, "--isa %s: sass or ptx", arg);
	case O_MODE:
		return parse_mode(c, arg, e);
	case O_MAX_CYCLES:
		return parse_cycles(c, arg, e);
	case O_CHECK:
		return act(c, CHECK, NULL, e);
	case O_LIST:
		return act(c, LIST, NULL, e);
	case O_EXPAND:
		return act(c, EXPAND, NULL, e);
	case O_DUMP_MACHINE:
		return act(c, DUMP_MACHINE, NULL, e);
	case O_KERNELS:
		return act(c, KERNELS, arg, e);
	case O_TEMPLATE:
		return act(c, TEMPLATE, arg, e);
	case O_DISASSEMBLE:
		return act(c, DISASSEMBLE, arg, e);
	case O_LIST_OPCODES:
		return act(c, LIST_OPCODES, NULL, e);
	default:
		return true;
	}
}

static const char *
option_name(size_t i, const void *arg)
{
	(void)arg;
	return options[i].name;
}

/* What getopt_long did not take: '?' or, without its argument, ':'. */
static void
bad_option(const char *text, int kind, struct simt_error *e)
{
	size_t dashes = strspn(text, "-"), n = strcspn(text + dashes, "=");
	const char *near = nearest(text + dashes, n, option_name, sizeof options / sizeof *options - 1, NULL);

	if (kind == ':')
		simt_fail(e, SIMT_USAGE, "option '%s' needs a value", text);
	else if (near && strlen(near) == n && !memcmp(near, text + dashes, n))
		simt_fail(e, SIMT_USAGE, "option '--%s' takes no value", near);
	else if (near)
		simt_fail(e, SIMT_USAGE, "unknown option '%s'; did you mean '--%s'?", text, near);
	else
		simt_fail(e, SIMT_USAGE, "unknown option '%s'; try 'simt-sim --help'", text);
}

/* Returns false where the program is to end now, with *status. */
static bool
parse_command(int argc, char **argv, struct command *c, int *status)
{
	struct simt_error e = {.status = SIMT_OK};
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		if (option == '?' || option == ':') {
			bad_option(argv[optind - 1], option, &e);
			*status = complain(&e);
			return false;
		}
		if (option == O_HELP || option == O_VERSION) {
			if (option == O_HELP)
				help();
			else
				puts("simt-sim " PACKAGE_VERSION);
			*status = SIMT_OK;
			return false;
		}
		if (!take_option(c, option, optarg, &e)) {
			*status = complain(&e);
			return false;
		}
	}
	if (c->action <= EXPAND && optind != argc - 1)
		simt_fail(&e, SIMT_USAGE,
			  optind == argc ? "no workload.csv given; try 'simt-sim --help'" : "more than one workload given");
	else if (c->action > EXPAND && optind != argc)
		simt_fail(&e, SIMT_USAGE, "'%s': this action takes no workload", argv[optind]);
	else if (c->mode == SIMT_FUNCTIONAL && c->max_cycles)
		simt_fail(&e, SIMT_USAGE, "--max-cycles: functional mode has no cycles");
	else if (c->csv && c->per_pc && !strcmp(c->csv, "-") && !strcmp(c->per_pc, "-"))
		simt_fail(&e, SIMT_USAGE, "--csv and --per-pc both go to standard output; give one of them a file: --per-pc=FILE");
	c->workload = argv[optind];
	*status = e.status ? complain(&e) : 0;
	return e.status == SIMT_OK;
}

/* ---- progress and messages ---- */
struct screen {
	bool progress; /* one line of standard error, rewritten */
	bool cycles;   /* there are some to show */
	bool drawn;
};

static void
clear_line(struct screen *s)
{
	if (s->drawn)
		fputs("\r\033[K", stderr);
	s->drawn = false;
}

static void
on_message(void *arg, const struct simt_error *e)
{
	clear_line(arg);
	complain(e);
}

static bool
on_progress(void *arg, size_t at, size_t of, const struct workload_case *c, uint64_t cycles, uint64_t inst_executed)
{
	struct screen *s = arg;

	if (s->progress) {
		fprintf(stderr, "\r\033[K[%zu/%zu] %.40s: ", at + 1, of, c->name);
		if (s->cycles)
			fprintf(stderr, "%" PRIu64 " cycles, ", cycles);
		fprintf(stderr, "%.1f M warp instructions", (double)inst_executed / 1e6);
		s->drawn = true;
	}
	return !interrupted;
}

static void
on_sigint(int sig)
{
	(void)sig;
	interrupted = 1;
}

/* ---- the workload ---- */
/* Which cases --only chooses; NULL: all. */
static bool *
select_cases(const struct command *c, const struct workload *w, struct simt_error *e)
{
	bool *selected = calloc(w->ncases + 1, sizeof *selected);
	bool any = false;

	if (!selected)
		abort();
	for (size_t i = 0; i < w->ncases; i++) {
		selected[i] = c->only.n == 0;
		for (size_t k = 0; k < c->only.n; k++)
			selected[i] = selected[i] || fnmatch(c->only.v[k], w->cases[i].name, 0) == 0;
		any = any || selected[i];
	}
	if (!any && c->only.n)
		simt_fail(e, SIMT_USAGE, "--only %s: no case has such a name; see --list", c->only.v[0]);
	return selected;
}

static void
put_dim(const struct workload_dim *d)
{
	printf(",%" PRIu32, d->x);
	if (d->y > 1 || d->z > 1)
		printf("x%" PRIu32, d->y);
	if (d->z > 1)
		printf("x%" PRIu32, d->z);
}

static void
list_launches(const struct workload *w, const bool *selected)
{
	puts("case,launch,kernel,grid,block,shared,repeat");
	for (size_t i = 0; i < w->ncases; i++) {
		for (size_t k = 0; selected[i] && k < w->cases[i].nlaunches; k++) {
			const struct workload_launch *l = &w->launch[w->cases[i].launches[k]];

			csvfile_put(stdout, w->cases[i].name);
			putchar(',');
			csvfile_put(stdout, l->name);
			putchar(',');
			csvfile_put(stdout, l->cell[COLUMN_kernel]);
			put_dim(&l->grid);
			put_dim(&l->block);
			printf(",%" PRIu32 ",%" PRIu32 "\n", l->shared, l->repeat);
		}
	}
}

static unsigned
terminal_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO))
		return 0;
	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 132;
}

static void
print_title(const struct command *c, const struct simt_machine *m)
{
	static const char *const always[] = {"warp_size", "banks", "reconvergence", "clock"};

	printf("%s on %s:", c->workload, c->machine);
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		printf("%s%s %s", i ? ", " : " ", always[i], simt_machine_get(m, always[i]));
	for (size_t i = 0; i < c->swept.n; i++) {
		bool shown = false;

		for (size_t k = 0; k < sizeof always / sizeof *always; k++)
			shown = shown || !strcmp(always[k], c->swept.v[i]);
		if (!shown)
			printf(", %s %s", c->swept.v[i], simt_machine_get(m, c->swept.v[i]));
	}
	puts("\n");
}

/* Writes one report to a file or, "-", to standard output. */
static bool
write_report(const struct report *r, const char *name, void (*write)(const struct report *, FILE *), struct simt_error *e)
{
	FILE *out;
	bool ok;

	if (!strcmp(name, "-")) {
		write(r, stdout);
		return true;
	}
	out = fopen(name, "w");
	if (!out)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", name, strerror(errno));
	write(r, out);
	ok = !ferror(out);
	ok = fclose(out) == 0 && ok;
	return ok || simt_fail(e, SIMT_BAD_INPUT, "%s: %s", name, strerror(errno));
}

static bool
write_reports(const struct command *c, const struct run *run, struct simt_error *e)
{
	struct report r = {.run = run,
			   .source = "simt-sim",
			   .run_name = "1",
			   .machine = c->machine,
			   .swept = c->swept.v,
			   .nswept = c->swept.n};
	bool ok = true;

	if (!(c->csv && !strcmp(c->csv, "-")) && !(c->per_pc && !strcmp(c->per_pc, "-"))) {
		print_title(c, run->machine);
		report_table(&r, stdout, terminal_width());
	}
	if (c->csv)
		ok = write_report(&r, c->csv, report_csv, e);
	if (c->per_pc)
		ok = write_report(&r, c->per_pc, report_per_pc, e) && ok;
	return ok;
}

static int
run_workload(const struct command *c, const struct workload *w, const struct simt_machine *m, const bool *selected)
{
	struct screen screen = {.progress = !c->quiet && isatty(STDERR_FILENO), .cycles = c->mode == SIMT_CYCLE};
	struct run_options o = {.per_pc = c->per_pc != NULL,
				.mode = c->mode,
				.max_cycles = c->max_cycles,
				.arg = &screen,
				.message = on_message,
				.progress = on_progress};
	struct sigaction on_int = {.sa_handler = on_sigint, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
	struct simt_error e = {.status = SIMT_OK};
	struct run *run = run_create(w, m, selected, &o, &e);
	enum simt_status status;

	if (!run)
		return complain(&e);
	if (c->action == CHECK) {
		status = run_check_files(run, &e) ? SIMT_OK : (enum simt_status)complain(&e);
		if (status == SIMT_OK && !c->quiet)
			fprintf(stderr, "%s: %zu case%s, fine\n", c->workload, run->nselected, run->nselected == 1 ? "" : "s");
		run_free(run);
		return (int)status;
	}
	sigaction(SIGINT, &on_int, NULL); /* once: a second Ctrl-C ends the program */
	if (run->unchecked && !c->quiet)
		fprintf(stderr, "%s: %zu expect%s not checked: the case to compare with is not selected\n", c->workload,
			run->unchecked, run->unchecked == 1 ? "" : "s");
	status = run_all(run);
	clear_line(&screen);
	if (status == SIMT_INTERRUPTED && !c->quiet)
		fputs("simt-sim: interrupted; results so far follow\n", stderr);
	if (!write_reports(c, run, &e)) {
		complain(&e);
		status = status == SIMT_OK ? e.status : status;
	}
	run_free(run);
	return (int)status;
}

static struct simt_machine *
make_machine(const struct command *c, struct simt_error *e)
{
	struct simt_machine *m = simt_machine_load(c->machine, e);

	for (size_t i = 0; m && i < c->set.n; i++) {
		if (!simt_machine_set(m, c->set.v[i], e)) {
			simt_machine_free(m);
			return NULL;
		}
	}
	return m;
}

static int
with_machine(const struct command *c, const struct workload *w, const bool *selected)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = make_machine(c, &e);
	int status = SIMT_OK;

	if (!m)
		return complain(&e);
	for (size_t i = 0; w && i < c->swept.n; i++)
		for (size_t k = 0; k < w->nparams; k++)
			if (!strcmp(c->swept.v[i], w->param[k]))
				simt_fail(&e, SIMT_USAGE,
					  "--set %s: the workload has a column $%s; results could not tell them apart", w->param[k],
					  w->param[k]);
	if (e.status)
		status = complain(&e);
	else if (w)
		status = run_workload(c, w, m, selected);
	else
		simt_machine_dump(m, stdout);
	simt_machine_free(m);
	return status;
}

static int
with_workload(const struct command *c)
{
	struct workload_options o = {.isa = c->isa, .let = c->let.v, .nlet = c->let.n};
	struct simt_error e = {.status = SIMT_OK};
	struct workload *w = workload_read(c->workload, &o, &e);
	bool *selected = w ? select_cases(c, w, &e) : NULL;
	int status = SIMT_OK;

	if (e.status)
		status = complain(&e);
	else if (c->action == LIST)
		list_launches(w, selected);
	else if (c->action == EXPAND)
		workload_expand(w, stdout);
	else
		status = with_machine(c, w, selected);
	free(selected);
	workload_free(w);
	return status;
}

static int
with_cubin(const struct command *c)
{
	struct simt_error e = {.status = SIMT_OK};
	struct cubin *cubin = inspect_open(c->file, &e);
	size_t unknown = 0;

	if (!cubin)
		return complain(&e);
	if (c->action == KERNELS)
		inspect_kernels(cubin, stdout);
	else if (c->action == TEMPLATE)
		inspect_template(cubin, c->file, stdout);
	else
		unknown = inspect_disassemble(cubin, stdout);
	cubin_close(cubin);
	if (unknown)
		simt_fail(&e, SIMT_BAD_INPUT, "%s: %zu word%s not in opcodes.def", c->file, unknown,
			  unknown == 1 ? " is" : "s are");
	return e.status ? complain(&e) : 0;
}

int
main(int argc, char **argv)
{
	struct command c = {.machine = "h200"};
	int status;

	if (parse_command(argc, argv, &c, &status)) {
		if (c.action <= EXPAND)
			status = with_workload(&c);
		else if (c.action == DUMP_MACHINE)
			status = with_machine(&c, NULL, NULL);
		else if (c.action == LIST_OPCODES)
			inspect_opcodes(stdout);
		else
			status = with_cubin(&c);
	}
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "simt-sim: standard output: %s\n", strerror(errno));
		status = status == SIMT_OK ? (int)SIMT_BAD_INPUT : status;
	}
	for (size_t i = 0; i < c.swept.n; i++)
		free((void *)(uintptr_t)c.swept.v[i]);
	for (size_t i = 0; i < c.set.n; i++)
		free((void *)(uintptr_t)c.set.v[i]);
	free(c.set.v);
	free(c.swept.v);
	free(c.let.v);
	free(c.only.v);
	return status;
}
