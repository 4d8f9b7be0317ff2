/* test-l2-tags.c: the tags of L2 alone, in one piece and in two partitions: what a request finds, brings, takes the place of and completes. Nothing
 * else of sim/ is linked but the tag store. */
#include <string.h>

#include "tests/helpers/unit.h"

#include "sim/machine/machine.h"
#include "sim/memory/l2-tags.h"

enum { WAYS = 2, WHOLE = 15 };

/* One set of two lines, in each partition if there are two. */
static struct simt_machine
machine(bool partitions)
{
	struct simt_machine m = {.name = NULL};

	m.l2.partitions = partitions;
	m.l2.bytes = (partitions ? 2 : 1) * WAYS * LINE_BYTES;
	m.l2.ways = WAYS;
	m.l2.fetch = 1;
	return m;
}

static struct l2_tags *
made(const struct simt_machine *m)
{
	struct l2_tags *t = l2_tags_new(m);

	assert_non_null(t);
	return t;
}

/* What a request finds, and the lines that are completed for it. */
struct found {
	struct l2_line *line, *home;
	uint8_t copied, fetched, written_back;
	unsigned ncompleted;
	struct l2_sectors completed[LINE_SECTORS];
};

/* An SM of that partition asks; f: what it finds. */
static struct found
ask(struct l2_tags *t, unsigned partition, const struct l2_request *r, unsigned home)
{
	const struct port_place at = {.partition = (uint8_t)partition};
	struct l2_found f;
	struct found all;
	uint32_t set;

	l2_tags_begin(t);
	set = l2_tags_set(t, r->line);
	l2_tags_prefetch(t, home, home != partition, set);
	l2_tags_look_up(t, &at, r, home, set, &f);
	all = (struct found){f.line, f.home, f.copied, f.fetched, f.written_back, 0, {{0, 0, 0}}};
	if (f.parts)
		all.ncompleted = l2_tags_keep(t, r, home, f.parts, all.completed);
	return all;
}

static struct found
load(struct l2_tags *t, unsigned partition, uint64_t line, unsigned sectors, unsigned home)
{
	return ask(t, partition, &(struct l2_request){.kind = L2_LOAD, .line = line, .sectors = (uint8_t)sectors}, home);
}

static struct found
atomic(struct l2_tags *t, unsigned partition, uint64_t line, unsigned sectors, unsigned home)
{
	return ask(t, partition, &(struct l2_request){.kind = L2_ATOMIC, .line = line, .sectors = (uint8_t)sectors}, home);
}

/* A store of whole sectors. */
static struct found
store(struct l2_tags *t, unsigned partition, uint64_t line, unsigned sectors, unsigned home)
{
	return ask(t, partition,
		   &(struct l2_request){.kind = L2_STORE, .line = line, .sectors = (uint8_t)sectors, .full = (uint8_t)sectors},
		   home);
}

/* A store of these bytes of one sector. */
static struct found
store_part(struct l2_tags *t, unsigned partition, uint64_t line, unsigned sector, uint32_t bytes, unsigned home)
{
	struct l2_request r = {.kind = L2_STORE, .line = line, .sectors = (uint8_t)(1u << sector)};

	r.written[sector] = bytes;
	return ask(t, partition, &r, home);
}

/* ---- one piece ---- */

/* Sectors that are not there are fetched, those that are there are not. */
static void
sectors(void **state)
{
	const struct simt_machine m = machine(false);
	struct l2_tags *t = made(&m);

	(void)state;
	/* whatever partition the SM or the line is said to be of */
	assert_int_equal(load(t, 1, 4, 3, 1).fetched, 3);
	assert_int_equal(load(t, 0, 4, 3, 0).fetched, 0);
	assert_int_equal(load(t, 0, 4, 6, 0).fetched, 4);
	assert_int_equal(atomic(t, 0, 4, WHOLE, 0).fetched, 8);
	assert_int_equal(load(t, 0, 5, 1, 0).fetched, 1);
	assert_int_equal(load(t, 0, 4, WHOLE, 0).fetched, 0);
	l2_tags_clear(t);
	assert_int_equal(load(t, 0, 4, 3, 0).fetched, 3);
	l2_tags_free(t);
}

