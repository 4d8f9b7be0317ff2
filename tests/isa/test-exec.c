/* Integer arithmetic and logic of lanes against formulas written down bit by bit or in wide arithmetic: random and edge operands, all
 * operand forms, random masks. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/isa/exec-machine.h"

static const struct opcode op_imad = {.name = "IMAD", .code = 0x224};
static const struct opcode op_wide = {.name = "IMAD", .code = 0x225};
static const struct opcode op_high = {.name = "IMAD", .code = 0x227};

/* ---- integer arithmetic ---- */
static uint64_t
addend(const struct isa_source *s, unsigned l, bool extended)
{
	const uint32_t v = word(s, l, 0);

	if (!s->neg && !s->inv)
		return v;
	return (uint64_t)~v + (s->neg && !extended ? 1 : 0);
}

static struct lane_result
lane_iadd3(const struct inst *in, unsigned l)
{
	const bool ext = in->f[F_x];
	uint64_t sum = addend(&in->a, l, ext) + addend(&in->b, l, ext) + addend(&in->c, l, ext);

	if (ext)
		sum += (uint64_t)pred(in->ps[0], l) + pred(in->ps[1], l);
	return (struct lane_result){.d = {(uint32_t)sum}, .words = 1, .p = {sum >> 32 >= 1, sum >> 32 >= 2}};
}

static void
test_iadd3(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.a = any_source();
		in.b = any_source();
		in.c = any_source();
		in.a.neg = rnd() % 3 == 0;
		in.b.neg = rnd() % 3 == 0;
		in.c.neg = !(in.a.neg && in.b.neg) && rnd() % 3 == 0;
		in.f[F_x] = rnd() % 2;
		in.ps[0] = rnd() % 16;
		in.ps[1] = rnd() % 16;
		if (rnd() % 2) {
			in.pd[0] = 2;
			in.pd[1] = rnd() % 2 ? 5 : PT;
		}
		if (rnd() % 8 == 0)
			in.d = ISA_RZ;
		run(&in, isa_exec_iadd3, lane_iadd3);
	}
}

/* A difference of 64-bit numbers, of which the upper half takes the borrow. */
static void
test_subtract_64(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst low = instruction(NULL), high = low;

		fill();
		low.a = reg(0);
		low.b = reg(2);
		low.b.neg = true;
		low.c = reg(ISA_RZ);
		low.d = 4;
		low.pd[0] = 0;
		high.a = reg(1);
		high.b = reg(3);
		high.b.neg = true;
		high.c = reg(ISA_RZ);
		high.d = 5;
		high.f[F_x] = 1;
		high.ps[0] = 0;
		high.ps[1] = NOT_PT;
		isa_exec_iadd3(&low, &x);
		isa_exec_iadd3(&high, &x);
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint64_t a = (uint64_t)before.r[1][l] << 32 | before.r[0][l];
			const uint64_t b = (uint64_t)before.r[3][l] << 32 | before.r[2][l];

			if (x.mask >> l & 1)
				assert_int_equal(a - b, (uint64_t)after.r[5][l] << 32 | after.r[4][l]);
		}
	}
}

static struct lane_result
lane_viadd(const struct inst *in, unsigned l)
{
	const uint32_t a = word(&in->a, l, 0), b = word(&in->b, l, 0);
	uint32_t low = (a & 0xffff) + (b & 0xffff), high = (a >> 16) + (b >> 16);

	if (!in->f[F_fmt])
		return (struct lane_result){.d = {in->b.neg ? a - b : a + b}, .words = 1};
	if (in->b.neg) {
		low = (a & 0xffff) - (b & 0xffff);
		high = (a >> 16) - (b >> 16);
	}
	return (struct lane_result){.d = {(low & 0xffff) | high << 16}, .words = 1};
}

static void
test_viadd(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.a = any_source();
		in.b = any_source();
		in.b.neg = rnd() % 2;
		in.f[F_fmt] = rnd() % 3 == 0;
		run(&in, isa_exec_viadd, lane_viadd);
	}
}

static struct lane_result
lane_imad(const struct inst *in, unsigned l)
{
	const uint32_t product = value(&in->a, l) * value(&in->b, l);
	uint32_t sum = product + (uint32_t)addend(&in->c, l, in->f[F_x]);

	if (in->f[F_x])
		sum += pred(in->ps[0], l);
	return (struct lane_result){.d = {sum}, .words = 1};
}

