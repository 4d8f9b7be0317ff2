/* test-lsu.c: boundaries of the load and store unit's timing, on machine `tiny`: the queue of a sub-core, that of shared memory, the data
 * path that shared memory and L1 have in common, wide accesses, atomics, lines that are looked up together; and bank conflicts of global
 * memory. A launch ends with the cycle after its last EXIT has issued. */
#include <stdio.h>

#include "tests/helpers/asm.h"
#include "tests/helpers/unit.h"

enum {
	SHARED = 12,
	L1 = 20,
	HELD = 4,   /* cycles that pipe lsu takes for an instruction */
	START = 14, /* cycle of the first access of shared memory below */
	WORDS = 8192
};

/* As asm_cycles; independent banks change nothing for whole warps. */
static uint64_t
cycles(const struct program *p, unsigned threads, const char *const *settings, const struct simt_launch_stats **stats)
{
	struct simt *s = asm_machine_independent(settings);
	uint64_t independent = asm_run(s, p, 1, threads, NULL, NULL, WORDS)->v[SIMT_STAT_cycles];

	simt_destroy(s);
	assert_int_equal(asm_cycles(p, threads, WORDS, settings, stats), independent);
	return independent;
}

/* Puts the place in shared memory of each lane into R3: elements of so many bytes. The next instruction issues at START. */
static void
begin(struct program *p, unsigned bytes)
{
	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 1, 0, NO_SB, 0);
	mov_imm(p, 1, bytes); /* 1 */
	ctl(p, 1, NO_SB, NO_SB, 0);
	mov_imm(p, 2, 0x400); /* 3: the pipe is held 2 cycles */
	ctl(p, 4, NO_SB, NO_SB, 0);
	imad(p, 3, 0, 1, 2); /* 10 */
	ctl(p, 4, NO_SB, NO_SB, 1);
}

/* n stores in a row go on into the queue, one a cycle, as long as it has room; it lets one go each HELD cycles. */
static void
queue_of_a_subcore(void **state)
{
	(void)state;
	for (unsigned room = 0; room <= 4; room++)
		for (unsigned n = 1; n <= 8; n++) {
			char text[32];
			const char *const settings[] = {text, NULL};
			const struct simt_launch_stats *t;
			uint64_t issue[8], go[8], throttle = 0;
			struct program p;

			snprintf(text, sizeof text, "mio_queue=%u", room);
			begin(&p, 4);
			for (unsigned i = 0; i < n; i++) {
				uint64_t full;

				sts(&p, 3, RZ, 0);
				ctl(&p, 1, NO_SB, NO_SB, 0);
				issue[i] = i ? issue[i - 1] + 1 : START;
				full = room ? (i >= room ? go[i - room] : 0) : i ? go[i - 1] + HELD : 0;
				if (full > issue[i]) {
					throttle += full - issue[i];
					issue[i] = full;
				}
				go[i] = i && go[i - 1] + HELD > issue[i] ? go[i - 1] + HELD : issue[i];
			}
			exit_(&p);
			assert_int_equal(cycles(&p, 32, settings, &t), issue[n - 1] + 1 + 1);
			assert_int_equal(t->stall[SIMT_STALL_mio_throttle], throttle);
			assert_int_equal(t->stall[SIMT_STALL_math_pipe_throttle], 1); /* of the second MOV */
		}
}

/* A load behind others in the queue takes its latency from when it leaves it. */
static void
late_load(void **state)
{
	static const char *const settings[] = {"mio_queue=4", NULL};

	(void)state;
	for (unsigned before = 0; before <= 3; before++) {
		struct program p;

		begin(&p, 4);
		for (unsigned i = 0; i < before; i++) {
			sts(&p, 3, RZ, 0);
			ctl(&p, 1, NO_SB, NO_SB, 0);
		}
		lds(&p, 4, 3, 0);
		ctl(&p, 2, 1, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 2);
		assert_int_equal(cycles(&p, 32, settings, NULL), START + HELD * before + SHARED + 1);
	}
}

