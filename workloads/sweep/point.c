#include "workloads/sweep/point.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/csvfile.h"
#include "workloads/report/report.h"
#include "workloads/runner/run.h"

/* A point as it runs. */
struct running_point {
	const struct point *p;
	const struct workload *w;
	struct report report;
	char **error;  /* the first sentence about each case, or NULL */
	bool *refused; /* by case: the machine cannot run it */
	char *last;    /* said since the last case has ended, or NULL */
	const char *name[VALUES_MAX];
	size_t nnames;
	struct text *csv;
};

/* ---- rows ---- */

static void
put_header(struct text *t, const char *const *name, size_t n)
{
	text_put(t, POINT_COLUMNS);
	for (size_t i = 0; i < n; i++) {
		text_put(t, ",");
		text_put(t, name[i]);
	}
	text_put(t, "\n");
}

/* Cells of the metrics: `name` has the same order as v, which leaves some out. */
static void
put_values(struct text *t, const char *const *name, size_t nnames, const struct value *v, size_t n)
{
	size_t at = 0;

	for (size_t i = 0; i < nnames; i++) {
		text_put(t, ",");
		if (at == n || strcmp(v[at].metric, name[i]) != 0)
			continue;
		if (v[at].whole)
			text_count(t, v[at].n);
		else
			text_decimals(t, v[at].x, v[at].decimals);
		at++;
	}
	text_put(t, "\n");
}

/* The keys of a row; a comma behind each cell but the last. */
static void
put_keys(struct text *t, const char *const cell[POINT_NCOLUMNS])
{
	for (int i = 0; i < POINT_NCOLUMNS; i++) {
		csvfile_text(t, cell[i]);
		if (i + 1 < POINT_NCOLUMNS)
			text_put(t, ",");
	}
}

/* The row of case i, or of one of its launches. */
static void
put_row(struct running_point *r, size_t i, const struct run_launch *l)
{
	const struct run *run = r->report.run;
	const struct workload_case *c = r->w->cases + i;
	const struct workload_launch *x = r->w->launch + (l ? l->launch : c->launches[0]);
	const bool refused = r->refused[i];
	const char *status = refused ? report_status(SIMT_BAD_INPUT, false)
			     : l     ? report_status(l->status, l->started)
				     : report_status(run->cases[i].status, run->cases[i].started);
	struct value v[VALUES_MAX];
	const size_t n = refused ? 0 : report_values(&r->report, i, l, v);
	char id[32] = "";

	if (l)
		snprintf(id, sizeof id, "%u", l->id);
	put_keys(r->csv, (const char *const[]){x->cell[COLUMN_technique], x->cell[COLUMN_variant], c->name, l ? x->name : "", id,
					       l || c->nlaunches == 1 ? x->cell[COLUMN_kernel] : "", status,
					       !l && r->error[i] ? r->error[i] : ""});
	put_values(r->csv, r->name, r->nnames, v, n);
}

void
point_failed(struct text *csv, const char *status, const char *error)
{
	struct simt_machine *none = NULL;
	const char *name[VALUES_MAX];
	struct values values;
	size_t n;

	values_init(&values, none);
	n = values_names(&values, name);
	put_header(csv, name, n);
	put_keys(csv, (const char *const[POINT_NCOLUMNS]){"", "", "", "", "", "", status, error});
	put_values(csv, name, n, NULL, 0);
}

/* ---- what is said of cases ---- */

static void
on_message(void *arg, const struct simt_error *e)
{
	struct running_point *r = arg;

	if (e->status != SIMT_OK && e->status != SIMT_INTERRUPTED && !r->last)
		r->last = must(strdup(e->text));
}

static void
on_ended(void *arg, size_t of_case)
{
	struct running_point *r = arg;

	r->error[of_case] = r->last;
	r->last = NULL;
}

static bool
on_progress(void *arg, size_t at, size_t of, const struct workload_case *c, uint64_t cycles, uint64_t inst_executed)
{
	const struct running_point *r = arg;

	(void)at, (void)of, (void)c, (void)cycles, (void)inst_executed;
	return !r->p->goes_on || r->p->goes_on(r->p->arg);
}

/* ---- the run ---- */

/* The cases that the globs select; without any, all. NULL: none has such a name. */
static bool *
select_some(const struct point *p, const struct workload *w, struct simt_error *e)
{
	bool *selected = zeroed(w->ncases, sizeof *selected), any = false;

	for (size_t i = 0; i < w->ncases; i++) {
		selected[i] = !p->o.nonly;
		for (size_t k = 0; k < p->o.nonly; k++)
			selected[i] = selected[i] || fnmatch(p->o.only[k], w->cases[i].name, 0) == 0;
		any = any || selected[i];
	}
	if (any)
		return selected;
	simt_fail(e, SIMT_BAD_INPUT, "no case has a name that is selected");
	free(selected);
	return NULL;
}

