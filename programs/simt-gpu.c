/* simt-gpu: runs the launches of a workload.csv on a real NVIDIA GPU. See simt-gpu(1). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "programs/common.h"
#include "validate/gpu/measured.h"
#include "workloads/analysis/placed.h"
#include "validate/gpu/profile.h"
#include "base/result-file.h"
#include "workloads/runner/saved.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

const char program_name[] = "simt-gpu";

enum { REPEAT_MAX = 1000, CYCLE_PASSES = 5, VERSION_BYTES = 96 };

struct command {
	const char *workload;
	struct list let, only, allow;
	const char *isa, *out, *outputs, *save, *per_pc, *ncu, *run, *machine, *placement;
	unsigned repeat, warmup, device, bare;
	bool counters, hardware_only, only_cycles, quiet, no_params;
	int argc;
	char **argv;
};

enum option_value {
	O_ONLY = 256,
	O_LET,
	O_ALLOW_PATH,
	O_ISA,
	O_DEVICE,
	O_REPEAT,
	O_WARMUP,
	O_OUTPUTS,
	O_SAVE,
	O_COUNTERS,
	O_HARDWARE_ONLY,
	O_ONLY_CYCLES,
	O_PER_PC,
	O_NCU,
	O_PLACEMENT,
	O_RUN,
	O_MACHINE,
	O_NO_PARAMETERS,
	O_QUIET,
	O_BARE, /* not in --help: what runs under the profiler */
	O_HELP,
	O_VERSION
};

static const struct option options[] = {
	{"output", required_argument, NULL, 'o'},
	{"only", required_argument, NULL, O_ONLY},
	{"let", required_argument, NULL, O_LET},
	{"allow-path", required_argument, NULL, O_ALLOW_PATH},
	{"isa", required_argument, NULL, O_ISA},
	{"device", required_argument, NULL, O_DEVICE},
	{"repeat", required_argument, NULL, O_REPEAT},
	{"warm-up", required_argument, NULL, O_WARMUP},
	{"outputs", required_argument, NULL, O_OUTPUTS},
	{"save", required_argument, NULL, O_SAVE},
	{"counters", no_argument, NULL, O_COUNTERS},
	{"hardware-only", no_argument, NULL, O_HARDWARE_ONLY},
	{"only-cycles", no_argument, NULL, O_ONLY_CYCLES},
	{"per-pc", required_argument, NULL, O_PER_PC},
	{"ncu", required_argument, NULL, O_NCU},
	{"placement", required_argument, NULL, O_PLACEMENT},
	{"run", required_argument, NULL, O_RUN},
	{"machine", required_argument, NULL, O_MACHINE},
	{"no-parameters", no_argument, NULL, O_NO_PARAMETERS},
	{"quiet", no_argument, NULL, O_QUIET},
	{"bare", required_argument, NULL, O_BARE},
	{"help", no_argument, NULL, O_HELP},
	{"version", no_argument, NULL, O_VERSION},
	{NULL, 0, NULL, 0},
};

/* Ways of running: only times, or counters as well. */
enum { TIMES = 1, COUNTERS = 2 };
static const struct option_use use[] = {{O_NCU, COUNTERS, 0, 0}};

static void
help(void)
{
	fputs("Usage: simt-gpu [option]... workload.csv\n"
	      "Runs the launches of a workload on an NVIDIA GPU and writes what was measured as CSV.\n"
	      "\n"
	      "  -o, --output FILE       write the results to FILE instead of standard output\n"
	      "  --device N              which GPU, from 0 (default 0)\n"
	      "Workload, as for simt-sim:\n"
	      "  --only GLOB             run only the cases whose names match; may be repeated\n"
	      "  --let NAME=VALUE        replace the value, or list of values, of column $NAME; may be repeated\n"
	      "  --allow-path FOLDER     a folder that the workload may read beside its own; may be repeated\n"
	      "  --isa sass|ptx          modules without an ending are .cubin (default) or .ptx\n"
	      "Times, from CUDA events:\n"
	      "  --repeat N              repetitions of each case, with buffers restored before each (default 5)\n"
	      "  --warm-up N             repetitions of each case that run first and are not timed (default 1)\n"
	      "Contents of buffers after a case:\n"
	      "  --outputs FILE          hashes of the buffers, as CSV: 64-bit FNV-1a of each 4096 elements\n"
	      "  --save FOLDER           contents of the buffers, to FOLDER/CASE.BUFFER.bin\n"
	      "Counters:\n"
	      "  --counters              also run everything under Nsight Compute. Caches are flushed, clocks are not changed, "
	      "and\n"
	      "                          cycles are the median of 5 passes\n"
	      "  --hardware-only         collect only the counters that must be equal: no instrumented code, cycles or warp "
	      "states\n"
	      "  --only-cycles           collect only cycles\n"
	      "  --per-pc FILE           write Nsight Compute's counts of each instruction, too, as CSV\n"
	      "  --ncu PROGRAM           Nsight Compute's command line (default ncu)\n"
	      "Where blocks ran:\n"
	      "  --placement FILE        where and when each block ran, as CSV. Kernels write this to buffers of type "
	      "u64[blocks*4]\n"
	      "                          whose names begin with placement\n"
	      "Columns of the results:\n"
	      "  --run NAME              contents of column run (default 1)\n"
	      "  --machine NAME          contents of column machine (default the device's name)\n"
	      "  --no-parameters         leave the workload's $parameters out, so that results of several workloads can share a "
	      "file\n"
	      "  --quiet                 no remarks\n"
	      "  --help, -h, --version\n"
	      "\n"
	      "Exit status: 0 success, 1 an expect does not hold, 2 mistake on the command line, 3 bad input, or no driver or "
	      "device,\n"
	      "4 a kernel failed, 130 interrupted.\n"
	      "\n"
	      "Example:\n"
	      "  simt-gpu workloads/dynamic-work/dynamic-work.csv --counters -o measured.csv\n",
	      stdout);
}

