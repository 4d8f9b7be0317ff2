/* run-case.h: a case while it runs; private to run.c and run-parts.c.
 * What this module cannot do: several cases at the same time. */
#ifndef WORKLOADS_RUN_CASE_H
#define WORKLOADS_RUN_CASE_H

#include "workloads/runner/run.h"

struct running {
	struct run *r;
	size_t index; /* of the case */
	const struct workload_case *c;
	struct run_case *result;
	uint64_t *address;            /* of its buffers */
	struct simt_launch **pending; /* launches since the last synchronize, the last of result->launches */
	size_t npending, room_pending, room_launches;
	struct simt_launch **last; /* the run's */
	struct simt_error *e;
};

/* ---- run-buffers.c; false: x->e says why, SIMT_INTERRUPTED where it was stopped ---- */
/* Makes the buffers of the case; those that are copies stay empty. */
bool run_make_buffers(struct running *x);
/* Fills a buffer that is a copy of another. */
bool run_copy_buffer(const struct running *x, size_t buffer);
/* Writes contents to memory; `launch` and `at`: where it stands in the workload. */
bool run_write(const struct running *x, uint64_t address, const struct generated *f, size_t launch, size_t at);
/* Hands on the buffers that expects or the caller want. */
bool run_keep_buffers(struct running *x);
/* False, and *e from `inner`, with the position in front unless it was stopped. */
bool run_file_fails(const struct run *r, size_t launch, enum workload_column column, size_t at, const struct simt_error *inner,
		    struct simt_error *e);

/* ---- run.c ---- */
/* Keeps the counts of an execution, and what clients of the event tap have of it. */
void run_take_stats(struct run *r, struct run_launch *l, const struct simt_launch *from);
/* Runs the queued launches, and takes their counts. */
bool run_synchronize(struct running *x);
/* The parameter block of a launch. */
void run_pack(const struct running *x, size_t launch, const struct simt_function_info *info, unsigned char *block);
/* Queues a launch with this grid and stream. NULL: x->e says why. */
struct simt_launch *run_queue(struct running *x, size_t launch, struct workload_dim grid, const unsigned char *block, size_t bytes,
			      unsigned stream);
/* Queues the parts that run_options.change has of a launch, instead of it. */
bool run_queue_parts(struct running *x, size_t launch, const unsigned char *block, size_t bytes);

#endif
