/* test-bound.c: limits of small launches, counted by hand, on machine `tiny`, and that none is more than the cycles of the launch. That this is
 * so for shipped workloads is in tests/workloads/bound.sh. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "tests/helpers/asm.h"
#include "workloads/analysis/bound.h"

enum { BRANCH = 7, BARRIER = 8, L1 = 20, DRAM = 300, S2R = 10, NEXT_BLOCK = 50, WORDS = 4096 };

/* What is run: on `tiny` with a setting (NULL: none). */
struct shape {
	const char *set;
	unsigned blocks, threads, times; /* launches, one after the other, of the same buffers; 0: one */
};

/* The bound of the last launch, which took *cycles. The limits hold in each mode. */
static struct bound
bound_in(const struct program *p, const struct shape *x, enum simt_mode mode, uint64_t *cycles)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);
	unsigned char params[20] = {0};
	struct simt_launch *l = NULL;
	struct bounds *bounds;
	struct bound *found, b;
	struct simt *s;
	uint64_t in, out;

	if (!m || (x->set && !simt_machine_set(m, x->set, &e)))
		fail_msg("%s", e.text);
	s = simt_create(m, &e);
	bounds = s ? bounds_new(s, m, &e) : NULL;
	if (!bounds || !simt_malloc(s, 4 * WORDS, &in, &e) || !simt_malloc(s, 4 * WORDS, &out, &e))
		fail_msg("%s", e.text);
	simt_set_mode(s, mode);
	for (unsigned i = 0; i < 8; i++) {
		params[i] = (unsigned char)(in >> 8 * i);
		params[8 + i] = (unsigned char)(out >> 8 * i);
	}
	for (unsigned i = 0; i < (x->times ? x->times : 1); i++) {
		l = simt_launch(s, asm_load(s, p, &e), (struct simt_dim){x->blocks, 1, 1}, (struct simt_dim){x->threads, 1, 1}, 0,
				params, sizeof params, 0, &e);
		if (!l || !simt_synchronize(s, &e))
			fail_msg("%s", e.text);
	}
	found = bounds_take(bounds, l);
	assert_non_null(found);
	assert_null(bounds_take(bounds, l));
	b = *found;
	free(found);
	*cycles = simt_launch_stats(l)->v[SIMT_STAT_cycles];
	bounds_free(bounds);
	simt_destroy(s);
	simt_machine_free(m);
	return b;
}

/* The same in both modes. */
static struct bound
bound_of(const struct program *p, struct shape x, uint64_t *cycles)
{
	uint64_t none;
	const struct bound b = bound_in(p, &x, SIMT_CYCLE, cycles), f = bound_in(p, &x, SIMT_FUNCTIONAL, &none);

	for (unsigned k = 0; k < LIMITS; k++) {
		assert_int_equal(b.limit[k], f.limit[k]);
		assert_true(b.limit[k] <= *cycles);
		assert_true(b.limit[k] <= b.limit[b.binds]);
	}
	return b;
}

static void
end(struct program *p)
{
	exit_(p);
	ctl(p, 1, NO_SB, NO_SB, 0);
}

static void
nops(struct program *p, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		nop(p);
		ctl(p, 1, NO_SB, NO_SB, 0);
	}
}

/* Stall counts and scoreboards: one warp alone takes as long as its chain. */
static void
chain(void **state)
{
	struct program p;
	struct bound b;
	uint64_t cycles;

	(void)state;
	asm_init(&p);
	nop(&p);
	ctl(&p, 5, NO_SB, NO_SB, 0);
	nop(&p);
	ctl(&p, 3, NO_SB, NO_SB, 0);
	end(&p);
	b = bound_of(&p, (struct shape){NULL, 1, 32, 1}, &cycles);
	assert_int_equal(b.limit[LIMIT_chain], 9);
	assert_int_equal(b.binds, LIMIT_blocks); /* the first of equal ones */
	assert_int_equal(cycles, 9);

	asm_init(&p);
	s2r(&p, 0, SR_LANEID);
	ctl(&p, 1, 0, NO_SB, 0);
	nop(&p);
	ctl(&p, 1, NO_SB, NO_SB, 1);
	end(&p);
	b = bound_of(&p, (struct shape){NULL, 1, 32, 1}, &cycles);
	assert_int_equal(b.limit[LIMIT_chain], S2R + 2);
	assert_int_equal(cycles, S2R + 2);
	/* what nobody waits for costs nothing */
	asm_init(&p);
	s2r(&p, 0, SR_LANEID);
	ctl(&p, 1, 0, NO_SB, 0);
	nop(&p);
	ctl(&p, 1, NO_SB, NO_SB, 2);
	end(&p);
	assert_int_equal(bound_of(&p, (struct shape){NULL, 1, 32, 1}, &cycles).limit[LIMIT_chain], 3);
}

