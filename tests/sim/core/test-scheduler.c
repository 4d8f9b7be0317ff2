/* test-scheduler.c: which ready warp issues, on machine `tiny`: each warp reads the clock a few times, and the cycles are worked out by
 * hand. A block barrier before lets all warps start in one cycle, which counts as 0. Warp 3 comes to it
 * last, and so has issued last. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/helpers/asm.h"

enum { WARPS = 4, READS = 3, CLOCK = 0x50, FIRST = 10, FIELDS = 4 };

/* Registers: 0 thread, 2 and 3 address of the thread's words, 6 what is loaded, 10 to 12 the clock. */
static void
begin(struct program *p)
{
	asm_init(p);
	s2r(p, 0, SR_TID_X);
	ldc64(p, 4, ASM_PARAM + 8);
	uldc64(p, 4, ASM_DESC);
	imad_wide_imm(p, 2, 0, 4 * FIELDS, 4);
	isetp_ge_imm(p, 0, 0, 32 * (WARPS - 1));
	/* branches to the next instruction, which take longer where they are taken: in the last warp */
	for (unsigned i = 0; i < 16; i++) {
		guard(p, 0, false);
		bra(p, label(p) + 1);
		ctl(p, 5, NO_SB, NO_SB, 0);
	}
	bar_sync(p);
	ctl(p, 1, NO_SB, NO_SB, 0);
}

static void
end(struct program *p)
{
	for (unsigned i = 0; i < READS; i++)
		stg(p, 2, FIRST + i, (int32_t)(4 * i));
	exit_(p);
}

static void
read_clock(struct program *p, unsigned i)
{
	s2r(p, FIRST + i, CLOCK);
	ctl(p, 1, NO_SB, NO_SB, 0);
}

static void
check_on(struct simt *s, const struct program *p, const char *const *settings, unsigned reads, unsigned want[WARPS][READS])
{
	uint32_t out[32 * WARPS * FIELDS], zero = UINT32_MAX;

	assert_laws(asm_run(s, p, 1, 32 * WARPS, NULL, out, 32 * WARPS * FIELDS), 1, 1);
	simt_destroy(s);
	for (unsigned w = 0; w < WARPS; w++)
		zero = out[32 * w * FIELDS] < zero ? out[32 * w * FIELDS] : zero;
	for (unsigned w = 0; w < WARPS; w++)
		for (unsigned i = 0; i < reads; i++)
			if (out[32 * w * FIELDS + i] - zero != want[w][i])
				fail_msg("%s: read %u of warp %u at %u, not at %u", settings[0], i, w,
					 (unsigned)(out[32 * w * FIELDS + i] - zero), want[w][i]);
}

/* Also where several splits of a warp could run at a time. */
static void
check(const struct program *p, const char *const *settings, unsigned reads, unsigned want[WARPS][READS])
{
	check_on(asm_machine(settings), p, settings, reads, want);
	check_on(asm_machine_independent(settings), p, settings, reads, want);
}

