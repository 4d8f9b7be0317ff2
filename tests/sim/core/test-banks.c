/* test-banks.c: issue banks on machine `tiny`: schedules worked out by hand for each bank_issue, for a warp that is split in half, in
 * quarters and into even and odd lanes, on the full-rate pipe (FADD) and a half-rate one (IMAD).
 *
 * The program: P0 tells the lanes apart; BSSY; a branch whose stall count is 5; the fall-through side issues N instructions and a branch
 * to the end, the taken side N instructions; BSYNC; EXIT. All but the branches and the last of the N have a stall count of 1. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/helpers/asm.h"

enum { BRANCH = 2, SWITCH = 3, SHARED = 12, STALL = 5, N = 10 };

enum split { HALF, QUARTER, EVEN_ODD }; /* the first half, the first quarter, the even lanes fall through */

typedef void make(struct program *p);

static void
full_rate(struct program *p)
{
	fadd(p, 4, RZ, RZ);
}

static void
half_rate(struct program *p)
{
	imad(p, 4, RZ, RZ, RZ);
}

static void
side(struct program *p, make *one)
{
	for (unsigned i = 0; i < N; i++) {
		one(p);
		ctl(p, 1, NO_SB, NO_SB, 0);
	}
}

static void
split_warp(struct program *p, unsigned width, enum split split, make *one)
{
	unsigned b, j, join;

	asm_init(p);
	s2r(p, 0, SR_TID_X); /* 0 */
	ctl(p, 1, 0, NO_SB, 0);
	lop3_and_imm(p, 1, 0, 1); /* 10 */
	ctl(p, 10, NO_SB, NO_SB, 1);
	if (split == EVEN_ODD)
		isetp_ne_imm(p, 0, 1, 0); /* 20 */
	else
		isetp_ge_imm(p, 0, 0, (int32_t)(split == HALF ? width / 2 : width / 4));
	ctl(p, 13, NO_SB, NO_SB, 0);
	join = bssy(p, 0, 0); /* 33 */
	ctl(p, STALL, NO_SB, NO_SB, 0);
	guard(p, 0, false);
	b = bra(p, 0); /* 38 */
	ctl(p, STALL, NO_SB, NO_SB, 0);
	side(p, one);
	j = bra(p, 0);
	ctl(p, STALL, NO_SB, NO_SB, 0);
	patch(p, b, label(p));
	side(p, one);
	patch(p, j, label(p));
	patch(p, join, label(p));
	bsync(p, 0);
	ctl(p, STALL, NO_SB, NO_SB, 0);
	exit_(p);
	ctl(p, STALL, NO_SB, NO_SB, 0);
}

struct outcome {
	unsigned cycles, issued, waiting, coissued;
};

static struct outcome
run(const char *mode, unsigned banks, unsigned width, enum split split, make *one)
{
	char text[3][40];
	const char *settings[] = {text[0], text[1], text[2], "register_scoreboard=off", NULL}; /* they all write R4 */
	const struct simt_launch_stats *t;
	struct program p;
	struct outcome o;
	struct simt *s;

	snprintf(text[0], sizeof text[0], "bank_issue=%.20s", mode);
	snprintf(text[1], sizeof text[1], "banks=%u", banks);
	snprintf(text[2], sizeof text[2], "warp_size=%u", width);
	split_warp(&p, width, split, one);
	s = asm_machine(settings);
	t = asm_run(s, &p, 1, width, NULL, NULL, 64);
	assert_laws(t, 1, 1);
	assert_int_equal((t->v[SIMT_STAT_inst_executed] - t->v[SIMT_STAT_inst_coissued]) * width,
			 t->v[SIMT_STAT_thread_inst_executed] + t->v[SIMT_STAT_lanes_waiting] + t->v[SIMT_STAT_lanes_exited] +
				 t->v[SIMT_STAT_lanes_never]);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 4 + 1 + N + 1 + N + 2 + 1);
	o.cycles = (unsigned)t->v[SIMT_STAT_cycles];
	o.issued = (unsigned)t->v[SIMT_STAT_slots_issued];
	o.waiting = (unsigned)t->v[SIMT_STAT_lanes_waiting];
	o.coissued = (unsigned)t->v[SIMT_STAT_inst_coissued];
	simt_destroy(s);
	return o;
}

