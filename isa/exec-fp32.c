/* exec-fp32.c: FP32 of lanes beyond FADD: FFMA, FMUL, FSETP, FSET, FSEL, FMNMX, FCHK. See exec.h and float.h. */
#include "isa/float.h"

uint32_t
isa_to32(double d, unsigned mode, bool flush)
{
	const float near = (float)d;
	uint32_t u = float_bits(near);

	if (d != d)
		return NAN32;
	if (flush && d > -0x1p-126 && d < 0x1p-126) {
		/* With all its bits, would it have been rounded up to the smallest normal number? */
		const double big = d * 0x1p60;

		u = isa_to32(big, mode, false);
		return (u & ~SIGN32) >= float_bits(0x1p-66f) ? (u & SIGN32) | float_bits(0x1p-126f) : u & SIGN32;
	}
	if (mode == ROUND_NEAREST || (double)near == d)
		return u;
	/* The bits of a number count up away from zero. */
	if ((double)near > d && (mode == ROUND_DOWN || (mode == ROUND_ZERO && !(u & SIGN32))))
		return u & SIGN32 ? u + 1 : u == 0 ? SIGN32 | 1 : u - 1;
	if ((double)near < d && (mode == ROUND_UP || (mode == ROUND_ZERO && u & SIGN32)))
		return u & SIGN32 ? u - 1 : u + 1;
	return u;
}

/* A source with its sign, denormals flushed if wanted. */
INLINE const uint32_t *
float_of(const struct isa_source *s, struct exec *x, uint32_t *t, bool flush)
{
	const uint32_t *r = bits_of(s, x, t);

	if (!(s->abs | s->neg) && !flush)
		return r;
	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = float_source(r[l], s);
	if (flush)
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = flush32(t[l]);
	return t;
}

/* ---- FFMA, FMUL ---- */
static uint32_t
fma_general(uint32_t ua, uint32_t ub, uint32_t uc, unsigned mode, bool flush, bool fmz)
{
	const double a = (double)as_float(ua), b = (double)as_float(ub), c = (double)as_float(uc);
	double product = a * b, sum;

	if (fmz && (!(ua & ~SIGN32) || !(ub & ~SIGN32)))
		product = 0;
	sum = product + c;
	if (sum - sum != 0)
		return isa_to32(sum, ROUND_NEAREST, false);
	if (product == 0 && c == 0)
		return (double_bits(product) ^ double_bits(c)) >> 63 ? (mode == ROUND_DOWN ? SIGN32 : 0) : uc & SIGN32;
	if (product != 0 && c != 0)
		sum = add_to_odd(product, c);
	if (sum == 0)
		return mode == ROUND_DOWN ? SIGN32 : 0;
	return isa_to32(sum, mode, flush);
}

/* Nearest even, denormals kept: the host's own operation. */
CLONES_WITH_FMA static void
ffma_plain(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = float_of(&in->a, x, ta, false), *b = float_of(&in->b, x, tb, false);
	const uint32_t *c = float_of(&in->c, x, tc, false);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const float s = __builtin_fmaf(as_float(a[l]), as_float(b[l]), as_float(c[l]));

		t[l] = s != s ? NAN32 : float_bits(s);
	}
	if (in->f[F_sat])
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = saturate32(t[l]);
	put(x, in->d, t);
}

void
isa_exec_ffma(const struct inst *in, struct exec *x)
{
	const bool fmz = in->f[F_fmz], flush = in->f[F_ftz] || fmz;
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a, *b, *c;

	if (!flush && in->f[F_rnd] == ROUND_NEAREST) {
		ffma_plain(in, x);
		return;
	}
	a = float_of(&in->a, x, ta, flush);
	b = float_of(&in->b, x, tb, flush);
	c = float_of(&in->c, x, tc, flush);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		t[l] = fma_general(a[l], b[l], c[l], in->f[F_rnd], flush, fmz);
		if (in->f[F_sat])
			t[l] = saturate32(t[l]);
	}
	put(x, in->d, t);
}

CLONES static void
fmul_plain(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = float_of(&in->a, x, ta, false), *b = float_of(&in->b, x, tb, false);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const float s = as_float(a[l]) * as_float(b[l]);

		t[l] = s != s ? NAN32 : float_bits(s);
	}
	if (in->f[F_sat])
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = saturate32(t[l]);
	put(x, in->d, t);
}

enum { MUL_PLAIN = 4 };