/* Stores with 8 wavefronts each: not more of them than shared_queue wait for the data path, the others stay in their sub-core. */
static void
queue_of_shared_memory(void **state)
{
	(void)state;
	for (unsigned room = 1; room <= 3; room++) {
		char text[32];
		const char *const settings[] = {text, "mio_queue=8", NULL};
		uint64_t go[6], start[6];
		struct program p;

		snprintf(text, sizeof text, "shared_queue=%u", room);
		begin(&p, 32);
		for (unsigned i = 0; i < 6; i++) {
			sts(&p, 3, RZ, 0);
			ctl(&p, 1, NO_SB, 1, 0);
			go[i] = i ? go[i - 1] + HELD : START;
			if (i >= room && start[i - room] > go[i])
				go[i] = start[i - room];
			start[i] = i && start[i - 1] + 8 > go[i] ? start[i - 1] + 8 : go[i];
		}
		exit_(&p); /* when the last one has read its operands */
		ctl(&p, 5, NO_SB, NO_SB, 2);
		assert_int_equal(cycles(&p, 32, settings, NULL), go[5] + 6 + 1);
	}
}

/* Wavefronts of one sub-core are wavefront_cycles apart, those of several follow each other. */
static void
data_path(void **state)
{
	(void)state;
	for (unsigned apart = 1; apart <= 3; apart++)
		for (unsigned w = 1; w <= 8; w *= 2) {
			char text[32], adds[40];
			const char *const one[] = {text, adds, NULL}, *const two[] = {text, adds, "subcores=2", NULL};
			unsigned held = 1 + (w - 1) * apart;
			struct program p;

			snprintf(text, sizeof text, "wavefront_cycles=%u", apart);
			snprintf(adds, sizeof adds, "shared_conflict_latency=%u", apart);
			begin(&p, 4 * w);
			lds(&p, 4, 3, 0);
			ctl(&p, 1, 1, NO_SB, 0);
			lds(&p, 5, 3, 0);
			ctl(&p, 2, 1, NO_SB, 0);
			exit_(&p);
			ctl(&p, 5, NO_SB, NO_SB, 2);
			assert_int_equal(cycles(&p, 32, one, NULL),
					 START + (held > HELD ? held : HELD) + SHARED + (w - 1) * apart + 1);
			begin(&p, 4 * w);
			lds(&p, 4, 3, 0);
			ctl(&p, 2, 1, NO_SB, 0);
			exit_(&p);
			ctl(&p, 5, NO_SB, NO_SB, 2);
			assert_int_equal(cycles(&p, 64, two, NULL), START + w + SHARED + (w - 1) * apart + 1);
		}
}

/* n global loads between loads of shared memory with so many wavefronts that the data path is never free. */
static uint64_t
turns(unsigned n, unsigned cost)
{
	char text[32];
	const char *const settings[] = {text, "wavefront_cycles=1", "lg_queue=64", "l1_mshrs=32", NULL};
	struct program p;

	snprintf(text, sizeof text, "data_turn=%u", cost);
	begin(&p, 32);
	uldc64(&p, 4, ASM_DESC);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	ldc64(&p, 6, ASM_PARAM);
	ctl(&p, 1, 0, NO_SB, 0);
	for (unsigned i = 0; i < n; i++) {
		lds(&p, 10 + i, 3, 0);
		ctl(&p, 1, 1, NO_SB, i ? 0 : 1);
		ldg(&p, 20 + i, 6, 0);
		ctl(&p, 1, 2, NO_SB, 0);
	}
	lds(&p, 8, 3, 0);
	ctl(&p, 2, 3, NO_SB, n ? 0 : 1);
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 1 << 3);
	return cycles(&p, 32, settings, NULL);
}

/* Each turn from one kind to the other takes its part of a cycle; whole ones hold up what follows. */
static void
data_turn(void **state)
{
	(void)state;
	for (unsigned n = 0; n <= 6; n++)
		for (unsigned cost = 0; cost <= 150; cost += 10)
			assert_int_equal(turns(n, cost) - turns(n, 0), 2 * n * cost / 100);
}

