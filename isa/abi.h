/* abi.h: where machine code of an architecture expects what the driver provides: constants of bank 0, windows of generic addresses.
 * What this module cannot do: clusters (each block is the first of its own). */
#ifndef SIMT_ABI_H
#define SIMT_ABI_H

#include <stdint.h>

/* Byte offsets in constant bank 0, unless it says otherwise. */
struct isa_abi {
	uint8_t sm_min, sm_max;  /* sm versions, inclusive */
	uint16_t block_dim;      /* 3 words */
	uint16_t grid_dim;       /* 3 words */
	uint16_t local_window;   /* 2 words: generic address of byte 0 of the thread's own memory */
	uint16_t stack_pointer;  /* 1 word: how many bytes of it there are; the stack grows down from there */
	uint64_t shared_address; /* generic address of byte 0 of the block's shared window; SR_SWINHI reads its upper half */
	uint64_t local_address;  /* what the driver puts at local_window */
};

/* NULL where the architecture is not known. */
const struct isa_abi *isa_abi(unsigned sm);

#endif
