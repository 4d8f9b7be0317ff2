/* test-collective.c: lanes that meet at WARPSYNC.COLLECTIVEs at several places (doc/divergence.md, rule 26), under each policy that lets
 * them: what is theirs when they go on. tests/kernels/gather.sh runs compiled kernels. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/helpers/asm.h"

enum { LOW = 100, HIGH = 200, BEFORE = 300, WIDEST = 64 };

/* One half's place: it has put a number into UR8, and UR9 gets the highest lane of all. Returns the branch to what is behind. */
static unsigned
place(struct program *p, unsigned number)
{
	unsigned sync, out;

	umov_imm(p, 8, number);
	sync = warpsync_collective(p, 1, 0);
	redux_max(p, 9, 0);
	ctl(p, 2, 1, NO_SB, 0);
	endcollective(p);
	ctl(p, 15, NO_SB, NO_SB, 2);
	patch(p, sync, label(p));
	mov_uniform(p, 6, 8);
	mov_uniform(p, 7, 9);
	out = bra(p, 0);
	return out;
}

/* Each half of 32 lanes comes from a place of its own, and writes UR8 and UR9 afterwards. */
static void
halves(struct program *p)
{
	unsigned side, out[2];

	asm_init(p);
	uldc64(p, 4, ASM_DESC);
	ldc64(p, 2, ASM_PARAM + 8);
	ctl(p, 2, 0, NO_SB, 0);
	s2r(p, 0, SR_TID_X);
	ctl(p, 2, 0, NO_SB, 0);
	imad_wide_imm(p, 2, 0, 8, 2);
	ctl(p, 15, NO_SB, NO_SB, 1);
	mov_imm(p, 1, UINT32_MAX);
	umov_imm(p, 9, BEFORE);
	lop3_and_imm(p, 5, 0, 16);
	isetp_ne_imm(p, 0, 5, 0);
	guard(p, 0, false);
	side = bra(p, 0);
	out[0] = place(p, LOW);
	patch(p, side, label(p));
	out[1] = place(p, HIGH);
	patch(p, out[0], label(p));
	patch(p, out[1], label(p));
	stg(p, 2, 6, 0);
	stg(p, 2, 7, 4);
	exit_(p);
}

/* Uniform registers are the path's own where paths run at a time, or a warp is of several 32s: lanes that have done an operation elsewhere
 * have back what they left, but for its result. */
static void
uniform_registers(void **state)
{
	static const struct {
		const char *settings[4];
		unsigned width;
	} way[] = {
		{{"reconvergence=ideal", NULL}, 32},
		{{"reconvergence=ideal", "warp_size=64", NULL}, 64},
		{{"bank_issue=independent", "banks=2", NULL}, 32},
		{{"warp_size=64", NULL}, 64},
	};

	(void)state;
	for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
		struct simt *s = asm_machine(way[i].settings);
		uint32_t out[2 * WIDEST] = {0};
		struct program p;

		halves(&p);
		asm_run(s, &p, 1, way[i].width, NULL, out, 2 * way[i].width);
		for (unsigned lane = 0; lane < way[i].width; lane++) {
			assert_int_equal(out[2 * lane], lane & 16 ? HIGH : LOW);
			assert_int_equal(out[2 * lane + 1], lane | 31);
		}
		simt_destroy(s);
	}
}

/* Where one path runs at a time they are the warp's: who came last to its place has written UR8 for all. */
static void
uniform_registers_of_the_warp(void **state)
{
	struct simt *s = asm_machine(NULL);
	uint32_t out[64] = {0};
	struct program p;

	(void)state;
	halves(&p);
	asm_run(s, &p, 1, 32, NULL, out, 64);
	for (unsigned lane = 0; lane < 32; lane++) {
		assert_int_equal(out[2 * lane], HIGH);
		assert_int_equal(out[2 * lane + 1], 31);
	}
	simt_destroy(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uniform_registers),
		cmocka_unit_test(uniform_registers_of_the_warp),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
