/* cubin-impl.h: what cubin.c, cubin-info.c, cubin-reloc.c, cubin-line.c and cubin-name.c share. Not for others; see cubin.h. */
#ifndef SIMT_CUBIN_IMPL_H
#define SIMT_CUBIN_IMPL_H

#include "isa/cubin.h"
#include "isa/cxx-name.h"

enum { CUBIN_NO_PLACE = CUBIN_PLACES };

/* A section whose bounds have been checked against the image. */
struct cubin_section {
	const char *name;
	const uint8_t *data; /* NULL: takes no room in the file, or is empty */
	uint64_t size, align;
	uint32_t type, link, info;
	uint8_t place;               /* enum cubin_place, or CUBIN_NO_PLACE */
	uint32_t function;           /* number of the function in functions, from 1 on; 0: it is none */
	struct cubin_kernel *kernel; /* of the per-kernel places */
};

struct cubin_symbol {
	const char *name;
	uint64_t value, size;
	uint32_t section; /* index, or 0: not in this file */
	uint8_t type, other;
};

/* A row of the line table: from `offset` on, up to the next row. line 0: no line. */
struct cubin_row {
	uint32_t kernel;   /* index, or the number of kernels + that of a function */
	uint32_t offset;   /* in the kernel's code */
	uint32_t sequence; /* order in the file; at one offset the last row counts */
	uint32_t line;
	uint32_t file; /* index in files */
	uint32_t call; /* its place in `inlined` + 1 if an inlined function is there; else 0 */
};

/* Where a function was inlined. */
struct cubin_inline {
	const char *function; /* its symbol, in .debug_str */
	uint32_t context;     /* the row of the call, from 1 in its sequence */
	uint32_t file, line;  /* of the call; line 0: not known */
	uint32_t up;          /* as cubin_row.call, of the call */
};

/* A function in a section of its own, at byte `offset` of all of them. */
struct cubin_function {
	size_t section;
	uint64_t offset;
	bool taken; /* someone wants its address */
};

struct cubin {
	char *name;
	uint8_t *image;
	size_t size;
	unsigned sm;
	struct cubin_section *section;
	size_t nsections;
	struct cubin_symbol *symbol;
	size_t nsymbols;
	struct cubin_kernel *kernel;
	size_t nkernels;
	struct cubin_function *function;
	size_t nfunctions;
	uint64_t functions_at; /* where they begin after the code of each kernel that has them */
	bool *reaches;         /* by kernel and function: the kernel has it */
	struct cubin_call *call;
	size_t ncalls, *first_call; /* by section: the first in it, from 1 on; 0: none */
	uint8_t **composed;         /* by kernel: its code with functions; NULL: it has none */
	struct cubin_blob blob[CUBIN_PLACES];
	struct cubin_variable *variable;
	size_t nvariables;
	struct cxx_name *kernel_name, *variable_name; /* by kernel, by variable */
	uint32_t *external;                           /* symbols */
	size_t nexternals, externals_room;
	struct cubin_reloc *reloc;
	size_t nrelocs, relocs_room;
	struct cubin_row *row;
	size_t nrows, rows_room;
	struct cubin_inline *inlined;
	size_t ninlined, inlined_room;
	char **file;
	size_t nfiles, files_room;
};

/* "<name>: <text>" as SIMT_BAD_INPUT; returns false. */
bool cubin_fail(const struct cubin *c, struct simt_error *e, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Whether a name has characters that a terminal would obey. */
bool cubin_garbles(const char *name);
/* calloc that reports; NULL on failure. n may be 0. */
void *cubin_alloc(const struct cubin *c, size_t n, size_t size, struct simt_error *e);
/* Makes room for one more element in an array that doubles; returns the array, or NULL with *e set (the old array stays valid). */
void *cubin_grow(const struct cubin *c, void *array, size_t n, size_t *room, size_t size, struct simt_error *e);

/* Little-endian loads from unaligned bytes. */
uint16_t cubin_u16(const uint8_t *p);
uint32_t cubin_u32(const uint8_t *p);
uint64_t cubin_u64(const uint8_t *p);

/* Address of a function in the code of all kernels that have it; whether kernel k does. s is a function's section. */
uint64_t cubin_function_address(const struct cubin *c, const struct cubin_section *s);
bool cubin_function_in(const struct cubin *c, const struct cubin_section *s, const struct cubin_kernel *k);
/* Makes a CALL.ABS without a register at byte `at` of code a CALL.REL that goes to `to`. */
void cubin_aim_call(uint8_t *code, uint64_t at, uint64_t to);
void cubin_free_functions(struct cubin *c);

/* The parts of cubin_open, in this order. */
bool cubin_read_functions(struct cubin *c, struct simt_error *e); /* those in sections of their own */
bool cubin_read_info(struct cubin *c, struct simt_error *e);      /* .nv.info: resources and parameters of the kernels */
bool cubin_read_relocs(struct cubin *c, struct simt_error *e);    /* relocations of all places */
bool cubin_read_lines(struct cubin *c, struct simt_error *e);     /* .debug_line */

/* The fields of relocation i of section s (SHT_REL or SHT_RELA); *addend is 0 for SHT_REL. */
struct cubin_rel {
	uint64_t offset;
	uint32_t type, symbol;
	int64_t addend;
};
size_t cubin_rel_count(const struct cubin_section *s);
struct cubin_rel cubin_rel(const struct cubin_section *s, size_t i);

/* The last part: names of kernels and variables, as people write them. */
void cubin_read_names(struct cubin *c);
void cubin_free_names(struct cubin *c);

#endif
