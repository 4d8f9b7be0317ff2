/* test-jobs.c: what a simulated program leaves does not depend on how many threads of the host run the SMs, however its blocks race; nor does
 * the fault that is told, where SMs fault in one window. All windows go to threads here (jobs_new). tests/sim/runtime/test-windows runs
 * shipped kernels in this way. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/jobs.h"
#include "tests/helpers/asm.h"

enum { SMS = 13, BLOCKS = 40, THREADS = 64, ROUNDS = 20, WORDS = 32 + BLOCKS * THREADS };

static const char *const settings[] = {"sms=13", NULL};
static const unsigned threads[] = {2, 3, 5, 16};

static struct simt *
machine_of(unsigned n)
{
	struct simt *s = asm_machine(settings);

	assert_int_equal(gpu_sms(&s->gpu), SMS);
	if (n > 1)
		s->gpu.jobs = jobs_new(SMS, n, true);
	return s;
}

/* R2: where the parameter `out` points; R8: there, the lane's word; R10: the block. */
static void
begin(struct program *p)
{
	asm_init(p);
	ldc64(p, 2, ASM_PARAM + 8);
	ctl(p, 1, 0, NO_SB, 0);
	s2r(p, 10, SR_CTAID_X);
	ctl(p, 1, 1, NO_SB, 0);
	s2r(p, 11, SR_LANEID);
	ctl(p, 1, 2, NO_SB, 0);
	nop(p);
	ctl(p, 1, NO_SB, NO_SB, 7);
	imad_wide_imm(p, 8, 11, 4, 2);
	mov_imm(p, 12, 7);
}

/* All warps of all blocks change the same 32 words without any order, by loads and stores of every kind: what they find depends on who came when,
 * and each keeps what it found last. */
static void
race(struct program *p)
{
	begin(p);
	for (unsigned i = 0; i < ROUNDS; i++) {
		if (i % 4 == 3)
			ldg_strong(p, 6, 8, 0);
		else
			ldg(p, 6, 8, 0);
		ctl(p, 2, 0, NO_SB, 0);
		imad(p, 6, 6, 12, 10);
		ctl(p, 6, NO_SB, NO_SB, 1);
		if (i % 5 == 4)
			atomg(p, 6, 8, 6, 0);
		else
			stg(p, 8, 6, 0);
		ctl(p, 2, i % 5 == 4 ? 0 : NO_SB, 1, 0);
		nop(p);
		ctl(p, 1, NO_SB, NO_SB, 3);
	}
	s2r(p, 13, SR_TID_X);
	ctl(p, 1, 0, NO_SB, 0);
	mov_imm(p, 14, THREADS);
	imad(p, 13, 10, 14, 13);
	ctl(p, 6, NO_SB, NO_SB, 1);
	imad_wide_imm(p, 16, 13, 4, 2);
	ctl(p, 6, NO_SB, NO_SB, 0);
	stg(p, 16, 6, 128);
	exit_(p);
}

static void
racing_blocks(void **state)
{
	static uint32_t alone[WORDS], together[WORDS];
	struct simt_launch_stats one, many;
	struct simt *s = machine_of(1);
	struct program p;
	unsigned different = 0;

	(void)state;
	race(&p);
	one = *asm_run(s, &p, BLOCKS, THREADS, NULL, alone, WORDS);
	simt_destroy(s);
	/* they have raced: blocks that run at the same time have found words of each other */
	for (unsigned i = 1; i < BLOCKS; i++)
		different += alone[32 + i * THREADS] != alone[32];
	assert_in_range(different, BLOCKS / 2, BLOCKS);
	for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
		for (unsigned again = 0; again < 4; again++) {
			s = machine_of(threads[i]);
			many = *asm_run(s, &p, BLOCKS, THREADS, NULL, together, WORDS);
			simt_destroy(s);
			assert_memory_equal(together, alone, sizeof alone);
			assert_memory_equal(many.v, one.v, sizeof one.v);
			assert_memory_equal(many.stall, one.stall, sizeof one.stall);
			assert_int_equal(many.end - many.start, one.end - one.start);
		}
}

/* Blocks from number 3 on store to where nothing is, those before them 15 cycles later, in the
 * same window. */
static void
stray(struct program *p)
{
	unsigned b;

	begin(p);
	isetp_ge_imm(p, 0, 10, 3);
	guard(p, 0, false);
	b = bra(p, 0);
	nop(p);
	patch(p, b, label(p));
	viadd(p, 9, 9, 1);
	stg(p, 8, 10, 0);
	exit_(p);
}

static void
fault_of_stray(unsigned n, struct simt_error *e)
{
	struct simt *s = machine_of(n);
	struct {
		uint64_t in, out;
		uint32_t n;
	} v = {0, 0, 0};
	struct simt_function *f;
	struct program p;
	char params[20];

	stray(&p);
	e->status = SIMT_OK;
	f = asm_load(s, &p, e);
	assert_non_null(f);
	assert_true(simt_malloc(s, 128, &v.out, e));
	memcpy(params, &v.in, 8);
	memcpy(params + 8, &v.out, 8);
	memcpy(params + 16, &v.n, 4);
	assert_non_null(
		simt_launch(s, f, (struct simt_dim){SMS, 1, 1}, (struct simt_dim){32, 1, 1}, 0, params, sizeof params, 0, e));
	assert_false(simt_synchronize(s, e));
	assert_int_equal(e->status, SIMT_FAULT);
	simt_destroy(s);
}

static void
first_fault_is_told(void **state)
{
	struct simt_error one, many;

	(void)state;
	fault_of_stray(1, &one);
	assert_non_null(strstr(one.text, "block (3,0,0)"));
	for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
		fault_of_stray(threads[i], &many);
		assert_string_equal(many.text, one.text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(racing_blocks), cmocka_unit_test(first_fault_is_told)};

	return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}
