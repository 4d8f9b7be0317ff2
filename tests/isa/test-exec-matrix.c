/* test-exec-matrix.c: how HMMA rounds and what it loses, by the rules at the head of isa/exec-hmma.c, with sums worked out by hand: exact
 * products, what is below 2^-25 of the largest exponent lost, the sum rounded to nearest even for FP16, cut off for FP32. IMMA, DMMA and MOVM of
 * random matrices, against elements worked out one by one. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <stdint.h>
#include <cmocka.h>

#include "isa/float.h"
#include "tests/isa/exec-machine.h"

enum { A = 0, B = 4, C = 8, D = 12, PRODUCTS = 2 };

/* Powers of two in FP16. */
#define P(e) (((e) + 15) << 10)
enum { MINUS = 0x8000, INF = 0x7c00, NONE = 0x7e00 };

/* c and so many times a product. */
struct sum {
	uint32_t c;
	struct {
		uint16_t a, b;
		unsigned times;
	} of[PRODUCTS];
	uint32_t want;
};

static const struct sum halves[] = {
	/* ties go to the even one of the two: 1 and 1.5 units */
	{0x3c00, {{P(-11), P(0), 1}}, 0x3c00},
	{0x3c01, {{P(-11), P(0), 1}}, 0x3c02},
	{0x3c02, {{P(-11), P(0), 1}}, 0x3c02},
	{0x3c00, {{P(-12), P(0), 2}}, 0x3c00},
	{0xbc00, {{P(-11), P(0) | MINUS, 1}}, 0xbc00},
	{0xbc01, {{P(-11) | MINUS, P(0), 1}}, 0xbc02},
	/* a little more, or less, than a tie */
	{0x3c00, {{P(-11), P(0), 1}, {P(-10), P(-10), 1}}, 0x3c01},
	{0x3c01, {{P(-11), P(0), 1}, {P(-10) | MINUS, P(-10), 1}}, 0x3c01},
	/* into the next exponent, and beyond the largest one: 65504 and 16, 65504 and 8 */
	{0x3fff, {{P(-11), P(0), 1}}, 0x4000},
	{0x7bff, {{P(4), P(0), 1}}, INF},
	{0x7bff, {{P(3), P(0), 1}}, 0x7bff},
	{0xfbff, {{P(4), P(0) | MINUS, 1}}, INF | MINUS},
	{0, {{0x7bff, 0x7bff, 1}}, INF},
	/* units of 2^-24 */
	{0, {{P(-12), P(-13), 1}}, 0},
	{1, {{P(-12), P(-13), 1}}, 2},
	{2, {{P(-12), P(-13), 1}}, 2},
	{0, {{P(-12), P(-13) | 1, 1}}, 1},
	{0x03ff, {{P(-12), P(-13), 1}}, 0x0400},
	{0, {{0x0001, P(0), 3}}, 3},
	{0, {{0x0001, P(0) | MINUS, 3}}, 3 | MINUS},
	/* what becomes 0 loses its sign: half a unit, less; a little more is a unit */
	{0, {{P(-12), P(-13) | MINUS, 1}}, 0},
	{0, {{0x0001, 0x0001 | MINUS, 1}}, 0},
	{0, {{P(-12), P(-13) | MINUS | 1, 1}}, 1 | MINUS},
	/* nothing to round */
	{0x3c00, {{P(0), P(0), 1}}, 0x4000},
	{0x3c00, {{P(0), P(0) | MINUS, 1}}, 0},
	/* what is no finite number */
	{0x3c00, {{INF, P(0), 1}}, INF},
	{0x3c00, {{INF, P(0) | MINUS, 1}}, INF | MINUS},
	{INF | MINUS, {{P(0), P(0), 1}}, INF | MINUS},
	{INF, {{INF, P(0) | MINUS, 1}}, 0x7fff},
	{0, {{INF, P(0), 1}, {INF | MINUS, P(0), 1}}, 0x7fff},
	{0, {{INF, 0, 1}}, 0x7fff},
	{NONE, {{P(0), P(0), 1}}, 0x7fff},
	{0, {{P(0), NONE, 1}}, 0x7fff},
};