/* The sides follow each other; `fall` and `taken` are the cycles for which an instruction of a side holds its pipe. */
static void
check_serial(const char *mode, unsigned banks, unsigned width, enum split split, make *one, unsigned fall, unsigned taken)
{
	struct outcome o = run(mode, banks, width, split, one);
	/* from the branch to the first instruction of the first side, which falls through, and to that of the second side after the first
	 * one's BSYNC */
	unsigned first = STALL, second = STALL + SWITCH;
	/* from a side's first instruction to its BSYNC: the fall-through side branches there */
	unsigned a = fall * (N - 1) + 1 + STALL + BRANCH, b = taken * (N - 1) + 1;
	/* the BSYNC that completes the barrier, then EXIT */
	unsigned want = 38 + first + a + second + b + STALL + 1;

	if (o.cycles != want)
		fail_msg("%s, %u banks, split %u, pipe %u: %u cycles, not %u", mode, banks, split, one == half_rate, o.cycles,
			 want);
	assert_int_equal(o.issued, 4 + 1 + N + 1 + N + 2 + 1);
	assert_int_equal(o.coissued, 0);
	assert_int_equal(o.waiting, split == QUARTER ? (N + 2) * width * 3 / 4 + (N + 1) * width / 4 : (N + 2 + N + 1) * width / 2);
}

/* Halves that run at the same time; `held` as above. */
static void
check_parallel(unsigned banks, unsigned width, make *one, unsigned held)
{
	struct outcome o = run("independent", banks, width, HALF, one);
	unsigned first = STALL + BRANCH, side = held * (N - 1) + 1;
	/* the taken side issues its BSYNC when the other one branches to its own, which completes the barrier */
	unsigned want = 38 + first + side + STALL + BRANCH + STALL + 1;

	if (o.cycles != want)
		fail_msg("independent, %u banks, %u lanes, pipe %u: %u cycles, not %u", banks, width, one == half_rate, o.cycles,
			 want);
	/* N instructions, and the branch beside the BSYNC, share their slots; only the last BSYNC leaves a half waiting */
	assert_int_equal(o.coissued, N + 1);
	assert_int_equal(o.issued, 4 + 1 + N + 1 + 1 + 1);
	assert_int_equal(o.waiting, width / 2);
}

static void
lockstep_banks(void **state)
{
	(void)state;
	for (enum split k = HALF; k <= EVEN_ODD; k++) {
		check_serial("lockstep", 2, 32, k, full_rate, 1, 1);
		check_serial("lockstep", 2, 32, k, half_rate, 2, 2);
		check_serial("lockstep", 1, 32, k, full_rate, 2, 2);
		check_serial("lockstep", 1, 32, k, half_rate, 4, 4);
		check_serial("lockstep", 3, 32, k, half_rate, 2, 2);
		check_serial("lockstep", 8, 32, k, half_rate, 1, 1);
	}
}

static void
skipped_groups(void **state)
{
	(void)state;
	/* lanes 0-15 against 16-31: a group each */
	check_serial("skip", 2, 32, HALF, full_rate, 1, 1);
	check_serial("skip", 2, 32, HALF, half_rate, 1, 1);
	check_serial("skip", 1, 32, HALF, full_rate, 1, 1);
	check_serial("skip", 1, 32, HALF, half_rate, 2, 2);
	/* lanes 0-7 against 8-31: one group against two */
	check_serial("skip", 2, 32, QUARTER, full_rate, 1, 1);
	check_serial("skip", 2, 32, QUARTER, half_rate, 1, 2);
	check_serial("skip", 1, 32, QUARTER, full_rate, 1, 2);
	check_serial("skip", 1, 32, QUARTER, half_rate, 2, 4);
	check_serial("skip", 3, 32, QUARTER, half_rate, 1, 2);
	/* even against odd lanes: both groups on both sides */
	check_serial("skip", 2, 32, EVEN_ODD, full_rate, 1, 1);
	check_serial("skip", 2, 32, EVEN_ODD, half_rate, 2, 2);
	check_serial("skip", 1, 32, EVEN_ODD, full_rate, 2, 2);
	check_serial("skip", 1, 32, EVEN_ODD, half_rate, 4, 4);
}

