/* What moves between lanes, to and from memory and into uniform registers: special registers, constants, shuffles, votes, guards,
 * memory requests and what comes back, the uniform datapath. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/isa/exec-machine.h"

static const struct opcode op_lanes = {.name = "MOV"};
static const struct opcode op_uniform = {.name = "UMOV", .ureg_dest = true, .ureg_guard = true};
static const struct opcode op_ballot = {.name = "VOTEU", .ureg_dest = true};
static const struct opcode op_atoms = {.name = "ATOMS", .code = 0x38c};
static const struct opcode op_cas = {.name = "ATOMS", .code = 0x38d};

enum { SMALLER = 12, FIRST = 8 };

/* A warp of less than 32 lanes somewhere in the row. */
static void
fill_narrow(void)
{
	fill();
	x.lane0 = FIRST;
	x.width = SMALLER;
	x.active &= ((1u << SMALLER) - 1) << FIRST;
	x.mask &= x.active;
}

static void
test_guard(void **state)
{
	struct inst in = instruction(&op_lanes);

	(void)state;
	fill();
	assert_int_equal(isa_guard(&in, &x), x.active);
	in.guard = 3;
	assert_int_equal(isa_guard(&in, &x), x.active & after.row.p[3]);
	in.guard = 3 | 8;
	assert_int_equal(isa_guard(&in, &x), x.active & ~after.row.p[3]);
	in.guard = NOT_PT;
	assert_int_equal(isa_guard(&in, &x), 0);
	in.op = &op_uniform;
	after.u.p = 0x80 | 1 << 2;
	for (uint8_t i = 0; i < 16; i++) {
		in.guard = i;
		assert_int_equal(isa_guard(&in, &x), ((i & 7) == 2 || (i & 7) == 7) != i >> 3 ? x.active : 0);
	}
	in.op = &op_ballot;
	in.guard = 1;
	assert_int_equal(isa_guard(&in, &x), x.active & after.row.p[1]);
}

/* ---- special registers ---- */
static uint32_t
special(unsigned sr, unsigned l)
{
	const unsigned lane = l - x.lane0;
	uint32_t m = 0;

	switch (sr) {
	case 0x00:
		return lane;
	case 0x21:
	case 0x22:
	case 0x23:
		return before.row.tid[sr - 0x21][l];
	case 0x25:
	case 0x26:
	case 0x27:
		return block.ctaid[sr - 0x25];
	case 0x43:
		return x.sm_id;
	case 0x50:
		return (uint32_t)x.clock;
	case 0x51:
		return (uint32_t)(x.clock >> 32);
	case 0x52: /* at 2 GHz two cycles are a nanosecond */
		return (uint32_t)(x.clock / 2);
	case 0x53:
		return (uint32_t)(x.clock / 2 >> 32);
	case 0x88:
		return 0;
	default: /* lane masks */
		for (unsigned i = 0; i < x.width; i++)
			if (sr == 0x38   ? i == lane
			    : sr == 0x39 ? i < lane
			    : sr == 0x3a ? i <= lane
			    : sr == 0x3b ? i > lane
					 : i >= lane)
				m |= 1u << i;
		return m;
	}
}

static void
test_special(void **state)
{
	static const uint8_t numbers[] = {0x00, 0x21, 0x22, 0x23, 0x25, 0x26, 0x27, 0x38, 0x39,
					  0x3a, 0x3b, 0x3c, 0x43, 0x50, 0x51, 0x52, 0x53, 0x88};

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst in = instruction(&op_lanes);

		if (rnd() % 2)
			fill();
		else
			fill_narrow();
		for (unsigned k = 0; k < 3; k++) {
			block.ctaid[k] = rnd();
			for (unsigned l = 0; l < ISA_LANES; l++)
				after.row.tid[k][l] = before.row.tid[k][l] = (uint16_t)rnd();
		}
		x.clock = (uint64_t)(rnd() >> 12) << 32 | rnd();
		block.mhz = 2000;
		x.sm_id = rnd() % 132;
		in.f[F_sreg] = numbers[rnd() % sizeof numbers];
		for (unsigned l = 0; l < ISA_LANES; l++)
			want(in.d, l, special(in.f[F_sreg], l));
		isa_exec_s2r(&in, &x);
		expect_state();
		if (x.mask) {
			in.d = 9;
			before.u.r[9] = in.f[F_sreg] >= 0x38 && in.f[F_sreg] <= 0x3c
						? 0
						: special(in.f[F_sreg], (unsigned)__builtin_ctz(x.mask));
			isa_exec_s2ur(&in, &x);
			expect_state();
		}
	}
	struct inst in = instruction(&op_lanes);

	fill();
	in.f[F_sreg] = 0xf0;
	isa_exec_s2r(&in, &x);
	assert_non_null(x.fault);
	x.fault = NULL;
	block.mhz = 0;
	in.f[F_sreg] = 0x52;
	isa_exec_s2r(&in, &x);
	assert_non_null(x.fault);
}

