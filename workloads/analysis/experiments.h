/* experiments.h: runs the cases of a run again on machines that differ from its machine in some parameters, and says how much faster
 * each launch is there.
 *
 * What this module cannot do: choose the machines; run other code. */
#ifndef WORKLOADS_EXPERIMENTS_H
#define WORKLOADS_EXPERIMENTS_H

#include "workloads/runner/run.h"

struct experiment {
	const char *settings; /* "name=value name=value": what is set of the run's machine. It lives as long as the experiment */
	const bool *cases;    /* those that it runs, by case of the workload; NULL: all. It lives until it has run */
	/* The workload with other shapes of launches; NULL: as it is. It lives as long as the experiment. */
	const struct workload *w;
	/* As of struct run_options, with c and b of `w`; NULL: nobody asks what buffers hold. */
	void (*contents)(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data);
	void *arg;             /* of `contents` */
	struct run *run;       /* the cases on that machine; NULL: it was not run, or the machine cannot be made or runs no case */
	struct simt_error why; /* why run is NULL; SIMT_OK if it is not, or if the user stopped before it began */
};

/* What is told while experiments run. `done` of n have ended. Called on the threads of the experiments, one at a time. */
typedef void experiments_progress(void *arg, size_t done, size_t n);

/* Runs n experiments with those of their cases of which some launch has ended in `of`, as many at a time as `of` has threads of the host. A launch
 * that takes 8 times as many cycles as the longest one of `of`, or more than that run's own limit, is given up. Messages and what kernels print are dropped. `progress` may be
 * NULL. */
void experiments_run(struct experiment *x, size_t n, const struct run *of, experiments_progress *progress, void *arg);
/* Frees what experiments_run made; x itself is the caller's. */
void experiments_clear(struct experiment *x, size_t n);

/* The cycles of launch k of a case of the run over those that it had in the experiment; 0: one of them did not come to its end. */
double experiment_gain(const struct experiment *x, const struct run *of, size_t in_case, size_t k);
/* The same of a whole case, from its first start to its last end. */
double experiment_gain_case(const struct experiment *x, const struct run *of, size_t in_case);

#endif
