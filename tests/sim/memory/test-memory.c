/* test-memory.c: boundaries of the memory system's timing, on machine `tiny`: misses under way, the queue of L1, the paths to L2 and
 * back, DRAM, atomics, the share of L1; see accesses.h. */
#include <stdio.h>
#include <stdlib.h>

#include "sim/runtime/modules.h"
#include "tests/helpers/accesses.h"

/* n loads of as many lines. */
static void
loads(struct program *p, unsigned n)
{
	begin(p);
	for (unsigned i = 0; i < n; i++)
		load(p, i, (int32_t)i * LINE);
	end(p);
}

/* A load waits for an MSHR until one is free, and not longer. */
static void
limit_of_misses(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= 6; n++)
		for (unsigned limit = 1; limit <= 6; limit++) {
			uint64_t answer[6];
			const struct simt_launch_stats *t;
			struct program p;
			char mshrs[32];
			const char *const settings[] = {mshrs, "lg_queue=8", NULL};

			snprintf(mshrs, sizeof mshrs, "l1_mshrs=%u", limit);
			loads(&p, n);
			for (unsigned i = 0; i < n; i++) {
				uint64_t leaves = START + NEXT * i;

				if (i >= limit && answer[i - limit] > leaves)
					leaves = answer[i - limit];
				answer[i] = leaves + DRAM;
			}
			assert_int_equal(cycles(&p, settings, &t), answer[n - 1] + 1);
			assert_int_equal(t->v[SIMT_STAT_l2_sectors], n);
		}
}

/* Loads of a sector that is under way wait for it and take no MSHR; those of another sector of the line do. */
static void
merged_misses(void **state)
{
	static const char *const one[] = {"l1_mshrs=1", NULL};
	const struct simt_launch_stats *t;
	struct program p;

	(void)state;
	begin(&p);
	load(&p, 0, 0);
	load(&p, 1, 4);
	load(&p, 2, 28);
	end(&p);
	assert_int_equal(cycles(&p, one, &t), START + DRAM + 1);
	assert_int_equal(t->v[SIMT_STAT_l2_sectors], 1);
	begin(&p);
	load(&p, 0, 0);
	load(&p, 1, 32);
	end(&p);
	assert_int_equal(cycles(&p, one, &t), START + DRAM + DRAM + 1);
	assert_int_equal(t->v[SIMT_STAT_l2_sectors], 2);
	/* a hit on what comes sooner than a hit takes as long as a hit */
	begin(&p);
	load(&p, 0, 0);
	ctl(&p, 15, 1, NO_SB, 1);
	for (unsigned i = 0; i < (DRAM - L1) / 15; i++) {
		nop(&p);
		ctl(&p, 15, NO_SB, NO_SB, 0);
	}
	load(&p, 1, 0); /* at START + 15 + 270 */
	end(&p);
	assert_int_equal(cycles(&p, NULL, NULL), START + 285 + L1 + 1);
}

/* The queue of L1 holds `queue` accesses that L1 has not taken; with one MSHR it takes one each time an answer comes. */
static void
full_queue(void **state)
{
	(void)state;
	for (unsigned queue = 1; queue <= 4; queue++) {
		const struct simt_launch_stats *t;
		struct program p;
		char text[32];
		const char *const settings[] = {"l1_mshrs=1", text, NULL};
		uint64_t throttled = 0;

		snprintf(text, sizeof text, "lg_queue=%u", queue);
		loads(&p, 4);
		/* load i leaves L1 at START + i * DRAM; load i may issue once load i - queue has been taken, a cycle later */
		assert_int_equal(cycles(&p, settings, &t), START + 4 * DRAM + 1);
		for (unsigned i = 1, issued = START; i < 4; i++) {
			unsigned could = issued + NEXT, taken = i >= queue ? START + (i - queue) * DRAM + 1 : 0;

			issued = could > taken ? could : taken;
			throttled += issued - could;
		}
		assert_int_equal(t->stall[SIMT_STALL_lg_throttle], throttled);
	}
}

