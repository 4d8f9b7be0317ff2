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
/* The contents of a buffer that is wanted. Those that only expects of this case need are not copied: `data` has to stay until kept_check has
 * been called for the case. False: *e is SIMT_INTERRUPTED, or SIMT_BAD_INPUT where there is no memory for a copy. */
bool kept_take(struct kept *k, size_t of_case, size_t buffer, const void *data, simt_stop stop, struct simt_error *e);
/* The same with `data` that free() can free, which is taken over; what was there before is freed. */
void kept_give(struct kept *k, size_t of_case, size_t buffer, void *data);
/* To be called at the end of each selected case, in order: checks the expects for which this was the last case they need, and frees
 * what is needed no more. Calls `failed` for each expect that does not hold. Expects whose buffers were not taken do not count.
 * False: it was stopped, and what is left is not checked. */
bool kept_check(struct kept *k, size_t of_case, simt_stop stop,
		void (*failed)(void *arg, size_t of_case, const struct simt_error *e), void *arg);

#endif
