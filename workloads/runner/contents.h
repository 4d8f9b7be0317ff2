/* contents.h: what the buffers of a workload held when their cases had ended.
 * What this module cannot do: read device memory; the caller brings the bytes. */
#ifndef WORKLOADS_CONTENTS_H
#define WORKLOADS_CONTENTS_H

#include "workloads/reader/workload.h"

struct contents;

/* Holds nothing yet. w must outlive it. Free with contents_free. */
struct contents *contents_new(const struct workload *w);
void contents_free(struct contents *k); /* NULL is allowed */

/* Takes `data` over, which free() can free; what was held before is freed. NULL: nothing is held any more. */
void contents_give(struct contents *k, size_t of_case, size_t buffer, void *data);
/* The same with a copy of `data`, as run_options.contents brings it: c and b are of the workload. What nobody has touched takes no place.
 * False: nothing is held, *e is SIMT_INTERRUPTED, or SIMT_BAD_INPUT where there is no memory. */
bool contents_copy(struct contents *k, const struct workload_case *c, const struct workload_buffer *b, const void *data,
		   simt_stop stop, struct simt_error *e);
/* The bytes, or NULL. */
const void *contents_of(const struct contents *k, size_t of_case, size_t buffer);
/* Whether the bytes are held and `data` are the same. Where they are held and differ, *element is the first that does, or the one it had
 * come to when it was stopped. */
bool contents_equal(const struct contents *k, const struct workload_case *c, const struct workload_buffer *b, const void *data,
		    simt_stop stop, size_t *element);

#endif
