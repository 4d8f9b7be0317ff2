/* matrix-sum.c: see matrix-sum.h. It works as on an H200, bit for bit (doc/tensor.md). */
#include "isa/matrix-sum.h"

const struct matrix_format matrix_fp16 = {5, 10, false}, matrix_bf16 = {8, 7, false}, matrix_tf32 = {8, 10, false},
			   matrix_e4m3 = {4, 3, true}, matrix_e5m2 = {5, 2, false};
static const struct matrix_format fp32 = {8, 23, false};

struct matrix_number
matrix_unpack(uint32_t v, const struct matrix_format *f)
{
	const uint32_t most = (1u << f->bits) - 1, m = v & most, all = (1u << f->exponent_bits) - 1, e = v >> f->bits & all;
	const int bias = (int)(all >> 1);
	const bool minus = v >> (f->exponent_bits + f->bits) & 1;

	if (e == all && (!f->without_infinity || m == most))
		return (struct matrix_number){.class = m ? MATRIX_NO_NUMBER : MATRIX_INFINITE, .minus = minus};
	return (struct matrix_number){
		.significand = e ? m | 1u << f->bits : m,
		.exponent = (int16_t)((e ? (int)e : 1) - bias),
		.minus = minus,
	};
}

static bool
is_zero(const struct matrix_number *n)
{
	return n->class == MATRIX_FINITE && !n->significand;
}

/* Whether the result is infinite or no number, and then which, in the format f. */
static bool
special(const struct matrix_row *r, const struct matrix_number *c, const struct matrix_format *f, uint32_t *result)
{
	const uint32_t infinity = ((1u << f->exponent_bits) - 1) << f->bits, nan = infinity | ((1u << f->bits) - 1);
	unsigned plus = c->class == MATRIX_INFINITE && !c->minus, minus = c->class == MATRIX_INFINITE && c->minus;
	bool none = c->class == MATRIX_NO_NUMBER;

	for (unsigned i = 0; i < r->k; i++) {
		const struct matrix_number *a = r->a + i, *b = r->b + i;

		if (a->class == MATRIX_FINITE && b->class == MATRIX_FINITE)
			continue;
		none = none || a->class == MATRIX_NO_NUMBER || b->class == MATRIX_NO_NUMBER || is_zero(a) || is_zero(b);
		plus += a->minus == b->minus;
		minus += a->minus != b->minus;
	}
	if (!none && !plus && !minus)
		return false;
	*result = none || (plus && minus) ? nan : infinity | (minus ? 1u << (f->exponent_bits + f->bits) : 0);
	return true;
}

/* Magnitude times 2^(exponent - kept), without what does not fit. */
static int64_t
aligned(uint64_t magnitude, int shift, bool minus)
{
	const uint64_t v = shift >= 0 ? magnitude << shift : shift > -64 ? magnitude >> -shift : 0;

	return minus ? -(int64_t)v : (int64_t)v;
}

/* sum * 2^unit in the format f, cut off or rounded to nearest even. */
static uint32_t
pack(int64_t sum, int unit, const struct matrix_format *f, bool nearest)
{
	const uint32_t all = (1u << f->exponent_bits) - 1, sign = sum < 0 ? 1u << (f->exponent_bits + f->bits) : 0;
	const int bias = (int)(all >> 1);
	uint64_t v = sum < 0 ? (uint64_t)-sum : (uint64_t)sum, m;
	int e, shift;

	if (!sum)
		return 0;
	e = unit + 63 - __builtin_clzll(v);
	e = e < 1 - bias ? 1 - bias : e;
	shift = e - f->bits - unit;
	if (shift <= 0) {
		m = v << -shift;
	} else {
		const uint64_t lost = shift < 64 ? v & ((UINT64_C(1) << shift) - 1) : v, half = UINT64_C(1)
												<< (shift < 64 ? shift - 1 : 63);

		m = shift < 64 ? v >> shift : 0;
		if (nearest && shift < 64 && (lost > half || (lost == half && (m & 1))))
			m++;
	}
	/* what is too small for the format is zero without a sign */
	if (!m)
		return 0;
	/* a carry into the exponent is right as it is */
	m = m >> f->bits ? m + ((uint64_t)(e + bias - 1) << f->bits) : m;
	return sign | (m >= (uint64_t)all << f->bits ? all << f->bits : (uint32_t)m);
}

uint32_t
matrix_sum(const struct matrix_row *r, uint32_t addend)
{
	const struct matrix_format *f = r->f32 ? &fp32 : &matrix_fp16;
	const struct matrix_number c = matrix_unpack(addend, f);
	int largest = c.significand ? c.exponent : INT16_MIN;
	uint32_t result;
	int64_t sum = 0;

	if (special(r, &c, f, &result))
		return result;
	for (unsigned i = 0; i < r->k; i++)
		if (r->a[i].significand && r->b[i].significand && r->a[i].exponent + r->b[i].exponent > largest)
			largest = r->a[i].exponent + r->b[i].exponent;
	for (unsigned i = 0; i < r->k; i++) {
		const struct matrix_number *a = r->a + i, *b = r->b + i;

		if (a->significand && b->significand)
			sum += aligned((uint64_t)a->significand * b->significand,
				       r->kept - (int)r->bits - largest + a->exponent + b->exponent, a->minus != b->minus);
	}
	if (c.significand)
		sum += aligned(c.significand, r->kept - f->bits - largest + c.exponent, c.minus);
	return pack(sum, largest - r->kept, f, !r->f32) & ~((1u << r->cut) - 1);
}
