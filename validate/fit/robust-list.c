#include "validate/fit/robust-list.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "validate/check/check-measured.h"
#include "base/csvfile.h"
#include "base/statistics.h"
#include "validate/fit/evaluate.h"
#include "workloads/runner/run.h"
#include "workloads/reader/workload.h"

/* A list of launches with its columns' values, and which cases take part. */
struct joint_list {
	const char *path, *let;
	struct workload *w;
	struct check *check, *reference; /* reference: NULL where there is none */
	char *set;                       /* by case: 't' training, 'o' another set, 0: no row yet */
};

enum { COLUMN_set, COLUMN_size, COLUMN_workload_, COLUMN_let_, COLUMN_case_, COLUMN_measured_, COLUMNS };

/* ---- what is declared ---- */

/* The words of a cell, copied; n of them. */
static const char **
words(struct arena *a, const char *text, size_t *n)
{
	char *copy = arena_copy(a, text, strlen(text));
	const char **w = arena_alloc(a, (strlen(text) / 2 + 1) * sizeof *w);

	*n = 0;
	for (char *save = NULL, *t = strtok_r(copy, " ", &save); t; t = strtok_r(NULL, " ", &save))
		w[(*n)++] = t;
	return w;
}

/* The list of that name and those values of columns, which is read where it is new. NULL on failure. */
static struct joint_list *
list_of(struct joint *j, const char *path, const char *let, struct simt_error *e)
{
	struct workload_options o = {.isa = NULL};
	struct joint_list *l;

	for (size_t i = 0; i < j->nlist; i++)
		if (!strcmp(j->list[i].path, path) && !strcmp(j->list[i].let, let))
			return j->list + i;
	o.let = words(&j->arena, let, &o.nlet);
	j->list = grow(j->list, &j->room_list, j->nlist + 1, sizeof *j->list);
	l = j->list + j->nlist++;
	*l = (struct joint_list){.path = arena_copy(&j->arena, path, strlen(path)), .let = arena_copy(&j->arena, let, strlen(let))};
	l->w = workload_read(l->path, &o, e);
	if (!l->w)
		return NULL;
	l->check = check_new(l->w, l->path, NULL);
	l->check->times = true;
	l->reference = check_new(l->w, l->path, NULL);
	l->set = calloc(l->w->ncases + 1, 1);
	if (!l->set)
		simt_no_memory();
	return l;
}

/* A row of the declaration: what no row before it has taken. */
static bool
take_row(struct joint *j, const struct joint_wish *wish, const struct csvfile *f, size_t row, const int *column,
	 struct simt_error *e)
{
	const char *size = wish->size;
	const char *cell[COLUMNS], **file;
	struct joint_list *l;
	bool mine;
	size_t n;

	for (int i = 0; i < COLUMNS; i++)
		cell[i] = csvfile_cell(f, row, (size_t)column[i])->text;
	mine = !strcmp(cell[COLUMN_set], "training") && (!size || !strcmp(cell[COLUMN_size], size));
	/* rows of other sets only keep later rows from their cases */
	l = list_of(j, cell[COLUMN_workload_], cell[COLUMN_let_], e);
	if (!l)
		return false;
	for (size_t i = 0; i < l->w->ncases; i++)
		if (!l->set[i] && !fnmatch(cell[COLUMN_case_], l->w->cases[i].name, 0))
			l->set[i] = mine ? 't' : 'o';
	file = words(&j->arena, cell[COLUMN_measured_], &n);
	for (size_t i = 0; mine && i < n; i++) {
		const char *path = check_data_path(&j->arena, wish->data, file[i]), *its;
		bool read = !path;

		j->missing += !path;
		for (size_t k = 0; k < row && !read; k++) {
			const char *other = csvfile_cell(f, k, (size_t)column[COLUMN_measured_])->text;

			read = !strcmp(csvfile_cell(f, k, (size_t)column[COLUMN_workload_])->text, l->path) &&
			       !strcmp(csvfile_cell(f, k, (size_t)column[COLUMN_let_])->text, l->let) &&
			       !strcmp(csvfile_cell(f, k, (size_t)column[COLUMN_set])->text, "training") &&
			       (!size || !strcmp(csvfile_cell(f, k, (size_t)column[COLUMN_size])->text, size)) &&
			       !strcmp(other, cell[COLUMN_measured_]);
		}
		if (read)
			continue;
		its = wish->reference ? check_data_path(&j->arena, wish->reference, file[i]) : NULL;
		if (!simt_goes_on(j->stop, e) || !check_read(l->check, path, CHECK_MEASURED, e) ||
		    (its && !check_read(l->reference, its, CHECK_MEASURED, e)))
			return false;
	}
	return true;
}

/* Median of a metric's runs; 0: not measured. */
static double
median_of(const struct check *c, const struct check_launch *l, const char *metric)
{
	double v[64];
	size_t n = 0;

	for (size_t i = 0; i < l->nvalue && n < 64; i++)
		if (l->value[i].side == CHECK_MEASURED && !strcmp(c->metric[l->value[i].metric].name, metric))
			v[n++] = l->value[i].value;
	return n ? statistics_median(v, n) : 0;
}

/* How long a launch took on the device, ns; by the machine's clock where no time was measured. */
static double
duration(const struct joint *j, const struct check *c, const struct check_launch *l, double cycles)
{
	double ns = median_of(c, l, "gpu__time_duration.sum");

	return ns > 0 ? ns : cycles * 1000 / strtod(simt_machine_get(j->machine, "clock"), NULL);
}