static const struct sum singles[] = {
	/* cut off: 1 and half a unit of 2^-23, three quarters of one, and the same below 0 */
	{0x3f800000, {{P(-12), P(-12), 1}}, 0x3f800000},
	{0x3f800000, {{P(-12), P(-12), 1}, {P(-12), P(-13), 1}}, 0x3f800000},
	{0xbf800000, {{P(-12), P(-12) | MINUS, 1}, {P(-12) | MINUS, P(-13), 1}}, 0xbf800000},
	{0x3f800001, {{P(-12), P(-12), 1}, {P(-12), P(-13), 1}}, 0x3f800001},
	/* 1 less half a unit, which is a whole one below 1; 1 less a quarter */
	{0x3f800000, {{P(-12), P(-12) | MINUS, 1}}, 0x3f7fffff},
	{0x3f800000, {{P(-12), P(-13) | MINUS, 1}}, 0x3f7fffff},
	/* four times 2^-25 count, eight times 2^-26 do not */
	{0x3f800000, {{P(-12), P(-13), 4}}, 0x3f800001},
	{0x3f800000, {{P(-13), P(-13), 7}}, 0x3f800000},
	{0x3f800000, {{P(-13), P(-13) | MINUS, 7}}, 0x3f800000},
	{0xbf800000, {{P(-12), P(-13) | MINUS, 4}}, 0xbf800001},
	/* the exponent of 1.5 x 1.5 is 0, though it is more than 2 */
	{0, {{0x3e00, 0x3e00, 1}, {P(-12), P(-13), 7}}, 0x40100000},
	{0x33000000, {{0x3e00, 0x3e00, 1}, {P(-12), P(-13), 7}}, 0x40100001},
	/* that of 2 is 1: 2^-24 counts, 2^-25 does not */
	{0x40000000, {{P(-12), P(-12), 4}}, 0x40000001},
	{0x40000000, {{P(-12), P(-13), 7}}, 0x40000000},
	/* so it is for c: less 2^-25 is less, less 2^-26 is not */
	{0xb3000000, {{P(0), P(0), 1}, {P(-12), P(-13), 4}}, 0x3f800000},
	{0xb2800000, {{P(0), P(0), 1}, {P(-12), P(-13), 4}}, 0x3f800001},
	/* what is not lost is exact: 2047 x 2047, 22 bits */
	{0, {{0x3fff, 0x3fff, 1}}, 0x407fc004},
	{0x7f800000, {{P(0), P(0), 1}}, 0x7f800000},
	{0, {{INF, P(0) | MINUS, 1}}, 0xff800000},
	{0x7f800000, {{INF, P(0) | MINUS, 1}}, 0x7fffffff},
};

/* Every row of a and column of b has the products, from place `first` in k on; every element of c is the same. */
static void
fill_matrices(const struct sum *s, unsigned k, unsigned first, bool single)
{
	uint16_t a[16] = {0}, b[16] = {0};
	unsigned at = first;

	for (unsigned i = 0; i < PRODUCTS; i++)
		for (unsigned n = 0; n < s->of[i].times; n++, at++) {
			a[at % k] = s->of[i].a;
			b[at % k] = s->of[i].b;
		}
	fill();
	x.active = x.mask = UINT32_MAX;
	for (unsigned l = 0; l < ISA_LANES; l++) {
		for (unsigned r = 0; r < 4; r++) {
			const unsigned of_a = l % 4 * 2 + r / 2 * 8, of_b = l % 4 * 2 + r * 8;

			if (of_a < k)
				after.r[A + r][l] = a[of_a] | (uint32_t)a[of_a + 1] << 16;
			if (of_b < k)
				after.r[B + r][l] = b[of_b] | (uint32_t)b[of_b + 1] << 16;
			after.r[C + r][l] = single ? s->c : s->c | s->c << 16;
		}
	}
	before = after;
}

