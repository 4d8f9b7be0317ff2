#include "workloads/analysis/trials.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/pool.h"

const struct trial_info trial_info[TRIALS] = {
#define REMEDY(name, title, folder, what)
#define THRESHOLD(name, value, unit, meaning)
#define RULE(remedy, reason, condition)
#define TRIAL(name, title, settings, parts) {title, settings, parts},
#include "workloads/analysis/advice.def"
#undef REMEDY
#undef THRESHOLD
#undef RULE
#undef TRIAL
};

enum {
	LANES_OF_WARP = 32,
	LONGER = 8 /* a trial takes at most this many times as long as the run itself */
};

/* One of them. Several may run at the same time: each writes what is its own. */
struct one_trial {
	const struct trials *all;
	size_t *equal; /* by case: buffers that it left as the run did */
	struct simt_machine *machine;
	struct run *run; /* or NULL */
	struct workload other;
};

struct trials {
	const struct workload *w;
	const struct contents *left; /* by the run itself */
	const struct run *of;        /* that run */
	unsigned jobs;               /* threads of each trial */
	struct one_trial one[TRIALS];
};

struct trials *
trials_new(const struct workload *w, const struct contents *left)
{
	struct trials *t = zeroed(1, sizeof *t);

	t->w = w;
	t->left = left;
	for (unsigned i = 0; i < TRIALS; i++) {
		t->one[i].all = t;
		t->one[i].equal = zeroed(w->ncases, sizeof *t->one[i].equal);
	}
	return t;
}

void
trials_free(struct trials *t)
{
	if (!t)
		return;
	for (unsigned i = 0; i < TRIALS; i++) {
		free(t->one[i].equal);
		run_free(t->one[i].run);
		simt_machine_free(t->one[i].machine);
		free(t->one[i].other.launch);
	}
	free(t);
}

/* The cases of a trial's workload are those of the run's. */
static void
on_contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	const struct one_trial *x = arg;
	const struct trials *t = x->all;
	size_t element;

	x->equal[c - t->w->cases] += contents_equal(t->left, c, b, data, t->of->o.stop, &element);
}

static bool
can_part(const struct workload_launch *l, unsigned parts)
{
	return l->grid.y == 1 && l->grid.z == 1 && l->block.y == 1 && l->block.z == 1 &&
	       l->block.x % (parts * LANES_OF_WARP) == 0 && (uint64_t)l->grid.x * parts <= INT32_MAX;
}

/* The workload with blocks of another size. Cases in which that changes nothing are not selected. */
static const struct workload *
part(struct one_trial *x, unsigned parts, bool *selected)
{
	struct workload *w = &x->other;

	if (parts == 1)
		return x->all->w;
	*w = *x->all->w;
	w->launch = zeroed(w->nlaunches, sizeof *w->launch);
	memcpy(w->launch, x->all->w->launch, w->nlaunches * sizeof *w->launch);
	for (size_t i = 0; i < w->ncases; i++) {
		bool any = false;

		for (size_t k = 0; k < w->cases[i].nlaunches; k++) {
			struct workload_launch *l = w->launch + w->cases[i].launches[k];

			if (!can_part(l, parts))
				continue;
			l->grid.x *= parts;
			l->block.x /= parts;
			any = true;
		}
		selected[i] = selected[i] && any;
	}
	return w;
}

static bool
set_all(struct simt_machine *m, const char *settings)
{
	struct simt_error e = {.status = SIMT_OK};
	char text[256], *setting = text, *end;
	bool fine = true;

	strncpy(text, settings, sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (; fine && *setting; setting = end) {
		end = setting + strcspn(setting, " ");
		if (*end)
			*end++ = '\0';
		fine = simt_machine_set(m, setting, &e);
	}
	return fine;
}

static uint64_t
longest(const struct run *r)
{
	uint64_t most = 0;

	for (size_t i = 0; i < r->w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
			const uint64_t cycles = run_launch_stats(&r->cases[i].launches[k]).v[SIMT_STAT_cycles];

			most = cycles > most ? cycles : most;
		}
	return most;
}

/* A piece of a pool's round. */
static void
run_trial(void *arg, unsigned which)
{
	struct trials *t = arg;
	struct one_trial *x = t->one + which;
	const struct run *r = t->of;
	struct run_options o = {.trap_unsupported = r->o.trap_unsupported,
				.leave_refused = true,
				.jobs = t->jobs,
				.max_cycles = r->o.max_cycles ? r->o.max_cycles : LONGER * longest(r) + 1,
				.stop = r->o.stop,
				.arg = x,
				.contents = on_contents};
	bool *selected = zeroed(t->w->ncases, sizeof *selected), any = false;
	struct simt_error e = {.status = SIMT_OK};
	const struct workload *w;

	for (size_t i = 0; i < t->w->ncases; i++)
		selected[i] = r->cases[i].selected;
	w = part(x, trial_info[which].parts, selected);
	for (size_t i = 0; i < t->w->ncases; i++)
		any = any || selected[i];
	if (any && x->machine && !simt_stopped(o.stop) && set_all(x->machine, trial_info[which].settings))
		x->run = run_create(w, x->machine, selected, &o, &e);
	if (x->run)
		run_all(x->run);
	free(selected);
}

void
trials_run(struct trials *t, const struct run *r, struct simt_machine *const *m)
{
	const unsigned jobs = r->o.jobs ? r->o.jobs : 1, together = jobs < TRIALS ? jobs : TRIALS;
	struct pool *p = pool_new(together);

	t->of = r;
	t->jobs = jobs / together;
	for (unsigned i = 0; i < TRIALS; i++)
		t->one[i].machine = m[i];
	pool_begin(p, TRIALS, run_trial, t);
	pool_help(p);
	pool_wait(p);
	pool_free(p);
}

double
trials_gain(const struct trials *t, enum trial which, const struct run *r, size_t in_case, size_t k)
{
	const struct run_launch *l = &r->cases[in_case].launches[k], *tried;
	uint64_t cycles;

	if (!t->one[which].run || k >= t->one[which].run->cases[in_case].nlaunches)
		return 0;
	tried = &t->one[which].run->cases[in_case].launches[k];
	cycles = run_launch_stats(tried).v[SIMT_STAT_cycles];
	if (l->status != SIMT_OK || !run_launch_stats(l).timed || !tried->started || tried->status != SIMT_OK || !cycles)
		return 0;
	if (trial_info[which].parts > 1 && (!can_part(&t->w->launch[l->launch], trial_info[which].parts) ||
					    t->one[which].equal[in_case] < t->w->cases[in_case].nbuffers))
		return 0;
	return (double)run_launch_stats(l).v[SIMT_STAT_cycles] / (double)cycles;
}
