/* exec-convert.c: conversions of lanes: I2F, I2FP, F2I, F2F, FRND. See exec.h and float.h. */
#include "isa/float.h"

/* The words of a source, and room for those that are in no register. */
struct words {
	const uint32_t *low, *high;
	uint32_t tl[ISA_LANES], th[ISA_LANES];
};

/* An immediate of 64 bits has only its upper word in the instruction; one of an upper half has only that half. */
static void
words_of(const struct isa_source *s, struct exec *x, bool wide, struct words *w)
{
	w->low = bits_of(s, x, w->tl);
	w->high = isa_zero_row;
	if (wide && s->kind == SRC_IMM) {
		w->high = w->low;
		w->low = isa_zero_row;
	} else if (wide) {
		w->high = high_bits_of(s, x, w->th);
	} else if (s->part == ISA_UPPER) {
		for (unsigned l = 0; l < ISA_LANES; l++)
			w->tl[l] = w->low[l] >> 16;
		w->low = w->tl;
	}
}

/* ---- integers to floating point ---- */
/* The integer of lane l, as its magnitude. */
static uint64_t
magnitude(uint32_t low, uint32_t high, const struct inst *in, bool *minus)
{
	const unsigned bytes = in->f[F_bytes] ? in->f[F_bytes] : 4, bits = 8 * bytes;
	const unsigned shift = in->a.part && in->a.part != ISA_UPPER ? 8u * (in->a.part - ISA_BYTE0) : 0;
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
	/* a carry out of the digits goes into the exponent */
	return ((uint64_t)(bias + top) << (digits - 1)) + kept + up - (UINT64_C(1) << (digits - 1));
}

/* ---- formats ---- */
enum { TO_NONE, TO_FP16, TO_FP32, TO_FP64, TO_BF16 }; /* fields to and from of numbers */
enum { TO_INT64 = 3 };                                /* field to of integers */

/* 16 bits hold less than some integers: those become infinity, or the largest number. */
static uint32_t
integer_to_half(uint64_t v, bool minus, unsigned mode, const struct format16 *f)
{
	const uint64_t u = integer_to_float(v, minus, mode, f->mantissa + 1, (unsigned)f->bias);
	const bool stays = mode == ROUND_ZERO || (mode == ROUND_DOWN && !minus) || (mode == ROUND_UP && minus);

	return (uint32_t)(u < f->infinity ? u : f->infinity - stays) | (uint32_t)minus << 15;
}

void
isa_exec_i2f(const struct inst *in, struct exec *x)
{
	const unsigned to = in->f[F_to], mode = in->f[F_rnd];
	uint32_t low[ISA_LANES], high[ISA_LANES];
	struct words w;

	words_of(&in->a, x, in->f[F_bytes] == 8, &w);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		bool minus;
		const uint64_t v = magnitude(w.low[l], w.high[l], in, &minus);

		if (to == TO_FP64) {
			const uint64_t u = integer_to_float(v, minus, mode, 53, 1023);

			low[l] = (uint32_t)u;
			high[l] = (uint32_t)(u >> 32) | (minus ? SIGN32 : 0);
		} else if (to == TO_FP16 || to == TO_BF16) {
			low[l] = integer_to_half(v, minus, mode, to == TO_FP16 ? &isa_fp16 : &isa_bf16);
		} else {
			low[l] = (uint32_t)integer_to_float(v, minus, mode, 24, 127) | (minus ? SIGN32 : 0);
		}
	}
	put(x, in->d, low);
	if (to == TO_FP64 && in->d != ISA_RZ)
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

/* The source as FP64, which holds every number of the other formats. */
static double
number_of(uint32_t low, uint32_t high, const struct inst *in)
{
	const unsigned from = in->f[F_from];
	uint32_t u;

	if (from == TO_FP64) {
		const uint64_t v = double_source((uint64_t)high << 32 | low, &in->a);

		return as_double(in->f[F_ftz] && !(v & INF64) ? v & SIGN64 : v);
	}
	if (from == TO_FP16 || from == TO_BF16) {
		const struct format16 *f = from == TO_FP16 ? &isa_fp16 : &isa_bf16;

		u = (in->a.abs ? low & 0x7fff : low & 0xffff) ^ (in->a.neg ? 0x8000 : 0);
		return isa_from16(in->f[F_ftz] ? flush16(u, f) : u, f);
	}
	u = float_source(low, &in->a);
	return (double)as_float(in->f[F_ftz] ? flush32(u) : u);
}

/* The integer d in `bits` bits, signed ones with their sign in the bits above. */
static uint64_t
clamp_integer(double d, unsigned bits, bool sign)
{
	const double end = as_double((uint64_t)(1023 + bits - sign) << 52);

	if (d >= end)
		return UINT64_MAX >> (64 - bits + sign);
	if (d < (sign ? -end : 0))
		return sign ? UINT64_MAX << (bits - 1) : 0;
	return sign ? (uint64_t)(int64_t)d : (uint64_t)d;
}

