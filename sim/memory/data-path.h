/* data-path.h: the data path of an SM, which shared memory, L1 and some instructions share; private to sim/. Times are cycles.
 * What this module cannot do: say what goes over it. */
#ifndef SIMT_DATA_PATH_H
#define SIMT_DATA_PATH_H

#include <stdbool.h>
#include <stdint.h>

struct sm;
struct subcore;

/* The longest queue of accesses of shared memory, as in machine.def. */
enum { SHARED_QUEUE_MOST = 64 };

/* Of each SM; read and written in data-path.c alone. */
struct data_path {
	uint64_t free; /* cycle from which it takes a wavefront */
	bool global;   /* the last access was one of L1 */
	uint32_t lost; /* parts of a cycle that it has lost, in 1/100 */
	uint64_t owed; /* wavefronts of copies that have yet to be written, which go where it is idle, or in turn with others */
	/* when it took the last accesses of shared memory, as many as parameter shared queue; where the oldest one is */
	uint64_t shared_taken[SHARED_QUEUE_MOST];
	uint32_t shared_oldest;
};

/* All free from cycle 0 on: the SM's, and what its sub-cores have of it. */
void data_path_reset(struct sm *sm);
/* The cycle from which it takes a wavefront. */
static inline uint64_t
data_path_ready(const struct data_path *p)
{
	return p->free;
}
/* From this cycle on it has room for another access of shared memory. */
uint64_t data_path_shared_ready(const struct sm *sm);
/* Wavefronts follow each other, from cycle `from` on at the earliest; global: they are of L1. Returns when the first goes. */
uint64_t data_path_take(struct sm *sm, struct subcore *c, uint64_t from, unsigned wavefronts, bool global);
/* The same for an access of shared memory, which takes a place in its queue. */
uint64_t data_path_take_shared(struct sm *sm, struct subcore *c, uint64_t from, unsigned wavefronts);
/* The same for one that takes the path for so many cycles, not for memory: shuffles, S2R, REDUX, MATCH. */
uint64_t data_path_take_unit(struct sm *sm, struct subcore *c, uint64_t from, unsigned cycles);
/* The same for an asynchronous copy, in 1/100 cycles; and wavefronts that follow once its data has come. */
uint64_t data_path_take_copy(struct sm *sm, struct subcore *c, uint64_t from, uint64_t hundredths, unsigned later);
/* It takes nothing for so many cycles, from now on at the earliest. */
void data_path_hold(struct sm *sm, uint64_t cycles);

#endif
