#include "programs/check-run.h"

#include <stdlib.h>

#include "programs/progress.h"

bool
check_find_exempt(struct check *check, const char *given, struct simt_error *e)
{
	char path[4096];

	if (given && !check_read_exempt(check, given, e))
		return false;
	return !find_data("validate/exempt.csv", path, sizeof path) || check_read_exempt(check, path, e);
}

/* run_options.arg */
struct simulation {
	struct progress progress; /* first: progress.h takes a pointer to this */
	struct check *check;
	simt_stop stop;
};

static void
on_contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	const struct simulation *s = arg;

	check_contents(s->check, c, b, data);
}

static bool
on_progress(void *arg, size_t at, size_t of, const struct workload_case *c, uint64_t cycles, uint64_t inst_executed)
{
	const struct simulation *s = arg;

	progress_run(arg, at, of, c, cycles, inst_executed);
	return !simt_stopped(s->stop);
}

enum simt_status
check_simulate(struct check *check, const struct check_run_options *how, const bool *selected, struct simt_error *e)
{
	struct simulation s = {.progress = {.wanted = progress_wanted(false), .cycles = true}, .check = check, .stop = how->stop};
	struct run_options o = {.per_pc = how->per_pc,
				.stop = how->stop,
				.arg = &s,
				.message = progress_message,
				.contents = on_contents,
				.progress = on_progress};
	struct simt_machine *m = simt_machine_load(how->machine, e);
	enum simt_status status = SIMT_OK;
	struct run *run = NULL;

	for (size_t i = 0; m && i < how->set->n && e->status == SIMT_OK; i++)
		simt_machine_set(m, how->set->v[i], e);
	tell_remarks(m);
	if (m && e->status == SIMT_OK)
		run = run_create(check->w, m, selected, &o, e);
	if (run) {
		status = run_all(run);
		progress_clear(&s.progress);
		check_take_run(check, run);
	}
	run_free(run);
	simt_machine_free(m);
	return status;
}
