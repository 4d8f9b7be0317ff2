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

#include "asm.h"

enum { BRANCH = 2, SWITCH = 3, STALL = 5, N = 10 };

enum split { HALF, QUARTER, EVEN_ODD }; /* lanes 0-15, 0-7, even ones fall through */

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

/* Leaves the branch as the instruction that issues in cycle `*at`. */
static void
split_warp(struct program *p, enum split split, make *one, unsigned *at)
{
	unsigned b, j, join;

	asm_init(p);
	s2r(p, 0, SR_LANEID); /* 0 */
	ctl(p, 1, 0, NO_SB, 0);
	lop3_and_imm(p, 1, 0, 1); /* 10 */
	ctl(p, 10, NO_SB, NO_SB, 1);
	if (split == EVEN_ODD)
		isetp_ne_imm(p, 0, 1, 0); /* 20 */
	else
		isetp_ge_imm(p, 0, 0, split == HALF ? 16 : 8);
	ctl(p, 13, NO_SB, NO_SB, 0);
	join = bssy(p, 0, 0); /* 33 */
	ctl(p, STALL, NO_SB, NO_SB, 0);
	guard(p, 0, false);
	b = bra(p, 0); /* 38 */
	ctl(p, STALL, NO_SB, NO_SB, 0);
	*at = 38;
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
	unsigned cycles, issued, waiting;
};

static struct outcome
run(const char *mode, unsigned banks, enum split split, make *one)
{
	char text[2][40];
	const char *settings[] = {text[0], text[1], "register_scoreboard=off", NULL}; /* they all write R4 */
	struct program p;
	struct outcome o;
	struct simt *s;
	const struct simt_launch_stats *t;
	unsigned at;

	snprintf(text[0], sizeof text[0], "bank_issue=%.20s", mode);
	snprintf(text[1], sizeof text[1], "banks=%u", banks);
	split_warp(&p, split, one, &at);
	s = asm_machine(settings);
	t = asm_run(s, &p, 1, 32, NULL, NULL, 64);
	assert_laws(t, 1, 1);
	assert_int_equal(t->v[SIMT_STAT_inst_executed] * 32, t->v[SIMT_STAT_thread_inst_executed] + t->v[SIMT_STAT_lanes_waiting] +
								     t->v[SIMT_STAT_lanes_exited] + t->v[SIMT_STAT_lanes_never]);
	o.cycles = (unsigned)t->v[SIMT_STAT_cycles];
	o.issued = (unsigned)t->v[SIMT_STAT_slots_issued];
	o.waiting = (unsigned)t->v[SIMT_STAT_lanes_waiting];
	simt_destroy(s);
	return o;
}

/* The sides follow each other; `fall` and `taken` are the cycles for which an instruction of a side holds its pipe. */
static void
check_serial(const char *mode, unsigned banks, enum split split, make *one, unsigned fall, unsigned taken)
{
	struct outcome o = run(mode, banks, split, one);
	/* from the branch to the first instruction of the first side, and to that of the second side after the first one's BSYNC */
	unsigned first = STALL + BRANCH, second = STALL + SWITCH;
	/* from a side's first instruction to its BSYNC: the fall-through side branches there */
	unsigned a = fall * (N - 1) + 1 + STALL + BRANCH, b = taken * (N - 1) + 1;
	/* the BSYNC that completes the barrier, then EXIT */
	unsigned want = 38 + first + a + second + b + STALL + 1;

	if (o.cycles != want)
		fail_msg("%s, %u banks, split %u, pipe %u: %u cycles, not %u", mode, banks, split, one == half_rate, o.cycles,
			 want);
	assert_int_equal(o.issued, 4 + 1 + N + 1 + N + 2 + 1);
	assert_int_equal(o.waiting, split == QUARTER ? (N + 2) * 24 + (N + 1) * 8 : (N + 2) * 16 + (N + 1) * 16);
}

static void
lockstep_banks(void **state)
{
	(void)state;
	for (enum split k = HALF; k <= EVEN_ODD; k++) {
		check_serial("lockstep", 2, k, full_rate, 1, 1);
		check_serial("lockstep", 2, k, half_rate, 2, 2);
		check_serial("lockstep", 1, k, full_rate, 2, 2);
		check_serial("lockstep", 1, k, half_rate, 4, 4);
		check_serial("lockstep", 3, k, half_rate, 2, 2);
		check_serial("lockstep", 8, k, half_rate, 1, 1);
	}
}

static void
skipped_groups(void **state)
{
	(void)state;
	/* lanes 0-15 against 16-31: a group each */
	check_serial("skip", 2, HALF, full_rate, 1, 1);
	check_serial("skip", 2, HALF, half_rate, 1, 1);
	check_serial("skip", 1, HALF, full_rate, 1, 1);
	check_serial("skip", 1, HALF, half_rate, 2, 2);
	/* lanes 0-7 against 8-31: one group against two */
	check_serial("skip", 2, QUARTER, full_rate, 1, 1);
	check_serial("skip", 2, QUARTER, half_rate, 1, 2);
	check_serial("skip", 1, QUARTER, full_rate, 1, 2);
	check_serial("skip", 1, QUARTER, half_rate, 2, 4);
	check_serial("skip", 3, QUARTER, half_rate, 1, 2);
	/* even against odd lanes: both groups on both sides */
	check_serial("skip", 2, EVEN_ODD, full_rate, 1, 1);
	check_serial("skip", 2, EVEN_ODD, half_rate, 2, 2);
	check_serial("skip", 1, EVEN_ODD, full_rate, 2, 2);
	check_serial("skip", 1, EVEN_ODD, half_rate, 4, 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lockstep_banks),
		cmocka_unit_test(skipped_groups),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
