/* data-path.h: the data path of an SM, which shared memory, L1 and some instructions have in common; private to sim/. Times are
 * cycles.
 * What this module cannot do: say what goes over it. */
#ifndef SIMT_DATA_PATH_H
#define SIMT_DATA_PATH_H

#include <stdbool.h>
#include <stdint.h>

struct sm;
struct subcore;

/* From this cycle on the data path has room for another access of shared memory. */
uint64_t shared_ready(const struct sm *sm);
/* Wavefronts follow each other on the data path that shared memory and L1 have in common, from cycle `from` on at the earliest. Returns
 * when the first goes. */
uint64_t data_path(struct sm *sm, struct subcore *c, uint64_t from, unsigned wavefronts, bool global);
/* The same for one that takes the path for so many cycles, not for memory: shuffles, S2R, REDUX, MATCH. */
uint64_t unit_path(struct sm *sm, struct subcore *c, uint64_t from, unsigned cycles);

#endif
