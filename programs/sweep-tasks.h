/* sweep-tasks.h: simt-sweep --emit, --task and --gather. It is part of that program, and of no library.
 * What this module cannot do: read the command line. */
#ifndef SIMT_SWEEP_TASKS_H
#define SIMT_SWEEP_TASKS_H

#include "programs/common.h"
#include "workloads/sweep/emit.h"

/* A task to be run, or a table to be written. */
struct tasks_wish {
	const char *path;               /* the file of the task, or the folder */
	const char *metrics, *baseline; /* of the table, instead of those that the study has; or NULL */
	bool launches;                  /* or as the study has it */
	unsigned jobs;                  /* of a task */
	bool quiet;
	struct sweep_wish names; /* its alias, words and version */
};

/* The kind and the folder of "--emit slurm DIR". False: *e. */
bool take_emit(const char *kind, const char *folder, enum emit_kind *to, struct simt_error *e);
/* Each returns the exit status, with what there is to say printed. */
int emit_tasks(struct sweep *s, const struct emit_wish *w, const char *folder, bool quiet);
int run_task(const struct tasks_wish *w);
int gather_tasks(const struct tasks_wish *w);
/* Whether there is something to be said of the rows of a table: "5 rows; 1 of them ...". */
void tell_rows(const char *folder, const struct gathered *g);
/* "s", but for one. */
const char *plural(size_t n);

#endif
