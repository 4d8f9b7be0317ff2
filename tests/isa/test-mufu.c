/* MUFU against an H200: hashes of what it gave for all operands (tests/golden/README.md). Some blocks of operands are always tried, all
 * of them with SIMT_LONG=1 in the environment (`make check-long`). */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "isa/exec.h"
#include "tests/helpers/sample.h"

enum { FUNCTIONS = 10, BLOCKS = 1024, BLOCK_BITS = 22 };

static const char *const names[FUNCTIONS] = {"COS", "SIN", "EX2", "LG2", "RCP", "RSQ", "RCP64H", "RSQ64H", "SQRT", "TANH"};

/* With SIMT_TEST_QUICK one of each six. Blocks with zero and denormals, with 0.5 to 4, with 2^128 and NaN, and with negative numbers: between them they meet every segment
 * of the tables of RCP, RSQ, SQRT, EX2, LG2 and SIN. */
static const unsigned sample[] = {254, 255, 0, 250, 252, 253, 256, 257, 511, 512, 764, 766, 1023};

static uint64_t
mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static bool
block_matches(unsigned function, unsigned block, const uint64_t *expected)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < UINT32_C(1) << BLOCK_BITS; i++) {
		const uint32_t a = (uint32_t)block << BLOCK_BITS | i;

		sum += mix((uint64_t)a << 32 | isa_mufu(function, a));
	}
	if (sum != expected[function * BLOCKS + block])
		print_error("MUFU.%s of operands from 0x%08x: not what the H200 gives\n", names[function],
			    (unsigned)((uint32_t)block << BLOCK_BITS));
	return sum == expected[function * BLOCKS + block];
}

static void
read_expected(uint64_t *expected)
{
	static unsigned char bytes[8 * FUNCTIONS * BLOCKS];
	const char *root = getenv("srcdir");
	char path[1024];
	FILE *f;

	snprintf(path, sizeof path, "%s/tests/golden/h200-mufu.bin", root ? root : ".");
	f = fopen(path, "rb");
	assert_non_null(f);
	assert_int_equal(fread(bytes, 1, sizeof bytes, f), sizeof bytes);
	fclose(f);
	for (size_t i = 0; i < sizeof bytes; i++)
		expected[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
}

static void
test_device(void **state)
{
	static uint64_t expected[FUNCTIONS * BLOCKS];
	const unsigned blocks = getenv("SIMT_LONG") ? BLOCKS : sizeof sample / sizeof *sample;
	unsigned differ = 0, done = 0;

	(void)state;
	read_expected(expected);
	for (unsigned function = 0; function < FUNCTIONS; function++)
		for (unsigned i = 0; i < blocks; i++) {
			if (blocks < BLOCKS && !sampled(function * blocks + i, 6))
				continue;
			differ += !block_matches(function, blocks == BLOCKS ? i : sample[i], expected);
			done++;
		}
	assert_true(done);
	print_message("# %u blocks of %u operands of %u functions\n", done, 1u << BLOCK_BITS, (unsigned)FUNCTIONS);
	assert_int_equal(differ, 0);
}

struct known {
	unsigned function;
	uint32_t a, result;
};

enum { COS, SIN, EX2, LG2, RCP, RSQ, RCP64H, RSQ64H, SQRT, TANH };

/* Special operands, readable. */
static void
test_special(void **state)
{
	static const struct known known[] = {
		{COS, 0x00000000, 0x3f800000},    {COS, 0x7f800000, 0x7fffffff},    {SIN, 0x80000001, 0x80000000},
		{SIN, 0x3e800000, 0x3f800000},    {EX2, 0x42fc0000, 0x7e800000},    {EX2, 0x43000000, 0x7f800000},
		{EX2, 0xc2fc0000, 0x00800000},    {EX2, 0xc2fc0001, 0x00000000},    {EX2, 0x00000001, 0x3f800000},
		{EX2, 0xff800000, 0x00000000},    {LG2, 0x3f800000, 0x00000000},    {LG2, 0x80000001, 0xff800000},
		{LG2, 0xbf800000, 0x7fffffff},    {LG2, 0x00800000, 0xc2fbffff},    {RCP, 0x00000001, 0x7f800000},
		{RCP, 0x80000000, 0xff800000},    {RCP, 0x7e800000, 0x00800000},    {RCP, 0x7e800001, 0x00000000},
		{RCP, 0xff800000, 0x80000000},    {RCP, 0xffc12345, 0x7fffffff},    {RSQ, 0x40800000, 0x3f000000},
		{RSQ, 0x80000001, 0xff800000},    {RSQ, 0xbf800000, 0x7fffffff},    {RCP64H, 0x3ff00000, 0x3ff00000},
		{RCP64H, 0x000fffff, 0x7ff00000}, {RCP64H, 0x7fd00000, 0x00100000}, {RCP64H, 0x7fd00001, 0x00000000},
		{RSQ64H, 0x40100000, 0x3fe00000}, {RSQ64H, 0x80000000, 0xfff00000}, {SQRT, 0x40800000, 0x40000000},
		{SQRT, 0x807fffff, 0x80000000},   {TANH, 0x80000001, 0x80000001},   {TANH, 0x7f800000, 0x3f800000},
	};

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		assert_int_equal(isa_mufu(known[i].function, known[i].a), known[i].result);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_device), cmocka_unit_test(test_special)};

	return cmocka_run_group_tests_name("MUFU against an H200", tests, NULL, NULL);
}