static void
test_imad(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst in = instruction(&op_imad);

		fill();
		in.a = any_source();
		in.b = any_source();
		in.c = any_source();
		in.c.neg = rnd() % 2;
		in.f[F_x] = rnd() % 3 == 0;
		in.ps[0] = in.f[F_x] ? rnd() % 16 : PT;
		in.f[F_sgn] = rnd() % 2;
		if (rnd() % 8 == 0)
			in.d = ISA_RZ;
		run(&in, isa_exec_imad, lane_imad);
	}
}

static struct lane_result
lane_imad_wide(const struct inst *in, unsigned l)
{
	const uint32_t a = word(&in->a, l, 0), b = word(&in->b, l, 0);
	const int128 product = in->f[F_sgn] ? (int128)(int32_t)a * (int32_t)b : (int128)a * b;
	const int128 two64 = (int128)1 << 64;
	uint64_t c = (uint64_t)word(&in->c, l, 1) << 32 | word(&in->c, l, 0);
	int128 sum = (int128)(uint64_t)product;

	sum += in->c.neg ? ~c : c;
	sum += in->f[F_x] ? pred(in->ps[0], l) : in->c.neg;
	if (in->op == &op_high)
		return (struct lane_result){.d = {(uint32_t)(sum >> 32)}, .words = 1, .p = {sum >= two64}};
	return (struct lane_result){.d = {(uint32_t)sum, (uint32_t)(sum >> 32)}, .words = 2, .p = {sum >= two64}};
}

static void
test_imad_wide(void **state)
{
	(void)state;
	for (int i = 0; i < 2 * ROUNDS; i++) {
		struct inst in = instruction(rnd() % 2 ? &op_wide : &op_high);

		fill();
		in.a = any_source();
		in.b = any_source();
		do
			in.c = any_source();
		while (in.c.kind == SRC_IMM);
		in.c.neg = rnd() % 4 == 0;
		in.f[F_sgn] = rnd() % 2;
		in.f[F_x] = rnd() % 4 == 0;
		in.ps[0] = in.f[F_x] ? rnd() % 16 : PT;
		in.pd[0] = rnd() % 3 ? PT : 1;
		if (rnd() % 8 == 0)
			in.d = ISA_RZ;
		run(&in, isa_exec_imad, lane_imad_wide);
	}
}

static bool
compare_words(uint32_t a, uint32_t b, unsigned cmp, bool sgn)
{
	const int64_t va = sgn ? (int64_t)(int32_t)a : (int64_t)a, vb = sgn ? (int64_t)(int32_t)b : (int64_t)b;
	const bool answers[] = {false, va<vb, va == vb, va <= vb, va> vb, va != vb, va >= vb, true};

	return answers[cmp];
}

static struct lane_result
lane_isetp(const struct inst *in, unsigned l)
{
	const uint32_t a = value(&in->a, l), b = value(&in->b, l);
	const bool join = pred(in->ps[0], l);
	bool hit = compare_words(a, b, in->f[F_cmp], in->f[F_sgn]), p[2];

	if (in->f[F_ex] && in->f[F_cmp] != 0 && in->f[F_cmp] != 7 && a == b) /* F and T stay what they are */
		hit = pred(in->ps[1], l);
	for (unsigned i = 0; i < 2; i++) {
		const bool h = i ? !hit : hit;

		p[i] = in->f[F_bop] == 0 ? h && join : in->f[F_bop] == 1 ? h || join : h != join;
	}
	return (struct lane_result){.p = {p[0], p[1]}};
}

static void
test_isetp(void **state)
{
	(void)state;
	for (int i = 0; i < 2 * ROUNDS; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.d = ISA_RZ;
		in.a = any_source();
		in.b = rnd() % 4 ? any_source() : in.a;
		in.f[F_cmp] = rnd() % 8;
		in.f[F_sgn] = rnd() % 2;
		in.f[F_bop] = rnd() % 3;
		in.f[F_ex] = rnd() % 3 == 0;
		in.ps[0] = rnd() % 16;
		in.ps[1] = rnd() % 16;
		in.pd[0] = rnd() % 4;
		in.pd[1] = rnd() % 2 ? 4 + rnd() % 3 : PT;
		if (rnd() % 4 == 0)
			in.pd[0] = PT;
		run(&in, isa_exec_isetp, lane_isetp);
	}
}

