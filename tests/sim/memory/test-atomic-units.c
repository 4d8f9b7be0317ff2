/* test-atomic-units.c: the units that carry out atomics alone: how long a request holds its unit, idle or behind others, to a cycle. Nothing else
 * of sim/ is linked. */
#include "tests/helpers/unit.h"

#include "isa/isa.h"
#include "sim/machine/machine.h"
#include "sim/memory/atomic-units.h"

/* In cycles. */
enum { ONE = 1, WORDS = 2, SECTOR = 3, AGAIN = 8, COMPARE = 50, COMPARE_SECTOR = 70, COMPARE_WORD = 11, FILL = 100 };

static struct simt_machine
machine(void)
{
	struct simt_machine m = {.name = NULL};

	m.l2.slices = 2;
	m.atomics.cycles = ONE * CYCLE_HUNDREDTHS;
	m.atomics.words = WORDS * CYCLE_HUNDREDTHS;
	m.atomics.sector = SECTOR * CYCLE_HUNDREDTHS;
	m.atomics.again = AGAIN * CYCLE_HUNDREDTHS;
	m.atomics.compare = COMPARE * CYCLE_HUNDREDTHS;
	m.atomics.compare_sector = COMPARE_SECTOR * CYCLE_HUNDREDTHS;
	m.atomics.compare_word = COMPARE_WORD * CYCLE_HUNDREDTHS;
	m.atomics.fill = FILL * CYCLE_HUNDREDTHS;
	return m;
}

static struct atomic_units *
made(const struct simt_machine *m)
{
	struct atomic_units *u = atomic_units_new(m);

	assert_non_null(u);
	return u;
}

/* Begins at cycle `from`; returns the cycle in which its last turn begins. */
static uint64_t
at(struct atomic_units *u, const struct l2_request *r, unsigned slice, unsigned missing, uint64_t from)
{
	const uint64_t t = atomic_units_perform(u, r, slice, missing, atomic_units_come(u, from * CYCLE_PARTS));

	assert_int_equal(t % CYCLE_PARTS, 0);
	return t / CYCLE_PARTS;
}

/* Three sectors of a line of its own: it takes as long behind others as on an idle unit. */
static const struct l2_request probe = {.line = 77, .sectors = 7, .turns = 3, .words = 3, .atomic = ATOM_ADD};

/* The cycle in which it begins, if it comes at `from`. */
static uint64_t
free_at(struct atomic_units *u, unsigned slice, uint64_t from)
{
	return at(u, &probe, slice, 0, from) - 2 * SECTOR;
}

/* The unit is held until cycle `until`: who comes at N - 1 waits, who comes at N does not. Leaves the unit as it was but for the probe. */
static void
held_until(const struct simt_machine *m, const struct l2_request *r, unsigned n, unsigned missing, uint64_t until)
{
	for (unsigned late = 0; late < 2; late++) {
		struct atomic_units *u = made(m);

		for (unsigned i = 0; i < n; i++)
			at(u, r + i, 0, i + 1 == n ? missing : 0, 0);
		assert_int_equal(free_at(u, 0, until - 1 + late), until);
		atomic_units_free(u);
	}
}

/* ---- an idle unit ---- */

static void
idle(void **state)
{
	static const struct {
		uint8_t sectors, turns, words, atomic;
		unsigned missing, holds;
	} row[] = {
		{1, 1, 1, ATOM_ADD, 0, ONE},
		{8, 1, 1, ATOM_FADD, 0, ONE},
		/* one word: integers go on with what has just been there */
		{1, 3, 3, ATOM_ADD, 0, 3 * ONE},
		{1, 3, 3, ATOM_CAS, 0, 3 * ONE + COMPARE},
		{1, 3, 3, ATOM_FADD, 0, ONE + 2 * AGAIN},
		/* several words of a sector */
		{1, 3, 8, ATOM_ADD, 0, ONE + 2 * WORDS},
		{1, 3, 8, ATOM_FADD, 0, ONE + 2 * WORDS},
		/* sectors fill the time between turns on one of them */
		{3, 2, 2, ATOM_ADD, 0, ONE + SECTOR},
		{3, 4, 4, ATOM_ADD, 0, ONE + SECTOR + 2 * AGAIN / 2},
		{3, 4, 16, ATOM_FADD, 0, ONE + SECTOR + 2 * AGAIN / 2},
		{15, 8, 8, ATOM_ADD, 0, ONE + 3 * SECTOR + 4 * AGAIN / 4},
		/* compare-and-swap */
		{1, 1, 1, ATOM_CAS, 0, ONE + COMPARE},
		{3, 2, 2, ATOM_CAS, 0, ONE + SECTOR + COMPARE + COMPARE_SECTOR},
		{1, 2, 4, ATOM_CAS, 0, ONE + WORDS + COMPARE + 2 * COMPARE_WORD},
		/* what comes from DRAM first */
		{1, 1, 1, ATOM_ADD, 1, ONE + FILL},
		{7, 3, 3, ATOM_ADD, 2, ONE + 2 * SECTOR + 2 * FILL},
	};
	const struct simt_machine m = machine();

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const struct l2_request one = {.line = 6, .sectors = 1, .turns = 1, .words = 1, .atomic = ATOM_ADD},
					r = {.line = 5,
					     .sectors = row[i].sectors,
					     .turns = row[i].turns,
					     .words = row[i].words,
					     .atomic = row[i].atomic};
		struct atomic_units *u = made(&m);

		held_until(&m, &r, 1, row[i].missing, row[i].holds);
		/* its last turn begins when but one turn is left; what was there before does not matter */
		at(u, &one, 0, 0, 0);
		assert_int_equal(at(u, &r, 0, row[i].missing, 10), 10 + row[i].holds - ONE);
		atomic_units_free(u);
	}
}

