#include "validate/gpu/timeline.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"

enum { STREAM_BLOCKING = 0, STREAM_NON_BLOCKING = 1, GATED_LAUNCHES = 100 };

/* Of an execution: the first or last in its stream; some launch waits for it. */
enum { MARK_FIRST = 1, MARK_LAST = 2, MARK_AWAITED = 4 };

struct batch {
	size_t first; /* execution */
	cu_event start;
};

struct timeline {
	const struct device *device;
	const struct driver *d;
	const struct workload *w;
	const struct workload_case *c;
	const size_t *of; /* the launch of each execution */
	size_t n;
	bool whole; /* see timeline_has_whole */
	enum timeline_timing timing;
	cu_stream control; /* holds the others */
	cu_stream *stream; /* [0]: NULL, the legacy default stream */
	bool *used;
	unsigned nstreams;
	unsigned char *mark;
	cu_event *before, *after; /* of each execution */
	struct batch *batch;
	size_t nbatches, room;
	size_t queued;
	atomic_bool open; /* see hold */
	simt_stop stop;
	bool busy; /* see timeline_busy */
};

static bool
ok(const struct timeline *t, cu_result r, const char *what, struct simt_error *e)
{
	char text[256];

	snprintf(text, sizeof text, "case '%.80s': %s", t->c->name, what);
	return device_ok(t->device, r, e, text);
}

/* ---- streams and events ---- */
static void
make_marks(struct timeline *t)
{
	size_t *last = must(malloc((t->nstreams + 1) * sizeof *last));

	for (unsigned s = 0; s < t->nstreams; s++)
		last[s] = SIZE_MAX;
	for (size_t i = 0; i < t->n; i++) {
		const struct workload_launch *l = &t->w->launch[t->of[i]];

		if (last[l->stream] == SIZE_MAX)
			t->mark[i] |= MARK_FIRST;
		last[l->stream] = i;
		t->used[l->stream] = true;
		for (size_t k = 0; k < l->nafter; k++)
			for (size_t j = i; j-- > 0;) {
				if (t->of[j] != l->after[k])
					continue;
				t->mark[j] |= MARK_AWAITED;
				break;
			}
	}
	for (unsigned s = 0; s < t->nstreams; s++)
		if (last[s] != SIZE_MAX)
			t->mark[last[s]] |= MARK_LAST;
	free(last);
}

/* Whether a launch needs memory to be written when it starts. */
static bool
is_prepared(const struct timeline *t, size_t launch)
{
	const struct workload_launch *l = &t->w->launch[launch];

	for (size_t i = 0; i < l->nargs; i++) {
		const struct workload_arg *a = &l->args[i];

		if (a->kind == ARG_SYMBOL ||
		    (a->kind == ARG_BUFFER && t->c->buffers[a->buffer].copy_of >= 0 && t->c->buffers[a->buffer].launch == launch))
			return true;
	}
	return false;
}

static bool
make_streams(struct timeline *t, struct simt_error *e)
{
	if (!ok(t, t->d->stream_create(&t->control, STREAM_NON_BLOCKING), "making a stream", e))
		return false;
	for (unsigned s = 1; s < t->nstreams; s++)
		if (!ok(t, t->d->stream_create(&t->stream[s], STREAM_BLOCKING), "making a stream", e))
			return false;
	for (size_t i = 0; i < t->n; i++)
		if (!ok(t, t->d->event_create(&t->before[i], 0), "making an event", e) ||
		    !ok(t, t->d->event_create(&t->after[i], 0), "making an event", e))
			return false;
	return true;
}

