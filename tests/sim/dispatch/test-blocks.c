/* test-blocks.c: block schedulers besides `leftover`, and which SM gets a block, on machine `tiny`, worked out by hand; see bench.h. */
#include "tests/helpers/asm.h"
#include "tests/helpers/bench.h"

/* ---- round-robin ---- */

/* With four slots on the one SM, x and y have two each; then each end gives its place to the launch whose turn it is. */
static void
round_robin(void **state)
{
	static const char *const setting[] = {"block_scheduler=round-robin", NULL};
	struct bench *b = bench(1, setting);
	unsigned x = queue(b, 1, 4, 32, 100, 0), y = queue(b, 2, 3, 32, 40, 0);

	(void)state;
	run(b);
	block(b, x, 0, 0, 0, 100);
	block(b, y, 0, 0, 0, 40);
	block(b, x, 1, 0, 0, 100);
	block(b, y, 1, 0, 0, 40);
	/* two places at 40, for a block of each; two at 100, when y has no more */
	block(b, x, 2, 0, 40 + BLOCK, 40 + BLOCK + 100);
	block(b, y, 2, 0, 40 + BLOCK, 40 + BLOCK + 40);
	block(b, x, 3, 0, 100 + BLOCK, 100 + BLOCK + 100);
	times(b, x, 0, 250);
	times(b, y, 0, 130);
	done(b);
}

/* Three launches: each gets the first place, the second, the third of three SMs. */
static void
round_robin_of_three(void **state)
{
	static const char *const setting[] = {"block_scheduler=round-robin", "blocks_per_sm=1", NULL};
	struct bench *b = bench(3, setting);
	unsigned l[3];

	(void)state;
	for (unsigned i = 0; i < 3; i++)
		l[i] = queue(b, i + 1, 2, 32, 100, 0);
	run(b);
	for (unsigned i = 0; i < 3; i++) {
		block(b, l[i], 0, i, 0, 100);
		block(b, l[i], 1, i, 150, 250);
	}
	done(b);
}

/* A launch whose block finds no room does not hold up the next one, as it does under leftover (head_of_line). */
static void
round_robin_passes_over(void **state)
{
	static const char *const setting[] = {"block_scheduler=round-robin", NULL};
	struct bench *b = bench(1, setting);
	unsigned x = queue(b, 1, 1, 96, 100, 0), y = queue(b, 2, 1, 64, 100, 0), z = queue(b, 3, 2, 32, 10, 0);

	(void)state;
	run(b);
	block(b, x, 0, 0, 0, 100);
	block(b, z, 0, 0, 0, 10);
	block(b, z, 1, 0, 10 + BLOCK, 10 + BLOCK + 10);
	block(b, y, 0, 0, 150, 250);
	done(b);
}

/* ---- spatial ---- */

/* Two launches on four SMs have two each; when the first has ended, the second has all of them for the blocks that are left. */
static void
spatial(void **state)
{
	static const char *const setting[] = {"block_scheduler=spatial", "blocks_per_sm=1", NULL};
	struct bench *b = bench(4, setting);
	unsigned x = queue(b, 1, 2, 32, 60, 0), y = queue(b, 2, 8, 32, 100, 0);

	(void)state;
	run(b);
	block(b, x, 0, 0, 0, 60);
	block(b, x, 1, 1, 0, 60);
	block(b, y, 0, 2, 0, 100);
	block(b, y, 1, 3, 0, 100);
	block(b, y, 2, 0, 110, 210);
	block(b, y, 3, 1, 110, 210);
	block(b, y, 4, 2, 150, 250);
	block(b, y, 5, 3, 150, 250);
	block(b, y, 6, 0, 260, 360);
	block(b, y, 7, 1, 260, 360);
	times(b, y, 0, 360);
	done(b);
}

/* The second launch comes when the first has both SMs: it gets its own when the block there has ended, and gives it back. */
static void
spatial_makes_room(void **state)
{
	static const char *const setting[] = {"block_scheduler=spatial", "blocks_per_sm=1", "host_launch=30", NULL};
	struct bench *b = bench(2, setting);
	unsigned x = queue(b, 1, 6, 32, 100, 0), y = queue(b, 2, 2, 32, 20, 0);

	(void)state;
	run(b);
	block(b, x, 0, 0, 0, 100);
	block(b, x, 1, 1, 0, 100);
	block(b, x, 2, 0, 150, 250);
	block(b, y, 0, 1, 150, 170);
	block(b, y, 1, 1, 220, 240);
	times(b, y, 30, 240);
	block(b, x, 3, 1, 290, 390);
	block(b, x, 4, 0, 300, 400);
	block(b, x, 5, 1, 440, 540);
	done(b);
}