/* ---- constants ---- */
static const unsigned size_bytes[] = {1, 1, 2, 2, 4, 8};

/* Word w of a constant. */
static uint32_t
constant(uint32_t offset, unsigned size, unsigned w)
{
	const uint8_t *p = bank0 + offset + 4 * w;

	switch (size) {
	case 0:
		return p[0];
	case 1:
		return p[0] & 0x80 ? p[0] | 0xffffff00 : p[0];
	case 2:
		return p[0] | (uint32_t)p[1] << 8;
	case 3:
		return (p[0] | (uint32_t)p[1] << 8) | (p[1] & 0x80 ? 0xffff0000 : 0);
	default:
		return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
	}
}

static void
test_constants(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst in = instruction(&op_lanes);
		const unsigned size = rnd() % 6, bytes = size_bytes[size], words = (bytes + 3) / 4;

		fill();
		for (unsigned l = 0; l < ISA_LANES; l++)
			after.r[4][l] = before.r[4][l] = rnd() % (BANK_BYTES / 16) * 8;
		in.a = rnd() % 2 ? reg(ISA_RZ) : reg(4);
		if (rnd() % 4 == 0)
			in.d = 4;
		in.displacement = (int32_t)(rnd() % (BANK_BYTES / 2 / bytes) * bytes);
		in.f[F_size] = (uint8_t)size;
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned w = words; w-- > 0;)
				want(in.d + w, l,
				     constant((in.a.index == 4 ? before.r[4][l] : 0) + (uint32_t)in.displacement, size, w));
		isa_exec_ldc(&in, &x);
		expect_state();
		in.a = ureg(ISA_URZ);
		for (unsigned w = 0; w < words && x.mask; w++)
			before.u.r[in.d + w] = constant((uint32_t)in.displacement, size, w);
		isa_exec_uldc(&in, &x);
		expect_state();
	}
}

static void
test_constant_faults(void **state)
{
	struct inst in = instruction(&op_lanes);

	(void)state;
	fill();
	x.mask = x.active;
	in.a = reg(ISA_RZ);
	in.f[F_size] = 4;
	in.displacement = BANK_BYTES - 4;
	isa_exec_ldc(&in, &x);
	assert_null(x.fault);
	in.displacement = BANK_BYTES;
	isa_exec_ldc(&in, &x);
	assert_non_null(x.fault);
	x.fault = NULL;
	in.displacement = 2;
	isa_exec_ldc(&in, &x);
	assert_non_null(x.fault);
	x.fault = NULL;
	in.displacement = 0;
	in.bank = 3;
	isa_exec_ldc(&in, &x);
	assert_non_null(x.fault);
	x.fault = NULL;
	/* as an operand */
	in.a = (struct isa_source){.kind = SRC_CONST, .index = 0, .value = BANK_BYTES};
	in.f[F_bits] = 15;
	isa_exec_mov(&in, &x);
	assert_non_null(x.fault);
	x.fault = NULL;
	in.a.kind = SRC_BINDLESS;
	isa_exec_mov(&in, &x);
	assert_non_null(x.fault);
	/* a lane that is not active reads nothing */
	x.fault = NULL;
	x.mask = 1;
	in.a = reg(2);
	in.bank = 0;
	after.r[2][0] = 8;
	after.r[2][1] = 1u << 20;
	isa_exec_ldc(&in, &x);
	assert_null(x.fault);
	isa_exec_unmodelled(&in, &x);
	assert_non_null(x.fault);
}

