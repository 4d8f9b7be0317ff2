/* test-l2.c: boundaries of what lies behind L1, on machine `tiny`: halves of L2, its ways in and out, atomic units, channels of DRAM,
 * stores under way, what a launch waits for at its end. One warp runs; a launch ends with the cycle after its last EXIT has issued, unless
 * store_drain has it wait. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "asm.h"

enum {
	ADU = 10,
	L2 = 100,
	DRAM = 300,
	START = 4 + ADU, /* cycle of the first access */
	NEXT = 4,        /* cycles from one access to the next: they hold the pipe */
	LINE = 128,
	WORDS = 4096
};

static uint64_t
cycles(const struct program *p, const char *const *settings, const struct simt_launch_stats **stats)
{
	static struct simt_launch_stats copy;
	struct simt *s = asm_machine(settings);

	copy = *asm_run(s, p, 1, 32, NULL, NULL, WORDS);
	copy.pc = NULL;
	simt_destroy(s);
	assert_laws(&copy, 1, 1);
	if (stats)
		*stats = &copy;
	return copy.v[SIMT_STAT_cycles];
}

/* Puts the address of the buffer `in` into R2. */
static void
begin(struct program *p)
{
	asm_init(p);
	uldc64(p, 4, ASM_DESC);
	ctl(p, 4, NO_SB, NO_SB, 0);
	ldc64(p, 2, ASM_PARAM);
	ctl(p, 1, 0, NO_SB, 0);
}

/* R4 gets the address of byte `apart` x lane of the buffer. */
static void
spread(struct program *p, unsigned apart)
{
	begin(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 1, 1, NO_SB, 0);
	imad_wide_imm(p, 4, 0, apart, 2);
	ctl(p, 5, NO_SB, NO_SB, 3);
}

static void
access(struct program *p, unsigned i)
{
	ctl(p, NEXT, 1, NO_SB, i ? 0 : 1);
}

/* The same of what has no result. */
static void
sent(struct program *p, unsigned i)
{
	ctl(p, NEXT, NO_SB, NO_SB, i ? 0 : 1);
}

static void
end(struct program *p)
{
	exit_(p);
	ctl(p, 5, NO_SB, NO_SB, 1 << 1);
}

/* A load of one word at line a, and of one at line b unless it is a. */
static uint64_t
two_loads(int32_t a, int32_t b, const char *const *settings)
{
	struct program p;

	begin(&p);
	ldg(&p, 6, 2, a * LINE);
	access(&p, 0);
	if (b != a) {
		ldg(&p, 7, 2, b * LINE);
		access(&p, 1);
	}
	end(&p);
	return cycles(&p, settings, NULL);
}

/* Some lines are in the half of L2 that is farther away, in neighbourhoods of l2_interleave lines. */
static void
halves(void **state)
{
	static const unsigned far[] = {0, 1, 37}, interleave[] = {1, 2, 4};

	(void)state;
	for (unsigned k = 0; k < 3; k++)
		for (unsigned n = 0; n < 3; n++) {
			char text[2][32];
			const char *const settings[] = {text[0], text[1], NULL};
			unsigned farther = 0, changes = 0;
			bool before = false;

			snprintf(text[0], sizeof text[0], "l2_far=%u", far[k]);
			snprintf(text[1], sizeof text[1], "l2_interleave=%u", interleave[n]);
			for (int32_t line = 0; line < 32; line++) {
				uint64_t t = two_loads(line, line, settings) - (START + DRAM + 1);

				assert_true(t == 0 || t == far[k]);
				changes += line % (int32_t)interleave[n] && (t != 0) != before;
				before = t != 0;
				farther += t != 0;
			}
			assert_int_equal(changes, 0);
			assert_true(far[k] ? farther > 0 && farther < 32 : farther == 0);
		}
}

/* The latency of DRAM differs from line to line by no more than dram_spread. */
static void
dram_spread(void **state)
{
	static const char *const settings[] = {"dram_spread=10", NULL};
	uint64_t least = UINT64_MAX, most = 0;

	(void)state;
	for (int32_t line = 0; line < 32; line++) {
		uint64_t t = two_loads(line, line, settings) - (START + 1);

		least = t < least ? t : least;
		most = t > most ? t : most;
	}
	assert_true(least >= DRAM - 10 && least < DRAM - 5 && most <= DRAM + 10 && most > DRAM + 5);
}

