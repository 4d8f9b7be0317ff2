/* accuracy-read.c: the sets of launches, what was measured of them and what was simulated. */
#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "validate/accuracy/accuracy.h"
#include "validate/check/check-measured.h"
#include "base/csvfile.h"
#include "base/statistics.h"
#include "workloads/reader/workload.h"

const char *const accuracy_set_name[ACCURACY_SETS] = {"training", "micro", "development", "held-out"};
const char *const accuracy_size_name[ACCURACY_SIZES] = {"quick", "full", "long"};

/* ncu's states on this device: those of the simulator, and two that it has no reason for. */
static const char *const state_name[] = {
#define STALL(name, doc) #name,
#include "sim/runtime/stall.def"
#undef STALL
	"tex_throttle", "gmma"};
enum { STATES = sizeof state_name / sizeof *state_name };
_Static_assert((int)STATES <= (int)ACCURACY_STATES_MAX, "a share for each state");

const char *
accuracy_state_name(size_t i)
{
	return i < STATES ? state_name[i] : NULL;
}

/* ---- the sets ---- */
struct set_row {
	enum accuracy_set set;
	enum accuracy_size size;
	const char *workload, *let, *glob, *measured;
	size_t in_group;
};

struct reader {
	struct accuracy *a;
	const struct accuracy_options *o;
	struct csvfile *f;
	struct set_row *row;
	char *root, *data; /* folders */
};

/* Place of a word in a list, or -1. */
static int
place(const char *word, const char *const *list, int n)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(word, list[i]))
			return i;
	return -1;
}

/* "workloads/half-warp/half-warp.csv", "n=4000" -> "half-warp,n=4000", which can be the name of a folder. */
static const char *
group_name(struct arena *a, const char *workload, const char *let)
{
	const char *slash = strrchr(workload, '/'), *base = slash ? slash + 1 : workload, *dot = strrchr(base, '.');
	char *name = arena_printf(a, "%.*s%s%s", (int)(dot ? dot - base : (long)strlen(base)), base, *let ? "," : "", let);

	for (char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr(",.=_", *p))
			*p = '-';
	return name;
}

static size_t
group_of(struct accuracy *a, const char *workload, const char *let)
{
	for (size_t i = 0; i < a->ngroup; i++)
		if (!strcmp(a->group[i].workload, workload) && !strcmp(a->group[i].let, let))
			return i;
	a->group = grow(a->group, &a->room_group, a->ngroup + 1, sizeof *a->group);
	a->group[a->ngroup] = (struct accuracy_group){group_name(&a->arena, workload, let), workload, let};
	return a->ngroup++;
}

static bool
read_sets(struct reader *r, struct simt_error *e)
{
	static const char *const name[] = {"set", "size", "workload", "let", "case", "measured"};
	enum { SET, SIZE, WORKLOAD, LET, CASE, MEASURED, COLUMNS };
	int column[COLUMNS];

	for (int k = 0; k < COLUMNS; k++) {
		column[k] = csvfile_find(r->f, name[k]);
		if (column[k] < 0)
			return simt_fail(e, SIMT_BAD_INPUT, "%s: the column %s is needed", r->f->name, name[k]);
	}
	r->row = calloc(r->f->nrows + 1, sizeof *r->row);
	if (!r->row)
		simt_no_memory();
	for (size_t i = 0; i < r->f->nrows; i++) {
		const struct csv_cell *c[COLUMNS];
		int set, size;

		for (int k = 0; k < COLUMNS; k++)
			c[k] = csvfile_cell(r->f, i, (size_t)column[k]);
		set = place(c[SET]->text, accuracy_set_name, ACCURACY_SETS);
		size = place(c[SIZE]->text, accuracy_size_name, ACCURACY_SIZES);
		if (set < 0)
			return csvfile_fail(r->f, c[SET], 0, e,
					    "'%.40s' is not a set; sets are training, micro, development or held-out",
					    c[SET]->text);
		if (size < 0)
			return csvfile_fail(r->f, c[SIZE], 0, e, "'%.40s' is not a size; sizes are quick, full and long",
					    c[SIZE]->text);
		r->row[i] = (struct set_row){.set = (enum accuracy_set)set,
					     .size = (enum accuracy_size)size,
					     .workload = arena_copy(&r->a->arena, c[WORKLOAD]->text, c[WORKLOAD]->bytes),
					     .let = arena_copy(&r->a->arena, c[LET]->text, c[LET]->bytes),
					     .glob = c[CASE]->text,
					     .measured = c[MEASURED]->text};
		r->row[i].in_group = group_of(r->a, r->row[i].workload, r->row[i].let);
	}
	return true;
}

