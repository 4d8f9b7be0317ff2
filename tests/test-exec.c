/* The executor against formulas written down bit by bit or in wide arithmetic: random and edge operands, all operand forms, random
 * masks. Every test compares the whole machine state, so that a write to a lane or register that is not the instruction's shows. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fenv.h>
#include <string.h>

#include "../isa/exec.h"

__extension__ typedef __int128 int128;

enum { REGS = 24, ROUNDS = 1500, BANK_BYTES = 256, PT = ISA_PT, NOT_PT = ISA_PT | 8 };

static const struct opcode op_imad = {.name = "IMAD", .code = 0x224};
static const struct opcode op_wide = {.name = "IMAD", .code = 0x225};
static const struct opcode op_high = {.name = "IMAD", .code = 0x227};
static const struct opcode op_uniform = {.name = "UMOV", .ureg_dest = true};

/* ---- a machine whose state can be compared ---- */
struct state {
	uint32_t r[REGS][ISA_LANES];
	struct home_row row; /* row.r is set where it is used */
	struct uniform u;
};

static struct state before, after;
static struct mem_request memory;
static uint8_t bank0[BANK_BYTES];
static struct exec_block block;
static struct exec x;
static uint64_t seed;

static uint32_t
rnd(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 16);
}

static uint32_t
operand(void)
{
	static const uint32_t edges[] = {0,          1,          2,          31,         32,         33,
					 63,         64,         65,         0x7fffffff, 0x80000000, 0x80000001,
					 UINT32_MAX, 0xfffffffe, 0xffff,     0x10000,    0x3f800000, 0xbf800000,
					 0x7f800000, 0xff800000, 0x7f7fffff, 0x00800000, 0x007fffff, 0x7fc00001};

	switch (rnd() % 4) {
	case 0:
		return edges[rnd() % (sizeof edges / sizeof *edges)];
	case 1:
		return rnd() % 80;
	default:
		return rnd();
	}
}

/* Fills the machine anew: registers, predicates, uniform registers, constants, mask. */
static void
fill(void)
{
	memset(&after, 0, sizeof after);
	for (unsigned i = 0; i < REGS; i++)
		FOR_LANES(l)
	after.r[i][l] = operand();
	for (unsigned i = 0; i < ISA_PT; i++)
		after.row.p[i] = rnd();
	after.row.p[ISA_PT] = UINT32_MAX;
	for (unsigned i = 0; i < ISA_URZ; i++)
		after.u.r[i] = operand();
	after.u.p = (uint8_t)(rnd() | 0x80);
	for (unsigned i = 0; i < BANK_BYTES; i++)
		bank0[i] = (uint8_t)rnd();
	block = (struct exec_block){.bank = {bank0}, .bank_bytes = {BANK_BYTES}};
	x = (struct exec){.row = &after.row, .u = &after.u, .block = &block, .mem = &memory, .width = 32};
	x.active = rnd() % 3 ? rnd() | 1 : UINT32_MAX;
	x.mask = rnd() % 3 ? x.active : x.active & rnd();
	after.row.r = after.r;
	before = after;
}

/* Checks that the machine is in the state that the test has made of `before`. */
static void
expect_state(void)
{
	assert_null(x.fault);
	assert_memory_equal(before.r, after.r, sizeof before.r);
	assert_memory_equal(before.row.p, after.row.p, sizeof before.row.p);
	assert_memory_equal(&before.u, &after.u, sizeof before.u);
}

static struct isa_source
reg(unsigned i)
{
	return (struct isa_source){.kind = SRC_REG, .index = (uint8_t)i};
}

static struct isa_source
imm(uint32_t v)
{
	return (struct isa_source){.kind = SRC_IMM, .value = v};
}

static struct isa_source
ureg(unsigned i)
{
	return (struct isa_source){.kind = SRC_UREG, .index = (uint8_t)i};
}

