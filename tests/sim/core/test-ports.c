/* test-ports.c: pipes that share their parts, read ports of registers and the reuse cache, on machine `tiny`, worked out by hand. One warp
 * alone, stall counts of 1, and nothing that waits for a result: an instruction issues as soon as its pipe and ports let it, and the
 * launch ends with the cycle after its EXIT has issued. All of it also with independent banks. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/helpers/asm.h"

enum { RESULT = 30, SETTINGS = 4 };

/* An instruction: F FFMA, I IMAD, V VIADD, L LOP3, H HFMA2, M HFMA2.MMA, D DFMA, W IMAD.WIDE, R REDUX, A MATCH, N NOP; then the numbers of
 * its sources, with r where the reuse flag is set; what is not there is RZ. Returns what is behind it and a ";". */
static const char *
place(struct program *p, const char *s)
{
	unsigned r[3] = {RZ, RZ, RZ}, keep = 0, n = 0, a, b, c;
	const char op = *s++;
	bool late = op == 'R' || op == 'A';

	for (char *end; *s == ' ' && n < 3; n++) {
		r[n] = (unsigned)strtoul(s, &end, 10);
		keep |= (unsigned)(*end == 'r') << n;
		s = end + (*end == 'r');
	}
	a = r[0];
	b = r[1];
	c = r[2];
	switch (op) {
	case 'F':
		ffma(p, RESULT, a, b, c);
		break;
	case 'I':
		imad(p, RESULT, a, b, c);
		break;
	case 'V':
		viadd(p, RESULT, a, 1);
		break;
	case 'L':
		lop3_and_imm(p, RESULT, a, 1);
		break;
	case 'H':
		hfma2(p, RESULT, a, b, c);
		break;
	case 'M':
		hfma2_mma(p, RESULT, a, b, c);
		break;
	case 'D':
		dfma(p, RESULT, a, b, c);
		break;
	case 'W':
		imad_wide_imm(p, RESULT, a, 4, c);
		break;
	case 'R':
		redux_max(p, RESULT, a);
		break;
	case 'A':
		match_any(p, RESULT, a);
		break;
	default:
		nop(p);
		break;
	}
	ctl(p, 1, late ? 0 : NO_SB, NO_SB, 0);
	reuse(p, keep);
	return *s ? s + 2 : s;
}

/* The cycle of the EXIT behind these instructions. */
static uint64_t
end_of(const char *code, const char *const *settings, struct simt_launch_stats *stats)
{
	const char *all[SETTINGS] = {"register_scoreboard=off"};
	struct simt_launch_stats independent;
	struct simt *machine;
	struct program p;
	unsigned n = 1;

	for (; settings && *settings; settings++)
		all[n++] = *settings;
	asm_init(&p);
	while (*code)
		code = place(&p, code);
	exit_(&p);
	machine = asm_machine_independent(all);
	independent = *asm_run(machine, &p, 1, 32, NULL, NULL, 64);
	simt_destroy(machine);
	machine = asm_machine(all);
	*stats = *asm_run(machine, &p, 1, 32, NULL, NULL, 64);
	stats->pc = NULL;
	assert_laws(stats, 1, 1);
	simt_destroy(machine);
	assert_memory_equal(independent.v, stats->v, sizeof independent.v);
	assert_memory_equal(independent.stall, stats->stall, sizeof independent.stall);
	return stats->v[SIMT_STAT_cycles] - 1;
}

/* The same for several warps of a sub-core. */
static uint64_t
end_of_warps(const char *code, const char *const *settings, unsigned warps, struct simt_launch_stats *stats)
{
	const char *all[SETTINGS + 1] = {"register_scoreboard=off"};
	struct simt *machine;
	struct program p;
	unsigned n = 1;

	for (; *settings; settings++)
		all[n++] = *settings;
	asm_init(&p);
	while (*code)
		code = place(&p, code);
	exit_(&p);
	machine = asm_machine(all);
	*stats = *asm_run(machine, &p, 1, 32 * warps, NULL, NULL, 64);
	stats->pc = NULL;
	simt_destroy(machine);
	return stats->v[SIMT_STAT_cycles] - 1;
}

struct line {
	const char *code;
	unsigned apart, together; /* cycle of the EXIT: pipes of their own, and halves */
};

