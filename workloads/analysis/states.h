/* states.h: warp states of each instruction. A client of the event tap adds up, for each launch, the warp-cycles that warps spent in
 * each state with this instruction next. Their sum over the instructions is the launch's.
 *
 * What this module cannot do: functional mode, which has no states. */
#ifndef WORKLOADS_STATES_H
#define WORKLOADS_STATES_H

#include "sim/runtime/simt.h"

/* Warp-cycles of one instruction, by enum simt_stall. */
typedef uint64_t pc_states[SIMT_STALLS];

struct states;

/* Listens to s until states_free. NULL: *e says why. */
struct states *states_new(struct simt *s, struct simt_error *e);
void states_free(struct states *t); /* NULL is allowed */
/* The warp-cycles of a launch, an entry for each of its instructions; NULL if it did not start. The caller owns it. */
pc_states *states_take(struct states *t, const struct simt_launch *l);

#endif
