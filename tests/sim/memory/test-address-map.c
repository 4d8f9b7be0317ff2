/* test-address-map.c: the address map alone: where lines of 128 bytes go, and how evenly. Nothing else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include "sim/machine/machine.h"
#include "sim/memory/address-map.h"

static struct simt_machine
machine(void)
{
	struct simt_machine m = {.name = NULL};

	m.l2.slices = 8;
	m.l2.interleave = 1;
	m.l2.page = 32;
	m.dram.channels = 5;
	m.dram.interleave = 4;
	return m;
}

static void
partition_is_a_parity(void **state)
{
	struct simt_machine m = machine();
	struct address_map map;

	(void)state;
	m.l2.partition_mask = 5;
	address_map_init(&map, &m);
	for (unsigned line = 0; line < 16; line++) {
		const unsigned partition = (line ^ line >> 2) & 1;

		assert_int_equal(address_map(&map, line).partition, partition);
		assert_int_equal(address_map_partition(&map, line), partition);
		assert_int_equal(address_map(&map, line + (UINT64_C(1) << 40)).partition, partition);
	}
	m.l2.partition_mask = 0;
	address_map_init(&map, &m);
	assert_int_equal(address_map(&map, 5).partition, 0);
	assert_int_equal(address_map(&map, 4).partition, 0);
}

/* Without pages, l2_interleave lines in a row are in one slice and on one side; all slices, and both sides, have about as many. */
static void
pieces(void **state)
{
	enum { PIECES = 4096, LINES = 7 };
	struct simt_machine m = machine();
	struct address_map map;
	unsigned slice[8] = {0}, side = 0, other_slice = 0, other_side = 0;

	(void)state;
	m.l2.interleave = LINES;
	address_map_init(&map, &m);
	for (unsigned piece = 0; piece < PIECES; piece++) {
		const struct address_place p = address_map(&map, piece * LINES), next = address_map(&map, (piece + 1) * LINES);

		for (unsigned i = 1; i < LINES; i++) {
			assert_int_equal(address_map(&map, piece * LINES + i).slice, p.slice);
			assert_int_equal(address_map(&map, piece * LINES + i).side, p.side);
		}
		assert_in_range(p.slice, 0, 7);
		assert_in_range(p.side, 0, 1);
		slice[p.slice]++;
		side += p.side;
		other_slice += next.slice != p.slice;
		other_side += next.side != p.side;
	}
	/* 5 times what chance would be off by */
	for (unsigned i = 0; i < 8; i++)
		assert_in_range(slice[i], PIECES / 8 - 106, PIECES / 8 + 106);
	assert_in_range(side, PIECES / 2 - 160, PIECES / 2 + 160);
	assert_in_range(other_slice, PIECES * 7 / 8 - 106, PIECES * 7 / 8 + 106);
	assert_in_range(other_side, PIECES / 2 - 160, PIECES / 2 + 160);
}

/* The lines of a page are in a set of slices, each of which has as many; 256 pages in a row are spread evenly over the sets, and over the
 * slices that begin. */
static void
pages(void **state)
{
	enum { PAGE = 32, SLICES = 4, PAGES = 256 };
	struct simt_machine m = machine();
	struct address_map map;
	unsigned pages_of[2] = {0}, first[8] = {0};

	(void)state;
	m.l2.page_slices = SLICES;
	address_map_init(&map, &m);
	for (unsigned page = 3 * PAGES; page < 4 * PAGES; page++) {
		const unsigned set = address_map(&map, page * PAGE).slice / SLICES;
		unsigned lines[SLICES] = {0};

		for (unsigned i = 0; i < PAGE; i++) {
			const unsigned slice = address_map(&map, page * PAGE + i).slice;

			assert_int_equal(slice / SLICES, set);
			lines[slice % SLICES]++;
			/* two slices take turns until their part of the page is full */
			if (i % 2 == 0)
				assert_int_equal(slice, address_map(&map, page * PAGE + i / 16 * 16).slice);
			else
				assert_int_equal(slice % SLICES, (address_map(&map, page * PAGE + i - 1).slice + 1) % SLICES);
		}
		for (unsigned i = 0; i < SLICES; i++)
			assert_int_equal(lines[i], PAGE / SLICES);
		assert_true(address_map(&map, page * PAGE + 15).slice != address_map(&map, page * PAGE + 17).slice);
		pages_of[set]++;
		first[address_map(&map, page * PAGE).slice]++;
	}
	assert_int_equal(pages_of[0], PAGES / 2);
	assert_int_equal(pages_of[1], PAGES / 2);
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(first[i], PAGES / 8);
}

