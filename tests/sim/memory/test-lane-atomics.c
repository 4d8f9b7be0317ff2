/* test-lane-atomics.c: what an atomic of one lane does to its word, and what the lane gets, by operation, width and sign. Floating point is
 * test-variants.c's. */
#include "tests/helpers/requests.h"
#include "tests/helpers/unit.h"

#include <string.h>

#include "isa/isa.h"
#include "isa/span.h"
#include "sim/memory/lane-atomics.h"

enum { LANE = 5 };

struct row {
	uint8_t op;
	bool sign;
	uint64_t old, v, w, new;
};

/* Of integers: 32 bits, and with the same numbers in the upper half 64 bits. */
static const struct row row[] = {
	{ATOM_ADD, false, 5, 7, 0, 12},
	{ATOM_ADD, true, 3, -UINT64_C(4), 0, -UINT64_C(1)},
	{ATOM_ADD, false, -UINT64_C(1), 1, 0, 0},
	{ATOM_MIN, false, 5, 7, 0, 5},
	{ATOM_MIN, false, 7, 5, 0, 5},
	{ATOM_MIN, false, 1, -UINT64_C(1), 0, 1},
	{ATOM_MIN, true, 1, -UINT64_C(1), 0, -UINT64_C(1)},
	{ATOM_MIN, true, -UINT64_C(2), -UINT64_C(1), 0, -UINT64_C(2)},
	{ATOM_MAX, false, 5, 7, 0, 7},
	{ATOM_MAX, false, 7, 5, 0, 7},
	{ATOM_MAX, false, 1, -UINT64_C(1), 0, -UINT64_C(1)},
	{ATOM_MAX, true, 1, -UINT64_C(1), 0, 1},
	{ATOM_MAX, true, -UINT64_C(2), -UINT64_C(1), 0, -UINT64_C(1)},
	/* up to the operand, then 0 */
	{ATOM_INC, false, 4, 6, 0, 5},
	{ATOM_INC, false, 5, 6, 0, 6},
	{ATOM_INC, false, 6, 6, 0, 0},
	{ATOM_INC, false, 7, 6, 0, 0},
	/* down to 0, then the operand; from above it, too */
	{ATOM_DEC, false, 5, 6, 0, 4},
	{ATOM_DEC, false, 6, 6, 0, 5},
	{ATOM_DEC, false, 9, 6, 0, 6},
	{ATOM_DEC, false, 0, 6, 0, 6},
	{ATOM_AND, false, 12, 10, 0, 8},
	{ATOM_OR, false, 12, 10, 0, 14},
	{ATOM_XOR, false, 12, 10, 0, 6},
	{ATOM_EXCH, false, 12, 10, 0, 10},
	{ATOM_CAS, false, 12, 12, 3, 3},
	{ATOM_CAS, false, 12, 11, 3, 12},
};

/* Word i of an operand of lane LANE: it is the only one that counts. */
static void
set(struct mem_request *r, unsigned i, uint64_t v)
{
	const unsigned words = r->bytes / 4;

	for (unsigned k = 0; k < words; k++)
		r->data[words * i + k][LANE] = (uint32_t)(v >> 32 * k);
}

static void
integers(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		for (unsigned bytes = 4; bytes <= 8; bytes += 4) {
			struct mem_request r = {
				.kind = MEM_ATOMIC, .bytes = (uint8_t)bytes, .atomic = row[i].op, .sign = row[i].sign};
			const uint64_t mask = bytes == 4 ? UINT32_MAX : UINT64_MAX;
			uint64_t word = row[i].old & mask, got;

			set(&r, 0, row[i].v);
			set(&r, 1, row[i].w);
			lane_atomics_perform(&r, LANE, (uint8_t *)&word);
			if (word != (row[i].new &mask))
				fail_msg("row %zu, %u bytes: %llx", i, bytes, (unsigned long long)word);
			got = r.data[0][LANE] | (bytes == 8 ? (uint64_t)r.data[1][LANE] << 32 : 0);
			assert_true(got == (row[i].old & mask));
		}
}

/* The upper half of 64 bits counts: carries, comparisons, sign. */
static void
upper_halves(void **state)
{
	static const struct row wide[] = {
		{ATOM_ADD, false, UINT32_MAX, 1, 0, UINT64_C(1) << 32},
		{ATOM_MIN, false, (UINT64_C(2) << 32) + 1, (UINT64_C(1) << 32) + 5, 0, (UINT64_C(1) << 32) + 5},
		{ATOM_MIN, true, (UINT64_C(1) << 63) + 5, 1, 0, (UINT64_C(1) << 63) + 5},
		{ATOM_MAX, true, (UINT64_C(1) << 63) + 5, 1, 0, 1},
		/* bit 31 is no sign of 64 bits */
		{ATOM_MAX, true, UINT64_C(1) << 31, 1, 0, UINT64_C(1) << 31},
		{ATOM_CAS, false, (UINT64_C(9) << 32) + 1, (UINT64_C(8) << 32) + 1, 3, (UINT64_C(9) << 32) + 1},
		{ATOM_CAS, false, (UINT64_C(9) << 32) + 1, (UINT64_C(9) << 32) + 1, UINT64_C(7) << 32, UINT64_C(7) << 32},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
		struct mem_request r = {.kind = MEM_ATOMIC, .bytes = 8, .atomic = wide[i].op, .sign = wide[i].sign};
		uint64_t word = wide[i].old;

		set(&r, 0, wide[i].v);
		set(&r, 1, wide[i].w);
		lane_atomics_perform(&r, LANE, (uint8_t *)&word);
		if (word != wide[i].new)
			fail_msg("row %zu: %llx", i, (unsigned long long)word);
		assert_true((r.data[0][LANE] | (uint64_t)r.data[1][LANE] << 32) == wide[i].old);
	}
}

