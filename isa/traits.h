/* traits.h: properties of an opcode beyond its pipe and its flow, as a set of bits in each row of opcodes.def (opcode.traits). Timing,
 * checks and policies ask for these, never for names.
 *
 * What this module cannot do: traits that depend on modifiers or operands of one instruction; these are in struct inst. */
#ifndef SIMT_TRAITS_H
#define SIMT_TRAITS_H

enum isa_trait {
	/* memory that it accesses */
	TRAIT_SHARED_SPACE = 1 << 0,     /* shared memory of its own block; LDGSTS and UBLKCP besides global memory */
	TRAIT_CONSTANT_LOAD = 1 << 1,    /* loads from a constant bank into a register */
	TRAIT_SPECIAL_REGISTER = 1 << 2, /* gets a special register through the address divergence unit (pipe adu) */
	TRAIT_READS_PREDICATES =
		1 << 3, /* reads the predicates, or uniform ones where its results are uniform, that mask b names */
	TRAIT_WRITES_PREDICATES = 1 << 4, /* writes those */
	TRAIT_MBARRIER = 1 << 5,  /* an operation of the thread on a barrier in shared memory, which tells when it is done */
	TRAIT_SPIN_LOAD = 1 << 6, /* loads what the CAST.SPIN of a loop may compare with */
	/* order of memory accesses */
	TRAIT_FENCE = 1 << 7,          /* earlier accesses take effect before later ones, at the level in field level */
	TRAIT_INVALIDATES_L1 = 1 << 8, /* empties L1 */
	/* lanes of a warp */
	TRAIT_CROSS_LANE = 1 << 9,       /* what a lane gets depends on other lanes: the code takes them to be together */
	TRAIT_VOTE = 1 << 10,            /* the same, of predicate s0: not where that is PT */
	TRAIT_SYNCWARP = 1 << 11,        /* may stand in the place of a __syncwarp(), see cubin_is_collective() */
	TRAIT_LANE_TO_UNIFORM = 1 << 12, /* one lane's value becomes that of a uniform register */
	/* rates and latencies other than those of the pipe */
	TRAIT_WIDE_RATE = 1 << 13,     /* of 64-bit products of integers: parameter wide_share */
	TRAIT_REDUX_RATE = 1 << 14,    /* redux_share */
	TRAIT_MATCH_RATE = 1 << 15,    /* match_share; the shared data path for each value */
	TRAIT_MMA_LATENCY = 1 << 16,   /* FP16 on the pipe of FP64: mma_latency */
	TRAIT_SHORT_LATENCY = 1 << 17, /* uniform result after uniform_latency, not uniform_lanes_latency */
	TRAIT_EARLY_UNIFORM = 1 << 18, /* its uniform register is there as early as that of a vote in the uniform datapath */
	/* results that come in the order of issue among those with the same trait */
	TRAIT_LDS_ORDER = 1 << 19,
	TRAIT_SHFL_ORDER = 1 << 20,
	TRAIT_S2UR_ORDER = 1 << 21,
	/* an atomic on global memory, or on memory that its address chooses */
	TRAIT_ATOMIC = 1 << 22,
	/* rates of matrix instructions: those with half the bits of others, tensor_half_share; DMMA with 4, 8, 16 products a sum */
	TRAIT_TENSOR_HALF = 1 << 23,
	TRAIT_DMMA_4 = 1 << 24,  /* dmma_4_share */
	TRAIT_DMMA_8 = 1 << 25,  /* dmma_8_share */
	TRAIT_DMMA_16 = 1 << 26, /* dmma_16_share */
	/* matrix multiply-add of a group of warps */
	TRAIT_GMMA = 1 << 27,
};

#endif
