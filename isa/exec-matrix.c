/* exec-matrix.c: matrix multiply-add of a warp (HMMA, IMMA, DMMA) and MOVM. See exec.h.
 *
 * Lane 4 g + t holds rows g and g + 8 of matrix a (rows by k), column g of b (k by 8 columns), and columns 2 t and 2 t + 1 of the rows g
 * and g + 8 of c and d. A register has 32 bits of k: for FP16 the numbers at 2 t and 2 t + 1, for bytes those at 4 t to 4 t + 3, for
 * TF32 and FP64 the one at t. The next register of a row (of a: after that of row g + 8) is further on in k, by as much as the four
 * lanes have together.
 *
 * HMMA works as on an H200, bit for bit (workloads/general). Products are exact. The exponent of a product is the sum of its factors'.
 * Of the products and c, bits below 2^-25 of the largest exponent among them are lost. The sum of the rest is cut off to FP32, or
 * rounded to FP16. DMMA is one fused multiply-add after the other, in order of k. */
#include "isa/exec.h"
#include "isa/float.h"

#include <math.h>

enum { ROWS = 16, COLUMNS = 8, MOST_K = 32, KEPT_BITS = 25 };

static const char some_lanes[] = "a matrix instruction needs all 32 lanes of a warp";

static bool
complete(struct exec *x)
{
	if (x->mask == UINT32_MAX && x->width == ISA_LANES)
		return true;
	x->fault = some_lanes;
	return false;
}

/* Register `i` of a source. */
static const uint32_t *
registers(const struct isa_source *s, const struct exec *x, unsigned i)
{
	return s->kind == SRC_REG && s->index != ISA_RZ ? x->row->r[s->index + i] : isa_zero_row;
}

/* Register i of the result, of which RZ has none. */
static void
keep(struct exec *x, const struct inst *in, unsigned i, const uint32_t *t)
{
	if (in->d != ISA_RZ)
		put(x, in->d + i, t);
}

/* ---- HMMA ---- */
enum class { FINITE, INFINITE, NO_NUMBER };

/* A number, which is significand times 2^exponent. The significand has as many bits after the point as its format. */
struct number {
	uint32_t significand;
	int16_t exponent;
	uint8_t class;
	bool minus;
};

struct layout {
	int exponent_bits, bits; /* bits of the significand after the point */
};

static const struct layout of_numbers[] = {{5, 10}, {8, 7}, {8, 10}}, fp16 = {5, 10}, fp32 = {8, 23};

static struct number
unpack(uint32_t v, struct layout f)
{
	const uint32_t m = v & ((1u << f.bits) - 1), all = (1u << f.exponent_bits) - 1, e = v >> f.bits & all;
	const int bias = (int)(all >> 1);

	if (e == all)
		return (struct number){.class = m ? NO_NUMBER : INFINITE, .minus = v >> (f.exponent_bits + f.bits) & 1};
	return (struct number){
		.significand = e ? m | 1u << f.bits : m,
		.exponent = (int16_t)((e ? (int)e : 1) - bias),
		.minus = v >> (f.exponent_bits + f.bits) & 1,
	};
}

/* Whether the result is infinite or no number, and then which, in the format f. */
static bool
special(const struct number *a, const struct number *b, unsigned k, const struct number *c, struct layout f, uint32_t *result)
{
	const uint32_t infinity = ((1u << f.exponent_bits) - 1) << f.bits, nan = infinity | ((1u << f.bits) - 1);
	unsigned plus = c->class == INFINITE && !c->minus, minus = c->class == INFINITE && c->minus;
	bool none = c->class == NO_NUMBER;

	for (unsigned i = 0; i < k; i++) {
		const bool zero = (a[i].class == FINITE && !a[i].significand) || (b[i].class == FINITE && !b[i].significand);

		if (a[i].class == FINITE && b[i].class == FINITE)
			continue;
		none = none || a[i].class == NO_NUMBER || b[i].class == NO_NUMBER || zero;
		plus += a[i].minus == b[i].minus;
		minus += a[i].minus != b[i].minus;
	}
	if (!none && !plus && !minus)
		return false;
	*result = none || (plus && minus) ? nan : infinity | (minus ? 1u << (f.exponent_bits + f.bits) : 0);
	return true;
}

/* Magnitude times 2^(exponent - KEPT_BITS), without what does not fit. */
static int64_t
aligned(uint64_t magnitude, int bits, int below, bool minus)
{
	const int shift = KEPT_BITS - bits - below;
	const uint64_t v = shift >= 0 ? magnitude << shift : shift > -64 ? magnitude >> -shift : 0;

	return minus ? -(int64_t)v : (int64_t)v;
}