/* DRAM brings dram_rate bytes a cycle: the next sector waits for the one before. */
static void
rate_of_dram(void **state)
{
	static const unsigned rates[] = {2, 4, 7, 8, 16};

	(void)state;
	for (unsigned k = 0; k < 5; k++) {
		unsigned each = (32 + rates[k] - 1) / rates[k]; /* cycles of a sector */
		struct program p;
		char text[32];
		const char *const settings[] = {text, NULL};

		snprintf(text, sizeof text, "dram_rate=%u", rates[k]);
		loads(&p, 4);
		if (32 % rates[k]) /* 3 sectors of 32/7 cycles */
			assert_int_equal(cycles(&p, settings, NULL), START + (3 * 32 + 6) / 7 + DRAM + 1);
		else
			assert_int_equal(cycles(&p, settings, NULL), START + 3 * (each > NEXT ? each : NEXT) + DRAM + 1);
	}
}

/* Reading what is in L2: the path back brings a sector each 32 / fill_rate cycles. */
static void
rate_of_paths(void **state)
{
	(void)state;
	for (unsigned rate = 2; rate <= 8; rate *= 2) {
		unsigned each = 32 / rate;
		const struct simt_launch_stats *t;
		struct program p;
		char text[32];
		const char *const fill[] = {text, "l1_bytes=16384", "l1_ways=1", NULL}; /* a set, a line */

		snprintf(text, sizeof text, "fill_rate=%u", rate);
		begin(&p);
		for (unsigned i = 0; i < 3; i++)
			load(&p, i, (int32_t)i * LINE);
		nop(&p);
		ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
		for (unsigned i = 0; i < 2; i++)
			load(&p, i + 1, (int32_t)(i + 1) * LINE);
		end(&p);
		cycles(&p, fill, &t);
		assert_int_equal(t->v[SIMT_STAT_l2_sectors], 5);
		/* the first three come at 4 cycles' distance, or `each`; the NOP and the others follow */
		assert_int_equal(t->v[SIMT_STAT_cycles],
				 START + DRAM + 2 * (each > NEXT ? each : NEXT) + 1 + L2 + (each > NEXT ? each : NEXT) + 1);
	}
}

/* Stores: store_queue sectors wait for the path to L2; L1 stands still until there is room. */
static void
stores(void **state)
{
	(void)state;
	for (unsigned queue = 1; queue <= 3; queue++) {
		const struct simt_launch_stats *t;
		struct program p;
		char text[32];
		const char *const settings[] = {text, "store_rate=1", "lg_queue=1", NULL};
		uint64_t issued = START, out = 0;

		snprintf(text, sizeof text, "store_queue=%u", queue);
		begin(&p);
		for (unsigned i = 0; i < 6; i++) {
			stg(&p, 2, RZ, (int32_t)i * LINE);
			ctl(&p, NEXT, NO_SB, NO_SB, i ? 0 : 1);
		}
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 0);
		for (unsigned i = 0, taken = START; i < 6; i++) {
			unsigned t0 = (unsigned)issued;

			taken = out > 32u * queue + t0 ? (unsigned)(out - 32u * queue) : t0;
			out = (out > taken ? out : taken) + 32;
			if (i < 5)
				issued = taken + 1 > issued + NEXT ? taken + 1 : issued + NEXT;
		}
		assert_int_equal(cycles(&p, settings, &t), issued + NEXT + 1);
		assert_int_equal(t->v[SIMT_STAT_l2_sectors], 6);
	}
}

/* A word of a line, one of each of `between` other lines, another word of that sector, which comes `apart` cycles after the first (0: as soon
 * as it can): sectors that come to L2. */
