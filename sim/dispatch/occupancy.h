/* occupancy.h: how many blocks of a kernel an SM can hold at the same time.
 *
 * With warps of 32 it is CUDA's occupancy calculation for compute capability 9.0. With another warp size an SM holds as many threads as
 * it would with 32: registers are allocated for 32 threads each, whatever the warp size. So studies of the warp size compare equal
 * occupancy.
 *
 * What this module cannot do: say how registers are spread over sub-cores when blocks of several kernels share an SM. */
#ifndef SIMT_OCCUPANCY_H
#define SIMT_OCCUPANCY_H

#include "sim/machine/machine.h"

/* Blocks that an SM can hold, as far as each limit decides. 0: not even one. UINT32_MAX: no limit. */
struct occupancy {
	uint32_t warps;     /* warp slots */
	uint32_t registers; /* register files of the sub-cores */
	uint32_t shared;    /* shared memory */
	uint32_t blocks;    /* by these three and the machine's blocks_per_sm: how many there can be */
};

/* The occupancy of blocks of `threads` threads with `registers` registers each and `shared` bytes of shared memory, including the
 * reserved part. *registers_block and *shared_block get what a block occupies, rounded up to the machine's allocation units. */
struct occupancy occupancy(const struct simt_machine *m, uint32_t threads, uint32_t registers, uint32_t shared,
			   uint32_t *registers_block, uint32_t *shared_block);

#endif
