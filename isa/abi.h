/* abi.h: where machine code of an architecture expects what the driver provides: constants of bank 0, windows of generic addresses.
 * What this module cannot do: more than sm_90. */
#ifndef SIMT_ABI_H
#define SIMT_ABI_H

#include <stdint.h>

/* Byte offsets in constant bank 0, unless it says otherwise. */
struct isa_abi {
	uint8_t sm_min, sm_max; /* sm versions, inclusive */
	uint16_t block_dim;     /* 3 words */
	uint16_t grid_dim;      /* 3 words */
	uint16_t local_window;  /* 2 words: generic address of byte 0 of the thread's own memory */
	uint16_t stack_pointer; /* 1 word: how many bytes of it there are; the stack grows down from there */
	uint16_t
		workspace_high; /* 1 word each: address of the workspace of a cooperative launch's grid, 0 in other launches; code reads */
	uint16_t workspace_low;   /* them as %envreg1 and %envreg2. Word 0 of it is its size, word 1 the barrier of the grid */
	uint16_t constants;       /* 2 words: generic address of byte 0 of bank 3, for code that is not optimised */
	uint16_t dynamic_shared;  /* 1 word: bytes of dynamic shared memory; code reads it as %dynamic_smem_size */
	uint16_t reserved_shared; /* 1 word: bytes of shared memory that the system has; %total_smem_size is SR_SMEMSZ less these */
	uint16_t
		lent_shared; /* 2 words: of these bytes, how many at the start programs may use, and where cooperative groups' part begins */
	uint16_t all_shared;       /* 1 word: %aggr_smem_size is the smaller of this and SR_SMEMSZ */
	uint16_t sms;              /* 1 word: %nsmid */
	uint16_t explicit_cluster; /* 1 word: the launch has clusters */
	uint16_t cluster_dim;      /* 3 words: blocks of a cluster */
	uint16_t cluster_inverse;  /* 3 words: 1 over each of these, FP32; code finds the cluster of a block by a product */
	uint16_t grid_clusters;    /* 3 words: clusters of the grid */
	uint16_t cluster_blocks;   /* 1 word */
	uint16_t params;           /* 2 words: generic address of the parameters, for code that takes the address of one */
	uint16_t param_align;      /* bytes; a parameter that must be aligned to so many is in bank 0 */
	uint64_t
		shared_address; /* generic address of byte 0 of the shared window of the cluster's first block; SR_SWINHI reads its upper half */
	uint64_t local_address; /* what the driver puts at local_window */
	uint32_t lent_bytes;    /* what it puts at lent_shared; the second word is 0 */
};

/* NULL where the architecture is not known. */
const struct isa_abi *isa_abi(unsigned sm);

#endif