static void
independent_banks(void **state)
{
	(void)state;
	/* lanes 0-15 on bank 0 against 16-31 on bank 1: the split costs nothing, on the half-rate pipe neither */
	check_parallel(2, 32, full_rate, 1);
	check_parallel(2, 32, half_rate, 2);
	check_parallel(3, 32, half_rate, 2);
	check_parallel(8, 32, full_rate, 1);
	check_parallel(4, 64, full_rate, 1);
	check_parallel(4, 64, half_rate, 2);
	check_parallel(8, 128, half_rate, 2);
	/* what shares a bank takes turns: lanes 0-7 against 8-31 and even against odd lanes, each group alone on its bank */
	for (enum split k = QUARTER; k <= EVEN_ODD; k++) {
		check_serial("independent", 2, 32, k, full_rate, 1, 1);
		check_serial("independent", 2, 32, k, half_rate, 2, 2);
		check_serial("independent", 3, 32, k, half_rate, 2, 2);
	}
	check_serial("independent", 1, 32, HALF, full_rate, 1, 1);
	check_serial("independent", 1, 32, HALF, half_rate, 2, 2);
	/* groups 0 and 1 against 2 and 3, and each of two banks has one of either half */
	check_serial("independent", 2, 64, HALF, full_rate, 1, 1);
	check_serial("independent", 2, 64, HALF, half_rate, 2, 2);
	/* two groups on a bank; a quarter of 64 lanes has one, and the other three are on banks 1, 0 and 1 */
	check_serial("independent", 1, 64, HALF, full_rate, 2, 2);
	check_serial("independent", 2, 64, QUARTER, full_rate, 1, 2);
	/* less than a group */
	check_serial("independent", 2, 16, HALF, half_rate, 2, 2);
	check_serial("independent", 2, 8, HALF, half_rate, 1, 1);
}

/* Lanes 0-15 load from shared memory, on scoreboard 0, while lanes 16-31 wait for that scoreboard. */
static void
scoreboards(void **state)
{
	static const char *const shared[] = {"bank_issue=independent", NULL}, *const own[] = {"bank_issue=independent",
											      "split_scoreboards=own", NULL};
	struct program p;
	unsigned b;

	(void)state;
	asm_init(&p);
	mov_imm(&p, 4, 0x400); /* 0 */
	s2r(&p, 0, SR_TID_X);  /* 15 */
	ctl(&p, 1, 0, NO_SB, 0);
	isetp_ge_imm(&p, 0, 0, 16); /* 25 */
	ctl(&p, 13, NO_SB, NO_SB, 1);
	guard(&p, 0, false);
	b = bra(&p, 0); /* 38 */
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	lds(&p, 5, 4, 0); /* 45 */
	ctl(&p, 2, 0, NO_SB, 0);
	exit_(&p); /* 47 */
	patch(&p, b, label(&p));
	nop(&p); /* 45 */
	ctl(&p, 1, NO_SB, NO_SB, 0);
	exit_(&p);
	ctl(&p, STALL, NO_SB, NO_SB, 1);
	for (unsigned k = 0; k < 2; k++) {
		struct simt *s = asm_machine(k ? own : shared);
		const struct simt_launch_stats *t = asm_run(s, &p, 1, 32, NULL, NULL, 64);

		assert_laws(t, 1, 1);
		assert_int_equal(t->v[SIMT_STAT_cycles], k ? 47 + 1 : 45 + SHARED + 1);
		simt_destroy(s);
	}
}

/* Policy ideal: both sides fit into a slot, whichever lanes they have, and nobody waits at the BSYNC. */
static void
ideal_slots(void **state)
{
	(void)state;
	for (enum split split = HALF; split <= EVEN_ODD; split++)
		for (unsigned half = 0; half < 2; half++) {
			static const char *const settings[] = {"reconvergence=ideal", "register_scoreboard=off", NULL};
			unsigned taken = split == QUARTER ? 24 : 16, held = half ? 2 : 1;
			const struct simt_launch_stats *t;
			struct program p;
			struct simt *s;

			split_warp(&p, 32, split, half ? half_rate : full_rate);
			s = asm_machine(settings);
			t = asm_run(s, &p, 1, 32, NULL, NULL, 64);
			assert_laws(t, 1, 1);
			/* the taken side issues its BSYNC beside the other's branch and then exits alone; the other has BSYNC and EXIT to go */
			assert_int_equal(t->v[SIMT_STAT_cycles],
					 38 + STALL + BRANCH + held * (N - 1) + 1 + STALL + BRANCH + STALL + 1);
			assert_int_equal(t->v[SIMT_STAT_slots_issued], 4 + 1 + N + 1 + 3);
			assert_int_equal(t->v[SIMT_STAT_inst_coissued], N + 1);
			assert_int_equal(t->v[SIMT_STAT_lanes_unfilled], (32 - taken) + 2 * taken);
			assert_int_equal(t->v[SIMT_STAT_lanes_waiting] + t->v[SIMT_STAT_lanes_exited], 0);
			assert_int_equal(t->v[SIMT_STAT_slots_issued] * 32,
					 t->v[SIMT_STAT_thread_inst_executed] + t->v[SIMT_STAT_lanes_unfilled]);
			simt_destroy(s);
		}
}