/* sum * 2^(exponent - KEPT_BITS) in the format f, cut off or rounded to nearest even. */
static uint32_t
pack(int64_t sum, int exponent, struct layout f, bool nearest)
{
	const uint32_t all = (1u << f.exponent_bits) - 1, sign = sum < 0 ? 1u << (f.exponent_bits + f.bits) : 0;
	const int bias = (int)(all >> 1);
	uint64_t v = sum < 0 ? (uint64_t)-sum : (uint64_t)sum, m;
	int e, shift;

	if (!sum)
		return 0;
	e = exponent - KEPT_BITS + 63 - __builtin_clzll(v);
	e = e < 1 - bias ? 1 - bias : e;
	shift = e - f.bits - (exponent - KEPT_BITS);
	if (shift <= 0) {
		m = v << -shift;
	} else {
		const uint64_t lost = shift < 64 ? v & ((UINT64_C(1) << shift) - 1) : v, half = UINT64_C(1)
												<< (shift < 64 ? shift - 1 : 63);

		m = shift < 64 ? v >> shift : 0;
		if (nearest && shift < 64 && (lost > half || (lost == half && (m & 1))))
			m++;
	}
	/* a carry into the exponent is right as it is */
	m = m >> f.bits ? m + ((uint64_t)(e + bias - 1) << f.bits) : m;
	return sign | (m >= (uint64_t)all << f.bits ? all << f.bits : (uint32_t)m);
}

static uint32_t
sum_of_products(const struct number *a, const struct number *b, unsigned k, int bits, uint32_t addend, struct layout f)
{
	const struct number c = unpack(addend, f);
	int largest = c.significand ? c.exponent : INT16_MIN;
	uint32_t result;
	int64_t sum = 0;

	if (special(a, b, k, &c, f, &result))
		return result;
	for (unsigned i = 0; i < k; i++)
		if (a[i].significand && b[i].significand && a[i].exponent + b[i].exponent > largest)
			largest = a[i].exponent + b[i].exponent;
	for (unsigned i = 0; i < k; i++)
		if (a[i].significand && b[i].significand)
			sum += aligned((uint64_t)a[i].significand * b[i].significand, 2 * bits,
				       largest - a[i].exponent - b[i].exponent, a[i].minus != b[i].minus);
	if (c.significand)
		sum += aligned(c.significand, f.bits, largest - c.exponent, c.minus);
	return pack(sum, largest, f, f.bits == fp16.bits);
}

void
isa_exec_hmma(const struct inst *in, struct exec *x)
{
	const struct layout f = of_numbers[in->f[F_numbers]], sums = in->f[F_f32] ? fp32 : fp16;
	const bool tf32 = in->f[F_numbers] == 2;
	const unsigned k = in->f[F_matrix], nc = in->f[F_f32] ? 4 : 2;
	struct number a[ROWS][MOST_K], b[COLUMNS][MOST_K];
	uint32_t d[4][ISA_LANES];

	if (!complete(x))
		return;
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned r = 0; r < (tf32 ? k / 2 : k / 4); r++) {
			const unsigned at = tf32 ? l % 4 + r / 2 * 4 : l % 4 * 2 + r / 2 * 8,
				       column = tf32 ? l % 4 + r * 4 : l % 4 * 2 + r * 8;
			const uint32_t va = registers(&in->a, x, r)[l];

			for (unsigned h = 0; h < (tf32 ? 1 : 2); h++) {
				a[l / 4 + r % 2 * 8][at + h] = unpack(tf32 ? va >> 13 : va >> 16 * h & 0xffff, f);
				if (column + h < k) {
					const uint32_t vb = registers(&in->b, x, r)[l];

					b[l / 4][column + h] = unpack(tf32 ? vb >> 13 : vb >> 16 * h & 0xffff, f);
				}
			}
		}
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned i = 0; i < 4; i++) {
			const unsigned row = l / 4 + i / 2 * 8, column = l % 4 * 2 + i % 2;
			const uint32_t c =
				nc == 4 ? registers(&in->c, x, i)[l] : registers(&in->c, x, i / 2)[l] >> 16 * (i % 2) & 0xffff;

			d[i][l] = sum_of_products(a[row], b[column], k, f.bits, c, sums);
		}
	for (unsigned l = 0; nc == 2 && l < ISA_LANES; l++) {
		d[0][l] |= d[1][l] << 16;
		d[1][l] = d[2][l] | d[3][l] << 16;
	}
	for (unsigned i = 0; i < nc; i++)
		keep(x, in, i, d[i]);
}

/* ---- IMMA ---- */
static int64_t
byte_of(uint32_t word, unsigned i, bool is_signed)
{
	const uint32_t v = word >> 8 * i & 0xff;

	return is_signed ? (int8_t)v : (int64_t)v;
}

