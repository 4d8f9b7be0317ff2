/* trials.h: runs launches again as --advise does, on another machine or with other blocks (TRIAL in advice.def), and says how much
 * faster each is. Blocks of another size count only if all buffers of the case hold the same at the end.
 *
 * What this module cannot do: distinguish wrong results from sums in another order. */
#ifndef WORKLOADS_TRIALS_H
#define WORKLOADS_TRIALS_H

#include "workloads/analysis/advice.h"
#include "workloads/runner/contents.h"
#include "workloads/runner/run.h"

enum trial {
#define TRIAL(name, title, settings, parts) TRIAL_##name,
#include "workloads/analysis/advice.def"
	TRIALS
};

struct trial_info {
	const char *name, *title, *settings;
	int parts; /* that a block is divided into; below 0: so many are joined to one */
};
extern const struct trial_info trial_info[TRIALS];

struct trials;

/* `left` has got the buffers of all cases of the run by the time of trials_run, and outlives the trials. */
struct trials *trials_new(const struct workload *w, const struct contents *left);
void trials_free(struct trials *t); /* NULL is allowed */
/* Runs what each trial can of the cases of r that have ended. Where r has several threads of the host, trials run at the same time. */
void trials_run(struct trials *t, const struct run *r);
/* The cycles of launch k of a case over those that it had in the trial; 0: it could not run so, or with other results. */
double trials_gain(const struct trials *t, enum trial which, const struct run *r, size_t in_case, size_t k);

/* Whether the blocks of a launch can have the size of the trial: they are in one row, and whole warps remain. */
bool trial_fits(enum trial which, const struct workload_launch *l);
/* The workload as the trial runs it: `of`, or *other, whose `launch` the caller frees. cases: gets, by case, whether something is different. */
const struct workload *trial_workload(enum trial which, const struct workload *of, struct workload *other, bool *cases);

#endif
