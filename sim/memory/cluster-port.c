/* cluster-port.c: messages between the SMs of a cluster, and what they do where they have come. See cluster-port.h. */
#include "sim/memory/cluster-port.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster.h"
#include "sim/memory/access.h"
#include "sim/memory/lane-atomics.h"
#include "sim/memory/loads.h"
#include "sim/memory/remote.h"
#include "sim/memory/transaction-bytes.h"
#include "sim/observe/fault.h"

static struct remote *
message_push(struct remotes *q, struct remote *m)
{
	q->message = grow(q->message, &q->room, q->n + 1, sizeof(struct remote *));
	return q->message[q->n++] = m;
}

static void
message_free(struct remote *m)
{
	cluster_leave(m->cluster);
	free(m->bytes);
	free(m);
}

/* An access of block b, lane by lane from the lowest. */
void
cluster_port_perform(struct sm *sm, struct block *b, struct mem_request *r)
{
	uint8_t bytes[16];

	if (r->kind == MEM_ATOMIC && r->atomic == ATOM_BARRIER)
		transaction_bytes_arrive(sm, b);
	for (uint32_t m = r->mask; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);
		uint8_t *p = b->shared + (r->address[l] & CLUSTER_OFFSET);

		if (r->kind == MEM_LOAD) {
			access_put(r, l, p);
		} else if (r->kind == MEM_STORE) {
			access_get(r, l, bytes);
			memcpy(p, bytes, r->bytes);
		} else {
			lane_atomics_perform(r, l, p);
		}
		if (r->counted)
			transaction_bytes_count(b, r->to[l], r->bytes);
	}
}

/* ---- sending ---- */

struct remote *
cluster_port_send(struct sm *sm, const struct warp *w, unsigned lane, unsigned rank)
{
	const struct block *b = w->block;
	struct remote *m = xrealloc(NULL, sizeof *m);

	memset(m, 0, sizeof *m);
	m->number = sm->cluster_port.nsent++;
	m->from = sm;
	m->by = fault_place(sm, w, lane);
	m->cluster = b->cluster;
	m->cluster->users++;
	m->rank = rank;
	return message_push(&sm->cluster_port.sent, m);
}

uint64_t
cluster_port_leave(struct sm *sm, unsigned n, uint32_t load, uint64_t start)
{
	struct cluster_port *p = &sm->cluster_port;
	const uint64_t each = sm->m->cluster.interval;
	uint64_t back = start;

	for (size_t i = p->sent.n - n; i < p->sent.n; i++) {
		struct remote *m = p->sent.message[i];
		const uint64_t way = cluster_way(sm->m, m->cluster->launch);
		uint64_t free = p->free > start * CLUSTER_UNIT ? p->free : start * CLUSTER_UNIT;

		p->free = free + m->packets * each;
		/* a load goes with its first packet, the others with their last */
		if (!load)
			free = p->free - each;
		m->cycle = (free + CLUSTER_UNIT - 1) / CLUSTER_UNIT + way;
		back = m->cycle + way > back ? m->cycle + way : back;
		m->load = load;
		if (load)
			loads_expect(&sm->loads, load);
	}
	return back;
}

/* ---- receiving ---- */

/* The message has come to SM sm. */
static void
message_act(struct sm *sm, struct remote *m)
{
	struct block *b = m->cluster->at[m->rank].block;

	m->gone = !b;
	if (b && m->bytes) {
		memcpy(b->shared + (m->mem.to[0] & CLUSTER_OFFSET), m->bytes, m->mem.bulk);
		transaction_bytes_count(b, m->mem.to[1], m->mem.bulk);
	} else if (b) {
		cluster_port_perform(sm, b, &m->mem);
	}
	message_push(&sm->cluster_port.done, m);
}

void
cluster_port_act(struct sm *sm, uint64_t until)
{
	struct remotes *q = &sm->cluster_port.inbox;
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
static void
message_post(struct remote *m)
{
	struct remotes *q = &m->cluster->at[m->rank].sm->cluster_port.inbox;
	size_t i;

	message_push(q, m);
	for (i = q->n - 1; i && message_is_before(m, q->message[i - 1]); i--)
		q->message[i] = q->message[i - 1];
	q->message[i] = m;
}

static void
messages_forget(struct remotes *q)
{
	for (size_t i = 0; i < q->n; i++)
		message_free(q->message[i]);
	q->n = 0;
}

void
cluster_port_forget(struct cluster_port *p)
{
	messages_forget(&p->sent);
	messages_forget(&p->inbox);
	messages_forget(&p->done);
}

void
cluster_port_free(struct cluster_port *p)
{
	free(p->sent.message);
	free(p->inbox.message);
	free(p->done.message);
}

uint64_t
cluster_port_next(const struct sm *sm)
{
	const struct remotes *q = &sm->cluster_port.inbox;

	return q->n ? q->message[0]->cycle : NEVER;
}

void
cluster_port_post(struct cluster_port *p)
{
	for (size_t i = 0; i < p->sent.n; i++)
		message_post(p->sent.message[i]);
	p->sent.n = 0;
}

struct remote *
cluster_port_answer(const struct cluster_port *p, size_t n)
{
	return n < p->done.n ? p->done.message[n] : NULL;
}

void
cluster_port_answered(struct cluster_port *p)
{
	messages_forget(&p->done);
}
