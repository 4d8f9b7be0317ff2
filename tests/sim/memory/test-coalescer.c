/* test-coalescer.c: the coalescer alone: sectors that lanes touch, and the wavefronts and conflicts of their words in the banks of the
 * data array (banks.h). Nothing else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include "sim/memory/banks.h"
#include "sim/memory/coalescer.h"

enum { BANKS = 32, TAGS = 4, WORD = 4, LINE = 128, SECTOR = 32 };

static struct access cost; /* it is large */

static struct simt_machine
machine(void)
{
	struct simt_machine m = {.name = NULL};

	m.shared.banks = BANKS;
	m.l1.tags = TAGS;
	return m;
}

/* The first n lanes, each so many bytes behind the one before. */
static struct mem_request
lanes(enum mem_kind kind, unsigned bytes, unsigned n, uint64_t apart)
{
	struct mem_request r = {.kind = (uint8_t)kind, .bytes = (uint8_t)bytes, .mask = n == 32 ? UINT32_MAX : (1u << n) - 1};

	for (unsigned l = 0; l < n; l++)
		r.address[l] = 4096 + l * apart;
	return r;
}

/* ---- sectors ---- */

/* The bytes of lanes that lie in a sector each; returns how many sectors they touch. */
static unsigned
sectors(const struct mem_request *r)
{
	access_clear(&cost);
	for (unsigned l = 0; l < 32; l++)
		if (r->mask >> l & 1)
			coalescer_bytes(&cost, r->address[l], r->bytes);
	return cost.nsectors;
}

/* 32 words that follow each other are 4 sectors, and one more where they begin a word later. */
static void
distinct_sectors(void **state)
{
	struct mem_request r = lanes(MEM_STORE, WORD, 32, WORD);

	(void)state;
	assert_int_equal(sectors(&r), 4);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(cost.sectors[i], 4096 / SECTOR + i);
		assert_int_equal(cost.written[i], UINT32_MAX);
	}
	for (unsigned l = 0; l < 32; l++)
		r.address[l] += WORD;
	assert_int_equal(sectors(&r), 5);
	assert_int_equal(cost.written[0], UINT32_C(0xfffffff0));
	assert_int_equal(cost.written[4], 0xf);
	for (unsigned apart = 0; apart <= 64; apart += WORD) {
		r = lanes(MEM_STORE, WORD, 32, apart);
		assert_int_equal(sectors(&r), apart >= SECTOR ? 32 : apart ? (31 * apart + WORD - 1) / SECTOR + 1 : 1);
	}
}

