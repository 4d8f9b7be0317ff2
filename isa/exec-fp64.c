/* exec-fp64.c: FP64 of lanes: DADD, DMUL, DFMA, DSETP; and atomics on floating-point numbers. See exec.h and float.h. */
#include "isa/float.h"

/* A source without its modifiers: a register pair, a constant, or the upper word of an immediate. */
INLINE void
pairs_of(const struct isa_source *s, struct exec *x, uint64_t *t)
{
	uint32_t tl[ISA_LANES], th[ISA_LANES];
	const uint32_t *low, *high;

	if (s->kind == SRC_IMM) {
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = (uint64_t)s->value << 32;
		return;
	}
	low = bits_of(s, x, tl);
	high = high_bits_of(s, x, th);
	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = (uint64_t)high[l] << 32 | low[l];
}

INLINE void
put_doubles(struct exec *x, unsigned d, const uint64_t *t)
{
	uint32_t low[ISA_LANES], high[ISA_LANES];

	if (d == ISA_RZ)
		return;
	for (unsigned l = 0; l < ISA_LANES; l++) {
		low[l] = (uint32_t)t[l];
		high[l] = (uint32_t)(t[l] >> 32);
	}
	put(x, d, low);
	put(x, d + 1u, high);
}

static bool
is_nan(uint64_t u)
{
	return (u & ~SIGN64) > INF64;
}

#define QUIET64 (UINT64_C(1) << 51)
#define NAN64   UINT64_C(0xfff8000000000000) /* made where no operand is NaN */

/* The NaN that an operation with these operands gives: one of them, made quiet, whatever its modifiers. */
uint64_t
isa_nan64(uint64_t a, uint64_t b, uint64_t c)
{
	return (is_nan(b) ? b : is_nan(c) ? c : is_nan(a) ? a : NAN64) | QUIET64;
}

/* near, which is rounded to nearest, in another mode. error has the sign of exact - near. */
static double
redirect(double near, double error, unsigned mode)
{
	uint64_t u = double_bits(near);

	if (mode == ROUND_NEAREST || error == 0 || near - near != 0)
		return near;
	if (error < 0 && (mode == ROUND_DOWN || (mode == ROUND_ZERO && !(u & SIGN64))))
		u = u & SIGN64 ? u + 1 : u == 0 ? SIGN64 | 1 : u - 1;
	else if (error > 0 && (mode == ROUND_UP || (mode == ROUND_ZERO && u & SIGN64)))
		u = u & SIGN64 ? (u == SIGN64 ? 1 : u - 1) : u + 1;
	return as_double(u);
}

/* Rounds an overflow: in modes that do not round toward that infinity, the result is the largest number. */
static double
overflow(double r, unsigned mode)
{
	const bool minus = r < 0;

	if (mode == ROUND_NEAREST || (mode == ROUND_UP && !minus) || (mode == ROUND_DOWN && minus))
		return r;
	return minus ? -0x1.fffffffffffffp1023 : 0x1.fffffffffffffp1023;
}

static bool
is_finite(double d)
{
	return d - d == 0;
}

/* What a + b lost to rounding; exact. */
static double
lost_in_sum(double a, double b)
{
	const double s = a + b, back = s - a;

	return (a - (s - back)) + (b - back);
}

static double
zero_sum(double a, double b, unsigned mode)
{
	if (a == 0 && b == 0 && double_bits(a) >> 63 == double_bits(b) >> 63)
		return a;
	return mode == ROUND_DOWN ? -0.0 : 0.0;
}

static double
add64(double a, double b, unsigned mode)
{
	const double s = a + b;

	if (!is_finite(s))
		return is_finite(a) && is_finite(b) ? overflow(s, mode) : s;
	if (s == 0)
		return zero_sum(a, b, mode);
	return redirect(s, mode == ROUND_NEAREST ? 0 : lost_in_sum(a, b), mode);
}

/* Below and above these, parts of a product are not exact; operands are scaled then. */
#define TINY 0x1p-900
#define HUGE 0x1p1000

static double
sign_of_product(double a, double b)
{
	return a == 0 || b == 0 ? 0 : (a < 0) != (b < 0) ? -1 : 1;
}

static double
mul64(double a, double b, unsigned mode)
{
	const double p = a * b;

	if (mode == ROUND_NEAREST)
		return p;
	if (!is_finite(p))
		return is_finite(a) && is_finite(b) ? overflow(p, mode) : p;
	if (p < TINY && p > -TINY) {
		if (a == 0 || b == 0)
			return p;
		return redirect(p, __builtin_fma(a * 0x1p600, b * 0x1p600, -(p * 0x1p600 * 0x1p600)), mode);
	}
	return redirect(p, __builtin_fma(a, b, -p), mode);
}

/* The sign of a * b + c - r, where the product is neither tiny nor huge: from parts that are exact. */
static double
lost_in_fma(double a, double b, double c, double r)
{
	const double p = a * b, pl = __builtin_fma(a, b, -p), s = p + c, sl = lost_in_sum(p, c), t = s - r, u = sl + pl;

	return (t + u) + (lost_in_sum(sl, pl) + lost_in_sum(t, u));
}

