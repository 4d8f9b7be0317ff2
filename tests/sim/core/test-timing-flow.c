/* test-timing-flow.c: boundaries of the timing model, as in test-timing.c, of branches, splits and block barriers. */
#include <stdio.h>

#include "tests/helpers/asm.h"
#include "tests/helpers/unit.h"

enum { BRANCH = 7, COLLECTIVE = 7, SWITCH = 8, BARRIER = 8 };

static uint64_t
cycles(const struct program *p, unsigned threads, const char *const *settings, const struct simt_launch_stats **stats)
{
	return asm_cycles(p, threads, 64, settings, stats);
}

/* Lanes 0..15 against 16..31: the fall-through side goes first on a tie. */
static void
split_halves(struct program *p, bool bssy_too)
{
	unsigned b, s = 0;

	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 1, 0, NO_SB, 0);
	isetp_ge_imm(p, 0, 0, 16); /* 10 */
	ctl(p, 13, NO_SB, NO_SB, 1);
	if (bssy_too) {
		s = bssy(p, 0, 0); /* 23 */
		ctl(p, 5, NO_SB, NO_SB, 0);
	}
	guard(p, 0, false);
	b = bra(p, 0);
	ctl(p, 5, NO_SB, NO_SB, 0);
	nop(p);
	ctl(p, 1, NO_SB, NO_SB, 0);
	patch(p, b, label(p));
	if (bssy_too) {
		patch(p, s, label(p) + 1);
		bsync(p, 0);
		ctl(p, 5, NO_SB, NO_SB, 0);
	}
	exit_(p);
	ctl(p, 5, NO_SB, NO_SB, 0);
}

static void
divergent_branch(void **state)
{
	static const char *const stack[] = {"reconvergence=stack", NULL};
	const struct simt_launch_stats *t;
	struct program p;

	(void)state;
	split_halves(&p, false);
	/* barrier: branch at 23, fall-through side at 23 + 5 = 28, its EXIT at 29, the other's at 29 + SWITCH = 37 */
	assert_int_equal(cycles(&p, 32, NULL, &t), 38);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 6);
	assert_int_equal(t->v[SIMT_STAT_lanes_waiting], 2 * 16);
	assert_int_equal(t->v[SIMT_STAT_lanes_exited], 16);
	assert_int_equal(t->stall[SIMT_STALL_branch_resolving], SWITCH - 5);
	/* stack: the taken side waits at the EXIT, where the other meets it */
	assert_int_equal(cycles(&p, 32, stack, &t), 30);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 5);
	assert_int_equal(t->v[SIMT_STAT_lanes_waiting], 16);
	assert_int_equal(t->v[SIMT_STAT_lanes_exited], 0);

	split_halves(&p, true);
	/* barrier: branch at 28, NOP at 33, BSYNC of that side at 34, of the other at 34 + SWITCH = 42, EXIT at 47 */
	assert_int_equal(cycles(&p, 32, NULL, &t), 48);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 8);
	/* stack: BSYNC is a NOP that all lanes issue together at 34, EXIT at 39 */
	assert_int_equal(cycles(&p, 32, stack, &t), 40);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 7);
}

/* The last cycles of a branch count as no_instruction; all that it takes beyond its stall count where there are no more. */
static void
refill(void **state)
{
	static const char *const set[][2] = {{"refill_cycles=0"}, {"refill_cycles=1"}, {"refill_cycles=30"}};
	const struct simt_launch_stats *t;
	uint64_t branching, end;
	struct program p;
	unsigned b;

	(void)state;
	asm_init(&p);
	b = bra(&p, 0);
	ctl(&p, 2, NO_SB, NO_SB, 0);
	nop(&p);
	patch(&p, b, label(&p));
	exit_(&p);
	end = cycles(&p, 32, set[0], &t);
	branching = t->stall[SIMT_STALL_branch_resolving];
	assert_int_equal(end, 2 + branching + 1);
	assert_true(branching >= 2);
	assert_int_equal(t->stall[SIMT_STALL_no_instruction], 0);
	assert_int_equal(cycles(&p, 32, set[1], &t), end);
	assert_int_equal(t->stall[SIMT_STALL_branch_resolving], branching - 1);
	assert_int_equal(t->stall[SIMT_STALL_no_instruction], 1);
	assert_int_equal(cycles(&p, 32, set[2], &t), end);
	assert_int_equal(t->stall[SIMT_STALL_branch_resolving], 0);
	assert_int_equal(t->stall[SIMT_STALL_no_instruction], branching);
	assert_int_equal(t->stall[SIMT_STALL_wait], 1);
}

