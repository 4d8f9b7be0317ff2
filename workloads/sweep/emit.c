#include "workloads/sweep/emit.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/csvfile.h"
#include "base/file-names.h"
#include "base/result-file.h"
#include "base/wholefile.h"
#include "workloads/sweep/emit-inputs.h"
#include "workloads/sweep/study.h"
#include "workloads/sweep/sweep-parts.h"

enum {
	SLURM_ELEMENTS = 1000, /* of an array: Slurm allows 1001 where nobody has set MaxArraySize */
	SLURM_MARGIN = 10,     /* times as long as is expected, and so many minutes more, Slurm lets a task run */
	MINUTE = 60,
	NAME_ROOM = 64
};

/* Points of one workload that travel together. */
struct bundle {
	size_t workload;
	size_t *run; /* numbers of tasks of the sweep */
	size_t n, room;
	double seconds;
};

struct emission {
	const struct sweep *s;
	const struct emit_wish *w;
	struct bundle *bundle;
	size_t n, room;
};

/* ---- files ---- */

static struct result_file *
begin(const struct emission *m, const char *name, struct simt_error *e)
{
	char *path = store_file(&m->s->store, name);
	struct result_file *f = result_open(path, e);

	free(path);
	return f;
}

/* ---- bundles ---- */

static int
by_number(const void *a, const void *b)
{
	const size_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void
make_bundles(struct emission *m)
{
	const struct sweep *s = m->s;
	size_t *open = zeroed(s->wish.nworkloads, sizeof *open); /* of each workload, and 1 */

	for (size_t i = 0; i < s->nleft; i++) {
		const size_t run = s->left[i], workload = run % s->wish.nworkloads;
		const double seconds = sweep_cost_of(s, run);
		struct bundle *b = open[workload] ? m->bundle + open[workload] - 1 : NULL;

		if (!b || b->seconds + seconds > m->w->seconds) {
			m->bundle = grow(m->bundle, &m->room, m->n + 1, sizeof *m->bundle);
			b = m->bundle + m->n++;
			*b = (struct bundle){.workload = workload};
			open[workload] = m->n;
		}
		b->run = grow(b->run, &b->room, b->n + 1, sizeof *b->run);
		b->run[b->n++] = run;
		b->seconds += seconds;
	}
	for (size_t i = 0; i < m->n; i++)
		qsort(m->bundle[i].run, m->bundle[i].n, sizeof *m->bundle[i].run, by_number);
	free(open);
}

static void
name_task(size_t number, char name[NAME_ROOM])
{
	snprintf(name, NAME_ROOM, "tasks/%06zu.csv", number);
}

static bool
put_task(const struct emission *m, size_t number, struct simt_error *e)
{
	const struct bundle *b = m->bundle + number - 1;
	size_t *point = zeroed(b->n, sizeof *point);
	char name[NAME_ROOM];
	struct result_file *f;

	name_task(number, name);
	f = begin(m, name, e);
	for (size_t i = 0; i < b->n; i++)
		point[i] = b->run[i] / m->s->wish.nworkloads;
	if (f) {
		fprintf(result_stream(f), TASK_HEAD "%zu\n", b->workload + 1);
		study_put_points(m->s, point, b->n, result_stream(f));
	}
	free(point);
	return f && result_close(f, e);
}

/* tasks.csv, and a file for each task. More tasks, of an earlier time, go. */
static bool
put_tasks(const struct emission *m, struct simt_error *e)
{
	char *folder = store_file(&m->s->store, "tasks"), name[NAME_ROOM];
	bool fine = path_make_folder(folder, e), more = true;
	struct result_file *f = fine ? begin(m, "tasks.csv", e) : NULL;

	free(folder);
	if (!f)
		return false;
	fputs("task,workload,point,key\n", result_stream(f));
	for (size_t i = 0; i < m->n; i++)
		for (size_t k = 0; k < m->bundle[i].n; k++) {
			const size_t run = m->bundle[i].run[k], of = m->s->wish.nworkloads;

			fprintf(result_stream(f), "%zu,%zu,%zu,%016" PRIx64 "\n", i + 1, run % of + 1, run / of + 1,
				m->s->key[run]);
		}
	fine = result_close(f, e);
	for (size_t i = 1; fine && i <= m->n; i++)
		fine = put_task(m, i, e);
	for (size_t i = m->n + 1; fine && more; i++) {
		char *path;

		name_task(i, name);
		path = store_file(&m->s->store, name);
		more = unlink(path) == 0;
		free(path);
	}
	return fine;
}

/* ---- scripts ---- */

static double
longest(const struct emission *m)
{
	double most = 0;

	for (size_t i = 0; i < m->n; i++)
		most = m->bundle[i].seconds > most ? m->bundle[i].seconds : most;
	return most;
}

static const char *
program_of(const struct emission *m)
{
	return m->w->program ? m->w->program : "./simt-sweep";
}

/* An element of the array runs each task whose number is its own and a multiple of the size of the array more. */
static void
put_slurm(const struct emission *m, FILE *out)
{
	const size_t some = m->n ? m->n : 1, elements = some < SLURM_ELEMENTS ? some : SLURM_ELEMENTS,
		     each = (some + elements - 1) / elements;
	char most[NAME_ROOM] = "";

	if (m->w->most)
		snprintf(most, sizeof most, "%%%u", m->w->most);
	fprintf(out,
		"#!/bin/sh\n"
		"# To be submitted from its own folder: sbatch slurm.sh. Options of sbatch go over these.\n"
		"#SBATCH --job-name=simt-sweep\n"
		"#SBATCH --array=1-%zu%s\n"
		"#SBATCH --ntasks=1\n"
		"#SBATCH --cpus-per-task=1\n"
		"#SBATCH --time=%.0f\n"
		"#SBATCH --requeue\n"
		"#SBATCH --open-mode=append\n"
		"#SBATCH --output=logs/%%a.txt\n"
		"cd \"${SLURM_SUBMIT_DIR:-.}\" || exit\n"
		"task=$SLURM_ARRAY_TASK_ID status=0\n"
		"while [ \"$task\" -le %zu ]; do\n"
		"\t%s --quiet --task \"$(printf tasks/%%06d.csv \"$task\")\" || status=$?\n"
		"\ttask=$((task + %zu))\n"
		"done\n"
		"exit $status\n",
		elements, most, (double)SLURM_MARGIN + (double)SLURM_MARGIN * (double)each * longest(m) / MINUTE, m->n,
		program_of(m), elements);
}

static void
put_commands(const struct emission *m, FILE *out)
{
	char name[NAME_ROOM];

	for (size_t i = 1; i <= m->n; i++) {
		name_task(i, name);
		fprintf(out, "%s --quiet --task %s\n", program_of(m), name);
	}
}

/* Tasks are phony: each knows what it has still to do. */
static void
put_makefile(const struct emission *m, FILE *out)
{
	char name[NAME_ROOM];

	fprintf(out, "SIMT_SWEEP = %s\n\nall: tasks\n\t$(SIMT_SWEEP) --gather .\n\ntasks =", program_of(m));
	for (size_t i = 1; i <= m->n; i++) {
		name_task(i, name);
		fprintf(out, " \\\n\t%s", name);
	}
	fputs("\n\ntasks: $(tasks)\n$(tasks):\n\t$(SIMT_SWEEP) --quiet --task $@\n\n.PHONY: all tasks $(tasks)\n", out);
}

static bool
put_script(const struct emission *m, struct simt_error *e)
{
	static const struct {
		const char *name;
		void (*put)(const struct emission *m, FILE *out);
	} script[EMIT_KINDS] = {[EMIT_SLURM] = {"slurm.sh", put_slurm},
				[EMIT_PARALLEL] = {"commands", put_commands},
				[EMIT_MAKE] = {"Makefile", put_makefile}};
	char *logs = store_file(&m->s->store, "logs");
	const bool fine = m->w->kind != EMIT_SLURM || path_make_folder(logs, e);
	struct result_file *f = fine ? begin(m, script[m->w->kind].name, e) : NULL;

	free(logs);
	if (f)
		script[m->w->kind].put(m, result_stream(f));
	return f && result_close(f, e);
}

/* ---- the folder ---- */

/* Whether a folder without a study may become one: it is new, empty, or the store of a sweep on this host. */
static bool
is_free(const char *folder, struct simt_error *e)
{
	static const char *const own[] = {".", "..", "points", "plan.csv", "costs.csv", "lock", "results.csv", "results.csv.part"};
	DIR *d = opendir(folder);
	bool fine = true;

	if (!d)
		return errno == ENOENT || simt_fail(e, SIMT_BAD_INPUT, "%s: %s", folder, strerror(errno));
	for (const struct dirent *f; fine && (f = readdir(d));) {
		bool is_own = false;

		for (size_t i = 0; i < sizeof own / sizeof *own; i++)
			is_own = is_own || !strcmp(f->d_name, own[i]);
		if (!is_own)
			fine = simt_fail(e, SIMT_BAD_INPUT, "%s: it holds other files, such as %s; give a new folder for tasks",
					 folder, f->d_name);
	}
	closedir(d);
	return fine;
}

/* Writes study.csv and points.csv, which may be there and have to be the same then. */
static bool
put_study(const struct emission *m, const char *here, struct simt_error *e)
{
	static const char *const name[] = {"study.csv", "points.csv"};
	struct simt_error no = {.status = SIMT_OK};
	bool fine = true;

	for (int i = 0; fine && i < 2; i++) {
		struct text t = {.s = NULL};
		FILE *out = must(open_memstream(&t.s, &t.n));
		char *path = store_file(&m->s->store, name[i]);
		struct result_file *f;
		size_t bytes = 0;
		unsigned char *there = wholefile_read(path, WHOLEFILE_BYTES_MAX, &bytes, &no);

		if (i)
			study_put_points(m->s, NULL, 0, out);
		else
			study_put(m->s, here, out);
		fclose(out);
		if (there && (bytes != t.n || memcmp(there, t.s, bytes) != 0))
			fine = simt_fail(e, SIMT_BAD_INPUT,
					 "%s: it holds the tasks of another study, or of another simt-sweep; give a new folder",
					 m->s->wish.folder);
		else if (!there && !i)
			fine = is_free(m->s->wish.folder, e) && path_make_folder(m->s->wish.folder, e);
		f = fine && !there ? result_open(path, e) : NULL;
		if (f) {
			fwrite(t.s, 1, t.n, result_stream(f));
			fine = result_close(f, e);
		}
		fine = fine && !e->status;
		free(there);
		free(path);
		free(t.s);
	}
	return fine;
}

bool
emit(const struct sweep *s, const struct emit_wish *w, struct emitted *did, struct simt_error *e)
{
	struct emission m = {.s = s, .w = w};
	struct emit_inputs inputs = {.s = s};
	bool fine;

	make_bundles(&m);
	fine = emit_find_here(&inputs, e) && put_study(&m, inputs.here, e) && emit_copy(&inputs, !w->program, e) &&
	       put_tasks(&m, e) && put_script(&m, e);
	*did = (struct emitted){.tasks = m.n, .runs = s->nleft, .absolute = inputs.absolute};
	memcpy(did->an_absolute, inputs.an_absolute, sizeof did->an_absolute);
	emit_inputs_free(&inputs);
	for (size_t i = 0; i < m.n; i++)
		free(m.bundle[i].run);
	free(m.bundle);
	return fine;
}

/* ---- what is missing ---- */

/* A task of tasks.csv. */
struct known_task {
	char name[NAME_ROOM];
	size_t number, runs, missing;
};

static void
tell_of(const struct known_task *t, void (*tell)(void *arg, const char *task, size_t runs, size_t missing), void *arg)
{
	if (t->missing)
		tell(arg, t->name, t->runs, t->missing);
}

bool
emit_missing(const struct sweep *s, void (*tell)(void *arg, const char *task, size_t runs, size_t missing), void *arg,
	     struct simt_error *e)
{
	char *path = store_file(&s->store, "tasks.csv");
	struct csvfile *f = csvfile_read(path, e);
	const int task = f ? csvfile_find(f, "task") : -1, key = f ? csvfile_find(f, "key") : -1;
	struct known_task t = {.number = 0};
	size_t found = 0;

	free(path);
	if (f && (task < 0 || key < 0))
		csvfile_fail(f, csvfile_header(f, 0), 0, e, "this is no list of tasks that simt-sweep --emit has written");
	for (size_t r = 0; f && !e->status && r < f->nrows; r++) {
		const size_t number = strtoul(csvfile_cell(f, r, (size_t)task)->text, NULL, 10);
		const bool missing = map_get(&s->missing, strtoull(csvfile_cell(f, r, (size_t)key)->text, NULL, 16));

		if (number != t.number) {
			tell_of(&t, tell, arg);
			t = (struct known_task){.number = number};
			name_task(number, t.name);
		}
		t.runs++;
		t.missing += missing;
		found += missing;
	}
	tell_of(&t, tell, arg);
	if (!e->status && found < s->missing.n)
		tell(arg, NULL, s->missing.n - found, s->missing.n - found);
	csvfile_free(f);
	return !e->status;
}
