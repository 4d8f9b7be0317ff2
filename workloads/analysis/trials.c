#include "workloads/analysis/trials.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/analysis/experiments.h"

const struct trial_info trial_info[TRIALS] = {
#define TRIAL(name, title, settings, parts) {#name, title, settings, parts},
#include "workloads/analysis/advice.def"
};

enum { LANES_OF_WARP = 32, THREADS_MOST = 1024 }; /* the second one of a block, which every machine here runs */

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

bool
trial_fits(enum trial which, const struct workload_launch *l)
{
	const int parts = trial_info[which].parts;

	if (l->grid.y != 1 || l->grid.z != 1 || l->block.y != 1 || l->block.z != 1)
		return false;
	if (parts < 0)
		return l->grid.x % (unsigned)-parts == 0 && l->block.x % LANES_OF_WARP == 0 &&
		       (uint64_t)l->block.x * (unsigned)-parts <= THREADS_MOST;
	return l->block.x % ((unsigned)parts * LANES_OF_WARP) == 0 && (uint64_t)l->grid.x * (unsigned)parts <= INT32_MAX;
}

const struct workload *
trial_workload(enum trial which, const struct workload *of, struct workload *w, bool *cases)
{
	const int parts = trial_info[which].parts;

	for (size_t i = 0; i < of->ncases; i++)
		cases[i] = parts == 1;
	if (parts == 1)
		return of;
	*w = *of;
	w->launch = zeroed(w->nlaunches, sizeof *w->launch);
	memcpy(w->launch, of->launch, w->nlaunches * sizeof *w->launch);
	for (size_t i = 0; i < w->ncases; i++)
		for (size_t k = 0; k < w->cases[i].nlaunches; k++) {
			struct workload_launch *l = w->launch + w->cases[i].launches[k];

			if (!trial_fits(which, l))
				continue;
			l->grid.x = parts < 0 ? l->grid.x / (unsigned)-parts : l->grid.x * (unsigned)parts;
			l->block.x = parts < 0 ? l->block.x * (unsigned)-parts : l->block.x / (unsigned)parts;
			cases[i] = true;
		}
	return w;
}

void
trials_run(struct trials *t, const struct run *r)
{
	t->stop = r->o.stop;
	for (unsigned i = 0; i < TRIALS; i++)
		t->experiment[i] = (struct experiment){.settings = trial_info[i].settings,
						       .w = trial_workload((enum trial)i, t->w, &t->one[i].other, t->one[i].cases),
						       .cases = t->one[i].cases,
						       .contents = on_contents,
						       .arg = t->one + i};
	experiments_run(t->experiment, TRIALS, r, NULL, NULL);
}

double
trials_gain(const struct trials *t, enum trial which, const struct run *r, size_t in_case, size_t k)
{
	const struct run_launch *l = &r->cases[in_case].launches[k];

	if (trial_info[which].parts != 1 &&
	    (!trial_fits(which, &t->w->launch[l->launch]) || t->one[which].equal[in_case] < t->w->cases[in_case].nbuffers))
		return 0;
	return experiment_gain(t->experiment + which, r, in_case, k);
}