void
isa_exec_imma(const struct inst *in, struct exec *x)
{
	const unsigned shape = in->f[F_matrix], rows = shape ? 2 : 1, steps = shape == 32 ? 2 : 1;
	uint32_t d[4][ISA_LANES];

	if (!complete(x))
		return;
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned i = 0; i < 2 * rows; i++) {
			const unsigned row = l / 4, column = l % 4 * 2 + i % 2;
			int64_t sum = (int32_t)registers(&in->c, x, i)[l];

			for (unsigned s = 0; s < steps; s++)
				for (unsigned t = 0; t < 4; t++) {
					const uint32_t va = registers(&in->a, x, s * rows + i / 2)[row * 4 + t];
					const uint32_t vb = registers(&in->b, x, s)[column * 4 + t];

					for (unsigned n = 0; n < 4; n++)
						sum += byte_of(va, n, in->f[F_sgn]) * byte_of(vb, n, in->f[F_sgnb]);
				}
			if (in->f[F_sat])
				sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
			d[i][l] = (uint32_t)sum;
		}
	for (unsigned i = 0; i < 2 * rows; i++)
		keep(x, in, i, d[i]);
}

/* ---- DMMA ---- */
static uint64_t
number(const struct isa_source *s, const struct exec *x, unsigned i, unsigned l)
{
	return double_source(registers(s, x, 2 * i)[l] | (uint64_t)registers(s, x, 2 * i + 1)[l] << 32, s);
}

static uint64_t
multiply_add(uint64_t a, uint64_t b, uint64_t c)
{
	const double r = fma(as_double(a), as_double(b), as_double(c));

	return r != r ? isa_nan64(a, b, c) : double_bits(r);
}

void
isa_exec_dmma(const struct inst *in, struct exec *x)
{
	const unsigned rows = in->f[F_matrix] ? 2 : 1, k = rows == 1 ? 4 : in->f[F_matrix];
	uint32_t d[8][ISA_LANES];

	if (!complete(x))
		return;
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned i = 0; i < 2 * rows; i++) {
			uint64_t sum = number(&in->c, x, i, l);

			for (unsigned n = 0; n < k; n++)
				sum = multiply_add(number(&in->a, x, n / 4 * rows + i / 2, l / 4 * 4 + n % 4),
						   number(&in->b, x, n / 4, (l % 4 * 2 + i % 2) * 4 + n % 4), sum);
			d[2 * i][l] = (uint32_t)sum;
			d[2 * i + 1][l] = (uint32_t)(sum >> 32);
		}
	for (unsigned i = 0; i < 4 * rows; i++)
		keep(x, in, i, d[i]);
}

/* ---- matrices of 8 by 8 16-bit numbers: lane 4 g + t holds those in row g and columns 2 t and 2 t + 1 ---- */
void
isa_exec_movm(const struct inst *in, struct exec *x)
{
	const uint32_t *a = registers(&in->a, x, 0);
	uint32_t d[ISA_LANES];

	if (!complete(x))
		return;
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const unsigned from = l % 4 * 8 + l / 8, shift = l / 4 % 2 * 16;

		d[l] = (a[from] >> shift & 0xffff) | (a[from + 4] >> shift & 0xffff) << 16;
	}
	keep(x, in, 0, d);
}

/* Which lanes give the addresses of rows of 16 bytes, eight for each matrix. */
static uint32_t
lanes_with_rows(const struct inst *in)
{
	return in->f[F_matrix] == 2 ? UINT32_MAX : in->f[F_matrix] ? 0xffff : 0xff;
}

void
isa_exec_ldsm(const struct inst *in, struct exec *x)
{
	if (!complete(x))
		return;
	isa_shared_request(in, x, MEM_LOAD);
	x->mem->mask = lanes_with_rows(in);
}

/* What the lanes of an LDSM get of the rows that were loaded. */
void
isa_spread_rows(const struct inst *in, struct exec *x)
{
	uint32_t d[ISA_LANES];

	for (unsigned m = 0; m < 1u << in->f[F_matrix]; m++) {
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (in->f[F_trans]) {
				const uint32_t *column = x->mem->data[l / 8] + 8 * m + l % 4 * 2;
				const unsigned shift = l / 4 % 2 * 16;

				d[l] = (column[0] >> shift & 0xffff) | (column[1] >> shift & 0xffff) << 16;
			} else {
				d[l] = x->mem->data[l % 4][8 * m + l / 4];
			}
		keep(x, in, m, d);
	}
}

void
isa_exec_stsm(const struct inst *in, struct exec *x)
{
	if (!complete(x))
		return;
	isa_shared_request(in, x, MEM_STORE);
	x->mem->mask = lanes_with_rows(in);
	for (unsigned m = 0; m < 1u << in->f[F_matrix]; m++) {
		const uint32_t *b = registers(&in->b, x, m);

		for (unsigned r = 0; r < 8; r++)
			for (unsigned w = 0; w < 4; w++) {
				const unsigned from = w * 8 + r / 2, shift = r % 2 * 16;

				x->mem->data[w][8 * m + r] =
					in->f[F_trans] ? (b[from] >> shift & 0xffff) | (b[from + 4] >> shift & 0xffff) << 16
						       : b[4 * r + w];
			}
	}
}
