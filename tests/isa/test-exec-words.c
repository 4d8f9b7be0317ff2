/* Words of sm_90 machine code, decoded and executed: operands, results and predicates of known answers. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/isa/exec-machine.h"

/* Register n of every lane is v before (R0 only as the first entry; an entry of zeros is none); after, register d is `want` and predicates are p. */
struct known {
	const char *text;
	uint64_t lo, hi;
	struct {
		uint8_t n;
		uint32_t v;
	} r[4];
	uint8_t before; /* bit i: Pi; UPi alike */
	uint8_t d;      /* register, ISA_RZ none */
	uint32_t want;
	uint8_t after; /* bit i: Pi */
};

/* Uniform registers: URn is 0x1000 + n; constants: the word at offset n is n. */
static const struct known cases[] = {
	{"IADD3 R22, -R19, -0x2, -R8", 0xfffffffe13167810, 0x000fc80007ffe908, {{19, 5}, {8, 7}}, 0, 22, 0u - 14, 0},
	{"IADD3 R4, P0, P1, -R7, R4, R2", 0x0000000407047210, 0x000fe4000791e102, {{7, 1}, {4, 1}, {2, 0}}, 0, 4, 0, 1},
	{"IADD3 R4, P0, P1, -R7, R4, R2", 0x0000000407047210, 0x000fe4000791e102, {{7, 0}, {4, ~0u}, {2, 1}}, 0, 4, 0, 3},
	{"IADD3.X R35, R5, R4, ~R19, P3, P4", 0x0000000405237210, 0x000fe40001fe8c13, {{5, 1}, {4, 2}, {19, 1}}, 0x18, 35, 3, 0x18},
	{"IADD3 R3, P2, P3, -R3, UR7, R4", 0x0000000703037c10, 0x000fe4000fb5e104, {{3, 7}, {4, 0}}, 0, 3, 0x1000, 4},
	{"IMAD R19, R19, 0xe0, RZ", 0x000000e013137824, 0x000fe400078e02ff, {{19, 3}}, 0, 19, 672, 0},
	{"IMAD R18, R19, R10, -R18", 0x0000000a13127224, 0x001fca00078e0a12, {{19, 3}, {10, 4}, {18, 2}}, 0, 18, 10, 0},
	{"IMAD R23, RZ, RZ, -UR8", 0x80000008ff177e24, 0x000fe2000f8e02ff, {{0, 0}}, 0, 23, 0u - 0x1008, 0},
	{"IMAD.X R8, RZ, RZ, ~R21, P0", 0x000000ffff087224, 0x000fd000000e0e15, {{21, 1}}, 1, 8, 0xffffffff, 1},
	{"IMAD.HI R4, R3, 0x55555556, RZ", 0x5555555603047827, 0x000fc800078e02ff, {{3, 100}}, 0, 4, 33, 0},
	{"IMAD.HI.U32 R9, R7, R13, R6",
	 0x0000000d07097227,
	 0x002fe200078e0006,
	 {{7, 1u << 31}, {13, 6}, {6, 0}},
	 0,
	 9,
	 0x80000003,
	 0},
	{"IMAD.WIDE R4, R5, R0, R2", 0x0000000005047225, 0x002fc600078e0202, {{0, 1}, {5, ~0u}, {2, 1}, {3, 5}}, 0, 5, 5, 0},
	{"IMAD.WIDE.U32 R12, P3, R10, R23, R12",
	 0x000000170a0c7225,
	 0x000fc8000786000c,
	 {{10, ~0u}, {23, 1}, {12, 1}, {13, ~0u}},
	 0,
	 13,
	 0,
	 8},
	{"ISETP.GE.U32.AND.EX P1, PT, R4, RZ, PT, P1", 0x000000ff0400720c, 0x000fc40003f26110, {{4, 0}}, 0, ISA_RZ, 0, 0},
	{"ISETP.LT.AND P0, PT, R3, 0x10, !P0", 0x000000100300780c, 0x002fda0004701270, {{3, ~0u}}, 0, ISA_RZ, 0, 1},
	{"ISETP.GT.U32.XOR P1, PT, R12, R15, P0", 0x0000000f0c00720c, 0x000fc40000724870, {{12, ~0u}, {15, 1}}, 1, ISA_RZ, 0, 1},
	{"LEA R8, P0, R13, 0x4, 0x1", 0x000000040d087811, 0x040fe200078008ff, {{13, 0x7ffffffe}}, 0, 8, 0, 1},
	{"LEA.HI R2, R3, R25, RZ, 0x1d", 0x0000001903027211, 0x000fc800078fe8ff, {{3, 80}, {25, 1}}, 0, 2, 11, 0},
	{"LEA.HI.X.SX32 R18, R37, R4, 0x1, P4", 0x0000000425127211, 0x000fc400020f0eff, {{37, ~0u}, {4, 9}}, 0x10, 18, 9, 0x10},
	{"LOP3.LUT P1, RZ, R0, R15, R7, 0xf8, !PT",
	 0x0000000f00ff7212,
	 0x000fe4000782f807,
	 {{0, 0}, {15, 2}, {7, 1}},
	 2,
	 ISA_RZ,
	 0,
	 0},
	{"LOP3.LUT R0, R3, 0x80000000, R0, 0x48, !PT",
	 0x8000000003007812,
	 0x000fc800078e4800,
	 {{0, 1u << 31}, {3, ~0u}},
	 0,
	 0,
	 0,
	 0},
	{"MOV R7, UR5", 0x0000000500077c02, 0x000fe20008000f00, {{0, 0}}, 0, 7, 0x1005, 0},
	{"I2F.F16.S16 R8, R4.H1", 0x1000000400087306, 0x000e620000100c00, {{4, 0xfffe0007}}, 0, 8, 0xc000, 0},
	{"F2I.S16.F16.TRUNC.NTZ R9, R0.H1", 0x1000000000097305, 0x000e62000010e900, {{0, 0xc2493c00}}, 0, 9, 0xfffffffd, 0},
	{"FRND.F16 R8, -|R94.H1|", 0xd000005e00087307, 0x000e220000100800, {{94, 0xc2490000}}, 0, 8, 0xc200, 0},
	{"F2F.F32.BF16 R10, R0.H1", 0x10000000000a7304, 0x000e220000401000, {{0, 0x40490001}}, 0, 10, 0x40490000, 0},
	{"POPC R14, R13", 0x0000000d000e7309, 0x000e220000000000, {{13, 0xf0f00001}}, 0, 14, 9, 0},
	{"FLO.U32 R53, R24", 0x0000001800357300, 0x001e2400000e0000, {{24, 0x00400001}}, 0, 53, 22, 0},
	{"FLO.U32.SH R4, R4", 0x0000000400047300, 0x001e2400000e0400, {{4, 0x00400001}}, 0, 4, 9, 0},
	{"SHF.L.U64.HI R25, R2, 0x2, R5", 0x0000000202197819, 0x000fe20000010205, {{2, 3u << 30}, {5, 1}}, 0, 25, 7, 0},
	{"SHF.R.S32.HI R7, RZ, 0x1, R7", 0x00000001ff077819, 0x000fc80000011407, {{7, 0u - 7}}, 0, 7, 0u - 4, 0},
	{"SHF.L.W.U32.HI R7, R9, 0x1b, R6", 0x0000001b09077819, 0x000fe40000010e06, {{9, 0x20}, {6, 0}}, 0, 7, 1, 0},
	{"SHF.R.U64 R9, R9, 0xa, R10", 0x0000000a09097819, 0x000fe4000000120a, {{9, 0x400}, {10, 1}}, 0, 9, 0x00400001, 0},
	{"FADD R58, -R17, R58", 0x0000003a113a7221, 0x000fe20000000100, {{17, 0x3f800000}, {58, 0x40000000}}, 0, 58, 0x3f800000, 0},
	{"FADD R3, R3, 0.5", 0x3f00000003037421, 0x000fe40000000000, {{3, 0x7fc12345}}, 0, 3, 0x7fffffff, 0},
	{"FADD.RZ R7, R7, R6", 0x0000000607077221, 0x000fc8000000c000, {{7, 0x3f800000}, {6, 0x80000001}}, 0, 7, 0x3f7fffff, 0},
	/* which of two: 7 above 3 against 5 above 9, signed */
	{"VIMNMX.S16x2 R22, P2, P3, R4, R23, PT",
	 0x0000001704167248,
	 0x000fe40003b40300,
	 {{4, 0x00070003}, {23, 0x00050009}},
	 0,
	 22,
	 0x00050003,
	 4},
	/* upper halves: 3.5, 65535 and -2 above 1 */
	{"F2I.F16.NTZ R23, R3.H1", 0x1000000300177305, 0x000e300000103100, {{3, 0x43003c00}}, 0, 23, 4, 0},
	{"I2F.S16 R17, R3.H1", 0x1000000300117306, 0x000ee20000101400, {{3, 0xfffe0001}}, 0, 17, 0xc0000000, 0},
	{"I2F.U16 R16, R3.H1", 0x1000000300107306, 0x000ea40000101000, {{3, 0xffff0001}}, 0, 16, 0x477fff00, 0},
	{"FRND.F16.FLOOR R8, R3.H1", 0x1000000300087307, 0x000ea20000104800, {{3, 0x43003c00}}, 0, 8, 0x4200, 0},
	{"F2F.BF16.F16 R27, R3.H1", 0x10000003001b7304, 0x000e220000102000, {{3, 0x43003c00}}, 0, 27, 0x4060, 0},
	/* (2 + 3i) (1 + 4i) without the part of 2, on 5: 5 - 3 * 4 and 0 + 3 * 1 */
	{"HFMA2 R25, R20.H1_H1, R21.H0_NH1, R5",
	 0x0000001514197231,
	 0x000fc80000400c05,
	 {{20, 0x42004000}, {21, 0x44003c00}, {5, 0x00004500}},
	 0,
	 25,
	 0x4200c700,
	 0},
	{"HFMA2.MMA R0, -RZ, RZ, -0.0 , 0", 0x80000000ff007435, 0x000fe200000001ff, {{1, 0}}, 0, 0, 0x80000000, 0},
	{"HFMA2.MMA R10, -RZ, RZ, 0, 4.76837158203125e-07", 0x00000008ff0a7435, 0x000fe200000001ff, {{1, 0}}, 0, 10, 8, 0},
	{"HFMA2.MMA R29, R13, 1, 1, R17",
	 0x3c003c000d1d7835,
	 0x004fe20000000011,
	 {{13, 0x3c004000}, {17, 0x3c00c000}},
	 0,
	 29,
	 0x40000000,
	 0},
	{"LDC R1, c[0x0][0x28]", 0x00000a00ff017b82, 0x000fe20000000800, {{0, 0}}, 0, 1, 0x28, 0},
	{"S2R R16, SR_LTMASK", 0x0000000000107919, 0x000e620000003900, {{0, 0}}, 0, 16, 0, 0},
	{"SHFL.IDX PT, R53, R53, 0x1f, 0x1f",
	 0x03e01f0035357f89,
	 0x000fe400000e0000,
	 {{53, 4}},
	 0,
	 53,
	 0,
	 0}, /* lane 31 takes no part */
	{"DSETP.MAX.AND P0, PT, R4, R6, !P2",
	 0x000000060400722a,
	 0x000fde000570f000,
	 {{4, 1}, {5, 0x3ff00000}, {6, 1}, {7, 0x3ff00000}},
	 1,
	 ISA_RZ,
	 0,
	 0}, /* of equal ones not a */
	{"DFMA.RM R16, |R4|, -R6, -R8",
	 0x800000060410722b,
	 0x000fde0000004a08,
	 {{5, 0x000fffff}, {7, 0x40040000}, {8, 0xc0000000}, {9, 0x8023fffe}},
	 0,
	 17,
	 0x80000000,
	 0}, /* exactly 0 */
	{"VIADD R25, R7, -UR7", 0x8000000707197c36, 0x000fe20008000000, {{7, 0x1008}}, 0, 25, 1, 0},
};