/* An SM on which a block of the other launch runs yet is not taken, though there is room. */
static void
spatial_keeps_apart(void **state)
{
	static const char *const setting[] = {"block_scheduler=spatial", "host_launch=30", NULL};
	struct bench *b = bench(2, setting);
	unsigned x = queue(b, 1, 2, 32, 100, 0), y = queue(b, 2, 3, 32, 20, 0);

	(void)state;
	run(b);
	block(b, x, 0, 0, 0, 100);
	block(b, x, 1, 1, 0, 100);
	/* SM 1 is heard of last, and is all that y has until x has ended */
	block(b, y, 0, 1, 150, 170);
	block(b, y, 1, 1, 150, 170);
	block(b, y, 2, 1, 150, 170);
	done(b);
}

/* Sets of one and two SMs. The third launch waits until one is free; a launch has its set for itself, and no more. */
static void
spatial_sets(void **state)
{
	static const char *const setting[] = {"block_scheduler=spatial", "spatial_sets=2", "spatial_first=1", NULL};
	struct bench *b = bench(3, setting);
	unsigned x = queue(b, 1, 6, 32, 100, 0), y = queue(b, 2, 2, 32, 50, 0), z = queue(b, 3, 3, 32, 10, 0);

	(void)state;
	run(b);
	for (unsigned k = 0; k < 4; k++)
		block(b, x, k, 0, 0, 100);
	block(b, x, 4, 0, 150, 250);
	block(b, x, 5, 0, 150, 250);
	block(b, y, 0, 1, 0, 50);
	block(b, y, 1, 2, 0, 50);
	times(b, y, 0, 50);
	block(b, z, 0, 1, 100, 110);
	block(b, z, 1, 2, 100, 110);
	block(b, z, 2, 1, 100, 110);
	done(b);
	/* one set: one launch at a time; nothing else happens when the second may begin */
	b = bench(3, (const char *const[]){"block_scheduler=spatial", "spatial_sets=1", NULL});
	x = queue(b, 1, 1, 32, 100, 0);
	y = queue(b, 2, 1, 32, 30, 0);
	run(b);
	block(b, x, 0, 0, 0, 100);
	block(b, y, 0, 0, 150, 180);
	done(b);
}

/* More launches than SMs: those that arrived last wait. */
static void
spatial_many(void **state)
{
	static const char *const setting[] = {"block_scheduler=spatial", NULL};
	struct bench *b = bench(2, setting);
	unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 2, 1, 32, 100, 0), z = queue(b, 3, 2, 32, 10, 0);

	(void)state;
	run(b);
	block(b, x, 0, 0, 0, 100);
	block(b, y, 0, 1, 0, 100);
	times(b, z, 0, 160);
	done(b);
}

static void
refused(const char *const *setting, const char *text)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);
	struct simt *s;

	assert_non_null(m);
	while (*setting)
		assert_true(simt_machine_set(m, *setting++, &e));
	s = simt_create(m, &e);
	assert_null(s);
	assert_string_equal(e.text, text);
	simt_machine_free(m);
}

/* A set without an SM: what has it could never be placed. */
static void
empty_sets(void **state)
{
	(void)state;
	refused((const char *const[]){"sms=3", "spatial_sets=4", NULL},
		"machine parameter spatial_sets, 4, is more than the 3 SMs");
	refused((const char *const[]){"sms=3", "spatial_sets=3", "spatial_first=2", NULL},
		"machine parameter spatial_first, 2, leaves none of the 3 SMs to some set");
	refused((const char *const[]){"sms=3", "spatial_first=3", NULL},
		"machine parameter spatial_first, 3, leaves none of the 3 SMs to some set");
}

/* ---- which SM ---- */

