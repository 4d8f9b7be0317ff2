/* test-lsu-rows.c: functional mode gets the same from memory, and counts the same, as cycle mode, whatever lies between the addresses of lanes:
 * rows of all sizes, one word for all, and what is neither; with and without a guard. */
#include <stdio.h>
#include <string.h>

#include "tests/helpers/asm.h"
#include "tests/helpers/unit.h"

enum { WORDS = 4096, THREADS = 64, BLOCKS = 2, OUT = 2048 /* bytes */, CODE = 4096, WARPS = BLOCKS * THREADS / 32 };

/* Lanes `apart` bytes apart store to shared memory and load from there so many bits, and the same in global memory; each thread keeps what it got. */
static void
make(struct program *p, unsigned apart, unsigned offset, unsigned bits, bool guarded)
{
	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 1, 0, NO_SB, 0);
	s2r(p, 10, SR_TID_X);
	ctl(p, 1, 1, NO_SB, 0);
	ldc64(p, 2, ASM_PARAM + 8);
	ctl(p, 1, 2, NO_SB, 0);
	mov_imm(p, 1, apart);
	ctl(p, 6, NO_SB, NO_SB, 7);
	mov_imm(p, 4, 0x400 + offset);
	mov_imm(p, 14, 17);
	imad(p, 5, 0, 1, 4);              /* in shared memory */
	imad_wide_imm(p, 6, 0, apart, 2); /* in global memory */
	imad(p, 11, 0, 14, 4);
	imad_wide_imm(p, 8, 10, 4, 2);
	isetp_ge_imm(p, 0, 0, guarded ? 5 : 0);
	for (unsigned i = 0; i < 2; i++) {
		guard(p, 0, false);
		sts(p, 5, 11, 0);
		ctl(p, 15, NO_SB, NO_SB, 0);
	}
	guard(p, 0, false);
	lds_wide(p, 16, 5, bits);
	ctl(p, 15, 0, NO_SB, 0);
	guard(p, 0, false);
	stg(p, 6, 11, (int)offset);
	ctl(p, 15, NO_SB, NO_SB, 1);
	viadd(p, 6, 6, (int)offset);
	guard(p, 0, false);
	ldg_wide(p, 20, 6, bits);
	ctl(p, 15, 0, NO_SB, 0);
	nop(p);
	ctl(p, 15, NO_SB, NO_SB, 1);
	for (unsigned i = 0; i < bits / 32; i++) {
		stg(p, 8, 16 + i, (int)(OUT + 512 * i));
		stg(p, 8, 20 + i, (int)(OUT + 512 * i + 256));
	}
	exit_(p);
}

/* Keeps what each instruction accessed: it adds up to the counts of the launch. */
static size_t
keep(struct simt_pc_memory *to, const struct simt_launch_stats *t)
{
	uint64_t sectors = 0, wavefronts = 0, conflicts = 0;

	assert_non_null(t->memory);
	assert_true(t->npc <= CODE);
	for (size_t i = 0; i < t->npc; i++) {
		const struct simt_pc_memory *m = t->memory + i;

		assert_true(m->sectors_ideal <= m->sectors && m->wavefronts_ideal <= m->wavefronts);
		sectors += m->sectors;
		wavefronts += m->wavefronts;
		conflicts += m->wavefronts - m->wavefronts_ideal;
		to[i] = *m;
	}
	assert_int_equal(sectors, t->v[SIMT_STAT_l1_sectors]);
	assert_int_equal(wavefronts, t->v[SIMT_STAT_shared_load_wavefronts] + t->v[SIMT_STAT_shared_store_wavefronts]);
	assert_int_equal(conflicts, t->v[SIMT_STAT_shared_bank_conflicts]);
	return t->npc;
}