/* ---- command line ---- */
/* Options that do no more than set something of the command. */
static const struct option_target target[] = {
	{'o', OPTION_TEXT, offsetof(struct command, out)},
	{O_ONLY, OPTION_LIST, offsetof(struct command, only)},
	{O_LET, OPTION_LIST, offsetof(struct command, let)},
	{O_ALLOW_PATH, OPTION_LIST, offsetof(struct command, allow)},
	{O_OUTPUTS, OPTION_TEXT, offsetof(struct command, outputs)},
	{O_SAVE, OPTION_TEXT, offsetof(struct command, save)},
	{O_COUNTERS, OPTION_FLAG, offsetof(struct command, counters)},
	{O_NCU, OPTION_TEXT, offsetof(struct command, ncu)},
	{O_PLACEMENT, OPTION_TEXT, offsetof(struct command, placement)},
	{O_RUN, OPTION_TEXT, offsetof(struct command, run)},
	{O_MACHINE, OPTION_TEXT, offsetof(struct command, machine)},
	{O_NO_PARAMETERS, OPTION_FLAG, offsetof(struct command, no_params)},
	{O_QUIET, OPTION_FLAG, offsetof(struct command, quiet)},
};

static bool
take_option(void *command, int option, const char *arg, struct simt_error *e)
{
	struct command *c = command;

	switch (option) {
	case O_ISA:
		c->isa = arg;
		return !strcmp(arg, "sass") || !strcmp(arg, "ptx") || simt_fail(e, SIMT_USAGE, "--isa %s: sass or ptx", arg);
	case O_DEVICE:
		return take_number("device", arg, 0, 1023, &c->device, e);
	case O_REPEAT:
		return take_number("repeat", arg, 1, REPEAT_MAX, &c->repeat, e);
	case O_WARMUP:
		return take_number("warm-up", arg, 0, REPEAT_MAX, &c->warmup, e);
	case O_BARE:
		return take_number("bare", arg, 1, REPEAT_MAX, &c->bare, e);
	case O_PER_PC:
		c->per_pc = arg;
		return c->counters = true;
	case O_HARDWARE_ONLY:
		return c->hardware_only = c->counters = true;
	default:
		return c->only_cycles = c->counters = true;
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
	static const char *const results[] = {"--output", "--outputs", "--per-pc", "--placement"};
	struct simt_error e = {.status = SIMT_OK};
	bool given[OPTION_VALUES] = {false};

	if (!options_take(&line, argc, argv, c, given, status))
		return false;
	if (e.status == SIMT_OK && optind != argc - 1)
		simt_fail(&e, SIMT_USAGE,
			  optind == argc ? "no workload.csv given; try 'simt-gpu --help'" : "more than one workload given");
	if (c->hardware_only && c->only_cycles)
		simt_fail(&e, SIMT_USAGE, "--hardware-only and --only-cycles exclude each other");
	if ((c->hardware_only || c->only_cycles) && c->per_pc)
		simt_fail(&e, SIMT_USAGE, "--per-pc FILE needs instrumented code, which --%s excludes",
			  c->hardware_only ? "hardware-only" : "only-cycles");
	options_fit(&line, given, c->counters ? COUNTERS : TIMES, "without --counters", true, &e);
	one_to_stdout(results, (const char *const[]){c->out, c->outputs, c->per_pc, c->placement}, 4, &e);
	c->workload = optind < argc ? argv[optind] : NULL;
	*status = e.status ? complain(&e) : 0;
	return e.status == SIMT_OK;
}

/* ---- files ---- */
/* Everything that a run writes; NULL where it is not wanted. */
struct files {
	const struct command *c;
	const struct workload *w;
	const bool *selected;
	char *workload;           /* see saved_workload */
	enum simt_status unsaved; /* why some contents are not where --save wants them, or SIMT_OK */
	FILE *out, *outputs, *per_pc, *placement;
	struct result_file *result[4]; /* the same */
	simt_stop stop;
};

static bool
open_file(const char *name, struct result_file **r, FILE **f, struct simt_error *e)
{
	if (!name)
		return true;
	*r = result_open(name, e);
	*f = *r ? result_stream(*r) : NULL;
	return *r;
}

static bool
open_files(struct files *f, const struct command *c, struct simt_error *e)
{
	f->c = c;
	f->workload = saved_workload(c->workload);
	if (c->save && !saved_fits(c->save, f->w, f->selected, e))
		return false;
	if (!open_file(c->out, &f->result[0], &f->out, e) || !open_file(c->outputs, &f->result[1], &f->outputs, e) ||
	    !open_file(c->per_pc, &f->result[2], &f->per_pc, e) || !open_file(c->placement, &f->result[3], &f->placement, e))
		return false;
	return true;
}

/* Says at the end of each file that it is not all, and on standard error. */
static void
tell_interrupted(const struct files *f, const struct replay *r)
{
	FILE *const files[] = {f->out, f->outputs, f->per_pc, f->placement};
	size_t of, n = replay_ended(r, &of);
	const char *less = n == of ? ", without counters" : "";

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (files[i])
			fprintf(files[i], "# incomplete: interrupted; %zu of %zu cases%s\n", n, of, less);
	fprintf(stderr, "%s: interrupted; %zu of %zu cases were measured%s\n", program_name, n, of, less);
}

/* Closes the results. If nothing was measured, an earlier file stays. */
static bool
close_files(struct files *f, bool measured, struct simt_error *e)
{
	bool fine = true;

	for (size_t i = 0; i < sizeof f->result / sizeof *f->result; i++)
		if (measured)
			fine = result_close(f->result[i], e) && fine;
		else
			result_discard(f->result[i]);
	free(f->workload);
	return fine;
}

static bool
on_contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data, struct simt_error *e)
{
	struct simt_error unsaved = {.status = SIMT_OK};
	struct files *f = arg;

	(void)e;
	if (f->outputs)
		saved_hash(f->outputs, f->workload, c, b, data, NULL);
	if (f->placement)
		placed_put(f->placement, f->w, c, b, data);
	for (size_t i = 1; i < sizeof f->result / sizeof *f->result; i++)
		if (f->result[i])
			result_mark(f->result[i]);
	/* times and counts are as good without */
	if (f->c->save && !saved_put(f->c->save, c, b, data, NULL, &unsaved))
		f->unsaved = (enum simt_status)complain(&unsaved);
	return true;
}

