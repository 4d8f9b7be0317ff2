#include "workloads/sweep/sweep-parts.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/machine/machine.h"

/* ---- keys ---- */

struct point_options
sweep_options_at(const struct sweep *s, size_t point, const char *const *let, size_t nlet)
{
	return (struct point_options){.mode = plan_mode(s->plan, point),
				      .sampling = plan_sampling(s->plan, point),
				      .max_cycles = s->wish.max_cycles,
				      .max_instructions = s->wish.max_instructions,
				      .bound = s->wish.bound,
				      .only = s->wish.only,
				      .nonly = s->wish.nonly,
				      .let = let,
				      .nlet = nlet,
				      .allow = s->wish.allow,
				      .nallow = s->wish.nallow};
}

/* What sets of lets read, by a text that has them. */
struct lets {
	struct names known;
	uint64_t *inputs;
	size_t room;
	struct arena arena;
};

/* The hash of what a workload reads with these lets. One that cannot be read with them has that of what it reads without: its row says why. */
static bool
inputs_with(struct sweep *s, struct lets *l, size_t workload, const struct workload_options *o, uint64_t *hash,
	    struct simt_error *e)
{
	struct simt_error no = {.status = SIMT_OK};
	struct text name = {.s = NULL};
	struct workload *w = NULL;
	size_t at;
	bool fine = true;

	text_count(&name, workload);
	for (size_t i = 0; i < o->nlet; i++) {
		text_put(&name, "\n");
		text_put(&name, o->let[i]);
	}
	if (names_find_n(&l->known, name.s, name.n, &at)) {
		*hash = l->inputs[at];
	} else {
		w = o->nlet ? workload_read(s->wish.workload[workload], o, &no) : NULL;
		fine = key_inputs(&s->files, w ? w : s->workload[workload], hash, e);
		l->inputs = grow(l->inputs, &l->room, l->known.n + 1, sizeof *l->inputs);
		l->inputs[l->known.n] = *hash;
		names_set(&l->known, arena_copy(&l->arena, name.s, name.n), l->known.n);
		workload_free(w);
	}
	text_free(&name);
	return fine;
}

static bool
make_key(struct sweep *s, struct lets *l, size_t point, uint64_t machine, size_t workload, struct simt_error *e)
{
	const size_t task = point * s->wish.nworkloads + workload;
	const char **let = zeroed(s->wish.plan.nlet + s->plan->naxes, sizeof *let);
	struct arena arena = {NULL};
	const size_t nlet = plan_lets(s->plan, point, s->workload[workload], &arena, let);
	const struct point_options o = sweep_options_at(s, point, let, nlet);
	const struct workload_options lets = {.let = let, .nlet = nlet, .allow = s->wish.allow, .nallow = s->wish.nallow};
	const bool fine = inputs_with(s, l, workload, &lets, &s->inputs[task], e);

	s->key[task] = key_of(s->program, machine, s->inputs[task], &o);
	arena_free(&arena);
	free(let);
	return fine;
}

static bool
make_keys(struct sweep *s, struct simt_error *e)
{
	struct lets l = {.room = 0};
	bool fine = true;

	s->key = zeroed(sweep_tasks(s), sizeof *s->key);
	s->inputs = zeroed(sweep_tasks(s), sizeof *s->inputs);
	s->impossible = zeroed(s->plan->npoints, sizeof *s->impossible);
	for (size_t i = 0; fine && i < s->plan->npoints; i++) {
		struct simt_error why = {.status = SIMT_OK};
		struct simt_machine *m = plan_machine(s->plan, i, &why);
		/* one that cannot be made is no other machine */
		const uint64_t machine = why.status ? ~simt_machine_hash(m) : simt_machine_hash(m);

		s->impossible[i] = why.status || !machine_check(m, &why);
		simt_machine_free(m);
		if (why.status && !s->why_impossible.status)
			s->why_impossible = why;
		for (size_t k = 0; fine && k < s->wish.nworkloads; k++)
			fine = make_key(s, &l, i, machine, k, e);
	}
	names_free(&l.known);
	free(l.inputs);
	arena_free(&l.arena);
	return fine;
}

/* ---- what is left ---- */

void
sweep_note_cost(struct sweep *s, size_t task, double seconds)
{
	if (seconds > 0)
		costs_note(&s->costs, task / s->wish.nworkloads, task % s->wish.nworkloads, seconds);
}

double
sweep_cost_of(const struct sweep *s, size_t task)
{
	return costs_of(&s->costs, task / s->wish.nworkloads, task % s->wish.nworkloads);
}

struct ordered {
	double cost;
	uint64_t key;
	size_t task;
};

static int
longer_first(const void *a, const void *b)
{
	const struct ordered *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost > y->cost ? -1 : 1;
	return x->key < y->key ? -1 : x->key > y->key;
}

