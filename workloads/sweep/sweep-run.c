/* sweep-run.c: the tasks of a sweep as they run, and the files that are not of points. */
#include "workloads/sweep/sweep-parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/csvfile.h"
#include "base/result-file.h"
#include "workloads/sweep/point.h"
#include "workloads/sweep/workers.h"

/* ---- a task ---- */

/* What the process of a task needs. */
struct running_sweep {
	struct sweep *s;
	const struct sweep_run_options *o;
	struct sweep_state state;
	pid_t self;
	size_t next;     /* place in s->left */
	size_t ordered;  /* tasks whose costs were known when the rest was put in order */
	double expected; /* seconds of the tasks that have not begun */
	double used;     /* seconds of a processor so far */
	struct timespec since;
	bool keeps; /* results */
};

static bool
has_parent(const void *arg)
{
	const struct running_sweep *r = arg;

	return getppid() == r->self;
}

static void
do_task(void *arg, size_t task, struct simt_error *e)
{
	const struct running_sweep *r = arg;
	const struct sweep *s = r->s;
	const size_t i = task / s->wish.nworkloads, k = task % s->wish.nworkloads;
	const char **let = zeroed(s->wish.plan.nlet + s->plan->naxes, sizeof *let);
	struct arena arena = {NULL};
	const size_t nlet = plan_lets(s->plan, i, s->workload[k], &arena, let);
	struct simt_error why = {.status = SIMT_OK};
	struct simt_machine *m = plan_machine(s->plan, i, &why);
	const struct point p = {.workload = s->wish.workload[k],
				.machine = m,
				.o = sweep_options_at(s, i, let, nlet),
				.inputs = s->inputs[task],
				.stop = r->o->stop,
				.goes_on = has_parent,
				.arg = r};
	struct text csv = {.s = NULL};

	if (why.status)
		point_failed(&csv, "bad input", why.text);
	else
		point_run(&p, &csv, e);
	/* what the host lacks now it may have another time */
	text_bytes(&csv, "", 1);
	csv.n--;
	if (strstr(csv.s, "not enough memory"))
		simt_fail(e, SIMT_FAULT, "the host has not enough memory for it");
	if (!e->status && r->keeps)
		store_put(&s->store, s->key[task], &csv, e);
	text_free(&csv);
	simt_machine_free(m);
	arena_free(&arena);
	free(let);
}

static size_t
next_task(void *arg)
{
	struct running_sweep *r = arg;

	if (r->next == r->s->nleft)
		return SIZE_MAX;
	r->expected -= sweep_cost_of(r->s, r->s->left[r->next]);
	return r->s->left[r->next++];
}

/* A process may be ended when its point has its file and nobody has been told yet. */
static bool
task_is_whole(void *arg, size_t task)
{
	const struct running_sweep *r = arg;
	char *file = r->keeps ? store_point(&r->s->store, r->s->key[task]) : NULL;
	const bool whole = file && access(file, F_OK) == 0;

	free(file);
	return whole;
}

static bool
task_ended(void *arg, size_t task, const struct worker_end *end, struct simt_error *e)
{
	struct running_sweep *r = arg;
	struct sweep *s = r->s;
	char why[300];

	if (end->e.status && end->e.status != SIMT_FAULT)
		return simt_fail(e, end->e.status, "%s", end->e.text);
	sweep_note_cost(s, task, end->seconds);
	r->used += end->seconds;
	r->state.ended++;
	if (!end->died && !end->e.status) {
		if (r->keeps)
			store_note(&s->store, s->key[task], end->seconds);
	} else {
		if (end->e.status)
			snprintf(why, sizeof why, "%.250s", end->e.text);
		else if (end->signal)
			snprintf(why, sizeof why, "each of %d processes that ran it was ended by signal %d (%s)", WORKERS_TRIES,
				 end->signal, strsignal(end->signal));
		else
			snprintf(why, sizeof why,
				 "each of %d processes that ran it has left before its end; it may need more memory",
				 WORKERS_TRIES);
		free(map_take(&s->crash, s->key[task]));
		map_put(&s->crash, s->key[task], must(strdup(why)));
		if (s->wish.task && !store_put_failure(&s->store, s->key[task], why, e))
			return false;
	}
	/* the more is known the longer the order holds */
	if (s->costs.all.n >= 2 * r->ordered + 1) {
		r->ordered = s->costs.all.n;
		r->expected = sweep_order(s, r->next);
	}
	return true;
}

