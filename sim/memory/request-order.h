/* request-order.h: the order in which the requests of all ports are served: by cycle, then port, then as they were sent. Private to sim/memory/.
 * What this module cannot do: serve them. */
#ifndef SIMT_REQUEST_ORDER_H
#define SIMT_REQUEST_ORDER_H

#include <stddef.h>
#include <stdint.h>

struct l2_request;
struct memory_port;

/* All 0: empty. Room is kept from one use to the next. */
struct request_order {
	const struct l2_request **request; /* the n of them */
	size_t n;
	uint32_t *before;    /* of each cycle: how many come before those of it; when all is listed, with those of it */
	size_t room, cycles; /* of these arrays */
};

void request_order_free(struct request_order *o);
/* Lists the requests of these ports, by number, that leave before cycle `until`. They stay where they are until memory_port_served() is called
 * for their port. Without memory the program ends (alloc.h). */
void request_order_list(struct request_order *o, struct memory_port *const *port, unsigned nports, uint64_t until);

#endif