/* Half- and quarter-warps beyond the first add to the latency, and so do atomics. */
static void
wide_and_atomic(void **state)
{
	static const char *const settings[] = {"shared_conflict_latency=2", "shared_wide_cycles=3", "atomic_latency=7", NULL};

	(void)state;
	for (unsigned bits = 32; bits <= 128; bits *= 2) {
		unsigned parts = bits / 32;
		struct program p;

		begin(&p, bits / 8);
		lds_wide(&p, 4, 3, bits);
		ctl(&p, 2, 1, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 2);
		assert_int_equal(cycles(&p, 32, settings, NULL), START + SHARED + (parts - 1) * (2 + 3) + 1);
	}
	for (unsigned w = 1; w <= 8; w *= 2) {
		struct program p;

		begin(&p, 4 * w);
		atoms_add(&p, 4, 3, RZ);
		ctl(&p, 2, 1, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 2);
		assert_int_equal(cycles(&p, 32, settings, NULL), START + SHARED + (w - 1) * 2 + 7 + 1);
	}
}

/* Of the lanes on a bank CAST.SPIN tries the first alone, in the time of one wavefront that is read and written. */
static void
cast_spin(void **state)
{
	static const char *const settings[] = {"shared_conflict_latency=2", NULL};

	(void)state;
	for (unsigned w = 1; w <= 8; w *= 2) {
		uint32_t in[32] = {0}, out[32] = {0};
		struct simt *s = asm_machine(settings);
		const struct simt_launch_stats *t;
		struct program p;
		unsigned stored = 0;

		begin(&p, 4 * w);
		atoms_cast_spin(&p, 4, 3, RZ, 1);
		ctl(&p, 2, 1, NO_SB, 0);
		uldc64(&p, 4, ASM_DESC);
		ctl(&p, 4, NO_SB, NO_SB, 0);
		ldc64(&p, 6, ASM_PARAM + 8);
		ctl(&p, 1, 0, NO_SB, 0);
		imad_wide_imm(&p, 8, 0, 4, 6);
		ctl(&p, 5, NO_SB, NO_SB, 1 | 2);
		stg(&p, 8, 4, 0);
		ctl(&p, 1, NO_SB, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 0);
		t = asm_run(s, &p, 1, 32, in, out, 32);
		assert_int_equal(t->v[SIMT_STAT_shared_wavefronts], 1 + 2); /* S2R has one */
		for (unsigned l = 0; l < 32; l++) {
			assert_int_equal(out[l], l < 32 / w);
			stored += out[l];
		}
		assert_int_equal(stored, 32 / w);
		simt_destroy(s);
	}
}

/* Loads of `words` words by lanes so many words apart, which hit L1 from the second on. */
static uint64_t
hits(unsigned n, unsigned bits, unsigned stride, const char *const *settings, const struct simt_launch_stats **stats)
{
	struct program p;

	asm_init(&p);
	uldc64(&p, 4, ASM_DESC);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	ldc64(&p, 2, ASM_PARAM);
	ctl(&p, 1, 0, NO_SB, 0);
	s2r(&p, 0, SR_LANEID);
	ctl(&p, 2, 0, NO_SB, 0);
	imad_wide_imm(&p, 2, 0, 4 * stride, 2);
	ctl(&p, 5, NO_SB, NO_SB, 1);
	for (unsigned i = 0; i < n; i++) {
		ldg_wide(&p, 8 + 4 * i, 2, bits);
		ctl(&p, 2, 1, NO_SB, i ? 2 : 0);
	}
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 2);
	return cycles(&p, 32, settings, stats);
}

/* A load that hits takes a cycle more for each further group of lines, l1_conflict_latency for each further wavefront, and more where it has
 * several half- or quarter-warps. */