/* ---- SHFL ---- */
/* As the PTX manual writes it; what it leaves open, the value of a lane that takes no part, is 0. */
static struct lane_result
lane_shfl(const struct inst *in, unsigned l)
{
	const int bval = (int)(word(&in->b, l, 0) & 31), cval = (int)(word(&in->c, l, 0) & 31);
	const int segmask = (int)(word(&in->c, l, 0) >> 8 & 31), lane = (int)(l - x.lane0) & 31;
	const int max_lane = (lane & segmask) | (cval & ~segmask & 31), min_lane = lane & segmask;
	int j = 0;
	bool ok = false;

	switch (in->f[F_mode]) {
	case 0:
		j = min_lane | (bval & ~segmask);
		ok = j <= max_lane;
		break;
	case 1:
		j = lane - bval;
		ok = j >= max_lane;
		break;
	case 2:
		j = lane + bval;
		ok = j <= max_lane;
		break;
	case 3:
		j = lane ^ bval;
		ok = j <= max_lane;
		break;
	}
	if (!ok || j < 0 || j >= x.width) {
		j = lane;
		ok = false;
	}
	j = (j + x.lane0) & 31;
	return (struct lane_result){.d = {x.mask >> j & 1 ? word(&in->a, (unsigned)j, 0) : 0}, .words = 1, .p = {ok}};
}

static void
test_shfl(void **state)
{
	static const uint32_t limits[] = {0x1f, 0, 0x181f, 0x1c07, 0x1800, 0x1e01, 0x0f};

	(void)state;
	for (int i = 0; i < 2 * ROUNDS; i++) {
		struct inst in = instruction(&op_lanes);

		if (rnd() % 3)
			fill();
		else
			fill_narrow();
		in.a = reg(rnd() % REGS);
		in.b = rnd() % 2 ? imm(rnd() % 32) : reg(rnd() % REGS);
		in.c = rnd() % 4 ? imm(limits[rnd() % (sizeof limits / sizeof *limits)]) : reg(rnd() % REGS);
		in.f[F_mode] = rnd() % 4;
		in.pd[0] = rnd() % 2 ? 0 : PT;
		if (rnd() % 8 == 0)
			in.d = ISA_RZ;
		run(&in, isa_exec_shfl, lane_shfl);
	}
}

/* ---- uniform datapath ---- */
static void
want_uniform(unsigned d, uint32_t v)
{
	if (d != ISA_URZ && x.mask)
		before.u.r[d] = v;
}

static void
want_uniform_pred(unsigned pd, bool v)
{
	if (pd != PT && x.mask)
		before.u.p = (uint8_t)((before.u.p & ~(1 << pd)) | v << pd);
}

static bool
uniform_pred(unsigned ps)
{
	return (before.u.p >> (ps & 7) & 1) != ps >> 3;
}

static void
test_voteu(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst in = instruction(&op_ballot);
		bool all = true, any = false, none = true;
		uint32_t ballot = 0;

		if (rnd() % 2)
			fill();
		else
			fill_narrow();
		if (rnd() % 4 == 0)
			after.row.p[2] = before.row.p[2] = rnd() % 2 ? UINT32_MAX : 0;
		in.d = rnd() % 4 ? 5 : ISA_URZ;
		in.ps[0] = rnd() % 2 ? 2 : rnd() % 16;
		in.pd[0] = rnd() % 2 ? 1 : PT;
		in.f[F_mode] = rnd() % 3;
		for (unsigned l = 0; l < ISA_LANES; l++) {
			if (!(x.mask >> l & 1))
				continue;
			if (pred(in.ps[0], l)) {
				any = true;
				none = false;
				ballot |= 1u << (l - x.lane0);
			} else {
				all = false;
			}
		}
		want_uniform(in.d, ballot);
		want_uniform_pred(in.pd[0], in.f[F_mode] == 0 ? all : in.f[F_mode] == 1 ? any : all || none);
		isa_exec_voteu(&in, &x);
		expect_state();
	}
}

static uint64_t
uniform_addend(const struct isa_source *s, bool ext)
{
	const uint32_t v = word(s, 0, 0);

	return s->neg || s->inv ? (uint64_t)(uint32_t)~v + (s->neg && !ext) : v;
}

