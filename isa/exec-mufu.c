/* exec-mufu.c: MUFU of lanes: reciprocal, roots, powers, logarithms, sines and the hyperbolic tangent. See exec.h and mufu.def.
 *
 * Bit-exact with an H200 for all 2^32 operands of each function (tests/isa/test-mufu.c). The unit is the one that S. Oberman and M. Siu
 * describe ("A High-Performance Area-Efficient Multifunction Interpolator", ARITH-17, 2005). The leading bits of a mantissa choose a
 * segment. The other 17 bits, x, go into c0 + c1 * x + c2 * x^2; the partial products of the square below column 19 are left out. What
 * each function does to its operand before and to the value after was found with the coefficients; see there.
 *
 * Denormal operands count as zero, except for TANH; denormal results become zero. The functions of one FP16 or BF16 number are computed
 * in FP32 and cut off. */
#include "isa/float.h"

/* Of one function: c0, c1 and c2 count 2^s0, 2^s1 and 2^s2 units; bias is added to c0; a value has 2^-point of its unit. */
struct form {
	uint16_t first; /* row of mufu.def */
	uint8_t s0, s1, s2, point;
	uint16_t bias;
};

static const struct segment {
	int32_t c0, c1, c2;
} segments[] = {
#define SEGMENT(c0, c1, c2) {c0, c1, c2},
#include "isa/mufu.def"
#undef SEGMENT
};

/* Rows of mufu.def. */
enum first { RCP = 0, RSQ = 128, SQRT = 256, EX2 = 384, LG2 = 448, SINE = 512, TANH = 576 };

/* point: RCP, RSQ, SQRT, EX2: values are mantissas of 24 bits. LG2: multiples of 2^-36. SINE: 2^-37. TANH: 2^-39. */
static const struct form rcp_form = {RCP, 14, 0, 1, 16, 4046}, rsq_form = {RSQ, 14, 0, 2, 16, 16383},
			 sqrt_form = {SQRT, 15, 0, 1, 17, 32767}, ex2_form = {EX2, 13, 0, 0, 15, 6114},
			 lg2_form = {LG2, 12, 0, 1, 2, 837}, sine_form = {SINE, 12, 0, 0, 0, 0}, tanh_form = {TANH, 15, 0, 1, 0, 0};

enum {
	X_BITS = 17,
	X_MASK = (1 << X_BITS) - 1,
	MANTISSA = 23, /* bits */
	IMPLICIT = 1 << MANTISSA,
	FRACTION = IMPLICIT - 1,
	BIAS = 127,
	LG2_POINT = 36,
	SINE_POINT = 37,
	TANH_POINT = 39
};

/* x^2 from its partial products x_i * x_j, i <= j, those of i < j counted twice: only columns 19 and up. In units of 2^19. */
INLINE uint32_t
square(uint32_t x)
{
	const uint64_t columns = ~UINT64_C(0) << 19;
	uint64_t sum = 0;

	for (unsigned i = 1; i < X_BITS; i++) {
		const uint64_t row = ((uint64_t)(x >> (i + 1)) << 2 | 1) << 2 * i;

		sum += row & columns & -(uint64_t)(x >> i & 1);
	}
	return (uint32_t)(sum >> 19);
}

INLINE int64_t
interpolate(const struct form *f, unsigned segment, uint32_t x)
{
	const struct segment *s = &segments[f->first + segment];
	const int64_t q = square(x);

	return (((int64_t)s->c0 << f->s0) + f->bias + ((int64_t)s->c1 * x * (1 << f->s1)) + ((int64_t)s->c2 * q * (1 << f->s2))) >>
	       f->point;
}

/* A value of 23 bits: 6 choose the segment. */
INLINE int64_t
interpolate23(const struct form *f, unsigned first, uint32_t m)
{
	return interpolate(f, first + (m >> X_BITS), m & X_MASK);
}

/* The FP32 number with a mantissa of 24 bits (or 2^24) and an exponent as FP32 encodes it. A number that is too small becomes zero. */
INLINE uint32_t
join(uint32_t sign, int exponent, int64_t mantissa)
{
	const int64_t u = (int64_t)exponent * IMPLICIT + mantissa - IMPLICIT;

	return u < IMPLICIT ? sign : sign | (uint32_t)u;
}

/* A sum in units of 2^-point, its first 24 digits. */
static uint32_t
normalise(uint32_t sign, int64_t v, int point)
{
	int top;

	if (!v)
		return sign;
	top = 63 - __builtin_clzll((unsigned long long)v);
	return join(sign, top - point + BIAS, top > MANTISSA ? v >> (top - MANTISSA) : v << (MANTISSA - top));
}

