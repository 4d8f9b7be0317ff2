/* test-fetch.c: boundaries of the supply of instructions and constants, on machine `tiny` with icache=on. One warp runs; a launch ends with
 * the cycle after its last EXIT has issued. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "tests/helpers/asm.h"

enum {
	ADU = 10,
	BRANCH = 2,
	INSTS = 8, /* of a line */
	L1I = 15,
	L2I = 60,
	DRAMI = 90,
	CONSTANT = 25,
	INDEXED = 28,
	INDEXED_RATE = 4,
	INDEXED_EACH = 3,
	L2C = 70
};

static uint64_t
cycles_of(const struct program *p, unsigned sms, unsigned blocks, const char *const *settings,
	  const struct simt_launch_stats **stats)
{
	static struct simt_launch_stats copy;
	const char *all[8] = {"icache=on"};
	struct simt *s;

	for (unsigned i = 0; settings && settings[i]; i++)
		all[i + 1] = settings[i];
	s = asm_machine(all);
	copy = *asm_run(s, p, blocks, 32, NULL, NULL, 64);
	copy.pc = NULL;
	simt_destroy(s);
	assert_laws(&copy, sms, 1);
	if (stats)
		*stats = &copy;
	return copy.v[SIMT_STAT_cycles];
}

static uint64_t
cycles(const struct program *p, const char *const *settings, const struct simt_launch_stats **stats)
{
	return cycles_of(p, 1, 1, settings, stats);
}

/* So many NOPs and an EXIT, which needs line n / INSTS. */
static void
straight(struct program *p, unsigned n, unsigned stall)
{
	asm_init(p);
	for (unsigned i = 0; i < n; i++) {
		nop(p);
		ctl(p, stall, NO_SB, NO_SB, 0);
	}
	exit_(p);
}

/* Code that the SM has never had comes from DRAM. Two lines are on their way at a time, and two are asked for ahead: of each two lines of 16
 * cycles the second has come when the first has been run, and they wait for the first. Two of 48 cycles last longer than they take to come. */
static void
straight_code(void **state)
{
	(void)state;
	for (unsigned stall = 2; stall <= 6; stall += 4)
		for (unsigned n = 1; n <= 40; n++) {
			const struct simt_launch_stats *t;
			struct program p;
			uint64_t at = 0;

			straight(&p, n, stall);
			for (unsigned i = 0; i <= n; i++) {
				uint64_t line = (i / (2 * INSTS) + 1) * DRAMI;

				if (i % (2 * INSTS) == 0 && line > at && (stall == 2 || i == 0))
					at = line;
				at += i < n ? stall : 1;
			}
			assert_int_equal(cycles(&p, NULL, &t), at);
			assert_int_equal(t->stall[SIMT_STALL_no_instruction] + stall * n + 1, at);
		}
}

/* A launch brings the first part of the code with it: what is beyond is late. */
static void
brought_code(void **state)
{
	static const char *const none[] = {"code_prefetch=127", NULL}, *const one[] = {"code_prefetch=128", NULL},
				 *const two[] = {"code_prefetch=256", NULL}, *const all[] = {"code_prefetch=1024", NULL};
	struct program p;

	(void)state;
	straight(&p, INSTS - 1, 2);
	assert_int_equal(cycles(&p, none, NULL), DRAMI + 2 * (INSTS - 1) + 1);
	assert_int_equal(cycles(&p, one, NULL), L1I + 2 * (INSTS - 1) + 1);
	straight(&p, INSTS, 2);
	/* asked for ahead when the first one was */
	assert_int_equal(cycles(&p, one, NULL), DRAMI + 1);
	assert_int_equal(cycles(&p, two, NULL), L1I + 2 * INSTS + 1);
	straight(&p, 2 * INSTS, 2);
	/* the third may only be asked for when the first has come */
	assert_int_equal(cycles(&p, two, NULL), L1I + DRAMI + 1);
	assert_int_equal(cycles(&p, all, NULL), L1I + 4 * INSTS + 1);
}