static void
halves(void **state)
{
	static const char *const on[] = {"fma_halves=on", NULL};
	static const char *const banks[] = {"fma_halves=on", "bank_issue=independent", NULL};
	static const struct line lines[] = {
		{"F; F; F; F", 4, 4},
		/* the second FFMA has the half that IMAD needs, until 3 */
		{"F; I; F; I", 4, 4},
		{"F; F; I", 3, 4},
		{"F; F; F; I", 4, 4},
		{"I; I; F; F; I", 6, 7},
		{"V; I", 3, 3},
		/* FP16 needs both */
		{"F; H", 2, 3},
		{"H; F", 2, 3},
		{"H; I", 2, 3},
		{"I; H", 2, 3},
		{"F; F; H; F", 4, 6},
		{"H; H", 3, 3},
		{"H; M; L", 3, 3},
		{"M; D", 3, 3},
		{"N; N; N", 3, 3},
	};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct simt_launch_stats stats;

		assert_int_equal(end_of(lines[i].code, NULL, &stats), lines[i].apart);
		assert_int_equal(end_of(lines[i].code, on, &stats), lines[i].together);
		assert_int_equal(stats.stall[SIMT_STALL_dispatch_stall], 0);
		assert_int_equal(end_of(lines[i].code, banks, &stats), lines[i].together);
	}
}

/* What a warp waits for a half is a pipe's throttle. */
static void
halves_states(void **state)
{
	static const char *const on[] = {"fma_halves=on", NULL};
	static const char ffi[] = "F; F; I", ffh[] = "F; F; H";
	struct simt_launch_stats stats;

	(void)state;
	end_of(ffi, on, &stats);
	assert_int_equal(stats.stall[SIMT_STALL_math_pipe_throttle], 1);
	end_of(ffh, on, &stats);
	assert_int_equal(stats.stall[SIMT_STALL_math_pipe_throttle], 1);
}

/* Instructions that hold their pipe longer than the others of it. */
static void
rates(void **state)
{
	static const struct {
		const char *code;
		const char *setting;
		unsigned end;
	} cases[] = {
		{"W 2; I", "wide_share=4", 5},  {"W 2; I", "wide_share=2", 3},    {"I; W 2", "wide_share=4", 3},
		{"W 2; L", "wide_share=4", 2},  {"R 2; R 2", "redux_share=8", 9}, {"A 2; A 2", "match_share=256", 257},
		{"R 2; L", "redux_share=8", 2},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *const settings[] = {cases[i].setting, NULL};
		struct simt_launch_stats stats;

		assert_int_equal(end_of(cases[i].code, settings, &stats), cases[i].end);
	}
}

/* An IMAD.WIDE goes into its pipe twice: until then nothing else issues, neither of its warp nor of another one, and it is from then on
 * that its stall count counts. */