/* The measured launches of a list's training cases. */
static void
take_points(struct joint *j, size_t list, double least_ns, bool beside)
{
	const struct joint_list *l = j->list + list;
	size_t in_case = SIZE_MAX, nth = 0;

	for (size_t i = 0; i < l->check->nlaunch; i++) {
		const struct check_launch *x = l->check->launch + i;
		double cycles = median_of(l->check, x, "sm__cycles_elapsed.max");
		double reference = median_of(l->reference, l->reference->launch + i, "sm__cycles_elapsed.max");

		if (x->whole)
			continue;
		nth = x->in_case == in_case ? nth + 1 : 0;
		in_case = x->in_case;
		if (l->set[in_case] != 't' || cycles <= 0 || (beside && reference <= 0) ||
		    duration(j, l->check, x, cycles) < least_ns)
			continue;
		j->point = grow(j->point, &j->room_point, j->npoint + 1, sizeof *j->point);
		j->point[j->npoint++] = (struct joint_point){.in_list = list,
							     .in_case = in_case,
							     .nth = nth,
							     .of_case = l->w->cases[in_case].name,
							     .kernel = x->kernel,
							     .measured = cycles,
							     .reference = beside ? reference : 0,
							     .before = NAN,
							     .after = NAN};
	}
}

bool
joint_read(struct joint *j, const struct joint_wish *wish, struct simt_error *e)
{
	static const char *const names[COLUMNS] = {"set", "size", "workload", "let", "case", "measured"};
	struct csvfile *f = csvfile_read(wish->declared, e);
	int column[COLUMNS];
	bool fine = f;

	for (int i = 0; fine && i < COLUMNS; i++) {
		column[i] = csvfile_find(f, names[i]);
		if (column[i] < 0)
			fine = csvfile_fail(f, csvfile_header(f, 0), 0, e, "no column '%s'", names[i]);
	}
	for (size_t row = 0; fine && row < f->nrows; row++)
		fine = simt_goes_on(j->stop, e) && take_row(j, wish, f, row, column, e);
	csvfile_free(f);
	for (size_t i = 0; fine && i < j->nlist; i++)
		take_points(j, i, wish->least_ns, wish->reference);
	return fine &&
	       (j->npoint || simt_fail(e, SIMT_BAD_INPUT, "%s: none of its training launches was measured", wish->declared));
}

void
joint_list_free(struct joint *j)
{
	for (size_t i = 0; i < j->nlist; i++) {
		check_free(j->list[i].check);
		check_free(j->list[i].reference);
		workload_free(j->list[i].w);
		free(j->list[i].set);
	}
	free(j->list);
}

/* ---- cycles ---- */

/* Runs the case of point `first`; its points, up to `end`, get their cycles. False: stopped. */
static bool
run_case(const struct joint *j, size_t first, size_t end, double *cycles)
{
	const struct joint_list *l = j->list + j->point[first].in_list;
	bool *selected = calloc(l->w->ncases, sizeof *selected);
	struct simt_error e = {.status = SIMT_OK};
	simt_stop stop = j->stop;
	struct run_options o = {.stop = stop, .arg = &stop, .progress = evaluate_goes_on};
	enum simt_status status = SIMT_OK;
	struct run *run;

	if (!selected)
		simt_no_memory();
	selected[j->point[first].in_case] = true;
	run = run_create(l->w, j->machine, selected, &o, &e);
	if (run) {
		const struct run_case *c = run->cases + j->point[first].in_case;

		status = run_all(run);
		for (size_t i = first; i < end; i++) {
			const struct run_launch *r = j->point[i].nth < c->nlaunches ? c->launches + j->point[i].nth : NULL;

			if (r && r->started && r->status == SIMT_OK)
				cycles[i] = (double)run_launch_stats(r).v[SIMT_STAT_cycles];
		}
	}
	run_free(run);
	free(selected);
	return status != SIMT_INTERRUPTED;
}

/* The first point after those of its case. */
static size_t
case_end(const struct joint *j, size_t first)
{
	size_t i = first;

	while (i < j->npoint && j->point[i].in_list == j->point[first].in_list && j->point[i].in_case == j->point[first].in_case)
		i++;
	return i;
}

/* The task of one process: the case of that number. */
static bool
run_nth(const void *arg, size_t number, double *cycles)
{
	const struct joint *j = arg;
	size_t first = 0;

	while (number--)
		first = case_end(j, first);
	return run_case(j, first, case_end(j, first), cycles);
}

static bool
run_points(const struct joint *j, double *cycles, struct simt_error *e)
{
	size_t n = 0;

	for (size_t first = 0; first < j->npoint; first = case_end(j, first))
		n++;
	return evaluate(&(struct evaluate_work){j->jobs, j->stop, n, run_nth, j}, cycles, j->npoint, e);
}

/* What the cycles depend on, besides the program. */
static uint64_t
key_of(const struct joint *j)
{
	uint64_t key = evaluate_key(j->machine);

	for (size_t i = 0; i < j->npoint; i++)
		key = evaluate_key_more(evaluate_key_more(key, j->list[j->point[i].in_list].path), j->point[i].of_case);
	return key;
}

bool
joint_evaluate(struct joint *j, const long *value, const char *what, double *cycles, struct simt_error *e)
{
	uint64_t key;

	for (size_t i = 0; i < j->nparameter; i++) {
		char text[160];

		snprintf(text, sizeof text, "%.100s=%ld", j->parameter[i].name, value[i]);
		if (!simt_machine_set(j->machine, text, e))
			return false;
	}
	if (!simt_goes_on(j->stop, e))
		return false;
	if (j->progress && !j->progress(j->arg, what))
		return simt_fail(e, SIMT_INTERRUPTED, "interrupted");
	j->evaluations++;
	key = key_of(j);
	if (evaluate_recall(j->keep, key, cycles, j->npoint))
		return true;
	return run_points(j, cycles, e) && evaluate_remember(j->keep, key, cycles, j->npoint, e);
}