static void
lines_and_banks(void **state)
{
	static const struct {
		unsigned bits, stride, lines, wavefronts, parts; /* stride in words */
	} cases[] = {{32, 1, 1, 1, 1},    {32, 2, 2, 2, 1},   {32, 3, 3, 1, 1},    {32, 8, 8, 8, 1},
		     {32, 32, 32, 32, 1}, {32, 33, 32, 1, 1}, {64, 2, 2, 2, 2},    {64, 34, 32, 2, 2},
		     {64, 32, 32, 32, 2}, {128, 4, 4, 4, 4},  {128, 36, 32, 4, 4}, {128, 64, 32, 32, 4}};

	(void)state;
	for (unsigned tags = 1; tags <= 8; tags *= 2)
		for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
			char text[32];
			const char *const settings[] = {
				text, "l1_conflict_latency=2", "l1_wide_cycles=3", "l1_wide_latency=5", "l1_mshrs=32", NULL};
			unsigned groups = (cases[k].lines + tags - 1) / tags, parts = cases[k].parts - 1;
			const struct simt_launch_stats *t;
			uint64_t one;

			snprintf(text, sizeof text, "l1_tags=%u", tags);
			one = hits(1, cases[k].bits, cases[k].stride, settings, &t);
			assert_int_equal(t->v[SIMT_STAT_bank_conflicts], cases[k].wavefronts - cases[k].parts);
			assert_int_equal(t->v[SIMT_STAT_shared_bank_conflicts], 0);
			assert_int_equal(hits(2, cases[k].bits, cases[k].stride, settings, NULL) - one,
					 L1 + (groups - 1) + (cases[k].wavefronts - 1) * 2 + parts * 3 + (parts ? 5 : 0));
		}
}

/* The last of n loads of shared memory, the first of which has lanes so many bytes apart, from its issue on. */
static uint64_t
shared_loads(unsigned n, unsigned bits, unsigned bytes, const char *const *settings)
{
	struct program p;

	begin(&p, bytes);
	lds_wide(&p, 4, 3, bits);
	ctl(&p, HELD, n > 1 ? 2 : 1, NO_SB, 0);
	if (n > 1) {
		lds(&p, 8, RZ, 0x400);
		ctl(&p, 2, 1, NO_SB, 0);
	}
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 2);
	return cycles(&p, 32, settings, NULL);
}

/* The same of loads that hit L1, beyond what it takes until L1 has their lines. */
static uint64_t
l1_loads(unsigned n, unsigned bits, unsigned stride, const char *const *settings)
{
	uint64_t t[2];

	for (unsigned i = 0; i < 2; i++) {
		struct program p;

		asm_init(&p);
		uldc64(&p, 4, ASM_DESC);
		ctl(&p, 4, NO_SB, NO_SB, 0);
		ldc64(&p, 2, ASM_PARAM);
		ctl(&p, 1, 0, NO_SB, 0);
		s2r(&p, 0, SR_LANEID);
		ctl(&p, 2, 0, NO_SB, 0);
		imad_wide_imm(&p, 6, 0, 4 * stride, 2);
		ctl(&p, 5, NO_SB, NO_SB, 1);
		ldg_wide(&p, 8, 6, bits);
		ctl(&p, 2, 1, NO_SB, 0);
		nop(&p);
		ctl(&p, 1, NO_SB, NO_SB, 2);
		if (i) {
			ldg_wide(&p, 12, 6, bits);
			ctl(&p, HELD, n > 1 ? 2 : 1, NO_SB, 0);
			if (n > 1) {
				ldg(&p, 16, 2, 0);
				ctl(&p, 2, 1, NO_SB, 0);
			}
		}
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 2);
		t[i] = cycles(&p, 32, settings, NULL);
	}
	return t[1] - t[0];
}

/* What wavefronts and wide loads take are parameters of shared memory, of L1, and of the data path, each of which makes its own loads longer
 * alone. Lanes 8 words apart have 8 wavefronts, 128 bits 4 and 3 further quarter-warps. */
