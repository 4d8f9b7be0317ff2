/* test-exec-hmma.c: HMMA of random and special numbers, all shapes and types, against sums worked out one by one by the rules at the head of
 * isa/exec-hmma.c. test-exec-matrix.c has sums worked out by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/isa/exec-machine.h"

enum { A = 0, B = 4, C = 8, D = 12, KINDS = 10, TIMES = 40, FP16 = 0, BF16 = 1, TF32 = 2 };

static const struct shape {
	uint8_t numbers, k;
	bool single;
} shapes[] = {{FP16, 8, false}, {FP16, 8, true},  {FP16, 16, false}, {FP16, 16, true},
	      {BF16, 8, true},  {BF16, 16, true}, {TF32, 8, true},   {TF32, 4, true}};

/* ---- what should come out ---- */
/* A number: its format's bits, as significand times 2^(exponent - bits after the point). */
struct factor {
	int64_t significand;
	int exponent, point;
	bool minus, infinite, nan;
};

static struct factor
factor_of(uint32_t v, int exponent_bits, int point)
{
	const int all = (1 << exponent_bits) - 1, e = (int)(v >> point) & all;
	const int64_t m = v & ((1u << point) - 1);

	return (struct factor){.significand = e ? m | INT64_C(1) << point : m,
			       .exponent = (e ? e : 1) - all / 2,
			       .point = point,
			       .minus = v >> (exponent_bits + point) & 1,
			       .infinite = e == all && !m,
			       .nan = e == all && m};
}

static struct factor
factor_of_register(uint32_t v, unsigned half, unsigned numbers)
{
	if (numbers == TF32)
		return factor_of(v >> 13, 8, 10);
	return numbers == BF16 ? factor_of(v >> 16 * half & 0xffff, 8, 7) : factor_of(v >> 16 * half & 0xffff, 5, 10);
}

static struct factor
product(struct factor a, struct factor b)
{
	const bool zero = (!a.significand && !a.infinite && !a.nan) || (!b.significand && !b.infinite && !b.nan);

	return (struct factor){.significand = a.significand * b.significand,
			       .exponent = a.exponent + b.exponent,
			       .point = a.point + b.point,
			       .minus = a.minus != b.minus,
			       .infinite = a.infinite || b.infinite,
			       .nan = a.nan || b.nan || (zero && (a.infinite || b.infinite))};
}

static uint32_t
single_of(double v)
{
	float f = (float)v;
	uint32_t u;

	if (fabs((double)f) > fabs(v) && fabs(v) < 0x1p128)
		f = nextafterf(f, 0);
	memcpy(&u, &f, sizeof u);
	return f != 0 ? u : 0; /* what becomes 0 loses its sign */
}

static uint32_t
half_of(double v)
{
	const int e = fabs(v) < 0x1p-14 ? -14 : ilogb(v);
	const double units = nearbyint(ldexp(fabs(v), 10 - e)); /* of the last bit */
	const uint32_t sign = v < 0 ? 0x8000 : 0, bits = (uint32_t)((e + 14) * 1024 + (int)units);

	if (!bits)
		return 0;
	return sign | (e > 15 || bits > 0x7c00 ? 0x7c00 : bits);
}

static uint32_t
sum_of(const struct factor *of, unsigned n, bool single)
{
	const uint32_t infinity = single ? 0x7f800000 : 0x7c00, nan = single ? 0x7fffffff : 0x7fff;
	unsigned plus = 0, minus = 0, none = 0;
	int largest = INT16_MIN;
	int64_t sum = 0;

	for (unsigned i = 0; i < n; i++) {
		none += of[i].nan;
		plus += of[i].infinite && !of[i].minus;
		minus += of[i].infinite && of[i].minus;
		if (of[i].significand && of[i].exponent > largest)
			largest = of[i].exponent;
	}
	if (none || (plus && minus))
		return nan;
	if (plus || minus)
		return infinity | (minus ? single ? 0x80000000 : 0x8000 : 0);
	for (unsigned i = 0; i < n; i++) {
		const double v = trunc(ldexp((double)of[i].significand, of[i].exponent - of[i].point - largest + 25));

		sum += (int64_t)(of[i].minus ? -v : v);
	}
	if (!sum)
		return 0;
	return single ? single_of(ldexp((double)sum, largest - 25)) : half_of(ldexp((double)sum, largest - 25));
}

/* What lane l should have in place i of c: its row, its column. */
static uint32_t
wanted(const struct shape *s, const struct inst *in, unsigned i, unsigned l)
{
	const unsigned halves = s->numbers == TF32 ? 1 : 2;
	struct factor of[17];
	unsigned n = 0;

	for (unsigned r = 0; r < s->k / 4 / halves; r++)
		for (unsigned t = 0; t < 4; t++)
			for (unsigned h = 0; h < halves; h++)
				of[n++] = product(factor_of_register(before.r[A + 2 * r + i / 2][l / 4 * 4 + t], h, s->numbers),
						  factor_of_register(before.r[B + r][(l % 4 * 2 + i % 2) * 4 + t], h, s->numbers));
	assert_int_equal(n, s->k);
	if (s->single)
		of[n++] = factor_of(in->c.index == ISA_RZ ? 0 : before.r[C + i][l], 8, 23);
	else
		of[n++] = factor_of(in->c.index == ISA_RZ ? 0 : before.r[C + i / 2][l] >> 16 * (i % 2) & 0xffff, 5, 10);
	return sum_of(of, n, s->single);
}

