/* sm-memory.h: the SMs' side of the memory system: requests that they send, and what they make of its answers at the end of a window, when
 * stores and accesses that take effect at L2 do so too.
 * What this module cannot do: run in functional mode, in which accesses take effect at once. */
#ifndef SIMT_SM_MEMORY_H
#define SIMT_SM_MEMORY_H

#include <stdbool.h>

#include "sim/memory/memory-port.h"

struct gpu;
struct simt_machine;
struct sm;

/* The memory system behind the SMs of a machine. False: no memory. */
bool sm_memory_init(struct gpu *gpu);
void sm_memory_free(struct gpu *gpu);
/* The end of a window, at gpu->now: what the SMs have stored and what takes effect at L2 does, in the order of cycle and SM; what they have
 * sent by now is served, and they learn of the answers. */
void sm_memory_window_end(struct gpu *gpu);

/* Where the SMs are: the GPC by parameters gpc_*, the partition of L2 by l2_partition_gpcs, the side by l2_side_gpcs. For all SMs of the
 * machine. */
void sm_memory_places(const struct simt_machine *m, struct port_place *place);

#endif