/* Any form. Registers are even, so that pairs work. */
static struct isa_source
any_source(void)
{
	struct isa_source s;

	switch (rnd() % 8) {
	case 0:
		s = imm(operand());
		break;
	case 1:
		s = ureg(rnd() % 8 ? rnd() % 30 * 2 : ISA_URZ);
		break;
	case 2:
		s = (struct isa_source){.kind = SRC_CONST, .index = 0, .value = rnd() % (BANK_BYTES / 8) * 8};
		break;
	case 3:
		s = reg(ISA_RZ);
		break;
	default:
		s = reg(rnd() % (REGS / 2) * 2);
		break;
	}
	return s;
}

static struct isa_source
any_uniform_source(void)
{
	return rnd() % 4 == 0 ? imm(operand()) : ureg(rnd() % 8 ? rnd() % 30 * 2 : ISA_URZ);
}

/* Word 0 or 1 of a source in lane l, before the instruction. */
static uint32_t
word(const struct isa_source *s, unsigned l, unsigned w)
{
	uint32_t v;

	switch (s->kind) {
	case SRC_REG:
		return s->index == ISA_RZ ? 0 : before.r[s->index + w][l];
	case SRC_UREG:
		return s->index == ISA_URZ ? 0 : before.u.r[s->index + w];
	case SRC_IMM:
		return s->value;
	case SRC_CONST:
		memcpy(&v, bank0 + s->value + 4 * w, 4);
		return v;
	default:
		return 0;
	}
}

static uint32_t
value(const struct isa_source *s, unsigned l)
{
	const uint32_t v = word(s, l, 0);

	return s->inv ? ~v : s->neg ? 0u - v : v;
}

static bool
pred(unsigned ps, unsigned l)
{
	return (before.row.p[ps & 7] >> l & 1) != ps >> 3;
}

static struct inst
instruction(const struct opcode *op)
{
	return (struct inst){
		.op = op, .guard = PT, .pd = {PT, PT}, .ps = {PT, PT}, .desc = ISA_URZ, .d = (uint8_t)(rnd() % (REGS / 2) * 2)};
}

static void
want(unsigned d, unsigned l, uint32_t v)
{
	if (d != ISA_RZ && x.mask >> l & 1)
		before.r[d][l] = v;
}

static void
want_pred(unsigned pd, unsigned l, bool v)
{
	if (pd != PT && x.mask >> l & 1)
		before.row.p[pd] = (before.row.p[pd] & ~(1u << l)) | (uint32_t)v << l;
}

/* What a test says of one lane, from the state before, into the state before: sources first, then what is written. */
struct lane_result {
	uint32_t d[2];
	unsigned words;
	bool p[2];
};

static void
run(const struct inst *in, void (*exec)(const struct inst *, struct exec *),
    struct lane_result (*lane)(const struct inst *, unsigned))
{
	struct lane_result result[ISA_LANES];

