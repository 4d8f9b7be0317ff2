/* emit.h: the tasks that are left of a sweep, as a folder for another scheduler: Slurm, GNU parallel or make.
 *
 *   DIR/study.csv, points.csv   the sweep (study.h)
 *   DIR/inputs/                 the files that it reads, as far as their names are relative, each at the same place as seen from the folder that
 *                               names hold in
 *   DIR/data/machines/          the installed machines that it names
 *   DIR/simt-sweep              the program, unless another one is named
 *   DIR/tasks/NUMBER.csv        a file of points. Its first line, a comment, has the number of their workload, from 1
 *   DIR/tasks.csv               which task has which points
 *   DIR/slurm.sh, commands or Makefile
 *
 * DIR is also the store of the sweep: a task puts the files of its points there. Nothing in it names a place of this host but files that the
 * user has named by absolute names, so that DIR can be moved. A task that is killed leaves its points behind, and goes on when it is run again.
 *
 * What this module cannot do: start anything, or know how much memory a point takes. */
#ifndef WORKLOADS_SWEEP_EMIT_H
#define WORKLOADS_SWEEP_EMIT_H

#include "workloads/sweep/sweep.h"

enum emit_kind { EMIT_SLURM, EMIT_PARALLEL, EMIT_MAKE };
enum { EMIT_KINDS = 3 };

struct emit_wish {
	enum emit_kind kind;
	unsigned seconds;    /* of a processor that a task takes at the most; a longer point is a task of its own. More than 0 */
	unsigned most;       /* tasks that Slurm may run at the same time; 0: as many as it likes */
	const char *program; /* as tasks call it; NULL: DIR/simt-sweep, a copy of the one that runs */
};

struct emitted {
	size_t tasks, runs;
	size_t absolute;       /* files that were not copied, since their names are absolute */
	char an_absolute[200]; /* the name of one of them, as far as there is room */
};

/* Writes DIR, the folder of the sweep, which has looked at it. False: *e says why not, such as that DIR holds something else. */
bool emit(const struct sweep *s, const struct emit_wish *w, struct emitted *did, struct simt_error *e);
/* Calls tell() for each task in DIR that has not ended, with the numbers of its runs and of those that are missing; task: "tasks/000001.csv". With
 * task NULL: runs that are missing and in no task. False: *e. */
bool emit_missing(const struct sweep *s, void (*tell)(void *arg, const char *task, size_t runs, size_t missing), void *arg,
		  struct simt_error *e);

#endif
