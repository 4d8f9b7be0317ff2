/* side-by-side.h: SMs of functional mode on several threads of the host; private to sim/.
 *
 * In a turn of functional mode each SM runs blocks of its own, one SM after the other. Here some of them run at the same time, each on a thread,
 * with sets (sim/memory/speculation.h) in the place of device memory. Where the round does not hold, or an SM has a fault, all is as it was
 * before, and they run one after the other. So the bytes of a result do not depend on the number of threads, and neither does what is told of a
 * fault or a limit.
 *
 * Threads take SMs only where that is likely to pay, by the time that blocks have taken; not for kernels for which a round has not held; and
 * not where blocks are resident, which have run in the turn before.
 *
 * What this module cannot do: kernels with global atomics, strong loads, clusters, or calls of printf() or malloc(). */
#ifndef SIMT_SIDE_BY_SIDE_H
#define SIMT_SIDE_BY_SIDE_H

#include <stdbool.h>
#include <stdint.h>

struct gpu;
struct side_by_side;
struct sm;

/* The turn of an SM, on thread `worker` of those that there are. False: a fault, or the run is to stop. */
typedef bool side_by_side_turn(void *arg, unsigned worker, struct sm *sm);

/* gpu->running[0] begins. Returns how many threads may run its SMs; 0: none may, and nothing else here is to be called. */
unsigned side_by_side_begin(struct gpu *gpu);
/* SMs of gpu->awake have their turns at the same time, from number `first` on. Returns how many have had it; 0: none has, run the next one
 * alone. *n gets how many instructions they have carried out: at most `most`. */
unsigned side_by_side_run(struct gpu *gpu, unsigned first, uint64_t most, uint64_t *n, side_by_side_turn *turn, void *arg);
/* That one has run alone, with so many blocks. */
void side_by_side_ran_alone(struct gpu *gpu, unsigned blocks);
/* How many rounds have held so far. */
uint64_t side_by_side_held(const struct gpu *gpu);
/* NULL is allowed. */
void side_by_side_free(struct side_by_side *s);

#endif