/* Of 256 pages in a row each has a slice of its own, where there are as many. */
static void
every_page_differs(void **state)
{
	enum { PAGE = 32, PAGES = 256 };
	struct simt_machine m = machine();
	struct address_map map;

	(void)state;
	m.l2.slices = PAGES;
	m.l2.page_slices = 1;
	address_map_init(&map, &m);
	for (unsigned run = 0; run < 4; run++) {
		bool seen[PAGES] = {false};

		for (unsigned page = run * PAGES; page < (run + 1) * PAGES; page++) {
			const unsigned slice = address_map(&map, page * PAGE).slice;

			assert_in_range(slice, 0, PAGES - 1);
			assert_false(seen[slice]);
			seen[slice] = true;
		}
	}
}

/* Each partition has every other set of slices; 256 pages of a partition in a row are spread evenly over them. */
static void
partitions(void **state)
{
	enum { PAGE = 32, SLICES = 2, PAGES = 512 };
	struct simt_machine m = machine();
	struct address_map map;
	unsigned pages_of[4] = {0};

	(void)state;
	m.l2.page_slices = SLICES;
	m.l2.partition_mask = PAGE;
	address_map_init(&map, &m);
	for (unsigned page = 0; page < PAGES; page++) {
		const struct address_place p = address_map(&map, page * PAGE);

		assert_int_equal(p.partition, page % 2);
		assert_int_equal(p.slice / SLICES % 2, p.partition);
		pages_of[p.slice / SLICES]++;
	}
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(pages_of[i], PAGES / 4);
}

/* As many pieces in a row as there are channels have one channel each; which is first is not always the same. */
static void
channels(void **state)
{
	enum { CHANNELS = 5, LINES = 4, RUNS = 500 };
	const struct simt_machine m = machine();
	struct address_map map;
	unsigned first[CHANNELS] = {0};

	(void)state;
	address_map_init(&map, &m);
	for (unsigned run = 0; run < RUNS; run++) {
		const unsigned line = run * CHANNELS * LINES;
		unsigned seen = 0;

		for (unsigned i = 0; i < CHANNELS * LINES; i++) {
			const unsigned channel = address_map(&map, line + i).channel;

			assert_in_range(channel, 0, CHANNELS - 1);
			assert_int_equal(channel, address_map_channel(&map, line + i));
			assert_int_equal(channel, address_map_channel(&map, line + i / LINES * LINES));
			seen |= 1u << channel;
		}
		assert_int_equal(seen, (1 << CHANNELS) - 1);
		first[address_map_channel(&map, line)]++;
	}
	for (unsigned i = 0; i < CHANNELS; i++)
		assert_in_range(first[i], RUNS / CHANNELS - 45, RUNS / CHANNELS + 45);
}

static void
copies(void **state)
{
	struct simt_machine m = machine();
	struct address_map map;

	(void)state;
	address_map_init(&map, &m);
	assert_int_equal(address_map_copy_slice(&map, 3), 7);
	assert_int_equal(address_map_copy_slice(&map, 4), 0);
	m.l2.page_slices = 2;
	address_map_init(&map, &m);
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(address_map_copy_slice(&map, i), i ^ 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(partition_is_a_parity),
		cmocka_unit_test(pieces),
		cmocka_unit_test(pages),
		cmocka_unit_test(every_page_differs),
		cmocka_unit_test(partitions),
		cmocka_unit_test(channels),
		cmocka_unit_test(copies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
