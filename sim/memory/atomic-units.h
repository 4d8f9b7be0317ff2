/* atomic-units.h: the units that carry out atomics at L2, one in each slice.
 *
 * A unit takes a sector at a time, with all words of it that an instruction uses; a word that several lanes use takes as many turns.
 * Turns on one sector begin atomic_again apart. Those that go on with the one integer that has just been there are atomic_cycles apart,
 * words in a row take atomic_words. Turns on other sectors fill the time between. A compare-and-swap takes longer where it is on several
 * sectors.
 *
 * Times are in parts of a cycle (server.h).
 *
 * What this module cannot do: take turns of several requests alternately. Where a unit would, each takes as long as if it did. */
#ifndef SIMT_ATOMIC_UNITS_H
#define SIMT_ATOMIC_UNITS_H

#include "sim/memory/memory-port.h"

struct atomic_units;
struct simt_machine;

/* NULL when there is no memory. */
struct atomic_units *atomic_units_new(const struct simt_machine *m);
void atomic_units_free(struct atomic_units *u);
void atomic_units_reset(struct atomic_units *u);
/* A request is there at `from`. Returns when it comes to its slice, by the path to all of them. */
uint64_t atomic_units_come(struct atomic_units *u, uint64_t from);
/* It has come to that slice; `missing` of its sectors have to be fetched first. Returns when its last turn begins. Units have nothing in
 * common. */
uint64_t atomic_units_perform(struct atomic_units *u, const struct l2_request *r, unsigned slice, unsigned missing, uint64_t come);

#endif