/* Lower words unsigned, upper words with .EX: together they compare 64 bits. */
static void
test_compare_64(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst low = instruction(NULL), high;
		const bool sgn = rnd() % 2;
		const unsigned cmp = 1 + rnd() % 6;

		fill();
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (rnd() % 2)
				before.r[3][l] = after.r[3][l] = before.r[1][l];
		low.a = reg(0);
		low.b = reg(2);
		low.f[F_cmp] = (uint8_t)cmp;
		low.pd[0] = 0;
		high = low;
		high.a = reg(1);
		high.b = reg(3);
		high.f[F_sgn] = sgn;
		high.f[F_ex] = 1;
		high.ps[1] = 0;
		high.pd[0] = 1;
		isa_exec_isetp(&low, &x);
		isa_exec_isetp(&high, &x);
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint64_t a = (uint64_t)before.r[1][l] << 32 | before.r[0][l];
			const uint64_t b = (uint64_t)before.r[3][l] << 32 | before.r[2][l];
			const bool lt = sgn ? (int64_t)a < (int64_t)b : a < b, eq = a == b;
			const bool answers[] = {false, lt, eq, lt || eq, !lt && !eq, !eq, !lt};

			if (x.mask >> l & 1)
				assert_int_equal(after.row.p[1] >> l & 1, answers[cmp]);
		}
	}
}

static struct lane_result
lane_lea(const struct inst *in, unsigned l)
{
	const uint32_t a = word(&in->a, l, 0);
	const uint32_t up = in->f[F_sx32] ? (a & 0x80000000 ? UINT32_MAX : 0) : word(&in->c, l, 0);
	const uint64_t window = (uint64_t)up << 32 | a;
	uint32_t shifted = in->f[F_hi] ? (uint32_t)(window >> (32 - in->f[F_shift])) : a << in->f[F_shift];
	uint64_t sum;

	if (in->a.neg)
		shifted = ~shifted;
	sum = shifted + addend(&in->b, l, in->f[F_x]);
	sum += in->f[F_x] ? pred(in->ps[0], l) : in->a.neg;
	return (struct lane_result){.d = {(uint32_t)sum}, .words = 1, .p = {sum >> 32 != 0}};
}

static void
test_lea(void **state)
{
	(void)state;
	for (int i = 0; i < 2 * ROUNDS; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.a = any_source();
		in.b = any_source();
		in.c = any_source();
		in.a.neg = rnd() % 4 == 0;
		in.b.neg = !in.a.neg && rnd() % 4 == 0;
		in.f[F_shift] = rnd() % 32;
		in.f[F_hi] = rnd() % 2;
		in.f[F_sx32] = in.f[F_hi] && rnd() % 2;
		in.f[F_x] = rnd() % 2;
		in.ps[0] = in.f[F_x] ? rnd() % 16 : NOT_PT;
		in.pd[0] = rnd() % 2 ? PT : 3;
		run(&in, isa_exec_lea, lane_lea);
	}
}

/* base + (signed index << shift), as compilers compute addresses. */
static void
test_lea_address(void **state)
{
	(void)state;
	for (unsigned shift = 0; shift < 32; shift++) {
		struct inst low = instruction(NULL), high;

		fill();
		low.a = reg(0);
		low.b = reg(2);
		low.c = reg(ISA_RZ);
		low.f[F_shift] = (uint8_t)shift;
		low.pd[0] = 0;
		low.d = 4;
		high = low;
		high.b = reg(3);
		high.pd[0] = PT;
		high.ps[0] = 0;
		high.f[F_hi] = high.f[F_x] = high.f[F_sx32] = 1;
		high.d = 5;
		isa_exec_lea(&low, &x);
		isa_exec_lea(&high, &x);
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint64_t base = (uint64_t)before.r[3][l] << 32 | before.r[2][l];
			const uint64_t index = (uint64_t)(int64_t)(int32_t)before.r[0][l];

			if (x.mask >> l & 1)
				assert_int_equal(base + (index << shift), (uint64_t)after.r[5][l] << 32 | after.r[4][l]);
		}
	}
}

