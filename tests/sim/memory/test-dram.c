/* test-dram.c: DRAM channels alone: boundaries of rate, least, refresh, rows of writes. Nothing else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include "sim/machine/machine.h"
#include "sim/memory/dram.h"
#include "sim/memory/server.h"

enum { LATENCY = 100 };

/* Two channels, each of which brings a sector of 32 bytes a cycle. */
static struct simt_machine
machine(void)
{
	struct simt_machine m = {.name = NULL};

	m.dram.channels = 2;
	m.dram.rate = 64;
	m.dram.write_rate = 64;
	m.dram.latency = LATENCY;
	m.l2.fetch = 4;
	return m;
}

/* The cycle in which sectors of line 0 come that are asked for in a cycle. */
static uint64_t
read_at(struct dram *d, unsigned channel, unsigned sectors, uint64_t cycle)
{
	return dram_read(d, 0, channel, sectors, cycle * CYCLE_PARTS) - LATENCY;
}

static uint64_t
write_at(struct dram *d, unsigned n, uint64_t cycle)
{
	return dram_write(d, 0, n, cycle * CYCLE_PARTS) / CYCLE_PARTS;
}

static struct dram *
made(const struct simt_machine *m)
{
	struct dram *d = dram_new(m);

	assert_non_null(d);
	return d;
}

/* A channel is busy for a cycle for each sector, and the other one is not. */
static void
rate(void **state)
{
	const struct simt_machine m = machine();
	struct dram *d = made(&m);

	(void)state;
	assert_int_equal(read_at(d, 0, 0xf, 10), 10);
	assert_int_equal(read_at(d, 0, 1, 13), 14); /* N - 1: the four take 4 cycles */
	assert_int_equal(read_at(d, 0, 1, 15), 15); /* N */
	assert_int_equal(read_at(d, 0, 1, 15), 16);
	assert_int_equal(read_at(d, 1, 1, 15), 15);
	dram_reset(d);
	assert_int_equal(read_at(d, 0, 1, 15), 15);
	dram_free(d);
}

/* What comes of a line takes no less than dram_least bytes do: one sector as long as two. */
static void
least(void **state)
{
	struct simt_machine m = machine();

	(void)state;
	m.dram.least = 64;
	for (unsigned sectors = 1; sectors <= 7; sectors = 2 * sectors + 1) {
		struct dram *d = made(&m);
		const uint64_t takes = sectors == 7 ? 3 : 2;

		assert_int_equal(read_at(d, 0, sectors, 0), 0);
		assert_int_equal(read_at(d, 0, 1, takes - 1), takes);
		dram_reset(d);
		assert_int_equal(read_at(d, 0, sectors, 0), 0);
		assert_int_equal(read_at(d, 0, 1, takes), takes);
		dram_free(d);
	}
}

/* l2_fetch sectors come at a time: the last of a line's four at cycle 3, 2 or 0. */
static void
pieces(void **state)
{
	static const unsigned each[] = {1, 2, 4}, last[] = {3, 2, 0};

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		struct simt_machine m = machine();
		struct dram *d;

		m.l2.fetch = (int32_t)each[i];
		d = made(&m);
		assert_int_equal(read_at(d, 0, 0xf, 0), last[i]);
		assert_int_equal(read_at(d, 0, 8, 4), 4); /* no more than one piece */
		dram_free(d);
	}
}

/* Once in 100 cycles what comes waits for up to 10, channel 1 half a period later; what has waited comes one after the other. */
static void
refresh(void **state)
{
	static const uint64_t cycle[] = {99, 100, 109, 110, 149, 150, 159, 160, 199, 200};
	static const uint64_t comes[2][10] = {{99, 110, 110, 110, 149, 150, 159, 160, 199, 210},
					      {99, 100, 109, 110, 149, 160, 160, 160, 199, 200}};
	struct simt_machine m = machine();
	struct dram *d;

	(void)state;
	m.dram.refresh_period = 100;
	m.dram.refresh = 10;
	d = made(&m);
	for (unsigned channel = 0; channel < 2; channel++)
		for (unsigned i = 0; i < 10; i++) {
			dram_reset(d);
			assert_int_equal(read_at(d, channel, 1, cycle[i]), comes[channel][i]);
		}
	dram_reset(d);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(read_at(d, 0, 1, 100 + i), 110 + i);
	assert_int_equal(read_at(d, 0, 1, 110), 110);
	dram_free(d);
}

