/* reach.h: how large the buffers of a case need to be whose accesses went past the end of one: a fault names the first access, and a
 * program that is told of one at a time is run many times.
 *
 * The case is run once more, in functional mode, with room behind each buffer, which holds zeros.
 * What this module cannot do: know what the kernel would do with other contents than zeros there; accesses in front of a buffer; bulk
 * copies. */
#ifndef WORKLOADS_REACH_H
#define WORKLOADS_REACH_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct run;
struct simt;

/* ---- for run.c: a client of the event tap ---- */
struct reach;
struct reach *reach_new(struct simt *s, struct simt_error *e);
/* The buffers of the case that begins, at ascending addresses, which are copied. */
void reach_buffers(struct reach *r, const uint64_t *address, size_t n);
void reach_free(struct reach *r); /* NULL is allowed */

/* ---- for programs ---- */
/* Says of each buffer of a case of r that failed how many elements it needs, if these are more than it has; `say` gets a sentence with the
 * buffer's position. It says nothing of a case that has not failed, and of machines without functional mode. */
void reach_tell(const struct run *r, size_t of_case, void (*say)(void *arg, const struct simt_error *e), void *arg);
/* ... of each case that failed, up to some, where the run was not stopped. */
void reach_tell_all(const struct run *r, void (*say)(void *arg, const struct simt_error *e), void *arg);

#endif
