/* test-block-barrier.c: barriers of a block alone: who is waited for, who goes on and when, what a reduction comes to. Nothing else of sim/ is
 * linked but the data path; the test notes what the barriers ask for. */
#include "tests/helpers/unit.h"

#include <stdlib.h>
#include <string.h>

#include "sim/core/block-barrier.h"
#include "sim/core/scoreboard.h"
#include "sim/core/slots.h"
#include "sim/dispatch/launches.h"
#include "sim/machine/machine.h"
#include "sim/memory/data-path.h"
#include "sim/observe/tap.h"

enum { SUBCORES = 2, SLOTS = 4, NOW = 100, LATENCY = 8, RELEASE = 5, PATH = 3 };

static struct stage {
	struct simt_machine m;
	struct sm sm;
	struct subcore c[SUBCORES];
	struct warp w[SUBCORES][SLOTS];
	struct block b, other;
	struct launch_counts counts;
	_Alignas(struct split) uint8_t split[SUBCORES][SLOTS][sizeof(struct split)]; /* the one that runs of each warp */
	bool marked[SLOTS];
	/* what was asked for, by place */
	unsigned refreshed[SUBCORES][SLOTS], accounted[SUBCORES][SLOTS], told[17];
	struct released {
		unsigned times, barrier;
		uint64_t until;
	} released[SUBCORES][SLOTS];
} * t;

void
slots_refresh(struct sm *sm, struct subcore *c, unsigned i)
{
	assert_ptr_equal(sm, &t->sm);
	t->refreshed[c - t->c][i]++;
}

void
slots_release(struct sm *sm, struct subcore *c, unsigned i, unsigned barrier, uint64_t until)
{
	struct released *r = &t->released[c - t->c][i];

	assert_ptr_equal(sm, &t->sm);
	*r = (struct released){r->times + 1, barrier, until};
}

/* The cycles of a warp before it goes on, with an event and without. */
void
scoreboard_account_rest(const struct warp *w, const struct split *s, bool marked, const struct pipe *pipes,
			const struct lg_queue *lg, uint64_t end)
{
	const size_t n = (size_t)(w - t->w[0]);

	(void)marked;
	(void)pipes;
	(void)lg;
	assert_int_equal(end, NOW);
	/* it is said to wait still */
	assert_true(s->time.in_barrier);
	t->accounted[n / SLOTS][n % SLOTS]++;
}

void
account_and_tell(struct sm *sm, struct subcore *c, unsigned i, uint64_t end)
{
	(void)sm;
	scoreboard_account_rest(c->warps + i, c->warps[i].runs, false, NULL, NULL, end);
}

void
tap_barrier_release(struct sm *sm, unsigned barrier)
{
	assert_ptr_equal(sm, &t->sm);
	t->told[barrier]++;
}

/* Two warps of the block on each sub-core, one of another block, and a free slot. */
static void
setup(void)
{
	t = calloc(1, sizeof *t);
	assert_non_null(t);
	t->m.sm.subcores = SUBCORES;
	t->m.shared.queue = 1;
	t->m.lsu.data_path = true;
	t->m.barrier.latency = LATENCY;
	t->m.barrier.release_cycles = RELEASE;
	t->m.barrier.path = PATH;
	t->sm.m = &t->m;
	t->sm.subcore = t->c;
	t->sm.now = NOW;
	t->b.counts = t->other.counts = &t->counts;
	t->b.live_warps = 4;
	t->other.live_warps = 2;
	for (unsigned k = 0; k < SUBCORES; k++) {
		t->c[k].warps = t->w[k];
		t->c[k].marked = t->marked;
		t->c[k].used = 3;
		for (unsigned i = 0; i < 3; i++) {
			t->w[k][i].block = i == 1 ? &t->other : &t->b;
			t->w[k][i].nalive = 10 * k + i;
			t->w[k][i].nlaunched = 32;
			t->w[k][i].runs = (struct split *)t->split[k][i];
		}
		/* what was there before is no warp any more */
		t->w[k][3] = (struct warp){.block = &t->b, .nalive = 32, .runs = (struct split *)t->split[k][3]};
		t->w[k][3].runs->time.in_barrier = true;
	}
}

/* The warp comes to barrier n of its block. */
static void
comes(unsigned k, unsigned i, unsigned n)
{
	struct warp *w = t->w[k] + i;

	w->runs->time.in_barrier = true;
	w->runs->time.barrier = (uint8_t)n;
	w->block->barrier[n].arrived++;
	w->block->waited_at |= (uint16_t)(1u << n);
	block_barrier_check(&t->sm, w->block, n);
}

static bool
waits(unsigned k, unsigned i)
{
	return t->w[k][i].runs->time.in_barrier;
}

