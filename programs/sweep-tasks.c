#include "programs/sweep-tasks.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/nearest.h"
#include "workloads/sweep/study.h"

/* ---- words ---- */

static const struct {
	const char *name, *go; /* what the user does next, in the folder */
} kinds[EMIT_KINDS] = {[EMIT_SLURM] = {"slurm", "sbatch slurm.sh"},
		       [EMIT_PARALLEL] = {"parallel", "parallel < commands"},
		       [EMIT_MAKE] = {"make", "make -k -j N"}};

static const char *
kind_name(size_t i, const void *arg)
{
	(void)arg;
	return kinds[i].name;
}

bool
take_emit(const char *kind, const char *folder, enum emit_kind *to, struct simt_error *e)
{
	const char *near = nearest(kind, strlen(kind), kind_name, EMIT_KINDS, NULL);

	for (int i = 0; i < EMIT_KINDS; i++) {
		if (strcmp(kind, kinds[i].name) != 0)
			continue;
		*to = (enum emit_kind)i;
		return (folder && *folder && *folder != '-') ||
		       simt_fail(e, SIMT_USAGE, "--emit %s: no folder for tasks given: --emit %s FOLDER", kind, kind);
	}
	return near ? simt_fail(e, SIMT_USAGE, "--emit %s: tasks are not written for that; did you mean %s?", kind, near)
		    : simt_fail(e, SIMT_USAGE, "--emit %s: tasks are written for slurm, parallel or make", kind);
}

const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

void
tell_rows(const char *folder, const struct gathered *g)
{
	fprintf(stderr, "%s/results.csv: %zu row%s", folder, g->rows, plural(g->rows));
	if (g->missing)
		fprintf(stderr, "; %zu of them missing, since their tasks have still to run", g->missing);
	if (g->failed)
		fprintf(stderr, "; %zu of them without a result, see columns status and error", g->failed);
	if (g->mismatch)
		fprintf(stderr, "; in %zu an expect does not hold", g->mismatch);
	fputc('\n', stderr);
}

/* ---- writing ---- */

int
emit_tasks(struct sweep *s, const struct emit_wish *w, const char *folder, bool quiet)
{
	struct simt_error e = {.status = SIMT_OK};
	struct emitted did;

	if (sweep_left(s) && sweep_estimate(s) < 0 && !sweep_probe(s, catch_stop(), &e))
		return complain(&e);
	if (!emit(s, w, &did, &e))
		return complain(&e);
	if (did.absolute)
		fprintf(stderr, "simt-sweep: files whose names are absolute are not copied, such as %s\n", did.an_absolute);
	if (quiet)
		return SIMT_OK;
	fprintf(stderr, "%s: %zu run%s in %zu task%s", folder, did.runs, plural(did.runs), did.tasks, plural(did.tasks));
	if (did.runs)
		fprintf(stderr, "; start them there by '%s'", kinds[w->kind].go);
	fprintf(stderr, "%s 'simt-sweep --gather %s' writes the table\n", did.runs ? ", then" : ";", folder);
	return SIMT_OK;
}

/* ---- a folder of tasks ---- */

/* A file or folder by its absolute name, which the caller frees; NULL: *e. */
static char *
whole_name(const char *path, struct simt_error *e)
{
	char *name = realpath(path, NULL);

	if (!name)
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", path, strerror(errno));
	return name;
}

/* Goes to the place where names of files hold, and to the machines that were copied. */
static bool
go_there(const struct study *st, struct simt_error *e)
{
	char *here = path_join(st->wish.folder, st->here), *data = path_join(st->wish.folder, "data");
	bool fine = true;

	if (access(data, X_OK) == 0 && setenv("SIMT_DATADIR", data, 1))
		fine = simt_fail(e, SIMT_BAD_INPUT, "%s: %s", data, strerror(errno));
	if (fine && chdir(here))
		fine = simt_fail(e, SIMT_BAD_INPUT, "%s: %s", here, strerror(errno));
	free(data);
	free(here);
	return fine;
}

/* Makes the sweep of a folder; task: the file whose points are run, or NULL. Free both in any case. */
static struct sweep *
open_tasks(const struct tasks_wish *w, const char *folder, const char *task, struct study *st, struct simt_error *e)
{
	struct sweep_wish *wish = &st->wish;

	if (!study_read(st, folder, w->names.version, e) || !go_there(st, e))
		return NULL;
	wish->plan.alias = w->names.plan.alias;
	wish->plan.naliases = w->names.plan.naliases;
	wish->word = w->names.word;
	wish->nwords = w->names.nwords;
	wish->metrics = w->metrics ? w->metrics : wish->metrics;
	wish->baseline = w->baseline ? w->baseline : wish->baseline;
	wish->launches = w->launches || wish->launches;
	if (task) {
		/* a task has no table; the baseline may not be among its points */
		wish->baseline = NULL;
		wish->plan.points = wish->task = task;
	}
	return sweep_new(wish, e);
}

int
run_task(const struct tasks_wish *w)
{
	const struct sweep_run_options o = {.jobs = w->jobs ? w->jobs : 1, .stop = catch_stop()};
	struct simt_error e = {.status = SIMT_OK};
	char *task = whole_name(w->path, &e), *tasks = path_folder(task ? task : ""), *folder = path_folder(tasks);
	struct study st = {.here = NULL};
	struct sweep *s = NULL;

	if (task && strcmp(path_base(tasks), "tasks") != 0)
		simt_fail(&e, SIMT_BAD_INPUT, "%s: it is no task that simt-sweep --emit has written", w->path);
	else if (task)
		s = open_tasks(w, folder, task, &st, &e);
	if (s)
		sweep_run(s, &o, &e);
	sweep_free(s);
	study_free(&st);
	free(folder);
	free(tasks);
	free(task);
	if (e.status == SIMT_INTERRUPTED)
		fprintf(stderr, "simt-sweep: interrupted; the same command goes on\n");
	return e.status == SIMT_INTERRUPTED || !e.status ? (int)e.status : complain(&e);
}

static void
tell_missing(void *arg, const char *task, size_t runs, size_t missing)
{
	(void)arg;
	if (task)
		printf("%s: %zu of %zu run%s %s missing\n", task, missing, runs, plural(runs), missing == 1 ? "is" : "are");
	else
		printf("%zu run%s missing and of no task; write the tasks again\n", missing, missing == 1 ? " is" : "s are");
}

int
gather_tasks(const struct tasks_wish *w)
{
	struct simt_error e = {.status = SIMT_OK};
	char *folder = whole_name(w->path, &e);
	struct study st = {.here = NULL};
	struct gathered g = {.rows = 0};
	struct sweep *s = NULL;

	if (folder)
		s = open_tasks(w, folder, NULL, &st, &e);
	if (s) {
		sweep_let_miss(s);
		if (sweep_gather(s, &g, &e) && emit_missing(s, tell_missing, NULL, &e) && !w->quiet && !fflush(stdout))
			tell_rows(w->path, &g);
	}
	sweep_free(s);
	study_free(&st);
	free(folder);
	if (e.status)
		return complain(&e);
	return g.missing ? (int)SIMT_MISMATCH : (int)SIMT_OK;
}