static void
test_uniform_sums(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst in = instruction(&op_uniform);
		uint64_t sum;
		uint32_t a, up;

		fill();
		in.d = rnd() % 8 ? 5 : ISA_URZ;
		in.a = any_uniform_source();
		in.b = any_uniform_source();
		in.c = any_uniform_source();
		in.f[F_x] = rnd() % 2;
		in.a.neg = !in.f[F_x] && rnd() % 2;
		in.b.inv = in.f[F_x] && rnd() % 2;
		in.ps[0] = rnd() % 16;
		in.ps[1] = rnd() % 16;
		in.pd[0] = rnd() % 2 ? 1 : PT;
		in.pd[1] = rnd() % 2 ? 4 : PT;
		sum = uniform_addend(&in.a, false) + uniform_addend(&in.b, false) + uniform_addend(&in.c, false);
		if (in.f[F_x])
			sum += (uint64_t)uniform_pred(in.ps[0]) + uniform_pred(in.ps[1]);
		want_uniform(in.d, (uint32_t)sum);
		want_uniform_pred(in.pd[0], sum >> 32 >= 1);
		want_uniform_pred(in.pd[1], sum >> 32 >= 2);
		isa_exec_uiadd3(&in, &x);
		expect_state();

		in.f[F_shift] = rnd() % 32;
		in.f[F_hi] = rnd() % 2;
		in.f[F_sx32] = in.f[F_hi] && rnd() % 2;
		in.pd[1] = PT;
		a = word(&in.a, 0, 0);
		up = in.f[F_sx32] ? (a >> 31 ? UINT32_MAX : 0) : word(&in.c, 0, 0);
		a = in.f[F_hi] ? (uint32_t)(((uint64_t)up << 32 | a) >> (32 - in.f[F_shift])) : a << in.f[F_shift];
		sum = (uint64_t)(in.a.neg ? ~a : a) + in.a.neg + uniform_addend(&in.b, false);
		sum += in.f[F_x] && uniform_pred(in.ps[0]);
		want_uniform(in.d, (uint32_t)sum);
		want_uniform_pred(in.pd[0], sum >> 32 != 0);
		isa_exec_ulea(&in, &x);
		expect_state();

		want_uniform(in.d, in.a.neg ? 0u - word(&in.a, 0, 0) : word(&in.a, 0, 0));
		isa_exec_umov(&in, &x);
		expect_state();
	}
}

/* ---- memory ---- */
static void
test_global(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		static const unsigned bytes[] = {1, 1, 2, 2, 4, 8, 16};
		struct inst in = instruction(&op_lanes);
		const unsigned size = rnd() % 7, words = (bytes[size] + 3) / 4;

		fill();
		in.a = rnd() % 8 ? reg(rnd() % (REGS / 2) * 2) : reg(ISA_RZ);
		in.b = rnd() % 8 ? reg(rnd() % (REGS / 4) * 4) : reg(ISA_RZ);
		in.f[F_e] = rnd() % 4 != 0;
		in.f[F_size] = (uint8_t)size;
		in.displacement = (int32_t)(rnd() << 8) >> 8;
		memset(&memory, 0xa5, sizeof memory);
		isa_exec_stg(&in, &x);
		expect_state();
		assert_int_equal(memory.kind, MEM_STORE);
		assert_int_equal(memory.space, MEM_GLOBAL);
		assert_int_equal(memory.bytes, bytes[size]);
		assert_int_equal(memory.mask, x.mask);
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint64_t high = in.f[F_e] ? word(&in.a, l, 1) : 0;

			if (!(x.mask >> l & 1))
				continue;
			assert_int_equal(memory.address[l], (high << 32 | word(&in.a, l, 0)) + (uint64_t)(int64_t)in.displacement);
			for (unsigned w = 0; w < words; w++)
				assert_int_equal(memory.data[w][l], word(&in.b, l, w));
		}
		isa_write_back(&in, &x);
		expect_state();

		memset(&memory, 0, sizeof memory);
		in.d = rnd() % 8 ? rnd() % (REGS / 4) * 4 : ISA_RZ;
		isa_exec_ldg(&in, &x);
		expect_state();
		assert_int_equal(memory.kind, MEM_LOAD);
		assert_int_equal(memory.sign, size == 1 || size == 3);
		for (unsigned w = 0; w < 4; w++)
			for (unsigned l = 0; l < ISA_LANES; l++)
				memory.data[w][l] = rnd();
		/* what comes back is for the lanes of then */
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned w = 0; w < words; w++)
				want(in.d == ISA_RZ ? ISA_RZ : in.d + w, l, memory.data[w][l]);
		x.mask = rnd();
		isa_write_back(&in, &x);
		expect_state();
	}
}