/* Sectors are in the order of lanes, and each is there once, wherever its lanes are. */
static void
order(void **state)
{
	struct mem_request r = lanes(MEM_STORE, 1, 6, 0);
	static const uint64_t at[] = {31, 0, 32, 64, 33, 1};

	(void)state;
	for (unsigned l = 0; l < 6; l++)
		r.address[l] = at[l];
	assert_int_equal(sectors(&r), 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(cost.sectors[i], i);
	assert_int_equal(cost.written[0], UINT32_C(0x80000003));
	assert_int_equal(cost.written[1], 3);
	assert_int_equal(cost.written[2], 1);
}

/* A sector counts as often as the most used of its words; `written` is how many lanes each time has. */
static void
atomics(void **state)
{
	struct mem_request r = lanes(MEM_ATOMIC, WORD, 32, 0);

	(void)state;
	r.atomic = ATOM_MAX;
	access_clear(&cost);
	coalescer_atomic(&r, &cost);
	assert_int_equal(cost.nsectors, 32);
	assert_int_equal(cost.atomic, ATOM_MAX);
	assert_int_equal(cost.bytes, WORD);
	for (unsigned i = 0; i < 32; i++) {
		assert_int_equal(cost.sectors[i], 4096 / SECTOR);
		assert_int_equal(cost.written[i], 1);
	}
	r = lanes(MEM_ATOMIC, WORD, 8, WORD);
	access_clear(&cost);
	coalescer_atomic(&r, &cost);
	assert_int_equal(cost.nsectors, 1);
	assert_int_equal(cost.written[0], 8);
	r.address[7] = r.address[0];
	access_clear(&cost);
	coalescer_atomic(&r, &cost);
	assert_int_equal(cost.nsectors, 2);
	assert_int_equal(cost.written[0], 7);
	assert_int_equal(cost.written[1], 1);
}

/* ---- banks ---- */

/* Wavefronts of an access of shared memory. */
static unsigned
shared(const struct simt_machine *m, const struct mem_request *r)
{
	access_clear(&cost);
	banks_shared(m, r, &cost);
	return cost.wavefronts;
}

/* Two words in one bank take a wavefront each: those that are as many words apart as there are banks. */
static void
conflicts(void **state)
{
	struct simt_machine m = machine();
	static const unsigned stride[] = {0, 1, 2, 3, 4, 16, 31, 32, 33}, want[] = {1, 1, 2, 1, 4, 16, 1, 32, 1};
	struct mem_request r;

	(void)state;
	for (unsigned i = 0; i < sizeof stride / sizeof *stride; i++) {
		r = lanes(MEM_LOAD, WORD, 32, stride[i] * WORD);
		assert_int_equal(shared(&m, &r), want[i]);
		assert_int_equal(cost.conflicts, want[i] - 1);
		assert_int_equal(cost.parts, 0);
	}
	for (unsigned banks = 30; banks <= 32; banks++) {
		m.shared.banks = banks;
		r = lanes(MEM_STORE, WORD, 2, 31 * WORD);
		assert_int_equal(shared(&m, &r), banks == 31 ? 2 : 1);
	}
	r.mask = 0;
	assert_int_equal(shared(&m, &r), 0);
	assert_int_equal(cost.conflicts, 0);
}

/* Wide accesses go by half- and quarter-warps, but two of a load are one where all lanes go in pairs. */
static void
wide(void **state)
{
	const struct simt_machine m = machine();
	struct mem_request r;

	(void)state;
	for (unsigned bytes = 8; bytes <= 16; bytes *= 2) {
		const unsigned parts = bytes / WORD;

		r = lanes(MEM_STORE, bytes, 32, bytes);
		assert_int_equal(shared(&m, &r), parts);
		assert_int_equal(cost.conflicts, 0);
		assert_int_equal(cost.parts, parts - 1);
		r = lanes(MEM_STORE, bytes, 32 / parts, bytes);
		assert_int_equal(shared(&m, &r), 1);
		r = lanes(MEM_STORE, bytes, 32 / parts + 1, bytes);
		assert_int_equal(shared(&m, &r), 2);
		for (unsigned apart = 1; apart <= 4; apart *= 2) {
			r = lanes(MEM_LOAD, bytes, 32, 0);
			for (unsigned l = 0; l < 32; l++)
				r.address[l] += (l & ~apart) * bytes / 2;
			assert_int_equal(shared(&m, &r), apart < 4 ? parts / 2 : parts);
			r.kind = MEM_STORE;
			assert_int_equal(shared(&m, &r), parts);
		}
	}
}

/* Lanes of an atomic that share a word take a wavefront each, unless they act as one; a compare-and-swap reads, then writes; of those that
 * spin the first lane alone is tried. */
static void
shared_atomics(void **state)
{
	const struct simt_machine m = machine();
	struct mem_request r = lanes(MEM_ATOMIC, WORD, 5, 0);

	(void)state;
	r.atomic = ATOM_ADD;
	assert_int_equal(shared(&m, &r), 5);
	r.atomic = ATOM_CAS;
	assert_int_equal(shared(&m, &r), 10);
	r.spin = true;
	assert_int_equal(shared(&m, &r), 2);
	r.spin = false;
	r.atomic = ATOM_ADD;
	r.together = true;
	assert_int_equal(shared(&m, &r), 1);
}

/* Wavefronts of an access of global memory in L1. */
static unsigned
global(const struct simt_machine *m, const struct mem_request *r)
{
	access_clear(&cost);
	banks_global(m, r, &cost);
	return cost.line_wavefronts;
}

/* L1 gathers what is loaded from all lines, but stores to l1_tags lines at a time; words that lie near to each other need one wavefront, in
 * however many lines they are. */
static void
lines(void **state)
{
	struct simt_machine m = machine();

	(void)state;
	for (unsigned n = 1; n <= 9; n++) {
		/* a lane in each line, none in the bank of another */
		struct mem_request r = lanes(MEM_LOAD, WORD, n, LINE + WORD);

		assert_int_equal(global(&m, &r), 1);
		assert_int_equal(cost.line_conflicts, 0);
		r.kind = MEM_STORE;
		assert_int_equal(global(&m, &r), (n + TAGS - 1) / TAGS);
		assert_int_equal(cost.line_conflicts, 0);
		/* all in one bank */
		r = lanes(MEM_STORE, WORD, n, LINE);
		assert_int_equal(global(&m, &r), n);
		assert_int_equal(cost.line_conflicts, n - (n + TAGS - 1) / TAGS);
	}
	m.l1.tags = 1;
	for (unsigned span = BANKS - 1; span <= BANKS; span++) {
		struct mem_request r = lanes(MEM_STORE, WORD, 2, span * WORD);

		r.address[0] -= WORD;
		r.address[1] -= WORD;
		assert_int_equal(global(&m, &r), span < BANKS ? 1 : 2);
	}
}

/* What is said of lanes in a row without looking is what looking finds. */
static void
rows(void **state)
{
	struct simt_machine m = machine();

	(void)state;
	for (unsigned banks = 16; banks <= 64; banks *= 2)
		for (unsigned bytes = 1; bytes <= 16; bytes *= 2)
			for (unsigned first = 0; first < LINE; first += bytes)
				for (unsigned kind = MEM_LOAD; kind <= MEM_STORE; kind++) {
					struct mem_request r = lanes(kind, bytes, 32, bytes);
					unsigned n, conflict, parts;

					m.shared.banks = banks;
					for (unsigned l = 0; l < 32; l++)
						r.address[l] += first;
					n = global(&m, &r);
					conflict = cost.line_conflicts;
					parts = cost.line_parts;
					access_clear(&cost);
					banks_coalesced(&m, &r, &cost);
					assert_int_equal(cost.line_wavefronts, n);
					assert_int_equal(cost.line_conflicts, conflict);
					assert_int_equal(cost.line_parts, parts);
				}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distinct_sectors),
		cmocka_unit_test(order),
		cmocka_unit_test(atomics),
		cmocka_unit_test(conflicts),
		cmocka_unit_test(wide),
		cmocka_unit_test(shared_atomics),
		cmocka_unit_test(lines),
		cmocka_unit_test(rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
