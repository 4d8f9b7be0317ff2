/* test-streams.c: when launches and their blocks start and end on machine `tiny`, worked out by hand, under block scheduler `leftover`; see
 * bench.h. */
#include <stdio.h>

#include "tests/helpers/asm.h"
#include "tests/helpers/bench.h"

/* ---- where blocks go ---- */

static void
disjoint_sms(void **state)
{
	struct bench *b = bench(2, NULL);
	unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 2, 1, 32, 70, 0);

	(void)state;
	run(b);
	times(b, x, 0, 100);
	times(b, y, 0, 70);
	block(b, x, 0, 0, 0, 100);
	block(b, y, 0, 1, 0, 70);
	assert_int_equal(simt_total_stats(b->s)->v[SIMT_STAT_cycles], 100);
	assert_int_equal(simt_total_stats(b->s)->v[SIMT_STAT_sm_cycles_active], 170);
	done(b);
}

/* Three blocks and two on an SM that holds four: the second launch has what the first leaves. */
static void
sharing_an_sm(void **state)
{
	struct bench *b = bench(1, NULL);
	unsigned x = queue(b, 1, 3, 32, 100, 0), y = queue(b, 2, 2, 32, 80, 0);
	uint64_t n;

	(void)state;
	run(b);
	for (unsigned k = 0; k < 3; k++)
		block(b, x, k, 0, 0, 100);
	block(b, y, 0, 0, 0, 80);
	block(b, y, 1, 0, 80 + BLOCK, 80 + BLOCK + 80);
	times(b, x, 0, 100);
	times(b, y, 0, 210);
	assert_int_equal(simt_total_stats(b->s)->v[SIMT_STAT_sm_cycles_active], 100 + 80);
	assert_int_equal(simt_launch_stats(b->l[x])->v[SIMT_STAT_warp_cycles], 3 * 100);
	assert_int_equal(simt_launch_stats(b->l[y])->v[SIMT_STAT_warp_cycles], 2 * 80);
	assert_true(simt_launch_stats(b->l[x])->shared);
	assert_false(simt_count(b->l[x], "sm__cycles_active.sum", &n));
	assert_true(simt_count(b->l[x], "smsp__warps_active.sum", &n));
	done(b);
}

/* All blocks of the launch in front are placed before one of the next. */
static void
leftover(void **state)
{
	struct bench *b = bench(1, NULL);
	unsigned x = queue(b, 1, 6, 32, 100, 0), y = queue(b, 2, 3, 32, 30, 0);

	(void)state;
	run(b);
	for (unsigned k = 0; k < 6; k++)
		block(b, x, k, 0, k < 4 ? 0 : 150, k < 4 ? 100 : 250);
	block(b, y, 0, 0, 150, 180);
	block(b, y, 1, 0, 150, 180);
	block(b, y, 2, 0, 180 + BLOCK, 180 + BLOCK + 30);
	times(b, y, 0, 260);
	done(b);
}

/* 3 of 4 warp slots are taken; the second launch wants 2; the third, which would fit, is behind it. */
static void
head_of_line(void **state)
{
	struct bench *b = bench(1, NULL);
	unsigned x = queue(b, 1, 1, 96, 100, 0), y = queue(b, 2, 1, 64, 100, 0), z = queue(b, 3, 1, 32, 10, 0);

	(void)state;
	run(b);
	block(b, x, 0, 0, 0, 100);
	block(b, y, 0, 0, 150, 250);
	block(b, z, 0, 0, 150, 160);
	times(b, z, 0, 160);
	done(b);
}

/* Shared memory is divided anew where an SM is empty: 16384 bytes for the first launch, of which its block leaves 14336. 2048 are those that
 * each block has without asking for any. */
static void
shared_memory(void **state)
{
	(void)state;
	for (unsigned more = 0; more < 2; more++) {
		struct bench *b = bench(1, NULL);
		unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 2, 1, 32, 40, 14336 - 2048 + more);

		run(b);
		block(b, x, 0, 0, 0, 100);
		block(b, y, 0, 0, more ? 150 : 0, more ? 190 : 40);
		done(b);
	}
}

/* ---- what launches wait for ---- */

