/* limit-sets.h: runs the cases of a run again on machines without one or several limits of causes.def each; private to causes.c and what it
 * uses.
 *
 * What this module cannot do: lift limits that are computed. */
#ifndef WORKLOADS_LIMIT_SETS_H
#define WORKLOADS_LIMIT_SETS_H

#include "workloads/analysis/causes.h"

/* Limits are bits of a set, by enum cause_limit. */
_Static_assert(CAUSES <= 64, "a set of limits has a bit for each");
static inline uint64_t
limit_bit(enum cause_limit limit)
{
	return UINT64_C(1) << limit;
}

/* Begins as {.r = ..., .times = ...}. */
struct limit_sets {
	const struct run *r;
	unsigned times;       /* what the table has as *2 becomes so many times 2, from 1 on */
	size_t n;             /* different sets, in the order in which they were wanted first */
	uint64_t *set;        /* n */
	bool **cases;         /* by set and case: it is wanted */
	char **settings;      /* by set; NULL before limit_sets_run */
	struct experiment *x; /* by set; NULL before limit_sets_run */
};

/* Wants the set for a case. Returns which one of the sets it is. */
size_t limit_sets_want(struct limit_sets *s, uint64_t set, size_t in_case);
/* Runs them all. `progress` may be NULL. */
void limit_sets_run(struct limit_sets *s, experiments_progress *progress, void *arg);
/* Launch k of a case is so many times as fast without the set; 0: that was not tried, or did not come to its end. */
double limit_sets_gain(const struct limit_sets *s, uint64_t set, size_t in_case, size_t k);
void limit_sets_clear(struct limit_sets *s);

#endif
