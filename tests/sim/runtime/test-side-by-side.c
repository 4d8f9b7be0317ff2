/* test-side-by-side.c: functional mode gives the same memory, counts, faults and limits whether its SMs run one after the other or on several
 * threads, and they do run on several threads wherever nothing forbids it. All that may goes to threads here (jobs_new). */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/jobs.h"
#include "sim/runtime/side-by-side.h"
#include "tests/helpers/asm.h"

enum { SMS = 13, BLOCKS = 150, THREADS = 64, WORDS = BLOCKS * THREADS + 64 };

static const char *const settings[] = {"sms=13", NULL};
static const unsigned threads[] = {2, 3, 5, 16};

static struct simt *
machine_of(unsigned n)
{
	struct simt *s = asm_machine(settings);

	simt_set_mode(s, SIMT_FUNCTIONAL);
	if (n > 1)
		s->gpu.jobs = jobs_new(SMS, n, true);
	return s;
}

/* R2: where the parameter `out` points; R8: the thread's word there; R10: the block; R13: number of the thread. */
static void
begin(struct program *p)
{
	asm_init(p);
	ldc64(p, 2, ASM_PARAM + 8);
	ctl(p, 1, 0, NO_SB, 0);
	s2r(p, 10, SR_CTAID_X);
	ctl(p, 1, 1, NO_SB, 0);
	s2r(p, 11, SR_TID_X);
	ctl(p, 1, 2, NO_SB, 0);
	nop(p);
	ctl(p, 1, NO_SB, NO_SB, 7);
	mov_imm(p, 12, THREADS);
	imad(p, 13, 10, 12, 11);
	ctl(p, 6, NO_SB, NO_SB, 0);
	imad_wide_imm(p, 8, 13, 4, 2);
}

/* R6 = the word at R[a], `by` words further on. */
static void
load(struct program *p, unsigned a, int by)
{
	ldg(p, 6, a, 4 * by);
	ctl(p, 2, 0, NO_SB, 0);
	nop(p);
	ctl(p, 1, NO_SB, NO_SB, 1);
}

/* Each thread changes its own word, twice. */
static void
own_words(struct program *p)
{
	begin(p);
	for (unsigned i = 0; i < 2; i++) {
		load(p, 8, 0);
		imad(p, 6, 6, 12, 13);
		ctl(p, 6, NO_SB, NO_SB, 0);
		stg(p, 8, 6, 0);
	}
	exit_(p);
}

/* Each thread adds what the thread before it has, which may be of another block. */
static void
words_of_others(struct program *p)
{
	begin(p);
	load(p, 8, 0);
	imad(p, 6, 6, 12, 10);
	ctl(p, 6, NO_SB, NO_SB, 0);
	stg(p, 8, 6, 4);
	exit_(p);
}

/* All blocks store to the first words. */
static void
one_place(struct program *p)
{
	begin(p);
	imad_wide_imm(p, 16, 11, 4, 2);
	ctl(p, 6, NO_SB, NO_SB, 0);
	stg(p, 16, 13, 0);
	exit_(p);
}

static void
atomics(struct program *p)
{
	begin(p);
	atomg(p, 6, 2, 11, 0);
	ctl(p, 2, 0, NO_SB, 0);
	nop(p);
	ctl(p, 1, NO_SB, NO_SB, 1);
	stg(p, 8, 6, 4);
	exit_(p);
}

static void
strong_loads(struct program *p)
{
	begin(p);
	ldg_strong(p, 6, 8, 0);
	ctl(p, 2, 0, NO_SB, 0);
	imad(p, 6, 6, 12, 10);
	ctl(p, 6, NO_SB, NO_SB, 1);
	stg(p, 8, 6, 0);
	exit_(p);
}

/* Whether rounds are to hold. Those of SMs that touch the same may, where one thread happens to run all of them. */
enum holds { NONE_HOLDS, SOME_HOLD, ANY_MAY_HOLD };

static void
the_same(void (*make)(struct program *p), enum holds holds)
{
	static uint32_t alone[WORDS], together[WORDS];
	struct simt_launch_stats one, many;
	struct simt *s = machine_of(1);
	struct program p;

	make(&p);
	one = *asm_run(s, &p, BLOCKS, THREADS, NULL, alone, WORDS);
	assert_int_equal(side_by_side_held(&s->gpu), 0);
	simt_destroy(s);
	for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
		s = machine_of(threads[i]);
		many = *asm_run(s, &p, BLOCKS, THREADS, NULL, together, WORDS);
		if (holds != ANY_MAY_HOLD)
			assert_int_equal(side_by_side_held(&s->gpu) > 0, holds == SOME_HOLD);
		simt_destroy(s);
		assert_memory_equal(together, alone, sizeof alone);
		assert_memory_equal(many.v, one.v, sizeof one.v);
	}
}

static void
what_is_apart_runs_together(void **state)
{
	(void)state;
	the_same(own_words, SOME_HOLD);
}

static void
what_is_not_gives_the_same(void **state)
{
	(void)state;
	the_same(words_of_others, ANY_MAY_HOLD);
	the_same(one_place, ANY_MAY_HOLD);
	the_same(atomics, NONE_HOLDS);
	the_same(strong_loads, NONE_HOLDS);
}