static void
order_in_a_stream(void **state)
{
	struct bench *b = bench(2, NULL);
	unsigned x = queue(b, 7, 1, 32, 100, 0), y = queue(b, 7, 1, 32, 60, 0);

	(void)state;
	run(b);
	times(b, x, 0, 100);
	times(b, y, 100, 160);
	assert_false(simt_launch_stats(b->l[y])->shared);
	done(b);
	/* while another stream works, the block scheduler learns of an end after its latency */
	b = bench(2, NULL);
	x = queue(b, 7, 1, 32, 100, 0);
	y = queue(b, 7, 1, 32, 60, 0);
	queue(b, 8, 1, 32, 1000, 0);
	run(b);
	times(b, x, 0, 100);
	block(b, y, 0, 0, 150, 210);
	times(b, y, 100, 210);
	done(b);
}

/* Streams are told apart whatever their numbers, and the order in which they come. */
static void
numbers_of_streams(void **state)
{
	struct bench *b = bench(4, NULL);
	unsigned x = queue(b, 5, 1, 32, 100, 0), y = queue(b, 2, 1, 32, 70, 0), z = queue(b, 9, 1, 32, 60, 0),
		 u = queue(b, 2, 1, 32, 100, 0);

	(void)state;
	run(b);
	times(b, x, 0, 100);
	times(b, y, 0, 70);
	times(b, z, 0, 60);
	/* the first SM, which x has left by then */
	block(b, u, 0, 0, 100 + BLOCK, 100 + BLOCK + 100);
	times(b, u, 70, 100 + BLOCK + 100);
	done(b);
}

static void
events(void **state)
{
	struct bench *b = bench(4, NULL);
	unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 2, 1, 32, 300, 0), z = queue(b, 3, 1, 32, 10, 0),
		 u = queue(b, 1, 1, 32, 20, 0);

	(void)state;
	after(b, z, x);
	after(b, z, y);
	run(b);
	times(b, z, 300, 310);
	block(b, u, 0, 0, 150, 170);
	done(b);
}

static void
default_stream(void **state)
{
	struct bench *b = bench(4, NULL);
	unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 2, 1, 32, 200, 0), z = queue(b, 0, 1, 32, 50, 0),
		 u = queue(b, 1, 1, 32, 30, 0), v = queue(b, 3, 1, 32, 40, 0), w = queue(b, 0, 1, 32, 10, 0),
		 t = queue(b, 0, 1, 32, 10, 0);

	(void)state;
	run(b);
	times(b, x, 0, 100);
	times(b, y, 0, 200);
	times(b, z, 200, 250);
	times(b, u, 250, 280);
	times(b, v, 250, 290);
	times(b, w, 290, 300);
	times(b, t, 300, 310);
	done(b);
}

/* The graph is kept from one synchronize to the next. */
static void
several_synchronizes(void **state)
{
	struct bench *b = bench(2, NULL);
	unsigned x = queue(b, 1, 1, 32, 100, 0), y, z;

	(void)state;
	run(b);
	y = queue(b, 2, 1, 32, 20, 0);
	z = queue(b, 0, 1, 32, 20, 0);
	after(b, y, x);
	run(b);
	times(b, y, 100, 120);
	times(b, z, 120, 140);
	done(b);
}

static void
wrong_waits(void **state)
{
	struct bench *b = bench(1, NULL), *c = bench(1, NULL);
	struct simt_error e = {.status = SIMT_OK};
	unsigned x = queue(b, 1, 1, 32, 10, 0), y = queue(b, 2, 1, 32, 10, 0), z = queue(c, 1, 1, 32, 10, 0);

	(void)state;
	assert_false(simt_launch_after(b->l[x], b->l[y], &e));
	assert_false(simt_launch_after(b->l[x], b->l[x], NULL));
	assert_false(simt_launch_after(b->l[y], c->l[z], NULL));
	assert_string_equal(e.text, "kernel carrier: a launch can wait only for launches that were queued before it");
	run(b);
	e.status = SIMT_OK;
	assert_false(simt_launch_after(b->l[y], b->l[x], &e));
	assert_string_equal(e.text, "kernel carrier: a launch that has run cannot wait for another one");
	done(b);
	done(c);
}

/* ---- what launches cost ---- */

