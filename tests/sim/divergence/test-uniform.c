/* test-uniform.c: uniform registers of a warp whose lanes part and join: those of a home row, and in a regrouped launch those of the lanes of
 * one block, are their own, whatever other lanes of the warp did meanwhile. */
#include <string.h>

#include "tests/helpers/asm.h"
#include "tests/helpers/unit.h"

enum { BLOCKS = 2, THREADS = 64, ALL = BLOCKS * THREADS, HALF = 16, ROW = 32 };

static const char *const machine[][5] = {
	{NULL},
	{"warp_size=64"},
	{"bank_issue=independent", "banks=2"},
	{"bank_issue=independent", "banks=4", "warp_size=64"},
	{"reconvergence=stack"},
	{"reconvergence=stack", "warp_size=64"},
	{"reconvergence=stack", "bank_issue=independent", "banks=2"},
	{"reconvergence=stack", "bank_issue=independent", "banks=4", "warp_size=64"},
	{"reconvergence=ideal"},
	{"reconvergence=ideal", "warp_size=64"},
};
enum { MACHINES = sizeof machine / sizeof *machine, IDEAL = MACHINES - 2 };

static bool
has(size_t m, const char *setting)
{
	for (const char *const *s = machine[m]; *s; s++)
		if (!strcmp(*s, setting))
			return true;
	return false;
}

