/* Post-dominators of hand-made graphs, and of random ones against the definition. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "isa/cfg.h"

static const struct opcode op_alu = {.name = "VIADD", .flow = FLOW_NONE};
static const struct opcode op_bra = {.name = "BRA", .flow = FLOW_BRANCH};
static const struct opcode op_exit = {.name = "EXIT", .flow = FLOW_EXIT};
static const struct opcode op_bssy = {.name = "BSSY", .flow = FLOW_BSSY};
static const struct opcode op_bsync = {.name = "BSYNC", .flow = FLOW_BSYNC};

enum { MAX = 40, PT = ISA_PT };

struct function {
	struct inst code[MAX];
	uint32_t ipdom[MAX];
	size_t n;
};

/* Text to code, one letter an instruction: . arithmetic, b branch, c conditional branch, e exit, x conditional exit, S BSSY, Y BSYNC.
 * targets: of b, c and S in turn, as instruction numbers. */
static void
build(struct function *f, const char *text, const uint32_t *targets)
{
	memset(f, 0, sizeof *f);
	for (f->n = 0; text[f->n]; f->n++) {
		struct inst *in = &f->code[f->n];
		const char c = text[f->n];

		in->offset = (uint32_t)f->n * ISA_INST_BYTES;
		in->guard = c == 'c' || c == 'x' ? 0 : PT;
		in->ps[0] = in->ps[1] = in->pd[0] = in->pd[1] = PT;
		in->op = c == '.'               ? &op_alu
			 : c == 'b' || c == 'c' ? &op_bra
			 : c == 'S'             ? &op_bssy
			 : c == 'Y'             ? &op_bsync
						: &op_exit;
		if (c == 'b' || c == 'c' || c == 'S')
			in->target = *targets++ * ISA_INST_BYTES;
	}
}

static void
run(struct function *f, const char *text, const uint32_t *targets)
{
	struct simt_error e = {0};

	build(f, text, targets);
	assert_true(isa_postdominators(f->code, f->n, f->ipdom, &e));
	assert_int_equal(e.status, SIMT_OK);
}

#define RUN(f, text, ...) run(f, text, (const uint32_t[]){__VA_ARGS__})

static void
test_straight(void **state)
{
	struct function f;

	(void)state;
	RUN(&f, "..e", 0);
	for (size_t i = 0; i < f.n; i++)
		assert_int_equal(f.ipdom[i], CFG_NONE);
	assert_true(isa_postdominators(f.code, 0, f.ipdom, NULL));
}

static void
test_if(void **state)
{
	struct function f;

	(void)state;
	/*       0123456 */
	RUN(&f, ".c...e", 4);
	assert_int_equal(f.ipdom[1], 4);
	/* the whole compiled form, with its barrier */
	RUN(&f, "Sc..Y.e", 4, 4);
	assert_int_equal(f.ipdom[1], 4);
	assert_int_equal(f.ipdom[0], CFG_NONE);
	assert_int_equal(f.ipdom[4], CFG_NONE);
}

/* Each digit: in how many regions of branches the instruction lies. */
static void
regions(const char *text, const uint32_t *targets, const char *expected)
{
	struct function f;
	uint8_t n[MAX];
	struct simt_error e = {0};

	build(&f, text, targets);
	assert_true(isa_branch_regions(f.code, f.n, n, &e));
	for (size_t i = 0; i < f.n; i++)
		if (n[i] != expected[i] - '0')
			fail_msg("%s: instruction %zu lies in %u regions, expected %c", text, i, n[i], expected[i]);
}

static void
test_regions(void **state)
{
	(void)state;
	regions("..x.e", (const uint32_t[]){0}, "00000");
	/* an if, up to its BSYNC; a loop, with its branch; an if in a loop */
	regions("Sc..Y.e", (const uint32_t[]){4, 4}, "0011100");
	regions("S..cY.e", (const uint32_t[]){4, 1}, "0111100");
	regions("S.Sc.Y.cYe", (const uint32_t[]){8, 5, 5, 1}, "0111221110");
	/* without a BSYNC nothing joins */
	regions(".c...e", (const uint32_t[]){4}, "001111");
}

