/* exec-float.c: FADD, and FP16 pairs of lanes. See exec.h and float.h. */
#include "float.h"

/* ---- FADD ---- */
static uint32_t
add_directed(uint32_t ua, uint32_t ub, unsigned mode)
{
	const float a = as_float(ua), b = as_float(ub), near = a + b;
	const double exact = (ua & 0x7f800000) == 0x7f800000 || (ub & 0x7f800000) == 0x7f800000 ? (double)near : add_to_odd(a, b);
	const bool beyond_up = (double)near > exact, beyond_down = (double)near < exact;
	uint32_t u = float_bits(near);

	if (exact != exact)
		return NAN32;
	/* Zero from numbers that are not both zeros of one sign. */
	if (exact == 0)
		return mode == ROUND_DOWN ? (ua | ub) & SIGN32 : ua & ub & SIGN32;
	/* The bits of a number count up away from zero. */
	if (beyond_up && (mode == ROUND_DOWN || (mode == ROUND_ZERO && !(u & SIGN32))))
		return u & SIGN32 ? u + 1 : u - 1;
	if (beyond_down && (mode == ROUND_UP || (mode == ROUND_ZERO && u & SIGN32)))
		return u & SIGN32 ? u - 1 : u + 1;
	return u;
}

CLONES static void
fadd_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);
	const bool ftz = in->f[F_ftz];

	if (in->a.abs || in->a.neg || in->b.abs || in->b.neg || ftz) {
		for (unsigned l = 0; l < ISA_LANES; l++) {
			ta[l] = float_source(a[l], &in->a);
			tb[l] = float_source(b[l], &in->b);
		}
		if (ftz)
			for (unsigned l = 0; l < ISA_LANES; l++) {
				ta[l] = flush32(ta[l]);
				tb[l] = flush32(tb[l]);
			}
		a = ta;
		b = tb;
	}
	if (in->f[F_rnd] == ROUND_NEAREST) {
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const float s = as_float(a[l]) + as_float(b[l]);

			t[l] = s != s ? NAN32 : float_bits(s);
		}
	} else {
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = add_directed(a[l], b[l], in->f[F_rnd]);
	}
	if (ftz)
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = flush32(t[l]);
	if (in->f[F_sat])
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = saturate32(t[l]);
	put(x, in->d, t);
}

/* ---- HFMA2 ---- */
/* A 16-bit format. */
struct format16 {
	unsigned mantissa; /* bits */
	int bias;
	uint32_t infinity; /* bits without the sign */
};
static const struct format16 half_format = {10, 15, 0x7c00}, bfloat_format = {7, 127, 0x7f80};

static double
from16(uint32_t h, const struct format16 *f)
{
	const uint32_t magnitude = h & 0x7fff, m = magnitude & ((1u << f->mantissa) - 1), e = magnitude >> f->mantissa;
	const uint64_t sign = (uint64_t)(h >> 15 & 1) << 63;
	double d;

	if (magnitude > f->infinity)
		return as_double(UINT64_C(0x7ff8) << 48);
	if (magnitude == f->infinity)
		return as_double(sign | UINT64_C(0x7ff) << 52);
	if (e) {
		d = as_double((uint64_t)(1023 - f->bias + (int)e) << 52 | (uint64_t)m << (52 - f->mantissa));
	} else {
		/* m units of the smallest denormal, 2^(1 - bias - mantissa) */
		d = m * as_double((uint64_t)(1023 + 1 - f->bias - (int)f->mantissa) << 52);
	}
	return sign ? -d : d;
}

/* d rounded to nearest even. d is exact or rounded to odd, so that a tie is a tie. flush: what is too small for a normal number even
 * when rounded to the format's precision becomes 0. */
static uint32_t
to16(double d, const struct format16 *f, bool flush)
{
	const uint64_t u = double_bits(d), magnitude = u & (UINT64_MAX >> 1);
	const uint64_t smallest = (uint64_t)(1024 - f->bias) << f->mantissa; /* normal, with a double's exponent */
	const uint32_t sign = (uint32_t)(u >> 63) << 15;
	const unsigned drop = 52 - f->mantissa;
	uint64_t h;

	if (d != d)
		return NAN16;
	if (!flush && magnitude >> drop < smallest) {
		/* Denormal: a whole number of units; adding 2^52 leaves no place for a fraction. */
		const double units = as_double(magnitude) * as_double((uint64_t)(1023 + f->bias - 1 + (int)f->mantissa) << 52);

		return sign | (uint32_t)(units + 0x1p52 - 0x1p52);
	}
	h = (magnitude + (UINT64_C(1) << (drop - 1)) - 1 + (magnitude >> drop & 1)) >> drop;
	if (h < smallest)
		return sign;
	h -= (uint64_t)(1023 - f->bias) << f->mantissa;
	return sign | (uint32_t)(h < f->infinity ? h : f->infinity);
}

static uint32_t
flush16(uint32_t h, const struct format16 *f)
{
	return (h & 0x7fff) >> f->mantissa ? h : h & 0x8000;
}

