/* gmma.h: matrix multiply-add of a group of four warps (HGMMA, IGMMA, BGMMA, QGMMA), as far as the machine needs to know of it.
 *
 * A warp has 16 of the 64 rows of a, c and d; its place among the four says which. Matrix b, and a where it is no registers, are in shared
 * memory. See exec-gmma.c.
 *
 * What this module cannot do: say how long it takes; see timing.c. */
#ifndef SIMT_GMMA_H
#define SIMT_GMMA_H

#include "isa/isa.h"

/* Values of field numbers. */
enum gmma_numbers { GMMA_FP16, GMMA_BF16, GMMA_TF32, GMMA_FP8, GMMA_BYTES, GMMA_BITS };

enum { GMMA_WARPS = 4, GMMA_ROWS = 16 /* of a, c and d in a warp */, GMMA_NO_GROUP = 7 /* value of field gsb */ };

/* Whether it is one of them. */
static inline bool
is_gmma(const struct inst *in)
{
	return in->op->traits & TRAIT_GMMA;
}

/* Columns of the result: 8 to 256. */
static inline unsigned
gmma_columns(const struct inst *in)
{
	enum { STEP = 8, SHORT = 4, SHAPES_OF_BYTES = 3 }; /* bytes and bits have 8, 16, 24, 32, 48, 64 and so on */
	const unsigned numbers = in->f[F_numbers], i = numbers == GMMA_BYTES ? in->f[F_matrix] / SHAPES_OF_BYTES : in->f[F_matrix];

	return numbers < GMMA_BYTES || i < SHORT ? STEP * (i + 1) : 2 * STEP * (i - 1);
}

/* A number of a and b has `bits` bits, 8, 16 or 32; of single bits, 32 are one number. */
struct gmma_shape {
	unsigned k;      /* numbers of a row of a and of a column of b */
	unsigned stored; /* of these, those that a has: k, or half of it */
	unsigned bits;
	unsigned columns; /* of b */
};

static inline struct gmma_shape
gmma_shape_of(const struct inst *in)
{
	enum { ROW_BITS = 256 }; /* of a row of a */
	static const uint8_t bits_of_numbers[] = {16, 16, 32, 8, 8, 32};
	const unsigned bits = bits_of_numbers[in->f[F_numbers]], stored = ROW_BITS / bits;

	return (struct gmma_shape){
		.k = in->f[F_sparse] ? 2 * stored : stored, .stored = stored, .bits = bits, .columns = gmma_columns(in)};
}

/* Bytes that the four warps read of shared memory. */
static inline unsigned
gmma_bytes(const struct inst *in)
{
	const struct gmma_shape s = gmma_shape_of(in);
	const unsigned of_a = in->a.kind == SRC_REG ? 0 : GMMA_WARPS * GMMA_ROWS * s.stored;

	return (of_a + s.columns * s.k) * s.bits / 8;
}

#endif