/* The last of all warps of the block lets them go; those of another block, and of another barrier, stay. */
static void
all_warps(void **state)
{
	(void)state;
	setup();
	comes(0, 1, 3);
	comes(0, 0, 3);
	comes(0, 2, 3);
	comes(1, 0, 3);
	assert_true(waits(0, 0) && waits(0, 2) && waits(1, 0));
	assert_int_equal(data_path_ready(&t->sm.data_path), 0);
	t->b.barrier[3].taken = NOW + 4;
	t->sm.barrier_unit.free = 50;
	comes(1, 2, 3);
	for (unsigned k = 0; k < SUBCORES; k++)
		for (unsigned i = 0; i < 3; i += 2) {
			assert_false(waits(k, i));
			assert_int_equal(t->w[k][i].runs->time.barrier_until, NOW + 4 + LATENCY);
			assert_int_equal(t->refreshed[k][i], 1);
			assert_int_equal(t->accounted[k][i], 1);
		}
	assert_true(waits(0, 1));
	assert_true(t->w[0][3].runs->time.in_barrier);
	assert_int_equal(t->refreshed[0][1] + t->refreshed[1][1] + t->refreshed[0][3], 0);
	assert_int_equal(data_path_ready(&t->sm.data_path), NOW + PATH);
	assert_int_equal(t->sm.barrier_unit.free, 50 + RELEASE);
	assert_int_equal(t->counts.v[SIMT_STAT_shared_wavefronts], 1);
	assert_int_equal(t->b.barrier[3].arrived, 0);
	assert_int_equal(t->b.barrier[3].taken, 0);
	free(t);
}

/* Each barrier has its own warps: two of them with a number, and who waits at another stays. */
static void
numbers(void **state)
{
	(void)state;
	setup();
	t->b.barrier[2].wants = 2;
	t->b.barrier[15].wants = 2;
	comes(0, 0, 2);
	comes(0, 2, 15);
	assert_true(waits(0, 0) && waits(0, 2));
	comes(1, 0, 15);
	assert_true(waits(0, 0));
	assert_false(waits(0, 2));
	assert_false(waits(1, 0));
	/* the arrival was taken before now */
	assert_int_equal(t->w[0][2].runs->time.barrier_until, NOW + LATENCY);
	/* it has forgotten how many it waited for */
	comes(0, 2, 15);
	comes(1, 0, 15);
	assert_true(waits(0, 2) && waits(1, 0));
	comes(1, 2, 2);
	assert_false(waits(0, 0));
	free(t);
}

/* Warps that have ended are not waited for, at whatever barrier; nobody goes on where nobody has come. */
static void
ended(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 16; n += 15) {
		setup();
		comes(0, 0, n);
		comes(0, 2, n);
		t->b.live_warps = 3;
		block_barrier_recheck(&t->sm, &t->b);
		assert_true(waits(0, 0));
		t->b.live_warps = 2;
		block_barrier_recheck(&t->sm, &t->b);
		assert_false(waits(0, 0) || waits(0, 2));
		assert_int_equal(t->counts.v[SIMT_STAT_shared_wavefronts], 1);
		t->b.live_warps = 0;
		block_barrier_recheck(&t->sm, &t->b);
		assert_int_equal(t->counts.v[SIMT_STAT_shared_wavefronts], 1);
		free(t);
	}
}

/* Lanes for which the predicate holds: how many, all of those that came, any of them. */
static void
reductions(void **state)
{
	static const struct {
		uint8_t kind;
		uint32_t lanes, holds, result;
	} row[] = {
		{RED_POPC, 64, 5, 5}, {RED_POPC, 64, 0, 0}, {RED_AND, 64, 64, 1}, {RED_AND, 64, 63, 0},
		{RED_AND, 64, 0, 0},  {RED_OR, 64, 0, 0},   {RED_OR, 64, 1, 1},   {RED_OR, 64, 64, 1},
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		setup();
		t->b.live_warps = 1;
		t->b.barrier[0] = (struct block_barrier){.kind = row[i].kind, .lanes = row[i].lanes, .holds = row[i].holds};
		comes(0, 0, 0);
		assert_int_equal(t->b.reduction, row[i].result);
		/* nothing of it is left for the next one */
		assert_int_equal(t->b.barrier[0].lanes, 0);
		assert_int_equal(t->b.barrier[0].holds, 0);
		free(t);
	}
}

/* Where several splits of a warp run at a time threads are counted, and splits go on that wait there. */
static void
concurrent(void **state)
{
	(void)state;
	setup();
	t->sm.concurrent = true;
	assert_int_equal(block_barrier_threads(&t->sm, &t->b), 0 + 2 + 10 + 12);
	t->w[0][0].runs->time.in_barrier = true;
	t->b.barrier[1].arrived = 23;
	block_barrier_check(&t->sm, &t->b, 1);
	assert_int_equal(t->released[0][0].times, 0);
	t->b.barrier[1].arrived = 24;
	block_barrier_check(&t->sm, &t->b, 1);
	for (unsigned k = 0; k < SUBCORES; k++) {
		for (unsigned i = 0; i < 3; i += 2) {
			assert_int_equal(t->released[k][i].times, 1);
			assert_int_equal(t->released[k][i].barrier, 1);
			assert_int_equal(t->released[k][i].until, NOW + LATENCY);
			assert_int_equal(t->refreshed[k][i], 0);
		}
		assert_int_equal(t->released[k][1].times + t->released[k][3].times, 0);
	}
	/* one with a number of threads */
	t->b.barrier[1].wants = 7;
	t->b.barrier[1].arrived = 6;
	block_barrier_check(&t->sm, &t->b, 1);
	assert_int_equal(t->released[0][0].times, 1);
	t->b.barrier[1].arrived = 7;
	block_barrier_check(&t->sm, &t->b, 1);
	assert_int_equal(t->released[0][0].times, 2);
	free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_warps),  cmocka_unit_test(numbers),    cmocka_unit_test(ended),
		cmocka_unit_test(reductions), cmocka_unit_test(concurrent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