struct timeline *
timeline_new(const struct device *d, const struct timeline_plan *plan, simt_stop stop, struct simt_error *e)
{
	const struct workload_case *c = plan->c;
	const size_t n = plan->n;
	struct timeline *t = must(calloc(1, sizeof *t));

	*t = (struct timeline){
		.device = d, .d = &d->d, .w = plan->w, .c = c, .of = plan->of, .n = n, .stop = stop, .nstreams = 1, .whole = n > 1};
	for (size_t k = 0; k < c->nlaunches; k++) {
		unsigned s = t->w->launch[c->launches[k]].stream;

		t->nstreams = s >= t->nstreams ? s + 1 : t->nstreams;
		t->whole = t->whole && !is_prepared(t, c->launches[k]);
	}
	t->stream = must(calloc(t->nstreams, sizeof *t->stream));
	t->used = must(calloc(t->nstreams, sizeof *t->used));
	t->mark = must(calloc(n + 1, sizeof *t->mark));
	t->before = must(calloc(n + 1, sizeof *t->before));
	t->after = must(calloc(n + 1, sizeof *t->after));
	make_marks(t);
	if (make_streams(t, e))
		return t;
	timeline_free(t);
	return NULL;
}

static void
end_batches(struct timeline *t)
{
	for (size_t i = 0; i < t->nbatches; i++)
		t->d->event_destroy(t->batch[i].start);
	t->nbatches = 0;
}

void
timeline_free(struct timeline *t)
{
	if (!t)
		return;
	end_batches(t);
	for (size_t i = 0; i < t->n; i++) {
		if (t->before[i])
			t->d->event_destroy(t->before[i]);
		if (t->after[i])
			t->d->event_destroy(t->after[i]);
	}
	for (unsigned s = 1; s < t->nstreams; s++)
		if (t->stream[s])
			t->d->stream_destroy(t->stream[s]);
	if (t->control)
		t->d->stream_destroy(t->control);
	free(t->stream);
	free(t->used);
	free(t->mark);
	free(t->before);
	free(t->after);
	free(t->batch);
	free(t);
}

bool
timeline_has_whole(const struct timeline *t)
{
	return t->whole;
}

cu_stream
timeline_stream(const struct timeline *t, size_t launch)
{
	return t->stream[t->w->launch[launch].stream];
}

/* ---- a repetition ---- */
void
timeline_restart(struct timeline *t, enum timeline_timing timing)
{
	end_batches(t);
	t->queued = 0;
	t->timing = timing;
}

/* Runs on the device's queue: waits until the host has queued the batch. */
static void
hold(void *arg)
{
	struct timeline *t = arg;

	while (!atomic_load(&t->open))
		nanosleep(&(struct timespec){.tv_nsec = 1000}, NULL);
}

/* Whether the device has ended all that is queued, or failed. A synchronize reports the failure. */
static bool
is_idle(const struct timeline *t)
{
	enum { NOT_READY = 600 };
	bool idle = t->d->stream_query(t->control) != NOT_READY;

	for (unsigned k = 0; idle && k < t->nstreams; k++)
		idle = !t->used[k] || t->d->stream_query(t->stream[k]) != NOT_READY;
	return idle;
}

/* Nothing stops a kernel, but nobody has to wait for it. Times are the device's own: looking does not change them. */
static bool
wait_or_stop(struct timeline *t, struct simt_error *e)
{
	enum { SHORTEST = 20000, LONGEST = 1000000 }; /* ns */
	long ns = SHORTEST;

	while (!is_idle(t)) {
		t->busy = simt_stopped(t->stop);
		if (!simt_goes_on(t->stop, e))
			return false;
		nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
		ns = ns < LONGEST ? 2 * ns : LONGEST;
	}
	return true;
}

bool
timeline_busy(const struct timeline *t)
{
	return t && t->busy;
}

bool
timeline_wait(struct timeline *t, struct simt_error *e)
{
	atomic_store(&t->open, true);
	if (t->stop && t->d->stream_query && !wait_or_stop(t, e))
		return false;
	return ok(t, t->d->context_synchronize(), "running the launches", e);
}

