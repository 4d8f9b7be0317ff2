/* costs.h: how long points take, estimated from those that are measured.
 *
 * The time of a point is taken for a product: of an average, and of a factor for each value that the point has and for its workload. A factor is
 * the ratio of the geometric mean of the measured points with this value to that of all.
 *
 * What this module cannot do: know anything before a point is measured. */
#ifndef WORKLOADS_SWEEP_COSTS_H
#define WORKLOADS_SWEEP_COSTS_H

#include "workloads/sweep/plan.h"

struct costs {
	const struct plan *plan;
	size_t *first; /* of each axis, and behind them of workloads: the place of its first value */
	struct cost_mean {
		double sum; /* of logarithms of seconds */
		size_t n;
	} * mean;
	struct cost_mean all;
};

void costs_init(struct costs *c, const struct plan *p, size_t nworkloads);
void costs_clear(struct costs *c);
/* A point of a workload has taken so many seconds, more than 0. */
void costs_note(struct costs *c, size_t point, size_t workload, double seconds);
/* The seconds that it is likely to take; 0 where nothing is measured yet. */
double costs_of(const struct costs *c, size_t point, size_t workload);

#endif