static double
fma64(double a, double b, double c, unsigned mode)
{
	const double r = __builtin_fma(a, b, c), p = a * b;
	double lost;

	if (mode == ROUND_NEAREST)
		return r;
	if (!is_finite(r))
		return is_finite(a) && is_finite(b) && is_finite(c) ? overflow(r, mode) : r;
	if (sign_of_product(a, b) == 0)
		return r == 0 ? zero_sum(p, c, mode) : r;
	if (p < TINY && p > -TINY) {
		if (c > 0x1p-800 || c < -0x1p-800)
			return redirect(r, sign_of_product(a, b), mode);
		lost = lost_in_fma(a * 0x1p600, b * 0x1p600, c * 0x1p600 * 0x1p600, r * 0x1p600 * 0x1p600);
		return r == 0 && lost == 0 ? zero_sum(p, c, mode) : redirect(r, lost, mode);
	}
	if (p > HUGE || p < -HUGE) {
		/* Of a small addend only the sign counts. */
		const double small = c > 0x1p-500 || c < -0x1p-500 ? c * 0x1p-400 : c > 0 ? 0x1p-900 : c < 0 ? -0x1p-900 : 0;

		return redirect(r, lost_in_fma(a * 0x1p-200, b * 0x1p-200, small, r * 0x1p-400), mode);
	}
	if (r == 0 && p == -c && __builtin_fma(a, b, -p) == 0)
		return zero_sum(p, c, mode);
	return redirect(r, lost_in_fma(a, b, c, r), mode);
}

enum operation { ADD, MUL, FMA };

/* The bits of a source with its modifiers. */
INLINE void
signed_of(const struct isa_source *s, const uint64_t *bits, uint64_t *t)
{
	const uint64_t keep = s->abs ? ~SIGN64 : UINT64_MAX, flip = s->neg ? SIGN64 : 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = (bits[l] & keep) ^ flip;
}

/* Rounded to nearest: the host's own operation. Which NaN a result is depends on the operands as they are in registers. */
INLINE void
run_nearest(const struct inst *in, struct exec *x, enum operation op)
{
	uint64_t a[ISA_LANES], b[ISA_LANES], c[ISA_LANES] = {0}, p[ISA_LANES], q[ISA_LANES], r[ISA_LANES], t[ISA_LANES], none = 0;

	pairs_of(&in->a, x, a);
	pairs_of(&in->b, x, b);
	signed_of(&in->a, a, p);
	signed_of(&in->b, b, q);
	if (op == FMA) {
		pairs_of(&in->c, x, c);
		signed_of(&in->c, c, r);
	}
	for (unsigned l = 0; l < ISA_LANES; l++)
		if (op == ADD)
			t[l] = double_bits(as_double(p[l]) + as_double(q[l]));
		else if (op == MUL)
			t[l] = double_bits(as_double(p[l]) * as_double(q[l]));
		else
			t[l] = double_bits(__builtin_fma(as_double(p[l]), as_double(q[l]), as_double(r[l])));
	for (unsigned l = 0; l < ISA_LANES; l++)
		none |= INF64 - (t[l] & ~SIGN64);
	if (none >> 63)
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = is_nan(t[l]) ? isa_nan64(a[l], b[l], c[l]) : t[l];
	put_doubles(x, in->d, t);
}

CLONES static void
add_nearest(const struct inst *in, struct exec *x)
{
	run_nearest(in, x, ADD);
}

CLONES static void
mul_nearest(const struct inst *in, struct exec *x)
{
	run_nearest(in, x, MUL);
}

CLONES_WITH_FMA static void
fma_nearest(const struct inst *in, struct exec *x)
{
	run_nearest(in, x, FMA);
}

static void
run(const struct inst *in, struct exec *x, enum operation op)
{
	uint64_t a[ISA_LANES], b[ISA_LANES], c[ISA_LANES] = {0}, t[ISA_LANES];
	const unsigned mode = in->f[F_rnd];

	pairs_of(&in->a, x, a);
	pairs_of(&in->b, x, b);
	if (op == FMA)
		pairs_of(&in->c, x, c);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const double p = as_double(double_source(a[l], &in->a)), q = as_double(double_source(b[l], &in->b));
		double r;

		if (op == ADD)
			r = add64(p, q, mode);
		else if (op == MUL)
			r = mul64(p, q, mode);
		else
			r = fma64(p, q, as_double(double_source(c[l], &in->c)), mode);
		t[l] = r != r ? isa_nan64(a[l], b[l], c[l]) : double_bits(r);
	}
	put_doubles(x, in->d, t);
}

void
isa_exec_dadd(const struct inst *in, struct exec *x)
{
	if (in->f[F_rnd] == ROUND_NEAREST)
		add_nearest(in, x);
	else
		run(in, x, ADD);
}