static void
again(void **state)
{
	static const struct {
		const char *code;
		unsigned end[4]; /* with wide_again=0, 1, 2 and 3 */
		unsigned two[4]; /* two warps of a sub-core */
	} cases[] = {
		{"W 2; N", {2, 3, 4, 5}, {5, 7, 9, 11}},
		{"W 2; N; N", {3, 4, 5, 6}, {7, 9, 11, 13}},
		{"N; W 2", {2, 3, 4, 5}, {5, 7, 9, 11}},
		{"W 2; W 2", {3, 4, 6, 8}, {7, 9, 13, 17}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (unsigned n = 0; n < 4; n++) {
			static const char *const name[] = {"wide_again=0", "wide_again=1", "wide_again=2", "wide_again=3"};
			const char *const settings[] = {name[n], NULL};
			struct simt_launch_stats stats;

			assert_int_equal(end_of(cases[i].code, settings, &stats), cases[i].end[n]);
			assert_int_equal(end_of_warps(cases[i].code, settings, 2, &stats), cases[i].two[n]);
		}
}

/* Two warps of a sub-core: each of them holds it up for 2 cycles, by an IMAD.WIDE, before a stall count and after it. When the second one has
 * issued its EXIT. */
static uint64_t
end_of_stalls(const char *held_stalls, unsigned stall)
{
	const char *const settings[] = {"register_scoreboard=off", "wide_again=2", held_stalls, NULL};
	struct simt *machine;
	struct program p;
	uint64_t end;

	asm_init(&p);
	for (unsigned k = 0; k < 2; k++) {
		imad_wide_imm(&p, RESULT, RZ, 4, RZ);
		ctl(&p, 1, NO_SB, NO_SB, 0);
		nop(&p);
		ctl(&p, k ? 1 : stall, NO_SB, NO_SB, 0);
	}
	exit_(&p);
	machine = asm_machine(settings);
	end = asm_run(machine, &p, 1, 64, NULL, NULL, 64)->v[SIMT_STAT_cycles] - 1;
	simt_destroy(machine);
	return end;
}

/* The first warp issues at 0 and 3, the second at 4 and 7, which holds up 5 and 6. The first goes on at 3 + stall, or 2 later where stall
 * counts stand still and this one is not over by 5, and holds up the two cycles after that; the second at 7 + stall, or 2 later. */
static void
stalls_stand(void **state)
{
	static const struct {
		unsigned stall, go, stand;
	} cases[] = {{2, 17, 17}, {3, 17, 17}, {4, 17, 18}, {14, 26, 28}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(end_of_stalls("held_stalls=go", cases[i].stall), cases[i].go);
		assert_int_equal(end_of_stalls("held_stalls=stand", cases[i].stall), cases[i].stand);
	}
}

/* An HFMA2 or DFMA that finds its pipe held lets no other warp pass. Alone a warp takes the same time. */
static void
waits_behind(void **state)
{
	static const char *const warp[] = {"fma_halves=on", "fp_wait=warp", NULL};
	static const char *const subcore[] = {"fma_halves=on", "fp_wait=subcore", NULL};
	static const struct {
		const char *code;
		unsigned alone, passed, held; /* two warps of a sub-core: those that may pass, those that may not */
	} cases[] = {
		{"F; F; H", 4, 8, 9}, {"F; H; F", 5, 10, 11}, {"H; L; H", 3, 7, 7}, {"D; D; N", 4, 9, 9}, {"L; L; N", 4, 9, 9},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct simt_launch_stats stats;

		assert_int_equal(end_of(cases[i].code, warp, &stats), cases[i].alone);
		assert_int_equal(end_of(cases[i].code, subcore, &stats), cases[i].alone);
		assert_int_equal(end_of_warps(cases[i].code, warp, 2, &stats), cases[i].passed);
		assert_int_equal(end_of_warps(cases[i].code, subcore, 2, &stats), cases[i].held);
	}
}

static void
ports(void **state)
{
	static const char *const on[] = {"read_cycles=3", NULL};
	static const struct line lines[] = {
		/* three sources of one parity take the port for 3 cycles; what cannot be read within 3 cycles waits */
		{"F 2 4 6; F 2 4 6", 2, 4},
		{"F 2 4 6; F 2 4 7", 2, 3},
		{"F 2 4 6; F 2 5 7", 2, 2},
		{"F 2 4 6; F 3 5 7; F 2 4", 3, 3},
		{"F 2 4 6; F 3 5 7; F 2 4 6", 3, 4},
		{"F 2 4 6; F 3 5 7; F 2 4 6; F 3 5 7", 4, 5},
		/* the same register is read once, RZ not at all */
		{"F 2 2 2; F 2 2 2; F 2 2 2", 3, 3},
		{"F 2 4 6; F; F; F 2 4 6", 4, 4},
		/* a pair is a register of each bank */
		{"D 2 4 6; D 2 4 6", 3, 4},
		{"D 2 4; F 2 3; D 2 4; F 2 3", 4, 4},
		{"D 2 4; F 2 3; D 2 4; F 2 3; D 2 4", 5, 6},
		/* other pipes and banks go on; nothing else does */
		{"F 2 4 6; L 3; N", 3, 3},
		{"F 2 4 6; F 2 4 6; N", 3, 5},
	};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct simt_launch_stats stats;

		assert_int_equal(end_of(lines[i].code, NULL, &stats), lines[i].apart);
		assert_int_equal(end_of(lines[i].code, on, &stats), lines[i].together);
		assert_int_equal(stats.stall[SIMT_STALL_dispatch_stall] + stats.stall[SIMT_STALL_math_pipe_throttle],
				 lines[i].together - (stats.v[SIMT_STAT_inst_executed] - 1));
	}
}

/* The same registers in one bank, two, three and four. */
static void
register_banks(void **state)
{
	static const struct {
		const char *code;
		unsigned end[4];
	} cases[] = {
		/* each register in a bank of its own; two in one, which 3 cycles are enough for, twice; three in one, which they are not */
		{"F 2 3 4; F 2 3 4", {4, 2, 2, 2}},          {"F 2 4 6; F 2 4 6", {4, 4, 2, 2}},
		{"F 2 4 6; F 2 4 6; F 2 4 6", {7, 7, 3, 4}}, {"F 4 8 12; F 4 8 12", {4, 4, 2, 4}},
		{"F 3 6 9; F 3 6 9", {4, 2, 4, 2}},          {"F 3 7 11; F 3 7 11; N", {5, 5, 3, 5}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (unsigned n = 1; n <= 4; n++) {
			char text[32];
			const char *const settings[] = {"read_cycles=3", text, NULL};
			struct simt_launch_stats stats;

			snprintf(text, sizeof text, "register_banks=%u", n);
			assert_int_equal(end_of(cases[i].code, settings, &stats), cases[i].end[n - 1]);
		}
}

/* The number of cycles that a source has to be read in: one less, and it waits one cycle longer. */
static void
window(void **state)
{
	static const char two[] = "F 2 4; F 2 4";

	(void)state;
	for (unsigned n = 1; n <= 4; n++) {
		static const char *const name[] = {"read_cycles=1", "read_cycles=2", "read_cycles=3", "read_cycles=4"};
		const char *const settings[] = {name[n - 1], NULL};
		struct simt_launch_stats stats;

		assert_int_equal(end_of(two, settings, &stats), n < 3 ? 3 : 2);
	}
}

static void
kept(void **state)
{
	static const struct {
		const char *code;
		const char *cache;
		unsigned end;
	} cases[] = {
		{"F 2 4 6; F 2 4 6", "reuse_cache=2", 4},
		{"F 2 4r 6; F 2 4 6", "reuse_cache=2", 3},
		{"F 2 4r 6; F 2 4 6", "reuse_cache=0", 4},
		{"F 2r 4r 6r; F 2r 4r 6r; F 2r 4r 6r", "reuse_cache=2", 3},
		/* in its own operand slot only */
		{"F 2 4r 6; F 4 2 6", "reuse_cache=2", 4},
		/* over one instruction, not over two, unless it is kept longer */
		{"F 2 4r 6; N; F 2 4 6", "reuse_cache=2", 3},
		{"F 2 4r 6; N; F 2 4 6", "reuse_cache=1", 4},
		{"F 2 4r 6; N; N; F 2 4 6; F 8 10 12", "reuse_cache=2", 7},
		{"F 2 4r 6; N; N; F 2 4 6; F 8 10 12", "reuse_cache=3", 6},
		/* also where another one is kept beyond that */
		{"F 2 4r 6; F 3r; F 2 4 6", "reuse_cache=2", 3},
		{"F 2 4r 6; F 3r; F 2 4 6", "reuse_cache=1", 4},
		{"F 2 4r 6; F 3r; F 5r; F 2 4 6; F 8 10 12", "reuse_cache=2", 7},
		{"F 2 4r 6; F 3r; F 5r; F 2 4 6; F 8 10 12", "reuse_cache=3", 6},
		/* a register of the same bank in the slot takes its place, one of the other bank does not */
		{"F 2 4r 6; F 3 8; F 2 4 6", "reuse_cache=2", 5},
		{"F 2 4r 6; F 3 5; F 2 4 6", "reuse_cache=2", 3},
		/* what is used once more without the flag is gone */
		{"F 2 4r 6; F 2 4 6; F 2 4 6", "reuse_cache=2", 6},
		/* pairs */
		{"D 2 4r 6r; D 2 4 6; F 2 3", "reuse_cache=2", 4},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *const settings[] = {"read_cycles=3", cases[i].cache, NULL};
		struct simt_launch_stats stats;

		assert_int_equal(end_of(cases[i].code, settings, &stats), cases[i].end);
	}
}

/* What one warp keeps is of no use to another: the second one's instruction finds the port taken until 3. */
static void
kept_for_others(void **state)
{
	static const char *const settings[] = {"read_cycles=3", "reuse_cache=4", NULL};
	static const char kept[] = "F 2 4r 6";
	struct simt_launch_stats stats;

	(void)state;
	assert_int_equal(end_of_warps(kept, settings, 2, &stats), 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(halves),          cmocka_unit_test(halves_states),  cmocka_unit_test(rates),
		cmocka_unit_test(again),           cmocka_unit_test(stalls_stand),   cmocka_unit_test(waits_behind),
		cmocka_unit_test(ports),           cmocka_unit_test(window),         cmocka_unit_test(kept),
		cmocka_unit_test(kept_for_others), cmocka_unit_test(register_banks),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
