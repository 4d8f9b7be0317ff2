/* test-l1-lines.c: the lines of an access alone, and the order in which L1 looks them up, against a plain statement of the rules. Nothing
 * else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include <string.h>

#include "sim/machine/machine.h"
#include "sim/memory/access.h"
#include "sim/memory/l1-lines.h"
#include "sim/memory/tag-store.h"

static struct access a;
static struct l1_lines l;

/* An access to these sectors; apart: as it is known, each is of another line. */
static void
ask(const struct simt_machine *m, enum l2_kind kind, const uint64_t *sector, unsigned n, bool apart)
{
	access_clear(&a);
	a.apart = apart;
	a.kind = kind == L2_STORE ? MEM_STORE : MEM_LOAD;
	a.nsectors = n;
	memcpy(a.sectors, sector, n * sizeof *sector);
	for (unsigned i = 0; i < n; i++)
		a.written[i] = (uint32_t)sector[i] | 1;
	l1_lines_of(m, &a, kind, &l);
}

/* Sectors of one line go together, wherever they are listed; lines come in the order of their first sectors. */
static void
sectors_of_a_line(void **state)
{
	static const uint64_t sector[] = {41, 20, 43, 40, 20 + 1024};
	const struct simt_machine m = {.l1.tags = 4};

	(void)state;
	ask(&m, L2_LOAD, sector, 5, false);
	assert_int_equal(l.n, 3);
	assert_int_equal(l.part[0].number, 10);
	assert_int_equal(l.part[0].sectors, 11);
	assert_int_equal(l.part[0].full, 0);
	assert_int_equal(l.part[1].number, 5);
	assert_int_equal(l.part[1].sectors, 1);
	assert_int_equal(l.part[2].number, 5 + 256);
	assert_false(l.part[0].looked_up || l.part[1].looked_up);
	assert_true(l.part[2].looked_up);
}

/* A store has its bytes, and the sectors that it writes entirely. */
static void
bytes_of_a_store(void **state)
{
	static const uint64_t sector[] = {4, 6, 9};
	static const uint32_t written[] = {UINT32_MAX, 0xf0, 0xf};
	const struct simt_machine m = {.l1.tags = 1};

	(void)state;
	access_clear(&a);
	a.kind = MEM_STORE;
	a.nsectors = 3;
	memcpy(a.sectors, sector, sizeof sector);
	memcpy(a.written, written, sizeof written);
	l1_lines_of(&m, &a, L2_STORE, &l);
	assert_int_equal(l.n, 2);
	assert_int_equal(l.part[0].full, 1);
	assert_int_equal(l.part[0].sectors, 5);
	assert_true(l.bytes[0].of[0] == UINT32_MAX && l.bytes[0].of[2] == 0xf0);
	assert_true(!l.bytes[0].of[1] && !l.bytes[0].of[3]);
	assert_true(l.bytes[1].of[1] == 0xf && !l.bytes[1].of[0]);
	assert_int_equal(l.part[0].turns, 2);
	assert_int_equal(l.part[0].packets, 2);
	assert_int_equal(l.part[1].packets, 1);
	assert_true(l.part[0].looked_up && l.part[1].looked_up);
}

/* A load that L2 has to answer counts its sectors. */
static void
turns_of_a_load(void **state)
{
	static const uint64_t sector[] = {41, 20, 43, 40};
	const struct simt_machine m = {.l1.tags = 4};

	(void)state;
	access_clear(&a);
	a.nsectors = 4;
	memcpy(a.sectors, sector, sizeof sector);
	l1_lines_of(&m, &a, L2_ATOMIC, &l);
	assert_int_equal(l.n, 2);
	assert_int_equal(l.part[0].turns, 3);
	assert_int_equal(l.part[0].packets, 3);
	assert_int_equal(l.part[0].words, 3);
	assert_int_equal(l.part[1].turns, 1);
}

