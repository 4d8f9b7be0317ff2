/* sweep-studies.h: the options of simt-sweep that say what the table of a sweep means: --tornado, --effects and --pareto. It is part of the program,
 * and of no library.
 * What this module cannot do: run a sweep; it says what to run, and reads the table. */
#ifndef SIMT_SWEEP_STUDIES_H
#define SIMT_SWEEP_STUDIES_H

#include "programs/common.h"
#include "workloads/study/effects.h"
#include "workloads/study/tornado.h"
#include "workloads/sweep/quantity.h"
#include "workloads/sweep/sweep.h"

/* As the command line gives them; NULL: not given. "-": an option without its argument, which it may leave out. */
struct study_options {
	const char *tornado, *around, *factor, *effects, *pareto;
};

enum { STUDY_METRICS = 2 };

struct studies {
	const struct study_options *o;
	struct tornado tornado;
	enum effects_order order;
	const char *metric[STUDY_METRICS]; /* that the studies read out of the table */
	size_t nmetrics;
	const char *measured;                        /* the metric of --pareto */
	char *measured_name, *cost_name, *cost_what; /* as the user calls them; for messages "--pareto time:lanes" */
	const char *cost_text;                       /* the expression of the cost */
	struct quantity cost;
	double *point_cost; /* of each point of the plan; NAN: its machine cannot be */
	const char **axis;  /* names of the columns of the sweep's axes */
	size_t naxes;
	struct arena arena;
};

/* Whether the options go together and with the rest of the wish, and what a sweep has to run for them: it is added to the wish, and belongs to
 * the studies. False: *e. To be cleared in any case. */
bool studies_prepare(struct studies *s, const struct study_options *o, struct sweep_wish *wish, struct simt_error *e);
/* Whether the points of the sweep serve the studies, before they run. False: *e. */
bool studies_fit(struct studies *s, const struct sweep *sweep, struct simt_error *e);
/* Reads the table of the sweep, writes those of the studies beside it, and, unless quiet, prints them in short. */
bool studies_tell(const struct studies *s, const struct sweep_wish *wish, bool quiet, struct simt_error *e);
void studies_clear(struct studies *s);

#endif