static void
test_if_else(void **state)
{
	struct function f;

	(void)state;
	/*       0123456789 */
	RUN(&f, ".c..b...e", 5, 7);
	assert_int_equal(f.ipdom[1], 7);
	assert_int_equal(f.ipdom[4], 7);
}

static void
test_loops(void **state)
{
	struct function f;

	(void)state;
	RUN(&f, "...c.e", 1);
	assert_int_equal(f.ipdom[3], 4);
	/* a test at the top, a jump back at the bottom */
	RUN(&f, ".c..b.e", 5, 1);
	assert_int_equal(f.ipdom[1], 5);
	assert_int_equal(f.ipdom[4], 1);
	/* nested, the inner with a break that leaves both */
	/*       0123456789 */
	RUN(&f, "..c.c.c..e", 8, 1, 0);
	assert_int_equal(f.ipdom[2], 8);
	assert_int_equal(f.ipdom[4], 8);
	assert_int_equal(f.ipdom[6], 8);
	/* nested, no break */
	RUN(&f, "..c.c.e", 1, 0);
	assert_int_equal(f.ipdom[2], 3);
	assert_int_equal(f.ipdom[4], 5);
}

static void
test_nested_if(void **state)
{
	struct function f;

	(void)state;
	/*       0123456789 */
	RUN(&f, "c.c..b...e", 8, 6, 7);
	assert_int_equal(f.ipdom[0], 8);
	assert_int_equal(f.ipdom[2], 7);
	assert_int_equal(f.ipdom[5], 7);
}

static void
test_exits(void **state)
{
	struct function f;

	(void)state;
	/* one side leaves */
	RUN(&f, "c.e..e", 3);
	assert_int_equal(f.ipdom[0], CFG_NONE);
	/* a predicated exit on one side only */
	RUN(&f, "c.x..e", 4);
	assert_int_equal(f.ipdom[0], CFG_NONE);
	/* a predicated exit before the branch changes nothing */
	RUN(&f, "xc..e", 3);
	assert_int_equal(f.ipdom[1], 3);
	/* an exit in a loop: the loop's branch can meet no more */
	RUN(&f, "..x.c.e", 1);
	assert_int_equal(f.ipdom[4], CFG_NONE);
	/* past the end of the code */
	RUN(&f, "c..", 2);
	assert_int_equal(f.ipdom[0], 2);
}

static void
test_endless(void **state)
{
	struct function f;

	(void)state;
	/* the trap that follows every kernel */
	RUN(&f, "c..eb", 3, 4);
	assert_int_equal(f.ipdom[0], 3);
	assert_int_equal(f.ipdom[4], CFG_NONE);
	/* a branch into an endless loop */
	RUN(&f, "c..b.e", 4, 1);
	assert_int_equal(f.ipdom[0], CFG_NONE);
	/* nothing but an endless loop with an if in it */
	RUN(&f, ".c..b", 3, 0);
	assert_int_equal(f.ipdom[1], 3);
	assert_int_equal(f.ipdom[4], CFG_NONE);
}

static void
test_unreachable(void **state)
{
	struct function f;

	(void)state;
	/*       0123456 */
	RUN(&f, "c.b.c.e", 5, 5, 6);
	assert_int_equal(f.ipdom[0], 5);
	assert_int_equal(f.ipdom[4], 6);
	/* dead blocks that jump into live code and back among themselves */
	RUN(&f, "c.eb.b", 2, 5, 3);
	assert_int_equal(f.ipdom[0], 2);
}

static void
test_predicates(void **state)
{
	struct function f;
	struct simt_error e = {0};

	(void)state;
	/* a branch under !PT is none; one with a predicate operand is conditional */
	build(&f, "b..b.e", (const uint32_t[]){2, 5});
	f.code[0].guard = PT | 8;
	f.code[3].ps[0] = 3;
	assert_true(isa_postdominators(f.code, f.n, f.ipdom, &e));
	assert_int_equal(f.ipdom[0], CFG_NONE);
	assert_int_equal(f.ipdom[3], 5);
}