/* An atomic counts its lanes, and a sector as often as it is listed; alone on one sector it is one packet. */
static void
turns_of_an_atomic(void **state)
{
	const struct simt_machine m = {.l1.tags = 4};

	(void)state;
	for (unsigned other = 0; other < 3;
	     other++) { /* the last one on the same sector, another one of the line, or another line */
		access_clear(&a);
		a.kind = MEM_ATOMIC;
		a.nsectors = 3;
		a.sectors[0] = a.sectors[1] = 8;
		a.sectors[2] = other == 0 ? 8 : other == 1 ? 9 : 12;
		a.written[0] = 20;
		a.written[1] = 5;
		a.written[2] = 7;
		l1_lines_of(&m, &a, L2_ATOMIC, &l);
		assert_int_equal(l.n, other == 2 ? 2 : 1);
		assert_int_equal(l.part[0].words, other == 2 ? 25 : 32);
		assert_int_equal(l.part[0].turns, other == 2 ? 2 : 3);
		assert_int_equal(l.part[0].packets, other == 0 ? 1 : other == 1 ? 3 : 2);
	}
}

static unsigned
bank_of(const struct simt_machine *m, uint64_t number)
{
	unsigned bank = 0;

	for (unsigned i = 0; i < 32; i++) { /* the masks have no more */
		bank ^= number >> i & m->l1.bank_low >> i & 1;
		bank ^= (number >> i & m->l1.bank_high >> i & 1) << 1;
	}
	return bank;
}

/* In each lookup, each line in turn that is left goes if there is room for it and its bank is free. */
static void
in_lookups(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (unsigned round = 0; round < 3000; round++) {
		const struct simt_machine m = {
			.l1 = {.tags = 1 + round % 6, .bank_low = round % 5 ? 0x17ab5 : 0, .bank_high = round % 7 ? 0xd5da : 0}};
		const unsigned n = round % 10 ? 1 + round % 32 : L1_LINES_MOST;
		uint64_t sector[L1_LINES_MOST], line[L1_LINES_MOST];
		unsigned lines = 0, at = 0;

		for (unsigned i = 0; i < n; i++) {
			unsigned k = 0;

			random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
			sector[i] = (random >> 33) % (round % 3 ? 4 * n : 1u << 30) << (round % 4 == 3 ? 12 : 0);
			/* lines upwards, but the last one in some rounds */
			if (round % 11 < 2 && i && i + round % 11 < n)
				sector[i] = sector[i - 1] + random % 7;
			while (k < lines && line[k] != sector[i] / LINE_SECTORS)
				k++;
			line[k] = sector[i] / LINE_SECTORS;
			lines += k == lines;
		}
		ask(&m, round % 2 ? L2_STORE : L2_LOAD, sector, n, lines == n && round % 13 < 9);
		assert_int_equal(l.n, lines);
		while (at < lines) {
			unsigned taken = 0, used = 0;

			for (unsigned k = 0; k < lines && taken < m.l1.tags; k++) {
				const unsigned bank = line[k] == UINT64_MAX ? 0 : bank_of(&m, line[k]);

				if (line[k] == UINT64_MAX || ((m.l1.bank_low | m.l1.bank_high) && used >> bank & 1))
					continue;
				used |= 1u << bank;
				taken++;
				assert_int_equal(l.part[at].number, line[k]);
				/* the bytes of a store lie where its line does */
				for (unsigned s = 0; round % 2 && s < LINE_SECTORS; s++)
					assert_int_equal(l.bytes[at].of[s], l.part[at].sectors >> s & 1
										    ? (uint32_t)(line[k] * LINE_SECTORS + s) | 1
										    : 0);
				line[k] = UINT64_MAX;
				at++;
			}
			for (unsigned k = 1; k <= taken; k++)
				assert_int_equal(l.part[at - k].looked_up, k == 1);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sectors_of_a_line),  cmocka_unit_test(bytes_of_a_store), cmocka_unit_test(turns_of_a_load),
		cmocka_unit_test(turns_of_an_atomic), cmocka_unit_test(in_lookups),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
