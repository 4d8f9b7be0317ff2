/* lane-atomics.h: what an atomic of one lane does to its word; private to sim/. See lane-atomics.c.
 * What this module cannot do: say in which order lanes come, or what that takes. */
#ifndef SIMT_LANE_ATOMICS_H
#define SIMT_LANE_ATOMICS_H

#include <stdint.h>

struct isa_span;
struct mem_request;

/* Lane l's atomic on the r->bytes bytes at p, which gives the lane the old value. */
void lane_atomics_perform(struct mem_request *r, unsigned l, uint8_t *p);
/* Those of all lanes, one after the other from the lowest; p is the place of the lowest address. */
void lane_atomics_perform_all(struct mem_request *r, const struct isa_span *s, uint8_t *p);

#endif