static void
test_bad_targets(void **state)
{
	struct function f;
	struct simt_error e = {0};

	(void)state;
	build(&f, "c.e", (const uint32_t[]){3});
	assert_false(isa_postdominators(f.code, f.n, f.ipdom, &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	assert_non_null(strstr(e.text, "0x30"));
	e = (struct simt_error){0};
	build(&f, "c.e", (const uint32_t[]){1});
	f.code[0].target = 8;
	assert_false(isa_postdominators(f.code, f.n, f.ipdom, &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
}

/* Can instruction `from` reach the end without passing `without`? */
static bool
escapes(const struct function *f, size_t from, size_t without)
{
	bool seen[MAX + 1] = {false};
	size_t stack[2 * MAX + 2], depth = 0;

	stack[depth++] = from;
	while (depth) {
		const size_t i = stack[--depth];

		if (i == f->n)
			return true;
		if (seen[i] || (i == without && i != from))
			continue;
		seen[i] = true;
		const struct inst *in = &f->code[i];
		const bool jump = in->op == &op_bra, leave = in->op == &op_exit;

		if (leave)
			return true;
		if (jump)
			stack[depth++] = in->target / ISA_INST_BYTES;
		if (!jump || in->guard != PT)
			stack[depth++] = i + 1;
	}
	return false;
}

static uint64_t
next_random(uint64_t *s)
{
	*s ^= *s << 13;
	*s ^= *s >> 7;
	return *s ^= *s << 17;
}

/* For every branch that can end: its ipdom post-dominates it, and every other post-dominator post-dominates the ipdom. */
static void
test_random(void **state)
{
	uint64_t seed = 88172645463325252u;
	struct function f;
	size_t checked = 0;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		static const char letters[] = ".....ccccbbe";
		const size_t n = 3 + next_random(&seed) % 28;
		uint32_t targets[MAX];
		char text[MAX + 1] = "";

		for (size_t i = 0; i < n; i++) {
			text[i] = letters[next_random(&seed) % (sizeof letters - 1)];
			targets[i] = (uint32_t)(next_random(&seed) % n);
		}
		run(&f, text, targets);
		for (size_t i = 0; i < n; i++) {
			bool dead_end = false;

			if (f.code[i].op != &op_bra)
				continue;
			/* blocks that cannot end follow a rule of their own, and disturb those that lead to them */
			for (size_t k = 0; k < n; k++)
				dead_end |= !escapes(&f, k, n + 1);
			if (dead_end)
				continue;
			checked++;
			for (size_t d = 0; d < n; d++) {
				if (d == i || escapes(&f, i, d))
					continue;
				/* d post-dominates i: so there is an immediate one, and d is it or post-dominates it */
				assert_int_not_equal(f.ipdom[i], CFG_NONE);
				if (d != f.ipdom[i])
					assert_false(escapes(&f, f.ipdom[i], d));
			}
			if (f.ipdom[i] != CFG_NONE && f.ipdom[i] != i)
				assert_false(escapes(&f, i, f.ipdom[i]));
		}
	}
	assert_true(checked > 500);
}

/* loops: for each instruction the letter of the innermost loop around it, which is that of its head, in the order of the code; '.': none.
 * around: for each loop in that order the letter of the one around it. */
static void
check_loops(const char *text, const uint32_t *targets, const char *loops, const char *around)
{
	struct function f;
	uint32_t loop[MAX], out[MAX], head[26];
	struct simt_error e = {0};
	size_t heads = 0;

	build(&f, text, targets);
	assert_true(isa_loops(f.code, f.n, loop, out, &e));
	for (size_t i = 0; i < f.n; i++)
		if (loop[i] == i)
			head[heads++] = (uint32_t)i;
	assert_int_equal(heads, strlen(around));
	for (size_t i = 0; i < f.n; i++) {
		if (loops[i] == '.')
			assert_int_equal(loop[i], CFG_NONE);
		else
			assert_int_equal(loop[i], head[loops[i] - 'a']);
		if (loop[i] != i)
			assert_int_equal(out[i], CFG_NONE);
	}
	for (size_t k = 0; k < heads; k++)
		assert_int_equal(out[head[k]], around[k] == '.' ? CFG_NONE : head[around[k] - 'a']);
}

#define LOOPS(text, loops, around, ...) check_loops(text, (const uint32_t[]){__VA_ARGS__}, loops, around)

static void
test_natural_loops(void **state)
{
	(void)state;
	LOOPS("..c.e", ".....", "", 3);            /* no loop */
	LOOPS("..c.e", ".aa..", ".", 1);           /* one */
	LOOPS(".ce", ".a.", ".", 1);               /* of one instruction */
	LOOPS("...c.c.e", ".abbaa..", ".a", 2, 1); /* one in another, whose head lies before it */
	LOOPS(".c.cb.e", ".aaaa..", ".", 5, 1, 1); /* two ways back are one loop; a way out */
	LOOPS(".cx..c.e", ".aaaaa..", ".", 4, 1);  /* a branch over a part of it, an exit inside */
}

/* Two ways into a loop: no instruction of it lies on all of them. A loop may lie in front of its head, whose way back runs on. */
static void
test_other_loops(void **state)
{
	(void)state;
	/*     0123456 */
	LOOPS("c..c.e", "......", "", 2, 1);
	/* 0 goes to 4, the head; 1 to 3 are its body */
	LOOPS("b...c.e", ".aaaa..", ".", 4, 1);
	/* loops behind an exit, which nothing leads to; an endless one */
	LOOPS(".e.cb", "..aab", "..", 2, 4);
}

static const struct opcode op_call = {.name = "CALL", .flow = FLOW_CALL};
static const struct opcode op_brx = {.name = "BRX", .flow = FLOW_BRX};
static const struct opcode op_ret = {.name = "RET", .flow = FLOW_RET};

/* expected: + where control can come. `at` becomes an instruction of `op`, with a target (an instruction's number) or an operand. */
static void
reached(const char *text, const uint32_t *targets, const struct opcode *op, size_t at, uint32_t target, enum isa_source_kind a,
	const char *expected)
{
	struct function f;
	struct simt_error e = {0};
	bool is[MAX];

	build(&f, text, targets);
	if (op) {
		f.code[at].op = op;
		f.code[at].target = target * ISA_INST_BYTES;
		f.code[at].a.kind = a;
	}
	assert_true(isa_reachable(f.code, f.n, is, &e));
	for (size_t i = 0; i < f.n; i++)
		if (is[i] != (expected[i] == '+'))
			fail_msg("%s: instruction %zu, expected %c", text, i, expected[i]);
}

static void
test_reachable(void **state)
{
	const uint32_t to4[] = {4, 4};

	(void)state;
	reached("..e.", NULL, NULL, 0, 0, SRC_NONE, "+++-");
	reached("..x.e.", NULL, NULL, 0, 0, SRC_NONE, "+++++-");
	reached(".b..e.", to4, NULL, 0, 0, SRC_NONE, "++--+-");
	reached(".c..e.", to4, NULL, 0, 0, SRC_NONE, "+++++-");
	reached("b...", (const uint32_t[]){0}, NULL, 0, 0, SRC_NONE, "+---");
	/* the place of a BSYNC, though the code before it ends */
	reached("S.e.Ye", to4, NULL, 0, 0, SRC_NONE, "+++-++");
	/* a call comes back; what it calls returns, perhaps */
	reached("..e.e.", NULL, &op_call, 1, 4, SRC_NONE, "+++-+-");
	reached("..e.e.", NULL, &op_call, 1, 9, SRC_NONE, "+++---");
	reached("....", NULL, &op_ret, 1, 0, SRC_REG, "++--");
	/* anywhere, if control comes there */
	reached("..e.", NULL, &op_brx, 1, 0, SRC_REG, "++++");
	reached("..e.", NULL, &op_call, 1, 0, SRC_REG, "++++");
	reached("..e.", NULL, &op_brx, 3, 0, SRC_REG, "+++-");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_straight),      cmocka_unit_test(test_if),          cmocka_unit_test(test_regions),
		cmocka_unit_test(test_if_else),       cmocka_unit_test(test_loops),       cmocka_unit_test(test_nested_if),
		cmocka_unit_test(test_exits),         cmocka_unit_test(test_endless),     cmocka_unit_test(test_unreachable),
		cmocka_unit_test(test_predicates),    cmocka_unit_test(test_bad_targets), cmocka_unit_test(test_random),
		cmocka_unit_test(test_natural_loops), cmocka_unit_test(test_other_loops), cmocka_unit_test(test_reachable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
