/* memory-request.h: the memory access that an instruction makes; part of isa.h.
 * What this module cannot do: perform it; sim/memory/ does. */
#ifndef ISA_MEMORY_REQUEST_H
#define ISA_MEMORY_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

enum { ISA_LANES = 32 }; /* threads of a home row */

/* MEM_CLUSTER: shared memory of any block of the cluster, see CLUSTER_SHIFT. */
enum mem_space { MEM_GLOBAL, MEM_SHARED, MEM_LOCAL, MEM_GENERIC, MEM_CLUSTER };
/* Addresses of the shared memory of a cluster: the block's rank, above its offset in its window. */
enum { CLUSTER_SHIFT = 24, CLUSTER_OFFSET = (1 << CLUSTER_SHIFT) - 1 };
enum mem_kind { MEM_LOAD, MEM_STORE, MEM_ATOMIC };
/* Copies of boxes of a tensor (tensor-map.h), and of plain bytes that reduce. */
enum mem_box { BOX_NONE, BOX_TILED, BOX_IM2COL, BOX_BYTES };
/* Words of mem_request.data of a box: of which each has its number of lanes. */
enum mem_box_word { BOX_BLOCKS, BOX_COORDINATES, BOX_OFFSETS };
enum mem_atomic {
	ATOM_ADD,
	ATOM_MIN,
	ATOM_MAX,
	ATOM_INC,
	ATOM_DEC,
	ATOM_AND,
	ATOM_OR,
	ATOM_XOR,
	ATOM_EXCH,
	ATOM_CAS,
	ATOM_FADD, /* from here on isa_atomic_float(); FP32 or FP64 by bytes, rounded to nearest even */
	ATOM_FMIN,
	ATOM_FMAX,
	ATOM_HADD, /* of each FP16 number */
	ATOM_HMIN,
	ATOM_HMAX,
	ATOM_BADD, /* of each BF16 number */
	ATOM_BMIN,
	ATOM_BMAX,
	ATOM_FADD_X2, /* of two FP32 numbers */
	ATOM_BARRIER  /* isa_barrier_arrive() of data[0], [1] and [2] */
};

/* An access of one group of lanes in one home row. exec fills in all but `data` of loads; the caller performs it. */
struct mem_request {
	uint8_t space, kind, atomic;
	uint8_t bytes; /* per lane: 1, 2, 4, 8, 16 */
	bool sign;     /* loads of 1 or 2 bytes: extend the sign; atomics: signed minimum and maximum */
	bool together; /* ATOMS.POPC.INC: lanes at one word act as one */
	bool spin;     /* ATOMS.CAST.SPIN: of the lanes on one bank of shared memory only the first is tried */
	bool ftz;      /* ATOM_F*: denormals are flushed to zero */
	bool counted;  /* STAS, REDAS: the bytes are counted by the barrier at to[] */
	bool copy;     /* an asynchronous copy: what the load gives goes to shared memory */
	uint8_t box;   /* enum mem_box; an atomic is a reduction from shared to global memory, or to that of another block */
	uint8_t rank;  /* of the tensor that the instruction names */
	uint8_t type;  /* BOX_BYTES: enum tensor_type of the numbers */
	uint32_t
		bulk; /* a bulk copy of so many bytes between address[0] and to[0]; load: into shared memory, to[1] is its barrier. A
		       * box of a tensor: not 0, address[0] is its map; data[BOX_*] has the blocks that get it, the coordinates, and
		       * the offsets of pixels */
	uint32_t mask;               /* lanes of the home row that access (guard applied) */
	uint64_t address[ISA_LANES]; /* byte address; shared: offset in the shared window of the block, after the window base */
	uint32_t data
		[8]
		[ISA_LANES]; /* store and atomic: operand; load and atomic: result (word w of lane l is data[w][l]); CAS: two operands */
	uint8_t zeros[ISA_LANES]; /* copy: so many bytes at the end are 0 instead; all of them: nothing is loaded */
	uint32_t to[ISA_LANES];   /* copy: offset in the shared window; counted, and a bulk copy: address in the cluster */
};

#endif
