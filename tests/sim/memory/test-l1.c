/* test-l1.c: which lines L1 keeps, how long it looks them up, and what atomics do to it, on machine `tiny`; see accesses.h. */
#include <stdio.h>

#include "tests/helpers/accesses.h"

/* L1 has one set of as many lines as it has ways: shared memory takes the rest. */
#define ONE_SET "l1_bytes=16384"

enum { SECTOR = 32 };

/* ---- lines that are kept ---- */

/* Loads of the lines that the digits name, each of which waits for the one before. */
static uint64_t
one_by_one(const char *lines, unsigned ways)
{
	char text[32];
	const char *const settings[] = {ONE_SET, text, NULL};
	struct program p;

	snprintf(text, sizeof text, "l1_ways=%u", ways);
	begin(&p);
	for (unsigned i = 0; lines[i]; i++) {
		ldg(&p, 6, 2, (lines[i] - '0') * LINE);
		ctl(&p, NEXT, 1, NO_SB, i ? 1 << 1 : 1);
	}
	end(&p);
	return cycles(&p, settings, NULL);
}

/* L1 and L2 each have their own rule for the set of a line: with eight sets of one line in L1 (seven with prime) and 16 in L2 (13), line 0 is
 * still there behind another one unless both lie in one set. */
static void
set_of_a_line(void **state)
{
	static const char *const rule[] = {"modulo", "prime"};

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		for (unsigned other = 1; other <= 104; other++) {
			const unsigned l1_sets = i & 1 ? 7 : 8, l2_sets = i & 2 ? 13 : 16;
			char text[2][32];
			const char *const settings[] = {text[0],         "l1_bytes=17408", "l1_ways=1", text[1],
							"l2_bytes=2048", "l2_ways=1",      NULL};
			struct program p;

			snprintf(text[0], sizeof *text, "l1_index=%s", rule[i & 1]);
			snprintf(text[1], sizeof *text, "l2_index=%s", rule[i >> 1]);
			begin(&p);
			for (unsigned k = 0; k < 3; k++) {
				ldg(&p, 6, 2, k == 1 ? (int32_t)other * LINE : 0);
				ctl(&p, NEXT, 1, NO_SB, k ? 1 << 1 : 1);
			}
			end(&p);
			assert_int_equal(cycles(&p, settings, NULL), START + 2 * DRAM + 1 +
									     (other % l1_sets   ? L1
									      : other % l2_sets ? L2
												: DRAM));
		}
}

/* The line that was used longest ago is replaced: D is what comes from DRAM, the first time, 2 what L2 has and L1 has no more, 1 what L1
 * has. */