/* Policy ideal, two warps of which 20 lanes are left. A slot takes the 20 of one and 12 of the other, the next one the 8 that are left there
 * and the 20 of the first warp's next instruction, for which the second warp's next is not ready yet: one warp issues in every cycle, the
 * other in every second one. */
static void
ideal_packs(void **state)
{
	static const char *const settings[] = {"reconvergence=ideal", "register_scoreboard=off", NULL};
	const struct simt_launch_stats *t;
	struct program p;
	struct simt *s;

	(void)state;
	asm_init(&p);
	s2r(&p, 0, SR_LANEID);
	ctl(&p, 1, 0, NO_SB, 0);
	isetp_ge_imm(&p, 0, 0, 20);
	ctl(&p, 13, NO_SB, NO_SB, 1);
	guard(&p, 0, false);
	exit_(&p);
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	bar_sync(&p);
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	side(&p, full_rate);
	exit_(&p);
	s = asm_machine(settings);
	t = asm_run(s, &p, 1, 64, NULL, NULL, 64);
	assert_laws(t, 1, 1);
	/* S2R at 0 and 1, ISETP on the half-rate pipe at 10 and 12, EXIT of 12 lanes at 23 and 25: six full slots. The barrier at 28 and 30:
	 * 12 lane-slots unfilled in each. From 38 on ten slots with N instructions of one warp and N / 2 of the other, every second one with
	 * 4 lane-slots to spare; then N / 2 more and the two EXITs, with 12 each. */
	assert_int_equal(t->v[SIMT_STAT_slots_issued], 6 + 2 + N + N / 2 + 2);
	assert_int_equal(t->v[SIMT_STAT_inst_coissued], N / 2);
	assert_int_equal(t->v[SIMT_STAT_lanes_unfilled], 2 * 12 + N / 2 * 4 + N / 2 * 12 + 2 * 12);
	assert_int_equal(t->v[SIMT_STAT_lanes_waiting] + t->v[SIMT_STAT_lanes_exited], 0);
	assert_int_equal(t->v[SIMT_STAT_cycles], 38 + N + N / 2 + 2);
	simt_destroy(s);
}

/* Policy ideal with an IMAD.WIDE that holds up the sub-core for two cycles, in which stall counts stand still. The lower half of the lanes
 * issues the first half of `code`, up to the blank, the others the rest, in one warp or in one each: W is an IMAD.WIDE, I an IMAD, then its
 * stall count in hexadecimal. Cycles of the launch; `plain`: with an IMAD for the IMAD.WIDE. */
static uint64_t
cycles_held(const char *code, bool two_warps, bool plain)
{
	static const char *const settings[] = {"reconvergence=ideal", "register_scoreboard=off", "wide_again=2",
					       "held_stalls=stand", NULL};
	const struct simt_launch_stats *t;
	struct program p;
	unsigned parts;
	struct simt *s;
	uint64_t cycles;

	asm_init(&p);
	s2r(&p, 0, SR_LANEID);
	ctl(&p, 15, 0, NO_SB, 0);
	isetp_ge_imm(&p, 0, 0, 16);
	ctl(&p, 15, NO_SB, NO_SB, 1);
	guard(&p, two_warps ? 0 : PT, !two_warps);
	exit_(&p);
	ctl(&p, 15, NO_SB, NO_SB, 0);
	s2r(&p, 0, SR_TID_X);
	ctl(&p, 15, 0, NO_SB, 0);
	isetp_ge_imm(&p, 0, 0, 16);
	ctl(&p, 15, NO_SB, NO_SB, 1);
	bar_sync(&p);
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	guard(&p, 0, false);
	parts = bra(&p, 0);
	ctl(&p, 15, NO_SB, NO_SB, 0);
	for (; *code; code += 2) {
		if (*code == ' ') {
			exit_(&p);
			patch(&p, parts, label(&p));
			code++;
		}
		if (*code == 'W' && !plain)
			imad_wide_imm(&p, 30, RZ, 4, RZ);
		else
			imad(&p, 30, RZ, RZ, RZ);
		ctl(&p, code[1] - (code[1] < 'a' ? '0' : 'a' - 10), NO_SB, NO_SB, 0);
	}
	exit_(&p);
	s = asm_machine(settings);
	t = asm_run(s, &p, 1, two_warps ? 64 : 32, NULL, NULL, 64);
	assert_laws(t, 1, 1);
	cycles = t->v[SIMT_STAT_cycles];
	simt_destroy(s);
	return cycles;
}

