/* float.h: bits of floating-point numbers and rounding, for the isa_exec_* functions. Private to isa/.
 *
 * The host's rounding mode is always to nearest even. Where another rounding is needed, the exact result is first rounded "to odd":
 * toward zero, and then the last bit is set if anything was lost. A second rounding to a much shorter format then gives the same as a
 * single one. Must be compiled without contraction of expressions. */
#ifndef SIMT_FLOAT_H
#define SIMT_FLOAT_H

#include "isa/exec.h"

enum { ROUND_NEAREST, ROUND_DOWN, ROUND_UP, ROUND_ZERO };

#define NAN32  UINT32_C(0x7fffffff) /* every NaN that an operation makes */
#define NAN16  UINT32_C(0x7fff)
#define SIGN32 UINT32_C(0x80000000)
#define INF32  UINT32_C(0x7f800000)
#define SIGN64 (UINT64_C(1) << 63)
#define INF64  (UINT64_C(0x7ff) << 52)

INLINE float
as_float(uint32_t u)
{
	float f;

	memcpy(&f, &u, sizeof f);
	return f;
}

INLINE uint32_t
float_bits(float f)
{
	uint32_t u;

	memcpy(&u, &f, sizeof u);
	return u;
}

INLINE double
as_double(uint64_t u)
{
	double d;

	memcpy(&d, &u, sizeof d);
	return d;
}

INLINE uint64_t
double_bits(double d)
{
	uint64_t u;

	memcpy(&u, &d, sizeof u);
	return u;
}

/* The bits of a result. A choice between numbers: of bits, compilers without AVX2 make more. */
INLINE uint32_t
result_bits(float f)
{
	const float nan = as_float(NAN32);

	return float_bits(f == f ? f : nan);
}

/* a + b rounded to odd. Finite, and far from the ends of the range. */
INLINE double
add_to_odd(double a, double b)
{
	const double s = a + b, back = s - a, lost = (a - (s - back)) + (b - back);
	uint64_t u = double_bits(s);

	if (lost == 0)
		return s;
	if ((lost < 0) != (s < 0)) /* s lies beyond the exact sum */
		u--;
	return as_double(u | 1);
}

INLINE uint32_t
flush32(uint32_t u)
{
	return u & INF32 ? u : u & SIGN32;
}

/* Source bits with |x| and -x. */
INLINE uint32_t
float_source(uint32_t u, const struct isa_source *s)
{
	if (s->abs)
		u &= ~SIGN32;
	if (s->neg)
		u ^= SIGN32;
	return u;
}

INLINE uint64_t
double_source(uint64_t u, const struct isa_source *s)
{
	if (s->abs)
		u &= ~SIGN64;
	if (s->neg)
		u ^= SIGN64;
	return u;
}

/* NaN and -0 become +0. */
INLINE uint32_t
saturate32(uint32_t u)
{
	const float s = as_float(u);

	return s > 0 ? s < 1 ? u : float_bits(1.0f) : 0;
}

/* d, which is exact or rounded to odd, as FP32. A zero keeps its sign. flush: if d is below the normal numbers after rounding to the
 * format's precision, it becomes 0. */
uint32_t isa_to32(double d, unsigned mode, bool flush);

/* A 16-bit format. */
struct format16 {
	unsigned mantissa; /* bits */
	int bias;
	uint32_t infinity; /* bits without the sign */
};
extern const struct format16 isa_fp16, isa_bf16;

/* The number h; NaN becomes the usual one. */
double isa_from16(uint32_t h, const struct format16 *f);

/* d rounded to the format. It is exact or rounded to odd, so that a tie is a tie. flush: if d is below the normal numbers after rounding
 * to the format's precision, it becomes 0. */
uint32_t isa_to16(double d, const struct format16 *f, unsigned mode, bool flush);

/* ATOM_HADD to ATOM_BMAX of the numbers in two times 64 bits. */
uint64_t isa_atomic_halves(unsigned atomic, uint64_t old, uint64_t operand);

INLINE uint32_t
flush16(uint32_t h, const struct format16 *f)
{
	return (h & 0x7fff) >> f->mantissa ? h : h & 0x8000;
}

#endif
