/* occupancy.h: how many blocks of a kernel an SM holds at a time.
 *
 * At 32 threads a warp it is CUDA's occupancy calculation for compute capability 9.0. Other warp sizes hold as many threads as that would:
 * registers are shared out to 32 threads at a time whatever the warp, so that studies of the width compare equal occupancy.
 *
 * What this module cannot do: tell how registers are spread over sub-cores when blocks of several kernels share an SM. */
#ifndef SIMT_OCCUPANCY_H
#define SIMT_OCCUPANCY_H

#include "sim/machine/machine.h"

/* Blocks of an SM by each limit; 0: not even one. UINT32_MAX: no limit. */
struct occupancy {
	uint32_t warps;     /* warp slots */
	uint32_t registers; /* register files of the sub-cores */
	uint32_t shared;    /* shared memory */
	uint32_t blocks;    /* by these three and the machine's blocks_per_sm: how many there can be */
};

/* For blocks of `threads` threads with so many registers each and `shared` bytes of shared memory, the reserved part included. What a
 * block takes, in the machine's units, goes to *registers_block and *shared_block. */
struct occupancy occupancy(const struct simt_machine *m, uint32_t threads, uint32_t registers, uint32_t shared,
			   uint32_t *registers_block, uint32_t *shared_block);

#endif