static void
start_and_drain(void **state)
{
	static const char *const cost[] = {"launch_start=10", "launch_drain=5", NULL};
	struct bench *b = bench(1, cost);
	unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 1, 1, 32, 20, 0);

	(void)state;
	run(b);
	block(b, x, 0, 0, 10, 110);
	times(b, x, 0, 115);
	block(b, y, 0, 0, 125, 145);
	times(b, y, 115, 150);
	assert_int_equal(simt_total_stats(b->s)->v[SIMT_STAT_slots_no_warp], 4 * 150 - 4 * 120 + 3 * 120);
	done(b);
}

/* On a busy machine the first block starts no sooner than BLOCK after the last one of what it waited for: it does where drain and start
 * take less, and no later where they take more. */
static void
start_on_a_busy_machine(void **state)
{
	static const char *const drain[] = {"launch_drain=28", "launch_drain=29", "launch_drain=30", "launch_drain=31"};

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		const char *const cost[] = {"launch_start=20", drain[i], NULL};
		struct bench *b = bench(2, cost);
		unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 1, 1, 32, 10, 0);
		uint64_t ends = 120 + 28 + i, starts = ends + 20 < 120 + BLOCK ? 120 + BLOCK : ends + 20;

		queue(b, 2, 1, 32, 1000, 0);
		run(b);
		times(b, x, 0, ends);
		block(b, y, 0, 0, starts, starts + 10);
		times(b, y, ends, starts + 10 + 28 + i);
		done(b);
	}
}

/* A block starts next_block_latency after the one whose place it takes, the first one of a launch on a fresh SM next_launch_latency after
 * the last one of what it waited for; neither depends on the other. */
static void
next_block_and_launch(void **state)
{
	static const unsigned cycles[] = {1, 49, 50, 51, 90};

	(void)state;
	for (unsigned i = 0; i < 25; i++) {
		const unsigned block_latency = cycles[i / 5], launch_latency = cycles[i % 5];
		char text[2][40];
		const char *const setting[] = {text[0], text[1], "block_placement=round-robin", NULL};
		struct bench *b;
		unsigned x, y, z;

		snprintf(text[0], sizeof *text, "next_block_latency=%u", block_latency);
		snprintf(text[1], sizeof *text, "next_launch_latency=%u", launch_latency);
		b = bench(3, setting);
		x = queue(b, 1, 1, 32, 100, 0);
		y = queue(b, 2, 1, 32, 400, 0);
		z = queue(b, 1, 3, 32, 10, 0);
		run(b);
		block(b, x, 0, 0, 0, 100);
		block(b, y, 0, 1, 0, 400);
		block(b, z, 0, 2, 100 + launch_latency, 100 + launch_latency + 10);
		/* beside the block of y, which goes on */
		block(b, z, 2, 1, 100 + launch_latency, 100 + launch_latency + 10);
		if (launch_latency >= block_latency)
			block(b, z, 1, 0, 100 + launch_latency, 100 + launch_latency + 10);
		else
			block(b, z, 1, 0, 100 + block_latency, 100 + block_latency + 10);
		done(b);
		b = bench(1, setting);
		x = queue(b, 1, 2, 128, 100, 0);
		run(b);
		block(b, x, 1, 0, 100 + block_latency, 200 + block_latency);
		done(b);
	}
}

static void
time_of_the_host(void **state)
{
	static const char *const host[] = {"host_launch=99", "host_launch=100", "host_launch=101"};

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		const char *const cost[] = {host[i], NULL};
		struct bench *b = bench(2, cost);
		unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 1, 1, 32, 10, 0), z = queue(b, 2, 1, 32, 10, 0);
		uint64_t issued = 99 + i, starts = issued < 100 ? 100 : issued;

		run(b);
		times(b, x, 0, 100);
		times(b, y, starts, starts + 10);
		times(b, z, 2 * issued, 2 * issued + 10);
		/* the host waits for the machine in a synchronize, and is behind its own calls */
		x = queue(b, 1, 1, 32, 10, 0);
		run(b);
		times(b, x, 3 * issued, 3 * issued + 10);
		assert_int_equal(simt_total_stats(b->s)->v[SIMT_STAT_cycles], 3 * issued + 10);
		done(b);
	}
}

