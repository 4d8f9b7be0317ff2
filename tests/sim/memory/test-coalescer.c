/* test-coalescer.c: the coalescer alone: sectors that lanes touch, and the wavefronts and conflicts of their words in the banks of the
 * data array (banks.h). Nothing else of sim/ is linked. Each count of all lanes at once is held against one lane after the other. */
#include <string.h>

#include "tests/helpers/requests.h"
#include "tests/helpers/unit.h"

#include "isa/span.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalescer.h"

enum { BANKS = 32, TAGS = 4, WORD = 4, LINE = 128, SECTOR = 32 };

static struct access cost; /* it is large */

static struct simt_machine
machine(void)
{
	struct simt_machine m = {.name = NULL};

	m.shared.banks = BANKS;
	m.shared.bank_conflicts = true;
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
	coalescer_atomic(&r, NULL, &cost);
	assert_int_equal(cost.nsectors, 32);
	assert_int_equal(cost.atomic, ATOM_MAX);
	assert_int_equal(cost.bytes, WORD);
	for (unsigned i = 0; i < 32; i++) {
		assert_int_equal(cost.sectors[i], 4096 / SECTOR);
		assert_int_equal(cost.written[i], 1);
	}
	r = lanes(MEM_ATOMIC, WORD, 8, WORD);
	access_clear(&cost);
	coalescer_atomic(&r, NULL, &cost);
	assert_int_equal(cost.nsectors, 1);
	assert_int_equal(cost.written[0], 8);
	r.address[7] = r.address[0];
	access_clear(&cost);
	coalescer_atomic(&r, NULL, &cost);
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
	banks_shared(m, r, NULL, &cost);
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
	banks_global(m, r, NULL, false, &cost);
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

/* ---- all lanes at once ---- */

enum { ROUNDS = 30000, ROOM = 1 << 16 };

static uint64_t seed = 1;

/* The most words that one bank has; where lanes with equal words take a wavefront each, with all of them. */
static unsigned
words_of_worst_bank(const struct mem_request *r, uint32_t mask, unsigned banks, bool share)
{
	unsigned worst = 0;

	for (unsigned bank = 0; bank < banks; bank++) {
		uint32_t word[ISA_LANES * 4];
		unsigned n = 0;

		for (unsigned i = 0; i < ISA_LANES * 4; i++) {
			const uint32_t w = (uint32_t)(r->address[i / 4] / WORD) + i % 4;
			bool seen = !(mask >> i / 4 & 1) || i % 4 >= (r->bytes + 3u) / WORD || w % banks != bank;

			for (unsigned k = 0; share && k < n; k++)
				seen = seen || word[k] == w;
			if (!seen)
				word[n++] = w;
		}
		worst = n > worst ? n : worst;
	}
	return worst;
}

/* Lanes of which all in `mask` have the address of the lane whose number differs in that bit. */
static bool
pairs(const struct mem_request *r, uint32_t mask, unsigned bit)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		if (mask >> l & 1 && mask >> (l ^ bit) & 1 && r->address[l] != r->address[l ^ bit])
			return false;
	return true;
}

/* Wavefronts and conflicts of shared memory, with and without the span of the lanes, for all numbers of banks. */
static void
banks_of_all_lanes(void **state)
{
	static const unsigned some[] = {1, 2, 4, 8, 16, 24, 31, 32, 33, 64, 128};
	static struct access with, without;
	struct simt_machine m = machine();

	(void)state;
	for (unsigned i = 0; i < ROUNDS; i++) {
		const unsigned banks = any_of(&seed, 3) ? BANKS : some[any_of(&seed, sizeof some / sizeof *some)];
		/* on both sides of a multiple of 2^34, where numbers of words do not go on in 32 bits */
		const uint64_t from = any_of(&seed, 2) || banks & (banks - 1) ? 0 : UINT64_C(0x3ffff8000);
		struct mem_request r = any_request(&seed, any_of(&seed, 3), from, ROOM);
		const unsigned lanes = r.bytes == 16 ? 8 : r.bytes == 8 ? 16 : 32;
		unsigned wavefronts = 0, parts = 0;
		struct isa_span s;

		m.shared.banks = banks;
		r.atomic = any_of(&seed, 2) ? ATOM_ADD : ATOM_CAS;
		r.together = r.kind == MEM_ATOMIC && any_of(&seed, 4) == 0;
		access_clear(&with);
		access_clear(&without);
		assert_true(isa_span(&r, &s));
		banks_shared(&m, &r, &s, &with);
		banks_shared(&m, &r, NULL, &without);
		assert_memory_equal(&with.wavefronts, &without.wavefronts, 3 * sizeof with.wavefronts);
		for (unsigned first = 0; first < 32; first += lanes) {
			const uint32_t part = (uint32_t)((UINT64_C(1) << lanes) - 1) << first, two = part | part << lanes % 32;
			const bool join = lanes < 32 && r.kind == MEM_LOAD && first % (2 * lanes) == 0 && (r.mask & two & ~part) &&
					  (pairs(&r, r.mask & two, 1) || pairs(&r, r.mask & two, 2));
			const unsigned n = words_of_worst_bank(&r, r.mask & (join ? two : part), m.shared.banks,
							       r.kind != MEM_ATOMIC || r.together);

			wavefronts += n * (r.kind == MEM_ATOMIC && r.atomic == ATOM_CAS ? 2 : 1);
			parts += n != 0;
			first += join ? lanes : 0;
		}
		assert_int_equal(with.wavefronts, wavefronts);
		assert_int_equal(with.parts, parts ? parts - 1 : 0);
		if (r.kind == MEM_ATOMIC)
			continue;
		access_clear(&cost);
		banks_global(&m, &r, &s, coalescer_lanes(&r, NULL, &cost), &with);
		banks_global(&m, &r, NULL, false, &without);
		assert_memory_equal(&with.line_wavefronts, &without.line_wavefronts, 3 * sizeof with.line_wavefronts);
	}
}

