/* Executors against an H200: each instruction of tests/golden/h200-lanes.bin ran there on the 256 threads' registers of h200-inputs.bin
 * (tests/golden/README.md); what it left in R16, R17 and the predicates, or in UR16, UR17 and the uniform ones, is held by its hash. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/exec.h"

enum { RECORD = 28, INPUT = 32, SETS = 2, THREADS = 128, REGS = 32, MIN_WORDS = 3000, MISMATCHES_SHOWN = 10, LINE = 512 };

/* UR4 to UR9. UP2 and UP4 are set. */
static const uint32_t uniform_inputs[] = {0x3f800001, 0x00000011, 0x40490fdb, 0xc0000003, 0x80000005, 0x7fffffff};

static size_t
read_golden(const char *name, unsigned char *buf, size_t size)
{
	const char *root = getenv("srcdir");
	char path[1024];
	FILE *f;
	size_t n;

	snprintf(path, sizeof path, "%s/tests/golden/%s", root ? root : ".", name);
	f = fopen(path, "rb");
	assert_non_null(f);
	n = fread(buf, 1, size, f);
	fclose(f);
	return n;
}

static uint64_t
little_endian(const unsigned char *p, int bytes)
{
	uint64_t v = 0;

	while (bytes-- > 0)
		v = v << 8 | p[bytes];
	return v;
}

static uint64_t
hash(uint64_t h, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		h = (h ^ (v >> (8 * i) & 0xff)) * UINT64_C(0x100000001b3);
	return h;
}

/* Runs one instruction on the 32 threads whose inputs are at `in`. Returns the hash continued with what it leaves. */
static uint64_t
run_warp(const struct inst *inst, const unsigned char *in, bool uniform, uint64_t h)
{
	static uint32_t r[REGS][ISA_LANES];
	struct home_row row = {.r = r};
	struct uniform u = {.p = 0x80 | 1 << 2 | 1 << 4};
	const struct exec_block block = {.bank_bytes = {0}};
	struct exec x = {.row = &row, .u = &u, .block = &block, .active = UINT32_MAX, .width = ISA_LANES};

	memset(r, 0, sizeof r);
	row.p[ISA_PT] = UINT32_MAX;
	memcpy(u.r + 4, uniform_inputs, sizeof uniform_inputs);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		for (unsigned i = 0; i < 8; i++)
			r[4 + i][l] = (uint32_t)little_endian(in + INPUT * l + 4 * i, 4);
		for (unsigned i = 0; i < ISA_PT; i++)
			row.p[i] |= (r[10][l] >> i & 1) << l;
	}
	x.mask = isa_guard(inst, &x);
	inst->op->exec(inst, &x);
	assert_null(x.fault);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		uint32_t p = 0;

		for (unsigned i = 0; i < ISA_PT; i++)
			p |= (row.p[i] >> l & 1) << i;
		h = hash(h, uniform ? u.r[16] : r[16][l]);
		h = hash(h, uniform ? u.r[17] : r[17][l]);
		h = hash(h, uniform ? u.p & 1u : p);
		h = hash(h, uniform ? p | (u.p & 2u) << 7 : 0);
	}
	return h;
}

static void
test_device(void **state)
{
	static unsigned char words[RECORD * 8192], in[INPUT * SETS * THREADS];
	const size_t n = read_golden("h200-lanes.bin", words, sizeof words) / RECORD;
	unsigned differ = 0;

	(void)state;
	assert_int_equal(read_golden("h200-inputs.bin", in, sizeof in), sizeof in);
	assert_true(n >= MIN_WORDS);
	for (size_t i = 0; i < n; i++) {
		const unsigned char *w = words + RECORD * i;
		const bool uniform = little_endian(w + 16, 4) != 0;
		uint64_t h = UINT64_C(0xcbf29ce484222325);
		struct inst inst;
		char text[LINE];

		assert_true(isa_decode(little_endian(w, 8), little_endian(w + 8, 8), 0, 90, &inst));
		for (unsigned t = 0; t < SETS * THREADS; t += ISA_LANES)
			h = run_warp(&inst, in + (size_t)INPUT * t, uniform, h);
		if (h == little_endian(w + 20, 8))
			continue;
		isa_print(&inst, text, sizeof text);
		if (differ++ < MISMATCHES_SHOWN)
			print_error("%s: not what the H200 gives\n", text);
	}
	print_message("# %zu instructions on %d threads each\n", n, SETS * THREADS);
	assert_int_equal(differ, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_device)};

	return cmocka_run_group_tests_name("executors against an H200", tests, NULL, NULL);
}