/* A jump of all lanes takes its time, unless the stall count is longer; one of none does not. */
static void
jumps(void **state)
{
	struct program p;
	uint64_t cycles;

	(void)state;
	for (unsigned taken = 0; taken < 2; taken++)
		for (unsigned stall = 1; stall <= BRANCH + 1; stall += BRANCH) {
			unsigned b;

			asm_init(&p);
			guard(&p, PT, !taken);
			b = bra(&p, 0);
			ctl(&p, stall, NO_SB, NO_SB, 0);
			patch(&p, b, label(&p));
			end(&p);
			assert_int_equal(bound_of(&p, (struct shape){NULL, 1, 32, 1}, &cycles).limit[LIMIT_chain],
					 (taken && stall < BRANCH ? BRANCH : stall) + 1);
		}
}

/* Loads R4 from the start of `in` twice, one after the other. */
static void
load_twice(struct program *p)
{
	asm_init(p);
	ldc64(p, 2, ASM_PARAM);
	ctl(p, 1, 0, NO_SB, 0);
	ldg(p, 4, 2, 0);
	ctl(p, 1, 1, NO_SB, 1);
	ldg(p, 5, 2, 0);
	ctl(p, 1, 2, NO_SB, 2);
	nop(p);
	ctl(p, 1, NO_SB, NO_SB, 4);
	end(p);
}

/* What nobody has loaded comes from DRAM, what has been loaded from L1. */
static void
loads(void **state)
{
	struct program p;
	struct bound b;
	uint64_t cycles;

	(void)state;
	load_twice(&p);
	b = bound_of(&p, (struct shape){NULL, 1, 32, 1}, &cycles);
	/* LDC at 0, loads at 10 and 310, NOP at 330 */
	assert_int_equal(b.limit[LIMIT_chain], S2R + DRAM + L1 + 2);
	/* a sector of 32 bytes at 16 bytes a cycle from DRAM, at 32 from L2 */
	assert_int_equal(b.limit[LIMIT_dram], 2);
	assert_int_equal(b.limit[LIMIT_fill], 1);
	assert_int_equal(b.limit[LIMIT_stores], 0);
	/* later launches find it */
	b = bound_of(&p, (struct shape){NULL, 1, 32, 2}, &cycles);
	assert_int_equal(b.limit[LIMIT_chain], S2R + 2 * L1 + 2);
	assert_int_equal(b.limit[LIMIT_dram], 0);
	/* DRAM that is said to be near is no nearer than L2 */
	assert_int_equal(bound_of(&p, (struct shape){"dram_latency=1", 1, 32, 1}, &cycles).limit[LIMIT_chain], S2R + 100 + L1 + 2);
	assert_int_equal(bound_of(&p, (struct shape){"dram_spread=30", 1, 32, 1}, &cycles).limit[LIMIT_chain],
			 S2R + DRAM - 30 + L1 + 2);
}

/* A block barrier lets nobody go before the last warp has come. */
static void
barrier(void **state)
{
	struct program p;
	uint64_t cycles;
	unsigned b;

	(void)state;
	asm_init(&p);
	s2r(&p, 0, SR_TID_X);
	ctl(&p, 1, 0, NO_SB, 0);
	isetp_ge_imm(&p, 0, 0, 32); /* at 10 */
	ctl(&p, 13, NO_SB, NO_SB, 1);
	guard(&p, 0, false);
	b = bra(&p, 0); /* at 23: the second warp jumps */
	ctl(&p, 1, NO_SB, NO_SB, 0);
	nop(&p);
	ctl(&p, 15, NO_SB, NO_SB, 0);
	nop(&p);
	ctl(&p, 15, NO_SB, NO_SB, 0);
	patch(&p, b, label(&p));
	bar_sync(&p); /* the first warp at 54, the second at 30 */
	ctl(&p, 1, NO_SB, NO_SB, 0);
	end(&p);
	assert_int_equal(bound_of(&p, (struct shape){NULL, 1, 64, 1}, &cycles).limit[LIMIT_chain], 54 + BARRIER + 1);
	assert_int_equal(bound_of(&p, (struct shape){"barrier_latency=9", 1, 64, 1}, &cycles).limit[LIMIT_chain], 54 + 9 + 1);
}

