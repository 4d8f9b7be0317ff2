/* test-split.c: --split below the command line: lists of threads, what stands in their way, launches with other threads than those in
 * order. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers/asm.h"
#include "workloads/analysis/split-lists.h"
#include "workloads/analysis/split-plan.h"

/* ---- lists ---- */

/* 12 threads in blocks of 4, by one instruction: how often each executed it, how often the guard held. Thread 11 does not take part. */
static void
fill(struct signatures *g, const uint32_t executions[12], const uint32_t held[12], uint32_t work[12])
{
	struct signature *s = calloc(12, sizeof *s);

	assert_non_null(s);
	*g = (struct signatures){.npc = 1, .threads = 12, .block = 4, .side = s, .work = work};
	for (int i = 0; i < 12; i++) {
		s[i] = (struct signature){.executions = executions[i], .held = held[i]};
		work[i] = i == 11 ? 0 : 10 + executions[i];
	}
}

static void
is_permutation(const struct split_list *l, size_t nlists, size_t threads)
{
	unsigned seen[12] = {0};
	size_t n = 0;

	for (size_t k = 0; k < nlists; k++)
		for (size_t i = 0; i < l[k].n; i++, n++)
			assert_int_equal(++seen[l[k].thread[i]], 1);
	assert_int_equal(n, threads);
}

static void
lists(void **state)
{
	static const uint32_t executions[12] = {1, 5, 1, 5, 1, 1, 5, 5, 2, 1, 5, 9}, held[12] = {0};
	static const uint32_t blocks[11] = {1, 3, 0, 2, 6, 7, 4, 5, 10, 8, 9}, fives[5] = {1, 3, 6, 7, 10};
	/* warps of 8 threads do not come into blocks of 4: nothing is dealt out */
	const struct split_shape shape = {8, 2};
	struct signatures g;
	struct split_lists s;
	uint32_t work[12];

	(void)state;
	fill(&g, executions, held, work);
	split_lists_make(&s, &g, shape, 4, 0);
	assert_int_equal(s.classes, 3);
	assert_int_equal(s.nlaunches, 3);
	is_permutation(&s.blocks, 1, 11);
	is_permutation(s.launch, 3, 11);
	assert_memory_equal(s.blocks.thread, blocks, sizeof blocks);
	/* the most work for a thread first */
	assert_int_equal(s.launch[0].n, 5);
	assert_memory_equal(s.launch[0].thread, fives, sizeof fives);
	assert_int_equal(s.launch[0].work, 5 * 15);
	assert_int_equal(s.launch[1].n, 1);
	assert_int_equal(s.launch[2].n, 5);
	split_lists_free(&s);
	/* one has no launch of its own below a share: 1 of 11 is 9.09 % */
	split_lists_make(&s, &g, shape, 4, 9);
	assert_int_equal(s.nlaunches, 3);
	split_lists_free(&s);
	split_lists_make(&s, &g, shape, 4, 10);
	assert_int_equal(s.nlaunches, 3);
	split_lists_free(&s);
	/* two launches: the commonest and the rest, which is in order */
	split_lists_make(&s, &g, shape, 2, 0);
	assert_int_equal(s.nlaunches, 2);
	is_permutation(s.launch, 2, 11);
	assert_int_equal(s.launch[0].classes + s.launch[1].classes, 3);
	split_lists_free(&s);
	split_lists_make(&s, &g, shape, 1, 0);
	assert_int_equal(s.nlaunches, 1);
	assert_int_equal(s.launch[0].thread[0], 1);
	assert_int_equal(s.launch[0].thread[5], 8);
	assert_int_equal(s.launch[0].thread[10], 9);
	split_lists_free(&s);
	free(g.side);
}

