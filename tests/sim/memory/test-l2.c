/* test-l2.c: boundaries of what lies behind L1, on machine `tiny`: far lines and partitions of L2, channels of DRAM, stores under way, what a launch waits for at
 * its end (store_drain has it wait for stores); the paths there are test-l2-paths.c's. See accesses.h. */
#include <stdio.h>

#include "tests/helpers/accesses.h"

/* A load of one word at line a, and of one at line b unless it is a. */
static uint64_t
two_loads(int32_t a, int32_t b, const char *const *settings)
{
	struct program p;

	begin(&p);
	ldg(&p, 6, 2, a * LINE);
	answered(&p, 0);
	if (b != a) {
		ldg(&p, 7, 2, b * LINE);
		answered(&p, 1);
	}
	end(&p);
	return cycles(&p, settings, NULL);
}

/* Some lines are far from the SM, in runs of l2_interleave lines. */
static void
far_lines(void **state)
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
		answered(&p, 1);
		end(&p);
		assert_int_equal(cycles(&p, settings, NULL), START + NEXT + 32 / rate + DRAM + 1);
	}
}

/* Part of a line holds its channel for dram_least bytes. */
static void
least_of_dram(void **state)
{
	(void)state;
	for (unsigned least = 28; least <= 40; least += 4) {
		char text[32];
		const char *const settings[] = {text, "dram_channels=1", "dram_rate=4", NULL};

		snprintf(text, sizeof text, "dram_least=%u", least);
		assert_int_equal(two_loads(0, 1, settings), START + (least > 32 ? least : 32) / 4 + DRAM + 1);
	}
}

/* What is written turns a channel from reading every dram_batch sectors, if there was something to be read in between: the second of the
 * two, of lines that are replaced here by what is read, does. */
static void
dram_turns(void **state)
{
	uint64_t t[2];

	(void)state;
	for (unsigned batch = 0; batch <= 3; batch++) {
		for (unsigned turn = 0; turn <= 1; turn++) {
			struct program p;
			char text[2][32];
			const char *const settings[] = {text[0], text[1], "dram_channels=1", "l2_bytes=128", "l2_ways=1", NULL};

			snprintf(text[0], sizeof text[0], "dram_batch=%u", batch);
			snprintf(text[1], sizeof text[1], "dram_turn=%u", turn * 9);
			begin(&p);
			for (int32_t i = 0; i < 2; i++) {
				stg(&p, 2, RZ, 2 * i * LINE);
				sent(&p, (unsigned)i);
				ldg(&p, 6, 2, (2 * i + 1) * LINE);
				answered(&p, 1);
			}
			end(&p);
			t[turn] = cycles(&p, settings, NULL);
		}
		assert_int_equal(t[1] - t[0], batch <= 2 ? 9 : 0);
	}
}

/* Two words are stored in two lines, a third line is loaded: with room for less than two such sectors DRAM first completes the older one,
 * whose rest goes into L2 as what is loaded does. */
static void
partial_sectors(void **state)
{
	static const unsigned room[] = {0, 63, 64};

	(void)state;
	for (unsigned n = 0; n < 6; n++) {
		const unsigned k = n % 3;
		struct program p;
		char text[32];
		const char *const settings[] = {
			text, "dram_channels=1", "dram_rate=2", "dram_write_rate=4", n < 3 ? NULL : "l2_in_rate=1", NULL};

		snprintf(text, sizeof text, "partial_bytes=%u", room[k]);
		begin(&p);
		for (unsigned i = 0; i < 2; i++) {
			stg(&p, 2, RZ, (int32_t)i * LINE);
			sent(&p, i);
		}
		ldg(&p, 6, 2, 2 * LINE);
		answered(&p, 2);
		end(&p);
		if (n < 3)
			assert_int_equal(cycles(&p, settings, NULL),
					 START + 2 * NEXT + DRAM + 1 + (k == 1 ? 32 / 2 + 32 / 4 - NEXT : 0));
		else
			assert_int_equal(cycles(&p, settings, NULL), START + 2 * 32 + DRAM + 1 + (k == 1 ? 32 : 0));
	}
}

/* A load of a sector of which a word has been stored needs the rest from DRAM; where any sector counts as whole it does not. */
static void
rest_of_a_sector(void **state)
{
	(void)state;
	for (unsigned k = 0; k < 2; k++) {
		struct program p;
		const char *const settings[] = {k ? "partial_bytes=1000" : "partial_bytes=0", NULL};

		begin(&p);
		stg(&p, 2, RZ, 0);
		sent(&p, 0);
		ldg(&p, 6, 2, 0);
		answered(&p, 1);
		end(&p);
		assert_int_equal(cycles(&p, settings, NULL), START + NEXT + (k ? DRAM : L2) + 1);
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
			answered(&p, 0);
			nop(&p);
			ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
			(second ? ldg_strong : ldg)(&p, 7, 2, 0);
			answered(&p, 1);
			end(&p);
			assert_int_equal(cycles(&p, NULL, &t), START + DRAM + 1 + (first || second ? L2 : 20) + 1);
			assert_int_equal(t->v[SIMT_STAT_l2_sectors], first || second ? 2 : 1);
		}
}