/* The list of `got` is that of lanes one after the other. */
static void
same_sectors(const struct access *got, const struct access *want)
{
	assert_int_equal(got->nsectors, want->nsectors);
	assert_memory_equal(got->sectors, want->sectors, want->nsectors * sizeof *want->sectors);
	if (want->kind != MEM_LOAD)
		assert_memory_equal(got->written, want->written, want->nsectors * sizeof *want->written);
}

/* No two lanes share a sector. */
static void
all_apart(const struct mem_request *r)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned k = 0; k < l; k++)
			if (r->mask >> l & r->mask >> k & 1)
				assert_int_not_equal(r->address[l] / SECTOR, r->address[k] / SECTOR);
}

/* If it is known that no two sectors lie in one line, none do. */
static void
lines_apart(const struct access *a)
{
	for (unsigned i = 0; a->apart && i < a->nsectors; i++)
		for (unsigned k = 0; k < i; k++)
			assert_int_not_equal(a->sectors[i] * SECTOR / LINE, a->sectors[k] * SECTOR / LINE);
}

/* Sectors of up to eight rows, as of a warp of 256 lanes: where L1 has them in common they are there once. */
static void
sectors_of_all_lanes(void **state)
{
	static struct access with, without, each;
	unsigned apart = 0;

	(void)state;
	for (unsigned i = 0; i < ROUNDS; i++) {
		const unsigned rows = any_of(&seed, 4) ? 1 : 1 + any_of(&seed, 8);
		const enum mem_kind kind = any_of(&seed, 2) ? MEM_LOAD : MEM_STORE;

		access_clear(&with);
		access_clear(&without);
		access_clear(&each);
		with.kind = without.kind = each.kind = (uint8_t)kind;
		for (unsigned k = 0; k < rows; k++) {
			const struct mem_request r = any_request(&seed, kind, UINT64_C(0x700000000000), ROOM);
			struct isa_span s;

			assert_true(isa_span(&r, &s));
			coalescer_lanes(&r, &s, &with);
			if (coalescer_lanes(&r, NULL, &without))
				all_apart(&r);
			for (unsigned l = 0; l < ISA_LANES; l++)
				if (r.mask >> l & 1)
					coalescer_bytes(&each, r.address[l], r.bytes);
		}
		same_sectors(&with, &each);
		same_sectors(&without, &each);
		lines_apart(&with);
		apart += with.apart;
	}
	assert_true(apart);
}

/* A sector of an atomic is there as often as its most used word is used; a lane is counted where its word has come to that use. */
static void
turns_of_all_lanes(void **state)
{
	static struct access got, without, want;
	unsigned once = 0;

	(void)state;
	for (unsigned i = 0; i < ROUNDS; i++) {
		const struct mem_request r =
			any_request(&seed, MEM_ATOMIC, UINT64_C(0x700000000000), any_of(&seed, 2) ? 256 : ROOM);
		uint8_t turn_of_sector[ISA_LANES], most = 0;
		struct isa_span s;

		access_clear(&got);
		access_clear(&without);
		access_clear(&want);
		want.kind = MEM_ATOMIC;
		for (unsigned l = 0; l < ISA_LANES; l++) {
			uint8_t turn = 0;
			unsigned k = 0;

			if (!(r.mask >> l & 1))
				continue;
			for (unsigned before = 0; before < l; before++)
				turn = (uint8_t)(turn + (r.mask >> before & 1 && r.address[before] == r.address[l]));
			most = turn > most ? turn : most;
			while (k < want.nsectors && (want.sectors[k] != r.address[l] / SECTOR || turn_of_sector[k] != turn))
				k++;
			if (k == want.nsectors) {
				want.written[k] = 0;
				turn_of_sector[k] = turn;
				want.sectors[want.nsectors++] = r.address[l] / SECTOR;
			}
			want.written[k]++;
		}
		assert_true(isa_span(&r, &s));
		coalescer_atomic(&r, &s, &got);
		coalescer_atomic(&r, NULL, &without);
		same_sectors(&got, &want);
		same_sectors(&without, &want);
		once += r.mask == UINT32_MAX && !most;
	}
	assert_in_range(once, 1, ROUNDS - 1);
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
		cmocka_unit_test(banks_of_all_lanes),
		cmocka_unit_test(sectors_of_all_lanes),
		cmocka_unit_test(turns_of_all_lanes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
