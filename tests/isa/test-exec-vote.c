/* What lanes tell each other in warps narrower than 32, requests of global atomics, local and generic memory, and what control flow
 * through registers decodes to. Arithmetic is held against the hardware in test-exec-device.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/isa/exec-machine.h"

/* The group's lanes in a warp of 8 or 16 lanes, or of 32. */
static void
narrow(void)
{
	static const uint8_t widths[] = {8, 16, 32};

	x.width = widths[rnd() % 3];
	x.lane0 = (uint8_t)(rnd() % (32 / x.width) * x.width);
	x.active &= (x.width < 32 ? (1u << x.width) - 1 : UINT32_MAX) << x.lane0;
	x.mask &= x.active;
}

static void
test_vote(void **state)
{
	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct inst in = instruction(NULL);
		unsigned yes = 0, voters = 0, ballot = 0;
		bool result;

		fill();
		narrow();
		in.f[F_mode] = (uint8_t)(rnd() % 3);
		in.pd[0] = (uint8_t)(rnd() % 8);
		in.ps[0] = (uint8_t)(rnd() % 16);
		for (unsigned l = x.lane0; l < x.lane0 + x.width; l++)
			if (x.mask >> l & 1) {
				voters++;
				yes += pred(in.ps[0], l);
				ballot |= (unsigned)pred(in.ps[0], l) << (l - x.lane0);
			}
		result = in.f[F_mode] == 0 ? yes == voters : in.f[F_mode] == 1 ? yes > 0 : yes == 0 || yes == voters;
		for (unsigned l = 0; l < ISA_LANES; l++) {
			want(in.d, l, ballot);
			want_pred(in.pd[0], l, result);
		}
		isa_exec_vote(&in, &x);
		expect_state();
	}
}

static void
test_match(void **state)
{
	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct inst in = instruction(NULL);
		bool all = true;

		fill();
		for (unsigned l = 0; l < ISA_LANES; l++)
			after.r[4][l] = before.r[4][l] = rnd() % 4 ? 7 : rnd() % 3;
		for (unsigned l = 0; l < ISA_LANES; l++)
			after.r[5][l] = before.r[5][l] = rnd() % 8 == 0;
		narrow();
		in.a = reg(4);
		in.f[F_wide] = rnd() % 2;
		in.f[F_mode] = rnd() % 2; /* 0 .ALL */
		in.pd[0] = in.f[F_mode] ? PT : (uint8_t)(rnd() % 8);
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned k = 0; k < ISA_LANES; k++)
				if (x.mask >> l & x.mask >> k & 1)
					all = all && before.r[4][l] == before.r[4][k] &&
					      (!in.f[F_wide] || before.r[5][l] == before.r[5][k]);
		for (unsigned l = 0; l < ISA_LANES; l++) {
			uint32_t same = 0;

			for (unsigned k = x.lane0; k < x.lane0 + x.width; k++)
				if (x.mask >> k & 1 && after.r[4][l] == after.r[4][k] &&
				    (!in.f[F_wide] || after.r[5][l] == after.r[5][k]))
					same |= 1u << (k - x.lane0);
			want(in.d, l, in.f[F_mode] ? same : all ? x.mask >> x.lane0 : 0);
			want_pred(in.pd[0], l, all);
		}
		isa_exec_match(&in, &x);
		expect_state();
	}
}

static void
test_redux(void **state)
{
	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct inst in = instruction(NULL);
		const unsigned mode = rnd() % 6;
		bool first = true;
		uint32_t v = 0;

		fill();
		narrow();
		in.a = reg(6);
		in.d = 12;
		in.f[F_mode] = (uint8_t)mode;
		in.f[F_sgn] = rnd() % 2;
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint32_t a = before.r[6][l];
			const bool less = in.f[F_sgn] ? (int32_t)a < (int32_t)v : a < v;

			if (!(x.mask >> l & 1))
				continue;
			if (first)
				v = a;
			else
				v = mode == 0   ? v & a
				    : mode == 1 ? v | a
				    : mode == 2 ? v ^ a
				    : mode == 3 ? v + a
				    : mode == 4 ? (less ? a : v)
						: (less ? v : a);
			first = false;
		}
		if (!first)
			before.u.r[12] = v;
		isa_exec_redux(&in, &x);
		expect_state();
	}
}

