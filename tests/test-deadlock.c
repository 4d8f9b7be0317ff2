/* test-deadlock.c: launches that cannot go on are found, and the message says who waits where and for what. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "asm.h"

static void
assert_deadlock(const struct program *p, unsigned threads, const char *policy, const char *text)
{
	const char *const settings[] = {policy, NULL};
	struct simt_error e = {.status = SIMT_OK};
	struct simt *s = asm_machine(settings);
	struct simt_function *f = asm_load(s, p, &e);
	struct simt_launch *l;
	char params[64] = {0};
	struct simt_function_info info;

	if (!f)
		fail_msg("%s", e.text);
	simt_function_info(f, &info);
	assert_true(info.param_bytes <= sizeof params);
	l = simt_launch(s, f, (struct simt_dim){1, 1, 1}, (struct simt_dim){threads, 1, 1}, 0, params, info.param_bytes, 0, &e);
	assert_non_null(l);
	assert_false(simt_synchronize(s, &e));
	assert_int_equal(e.status, SIMT_FAULT);
	assert_string_equal(e.text, text);
	/* what was counted until then is there, and the laws hold */
	assert_true(simt_launch_stats(l)->v[SIMT_STAT_inst_executed] > 0);
	assert_laws(simt_launch_stats(l), 1, 1);
	simt_destroy(s);
}

/* Lane 0 takes the branch whose index is returned (its target is to be patched), the others go on. */
static unsigned
part_from_lane_0(struct program *p)
{
	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 2, 0, NO_SB, 0);
	nop(p);
	ctl(p, 2, NO_SB, NO_SB, 1);
	isetp_ne_imm(p, 0, 0, 0);
	ctl(p, 13, NO_SB, NO_SB, 0);
	bssy(p, 3, 8);
	guard(p, 0, true);
	return bra(p, 0);
}

/* Each side waits for the other one. A stack cannot run one side before the other ends. */
static void
two_warpsyncs(struct program *p)
{
	unsigned side = part_from_lane_0(p);

	warpsync(p); /* 0x50 */
	exit_(p);
	patch(p, side, label(p));
	warpsync(p); /* 0x70 */
	exit_(p);
}

static void
two_sides_of_a_stack(void **state)
{
	struct program p;

	(void)state;
	two_warpsyncs(&p);
	assert_deadlock(&p, 32, "reconvergence=stack",
			"kernel carrier: deadlock, 1 warp waits for ever; in warp 0 of block (0,0,0), 1 lane at PC 0x70 "
			"(carrier.cu:12) waits for other lanes to reach a WARPSYNC; 31 lanes at PC 0x50 (carrier.cu:9) wait until "
			"the others have gone on");
	assert_deadlock(&p, 33, "reconvergence=stack",
			"kernel carrier: deadlock, 1 warp waits for ever; in warp 0 of block (0,0,0), 1 lane at PC 0x70 "
			"(carrier.cu:12) waits for other lanes to reach a WARPSYNC; 31 lanes at PC 0x50 (carrier.cu:9) wait until "
			"the others have gone on");
	assert_deadlock(&p, 40, "reconvergence=stack",
			"kernel carrier: deadlock, 2 warps wait for ever; in warp 0 of block (0,0,0), 1 lane at PC 0x70 "
			"(carrier.cu:12) waits for other lanes to reach a WARPSYNC; 31 lanes at PC 0x50 (carrier.cu:9) wait until "
			"the others have gone on");
}

