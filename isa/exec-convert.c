/* exec-convert.c: conversions of lanes: I2F, I2FP, F2I, F2F, FRND. See exec.h and float.h. */
#include "float.h"

/* ---- integers to floating point ---- */
/* The integer of lane l, as its magnitude. */
static uint64_t
magnitude(uint32_t low, uint32_t high, const struct inst *in, bool *minus)
{
	const unsigned bytes = in->f[F_bytes] ? in->f[F_bytes] : 4, bits = 8 * bytes;
	const unsigned shift = in->a.part ? 8u * (in->a.part - ISA_BYTE0) : 0;
	uint64_t v = ((uint64_t)(bytes == 8 ? high : 0) << 32 | low) >> shift;

	if (bits < 64)
		v &= (UINT64_C(1) << bits) - 1;
	*minus = in->f[F_sgn] && v >> (bits - 1) & 1;
	if (*minus && bits < 64)
		v |= UINT64_MAX << bits;
	return *minus ? -v : v;
}

/* v in a format with `digits` binary digits, by its bits without the sign; bias is that of the exponent. */
static uint64_t
integer_to_float(uint64_t v, bool minus, unsigned mode, unsigned digits, unsigned bias)
{
	unsigned top, drop;
	uint64_t rest, kept, half;
	bool up;

	if (!v)
		return 0;
	top = 63u - (unsigned)__builtin_clzll(v);
	if (top < digits)
		return ((uint64_t)(bias + top) << (digits - 1)) + (v << (digits - 1 - top)) - (UINT64_C(1) << (digits - 1));
	drop = top - digits + 1;
	kept = v >> drop;
	rest = v & ((UINT64_C(1) << drop) - 1);
	half = UINT64_C(1) << (drop - 1);
	up = mode == ROUND_NEAREST ? rest > half || (rest == half && kept & 1)
	     : mode == ROUND_DOWN  ? minus && rest
	     : mode == ROUND_UP    ? !minus && rest
				   : false;
	/* A carry out of the digits goes on into the exponent. */
	return ((uint64_t)(bias + top) << (digits - 1)) + kept + up - (UINT64_C(1) << (digits - 1));
}

void
isa_exec_i2f(const struct inst *in, struct exec *x)
{
	const bool to64 = in->f[F_to64];
	uint32_t tl[ISA_LANES], th[ISA_LANES], low[ISA_LANES], high[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, tl), *ah = in->f[F_bytes] == 8 ? high_bits_of(&in->a, x, th) : isa_zero_row;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		bool minus;
		const uint64_t v = magnitude(a[l], ah[l], in, &minus);
		const uint64_t u = to64 ? integer_to_float(v, minus, in->f[F_rnd], 53, 1023)
					: integer_to_float(v, minus, in->f[F_rnd], 24, 127);

		low[l] = (uint32_t)u | (minus && !to64 ? SIGN32 : 0);
		high[l] = (uint32_t)(u >> 32) | (minus ? SIGN32 : 0);
	}
	put(x, in->d, low);
	if (to64 && in->d != ISA_RZ)
		put(x, in->d + 1u, high);
}

/* ---- floating point to integers ---- */
static double
to_integer(double d, unsigned mode)
{
	switch (mode) {
	case ROUND_DOWN:
		return __builtin_floor(d);
	case ROUND_UP:
		return __builtin_ceil(d);
	case ROUND_ZERO:
		return __builtin_trunc(d);
	default:
		return __builtin_rint(d);
	}
}

/* The source as FP64, which holds every FP32 number. */
static double
number_of(uint32_t low, uint32_t high, const struct inst *in, bool wide)
{
	uint32_t u;

	if (wide) {
		const uint64_t v = double_source((uint64_t)high << 32 | low, &in->a);

		return as_double(in->f[F_ftz] && !(v & INF64) ? v & SIGN64 : v);
	}
	u = float_source(low, &in->a);
	return (double)as_float(in->f[F_ftz] ? flush32(u) : u);
}