bool
timeline_hold(struct timeline *t, struct simt_error *e)
{
	struct batch s = {.first = t->queued};

	if (t->timing == TIMELINE_NOTHING)
		return true;
	if (!ok(t, t->d->event_create(&s.start, 0), "making an event", e))
		return false;
	t->batch = grow(t->batch, &t->room, t->nbatches + 1, sizeof *t->batch);
	t->batch[t->nbatches++] = s;
	atomic_store(&t->open, false);
	if (!ok(t, t->d->stream_call(t->control, hold, t), "holding the device", e) ||
	    !ok(t, t->d->event_record(s.start, t->control), "recording an event", e))
		return false;
	for (unsigned k = 0; k < t->nstreams; k++)
		if (t->used[k] && !ok(t, t->d->stream_wait(t->stream[k], s.start, 0), "waiting for an event", e))
			return false;
	return true;
}

static bool
is_timed(const struct timeline *t, size_t i, unsigned char mark)
{
	return t->timing == TIMELINE_LAUNCHES || (t->timing == TIMELINE_WHOLE && t->mark[i] & mark);
}

/* The event after the last execution of another launch of the case. NULL if that is not queued yet, which the order rules out. */
static cu_event
last_event(const struct timeline *t, size_t launch)
{
	for (size_t i = t->queued; i-- > 0;)
		if (t->of[i] == launch)
			return t->after[i];
	return NULL;
}

bool
timeline_before(struct timeline *t, size_t i, struct simt_error *e)
{
	const struct workload_launch *l = &t->w->launch[t->of[i]];
	cu_stream s = timeline_stream(t, t->of[i]);

	for (size_t k = 0; k < l->nafter; k++) {
		cu_event other = last_event(t, l->after[k]);

		if (other && !ok(t, t->d->stream_wait(s, other, 0), "waiting for an event", e))
			return false;
	}
	return !is_timed(t, i, MARK_FIRST) || ok(t, t->d->event_record(t->before[i], s), "recording an event", e);
}

bool
timeline_after(struct timeline *t, size_t i, struct simt_error *e)
{
	size_t first = t->nbatches ? t->batch[t->nbatches - 1].first : 0;

	t->queued = i + 1;
	/* a queue has room for so many; the host must not wait for room while the device waits for the host */
	if (t->queued - first >= GATED_LAUNCHES)
		atomic_store(&t->open, true);
	return !(is_timed(t, i, MARK_LAST) || t->mark[i] & MARK_AWAITED) ||
	       ok(t, t->d->event_record(t->after[i], timeline_stream(t, t->of[i])), "recording an event", e);
}

/* ---- times ---- */
static bool
elapsed(const struct timeline *t, cu_event from, cu_event to, double *ns, struct simt_error *e)
{
	float ms;

	if (!ok(t, t->d->event_elapsed(&ms, from, to), "reading an event", e))
		return false;
	*ns = (double)ms * 1e6;
	return true;
}

/* First start and last end of a batch, from its start event. */
static bool
ends_of(const struct timeline *t, size_t batch, size_t end, double *first, double *last, struct simt_error *e)
{
	const struct batch *s = &t->batch[batch];
	bool any = false;
	double at;

	*first = *last = 0;
	for (size_t i = s->first; i < end; i++) {
		if (is_timed(t, i, MARK_FIRST)) {
			if (!elapsed(t, s->start, t->before[i], &at, e))
				return false;
			*first = !any || at < *first ? at : *first;
			any = true;
		}
		if (is_timed(t, i, MARK_LAST)) {
			if (!elapsed(t, s->start, t->after[i], &at, e))
				return false;
			*last = at > *last ? at : *last;
		}
	}
	return true;
}

bool
timeline_times(struct timeline *t, double *total, double *ns, double *start, struct simt_error *e)
{
	double sum = 0;

	for (size_t k = 0; k < t->nbatches; k++) {
		size_t end = k + 1 < t->nbatches ? t->batch[k + 1].first : t->queued;
		double first, last, at;

		if (!ends_of(t, k, end, &first, &last, e))
			return false;
		for (size_t i = t->batch[k].first; t->timing == TIMELINE_LAUNCHES && i < end; i++) {
			if (!elapsed(t, t->batch[k].start, t->before[i], &at, e) ||
			    !elapsed(t, t->before[i], t->after[i], &ns[i], e))
				return false;
			start[i] = sum + at - first;
		}
		sum += last - first;
	}
	*total = sum;
	return true;
}
