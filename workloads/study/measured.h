/* measured.h: one metric of each case at each point, out of the table of a sweep (gather.h).
 *
 * Points and cases are in the order in which the table first has them. Rows of launches are passed over.
 *
 * What this module cannot do: two metrics at a time; tables with several rows for a case at a point. */
#ifndef WORKLOADS_STUDY_MEASURED_H
#define WORKLOADS_STUDY_MEASURED_H

#include "base/arena.h"
#include "base/csvfile.h"

enum { MEASURED_ALL = -1 }; /* in place of a case: all of them */

struct measured {
	struct csvfile *f;
	const char *metric;
	size_t npoints, ncases;
	size_t *row; /* of each point: its first one, for the columns that all its rows have */
	struct measured_case {
		const char *workload, *name; /* they belong to f */
	} * of;
	struct measured_value {
		double value;      /* above 0; 0: there is none, or the case has not come to its end */
		const char *error; /* why not, or "": the table does not say; belongs to f */
		bool mismatch;     /* an expect does not hold */
	} * at;                    /* [point * ncases + case], see measured_at */
};

/* Reads DIR/results.csv, or a table in memory. False: *e says why it cannot be read, which column it lacks, or that no row has a value of the
 * metric. To be cleared in any case. */
bool measured_read(struct measured *m, const char *folder, const char *metric, struct simt_error *e);
bool measured_parse(struct measured *m, const char *csv, const char *metric, struct simt_error *e);
void measured_clear(struct measured *m);

static inline const struct measured_value *
measured_at(const struct measured *m, size_t point, size_t c)
{
	return m->at + point * m->ncases + c;
}

/* The text that a point has in a column; "" where the table has no such column. */
const char *measured_text(const struct measured *m, size_t point, const char *column);
/* The logarithm of a case at a point, or with MEASURED_ALL the mean of all cases' logarithms there, so that its exponential is their geometric
 * mean. False: there is none, for all cases if one is missing. */
bool measured_log(const struct measured *m, size_t point, int c, double *log_value);
/* The value whose logarithm that is, as the table has it, or of all cases the geometric mean; 0: there is none. */
double measured_value(const struct measured *m, size_t point, int c);

#endif