/* The row that says where a case belongs, or NULL. */
static const struct set_row *
row_of(const struct reader *r, size_t group, const char *of_case)
{
	for (size_t i = 0; i < r->f->nrows; i++)
		if (r->row[i].in_group == group && !fnmatch(r->row[i].glob, of_case, 0))
			return &r->row[i];
	return NULL;
}

static bool
is_wanted(const struct accuracy_options *o, const struct set_row *row, const char *of_case)
{
	bool named = o->nonly == 0;

	for (size_t i = 0; i < o->nonly; i++)
		named = named || !fnmatch(o->only[i], of_case, 0);
	return named && row->size <= o->size && (!o->set_mask || o->set_mask >> row->set & 1);
}

/* ---- values ---- */
struct value {
	double median, low, high;
	unsigned n;
};

static struct value
value_of(const struct check *c, const struct check_launch *l, const char *metric, enum check_side side)
{
	struct value result = {NAN, NAN, NAN, 0};
	double v[64];
	size_t m;

	if (!names_find(&c->metrics, metric, &m))
		return result;
	for (size_t i = 0; i < l->nvalue && result.n < 64; i++)
		if (l->value[i].metric == m && l->value[i].side == side)
			v[result.n++] = l->value[i].value;
	if (!result.n)
		return result;
	result.median = statistics_median(v, result.n);
	result.low = v[0];
	result.high = v[result.n - 1];
	return result;
}

static bool
take_states(const struct check *c, const struct check_launch *l, enum check_side side, double *share)
{
	double sum = 0;

	for (size_t i = 0; i < STATES; i++) {
		char metric[128];

		snprintf(metric, sizeof metric, "smsp__average_warps_issue_stalled_%s_per_issue_active.ratio", state_name[i]);
		share[i] = value_of(c, l, metric, side).median;
		share[i] = isnan(share[i]) ? 0 : share[i];
		sum += share[i];
	}
	for (size_t i = 0; i < STATES; i++)
		share[i] /= sum > 0 ? sum : 1;
	return sum > 0;
}

/* Takes the measured values of a launch, and the simulated ones if they exist. */
static bool
take_launch(const struct check *c, const struct check_launch *l, struct accuracy_launch *to)
{
	static const char cycles[] = "sm__cycles_elapsed.max";
	struct value v = value_of(c, l, cycles, CHECK_MEASURED);
	double passes = value_of(c, l, "simt__cycles_elapsed.spread", CHECK_MEASURED).median;

	if (!(v.median > 0))
		return false;
	to->measured = v.median;
	to->noise = (v.high - v.low) / v.median;
	if (passes > to->noise)
		to->noise = passes;
	to->ns = value_of(c, l, "gpu__time_duration.sum", CHECK_MEASURED).median;
	if (isnan(to->ns))
		to->ns = value_of(c, l, "simt__event_time.median", CHECK_MEASURED).median;
	to->inst = value_of(c, l, "smsp__inst_executed.sum", CHECK_MEASURED).median;
	to->bytes = 32 * value_of(c, l, "lts__t_sectors_srcunit_tex_lookup_miss.sum", CHECK_MEASURED).median;
	to->simulated = value_of(c, l, cycles, CHECK_SIMULATED).median;
	to->null = NAN;
	to->has_states = take_states(c, l, CHECK_MEASURED, to->state[ACCURACY_MEASURED]) &&
			 take_states(c, l, CHECK_SIMULATED, to->state[ACCURACY_SIMULATED]);
	return !isnan(to->ns);
}

/* ---- results ---- */
/* Whether results are of another machine than the measured one, or of one with parameters set. Such parameters are columns before
 * `technique` that the workload does not have. */
