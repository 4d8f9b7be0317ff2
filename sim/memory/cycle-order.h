/* cycle-order.h: puts things that happen in the order of their cycles; those of one cycle stay in the order given. Made for things that lie
 * close together in time, since its memory grows with the cycles between the first and the last.
 * What this module cannot do: add to an order that has been made. */
#ifndef SIMT_CYCLE_ORDER_H
#define SIMT_CYCLE_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* All 0: empty. Room is kept from one use to the next. */
struct cycle_order {
	uint64_t *cycle; /* when each happens: for the caller to fill in */
	uint32_t *order; /* what happens first, second, ... */
	uint32_t *before;
	size_t room, places, cycles; /* of each of these arrays */
};

void cycle_order_free(struct cycle_order *o);
/* Room for n things in o->cycle. Without memory the program ends (alloc.h). */
void cycle_order_room(struct cycle_order *o, size_t n);
/* Fills o->order for the n things, at least one, of which o->cycle has the cycles. */
void cycle_order_sort(struct cycle_order *o, size_t n);

#endif
