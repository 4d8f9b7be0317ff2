#include "programs/common.h"

#include <errno.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/pool.h"
#include "workloads/analysis/placed.h"
#include "base/result-file.h"
#include "base/wholefile.h"
#include "programs/complete.h"
#include "workloads/reader/inputs.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

enum {
	COLUMNS = 132,   /* of a terminal that does not say */
	JOBS_MOST = 1024 /* threads of the host */
};

void
append(struct list *l, const char *text)
{
	const char **more = realloc(l->v, (l->n + 1) * sizeof *l->v);

	if (!more)
		simt_no_memory();
	l->v = more;
	l->v[l->n++] = text;
}

/* The one variable outside functions: a signal handler has nothing else to write to. */
static volatile sig_atomic_t stop;
enum { BY_USER = 1, BY_TIME }; /* what it is then */

static void
on_signal(int sig)
{
	if (!stop)
		stop = sig == SIGALRM ? BY_TIME : BY_USER;
}

/* Prints without allocating memory, and does not flush what is half written. Several threads may lack memory at a time: the first one tells, and
 * ends all. */
static void
no_memory(void)
{
	static const char text[] = ": not enough memory\n";
	static atomic_flag told = ATOMIC_FLAG_INIT;

	while (atomic_flag_test_and_set(&told))
		pause();
	if (write(STDERR_FILENO, program_name, strlen(program_name)) < 0 || write(STDERR_FILENO, text, sizeof text - 1) < 0)
		_exit(SIMT_BAD_INPUT);
	_exit(SIMT_BAD_INPUT);
}

void
tell_no_memory(void)
{
	simt_on_no_memory(no_memory);
}

simt_stop
catch_stop(void)
{
	struct sigaction once = {.sa_handler = on_signal, .sa_flags = SA_RESTART | (int)SA_RESETHAND};

	sigaction(SIGINT, &once, NULL);
	sigaction(SIGTERM, &once, NULL);
	return &stop;
}

void
limit_time(unsigned seconds)
{
	struct sigaction once = {.sa_handler = on_signal, .sa_flags = SA_RESTART};

	sigaction(SIGALRM, &once, NULL);
	alarm(seconds);
}

const char *
why_stopped(void)
{
	return stop == BY_TIME ? "--max-time reached" : "interrupted";
}

int
stopped_status(int status)
{
	return status == SIMT_INTERRUPTED && stop == BY_TIME ? SIMT_LIMIT : status;
}

bool
limit_memory(const char *text, struct simt_error *e)
{
	static const char unit[] = "KMG";
	struct rlimit limit;
	char *end;
	const char *of;
	unsigned shift;
	unsigned long long v;

	errno = 0;
	v = strtoull(text, &end, 10);
	of = *end ? strchr(unit, *end) : NULL;
	shift = of ? 10 * (unsigned)(of - unit + 1) : 0;
	if (errno || *text < '1' || *text > '9' || (*end && (!of || end[1])) || v > (UINT64_MAX >> 1) >> shift)
		return simt_fail(e, SIMT_USAGE, "--max-memory %s: a number of bytes from 1 on, such as 500M or 2G", text);
	if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur > v << shift) {
		limit.rlim_cur = v << shift;
		setrlimit(RLIMIT_DATA, &limit);
	}
	return true;
}

int
complain(const struct simt_error *e)
{
	bool usage = e->status == SIMT_USAGE;

	fprintf(stderr, "%s%s%s\n", usage ? program_name : "", usage ? ": " : "", e->text);
	return (int)e->status;
}

int
all_told(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fprintf(stderr, "%s: standard output: %s\n", program_name, strerror(errno));
	return status == SIMT_OK ? (int)SIMT_BAD_INPUT : status;
}

static const char *
option_name(size_t i, const void *arg)
{
	const struct option *options = arg;

	return options[i].name;
}