static void
taken_branch(void **state)
{
	struct program p;
	unsigned b;

	(void)state;
	/* a longer stall count hides the latency */
	for (unsigned n = BRANCH - 2; n <= BRANCH + 1; n++) {
		asm_init(&p);
		b = bra(&p, 0);
		ctl(&p, n, NO_SB, NO_SB, 0);
		nop(&p);
		patch(&p, b, label(&p));
		exit_(&p);
		assert_int_equal(cycles(&p, 32, NULL, NULL), (n < BRANCH ? BRANCH : n) + 1);
	}
	asm_init(&p);
	guard(&p, PT, true);
	b = bra(&p, 0);
	ctl(&p, 5, NO_SB, NO_SB, 0);
	patch(&p, b, label(&p));
	exit_(&p);
	assert_int_equal(cycles(&p, 32, NULL, NULL), 5 + 1);
}

/* WARPSYNC.EXCLUSIVE takes collective_latency, or its stall count where that is longer, whatever a branch takes. An ENDCOLLECTIVE to which no
 * lanes have come from elsewhere takes its stall count alone. */
static void
collectives(void **state)
{
	static const char *const settings[] = {"collective_latency=9", NULL}, *const branch[] = {"branch_latency=99", NULL};

	(void)state;
	for (unsigned n = 6; n <= 10; n++) {
		struct program p;
		unsigned sync;

		asm_init(&p);
		mov_imm(&p, 1, UINT32_MAX);
		ctl(&p, 5, NO_SB, NO_SB, 0);
		warpsync_mask(&p, 1, true); /* 5 */
		ctl(&p, n, NO_SB, NO_SB, 0);
		exit_(&p);
		assert_int_equal(cycles(&p, 32, settings, NULL), 5 + (n < 9 ? 9 : n) + 1);
		assert_int_equal(cycles(&p, 32, branch, NULL), 5 + (n < COLLECTIVE ? COLLECTIVE : n) + 1);

		asm_init(&p);
		mov_imm(&p, 1, UINT32_MAX);
		ctl(&p, 5, NO_SB, NO_SB, 0);
		sync = warpsync_collective(&p, 1, 0); /* 5 */
		ctl(&p, 5, NO_SB, NO_SB, 0);
		endcollective(&p); /* 10 */
		ctl(&p, n, NO_SB, NO_SB, 0);
		patch(&p, sync, label(&p));
		exit_(&p);
		assert_int_equal(cycles(&p, 32, settings, NULL), 10 + n + 1);
	}
}