/* ---- words ---- */
static struct inst
decoded(uint64_t lo, uint64_t hi)
{
	struct inst in;

	assert_true(isa_decode(lo, hi, 0xa00, 90, &in));
	return in;
}

static struct mem_request
requested(uint64_t lo, uint64_t hi)
{
	const struct inst in = decoded(lo, hi);

	fill();
	x.active = x.mask = UINT32_MAX;
	for (unsigned l = 0; l < ISA_LANES; l++) {
		after.r[2][l] = 0x1000 + 16 * l;
		after.r[3][l] = 5;
	}
	in.op->exec(&in, &x);
	assert_null(x.fault);
	return memory;
}

static void
test_atomics(void **state)
{
	struct mem_request m = requested(0x000004050200798e, 0x000fe2000c10e186); /* REDG.E.ADD [R2.64+0x4], R5 */

	(void)state;
	assert_int_equal(m.space, MEM_GLOBAL);
	assert_int_equal(m.kind, MEM_ATOMIC);
	assert_int_equal(m.atomic, ATOM_ADD);
	assert_int_equal(m.bytes, 4);
	assert_false(m.sign);
	assert_true(m.address[3] == UINT64_C(0x500001034));
	assert_int_equal(m.data[0][7], after.r[5][7]);
	m = requested(0x000000040200798e, 0x001fe2000c90e396); /* REDG.E.MIN.S32 [R2.64], R4 */
	assert_int_equal(m.atomic, ATOM_MIN);
	assert_true(m.sign);
	m = requested(0x000000120200798e, 0x0001e4000c10e590); /* REDG.E.ADD.64 [R2.64], R18 */
	assert_int_equal(m.bytes, 8);
	assert_int_equal(m.data[1][9], after.r[19][9]);
	m = requested(0x00000004020079a6, 0x0011f4000c10ff84); /* REDG.E.ADD.F64.RN [R2.64], R4 */
	assert_int_equal(m.atomic, ATOM_FADD);
	assert_int_equal(m.bytes, 8);
	assert_false(m.sign);
	assert_false(m.ftz);
	m = requested(0x00000005020079a6, 0x0001ec000c10f384); /* REDG.E.ADD.F32.FTZ.RN [R2.64], R5 */
	assert_int_equal(m.bytes, 4);
	assert_true(m.ftz);
	m = requested(0x00000016021073a9, 0x000ea400001ee114); /* ATOMG.E.CAS R16, [R2], R22, R20 */
	assert_int_equal(m.atomic, ATOM_CAS);
	assert_int_equal(m.data[0][1], after.r[22][1]);
	assert_int_equal(m.data[1][1], after.r[20][1]);
}

static void
test_float_atomics(void **state)
{
	const uint32_t one = 0x3f800000, two = 0x40000000, minus = 0x80000000, tiny = 1, nan = 0x7fc00000;

	(void)state;
	assert_true(isa_atomic_float(ATOM_FADD, 4, false, one, one) == two);
	assert_true(isa_atomic_float(ATOM_FADD, 4, true, tiny, tiny) == 0);
	assert_true(isa_atomic_float(ATOM_FADD, 4, false, tiny, tiny) == 2);
	assert_true(isa_atomic_float(ATOM_FADD, 4, false, nan, one) == 0x7fffffff);
	assert_true(isa_atomic_float(ATOM_FMIN, 4, false, one, two) == one);
	assert_true(isa_atomic_float(ATOM_FMAX, 4, false, one, two) == two);
	assert_true(isa_atomic_float(ATOM_FMIN, 4, false, nan, two) == two);
	assert_true(isa_atomic_float(ATOM_FMAX, 4, false, minus, 0) == 0);
	assert_true(isa_atomic_float(ATOM_FMIN, 4, false, 0, minus) == minus);
	assert_true(isa_atomic_float(ATOM_FADD, 8, false, UINT64_C(1023) << 52, UINT64_C(1023) << 52) == UINT64_C(1024) << 52);
	assert_true(isa_atomic_float(ATOM_FMAX, 8, false, UINT64_C(1023) << 52, UINT64_C(1024) << 52) == UINT64_C(1024) << 52);
}