	FOR_LANES(l)
	result[l] = lane(in, l);
	FOR_LANES(l)
	{
		for (unsigned w = 0; w < result[l].words; w++)
			want(in->d == ISA_RZ ? ISA_RZ : in->d + w, l, result[l].d[w]);
		want_pred(in->pd[0], l, result[l].p[0]);
		want_pred(in->pd[1], l, result[l].p[1]);
	}
	exec(in, &x);
	expect_state();
}

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
		FOR_LANES(l)
		{
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
	return (struct lane_result){.d = {value(&in->a, l) + value(&in->b, l)}, .words = 1};
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

	if (in->f[F_ex] && a == b)
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
		FOR_LANES(l)
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
		FOR_LANES(l)
		{
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
		FOR_LANES(l)
		{
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
	return (struct lane_result){.d = {r}, .words = 1, .p = {r != 0 || pred(in->ps[0], l)}};
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
		in.a.inv = rnd() % 2;
		before = after;
		run(&in, isa_exec_popc, lane_popc);
		before = after;
		in.f[F_sgn] = rnd() % 2;
		in.f[F_sh] = rnd() % 2;
		run(&in, isa_exec_flo, lane_flo);
	}
}

/* ---- floating point ---- */
static float
to_float(uint32_t u)
{
	float f;

	memcpy(&f, &u, sizeof f);
	return f;
}

static uint32_t
flush(uint32_t u)
{
	return u >> 23 & 255 ? u : u & 0x80000000;
}

/* The host's own rounding modes. */
static struct lane_result
lane_fadd(const struct inst *in, unsigned l)
{
	static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
	uint32_t u[2] = {word(&in->a, l, 0), word(&in->b, l, 0)}, r;
	const struct isa_source *s[2] = {&in->a, &in->b};
	volatile float a, b, sum;

	for (unsigned i = 0; i < 2; i++) {
		if (s[i]->abs)
			u[i] &= 0x7fffffff;
		if (s[i]->neg)
			u[i] ^= 0x80000000;
		if (in->f[F_ftz])
			u[i] = flush(u[i]);
	}
	a = to_float(u[0]);
	b = to_float(u[1]);
	fesetround(modes[in->f[F_rnd]]);
	sum = a + b;
	fesetround(FE_TONEAREST);
	a = sum;
	memcpy(&r, (float[]){a}, sizeof r);
	if ((r & 0x7fffffff) > 0x7f800000)
		r = 0x7fffffff;
	if (in->f[F_ftz])
		r = flush(r);
	if (in->f[F_sat])
		r = r >> 31 || r > 0x7f800000 ? 0 : r > 0x3f800000 ? 0x3f800000 : r;
	return (struct lane_result){.d = {r}, .words = 1};
}

static void
test_fadd(void **state)
{
	(void)state;
	for (int i = 0; i < 4 * ROUNDS; i++) {
		struct inst in = instruction(NULL);

		fill();
		/* numbers of nearly the same size, and tiny ones */
		FOR_LANES(l)
		{
			const uint32_t exponent = rnd() % 4 ? 100 + rnd() % 28 : rnd() % 3;

			before.r[0][l] = after.r[0][l] = (rnd() & 0x807fffff) | exponent << 23;
		}
		in.a = rnd() % 2 ? reg(0) : any_source();
		in.b = rnd() % 4 ? any_source() : reg(2);
		in.a.neg = rnd() % 2;
		in.b.neg = rnd() % 2;
		in.a.abs = rnd() % 2;
		in.b.abs = rnd() % 2;
		in.f[F_rnd] = rnd() % 2 ? 0 : rnd() % 4;
		in.f[F_ftz] = rnd() % 2;
		in.f[F_sat] = rnd() % 3 == 0;
		run(&in, isa_exec_fadd, lane_fadd);
	}
}

/* A finite half as a multiple of 2^-24. */
static int64_t
half_units(uint32_t h)
{
	const int64_t m = h & 0x3ff, e = h >> 10 & 31, v = e ? (m | 0x400) << (e - 1) : m;

	return h & 0x8000 ? -v : v;
}

/* a * b + c exactly in 2^-48, then the nearest half by bisection. */
static uint32_t
half_fma(uint32_t a, uint32_t b, uint32_t c)
{
	const bool product_negative = (a ^ b) >> 15 & 1, c_negative = c >> 15 & 1;
	const uint32_t ma = a & 0x7fff, mb = b & 0x7fff, mc = c & 0x7fff, inf = 0x7c00;
	const bool product_infinite = ma == inf || mb == inf;
	int128 exact, magnitude, below, above;
	uint32_t low = 0, high = inf, sign;

	if (ma > inf || mb > inf || mc > inf || (product_infinite && (!ma || !mb)))
		return 0x7fff;
	if (product_infinite && mc == inf && product_negative != c_negative)
		return 0x7fff;
	if (product_infinite || mc == inf)
		return (product_infinite ? product_negative : c_negative) ? 0xfc00 : 0x7c00;
	exact = (int128)half_units(a) * half_units(b) + (int128)half_units(c) * (1 << 24);
	if (exact == 0)
		return product_negative && c_negative ? 0x8000 : 0;
	sign = exact < 0 ? 0x8000 : 0;
	magnitude = exact < 0 ? -exact : exact;
	while (high - low > 1) {
		const uint32_t middle = (low + high) / 2;

		if ((int128)half_units(middle) * (1 << 24) <= magnitude)
			low = middle;
		else
			high = middle;
	}
	below = magnitude - (int128)half_units(low) * (1 << 24);
	above = (int128)half_units(high) * (1 << 24) - magnitude;
	if (below < above || (below == above && low % 2 == 0))
		return sign | low;
	return sign | high;
}

static uint32_t
half_of(const struct isa_source *s, unsigned l, unsigned i)
{
	const uint32_t v = word(s, l, 0);
	uint32_t h = s->part == 1 || (s->part == 0 && i == 0) ? v & 0xffff : v >> 16;

	if (s->abs)
		h &= 0x7fff;
	return s->neg ? h ^ 0x8000 : h;
}

static struct lane_result
lane_hfma2(const struct inst *in, unsigned l)
{
	uint32_t r = 0;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t h = half_fma(half_of(&in->a, l, i), half_of(&in->b, l, i), half_of(&in->c, l, i));

		if (in->f[F_sat])
			h = h >> 15 || h > 0x7c00 ? 0 : h > 0x3c00 ? 0x3c00 : h;
		r |= h << 16 * i;
	}
	return (struct lane_result){.d = {r}, .words = 1};
}

