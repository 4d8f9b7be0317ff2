/* test-atomics.c: boundaries of atomics in L2, on machine `tiny`: units, turns on a sector and a word, ways to them, partitions, pages, answers;
 * see accesses.h. */
#include <stdio.h>

#include "tests/helpers/accesses.h"

/* A further sector of a line takes atomic_sector; in two slices lines follow each other only where they share one. */
static void
atomic_units(void **state)
{
	uint64_t t[2];

	(void)state;
	for (unsigned k = 0; k < 2; k++) {
		const char *const settings[] = {"atomic_cycles=1000", k ? "atomic_sector=100" : "atomic_sector=0", "store_drain=1",
						NULL};
		struct program p;

		spread(&p, 32); /* 8 lines of 4 sectors */
		redg(&p, 4, RZ, 0);
		sent(&p, 1);
		end(&p);
		t[k] = cycles(&p, settings, NULL);
	}
	assert_int_equal(t[1] - t[0], 8 * 3);
	for (unsigned slices = 1; slices <= 64; slices *= 8) {
		char text[32];
		const char *const settings[] = {text, "atomic_cycles=10000", "store_drain=1", NULL};
		struct program p;
		uint64_t all;

		snprintf(text, sizeof text, "l2_slices=%u", slices);
		spread(&p, LINE);
		redg(&p, 4, RZ, 0); /* 32 lines */
		sent(&p, 1);
		end(&p);
		all = cycles(&p, settings, NULL);
		assert_true(slices == 1 ? all >= 31 * 100 : all < 3100 / slices * 6 && all > 3100 / slices);
	}
}

/* Two words, 32 uses each: the unit divides its turns between them, and those on one of them are atomic_again apart. */
static void
atomic_turns(void **state)
{
	static const unsigned again[] = {0, 800, 1000, 2000}, each[] = {4, 4, 5, 10};

	(void)state;
	for (unsigned k = 0; k < 4; k++)
		for (unsigned other = 0; other < 2; other++) {
			char text[32];
			const char *const settings[] = {text, "store_drain=1", NULL};
			struct program p;

			snprintf(text, sizeof text, "atomic_again=%u", again[k]);
			begin(&p);
			for (unsigned i = 0; i < 2; i++) {
				redg(&p, 2, RZ, (int32_t)(i * other) * LINE);
				sent(&p, i);
			}
			end(&p);
			/* the last turn begins when all others have ended */
			assert_int_equal(cycles(&p, settings, NULL), START + 32 * 4 + 32 * (other ? each[k] : 4) - 4 + 1);
		}
}

/* 16 lanes on each of two words of one sector: further turns take atomic_words. */
static void
atomic_words(void **state)
{
	static const unsigned words[] = {0, 400, 500, 1200}, each[] = {4, 4, 5, 12};
	uint64_t first = 0;

	(void)state;
	for (unsigned k = 0; k < 4; k++) {
		char text[32];
		const char *const settings[] = {text, "store_drain=1", NULL};
		struct program p;

		snprintf(text, sizeof text, "atomic_words=%u", words[k]);
		begin(&p);
		s2r(&p, 0, SR_LANEID);
		ctl(&p, 1, 1, NO_SB, 0);
		lop3_and_imm(&p, 0, 0, 1);
		ctl(&p, 5, NO_SB, NO_SB, 3);
		imad_wide_imm(&p, 4, 0, 4, 2);
		ctl(&p, 5, NO_SB, NO_SB, 0);
		redg(&p, 4, RZ, 0);
		sent(&p, 1);
		end(&p);
		if (!k)
			first = cycles(&p, settings, NULL) - 15 * each[k];
		assert_int_equal(cycles(&p, settings, NULL), first + 15 * each[k]);
	}
}

/* Messages of 8 lines reach the units one after the other, and leave their SM as fast as their packets do. */
static void
atomic_ways(void **state)
{
	uint64_t first = 0;

	(void)state;
	for (unsigned message = 0; message <= 20; message += 10)
		for (unsigned each = 1; each <= 4; each += 3) {
			struct program p;
			char text[2][32];
			const char *const settings[] = {text[0],           text[1],         "atomic_cycles=1",
							"atomic_sector=0", "store_drain=1", NULL};
			unsigned apart = 4 * each > message ? 4 * each : message; /* a line has 4 packets */

			snprintf(text[0], sizeof text[0], "atomic_message=%u", message * 100);
			snprintf(text[1], sizeof text[1], "atomic_send=%u", each * 100);
			spread(&p, 32);
			redg(&p, 4, RZ, 0);
			sent(&p, 1);
			end(&p);
			if (!message && each == 1)
				first = cycles(&p, settings, NULL) - 7 * apart;
			assert_int_equal(cycles(&p, settings, NULL) - first, 7 * apart);
		}
}