static void
test_other_memory(void **state)
{
	struct mem_request m = requested(0x0000181702007387, 0x000fe80000100800); /* STL [R2+0x18], R23 */

	(void)state;
	assert_int_equal(m.space, MEM_LOCAL);
	assert_int_equal(m.kind, MEM_STORE);
	assert_true(m.address[2] == 0x1038);
	m = requested(0x0000400402047980, 0x000ea8000c101d00); /* LD.E.128 R4, desc[UR4][R2.64+0x40] */
	assert_int_equal(m.space, MEM_GENERIC);
	assert_int_equal(m.kind, MEM_LOAD);
	assert_int_equal(m.bytes, 16);
	assert_true(m.address[0] == UINT64_C(0x500001040));
}

static void
test_flow(void **state)
{
	struct inst in = decoded(0xfffffff4027c7949, 0x000fea000383ffff); /* BRX R2 -0xa10, at 0xa00 */

	(void)state;
	assert_int_equal(in.op->flow, FLOW_BRX);
	assert_int_equal(in.target, 0);
	assert_int_equal(in.a.index, 2);
	assert_int_equal(in.na, 2);
	in = decoded(0x0000000002007343, 0x003fea0003c00000); /* CALL.ABS.NOINC R2 */
	assert_int_equal(in.op->flow, FLOW_CALL);
	assert_true(in.f[F_absolute] && in.f[F_noinc]);
	in = decoded(0x0000001800307944, 0x000fea0003c00000); /* CALL.REL.NOINC */
	assert_int_equal(in.a.kind, SRC_NONE);
	assert_int_equal(in.target, 0xa00 + 0x10 + 0x18c0);
	in = decoded(0xfffffff4047c7950, 0x000fea0003c3ffff); /* RET.REL.NODEC R4 0x0 */
	assert_int_equal(in.op->flow, FLOW_RET);
	assert_int_equal(in.target, 0);
	assert_int_equal(in.a.index, 4);
	in = decoded(0x0000000008187355, 0x001e2a0000100000); /* BMOV.32.CLEAR R24, B8 */
	assert_int_equal(in.op->flow, FLOW_BMOV);
	assert_int_equal(in.barrier, 8);
	assert_int_equal(in.d, 24);
	assert_true(in.f[F_clear] && !in.f[F_store]);
	in = decoded(0x0000001606007356, 0x0003ea0000000000); /* BMOV.32 B6, R22 */
	assert_int_equal(in.barrier, 6);
	assert_int_equal(in.a.index, 22);
	assert_true(in.f[F_store]);
	in = decoded(0x000000000000781c, 0x000fc800037ce170); /* PLOP3.LUT P6, PT, P6, PT, PT, 0x8, 0x0 */
	assert_int_equal(in.f[F_lut], 8);
	assert_int_equal(in.ps[2], PT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vote),          cmocka_unit_test(test_match),        cmocka_unit_test(test_redux),
		cmocka_unit_test(test_atomics),       cmocka_unit_test(test_other_memory), cmocka_unit_test(test_flow),
		cmocka_unit_test(test_float_atomics),
	};

	return cmocka_run_group_tests_name("votes, atomics, calls", tests, NULL, NULL);
}