/* Reports an option that getopt_long did not accept. `kind` is what it returned: '?', or ':' if an argument is missing. */
static void
bad_option(const struct option *options, const char *text, int kind, struct simt_error *e)
{
	size_t dashes = strspn(text, "-"), n = strcspn(text + dashes, "="), count = 0;
	const char *near;

	while (options[count].name)
		count++;
	near = nearest(text + dashes, n, option_name, count, options);
	if (kind == ':')
		simt_fail(e, SIMT_USAGE, "option '%s' needs a value", text);
	else if (near && strlen(near) == n && !memcmp(near, text + dashes, n))
		simt_fail(e, SIMT_USAGE, "option '--%s' takes no value", near);
	else if (near)
		simt_fail(e, SIMT_USAGE, "unknown option '%s'; did you mean '--%s'?", text, near);
	else
		simt_fail(e, SIMT_USAGE, "unknown option '%s'; try '%s --help'", text, program_name);
}

static const char *
name_of(const struct option *options, int value)
{
	while (options->name && options->val != value)
		options++;
	return options->name ? options->name : "";
}

static bool
take(const struct command_line *l, void *command, int option, const char *argument, struct simt_error *e)
{
	size_t i = 0;
	char *to;

	if (argument && !*argument)
		return simt_fail(e, SIMT_USAGE, "option '--%s': its value is empty", name_of(l->options, option));
	while (i < l->ntarget && l->target[i].option != option)
		i++;
	if (i == l->ntarget)
		return l->take(command, option, argument, e);
	to = (char *)command + l->target[i].at;
	switch (l->target[i].kind) {
	case OPTION_FLAG:
		return *(bool *)to = true;
	case OPTION_LIST:
		append((struct list *)to, argument);
		return true;
	default:
		*(const char **)to = argument ? argument : "-";
		return true;
	}
}

/* Whether the option may have this argument: one that takes a single value has none yet, or the same. *before: what it had. */
static bool
is_first(const struct command_line *l, int option, const char **before, const char *argument, struct simt_error *e)
{
	const char *name = name_of(l->options, option), *old = *before ? *before : "", *new = argument ? argument : "";

	for (size_t i = 0; i < l->ntarget; i++)
		if (l->target[i].option == option && l->target[i].kind != OPTION_TEXT)
			return true;
	if (l->takes_more && l->takes_more(option))
		return true;
	if (*before && strcmp(old, new) != 0)
		return simt_fail(e, SIMT_USAGE, "--%s%s%s and --%s%s%s: it can be given once", name, *old ? "=" : "", old, name,
				 *new ? "=" : "", new);
	*before = new;
	return true;
}

bool
assigned_once(const struct list *l, struct simt_error *e)
{
	for (size_t i = 0; i < l->n; i++)
		for (size_t k = 0; k < i; k++) {
			const size_t n = strcspn(l->v[i], "=");

			if (n == strcspn(l->v[k], "=") && !memcmp(l->v[i], l->v[k], n) && strcmp(l->v[i], l->v[k]) != 0)
				return simt_fail(e, SIMT_USAGE, "%s and %s: it can have one value", l->v[k], l->v[i]);
		}
	return true;
}

bool
options_take(const struct command_line *l, int argc, char **argv, void *command, bool given[OPTION_VALUES], int *status)
{
	const char *value[OPTION_VALUES] = {NULL};
	struct simt_error e = {.status = SIMT_OK};
	int option;

	opterr = 0;
	*status = SIMT_OK;
	if (complete_words(l->options, argc, argv))
		return false;
	while (e.status == SIMT_OK && (option = getopt_long(argc, argv, l->letters, l->options, NULL)) != -1) {
		if (option == l->help || option == 'h' || option == l->version) {
			if (option != l->version)
				l->print_help();
			else
				print_version();
			return false;
		}
		if (option == ':' || option == '?') {
			bad_option(l->options, argv[optind - 1], option, &e);
		} else {
			given[option] = true;
			if (is_first(l, option, &value[option], optarg, &e))
				take(l, command, option, optarg, &e);
		}
	}
	if (e.status)
		*status = complain(&e);
	return e.status == SIMT_OK;
}

bool
options_fit(const struct command_line *l, const bool given[OPTION_VALUES], unsigned way, const char *how, bool remarks,
	    struct simt_error *e)
{
	const struct option *options = l->options;
	const struct option_use *use = l->use;