/* Two lines on one channel follow each other, at that channel's part of the rate; on different ones they do not. */
static void
channels(void **state)
{
	static const char *const settings[] = {"dram_channels=2", "dram_rate=4", NULL};
	unsigned same = 0;

	(void)state;
	for (int32_t line = 1; line <= 16; line++) {
		uint64_t t = two_loads(0, line, settings) - (START + DRAM + 1);

		assert_true(t == NEXT || t == 32 * 2 / 4);
		same += t != NEXT;
	}
	assert_true(same > 0 && same < 16);
}

/* A line that is replaced is written to DRAM, at dram_write_rate, before what takes its place is read. */
static void
write_back(void **state)
{
	(void)state;
	for (unsigned rate = 1; rate <= 16; rate *= 2) {
		struct program p;
		char text[32];
		const char *const settings[] = {text, "l2_bytes=128", "l2_ways=1", NULL};

		snprintf(text, sizeof text, "dram_write_rate=%u", rate);
		begin(&p);
		stg(&p, 2, RZ, 0);
		sent(&p, 0);
		ldg(&p, 6, 2, LINE);
		access(&p, 1);
		end(&p);
		assert_int_equal(cycles(&p, settings, NULL), START + NEXT + 32 / rate + DRAM + 1);
	}
}

/* With store_window stores under way the next one waits for the first of them to be acknowledged. */
static void
store_window(void **state)
{
	(void)state;
	for (unsigned window = 1; window <= 7; window++) {
		struct program p;
		char text[32];
		const char *const settings[] = {text, "lg_queue=1", NULL};
		uint64_t issued = START, acknowledged[6];

		snprintf(text, sizeof text, "store_window=%u", window);
		begin(&p);
		for (unsigned i = 0; i < 6; i++) {
			stg(&p, 2, RZ, (int32_t)i * LINE);
			sent(&p, i);
		}
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 0);
		for (unsigned i = 0; i < 6; i++) {
			uint64_t taken = i >= window && acknowledged[i - window] > issued ? acknowledged[i - window] : issued;

			acknowledged[i] = taken + L2;
			issued = i == 5 || issued + NEXT > taken + 1 ? issued + NEXT : taken + 1;
		}
		assert_int_equal(cycles(&p, settings, NULL), issued + 1);
	}
}

/* A launch ends store_drain cycles after its last store or atomic has come to L2, if that is later than its last EXIT. */
static void
store_drain(void **state)
{
	static const unsigned drains[] = {0, 1, NEXT, NEXT + 1, NEXT + 2, 50};

	(void)state;
	for (unsigned k = 0; k < 6; k++)
		for (unsigned atomic = 0; atomic < 2; atomic++) {
			/* 32 uses of a word, of 4 cycles each */
			uint64_t come = START + (atomic ? 31 * 4 : 0) + drains[k], least = START + NEXT + 1;
			struct program p;
			char text[32];
			const char *const settings[] = {text, NULL};

			snprintf(text, sizeof text, "store_drain=%u", drains[k]);
			begin(&p);
			if (atomic)
				redg(&p, 2, RZ, 0);
			else
				stg(&p, 2, RZ, 0);
			sent(&p, 0);
			exit_(&p);
			ctl(&p, 5, NO_SB, NO_SB, 0);
			assert_int_equal(cycles(&p, settings, NULL), drains[k] && come > least ? come : least);
		}
}

/* The way into L2: sectors, a header for each message, and more for sectors that are not written entirely. The end of the launch shows
 * when the last of two stores is in. */
static void
way_in(void **state)
{
	(void)state;
	for (unsigned header = 0; header <= 20; header += 10)
		for (unsigned partial = 0; partial <= 7; partial += 7) {
			struct program p;
			char text[2][32];
			const char *const settings[] = {text[0], text[1], "l2_in_rate=1", "store_drain=1", NULL};

			snprintf(text[0], sizeof text[0], "l2_header=%u", header);
			snprintf(text[1], sizeof text[1], "l2_partial=%u", partial);
			begin(&p);
			for (unsigned i = 0; i < 2; i++) {
				stg(&p, 2, RZ, (int32_t)i * LINE);
				sent(&p, i);
			}
			end(&p);
			assert_int_equal(cycles(&p, settings, NULL), START + 32 + header + partial + 1);
		}
}

/* Whole sectors count no more than themselves. */
static void
whole_sectors(void **state)
{
	static const char *const none[] = {"l2_in_rate=1", "store_drain=1", NULL}, *const some[] = {"l2_in_rate=1", "store_drain=1",
												    "l2_partial=7", NULL};

	(void)state;
	for (unsigned k = 0; k < 2; k++) {
		struct program p;

		spread(&p, k ? 8 : 4); /* every other word, in 8 sectors of 2 lines, or every word, in 4 of one */
		for (unsigned i = 0; i < 2; i++) {
			stg(&p, 4, RZ, (int32_t)i * 2 * LINE);
			sent(&p, 1);
		}
		end(&p);
		assert_int_equal(cycles(&p, some, NULL) - cycles(&p, none, NULL), k ? 3 * 4 * 7 : 0);
	}
}