/* A launch with blocks for more than half of the SMs has a slower path to its sub-cores. */
static void
crowd(void **state)
{
	static const char *const settings[] = {"sms=4", "code_prefetch=1024", "l1i_cycles=20", "l1i_crowd_cycles=23", NULL};
	struct program p;

	(void)state;
	straight(&p, INSTS, 2);
	assert_int_equal(cycles_of(&p, 4, 2, settings, NULL), L1I + 20 + 1);
	assert_int_equal(cycles_of(&p, 4, 3, settings, NULL), L1I + 23 + 1);
}

/* A loop of some lines, and two behind it that are asked for ahead: four lines fit the cache of the sub-core, 16 that of the SM. */
static void
loops(void **state)
{
	(void)state;
	for (unsigned lines = 2; lines <= 24; lines += lines < 6 ? 1 : 6) {
		const struct simt_launch_stats *t;
		uint64_t first = 0, second = 0;
		struct program p;

		for (unsigned times = 1; times <= 2; times++) {
			unsigned top;

			asm_init(&p);
			mov_imm(&p, 0, times);
			top = label(&p);
			viadd(&p, 0, 0, -1);
			isetp_ne_imm(&p, 0, 0, 0);
			while (p.n < lines * INSTS - 2)
				nop(&p);
			guard(&p, 0, false);
			bra(&p, top);
			exit_(&p);
			cycles(&p, NULL, &t);
			if (times == 1)
				first = t->stall[SIMT_STALL_no_instruction];
			else
				second = t->stall[SIMT_STALL_no_instruction];
		}
		/* 8 instructions of 15 cycles cover what there is from line to line; what is left is the jump back */
		assert_int_equal(second - first, lines <= 2 ? 0 : lines <= 14 ? L1I : L2I);
	}
}

/* Stalls of a second turn of a loop of two lines, both in the sub-core's cache. */
static uint64_t
second_turn(const char *const *settings)
{
	uint64_t stall[2];

	for (unsigned times = 1; times <= 2; times++) {
		const struct simt_launch_stats *t;
		struct program p;
		unsigned top;

		asm_init(&p);
		mov_imm(&p, 0, times);
		top = label(&p);
		viadd(&p, 0, 0, -1);
		isetp_ne_imm(&p, 0, 0, 0);
		while (p.n < 2 * INSTS - 1)
			nop(&p);
		guard(&p, 0, false);
		bra(&p, top);
		exit_(&p);
		cycles(&p, settings, &t);
		stall[times - 1] = t->stall[SIMT_STALL_no_instruction];
	}
	return stall[1] - stall[0];
}

/* Lines at hand: each that is not there takes longer, one that was brought ahead does not. */
static void
lines_at_hand(void **state)
{
	static const char *const both[] = {"near_lines=2", "near_latency=9", NULL},
				 *const one[] = {"near_lines=1", "near_latency=9", NULL},
				 *const ahead[] = {"near_lines=1", "near_latency=9", "near_ahead=1", NULL};

	(void)state;
	assert_int_equal(second_turn(NULL), 0);
	assert_int_equal(second_turn(both), 0);
	assert_int_equal(second_turn(one), 2 * 9);
	assert_int_equal(second_turn(ahead), 9);
}

/* Cycles of so many warps of a sub-core that issue a branch one after the other; it goes to an instruction of the same line. */
static uint64_t
jumps(unsigned warps, unsigned to, unsigned each, unsigned group)
{
	static char text[2][32];
	const char *const settings[] = {"icache=on", text[0], text[1], NULL};
	const struct simt_launch_stats *t;
	struct program p;
	struct simt *s;
	uint64_t n;

	snprintf(text[0], sizeof text[0], "jump_cycles=%u", each);
	snprintf(text[1], sizeof text[1], "jump_group=%u", group);
	asm_init(&p);
	bra(&p, to);
	while (p.n < to)
		nop(&p);
	exit_(&p);
	s = asm_machine(settings);
	t = asm_run(s, &p, 1, 32 * warps, NULL, NULL, 64);
	assert_laws(t, 1, 1);
	n = t->v[SIMT_STAT_cycles];
	simt_destroy(s);
	return n;
}