/* Six blocks of one launch on three SMs, and what a launch with larger blocks leaves. */
static void
placements(void **state)
{
	static const struct {
		const char *setting;
		unsigned alone[6], beside[5];
	} rule[] = {{"block_placement=fewest", {0, 1, 2, 0, 1, 2}, {1, 2, 0, 1, 2}},
		    {"block_placement=room", {0, 1, 2, 0, 1, 2}, {1, 2, 1, 2, 0}},
		    {"block_placement=round-robin", {0, 1, 2, 0, 1, 2}, {1, 2, 0, 1, 2}},
		    {"block_placement=in-order", {0, 0, 0, 0, 1, 1}, {0, 0, 1, 1, 1}}};

	(void)state;
	for (unsigned i = 0; i < sizeof rule / sizeof *rule; i++) {
		const char *const setting[] = {rule[i].setting, NULL};
		struct bench *b = bench(3, setting);
		unsigned x = queue(b, 1, 6, 32, 100, 0), y;

		run(b);
		for (unsigned k = 0; k < 6; k++)
			block(b, x, k, rule[i].alone[k], 0, 100);
		done(b);
		b = bench(3, setting);
		x = queue(b, 1, 1, 64, 100, 0);
		y = queue(b, 2, 5, 32, 100, 0);
		run(b);
		block(b, x, 0, 0, 0, 100);
		for (unsigned k = 0; k < 5; k++)
			block(b, y, k, rule[i].beside[k], 0, 100);
		done(b);
	}
}

/* The SM after the last one, from launch to launch. */
static void
placement_goes_on(void **state)
{
	static const char *const setting[] = {"block_placement=round-robin", NULL};
	struct bench *b = bench(3, setting);
	unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 2, 1, 32, 100, 0), z = queue(b, 3, 2, 32, 100, 0);

	(void)state;
	run(b);
	block(b, x, 0, 0, 0, 100);
	block(b, y, 0, 1, 0, 100);
	block(b, z, 0, 2, 0, 100);
	block(b, z, 1, 0, 0, 100);
	done(b);
}

/* Launch l, of n blocks, was placed in that order, in the first `cycles`. */
static void
order(const struct bench *b, unsigned l, unsigned n, const unsigned *sm, uint64_t start)
{
	for (unsigned k = 0; k < n; k++)
		block(b, l, k, sm[k], start, start + 100);
}

/* Four TPCs of two SMs: 0 1 are GPC 0, 2 3 and 4 5 are GPC 1, 6 and 7 are apart. */
static void
placement_by_gpc(void **state)
{
	static const char *const setting[] = {"block_placement=gpc", "tpc_sms=2", "gpc_1=1", "gpc_2=2", "apart_turns=3", NULL};
	static const unsigned two_each[] = {6, 7, 0, 1, 6, 7, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5};
	/* fewer than SMs: the SMs apart, a TPC of each GPC, the second TPC of GPC 1, second SMs */
	static const unsigned three[] = {7, 6, 0}, six[] = {6, 7, 2, 4, 0, 1}, one[] = {6}, two[] = {6, 7};
	struct bench *b = bench(8, setting);
	unsigned a = queue(b, 1, 16, 32, 100, 0), c = queue(b, 1, 3, 32, 100, 0), d = queue(b, 1, 6, 32, 100, 0),
		 e = queue(b, 1, 1, 32, 100, 0), f = queue(b, 1, 2, 32, 100, 0);

	(void)state;
	run(b);
	order(b, a, 16, two_each, 0);
	/* the half that had the last turn of a launch has the first of the next */
	order(b, c, 3, three, 100);
	/* GPC 0 has had its turn */
	order(b, d, 6, six, 200);
	order(b, e, 1, one, 300);
	order(b, f, 2, two, 400);
	done(b);
}

/* The same machine. In the first launch GPCs have 1 and 2 turns between those of the SMs apart until both have had one, then it goes on as a
 * launch begins, with 2; in the second one with 2, then 3. */
static void
placement_cold(void **state)
{
	static const char *const setting[] = {"block_placement=gpc", "tpc_sms=2",    "gpc_1=1", "gpc_2=2",
					      "apart_turns=4",       "apart_cold=3", NULL};
	static const unsigned first[] = {6, 7, 0, 1, 6, 7, 2, 3, 4, 5, 0, 1, 6, 7, 2, 3,
					 4, 5, 0, 1, 6, 7, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5},
			      later[] = {7, 6, 0, 1, 2, 3, 4, 5, 7, 6, 0, 1, 2, 3, 4, 5,
					 0, 1, 7, 6, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 7, 6};
	struct bench *b = bench(8, setting);
	unsigned a = queue(b, 1, 32, 32, 100, 0), c = queue(b, 1, 32, 32, 100, 0);

	(void)state;
	run(b);
	order(b, a, 32, first, 0);
	order(b, c, 32, later, 100);
	done(b);
}