static void
check_sums(const struct sum *s, size_t n, bool single)
{
	static const struct opcode op;
	struct inst in = instruction(&op);

	in.a = reg(A);
	in.b = reg(B);
	in.c = reg(C);
	in.d = D;
	in.f[F_f32] = single;
	for (size_t i = 0; i < n; i++)
		for (unsigned k = 8; k <= 16; k *= 2)
			for (unsigned first = 0; first < k; first++) {
				in.f[F_matrix] = (uint8_t)k;
				fill_matrices(s + i, k, first, single);
				for (unsigned l = 0; l < ISA_LANES; l++)
					for (unsigned r = 0; r < (single ? 4 : 2); r++)
						before.r[D + r][l] = single ? s[i].want : s[i].want | s[i].want << 16;
				isa_exec_hmma(&in, &x);
				if (memcmp(before.r, after.r, sizeof before.r))
					print_error("sum %zu of %s: 0x%x, not 0x%x\n", i, single ? "singles" : "halves",
						    after.r[D][0], before.r[D][0]);
				expect_state();
			}
}

static void
fp16(void **state)
{
	(void)state;
	check_sums(halves, sizeof halves / sizeof *halves, false);
}

static void
fp32(void **state)
{
	(void)state;
	check_sums(singles, sizeof singles / sizeof *singles, true);
}

/* ---- IMMA, DMMA, MOVM ---- */
enum { DA = 0, DB = 16, DC = 24, DD = 32, MATRICES = 400, MORE_REGS = 40 };

static uint32_t registers[MORE_REGS][ISA_LANES], wanted[MORE_REGS][ISA_LANES];

/* Random registers; `special`: words that are infinite or NaN as the upper halves of FP64 numbers, here and there. */
static void
fill_registers(bool special)
{
	static const uint32_t words[] = {0x7ff00000, 0xfff00000, 0x7ff80001, 0xfff80002, 0x7ff00003, 0, 0x80000000, 0x7fffffff};

	fill();
	x.active = x.mask = UINT32_MAX;
	after.row.r = registers;
	for (unsigned r = 0; r < MORE_REGS; r++)
		for (unsigned l = 0; l < ISA_LANES; l++)
			registers[r][l] = special && rnd() % 32 == 0 ? words[rnd() % 8]
					  : special                  ? (rnd() & 0x807fffff) | 0x3f800000
								     : operand();
	memcpy(wanted, registers, sizeof wanted);
}

static struct inst
random_matrices(void)
{
	static const struct opcode op;
	struct inst in = instruction(&op);

	in.a = reg(DA);
	in.b = reg(DB);
	in.c = reg(rnd() % 8 ? DC : ISA_RZ);
	in.d = (uint8_t)(rnd() % 4 ? DD : rnd() % 2 ? DA : DC);
	return in;
}

static int64_t
byte_of(uint32_t v, unsigned n, bool is_signed)
{
	return is_signed ? (int8_t)(v >> 8 * n) : (int64_t)(v >> 8 * n & 0xff);
}

static void
bytes(void **state)
{
	static const uint8_t shapes[] = {0, 16, 32};

	(void)state;
	for (unsigned n = 0; n < MATRICES; n++) {
		struct inst in = random_matrices();
		const unsigned shape = shapes[n % 3], rows = shape ? 2 : 1;

		in.f[F_matrix] = (uint8_t)shape;
		in.f[F_sgn] = rnd() % 2;
		in.f[F_sgnb] = rnd() % 2;
		in.f[F_sat] = rnd() % 2;
		fill_registers(false);
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned i = 0; i < 2 * rows; i++) {
				int64_t sum = in.c.index == ISA_RZ ? 0 : (int32_t)registers[DC + i][l];

				for (unsigned k = 0; k < (shape == 32 ? 32 : 16); k++)
					sum += byte_of(registers[DA + k / 16 * rows + i / 2][l / 4 * 4 + k / 4 % 4], k % 4,
						       in.f[F_sgn]) *
					       byte_of(registers[DB + k / 16][(l % 4 * 2 + i % 2) * 4 + k / 4 % 4], k % 4,
						       in.f[F_sgnb]);
				if (in.f[F_sat])
					sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
				wanted[in.d + i][l] = (uint32_t)sum;
			}
		isa_exec_imma(&in, &x);
		assert_memory_equal(wanted, registers, sizeof wanted);
	}
}