/* Each stall count stands still once: that of an IMAD.WIDE, of what issues in its slot, of what has issued before. */
static void
ideal_held(void **state)
{
	static const char *const once[] = {"W5 W5", "Wf I5", "If W5", "W5 If", "I5 Wf", "If I2W5", "I2W5 If", "Wf W5", "W5 Wf"};

	(void)state;
	for (unsigned two = 0; two < 2; two++)
		for (size_t i = 0; i < sizeof once / sizeof *once; i++)
			if (cycles_held(once[i], two, false) != cycles_held(once[i], two, true) + 2)
				fail_msg("%s, %u warps: %u cycles, not 2 more than %u", once[i], two + 1,
					 (unsigned)cycles_held(once[i], two, false), (unsigned)cycles_held(once[i], two, true));
}

/* Policy ideal, a warp of 16 threads: where banks without lanes are skipped, or independent, a half-rate instruction holds its pipe for the one
 * that has lanes. */
static void
ideal_skips(void **state)
{
	static const struct {
		const char *mode;
		unsigned holds;
	} row[] = {{"bank_issue=lockstep", 2}, {"bank_issue=skip", 1}, {"bank_issue=independent", 1}};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const char *const settings[] = {"reconvergence=ideal", "register_scoreboard=off", "banks=2", row[i].mode, NULL};
		uint64_t cycles[2];

		for (unsigned more = 0; more < 2; more++) {
			struct program p;

			asm_init(&p);
			for (unsigned n = 0; n <= more; n++)
				side(&p, half_rate);
			exit_(&p);
			cycles[more] = asm_cycles(&p, 16, 64, settings, NULL);
		}
		assert_int_equal(cycles[1] - cycles[0], N * row[i].holds);
	}
}

/* A branch that separates lanes 0 to 15 from the others, which skip three instructions; then the loop's end, `turns` turns in all. `inner`: the
 * three are a loop of one turn. */
static void
branch_in_a_loop(struct program *p, unsigned turns, bool inner)
{
	unsigned start, b, s;

	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 15, 0, NO_SB, 0);
	isetp_ge_imm(p, 0, 0, 16);
	ctl(p, 13, NO_SB, NO_SB, 1);
	mov_imm(p, 1, 0);
	start = label(p);
	s = bssy(p, 0, 0);
	guard(p, 0, false);
	b = bra(p, 0);
	for (unsigned i = 0; i < 3; i++)
		viadd(p, 2, 2, 1); /* a NOP may be a __syncwarp() */
	if (inner) {
		guard(p, PT, true);
		bra(p, label(p) - 1);
	}
	patch(p, b, label(p));
	patch(p, s, label(p) + 1);
	bsync(p, 0);
	viadd(p, 1, 1, 1);
	isetp_ge_imm(p, 1, 1, (int32_t)turns);
	if (turns) {
		guard(p, 1, true);
		bra(p, start);
	}
	exit_(p);
}

/* Policy ideal: lanes that a branch in a loop has separated meet at the BSYNC behind it; not those of a branch in straight code, nor where
 * one side has a loop. */
static void
ideal_meets(void **state)
{
	static const char *const settings[] = {"reconvergence=ideal", NULL}, *const parting[] = {"reconvergence=ideal",
												 "parting_cycles=50", NULL};
	const struct simt_launch_stats *t;
	struct program p;
	uint64_t cycles;

	(void)state;
	/* 3, in each turn BSSY, BRA, three, two BSYNCs and 3, and EXIT */
	branch_in_a_loop(&p, 2, false);
	cycles = asm_cycles(&p, 32, 64, settings, &t);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 3 + 2 * (1 + 1 + 3 + 2 + 3) + 1);
	/* and parting costs nothing */
	assert_int_equal(asm_cycles(&p, 32, 64, parting, NULL), cycles);
	/* what is behind the BSYNC for each side */
	branch_in_a_loop(&p, 0, false);
	asm_cycles(&p, 32, 64, settings, &t);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 3 + (1 + 1 + 3 + 2 + 2 * 2) + 2);
	/* in the first turn as well, and in the second each side has its own BSSY and branch */
	branch_in_a_loop(&p, 2, true);
	asm_cycles(&p, 32, 64, settings, &t);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 3 + (1 + 1 + 4 + 2 + 2 * 3) + (2 * 2 + 4 + 2 + 2 * 3) + 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lockstep_banks), cmocka_unit_test(skipped_groups), cmocka_unit_test(independent_banks),
		cmocka_unit_test(scoreboards),    cmocka_unit_test(ideal_slots),    cmocka_unit_test(ideal_packs),
		cmocka_unit_test(ideal_held),     cmocka_unit_test(ideal_skips),    cmocka_unit_test(ideal_meets),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
