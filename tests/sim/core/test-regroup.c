/* test-regroup.c: blocks of launches whose warps hold other threads: what each thread is told to be, which lanes are sets, and what may go into a
 * uniform register. test-split.c has whole launches. */
#include "tests/helpers/unit.h"

#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "sim/core/regroup.h"
#include "sim/core/warp.h"

/* Blocks of 4 x 3 x 2 threads in a grid of 3 x 4 x 2. */
enum { X = 4, Y = 3, Z = 2, THREADS = X * Y * Z, GX = 3, GY = 4, GZ = 2, GRID = GX * GY * GZ, ROWS = 3, REGS = 8, WIDE = 48 };

static uint32_t (*registers)[ISA_LANES];

/* Block `number`, of so many threads, of a launch with these. */
static struct block *
block(const struct regroup *g, uint64_t number, uint32_t threads, unsigned width)
{
	struct block *b = calloc(1, sizeof *b);

	registers = calloc(ROWS * REGS, sizeof *registers);
	assert_non_null(b);
	assert_non_null(registers);
	b->number = number;
	b->threads = threads;
	b->nwarps = (threads + width - 1) / width;
	b->x = (struct exec_block){.ntid = {X, Y, Z}, .nctaid = {GX, GY, GZ}};
	b->rows = calloc(ROWS, sizeof *b->rows);
	assert_non_null(b->rows);
	for (unsigned i = 0; i < ROWS; i++)
		b->rows[i].r = registers + i * REGS;
	regroup_block_new(g, b, width);
	return b;
}

static void
done(struct block *b)
{
	regroup_block_free(b->regrouped);
	free(b->rows);
	free(b);
	free(registers);
}

/* Each thread gets its own indices in block and grid, its number in the launch, and the address of the list. */
static void
indices(void **state)
{
	uint32_t thread[2 * THREADS];
	const struct regroup g = {thread, 2 * THREADS, UINT64_C(0x123456789abcdef0)};

	(void)state;
	/* all of them: some in this launch, the others in later ones */
	for (uint32_t from = 0; from < THREADS * GRID; from += 2 * THREADS) {
		for (uint32_t i = 0; i < 2 * THREADS; i++)
			thread[i] = (from + i) * 7 % (THREADS * GRID);
		for (uint64_t number = 0; number < 2; number++) {
			struct block *b = block(&g, number, THREADS, 32);

			for (uint32_t i = 0; i < THREADS; i++) {
				const uint32_t all = thread[number * THREADS + i], t = all % THREADS, home = all / THREADS;
				unsigned sets = 0;

				assert_int_equal(b->rows->tid[0][i], t % X);
				assert_int_equal(b->rows->tid[1][i], t / X % Y);
				assert_int_equal(b->rows->tid[2][i], t / (X * Y));
				assert_int_equal(registers[5][i], number * THREADS + i);
				assert_int_equal(registers[2][i], 0x9abcdef0);
				assert_int_equal(registers[3][i], 0x12345678);
				for (uint32_t k = 0; k < b->regrouped->first[1]; k++)
					if (b->regrouped->lanes[k] >> i & 1) {
						const uint32_t *at = b->regrouped->home[k].ctaid;

						sets++;
						assert_int_equal(at[0], home % GX);
						assert_int_equal(at[1], home / GX % GY);
						assert_int_equal(at[2], home / (GX * GY));
					}
				assert_int_equal(sets, 1);
			}
			done(b);
		}
	}
}

/* A set is of one block, one home row and one warp: threads of two blocks by turns, in warps of 16, 32 and 64. */
static void
sets(void **state)
{
	static const struct {
		unsigned width, sets, of_first;
	} row[] = {{16, 6, 2}, {32, 4, 2}, {64, 4, 4}};
	uint32_t thread[WIDE];
	const struct regroup g = {thread, WIDE, 0};

	(void)state;
	for (uint32_t i = 0; i < WIDE; i++)
		thread[i] = i % 2 * THREADS + i / 2;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct block *b = block(&g, 0, WIDE, row[i].width);
		const struct regroup_block *s = b->regrouped;

		assert_int_equal(s->first[0], 0);
		assert_int_equal(s->first[1], row[i].of_first);
		assert_int_equal(s->first[b->nwarps], row[i].sets);
		for (uint32_t w = 0; w < b->nwarps; w++)
			for (uint32_t k = s->first[w]; k < s->first[w + 1]; k++) {
				const unsigned n = k - s->first[w], from = row[i].width == 64 ? n / 2 * 32 : 0,
					       in_row = w * row[i].width + from;
				lanes_t want = 0;

				for (unsigned lane = n % 2; lane < 32 && lane < row[i].width && in_row + lane < WIDE; lane += 2)
					want |= (lanes_t)1 << (from + lane);
				assert_true(s->lanes[k] == want);
			}
		done(b);
	}
}

/* The last block has what is left. */
static void
threads(void **state)
{
	const struct regroup g = {.n = 70};

	(void)state;
	assert_int_equal(regroup_threads(&g, 32, 0), 32);
	assert_int_equal(regroup_threads(&g, 32, 1), 32);
	assert_int_equal(regroup_threads(&g, 32, 2), 6);
	assert_int_equal(regroup_threads(&g, 35, 1), 35);
}

/* What goes from a lane into a uniform register must be the same for all whose guard holds; nothing else is asked. */
static void
allowed(void **state)
{
	static uint32_t r[256][ISA_LANES];
	static const struct opcode to_uniform = {.traits = TRAIT_LANE_TO_UNIFORM}, other = {.traits = 0};
	struct home_row row = {.r = r, .p = {[0] = 0xf0, [ISA_PT] = UINT32_MAX}};
	struct inst in = {.op = &to_uniform, .guard = ISA_PT, .a = {.kind = SRC_REG, .index = 4}};
	struct exec x = {.row = &row, .active = 0xff, .width = 32};

	(void)state;
	for (unsigned l = 0; l < 4; l++)
		r[4][l] = 1;
	assert_false(regroup_allows(&in, &x));
	assert_non_null(x.fault);
	assert_int_equal(x.mask, 0xff);
	x.fault = NULL;
	/* the last lane alone differs, the first one does, none does */
	x.active = 0x1f;
	assert_false(regroup_allows(&in, &x));
	x.active = 0xf8;
	assert_false(regroup_allows(&in, &x));
	x.active = 0x0f;
	x.fault = NULL;
	assert_true(regroup_allows(&in, &x));
	assert_null(x.fault);
	/* a guard that holds for lanes 4 to 7, or for none of them */
	x.active = 0xff;
	in.guard = 0;
	assert_true(regroup_allows(&in, &x));
	row.p[0] = 0;
	assert_true(regroup_allows(&in, &x));
	in.guard = ISA_PT;
	/* RZ is 0 for all, whatever lies where its register would be */
	in.a.index = ISA_RZ;
	r[ISA_RZ][0] = 1;
	assert_true(regroup_allows(&in, &x));
	in.a = (struct isa_source){.kind = SRC_IMM, .index = 4};
	assert_true(regroup_allows(&in, &x));
	in.a.kind = SRC_REG;
	in.op = &other;
	assert_true(regroup_allows(&in, &x));
	assert_null(x.fault);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(indices),
		cmocka_unit_test(sets),
		cmocka_unit_test(threads),
		cmocka_unit_test(allowed),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
