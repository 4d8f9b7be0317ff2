#include "programs/check-run.h"

#include <stdlib.h>
#include <unistd.h>

bool
check_find_exempt(struct check *check, const char *given, struct simt_error *e)
{
	const char *datadir = getenv("SIMT_DATADIR"), *dir[] = {datadir, SIMT_PKGDATADIR, SIMT_SOURCE_DATADIR};
	bool ok = !given || check_read_exempt(check, given, e);

	for (size_t i = 0; ok && i < sizeof dir / sizeof *dir; i++) {
		char path[4096];

		/* installed: machines/ and validate/ side by side; in the source tree machines/ is in sim/ */
		for (int up = 0; dir[i] && up < 2; up++)
			if ((size_t)snprintf(path, sizeof path, "%s%s/validate/exempt.csv", dir[i], up ? "/.." : "") <
				    sizeof path &&
			    access(path, R_OK) == 0)
				return check_read_exempt(check, path, e);
	}
	return ok;
}

static void
on_message(void *arg, const struct simt_error *e)
{
	(void)arg;
	complain(e);
}

/* run_options.arg */
struct simulation {
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

	(void)at;
	(void)of;
	(void)c;
	(void)cycles;
	(void)inst_executed;
	return !simt_stopped(s->stop);
}

enum simt_status
check_simulate(struct check *check, const struct check_run_options *how, const bool *selected, struct simt_error *e)
{
	struct simulation s = {check, how->stop};
	struct run_options o = {.per_pc = how->per_pc,
				.stop = how->stop,
				.arg = &s,
				.message = on_message,
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
		check_take_run(check, run);
	}
	run_free(run);
	simt_machine_free(m);
	return status;
}