/* Bit by bit. */
static struct lane_result
lane_shf(const struct inst *in, unsigned l)
{
	const uint32_t a = value(&in->a, l), c = value(&in->c, l), amount = value(&in->b, l), width = in->f[F_type] < 2 ? 64 : 32;
	const uint32_t n = in->f[F_wrap] ? amount % width : amount > width ? width : amount;
	const bool sign = in->f[F_type] == 0 || in->f[F_type] == 2;
	uint64_t window = (uint64_t)c << 32 | a;

	for (uint32_t i = 0; i < n; i++)
		window = in->f[F_dir] ? window >> 1 | (sign ? window & UINT64_C(1) << 63 : 0) : window << 1;
	return (struct lane_result){.d = {(uint32_t)(in->f[F_hi] ? window >> 32 : window)}, .words = 1};
}

static void
test_shf(void **state)
{
	(void)state;
	for (int i = 0; i < 2 * ROUNDS; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.a = any_source();
		in.b = any_source();
		in.c = any_source();
		in.f[F_dir] = rnd() % 2;
		in.f[F_hi] = rnd() % 2;
		in.f[F_type] = rnd() % 4;
		in.f[F_wrap] = rnd() % 2;
		run(&in, isa_exec_shf, lane_shf);
	}
}

/* ---- logic ---- */
static struct lane_result
lane_lop3(const struct inst *in, unsigned l)
{
	const uint32_t a = value(&in->a, l), b = value(&in->b, l), c = value(&in->c, l);
	uint32_t r = 0;

	for (unsigned i = 0; i < 32; i++)
		r |= (uint32_t)(in->f[F_lut] >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i;
	return (struct lane_result){
		.d = {r}, .words = 1, .p = {in->f[F_bop] ? r != 0 && pred(in->ps[0], l) : r != 0 || pred(in->ps[0], l)}};
}

static void
test_lop3(void **state)
{
	(void)state;
	for (int i = 0; i < 4 * 256; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.a = any_source();
		in.b = any_source();
		in.c = any_source();
		in.f[F_lut] = (uint8_t)i;
		in.ps[0] = rnd() % 2 ? NOT_PT : rnd() % 16;
		in.pd[0] = rnd() % 2 ? PT : 6;
		in.f[F_bop] = rnd() % 4 == 0;
		if (rnd() % 4 == 0)
			in.d = ISA_RZ;
		run(&in, isa_exec_lop3, lane_lop3);
	}
}

static struct lane_result
lane_popc(const struct inst *in, unsigned l)
{
	uint32_t n = 0;

	for (uint32_t v = value(&in->a, l); v; v >>= 1)
		n += v & 1;
	return (struct lane_result){.d = {n}, .words = 1};
}

static struct lane_result
lane_flo(const struct inst *in, unsigned l)
{
	uint32_t v = value(&in->a, l);

	if (in->f[F_sgn] && v >> 31)
		v = ~v;
	for (unsigned i = 32; i-- > 0;)
		if (v >> i & 1)
			return (struct lane_result){.d = {in->f[F_sh] ? 31 - i : i}, .words = 1};
	return (struct lane_result){.d = {UINT32_MAX}, .words = 1};
}

static struct lane_result
lane_mov(const struct inst *in, unsigned l)
{
	return (struct lane_result){.d = {value(&in->a, l)}, .words = 1};
}

static void
test_one_source(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.a = any_source();
		in.f[F_bits] = 15;
		run(&in, isa_exec_mov, lane_mov);
		/* part of every four lanes */
		before = after;
		in.d = 6;
		in.f[F_bits] = 9;
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (l % 4 == 0 || l % 4 == 3)
				want(6, l, value(&in.a, l));
		isa_exec_mov(&in, &x);
		expect_state();
		before = after;
		in.a.inv = rnd() % 2;
		before = after;
		run(&in, isa_exec_popc, lane_popc);
		before = after;
		in.f[F_sgn] = rnd() % 2;
		in.f[F_sh] = rnd() % 2;
		run(&in, isa_exec_flo, lane_flo);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_iadd3),      cmocka_unit_test(test_subtract_64), cmocka_unit_test(test_viadd),
		cmocka_unit_test(test_imad),       cmocka_unit_test(test_imad_wide),   cmocka_unit_test(test_isetp),
		cmocka_unit_test(test_compare_64), cmocka_unit_test(test_lea),         cmocka_unit_test(test_lea_address),
		cmocka_unit_test(test_shf),        cmocka_unit_test(test_lop3),        cmocka_unit_test(test_one_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
