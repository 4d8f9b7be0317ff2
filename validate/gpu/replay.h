/* replay.h: runs the cases of a workload on a real GPU and keeps the times.
 *
 * A case is run `warmup` times without timing, then `repeat` times with CUDA events around each launch. If it has several launches, it
 * is run another `repeat` times with events only at its ends, for the time of the whole. Before each run its buffers and its modules'
 * variables are restored. timeline.h says in what order launches run. What a launch needs in memory when it starts (copies of buffers,
 * variables) waits for the launches before it and is not part of the times.
 *
 * If a case fails, the others still run, except after a fault of a kernel, after which the driver runs nothing. Every sentence about a
 * failure goes to the `message` function.
 *
 * What this module cannot do: counters (see profile.h), print. */
#ifndef VALIDATE_REPLAY_H
#define VALIDATE_REPLAY_H

#include "validate/gpu/code.h"
#include "workloads/runner/kept.h"
#include "validate/gpu/metrics.h"
#include "workloads/reader/workload.h"

/* One execution of a launch; `repeat` in the workload gives several. */
struct replay_launch {
	size_t launch;           /* index into workload.launch */
	unsigned id;             /* ordinal over the whole run, from 0 */
	enum simt_status status; /* SIMT_OK, or why it did not come to its end */
	double *ns;              /* for each repetition, from the event before it to the event after it */
	double *start;           /* and from the first start of the case to the event before it, ns */
	double value[METRICS];   /* what a profiler counted */
	bool counted[METRICS];
};

struct replay_case {
	enum simt_status status;
	bool started;
	bool ended;                     /* all its launches have, and its buffers were handed on */
	struct replay_launch *launches; /* in the order they were queued */
	size_t nlaunches;
	double *ns; /* for each repetition: from the first start to the last end, with no events between launches; copies there left out */
};

struct replay_options {
	unsigned warmup, repeat;
	simt_stop stop; /* asked between cases, repetitions, launches and pieces of buffers, and while the device runs; or NULL */
	bool bare;      /* for a profiler around it: no events, no warm-up, nothing read back */
	void *arg;      /* of the functions below; each may be NULL */
	void (*message)(void *arg, const struct simt_error *e);
	/* Called after the last repetition of a case for each of its buffers, in the order of their definition. `data` is valid during the
	 * call. Return false and set *e to stop. */
	bool (*contents)(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data,
			 struct simt_error *e);
};

struct replay {
	const struct workload *w;
	struct device *device;
	const bool *selected;
	struct replay_options o;
	struct code **code; /* one per path */
	size_t ncode, room_code;
	struct code **code_of; /* of each launch of the workload; NULL where its case is not selected */
	struct replay_case *cases;
	struct kept *kept;
	/* It was stopped while the device ran, which still uses this: nothing can be given back to it, and the process has to end. NULL: no. */
	struct timeline *busy;
	size_t unchecked; /* expects whose other case is not selected */
};

/* Numbers the launches of the selected cases as replay_all queues them; needs no device. All pointers must outlive the replay, which is
 * freed with replay_free. */
struct replay *replay_new(const struct workload *w, const bool *selected, const struct replay_options *o);
/* Reads the modules of the selected cases and checks the arguments against the kernels' parameters. */
bool replay_bind(struct replay *r, struct device *d, struct simt_error *e);
/* Runs the selected cases. Returns SIMT_OK, SIMT_MISMATCH if some expect does not hold, or the status of the first failure. If `stop`
 * was set, returns SIMT_INTERRUPTED: the current case has that status, later ones are not started. */
enum simt_status replay_all(struct replay *r);
void replay_free(struct replay *r); /* NULL is allowed */
/* Number of cases that have come to their end; *of gets the number of selected ones. */
size_t replay_ended(const struct replay *r, size_t *of);
/* Launches of the selected cases. */
size_t replay_launches(const struct replay *r);

#endif