/* No turn is shorter than the first, whatever the sectors or words are said to take. */
static void
no_turn_is_shorter(void **state)
{
	struct simt_machine m = machine();
	const struct l2_request words = {.line = 5, .sectors = 1, .turns = 3, .words = 8, .atomic = ATOM_ADD},
				sectors = {.line = 5, .sectors = 15, .turns = 8, .words = 8, .atomic = ATOM_ADD};

	(void)state;
	m.atomics.words = 0;
	held_until(&m, &words, 1, 0, 3 * ONE);
	m.atomics.again = 3 * CYCLE_HUNDREDTHS;
	held_until(&m, &sectors, 1, 0, ONE + 3 * SECTOR + 4 * ONE);
}

/* ---- behind others ---- */

/* The first holds the unit for `before`; how long the last of them holds it then. Each is a sector of a line with so many turns. */
static void
queued(void **state)
{
	static const struct {
		unsigned n, line[5], turns, atomic, holds;
	} row[] = {
		/* the sector that has just been there: integers go on, floating point waits */
		{2, {1, 1}, 1, ATOM_ADD, ONE},
		{2, {1, 1}, 1, ATOM_FADD, AGAIN},
		{2, {1, 1}, 3, ATOM_ADD, 3 * ONE},
		{2, {1, 1}, 3, ATOM_FADD, 3 * AGAIN},
		/* two sectors share the time between turns on one of them */
		{2, {1, 2}, 1, ATOM_ADD, AGAIN / 2},
		{2, {0, 1}, 1, ATOM_ADD, AGAIN / 2},
		{2, {1, 2}, 3, ATOM_ADD, AGAIN / 2 + 2 * AGAIN / 2},
		{3, {1, 2, 1}, 1, ATOM_ADD, AGAIN / 2},
		{3, {1, 1, 2}, 1, ATOM_ADD, AGAIN / 2},
		{3, {2, 1, 1}, 1, ATOM_ADD, AGAIN / 2},
		/* three or more: a turn after the other */
		{3, {1, 2, 3}, 1, ATOM_ADD, ONE},
		{4, {1, 2, 2, 3}, 1, ATOM_ADD, ONE},
		{4, {1, 2, 3, 4}, 1, ATOM_ADD, ONE},
		{4, {1, 2, 3, 4}, 3, ATOM_ADD, ONE + 2 * AGAIN / 2},
		/* what four requests before was there is forgotten */
		{5, {1, 2, 2, 2, 2}, 1, ATOM_FADD, AGAIN},
		{4, {1, 2, 2, 2}, 1, ATOM_FADD, AGAIN / 2},
	};
	const struct simt_machine m = machine();

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct l2_request r[5];
		uint64_t before = 0;

		/* the first one brings its sector, so that all others come while it does */
		for (unsigned n = 1; n <= row[i].n; n++) {
			struct atomic_units *u = made(&m);
			uint64_t until;

			for (unsigned k = 0; k < n; k++) {
				const bool last = k + 1 == row[i].n;

				r[k] = (struct l2_request){.line = row[i].line[k],
							   .sectors = 1,
							   .turns = (uint16_t)(last ? row[i].turns : 1),
							   .words = (uint8_t)(last ? row[i].turns : 1),
							   .atomic = (uint8_t)row[i].atomic};
				at(u, r + k, 0, k ? 0 : 1, 0);
			}
			until = free_at(u, 0, 0);
			if (n == row[i].n)
				assert_int_equal(until - before, row[i].holds);
			before = until;
			atomic_units_free(u);
		}
	}
}

