/* Matrix instructions of a group of warps against what an H200 gave: any descriptors under each swizzle, and sums of all types, of numbers near to each
 * other, far from each other, special ones and any. tests/golden/h200-gmma.bin has a hash of the results of each launch. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "isa/exec.h"
#include "isa/gmma.h"
#include "tests/isa/gmma-inputs.h"

enum { RESERVED = 1024, SHARED = RESERVED + 0x38000, REGISTERS = 256 };

static uint32_t registers[REGISTERS][ISA_LANES];
static uint8_t shared[SHARED];
static struct gmma_launch launch;

/* What a warp sees. */
struct machine {
	struct home_row row;
	struct uniform u;
	struct exec_block block;
	struct exec x;
};

static void
machine_of(struct machine *m, unsigned warp)
{
	*m = (struct machine){.row = {.r = registers}, .block = {.shared = shared, .shared_bytes = SHARED}};
	m->row.p[ISA_PT] = UINT32_MAX;
	m->u.p = 1u << ISA_PT;
	m->x = (struct exec){.row = &m->row,
			     .u = &m->u,
			     .block = &m->block,
			     .active = UINT32_MAX,
			     .mask = UINT32_MAX,
			     .width = ISA_LANES,
			     .warp_id = warp};
}

static void
put_descriptor(struct uniform *u, unsigned ur, uint64_t d)
{
	d += RESERVED / 16;
	u->r[ur] = (uint32_t)d;
	u->r[ur + 1] = (uint32_t)(d >> 32);
}

/* The launch, warp by warp; returns a hash of what threads have in d. */
static uint64_t
carry_out(const struct inst *in)
{
	static uint32_t result[128][128];
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	memcpy(shared + RESERVED, launch.image, sizeof launch.image);
	for (unsigned warp = 0; warp < GMMA_WARPS; warp++) {
		struct machine m;

		machine_of(&m, warp);
		put_descriptor(&m.u, in->b.index, launch.of_a);
		put_descriptor(&m.u, in->b.index + 2u, launch.of_b);
		m.u.p |= launch.with_c ? 0x7f : 0;
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const unsigned t = warp * ISA_LANES + l;

			for (unsigned i = 0; i < in->na; i++)
				registers[in->a.index + i][l] = launch.a[4 * t + i];
			for (unsigned i = 0; i < in->nc; i++)
				registers[in->c.index + i][l] = launch.c[t * in->nc + i];
			if (in->f[F_sparse])
				registers[in->f[F_meta]][l] = launch.meta[t];
		}
		in->op->exec(in, &m.x);
		assert_null(m.x.fault);
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned i = 0; i < in->nd; i++)
				result[warp * ISA_LANES + l][i] = registers[in->d + i][l];
	}
	for (unsigned t = 0; t < 128; t++)
		for (unsigned i = 0; i < in->nd; i++)
			hash = (hash ^ result[t][i]) * UINT64_C(0x100000001b3);
	return hash;
}

/* What the device gave, hash by hash; *n gets how many. */
static uint64_t *
read_golden(size_t *n)
{
	static uint64_t golden[1 << 12];
	const char *root = getenv("srcdir");
	char path[500];
	FILE *f;

	snprintf(path, sizeof path, "%s/tests/golden/h200-gmma.bin", root ? root : ".");
	f = fopen(path, "rb");
	assert_non_null(f);
	*n = fread(golden, sizeof *golden, sizeof golden / sizeof *golden, f);
	fclose(f);
	return golden;
}

static void
test_as_on_a_device(void **state)
{
	size_t n, at = 0;
	const uint64_t *const golden = read_golden(&n);

	(void)state;
	for (unsigned k = 0; k < GMMA_KERNELS; k++) {
		struct inst in;
		unsigned wrong = 0;

		assert_true(isa_decode(gmma_kernels[k].lo, gmma_kernels[k].hi, 0, 90, &in));
		for (unsigned i = 0; i < gmma_launches(gmma_kernels + k); i++, at++) {
			assert_true(at < n);
			gmma_make(k, i, in.nc, in.a.kind == SRC_REG, &launch);
			wrong += carry_out(&in) != golden[at];
		}
		if (wrong)
			print_error("%s: %u launches have other results\n", gmma_kernels[k].name, wrong);
		assert_int_equal(wrong, 0);
	}
	assert_int_equal(at, n);
}

/* HGMMA.64x8x16.F32 R24, R28, gdesc[UR4], R24, UP0, gsb0 */
static const uint64_t word_lo = 0x000000041c187df0, word_hi = 0x000fe2000b800818;

static void
run_at(struct machine *m, uint64_t descriptor)
{
	struct inst in;

	assert_true(isa_decode(word_lo, word_hi, 0, 90, &in));
	m->u.r[6] = (uint32_t)descriptor;
	m->u.r[7] = (uint32_t)(descriptor >> 32);
	in.op->exec(&in, &m->x);
}

static void
test_end_of_shared_memory(void **state)
{
	struct machine m;
	const uint64_t last = gmma_descriptor(SHARED - 256, 128, 0, 0, 0);

	(void)state;
	machine_of(&m, 0);
	run_at(&m, last);
	assert_null(m.x.fault);
	run_at(&m, last + 1);
	assert_string_equal(m.x.fault, "a matrix reaches beyond the block's shared memory");
	/* no shared memory at all */
	machine_of(&m, 0);
	m.block.shared_bytes = 0;
	run_at(&m, 0);
	assert_non_null(m.x.fault);
}

static void
test_whole_warps(void **state)
{
	struct machine m;

	(void)state;
	machine_of(&m, 0);
	m.x.mask = UINT32_MAX >> 1;
	run_at(&m, 64);
	assert_string_equal(m.x.fault, "a matrix instruction needs all 32 lanes of a warp");
	machine_of(&m, 0);
	m.x.width = 16;
	run_at(&m, 64);
	assert_non_null(m.x.fault);
}

static void
test_columns(void **state)
{
	/* word of 8 columns, bit 53 counts the others */
	static const struct {
		uint64_t lo, hi;
		unsigned step, shapes, last;
	} c[] = {{0x000000041c187df0, 0x000fe2000b800818, 1, 32, 256},
		 {0x000000041c187df1, 0x000fe2000b840018, 3, 18, 256},
		 {0x000000041c187df2, 0x000fe2000b814018, 1, 18, 256}};

	(void)state;
	for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
		struct inst in;
		unsigned before = 0;

		for (unsigned n = 0; n < c[i].shapes; n++) {
			assert_true(isa_decode(c[i].lo | (uint64_t)(n * c[i].step) << 53, c[i].hi, 0, 90, &in));
			assert_true(gmma_columns(&in) > before && gmma_columns(&in) % 8 == 0);
			before = gmma_columns(&in);
			assert_int_equal(in.nd, before / 2);
			assert_int_equal(in.nc, before / 2);
		}
		assert_int_equal(before, c[i].last);
		if (c[i].shapes < 32)
			assert_false(isa_decode(c[i].lo | (uint64_t)(c[i].shapes * c[i].step) << 53, c[i].hi, 0, 90, &in));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_as_on_a_device),
		cmocka_unit_test(test_end_of_shared_memory),
		cmocka_unit_test(test_whole_warps),
		cmocka_unit_test(test_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
