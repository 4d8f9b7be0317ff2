/* tensor-map.h: what a tensor map says, the 128 bytes by which UTMALDG and its like copy a box of a tensor; doc/tensor-maps.md has the
 * format and how it was found. Reads and makes these bytes, and lists which bytes of memory a box has.
 *
 * Bytes are untrusted: a kernel may write a map. tensor_map_decode() takes any, and what it accepts is safe for the other functions.
 *
 * What this module cannot do: copy anything (sim/memory/tensor-copies.h). */
#ifndef ISA_TENSOR_MAP_H
#define ISA_TENSOR_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TENSOR_MAP_BYTES = 128, TENSOR_RANK = 5, TENSOR_PIXEL_RANK = 3 };

/* Types of elements, as UBLKRED and a map encode them; the first two only in maps. */
enum tensor_type {
	TENSOR_U8,
	TENSOR_U16,
	TENSOR_U32,
	TENSOR_S32,
	TENSOR_U64,
	TENSOR_S64,
	TENSOR_F16,
	TENSOR_F32,
	TENSOR_F32_FTZ,
	TENSOR_F64,
	TENSOR_BF16,
	TENSOR_TF32,
	TENSOR_TF32_FTZ,
	TENSOR_TYPES
};

/* Dimension 0 is the innermost one. Dimensions from rank on have size and box 1, and no stride. */
struct tensor_map {
	uint64_t address;                                        /* of element 0 in memory */
	uint64_t size[TENSOR_RANK];                              /* elements, 1 to 2^32 */
	uint64_t stride[TENSOR_RANK];                            /* bytes; of dimension 0 the size of an element */
	uint32_t box[TENSOR_RANK];                               /* tiled: elements that a box spans, 1 to 256 */
	uint32_t step[TENSOR_RANK];                              /* of which it takes each step-th one, 1 to 8 */
	int32_t low[TENSOR_PIXEL_RANK], high[TENSOR_PIXEL_RANK]; /* im2col: corners of the pixels in dimensions 1 to rank - 2 */
	uint32_t channels, pixels; /* im2col: elements of a pixel, 1 to 256; pixels of a column, 1 to 1024 */
	uint8_t rank;              /* 1 to 5 */
	uint8_t type;              /* enum tensor_type */
	uint8_t interleave;        /* bytes of a slice of channels: 0 (none), 16 or 32 */
	uint8_t swizzle;           /* bytes of the span in which pieces of 16 trade places: 0, 32, 64, 128 */
	uint16_t promotion;        /* bytes that L2 gets at least: 0, 64, 128, 256 */
	bool im2col, nan;          /* nan: what is outside the tensor is NaN, not 0 */
};

/* What a copy names besides the map. */
struct tensor_box {
	int32_t at[TENSOR_RANK];            /* coordinates of its first element */
	uint16_t offset[TENSOR_PIXEL_RANK]; /* im2col: of each pixel */
};

/* Bytes that lie together in memory and in the box. */
struct tensor_row {
	uint64_t from;       /* address of byte 0; it means nothing where none is inside */
	uint32_t to;         /* place of byte 0 in the box, before swizzling */
	uint32_t bytes;      /* of it in the box */
	uint32_t first, end; /* those bytes first .. end - 1 are inside the tensor */
};

/* Bytes of an element; 0: no such type. */
unsigned tensor_type_bytes(unsigned type);
/* False: the bytes are no map that a GPU takes; *why, if not NULL, gets a phrase that lives for ever. */
bool tensor_map_decode(const uint8_t bytes[TENSOR_MAP_BYTES], struct tensor_map *t, const char **why);
/* The bytes that cuTensorMapEncodeTiled() and cuTensorMapEncodeIm2col() make. False: they refuse it; *why gets a sentence in why[size]. */
bool tensor_map_encode(const struct tensor_map *t, uint8_t bytes[TENSOR_MAP_BYTES], char *why, size_t size);
/* Why a GPU faults on a box at such coordinates; NULL: it does not. */
const char *tensor_map_refuses(const struct tensor_map *t, const struct tensor_box *b, bool stores);
/* Rows of a box; its bytes, which a barrier counts; and the bytes of shared memory from its first to behind its last one, gaps and the whole
 * span of the last row included. */
uint32_t tensor_map_rows(const struct tensor_map *t);
uint32_t tensor_map_box_bytes(const struct tensor_map *t);
uint32_t tensor_map_box_room(const struct tensor_map *t);
/* Row i, from 0 to tensor_map_rows() - 1. */
void tensor_map_row(const struct tensor_map *t, const struct tensor_box *b, uint32_t i, struct tensor_row *r);
/* Where byte `at` of shared memory lies, by its address, once pieces of 16 bytes have traded places. */
uint32_t tensor_map_swizzle(const struct tensor_map *t, uint32_t at);
/* n bytes get what stands for elements outside the tensor. */
void tensor_map_fill(const struct tensor_map *t, uint8_t *bytes, uint32_t n);
/* n bytes of elements from memory get the precision that the type has in shared memory: TF32 is rounded. */
void tensor_map_round(const struct tensor_map *t, uint8_t *bytes, uint32_t n);

#endif