/* Half i of a source word. */
static uint32_t
half_source(uint32_t v, const struct isa_source *s, unsigned i)
{
	uint32_t h = s->part == 0 ? v >> (16 * i) : s->part == 1 ? v : v >> 16;

	h &= 0xffff;
	if (s->abs)
		h &= 0x7fff;
	if (s->neg)
		h ^= 0x8000;
	return h;
}

static uint32_t
fma16(uint32_t ha, uint32_t hb, uint32_t hc, const struct format16 *f, bool flush)
{
	const double c = from16(hc, f), product = from16(ha, f) * from16(hb, f), sum = product + c;

	/* The product is exact in a double. */
	if (sum - sum != 0 || product == 0 || c == 0)
		return to16(sum, f, flush);
	return to16(add_to_odd(product, c), f, flush);
}

static uint32_t
hfma2_word(const struct inst *in, uint32_t a, uint32_t b, uint32_t c, bool relu)
{
	const struct format16 *f = in->f[F_fmt] ? &bfloat_format : &half_format;
	const uint32_t one = (uint32_t)f->bias << f->mantissa;
	const bool flush = in->f[F_ftz] || in->f[F_fmz];
	uint32_t word = 0;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t h[3] = {half_source(a, &in->a, i), half_source(b, &in->b, i), half_source(c, &in->c, i)}, r;

		if (flush)
			for (unsigned k = 0; k < 3; k++)
				h[k] = flush16(h[k], f);
		if (in->f[F_fmz] && (!(h[0] & 0x7fff) || !(h[1] & 0x7fff)))
			h[0] = h[1] = 0;
		r = fma16(h[0], h[1], h[2], f, flush);
		if (relu && r & 0x8000)
			r = 0;
		if (in->f[F_sat])
			r = r & 0x8000 || r > f->infinity ? 0 : r < one ? r : one;
		word |= r << (16 * i);
	}
	return word;
}

static void
hfma2_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);
	const uint32_t relu = in->f[F_relu] ? predicate(x, in->ps[0]) : 0;

	if (is_uniform(&in->a) && is_uniform(&in->b) && is_uniform(&in->c) && !relu) {
		/* -RZ * RZ + constants: how compilers load a register on this pipe */
		spread(t, hfma2_word(in, a[0], b[0], c[0], false));
	} else {
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = x->mask & isa_lane_bit[l] ? hfma2_word(in, a[l], b[l], c[l], relu & isa_lane_bit[l]) : 0;
	}
	put(x, in->d, t);
}

/* ---- HADD2, HMUL2 ---- */
static uint32_t
add16(uint32_t ha, uint32_t hb, const struct format16 *f, bool flush)
{
	/* Exact: FP16 numbers have 40 binary digits between the largest and the smallest. */
	return to16(from16(ha, f) + from16(hb, f), f, flush);
}

static uint32_t
hadd2_word(const struct inst *in, uint32_t a, uint32_t b)
{
	const struct format16 *f = &half_format;
	const uint32_t one = (uint32_t)f->bias << f->mantissa;
	const bool ftz = in->f[F_ftz];
	uint32_t word = 0;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t ha = half_source(a, &in->a, i), hb = half_source(b, &in->b, i), r;

		if (ftz) {
			ha = flush16(ha, f);
			hb = flush16(hb, f);
		}
		if (in->f[F_to32]) {
			r = isa_to32(from16(ha, f) + from16(hb, f), ROUND_NEAREST, false);
			return in->f[F_sat] ? saturate32(r) : r;
		}
		r = add16(ha, hb, f, ftz);
		if (in->f[F_sat])
			r = r & 0x8000 || r > f->infinity ? 0 : r < one ? r : one;
		word |= r << (16 * i);
	}
	return word;
}

static uint32_t
hmul2_word(const struct inst *in, uint32_t a, uint32_t b)
{
	const struct format16 *f = in->f[F_fmt] ? &bfloat_format : &half_format;
	const uint32_t one = (uint32_t)f->bias << f->mantissa;
	const bool flush = in->f[F_ftz] || in->f[F_fmz];
	uint32_t word = 0;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t ha = half_source(a, &in->a, i), hb = half_source(b, &in->b, i), r;

		if (flush) {
			ha = flush16(ha, f);
			hb = flush16(hb, f);
		}
		if (in->f[F_fmz] && (!(ha & 0x7fff) || !(hb & 0x7fff)))
			r = 0;
		else
			r = to16(from16(ha, f) * from16(hb, f), f, flush);
		if (in->f[F_sat])
			r = r & 0x8000 || r > f->infinity ? 0 : r < one ? r : one;
		word |= r << (16 * i);
	}
	return word;
}

static void
hadd2_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = x->mask & isa_lane_bit[l] ? hadd2_word(in, a[l], b[l]) : 0;
	put(x, in->d, t);
}

static void
hmul2_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = x->mask & isa_lane_bit[l] ? hmul2_word(in, a[l], b[l]) : 0;
	put(x, in->d, t);
}

EXPORT(fadd)
EXPORT(hadd2)
EXPORT(hfma2)
EXPORT(hmul2)
