/* pareto.h: which points are worth their cost: those of which no other one costs no more and measures no more, and less of one of the two.
 * What this module cannot do: more than one cost at a time; metrics of which more is better. */
#ifndef WORKLOADS_STUDY_PARETO_H
#define WORKLOADS_STUDY_PARETO_H

#include <stdio.h>

#include "workloads/study/measured.h"

struct pareto_point {
	size_t point; /* of the table */
	double cost, value;
	bool front;
};

/* Sorts n points by cost, then value, then number, and marks those of the front. Points with the same cost and value are on it together. Returns how
 * many there are on it. */
size_t pareto_front(struct pareto_point *v, size_t n);

/* What is compared, and its words. */
struct pareto {
	const struct measured *m;
	const double *cost;      /* of each point of m; NAN: none */
	const char *const *axis; /* names of the columns that are shown */
	size_t naxes;
	const char *measure, *cost_name; /* as the user calls them: "time", "lanes" */
	const char *cost_means;          /* the expression; "": the name is it */
	const char *machine, *program;   /* "h200", "simt-sweep 0.1.0" */
};

/* The table: all cases, by their geometric mean, whose `case` is empty, then each case. */
void pareto_write(const struct pareto *p, FILE *out);
/* The front of all cases, or of the only one, and how many points each case has on its front. */
void pareto_tell(const struct pareto *p, FILE *out);

#endif
