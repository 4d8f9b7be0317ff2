#include "workloads/analysis/experiments.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/pool.h"

enum { LONGER = 8 }; /* an experiment takes at most this many times as long as the run itself */

/* What the threads of a round share. */
struct round {
	struct experiment *x;
	size_t n, done;
	const struct run *of;
	uint64_t longest; /* cycles */
	unsigned jobs;    /* threads of each experiment */
	experiments_progress *progress;
	void *arg;
	pthread_mutex_t telling;
};

static uint64_t
longest_launch(const struct run *r)
{
	uint64_t most = 0;

	for (size_t i = 0; i < r->w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
			const uint64_t cycles = run_launch_stats(&r->cases[i].launches[k]).v[SIMT_STAT_cycles];

			most = cycles > most ? cycles : most;
		}
	return most;
}

/* Divides the settings at spaces. */
static bool
set_all(struct simt_machine *m, const char *settings, struct simt_error *e)
{
	bool fine = true;

	for (const char *at = settings; fine && *at;) {
		const size_t n = strcspn(at, " ");
		char *one = must(strndup(at, n));

		fine = !n || simt_machine_set(m, one, e);
		free(one);
		at += n + (at[n] == ' ');
	}
	return fine;
}

/* Whether some launch of it came to its end: a later one that fails does not hide it. */
static bool
has_ended(const struct run_case *c)
{
	for (size_t k = 0; k < c->nlaunches; k++)
		if (c->launches[k].ended)
			return true;
	return c->ended;
}

static void
run_one(const struct round *r, struct experiment *x)
{
	const struct run_options o = {.trap_unsupported = r->of->o.trap_unsupported,
				      .leave_refused = true,
				      .jobs = r->jobs,
				      .max_cycles = r->of->o.max_cycles ? r->of->o.max_cycles : LONGER * r->longest + 1,
				      .stop = r->of->o.stop,
				      .arg = x->arg,
				      .contents = x->contents};
	struct simt_machine *m = must(simt_machine_copy(r->of->machine));
	bool *selected = zeroed(r->of->w->ncases, sizeof *selected);

	for (size_t i = 0; i < r->of->w->ncases; i++)
		selected[i] = r->of->cases[i].selected && has_ended(r->of->cases + i) && (!x->cases || x->cases[i]);
	if (set_all(m, x->settings, &x->why))
		x->run = run_create(x->w ? x->w : r->of->w, m, selected, &o, &x->why);
	if (x->run)
		run_all(x->run);
	else
		simt_machine_free(m);
	free(selected);
}

/* A piece of a pool's round. */
static void
run_piece(void *arg, unsigned i)
{
	struct round *r = arg;

	if (!simt_stopped(r->of->o.stop))
		run_one(r, r->x + i);
	pthread_mutex_lock(&r->telling);
	r->done++;
	if (r->progress)
		r->progress(r->arg, r->done, r->n);
	pthread_mutex_unlock(&r->telling);
}

void
experiments_run(struct experiment *x, size_t n, const struct run *of, experiments_progress *progress, void *arg)
{
	const unsigned jobs = of->o.jobs ? of->o.jobs : 1, together = jobs < n ? jobs : (unsigned)n;
	struct round r = {.x = x,
			  .n = n,
			  .of = of,
			  .longest = longest_launch(of),
			  .jobs = together ? jobs / together : 1,
			  .progress = progress,
			  .arg = arg,
			  .telling = PTHREAD_MUTEX_INITIALIZER};
	struct pool *p;

	for (size_t i = 0; i < n; i++) {
		x[i].run = NULL;
		x[i].why = (struct simt_error){.status = SIMT_OK};
	}
	if (!n)
		return;
	p = pool_new(together);
	pool_begin(p, (unsigned)n, run_piece, &r);
	pool_help(p);
	pool_wait(p);
	pool_free(p);
}

void
experiments_clear(struct experiment *x, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct simt_machine *m = x[i].run ? (struct simt_machine *)(uintptr_t)x[i].run->machine : NULL;

		run_free(x[i].run);
		simt_machine_free(m);
		x[i].run = NULL;
	}
}

double
experiment_gain(const struct experiment *x, const struct run *of, size_t in_case, size_t k)
{
	const struct run_launch *l = &of->cases[in_case].launches[k], *tried;
	uint64_t cycles;

	if (!x->run || !x->run->cases[in_case].selected || k >= x->run->cases[in_case].nlaunches)
		return 0;
	tried = &x->run->cases[in_case].launches[k];
	cycles = run_launch_stats(tried).v[SIMT_STAT_cycles];
	if (l->status != SIMT_OK || !run_launch_stats(l).timed || !tried->started || tried->status != SIMT_OK || !cycles)
		return 0;
	return (double)run_launch_stats(l).v[SIMT_STAT_cycles] / (double)cycles;
}

double
experiment_gain_case(const struct experiment *x, const struct run *of, size_t in_case)
{
	const struct run_case *c = &of->cases[in_case];
	const struct run_case *tried = x->run ? &x->run->cases[in_case] : NULL;

	if (!tried || !tried->ended || !c->ended || tried->status != SIMT_OK || !tried->cycles)
		return 0;
	return (double)c->cycles / (double)tried->cycles;
}