/* Runs it on the grid; out has a word for each thread. Regrouped: the threads of the two blocks take turns in each warp. */
static void
run(size_t m, enum simt_mode mode, const struct program *p, bool regrouped, uint32_t out[ALL])
{
	struct simt *s = asm_machine(machine[m]);
	struct simt_error e = {.status = SIMT_OK};
	struct simt_function *f = asm_load(s, p, &e);
	struct {
		uint64_t in, out;
		uint32_t n, zero;
	} params = {0};
	struct simt_function_info info;
	struct simt_launch *l;
	uint32_t list[ALL];
	uint64_t index;

	for (uint32_t i = 0; i < ALL; i++)
		list[i] = i % 2 * THREADS + i / 2;
	if (!f || !simt_malloc(s, ALL * sizeof *out, &params.out, &e) || !simt_malloc(s, sizeof list, &index, &e))
		fail_msg("%s", e.text);
	simt_set_mode(s, mode);
	simt_function_info(f, &info);
	l = simt_launch(s, f, (struct simt_dim){BLOCKS, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0, &params, info.param_bytes, 0,
			&e);
	if (!l || (regrouped && !simt_regroup(l, list, ALL, index, &e)) || !simt_synchronize(s, &e) ||
	    !simt_read(s, params.out, out, ALL * sizeof *out, &e))
		fail_msg("%s", e.text);
	simt_destroy(s);
}

/* R2: the address of the thread's word. R4, R5: thread and block. */
static void
begin(struct program *p)
{
	asm_init(p);
	uldc64(p, 4, ASM_DESC);
	ldc64(p, 2, ASM_PARAM + 8);
	ctl(p, 15, 0, NO_SB, 0);
	s2r(p, 4, SR_TID_X);
	ctl(p, 15, 1, NO_SB, 0);
	s2r(p, 5, SR_CTAID_X);
	ctl(p, 15, 2, NO_SB, 0);
	mov_imm(p, 6, THREADS);
	imad(p, 7, 5, 6, 4);
	ctl(p, 15, NO_SB, NO_SB, 7);
	imad_wide_imm(p, 2, 7, 4, 2);
	umov_imm(p, 6, 99);
}

/* ---- what lanes find where they have joined ---- */

/* What decides on the side of a thread, and what both sides put into UR6: the number of the block; bit 5 of the thread's, which is its home row
 * where warps have two; one number for all, where a row parts. */
enum what { OF_BLOCK, OF_ROW, OF_ALL, WHATS };
/* Where they join. */
enum where { AT_BSYNC, AT_YIELD, AT_WARPSYNC };

static void
one_side(struct program *p, enum what what)
{
	if (what == OF_BLOCK)
		s2ur(p, 6, SR_CTAID_X);
	else if (what == OF_ROW)
		r2ur(p, 6, 8);
	else
		umov_imm(p, 6, 7);
	ctl(p, 15, what == OF_BLOCK ? 3 : NO_SB, NO_SB, 0);
	nop(p);
	ctl(p, 15, NO_SB, NO_SB, 8);
}

/* Two sides, which join; UR6 is what each thread writes then. */
static void
sides(struct program *p, enum what what, enum where where)
{
	unsigned meet, side, out;

	begin(p);
	if (what == OF_BLOCK)
		imad(p, 8, 5, 6, RZ);
	else
		lop3_and_imm(p, 8, 4, what == OF_ROW ? ROW : HALF);
	isetp_ne_imm(p, 0, 8, 0);
	meet = bssy(p, 0, 0);
	guard(p, 0, false);
	side = bra(p, 0);
	one_side(p, what);
	out = bra(p, 0);
	patch(p, side, label(p));
	one_side(p, what);
	patch(p, out, label(p));
	if (where == AT_YIELD)
		yield_(p);
	patch(p, meet, label(p));
	if (where == AT_WARPSYNC)
		warpsync(p);
	else
		bsync(p, 0);
	mov_uniform(p, 9, 6);
	stg(p, 2, 9, 0);
	exit_(p);
}

static void
joined(enum where where)
{
	for (size_t m = 0; m < MACHINES; m++)
		for (int what = 0; what < WHATS; what++)
			for (int mode = 0; mode < (m < IDEAL ? 2 : 1); mode++) {
				uint32_t out[ALL];
				struct program p;

				/* below on a stack they cannot come */
				if (where == AT_WARPSYNC && has(m, "reconvergence=stack"))
					continue;
				sides(&p, (enum what)what, where);
				run(m, mode ? SIMT_FUNCTIONAL : SIMT_CYCLE, &p, what == OF_BLOCK && m < IDEAL, out);
				for (uint32_t i = 0; i < ALL; i++) {
					const uint32_t want[WHATS] = {i / THREADS, i % THREADS & ROW, 7};

					if (out[i] != want[what])
						fail_msg("machine %zu, %d, mode %d: thread %u has %u, not %u", m, what, mode, i,
							 out[i], want[what]);
				}
			}
}

static void
joined_at_bsync(void **state)
{
	(void)state;
	joined(AT_BSYNC);
}

static void
joined_at_yield(void **state)
{
	(void)state;
	joined(AT_YIELD);
}

static void
joined_at_warpsync(void **state)
{
	(void)state;
	joined(AT_WARPSYNC);
}

/* What the side that comes first has put into UR6 is there for the other one where a warp has one set of uniform registers. */
static void
left_to_the_next_path(void **state)
{
	(void)state;
	for (size_t m = 0; m < MACHINES; m++) {
		const bool one = !has(m, "warp_size=64") && !has(m, "bank_issue=independent") && m < IDEAL;
		unsigned meet, side, out;
		uint32_t got[ALL];
		struct program p;

		begin(&p);
		mov_imm(&p, 9, 0);
		lop3_and_imm(&p, 8, 4, HALF / 2);
		lop3_and_imm(&p, 10, 4, HALF);
		imad(&p, 8, 8, 10, RZ);
		isetp_ne_imm(&p, 0, 8, 0);
		meet = bssy(&p, 0, 0);
		guard(&p, 0, false);
		side = bra(&p, 0);
		mov_uniform(&p, 9, 6);
		out = bra(&p, 0);
		/* fewer lanes: they go first */
		patch(&p, side, label(&p));
		umov_imm(&p, 6, 7);
		patch(&p, out, label(&p));
		patch(&p, meet, label(&p));
		bsync(&p, 0);
		stg(&p, 2, 9, 0);
		exit_(&p);
		run(m, SIMT_CYCLE, &p, false, got);
		for (uint32_t i = 0; i < ALL; i++)
			assert_int_equal(got[i], i / 8 % 4 == 3 ? 0 : one ? 7 : 99);
	}
}

/* ---- what is asked of lanes that have parted ---- */

/* The blocks part, which those of a stack do no further than to the next instruction that both come to, and BRA.DIV asks whether all whom UR6 names are together: of block 0 nobody is named. Of block 1 it is thread & 16, which
 * of a home row with threads from 16 on is a lane of block 0; of the rows before them nobody. Each thread writes what the answer was. */
static void
whole_of_a_set(void **state)
{
	(void)state;
	for (size_t m = 0; m < IDEAL; m++)
		for (int mode = 0; mode < 2; mode++) {
			const bool wide = has(m, "warp_size=64"), stack = has(m, "reconvergence=stack");
			unsigned meet, side, out, divided;
			uint32_t got[ALL];
			struct program p;

			begin(&p);
			mov_imm(&p, 10, 1);
			lop3_and_imm(&p, 8, 4, HALF);
			isetp_ne_imm(&p, 0, 5, 0);
			meet = bssy(&p, 0, 0);
			guard(&p, 0, false);
			side = bra(&p, 0);
			umov_imm(&p, 6, 0);
			out = bra(&p, 0);
			patch(&p, side, label(&p));
			r2ur(&p, 6, 8);
			patch(&p, out, label(&p));
			divided = bra_div(&p, 6, 0);
			mov_imm(&p, 10, 0);
			patch(&p, divided, label(&p));
			patch(&p, meet, label(&p));
			bsync(&p, 0);
			stg(&p, 2, 10, 0);
			exit_(&p);
			run(m, mode ? SIMT_FUNCTIONAL : SIMT_CYCLE, &p, true, got);
			for (uint32_t i = 0; i < ALL; i++) {
				const bool want = !stack && i >= THREADS && (wide || (i & HALF));

				if (got[i] != want)
					fail_msg("machine %zu, mode %d: thread %u has %u", m, mode, i, got[i]);
			}
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joined_at_bsync),       cmocka_unit_test(joined_at_yield), cmocka_unit_test(joined_at_warpsync),
		cmocka_unit_test(left_to_the_next_path), cmocka_unit_test(whole_of_a_set),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