	for (size_t i = 0; i < l->nuse && e->status == SIMT_OK; i++) {
		const char *name = name_of(options, use[i].option);

		if (!given[use[i].option])
			continue;
		if (!(way & (use[i].effects | use[i].idle)))
			simt_fail(e, SIMT_USAGE, "--%s has no effect %s", name, how);
		else if (use[i].needs && !given[use[i].needs])
			simt_fail(e, SIMT_USAGE, "--%s has no effect without --%s", name, name_of(options, use[i].needs));
		else if (!(way & use[i].effects) && remarks)
			fprintf(stderr, "%s: --%s has no effect %s\n", program_name, name, how);
	}
	return e->status == SIMT_OK;
}

bool
one_to_stdout(const char *const *option, const char *const *file, size_t n, struct simt_error *e)
{
	size_t first = n;

	for (size_t i = 0; i < n; i++) {
		if (!file[i] || strcmp(file[i], "-") != 0)
			continue;
		if (first < n)
			return simt_fail(e, SIMT_USAGE, "%s and %s both go to standard output; give one of them a file: %s=FILE",
					 option[first], option[i], option[i]);
		first = i;
	}
	return true;
}

bool
take_number(const char *option, const char *text, unsigned low, unsigned high, unsigned *to, struct simt_error *e)
{
	char *end;
	unsigned long v;

	errno = 0;
	v = strtoul(text, &end, 10);
	if (errno || end == text || *end || *text < '0' || *text > '9' || v < low || v > high)
		return simt_fail(e, SIMT_USAGE, "--%s %s: a number from %u to %u", option, text, low, high);
	*to = (unsigned)v;
	return true;
}

bool
take_word(const char *option, const char *arg, const char *const word[2], bool *second, struct simt_error *e)
{
	*second = !strcmp(arg, word[1]);
	return *second || !strcmp(arg, word[0]) || simt_fail(e, SIMT_USAGE, "--%s %s: %s or %s", option, arg, word[0], word[1]);
}

bool
take_mode(const char *text, enum simt_mode *mode, struct simt_error *e)
{
	bool functional;

	if (!take_word("mode", text, (const char *const[]){"cycle", "functional"}, &functional, e))
		return false;
	*mode = functional ? SIMT_FUNCTIONAL : SIMT_CYCLE;
	return true;
}

bool
take_sample(const char *text, enum simt_sampling *sampling, struct simt_error *e)
{
	*sampling = text ? SIMT_SAMPLE_LAUNCHES : SIMT_SAMPLE_WITHIN;
	return !text || !strcmp(text, "launches") || simt_fail(e, SIMT_USAGE, "--sample=%s: launches, or no value", text);
}

bool
take_jobs(const char *text, unsigned *jobs, struct simt_error *e)
{
	return take_number("jobs", text, 1, JOBS_MOST, jobs, e);
}

bool
default_jobs(unsigned *jobs, struct simt_error *e)
{
	const char *text = getenv("SIMT_JOBS");
	struct simt_error no = {.status = SIMT_OK};

	if (*jobs)
		return true;
	if (!text || !*text) {
		*jobs = pool_cores();
		return true;
	}
	if (take_number("", text, 1, JOBS_MOST, jobs, &no))
		return true;
	return simt_fail(e, SIMT_USAGE, "environment variable SIMT_JOBS is '%s'; it has to be a number from 1 to %d", text,
			 JOBS_MOST);
}

void
print_version(void)
{
	printf("%s %s\n", program_name, PACKAGE_VERSION);
}

bool *
select_cases(const struct workload *w, const struct list *only, struct simt_error *e)
{
	bool *selected = calloc(w->ncases + 1, sizeof *selected), found = false;

	if (!selected)
		simt_no_memory();
	for (size_t i = 0; i < w->ncases; i++)
		selected[i] = only->n == 0;
	for (size_t k = 0; k < only->n; k++) {
		bool any = false;

		for (size_t i = 0; i < w->ncases; i++) {
			bool match = fnmatch(only->v[k], w->cases[i].name, 0) == 0;

			selected[i] = selected[i] || match;
			any = any || match;
		}
		found = found || any;
		/* a glob may be meant for other workloads, a name is not */
		if (!any && (!strpbrk(only->v[k], "*?[") || (!found && k + 1 == only->n)))
			simt_fail(e, SIMT_USAGE, "--only %s: no case has such a name; simt-sim --list shows them", only->v[k]);
	}
	return selected;
}