/* Latencies of many lines are dram_latency plus or minus dram_spread, and all between them. */
static void
spread(void **state)
{
	struct simt_machine m = machine();
	unsigned seen[7] = {0};
	struct dram *d;

	(void)state;
	m.dram.spread = 3;
	d = made(&m);
	for (unsigned line = 0; line < 200; line++) {
		dram_reset(d);
		const uint64_t t = dram_read(d, line, 0, 1, 0);

		assert_in_range(t, LATENCY - 3, LATENCY + 3);
		seen[t - (LATENCY - 3)]++;
	}
	for (unsigned i = 0; i < 7; i++)
		assert_true(seen[i]);
	dram_free(d);
}

/* Where pieces of a line come at different times, all have come when the last has. */
static void
last_piece(void **state)
{
	struct simt_machine m = machine();
	struct dram *d;
	unsigned last[4] = {0};

	(void)state;
	m.dram.spread = 50;
	m.l2.fetch = 1;
	d = made(&m);
	for (unsigned line = 0; line < 50; line++) {
		uint64_t all, each;
		unsigned which = 0;

		dram_reset(d);
		all = dram_read(d, line, 0, 0xf, 0);
		for (unsigned i = 0; i < 4; i++) {
			dram_reset(d);
			each = i + dram_read(d, line, 0, 1u << i, 0);
			assert_true(each <= all);
			which = each == all ? i : which;
		}
		last[which]++;
	}
	for (unsigned i = 0; i < 4; i++)
		assert_true(last[i]);
	dram_free(d);
}

/* The sector that fills a row of dram_batch turns the channel, if it has read since it turned last. */
static void
rows(void **state)
{
	struct simt_machine m = machine();
	struct dram *d;

	(void)state;
	m.dram.batch = 4;
	m.dram.turn = 5;
	d = made(&m);
	for (unsigned reads = 0; reads < 2; reads++) {
		dram_reset(d);
		if (reads)
			read_at(d, 0, 1, 0);
		assert_int_equal(write_at(d, 3, 10), 10);
		assert_int_equal(write_at(d, 1, 12), 13); /* the three before it */
		assert_int_equal(write_at(d, 3, 13), reads ? 19 : 14);
		assert_int_equal(write_at(d, 1, 30), 30);
		assert_int_equal(write_at(d, 1, 30), 31); /* it has not read since */
		/* a row counts from when it has turned: with the last one three more make four */
		read_at(d, 0, 1, 40);
		assert_int_equal(write_at(d, 1, 50), 50);
		assert_int_equal(write_at(d, 1, 51), 51);
		assert_int_equal(write_at(d, 1, 52), 52);
		assert_int_equal(write_at(d, 1, 57), 58); /* the one before it has taken 1, and 5 for its turn */
	}
	dram_free(d);
}

/* Sectors that are completed hold the channel twice: for what comes, and for what goes. */
static void
completed(void **state)
{
	const struct simt_machine m = machine();
	struct dram *d = made(&m);

	(void)state;
	assert_int_equal(dram_complete(d, 0, 2, 5 * CYCLE_PARTS), 5 * CYCLE_PARTS);
	assert_int_equal(read_at(d, 0, 1, 8), 9);
	dram_reset(d);
	dram_complete(d, 0, 2, 5 * CYCLE_PARTS);
	assert_int_equal(read_at(d, 0, 1, 9), 9);
	dram_free(d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rate),   cmocka_unit_test(least),      cmocka_unit_test(pieces), cmocka_unit_test(refresh),
		cmocka_unit_test(spread), cmocka_unit_test(last_piece), cmocka_unit_test(rows),   cmocka_unit_test(completed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