/* Puts the tasks from `first` on in order; returns the seconds that they are likely to take. */
double
sweep_order(struct sweep *s, size_t first)
{
	const size_t n = s->nleft - first;
	struct ordered *o = zeroed(n, sizeof *o);
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		const size_t task = s->left[first + i];

		o[i] = (struct ordered){sweep_cost_of(s, task), s->key[task], task};
		sum += o[i].cost;
	}
	qsort(o, n, sizeof *o, longer_first);
	for (size_t i = 0; i < n; i++)
		s->left[first + i] = o[i].task;
	free(o);
	return sum;
}

/* Tasks whose keys the store does not have, each key once. */
void
sweep_find_left(struct sweep *s)
{
	struct map taken = {.n = 0};

	free(s->left);
	s->left = zeroed(sweep_tasks(s), sizeof *s->left);
	s->nleft = s->nknown = 0;
	for (size_t t = 0; t < sweep_tasks(s); t++) {
		const bool known = store_has(&s->store, s->key[t]);

		s->nknown += known;
		if (known || map_get(&taken, s->key[t]) || (s->one_workload && t % s->wish.nworkloads + 1 != s->one_workload))
			continue;
		map_put(&taken, s->key[t], s);
		s->left[s->nleft++] = t;
	}
	free(taken.entry);
	sweep_order(s, 0);
}

/* ---- a sweep ---- */

/* Reads the workloads, each with the lets for which it has columns. */
static bool
read_workloads(struct sweep *s, struct simt_error *e)
{
	s->workload = zeroed(s->wish.nworkloads, sizeof(struct workload *));
	for (size_t i = 0; i < s->wish.nworkloads; i++) {
		const struct workload_options none = {.allow = s->wish.allow, .nallow = s->wish.nallow};

		for (size_t k = 0; k < i; k++)
			if (!strcmp(s->wish.workload[i], s->wish.workload[k]))
				return simt_fail(e, SIMT_USAGE, "%s is given twice", s->wish.workload[i]);
		s->workload[i] = workload_read(s->wish.workload[i], &none, e);
		if (!s->workload[i])
			return false;
	}
	return true;
}

/* Whether some workload has the column of each let; the reader of the first one says what is likely meant. */
static bool
lets_fit(const struct sweep *s, struct simt_error *e)
{
	for (size_t i = 0; i < s->wish.plan.nlet; i++) {
		size_t n;
		const char *let = workload_let_name(s->wish.plan.let[i], &n);
		const struct workload_options o = {.let = &let, .nlet = 1, .allow = s->wish.allow, .nallow = s->wish.nallow};
		bool any = false;

		for (size_t k = 0; k < s->wish.nworkloads; k++)
			any = any || workload_find_param(s->workload[k], let, n) >= 0;
		if (any && let[n] && let[n + 1])
			continue;
		workload_free(workload_read(s->wish.workload[0], &o, e));
		return simt_fail(e, SIMT_USAGE, "--let %s: write name=value", let);
	}
	return true;
}

static bool
has_case(const struct sweep *s, const char *glob)
{
	for (size_t k = 0; k < s->wish.nworkloads; k++)
		for (size_t c = 0; c < s->workload[k]->ncases; c++)
			if (fnmatch(glob, s->workload[k]->cases[c].name, 0) == 0)
				return true;
	return false;
}

/* Whether the cases that are selected are there in some workload, as far as the values of columns do not make their names. */
static bool
only_fits(const struct sweep *s, struct simt_error *e)
{
	bool may_change = s->wish.plan.nlet, found = false;

	for (size_t a = 0; a < s->plan->naxes; a++)
		may_change = may_change || s->plan->axis[a].kind == AXIS_LET;
	for (size_t i = 0; i < s->wish.nonly && !may_change; i++) {
		const bool any = has_case(s, s->wish.only[i]), last = i + 1 == s->wish.nonly;

		found = found || any;
		/* of several globs one may have nothing to select, a name may not */
		if (!any && (!strpbrk(s->wish.only[i], "*?[") || (!found && last)))
			return simt_fail(e, SIMT_USAGE, "--only %s: no case has such a name; simt-sim --list shows them",
					 s->wish.only[i]);
	}
	return true;
}

void
sweep_first_line(const struct sweep *s, char *line)
{
	snprintf(line, FIRST_LINE, "# program %016" PRIx64 "\n", s->program);
}

/* Whether DIR/plan.csv is of this program, or not there. */
static bool
is_same_program(const struct sweep *s)
{
	char *name = store_file(&s->store, "plan.csv"), own[FIRST_LINE], line[FIRST_LINE] = "";
	FILE *f = fopen(name, "re");
	bool same = true;

	sweep_first_line(s, own);
	if (f) {
		same = fgets(line, sizeof line, f) && !strcmp(line, own);
		fclose(f);
	}
	free(name);
	return same;
}

