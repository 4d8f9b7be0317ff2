#include "workloads/analysis/trials.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/analysis/experiments.h"

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

enum { LANES_OF_WARP = 32 };

struct trials {
	const struct workload *w;
	const struct contents *left; /* by the run itself */
	simt_stop stop;              /* of that run */
	struct one_trial {
		const struct trials *all;
		size_t *equal;         /* by case: buffers that it left as the run did */
		bool *cases;           /* that it runs */
		struct workload other; /* with blocks of another size */
	} one[TRIALS];
	struct experiment experiment[TRIALS];
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
		t->one[i].cases = zeroed(w->ncases, sizeof *t->one[i].cases);
	}
	return t;
}

void
trials_free(struct trials *t)
{
	if (!t)
		return;
	experiments_clear(t->experiment, TRIALS);
	for (unsigned i = 0; i < TRIALS; i++) {
		free(t->one[i].equal);
		free(t->one[i].cases);
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

	x->equal[c - t->w->cases] += contents_equal(t->left, c, b, data, t->stop, &element);
}

static bool
can_part(const struct workload_launch *l, unsigned parts)
{
	return l->grid.y == 1 && l->grid.z == 1 && l->block.y == 1 && l->block.z == 1 &&
	       l->block.x % (parts * LANES_OF_WARP) == 0 && (uint64_t)l->grid.x * parts <= INT32_MAX;
}

/* The workload with blocks of another size; those of the cases in which that changes something. */
static const struct workload *
part(struct one_trial *x, unsigned parts)
{
	const struct workload *of = x->all->w;
	struct workload *w = &x->other;

	for (size_t i = 0; i < of->ncases; i++)
		x->cases[i] = parts == 1;
	if (parts == 1)
		return of;
	*w = *of;
	w->launch = zeroed(w->nlaunches, sizeof *w->launch);
	memcpy(w->launch, of->launch, w->nlaunches * sizeof *w->launch);
	for (size_t i = 0; i < w->ncases; i++)
		for (size_t k = 0; k < w->cases[i].nlaunches; k++) {
			struct workload_launch *l = w->launch + w->cases[i].launches[k];

			if (!can_part(l, parts))
				continue;
			l->grid.x *= parts;
			l->block.x /= parts;
			x->cases[i] = true;
		}
	return w;
}

void
trials_run(struct trials *t, const struct run *r)
{
	t->stop = r->o.stop;
	for (unsigned i = 0; i < TRIALS; i++)
		t->experiment[i] = (struct experiment){.settings = trial_info[i].settings,
						       .w = part(t->one + i, trial_info[i].parts),
						       .cases = t->one[i].cases,
						       .contents = on_contents,
						       .arg = t->one + i};
	experiments_run(t->experiment, TRIALS, r, NULL, NULL);
}

double
trials_gain(const struct trials *t, enum trial which, const struct run *r, size_t in_case, size_t k)
{
	const struct run_launch *l = &r->cases[in_case].launches[k];

	if (trial_info[which].parts > 1 && (!can_part(&t->w->launch[l->launch], trial_info[which].parts) ||
					    t->one[which].equal[in_case] < t->w->cases[in_case].nbuffers))
		return 0;
	return experiment_gain(t->experiment + which, r, in_case, k);
}
