/* lane-atomics.h: what an atomic of one lane does to its word; private to sim/. See lane-atomics.c.
 * What this module cannot do: say in which order lanes come, or what that takes. */
#ifndef SIMT_LANE_ATOMICS_H
#define SIMT_LANE_ATOMICS_H

#include <stdint.h>

struct mem_request;

/* Lane l's atomic on the r->bytes bytes at p, which gives the lane the old value. */
void lane_atomics_perform(struct mem_request *r, unsigned l, uint8_t *p);

#endif