static void
on_message(void *arg, const struct simt_error *e)
{
	(void)arg;
	complain(e);
}

/* ---- the run ---- */
static void
put_provenance(void *arg, FILE *out)
{
	measured_provenance(arg, out);
}

/* Runs this program again under the profiler, with the same cases. */
static bool
count(const struct command *c, struct measured *m, struct files *f, struct replay *r, char version[VERSION_BYTES],
      struct simt_error *e)
{
	struct list self = {NULL, 0};
	struct profile_options o = {.ncu = c->ncu,
				    .passes = CYCLE_PASSES,
				    .few = c->hardware_only,
				    .only_cycles = c->only_cycles,
				    .per_pc = f->per_pc,
				    .stop = f->stop,
				    .keys = &m->keys,
				    .version = version,
				    .version_size = VERSION_BYTES,
				    .before_per_pc = put_provenance,
				    .arg = m};
	char device[16];
	bool fine;

	snprintf(device, sizeof device, "%u", c->device);
	append(&self, "--device");
	append(&self, device);
	for (size_t i = 0; i < c->only.n; i++) {
		append(&self, "--only");
		append(&self, c->only.v[i]);
	}
	for (size_t i = 0; i < c->let.n; i++) {
		append(&self, "--let");
		append(&self, c->let.v[i]);
	}
	for (size_t i = 0; i < c->allow.n; i++) {
		append(&self, "--allow-path");
		append(&self, c->allow.v[i]);
	}
	if (c->isa) {
		append(&self, "--isa");
		append(&self, c->isa);
	}
	append(&self, c->workload);
	o.self = self.v;
	o.nself = self.n;
	m->profiler = version; /* once it is known */
	fine = profile_run(r, &o, e);
	free(self.v);
	return fine;
}

