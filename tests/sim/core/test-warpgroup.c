/* test-warpgroup.c: matrix instructions of a group of warps on machine `tiny`, and the registers that warps hand on to each other: what is blocked at
 * N - 1 is ready at N. What the instructions compute is in tests/isa/test-exec-gmma.c. */
#include "tests/helpers/asm.h"
#include "tests/helpers/unit.h"

/* With 8 columns: 2 cycles of columns; 2304 bytes of both matrices in 18 cycles, or 256 of one, with at least 8 cycles for the registers. */
enum { COLUMNS = 2, BOTH = 18, REGISTERS = 8, LATENCY = 16, ROOM = 2 };

static uint64_t
cycles(const struct program *p, unsigned threads, const struct simt_launch_stats **stats)
{
	return asm_cycles(p, threads, 64, NULL, stats);
}

/* HGMMA.64x8x16.F32 R4, R8, gdesc[UR4], RZ, !UPT or HGMMA.64x8x16.F32 R4, gdesc[UR4], RZ, !UPT, which may end a group. */
static void
hgmma(struct program *p, bool registers, bool ends)
{
	word(p, registers ? 0x0000000408047df0 : 0x00000000040479f0, ends ? 0x0c0008ff : 0x0c7008ff);
	ctl(p, 1, NO_SB, NO_SB, 0);
}

static void
depbar(struct program *p, unsigned left)
{
	word(p, 0x00008000000079c5, 0x10000 | left << 8);
	ctl(p, 1, NO_SB, NO_SB, 0);
}

static void
dealloc(struct program *p, unsigned registers)
{
	word(p, 0x79c8 | (uint64_t)registers << 32, 0x080e0500);
	ctl(p, 1, NO_SB, NO_SB, 0);
}

static void
try_alloc(struct program *p, unsigned registers)
{
	word(p, 0x79c8 | (uint64_t)registers << 32, 0x08000600);
	ctl(p, 1, NO_SB, NO_SB, 0);
}

static void
pause(struct program *p, unsigned n)
{
	for (; n; n -= n < 15 ? n : 15) {
		nop(p);
		ctl(p, n < 15 ? n : 15, NO_SB, NO_SB, 0);
	}
}

static void
waits_for_a_group(void **state)
{
	(void)state;
	for (unsigned registers = 0; registers < 2; registers++)
		for (unsigned n = COLUMNS + LATENCY - 2; n <= COLUMNS + LATENCY + 1; n++) {
			struct program p;

			asm_init(&p);
			hgmma(&p, registers, true);
			depbar(&p, 0);
			pause(&p, n - 2);
			exit_(&p);
			/* the pause comes behind the wait */
			assert_int_equal(cycles(&p, 32, NULL), COLUMNS + LATENCY + n - 2 + 1);
			asm_init(&p);
			hgmma(&p, registers, true);
			pause(&p, n - 1);
			depbar(&p, 0);
			exit_(&p);
			assert_int_equal(cycles(&p, 32, NULL), (n + 1 > COLUMNS + LATENCY ? n + 1 : COLUMNS + LATENCY) + 1);
		}
}

static void
leaves_groups(void **state)
{
	(void)state;
	for (unsigned left = 0; left < 4; left++)
		for (unsigned registers = 0; registers < 2; registers++) {
			const unsigned each = registers ? REGISTERS : BOTH;
			const unsigned done = left == 0 ? each + COLUMNS + LATENCY : left == 1 ? COLUMNS + LATENCY : 3;
			struct program p;

			asm_init(&p);
			hgmma(&p, registers, true);
			hgmma(&p, registers, true);
			depbar(&p, left);
			exit_(&p);
			assert_int_equal(cycles(&p, 32, NULL), done + 1);
		}
}

/* An instruction that ends no group is waited for with the next one that does. */
static void
groups_of_several(void **state)
{
	struct program p;

	(void)state;
	asm_init(&p);
	hgmma(&p, false, false);
	depbar(&p, 0);
	exit_(&p);
	assert_int_equal(cycles(&p, 32, NULL), 2 + 1);
	asm_init(&p);
	hgmma(&p, false, false);
	hgmma(&p, false, true);
	depbar(&p, 0);
	exit_(&p);
	assert_int_equal(cycles(&p, 32, NULL), BOTH + COLUMNS + LATENCY + 1);
}

static void
queue(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= 6; n++) {
		const struct simt_launch_stats *t;
		const unsigned waits = n <= ROOM + 1 ? n : (n - ROOM - 1) * BOTH + 1;
		struct program p;

		asm_init(&p);
		for (unsigned i = 0; i < n; i++)
			hgmma(&p, false, true);
		exit_(&p);
		assert_int_equal(cycles(&p, 32, &t), waits + 1);
		assert_int_equal(t->stall[SIMT_STALL_math_pipe_throttle], waits - n);
	}
}

/* Threads from 32 on go to the place that later_warp() begins. */
static unsigned
first_warp(struct program *p)
{
	asm_init(p);
	s2r(p, 0, SR_TID_X);
	ctl(p, 1, 0, NO_SB, 0);
	isetp_ge_imm(p, 0, 0, 32);
	ctl(p, 15, NO_SB, NO_SB, 1);
	guard(p, 0, false);
	return bra(p, 0);
}

/* What the second warp does later makes the first one wait as much longer. */
static void
other_warps(void **state)
{
	enum { FURTHER = 40 };
	uint64_t t[2];

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct program p;
		const unsigned b = first_warp(&p);

		hgmma(&p, false, true);
		depbar(&p, 0);
		pause(&p, 100);
		exit_(&p);
		patch(&p, b, label(&p));
		pause(&p, 60 + i * FURTHER);
		hgmma(&p, false, true);
		exit_(&p);
		t[i] = cycles(&p, 64, NULL);
	}
	assert_int_equal(t[1] - t[0], FURTHER);
}

static void
registers_of_others(void **state)
{
	enum { FURTHER = 40, HAS = 128 /* the carrier's */, MORE = 8 };
	uint64_t t[2];

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct program p;
		const unsigned b = first_warp(&p);

		try_alloc(&p, HAS + MORE);
		pause(&p, 100);
		exit_(&p);
		patch(&p, b, label(&p));
		pause(&p, 60 + i * FURTHER);
		dealloc(&p, HAS - MORE);
		exit_(&p);
		t[i] = cycles(&p, 64, NULL);
	}
	assert_int_equal(t[1] - t[0], FURTHER);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(waits_for_a_group), cmocka_unit_test(leaves_groups),
		cmocka_unit_test(groups_of_several), cmocka_unit_test(queue),
		cmocka_unit_test(other_warps),       cmocka_unit_test(registers_of_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