static bool
is_nan32(uint32_t a)
{
	return (a & ~SIGN32) > INF32;
}

/* 1/x of a mantissa of 23 bits without the leading 1: 2^23 to 2^24. RCP has 128 segments, and x is even. */
static int64_t
reciprocal(uint32_t m)
{
	return interpolate(&rcp_form, m >> 16, m << 1 & X_MASK);
}

/* 1/sqrt(x) of a mantissa whose exponent is odd or not. The interpolation has 1 - 2^-24 for 1. */
static int64_t
reciprocal_root(uint32_t m, bool odd)
{
	if (!m && !odd)
		return 2 * IMPLICIT;
	return interpolate23(&rsq_form, odd ? 64 : 0, m);
}

static uint32_t
mufu_rcp(uint32_t a)
{
	const uint32_t sign = a & SIGN32;
	const int e = (int)(a >> MANTISSA & 255);

	if (is_nan32(a))
		return NAN32;
	if (e == 255)
		return sign;
	return e ? join(sign, 2 * BIAS - 1 - e, reciprocal(a & FRACTION)) : sign | INF32;
}

/* Half of an exponent, toward minus infinity. */
static int
floor_half(int e)
{
	return (e - (e & 1)) / 2;
}

static uint32_t
mufu_rsq(uint32_t a)
{
	const int e = (int)(a >> MANTISSA & 255) - BIAS;

	if (e == -BIAS)
		return (a & SIGN32) | INF32;
	if (is_nan32(a) || a & SIGN32)
		return NAN32;
	return a == INF32 ? 0 : join(0, BIAS - 1 - floor_half(e), reciprocal_root(a & FRACTION, e & 1));
}

static uint32_t
mufu_sqrt(uint32_t a)
{
	const int e = (int)(a >> MANTISSA & 255) - BIAS;

	if (e == -BIAS)
		return a & SIGN32;
	if (is_nan32(a) || a & SIGN32)
		return NAN32;
	return a == INF32 ? a : join(0, BIAS + floor_half(e), interpolate23(&sqrt_form, e & 1 ? 64 : 0, a & FRACTION));
}

/* Upper words of FP64 numbers: the same tables, the mantissa's 20 bits extended by zeros, the result's lower bits dropped. */
enum { HIGH_BITS = 20, HIGH_BIAS = 1023, HIGH_IMPLICIT = 1 << HIGH_BITS, HIGH_INF = 0x7ff00000 };

static uint32_t
join_high(uint32_t sign, int exponent, int64_t mantissa)
{
	const int64_t u = (int64_t)exponent * HIGH_IMPLICIT + (mantissa >> (MANTISSA - HIGH_BITS)) - HIGH_IMPLICIT;

	return u < HIGH_IMPLICIT ? sign : sign | (uint32_t)u;
}

static uint32_t
mufu_rcp64h(uint32_t a)
{
	const uint32_t sign = a & SIGN32, m = a << (MANTISSA - HIGH_BITS) & FRACTION;
	const int e = (int)(a >> HIGH_BITS & 2047);

	if ((a & ~SIGN32) > HIGH_INF)
		return NAN32;
	if (e == 2047)
		return sign;
	return e ? join_high(sign, 2 * HIGH_BIAS - 1 - e, reciprocal(m)) : sign | HIGH_INF;
}

static uint32_t
mufu_rsq64h(uint32_t a)
{
	const uint32_t m = a << (MANTISSA - HIGH_BITS) & FRACTION;
	const int e = (int)(a >> HIGH_BITS & 2047) - HIGH_BIAS;

	if (e == -HIGH_BIAS)
		return (a & SIGN32) | HIGH_INF;
	if (a > HIGH_INF)
		return NAN32;
	return a == HIGH_INF ? 0 : join_high(0, HIGH_BIAS - 1 - floor_half(e), reciprocal_root(m, e & 1));
}

/* |a| in units of 2^-point, toward zero. Only the lower 32 bits where it is large. */
static uint32_t
fixed_point(uint32_t a, int point)
{
	const int e = (int)(a >> MANTISSA & 255) - BIAS - MANTISSA + point;
	const uint32_t m = (a & FRACTION) | IMPLICIT;

	if (e <= -32 || e >= 32)
		return 0;
	return e < 0 ? m >> -e : m << e;
}

/* 2^a: a in fixed point, of which a negative one is complemented, not negated, where it has a fraction. */
static uint32_t
mufu_ex2(uint32_t a)
{
	int32_t v;

	if (is_nan32(a))
		return NAN32;
	if ((a & INF32) >= (uint32_t)(BIAS + 7) << MANTISSA)
		return a & SIGN32 ? 0 : INF32;
	v = (int32_t)fixed_point(a, MANTISSA);
	if (a & SIGN32)
		v = v & FRACTION ? ~v : -v;
	return join(0, BIAS + (v - (v & FRACTION)) / IMPLICIT, interpolate23(&ex2_form, 0, (uint32_t)v & FRACTION));
}

