/* memory-port.h: what goes between an SM and the memory system behind it: requests about lines of 128 bytes, and what their answers take. An SM sees its
 * port and nothing behind it; the memory system (memory-system.h) sees ports and no SM.
 *
 * What this module cannot do: carry data. backing-store.h has the contents of memory; ports have only times. */
#ifndef SIMT_PORT_H
#define SIMT_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/host-cache.h"
#include "sim/memory/server.h"

struct launch_state;

enum l2_kind {
	L2_LOAD,
	L2_STORE,
	L2_ATOMIC /* takes effect at L2: atomics, and loads that must see one */
};

/* A request about one line. As large as a line of a host's cache. */
struct l2_request {
	uint64_t cycle; /* when it leaves the SM */
	uint64_t line;  /* number of the line: address / 128 */
	struct launch_state
		*launch; /* whose it is: stores of different launches do not go together; the memory system does not look into it */
	uint32_t target; /* what waits for the answer: an MSHR (L2_LOAD), a load (L2_ATOMIC), or 0 */
	uint16_t port;   /* number of the port that it comes from */
	uint16_t place;  /* stores and atomics: in the window of those under way */
	/* What it does to its line, laid out as in struct l1_part (l1-lines.h). Stores and atomics: sectors, those of atomics as often as one
	 * of their words is used; what these take on the way, and the answer of an atomic on its way back. */
	uint16_t turns, packets;
	uint8_t sectors; /* mask */
	uint8_t full;    /* a store: of its sectors, those that it writes entirely */
	uint8_t words;   /* an atomic: lanes */
	bool looked_up;  /* nothing to the memory system */
	uint8_t kind;    /* enum l2_kind */
	/* An atomic: its operation (enum atomic_op), bytes of a lane. */
	uint8_t atomic, bytes;
	/* A store: whether it is combined with one that has just left (write-combining.h), and then all sectors of those that are, and those
	 * that they do not write entirely, before it came and with it; bytes of each sector that it writes. */
	bool combined;
	uint8_t before, before_partial, with, with_partial;
	uint32_t written[4];
};

/* Where a port is on the chip. */
struct port_place {
	uint16_t tpc; /* which TPC of its GPC, from 0 on */
	uint8_t gpc;  /* GPC whose path from L2 it shares */
	uint8_t partition, side;
};

/* Apart from its neighbours, since SMs that run at the same time send through neighbouring ports. */
struct memory_port {
	/* Sent and not served: `nrequest` from number `first` on, in arrays that have room for so many. What goes leaves at the front, so that
	 * what stays, which may be much, is not moved. */
	_Alignas(HOST_APART) struct l2_request *request;
	uint64_t *cycle; /* of each: when it leaves. What puts them in order sees no more of them. */
	size_t first, nrequest, room;
	uint64_t soonest, latest; /* of these cycles; NEVER and 0: there are none */
	size_t nlisted;           /* requests that were listed last */
	uint64_t staying;         /* the soonest cycle of those that were not; NEVER: all were */
	struct server fill;       /* the path of sectors to the SM */
	struct server results;    /* that of the results of atomics */
	uint32_t number;
};

/* A port, of all 0 but its number, is made ready. */
void memory_port_init(struct memory_port *p, uint32_t number);
void memory_port_free(struct memory_port *p);
/* As new. */
void memory_port_reset(struct memory_port *p);
/* Nothing is under way any more. The paths stay as busy as they are. */
void memory_port_forget(struct memory_port *p);
/* Part of memory_port_room(): makes room for n more. */
void memory_port_make_room(struct memory_port *p, size_t n);
/* Where the next n requests go, for the caller to fill in, the port's number as well. Without memory the program ends (alloc.h). */
static inline struct l2_request *
memory_port_room(struct memory_port *p, size_t n)
{
	if (p->first + p->nrequest + n > p->room)
		memory_port_make_room(p, n);
	return p->request + p->first + p->nrequest;
}
/* n of them are sent. */
static inline void
memory_port_send(struct memory_port *p, size_t n)
{
	const struct l2_request *r = p->request + p->first + p->nrequest;
	uint64_t *cycle = p->cycle + p->first + p->nrequest;
	uint64_t soonest = p->soonest, latest = p->latest;

	for (size_t i = 0; i < n; i++) {
		cycle[i] = r[i].cycle;
		soonest = cycle[i] < soonest ? cycle[i] : soonest;
		latest = cycle[i] > latest ? cycle[i] : latest;
	}
	p->soonest = soonest;
	p->latest = latest;
	p->nrequest += n;
}
/* When the first request leaves that has not been served; NEVER: there is none. */
static inline uint64_t
memory_port_next(const struct memory_port *p)
{
	return p->soonest;
}
/* When the first load does. */
uint64_t memory_port_next_load(const struct memory_port *p);
/* Those that leave before cycle `until`, which were listed (request-order.h), have been served, and are here no more. */
void memory_port_served(struct memory_port *p, uint64_t until);

#endif
