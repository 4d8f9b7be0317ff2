#include "sim/core/ready-slots.h"

void
ready_slots_list(struct ready_slots *r, const uint64_t *ready, unsigned n)
{
	r->later = NEVER;
	for (unsigned i = 0; i < n; i++)
		if (ready[i] > r->now || !(r->ready >> (i >> r->shift) & 1))
			ready_slots_set(r, ready_slots_bit(r, i), ready[i]);
}