/* After a synchronize the host is no earlier than the machine; after a reset both begin anew. */
static void
host_and_machine(void **state)
{
	static const char *const cost[] = {"host_launch=100", NULL};
	struct bench *b = bench(2, cost);
	unsigned x = queue(b, 1, 1, 32, 1000, 0), y, z;

	(void)state;
	run(b);
	times(b, x, 0, 1000);
	y = queue(b, 2, 1, 32, 10, 0);
	z = queue(b, 3, 1, 32, 10, 0);
	run(b);
	times(b, y, 1000, 1010);
	times(b, z, 1100, 1110);
	simt_reset(b->s);
	b->n = b->nseen = 0;
	x = queue(b, 1, 1, 32, 10, 0);
	y = queue(b, 2, 1, 32, 10, 0);
	run(b);
	times(b, x, 0, 10);
	times(b, y, 100, 110);
	done(b);
}

/* A launch that the host issues when what it waits for has ended, and the block scheduler has not learned of that: its first block starts
 * BLOCK after the last one before it, on whatever SM. One that is issued later does not wait. */
static void
issued_late(void **state)
{
	static const char *const cost[] = {"host_launch=60", "host_launch=69", "host_launch=70", "host_launch=71"};
	static const unsigned each[] = {60, 69, 70, 71};

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		const char *const host[] = {cost[i], NULL};
		struct bench *b = bench(3, host);
		const unsigned first = queue(b, 3, 1, 32, 2 * each[i] + 10, 0), busy = queue(b, 2, 1, 32, 1000, 0),
			       x = queue(b, 1, 1, 32, 20, 0), y = queue(b, 1, 1, 32, 10, 0);
		const uint64_t ends = 2 * each[i] + 20, issued = 3 * each[i],
			       starts = issued < ends + BLOCK ? ends + BLOCK : issued;

		run(b);
		block(b, first, 0, 0, 0, ends - 10);
		block(b, busy, 0, 1, each[i], each[i] + 1000);
		block(b, x, 0, 2, 2 * each[i], ends);
		block(b, y, 0, 0, starts, starts + 10);
		times(b, y, issued, starts + 10);
		done(b);
	}
}

static void
most_launches(void **state)
{
	static const char *const two[] = {"concurrent_launches=2", NULL};
	struct bench *b = bench(4, two);
	unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 2, 1, 32, 300, 0), z = queue(b, 3, 1, 32, 10, 0),
		 u = queue(b, 4, 1, 32, 20, 0);

	(void)state;
	run(b);
	times(b, x, 0, 100);
	times(b, y, 0, 300);
	block(b, z, 0, 0, 150, 160);
	times(b, z, 100, 160);
	block(b, u, 0, 0, 210, 230);
	times(b, u, 160, 230);
	done(b);
}

/* ---- failures ---- */

static void
limit(void **state)
{
	struct bench *b = bench(2, NULL);
	struct simt_error e = {.status = SIMT_OK};
	unsigned x = queue(b, 1, 1, 32, 100, 0), y = queue(b, 2, 1, 32, 300, 0), z = queue(b, 1, 1, 32, 150, 0),
		 u = queue(b, 3, 1, 32, 5, 0);

	(void)state;
	after(b, u, y);
	simt_set_max_cycles(b->s, 200);
	assert_false(simt_synchronize(b->s, &e));
	assert_int_equal(e.status, SIMT_LIMIT);
	assert_true(simt_launch_stats(b->l[x])->ended);
	assert_true(simt_launch_stats(b->l[y])->failed && !simt_launch_stats(b->l[y])->ended);
	assert_int_equal(simt_launch_stats(b->l[y])->v[SIMT_STAT_cycles], 200);
	assert_true(simt_launch_stats(b->l[z])->started && !simt_launch_stats(b->l[z])->ended &&
		    !simt_launch_stats(b->l[z])->failed);
	assert_false(simt_launch_stats(b->l[u])->started);
	assert_laws(simt_total_stats(b->s), 2, SUBCORES);
	/* what was queued behind it can still run */
	simt_set_max_cycles(b->s, 0);
	assert_true(simt_synchronize(b->s, &e));
	times(b, u, 200, 205);
	done(b);
}