/* Half of the lanes comes to the other half's collective. Each half leaves its ENDCOLLECTIVE after collective_latency, or its stall count. */
static void
gathered(void **state)
{
	static const char *const settings[] = {"collective_latency=9", NULL}, *const branch[] = {"branch_latency=9", NULL};

	(void)state;
	for (unsigned n = 6; n <= 10; n++) {
		const unsigned after[] = {n < 9 ? 9 : n, n < COLLECTIVE ? COLLECTIVE : n};
		struct program p;
		unsigned b, sync[2];

		asm_init(&p);
		mov_imm(&p, 1, UINT32_MAX);
		ctl(&p, 1, NO_SB, NO_SB, 0);
		s2r(&p, 0, SR_LANEID); /* 1 */
		ctl(&p, 1, 0, NO_SB, 0);
		isetp_ge_imm(&p, 0, 0, 16); /* 11 */
		ctl(&p, 13, NO_SB, NO_SB, 1);
		guard(&p, 0, false);
		b = bra(&p, 0); /* 24 */
		ctl(&p, 5, NO_SB, NO_SB, 0);
		sync[0] = warpsync_collective(&p, 1, 0); /* 29, lanes 0 to 15 */
		ctl(&p, 5, NO_SB, NO_SB, 0);
		endcollective(&p);
		patch(&p, sync[0], label(&p));
		exit_(&p);
		ctl(&p, 1, NO_SB, NO_SB, 0);
		patch(&p, b, label(&p));
		sync[1] = warpsync_collective(&p, 1, 0); /* 29 + SWITCH, the others */
		ctl(&p, 5, NO_SB, NO_SB, 0);
		endcollective(&p);
		ctl(&p, n, NO_SB, NO_SB, 0);
		patch(&p, sync[1], label(&p));
		exit_(&p);
		ctl(&p, 1, NO_SB, NO_SB, 0);
		/* ENDCOLLECTIVE of all, EXIT of the others, ENDCOLLECTIVE and EXIT of lanes 0 to 15 */
		assert_int_equal(cycles(&p, 32, settings, NULL), 29 + SWITCH + 5 + after[0] + SWITCH + after[0] + 1);
		assert_int_equal(cycles(&p, 32, branch, NULL), 29 + SWITCH + 5 + after[1] + SWITCH + after[1] + 1);
	}
}

/* Where fewer lanes take a branch than not, they go first: that is a jump; the others come after a switch. */
static void
divergent_jump(void **state)
{
	struct program p;
	unsigned b;

	(void)state;
	asm_init(&p);
	s2r(&p, 0, SR_LANEID);
	ctl(&p, 1, 0, NO_SB, 0);
	isetp_ge_imm(&p, 0, 0, 31); /* 10 */
	ctl(&p, 13, NO_SB, NO_SB, 1);
	guard(&p, 0, false);
	b = bra(&p, 0); /* 23 */
	ctl(&p, 5, NO_SB, NO_SB, 0);
	nop(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	patch(&p, b, label(&p));
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 0);
	/* EXIT of one lane, NOP of the others, their EXIT */
	assert_int_equal(cycles(&p, 32, NULL, NULL), 23 + BRANCH + SWITCH + 1 + 1);
}

/* Lanes 0..15 exit at 23 + the branch's time, 16..31 issue a NOP first; the branch has a stall count of n. */
static void
part_halves(struct program *p, unsigned n)
{
	unsigned b;

	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 1, 0, NO_SB, 0);
	isetp_ge_imm(p, 0, 0, 16); /* 10 */
	ctl(p, 13, NO_SB, NO_SB, 1);
	guard(p, 0, false);
	b = bra(p, 0); /* 23 */
	ctl(p, n, NO_SB, NO_SB, 0);
	exit_(p);
	ctl(p, n, NO_SB, NO_SB, 0);
	patch(p, b, label(p));
	nop(p);
	ctl(p, 1, NO_SB, NO_SB, 0);
	exit_(p);
	ctl(p, 5, NO_SB, NO_SB, 0);
}

/* A split that begins to run behind an instruction waits for that one's stall count, whichever split has issued it: at a time with that, on a
 * bank of its own, or in its place. */