/* Three blocks of another launch are on SMs 6, 7 and 0 of the same machine. They count where they leave room for fewer blocks: those SMs join
 * a round later, and since the SMs apart do not begin, GPC 1, whose turn it is, misses it: GPC 0 alone, in part, then the seven last, those
 * with the most room first. They do not count where as many fit. */
static void
placement_beside(void **state)
{
	static const char *const setting[] = {"block_placement=gpc", "tpc_sms=2", "gpc_1=1", "gpc_2=2", "apart_turns=3", NULL};
	static const unsigned three[] = {6, 7, 0}, less[] = {1, 2, 3, 4, 5, 6, 7, 0}, as_much[] = {7, 6, 2, 3, 4, 5, 0, 1};

	(void)state;
	for (int k = 0; k < 2; k++) {
		struct bench *b = bench(8, setting);
		unsigned a = queue(b, 1, 3, 32, 100, 0), c = queue(b, 2, 8, k ? 96 : 32, 100, 0);

		run(b);
		order(b, a, 3, three, 0);
		order(b, c, 8, k ? as_much : less, 0);
		done(b);
	}
}

/* Two SMs of one GPC, none apart: there is a round of the second SM alone for each block that the first one holds less. */
static void
placement_joins(void **state)
{
	static const char *const setting[] = {"block_placement=gpc", "tpc_sms=1", "gpc_1=2", NULL};
	static const unsigned wide[] = {0}, narrow[] = {1, 1, 0, 1, 0, 1};
	struct bench *b = bench(2, setting);
	/* room for two warps on SM 0, for four on SM 1 */
	unsigned a = queue(b, 1, 1, 64, 100, 0), c = queue(b, 2, 6, 32, 100, 0);

	(void)state;
	run(b);
	order(b, a, 1, wide, 0);
	order(b, c, 6, narrow, 0);
	done(b);
}

/* One block beyond three whole rounds of the same machine: GPCs have turns 2, 4, 5, ..., 8, and the SMs apart would have turn 5. */
static void
placement_of_last(void **state)
{
	static const char *const wait[] = {"last_wait=200", "last_wait=201", "last_wait=301", "last_wait=0"};
	static const unsigned begin[] = {6, 7, 6, 7, 0, 1, 6, 7, 2, 3, 4, 5, 0, 1}, gpc[2][4] = {{2, 3, 4, 5}, {0, 1}};
	static const unsigned turn[] = {7, 8, 9, 9};

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		const char *const setting[] = {"block_placement=gpc", "tpc_sms=2", "gpc_1=1", "gpc_2=2",
					       "apart_turns=2",       wait[i],     NULL};
		struct bench *b = bench(8, setting);
		unsigned a = queue(b, 1, 25, 32, 100, 0), at = 14;

		run(b);
		order(b, a, at, begin, 0);
		for (unsigned t = 6; t < 10; t++) {
			bool second = (t < turn[i]) == (t % 2 == 1);

			if (t == turn[i]) {
				block(b, a, at++, 6, 0, 100);
				continue;
			}
			for (unsigned k = 0; k < (second ? 2 : 4); k++)
				block(b, a, at++, gpc[second][k], 0, 100);
		}
		assert_int_equal(at, 25);
		done(b);
	}
}

/* Several last blocks: each further one later, and more so where the SMs apart have one on each TPC. */
static void
placement_of_more(void **state)
{
	static const char *const setting[] = {
		"block_placement=gpc", "tpc_sms=2",      "gpc_1=1",         "gpc_2=2", "apart_turns=2",
		"last_wait=100",       "last_block=100", "last_second=100", NULL};
	/* 26: two blocks on one TPC apart: a turn for the first, one for the second, one because it is the second of its TPC */
	static const unsigned sm[] = {6, 7, 6, 7, 0, 1, 6, 7, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 6, 7, 2, 3, 4, 5};
	struct bench *b = bench(8, setting);
	unsigned a = queue(b, 1, 26, 32, 100, 0);

	(void)state;
	run(b);
	order(b, a, 26, sm, 0);
	done(b);
}

