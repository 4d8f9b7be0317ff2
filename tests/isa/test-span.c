/* test-span.c: the addresses of lanes taken together, and data from and to there, against one lane after the other: random requests, and
 * boundaries of distance. */
#include <string.h>

#include "tests/helpers/requests.h"
#include "tests/helpers/unit.h"

#include "isa/span.h"

enum { ROUNDS = 20000, ROOM = 1 << 16 };

static const uint64_t from = UINT64_C(0x7fffffff8000); /* lanes lie on both sides of a multiple of 2^32, too */
static uint8_t memory[ROOM], plain[ROOM];
static uint64_t seed = 1;

static uint64_t
lowest(const struct mem_request *r, uint64_t *highest)
{
	uint64_t low = UINT64_MAX;

	*highest = 0;
	for (unsigned l = 0; l < ISA_LANES; l++)
		if (r->mask >> l & 1) {
			low = r->address[l] < low ? r->address[l] : low;
			*highest = r->address[l] > *highest ? r->address[l] : *highest;
		}
	return low;
}

/* Whether no two lanes begin in one sector. */
static bool
apart(const struct mem_request *r)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned k = 0; k < l; k++)
			if (r->address[l] / 32 == r->address[k] / 32)
				return false;
	return true;
}

/* The lanes that begin in another sector than the lane before. */
static uint32_t
begins(const struct mem_request *r)
{
	uint32_t in = 1;

	for (unsigned l = 1; l < ISA_LANES; l++)
		if (r->address[l] / 32 != r->address[l - 1] / 32)
			in |= UINT32_C(1) << l;
	return in;
}

/* How many of the lanes are in the bank that has most of them. */
static unsigned
fullest(const struct mem_request *r, uint32_t mask, unsigned shift, unsigned banks)
{
	unsigned in[32] = {0}, most = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		if (mask >> l & 1) {
			unsigned *n = in + (r->address[l] >> shift) % banks;

			++*n;
			most = *n > most ? *n : most;
		}
	return most;
}

static void
check_banks(const struct mem_request *r, const struct isa_span *s)
{
	for (unsigned banks = 1; banks <= 32; banks *= 2)
		for (unsigned shift = 2; shift <= 4; shift++) {
			const uint32_t part = r->mask & (UINT32_MAX >> any_of(&seed, 32));

			assert_int_equal(isa_span_fullest(s, r->mask, shift, banks), fullest(r, r->mask, shift, banks));
			assert_int_equal(isa_span_fullest(s, part, shift, banks), fullest(r, part, shift, banks));
		}
}

static void
spans(void **state)
{
	(void)state;
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct mem_request r = any_request(&seed, MEM_LOAD, i & 1 ? from : 0, ROOM);
		const unsigned first = (unsigned)__builtin_ctz(r.mask);
		const uint32_t off = any_of(&seed, 8) ? 0 : any_of(&seed, 16);
		uint64_t low, high;
		uint64_t banks = 0;
		bool own = true, upwards = r.mask == UINT32_MAX;
		bool aligned = true, row = r.mask == UINT32_MAX;
		struct isa_span s;

		r.space = i & 1 ? MEM_GLOBAL : MEM_SHARED;
		r.address[first] += off;
		low = lowest(&r, &high);
		assert_true(isa_span(&r, &s));
		assert_int_equal(s.first, low);
		assert_int_equal(s.last, high - low);
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint64_t at = r.mask >> l & 1 ? r.address[l] : r.address[first];

			aligned = aligned && at % r.bytes == 0;
			row = row && r.address[l] == r.address[0] + l * r.bytes;
			own = own && (!(r.mask >> l & 1) || !(banks >> (at - low) / 4 % 16 & 1));
			banks |= r.mask >> l & 1 ? UINT64_C(1) << (at - low) / 4 % 16 : 0;
		}
		assert_int_equal(s.aligned, aligned);
		assert_int_equal(s.row, row);
		for (unsigned l = 1; l < ISA_LANES; l++)
			upwards = upwards && r.address[l] > r.address[l - 1];
		assert_int_equal(s.upwards, upwards);
		if (row)
			continue;
		for (unsigned l = 0; l < ISA_LANES; l++)
			assert_int_equal(s.at[l], (r.mask >> l & 1 ? r.address[l] : r.address[first]) - low);
		assert_int_equal(isa_span_own_banks(&s, r.mask, 16), own);
		if (r.mask == UINT32_MAX)
			assert_int_equal(isa_span_apart(&s, 5), apart(&r));
		if (upwards)
			assert_int_equal(isa_span_begins(&s, 5), begins(&r));
		check_banks(&r, &s);
	}
}