/* Seconds until all is done, if the host goes on as it has: it may have other things to do besides. Negative: not known. */
static double
time_left(const struct running_sweep *r)
{
	struct timespec now;
	double passed;

	if (r->used <= 0)
		return -1;
	clock_gettime(CLOCK_MONOTONIC, &now);
	passed = (double)(now.tv_sec - r->since.tv_sec) + 1e-9 * (double)(now.tv_nsec - r->since.tv_nsec);
	return r->expected > 0 ? passed / r->used * r->expected : 0;
}

static void
look(void *arg)
{
	struct running_sweep *r = arg;

	if (!r->o->progress)
		return;
	r->state.seconds = time_left(r);
	r->o->progress(r->o->arg, &r->state);
}

/* ---- runs ---- */

static void
put_plan(const struct sweep *s, FILE *out)
{
	const struct plan *p = s->plan;
	char line[FIRST_LINE];

	sweep_first_line(s, line);
	fputs(line, out);
	fputs("point,workload,file", out);
	for (size_t a = 0; a < p->naxes; a++)
		fprintf(out, ",%s", p->axis[a].name);
	putc('\n', out);
	for (size_t t = 0; t < sweep_tasks(s); t++) {
		const size_t i = t / s->wish.nworkloads;

		fprintf(out, "%zu,", i + 1);
		csvfile_put(out, s->wish.workload[t % s->wish.nworkloads]);
		fprintf(out, ",points/%016" PRIx64 ".csv", s->key[t]);
		for (size_t a = 0; a < p->naxes; a++) {
			putc(',', out);
			csvfile_put(out, plan_value(p, i, a) ? plan_value(p, i, a) : "");
		}
		putc('\n', out);
	}
}

static bool
write_plan(const struct sweep *s, struct simt_error *e)
{
	char *name = store_file(&s->store, "plan.csv");
	struct result_file *f = result_open(name, e);

	free(name);
	if (!f)
		return false;
	put_plan(s, result_stream(f));
	return result_close(f, e);
}

/* Runs the first `most` of the tasks that are left. */
static bool
run(struct running_sweep *r, size_t most, struct simt_error *e)
{
	struct sweep *s = r->s;
	const size_t left = s->nleft;
	const struct workers w = {.jobs = r->o->jobs ? r->o->jobs : 1,
				  .stop = r->o->stop,
				  .arg = r,
				  .next = next_task,
				  .work = do_task,
				  .ended = task_ended,
				  .whole = task_is_whole,
				  .look = look};
	bool fine;

	r->self = getpid();
	r->state = (struct sweep_state){.tasks = sweep_tasks(s), .known = sweep_tasks(s) - s->nleft, .seconds = -1};
	r->ordered = s->costs.all.n;
	r->expected = sweep_estimate(s);
	s->nleft = most < left ? most : left;
	clock_gettime(CLOCK_MONOTONIC, &r->since);
	fine = workers_run(&w, e);
	s->nleft = left;
	return fine;
}

bool
sweep_probe(struct sweep *s, simt_stop stop, struct simt_error *e)
{
	const struct sweep_run_options o = {.jobs = 1, .stop = stop};
	struct running_sweep r = {.s = s, .o = &o};
	size_t first = 0;

	while (first < s->nleft && s->impossible[s->left[first] / s->wish.nworkloads])
		first++;
	if (first < s->nleft) {
		const size_t task = s->left[first];

		s->left[first] = s->left[0];
		s->left[0] = task;
	}
	return run(&r, 1, e);
}

bool
sweep_run(struct sweep *s, const struct sweep_run_options *o, struct simt_error *e)
{
	struct running_sweep r = {.s = s, .o = o, .keeps = true};

	if (!store_open(&s->store, s->wish.task ? s->wish.task : "lock", e))
		return false;
	sweep_find_left(s);
	return (s->wish.task || write_plan(s, e)) && run(&r, s->nleft, e);
}

bool
sweep_gather(const struct sweep *s, struct gathered *count, struct simt_error *e)
{
	const struct gather_wish w = sweep_gather_wish(s);

	return gather(&w, count, e);
}