/* One block more than SMs, and a place that falls free: the block goes there, whosever turn it is. */
static void
placement_by_gpc_later(void **state)
{
	static const char *const setting[] = {"block_placement=gpc", "tpc_sms=2",          "gpc_1=1", "gpc_2=1",
					      "blocks_per_sm=1",     "threads_per_sm=128", NULL};
	struct bench *b = bench(4, setting);
	unsigned a = queue(b, 1, 5, 32, 100, 0);
	static const unsigned first[] = {0, 1, 2, 3};

	(void)state;
	run(b);
	order(b, a, 4, first, 0);
	block(b, a, 4, 0, 150, 250);
	done(b);
}

/* Whatever the policies, all blocks run once, and twice the same. */
static void
many(void **state)
{
	static const char *const setting[][6] = {
		{"block_scheduler=round-robin", "block_placement=room", NULL},
		{"block_scheduler=round-robin", "block_placement=gpc", "tpc_sms=1", "gpc_1=2", "host_launch=20", NULL},
		{"block_scheduler=spatial", "host_launch=37", "launch_drain=60", NULL},
		{"block_scheduler=spatial", "spatial_sets=2", "launch_start=9", "block_placement=round-robin", NULL},
		{"block_scheduler=spatial", "spatial_sets=1", "block_placement=gpc", "launch_drain=5", NULL},
		{"block_scheduler=leftover", "block_placement=gpc", "tpc_sms=2", "gpc_1=1", NULL}};

	(void)state;
	for (uint32_t round = 0; round < 36; round++) {
		struct bench *b[2];
		unsigned blocks[12];

		for (int i = 0; i < 2; i++) {
			uint32_t seed = round * 2654435761u;

			b[i] = bench(2 + round % 3, setting[round % 6]);
			for (unsigned k = 0; k < 12; k++) {
				unsigned draw[5];

				for (int j = 0; j < 5; j++) {
					seed = seed * 1664525u + 1013904223u;
					draw[j] = seed >> 8;
				}
				blocks[k] = 1 + draw[1] % 6;
				queue(b[i], draw[0] % 5, blocks[k], 32 * (1 + draw[2] % 4), 1 + draw[3] % 200,
				      1024 * (draw[4] % 16));
			}
			run(b[i]);
		}
		for (unsigned k = 0; k < 12; k++) {
			const struct simt_launch_stats *t = simt_launch_stats(b[0]->l[k]), *again = simt_launch_stats(b[1]->l[k]);

			assert_int_equal(t->v[SIMT_STAT_blocks_launched], blocks[k]);
			assert_int_equal(t->start, again->start);
			assert_int_equal(t->end, again->end);
		}
		/* spatial: no SM has blocks of two launches at a time */
		for (unsigned i = 0; round % 6 > 1 && round % 6 < 5 && i < b[0]->nseen; i++)
			for (unsigned j = 0; j < i; j++) {
				const struct seen *x = b[0]->seen + i, *y = b[0]->seen + j;

				assert_true(x->launch == y->launch || x->sm != y->sm || x->start >= y->end || y->start >= x->end);
			}
		done(b[0]);
		done(b[1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_robin),
		cmocka_unit_test(round_robin_of_three),
		cmocka_unit_test(round_robin_passes_over),
		cmocka_unit_test(spatial),
		cmocka_unit_test(spatial_makes_room),
		cmocka_unit_test(spatial_keeps_apart),
		cmocka_unit_test(spatial_sets),
		cmocka_unit_test(spatial_many),
		cmocka_unit_test(empty_sets),
		cmocka_unit_test(placements),
		cmocka_unit_test(placement_goes_on),
		cmocka_unit_test(placement_by_gpc),
		cmocka_unit_test(placement_cold),
		cmocka_unit_test(placement_beside),
		cmocka_unit_test(placement_joins),
		cmocka_unit_test(placement_of_last),
		cmocka_unit_test(placement_of_more),
		cmocka_unit_test(placement_by_gpc_later),
		cmocka_unit_test(many),
	};

	return cmocka_run_group_tests_name("tests", tests, NULL, NULL);
}