static uint64_t
stored_apart(unsigned between, unsigned apart, const char *const *settings)
{
	const struct simt_launch_stats *t;
	struct program p;

	begin(&p);
	for (unsigned i = 0; i <= between; i++) {
		stg(&p, 2, RZ, (int32_t)i * LINE);
		ctl(&p, NEXT, NO_SB, NO_SB, i ? 0 : 1);
	}
	for (unsigned left = apart ? apart - NEXT : 0, n; left; left -= n) {
		n = left < 15 ? left : 15;
		nop(&p);
		ctl(&p, n, NO_SB, NO_SB, 0);
	}
	stg(&p, 2, RZ, 4);
	ctl(&p, NEXT, NO_SB, NO_SB, 0);
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 0);
	cycles(&p, settings, &t);
	return t->v[SIMT_STAT_l2_sectors];
}

/* A store joins one to its line that is among the last store_join lines and has not come to L2. */
static void
joined_stores(void **state)
{
	(void)state;
	for (unsigned lines = 0; lines <= 3; lines++) {
		char text[32];
		const char *const settings[] = {text, "store_rate=128", NULL};

		snprintf(text, sizeof text, "store_join=%u", lines);
		for (unsigned between = 0; between <= 4; between++)
			assert_int_equal(stored_apart(between, 0, settings), between + 1 + (between >= lines));
		assert_int_equal(stored_apart(0, L2 - 1, settings), lines ? 1 : 2);
		assert_int_equal(stored_apart(0, L2, settings), 2);
	}
}

/* What joins takes no place among the stores under way, and the path for the sectors that it brings. */
static void
way_of_joined_stores(void **state)
{
	static const char *const settings[][5] = {{"store_rate=1", "store_queue=1", "lg_queue=1", "store_join=1", NULL},
						  {"store_window=1", "lg_queue=1", "store_join=1", NULL},
						  {"store_window=1", "lg_queue=1", NULL}};

	(void)state;
	for (int32_t apart = 4; apart <= 32; apart *= 2)
		for (unsigned k = 0; k < 3; k++) {
			struct program p;
			uint64_t issued = START, out = 0, t;

			begin(&p);
			for (unsigned i = 0; i < 4; i++) {
				stg(&p, 2, RZ, (int32_t)i * apart);
				ctl(&p, NEXT, NO_SB, NO_SB, i ? 0 : 1);
			}
			exit_(&p);
			ctl(&p, 5, NO_SB, NO_SB, 0);
			t = cycles(&p, settings[k], NULL);
			for (uint64_t i = 0, taken; i < 4; i++) {
				if (k == 0) {
					taken = out > 32 + issued ? out - 32 : issued;
					out = (out > taken ? out : taken) + ((int32_t)i * apart % 32 ? 0 : 32);
				} else if (k == 1) {
					taken = issued;
				} else {
					taken = out > issued ? out : issued;
					out = taken + L2;
				}
				if (i < 3)
					issued = taken + 1 > issued + NEXT ? taken + 1 : issued + NEXT;
			}
			assert_int_equal(t, issued + NEXT + 1);
		}
}

/* A store leaves in L1 what it writes entirely. */
static void
stored_sectors(void **state)
{
	static const char *const off[] = {"store_fills_l1=off", NULL};

	(void)state;
	for (unsigned k = 0; k < 3; k++) {
		const struct simt_launch_stats *t;
		struct program p;

		begin(&p);
		s2r(&p, 0, SR_LANEID);
		ctl(&p, 1, 1, NO_SB, 0);
		imad_wide_imm(&p, 4, 0, k == 1 ? 8 : 4, 2); /* every word, or every other one */
		ctl(&p, 5, NO_SB, NO_SB, 3);
		stg(&p, 4, RZ, 0);
		ctl(&p, NEXT, NO_SB, NO_SB, 0);
		ldg(&p, 8, 4, 0);
		ctl(&p, NEXT, 1, NO_SB, 0);
		end(&p);
		cycles(&p, k == 2 ? off : NULL, &t);
		assert_int_equal(t->v[SIMT_STAT_l2_sectors], k == 0 ? 4 : k == 1 ? 16 : 8);
	}
}