static bool
read_machine(const struct reader *r, const struct workload *w, const char *path, bool *other, struct simt_error *e)
{
	struct csvfile *f = csvfile_read(path, e);
	int machine, technique;

	if (!f)
		return false;
	machine = csvfile_find(f, "machine");
	technique = csvfile_find(f, "technique");
	*other = machine < 0 || (f->nrows && strcmp(csvfile_cell(f, 0, (size_t)machine)->text, r->a->machine));
	for (int k = machine + 1; machine >= 0 && k < technique; k++) {
		bool parameter = false;

		for (size_t i = 0; i < w->nparams; i++)
			parameter = parameter || !strcmp(w->param[i], csvfile_header(f, (size_t)k)->text);
		*other = *other || !parameter;
	}
	csvfile_free(f);
	return true;
}

static const char *
result_path(struct arena *a, const struct accuracy_options *o, const struct accuracy_group *g, const char *of_case)
{
	return arena_printf(a, "%s/%s/%s.csv", o->results, g->name, of_case);
}

static bool
read_case(struct reader *r, struct check *c, size_t group, size_t in_case, struct simt_error *e)
{
	const struct workload_case *wc = &c->w->cases[in_case];
	const struct set_row *row = row_of(r, group, wc->name);
	struct accuracy *a = r->a;
	bool other = false;

	if (!row)
		return true;
	if (r->o->results && is_wanted(r->o, row, wc->name)) {
		const char *path = result_path(&a->arena, r->o, &a->group[group], wc->name);

		if (access(path, R_OK) == 0 &&
		    (!check_read(c, path, CHECK_SIMULATED, e) || !read_machine(r, c->w, path, &other, e)))
			return false;
	}
	for (size_t i = 0; i < c->nlaunch; i++) {
		struct accuracy_launch l = {.set = row->set,
					    .size = row->size,
					    .wanted = is_wanted(r->o, row, wc->name),
					    .in_group = group,
					    .before = SIZE_MAX};
		const struct check_launch *from = &c->launch[i];

		if (from->in_case != in_case || from->whole || !take_launch(c, from, &l))
			continue;
		a->left_out += row->size > r->o->size && (!r->o->set_mask || r->o->set_mask >> row->set & 1);
		l.technique = strcmp(c->w->launch[from->launch].cell[COLUMN_technique], "none") != 0;
		l.of_case = arena_copy(&a->arena, wc->name, strlen(wc->name));
		l.launch = wc->nlaunches > 1 ? arena_copy(&a->arena, from->name, strlen(from->name)) : "";
		l.kernel = arena_copy(&a->arena, from->kernel, strlen(from->kernel));
		l.ordinal = from->ordinal;
		l.extrapolated = other && !isnan(l.simulated);
		a->launch = grow(a->launch, &a->room_launch, a->nlaunch + 1, sizeof *a->launch);
		a->launch[a->nlaunch++] = l;
	}
	return true;
}

/* Whether the case can have a speed-up: it has one launch, which is not repeated. */
static bool
is_alone(const struct check *c, const struct workload_case *wc)
{
	return wc->nlaunches == 1 && c->w->launch[wc->launches[0]].repeat == 1;
}

static void
find_before(struct accuracy *a, const struct check *c, size_t first)
{
	for (size_t i = first; i < a->nlaunch; i++) {
		int in_case = workload_find_case(c->w, a->launch[i].of_case), before = c->w->cases[in_case].before;

		if (before < 0 || !is_alone(c, &c->w->cases[in_case]) || !is_alone(c, &c->w->cases[before]))
			continue;
		for (size_t k = first; k < a->nlaunch; k++)
			if (!strcmp(a->launch[k].of_case, c->w->cases[before].name))
				a->launch[i].before = k;
	}
}

/* Words of a cell, each a C string, ended by NULL. */
static const char **
words(struct arena *a, const char *cell, size_t *n)
{
	const char **v = arena_alloc(a, (strlen(cell) / 2 + 2) * sizeof *v);

	for (*n = 0; *(cell += strspn(cell, " "));) {
		size_t length = strcspn(cell, " ");

		v[(*n)++] = arena_copy(a, cell, length);
		cell += length;
	}
	return v;
}

