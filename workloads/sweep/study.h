/* study.h: a sweep as files, from which it is made again elsewhere: DIR/study.csv has all that a plan needs besides its points, and
 * DIR/points.csv has these, whatever axes, draws and constraints they came from.
 *
 * study.csv has the columns option and value: the hash of the program, the folder in which names of files hold, and options of simt-sweep(1).
 * Some of them are repeated.
 *
 * What this module cannot do: take files along; emit.h copies them. */
#ifndef WORKLOADS_SWEEP_STUDY_H
#define WORKLOADS_SWEEP_STUDY_H

#include <stdio.h>

#include "base/arena.h"
#include "workloads/sweep/sweep.h"

struct study {
	/* But for names of metrics and axes, and version, which the caller knows. Its folder is the one that was read, its points are those of
	 * DIR/points.csv. */
	struct sweep_wish wish;
	const char *here; /* the folder within DIR in which names of files hold */
	struct arena arena;
};

/* Writes study.csv: the sweep, whose names of files hold in DIR/here. */
void study_put(const struct sweep *s, const char *here, FILE *out);
/* Writes points as a file of points. point: n numbers of them; NULL: all points of the plan. */
void study_put_points(const struct sweep *s, const size_t *point, size_t n, FILE *out);
/* Reads DIR/study.csv. False: *e says what is wrong, such as another version of the program. study_free frees it in any case. */
bool study_read(struct study *st, const char *folder, const char *version, struct simt_error *e);
void study_free(struct study *st);

#endif