static void
each_alone(void **state)
{
	enum { SHARED_CONFLICT, L1_CONFLICT, WAVEFRONT, SHARED_WIDE, L1_WIDE, PARAMETERS };
	static const char *const name[PARAMETERS] = {"shared_conflict_latency", "l1_conflict_latency", "wavefront_cycles",
						     "shared_wide_cycles", "l1_wide_cycles"};
	static const struct {
		uint64_t (*loads)(unsigned n, unsigned bits, unsigned apart, const char *const *settings);
		unsigned n, bits, apart, adds[PARAMETERS];
	} cases[] = {
		{shared_loads, 1, 32, 32, {[SHARED_CONFLICT] = 7}},
		{shared_loads, 1, 128, 16, {[SHARED_CONFLICT] = 3, [SHARED_WIDE] = 3}},
		{shared_loads, 2, 32, 32, {[WAVEFRONT] = 7}},
		{l1_loads, 1, 32, 8, {[L1_CONFLICT] = 7}},
		{l1_loads, 1, 128, 4, {[L1_CONFLICT] = 3, [L1_WIDE] = 3}},
		{l1_loads, 2, 32, 8, {[WAVEFRONT] = 7}},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
		for (unsigned k = 0; k < PARAMETERS; k++)
			for (unsigned value = 1; value < 5; value++) {
				char text[2][40];
				uint64_t t[2];

				for (unsigned more = 0; more < 2; more++) {
					const char *const settings[] = {text[more], "l1_tags=32", "l1_mshrs=32", NULL};

					snprintf(text[more], sizeof *text, "%s=%u", name[k], value + more);
					t[more] = cases[i].loads(cases[i].n, cases[i].bits, cases[i].apart, settings);
				}
				if (t[1] - t[0] != cases[i].adds[k])
					fail_msg("case %u: %s and one more: %d cycles", i, text[0], (int)(t[1] - t[0]));
			}
}

/* Without bank conflicts lanes at any words have one wavefront; what takes the data path for several wavefronts keeps others waiting unless it is
 * off. */
static void
without_limits(void **state)
{
	static const char *const conflicts[] = {"bank_conflicts=off", "subcores=2", NULL}, *const path[] = {"data_path=off",
													    "subcores=2", NULL};

	(void)state;
	for (unsigned w = 1; w <= 8; w *= 2) {
		const struct simt_launch_stats *t;
		struct program p;
		uint64_t one;

		begin(&p, 4 * w);
		lds(&p, 4, 3, 0);
		ctl(&p, 2, 1, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 2);
		assert_int_equal(cycles(&p, 64, conflicts, &t), START + 1 + SHARED + 1);
		assert_int_equal(t->v[SIMT_STAT_shared_bank_conflicts], 0);
		one = cycles(&p, 32, path, &t);
		assert_int_equal(t->v[SIMT_STAT_shared_bank_conflicts], w - 1);
		/* the second warp's access begins with the first one's */
		assert_int_equal(cycles(&p, 64, path, NULL), one);
	}
}

/* When source registers may be written again, and when a predicate that a memory instruction writes can be used, does not depend on each
 * other. */
static void
read_barrier_and_predicate(void **state)
{
	(void)state;
	for (unsigned barrier = 1; barrier <= 9; barrier += 4)
		for (unsigned predicate = 1; predicate <= 9; predicate += 4)
			for (unsigned of_predicate = 0; of_predicate < 2; of_predicate++) {
				char text[2][40];
				const char *const settings[] = {text[0], text[1], NULL};
				const unsigned n = of_predicate ? predicate : barrier;
				struct program p;

				snprintf(text[0], sizeof *text, "read_barrier_latency=%u", barrier);
				snprintf(text[1], sizeof *text, "memory_predicate_latency=%u", predicate);
				begin(&p, 4);
				qspc_shared(&p, 0, RZ, 3); /* R3 is no address of shared memory */
				ctl(&p, 2, NO_SB, of_predicate ? NO_SB : 1, 0);
				if (of_predicate)
					guard(&p, 0, true);
				exit_(&p);
				ctl(&p, 5, NO_SB, NO_SB, of_predicate ? 0 : 2);
				guard(&p, 7, false);
				exit_(&p);
				assert_int_equal(cycles(&p, 32, settings, NULL), START + (n < 2 ? 2 : n) + 1);
			}
}

/* Two lines of one bank of tags are not looked up together; those behind that are of other banks go first. */
static void
banks_of_tags(void **state)
{
	static const struct {
		unsigned tags, low, high, stride,
			groups; /* stride in words: 33 is 32 lines in a row, 65 every second, 129 every fourth */
	} cases[] = {
		{4, 0, 0, 33, 8},    {4, 0, 0, 129, 8},       {4, 1, 2, 33, 8},  {4, 1, 2, 65, 16},  {4, 1, 2, 129, 32},
		{4, 1, 0, 33, 16},   {4, 1, 0, 65, 32},       {4, 1, 6, 65, 16}, {4, 5, 10, 129, 8}, {4, 5, 2, 129, 16},
		{4, 16, 0, 33, 16},  {4, 16, 32, 129, 8},     {3, 1, 2, 33, 11}, {2, 1, 2, 33, 16},  {1, 1, 2, 33, 32},
		{32, 16, 0, 33, 16}, {4, 1 << 30, 0, 33, 32},
	};

	(void)state;
	for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
		char tags[32], low[32], high[32];
		const char *const settings[] = {tags, low, high, "l1_mshrs=32", NULL};

		snprintf(tags, sizeof tags, "l1_tags=%u", cases[k].tags);
		snprintf(low, sizeof low, "l1_bank_low=%u", cases[k].low);
		snprintf(high, sizeof high, "l1_bank_high=%u", cases[k].high);
		assert_int_equal(hits(2, 32, cases[k].stride, settings, NULL) - hits(1, 32, cases[k].stride, settings, NULL),
				 L1 + cases[k].groups - 1);
	}
}

