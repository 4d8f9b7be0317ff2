/* simt-fit: values of machine parameters from measured microbenchmarks. See simt-fit(1). */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "main-common.h"

const char program_name[] = "simt-fit";

enum { SWEEPS = 2, SWEEPS_MAX = 100 };

struct command {
	const char *machine, *only, *out, *workload;
	struct list set, measured;
	unsigned sweeps;
	bool series, quiet;
};

enum option_value { O_MACHINE = 256, O_SET, O_ONLY, O_SWEEPS, O_SERIES, O_QUIET, O_HELP, O_VERSION };

static const struct option options[] = {
	{"machine", required_argument, NULL, O_MACHINE}, {"set", required_argument, NULL, O_SET},
	{"only", required_argument, NULL, O_ONLY},       {"output", required_argument, NULL, 'o'},
	{"sweeps", required_argument, NULL, O_SWEEPS},   {"series", no_argument, NULL, O_SERIES},
	{"quiet", no_argument, NULL, O_QUIET},           {"help", no_argument, NULL, O_HELP},
	{"version", no_argument, NULL, O_VERSION},       {NULL, 0, NULL, 0},
};

static void
help(void)
{
	fputs("Usage: simt-fit [option]... workload.csv measured.csv [more.csv]...\n"
	      "Finds values of machine parameters with which the simulator is nearest to measured microbenchmarks.\n"
	      "The workload's technique names the parameter; its columns $rounds and $events say what is counted.\n"
	      "\n"
	      "  --machine NAME|FILE  machine to begin with (default h200)\n"
	      "  --set NAME=VALUE     another value to begin with; may be repeated\n"
	      "  --only GLOB          fit the parameters whose names match\n"
	      "  --sweeps N           go through all parameters N times (default 2); 0: only compare\n"
	      "  -o, --output FILE    the machine file with the values found\n"
	      "  --series             also print every series: measured and simulated cycles of an event\n"
	      "  --quiet              no progress\n"
	      "  --help, --version\n"
	      "\n"
	      "Exit status: 0 fine, 2 usage, 3 bad input or nothing measured, 4 the simulated program failed, 130 interrupted.\n"
	      "\n"
	      "Example:\n"
	      "  simt-fit --only '*_share' workloads/micro/micro.csv validate/data/h200/micro-launches.csv\n",
	      stdout);
}

static bool
take_option(struct command *c, int option, const char *arg, struct simt_error *e)
{
	switch (option) {
	case O_MACHINE:
		c->machine = arg;
		return true;
	case O_SET:
		append(&c->set, arg);
		return true;
	case O_ONLY:
		c->only = arg;
		return true;
	case 'o':
		c->out = arg;
		return true;
	case O_SWEEPS:
		return take_number("sweeps", arg, 0, SWEEPS_MAX, &c->sweeps, e);
	case O_SERIES:
		return c->series = true;
	case O_QUIET:
		return c->quiet = true;
	default:
		return simt_fail(e, SIMT_USAGE, "try 'simt-fit --help'");
	}
}

/* Returns false where the program is to end now, with *status. */
static bool
parse_command(int argc, char **argv, struct command *c, int *status)
{
	struct simt_error e = {.status = SIMT_OK};
	int option;

	opterr = 0;
	while (e.status == SIMT_OK && (option = getopt_long(argc, argv, ":o:", options, NULL)) != -1) {
		if (option == O_HELP || option == O_VERSION) {
			if (option == O_HELP)
				help();
			else
				print_version();
			*status = SIMT_OK;
			return false;
		}
		if (option == ':' || option == '?')
			bad_option(options, argv[optind - 1], option, &e);
		else
			take_option(c, option, optarg, &e);
	}
	if (e.status == SIMT_OK && optind + 2 > argc)
		simt_fail(&e, SIMT_USAGE, "a workload.csv and a file of measurements are needed; try 'simt-fit --help'");
	if (e.status == SIMT_OK) {
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
write_machine(const struct command *c, const struct fit *f, struct simt_error *e)
{
	FILE *out = fopen(c->out, "w");
	bool bad;

	if (!out)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", c->out, strerror(errno));
	fit_write_machine(f, c->measured.v[0], out);
	bad = ferror(out);
	bad = fclose(out) != 0 || bad;
	return !bad || simt_fail(e, SIMT_BAD_INPUT, "%s: cannot write", c->out);
}

static void
fit(const struct command *c, const struct workload *w, struct simt_error *e)
{
	struct simt_machine *m = simt_machine_load(c->machine, e);
	struct check *check = check_new(w, c->workload, NULL);
	struct fit *f = NULL;

	for (size_t i = 0; m && i < c->set.n && !e->status; i++)
		simt_machine_set(m, c->set.v[i], e);
	for (size_t i = 0; i < c->measured.n && !e->status; i++)
		check_read(check, c->measured.v[i], CHECK_MEASURED, e);
	if (e->status)
		simt_machine_free(m);
	else
		f = fit_new(w, check, m, e);
	if (f) {
		f->progress = c->quiet ? NULL : on_progress;
		if (fit_run(f, c->only, c->sweeps, e)) {
			if (c->sweeps)
				fit_table(f, stdout);
			if (c->series || !c->sweeps)
				fit_series_table(f, stdout);
			if (c->out)
				write_machine(c, f, e);
		}
	}
	fit_free(f);
	check_free(check);
}

int
main(int argc, char **argv)
{
	struct command c = {.machine = "h200", .sweeps = SWEEPS};
	struct workload_options o = {.isa = NULL};
	struct simt_error e = {.status = SIMT_OK};
	struct workload *w;
	int status;

	if (!parse_command(argc, argv, &c, &status))
		return status;
	w = workload_read(c.workload, &o, &e);
	if (w)
		fit(&c, w, &e);
	workload_free(w);
	free(c.set.v);
	free(c.measured.v);
	return e.status ? complain(&e) : SIMT_OK;
}
