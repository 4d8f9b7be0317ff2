/* test-issue.c: the short ways by which instructions issue come to what the long one does: with a client of the event tap that wants states
 * nothing goes a short way, and results, counts, cycles and warp states of each instruction are the same. */
#include <stdio.h>
#include <string.h>

#include "tests/helpers/asm.h"
#include "tests/helpers/unit.h"

#include "sim/runtime/tap.h"

enum { WORDS = 4096, THREADS = 96, BLOCKS = 3, OUT = 2048 /* bytes */, ROUNDS = 3, INSTRUCTIONS = 1024 };

/* What lanes access: so far from each other, so far from the start, so many bits; which of them. */
struct pattern {
	unsigned apart, offset, bits;
	bool guarded;
};

/* Accesses of shared and global memory in a loop, whose branch is taken twice by all lanes and once by none; an EXIT of none; a branch that parts
 * lanes; wide products, constants and special registers come before. */
static void
make(struct program *p, const struct pattern *x)
{
	unsigned loop, side, join;

	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 1, 0, NO_SB, 0);
	s2r(p, 10, SR_TID_X);
	ctl(p, 1, 1, NO_SB, 0);
	ldc64(p, 2, ASM_PARAM + 8);
	ctl(p, 1, 2, NO_SB, 0);
	mov_imm(p, 1, x->apart);
	ctl(p, 6, NO_SB, NO_SB, 7);
	mov_imm(p, 4, 0x400 + x->offset);
	mov_imm(p, 14, 17);
	mov_imm(p, 15, 0);
	imad(p, 5, 0, 1, 4);                 /* in shared memory */
	imad_wide_imm(p, 6, 0, x->apart, 2); /* in global memory */
	imad(p, 11, 0, 14, 4);
	imad_wide_imm(p, 8, 10, 4, 2);
	isetp_ge_imm(p, 0, 0, x->guarded ? 5 : 0);
	ctl(p, 15, NO_SB, NO_SB, 0);
	viadd(p, 6, 6, (int)x->offset);
	loop = label(p);
	guard(p, 0, false);
	sts(p, 5, 11, 0);
	ctl(p, 15, NO_SB, NO_SB, 0);
	guard(p, 0, false);
	lds_wide(p, 16, 5, x->bits);
	ctl(p, 15, 0, NO_SB, 0);
	guard(p, 0, false);
	stg(p, 6, 11, 0);
	ctl(p, 15, NO_SB, NO_SB, 1);
	guard(p, 0, false);
	ldg_wide(p, 20, 6, x->bits);
	ctl(p, 15, 0, NO_SB, 0);
	viadd(p, 15, 15, 1);
	ctl(p, 15, NO_SB, NO_SB, 1);
	isetp_ge_imm(p, 1, 15, ROUNDS);
	ctl(p, 15, NO_SB, NO_SB, 0);
	guard(p, 1, true);
	bra(p, loop);
	isetp_ge_imm(p, 1, 0, 32);
	ctl(p, 15, NO_SB, NO_SB, 0);
	guard(p, 1, false);
	exit_(p);
	isetp_ge_imm(p, 1, 0, 7);
	ctl(p, 15, NO_SB, NO_SB, 0);
	join = bssy(p, 3, 0);
	guard(p, 1, false);
	side = bra(p, 0);
	viadd(p, 15, 15, 5);
	patch(p, side, label(p));
	patch(p, join, label(p));
	bsync(p, 3);
	for (unsigned i = 0; i < x->bits / 32; i++) {
		stg(p, 8, 16 + i, (int)(OUT + 512 * i));
		stg(p, 8, 20 + i, (int)(OUT + 512 * i));
	}
	stg(p, 8, 15, OUT + 512 * 4);
	exit_(p);
}

static void
look(void *arg, const struct simt_tap_warp *at, const struct simt_tap_state *x)
{
	uint64_t *cycles = arg;

	(void)at;
	for (int i = 0; i < SIMT_STALLS; i++)
		*cycles += x->cycles[i];
}

/* What a launch has come to. */
struct result {
	uint32_t out[WORDS];
	uint64_t v[SIMT_STATS], stall[SIMT_STALLS];
	uint64_t states[INSTRUCTIONS][SIMT_STALLS];
	uint64_t executed[INSTRUCTIONS];
};

static void
run(const struct program *p, bool watched, struct result *r)
{
	/* with a register scoreboard there are no short ways */
	static const char *const settings[] = {
		"register_scoreboard=off", "scheduler=gty", "pipe_queue=blocks", "fma_halves=on",     "icache=on",
		"read_cycles=2",           "reuse_cache=2", "wide_again=2",      "held_stalls=stand", NULL};
	struct simt *s = asm_machine(settings);
	struct simt_error e = {.status = SIMT_OK};
	uint64_t cycles = 0;
	struct simt_tap t = {.arg = &cycles, .state = look};
	const struct simt_launch_stats *x;

	memset(r, 0, sizeof *r);
	simt_keep_states(s, true);
	assert_true(!watched || simt_add_tap(s, &t, &e));
	x = asm_run(s, p, BLOCKS, THREADS, NULL, r->out, WORDS);
	memcpy(r->v, x->v, sizeof r->v);
	memcpy(r->stall, x->stall, sizeof r->stall);
	assert_in_range(x->npc, 1, INSTRUCTIONS);
	for (size_t pc = 0; pc < x->npc; pc++) {
		memcpy(r->states[pc], x->states[pc], sizeof r->states[pc]);
		r->executed[pc] = x->pc[pc].thread_inst_executed_true;
	}
	assert_int_equal(cycles != 0, watched);
	simt_destroy(s);
}

static void
compare(const struct pattern *x)
{
	static struct result shortly, at_length;
	struct program p;

	make(&p, x);
	run(&p, false, &shortly);
	run(&p, true, &at_length);
	for (int k = 0; k < SIMT_STATS; k++)
		if (shortly.v[k] != at_length.v[k])
			fail_msg("%u bytes apart, offset %u, %u bits: %s is %llu, not %llu", x->apart, x->offset, x->bits,
				 simt_stat_info[k].metric, (unsigned long long)shortly.v[k], (unsigned long long)at_length.v[k]);
	assert_memory_equal(&shortly, &at_length, sizeof shortly);
}

static void
same_as_the_long_way(void **state)
{
	static const unsigned aparts[] = {0, 4, 8, 12, 16, 32}, offsets[] = {0, 4, 8, 16, 28};

	(void)state;
	for (unsigned bits = 32; bits <= 128; bits *= 2)
		for (size_t i = 0; i < sizeof aparts / sizeof *aparts; i++)
			for (size_t k = 0; k < sizeof offsets / sizeof *offsets; k++) {
				struct pattern x = {aparts[i], offsets[k], bits, false};

				/* what is not aligned is a fault */
				if (x.apart % (bits / 8) || x.offset % (bits / 8))
					continue;
				compare(&x);
				x.guarded = true;
				compare(&x);
			}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_the_long_way)};

	return cmocka_run_group_tests_name("issue", tests, NULL, NULL);
}