/* What is stored goes by groups of lines: 32 lines in one bank have 3 conflicts in each group of four. */
static void
conflicts_of_stores(void **state)
{
	(void)state;
	for (unsigned tags = 1; tags <= 32; tags *= 2) {
		char text[32];
		const char *const settings[] = {text, NULL};
		const struct simt_launch_stats *t;
		struct program p;

		snprintf(text, sizeof text, "l1_tags=%u", tags);
		asm_init(&p);
		uldc64(&p, 4, ASM_DESC);
		ctl(&p, 4, NO_SB, NO_SB, 0);
		ldc64(&p, 2, ASM_PARAM);
		ctl(&p, 1, 0, NO_SB, 0);
		s2r(&p, 0, SR_LANEID);
		ctl(&p, 2, 0, NO_SB, 0);
		imad_wide_imm(&p, 2, 0, 128, 2);
		ctl(&p, 5, NO_SB, NO_SB, 1);
		stg(&p, 2, RZ, 0);
		ctl(&p, 5, NO_SB, NO_SB, 0);
		exit_(&p);
		cycles(&p, 32, settings, &t);
		assert_int_equal(t->v[SIMT_STAT_bank_conflicts], 32 / tags * (tags - 1));
	}
}

/* Conversions, which their pipe takes XU_HELD cycles apart: one that waits in the queue lets its warp go on, and its result comes so much
 * later. Without a queue warps wait, for their pipe. */
static void
queue_of_conversions(void **state)
{
	enum { XU_HELD = 8, XU = 17 };

	(void)state;
	for (unsigned room = 0; room <= 3; room++)
		for (unsigned n = 1; n <= 6; n++) {
			char text[32];
			const char *const settings[] = {text, NULL};
			uint64_t issue[6], go[6], throttle = 0;
			const struct simt_launch_stats *t;
			struct program p, late;

			snprintf(text, sizeof text, "xu_queue=%u", room);
			asm_init(&p);
			asm_init(&late);
			for (unsigned i = 0; i < n; i++) {
				uint64_t full;

				popc(&p, 4 + i, 1);
				ctl(&p, 1, 1, NO_SB, 0);
				popc(&late, 4 + i, 1);
				ctl(&late, i + 1 < n ? 1 : 2, 1, NO_SB, 0);
				issue[i] = i ? issue[i - 1] + 1 : 0;
				full = room ? (i >= room ? go[i - room] : 0) : i ? go[i - 1] + XU_HELD : 0;
				if (full > issue[i]) {
					throttle += full - issue[i];
					issue[i] = full;
				}
				go[i] = i && go[i - 1] + XU_HELD > issue[i] ? go[i - 1] + XU_HELD : issue[i];
			}
			exit_(&p);
			exit_(&late);
			ctl(&late, 5, NO_SB, NO_SB, 2);
			assert_int_equal(cycles(&late, 32, settings, NULL), go[n - 1] + XU + 1);
			assert_int_equal(cycles(&p, 32, settings, &t), issue[n - 1] + 1 + 1);
			assert_int_equal(t->stall[SIMT_STALL_mio_throttle], room ? throttle : 0);
			assert_int_equal(t->stall[SIMT_STALL_math_pipe_throttle], room ? 0 : throttle);
		}
}

