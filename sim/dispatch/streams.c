/* streams.c: what a launch waits for before it can start: the launches issued before it in its stream, those that simt_launch_after
 * names, and by the rules of CUDA's legacy default stream launches of other streams.
 *
 * Launches form a graph whose edges lead from earlier to later ones, so it has no cycles. Edges that follow from others are left out.
 * What is kept are edges from the last launch of a stream and from the last one of the default stream.
 *
 * What this module cannot do: streams that do not wait for the default stream (cudaStreamNonBlocking), a default stream for each thread,
 * priorities. */
#include "sim/dispatch/streams.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"

void
streams_wait(struct simt_launch *l, struct simt_launch *other)
{
	if (other->over)
		return;
	other->successor = grow(other->successor, &other->room, other->nsuccessors + 1, sizeof(struct simt_launch *));
	other->successor[other->nsuccessors++] = l;
	l->waits++;
}

/* The stream of that number; NULL: nothing was issued in it since the last launch of the default stream. */
static struct stream *
find_stream(struct simt *s, unsigned number)
{
	for (size_t i = 0; i < s->nstreams; i++)
		if (s->stream[i].number == number)
			return s->stream + i;
	return NULL;
}

void
streams_issue(struct simt *s, struct simt_launch *l, unsigned stream)
{
	struct stream *before = find_stream(s, stream);

	/* after a synchronize the host is where the machine is */
	if (s->host < s->gpu.now)
		s->host = s->gpu.now;
	l->ready = s->host;
	s->host += s->machine->dispatch.host_launch;
	if (!s->unfinished)
		s->unfinished = l;
	for (size_t i = 0; !stream && i < s->nstreams; i++)
		streams_wait(l, s->stream[i].last);
	if (before)
		streams_wait(l, before->last);
	else if (s->everything)
		streams_wait(l, s->everything);
	if (!stream) {
		s->nstreams = 0;
		s->everything = l;
		return;
	}
	if (!before) {
		s->stream = grow(s->stream, &s->stream_room, s->nstreams + 1, sizeof *s->stream);
		before = s->stream + s->nstreams++;
		before->number = stream;
	}
	before->last = l;
}

/* In order of the time, then of issue. */
static bool
launch_is_before(const struct simt_launch *a, const struct simt_launch *b)
{
	return a->ready < b->ready || (a->ready == b->ready && a->state.number < b->state.number);
}

static void
put_ready(struct gpu *gpu, struct simt_launch *l)
{
	struct simt_launch **p = &gpu->ready;

	/* mostly it comes last */
	if (gpu->ready && launch_is_before(gpu->ready_last, l))
		p = &gpu->ready_last->next_ready;
	while (*p && launch_is_before(*p, l))
		p = &(*p)->next_ready;
	l->next_ready = *p;
	*p = l;
	if (!l->next_ready)
		gpu->ready_last = l;
}

void
streams_submit(struct simt *s)
{
	while (s->unfinished && s->unfinished->started)
		s->unfinished = s->unfinished->next;
	s->gpu.ready = NULL;
	for (struct simt_launch *l = s->unfinished; l; l = l->next) {
		l->queued = true;
		if (!l->waits && !l->started)
			put_ready(&s->gpu, l);
	}
}

struct simt_launch *
streams_take(struct gpu *gpu)
{
	struct simt_launch *l = gpu->ready;

	gpu->ready = l->next_ready;
	return l;
}

void
streams_ended(struct gpu *gpu, struct simt_launch *l)
{
	/* the block scheduler learns of it no sooner than of the end of the launch's last block */
	uint64_t learns = l->state.last_end + gpu->m->dispatch.next_launch;

	for (size_t i = 0; i < l->nsuccessors; i++) {
		struct simt_launch *next = l->successor[i];

		if (l->stats->end > next->ready)
			next->ready = l->stats->end;
		if (learns > next->not_before)
			next->not_before = learns;
		if (!--next->waits && next->queued)
			put_ready(gpu, next);
	}
	free(l->successor);
	l->successor = NULL;
	l->nsuccessors = l->room = 0;
}

void
streams_reset(struct simt *s)
{
	s->unfinished = s->everything = s->gpu.ready = NULL;
	s->nstreams = 0;
	s->host = 0;
}