/* The way out: what a load asks for, and a header. */
static void
way_out(void **state)
{
	(void)state;
	for (unsigned header = 0; header <= 20; header += 5) {
		struct program p;
		char text[32];
		const char *const settings[] = {text, "l2_rate=4", NULL};
		unsigned each = (32 + header + 3) / 4;

		snprintf(text, sizeof text, "l2_header=%u", header);
		begin(&p);
		for (unsigned i = 0; i < 2; i++) {
			ldg(&p, 6 + i, 2, (int32_t)i * LINE);
			access(&p, i);
		}
		end(&p);
		assert_int_equal(cycles(&p, settings, NULL), START + each + DRAM + 1);
	}
}

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
		access(&p, i != 0);
	}
	end(&p);
	return cycles(&p, settings, NULL);
}

/* Atomics on some lines are carried out in the other half, and leave no copy in this one, so that the first load after them goes there too,
 * and no other. */
static void
atomic_far(void **state)
{
	static const char *const near[] = {"l2_halves=on", "l2_half_mask=5", NULL};
	static const char *const settings[] = {"l2_halves=on", "l2_half_mask=5", "atomic_far=50", "l2_remote=30", NULL};
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
			access(&p, 1);
			end(&p);
			t[i] = cycles(&p, settings, NULL);
		}
		/* lines leave L1 as their packets do, and DRAM takes 2 cycles a sector: all comes before the first 40 cycles are over, or
		 * waits */
		assert_in_range(t[1] - t[0], (cases[k].packets - 1) * 38, (cases[k].packets - 1) * 40);
	}
}

/* A strong load goes to L2 whatever is in L1, and leaves nothing there. */
static void
strong_loads(void **state)
{
	(void)state;
	for (unsigned first = 0; first < 2; first++)
		for (unsigned second = 0; second < 2; second++) {
			const struct simt_launch_stats *t;
			struct program p;

			begin(&p);
			(first ? ldg_strong : ldg)(&p, 6, 2, 0);
			access(&p, 0);
			nop(&p);
			ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
			(second ? ldg_strong : ldg)(&p, 7, 2, 0);
			access(&p, 1);
			end(&p);
			assert_int_equal(cycles(&p, NULL, &t), START + DRAM + 1 + (first || second ? L2 : 20) + 1);
			assert_int_equal(t->v[SIMT_STAT_l2_sectors], first || second ? 2 : 1);
		}
}

/* Sectors that come from DRAM with the one asked for: a second load, which L1 cannot answer, finds them in L2. */
static void
fetched_together(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= 4; n *= 2)
		for (int32_t first = 0; first < 4; first++)
			for (int32_t second = 0; second < 4; second++) {
				struct program p;
				const struct simt_launch_stats *t;
				char text[32];
				const char *const settings[] = {text, NULL};
				const bool there = first / (int32_t)n == second / (int32_t)n;

				snprintf(text, sizeof text, "l2_fetch=%u", n);
				begin(&p);
				ldg(&p, 6, 2, first * 32);
				access(&p, 0);
				nop(&p);
				ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
				ldg_strong(&p, 7, 2, second * 32);
				access(&p, 1);
				end(&p);
				assert_int_equal(cycles(&p, settings, &t), START + DRAM + 1 + (there ? L2 : DRAM) + 1);
				assert_int_equal(t->v[SIMT_STAT_dram_sectors], there ? n : 2 * n);
			}
}

/* Some lines have the other half as their home, by bits of their number: these take longer to come, but only once. */
static void
copies_of_the_other_half(void **state)
{
	static const unsigned remote[] = {0, 1, 37}, home[] = {1, 2, 8};

	(void)state;
	for (unsigned k = 0; k < 3; k++)
		for (unsigned n = 0; n < 3; n++) {
			char text[2][32];
			const char *const settings[] = {text[0], text[1], "l2_halves=on", NULL};
			unsigned other = 0, changes = 0;
			bool before = false;

			snprintf(text[0], sizeof text[0], "l2_remote=%u", remote[k]);
			snprintf(text[1], sizeof text[1], "l2_half_mask=%u", home[n]);
			for (int32_t line = 0; line < 32; line++) {
				struct program p;
				uint64_t t = two_loads(line, line, settings) - (START + DRAM + 1);

				assert_true(t == 0 || t == remote[k]);
				changes += line % (int32_t)home[n] && (t != 0) != before;
				before = t != 0;
				other += t != 0;
				begin(&p);
				for (unsigned i = 0; i < 2; i++) {
					ldg_strong(&p, 6 + i, 2, line * LINE);
					access(&p, i);
					nop(&p);
					ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
				}
				end(&p);
				assert_int_equal(cycles(&p, settings, NULL), START + DRAM + t + 1 + L2 + 2);
			}
			assert_int_equal(changes, 0);
			assert_true(remote[k] ? other > 0 && other < 32 : other == 0);
		}
}