/* Warps go to sub-cores to and fro, from block to block beginning elsewhere: 4 blocks of 12 threads, warps of 2 and 3 sub-cores. */
static void
dealt(void **state)
{
	static const struct split_shape shape = {2, 3};
	struct signature side[48];
	uint32_t work[48], first[4] = {9, 9, 9, 9};
	struct signatures g = {.npc = 1, .threads = 48, .block = 12, .side = side, .work = work};
	struct split_lists s;

	(void)state;
	for (uint32_t i = 0; i < 48; i++) {
		side[i] = (struct signature){.executions = 24 - i % 12};
		work[i] = 1;
	}
	split_lists_make(&s, &g, shape, 1, 0);
	for (uint32_t b = 0; b < 4; b++) {
		const uint32_t *t = s.blocks.thread + 12 * b;

		for (uint32_t w = 0; w < 3; w++) {
			/* longest and shortest in one sub-core */
			assert_int_equal(t[2 * w] / 2 % 6 + t[2 * w + 6] / 2 % 6, 5);
			assert_int_equal(t[2 * w + 1], t[2 * w] + 1);
			if (t[2 * w] % 12 == 0)
				first[b] = w;
		}
	}
	split_lists_free(&s);
	split_lists_make(&s, &g, (struct split_shape){2, 0}, 1, 0);
	for (uint32_t i = 0; i < 48; i++)
		assert_int_equal(s.blocks.thread[i], i);
	assert_int_equal(first[0], 0);
	assert_int_equal(first[2], 2);
	split_lists_free(&s);
}

/* Guards that held more often come first, of these those that held sooner. */
static void
order(void **state)
{
	struct signature side[4] = {{.executions = 3, .held = 1, .sides = UINT64_C(1) << 61},
				    {.executions = 3, .held = 1, .sides = UINT64_C(1) << 63},
				    {.executions = 3, .held = 2, .sides = UINT64_C(3) << 61},
				    {.executions = 4, .held = 0, .sides = 0}};
	struct signatures g = {.npc = 1, .threads = 4, .block = 4, .side = side};

	(void)state;
	for (uint32_t i = 0; i < 3; i++) {
		assert_true(signatures_compare(&g, i + 1, i) < 0);
		assert_true(signatures_compare(&g, i, i + 1) > 0);
		assert_int_equal(signatures_compare(&g, i, i), 0);
	}
}

/* ---- obstacles ---- */

