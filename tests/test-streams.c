/* test-streams.c: when launches and their blocks start and end on machine `tiny`, worked out by hand. A block here is warps that do nothing
 * but last so many cycles; the SMs have four sub-cores with a warp slot each, so that blocks do not hold each other up. A block that takes
 * the place of another starts BLOCK cycles after that one's end. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "asm.h"

enum { BLOCK = 50, MOST = 64, SUBCORES = 4 };

/* What the event tap told of the blocks, in the order of their starts: as they come, SM by SM. */
struct seen {
	const struct simt_launch *launch;
	uint64_t block, start, end;
	uint32_t sm;
};

struct bench {
	struct simt *s;
	struct simt_launch *l[MOST];
	unsigned n, sms, nseen;
	struct seen seen[MOST * 8];
};

static void
on_block_start(void *arg, const struct simt_tap_block *x)
{
	struct bench *b = arg;

	assert_true(b->nseen < sizeof b->seen / sizeof *b->seen);
	b->seen[b->nseen++] = (struct seen){x->launch, x->block, x->cycle, 0, x->sm};
}

static void
on_block_end(void *arg, const struct simt_tap_block *x)
{
	struct bench *b = arg;

	for (unsigned i = 0; i < b->nseen; i++)
		if (b->seen[i].launch == x->launch && b->seen[i].block == x->block)
			b->seen[i].end = x->cycle + 1;
}

static struct bench *
bench(unsigned sms, const char *const *more)
{
	const char *setting[16] = {"subcores=4", "threads_per_sm=128", "blocks_per_sm=4", NULL, NULL};
	static const char *const count[] = {"sms=0", "sms=1", "sms=2", "sms=3", "sms=4"};
	struct bench *b = calloc(1, sizeof *b);
	unsigned n = 3;

	assert_non_null(b);
	setting[n++] = count[sms];
	while (more && *more)
		setting[n++] = *more++;
	setting[n] = NULL;
	b->sms = sms;
	b->s = asm_machine(setting);
	assert_true(
		simt_add_tap(b->s, &(struct simt_tap){.arg = b, .block_start = on_block_start, .block_end = on_block_end}, NULL));
	return b;
}

/* Queues a launch of blocks that last `cycles`. Returns its number. */
static unsigned
queue(struct bench *b, unsigned stream, unsigned blocks, unsigned threads, unsigned cycles, unsigned shared)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_function *f;
	uint64_t params[3] = {0};
	struct program p;

	asm_init(&p);
	for (unsigned left = cycles - 1; left;) {
		unsigned stall = left < 15 ? left : 15;

		nop(&p);
		ctl(&p, stall, NO_SB, NO_SB, 0);
		left -= stall;
	}
	exit_(&p);
	f = asm_load(b->s, &p, &e);
	if (!f)
		fail_msg("%s", e.text);
	assert_true(b->n < MOST);
	b->l[b->n] = simt_launch(b->s, f, (struct simt_dim){blocks, 1, 1}, (struct simt_dim){threads, 1, 1}, shared, params, 20,
				 stream, &e);
	if (!b->l[b->n])
		fail_msg("%s", e.text);
	return b->n++;
}

static void
after(struct bench *b, unsigned l, unsigned other)
{
	struct simt_error e = {.status = SIMT_OK};

	if (!simt_launch_after(b->l[l], b->l[other], &e))
		fail_msg("%s", e.text);
}

/* Runs, and holds the conservation laws against what every launch and the machine counted. */
static void
run(struct bench *b)
{
	struct simt_error e = {.status = SIMT_OK};
	const struct simt_launch_stats *total;
	uint64_t issued = 0;

	if (!simt_synchronize(b->s, &e))
		fail_msg("%s", e.text);
	total = simt_total_stats(b->s);
	assert_laws(total, b->sms, SUBCORES);
	assert_int_equal(total->v[SIMT_STAT_cycles], total->end - total->start);
	for (unsigned i = 0; i < b->n; i++) {
		const struct simt_launch_stats *t = simt_launch_stats(b->l[i]);
		uint64_t states = 0;

		assert_true(t->started && t->ended && !t->failed);
		for (int k = 0; k < SIMT_STALLS; k++)
			states += t->stall[k];
		assert_int_equal(states, t->v[SIMT_STAT_warp_cycles]);
		assert_int_equal(t->v[SIMT_STAT_cycles], t->end - t->start);
		issued += t->v[SIMT_STAT_slots_issued];
		if (!t->shared)
			assert_laws(t, b->sms, SUBCORES);
	}
	assert_int_equal(issued, total->v[SIMT_STAT_slots_issued]);
}

static void
done(struct bench *b)
{
	simt_destroy(b->s);
	free(b);
}

static void
times(const struct bench *b, unsigned l, uint64_t start, uint64_t end)
{
	const struct simt_launch_stats *t = simt_launch_stats(b->l[l]);

	if (t->start != start || t->end != end)
		fail_msg("launch %u from %llu to %llu, not from %llu to %llu", l, (unsigned long long)t->start,
			 (unsigned long long)t->end, (unsigned long long)start, (unsigned long long)end);
}

/* Block k of launch l was on that SM, from `start` to `end`. */
static void
block(const struct bench *b, unsigned l, unsigned k, unsigned sm, uint64_t start, uint64_t end)
{
	for (unsigned i = 0; i < b->nseen; i++) {
		const struct seen *x = b->seen + i;

		if (x->launch != b->l[l] || x->block != k)
			continue;
		if (x->sm != sm || x->start != start || x->end != end)
			fail_msg("block %u of launch %u was on SM %u from %llu to %llu, not on SM %u from %llu to %llu", k, l,
				 x->sm, (unsigned long long)x->start, (unsigned long long)x->end, sm, (unsigned long long)start,
				 (unsigned long long)end);
		return;
	}
	fail_msg("block %u of launch %u was not seen", k, l);
}

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
	assert_string_equal(e.text, "kernel carrier: a launch can wait for those alone that were queued before it");
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
		cmocka_unit_test(events),
		cmocka_unit_test(default_stream),
		cmocka_unit_test(several_synchronizes),
		cmocka_unit_test(wrong_waits),
		cmocka_unit_test(start_and_drain),
		cmocka_unit_test(start_on_a_busy_machine),
		cmocka_unit_test(time_of_the_host),
		cmocka_unit_test(most_launches),
		cmocka_unit_test(limit),
		cmocka_unit_test(many),
	};

	return cmocka_run_group_tests_name("tests", tests, NULL, NULL);
}