/* Fetches after jumps. The second warp jumps a cycle after the first: it waits for what is left of the first one's fetch. The third comes
 * while both are served or wait, and so after the second. */
static void
fetches_after_jumps(void **state)
{
	const uint64_t two = jumps(2, 2, 0, 0), three = jumps(3, 2, 0, 0);

	(void)state;
	for (unsigned n = 1; n <= 9; n++) {
		assert_int_equal(jumps(1, 2, 1, n), jumps(1, 2, 0, 0));
		assert_int_equal(jumps(2, 2, 1, n), two + n - 1);
		assert_int_equal(jumps(2, 2, n, 0), two + n - 1);
		assert_int_equal(jumps(3, 2, n, 9), three + (9 - 2) + n);
	}
	/* the last two instructions of a line need the next one too */
	assert_int_equal(jumps(2, INSTS - 3, 5, 0) - jumps(2, INSTS - 3, 0, 0), 4);
	assert_int_equal(jumps(2, INSTS - 2, 5, 0) - jumps(2, INSTS - 2, 0, 0), 9);
}

/* A constant that an instruction names: from L2, in the same line, in the same group of lines, in another group. */
static void
constants(void **state)
{
	static const unsigned offsets[] = {0x0, 0x8, 0x40, 0x100};
	static const char *const brought[] = {"constant_prefetch=65536", NULL};
	uint64_t at = DRAMI + L2C, sooner = DRAMI + CONSTANT;
	const struct simt_launch_stats *t;

	(void)state;
	for (unsigned n = 1; n <= 4; n++) {
		struct program p;

		asm_init(&p);
		for (unsigned i = 0; i < n; i++) {
			uldc64(&p, 4 + 2 * i, offsets[i]);
			ctl(&p, 4, NO_SB, NO_SB, 0);
		}
		exit_(&p);
		at += n == 3 ? CONSTANT : n == 4 ? L2C : 0;
		sooner += n >= 3 ? CONSTANT : 0;
		assert_int_equal(cycles(&p, NULL, &t), at + 4 * n + 1);
		assert_int_equal(t->stall[SIMT_STALL_imc_miss], L2C + (n > 2 ? CONSTANT : 0) + (n > 3 ? L2C : 0));
		/* bank 0 comes with the launch */
		assert_int_equal(cycles(&p, brought, NULL), sooner + 4 * n + 1);
	}
}

/* LDC issues at once; its result is late. A cache of its own: what ULDC has brought is behind it. */
static void
loaded_constants(void **state)
{
	static const char *const wide[] = {"indexed_wide=7", NULL};
	const struct simt_launch_stats *t;
	struct program p;

	(void)state;
	for (unsigned n = 1; n <= 3; n++) {
		uint64_t at = DRAMI + L2C + ADU;

		asm_init(&p);
		ldc64(&p, 2, 0x0);
		ctl(&p, 5, 0, NO_SB, 0);
		for (unsigned i = 0; i < n; i++) {
			ldc64(&p, 4, i == 2 ? 0x40 : 0x8);
			ctl(&p, 2, 0, NO_SB, i ? 1 : 0);
		}
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 1);
		/* the first is on its way when the second asks for the same line */
		at += n > 1 ? ADU : 0;
		at += n > 2 ? INDEXED + ADU : 0;
		assert_int_equal(cycles(&p, NULL, &t), at + 1);
		assert_int_equal(t->stall[SIMT_STALL_imc_miss], 0);
	}
	asm_init(&p);
	uldc64(&p, 4, 0x0);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	ldc64(&p, 2, 0x0);
	ctl(&p, 2, 0, NO_SB, 0);
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 1);
	assert_int_equal(cycles(&p, NULL, NULL), DRAMI + L2C + 4 + INDEXED + ADU + 1);
	assert_int_equal(cycles(&p, wide, NULL), DRAMI + L2C + 4 + INDEXED + ADU + 7 + 1);
}