static void
least_recently_used(void **state)
{
	static const struct {
		unsigned ways;
		const char *lines, *from;
	} cases[] = {
		{2, "0101", "DD11"},
		/* 2 takes the place of 0, and 0 that of 1 */
		{2, "012010", "DDD221"},
		{2, "012020", "DDD211"},
		/* it is used again, and stays */
		{2, "01020", "DD1D1"},
		{2, "01021", "DD1D2"},
		{3, "0123120", "DDDD112"},
		{3, "0120301", "DDD1D12"},
		{3, "0120302", "DDD1D11"},
		{3, "012013012", "DDD11D112"},
		{1, "0010", "D1D2"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint64_t want = START + 1;

		for (const char *from = cases[i].from; *from; from++)
			want += *from == 'D' ? DRAM : *from == '2' ? L2 : L1;
		assert_int_equal(one_by_one(cases[i].lines, cases[i].ways), want);
	}
}

/* Loads of n lines, each of which waits for the one before. */
static uint64_t
lines_in_turn(const int32_t *line, unsigned n, const char *const *settings)
{
	struct program p;

	begin(&p);
	for (unsigned i = 0; i < n; i++) {
		ldg(&p, 6, 2, line[i] * LINE);
		ctl(&p, NEXT, 1, NO_SB, i ? 1 << 1 : 1);
	}
	end(&p);
	return cycles(&p, settings, NULL);
}

/* More of a cache is not always better: nine lines in turn are too many for one set of eight, each of which goes before it is used again, while of
 * eight sets of one only lines 0 and 8 share one. And with 13 sets of one line, the primes' rule for 16 lines, lines 0 and 13 share a set, which
 * they do not with 7, its rule for 8. These are the exceptions of tests/sim/machine/properties.sh. */
static void
more_may_miss_more(void **state)
{
	static const int32_t nine[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8}, three[] = {0, 13, 0};
	static const char *const one_way[] = {"l1_bytes=17408", "l1_index=modulo", "l1_ways=1", NULL};
	static const char *const eight_ways[] = {"l1_bytes=17408", "l1_index=modulo", "l1_ways=8", NULL};
	static const char *const less[] = {"l1_bytes=17408", "l1_index=prime", "l1_ways=1", NULL};
	static const char *const more[] = {"l1_bytes=18432", "l1_index=prime", "l1_ways=1", NULL};

	(void)state;
	assert_int_equal(lines_in_turn(nine, 18, one_way), START + 1 + 9 * DRAM + 7 * L1 + 2 * L2);
	assert_int_equal(lines_in_turn(nine, 18, eight_ways), START + 1 + 9 * DRAM + 9 * L2);
	assert_int_equal(lines_in_turn(three, 3, less), START + 1 + 2 * DRAM + L1);
	assert_int_equal(lines_in_turn(three, 3, more), START + 1 + 2 * DRAM + L2);
}

/* A line of which a sector is on its way is not replaced: what finds no other one leaves nothing in L1. */
static void
lines_on_their_way(void **state)
{
	static const char *const settings[] = {ONE_SET, "l1_ways=1", NULL};

	(void)state;
	for (int32_t again = 0; again < 2; again++) {
		struct program p;

		begin(&p);
		load(&p, 0, 0);
		load(&p, 1, LINE);
		ldg(&p, 8, 2, again * LINE);
		ctl(&p, NEXT, 1, NO_SB, 1 << 1);
		end(&p);
		assert_int_equal(cycles(&p, settings, NULL), START + NEXT + DRAM + (again ? L2 : L1) + 1);
	}
}

/* What comes besides, by l1_fetch: of a load that L1 does not have, neighbours within pairs or the whole line; and all that comes takes its room on
 * the ways. Each sector is loaded behind each other one. */
static void
fetched_together(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= 4; n++)
		for (int32_t first = 0; first < 4; first++)
			for (int32_t second = 0; second < 4; second++) {
				const unsigned each = n == 3 ? 4 : n;
				const bool there = first / (int32_t)each == second / (int32_t)each;
				const struct simt_launch_stats *t;
				struct program p;
				char text[32];
				const char *const settings[] = {text, "l2_fetch=4", NULL};

				snprintf(text, sizeof text, "l1_fetch=%u", n);
				begin(&p);
				load(&p, 0, first * SECTOR);
				ldg(&p, 8, 2, second * SECTOR);
				ctl(&p, NEXT, 1, NO_SB, 1 << 1);
				end(&p);
				assert_int_equal(cycles(&p, settings, &t), START + DRAM + (there ? L1 : L2) + 1);
				assert_int_equal(t->v[SIMT_STAT_l2_sectors], there ? each : 2 * each);
			}
}

/* A sector that is on its way is not asked for again, be it for one that its neighbour brings; a store of a sector makes it one that is there. */
static void
fetched_once(void **state)
{
	static const char *const settings[] = {"l1_fetch=2", "store_fills_l1=on", NULL};
	const struct simt_launch_stats *t;
	struct program p;

	(void)state;
	begin(&p);
	load(&p, 0, 0);
	load(&p, 1, SECTOR);
	end(&p);
	cycles(&p, settings, &t);
	assert_int_equal(t->v[SIMT_STAT_l2_sectors], 2);
	begin(&p);
	load(&p, 0, 0);
	load(&p, 1, 2 * SECTOR);
	load(&p, 2, 3 * SECTOR);
	end(&p);
	cycles(&p, settings, &t);
	assert_int_equal(t->v[SIMT_STAT_l2_sectors], 4);
}

/* ---- how long lines are looked up ---- */

enum kind { NOTHING, HIT, STORE, MISS, ATOMIC };

/* Cycles with a load that hits behind an access of 32 lines, which L1 has or not, in different banks of the data path. The launch does not
 * wait for that access. */
static uint64_t
behind(enum kind kind, bool there, const char *const *settings)
{
	enum { OTHER = 40 };
	struct program p;

	spread(&p, LINE + 4);
	ldg(&p, 6, 2, OTHER * LINE);
	ctl(&p, NEXT, 1, NO_SB, 0);
	(there ? ldg : ldg_strong)(&p, 7, 4, 0);
	ctl(&p, NEXT, 1, NO_SB, 0);
	nop(&p);
	ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
	if (kind == NOTHING)
		nop(&p);
	else if (kind == STORE)
		stg(&p, 4, RZ, 0);
	else if (kind == ATOMIC)
		redg(&p, 4, RZ, 0);
	else
		ldg(&p, 8, 4, 0);
	ctl(&p, NEXT, NO_SB, NO_SB, 0);
	ldg(&p, 9, 2, OTHER * LINE);
	ctl(&p, 2, 2, NO_SB, 0);
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 1 << 2);
	return cycles(&p, settings, NULL);
}

