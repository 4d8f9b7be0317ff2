/* cluster-port.h: messages between the SMs of a cluster: accesses to another block's shared memory, and parts of bulk copies; private to
 * sim/. Times are cycles.
 *
 * An access to another SM takes longer than a window. A message is made in a window and sent between windows (cluster-window.h).
 * Messages take effect in the order of the cycle of their arrival, of the sending SM, and of sending. In functional mode nothing is
 * sent.
 *
 * What this module cannot do: messages that delay each other, or time that they take on the receiving SM. */
#ifndef SIMT_CLUSTER_PORT_H
#define SIMT_CLUSTER_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/isa.h"

struct block;
struct remote;
struct sm;
struct warp;

/* Messages, in order. */
struct remotes {
	struct remote **message;
	size_t n, room;
};

/* Of each SM; others use the functions below. It owns the messages in it. */
struct cluster_port {
	struct remotes sent, inbox, done; /* in the order in which they left; to act here, by cycle; whose answers are to go back */
	uint64_t nsent;                   /* how many left so far */
	uint64_t free;                    /* when the next one can, in 1/CLUSTER_UNIT cycle */
};

/* Nothing is under way, and the clock starts anew. */
static inline void
cluster_port_reset(struct cluster_port *p)
{
	p->free = 0;
}
/* Forgets all that is under way. */
void cluster_port_forget(struct cluster_port *p);
void cluster_port_free(struct cluster_port *p);

/* A new message to block `rank` of the cluster, for a lane of w, all else of which is to be set; it is the last one sent. */
struct remote *cluster_port_send(struct sm *sm, const struct warp *w, unsigned lane, unsigned rank);
/* The last `n` messages sent are those of an access that issues now, which waits for load number `load`, if not 0. They leave from cycle
 * `start` on. Returns when the last one is back. */
uint64_t cluster_port_leave(struct sm *sm, unsigned n, uint32_t load, uint64_t start);
/* What an access does to block b of the SM, lane by lane from the lowest. */
void cluster_port_perform(struct sm *sm, struct block *b, struct mem_request *r);
/* Whether messages are to act on the SM. */
static inline bool
cluster_port_has_messages(const struct cluster_port *p)
{
	return p->inbox.n;
}
/* What has come to the SM by the cycle before `until` acts. */
void cluster_port_act(struct sm *sm, uint64_t until);
/* When the first message comes to the SM; NEVER: none is under way. */
uint64_t cluster_port_next(const struct sm *sm);
/* Between windows: what the SM has sent is on its way. */
void cluster_port_post(struct cluster_port *p);
/* Between windows: takes one whose answer is to go back, the first n-th; NULL: there are no more. cluster_port_answered() drops them all. */
struct remote *cluster_port_answer(const struct cluster_port *p, size_t n);
void cluster_port_answered(struct cluster_port *p);

#endif