static void
test_hfma2(void **state)
{
	(void)state;
	for (int i = 0; i < 2 * ROUNDS; i++) {
		struct inst in = instruction(NULL);
		struct isa_source *s[] = {&in.a, &in.b, &in.c};

		fill();
		for (unsigned k = 0; k < 3; k++) {
			*s[k] = any_source();
			s[k]->neg = rnd() % 2;
			s[k]->abs = rnd() % 4 == 0;
			s[k]->part = rnd() % 3;
		}
		in.f[F_sat] = rnd() % 4 == 0;
		run(&in, isa_exec_hfma2, lane_hfma2);
	}
	/* what compilers use it for: any pair of halves but NaNs comes through -0 * 0 + pair */
	for (uint32_t h = 0; h < 0x10000; h += 13) {
		struct inst in = instruction(NULL);
		const uint32_t pair = h << 16 | (h * 7 & 0xffff);

		if ((h & 0x7fff) > 0x7c00 || (pair & 0x7fff) > 0x7c00)
			continue;
		fill();
		in.a = in.b = reg(ISA_RZ);
		in.a.neg = true;
		in.c = imm(pair);
		isa_exec_hfma2(&in, &x);
		FOR_LANES(l)
		want(in.d, l, pair);
		expect_state();
	}
}

/* bfloat16 where double is exact: 1.5 * 2.5 + 2^-7 and the like. */
static void
test_hfma2_bfloat(void **state)
{
	static const struct {
		uint32_t a, b, c, d;
	} cases[] = {
		{0x3fc0, 0x4020, 0x3c00, 0x4070}, /* 3.75 + 2^-7, a quarter of the last place */
		{0x3f80, 0x3f81, 0x3b80, 0x3f82}, /* 1.0078125 + 2^-8: a tie, up to even */
		{0x3f80, 0x3f80, 0x3b80, 0x3f80}, /* 1 + 2^-8: a tie, down to even */
		{0x3f80, 0x3f80, 0x3b81, 0x3f81}, /* a little more */
		{0x0080, 0x3f00, 0x0000, 0x0040}, /* denormal */
		{0x7f7f, 0x4000, 0x0000, 0x7f80}, /* too large */
		{0xff80, 0x0000, 0x3f80, 0x7fff}, /* -inf * 0 */
		{0x8000, 0x0000, 0x8000, 0x8000}, /* -0 * 0 - 0 */
		{0x3f80, 0x3f80, 0xbf80, 0x0000}, /* 1 - 1 */
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.a = imm(cases[i].a << 16 | 0x3f80);
		in.b = imm(cases[i].b << 16 | 0x3f80);
		in.c = imm(cases[i].c << 16 | 0x3f80);
		in.f[F_fmt] = 1;
		isa_exec_hfma2(&in, &x);
		FOR_LANES(l)
		want(in.d, l, cases[i].d << 16 | 0x4000);
		expect_state();
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
		cmocka_unit_test(test_fadd),       cmocka_unit_test(test_hfma2),       cmocka_unit_test(test_hfma2_bfloat),
	};

	seed = UINT64_C(88172645463325252);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
