/* sweep.h: workloads at many points: a plan, its keys, the run and the table. simt-sweep is a command line for this.
 *
 * A task is a workload at a point. Tasks whose key the store has are not run again, and of tasks with equal keys one is run. The longest are begun
 * first, as far as costs are known; until then they are begun in the order of their keys, which is a random sample.
 *
 * What this module cannot do: start tasks on other hosts; emit.h writes them for programs that can. */
#ifndef WORKLOADS_SWEEP_SWEEP_H
#define WORKLOADS_SWEEP_SWEEP_H

#include "workloads/sweep/costs.h"
#include "workloads/sweep/gather.h"
#include "workloads/sweep/key.h"

/* What to do. All texts belong to the caller and outlive the sweep. */
struct sweep_wish {
	struct plan_wish plan;       /* but for its workloads, which sweep_new reads */
	const char *const *workload; /* files */
	size_t nworkloads;
	const char *folder;
	const char *const *only; /* globs of cases; none: all */
	size_t nonly;
	const char *const *allow; /* as of struct workload_options */
	size_t nallow;
	uint64_t max_cycles, max_instructions; /* of a launch; 0: no limit */
	bool bound;                            /* work out what launches cannot be faster than */
	const struct metric_word *word;        /* this and those up to `launches` as of struct gather_wish */
	size_t nwords;
	const char *metrics, *baseline;
	const char *const *needs;
	size_t nneeds;
	bool launches;
	const char *version; /* stands for the program where its file cannot be read */
	uint64_t program;    /* the hash of the program by which keys are made; 0: of the one that runs */
	/* A file of tasks that emit.h has written: its points alone are run, for its workload alone, beside other processes that write the folder.
	 * NULL: all of the sweep. */
	const char *task;
};

/* How far a run is. */
struct sweep_state {
	size_t tasks;   /* of the plan */
	size_t known;   /* that had ended before, or have the key of another one */
	size_t ended;   /* of the others */
	double seconds; /* of time that is left with so many jobs; negative: not known yet */
};

struct sweep_run_options {
	unsigned jobs; /* processes; 0: one */
	simt_stop stop;
	void *arg;
	void (*progress)(void *arg, const struct sweep_state *state); /* or NULL */
};

struct sweep;

/* Reads the workloads, makes the plan and the keys, and looks at the folder without writing anything. NULL: *e. Free it with sweep_free. */
struct sweep *sweep_new(const struct sweep_wish *wish, struct simt_error *e);
void sweep_free(struct sweep *s); /* NULL is allowed */

const struct plan *sweep_plan(const struct sweep *s);
/* Tasks of the plan, those that had ended when the sweep was made, and those that are still to be run; the others have the key of one that is. */
size_t sweep_tasks(const struct sweep *s);
size_t sweep_known(const struct sweep *s);
size_t sweep_left(const struct sweep *s);
/* Points that cannot run, since no machine can have their values: their rows say so. *why: what is wrong with the first one, which the sweep
 * owns. */
size_t sweep_impossible(const struct sweep *s, const char **why);
/* Whether the folder has a sweep that another program made, one that has since changed. */
bool sweep_program_changed(const struct sweep *s);
/* Seconds of a processor that the tasks still to be run are likely to take, by those whose costs are known; negative: none is known. */
double sweep_estimate(const struct sweep *s);
/* Runs one of the tasks that are left, one that can run where there is one, and writes nothing; for sweep_estimate. */
bool sweep_probe(struct sweep *s, simt_stop stop, struct simt_error *e);

/* Runs what is left. False: *e says why not all of it; what has ended is in the folder. */
bool sweep_run(struct sweep *s, const struct sweep_run_options *o, struct simt_error *e);
/* From now on the table can be written though tasks are left, which is how many are returned: their rows have status `missing`. Those of which a
 * file in the folder says that they never came to their end are no longer left. */
size_t sweep_let_miss(struct sweep *s);
/* Writes the table, when all has run. */
bool sweep_gather(const struct sweep *s, struct gathered *count, struct simt_error *e);

#endif