static uint32_t registers[ISA_REGS - 1][ISA_LANES];

static void
prepare(const struct known *k)
{
	fill();
	memset(registers, 0, sizeof registers);
	after.row.r = registers;
	for (unsigned i = 0; i < BANK_BYTES; i += 4)
		memcpy(bank0 + i, &i, 4);
	for (unsigned i = 0; i < ISA_URZ; i++)
		after.u.r[i] = 0x1000 + i;
	for (unsigned i = 0; i < ISA_PT; i++)
		after.row.p[i] = k->before >> i & 1 ? UINT32_MAX : 0;
	for (unsigned i = 0; i < 4; i++)
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (i == 0 || k->r[i].n)
				registers[k->r[i].n][l] = k->r[i].v;
	x.active = x.mask = 1; /* one lane, the first: lane masks are known */
}

static void
test_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct known *k = &cases[i];
		struct inst in;

		assert_true(isa_decode(k->lo, k->hi, 0, 90, &in));
		prepare(k);
		x.mask = isa_guard(&in, &x);
		in.op->exec(&in, &x);
		assert_null(x.fault);
		if (k->d != ISA_RZ && registers[k->d][0] != k->want)
			fail_msg("%s: R%u is 0x%x, not 0x%x", k->text, k->d, registers[k->d][0], k->want);
		for (unsigned p = 0; p < ISA_PT; p++)
			if ((after.row.p[p] & 1) != (k->after >> p & 1u))
				fail_msg("%s: P%u is %u", k->text, p, after.row.p[p] & 1);
	}
}