/* Atomics on one word follow each other in their slice of L2. */
static void
atomics(void **state)
{
	(void)state;
	for (unsigned each = 1; each <= 8; each *= 2) {
		const struct simt_launch_stats *t;
		struct program p;
		char text[32];
		const char *const settings[] = {text, NULL};
		uint64_t start = START + (32 * each > NEXT ? 32 * each : NEXT);

		snprintf(text, sizeof text, "atomic_cycles=%u", 100 * each);
		begin(&p);
		redg(&p, 2, RZ, 0); /* 32 lanes, one word: at START */
		ctl(&p, NEXT, NO_SB, NO_SB, 1);
		ldg(&p, 6, 2, 0); /* has to wait for it: it goes to L2 as well */
		ctl(&p, NEXT, 1, NO_SB, 0);
		end(&p);
		assert_int_equal(cycles(&p, settings, &t), (start + L2 > START + DRAM ? start + L2 : START + DRAM) + 1);
		assert_int_equal(t->v[SIMT_STAT_l1_sectors], 32 + 1);
	}
}

/* Shared memory for all blocks of an SM is taken off L1 in the first size that is large enough: tiny holds 4 blocks of 2 KiB each (1 of the kernel, 1 of the system). */
static void
carve_out(void **state)
{
	static const struct {
		const char *first;
		unsigned sectors;
	} cases[] = {{"carveout_1=8191", 5 + 5}, {"carveout_1=8192", 5}};

	(void)state;
	for (unsigned k = 0; k < 2; k++) {
		/* 8 sets of 4 lines, or 120 */
		const char *const settings[] = {cases[k].first, "carveout_2=65536", NULL};
		const struct simt_launch_stats *t;
		struct program p;

		begin(&p);
		for (unsigned i = 0; i < 10; i++) {
			ldg(&p, 6, 2, (int32_t)(i % 5) * 8 * LINE);
			ctl(&p, NEXT, 1, NO_SB, i ? 2 : 1);
		}
		end(&p);
		cycles(&p, settings, &t);
		assert_int_equal(t->v[SIMT_STAT_l2_sectors], cases[k].sectors);
	}
}

/* What code names has its place for good: variables are where they were at loading after a reset too, in the order of the modules and
 * behind what the host had taken between them; what the host asks for comes after them. */
static void
modules_stay(void **state)
{
	static const char *const names[] = {"zeros", "initial", "table"};
	enum { MODULES = 3, NAMES = sizeof names / sizeof *names };
	struct simt_error e = {.status = SIMT_OK};
	struct simt *s = asm_machine((const char *const[]){NULL});
	struct simt_module *m[MODULES];
	uint64_t first[MODULES][NAMES], address;
	size_t size, bytes;
	char *image = asm_read("tests/data/features.cubin", &size);

	(void)state;
	for (unsigned i = 0; i < MODULES; i++) {
		if (i == 1)
			assert_true(simt_malloc(s, 1000, &address, &e));
		m[i] = simt_module_load_data(s, image, size, "features", &e);
		assert_non_null(m[i]);
		for (unsigned k = 0; k < NAMES; k++)
			assert_true(simt_symbol(m[i], names[k], &first[i][k], &bytes, &e));
	}
	for (unsigned turn = 0; turn < 2; turn++) {
		simt_reset(s);
		assert_true(simt_malloc(s, 1000, &address, &e));
		for (unsigned i = 0; i < MODULES; i++)
			for (unsigned k = 0; k < 2; k++) {
				uint64_t now;

				assert_true(simt_symbol(m[i], names[k], &now, &bytes, &e));
				assert_int_equal(now, first[i][k]);
				assert_true(now < address);
			}
	}
	simt_destroy(s);
	free(image);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(limit_of_misses), cmocka_unit_test(merged_misses),
		cmocka_unit_test(full_queue),      cmocka_unit_test(rate_of_dram),
		cmocka_unit_test(rate_of_paths),   cmocka_unit_test(stores),
		cmocka_unit_test(joined_stores),   cmocka_unit_test(way_of_joined_stores),
		cmocka_unit_test(stored_sectors),  cmocka_unit_test(atomics),
		cmocka_unit_test(carve_out),       cmocka_unit_test(modules_stay),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