/* What comes besides, by l2_fetch: neighbours within pairs or the whole line, if they are not there. */
static void
neighbours(void **state)
{
	static const struct {
		int32_t fetch;
		uint8_t asked, comes;
	} row[] = {
		{1, 1, 1}, {1, 6, 6},  {2, 1, 3},  {2, 2, 3},  {2, 4, 12}, {2, 8, 12}, {2, 6, 15},
		{2, 3, 3}, {3, 1, 15}, {4, 1, 15}, {4, 2, 15}, {4, 4, 15}, {4, 8, 15},
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct simt_machine m = machine(false);
		struct l2_tags *t;

		m.l2.fetch = (uint32_t)row[i].fetch;
		t = made(&m);
		assert_int_equal(load(t, 0, 4, row[i].asked, 0).fetched, row[i].comes);
		assert_int_equal(load(t, 0, 4, WHOLE, 0).fetched, WHOLE & ~row[i].comes);
		/* a store's sectors are there, and come no more; nor do others because of them */
		l2_tags_clear(t);
		store(t, 0, 4, 1, 0);
		assert_int_equal(load(t, 0, 4, 1, 0).fetched, 0);
		assert_int_equal(load(t, 0, 4, 2, 0).fetched, row[i].fetch == 1 ? 2 : row[i].fetch == 2 ? 2 : 14);
		l2_tags_free(t);
	}
}

/* The line that has not been used for longest goes, and what DRAM has not of it with it: what stores and atomics have left, no loads. */
static void
replaced(void **state)
{
	const struct simt_machine m = machine(false);
	struct l2_tags *t = made(&m);

	(void)state;
	assert_int_equal(store(t, 0, 1, 5, 0).fetched, 0);
	assert_int_equal(atomic(t, 0, 2, 2, 0).fetched, 2);
	assert_int_equal(load(t, 0, 1, WHOLE, 0).fetched, 10);
	/* 2 is the older one */
	assert_int_equal(load(t, 0, 3, 1, 0).written_back, 2);
	assert_int_equal(load(t, 0, 4, 1, 0).written_back, 5);
	assert_int_equal(load(t, 0, 5, 1, 0).written_back, 0);
	/* nothing of a line is left when it comes again */
	assert_int_equal(load(t, 0, 1, WHOLE, 0).fetched, WHOLE);
	assert_int_equal(store(t, 0, 6, 1, 0).written_back, 0);
	l2_tags_free(t);
}

/* ---- sectors that are written in part ---- */

static struct simt_machine
with_parts(bool partitions, uint64_t bytes)
{
	struct simt_machine m = machine(partitions);

	m.l2.partial_bytes = bytes;
	return m;
}

/* A sector is whole when all of its bytes have been written, or the rest has been fetched; before that a load or an atomic fetches it. */
static void
parts(void **state)
{
	const struct simt_machine m = with_parts(false, 1024);
	struct l2_tags *t = made(&m);
	struct found f;

	(void)state;
	f = store_part(t, 0, 1, 2, 0x7fffffff, 0);
	assert_int_equal(f.line->partial, 4);
	assert_int_equal(f.fetched, 0);
	f = store_part(t, 0, 1, 2, 0x40000000, 0);
	assert_int_equal(f.line->partial, 4);
	assert_int_equal(load(t, 0, 1, 2, 0).fetched, 2);
	/* the last byte */
	f = store_part(t, 0, 1, 2, 0x80000000, 0);
	assert_int_equal(f.line->partial, 0);
	assert_int_equal(load(t, 0, 1, 4, 0).fetched, 0);
	/* what is there is not in part because of a store of a part */
	assert_int_equal(store_part(t, 0, 1, 1, 1, 0).line->partial, 0);
	/* all of it by one store */
	store_part(t, 0, 1, 3, 1, 0);
	assert_int_equal(store(t, 0, 1, 8, 0).line->partial, 0);
	assert_int_equal(load(t, 0, 1, 8, 0).fetched, 0);
	/* the rest is fetched */
	store_part(t, 0, 1, 0, 1, 0);
	f = load(t, 0, 1, 1, 0);
	assert_int_equal(f.fetched, 1);
	assert_int_equal(f.line->partial, 0);
	assert_int_equal(load(t, 0, 1, 1, 0).fetched, 0);
	l2_tags_clear(t);
	store_part(t, 0, 1, 0, 1, 0);
	f = atomic(t, 0, 1, 1, 0);
	assert_int_equal(f.fetched, 1);
	assert_int_equal(f.line->partial, 0);
	/* bytes of a line that was replaced do not count */
	l2_tags_clear(t);
	store_part(t, 0, 1, 0, 0x7fffffff, 0);
	load(t, 0, 2, 1, 0);
	load(t, 0, 3, 1, 0);
	assert_int_equal(store_part(t, 0, 1, 0, 0x80000000, 0).line->partial, 1);
	l2_tags_free(t);
}

/* Without a limit nothing is in part. */
static void
no_parts(void **state)
{
	const struct simt_machine m = machine(false);
	struct l2_tags *t = made(&m);
	struct found f;

	(void)state;
	f = store_part(t, 0, 1, 2, 1, 0);
	assert_int_equal(f.line->partial, 0);
	assert_int_equal(f.ncompleted, 0);
	assert_int_equal(load(t, 0, 1, 4, 0).fetched, 0);
	l2_tags_free(t);
}