void
isa_exec_f2i(const struct inst *in, struct exec *x)
{
	const bool to64 = in->f[F_to] == TO_INT64, sign = in->f[F_sgn];
	const unsigned bits = 8u << in->f[F_to];
	uint32_t low[ISA_LANES], high[ISA_LANES];
	struct words w;

	words_of(&in->a, x, in->f[F_from] == TO_FP64, &w);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const double d = number_of(w.low[l], w.high[l], in);
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

/* ---- from one format to another ---- */
/* NaN keeps its sign, whatever the modifiers, and the upper bits of its payload. In 16 bits there is only one NaN. */
#define QUIET64 (UINT64_C(1) << 51)
#define QUIET32 (UINT32_C(1) << 22)

static uint64_t
widen_nan(uint32_t u)
{
	return (uint64_t)(u & SIGN32) << 32 | INF64 | QUIET64 | (uint64_t)(u & 0x7fffff) << 29;
}

static uint32_t
narrow_nan(uint64_t u)
{
	return (uint32_t)(u >> 32 & SIGN32) | INF32 | QUIET32 | (uint32_t)(u >> 29 & 0x7fffff);
}

static uint64_t
widen_nan16(uint32_t h, const struct format16 *f)
{
	return (uint64_t)(h & 0x8000) << 48 | INF64 | QUIET64 | (uint64_t)(h & ((1u << f->mantissa) - 1)) << (52 - f->mantissa);
}

static uint32_t
narrow_nan16(uint64_t u, const struct format16 *f)
{
	const unsigned drop = 52 - f->mantissa;

	return (uint32_t)(u >> 48 & 0x8000) | f->infinity | (uint32_t)(QUIET64 >> drop) |
	       (uint32_t)(u >> drop & ((1u << f->mantissa) - 1));
}

/* d in the format of the result; bits: the source as it is. */
static uint64_t
in_format(double d, uint64_t bits, const struct inst *in)
{
	const unsigned mode = in->f[F_rnd], from = in->f[F_from];

	switch (in->f[F_to]) {
	case TO_FP16:
		return d != d && from == TO_FP64 ? narrow_nan16(bits, &isa_fp16) : isa_to16(d, &isa_fp16, mode, in->f[F_ftz]);
	case TO_BF16:
		return d != d && from == TO_FP64 ? narrow_nan16(bits, &isa_bf16) : isa_to16(d, &isa_bf16, mode, in->f[F_ftz]);
	case TO_FP32:
		return d != d && from == TO_FP64 ? narrow_nan(bits) : isa_to32(d, mode, in->f[F_ftz]);
	default:
		if (d == d)
			return double_bits(d);
		return from == TO_FP32 ? widen_nan((uint32_t)bits)
				       : widen_nan16((uint32_t)bits, from == TO_FP16 ? &isa_fp16 : &isa_bf16);
	}
}

void
isa_exec_f2f(const struct inst *in, struct exec *x)
{
	uint32_t low[ISA_LANES], high[ISA_LANES];
	struct words w;

	words_of(&in->a, x, in->f[F_from] == TO_FP64, &w);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint64_t v = in_format(number_of(w.low[l], w.high[l], in), (uint64_t)w.high[l] << 32 | w.low[l], in);

		low[l] = (uint32_t)v;
		high[l] = (uint32_t)(v >> 32);
	}
	put(x, in->d, low);
	if (in->f[F_to] == TO_FP64 && in->d != ISA_RZ)
		put(x, in->d + 1u, high);
}

void
isa_exec_frnd(const struct inst *in, struct exec *x)
{
	const unsigned to = in->f[F_to];
	uint32_t low[ISA_LANES], high[ISA_LANES];
	struct words w;

	words_of(&in->a, x, to == TO_FP64, &w);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const double d = number_of(w.low[l], w.high[l], in), r = to_integer(d, in->f[F_rnd]);
		const uint64_t bits = (uint64_t)w.high[l] << 32 | w.low[l];
		uint64_t v;

		if (to == TO_FP64)
			v = d != d ? bits | QUIET64 : double_bits(r);
		else if (to == TO_FP32)
			v = d != d ? NAN32 : float_bits((float)r);
		else
			v = isa_to16(r, to == TO_FP16 ? &isa_fp16 : &isa_bf16, ROUND_NEAREST, false);
		low[l] = (uint32_t)v;
		high[l] = (uint32_t)(v >> 32);
	}
	put(x, in->d, low);
	if (to == TO_FP64 && in->d != ISA_RZ)
		put(x, in->d + 1u, high);
}
