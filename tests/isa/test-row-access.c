/* test-row-access.c: which loads and stores are seen to be of words behind each other, or of one word; and what they move. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "isa/executors.h"
#include "isa/row-access.h"

enum { REGISTERS = 16, LOW = 4, HIGH = 5, DATA = 8, SIZE_8 = 0, SIZE_16 = 2, SIZE_32 = 4, SIZE_64 = 5, SIZE_128 = 6 };

struct warp_row {
	uint32_t r[REGISTERS][ISA_LANES];
	struct home_row row;
	struct uniform u;
	struct exec_block block;
	struct opcode op;
	struct inst in;
	struct exec x;
};

/* An instruction of all lanes, with addresses `first` and on, so many bytes apart. */
static void
begin(struct warp_row *w, void (*exec)(const struct inst *, struct exec *), unsigned size, uint64_t first, int64_t apart)
{
	*w = (struct warp_row){.op = {.exec = exec}};
	for (unsigned i = 0; i < REGISTERS; i++)
		for (unsigned l = 0; l < ISA_LANES; l++)
			w->r[i][l] = 1000 * i + l;
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint64_t address = first + (uint64_t)(apart * (int64_t)l);

		w->r[LOW][l] = (uint32_t)address;
		w->r[HIGH][l] = (uint32_t)(address >> 32);
	}
	w->row.r = w->r;
	w->in = (struct inst){.op = &w->op,
			      .a = {.kind = SRC_REG, .index = LOW},
			      .b = {.kind = SRC_REG, .index = DATA},
			      .c = {.kind = SRC_NONE},
			      .d = DATA,
			      .na = 2};
	w->in.f[F_size] = (uint8_t)size;
	w->in.f[F_e] = 1;
	w->x = (struct exec){.row = &w->row, .u = &w->u, .block = &w->block, .active = UINT32_MAX, .mask = UINT32_MAX};
}

static bool
is_row(struct warp_row *w, struct isa_row_access *a)
{
	const uint8_t form = isa_row_form(&w->in);

	return form && isa_row_access(&w->in, form, &w->x, a);
}

static void
rows_and_one_word(void **state)
{
	static const unsigned sizes[] = {SIZE_32, SIZE_64, SIZE_128}, bytes[] = {4, 8, 16};
	const uint64_t first = UINT64_C(0x700000001000);
	struct isa_row_access a;
	struct warp_row w;

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		begin(&w, isa_exec_ldg, sizes[i], first, bytes[i]);
		assert_true(is_row(&w, &a));
		assert_true(a.first == first && a.bytes == bytes[i] && !a.shared && !a.store && !a.one);
		begin(&w, isa_exec_stg, sizes[i], first, bytes[i]);
		assert_true(is_row(&w, &a) && a.store && !a.shared);
		begin(&w, isa_exec_lds, sizes[i], 0x400, bytes[i]);
		assert_true(is_row(&w, &a) && a.shared && !a.store && a.first == 0x400);
		begin(&w, isa_exec_sts, sizes[i], 0x400, bytes[i]);
		assert_true(is_row(&w, &a) && a.shared && a.store);
		/* one word is loaded for all, and not stored by all */
		begin(&w, isa_exec_ldg, sizes[i], first, 0);
		assert_true(is_row(&w, &a) && a.one && a.first == first);
		begin(&w, isa_exec_lds, sizes[i], 0x400, 0);
		assert_true(is_row(&w, &a) && a.one);
		begin(&w, isa_exec_stg, sizes[i], first, 0);
		assert_false(is_row(&w, &a));
		/* neither */
		for (int apart = -16; apart <= 32; apart++) {
			begin(&w, isa_exec_ldg, sizes[i], first, apart);
			assert_int_equal(is_row(&w, &a), apart == 0 || apart == (int)bytes[i]);
			begin(&w, isa_exec_lds, sizes[i], 0x1000, apart);
			assert_int_equal(is_row(&w, &a), apart == 0 || apart == (int)bytes[i]);
		}
	}
}

static void
each_lane_counts(void **state)
{
	struct isa_row_access a;
	struct warp_row w;

	(void)state;
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned apart = 0; apart <= 4; apart += 4) {
			begin(&w, isa_exec_ldg, SIZE_32, UINT64_C(0x700000001000), apart);
			w.r[LOW][l] ^= 4;
			assert_false(is_row(&w, &a));
			begin(&w, isa_exec_ldg, SIZE_32, UINT64_C(0x700000001000), apart);
			w.r[HIGH][l] ^= 1;
			assert_false(is_row(&w, &a));
			begin(&w, isa_exec_lds, SIZE_32, 0x400, apart);
			w.r[LOW][l] ^= 4;
			assert_false(is_row(&w, &a));
			begin(&w, isa_exec_ldg, SIZE_32, UINT64_C(0x700000001000), apart);
			w.x.mask &= ~(UINT32_C(1) << l);
			assert_false(is_row(&w, &a));
		}
}