void
tell_remarks(const struct simt_machine *m)
{
	char doubt[400];

	for (size_t i = 0; m && simt_machine_remark(m, i); i++)
		fprintf(stderr, "%s: %s\n", program_name, simt_machine_remark(m, i));
	for (size_t i = 0; m && simt_machine_doubt(m, i, doubt, sizeof doubt); i++)
		fprintf(stderr, "%s: %s\n", program_name, doubt);
}

bool
find_data(const char *name, char *path, size_t size)
{
	const char *dir[] = {getenv("SIMT_DATADIR"), SIMT_PKGDATADIR, SIMT_SOURCE_DATADIR};

	for (size_t i = 0; i < sizeof dir / sizeof *dir; i++)
		for (int up = 0; dir[i] && up < 2; up++)
			if ((size_t)snprintf(path, size, "%s%s/%s", dir[i], up ? "/.." : "", name) < size && !access(path, R_OK))
				return true;
	return false;
}

struct intervals *
machine_intervals(const struct simt_machine *m, const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	char file[128], path[4096];
	struct intervals *t;

	if (strpbrk(name, "/.") || (size_t)snprintf(file, sizeof file, "errors/%s.csv", name) >= sizeof file ||
	    !find_data(file, path, sizeof path) || (m && !intervals_are_of(m, name)))
		return NULL;
	t = intervals_read(path, &e);
	if (!t)
		complain(&e);
	return t;
}

void
remark_placement(const struct workload *w, const bool *selected)
{
	if (!placed_any(w, selected))
		fprintf(stderr, "%s: --placement finds nothing: no buffer of type u64 has a name that begins with placement\n",
			program_name);
}

unsigned
terminal_width(unsigned otherwise)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO))
		return otherwise;
	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : COLUMNS;
}

bool
terminal_bold(void)
{
	const char *term = getenv("TERM"), *no = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0 && !(no && *no);
}

static bool
same_file(const char *a, const char *b)
{
	struct stat x, y;

	return a && b && strcmp(a, "-") != 0 && strcmp(b, "-") != 0 && stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Whether two results would replace the same file. */
static bool
same_target(const char *a, const char *b)
{
	char *x = a && b ? result_target(a) : NULL, *y = x ? result_target(b) : NULL;
	bool same = y && !strcmp(x, y);

	free(x);
	free(y);
	return same;
}

/* Whether a result would replace an input: it is that file, or would be read instead of its compressed form. */
static bool
replaces(const char *written, const char *read)
{
	char *name = read && strcmp(read, "-") != 0 ? wholefile_name(read) : NULL;
	bool yes = name && written && (same_file(written, name) || (strcmp(read, name) != 0 && !strcmp(written, read)));

	free(name);
	return yes;
}

bool
files_are_distinct(const struct list *written, const struct list *read, struct simt_error *e)
{
	for (size_t i = 0; i < written->n; i++) {
		for (size_t k = 0; k < read->n; k++)
			if (replaces(written->v[i], read->v[k]))
				return simt_fail(e, SIMT_USAGE, "%s is an input; results need another file name", written->v[i]);
		for (size_t k = 0; k < i; k++)
			if (same_target(written->v[i], written->v[k]) || same_file(written->v[i], written->v[k]))
				return simt_fail(e, SIMT_USAGE, "%s cannot take two kinds of results", written->v[i]);
	}
	return true;
}

bool
files_spare_inputs(const struct list *written, const struct list *read, const struct workload *w, struct simt_error *e)
{
	struct inputs *inputs = inputs_of(w);
	struct list all = {.n = 0};
	bool ok;

	for (size_t i = 0; i < read->n; i++)
		append(&all, read->v[i]);
	for (size_t i = 0; i < inputs->n; i++)
		append(&all, inputs->file[i].path);
	ok = files_are_distinct(written, &all, e);
	free(all.v);
	inputs_free(inputs);
	return ok;
}