/* Two sectors of a line, behind a request that has left them free or has not. */
static void
queued_sectors(void **state)
{
	const struct simt_machine m = machine();
	const struct l2_request two = {.line = 1, .sectors = 3, .turns = 2, .words = 2, .atomic = ATOM_ADD};

	(void)state;
	for (unsigned late = 0; late < 2; late++) {
		struct atomic_units *u = made(&m);

		at(u, &two, 0, 0, 0);
		/* at N - 1 it is queued, behind the sector that it begins with; at N it finds the unit idle */
		assert_int_equal(at(u, &two, 0, 0, ONE + SECTOR - 1 + late),
				 ONE + SECTOR + (late ? ONE + SECTOR : 2 * AGAIN / 2) - ONE);
		atomic_units_free(u);
	}
}

/* A sector and then two, the first of which it is, or is not. */
static void
queued_first_sector(void **state)
{
	const struct simt_machine m = machine();

	(void)state;
	for (unsigned first = 0; first < 2; first++) {
		const struct l2_request r[] = {
			{.line = 1, .sectors = first ? 2 : 4, .turns = 1, .words = 1, .atomic = ATOM_FADD},
			{.line = 1, .sectors = 2 | 8, .turns = 2, .words = 2, .atomic = ATOM_FADD},
		};
		struct atomic_units *u = made(&m);

		at(u, r, 0, 1, 0);
		at(u, r + 1, 0, 0, 0);
		/* two sectors, or three, which take turns */
		assert_int_equal(free_at(u, 0, 0), ONE + FILL + (first ? 2 * AGAIN / 2 : ONE + SECTOR));
		atomic_units_free(u);
	}
}

/* Who comes late because of the messages before it is not queued at its unit. */
static void
late_message(void **state)
{
	struct simt_machine m = machine();
	const struct l2_request r = {.line = 1, .sectors = 1, .turns = 1, .words = 1, .atomic = ATOM_FADD};

	(void)state;
	for (unsigned message = 0; message < 2; message++) {
		struct atomic_units *u;

		m.atomics.message = message * CYCLE_HUNDREDTHS;
		u = made(&m);
		at(u, &r, 0, 0, 0);
		at(u, &r, 0, 0, 0);
		assert_int_equal(free_at(u, 0, 2), message ? 2 : ONE + AGAIN);
		atomic_units_free(u);
	}
}

/* ---- slices ---- */

/* Each message holds the path to all units; the units do not hold each other. */
static void
slices(void **state)
{
	struct simt_machine m = machine();
	struct atomic_units *u = made(&m);

	(void)state;
	assert_int_equal(at(u, &probe, 0, 1, 0), FILL + 2 * SECTOR);
	assert_int_equal(free_at(u, 1, 0), 0);
	assert_int_equal(free_at(u, 1, 50), 50);
	assert_int_equal(free_at(u, 0, 50), FILL + 2 * SECTOR + ONE);
	atomic_units_reset(u);
	assert_int_equal(free_at(u, 0, 0), 0);
	atomic_units_free(u);
	m.atomics.message = 5 * CYCLE_HUNDREDTHS;
	u = made(&m);
	assert_int_equal(free_at(u, 0, 0), 0);
	assert_int_equal(free_at(u, 1, 4), 5);
	assert_int_equal(free_at(u, 0, 10), 10);
	assert_int_equal(free_at(u, 1, 14), 15);
	atomic_units_reset(u);
	assert_int_equal(free_at(u, 0, 11), 11);
	atomic_units_free(u);
}

/* What was there before a reset is forgotten. */
static void
forgotten(void **state)
{
	static const struct l2_request r[] = {
		{.line = 1, .sectors = 1, .turns = 1, .words = 1, .atomic = ATOM_ADD},
		{.line = 2, .sectors = 1, .turns = 1, .words = 1, .atomic = ATOM_ADD},
		{.line = 3, .sectors = 1, .turns = 1, .words = 1, .atomic = ATOM_ADD},
	};
	const struct simt_machine m = machine();

	(void)state;
	for (unsigned resets = 0; resets < 2; resets++) {
		struct atomic_units *u = made(&m);

		at(u, r, 0, 0, 0);
		if (resets)
			atomic_units_reset(u);
		at(u, r + 1, 0, 1, 200);
		at(u, r + 2, 0, 0, 200);
		/* one of two sectors, or of three */
		assert_int_equal(free_at(u, 0, 200), 200 + ONE + FILL + (resets ? AGAIN / 2 : ONE));
		atomic_units_free(u);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(idle),           cmocka_unit_test(no_turn_is_shorter),  cmocka_unit_test(queued),
		cmocka_unit_test(queued_sectors), cmocka_unit_test(queued_first_sector), cmocka_unit_test(late_message),
		cmocka_unit_test(slices),         cmocka_unit_test(forgotten),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
