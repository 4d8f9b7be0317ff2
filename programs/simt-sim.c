/* simt-sim: runs the launches of a workload.csv on a simulated SIMT machine. See simt-sim(1). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csvfile.h"
#include "sim/runtime/inspect.h"
#include "programs/machine-parameter.h"
#include "programs/progress.h"
#include "programs/remarks.h"
#include "programs/simt-sim-command.h"
#include "workloads/analysis/placed.h"
#include "workloads/analysis/reach.h"
#include "workloads/report/report.h"
#include "workloads/report/results.h"
#include "workloads/runner/run.h"
#include "workloads/runner/saved.h"
#include "sim/runtime/simt.h"
#include "workloads/analysis/splitter.h"
#include "workloads/reader/workload.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

/* ---- progress and messages ---- */
struct screen {
	struct progress progress; /* first: progress.h takes a pointer to this */
	const struct workload *w;
	simt_stop stop;
	struct results results;
	FILE *placement, *outputs; /* of the results, or NULL */
	const char *save;          /* folder or NULL */
	char *workload;            /* its name in `outputs` */
	enum simt_status unsaved;  /* why some contents are not in the folder, or SIMT_OK */
	struct again again;
};

static void
on_output(void *arg, const char *text, size_t n)
{
	progress_clear(arg);
	fwrite(text, 1, n, stderr);
}

static void
on_ended(void *arg, size_t of_case)
{
	struct screen *s = arg;

	results_ended(&s->results, of_case);
}

static void
on_contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	struct simt_error unsaved = {.status = SIMT_OK}, unkept = {.status = SIMT_OK};
	struct screen *s = arg;

	if (s->outputs)
		saved_hash(s->outputs, s->workload, c, b, data, s->stop);
	if (s->save && !saved_put(s->save, c, b, data, s->stop, &unsaved) && unsaved.status != SIMT_INTERRUPTED) {
		progress_message(s, &unsaved);
		s->unsaved = unsaved.status;
	}
	if (s->placement)
		placed_put(s->placement, s->w, c, b, data);
	if (s->again.left && !contents_copy(s->again.left, c, b, data, s->stop, &unkept) && unkept.status != SIMT_INTERRUPTED) {
		progress_message(s, &unkept);
		s->unsaved = unkept.status;
	}
}

/* ---- the workload ---- */
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

static void
print_title(const struct command *c, const char *workload, const struct simt_machine *m)
{
	static const char *const always[] = {"warp_size", "banks", "reconvergence", "clock"};

	printf("%s on %s:", workload, c->machine.name);
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		printf("%s%s %s", i ? ", " : " ", always[i], simt_machine_get(m, always[i]));
	for (size_t i = 0; i < c->machine.swept.n; i++) {
		bool shown = false;

		for (size_t k = 0; k < sizeof always / sizeof *always; k++)
			shown = shown || !strcmp(always[k], c->machine.swept.v[i]);
		if (!shown)
			printf(", %s %s", c->machine.swept.v[i], simt_machine_get(m, c->machine.swept.v[i]));
	}
	puts("\n");
}

/* Whether all files to be written are different, and none is an input. It is checked before hours are spent. */
static bool
can_write(const struct command *c, const struct workload *w, const bool *selected, struct simt_error *e)
{
	const char *files[] = {c->csv, c->per_pc, c->json, c->roots_csv, c->outputs, c->placement, c->record};
	char *lists = c->again.split_to ? split_workload(c->again.split_to) : NULL;
	struct list written = {.n = 0};
	bool ok = !c->again.split_to || split_folder(c->again.split_to, e);

	append(&written, lists);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		append(&written, files[i]);
	ok = ok && files_spare_inputs(&written, &c->machine.file, w, e) && (!c->save || saved_fits(c->save, w, selected, e));
	free(written.v);
	free(lists);
	return ok;
}

/* The files that are written while cases run; whether all can be. */
static bool
open_results(struct screen *s, const struct command *c, struct simt_error *e)
{
	struct results *x = &s->results;

	results_add(x, &report_csv, c->csv, e);
	results_add(x, &report_per_pc, c->per_pc, e);
	results_add(x, &report_json, c->json, e);
	results_add(x, &report_roots_csv, c->roots_csv, e);
	results_add(x, &report_recording, c->record, e);
	s->placement = results_add(x, NULL, c->placement, e);
	s->outputs = results_add(x, NULL, c->outputs, e);
	if (e->status)
		results_discard(x);
	return !e->status;
}

static bool
is_stdout(const char *name)
{
	return name && !strcmp(name, "-");
}

/* What comes behind the table, and ends with an empty line, as it begins with one. */
static bool
shows_roots(const struct command *c)
{
	return c->roots && !c->roots_csv;
}

static void
part(bool behind_another)
{
	if (!behind_another)
		putchar('\n');
}