/* Uniform operations of the machine code that aggregates a warp's atomics. */
static void
test_uniform_words(void **state)
{
	static const struct {
		uint64_t lo, hi;
		uint32_t want;
		uint8_t d;
	} words[] = {
		{0x0000000000067886, 0x000fe400038e0100, 0x15, 6},                     /* VOTEU.ANY UR6, UPT, PT */
		{0x0000000405047291, 0x001fcc000f8ec03f, 0x1004 + (0x1005u << 24), 4}, /* ULEA UR4, UR5, UR4, 0x18 */
		{0x0000000407047290, 0x000fc8000fffe806, 0x1005, 4},                   /* UIADD3 UR4, UR7, UR4, -UR6 */
		{0x0000040000047882, 0x000fe40000000000, 0x400, 4},                    /* UMOV UR4, 0x400 */
		{0x00000a0000067ab9, 0x000fe20000000a00, 0x28, 6},                     /* ULDC.64 UR6, c[0x0][0x28] */
		{0x00000000000579c3, 0x000ea20000008800, 0, 5},                        /* S2UR UR5, SR_CgaCtaId */
		{0x000000ff3e3e7883, 0x000fc80008003000, 0x2500103e, 62},              /* UP2UR.B3 UR62, UPR, UR62, 0xff */
		{0x000000013f357883, 0x000fe40008000000, 1, 53},                       /* UP2UR UR53, UPR, URZ, 0x1 */
	};

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct inst in;

		assert_true(isa_decode(words[i].lo, words[i].hi, 0, 90, &in));
		prepare(&cases[0]);
		x.active = 0x15;
		x.mask = isa_guard(&in, &x);
		assert_int_equal(x.mask, 0x15);
		after.u.p = 0x80 | 0x25;
		in.op->exec(&in, &x);
		assert_null(x.fault);
		assert_int_equal(after.u.r[words[i].d], words[i].want);
	}
}

