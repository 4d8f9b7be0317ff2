/* exec-half.c: pairs of FP16 and BF16 numbers of lanes. See exec.h and float.h. */
#include "isa/float.h"

const struct format16 isa_fp16 = {10, 15, 0x7c00}, isa_bf16 = {7, 127, 0x7f80};

double
isa_from16(uint32_t h, const struct format16 *f)
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

/* Is what `rest` bits of `drop` cut off rounded up? */
static bool
rounds_up(uint64_t rest, unsigned drop, bool odd, bool minus, unsigned mode)
{
	const uint64_t half = UINT64_C(1) << (drop - 1);

	switch (mode) {
	case ROUND_NEAREST:
		return rest > half || (rest == half && odd);
	case ROUND_DOWN:
		return minus && rest;
	case ROUND_UP:
		return !minus && rest;
	default:
		return false;
	}
}

uint32_t
isa_to16(double d, const struct format16 *f, unsigned mode, bool flush)
{
	const uint64_t u = double_bits(d), magnitude = u & ~SIGN64;
	const bool minus = u & SIGN64;
	const uint32_t sign = (uint32_t)minus << 15;
	const int exponent = (int)(magnitude >> 52), smallest = 1024 - f->bias; /* of a normal number, as a double has it */
	const uint64_t one = UINT64_C(1) << 52, digits = (magnitude & (one - 1)) | (exponent ? one : 0);
	uint64_t h;
	unsigned drop = 52 - f->mantissa;

	if (d != d)
		return NAN16;
	if (magnitude == INF64)
		return sign | f->infinity;
	if (!magnitude)
		return sign;
	/* Denormal: fewer digits. */
	if (exponent < smallest && !flush)
		drop += smallest - exponent < 12 ? (unsigned)(smallest - exponent) : 12;
	h = digits >> drop;
	h += rounds_up(digits & ((UINT64_C(1) << drop) - 1), drop, h & 1, minus, mode);
	if (exponent < smallest && flush)
		return sign | (exponent == smallest - 1 && h >> (f->mantissa + 1) ? 1u << f->mantissa : 0);
	if (exponent >= smallest)
		h += (uint64_t)(exponent - smallest) << f->mantissa;
	if (h < f->infinity)
		return sign | (uint32_t)h;
	/* too large: infinity, or the largest number if the mode rounds the other way */
	return sign | (mode == ROUND_ZERO || (mode == ROUND_DOWN && !minus) || (mode == ROUND_UP && minus) ? f->infinity - 1
													   : f->infinity);
}

/* ---- HFMA2 ---- */
/* Half i of a source word, without its sign and |x|. */
static uint32_t
raw_half(uint32_t v, const struct isa_source *s, unsigned i)
{
	return (s->part == 0 ? v >> (16 * i) : s->part == 1 ? v : s->part == ISA_TURNED ? v >> (16 - 16 * i) : v >> 16) & 0xffff;
}

static uint32_t
half_source(uint32_t v, const struct isa_source *s, unsigned i)
{
	uint32_t h = raw_half(v, s, i);

	if (s->abs)
		h &= 0x7fff;
	if (s->neg != (s->part == ISA_TURNED && i == 0))
		h ^= 0x8000;
	return h;
}

static uint32_t
fma16(uint32_t ha, uint32_t hb, uint32_t hc, const struct format16 *f, bool flush)
{
	const double c = isa_from16(hc, f), product = isa_from16(ha, f) * isa_from16(hb, f), sum = product + c;

	/* The product is exact in a double. */
	if (sum - sum != 0 || product == 0 || c == 0)
		return isa_to16(sum, f, ROUND_NEAREST, flush);
	return isa_to16(add_to_odd(product, c), f, ROUND_NEAREST, flush);
}

static uint32_t
hfma2_word(const struct inst *in, uint32_t a, uint32_t b, uint32_t c, bool relu)
{
	const struct format16 *f = in->f[F_fmt] ? &isa_bf16 : &isa_fp16;
	const uint32_t one = (uint32_t)f->bias << f->mantissa;
	/* .OOB: nothing is flushed */
	const bool oob = in->f[F_ftz] && in->f[F_fmz], flush = !oob && (in->f[F_ftz] || in->f[F_fmz]);
	uint32_t word = 0;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t h[3] = {half_source(a, &in->a, i), half_source(b, &in->b, i), half_source(c, &in->c, i)}, r;

		if (flush)
			for (unsigned k = 0; k < 3; k++)
				h[k] = flush16(h[k], f);
		if (!oob && in->f[F_fmz] && (!(h[0] & 0x7fff) || !(h[1] & 0x7fff)))
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
	const double a = isa_from16(ha, f), b = isa_from16(hb, f), sum = a + b;

	/* exact, except for BF16 numbers of very different sizes */
	if (sum - sum != 0 || a == 0 || b == 0)
		return isa_to16(sum, f, ROUND_NEAREST, flush);
	return isa_to16(add_to_odd(a, b), f, ROUND_NEAREST, flush);
}