/* What people read. */
static void
write_reports(const struct command *c, const struct report *r, struct again *again)
{
	if (!is_stdout(c->csv) && !is_stdout(c->per_pc) && !is_stdout(c->json) && !is_stdout(c->roots_csv) &&
	    !is_stdout(c->outputs) && !is_stdout(c->placement) && !is_stdout(c->record)) {
		print_title(c, r->run->w->file->name, r->run->machine);
		report_table(r, stdout, terminal_width(0), terminal_bold());
	}
	if (c->details) {
		part(false);
		report_details(r, stdout, terminal_width(0));
	}
	if (c->lanes) {
		part(c->details);
		report_lanes(r, stdout, terminal_width(0));
	}
	if (shows_roots(c)) {
		part(c->details || c->lanes);
		report_roots(r, stdout, terminal_width(0));
	}
	if (c->bound) {
		part(c->details || c->lanes || shows_roots(c));
		report_bound(r, stdout);
	}
	if (c->again.advise)
		again_advice(again, r, !(c->details || c->lanes || shows_roots(c) || c->bound));
}

/* The run, with its result files: they have their names when this returns. */
static enum simt_status
run_cases(const struct command *c, struct run *run, struct screen *s, struct report *r)
{
	enum simt_status status, unclosed;
	char why[128];

	s->workload = saved_workload(run->w->file->name);
	s->save = c->save;
	if (s->placement)
		placed_header(s->placement);
	if (s->outputs)
		saved_hash_header(s->outputs);
	results_begin(&s->results, r);
	status = run_all(run);
	/* what an earlier run has left of them is not taken for new */
	for (size_t i = 0; c->save && i < run->w->ncases; i++)
		if (run->selected[i] && !run->cases[i].ended)
			saved_clear(c->save, &run->w->cases[i]);
	progress_clear(&s->progress);
	reach_tell_all(run, progress_message, s);
	if (status == SIMT_INTERRUPTED) {
		snprintf(why, sizeof why, "%s; %zu of %zu cases ended", why_stopped(), run->at, run->nselected);
		r->incomplete = why;
		if (!c->quiet)
			fprintf(stderr, "simt-sim: %s; results so far follow\n", why_stopped());
	}
	unclosed = results_close(&s->results, progress_message, s);
	status = status == SIMT_OK ? unclosed : status;
	r->incomplete = NULL;
	free(s->workload);
	return status == SIMT_OK ? s->unsaved : status;
}

static enum simt_status
check_workload(const struct command *c, const struct run *run)
{
	struct simt_error e = {.status = SIMT_OK};

	if (!run_check_files(run, &e))
		return (enum simt_status)complain(&e);
	if (!c->quiet)
		remark_types(run);
	if (!c->quiet)
		fprintf(stderr, "%s: %zu case%s, fine\n", run->w->file->name, run->nselected, run->nselected == 1 ? "" : "s");
	return SIMT_OK;
}

/* Runs, and shows what came out; with --advise and --split parts are run again. */
static enum simt_status
run_and_show(const struct command *c, struct run *run, struct screen *s)
{
	const bool again = again_wanted(&c->again, c->mode);
	struct intervals *intervals;
	enum simt_status status;
	struct report r = {.run = run,
			   .source = "simt-sim",
			   .run_name = "1",
			   .machine = c->machine.name,
			   .swept = c->machine.swept.v,
			   .nswept = c->machine.swept.n,
			   .version = PACKAGE_VERSION,
			   .command = c->line,
			   .no_params = c->no_params};

	values_init(&r.values, run->machine);
	r.values.intervals = intervals = c->mode == SIMT_CYCLE ? machine_intervals(run->machine, c->machine.name) : NULL;
	s->again.wish = &c->again;
	again_begin(&s->again, run->w, c->mode);
	status = run_cases(c, run, s, &r);
	if (status != SIMT_INTERRUPTED)
		again_run(&s->again, run);
	write_reports(c, &r, &s->again);
	if (c->again.split && !simt_stopped(run->o.stop)) {
		enum simt_status more =
			again_split(&s->again, !(c->details || c->lanes || shows_roots(c) || c->bound || c->again.advise));

		status = status == SIMT_OK ? more : status;
	}
	again_end(&s->again);
	intervals_free(intervals);
	if (simt_stopped(run->o.stop) && again && status != SIMT_INTERRUPTED) {
		fprintf(stderr, "simt-sim: %s; the cases themselves ended, what was to be run again did not\n", why_stopped());
		status = SIMT_INTERRUPTED;
	}
	return status;
}