static uint64_t
pair(const struct isa_source *s, unsigned i, unsigned l)
{
	const uint64_t v =
		s->index == ISA_RZ ? 0 : registers[s->index + 2 * i][l] | (uint64_t)registers[s->index + 2 * i + 1][l] << 32;

	return (s->abs ? v & ~SIGN64 : v) ^ (s->neg ? SIGN64 : 0);
}

/* An operand that is NaN comes through, quiet: b before c, c before a. */
static uint64_t
fused(uint64_t a, uint64_t b, uint64_t c)
{
	const double r = fma(as_double(a), as_double(b), as_double(c));
	const uint64_t quiet = UINT64_C(1) << 51;

	if (r == r)
		return double_bits(r);
	if (as_double(b) != as_double(b))
		return b | quiet;
	if (as_double(c) != as_double(c))
		return c | quiet;
	return as_double(a) != as_double(a) ? a | quiet : UINT64_C(0xfff8000000000000);
}

static void
fp64(void **state)
{
	static const uint8_t shapes[] = {0, 4, 8, 16};

	(void)state;
	for (unsigned n = 0; n < MATRICES; n++) {
		struct inst in = random_matrices();
		const unsigned shape = shapes[n % 4], rows = shape ? 2 : 1;

		in.f[F_matrix] = (uint8_t)shape;
		in.a.neg = rnd() % 4 == 0;
		in.b.neg = rnd() % 4 == 0;
		in.c.neg = rnd() % 4 == 0;
		in.c.abs = rnd() % 4 == 0;
		fill_registers(rnd() % 4);
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned i = 0; i < 2 * rows; i++) {
				uint64_t sum = pair(&in.c, i, l);

				for (unsigned k = 0; k < (shape ? shape : 4); k++)
					sum = fused(pair(&in.a, k / 4 * rows + i / 2, l / 4 * 4 + k % 4),
						    pair(&in.b, k / 4, (l % 4 * 2 + i % 2) * 4 + k % 4), sum);
				wanted[in.d + 2 * i][l] = (uint32_t)sum;
				wanted[in.d + 2 * i + 1][l] = (uint32_t)(sum >> 32);
			}
		isa_exec_dmma(&in, &x);
		assert_memory_equal(wanted, registers, sizeof wanted);
	}
}

static void
transposed(void **state)
{
	(void)state;
	for (unsigned n = 0; n < MATRICES; n++) {
		const struct inst in = random_matrices();

		fill_registers(false);
		for (unsigned row = 0; row < 8; row++)
			for (unsigned column = 0; column < 8; column++) {
				const uint32_t v = registers[DA][4 * column + row / 2] >> 16 * (row % 2) & 0xffff;
				uint32_t *to = &wanted[in.d][4 * row + column / 2];

				*to = column % 2 ? (*to & 0xffff) | v << 16 : (*to & 0xffff0000) | v;
			}
		isa_exec_movm(&in, &x);
		assert_memory_equal(wanted, registers, sizeof wanted);
	}
}

/* A warp without all its lanes, or of another size, has no matrices: that is a fault, and changes nothing. */
static void
whole_warps(void **state)
{
	static const struct opcode op;
	struct inst in = instruction(&op);

	(void)state;
	in.a = reg(A);
	in.b = reg(B);
	in.c = reg(C);
	in.d = D;
	in.f[F_matrix] = 16;
	for (unsigned l = 0; l <= ISA_LANES; l++) {
		fill();
		x.active = x.mask = l < ISA_LANES ? ~(UINT32_C(1) << l) : UINT32_MAX;
		x.width = l < ISA_LANES ? ISA_LANES : ISA_LANES / 2;
		isa_exec_hmma(&in, &x);
		assert_non_null(x.fault);
		x.fault = NULL;
		expect_state();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(fp16), cmocka_unit_test(fp32),       cmocka_unit_test(bytes),
					   cmocka_unit_test(fp64), cmocka_unit_test(transposed), cmocka_unit_test(whole_warps)};

	return cmocka_run_group_tests_name("exec-matrix", tests, NULL, NULL);
}