/* Finds the cases that cannot run, each on its own, when not all of them can: they are no longer selected. */
static void
find_refused(struct running_point *r, bool *selected, const struct run_options *o)
{
	bool *one = zeroed(r->w->ncases, sizeof *one);

	for (size_t i = 0; i < r->w->ncases; i++) {
		struct simt_error why = {.status = SIMT_OK};

		if (!selected[i])
			continue;
		one[i] = true;
		run_free(run_create(r->w, r->p->machine, one, o, &why));
		one[i] = false;
		if (!why.status)
			continue;
		r->refused[i] = true;
		r->error[i] = must(strdup(why.text));
		selected[i] = false;
	}
	free(one);
}

/* A run of the cases that the machine can run. NULL: it can run none, or parameters contradict each other (*e). */
static struct run *
create(struct running_point *r, bool *selected, const struct run_options *o, struct simt_error *e)
{
	struct simt_error why = {.status = SIMT_OK};
	struct simt *s;
	struct run *run;

	if (r->p->o.mode == SIMT_FUNCTIONAL && simt_machine_packs(r->p->machine)) {
		simt_fail(e, SIMT_USAGE, "policy %s depends on time and has no functional mode",
			  simt_machine_get(r->p->machine, "reconvergence"));
		return NULL;
	}
	run = run_create(r->w, r->p->machine, selected, o, &why);
	if (run)
		return run;
	s = simt_create(r->p->machine, e);
	simt_destroy(s);
	if (!s)
		return NULL;
	find_refused(r, selected, o);
	/* with none selected it has nothing to refuse, and the rows say what was */
	return run_create(r->w, r->p->machine, selected, o, e);
}

/* Runs what can run, and writes all rows. */
static bool
run_selected(struct running_point *r, bool *selected, struct simt_error *e)
{
	const struct point *p = r->p;
	const struct run_options o = {.mode = p->o.mode,
				      .sampling = p->o.sampling,
				      .jobs = 1,
				      .max_cycles = p->o.max_cycles,
				      .max_instructions = p->o.max_instructions,
				      .bound = p->o.bound,
				      .stop = p->stop,
				      .arg = r,
				      .message = on_message,
				      .ended = on_ended,
				      .progress = on_progress};
	struct run *run = create(r, selected, &o, e);
	bool fine = run;

	if (!run)
		return false;
	r->report = (struct report){.run = run};
	values_init(&r->report.values, p->machine);
	r->nnames = values_names(&r->report.values, r->name);
	if (run_all(run) == SIMT_INTERRUPTED)
		fine = simt_fail(e, SIMT_INTERRUPTED, "interrupted");
	if (fine)
		put_header(r->csv, r->name, r->nnames);
	for (size_t i = 0; fine && i < r->w->ncases; i++) {
		if (!selected[i] && !r->refused[i])
			continue;
		put_row(r, i, NULL);
		for (size_t k = 0; k < run->cases[i].nlaunches; k++)
			put_row(r, i, run->cases[i].launches + k);
	}
	run_free(run);
	return fine;
}

static bool
run_workload(const struct point *p, const struct workload *w, struct text *csv, struct simt_error *e)
{
	struct running_point r = {.p = p, .w = w, .csv = csv};
	bool *selected = select_some(p, w, e), fine;

	r.error = zeroed(w->ncases, sizeof(char *));
	r.refused = zeroed(w->ncases, sizeof *r.refused);
	fine = selected && run_selected(&r, selected, e);
	for (size_t i = 0; i < w->ncases; i++)
		free(r.error[i]);
	free(r.error);
	free(r.refused);
	free(r.last);
	free(selected);
	return fine;
}

/* Whether the files are those of which the point's key was made. */
static bool
is_unchanged(const struct point *p, const struct workload *w, struct simt_error *e)
{
	struct key_files files = {.room = 0};
	uint64_t hash = 0;
	const bool fine = key_inputs(&files, w, &hash, e);

	key_files_free(&files);
	return fine && (hash == p->inputs ||
			simt_fail(e, SIMT_BAD_INPUT,
				  "%s, or a file that it names, has changed while the sweep runs; start it again", p->workload));
}

bool
point_run(const struct point *p, struct text *csv, struct simt_error *e)
{
	const struct workload_options o = {.let = p->o.let, .nlet = p->o.nlet, .allow = p->o.allow, .nallow = p->o.nallow};
	struct simt_error why = {.status = SIMT_OK};
	struct workload *w = workload_read(p->workload, &o, &why);
	bool fine = true;

	if (w)
		fine = is_unchanged(p, w, e) && (run_workload(p, w, csv, &why) || why.status != SIMT_INTERRUPTED);
	workload_free(w);
	if (why.status == SIMT_INTERRUPTED)
		return simt_fail(e, SIMT_INTERRUPTED, "interrupted");
	if (fine && why.status)
		point_failed(csv, report_status(SIMT_BAD_INPUT, false), why.text);
	return fine;
}