static void
given_stall(void **state)
{
	static const char *const two[] = {"bank_issue=independent", "banks=2", NULL}, *const one[] = {"bank_issue=independent",
												      "banks=1", NULL};

	(void)state;
	for (unsigned n = BRANCH - 1; n <= BRANCH + 1; n++) {
		const unsigned parted = n < BRANCH ? BRANCH : n;
		struct program p;

		part_halves(&p, n);
		assert_int_equal(cycles(&p, 32, two, NULL), 23 + parted + 1 + 1);
		/* the fall-through side need not wait for a jump, nor the other one for a switch: it is at the next instruction */
		assert_int_equal(cycles(&p, 32, one, NULL), 23 + n + n + 1 + 1);
		assert_int_equal(cycles(&p, 32, NULL, NULL), 23 + n + n + 1 + 1);
	}
}

/* The same where a stack's entry runs that the last of those above it has joined, at an instruction that changes no paths otherwise. */
static void
given_join(void **state)
{
	static const char *const modes[][4] = {{"reconvergence=stack", NULL},
					       {"reconvergence=stack", "bank_issue=independent", "banks=2"}};

	(void)state;
	for (unsigned n = 1; n <= 9; n += 4)
		for (unsigned mode = 0; mode < 2; mode++) {
			struct program p;
			unsigned b;

			asm_init(&p);
			s2r(&p, 0, SR_LANEID);
			ctl(&p, 1, 0, NO_SB, 0);
			isetp_ge_imm(&p, 0, 0, 16); /* 10 */
			ctl(&p, 13, NO_SB, NO_SB, 1);
			guard(&p, 0, false);
			b = bra(&p, 0); /* 23 */
			ctl(&p, 5, NO_SB, NO_SB, 0);
			nop(&p); /* 28 */
			ctl(&p, n, NO_SB, NO_SB, 0);
			patch(&p, b, label(&p));
			exit_(&p);
			assert_int_equal(cycles(&p, 32, modes[mode], NULL), 28 + n + 1);
		}
}

/* And under `ideal`, where those that meet at a BSYNC begin to run when the last has come. */
static void
given_sync(void **state)
{
	(void)state;
	for (unsigned latency = 4; latency <= 8; latency++) {
		char text[24];
		const char *const settings[] = {"reconvergence=ideal", text, NULL};
		struct program p;
		unsigned b, s;

		snprintf(text, sizeof text, "sync_latency=%u", latency);
		asm_init(&p);
		s2r(&p, 0, SR_LANEID);
		ctl(&p, 1, 0, NO_SB, 0);
		isetp_ge_imm(&p, 0, 0, 16); /* 10 */
		ctl(&p, 13, NO_SB, NO_SB, 1);
		s = bssy(&p, 0, 0); /* 23 */
		ctl(&p, 5, NO_SB, NO_SB, 0);
		guard(&p, 0, false);
		b = bra(&p, 0); /* 28 */
		ctl(&p, 5, NO_SB, NO_SB, 0);
		nop(&p); /* 28 + BRANCH */
		ctl(&p, 1, NO_SB, NO_SB, 0);
		patch(&p, b, label(&p));
		bsync(&p, 0); /* of the last 28 + BRANCH + 1 */
		ctl(&p, 5, NO_SB, NO_SB, 0);
		patch(&p, s, label(&p));
		nop(&p); /* is taken for a __syncwarp() */
		ctl(&p, 1, NO_SB, NO_SB, 0);
		exit_(&p);
		assert_int_equal(cycles(&p, 32, settings, NULL), 28 + BRANCH + 1 + (latency < 5 ? 5 : latency) + 1 + 1);
	}
}

/* A BSYNC that lets pass takes sync_latency, or its stall count where that is longer. */
static void
passed_sync(void **state)
{
	static const char *const latency[] = {"sync_latency=6", NULL};

	(void)state;
	for (unsigned n = 5; n <= 7; n++) {
		struct program p;
		unsigned s;

		asm_init(&p);
		s = bssy(&p, 0, 0);
		ctl(&p, 5, NO_SB, NO_SB, 0);
		bsync(&p, 0);
		ctl(&p, n, NO_SB, NO_SB, 0);
		patch(&p, s, label(&p));
		exit_(&p);
		assert_int_equal(cycles(&p, 32, latency, NULL), 5 + (n < 6 ? 6 : n) + 1);
		assert_int_equal(cycles(&p, 32, NULL, NULL), 5 + n + 1);
	}
}

