/* cubin.h: reads a cubin, the ELF file with machine code that nvcc -cubin and ptxas write.
 *
 * cubin_open copies an image, checks it and gives what it holds: kernels with their code and resources, constant banks, variables,
 * relocations and the line table. All sizes and offsets are bytes. Nothing of the image is trusted: cubin_open checks every offset once,
 * so that the accessors cannot fail. Pointers that an accessor returns belong to the struct cubin and live until cubin_close. Data
 * pointers are not aligned; copy from them. Read only: several threads may use one struct cubin.
 *
 * What is accepted: ELF64, little-endian, machine 190 (CUDA), fully linked, sm_90 code (sm_90a too). ABI version 8 is what CUDA 13
 * writes. Version 7 is read by the same rules, with the sm number in the low byte of e_flags.
 *
 * What this module cannot do: files of other architectures, fat binaries, PTX, relocatable objects (nvcc -dc), textures and surfaces. It
 * knows only the relocations in enum cubin_reloc_kind, and only line tables of DWARF 2 to 4; others count as absent. */
#ifndef SIMT_CUBIN_H
#define SIMT_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
	/* At the start of a block's shared window on sm_90; machine code adds it, and .nv.shared.* sizes count it. */
	CUBIN_RESERVED_SHARED = 1024,
	/* Where parameters start in bank 0 of a kernel that has none, on sm_90. */
	CUBIN_PARAM_BASE = 0x210,
	CUBIN_EXTERNAL_BYTES = 16
};

/* Parts of the file that end up in memory. CODE, BANK0 and BANK2 exist once per kernel, the others once per file. */
enum cubin_place {
	CUBIN_CODE,        /* .text.<kernel> */
	CUBIN_BANK0,       /* .nv.constant0.<kernel>: launch geometry and parameters; contents are zeros, the size counts */
	CUBIN_BANK2,       /* .nv.constant2.<kernel>: jump tables of BRX and other constants of the compiler */
	CUBIN_BANK3,       /* .nv.constant3: __constant__ variables */
	CUBIN_BANK4,       /* .nv.constant4: addresses, filled in by relocations */
	CUBIN_GLOBAL_INIT, /* .nv.global.init: __device__ variables with initial values */
	CUBIN_GLOBAL,      /* .nv.global: __device__ variables that start as zeros */
	CUBIN_FUNCTION,    /* .text.<function>: after the code of each kernel that can call it; an offset is the address */
	CUBIN_EXTERNAL,    /* nowhere in the file: functions of the driver, CUBIN_EXTERNAL_BYTES of address each */
	CUBIN_PLACES
};

struct cubin_blob {
	const uint8_t *data; /* NULL: zeros, or size is 0 */
	uint64_t size;       /* 0: there is no such section */
	uint64_t align;      /* a power of two, 1 .. 4096 */
};

/* A kernel parameter in the parameter block (byte 0 of the block is byte param_base of bank 0). */
struct cubin_param {
	uint32_t offset, size;
};

struct cubin_kernel {
	const char *symbol;        /* as in the file, mangled for C++ */
	const char *name;          /* in messages: "ns::tk<short, 3>", or "ns::tk<...>" where that is long; cxx_name.label */
	const char *signature;     /* "ns::tk<short, 3>(short*, int)"; the symbol where it is no C++ */
	const uint8_t *code;       /* ninst * 16 bytes; functions that it calls follow */
	uint32_t ninst;            /* instructions, called functions included, and those in sections of their own */
	unsigned registers;        /* per thread, 1..255 */
	uint32_t shared_bytes;     /* static shared memory WITHOUT the reserved 1 KiB; dynamic shared memory follows it */
	uint32_t shared_reserved;  /* CUBIN_RESERVED_SHARED, what was taken off */
	uint32_t local_bytes;      /* per thread: stack and spills */
	unsigned barriers;         /* block barriers used, 0..16 */
	const uint8_t *collective; /* 4-byte offsets of instructions that stand for operations of a warp; see cubin_is_collective */
	uint32_t ncollective;
	uint32_t param_base;  /* offset of the parameter block in bank 0 */
	uint32_t param_bytes; /* size of the parameter block, 0..32764 */
	unsigned nparams;
	const struct cubin_param *params;        /* by ordinal */
	unsigned max_threads;                    /* threads per block of __launch_bounds__; 0: none given */
	uint32_t cluster[3];                     /* blocks of a cluster, __cluster_dims__; all 0: none given */
	unsigned max_cluster;                    /* blocks of a cluster at most; 0: nothing said */
	bool counts_clusters;                    /* __block_size__ with a cluster: grids are counted in clusters */
	uint32_t required_ntid[3];               /* block dimensions the kernel insists on; all 0: none given */
	struct cubin_blob blob[CUBIN_BANK2 + 1]; /* CUBIN_CODE, CUBIN_BANK0, CUBIN_BANK2 */
};

/* A __device__ or __constant__ variable. */
struct cubin_variable {
	const char *symbol;
	const char *name;       /* likewise */
	enum cubin_place place; /* CUBIN_GLOBAL, CUBIN_GLOBAL_INIT or CUBIN_BANK3 */
	uint64_t offset, size;  /* in the place */
};

