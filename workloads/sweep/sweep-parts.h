/* sweep-parts.h: what sweep.c, which makes a sweep, and sweep-run.c, which runs it, share. Not for others.
 * What this module cannot do: stand alone; sweep.h is the interface. */
#ifndef WORKLOADS_SWEEP_PARTS_H
#define WORKLOADS_SWEEP_PARTS_H

#include "workloads/sweep/sweep.h"

enum { FIRST_LINE = 200 };
#define TASK_HEAD "# workload " /* the first line of a task, before the number of its workload from 1 */

struct sweep {
	struct sweep_wish wish;
	struct workload **workload; /* as read without the lets of points: for names of columns */
	struct plan *plan;
	uint64_t program;
	uint64_t *key, *inputs; /* of each task, point * nworkloads + workload */
	size_t *left;           /* tasks to be run, the next one first */
	size_t nleft, nknown;
	size_t one_workload;              /* tasks of this one are run, from 1; 0: of all */
	bool *impossible;                 /* by point: no machine can have its values */
	struct simt_error why_impossible; /* of the first of these */
	struct map crash;                 /* keys of tasks that never came to their end, to the reasons */
	struct map missing;     /* keys of tasks that have not run, where a table is wanted all the same; values are not NULL */
	struct key_files files; /* all that is read */
	struct store store;
	struct costs costs;
	bool program_changed;
};

/* How the task of a workload at a point runs, with these lets. */
struct point_options sweep_options_at(const struct sweep *s, size_t point, const char *const *let, size_t nlet);
/* A task has taken so many seconds; 0 is passed over. */
void sweep_note_cost(struct sweep *s, size_t task, double seconds);
/* The seconds that a task is likely to take; 0: not known. */
double sweep_cost_of(const struct sweep *s, size_t task);
/* Puts the tasks of s->left from `first` on in order; returns the seconds that they are likely to take. */
double sweep_order(struct sweep *s, size_t first);
/* Makes s->left of the tasks whose keys the store does not have, each key once. */
void sweep_find_left(struct sweep *s);
/* The first line of DIR/plan.csv, of FIRST_LINE bytes. */
void sweep_first_line(const struct sweep *s, char *line);
struct gather_wish sweep_gather_wish(const struct sweep *s);

#endif