/* The limit is kept where nothing happens for longer: before the launch arrives, and while its one warp waits. */
static void
limit_between(void **state)
{
	static const char *const setting[] = {"launch_start=3000", NULL};

	(void)state;
	for (uint64_t most = 1; most < 10000; most += most == 1 ? 298 : 900) {
		struct bench *b = bench(1, setting);
		struct simt_error e = {.status = SIMT_OK};
		unsigned x = queue(b, 1, 1, 32, 5000, 0);
		const struct simt_launch_stats *t = simt_launch_stats(b->l[x]);

		simt_set_max_cycles(b->s, most);
		assert_int_equal(simt_synchronize(b->s, &e), most >= 8000);
		assert_int_equal(t->v[SIMT_STAT_cycles], most < 8000 ? most : 8000);
		assert_laws(simt_total_stats(b->s), 1, SUBCORES);
		done(b);
	}
}

/* ---- many ---- */

static uint32_t
draw(uint32_t *seed, uint32_t n)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % n;
}

/* Random launches: each starts when what it waits for has ended and not before, all blocks run once, and twice the same. */
static void
many(void **state)
{
	static const char *const cost[][4] = {{NULL},
					      {"host_launch=37", "launch_start=13", "launch_drain=3", NULL},
					      {"concurrent_launches=3", "host_launch=5", NULL}};

	(void)state;
	for (uint32_t round = 0; round < 60; round++) {
		struct bench *b[2];
		unsigned stream[MOST], other[MOST], blocks[MOST], n = 12;

		for (int i = 0; i < 2; i++) {
			uint32_t seed = round;

			b[i] = bench(1 + round % 4, cost[round % 3]);
			for (unsigned k = 0; k < n; k++) {
				stream[k] = draw(&seed, 5);
				blocks[k] = 1 + draw(&seed, 6);
				queue(b[i], stream[k], blocks[k], 32 * (1 + draw(&seed, 4)), 1 + draw(&seed, 200),
				      1024 * draw(&seed, 16));
				other[k] = draw(&seed, 2 * k + 2);
				if (other[k] < k)
					after(b[i], k, other[k]);
			}
			run(b[i]);
		}
		for (unsigned k = 0; k < n; k++) {
			const struct simt_launch_stats *t = simt_launch_stats(b[0]->l[k]), *again = simt_launch_stats(b[1]->l[k]);

			assert_memory_equal(t->v, again->v, sizeof t->v);
			assert_int_equal(t->start, again->start);
			assert_int_equal(t->v[SIMT_STAT_blocks_launched], blocks[k]);
			for (unsigned j = 0; j < k; j++)
				if (!stream[k] || !stream[j] || stream[k] == stream[j] || other[k] == j)
					assert_true(simt_launch_stats(b[0]->l[j])->end <= t->start);
		}
		for (unsigned k = 0; k < b[0]->nseen; k++)
			assert_true(b[0]->seen[k].end > b[0]->seen[k].start &&
				    b[0]->seen[k].end <= simt_launch_stats(b[0]->seen[k].launch)->end);
		done(b[0]);
		done(b[1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(disjoint_sms),
		cmocka_unit_test(sharing_an_sm),
		cmocka_unit_test(leftover),
		cmocka_unit_test(head_of_line),
		cmocka_unit_test(shared_memory),
		cmocka_unit_test(order_in_a_stream),
		cmocka_unit_test(numbers_of_streams),
		cmocka_unit_test(events),
		cmocka_unit_test(default_stream),
		cmocka_unit_test(several_synchronizes),
		cmocka_unit_test(wrong_waits),
		cmocka_unit_test(start_and_drain),
		cmocka_unit_test(start_on_a_busy_machine),
		cmocka_unit_test(next_block_and_launch),
		cmocka_unit_test(time_of_the_host),
		cmocka_unit_test(host_and_machine),
		cmocka_unit_test(issued_late),
		cmocka_unit_test(most_launches),
		cmocka_unit_test(limit),
		cmocka_unit_test(limit_between),
		cmocka_unit_test(many),
	};

	return cmocka_run_group_tests_name("tests", tests, NULL, NULL);
}
