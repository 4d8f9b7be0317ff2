/* kept.h: contents of buffers at the end of their cases, kept until the last `expect` that needs them has been checked.
 * What this module cannot do: read device memory; the caller brings the bytes. */
#ifndef WORKLOADS_KEPT_H
#define WORKLOADS_KEPT_H

#include "workloads/reader/workload.h"

struct kept;

/* Which buffers the expects of the selected cases need, and until when. *unchecked: expects whose other case is not selected. Free with
 * kept_free. */
struct kept *kept_plan(const struct workload *w, const bool *selected, size_t *unchecked);
void kept_free(struct kept *k); /* NULL is allowed */

bool kept_wants(const struct kept *k, size_t of_case, size_t buffer);
/* Keeps the contents of a buffer, if an expect needs them. If only expects of this case do, they are not copied: `data` must stay until
 * kept_check has been called for the case. False: *e is SIMT_INTERRUPTED, or SIMT_BAD_INPUT if there is not enough memory for a copy. */
bool kept_take(struct kept *k, size_t of_case, size_t buffer, const void *data, simt_stop stop, struct simt_error *e);
/* Keeps `data`, which must be from malloc() and is not copied; what was kept before is freed. */
void kept_give(struct kept *k, size_t of_case, size_t buffer, void *data);
/* To be called at the end of each selected case, in order. Checks the expects for which this case was the last that they needed, and
 * frees what is not needed any more. Calls `failed` for each expect that does not hold. Expects whose buffers were not kept do not
 * count. False: it was stopped, and the rest is not checked. */
bool kept_check(struct kept *k, size_t of_case, simt_stop stop,
		void (*failed)(void *arg, size_t of_case, const struct simt_error *e), void *arg);

#endif