void
isa_exec_dmul(const struct inst *in, struct exec *x)
{
	if (in->f[F_rnd] == ROUND_NEAREST)
		mul_nearest(in, x);
	else
		run(in, x, MUL);
}

void
isa_exec_dfma(const struct inst *in, struct exec *x)
{
	if (in->f[F_rnd] == ROUND_NEAREST)
		fma_nearest(in, x);
	else
		run(in, x, FMA);
}

/* ---- DSETP ---- */
enum { IS_LESS = 1, IS_EQUAL = 2, IS_GREATER = 4, IS_UNORDERED = 8, CMP_MIN = 0, CMP_MAX = 15 };

static uint32_t
join(uint32_t hit, uint32_t with, unsigned bop)
{
	return bop == 0 ? hit & with : bop == 1 ? hit | with : hit ^ with;
}

/* Is a the one to take? -0 is less than +0. Of equal ones .MIN takes a, .MAX does not. */
static bool
is_chosen(uint64_t a, uint64_t b, bool min)
{
	const int64_t p = (int64_t)(a & SIGN64 ? a ^ ~SIGN64 : a), q = (int64_t)(b & SIGN64 ? b ^ ~SIGN64 : b);

	if (is_nan(a) || is_nan(b))
		return !is_nan(a);
	return min ? p <= q : p > q;
}

/* .MIN, .MAX: p0: take a; p1: neither is a number. */
static void
choose(const struct inst *in, struct exec *x, const uint64_t *a, const uint64_t *b)
{
	const uint32_t with = predicate(x, in->ps[0]);
	uint32_t hit = 0, none = 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		hit |= is_chosen(a[l], b[l], in->f[F_cmp] == CMP_MIN) ? isa_lane_bit[l] : 0;
		none |= is_nan(a[l]) && is_nan(b[l]) ? isa_lane_bit[l] : 0;
	}
	put_predicate(x, in->pd[0], join(hit, with, in->f[F_bop]));
	put_predicate(x, in->pd[1], none);
}

void
isa_exec_dsetp(const struct inst *in, struct exec *x)
{
	const unsigned cmp = in->f[F_cmp];
	const uint32_t with = predicate(x, in->ps[0]);
	uint64_t a[ISA_LANES], b[ISA_LANES];
	uint32_t hit = 0;

	pairs_of(&in->a, x, a);
	pairs_of(&in->b, x, b);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		a[l] = double_source(a[l], &in->a);
		b[l] = double_source(b[l], &in->b);
	}
	if (cmp == CMP_MIN || cmp == CMP_MAX) {
		choose(in, x, a, b);
		return;
	}
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const double p = as_double(a[l]), q = as_double(b[l]);
		const unsigned is = p < q ? IS_LESS : p == q ? IS_EQUAL : p > q ? IS_GREATER : IS_UNORDERED;

		hit |= is & cmp ? isa_lane_bit[l] : 0;
	}
	put_predicate(x, in->pd[0], join(hit, with, in->f[F_bop]));
	put_predicate(x, in->pd[1], join(~hit, with, in->f[F_bop]));
}

/* ---- atomics ---- */
static uint32_t
atomic32(unsigned atomic, uint32_t a, uint32_t b)
{
	const float p = as_float(a), q = as_float(b), sum = p + q;

	if (atomic == ATOM_FADD)
		return sum != sum ? NAN32 : float_bits(sum);
	if (p != p)
		return q != q ? NAN32 : b;
	if (q != q)
		return a;
	/* -0 is less than +0. */
	if (p == q)
		return atomic == ATOM_FMIN ? a | b : a & b;
	return (p < q) == (atomic == ATOM_FMIN) ? a : b;
}

static uint64_t
atomic64(unsigned atomic, uint64_t a, uint64_t b)
{
	const double sum = as_double(a) + as_double(b);

	if (atomic == ATOM_FADD)
		return sum != sum ? isa_nan64(a, b, 0) : double_bits(sum);
	return is_chosen(a, b, atomic == ATOM_FMIN) ? a : b;
}

uint64_t
isa_atomic_float(unsigned atomic, unsigned bytes, bool ftz, uint64_t old, uint64_t operand)
{
	uint32_t a = (uint32_t)old, b = (uint32_t)operand, r;

	if (atomic >= ATOM_HADD && atomic <= ATOM_BMAX)
		return isa_atomic_halves(atomic, old, operand);
	if (atomic == ATOM_FADD_X2)
		return isa_atomic_float(ATOM_FADD, 4, ftz, old & UINT32_MAX, operand & UINT32_MAX) |
		       isa_atomic_float(ATOM_FADD, 4, ftz, old >> 32, operand >> 32) << 32;
	if (bytes == 8)
		return atomic64(atomic, old, operand);
	if (ftz) {
		a = flush32(a);
		b = flush32(b);
	}
	r = atomic32(atomic, a, b);
	return ftz ? flush32(r) : r;
}
