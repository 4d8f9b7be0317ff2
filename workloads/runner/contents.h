/* contents.h: what the buffers of a workload held when their cases had ended.
 * What this module cannot do: read device memory; the caller brings the bytes. */
#ifndef WORKLOADS_CONTENTS_H
#define WORKLOADS_CONTENTS_H

#include "workloads/reader/workload.h"

struct contents;

/* Holds nothing yet. w must outlive it. Free with contents_free. */
struct contents *contents_new(const struct workload *w);
void contents_free(struct contents *k); /* NULL is allowed */

/* Keeps `data`, which must be from malloc(), and frees what was kept before. NULL: nothing is kept any more. */
void contents_give(struct contents *k, size_t of_case, size_t buffer, void *data);
/* Keeps a copy of `data`, as run_options.contents passes it; c and b are of the workload. Untouched pages take no memory. False: nothing
 * is kept, and *e is SIMT_INTERRUPTED, or SIMT_BAD_INPUT if there is not enough memory. */
bool contents_copy(struct contents *k, const struct workload_case *c, const struct workload_buffer *b, const void *data,
		   simt_stop stop, struct simt_error *e);
/* The bytes, or NULL. */
const void *contents_of(const struct contents *k, size_t of_case, size_t buffer);
/* Whether bytes are kept and equal to `data`. If they are kept and differ, *element is the first that differs, or how far the comparison
 * had come when it was stopped. */
bool contents_equal(const struct contents *k, const struct workload_case *c, const struct workload_buffer *b, const void *data,
		    simt_stop stop, size_t *element);

#endif