/* Uniform predicates from a register: those that the mask names. */
static void
test_uniform_predicates(void **state)
{
	struct inst in;

	(void)state;
	prepare(&cases[0]);
	assert_true(isa_decode(0x0000000e1f007884, 0x0008660008000000, 0, 90, &in)); /* UR2UP UPR, UR31, 0xe */
	after.u.r[31] = 0x0000004a;
	after.u.p = 0x80 | 0x45;
	x.active = x.mask = 1;
	in.op->exec(&in, &x);
	assert_int_equal(after.u.p, 0x80 | 0x4b);
	assert_true(isa_decode(0x0200000036007884, 0x0009e40008002000, 0, 90, &in));
	assert_int_equal(in.a.part, ISA_BYTE0 + 2); /* UR2UP UPR, UR54.B2, 0x2000000 */
}

/* Addresses and data of requests. */
static void
test_memory_words(void **state)
{
	struct inst in;

	(void)state;
	prepare(&cases[0]);
	assert_true(isa_decode(0x0001000408038984, 0x000ea40008000800, 0, 90, &in)); /* @!P0 LDS R3, [R8+UR4+0x100] */
	registers[8][0] = 0x20;
	x.mask = isa_guard(&in, &x);
	assert_int_equal(x.mask, 1);
	in.op->exec(&in, &x);
	assert_int_equal(memory.address[0], 0x20 + 0x1004 + 0x100);
	assert_int_equal(memory.kind, MEM_LOAD);
	assert_int_equal(memory.bytes, 4);
	memory.data[0][0] = 77;
	isa_write_back(&in, &x);
	assert_int_equal(registers[3][0], 77);

	assert_true(isa_decode(0x0084007c09009988, 0x000fe20008000804, 0, 90, &in)); /* @!P1 STS [R9+UR4+0x8400], R124 */
	registers[9][0] = 0x10;
	registers[124][0] = 5;
	in.op->exec(&in, &x);
	assert_int_equal(memory.address[0], 0x10 + 0x1004 + 0x8400);
	assert_int_equal(memory.data[0][0], 5);

	assert_true(isa_decode(0xec78000a02047981, 0x000ea8000c1e1b00, 0, 90, &in)); /* LDG.E.64 R4, desc[UR10][R2.64+-0x138800] */
	registers[2][0] = 0x100000;
	registers[3][0] = 3;
	in.op->exec(&in, &x);
	assert_int_equal(memory.address[0], UINT64_C(0x300100000) - 0x138800);
	assert_int_equal(memory.bytes, 8);

	assert_true(isa_decode(0x1388000408007986, 0x0003e8000c101d04, 0, 90, &in)); /* STG.E.128 desc[UR4][R8.64+0x138800], R4 */
	for (unsigned w = 0; w < 4; w++)
		registers[4 + w][0] = 100 + w;
	in.op->exec(&in, &x);
	assert_int_equal(memory.bytes, 16);
	assert_int_equal(memory.data[3][0], 103);

	assert_true(isa_decode(0x00000000ffff798c, 0x0001f2000c000008, 0, 90, &in)); /* ATOMS.EXCH RZ, [UR8], R0 */
	registers[0][0] = 9;
	in.op->exec(&in, &x);
	assert_int_equal(memory.atomic, ATOM_EXCH);
	assert_int_equal(memory.address[0], 0x1008);
	assert_int_equal(memory.data[0][0], 9);

	assert_true(isa_decode(0x0000000021ff7f8c, 0x0001f2000d80003f, 0, 90, &in)); /* ATOMS.POPC.INC.32 RZ, [R33+URZ] */
	in.op->exec(&in, &x);
	assert_int_equal(memory.atomic, ATOM_ADD);
	assert_int_equal(memory.data[0][0], 1);

	assert_true(isa_decode(0x000000080d0a738d, 0x000e24000180040a, 0, 90, &in)); /* ATOMS.CAST.SPIN.64 R10, [R13], R8, R10 */
	registers[8][0] = 1;
	registers[9][0] = 2;
	registers[10][0] = 3;
	registers[11][0] = 4;
	in.op->exec(&in, &x);
	assert_int_equal(memory.atomic, ATOM_CAS);
	assert_int_equal(memory.bytes, 8);
	for (unsigned w = 0; w < 4; w++)
		assert_int_equal(memory.data[w][0], 1 + w);
	isa_write_back(&in, &x);
	assert_int_equal(registers[10][0], 1);
	assert_int_equal(registers[11][0], 0);
	assert_null(x.fault);
}