static void
obstacles(void **state)
{
	static const struct {
		const char *sass;
		bool blocks, launches;
	} word[] = {
		{"SHFL.DOWN PT, R3, R2, 0x1, 0x1f", true, true},
		{"@P0 SHFL.IDX PT, R3, R2, RZ, 0x1f", true, true},
		{"SHF.R.U32.HI R3, RZ, 0x5, R2", false, false},
		{"VOTE.ANY R3, PT, P0", true, true},
		{"VOTEU.ANY UR4, UPT, PT", true, true},
		{"MATCH.ANY R3, R2", true, true},
		{"REDUX.SUM UR4, R2", true, true},
		{"ELECT P0, URZ, PT", true, true},
		{"SYNCS.ARRIVE.TRANS64.A1T0 RZ, [UR4], RZ", false, true},
		{"ARRIVES.LDGSTSBAR.64 [UR4]", false, true},
		{"UBLKCP.S.G [UR4], [UR6], UR8", false, true},
		{"WARPSYNC 0xffffffff", true, true},
		{"BRA.DIV UR4, 0x120", true, true},
		{"BRA.CONV ~URZ, 0x120", true, true},
		{"BRA 0x120", false, false},
		{"HMMA.16816.F32 R4, R4, R8, R12", true, true},
		{"IMMA.16816.S8.S8 R4, R4.ROW, R8.COL, R12", true, true},
		{"DMMA.8x8x4 R4, R4, R8, R12", true, true},
		{"LDSM.16.M88.4 R4, [R2]", true, true},
		{"STSM.16.M88.4 [R2], R4", true, true},
		{"MOVM.16.MT88 R4, R2", true, true},
		{"S2R R2, SR_LANEID", true, true},
		{"S2R R2, SR_EQMASK", true, true},
		{"S2R R2, SR_LTMASK", true, true},
		{"S2R R2, SR_LEMASK", true, true},
		{"S2R R2, SR_GTMASK", true, true},
		{"S2R R2, SR_GEMASK", true, true},
		{"S2R R2, SR_VIRTID", true, true},
		{"S2R R2, SR_VIRTUALSMID", true, true},
		{"CS2R R2, SR_CLOCKLO", true, true},
		{"S2UR UR4, SR_GLOBALTIMERLO", true, true},
		{"S2UR UR4, SR_TID.X", true, true},
		{"S2R R2, SR_TID.X", false, false},
		{"S2R R2, SR_CTAID.X", false, false},
		{"S2UR UR4, SR_CTAID.X", false, false},
		{"BAR.SYNC.DEFER_BLOCKING 0x0", false, true},
		{"BAR.RED.POPC.DEFER_BLOCKING 0x0, P0", false, true},
		{"BAR.SYNC.DEFER_BLOCKING 0x1, 0x40", true, true},
		{"BAR.SYNC.DEFER_BLOCKING 0x0, 0x40", true, true},
		{"BAR.ARV 0x1, 0x40", true, true},
		{"LDS R2, [R3]", false, true},
		{"STS.64 [R3], R4", false, true},
		{"ATOMS.ADD R2, [R3], R4", false, true},
		{"LDGSTS.E [R2], desc[UR4][R4.64]", false, true},
		{"LDG.E R2, desc[UR4][R2.64]", false, false},
		{"ATOMG.E.ADD.STRONG.GPU PT, R2, desc[UR4][R2.64], R5", false, false},
		{"LDL R2, [R1]", false, false},
		{"R2UR UR4, R2", false, false},
		{"EXIT", false, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		if (!split_obstacle(word[i].sass, SPLIT_BLOCKS) == word[i].blocks ||
		    !split_obstacle(word[i].sass, SPLIT_LAUNCHES) == word[i].launches)
			fail_msg("%s: otherwise", word[i].sass);
}

/* What WARPSYNC.ALL forbids: nothing in a kernel without shared memory, where a compiler put it. */
static void
idle_sync(void **state)
{
	static const char *const machine[] = {NULL};
	enum { SHARED = 1, BARRIER = 2, SHUFFLE = 4 };
	static const struct {
		unsigned has;
		const char *blocks, *launches; /* what stands in the way there; "": nothing */
	} kernel[] = {
		{0, "", ""},
		{SHARED, "WARPSYNC.ALL", "STS"},
		{BARRIER, "", "BAR"},
		{SHARED | BARRIER, "", "STS"},
		{SHUFFLE, "MATCH", "MATCH"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof kernel / sizeof *kernel; i++) {
		const char *const expected[SPLIT_WAYS] = {[SPLIT_BLOCKS] = kernel[i].blocks, [SPLIT_LAUNCHES] = kernel[i].launches};
		struct simt *s = asm_machine(machine);
		struct simt_error e = {.status = SIMT_OK};
		char text[SPLIT_WAYS][OBSTACLE_TEXT];
		struct simt_function *f;
		struct program p;
		bool shares;

		asm_init(&p);
		if (kernel[i].has & SHARED)
			sts(&p, 2, 3, 0);
		warpsync(&p);
		if (kernel[i].has & BARRIER)
			bar_sync(&p);
		if (kernel[i].has & SHUFFLE)
			match_any(&p, 4, 5);
		exit_(&p);
		f = asm_load(s, &p, &e);
		if (!f)
			fail_msg("%s", e.text);
		split_obstacles(f, text, &shares);
		for (int way = 0; way < SPLIT_WAYS; way++)
			if (!*expected[way] != !*text[way] || !strstr(text[way], expected[way]))
				fail_msg("kernel %zu: '%s', not '%s'", i, text[way], expected[way]);
		simt_destroy(s);
	}
}

/* ---- launches ---- */

enum { BLOCKS = 3, THREADS = 64, ALL = BLOCKS * THREADS };

/* out[1000 * block + thread in it], with the block's number in a register of each thread or of the warp; n more instructions. */
static void
numbers(struct program *p, bool uniform, unsigned more)
{
	asm_init(p);
	ldc64(p, 2, ASM_PARAM + 8);
	ctl(p, 15, 0, NO_SB, 0);
	s2r(p, 4, SR_TID_X);
	ctl(p, 15, 1, NO_SB, 0);
	s2r(p, 5, SR_CTAID_X);
	ctl(p, 15, 2, NO_SB, 0);
	if (uniform) {
		/* S2UR UR6, SR_CTAID.X; MOV R5, UR6 */
		p->w[p->n][0] = 0x00000000000679c3;
		p->w[p->n++][1] = 0x000e220000002500;
		ctl(p, 15, 3, NO_SB, 4);
		p->w[p->n][0] = 0x0000000600057c02;
		p->w[p->n++][1] = 0x000fe20008000f00;
		ctl(p, 15, NO_SB, NO_SB, 8);
	}
	mov_imm(p, 6, THREADS);
	imad(p, 7, 5, 6, 4);
	ctl(p, 15, NO_SB, NO_SB, 7);
	imad_wide_imm(p, 2, 7, 4, 2);
	ctl(p, 15, NO_SB, NO_SB, 0);
	mov_imm(p, 6, 1000);
	imad(p, 7, 5, 6, 4);
	ctl(p, 15, NO_SB, NO_SB, 0);
	for (unsigned i = 0; i < more; i++)
		nop(p);
	stg(p, 2, 7, 0);
	exit_(p);
}

struct ran {
	struct simt_launch_stats stats;
	uint32_t out[ALL];
};

/* Runs it with these threads, in order where list is NULL. */
static void
run(struct ran *r, const char *const *settings, const struct program *p, const uint32_t *list, size_t n, enum simt_mode mode)
{
	struct simt *s = asm_machine(settings);
	struct simt_error e = {.status = SIMT_OK};
	struct simt_function *f = asm_load(s, p, &e);
	uint64_t out = 0, index = 0;
	struct {
		uint64_t in, out;
		uint32_t n, zero;
	} params = {0};
	struct simt_function_info info;
	struct simt_launch *l;

	if (!f || !simt_malloc(s, sizeof r->out, &out, &e) || !simt_malloc(s, ALL * sizeof *list, &index, &e))
		fail_msg("%s", e.text);
	simt_set_mode(s, mode);
	params.out = out;
	simt_function_info(f, &info);
	l = simt_launch(s, f, (struct simt_dim){BLOCKS, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0, &params, info.param_bytes, 0,
			&e);
	if (!l || (list && !simt_regroup(l, list, n, index, &e)) || !simt_synchronize(s, &e) ||
	    !simt_read(s, out, r->out, sizeof r->out, &e))
		fail_msg("%s", e.text);
	r->stats = *simt_launch_stats(l);
	simt_destroy(s);
}

/* Whatever order the threads of the grid are in, each does what it would. */
static void
regrouped(void **state)
{
	static const char *const machine[][4] = {{"warp_size=32"},
						 {"warp_size=16", "banks=1"},
						 {"warp_size=64", "banks=4"},
						 {"reconvergence=stack"},
						 {"warp_size=64", "banks=4", "bank_issue=independent"}};
	uint32_t list[ALL];
	struct ran r;

	(void)state;
	for (uint32_t i = 0; i < ALL; i++)
		list[i] = i * 77 % ALL;
	for (size_t m = 0; m < sizeof machine / sizeof *machine; m++)
		for (int uniform = 0; uniform < 2; uniform++)
			for (int mode = 0; mode < 2; mode++) {
				struct program p;

				numbers(&p, uniform, 0);
				run(&r, machine[m], &p, list, ALL, mode ? SIMT_FUNCTIONAL : SIMT_CYCLE);
				for (uint32_t i = 0; i < ALL; i++)
					assert_int_equal(r.out[i], 1000 * (i / THREADS) + i % THREADS);
				assert_int_equal(r.stats.v[SIMT_STAT_blocks_launched], BLOCKS);
			}
}

/* A part of them: the others do not run, and the last block is smaller. */
static void
part(void **state)
{
	static const char *const machine[] = {NULL};
	uint32_t list[ALL];
	struct program p;
	struct ran r;

	(void)state;
	for (uint32_t i = 0; i < 70; i++)
		list[i] = 2 * i + 1;
	numbers(&p, true, 0);
	run(&r, machine, &p, list, 70, SIMT_CYCLE);
	for (uint32_t i = 0; i < ALL; i++)
		assert_int_equal(r.out[i], i % 2 && i < 140 ? 1000 * (i / THREADS) + i % THREADS : 0);
	assert_int_equal(r.stats.v[SIMT_STAT_blocks_launched], 2);
	assert_int_equal(r.stats.v[SIMT_STAT_warps_launched], 3);
}

/* The list is read: three instructions more a warp, the last of which waits for the load. */
static void
cost(void **state)
{
	static const char *const machine[] = {NULL};
	uint32_t list[ALL];
	struct program p;
	struct ran plain, r;

	(void)state;
	for (uint32_t i = 0; i < ALL; i++)
		list[i] = i;
	numbers(&p, false, 0);
	run(&plain, machine, &p, NULL, 0, SIMT_CYCLE);
	run(&r, machine, &p, list, ALL, SIMT_CYCLE);
	assert_memory_equal(plain.out, r.out, sizeof r.out);
	assert_int_equal(r.stats.v[SIMT_STAT_inst_executed], plain.stats.v[SIMT_STAT_inst_executed] + 3 * ALL / 32);
	assert_int_equal(r.stats.v[SIMT_STAT_thread_inst_executed], plain.stats.v[SIMT_STAT_thread_inst_executed] + 3 * ALL);
	assert_true(r.stats.stall[SIMT_STALL_long_scoreboard] > plain.stats.stall[SIMT_STALL_long_scoreboard]);
	assert_true(r.stats.v[SIMT_STAT_cycles] > plain.stats.v[SIMT_STAT_cycles]);
}

/* What cannot be. */
static void
mistakes(void **state)
{
	static const char *const machine[] = {NULL};
	static const char *const ideal[] = {"reconvergence=ideal", NULL};
	struct simt_error e = {.status = SIMT_OK};
	uint32_t list[ALL + 1] = {ALL};
	struct program p;

	(void)state;
	numbers(&p, false, 0);
	for (int k = 0; k < 2; k++) {
		struct simt *s = asm_machine(k ? ideal : machine);
		struct simt_function *f = asm_load(s, &p, &e);
		struct simt_function_info info;
		char params[64] = {0};
		struct simt_launch *l;

		simt_function_info(f, &info);
		l = simt_launch(s, f, (struct simt_dim){BLOCKS, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0, params,
				info.param_bytes, 0, &e);
		assert_non_null(l);
		assert_false(simt_regroup(l, list, 1, 0, &e));
		if (k) {
			assert_non_null(strstr(e.text, "ideal"));
		} else {
			assert_non_null(strstr(e.text, "thread 192 of a grid of 192"));
			e.status = SIMT_OK;
			assert_false(simt_regroup(l, list, 0, 0, &e));
			assert_non_null(strstr(e.text, "a list of 0 threads"));
			e.status = SIMT_OK;
			assert_false(simt_regroup(l, list, ALL + 1, 0, &e));
			assert_non_null(strstr(e.text, "a list of 193 threads"));
		}
		simt_destroy(s);
		e.status = SIMT_OK;
	}
}

/* Machine code that takes something to be the same in a warp, by the threads' numbers / `by`: a fault where it is so no more. */
static bool
is_taken(unsigned by, const uint32_t *list)
{
	struct simt *s = asm_machine(NULL);
	struct simt_error e = {.status = SIMT_OK};
	struct simt_function_info info;
	struct simt_function *f;
	struct simt_launch *l;
	struct program p;
	char params[64] = {0};
	uint64_t index = 0;
	bool ok;

	asm_init(&p);
	s2r(&p, 4, SR_TID_X);
	ctl(&p, 15, 1, NO_SB, 0);
	lop3_and_imm(&p, 4, 4, ~(by - 1));
	ctl(&p, 15, NO_SB, NO_SB, 2);
	/* R2UR UR6, R4 */
	p.w[p.n][0] = 0x00000000040672ca;
	p.w[p.n++][1] = 0x000fe200000e0000;
	ctl(&p, 15, NO_SB, NO_SB, 0);
	exit_(&p);
	f = asm_load(s, &p, &e);
	if (!f || !simt_malloc(s, ALL * sizeof *list, &index, &e))
		fail_msg("%s", e.text);
	simt_function_info(f, &info);
	l = simt_launch(s, f, (struct simt_dim){BLOCKS, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0, params, info.param_bytes, 0,
			&e);
	if (!l || !simt_regroup(l, list, ALL, index, &e))
		fail_msg("%s", e.text);
	ok = simt_synchronize(s, &e);
	assert_true(ok || strstr(e.text, "regrouped: threads that are together now"));
	simt_destroy(s);
	return ok;
}

static void
uniform(void **state)
{
	uint32_t list[ALL];

	(void)state;
	for (uint32_t i = 0; i < ALL; i++)
		list[i] = i;
	assert_true(is_taken(32, list));
	assert_true(is_taken(64, list));
	list[0] = 32;
	list[32] = 0;
	assert_false(is_taken(32, list));
	assert_true(is_taken(64, list));
	/* threads of another block have uniform registers of their own */
	list[0] = 0;
	list[32] = 64;
	list[64] = 32;
	assert_true(is_taken(32, list));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists),     cmocka_unit_test(order),     cmocka_unit_test(dealt), cmocka_unit_test(obstacles),
		cmocka_unit_test(idle_sync), cmocka_unit_test(regrouped), cmocka_unit_test(part),  cmocka_unit_test(cost),
		cmocka_unit_test(mistakes),  cmocka_unit_test(uniform),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