/* R[d] = constant of bank 0 at R[a] */
static void
ldc_at(struct program *p, unsigned d, unsigned a)
{
	p->w[p->n][0] = 0x7b82 | (uint64_t)d << 16 | (uint64_t)a << 24;
	p->w[p->n++][1] = 0x000e240000000800;
}

/* Lanes on n addresses, 4 bytes apart: the second load finds its line there. Each further one takes its time, and holds the cache up for
 * the next load. */
static void
addresses(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= 16; n *= 2) {
		uint64_t at = DRAMI, pair;
		struct program p;

		for (unsigned two = 0; two < 2; two++) {
			asm_init(&p);
			s2r(&p, 0, SR_LANEID);
			ctl(&p, 1, 0, NO_SB, 0);
			mov_imm(&p, 1, 4);
			ctl(&p, 4, NO_SB, NO_SB, 0);
			lop3_and_imm(&p, 2, 0, n - 1);
			ctl(&p, 5, NO_SB, NO_SB, 1);
			imad(&p, 2, 2, 1, 255);
			ctl(&p, 5, NO_SB, NO_SB, 0);
			ldc_at(&p, 4, 2);
			ctl(&p, 2, 0, NO_SB, 0);
			ldc_at(&p, 5, 2);
			ctl(&p, 1, 0, NO_SB, 1);
			if (two) {
				ldc_at(&p, 6, 2);
				ctl(&p, 1, 0, NO_SB, 0);
			}
			exit_(&p);
			ctl(&p, 5, NO_SB, NO_SB, 1);
			if (two)
				pair = cycles(&p, NULL, NULL);
			else
				at = cycles(&p, NULL, NULL);
		}
		/* S2R, LOP3, IMAD, the first load from L2: its last address is on time */
		assert_int_equal(at, DRAMI + ADU + 5 + 5 + (L2C > (n - 1) * INDEXED_EACH ? L2C : (n - 1) * INDEXED_EACH) + ADU +
					     (n - 1) * INDEXED_EACH + ADU + 1);
		assert_int_equal(pair - at, n * INDEXED_RATE);
	}
}

/* An address in a uniform register is that of the home row that runs: of a warp of two the lower one has ended. Its line is there, or the next one
 * of the group is wanted. */
static void
constants_of_a_home_row(void **state)
{
	static const char *const wide[] = {"icache=on", "warp_size=64", NULL};
	uint64_t at[2];

	(void)state;
	for (unsigned line = 0; line < 2; line++) {
		struct program p;

		asm_init(&p);
		uldc64(&p, 4, 0x0);
		s2r(&p, 0, SR_TID_X);
		ctl(&p, 2, 0, NO_SB, 0);
		lop3_and_imm(&p, 1, 0, 32);
		ctl(&p, 15, NO_SB, NO_SB, 1);
		mov_imm(&p, 2, line ? 2 : 0);
		imad(&p, 3, 1, 2, RZ);
		r2ur(&p, 6, 3);
		isetp_ne_imm(&p, 0, 1, 0);
		guard(&p, 0, true);
		exit_(&p);
		/* ULDC UR8, c[0x0][UR6] */
		p.w[p.n][0] = 0x0000000006087abb;
		p.w[p.n++][1] = 0x0000000008000800;
		ctl(&p, 4, NO_SB, NO_SB, 0);
		exit_(&p);
		at[line] = asm_cycles(&p, 64, 64, wide, NULL);
	}
	assert_int_equal(at[1] - at[0], CONSTANT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(straight_code), cmocka_unit_test(brought_code),
		cmocka_unit_test(crowd),         cmocka_unit_test(loops),
		cmocka_unit_test(lines_at_hand), cmocka_unit_test(fetches_after_jumps),
		cmocka_unit_test(constants),     cmocka_unit_test(loaded_constants),
		cmocka_unit_test(addresses),     cmocka_unit_test(constants_of_a_home_row),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
