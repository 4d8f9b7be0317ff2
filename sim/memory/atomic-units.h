/* atomic-units.h: what carries out atomics at L2: a unit in each slice.
 *
 * A unit takes a sector at a time, with all the words of it that an instruction uses; again as often as one of them is used. Turns on one
 * sector begin atomic_again apart, unless they go on with the one integer that has just been there, or words of it in a row
 * (atomic_words); turns on others fill the time between. A compare-and-swap takes longer where it is on several sectors.
 *
 * What this module cannot do: take turns of several messages alternately. Where they would, each takes as long as if they did. */
#ifndef SIMT_ATOMIC_UNITS_H
#define SIMT_ATOMIC_UNITS_H

#include "sim/memory/port.h"

struct atomic_units;
struct simt_machine;

/* NULL when there is no memory. */
struct atomic_units *atomic_units_new(const struct simt_machine *m);
void atomic_units_free(struct atomic_units *u);
void atomic_units_reset(struct atomic_units *u);
/* The message comes to that slice at `from`, in parts of a cycle; `missing` of its sectors have to be fetched first. Returns when its last part begins. */
uint64_t atomic_units_perform(struct atomic_units *u, const struct l2_request *r, unsigned slice, unsigned missing, uint64_t from);

#endif
