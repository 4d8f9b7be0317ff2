/* test-choices.c: how long it takes until a warp goes on with another of its paths, on machine `tiny`: boundaries of choice_latency,
 * choice_cycles, diverge_latency and sync_latency, worked out by hand. A launch ends with the cycle after its last EXIT has issued. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "tests/helpers/asm.h"

enum { PART = 23, STALL = 5, SWITCH = 8, BRANCH = 7 };

static uint64_t
cycles(const struct program *p, unsigned threads, const char *parameter, unsigned value, const char *more, const char *last)
{
	const struct simt_launch_stats *t;
	unsigned subcores = last || (more && more[0] == 's') ? 2 : 1;
	uint64_t n;
	char setting[64];
	const char *settings[4] = {setting, more, more ? last : NULL, NULL};
	struct simt *s;

	snprintf(setting, sizeof setting, "%s=%u", parameter, value);
	s = asm_machine(settings);
	t = asm_run(s, p, 1, threads, NULL, NULL, 64);
	assert_laws(t, 1, subcores);
	n = t->v[SIMT_STAT_cycles];
	simt_destroy(s);
	return n;
}

static void
end_path(struct program *p)
{
	exit_(p);
	ctl(p, 1, NO_SB, NO_SB, 0);
}

/* P0: the lane is 16 or above; a branch guarded by it issues at PART. */
static void
halves(struct program *p)
{
	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 1, 0, NO_SB, 0);
	isetp_ge_imm(p, 0, 0, 16);
	ctl(p, 13, NO_SB, NO_SB, 1);
}

static unsigned
part(struct program *p, unsigned guarded_by)
{
	unsigned b;

	guard(p, guarded_by, false);
	b = bra(p, 0);
	ctl(p, STALL, NO_SB, NO_SB, 0);
	return b;
}

/* A YIELD of a warp that is together: no other path waits, but that has to be found out. */
static void
alone(void **state)
{
	struct program p;

	(void)state;
	asm_init(&p);
	yield_(&p);
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	end_path(&p);
	for (unsigned n = 0; n <= STALL + 2; n++)
		assert_int_equal(cycles(&p, 32, "choice_latency", n, NULL, NULL), (n > STALL ? n : STALL) + 1);
	/* a YIELD that does nothing */
	assert_int_equal(cycles(&p, 32, "choice_latency", 30, "yield_hint=off", NULL), STALL + 1);
}

/* Both halves yield: the first YIELD lets the deferred path go on, which is no choice, the second one the path that yielded, and its EXIT
 * the other one. */
static void
pool(void **state)
{
	struct program p;
	unsigned b;

	(void)state;
	halves(&p);
	b = part(&p, 0);
	for (int k = 0; k < 2; k++) {
		yield_(&p);
		ctl(&p, STALL, NO_SB, NO_SB, 0);
		end_path(&p);
		if (!k)
			patch(&p, b, label(&p));
	}
	for (unsigned n = SWITCH - 1; n <= 2 * SWITCH; n++)
		assert_int_equal(cycles(&p, 32, "choice_latency", n, NULL, NULL), PART + STALL + SWITCH + 2 * n + 1);
	/* 0: as switch_latency */
	assert_int_equal(cycles(&p, 32, "choice_latency", 0, NULL, NULL), PART + STALL + 3 * SWITCH + 1);
}

/* Three paths: at the first EXIT the deferred one goes on, at the second the one that was spilled: a choice. */
static void
spilled(void **state)
{
	struct program p;
	unsigned b, c;

	(void)state;
	halves(&p);
	isetp_ge_imm(&p, 1, 0, 8);
	ctl(&p, 13, NO_SB, NO_SB, 0);
	b = part(&p, 0); /* at PART + 13 */
	c = part(&p, 1);
	end_path(&p);
	patch(&p, b, label(&p));
	end_path(&p);
	patch(&p, c, label(&p));
	end_path(&p);
	for (unsigned n = 1; n <= SWITCH + 1; n++)
		assert_int_equal(cycles(&p, 32, "choice_latency", n, NULL, NULL), PART + 13 + 2 * STALL + SWITCH + n + 1);
}

