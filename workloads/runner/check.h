/* check.h: does an `expect` of a workload.csv hold?
 * What this module cannot do: read device memory; the caller brings the bytes. */
#ifndef WORKLOADS_CHECK_H
#define WORKLOADS_CHECK_H

#include "workloads/reader/workload.h"

/* Checks one expect of case c. `data` are the contents of its buffer, `other` those of the buffer it is compared with (NULL where
 * x->same is false). Returns true where it holds. Else sets *e: SIMT_MISMATCH and a sentence that names the first element that
 * differs, or SIMT_BAD_INPUT where a file cannot be read, both with the position in front; or SIMT_INTERRUPTED.
 * Equal means the same bits; within n ulps: as many steps from float to float, and any NaN equals any NaN. Sums of integers are exact;
 * those of floats are made in double, element after element. Sorted: no element is below the one before it; a NaN is never sorted. */
bool check_expect(const struct workload *w, const struct workload_case *c, const struct workload_expect *x, const void *data,
		  const void *other, simt_stop stop, struct simt_error *e);

#endif