enum unit { UNIT_S2R, UNIT_REDUX, UNIT_MATCH_ONE, UNIT_MATCH_TWO, UNIT_MATCH_ALL, UNIT_MATCH_OVER, UNITS };

static void
unit(struct program *p, enum unit which)
{
	if (which == UNIT_S2R)
		s2r(p, 8, SR_LANEID);
	else if (which == UNIT_REDUX)
		redux_max(p, 8, 4);
	else if (which == UNIT_MATCH_OVER)
		match_all(p, 4, 4); /* whose result is 0 in all lanes */
	else
		match_any(p, 8, which == UNIT_MATCH_ONE ? RZ : which == UNIT_MATCH_TWO ? 5 : 4);
	ctl(p, 1, 1, NO_SB, 0);
}

/* What comes behind an S2R, REDUX or MATCH goes when it has left its sub-core, and the data path is free that it has taken for adu_cycles,
 * a MATCH for as long for each value. */
static void
address_divergence(void **state)
{
	static const unsigned values[UNITS] = {1, 1, 1, 2, 32, 32}, held[UNITS] = {HELD, 2, 2, 2, 2, 2};
	enum { ADU = 10, FIRST = 16 };

	(void)state;
	for (unsigned which = 0; which < UNITS; which++)
		for (unsigned take = 1; take <= 5; take++)
			for (unsigned behind = 0; behind < 2; behind++) {
				char text[32];
				const char *const settings[] = {text, "mio_queue=4", "redux_share=2", "match_share=2", NULL};
				uint64_t busy = take * values[which], go = FIRST + (busy > held[which] ? busy : held[which]);
				struct program p;

				snprintf(text, sizeof text, "adu_cycles=%u", take);
				asm_init(&p);
				s2r(&p, 4, SR_LANEID); /* 0 */
				ctl(&p, 1, 0, NO_SB, 0);
				lop3_and_imm(&p, 5, 4, 1); /* 10 */
				ctl(&p, 6, NO_SB, NO_SB, 1);
				unit(&p, which); /* 16 */
				if (behind)
					s2r(&p, 9, SR_LANEID);
				else
					lds(&p, 9, RZ, 0x400);
				ctl(&p, 2, 2, NO_SB, 0);
				exit_(&p);
				ctl(&p, 5, NO_SB, NO_SB, 4);
				assert_int_equal(cycles(&p, 32, settings, NULL), go + (behind ? ADU : SHARED) + 1);
			}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queue_of_a_subcore),
		cmocka_unit_test(late_load),
		cmocka_unit_test(queue_of_shared_memory),
		cmocka_unit_test(data_path),
		cmocka_unit_test(data_turn),
		cmocka_unit_test(wide_and_atomic),
		cmocka_unit_test(cast_spin),
		cmocka_unit_test(lines_and_banks),
		cmocka_unit_test(conflicts_of_stores),
		cmocka_unit_test(queue_of_conversions),
		cmocka_unit_test(address_divergence),
		cmocka_unit_test(banks_of_tags),
		cmocka_unit_test(each_alone),
		cmocka_unit_test(without_limits),
		cmocka_unit_test(read_barrier_and_predicate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