/* Where both halves meet at a WARPSYNC.ALL, the one that comes last has the warp issue it again. */
static void
joined(void **state)
{
	struct program p;
	unsigned b;

	(void)state;
	halves(&p);
	b = part(&p, 0);
	nop(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	patch(&p, b, label(&p));
	warpsync(&p);
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	end_path(&p);
	for (unsigned n = 1; n <= SWITCH + 1; n++)
		assert_int_equal(cycles(&p, 32, "choice_latency", n, NULL, NULL), PART + STALL + 1 + SWITCH + n + STALL + 1);
	assert_int_equal(cycles(&p, 32, "choice_latency", 0, NULL, NULL), PART + STALL + 1 + SWITCH + STALL + 1);
}

/* Two warps of a sub-core yield at 0 and 1: the second one's path is chosen no sooner than choice_cycles and choice_interval after the first
 * one's. On two sub-cores they yield at 0 both, and choice_interval does not count. */
static void
in_turn(void **state)
{
	struct program p;

	(void)state;
	asm_init(&p);
	yield_(&p);
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	end_path(&p);
	for (unsigned n = 0; n <= 4; n++) {
		assert_int_equal(cycles(&p, 64, "choice_cycles", n, "choice_latency=20", NULL), (n > 1 ? n : 1) + 20 + 1);
		assert_int_equal(cycles(&p, 64, "choice_interval", n, "choice_latency=20", NULL), (n > 1 ? n : 1) + 20 + 1);
		assert_int_equal(cycles(&p, 64, "choice_cycles", n, "choice_latency=20", "subcores=2"), n + 20 + 1);
		assert_int_equal(cycles(&p, 64, "choice_interval", n, "choice_latency=20", "subcores=2"), 20 + 1);
	}
}

/* Half of the warp goes to the second of two sides; the first one, which falls through, goes on first. */
static void
sides(struct program *p)
{
	unsigned b;

	halves(p);
	b = part(p, 0);
	nop(p);
	ctl(p, 1, NO_SB, NO_SB, 0);
	end_path(p);
	nop(p); /* what is next to an EXIT costs no switch */
	patch(p, b, label(p));
	end_path(p);
}

/* Where what follows a branch that parts the warp goes on first. */
static void
falls_through(void **state)
{
	struct program p;
	unsigned b;

	(void)state;
	sides(&p);
	for (unsigned n = 0; n <= STALL + 2; n++)
		assert_int_equal(cycles(&p, 32, "diverge_latency", n, NULL, NULL), PART + (n > STALL ? n : STALL) + 1 + SWITCH + 1);
	/* one that all lanes take, and one that none takes */
	for (unsigned k = 0; k < 2; k++) {
		asm_init(&p);
		guard(&p, PT, k);
		b = bra(&p, 0);
		ctl(&p, STALL, NO_SB, NO_SB, 0);
		patch(&p, b, label(&p));
		end_path(&p);
		assert_int_equal(cycles(&p, 32, "diverge_latency", 30, NULL, NULL), (k ? STALL : BRANCH) + 1);
	}
}

/* A BREAK takes what a BSYNC takes that lets pass. */
static void
left(void **state)
{
	struct program p;
	unsigned s;

	(void)state;
	asm_init(&p);
	s = bssy(&p, 0, 0);
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	break_(&p, 0);
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	patch(&p, s, label(&p));
	end_path(&p);
	for (unsigned n = 0; n <= STALL + 2; n++)
		assert_int_equal(cycles(&p, 32, "sync_latency", n, NULL, NULL), STALL + (n > STALL ? n : STALL) + 1);
}

/* Two warps of two sub-cores part at a branch, or pass a BSSY, at the same time; the SM takes the second one parting_cycles later, and it goes
 * on no sooner. */
static void
one_by_one(void **state)
{
	struct program p;
	unsigned b;

	(void)state;
	sides(&p);
	for (unsigned n = 0; n <= STALL + 2; n++)
		assert_int_equal(cycles(&p, 64, "parting_cycles", n, "subcores=2", NULL),
				 PART + (n > STALL ? n : STALL) + 1 + SWITCH + 1);
	asm_init(&p);
	b = bssy(&p, 0, 0);
	ctl(&p, STALL, NO_SB, NO_SB, 0);
	patch(&p, b, label(&p));
	end_path(&p);
	for (unsigned n = 0; n <= STALL + 2; n++)
		assert_int_equal(cycles(&p, 64, "parting_cycles", n, "subcores=2", NULL), (n > STALL ? n : STALL) + 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(alone),   cmocka_unit_test(pool),          cmocka_unit_test(spilled), cmocka_unit_test(joined),
		cmocka_unit_test(in_turn), cmocka_unit_test(falls_through), cmocka_unit_test(left),    cmocka_unit_test(one_by_one),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