/* The error of the program on so many threads. */
static void
fails(const struct program *p, unsigned n, uint64_t most, enum simt_status status, struct simt_error *e)
{
	struct simt *s = machine_of(n);
	struct {
		uint64_t in, out;
		uint32_t n;
	} v = {0, 0, 0};
	struct simt_function *f;
	char params[20];

	e->status = SIMT_OK;
	f = asm_load(s, p, e);
	assert_non_null(f);
	assert_true(simt_malloc(s, 4 * WORDS, &v.out, e));
	memcpy(params, &v.in, 8);
	memcpy(params + 8, &v.out, 8);
	memcpy(params + 16, &v.n, 4);
	simt_set_max_instructions(s, most);
	assert_non_null(simt_launch(s, f, (struct simt_dim){BLOCKS, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0, params,
				    sizeof params, 0, e));
	assert_int_equal(simt_synchronize(s, e), status == SIMT_OK);
	assert_int_equal(e->status, status);
	simt_destroy(s);
}

static void
faults_are_the_same(void **state)
{
	static const int bad[] = {0, 1, 17, 100, BLOCKS - 1};
	struct simt_error one, many;
	struct program p;
	unsigned b;

	(void)state;
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
		begin(&p);
		stg(&p, 8, 13, 0);
		isetp_ge_imm(&p, 0, 10, bad[k]);
		guard(&p, 0, true);
		b = bra(&p, 0);
		nop(&p);
		viadd(&p, 9, 9, 1);
		stg(&p, 8, 10, 0);
		patch(&p, b, label(&p));
		exit_(&p);
		fails(&p, 1, 0, SIMT_FAULT, &one);
		for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
			fails(&p, threads[i], 0, SIMT_FAULT, &many);
			assert_string_equal(many.text, one.text);
		}
	}
}

static void
limits_are_the_same(void **state)
{
	struct simt_error one, many;
	struct program p;
	uint64_t all;

	(void)state;
	own_words(&p);
	all = (uint64_t)BLOCKS * THREADS / 32 * p.n;
	for (uint64_t most = 1; most <= all; most += all / 7) {
		fails(&p, 1, most, SIMT_LIMIT, &one);
		for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
			fails(&p, threads[i], most, SIMT_LIMIT, &many);
			assert_string_equal(many.text, one.text);
		}
	}
	for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
		fails(&p, threads[i], all + 1, SIMT_OK, &many);
}

/* Each warp executes more than a turn of a block that waits for others has. */
static void
long_loop(struct program *p)
{
	unsigned again;

	begin(p);
	mov_imm(p, 6, 20 * 4096);
	ctl(p, 6, NO_SB, NO_SB, 0);
	again = label(p);
	viadd(p, 6, 6, -1);
	viadd(p, 13, 13, 3);
	isetp_ge_imm(p, 0, 6, 1);
	guard(p, 0, false);
	patch(p, bra(p, 0), again);
	stg(p, 8, 13, 0);
	exit_(p);
}

static void
long_blocks(void **state)
{
	static uint32_t alone[4 * THREADS], together[4 * THREADS];
	struct simt_launch_stats one, many;
	struct simt *s = machine_of(1);
	struct program p;

	(void)state;
	long_loop(&p);
	one = *asm_run(s, &p, 4, 32, NULL, alone, 4 * THREADS);
	simt_destroy(s);
	s = machine_of(2);
	many = *asm_run(s, &p, 4, 32, NULL, together, 4 * THREADS);
	/* all of it was one turn */
	assert_int_equal(side_by_side_held(&s->gpu), 1);
	simt_destroy(s);
	assert_memory_equal(together, alone, sizeof alone);
	assert_memory_equal(many.v, one.v, sizeof one.v);
}

static void
clock_read(struct program *p)
{
	begin(p);
	s2r(p, 6, 0x50); /* SR_CLOCKLO */
	exit_(p);
}

static void
sm_read(struct program *p)
{
	begin(p);
	s2r(p, 6, 0x43); /* SR_VIRTUALSMID */
	exit_(p);
}

static void
own_pace(void **state)
{
	static const struct {
		void (*make)(struct program *p);
		bool own;
	} tries[] = {{own_words, true}, {one_place, true},     {long_loop, true},  {atomics, false},
		     {sm_read, false},  {strong_loads, false}, {clock_read, false}};
	struct simt_error e = {.status = SIMT_OK};

	(void)state;
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		struct simt *s = machine_of(1);
		struct program p;

		tries[i].make(&p);
		assert_int_equal(asm_load(s, &p, &e)->own_pace, tries[i].own);
		simt_destroy(s);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_apart_runs_together),
		cmocka_unit_test(what_is_not_gives_the_same),
		cmocka_unit_test(faults_are_the_same),
		cmocka_unit_test(limits_are_the_same),
		cmocka_unit_test(long_blocks),
		cmocka_unit_test(own_pace),
	};

	return cmocka_run_group_tests_name("side by side", tests, NULL, NULL);
}
