/* matrix-sum.h: one element of a matrix product, number by number, as tensor cores work it out; private to isa/.
 *
 * Products are exact. The exponent of a product is the sum of its factors'. Of the products and c, bits below 2^-kept of the largest exponent
 * among them are lost. The sum of the rest is cut off to FP32, or rounded to FP16. If that makes it 0 it loses its sign.
 *
 * What this module cannot do: be quick. Executors work most elements out in vectors, and leave those to it of which they are not sure. */
#ifndef SIMT_MATRIX_SUM_H
#define SIMT_MATRIX_SUM_H

#include <stdbool.h>
#include <stdint.h>

enum {
	MATRIX_KEPT_BITS = 25,     /* of FP16, BF16 and TF32 */
	MATRIX_KEPT_BITS_FP8 = 13, /* of FP8 */
	MATRIX_CUT_FP8 = 10        /* so many bits at the end of an FP32 sum of FP8 numbers are 0 */
};

enum matrix_class { MATRIX_FINITE, MATRIX_INFINITE, MATRIX_NO_NUMBER };

/* A number, which is significand times 2^exponent. The significand has as many bits after the point as its format. */
struct matrix_number {
	uint32_t significand;
	int16_t exponent;
	uint8_t class; /* enum matrix_class */
	bool minus;
};

struct matrix_format {
	int exponent_bits, bits; /* bits of the significand after the point */
	bool without_infinity;   /* the largest exponent is that of numbers, but for one that is no number */
};

extern const struct matrix_format matrix_fp16, matrix_bf16, matrix_tf32, matrix_e4m3, matrix_e5m2;

/* The number whose bits are v. */
struct matrix_number matrix_unpack(uint32_t v, const struct matrix_format *f);

/* A row of a and a column of b. */
struct matrix_row {
	const struct matrix_number *a, *b; /* k of each */
	unsigned k;
	unsigned bits; /* of a product after the point: the sum of those of the two formats */
	int kept;
	unsigned cut; /* so many bits at the end of an FP32 sum become 0 */
	bool f32;     /* c and the sum are FP32 numbers, else FP16 ones */
};

/* Bits of the sum of c, whose bits are `addend`, and the products. */
uint32_t matrix_sum(const struct matrix_row *r, uint32_t addend);

#endif
