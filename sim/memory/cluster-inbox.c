/* cluster-inbox.c: messages to an SM from others of the cluster, and what they do where they have come. See cluster.h. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster.h"
#include "sim/memory/access.h"
#include "sim/memory/transaction-bytes.h"

struct remote *
cluster_push(struct remotes *q, struct remote *m)
{
	q->message = grow(q->message, &q->room, q->n + 1, sizeof(struct remote *));
	return q->message[q->n++] = m;
}

void
cluster_message_free(struct remote *m)
{
	cluster_leave(m->cluster);
	free(m->bytes);
	free(m);
}

/* An access of block b, lane by lane from the lowest. */
void
cluster_perform(struct sm *sm, struct block *b, struct mem_request *r)
{
	uint8_t bytes[16];

	if (r->kind == MEM_ATOMIC && r->atomic == ATOM_BARRIER)
		bulk_arrive(sm, b);
	for (uint32_t m = r->mask; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);
		uint8_t *p = b->shared + (r->address[l] & CLUSTER_OFFSET);

		if (r->kind == MEM_LOAD) {
			request_put(r, l, p);
		} else if (r->kind == MEM_STORE) {
			request_get(r, l, bytes);
			memcpy(p, bytes, r->bytes);
		} else {
			request_atomic(r, l, p);
		}
		if (r->counted)
			count_bytes(b, r->to[l], r->bytes);
	}
}

/* The message has come to SM sm. */
static void
message_act(struct sm *sm, struct remote *m)
{
	struct block *b = m->cluster->at[m->rank].block;

	m->gone = !b;
	if (b && m->bytes) {
		memcpy(b->shared + (m->mem.to[0] & CLUSTER_OFFSET), m->bytes, m->mem.bulk);
		count_bytes(b, m->mem.to[1], m->mem.bulk);
	} else if (b) {
		cluster_perform(sm, b, &m->mem);
	}
	cluster_push(&sm->done, m);
}

void
cluster_take(struct sm *sm, uint64_t until)
{
	struct remotes *q = &sm->inbox;
	size_t n = 0;

	while (n < q->n && q->message[n]->cycle < until)
		message_act(sm, q->message[n++]);
	if (!n)
		return;
	q->n -= n;
	memmove(q->message, q->message + n, q->n * sizeof(struct remote *));
}

/* Whether a comes before b. */
static bool
message_is_before(const struct remote *a, const struct remote *b)
{
	if (a->cycle != b->cycle)
		return a->cycle < b->cycle;
	if (a->from->id != b->from->id)
		return a->from->id < b->from->id;
	return a->number < b->number;
}

/* Messages mostly come in order: each goes behind those that come before it. */
void
cluster_post(struct remote *m)
{
	struct remotes *q = &m->cluster->at[m->rank].sm->inbox;
	size_t i;

	cluster_push(q, m);
	for (i = q->n - 1; i && message_is_before(m, q->message[i - 1]); i--)
		q->message[i] = q->message[i - 1];
	q->message[i] = m;
}

static void
messages_forget(struct remotes *q)
{
	for (size_t i = 0; i < q->n; i++)
		cluster_message_free(q->message[i]);
	q->n = 0;
}

void
cluster_abandon(struct sm *sm)
{
	for (size_t i = 0; i < sm->nstart; i++)
		if (sm->start[i].cluster)
			cluster_leave(sm->start[i].cluster);
	messages_forget(&sm->sent);
	messages_forget(&sm->inbox);
	messages_forget(&sm->done);
}

void
cluster_free(struct sm *sm)
{
	free(sm->sent.message);
	free(sm->inbox.message);
	free(sm->done.message);
}