static enum simt_status
measure(const struct command *c, struct replay *r, struct files *f, struct simt_error *e)
{
	char date[32], version[VERSION_BYTES] = "";
	time_t now = time(NULL);
	struct measured m = {.replay = r,
			     .keys = {.w = r->w,
				      .source = "simt-gpu",
				      .run = c->run,
				      .machine = c->machine ? c->machine : r->device->name,
				      .no_params = c->no_params},
			     .argc = c->argc,
			     .argv = c->argv,
			     .version = PACKAGE_VERSION,
			     .date = date};
	enum simt_status status;
	bool fine = true;

	strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	if (f->outputs) {
		measured_provenance(&m, f->outputs);
		saved_hash_header(f->outputs);
	}
	if (f->placement) {
		measured_provenance(&m, f->placement);
		placed_header(f->placement);
	}
	if (r->unchecked && !c->quiet)
		fprintf(stderr, "%s: %zu expect%s not checked: the case to compare with is not selected\n", c->workload,
			r->unchecked, r->unchecked == 1 ? "" : "s");
	if (c->placement && !c->quiet)
		remark_placement(f->w, f->selected);
	status = replay_all(r);
	for (size_t i = 0; c->save && i < f->w->ncases; i++)
		if (f->selected[i] && !r->cases[i].ended)
			saved_clear(c->save, &f->w->cases[i]);
	device_read_clocks(r->device);
	if (c->counters && (status == SIMT_OK || status == SIMT_MISMATCH))
		fine = count(c, &m, f, r, version, e);
	if (!fine) {
		status = e->status;
		if (status == SIMT_INTERRUPTED)
			*e = (struct simt_error){.status = SIMT_OK}; /* told otherwise */
	}
	measured_csv(&m, f->out);
	if (status == SIMT_INTERRUPTED)
		tell_interrupted(f, r);
	return status;
}

/* *busy: the device still runs a kernel that nobody waits for. */
static int
with_device(const struct command *c, const struct workload *w, const bool *selected, bool *busy)
{
	struct simt_error e = {.status = SIMT_OK};
	struct files f = {.c = c, .w = w, .selected = selected, .stop = catch_stop()};
	struct replay_options o = {.warmup = c->warmup,
				   .repeat = c->bare ? c->bare : c->repeat,
				   .bare = c->bare != 0,
				   .stop = f.stop,
				   .message = on_message};
	struct device d;
	struct replay *r;
	enum simt_status status = SIMT_OK;
	bool measured = false;

	o.arg = &f;
	o.contents = c->outputs || c->save || c->placement ? on_contents : NULL;
	r = replay_new(w, selected, &o);
	if (device_open(&d, (int)c->device, &e) && replay_bind(r, &d, &e)) {
		if (c->bare)
			status = replay_all(r);
		else if (open_files(&f, c, &e)) {
			status = measure(c, r, &f, &e);
			measured = true;
		}
	}
	if (!close_files(&f, measured, &e) || e.status)
		complain(&e);
	*busy = r->busy != NULL;
	replay_free(r);
	if (!*busy)
		device_close(&d);
	return status != SIMT_OK ? (int)status : e.status != SIMT_OK ? (int)e.status : (int)f.unsaved;
}

/* Whether none of the files that are to be written is the workload, or another one of them. */
static bool
keeps_workload(const struct command *c, struct simt_error *e)
{
	const char *files[] = {c->out, c->outputs, c->per_pc, c->placement};
	struct list written = {.n = 0}, read = {.n = 0};
	bool ok;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		append(&written, files[i]);
	append(&read, c->workload);
	ok = files_are_distinct(&written, &read, e);
	free(written.v);
	free(read.v);
	return ok;
}

int
main(int argc, char **argv)
{
	struct command c = {.repeat = 5, .warmup = 1, .out = "-", .ncu = "ncu", .run = "1", .argc = argc, .argv = argv};
	struct simt_error e = {.status = SIMT_OK};
	struct workload_options o;
	struct workload *w;
	bool *selected, busy = false;
	int status;

	tell_no_memory();
	if (parse_command(argc, argv, &c, &status)) {
		o = (struct workload_options){
			.isa = c.isa, .let = c.let.v, .nlet = c.let.n, .allow = c.allow.v, .nallow = c.allow.n};
		w = workload_read(c.workload, &o, &e);
		selected = w ? select_cases(w, &c.only, &e) : NULL;
		if (selected)
			workload_guesses_none(w, selected, &e);
		status = e.status || !keeps_workload(&c, &e) ? complain(&e) : with_device(&c, w, selected, &busy);
		free(selected);
		workload_free(w);
	}
	free(c.let.v);
	free(c.allow.v);
	free(c.only.v);
	status = all_told(status);
	/* what the driver does at the end would wait for the kernel */
	if (busy)
		_exit(status);
	return status;
}