/* A line's cycles with so many atomics and so many loads after them, each of which needs the one before. */
static uint64_t
atomics_and_loads(int32_t line, unsigned atomics, unsigned loads, const char *const *settings)
{
	struct program p;

	begin(&p);
	for (unsigned i = 0; i < atomics + loads; i++) {
		if (i) {
			nop(&p);
			ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
		}
		if (i < atomics)
			atomg(&p, 6, 2, RZ, line * LINE);
		else
			ldg_strong(&p, 6, 2, line * LINE);
		answered(&p, i != 0);
	}
	end(&p);
	return cycles(&p, settings, NULL);
}

/* Atomics on some lines are carried out in the other partition, and leave no copy in this one, so that the first load after them goes there too,
 * and no other. */
static void
atomic_far(void **state)
{
	static const char *const near[] = {"l2_partitions=on", "l2_partition_mask=5", NULL};
	static const char *const settings[] = {"l2_partitions=on", "l2_partition_mask=5", "atomic_far=50", "l2_remote=30", NULL};
	unsigned farther = 0;

	(void)state;
	for (int32_t line = 0; line < 32; line++) {
		const bool far = atomics_and_loads(line, 2, 0, settings) > atomics_and_loads(line, 2, 0, near);

		farther += far;
		for (unsigned atomics = 1; atomics <= 3; atomics++)
			for (unsigned loads = 0; loads <= 3; loads++) {
				/* of the first atomic, what comes from DRAM hides the way */
				const uint64_t more = far ? (atomics - 1) * 50 + (loads ? 30 : 0) : 0;

				assert_int_equal(atomics_and_loads(line, atomics, loads, settings) -
							 atomics_and_loads(line, atomics, loads, near),
						 more);
			}
	}
	assert_true(farther > 0 && farther < 32);
}

/* Two slices take turns with the lines of a page, so many in a row. */
static void
atomic_pages(void **state)
{
	(void)state;
	for (unsigned interleave = 1; interleave <= 4; interleave *= 2) {
		char text[32];
		const char *const settings[] = {text, "l2_slices=8", "l2_page=4096", "l2_page_slices=2", "store_drain=1", NULL};

		snprintf(text, sizeof text, "l2_interleave=%u", interleave);
		for (int32_t line = 1; line < 16; line++) {
			struct program p;
			bool shared;

			begin(&p);
			for (unsigned i = 0; i < 2; i++) {
				redg(&p, 2, RZ, (int32_t)i * line * LINE);
				sent(&p, i);
			}
			end(&p);
			shared = cycles(&p, settings, NULL) == START + 2 * 32 * 4 - 4 + 1;
			if (!shared)
				assert_int_equal(cycles(&p, settings, NULL), START + NEXT + 31 * 4 + 1);
			if (line % (int32_t)(2 * interleave) == 0)
				assert_true(shared);
			if (line % (int32_t)(2 * interleave) == (int32_t)interleave)
				assert_false(shared);
		}
	}
}

/* The packets of an atomic's answer follow each other: one for each further sector or use of a word, but one alone where all lanes are on
 * one word. */
static void
atomic_answers(void **state)
{
	static const struct {
		unsigned apart, packets;
	} cases[] = {{0, 1}, {4, 4}, {8, 8}, {32, 32}, {128, 32}};

	(void)state;
	for (unsigned k = 0; k < 5; k++) {
		uint64_t t[2];

		for (unsigned i = 0; i < 2; i++) {
			const char *const settings[] = {i ? "atomic_answer=4000" : "atomic_answer=0", "atomic_cycles=1",
							"atomic_sector=0", NULL};
			struct program p;

			spread(&p, cases[k].apart);
			atomg(&p, 6, 4, RZ, 0);
			answered(&p, 1);
			end(&p);
			t[i] = cycles(&p, settings, NULL);
		}
		/* lines leave L1 as their packets do, and DRAM takes 2 cycles a sector: all comes before the first 40 cycles are over, or
		 * waits */
		assert_in_range(t[1] - t[0], (cases[k].packets - 1) * 38, (cases[k].packets - 1) * 40);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(atomic_units),   cmocka_unit_test(atomic_turns), cmocka_unit_test(atomic_words),
		cmocka_unit_test(atomic_ways),    cmocka_unit_test(atomic_far),   cmocka_unit_test(atomic_pages),
		cmocka_unit_test(atomic_answers),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