/* Lanes that are far from each other have no span; a lane that takes no part may be anywhere. */
static void
far_lanes(void **state)
{
	static const uint64_t apart[] = {
		0, 4, UINT64_C(1) << 29, UINT64_C(1) << 31, UINT64_C(1) << 32, UINT64_C(1) << 62, 0 - UINT64_C(8)};

	(void)state;
	for (unsigned i = 0; i < sizeof apart / sizeof *apart; i++)
		for (unsigned l = 0; l < ISA_LANES; l += 31) {
			struct mem_request r = {.space = MEM_GLOBAL, .bytes = 4, .mask = UINT32_MAX};
			struct isa_span s;

			for (unsigned k = 0; k < ISA_LANES; k++)
				r.address[k] = from;
			r.address[l] += apart[i];
			assert_int_equal(isa_span(&r, &s), i < 3 || i == 6);
			r.mask ^= UINT32_C(1) << l;
			assert_true(isa_span(&r, &s));
			assert_int_equal(s.first, from);
			assert_int_equal(s.last, 0);
		}
}

/* What lane l loads from p. */
static void
load_lane(struct mem_request *r, unsigned l, const uint8_t *p)
{
	uint32_t v = 0;

	if (r->bytes >= 4) {
		for (unsigned w = 0; w < r->bytes / 4u; w++)
			memcpy(&r->data[w][l], p + 4 * (size_t)w, 4);
		return;
	}
	memcpy(&v, p, r->bytes);
	if (r->sign && v >> (8 * r->bytes - 1))
		v |= UINT32_MAX << 8 * r->bytes;
	r->data[0][l] = v;
}

static void
loads(void **state)
{
	(void)state;
	for (unsigned i = 0; i < ROOM; i++)
		memory[i] = (uint8_t)any_of(&seed, 256);
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct mem_request r = any_request(&seed, MEM_LOAD, from, ROOM), want = r;
		struct isa_span s;

		for (unsigned l = 0; l < ISA_LANES; l++)
			if (r.mask >> l & 1)
				load_lane(&want, l, memory + (r.address[l] - from));
		assert_true(isa_span(&r, &s));
		isa_span_load(&r, &s, memory + (s.first - from));
		assert_memory_equal(r.data, want.data, sizeof r.data);
	}
}

/* The lanes of a part of the warp store from the highest to the lowest, one part after the other. */
static void
stores(void **state)
{
	(void)state;
	memset(memory, 0, sizeof memory);
	memset(plain, 0, sizeof plain);
	for (unsigned i = 0; i < ROUNDS; i++) {
		const struct mem_request r = any_request(&seed, MEM_STORE, from, ROOM);
		const unsigned part = r.bytes == 16 ? 7 : r.bytes == 8 ? 15 : 31;
		struct isa_span s;

		for (unsigned k = 0; k < ISA_LANES; k++)
			for (unsigned l = k ^ part, w = 0; r.mask >> l & 1 && w < (r.bytes + 3u) / 4; w++)
				memcpy(plain + (r.address[l] - from) + 4 * (size_t)w, &r.data[w][l], r.bytes < 4 ? r.bytes : 4);
		assert_true(isa_span(&r, &s));
		isa_span_store(&r, &s, memory + (s.first - from));
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (r.mask >> l & 1)
				assert_memory_equal(memory + (r.address[l] - from), plain + (r.address[l] - from), r.bytes);
		if (i % 256 == 0)
			assert_memory_equal(memory, plain, ROOM);
	}
	assert_memory_equal(memory, plain, ROOM);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spans),
		cmocka_unit_test(far_lanes),
		cmocka_unit_test(loads),
		cmocka_unit_test(stores),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