/* Upper halves of tokens, of a barrier of five arrivals. An H200 gives the same (workloads/general/barriers.cu, tokens). */
static void
test_barrier(void **state)
{
	static const struct {
		uint32_t arrivals, bytes;
		bool drop;
		uint32_t token; /* where something arrives */
	} step[] = {
		{1, 0, false, 0x7fffd800}, /* five are pending */
		{2, 0, false, 0x7fffe000}, {1, 0, false, 0x7ffff000},
		{0, 48, false, 0},         {1, 0, false, 0x7ffffbff}, /* one, and 48 bytes, in units that are cut off */
		{0, 0u - 16, false, 0},                               /* nothing is pending but bytes: still the same phase */
		{0, 0u - 32, false, 0},    {1, 0, true, 0xffffd800},  /* the next phase, of five again; later ones of four */
		{4, 0, false, 0xffffe000}, {1, 0, false, 0x7fffe000},
	};
	uint64_t word = UINT64_C(0x7fffd800001ffff6);

	(void)state;
	for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
		if (step[i].arrivals)
			assert_int_equal(word >> 32, step[i].token);
		word = isa_barrier_arrive(word, step[i].arrivals, step[i].bytes, step[i].drop);
	}
	assert_int_equal(word >> 32, 0x7fffe800);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_uniform_words),
		cmocka_unit_test(test_uniform_predicates),
		cmocka_unit_test(test_memory_words),
		cmocka_unit_test(test_barrier),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