static bool
read_group(struct reader *r, size_t group, struct simt_error *e)
{
	struct accuracy *a = r->a;
	const struct accuracy_group *g = &a->group[group];
	const char *path = arena_printf(&a->arena, "%s/%s", r->root, g->workload);
	struct workload_options wo = {.nlet = 0};
	struct names files = {.n = 0};
	struct workload *w;
	struct check *c;
	size_t first = a->nlaunch;
	bool ok = true;

	wo.let = words(&a->arena, g->let, &wo.nlet);
	w = workload_read(path, &wo, e);
	if (!w)
		return false;
	c = check_new(w, path, NULL);
	for (size_t i = 0; ok && i < r->f->nrows; i++) {
		size_t n = 0, seen;
		const char **file = words(&a->arena, r->row[i].measured, &n), *measured;

		for (size_t k = 0; ok && r->row[i].in_group == group && k < n; k++) {
			if (names_find(&files, file[k], &seen))
				continue;
			ok = simt_goes_on(r->o->stop, e);
			names_set(&files, file[k], 1);
			measured = check_data_path(&a->arena, r->data, file[k]);
			if (ok && measured)
				ok = check_read(c, measured, CHECK_MEASURED, e);
			else if (ok && r->o->data)
				a->missing++;
			else if (ok)
				ok = simt_fail(e, SIMT_BAD_INPUT, "%s: %s/%s is not there", r->o->sets, r->data, file[k]);
		}
	}
	for (size_t i = 0; ok && i < w->ncases; i++)
		ok = simt_goes_on(r->o->stop, e) && read_case(r, c, group, i, e);
	if (ok)
		find_before(a, c, first);
	names_free(&files);
	check_free(c);
	workload_free(w);
	return ok;
}

/* The folder of a path, with `more` appended. */
static char *
beside(struct arena *a, const char *path, const char *more)
{
	const char *slash = strrchr(path, '/');

	return arena_printf(a, "%.*s%s", (int)(slash ? slash + 1 - path : 0), path, more);
}

struct accuracy *
accuracy_read(const struct accuracy_options *o, struct simt_error *e)
{
	struct reader r = {.o = o, .f = csvfile_read(o->sets, e)};
	const char *slash;
	bool ok;

	if (!r.f)
		return NULL;
	r.a = calloc(1, sizeof *r.a);
	if (!r.a)
		simt_no_memory();
	r.root = beside(&r.a->arena, o->sets, "..");
	r.data = o->data ? arena_copy(&r.a->arena, o->data, strlen(o->data)) : beside(&r.a->arena, o->sets, "data/h200");
	while (strlen(r.data) > 1 && r.data[strlen(r.data) - 1] == '/')
		r.data[strlen(r.data) - 1] = '\0';
	slash = strrchr(r.data, '/');
	r.a->machine = slash ? slash + 1 : r.data;
	ok = read_sets(&r, e);
	for (size_t i = 0; ok && i < r.a->ngroup; i++)
		ok = simt_goes_on(o->stop, e) && read_group(&r, i, e);
	if (ok && !r.a->nlaunch)
		ok = simt_fail(e, SIMT_BAD_INPUT, "%s: nothing of it was measured", o->sets);
	if (ok)
		accuracy_fit_null(r.a);
	free(r.row);
	csvfile_free(r.f);
	if (!ok) {
		accuracy_free(r.a);
		return NULL;
	}
	return r.a;
}

void
accuracy_free(struct accuracy *a)
{
	if (!a)
		return;
	free(a->group);
	free(a->launch);
	arena_free(&a->arena);
	free(a);
}

void
accuracy_plan(const struct accuracy *a, FILE *out)
{
	for (size_t i = 0; i < a->nlaunch; i++) {
		const struct accuracy_launch *l = &a->launch[i];
		const struct accuracy_group *g = &a->group[l->in_group];

		if (!l->wanted || (i && a->launch[i - 1].in_group == l->in_group && !strcmp(a->launch[i - 1].of_case, l->of_case)))
			continue;
		fprintf(out, "%s/%s.csv\t%s\t%s\t%s\t%s\t%s\n", g->name, l->of_case, g->workload, l->of_case,
			accuracy_set_name[l->set], accuracy_size_name[l->size], g->let);
	}
}