/* As many sectors as there is room for stay in part; with one more the oldest is completed: it is whole, and DRAM has it. */
static void
completed(void **state)
{
	for (unsigned n = 1; n <= 4; n++) {
		const struct simt_machine m = with_parts(false, n * SECTOR_BYTES);
		struct l2_tags *t = made(&m);
		struct found f;

		(void)state;
		for (unsigned i = 0; i < n; i++)
			assert_int_equal(store_part(t, 0, 1 + i / 2, i % 2, 1, 0).ncompleted, 0);
		/* a second store to one of them needs no room, nor do whole sectors */
		assert_int_equal(store_part(t, 0, 1, 0, 2, 0).ncompleted, 0);
		assert_int_equal(store(t, 0, 2, 8, 0).ncompleted, 0);
		f = store_part(t, 0, 1, 3, 1, 0);
		assert_int_equal(f.ncompleted, 1);
		assert_int_equal(f.completed[0].line, 1);
		assert_int_equal(f.completed[0].sectors, 1);
		assert_int_equal(f.line->partial, n == 1 ? 8 : 8 | 2);
		assert_int_equal(f.line->dirty, f.line->partial);
		assert_int_equal(load(t, 0, 1, 1, 0).fetched, 0);
		l2_tags_free(t);
	}
}

/* Sectors that have become whole, or whose line is gone, take their turn but are not completed. */
static void
nothing_to_complete(void **state)
{
	const struct simt_machine m = with_parts(false, 2 * SECTOR_BYTES);
	struct l2_tags *t = made(&m);
	struct found f;

	(void)state;
	store_part(t, 0, 1, 0, 1, 0);
	store_part(t, 0, 1, 1, 1, 0);
	store(t, 0, 1, 1, 0);
	assert_int_equal(store_part(t, 0, 1, 2, 1, 0).ncompleted, 0);
	f = store_part(t, 0, 1, 3, 1, 0);
	assert_int_equal(f.ncompleted, 1);
	assert_int_equal(f.completed[0].sectors, 2);
	/* two sectors of line 1 are in part; it goes, and its last sectors are written back */
	load(t, 0, 2, 1, 0);
	assert_int_equal(load(t, 0, 3, 1, 0).written_back, 13);
	assert_int_equal(store_part(t, 0, 3, 2, 1, 0).ncompleted, 0);
	assert_int_equal(store_part(t, 0, 3, 3, 1, 0).ncompleted, 0);
	assert_int_equal(store_part(t, 0, 2, 3, 1, 0).ncompleted, 1);
	l2_tags_clear(t);
	assert_int_equal(store_part(t, 0, 3, 2, 1, 0).ncompleted, 0);
	assert_int_equal(store_part(t, 0, 3, 3, 1, 0).ncompleted, 0);
	f = store_part(t, 0, 2, 3, 1, 0);
	assert_int_equal(f.ncompleted, 1);
	assert_int_equal(f.completed[0].line, 3);
	assert_int_equal(f.completed[0].sectors, 4);
	l2_tags_free(t);
}

/* ---- two partitions ---- */

/* What a partition does not have comes from the line's home, which may have to fetch it; from then on both have it. */
static void
copies(void **state)
{
	const struct simt_machine m = machine(true);
	struct l2_tags *t = made(&m);
	struct found f;

	(void)state;
	/* at home */
	f = load(t, 1, 8, 1, 1);
	assert_ptr_equal(f.line, f.home);
	assert_int_equal(f.fetched, 1);
	assert_int_equal(f.copied, 0);
	/* the other partition: sector 0 is at home, 1 is not */
	f = load(t, 0, 8, 3, 1);
	assert_ptr_not_equal(f.line, f.home);
	assert_int_equal(f.copied, 3);
	assert_int_equal(f.fetched, 2);
	f = load(t, 0, 8, 3, 1);
	assert_int_equal(f.copied, 0);
	assert_int_equal(f.fetched, 0);
	assert_null(f.home);
	assert_int_equal(load(t, 1, 8, 3, 1).fetched, 0);
	/* homes of other lines are in the other partition */
	f = load(t, 1, 9, 1, 0);
	assert_int_equal(f.copied, 1);
	assert_int_equal(f.fetched, 1);
	assert_int_equal(load(t, 0, 9, 1, 0).fetched, 0);
	l2_tags_clear(t);
	assert_int_equal(load(t, 1, 8, 1, 1).fetched, 1);
	assert_int_equal(load(t, 0, 8, 1, 1).copied, 1);
	l2_tags_free(t);
}