/* The exponent and the mantissa's logarithm are added in fixed point; a negative sum is complemented, not negated. */
static uint32_t
mufu_lg2(uint32_t a)
{
	const int e = (int)(a >> MANTISSA & 255) - BIAS;
	int64_t v;

	if (e == -BIAS)
		return SIGN32 | INF32;
	if (is_nan32(a) || a & SIGN32)
		return NAN32;
	if (a == INF32 || a == (uint32_t)BIAS << MANTISSA)
		return a == INF32 ? a : 0;
	v = (int64_t)e * (INT64_C(1) << LG2_POINT) + interpolate23(&lg2_form, 0, a & FRACTION);
	return v < 0 ? normalise(SIGN32, ~v, LG2_POINT) : normalise(0, v, LG2_POINT);
}

/* The operand is in turns, and counted in 2^-25 of one; in the second and fourth quarter it is complemented. */
static uint32_t
sine(uint32_t turn, uint32_t sign)
{
	const uint32_t m = (turn & IMPLICIT ? ~turn : turn) & FRACTION;

	return normalise(sign ^ (turn & 2 * IMPLICIT ? SIGN32 : 0), interpolate23(&sine_form, 0, m), SINE_POINT);
}

static uint32_t
mufu_sin(uint32_t a)
{
	return (a & INF32) == INF32 ? NAN32 : sine(fixed_point(a, MANTISSA + 2), a & SIGN32);
}

static uint32_t
mufu_cos(uint32_t a)
{
	return (a & INF32) == INF32 ? NAN32 : sine(fixed_point(a, MANTISSA + 2) + IMPLICIT, 0);
}

/* Between 2^-8 and 8; below, the operand itself; above, 1. */
static uint32_t
mufu_tanh(uint32_t a)
{
	static const struct {
		uint8_t first, bits;
	} ranges[] = {{0, 0}, {1, 0}, {2, 0}, {3, 1}, {5, 1}, {7, 2}, {11, 2}, {15, 2}, {19, 3}, {27, 4}, {43, 3}};
	const int range = (int)(a >> MANTISSA & 255) - BIAS + 8;
	const uint32_t m = a & FRACTION;

	if (is_nan32(a))
		return NAN32;
	if (range < 0)
		return a;
	if (range > 10)
		return (a & SIGN32) | (uint32_t)BIAS << MANTISSA;
	return normalise(a & SIGN32,
			 interpolate(&tanh_form, ranges[range].first + (m >> (MANTISSA - ranges[range].bits)),
				     m >> (MANTISSA - X_BITS - ranges[range].bits) & X_MASK),
			 TANH_POINT);
}

uint32_t
isa_mufu(unsigned function, uint32_t a)
{
	static uint32_t (*const functions[])(uint32_t) = {mufu_cos, mufu_sin,    mufu_ex2,    mufu_lg2,  mufu_rcp,
							  mufu_rsq, mufu_rcp64h, mufu_rsq64h, mufu_sqrt, mufu_tanh};

	return functions[function](a);
}

/* FP16 and BF16 are computed in FP32. The result is cut off; one that is too large is infinite. Denormals are kept. */
static uint32_t
mufu_half(unsigned function, uint32_t h, const struct format16 *f)
{
	const double r = as_float(isa_mufu(function, float_bits((float)isa_from16(h, f))));

	if (r - r == 0 && f->mantissa == 10 && r >= 0x1p16)
		return f->infinity;
	return isa_to16(r, f, ROUND_ZERO, false);
}

static uint32_t
half_of(uint32_t v, const struct isa_source *s)
{
	const uint32_t h = s->part == ISA_UPPER ? v >> 16 : v & 0xffff;

	return (s->abs ? h & 0x7fff : h) ^ (s->neg ? 0x8000 : 0);
}

enum { MUFU_FP16 = 1 }; /* field fmt; 0 FP32, 2 BF16 */

void
isa_exec_mufu(const struct inst *in, struct exec *x)
{
	const struct format16 *f = in->f[F_fmt] == MUFU_FP16 ? &isa_fp16 : &isa_bf16;
	uint32_t ta[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = in->f[F_fmt] ? mufu_half(in->f[F_mufu], half_of(a[l], &in->a), f)
				    : isa_mufu(in->f[F_mufu], float_source(a[l], &in->a));
	put(x, in->d, t);
}
