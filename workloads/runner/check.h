/* check.h: does an `expect` of a workload.csv hold?
 * What this module cannot do: read device memory; the caller brings the bytes. */
#ifndef WORKLOADS_CHECK_H
#define WORKLOADS_CHECK_H

#include "workloads/reader/workload.h"

/* An expect, and what it is compared with. */
struct expect_check {
	const struct workload *w;
	const struct workload_case *c;   /* whose expect it is */
	const struct workload_expect *x; /* of c->expects */
	const void *data;                /* contents of its buffer */
	const void *other;               /* those of the buffer it is compared with; NULL where x->same is false */
	simt_stop stop;                  /* or NULL */
};

/* Checks one expect. Returns true if it holds. Otherwise sets *e: SIMT_MISMATCH and a sentence that names the first element that
 * differs; SIMT_BAD_INPUT if a file cannot be read; or SIMT_INTERRUPTED. The first two have the position in front. Equal means the same
 * bits. Within n ulps means at most n steps from float to float, and any NaN equals any NaN. Sums of integers are exact; sums of floats
 * are made in double, element by element. Sorted means that no element is less than the one before it; a NaN is never sorted. */
bool check_expect(const struct expect_check *k, struct simt_error *e);

#endif
