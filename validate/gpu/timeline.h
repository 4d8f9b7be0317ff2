/* timeline.h: the streams of a case on a device, the order in which its launches run there, and when they ran.
 *
 * A launch without a stream goes to the legacy default stream: it starts when everything queued before it has ended, and what is queued
 * after it waits for it. A named stream is made without the non-blocking flag, so that these rules hold for it. `after` waits for an
 * event that follows the other launch.
 *
 * Launches are queued in batches, between which the host does something. The device is held until the host has queued a batch, so that
 * times contain no delays of the host. CUDA events time
 *   TIMELINE_LAUNCHES  each launch, with an event before and one after it
 *   TIMELINE_WHOLE     from the first start to the last end, with events only at the two ends of each stream, since events between launches
 *                      would delay them
 *   TIMELINE_NOTHING   nothing, and the device is not held
 *
 * A kernel that needs more local memory than any launched before must not be launched for the first time while the device is held: the
 * driver would wait for the device, and the device for the host.
 *
 * What this module cannot do: run a case of several batches without the events between launches. */
#ifndef VALIDATE_TIMELINE_H
#define VALIDATE_TIMELINE_H

#include "validate/gpu/device.h"
#include "workloads/reader/workload.h"

enum timeline_timing { TIMELINE_NOTHING, TIMELINE_LAUNCHES, TIMELINE_WHOLE };

struct timeline;

/* The executions to run: n of launches of a case. */
struct timeline_plan {
	const struct workload *w;
	const struct workload_case *c;
	const size_t *of; /* the launch (index into w->launch) of each, in the order in which they are queued */
	size_t n;
};
/* Everything given must outlive the timeline. Returns NULL and sets *e on failure. `stop` may be NULL. The caller frees it with
 * timeline_free. */
struct timeline *timeline_new(const struct device *d, const struct timeline_plan *plan, simt_stop stop, struct simt_error *e);
/* NULL is allowed; it waits for what the device has queued. */
void timeline_free(struct timeline *t);

/* Whether the case can be timed as a whole, without events between its launches. */
bool timeline_has_whole(const struct timeline *t);

/* Starts a repetition, from the first execution. */
void timeline_restart(struct timeline *t, enum timeline_timing timing);
/* Starts a batch. All batches before it must have ended. */
bool timeline_hold(struct timeline *t, struct simt_error *e);
/* To be called before and after queueing the i-th execution, in order: queues its waits and events. */
bool timeline_before(struct timeline *t, size_t i, struct simt_error *e);
bool timeline_after(struct timeline *t, size_t i, struct simt_error *e);
/* The stream for a launch; NULL is the legacy default stream. */
cu_stream timeline_stream(const struct timeline *t, size_t launch);
/* Releases the device and waits until it has ended what was queued. If `stop` is set meanwhile, it fails with SIMT_INTERRUPTED, and the
 * device is busy: freeing anything on it waits. */
bool timeline_wait(struct timeline *t, struct simt_error *e);
bool timeline_busy(const struct timeline *t); /* NULL: no */

/* Times, in ns, of the repetition that has ended. Batches add up; time between them is left out. TIMELINE_LAUNCHES: ns[i] of each
 * execution, and start[i] from the first start. */
bool timeline_times(struct timeline *t, double *total, double *ns, double *start, struct simt_error *e);

#endif