static void
compare(unsigned apart, unsigned offset, unsigned bits, bool guarded)
{
	static uint32_t cycle[WORDS], functional[WORDS];
	static struct simt_pc_memory of_cycle[CODE], of_functional[CODE];
	struct simt_launch_stats a, b;
	struct simt *s;
	size_t n;
	struct program p;

	make(&p, apart, offset, bits, guarded);
	memset(cycle, 0, sizeof cycle);
	memset(functional, 0, sizeof functional);
	s = asm_machine(NULL);
	simt_keep_states(s, true);
	a = *asm_run(s, &p, BLOCKS, THREADS, NULL, cycle, WORDS);
	n = keep(of_cycle, &a);
	simt_destroy(s);
	s = asm_machine(NULL);
	simt_keep_states(s, true);
	simt_set_mode(s, SIMT_FUNCTIONAL);
	b = *asm_run(s, &p, BLOCKS, THREADS, NULL, functional, WORDS);
	assert_int_equal(keep(of_functional, &b), n);
	simt_destroy(s);
	assert_memory_equal(of_functional, of_cycle, n * sizeof *of_cycle);
	assert_memory_equal(functional, cycle, sizeof cycle);
	for (int k = 0; k < SIMT_STATS; k++)
		if (!simt_stat_info[k].timed && a.v[k] != b.v[k])
			fail_msg("%u bytes apart, offset %u, %u bits: %s is %llu, not %llu", apart, offset, bits,
				 simt_stat_info[k].metric, (unsigned long long)b.v[k], (unsigned long long)a.v[k]);
}

static void
all_distances(void **state)
{
	static const unsigned aparts[] = {0, 4, 8, 12, 16, 32}, offsets[] = {0, 4, 8, 16, 28};

	(void)state;
	for (unsigned bits = 32; bits <= 128; bits *= 2)
		for (size_t i = 0; i < sizeof aparts / sizeof *aparts; i++)
			for (size_t k = 0; k < sizeof offsets / sizeof *offsets; k++) {
				/* what is not aligned is a fault */
				if (aparts[i] % (bits / 8) || offsets[k] % (bits / 8))
					continue;
				compare(aparts[i], offsets[k], bits, false);
				compare(aparts[i], offsets[k], bits, true);
			}
}

/* What the ideal is: each 32 lanes store 4 bytes, in shared memory and in global memory. */
static void
known(unsigned apart, bool guarded, const struct simt_pc_memory *shared, const struct simt_pc_memory *global)
{
	static uint32_t out[WORDS];
	const struct simt_launch_stats *t;
	static struct simt_pc_memory got[CODE];
	struct simt *s = asm_machine(NULL);
	struct program p;
	size_t at = 0;

	make(&p, apart, 0, 32, guarded);
	simt_keep_states(s, true);
	t = asm_run(s, &p, BLOCKS, THREADS, NULL, out, WORDS);
	keep(got, t);
	while (!got[at].wavefronts)
		at++;
	assert_int_equal(got[at].wavefronts, WARPS * shared->wavefronts);
	assert_int_equal(got[at].wavefronts_ideal, WARPS * shared->wavefronts_ideal);
	assert_int_equal(got[at].sectors, 0);
	while (!got[at].sectors)
		at++;
	assert_int_equal(got[at].sectors, WARPS * global->sectors);
	assert_int_equal(got[at].sectors_ideal, WARPS * global->sectors_ideal);
	assert_int_equal(got[at].wavefronts, 0);
	simt_destroy(s);
}

static void
ideal_numbers(void **state)
{
	(void)state;
#define KNOWN(apart, guarded, w, wi, s, si)                                                      \
	known(apart, guarded, &(struct simt_pc_memory){.wavefronts = w, .wavefronts_ideal = wi}, \
	      &(struct simt_pc_memory){.sectors = s, .sectors_ideal = si})
	KNOWN(0, false, 1, 1, 1, 1); /* one word: no fewer than there are */
	KNOWN(4, false, 1, 1, 4, 4);
	KNOWN(8, false, 2, 1, 8, 4);
	KNOWN(32, false, 8, 1, 32, 4);
	KNOWN(32, true, 7, 1, 27, 4); /* 27 lanes */
#undef KNOWN
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(all_distances), cmocka_unit_test(ideal_numbers)};

	return cmocka_run_group_tests_name("lsu-rows", tests, NULL, NULL);
}