/* The integer d in `bits` bits. */
static uint64_t
clamp_integer(double d, unsigned bits, bool sign)
{
	const double end = bits == 64 ? (sign ? 0x1p63 : 0x1p64) : (sign ? 0x1p31 : 0x1p32);

	if (d >= end)
		return sign ? (UINT64_C(1) << (bits - 1)) - 1 : UINT64_MAX;
	if (d < (sign ? -end : 0))
		return sign ? -(UINT64_C(1) << (bits - 1)) : 0;
	return sign ? (uint64_t)(int64_t)d : (uint64_t)d;
}

void
isa_exec_f2i(const struct inst *in, struct exec *x)
{
	const bool wide = in->f[F_bytes] == 8, to64 = in->f[F_to64], sign = in->f[F_sgn];
	const unsigned bits = to64 ? 64 : 32;
	uint32_t tl[ISA_LANES], th[ISA_LANES], low[ISA_LANES], high[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, tl), *ah = wide ? high_bits_of(&in->a, x, th) : isa_zero_row;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const double d = number_of(a[l], ah[l], in, wide);
		uint64_t v;

		if (d != d)
			v = in->f[F_ntz] ? 0 : UINT64_C(1) << (bits - 1);
		else
			v = clamp_integer(to_integer(d, in->f[F_rnd]), bits, sign);
		low[l] = (uint32_t)v;
		high[l] = (uint32_t)(v >> 32);
	}
	put(x, in->d, low);
	if (to64 && in->d != ISA_RZ)
		put(x, in->d + 1u, high);
}

/* ---- formats ---- */
/* NaN keeps its sign, whatever the modifiers, and the upper bits of its payload. */
#define QUIET64 (UINT64_C(1) << 51)
#define QUIET32 (UINT32_C(1) << 22)

static bool
is_nan64(uint64_t u)
{
	return (u & ~SIGN64) > INF64;
}

static uint64_t
widen(uint32_t bits, const struct isa_source *s, bool ftz)
{
	const uint32_t u = float_source(bits, s);

	if ((u & ~SIGN32) > INF32)
		return (uint64_t)(bits & SIGN32) << 32 | INF64 | QUIET64 | (uint64_t)(bits & 0x7fffff) << 29;
	return double_bits((double)as_float(ftz ? flush32(u) : u));
}

static uint32_t
narrow(uint64_t bits, const struct isa_source *s, unsigned mode, bool ftz)
{
	if (is_nan64(bits))
		return (uint32_t)(bits >> 32 & SIGN32) | INF32 | QUIET32 | (uint32_t)(bits >> 29 & 0x7fffff);
	return isa_to32(as_double(double_source(bits, s)), mode, ftz);
}

void
isa_exec_f2f(const struct inst *in, struct exec *x)
{
	const bool to64 = in->f[F_to64], ftz = in->f[F_ftz];
	uint32_t tl[ISA_LANES], th[ISA_LANES], low[ISA_LANES], high[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, tl), *ah = to64 ? isa_zero_row : high_bits_of(&in->a, x, th);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		if (to64) {
			const uint64_t v = widen(a[l], &in->a, ftz);

			low[l] = (uint32_t)v;
			high[l] = (uint32_t)(v >> 32);
		} else {
			low[l] = narrow((uint64_t)ah[l] << 32 | a[l], &in->a, in->f[F_rnd], ftz);
		}
	}
	put(x, in->d, low);
	if (to64 && in->d != ISA_RZ)
		put(x, in->d + 1u, high);
}

void
isa_exec_frnd(const struct inst *in, struct exec *x)
{
	const bool wide = in->f[F_to64];
	uint32_t tl[ISA_LANES], th[ISA_LANES], low[ISA_LANES], high[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, tl), *ah = wide ? high_bits_of(&in->a, x, th) : isa_zero_row;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const double d = number_of(a[l], ah[l], in, wide), r = to_integer(d, in->f[F_rnd]);
		const uint64_t bits = (uint64_t)ah[l] << 32 | a[l], v = !wide            ? 0
									: is_nan64(bits) ? bits | QUIET64
											 : double_bits(r);

		low[l] = wide ? (uint32_t)v : d != d ? NAN32 : float_bits((float)r);
		high[l] = (uint32_t)(v >> 32);
	}
	put(x, in->d, low);
	if (wide && in->d != ISA_RZ)
		put(x, in->d + 1u, high);
}