/* Neighbours are copied and fetched in the same groups. */
static void
copied_neighbours(void **state)
{
	struct simt_machine m = machine(true);
	struct l2_tags *t;
	struct found f;

	(void)state;
	m.l2.fetch = 2;
	t = made(&m);
	f = load(t, 0, 8, 1, 1);
	assert_int_equal(f.copied, 3);
	assert_int_equal(f.fetched, 3);
	f = load(t, 0, 8, 8, 1);
	assert_int_equal(f.copied, 12);
	assert_int_equal(f.fetched, 12);
	assert_int_equal(load(t, 1, 8, WHOLE, 1).fetched, 0);
	/* one that is copied, but not asked for, may have to be fetched */
	store(t, 1, 9, 1, 1);
	f = load(t, 0, 9, 1, 1);
	assert_int_equal(f.copied, 3);
	assert_int_equal(f.fetched, 2);
	l2_tags_free(t);
}

/* Stores and atomics act at home. A store leaves a copy in the partition of its SM as it is; other copies lose the sectors. */
static void
written_copies(void **state)
{
	static const struct {
		bool atomic;
		uint8_t partition, copied; /* of the SM that writes; sectors that partition 0 has to have again */
	} row[] = {{false, 0, 0}, {false, 1, 2}, {true, 0, 2}, {true, 1, 2}};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const struct simt_machine m = machine(true);
		struct l2_tags *t = made(&m);
		struct found f;

		load(t, 0, 8, WHOLE, 1);
		f = row[i].atomic ? atomic(t, row[i].partition, 8, 2, 1) : store(t, row[i].partition, 8, 2, 1);
		assert_ptr_equal(f.line, f.home);
		assert_int_equal(f.home->dirty, 2);
		assert_int_equal(f.fetched, 0);
		f = load(t, 0, 8, WHOLE, 1);
		assert_int_equal(f.copied, row[i].copied);
		assert_int_equal(f.fetched, 0);
		l2_tags_free(t);
	}
}

/* A store does not make a copy, nor does an atomic. */
static void
no_copies(void **state)
{
	const struct simt_machine m = machine(true);
	struct l2_tags *t = made(&m);

	(void)state;
	store(t, 0, 8, 1, 1);
	assert_int_equal(load(t, 0, 8, 1, 1).copied, 1);
	assert_int_equal(atomic(t, 0, 9, 1, 1).fetched, 1);
	assert_int_equal(load(t, 0, 9, 1, 1).copied, 1);
	l2_tags_free(t);
}

/* Each partition has its own room: a line that goes from one of them stays in the other, and what goes from either counts. */
static void
replaced_in_a_partition(void **state)
{
	const struct simt_machine m = machine(true);
	struct l2_tags *t = made(&m);
	struct found f;

	(void)state;
	load(t, 0, 8, 1, 1);
	load(t, 0, 1, 1, 0);
	load(t, 0, 2, 1, 0);
	/* line 8 is gone from partition 0, and at home still */
	f = load(t, 0, 8, 1, 1);
	assert_int_equal(f.copied, 1);
	assert_int_equal(f.fetched, 0);
	/* lines written in either partition make room for one that needs a place in both */
	l2_tags_clear(t);
	store(t, 0, 1, 1, 0);
	store(t, 0, 2, 1, 0);
	store(t, 1, 3, 2, 1);
	store(t, 1, 4, 4, 1);
	assert_int_equal(load(t, 0, 8, 1, 1).written_back, 1 | 2);
	l2_tags_free(t);
}

/* The partition in which the parts are is told. */
static void
parts_of_partitions(void **state)
{
	const struct simt_machine m = with_parts(true, SECTOR_BYTES);
	struct l2_tags *t = made(&m);
	struct found f;

	(void)state;
	store_part(t, 0, 8, 0, 1, 1);
	f = store_part(t, 0, 1, 1, 1, 0);
	assert_int_equal(f.ncompleted, 1);
	assert_int_equal(f.completed[0].partition, 1);
	assert_int_equal(f.completed[0].line, 8);
	f = store_part(t, 1, 8, 2, 1, 1);
	assert_int_equal(f.ncompleted, 1);
	assert_int_equal(f.completed[0].partition, 0);
	/* a copy has no parts: the home fetches what is missing */
	f = load(t, 0, 8, 4, 1);
	assert_int_equal(f.copied, 4);
	assert_int_equal(f.fetched, 4);
	l2_tags_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sectors),
		cmocka_unit_test(neighbours),
		cmocka_unit_test(replaced),
		cmocka_unit_test(parts),
		cmocka_unit_test(no_parts),
		cmocka_unit_test(completed),
		cmocka_unit_test(nothing_to_complete),
		cmocka_unit_test(copies),
		cmocka_unit_test(copied_neighbours),
		cmocka_unit_test(written_copies),
		cmocka_unit_test(no_copies),
		cmocka_unit_test(replaced_in_a_partition),
		cmocka_unit_test(parts_of_partitions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