/* What a store has brought to its home, the other half has to ask for. */
static void
stored_at_home(void **state)
{
	unsigned other = 0;

	(void)state;
	for (int32_t line = 0; line < 16; line++) {
		static const char *const on[] = {"l2_halves=on", "l2_half_mask=5", "l2_remote=30", "store_fills_l1=off", NULL},
					 *const off[] = {"store_fills_l1=off", NULL};
		struct program p;
		uint64_t t;

		begin(&p);
		stg(&p, 2, RZ, line * LINE);
		sent(&p, 0);
		ldg(&p, 6, 2, line * LINE);
		access(&p, 1);
		end(&p);
		t = cycles(&p, on, NULL) - cycles(&p, off, NULL);
		assert_true(t == 0 || t == 30);
		other += t != 0;
	}
	assert_true(other > 0 && other < 16);
}

/* A load that comes to its channel within dram_refresh waits for its end. */
static void
refresh(void **state)
{
	(void)state;
	for (unsigned n = START - 1; n <= START + 2; n++) {
		char text[32];
		const char *const settings[] = {text, "dram_refresh_period=1000", NULL};

		snprintf(text, sizeof text, "dram_refresh=%u", n);
		assert_int_equal(two_loads(0, 0, settings), START + DRAM + 1 + (n > START ? n - START : 0));
	}
}

/* The way to a GPC, as the way out. What has been asked for less than gpc_join before is on its way already. */
static void
way_to_gpc(void **state)
{
	uint64_t t[3];

	(void)state;
	for (unsigned header = 0; header <= 20; header += 5) {
		struct program p;
		char text[32];
		const char *const settings[] = {text, "gpc_rate=4", NULL};
		unsigned each = (32 + header + 3) / 4;

		snprintf(text, sizeof text, "l2_header=%u", header);
		begin(&p);
		for (unsigned i = 0; i < 2; i++) {
			ldg(&p, 6 + i, 2, (int32_t)i * LINE);
			access(&p, i);
		}
		end(&p);
		assert_int_equal(cycles(&p, settings, NULL), START + each + DRAM + 1);
	}
	for (unsigned k = 0; k < 3; k++) {
		struct program p;
		const char *const settings[] = {k ? "gpc_join=5" : "gpc_join=4", k == 2 ? "gpc_join_part=75" : "gpc_join_part=0",
						"gpc_rate=4", NULL};

		begin(&p);
		ldg(&p, 6, 2, 0);
		access(&p, 0);
		nop(&p);
		ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
		for (unsigned i = 0; i < 3; i++) {
			ldg_strong(&p, 7 + i, 2, i == 2 ? LINE : 0);
			access(&p, 1);
		}
		end(&p);
		t[k] = cycles(&p, settings, NULL);
	}
	/* the third load waits for the ways of those before it, 8, 8 and 4 cycles after each other: 16, 8 and 14 after the first */
	assert_int_equal(t[0] - t[1], 8);
	assert_int_equal(t[2] - t[1], 6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(halves),           cmocka_unit_test(dram_spread),
		cmocka_unit_test(channels),         cmocka_unit_test(write_back),
		cmocka_unit_test(store_window),     cmocka_unit_test(store_drain),
		cmocka_unit_test(way_in),           cmocka_unit_test(whole_sectors),
		cmocka_unit_test(way_out),          cmocka_unit_test(atomic_units),
		cmocka_unit_test(atomic_answers),   cmocka_unit_test(strong_loads),
		cmocka_unit_test(fetched_together), cmocka_unit_test(copies_of_the_other_half),
		cmocka_unit_test(stored_at_home),   cmocka_unit_test(refresh),
		cmocka_unit_test(way_to_gpc),       cmocka_unit_test(atomic_turns),
		cmocka_unit_test(atomic_words),     cmocka_unit_test(atomic_ways),
		cmocka_unit_test(atomic_far),       cmocka_unit_test(atomic_pages),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