/* Three reads of the clock and another barrier: each warp could issue in every cycle. */
static void
no_waiting(void **state)
{
	static const char *const gto[] = {"scheduler=gto", NULL}, *const gty[] = {"scheduler=gty", NULL},
				 *const lrr[] = {"scheduler=lrr", NULL},
				 *const two[] = {"scheduler=two-level", "active_warps=2", NULL},
				 *const one[] = {"scheduler=two-level", "active_warps=1", NULL},
				 *const all[] = {"scheduler=two-level", "active_warps=64", NULL};
	struct program p;

	(void)state;
	begin(&p);
	for (unsigned i = 0; i < READS; i++)
		read_clock(&p, i);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	end(&p);
	/* greedy: warp 3 goes on until it is at the barrier, in cycle 3; then the oldest or the youngest does the same */
	check(&p, gto, READS, (unsigned[WARPS][READS]){{4, 5, 6}, {8, 9, 10}, {12, 13, 14}, {0, 1, 2}});
	check(&p, gty, READS, (unsigned[WARPS][READS]){{12, 13, 14}, {8, 9, 10}, {4, 5, 6}, {0, 1, 2}});
	check(&p, lrr, READS, (unsigned[WARPS][READS]){{0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {3, 7, 11}});
	/* warp 3 has had its set in front alone; warps 2 and 3 stay there until both are at the barrier, after cycle 7 */
	check(&p, two, READS, (unsigned[WARPS][READS]){{8, 10, 12}, {9, 11, 13}, {0, 2, 4}, {1, 3, 5}});
	check(&p, one, READS, (unsigned[WARPS][READS]){{4, 5, 6}, {8, 9, 10}, {12, 13, 14}, {0, 1, 2}});
	check(&p, all, READS, (unsigned[WARPS][READS]){{0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {3, 7, 11}});
}

/* A short wait in the set in front lets others issue, which stay behind it: two reads and 3 idle cycles before the third. */
static void
short_waits(void **state)
{
	static const char *const two[] = {"scheduler=two-level", "active_warps=2", NULL};
	struct program p;

	(void)state;
	begin(&p);
	read_clock(&p, 0);
	read_clock(&p, 1);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	read_clock(&p, 2);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	end(&p);
	/* warp 2 waits from 2 to 6 and warp 3 from 3 to 7: 0 and 1 have the cycles 4 and 5; the set in front then reads the clock in 6
	 * and 7 and is at the barrier after 9 */
	check(&p, two, READS, (unsigned[WARPS][READS]){{4, 10, 14}, {5, 11, 15}, {0, 2, 6}, {1, 3, 7}});
}

/* Each warp has two conversions, with a read of the clock before each and 6 cycles between the two. The pipe is held for 8. */
static void
pipe_queue(void **state)
{
	static const char *const off[] = {"scheduler=gty", "xu_share=8", "adu_share=0", NULL}, *const on[] = {
												       "scheduler=gty",
												       "xu_share=8", "adu_share=0",
												       "pipe_queue=on", NULL};
	struct program p;

	(void)state;
	begin(&p);
	for (unsigned i = 0; i < 2; i++) {
		popc(&p, 7, RZ);
		ctl(&p, 1, NO_SB, NO_SB, 0);
		read_clock(&p, i);
		ctl(&p, 6, NO_SB, NO_SB, 0);
	}
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	end(&p);
	/* a warp's second one is ready a cycle before the pipe: greedy, it comes before the first ones of others */
	check(&p, off, 2, (unsigned[WARPS][READS]){{48, 56}, {32, 40}, {16, 24}, {0, 8}});
	/* those wait longer; among them the youngest is first */
	check(&p, on, 2, (unsigned[WARPS][READS]){{24, 56}, {16, 48}, {8, 40}, {0, 32}});
}

/* Two conversions two cycles apart, which is how long the pipe is held: a warp that waits for a cycle loses its turn to those that have
 * waited for the pipe. */
static void
lost_turn(void **state)
{
	static const char *const off[] = {"scheduler=gty", "xu_share=2", "adu_share=0", NULL},
				 *const on[] = {"scheduler=gty", "xu_share=2", "adu_share=0", "pipe_queue=on", NULL},
				 *const stay[] = {"scheduler=gty", "xu_share=2",  "adu_share=0",
						  "pipe_queue=on", "greedy=stay", NULL},
				 *const yield[] = {"scheduler=gty", "xu_share=2",   "adu_share=0",
						   "pipe_queue=on", "greedy=yield", NULL};
	struct program p;
	unsigned conversion;

	(void)state;
	begin(&p);
	conversion = label(&p);
	popc(&p, 7, RZ);
	ctl(&p, 2, NO_SB, NO_SB, 0);
	popc(&p, 8, RZ);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	read_clock(&p, 0);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	end(&p);
	/* greedy: both, the clock and the barrier take a warp 5 cycles */
	check(&p, off, 1, (unsigned[WARPS][READS]){{15}, {10}, {5}, {0}});
	/* the first ones of all warps before the second ones; behind these the clock and the barrier, in cycles one after the other */
	check(&p, on, 1, (unsigned[WARPS][READS]){{9}, {6}, {3}, {0}});
	/* nobody else has issued in the cycle between: where that counts the warp goes on */
	check(&p, stay, 1, (unsigned[WARPS][READS]){{15}, {10}, {5}, {0}});
	check(&p, yield, 1, (unsigned[WARPS][READS]){{15}, {10}, {5}, {0}});
	/* the hint to yield lets the others come first, as before */
	p.w[conversion][1] &= ~(UINT64_C(1) << (109 - 64));
	check(&p, stay, 1, (unsigned[WARPS][READS]){{15}, {10}, {5}, {0}});
	check(&p, yield, 1, (unsigned[WARPS][READS]){{9}, {6}, {3}, {0}});
}

/* The cycle at which each of the warps of two blocks, two each, has issued four conversions. The pipe is held for 8. */
static void
four_each(const char *queue, uint32_t out[4])
{
	const char *const settings[] = {"scheduler=gty", "xu_share=8", "adu_share=0", queue, NULL};
	struct simt *s = asm_machine(settings);
	uint32_t words[4 * 32];
	struct program p;

	asm_init(&p);
	s2r(&p, 0, SR_TID_X);
	s2r(&p, 1, SR_CTAID_X);
	ldc64(&p, 4, ASM_PARAM + 8);
	uldc64(&p, 4, ASM_DESC);
	imad_wide_imm(&p, 2, 1, 4 * 64, 4);
	imad_wide_imm(&p, 2, 0, 4, 2);
	for (unsigned i = 0; i < 4; i++) {
		popc(&p, 7, RZ);
		ctl(&p, 1, NO_SB, NO_SB, 0);
	}
	s2r(&p, FIRST, CLOCK);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	stg(&p, 2, FIRST, 0);
	exit_(&p);
	assert_laws(asm_run(s, &p, 2, 64, NULL, words, 4 * 32), 1, 1);
	simt_destroy(s);
	for (unsigned w = 0; w < 4; w++)
		out[w] = words[32 * w];
}

/* Warps of the older block come before those of the other one, which wait for as long as these keep the pipe busy. */
static void
older_block(void **state)
{
	uint32_t on[4], blocks[4], last, first;

	(void)state;
	four_each("pipe_queue=on", on);
	four_each("pipe_queue=blocks", blocks);
	last = blocks[0] > blocks[1] ? blocks[0] : blocks[1];
	first = blocks[2] < blocks[3] ? blocks[2] : blocks[3];
	assert_true(first > last);
	/* in the order in which they come: the youngest warp is through before the older block is */
	assert_true(on[3] < on[0] && on[3] < on[1]);
}

enum { MOST_BLOCKS = 5 };

/* The cycles that the first warp of each block takes for 64 conversions, on four sub-cores. The others end at once. */
static void
first_warps(const char *how, unsigned blocks, unsigned threads, uint32_t took[MOST_BLOCKS])
{
	const char *const settings[] = {"sms=1",
					"subcores=4",
					"threads_per_sm=1024",
					"blocks_per_sm=8",
					"registers_per_sm=1048576",
					"scheduler=lrr",
					"xu_share=8",
					"adu_share=0",
					how,
					NULL};
	struct simt *s = asm_machine(settings);
	uint32_t words[MOST_BLOCKS * 64];
	struct program p;

	asm_init(&p);
	s2r(&p, 0, SR_TID_X);
	s2r(&p, 1, SR_CTAID_X);
	ldc64(&p, 4, ASM_PARAM + 8);
	uldc64(&p, 4, ASM_DESC);
	isetp_ge_imm(&p, 0, 0, 32);
	guard(&p, 0, false);
	exit_(&p);
	imad_wide_imm(&p, 2, 1, 4 * 64, 4);
	imad_wide_imm(&p, 2, 0, 8, 2);
	for (unsigned i = 0; i < 65; i++) {
		if (i % 64 == 0)
			read_clock(&p, i / 64);
		popc(&p, 7, RZ);
		ctl(&p, 1, NO_SB, NO_SB, 0);
	}
	stg(&p, 2, FIRST, 0);
	stg(&p, 2, FIRST + 1, 4);
	exit_(&p);
	assert_laws(asm_run(s, &p, blocks, threads, NULL, words, 64 * blocks), 1, 4);
	simt_destroy(s);
	for (unsigned b = 0; b < blocks; b++)
		took[b] = words[64 * b + 1] - words[64 * b];
}

/* Which blocks' first warps have a sub-core for themselves: there the conversions come 8 cycles apart, on a shared one 16. */
static void
check_first_warps(const char *how, unsigned blocks, unsigned threads, const char *alone)
{
	uint32_t took[MOST_BLOCKS];

	first_warps(how, blocks, threads, took);
	for (unsigned b = 0; b < blocks; b++) {
		bool is_alone = took[b] < 10 * 64;

		if (is_alone != (alone[b] == 'a'))
			fail_msg("%s, %u blocks of %u threads: block %u took %u cycles", how, blocks, threads, b, took[b]);
	}
}

/* Blocks of 4 warps and of 1 have their first warps on the next sub-core each, blocks of 2 on the one behind next. */
static void
block_warps(void **state)
{
	(void)state;
	check_first_warps("block_warps=fewest", 2, 128, "ss");
	check_first_warps("block_warps=turns", 4, 128, "aaaa");
	check_first_warps("block_warps=turns", 5, 128, "saaas");
	check_first_warps("block_warps=turns", 4, 160, "aaaa");
	check_first_warps("block_warps=turns", 5, 32, "saaas");
	check_first_warps("block_warps=turns", 2, 64, "aa");
	check_first_warps("block_warps=turns", 3, 64, "sas");
}

/* When a warp of the younger of two blocks comes to a pipe, for one conversion, that both warps of the older one keep busy, and when it
 * issues there. The pipe is held for 8 cycles. */
static void
patient(const char *patience, unsigned conversions, uint32_t *comes, uint32_t *issues)
{
	const char *const settings[] = {"xu_share=8", "adu_share=0", "pipe_queue=blocks", patience, NULL};
	struct simt *s = asm_machine(settings);
	uint32_t words[2 * 128];
	struct program p;
	unsigned young;

	asm_init(&p);
	s2r(&p, 0, SR_TID_X);
	s2r(&p, 1, SR_CTAID_X);
	ldc64(&p, 4, ASM_PARAM + 8);
	uldc64(&p, 4, ASM_DESC);
	imad_wide_imm(&p, 2, 1, 8 * 64, 4);
	imad_wide_imm(&p, 2, 0, 8, 2);
	isetp_ge_imm(&p, 0, 1, 1);
	young = label(&p);
	guard(&p, 0, false);
	bra(&p, 0);
	ctl(&p, 13, NO_SB, NO_SB, 0);
	for (unsigned i = 0; i < conversions; i++) {
		popc(&p, 7, RZ);
		ctl(&p, 1, NO_SB, NO_SB, 0);
	}
	exit_(&p);
	patch(&p, young, label(&p));
	/* the older block has been at work for some time when the younger one comes */
	for (unsigned i = 0; i < 10; i++) {
		viadd(&p, 8, RZ, 0);
		ctl(&p, 13, NO_SB, NO_SB, 0);
	}
	read_clock(&p, 0);
	popc(&p, 7, RZ);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	read_clock(&p, 1);
	stg(&p, 2, FIRST, 0);
	stg(&p, 2, FIRST + 1, 4);
	exit_(&p);
	assert_laws(asm_run(s, &p, 2, 64, NULL, words, 2 * 128), 1, 1);
	simt_destroy(s);
	/* of its two warps the one that comes first; the instruction behind a read of the clock is ready a cycle later */
	*comes = (words[128] < words[128 + 64] ? words[128] : words[128 + 64]) + 1;
	*issues = (words[128 + 1] < words[128 + 64 + 1] ? words[128 + 1] : words[128 + 64 + 1]) - 1;
}

/* A warp of a younger block waits until the pipe is free behind the second multiple of pipe_patience. */
static void
patience(void **state)
{
	static const struct {
		const char *setting;
		uint32_t cycles;
	} some[] = {{"pipe_patience=256", 256}, {"pipe_patience=300", 300}, {"pipe_patience=512", 512}};
	uint32_t comes, issues;

	(void)state;
	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		uint32_t due;

		patient(some[i].setting, 160, &comes, &issues);
		due = (comes / some[i].cycles + 2) * some[i].cycles;
		if (issues < due || issues >= due + 8)
			fail_msg("%s: came at %u, issued at %u, not from %u on", some[i].setting, comes, issues, due);
	}
	/* two warps of 160 conversions */
	patient("pipe_patience=0", 160, &comes, &issues);
	assert_true(issues - comes > 2400);
	patient("pipe_patience=4096", 160, &comes, &issues);
	assert_true(issues - comes > 2400);
}

/* A pipe that is held lets others issue too. */
static void
held_pipe(void **state)
{
	static const char *const two[] = {"scheduler=two-level", "active_warps=2", NULL};
	struct program p;

	(void)state;
	begin(&p);
	read_clock(&p, 0);
	ldg(&p, 6, 2, 12);
	ctl(&p, 1, 1, NO_SB, 0);
	viadd(&p, 7, 6, 0);
	ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
	read_clock(&p, 1);
	end(&p);
	/* the load of warp 2 takes the pipe from 2 to 6, when warp 3's follows; warps 0 and 1 read the clock meanwhile */
	check(&p, two, 1, (unsigned[WARPS][READS]){{3}, {4}, {0}, {1}});
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_waiting),  cmocka_unit_test(short_waits), cmocka_unit_test(pipe_queue),
		cmocka_unit_test(older_block), cmocka_unit_test(lost_turn),   cmocka_unit_test(held_pipe),
		cmocka_unit_test(block_warps), cmocka_unit_test(patience),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