void
isa_exec_fmul(const struct inst *in, struct exec *x)
{
	static const double factors[] = {1, 0.125, 0.25, 0.5, 1, 2, 4, 8};
	const bool fmz = in->f[F_fmz], flush = in->f[F_ftz] || fmz;
	const double factor = factors[in->f[F_mul] & 7];
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a, *b;

	if (!flush && in->f[F_rnd] == ROUND_NEAREST && in->f[F_mul] == MUL_PLAIN) {
		fmul_plain(in, x);
		return;
	}
	a = float_of(&in->a, x, ta, flush);
	b = float_of(&in->b, x, tb, flush);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		if (fmz && (!(a[l] & ~SIGN32) || !(b[l] & ~SIGN32)))
			t[l] = 0;
		else
			t[l] = isa_to32((double)as_float(a[l]) * (double)as_float(b[l]) * factor, in->f[F_rnd], flush);
		if (in->f[F_sat])
			t[l] = saturate32(t[l]);
	}
	put(x, in->d, t);
}

/* ---- comparisons ---- */
/* The bit of field cmp that says how a compares with b. */
enum { IS_LESS = 1, IS_EQUAL = 2, IS_GREATER = 4, IS_UNORDERED = 8 };

CLONES static uint32_t
compare_floats(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], hit = 0;
	const uint32_t *a = float_of(&in->a, x, ta, in->f[F_ftz]), *b = float_of(&in->b, x, tb, in->f[F_ftz]);
	const unsigned cmp = in->f[F_cmp];

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const float p = as_float(a[l]), q = as_float(b[l]);
		const unsigned is = p < q ? IS_LESS : p == q ? IS_EQUAL : p > q ? IS_GREATER : IS_UNORDERED;

		hit |= is & cmp ? isa_lane_bit[l] : 0;
	}
	return hit;
}

static uint32_t
join(uint32_t hit, uint32_t with, unsigned bop)
{
	return bop == 0 ? hit & with : bop == 1 ? hit | with : hit ^ with;
}

void
isa_exec_fsetp(const struct inst *in, struct exec *x)
{
	put_joined(in, x, compare_floats(in, x));
}

void
isa_exec_fset(const struct inst *in, struct exec *x)
{
	const uint32_t hit = join(compare_floats(in, x), predicate(x, in->ps[0]), in->f[F_bop]);
	uint32_t t[ISA_LANES];

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = hit & isa_lane_bit[l] ? float_bits(1.0f) : 0;
	put(x, in->d, t);
}

/* ---- choices ---- */
CLONES static void
fsel_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = float_of(&in->a, x, ta, in->f[F_ftz]), *b = float_of(&in->b, x, tb, in->f[F_ftz]);
	const uint32_t p = predicate(x, in->ps[0]);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = b[l] ^ ((a[l] ^ b[l]) & -(uint32_t)((p & isa_lane_bit[l]) != 0));
	put(x, in->d, t);
}

/* Bits as integers in the order of the numbers, -0 before +0. */
INLINE int32_t
order_of(uint32_t u)
{
	return (int32_t)(u & SIGN32 ? u ^ ~SIGN32 : u);
}

CLONES static void
fmnmx_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = float_of(&in->a, x, ta, in->f[F_ftz]), *b = float_of(&in->b, x, tb, in->f[F_ftz]);
	const uint32_t p = predicate(x, in->ps[0]);
	const bool nan = in->f[F_nan], xorsign = in->f[F_xorsign];
	uint32_t sa[ISA_LANES], sb[ISA_LANES];
	/* The signs as they are in the registers. */
	const uint32_t *ra = bits_of(&in->a, x, sa), *rb = bits_of(&in->b, x, sb);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const bool min = p & isa_lane_bit[l], an = (a[l] & ~SIGN32) > INF32, bn = (b[l] & ~SIGN32) > INF32;
		const uint32_t v = (order_of(a[l]) < order_of(b[l])) == min ? a[l] : b[l];

		t[l] = nan ? (an || bn ? NAN32 : v) : an ? (bn ? NAN32 : b[l]) : bn ? a[l] : v;
		if (xorsign && (t[l] & ~SIGN32) <= INF32)
			t[l] = (t[l] & ~SIGN32) | ((ra[l] ^ rb[l]) & SIGN32);
	}
	put(x, in->d, t);
}

/* ---- FCHK ---- */
/* Whether the exponents are such that the usual division steps could leave the range of normal numbers. Only exponents count, as on the
 * H200. */
static bool
is_hard_division(uint32_t a, uint32_t b)
{
	const int ea = (int)(a >> 23 & 255), eb = (int)(b >> 23 & 255), difference = ea - eb;

	return ea < 25 || ea > 254 || eb < 2 || eb > 251 || difference < -124 || difference > 126;
}

static void
fchk_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], hit = 0;
	const uint32_t *a = float_of(&in->a, x, ta, false), *b = float_of(&in->b, x, tb, false);

	for (unsigned l = 0; l < ISA_LANES; l++)
		hit |= is_hard_division(a[l], b[l]) ? isa_lane_bit[l] : 0;
	put_predicate(x, in->pd[0], hit);
}

EXPORT(fsel)
EXPORT(fmnmx)
EXPORT(fchk)