/* Nothing beside the word is touched: neither memory nor other lanes. */
static void
beside(void **state)
{
	(void)state;
	for (unsigned bytes = 4; bytes <= 16; bytes *= 2) {
		struct mem_request r = {.kind = MEM_ATOMIC, .bytes = (uint8_t)bytes, .atomic = ATOM_EXCH};
		uint8_t memory[32];

		memset(memory, 0xaa, sizeof memory);
		memset(r.data, 0x55, sizeof r.data);
		lane_atomics_perform(&r, LANE, memory);
		for (unsigned i = 0; i < sizeof memory; i++)
			assert_int_equal(memory[i], i < bytes ? 0x55 : 0xaa);
		for (unsigned k = 0; k < 8; k++)
			for (unsigned l = 0; l < ISA_LANES; l++)
				assert_int_equal(r.data[k][l], l == LANE && k < bytes / 4 ? 0xaaaaaaaa : 0x55555555);
	}
}

/* 16 bytes are exchanged, or where all of them are what they are compared with. */
static void
sixteen_bytes(void **state)
{
	(void)state;
	for (unsigned other = 0; other <= 4; other++) {
		struct mem_request r = {.kind = MEM_ATOMIC, .bytes = 16, .atomic = ATOM_CAS};
		uint32_t word[4];

		for (unsigned i = 0; i < 4; i++) {
			word[i] = 10 + i;
			r.data[i][LANE] = i == other ? 99 : 10 + i;
			r.data[4 + i][LANE] = 20 + i;
		}
		lane_atomics_perform(&r, LANE, (uint8_t *)word);
		for (unsigned i = 0; i < 4; i++) {
			assert_int_equal(word[i], other < 4 ? 10 + i : 20 + i);
			assert_int_equal(r.data[i][LANE], 10 + i);
		}
	}
}

/* Floating point on 16 bytes: each half with its own operand. */
static void
numbers_of_sixteen_bytes(void **state)
{
	static const double old[2] = {1, 10}, add[2] = {2, 0.5};
	struct mem_request r = {.kind = MEM_ATOMIC, .bytes = 16, .atomic = ATOM_FADD};
	uint32_t words[4];
	double word[2], got[2];

	(void)state;
	memcpy(word, old, sizeof word);
	memcpy(words, add, sizeof words);
	for (unsigned i = 0; i < 4; i++)
		r.data[i][LANE] = words[i];
	lane_atomics_perform(&r, LANE, (uint8_t *)word);
	assert_true(word[0] == 3 && word[1] == 10.5);
	for (unsigned i = 0; i < 4; i++)
		words[i] = r.data[i][LANE];
	memcpy(got, words, sizeof got);
	assert_true(got[0] == 1 && got[1] == 10);
}

/* All lanes at once, at places that some have in common, and one after the other. */
static void
all_lanes(void **state)
{
	enum { ROUNDS = 20000, ROOM = 512 };
	static uint8_t once[ROOM], each[ROOM];
	uint64_t seed = 1;

	(void)state;
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct mem_request r = any_request(&seed, MEM_ATOMIC, UINT64_C(0x700000000000), ROOM), s;
		struct isa_span span;

		if (r.bytes < 4)
			continue;
		r.atomic = (uint8_t)(r.bytes == 16 ? ATOM_EXCH + any_of(&seed, 2) : any_of(&seed, ATOM_CAS + 1));
		r.sign = any_of(&seed, 2);
		/* so that comparisons hold, too */
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned w = 0; w < 8; w++)
				r.data[w][l] %= 4;
		s = r;
		assert_true(isa_span(&r, &span));
		lane_atomics_perform_all(&r, &span, once + (span.first - UINT64_C(0x700000000000)));
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (s.mask >> l & 1)
				lane_atomics_perform(&s, l, each + (s.address[l] - UINT64_C(0x700000000000)));
		assert_memory_equal(r.data, s.data, sizeof r.data);
		assert_memory_equal(once, each, ROOM);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers),
		cmocka_unit_test(upper_halves),
		cmocka_unit_test(beside),
		cmocka_unit_test(sixteen_bytes),
		cmocka_unit_test(numbers_of_sixteen_bytes),
		cmocka_unit_test(all_lanes),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