static uint32_t
hadd2_word(const struct inst *in, uint32_t a, uint32_t b)
{
	const struct format16 *f = in->f[F_fmt] ? &isa_bf16 : &isa_fp16;
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
			r = isa_to32(isa_from16(ha, f) + isa_from16(hb, f), ROUND_NEAREST, false);
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
	const struct format16 *f = in->f[F_fmt] ? &isa_bf16 : &isa_fp16;
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
			r = isa_to16(isa_from16(ha, f) * isa_from16(hb, f), f, ROUND_NEAREST, flush);
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

/* ---- comparisons ---- */
/* Half i of a source, denormals flushed if wanted. */
static uint32_t
flushed_half(uint32_t v, const struct isa_source *s, unsigned i, const struct format16 *f, bool flush)
{
	const uint32_t h = half_source(v, s, i);

	return flush ? flush16(h, f) : h;
}

/* Lanes in which half i of a and b compare as cmp says (field cmp), joined with s0. */
static uint32_t
compare_halves(const struct inst *in, struct exec *x, const uint32_t *a, const uint32_t *b, unsigned i)
{
	const struct format16 *f = in->f[F_fmt] ? &isa_bf16 : &isa_fp16;
	const uint32_t p = predicate(x, in->ps[0]);
	uint32_t hit = 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const double u = isa_from16(flushed_half(a[l], &in->a, i, f, in->f[F_ftz]), f);
		const double v = isa_from16(flushed_half(b[l], &in->b, i, f, in->f[F_ftz]), f);
		const unsigned relation = u < v ? 1 : u == v ? 2 : u > v ? 4 : 8;

		hit |= in->f[F_cmp] & relation ? isa_lane_bit[l] : 0;
	}
	return in->f[F_bop] == 0 ? hit & p : in->f[F_bop] == 1 ? hit | p : hit ^ p;
}

static void
hset2_lanes(const struct inst *in, struct exec *x)
{
	const uint32_t yes = !in->f[F_bf] ? 0xffff : in->f[F_fmt] ? 0x3f80 : 0x3c00;
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);
	const uint32_t low = compare_halves(in, x, a, b, 0), high = compare_halves(in, x, a, b, 1);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = (low & isa_lane_bit[l] ? yes : 0) | (high & isa_lane_bit[l] ? yes << 16 : 0);
	put(x, in->d, t);
}

static void
hsetp2_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);
	const uint32_t low = compare_halves(in, x, a, b, 0), high = compare_halves(in, x, a, b, 1);

	put_predicate(x, in->pd[0], low);
	put_predicate(x, in->pd[1], high);
}

/* -0 is less than +0. A number that is none loses, or wins with .NAN. */
static uint32_t
pick16(uint32_t a, uint32_t b, bool min, bool nan, const struct format16 *f)
{
	const bool an = (a & 0x7fff) > f->infinity, bn = (b & 0x7fff) > f->infinity;
	const uint32_t oa = a & 0x8000 ? 0xffff - a : a + 0x8000, ob = b & 0x8000 ? 0xffff - b : b + 0x8000;

	if (an || bn)
		return nan || (an && bn) ? NAN16 : an ? b : a;
	return (oa < ob) == min ? a : b;
}

static void
hmnmx2_lanes(const struct inst *in, struct exec *x)
{
	const struct format16 *f = in->f[F_fmt] ? &isa_bf16 : &isa_fp16;
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);
	const uint32_t p = predicate(x, in->ps[0]);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		t[l] = 0;
		for (unsigned i = 0; i < 2; i++) {
			const uint32_t ha = flushed_half(a[l], &in->a, i, f, in->f[F_ftz]);
			const uint32_t hb = flushed_half(b[l], &in->b, i, f, in->f[F_ftz]);
			uint32_t h = pick16(ha, hb, p & isa_lane_bit[l], in->f[F_nan], f);

			if (in->f[F_xorsign] && (h & 0x7fff) <= f->infinity)
				h = (h & 0x7fff) | ((raw_half(a[l], &in->a, i) ^ raw_half(b[l], &in->b, i)) & 0x8000);
			t[l] |= h << (16 * i);
		}
	}
	put(x, in->d, t);
}

uint64_t
isa_atomic_halves(unsigned atomic, uint64_t old, uint64_t operand)
{
	const bool bf16 = atomic >= ATOM_BADD;
	const struct format16 *f = bf16 ? &isa_bf16 : &isa_fp16;
	const unsigned what = atomic - (bf16 ? ATOM_BADD : ATOM_HADD);
	uint64_t v = 0;

	for (unsigned at = 0; at < 64; at += 16) {
		const uint32_t a = old >> at & 0xffff, b = operand >> at & 0xffff;

		v |= (uint64_t)(what ? pick16(a, b, what == 1, false, f) : add16(a, b, f, false)) << at;
	}
	return v;
}

EXPORT(hadd2)
EXPORT(hfma2)
EXPORT(hmnmx2)
EXPORT(hmul2)
EXPORT(hset2)
EXPORT(hsetp2)