/* ---- what goes in ---- */
/* A number of a format: its sign, an exponent of `some` from `from` on, any significand. */
static uint32_t
number(int exponent_bits, int point, unsigned from, unsigned some)
{
	return rnd() % 2 << (exponent_bits + point) | (from + rnd() % some) << point | (rnd() & ((1u << point) - 1));
}

/* Numbers of which sums have something in common. */
static uint32_t
number_of_kind(unsigned kind, int exponent_bits, int point)
{
	const unsigned bias = (1u << (exponent_bits - 1)) - 1, all = 2 * bias + 1;

	switch (kind) {
	case 0:
		return number(exponent_bits, point, 0, all + 1);
	case 1: /* as large as each other, with carries, without what is lost */
		return number(exponent_bits, point, bias, 1);
	case 2:
		return number(exponent_bits, point, bias - 2, 5);
	case 3: /* mostly 0 */
		return rnd() % 4 ? rnd() % 2 << (exponent_bits + point) : number(exponent_bits, point, 0, all);
	case 4: /* subnormal */
		return number(exponent_bits, point, 0, 1);
	case 5: /* here and there one that is none */
		return rnd() % 32 ? number(exponent_bits, point, bias - 4, 9)
				  : all << point | rnd() % 2 << (exponent_bits + point) |
					    (rnd() % 2 ? 0 : rnd() & ((1u << point) - 1));
	case 6:
		return 0;
	case 7: /* the largest sum that there is of factors below 2 */
		return bias << point | ((1u << point) - 1);
	case 8: /* near the smallest, and products of them */
		return number(exponent_bits, point, 1, all / 4);
	default: /* near the largest */
		return number(exponent_bits, point, all - 1 - all / 4, all / 4);
	}
}

static uint32_t
register_of_kind(unsigned kind, unsigned numbers)
{
	if (numbers == TF32)
		return number_of_kind(kind, 8, 10) << 13 | (rnd() & 0x1fff);
	if (numbers == BF16)
		return number_of_kind(kind, 8, 7) << 16 | number_of_kind(kind, 8, 7);
	return number_of_kind(kind, 5, 10) << 16 | number_of_kind(kind, 5, 10);
}

static void
fill_matrices(const struct shape *s, unsigned kind, unsigned kind_of_c)
{
	fill();
	x.active = x.mask = UINT32_MAX;
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned r = 0; r < 4; r++) {
			after.r[A + r][l] = register_of_kind(kind, s->numbers);
			after.r[B + r][l] = register_of_kind(kind, s->numbers);
			after.r[C + r][l] = s->single ? number_of_kind(kind_of_c, 8, 23) : register_of_kind(kind_of_c, FP16);
		}
	before = after;
}

static void
check_product(const struct shape *s, const struct inst *in)
{
	uint32_t d[4][ISA_LANES];
	const unsigned results = s->single ? 4 : 2;

	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned i = 0; i < 4; i++) {
			const uint32_t v = wanted(s, in, i, l);

			if (s->single)
				d[i][l] = v;
			else if (i % 2)
				d[i / 2][l] |= v << 16;
			else
				d[i / 2][l] = v;
		}
	isa_exec_hmma(in, &x);
	for (unsigned i = 0; i < results; i++) {
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (in->d != ISA_RZ && after.r[in->d + i][l] != d[i][l])
				print_error("type %u, k %u, %s: result %u of lane %u is 0x%x, not 0x%x\n", s->numbers, s->k,
					    s->single ? "FP32" : "FP16", i, l, after.r[in->d + i][l], d[i][l]);
		if (in->d != ISA_RZ)
			memcpy(before.r[in->d + i], d[i], sizeof d[i]);
	}
	expect_state();
}

/* d may be a, b or c, and c, or d, RZ. */
static void
random_matrices(void **state)
{
	static const struct opcode op;
	static const uint8_t to[] = {D, D, D, A, B, C, ISA_RZ};

	(void)state;
	for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (unsigned n = 0; n < TIMES * KINDS; n++) {
			const struct shape *s = shapes + i;
			struct inst in = instruction(&op);

			in.a = reg(A);
			in.b = reg(B);
			in.c = reg(rnd() % 8 ? C : ISA_RZ);
			in.d = to[rnd() % sizeof to];
			in.f[F_numbers] = s->numbers;
			in.f[F_matrix] = s->k;
			in.f[F_f32] = s->single;
			fill_matrices(s, n % KINDS, rnd() % 2 ? n % KINDS : rnd() % KINDS);
			check_product(s, &in);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_matrices)};

	return cmocka_run_group_tests_name("exec-hmma", tests, NULL, NULL);
}