/* Half of the warp waits at a WARPSYNC, the other half exits: nobody is waited for any more, whichever half goes first. */
static void
warpsync_after_exit(void **state)
{
	(void)state;
	for (unsigned upper_waits = 0; upper_waits < 2; upper_waits++) {
		const struct simt_launch_stats *t;
		struct simt *s = asm_machine(NULL);
		struct program p;
		unsigned b;

		asm_init(&p);
		s2r(&p, 0, SR_LANEID);
		ctl(&p, 1, 0, NO_SB, 0);
		isetp_ge_imm(&p, 0, 0, 16);
		ctl(&p, 13, NO_SB, NO_SB, 1);
		guard(&p, 0, upper_waits);
		b = bra(&p, 0);
		warpsync(&p);
		exit_(&p);
		patch(&p, b, label(&p));
		nop(&p);
		exit_(&p);
		t = asm_run(s, &p, 1, 32, NULL, NULL, 64);
		/* the group that waited issues its WARPSYNC once more */
		assert_int_equal(t->v[SIMT_STAT_inst_executed], 3 + 3 + 2);
		assert_laws(t, 1, 1);
		simt_destroy(s);
	}
}

/* A mask that leaves out the thread that gives it: that of the lanes below, as a program of a benchmark suite gives it. */
static void
warpsync_without_itself(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		const bool self = i & 1;
		struct simt_error e = {.status = SIMT_OK};
		struct simt *s = asm_machine(NULL);
		struct simt_function *f;
		struct program p;
		char params[64] = {0};
		struct simt_function_info info;

		asm_init(&p);
		mov_imm(&p, 1, self ? 4 : 3);
		ctl(&p, 13, NO_SB, NO_SB, 0);
		s2r(&p, 0, SR_LANEID);
		ctl(&p, 1, 0, NO_SB, 0);
		isetp_ne_imm(&p, 0, 0, 2);
		ctl(&p, 13, NO_SB, NO_SB, 1);
		guard(&p, 0, false);
		exit_(&p);
		warpsync_mask(&p, 1, i & 2); /* 0x40 */
		exit_(&p);
		f = asm_load(s, &p, &e);
		assert_non_null(f);
		simt_function_info(f, &info);
		assert_non_null(simt_launch(s, f, (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0, params,
					    info.param_bytes, 0, &e));
		assert_int_equal(simt_synchronize(s, &e), self);
		if (!self)
			assert_string_equal(e.text,
					    "kernel carrier, PC 0x40 (carrier.cu:9), block (0,0,0), thread (2,0,0): the mask of "
					    "this WARPSYNC leaves out the thread that gives it, an illegal instruction");
		simt_destroy(s);
	}
}

/* A fault of control flow is that of a thread of the warp, whatever part of which home rows the warp has. */
static void
thread_of_flow(void **state)
{
	static const struct {
		const char *warp, *text;
		int first;
	} way[] = {{"warp_size=8", "thread (20,0,0): ", 20},
		   {"warp_size=64", "thread (4,0,0): ", 4},
		   {"warp_size=64", "thread (40,0,0): ", 40}};

	(void)state;
	for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
		const char *const settings[] = {way[i].warp, NULL};
		struct simt_error e = {.status = SIMT_OK};
		struct simt *s = asm_machine(settings);
		struct simt_function *f;
		struct program p;
		char params[64] = {0};
		struct simt_function_info info;

		asm_init(&p);
		s2r(&p, 0, SR_TID_X);
		ctl(&p, 1, 0, NO_SB, 0);
		isetp_ge_imm(&p, 0, 0, way[i].first);
		ctl(&p, 13, NO_SB, NO_SB, 1);
		guard(&p, 0, false);
		bssy(&p, 0, 3); /* 0x20 */
		exit_(&p);
		f = asm_load(s, &p, &e);
		assert_non_null(f);
		simt_function_info(f, &info);
		assert_non_null(simt_launch(s, f, (struct simt_dim){1, 1, 1}, (struct simt_dim){64, 1, 1}, 0, params,
					    info.param_bytes, 0, &e));
		assert_false(simt_synchronize(s, &e));
		if (!strstr(e.text, "PC 0x20 (carrier.cu:") || !strstr(e.text, way[i].text))
			fail_msg("%s", e.text);
		simt_destroy(s);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warpsync_after_exit),
		cmocka_unit_test(warpsync_without_itself),
		cmocka_unit_test(two_sides_of_a_stack),
		cmocka_unit_test(thread_of_flow),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