static const char *
failure_of(const void *arg, size_t point, size_t workload, const char **status)
{
	const struct sweep *s = arg;
	const uint64_t key = s->key[point * s->wish.nworkloads + workload];
	const char *why = map_get(&s->crash, key);

	*status = why ? "crash" : "missing";
	return why || !map_get(&s->missing, key) ? why : "it has not run yet";
}

struct gather_wish
sweep_gather_wish(const struct sweep *s)
{
	return (struct gather_wish){.plan = s->plan,
				    .store = &s->store,
				    .workload = s->wish.workload,
				    .nworkloads = s->wish.nworkloads,
				    .key = s->key,
				    .word = s->wish.word,
				    .nwords = s->wish.nwords,
				    .metrics = s->wish.metrics,
				    .baseline = s->wish.baseline,
				    .needs = s->wish.needs,
				    .nneeds = s->wish.nneeds,
				    .launches = s->wish.launches,
				    .failed = failure_of,
				    .arg = s};
}

/* The workload of a file of tasks. */
static bool
read_task(struct sweep *s, struct simt_error *e)
{
	FILE *f = s->wish.task ? fopen(s->wish.task, "re") : NULL;
	char line[FIRST_LINE] = "";

	if (!s->wish.task)
		return true;
	if (!f)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", s->wish.task, strerror(errno));
	if (fgets(line, sizeof line, f) && !strncmp(line, TASK_HEAD, strlen(TASK_HEAD)))
		s->one_workload = strtoul(line + strlen(TASK_HEAD), NULL, 10);
	fclose(f);
	return (s->one_workload && s->one_workload <= s->wish.nworkloads) ||
	       simt_fail(e, SIMT_BAD_INPUT, "%s: it is no task that simt-sweep --emit has written", s->wish.task);
}

static bool
make(struct sweep *s, struct simt_error *e)
{
	struct gather_wish w;

	if (!read_task(s, e) || !read_workloads(s, e) || !lets_fit(s, e))
		return false;
	s->wish.plan.workload = (const struct workload *const *)s->workload;
	s->wish.plan.nworkloads = s->wish.nworkloads;
	s->plan = plan_new(&s->wish.plan, e);
	if (!s->plan || !only_fits(s, e))
		return false;
	w = sweep_gather_wish(s);
	if (!gather_fits(&w, e) || !make_keys(s, e) || !store_look(&s->store, s->wish.folder, e))
		return false;
	costs_init(&s->costs, s->plan, s->wish.nworkloads);
	for (size_t t = 0; t < sweep_tasks(s); t++)
		sweep_note_cost(s, t, store_cost(&s->store, s->key[t]));
	s->program_changed = !is_same_program(s);
	sweep_find_left(s);
	return true;
}

struct sweep *
sweep_new(const struct sweep_wish *wish, struct simt_error *e)
{
	struct sweep *s = zeroed(1, sizeof *s);

	s->wish = *wish;
	s->program = wish->program ? wish->program : key_program(wish->version);
	s->store.lock = s->store.costs = -1;
	if (make(s, e))
		return s;
	sweep_free(s);
	return NULL;
}

void
sweep_free(struct sweep *s)
{
	if (!s)
		return;
	map_clear(&s->crash, free);
	free(s->missing.entry);
	key_files_free(&s->files);
	store_close(&s->store);
	costs_clear(&s->costs);
	plan_free(s->plan);
	for (size_t i = 0; s->workload && i < s->wish.nworkloads; i++)
		workload_free(s->workload[i]);
	free(s->workload);
	free(s->key);
	free(s->inputs);
	free(s->impossible);
	free(s->left);
	free(s);
}

const struct plan *
sweep_plan(const struct sweep *s)
{
	return s->plan;
}

size_t
sweep_tasks(const struct sweep *s)
{
	return s->plan->npoints * s->wish.nworkloads;
}

size_t
sweep_known(const struct sweep *s)
{
	return s->nknown;
}

size_t
sweep_left(const struct sweep *s)
{
	return s->nleft;
}

size_t
sweep_impossible(const struct sweep *s, const char **why)
{
	size_t n = 0;

	for (size_t i = 0; i < s->plan->npoints; i++)
		n += s->impossible[i];
	*why = s->why_impossible.text;
	return n;
}

size_t
sweep_let_miss(struct sweep *s)
{
	for (size_t i = 0; i < s->nleft; i++) {
		const uint64_t key = s->key[s->left[i]];
		char *why = store_failure(&s->store, key);

		map_put(why ? &s->crash : &s->missing, key, why ? why : (void *)s);
	}
	return s->missing.n;
}

bool
sweep_program_changed(const struct sweep *s)
{
	return s->program_changed;
}

double
sweep_estimate(const struct sweep *s)
{
	double sum = 0;

	if (!s->costs.all.n)
		return -1;
	for (size_t i = 0; i < s->nleft; i++)
		sum += sweep_cost_of(s, s->left[i]);
	return sum;
}
