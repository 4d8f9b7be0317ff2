/* kept.h: contents of buffers at the end of their cases, kept until the last `expect` that needs them has been checked.
 * What this module cannot do: read device memory; the caller brings the bytes. */
#ifndef WORKLOADS_KEPT_H
#define WORKLOADS_KEPT_H

#include "workload.h"

struct kept;

/* Which buffers the expects of the selected cases need, and until when. `selected` has an entry for each case and is read again by
 * kept_check, so it must live as long. *unchecked: expects whose other case is not selected. Free with kept_free. */
struct kept *kept_plan(const struct workload *w, const bool *selected, size_t *unchecked);
void kept_free(struct kept *k); /* NULL is allowed */

bool kept_wants(const struct kept *k, size_t of_case, size_t buffer);
/* Takes `data` over, which free() can free; what was given before is freed. */
void kept_give(struct kept *k, size_t of_case, size_t buffer, void *data);
/* To be called at the end of each selected case, in order: checks the expects for which this was the last case they need, and frees
 * what is needed no more. Calls `failed` for each expect that does not hold. Expects whose buffers were not given do not count. */
void kept_check(struct kept *k, size_t of_case, void (*failed)(void *arg, size_t of_case, const struct simt_error *e), void *arg);

#endif