/* Issue slots of the one sub-core, and its pipes. */
static void
parts(void **state)
{
	struct program p;
	struct bound b;
	uint64_t cycles;

	(void)state;
	asm_init(&p);
	nops(&p, 9);
	end(&p);
	assert_int_equal(bound_of(&p, (struct shape){NULL, 1, 256, 1}, &cycles).limit[LIMIT_issue], 8 * 10);
	assert_int_equal(cycles, 8 * 10);
	assert_int_equal(bound_of(&p, (struct shape){"subcores=2", 1, 256, 1}, &cycles).limit[LIMIT_issue], 4 * 10);
	/* three warps of two sub-cores: one of these has two */
	assert_int_equal(bound_of(&p, (struct shape){"subcores=2", 1, 96, 1}, &cycles).limit[LIMIT_issue], 2 * 10);
	/* two SMs, three blocks: one of these has two */
	assert_int_equal(bound_of(&p, (struct shape){"sms=2", 3, 64, 1}, &cycles).limit[LIMIT_issue], 2 * 2 * 10);
	/* half a warp is half an issue slot: another policy may fill it up */
	assert_int_equal(bound_of(&p, (struct shape){NULL, 1, 16, 1}, &cycles).limit[LIMIT_issue], 5);

	/* ALU has half of the 32 lanes of a full-rate pipe: 2 cycles an instruction, and it may hold the last one when the launch ends */
	asm_init(&p);
	for (unsigned i = 0; i < 50; i++) {
		lop3_and_imm(&p, 4, 4, 1);
		ctl(&p, 1, NO_SB, NO_SB, 0);
	}
	end(&p);
	b = bound_of(&p, (struct shape){"register_scoreboard=off", 1, 256, 1}, &cycles);
	assert_string_equal(b.pipe, "alu");
	assert_int_equal(b.binds, LIMIT_pipe);
	assert_true(b.limit[LIMIT_pipe] <= 8 * 50 * 2 && b.limit[LIMIT_pipe] >= 8 * 50 * 2 - 64);
}

/* Blocks follow each other in places, start one after the other, and all of it lies between start and drain of the launch. */
static void
blocks(void **state)
{
	struct program p;
	struct bound b;
	uint64_t cycles;

	(void)state;
	asm_init(&p);
	nops(&p, 9);
	end(&p);
	/* 4 places on the SM: 3 turns */
	b = bound_of(&p, (struct shape){NULL, 9, 32, 1}, &cycles);
	assert_int_equal(b.limit[LIMIT_places], 3 * 10 + 2 * NEXT_BLOCK);
	assert_int_equal(b.binds, LIMIT_places);
	assert_int_equal(bound_of(&p, (struct shape){NULL, 8, 32, 1}, &cycles).limit[LIMIT_places], 2 * 10 + NEXT_BLOCK);
	assert_int_equal(bound_of(&p, (struct shape){"block_interval=2000", 4, 32, 1}, &cycles).limit[LIMIT_blocks], 3 * 20 + 10);
	b = bound_of(&p, (struct shape){"launch_start=100", 1, 32, 1}, &cycles);
	for (unsigned k = 0; k < LIMITS; k++)
		assert_true(b.limit[k] >= 100);
	assert_int_equal(b.limit[LIMIT_chain], 110);
	assert_int_equal(cycles, 110);
	assert_int_equal(bound_of(&p, (struct shape){"launch_drain=7", 1, 32, 1}, &cycles).limit[LIMIT_chain], 17);
}

/* Lanes that go different ways: each thread has its own chain, and none is together with others. */
static void
divergence(void **state)
{
	struct program p;
	struct bound b;
	uint64_t cycles;
	unsigned to;

	(void)state;
	asm_init(&p);
	s2r(&p, 0, SR_LANEID);
	ctl(&p, 1, 0, NO_SB, 0);
	isetp_ge_imm(&p, 0, 0, 16); /* at 10 */
	ctl(&p, 13, NO_SB, NO_SB, 1);
	guard(&p, 0, false);
	to = bra(&p, 0); /* at 23 */
	ctl(&p, 1, NO_SB, NO_SB, 0);
	nops(&p, 32);
	end(&p); /* at 56 */
	patch(&p, to, label(&p));
	nops(&p, 40);
	end(&p); /* at 64 */
	b = bound_of(&p, (struct shape){NULL, 1, 32, 1}, &cycles);
	assert_int_equal(b.limit[LIMIT_chain], 65);
	/* three instructions of 32 lanes, 33 and 41 of 16: one after the other they take 77 */
	assert_int_equal(b.limit[LIMIT_issue], 3 + (33 + 41) / 2);
	assert_true(cycles >= 77);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chain), cmocka_unit_test(jumps),  cmocka_unit_test(loads),      cmocka_unit_test(barrier),
		cmocka_unit_test(parts), cmocka_unit_test(blocks), cmocka_unit_test(divergence),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