/* A load of sector `first`, when it has come other loads of the two sectors in between, and as the last one a load of sector `last`, all of
 * which L1 cannot answer: how long the last one takes. */
static uint64_t
behind_others(int32_t first, int32_t second, int32_t third, int32_t last, const char *const *settings)
{
	struct program p;

	begin(&p);
	ldg_strong(&p, 6, 2, first * 32);
	answered(&p, 0);
	ldg_strong(&p, 7, 2, second * 32);
	ctl(&p, NEXT, 3, NO_SB, 1 << 1);
	ldg_strong(&p, 8, 2, third * 32);
	ctl(&p, NEXT, 3, NO_SB, 0);
	ldg_strong(&p, 9, 2, last * 32);
	ctl(&p, 2, 2, NO_SB, 0);
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 1 << 2);
	return cycles(&p, settings, NULL) - (START + 2 * NEXT + 1);
}

/* A load of a sector that is in L2 does not wait for others of its line that are on their way; one of a sector that is on its way waits
 * until it has come, or the last one of those that came to be on their way with it. What comes in one cycle comes a cycle apart. */
static void
sectors_on_their_way(void **state)
{
	(void)state;
	assert_int_equal(behind_others(0, 1, 2, 0, NULL), DRAM + L2);
	assert_int_equal(behind_others(0, 1, 1, 0, NULL), DRAM + L2);
	assert_int_equal(behind_others(0, 1, 1, 1, NULL), DRAM + DRAM - 2 * NEXT + 2);
	assert_int_equal(behind_others(0, 1, 2, 2, NULL), DRAM + DRAM - NEXT + 1);
	assert_int_equal(behind_others(0, 1, 2, 1, NULL), DRAM + DRAM - NEXT + 1);
	assert_int_equal(behind_others(0, 1, 2, 3, NULL), DRAM + DRAM);
}

/* The same where the line's home is the other partition: each partition has its own sectors on their way. */
static void
sectors_on_their_way_from_the_other_partition(void **state)
{
	unsigned other = 0;

	(void)state;
	for (int32_t line = 0; line < 8; line++) {
		static const char *const settings[] = {"l2_partitions=on", "l2_partition_mask=1", "l2_remote=30", NULL};
		const uint64_t far = two_loads(line, line, settings) - (START + DRAM + 1);

		assert_true(far == 0 || far == 30);
		other += far != 0;
		assert_int_equal(behind_others(4 * line, 4 * line + 1, 4 * line + 2, 4 * line, settings), DRAM + far + L2);
		assert_int_equal(behind_others(4 * line, 4 * line + 1, 4 * line + 2, 4 * line + 1, settings),
				 DRAM + far + DRAM + far - NEXT + 1);
	}
	assert_int_equal(other, 4);
}

/* What an atomic has brought to its home, and nobody to the other partition, comes from there at once, whatever else of its line is on its way to
 * the home. */
static void
copies_do_not_wait_for_others(void **state)
{
	static const char *const settings[] = {"l2_partitions=on", "l2_partition_mask=1", "l2_remote=30", NULL};

	(void)state;
	for (int32_t line = 0; line < 2; line++) {
		uint64_t t[2];

		for (unsigned k = 0; k < 2; k++) {
			struct program p;

			begin(&p);
			atomg(&p, 6, 2, RZ, line * LINE);
			answered(&p, 0);
			redg(&p, 2, RZ, (k ? line : 2) * LINE + 32);
			ctl(&p, NEXT, NO_SB, NO_SB, 1 << 1);
			ldg_strong(&p, 8, 2, line * LINE + 4);
			ctl(&p, 2, 2, NO_SB, 0);
			exit_(&p);
			ctl(&p, 5, NO_SB, NO_SB, 1 << 2);
			t[k] = cycles(&p, settings, NULL);
		}
		assert_int_equal(t[0], t[1]);
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
				answered(&p, 0);
				nop(&p);
				ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
				ldg_strong(&p, 7, 2, second * 32);
				answered(&p, 1);
				end(&p);
				assert_int_equal(cycles(&p, settings, &t), START + DRAM + 1 + (there ? L2 : DRAM) + 1);
				assert_int_equal(t->v[SIMT_STAT_dram_sectors], there ? n : 2 * n);
			}
}