static int
run_workload(const struct command *c, const struct workload *w, const struct simt_machine *m, const bool *selected)
{
	const bool again = again_wanted(&c->again, c->mode);
	struct screen screen = {.progress = {.wanted = progress_wanted(c->quiet), .cycles = c->mode == SIMT_CYCLE}, .w = w};
	struct run_options o = {.per_pc = c->per_pc || c->details || c->explain,
				.roots = c->roots || c->again.advise || c->again.split || (c->explain && !simt_machine_packs(m)),
				.bound = c->bound || c->again.advise,
				.mode = c->mode,
				.checks = c->checks,
				.trap_unsupported = c->trap_unsupported,
				.show = c->lanes ? &c->show : NULL,
				.record = c->record ? &c->recording : NULL,
				.jobs = c->jobs,
				.sampling = c->sampling,
				.max_cycles = c->max_cycles,
				.max_instructions = c->max_instructions,
				.arg = &screen,
				.message = progress_message,
				.output = on_output,
				.contents = c->placement || c->outputs || c->save || again ? on_contents : NULL,
				.ended = on_ended,
				.progress = progress_run};
	struct simt_error e = {.status = SIMT_OK};
	struct run *run = run_create(w, m, selected, &o, &e);
	int status;

	if (!run)
		return complain(&e);
	if (c->action == CHECK) {
		status = (int)check_workload(c, run);
		run_free(run);
		return status;
	}
	/* what is begun from here on is ended as a result, too */
	run->o.stop = screen.stop = catch_stop();
	if ((c->again.split && !split_wish_fits(run, &c->again.how, &e)) || !can_write(c, w, selected, &e) ||
	    !open_results(&screen, c, &e)) {
		status = complain(&e);
	} else {
		if (!c->quiet)
			remark_run(run);
		if (!c->quiet && c->placement)
			remark_placement(w, selected);
		status = (int)run_and_show(c, run, &screen);
	}
	run_free(run);
	return status;
}

static int
with_machine(const struct command *c, const struct workload *w, const bool *selected)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = machine_options_make(&c->machine, &e);
	int status = SIMT_OK;

	if (!m)
		return complain(&e);
	for (size_t i = 0; w && i < c->machine.swept.n; i++)
		for (size_t k = 0; k < w->nparams; k++)
			if (!strcmp(c->machine.swept.v[i], w->param[k]))
				simt_fail(&e, SIMT_USAGE,
					  "--set %s: the workload has a column $%s; results could not tell them apart", w->param[k],
					  w->param[k]);
	if (w && c->mode == SIMT_FUNCTIONAL && simt_machine_packs(m))
		simt_fail(&e, SIMT_USAGE,
			  "--mode functional: policy %s depends on time and has no functional mode; use --mode cycle",
			  simt_machine_get(m, "reconvergence"));
	if (e.status)
		status = complain(&e);
	else if (w)
		status = run_workload(c, w, m, selected);
	else if (!c->file)
		simt_machine_dump(m, stdout);
	else if (!show_parameter(m, c->file, &e))
		status = complain(&e);
	simt_machine_free(m);
	return status;
}

/* Whether the workload is meant as the file of an option, "--csv FILE"; *e then says how that is written. */
static bool
names_result(const struct command *c, struct simt_error *e)
{
	const char *const option[] = {"csv", "per-pc", "json", "roots"};
	const char *const file[] = {c->csv, c->per_pc, c->json, c->roots ? (c->roots_csv ? c->roots_csv : "-") : NULL};

	for (size_t i = 0; i < sizeof option / sizeof *option; i++)
		if (is_stdout(file[i]) && !is_stdout(c->workload) && access(c->workload, F_OK)) {
			snprintf(e->text, sizeof e->text,
				 "no workload.csv '%.200s'; if it is the file of --%s, write --%s=FILE, and the workload",
				 c->workload, option[i], option[i]);
			return true;
		}
	return false;
}

static int
with_workload(const struct command *c)
{
	struct workload_options o = {.isa = c->isa, .let = c->let.v, .nlet = c->let.n, .allow = c->allow.v, .nallow = c->allow.n};
	struct simt_error e = {.status = SIMT_OK};
	struct workload *w = workload_read(c->workload, &o, &e);
	bool *selected = w ? select_cases(w, &c->only, &e) : NULL;
	int status = SIMT_OK;

	if (!w && names_result(c, &e))
		e.status = SIMT_USAGE;
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
	struct command c = {
		.machine = {.name = "h200"},
		.recording = {.sms = 1, .to = UINT64_MAX, .instructions = RECORDER_INSTRUCTIONS, .spans = RECORDER_SPANS}};
	int status;

	tell_no_memory();
	if (command_parse(argc, argv, &c, &status)) {
		c.recording.machine = c.machine.name;
		if (c.max_time)
			limit_time(c.max_time);
		if (c.action <= EXPAND)
			status = with_workload(&c);
		else if (c.action == DUMP_MACHINE)
			status = with_machine(&c, NULL, NULL);
		else if (c.action == LIST_OPCODES)
			inspect_opcodes(stdout);
		else
			status = with_cubin(&c);
	}
	command_free(&c);
	return all_told(stopped_status(status));
}