static void
addresses_at_boundaries(void **state)
{
	struct isa_row_access a;
	struct warp_row w;

	(void)state;
	/* the last row before the lower half begins anew, and one over that */
	begin(&w, isa_exec_ldg, SIZE_32, UINT64_C(0x7000ffffff80), 4);
	assert_true(is_row(&w, &a) && a.first == UINT64_C(0x7000ffffff80));
	begin(&w, isa_exec_ldg, SIZE_32, UINT64_C(0x7000ffffff84), 4);
	assert_false(is_row(&w, &a));
	/* lanes whose upper halves are alike there are far apart */
	for (unsigned l = 0; l < ISA_LANES; l++)
		w.r[HIGH][l] = 0x7000;
	assert_false(is_row(&w, &a));
	/* the displacement has a sign, the uniform part 64 bits */
	begin(&w, isa_exec_ldg, SIZE_32, UINT64_C(0x700000000000), 4);
	w.in.displacement = -4;
	assert_true(is_row(&w, &a) && a.first == UINT64_C(0x6ffffffffffc));
	w.in.c = (struct isa_source){.kind = SRC_UREG, .index = 2};
	w.u.r[2] = 8;
	w.u.r[3] = 1;
	assert_true(is_row(&w, &a) && a.first == UINT64_C(0x700100000004));
	/* then a register alone has 32 */
	w.in.na = 1;
	assert_true(is_row(&w, &a) && a.first == UINT64_C(0x100000004));
	/* those of shared memory have 32, less where it begins */
	begin(&w, isa_exec_lds, SIZE_32, 0x400, 4);
	w.in.c = (struct isa_source){.kind = SRC_UREG, .index = 2};
	w.u.r[2] = 0x01000010;
	w.block.shared_base = 0x01000000;
	w.in.displacement = -16;
	assert_true(is_row(&w, &a) && a.first == 0x400);
}

static void
what_is_left_to_others(void **state)
{
	static const unsigned sizes[] = {SIZE_8, SIZE_16, 1, 3, 7};
	struct isa_row_access a;
	struct warp_row w;

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		begin(&w, isa_exec_lds, sizes[i], 0x400, 0);
		assert_false(is_row(&w, &a));
	}
	begin(&w, isa_exec_lds, SIZE_32, 0x400, 4);
	w.in.d = ISA_RZ;
	assert_false(is_row(&w, &a));
	begin(&w, isa_exec_sts, SIZE_32, 0x400, 4);
	w.in.b.index = ISA_RZ;
	assert_false(is_row(&w, &a));
	begin(&w, isa_exec_lds, SIZE_32, 0x400, 4);
	w.in.a.index = ISA_RZ;
	assert_false(is_row(&w, &a));
	begin(&w, isa_exec_lds, SIZE_32, 0x100, 1);
	w.in.f[F_scale] = 1;
	assert_false(is_row(&w, &a));
	begin(&w, isa_exec_atoms, SIZE_32, 0x400, 4);
	assert_false(is_row(&w, &a));
}

static void
words_are_moved(void **state)
{
	uint32_t memory[4 * ISA_LANES + 1];
	uint8_t *p = (uint8_t *)memory + 4;

	(void)state;
	for (unsigned size = SIZE_32; size <= SIZE_128; size++) {
		const unsigned words = 1u << (size - SIZE_32);
		struct isa_row_access a;
		struct warp_row w;

		for (unsigned one = 0; one < 2; one++) {
			for (unsigned i = 0; i < 4 * ISA_LANES; i++)
				memory[i + 1] = 7 * i + 1;
			begin(&w, isa_exec_lds, size, 0x400, one ? 0 : 4 * words);
			assert_true(is_row(&w, &a));
			isa_row_move(&w.in, &w.x, &a, p);
			for (unsigned l = 0; l < ISA_LANES; l++)
				for (unsigned k = 0; k < 4; k++)
					assert_int_equal(w.r[DATA + k][l],
							 k < words ? 7 * (one ? k : l * words + k) + 1 : 1000 * (DATA + k) + l);
		}
		memset(memory, 0, sizeof memory);
		begin(&w, isa_exec_sts, size, 0x400, 4 * words);
		assert_true(is_row(&w, &a));
		isa_row_move(&w.in, &w.x, &a, p);
		assert_int_equal(memory[0], 0);
		for (unsigned i = 0; i < 4 * ISA_LANES; i++)
			assert_int_equal(memory[i + 1], i < ISA_LANES * words ? 1000 * (DATA + i % words) + i / words : 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_and_one_word),       cmocka_unit_test(each_lane_counts),
		cmocka_unit_test(addresses_at_boundaries), cmocka_unit_test(what_is_left_to_others),
		cmocka_unit_test(words_are_moved),
	};

	return cmocka_run_group_tests_name("row access", tests, NULL, NULL);
}