/* L1 looks up l1_tags lines at a time, but a line with missing sectors, and one of an atomic, takes a cycle for itself. */
static void
lookups(void **state)
{
	(void)state;
	for (unsigned tags = 1; tags <= 8; tags *= 2)
		for (enum kind kind = HIT; kind <= ATOMIC; kind++) {
			char text[32];
			const char *const settings[] = {text, "l1_mshrs=64", "store_queue=64", NULL};
			const unsigned taken = kind == MISS || kind == ATOMIC ? 32 : 32 / tags;

			snprintf(text, sizeof text, "l1_tags=%u", tags);
			assert_int_equal(behind(kind, kind != MISS, settings) - behind(NOTHING, kind != MISS, settings),
					 taken - NEXT);
		}
}

/* ---- atomics ---- */

/* L1 loses the sectors that an atomic changes, and keeps the others of the line. What is loaded is another word than the one that is changed,
 * whose loads go to L2 anyway until the atomic is back. */
static void
atomics_take_sectors(void **state)
{
	static const int32_t loaded[] = {4, SECTOR - 4, SECTOR, LINE - SECTOR};

	(void)state;
	for (unsigned k = 0; k < 4; k++) {
		const bool lost = loaded[k] < SECTOR;
		const struct simt_launch_stats *t;
		struct program p;

		begin(&p);
		load(&p, 0, 0);
		load(&p, 1, SECTOR);
		load(&p, 2, LINE - SECTOR);
		nop(&p);
		ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
		load(&p, 3, LINE); /* it finds that all these have come */
		redg(&p, 2, RZ, 0);
		ctl(&p, NEXT, NO_SB, NO_SB, 1 << 1);
		ldg(&p, 10, 2, loaded[k]);
		ctl(&p, 2, 2, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 1 << 2);
		assert_int_equal(cycles(&p, NULL, &t), START + 2 * NEXT + DRAM + 1 + DRAM + NEXT + (lost ? L2 : L1) + 1);
		assert_int_equal(t->v[SIMT_STAT_l2_sectors], 4 + 32 + lost);
	}
}

/* Compare-and-swap at [R a], .64 where `wide`. */
static void
atomg_cas(struct program *p, unsigned a, bool wide)
{
	nop(p);
	p->w[p->n - 1][0] = 0x73a9 | (uint64_t)RZ << 16 | (uint64_t)a << 24 | (uint64_t)RZ << 32;
	p->w[p->n - 1][1] = 0x1ee100 | RZ | (wide ? 2 << 9 : 0);
}

/* Packets with 64 bits of a lane, or two times 32 bits, take atomic_wide more on their way to L2. */
static void
wide_atomics(void **state)
{
	static const struct {
		bool wide, cas;
	} cases[] = {{false, false}, {true, false}, {false, true}, {true, true}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint64_t t[2];

		for (unsigned more = 0; more < 2; more++) {
			const char *const settings[] = {more ? "atomic_wide=300" : "atomic_wide=0", "atomic_cycles=1",
							"atomic_sector=0", "store_drain=1", NULL};
			struct program p;

			spread(&p, SECTOR); /* 8 lines of 4 sectors */
			if (cases[i].cas)
				atomg_cas(&p, 4, cases[i].wide);
			else
				redg(&p, 4, RZ, 0);
			if (cases[i].wide && !cases[i].cas)
				p.w[p.n - 1][1] |= 2 << 9;
			sent(&p, 1);
			end(&p);
			t[more] = cycles(&p, settings, NULL);
		}
		/* the last line leaves when those before it have */
		assert_int_equal(t[1] - t[0], cases[i].wide || cases[i].cas ? 7 * 4 * 3 : 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(set_of_a_line),    cmocka_unit_test(least_recently_used),  cmocka_unit_test(lines_on_their_way),
		cmocka_unit_test(fetched_together), cmocka_unit_test(fetched_once),         cmocka_unit_test(more_may_miss_more),
		cmocka_unit_test(lookups),          cmocka_unit_test(atomics_take_sectors), cmocka_unit_test(wide_atomics),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
