/* cubin-impl.h: what cubin.c, cubin-info.c, cubin-reloc.c, cubin-line.c and cubin-name.c share. Not for others; see cubin.h. */
#ifndef SIMT_CUBIN_IMPL_H
#define SIMT_CUBIN_IMPL_H

#include "cubin.h"

enum { CUBIN_NO_PLACE = CUBIN_PLACES };

/* A section whose bounds have been checked against the image. */
struct cubin_section {
	const char *name;
	const uint8_t *data; /* NULL: takes no room in the file, or is empty */
	uint64_t size, align;
	uint32_t type, link, info;
	uint8_t place;               /* enum cubin_place, or CUBIN_NO_PLACE */
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
	uint32_t kernel;   /* index */
	uint32_t offset;   /* in the kernel's code */
	uint32_t sequence; /* order in the file; at one offset the last row counts */
	uint32_t line;
	uint32_t file; /* index in files */
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
	struct cubin_blob blob[CUBIN_PLACES];
	struct cubin_variable *variable;
	size_t nvariables;
	uint32_t *external; /* symbols */
	size_t nexternals, externals_room;
	struct cubin_reloc *reloc;
	size_t nrelocs;
	struct cubin_row *row;
	size_t nrows, rows_room;
	char **file;
	size_t nfiles, files_room;
};

/* "<name>: <text>" as SIMT_BAD_INPUT; returns false. */
bool cubin_fail(const struct cubin *c, struct simt_error *e, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* calloc that reports; NULL on failure. n may be 0. */
void *cubin_alloc(const struct cubin *c, size_t n, size_t size, struct simt_error *e);
/* Makes room for one more element in an array that doubles; returns the array, or NULL with *e set (the old array stays valid). */
void *cubin_grow(const struct cubin *c, void *array, size_t n, size_t *room, size_t size, struct simt_error *e);

/* Little-endian loads from unaligned bytes. */
uint16_t cubin_u16(const uint8_t *p);
uint32_t cubin_u32(const uint8_t *p);
uint64_t cubin_u64(const uint8_t *p);

/* The parts of cubin_open, in this order. */
bool cubin_read_info(struct cubin *c, struct simt_error *e);   /* .nv.info: resources and parameters of the kernels */
bool cubin_read_relocs(struct cubin *c, struct simt_error *e); /* relocations of all places */
bool cubin_read_lines(struct cubin *c, struct simt_error *e);  /* .debug_line */

/* The fields of relocation i of section s (SHT_REL or SHT_RELA); *addend is 0 for SHT_REL. */
struct cubin_rel {
	uint64_t offset;
	uint32_t type, symbol;
	int64_t addend;
};
size_t cubin_rel_count(const struct cubin_section *s);
struct cubin_rel cubin_rel(const struct cubin_section *s, size_t i);

/* True where `name` is the plain form of the C++ symbol: its last component, or all of them with "::". */
bool cubin_plain_match(const char *symbol, const char *name);

#endif