static void
test_shared(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		static const unsigned factor[] = {1, 4, 8, 16};
		struct inst in = instruction(&op_atoms);
		const unsigned scale = rnd() % 4 ? 0 : rnd() % 4;
		uint32_t base;

		fill();
		block.shared_base = rnd() % 2 ? 0 : 0x01000000;
		in.a = rnd() % 4 ? reg(rnd() % REGS) : reg(ISA_RZ);
		in.b = reg(rnd() % (REGS / 4) * 4);
		if (rnd() % 2)
			in.c = ureg(rnd() % 4 ? rnd() % 60 : ISA_URZ);
		in.f[F_scale] = (uint8_t)scale;
		in.f[F_size] = 4 + rnd() % 3;
		in.displacement = (int32_t)(rnd() << 8) >> 8;
		base = (in.c.kind == SRC_UREG ? word(&in.c, 0, 0) : 0) + (uint32_t)in.displacement - block.shared_base;
		isa_exec_lds(&in, &x);
		assert_int_equal(memory.kind, MEM_LOAD);
		assert_int_equal(memory.space, MEM_SHARED);
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (x.mask >> l & 1)
				assert_int_equal(memory.address[l], (uint32_t)(word(&in.a, l, 0) * factor[scale] + base));
		isa_exec_sts(&in, &x);
		assert_int_equal(memory.kind, MEM_STORE);
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (x.mask >> l & 1)
				assert_int_equal(memory.data[in.f[F_size] - 4][l], word(&in.b, l, in.f[F_size] - 4u));
		in.f[F_size] = 0;
		in.f[F_mode] = rnd() % 9;
		in.f[F_type] = rnd() % 3;
		isa_exec_atoms(&in, &x);
		assert_int_equal(memory.kind, MEM_ATOMIC);
		assert_int_equal(memory.atomic, in.f[F_mode]);
		assert_int_equal(memory.bytes, in.f[F_type] == 2 ? 8 : 4);
		assert_int_equal(memory.sign, in.f[F_type] == 1);
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (x.mask >> l & 1)
				assert_int_equal(memory.data[in.f[F_type] == 2][l], word(&in.b, l, in.f[F_type] == 2));
		expect_state();
		in.f[F_mode] = 10;
		in.f[F_type] = 0;
		isa_exec_atoms(&in, &x);
		assert_int_equal(memory.atomic, ATOM_ADD);
		for (unsigned l = 0; l < ISA_LANES; l++)
			assert_int_equal(memory.data[0][l], 1);
		expect_state();
	}
}

static void
test_compare_and_swap(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct inst in = instruction(&op_cas);
		const bool wide = rnd() % 2, cast = rnd() % 2;
		const unsigned words = wide ? 2 : 1;

		fill();
		in.a = reg(0);
		in.b = reg(2);
		in.c = reg(4);
		in.d = 4;
		in.f[F_mode] = ATOM_CAS;
		in.f[F_type] = wide ? 2 : 0;
		in.f[F_cast] = cast ? 3 : 0;
		isa_exec_atoms(&in, &x);
		assert_int_equal(memory.atomic, ATOM_CAS);
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned w = 0; w < words && x.mask >> l & 1; w++) {
				assert_int_equal(memory.data[w][l], before.r[2 + w][l]);
				assert_int_equal(memory.data[words + w][l], before.r[4 + w][l]);
			}
		for (unsigned l = 0; l < ISA_LANES; l++) {
			bool same = rnd() % 2;

			if (!same)
				memory.data[rnd() % words][l] ^= 1u << rnd() % 32;
			for (unsigned w = 0; w < words; w++)
				want(4 + w, l, cast ? w == 0 && same : memory.data[w][l]);
		}
		isa_write_back(&in, &x);
		expect_state();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_guard),        cmocka_unit_test(test_special),
		cmocka_unit_test(test_constants),    cmocka_unit_test(test_constant_faults),
		cmocka_unit_test(test_shfl),         cmocka_unit_test(test_voteu),
		cmocka_unit_test(test_uniform_sums), cmocka_unit_test(test_global),
		cmocka_unit_test(test_shared),       cmocka_unit_test(test_compare_and_swap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
