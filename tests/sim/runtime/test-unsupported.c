/* What is said of the instructions of a kernel that are not simulated: how many, by name, and whether control flow can come to them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "isa/isa.h"
#include "sim/runtime/unsupported.h"

enum { MOST = 40, SM = 90 };

struct word {
	uint64_t lo, hi;
};

static const struct word nop = {0x0000000000007918, 0x000fc00000000000}, leave = {0x000000000000794d, 0x000fea0003800000},
			 bmma = {0x000000000000723d, 0x000fc00000000000}, al2p = {0x0000000000007920, 0x000fc00000000000},
			 footprint = {0x0000000000007373, 0x000fc00000000000}, nameless = {0x0000000000007fff, 0x000fc00000000000};

static void
says(const struct word *code, size_t n, const char *expected)
{
	struct inst inst[MOST];
	char text[600];

	unsupported_text((const uint8_t *)code, inst, n, SM, text, sizeof text);
	assert_string_equal(text, expected);
}

#define SAYS(expected, ...)                                       \
	do {                                                      \
		const struct word code[] = {__VA_ARGS__};         \
		says(code, sizeof code / sizeof *code, expected); \
	} while (0)

static void
test_one(void **state)
{
	(void)state;
	SAYS("unknown instruction (a form of BMMA)", nop, bmma, leave);
	SAYS("unknown instruction (a form of FOOTPRINT)", footprint, leave);
	SAYS("unknown instruction", nameless, leave);
	SAYS("unknown instruction (a form of BMMA), to which control flow cannot come:", nop, leave, bmma);
}

static void
test_many(void **state)
{
	(void)state;
	SAYS("2 instructions that are not simulated (2 BMMA); control flow can come to all of them; the first is", bmma, bmma,
	     leave);
	SAYS("4 instructions that are not simulated (1 AL2P, 2 BMMA, 1 without a name (code 0x0fff)); control flow can come "
	     "to 3 of "
	     "them; the first is",
	     al2p, bmma, bmma, leave, nameless);
	SAYS("2 instructions that are not simulated (1 BMMA, 1 AL2P); control flow can come to none of them; the first is", leave,
	     bmma, al2p);
}

/* Words of codes that others.def has, each under its own name; from the 13th name on they are counted together. */
static void
test_kinds(void **state)
{
	static const unsigned codes[] = {0x0920, 0x1521, 0x1522, 0x19f2, 0x023d, 0x0357, 0x1958,
					 0x0b91, 0x0373, 0x0822, 0x03c0, 0x0326, 0x095b, 0x095b};
	enum { CODES = sizeof codes / sizeof *codes };
	struct word code[MOST] = {{0, 0}};
	struct inst inst[MOST];
	char text[600];

	(void)state;
	for (size_t i = 0; i < CODES; i++)
		code[i] = (struct word){0x7000 | (codes[i] & 0xfff), 0x000fc00000000000 | (uint64_t)(codes[i] >> 12) << 27};
	code[CODES] = leave;
	says(code, CODES + 1,
	     "14 instructions that are not simulated (1 AL2P, 1 ALD, 1 AST, 1 BGMMA, 1 BMMA, 1 BMOV, 1 BRXU, 1 CCTLT, 1 FOOTPRINT, "
	     "1 FSWZADD, "
	     "1 GETLMEMBASE, 1 IPA, 2 of other kinds); control flow can come to all of them; the first is");
	/* no more than there is room for */
	memset(text, 'x', sizeof text);
	unsupported_text((const uint8_t *)code, inst, CODES + 1, SM, text, 20);
	assert_int_equal(strlen(text), 19);
	assert_int_equal(text[20], 'x');
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_kinds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