enum cubin_reloc_kind {
	CUBIN_RELOC_64,   /* R_CUDA_64, R_CUDA_G64: 8 bytes */
	CUBIN_RELOC_32,   /* R_CUDA_32, R_CUDA_G32: the low 4 bytes */
	CUBIN_RELOC_LO32, /* R_CUDA_ABS32_LO_32: low half of the address, bits 32..63 of the instruction at `offset` */
	CUBIN_RELOC_HI32, /* R_CUDA_ABS32_HI_32: high half, in the same bits */
	CUBIN_RELOC_CALL  /* the target of a CALL.ABS without a register, which becomes a CALL.REL */
};

/* "At `offset` of `place` put the address of `target` + `addend`". */
struct cubin_reloc {
	enum cubin_reloc_kind kind;
	enum cubin_place place;             /* what is patched */
	const struct cubin_kernel *kernel;  /* whose CODE or BANK2 is patched; else NULL */
	uint64_t offset;                    /* of the patched bytes, within the place */
	enum cubin_place target;            /* whose address is wanted */
	const struct cubin_kernel *tkernel; /* where the target exists per kernel; else NULL */
	int64_t addend;                     /* offset in the target, symbol value included */
	const char *symbol;                 /* name of the target, for messages */
};

struct cubin;

/* Reads the `size` bytes at `image`, which are copied. `name` is put before messages and copied. NULL: *e says why (SIMT_BAD_INPUT). */
struct cubin *cubin_open(const void *image, size_t size, const char *name, struct simt_error *e);
/* NULL is allowed. */
void cubin_close(struct cubin *c);

const char *cubin_name(const struct cubin *c);
/* 90 for sm_90. */
unsigned cubin_sm(const struct cubin *c);

/* Kernels in the order of the file's symbol table; i < cubin_kernels(c). */
size_t cubin_kernels(const struct cubin *c);
const struct cubin_kernel *cubin_kernel(const struct cubin *c, size_t i);
/* By symbol, or by what one kernel alone is called: for _ZN2ns2tkIsLi3EEEvPT_ that is "tk", "ns::tk", "tk<short, 3>", all of
 * "ns::tk<short, 3>(short*)", or a glob(7) such as "tk<*3>". Else NULL, and *e names the candidates. cxx_name.h has the rules. */
const struct cubin_kernel *cubin_find_kernel(const struct cubin *c, const char *name, struct simt_error *e);
/* Whether the compiler has marked the instruction at byte `offset` as a collective: shuffles, WARPSYNC, and the NOP that takes the place
 * of a __syncwarp() of lanes that run together. */
bool cubin_is_collective(const struct cubin_kernel *k, uint32_t offset);
/* The 128 bits of instruction i < k->ninst. */
void cubin_inst(const struct cubin_kernel *k, size_t i, uint64_t *lo, uint64_t *hi);

/* Places that exist once per file: CUBIN_BANK3 .. CUBIN_GLOBAL. Before relocation. */
const struct cubin_blob *cubin_blob(const struct cubin *c, enum cubin_place place);

size_t cubin_variables(const struct cubin *c);
const struct cubin_variable *cubin_variable(const struct cubin *c, size_t i);
/* By symbol or C++ name, as cubin_find_kernel. */
const struct cubin_variable *cubin_find_variable(const struct cubin *c, const char *name, struct simt_error *e);

size_t cubin_relocs(const struct cubin *c);
const struct cubin_reloc *cubin_reloc(const struct cubin *c, size_t i);
/* Functions that the file calls and does not have: those of the CUDA runtime (vprintf, malloc), and those that cannot be appended to the
 * kernels' code. Number i is byte i * CUBIN_EXTERNAL_BYTES of CUBIN_EXTERNAL. */
size_t cubin_externals(const struct cubin *c);
const char *cubin_external(const struct cubin *c, size_t i);
/* Whether the file has the code, though not with any kernel's. */
bool cubin_external_has_code(const struct cubin *c, size_t i);
/* Applies r to `bytes`, a copy of all of r's place; `base` is the address of r's target place. */
void cubin_relocate(const struct cubin_reloc *r, uint8_t *bytes, uint64_t base);

/* Source position of the instruction at byte `offset` of the kernel's code: true and *file, *line (from 1); false where the file has
 * no line information for it. */
bool cubin_line(const struct cubin *c, const struct cubin_kernel *k, uint32_t offset, const char **file, unsigned *line);
/* The call of a function that was inlined. Texts are owned by the cubin. */
struct cubin_inlining {
	const char *function; /* its symbol, mangled for C++ */
	const char *file;     /* of the call */
	unsigned line;        /* of the call, from 1 */
};
/* The call that the instruction at byte `offset` belongs to: that of the innermost function with depth 0, of the one around it with depth
 * 1. False where there are no more. */
bool cubin_inlined(const struct cubin *c, const struct cubin_kernel *k, uint32_t offset, unsigned depth, struct cubin_inlining *to);

#endif
