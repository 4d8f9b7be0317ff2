/* remedy-limits.h: how fast a launch is without all limits that a remedy mends: the most that the remedy can bring; private to remedies.c.
 *
 * What this module cannot do: try remedies of divergence so, which mend one limit, and limits that are computed. */
#ifndef WORKLOADS_REMEDY_LIMITS_H
#define WORKLOADS_REMEDY_LIMITS_H

#include "workloads/analysis/causes.h"

/* The limits that a remedy may mend, as bits by enum cause_limit. */
uint64_t remedy_limits(const struct cause_remedy *x);
/* Sets `all` of the first remedies of each launch that mend several limits, unless their own trial refuted them. They are in their order. Returns
 * how many experiments it ran. */
size_t remedies_without_all(const struct run *r, struct causes **of_case, experiments_progress *progress, void *arg);

#endif