/* Warp 0 arrives at 0, warp 1 a cycle later; both go on BARRIER cycles after that, warp 1 one cycle behind. */
static void
block_barrier(void **state)
{
	const struct simt_launch_stats *t;
	struct program p;

	(void)state;
	asm_init(&p);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	exit_(&p);
	assert_int_equal(cycles(&p, 64, NULL, &t), 1 + BARRIER + 1 + 1);
	assert_int_equal(t->stall[SIMT_STALL_barrier], BARRIER + (BARRIER - 1));
}

/* Warps come to the barrier a cycle apart; the SM takes the next one no sooner than barrier_cycles after the last. */
static void
barrier_arrivals(void **state)
{
	static const char *const apart[4][2] = {
		{"barrier_cycles=0", NULL}, {"barrier_cycles=1", NULL}, {"barrier_cycles=2", NULL}, {"barrier_cycles=3", NULL}};
	struct program p;

	(void)state;
	asm_init(&p);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	exit_(&p);
	for (unsigned warps = 1; warps <= 4; warps++)
		for (unsigned n = 0; n < 4; n++)
			assert_int_equal(cycles(&p, 32 * warps, apart[n], NULL), (n ? n : 1) * (warps - 1) + BARRIER + warps);
}

/* A load of shared memory at 1, the barrier at 2: it has arrived barrier_behind after the load, but not before it issues. */
static void
barrier_behind(void **state)
{
	static const char *const behind[4][2] = {
		{"barrier_behind=0", NULL}, {"barrier_behind=1", NULL}, {"barrier_behind=2", NULL}, {"barrier_behind=9", NULL}};
	static const unsigned later[4] = {0, 0, 1, 8};
	uint64_t without;
	struct program p;

	(void)state;
	asm_init(&p);
	mov_imm(&p, 2, 0);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	lds(&p, 1, 255, 1024);
	ctl(&p, 1, 0, NO_SB, 0);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	exit_(&p);
	without = cycles(&p, 32, NULL, NULL);
	for (unsigned n = 0; n < 4; n++)
		assert_int_equal(cycles(&p, 32, behind[n], NULL), without + later[n]);
}

/* A load of shared memory right behind a barrier: the release has the data path for barrier_path cycles, from the arrival on. */
static void
barrier_path(void **state)
{
	static const unsigned later[4] = {0, 0, 1, 9};
	struct program p;
	uint64_t without;

	(void)state;
	asm_init(&p);
	mov_imm(&p, 2, 0);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	lds(&p, 1, 255, 1024);
	ctl(&p, 1, 0, NO_SB, 0);
	mov_imm(&p, 1, 0);
	ctl(&p, 1, NO_SB, NO_SB, 1);
	exit_(&p);
	without = cycles(&p, 32, NULL, NULL);
	for (unsigned n = 0; n < 4; n++) {
		char text[32];
		const char *const set[2] = {text, NULL};

		snprintf(text, sizeof text, "barrier_path=%u", n ? BARRIER + later[n] : 0);
		assert_int_equal(cycles(&p, 32, set, NULL), without + later[n]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(divergent_branch), cmocka_unit_test(refill),        cmocka_unit_test(taken_branch),
		cmocka_unit_test(collectives),      cmocka_unit_test(gathered),      cmocka_unit_test(divergent_jump),
		cmocka_unit_test(passed_sync),      cmocka_unit_test(given_stall),   cmocka_unit_test(given_join),
		cmocka_unit_test(given_sync),       cmocka_unit_test(block_barrier), cmocka_unit_test(barrier_arrivals),
		cmocka_unit_test(barrier_behind),   cmocka_unit_test(barrier_path),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