/* Some lines have the other partition as their home, by bits of their number: these take longer to come, but only once. */
static void
copies_of_the_other_partition(void **state)
{
	static const unsigned remote[] = {0, 1, 37}, home[] = {1, 2, 8};

	(void)state;
	for (unsigned k = 0; k < 3; k++)
		for (unsigned n = 0; n < 3; n++) {
			char text[2][32];
			const char *const settings[] = {text[0], text[1], "l2_partitions=on", NULL};
			unsigned other = 0, changes = 0;
			bool before = false;

			snprintf(text[0], sizeof text[0], "l2_remote=%u", remote[k]);
			snprintf(text[1], sizeof text[1], "l2_partition_mask=%u", home[n]);
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
					answered(&p, i);
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

/* What a store has brought to its home, the other partition has to ask for. */
static void
stored_at_home(void **state)
{
	unsigned other = 0;

	(void)state;
	for (int32_t line = 0; line < 16; line++) {
		static const char *const on[] = {"l2_partitions=on", "l2_partition_mask=5", "l2_remote=30", "store_fills_l1=off",
						 NULL},
					 *const off[] = {"store_fills_l1=off", NULL};
		struct program p;
		uint64_t t;

		begin(&p);
		stg(&p, 2, RZ, line * LINE);
		sent(&p, 0);
		ldg(&p, 6, 2, line * LINE);
		answered(&p, 1);
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

/* Two lines that both wait for the end of a refresh come one after the other, as far apart as the channel's rate says. */
static void
held_by_refresh(void **state)
{
	(void)state;
	for (unsigned rate = 4; rate <= 16; rate *= 2) {
		char text[32];
		const char *const settings[] = {text, "dram_refresh_period=1000", "dram_refresh=200", NULL};

		snprintf(text, sizeof text, "dram_rate=%u", rate);
		assert_int_equal(two_loads(0, 1, settings), 200 + DRAM + 1 + 32 / rate);
	}
}

/* Lines that follow each other are on different channels, until each has had one. */
static void
channels_by_turns(void **state)
{
	static const char *const settings[] = {"dram_channels=4", "dram_rate=4", NULL};

	(void)state;
	for (int32_t line = 0; line < 8; line++) {
		unsigned same = 0;

		for (int32_t other = line - line % 4; other < line - line % 4 + 4; other++)
			same += other != line && two_loads(line, other, settings) != START + DRAM + 1 + NEXT;
		assert_int_equal(same, 0);
	}
}

/* A load of a line, or of a word of it. */
static uint64_t
line_load(bool whole, const char *const *settings)
{
	struct program p;

	spread(&p, whole ? 4 : 0);
	ldg(&p, 6, 4, 0);
	ctl(&p, NEXT, 1, NO_SB, 0);
	end(&p);
	return cycles(&p, settings, NULL);
}

/* Each further sector of a line adds l2_sector to a load. */
static void
further_sectors(void **state)
{
	static const char *const none[] = {"l2_sector=0", NULL};

	(void)state;
	for (unsigned n = 0; n <= 4; n++) {
		char text[32];
		const char *const settings[] = {text, NULL};

		snprintf(text, sizeof text, "l2_sector=%u", n);
		assert_int_equal(line_load(true, settings) - line_load(true, none), 3 * n);
		assert_int_equal(line_load(false, settings) - line_load(false, none), 0);
	}
}

/* A line comes from DRAM l2_fetch sectors at a time, one after the other on its channel. */
static void
fetched_in_turn(void **state)
{
	(void)state;
	for (unsigned fetch = 1; fetch <= 4; fetch *= 2)
		for (unsigned rate = 1; rate <= 16; rate *= 2) {
			char text[2][32];
			const char *const settings[] = {"dram_channels=1", text[0], text[1], NULL};
			uint64_t whole;

			snprintf(text[0], sizeof text[0], "l2_fetch=%u", fetch);
			snprintf(text[1], sizeof text[1], "dram_rate=%u", rate);
			whole = line_load(true, settings);
			assert_int_equal(whole - line_load(false, settings), (4 - fetch) * 32 / rate);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(far_lines),
		cmocka_unit_test(dram_spread),
		cmocka_unit_test(held_by_refresh),
		cmocka_unit_test(channels_by_turns),
		cmocka_unit_test(channels),
		cmocka_unit_test(write_back),
		cmocka_unit_test(least_of_dram),
		cmocka_unit_test(dram_turns),
		cmocka_unit_test(partial_sectors),
		cmocka_unit_test(rest_of_a_sector),
		cmocka_unit_test(store_window),
		cmocka_unit_test(store_drain),
		cmocka_unit_test(strong_loads),
		cmocka_unit_test(sectors_on_their_way),
		cmocka_unit_test(sectors_on_their_way_from_the_other_partition),
		cmocka_unit_test(copies_do_not_wait_for_others),
		cmocka_unit_test(fetched_together),
		cmocka_unit_test(copies_of_the_other_partition),
		cmocka_unit_test(stored_at_home),
		cmocka_unit_test(refresh),
		cmocka_unit_test(further_sectors),
		cmocka_unit_test(fetched_in_turn),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
