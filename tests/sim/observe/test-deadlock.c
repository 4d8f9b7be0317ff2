/* test-deadlock.c: launches that cannot go on are found, and the message says who waits where and for what. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/helpers/asm.h"

/* Runs one block of a kernel without parameters. */
static bool
runs(struct simt *s, const struct simt_function *f, unsigned threads, struct simt_launch **l, struct simt_error *e)
{
	struct simt_function_info info;
	char params[64] = {0};

	simt_function_info(f, &info);
	assert_true(info.param_bytes <= sizeof params);
	*l = simt_launch(s, f, (struct simt_dim){1, 1, 1}, (struct simt_dim){threads, 1, 1}, 0, params, info.param_bytes, 0, e);
	assert_non_null(*l);
	return simt_synchronize(s, e);
}

static void
assert_deadlock(const struct program *p, unsigned threads, const char *policy, const char *text)
{
	const char *const settings[] = {policy, NULL};
	struct simt_error e = {.status = SIMT_OK};
	struct simt *s = asm_machine(settings);
	struct simt_function *f = asm_load(s, p, &e);
	struct simt_launch *l;

	if (!f)
		fail_msg("%s", e.text);
	assert_false(runs(s, f, threads, &l, &e));
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
			"the others have continued");
	assert_deadlock(&p, 33, "reconvergence=stack",
			"kernel carrier: deadlock, 1 warp waits for ever; in warp 0 of block (0,0,0), 1 lane at PC 0x70 "
			"(carrier.cu:12) waits for other lanes to reach a WARPSYNC; 31 lanes at PC 0x50 (carrier.cu:9) wait until "
			"the others have continued");
	assert_deadlock(&p, 40, "reconvergence=stack",
			"kernel carrier: deadlock, 2 warps wait for ever; in warp 0 of block (0,0,0), 1 lane at PC 0x70 "
			"(carrier.cu:12) waits for other lanes to reach a WARPSYNC; 31 lanes at PC 0x50 (carrier.cu:9) wait until "
			"the others have continued");
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
		struct simt_launch *l;
		struct program p;

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
		assert_int_equal(runs(s, f, 32, &l, &e), self);
		if (!self)
			assert_string_equal(e.text,
					    "kernel carrier, PC 0x40 (carrier.cu:9), block (0,0,0), thread (2,0,0): the mask of "
					    "this WARPSYNC leaves out the thread that gives it, an illegal instruction");
		simt_destroy(s);
	}
}

/* Masks count from the first lane of a warp, also where that is not the first of its home row, and in each 32 lanes of a wider one. */
static void
masks_of_other_widths(void **state)
{
	static const struct {
		const char *warp, *says;
		uint32_t mask;
	} way[] = {{"warp_size=8", NULL, 0xff},
		   {"warp_size=8", "thread (4,0,0): the mask of this WARPSYNC leaves out the thread that gives it", 0x0f},
		   {"warp_size=64", NULL, 0xffffffff},
		   {"warp_size=64", "thread (4,0,0): the mask of this WARPSYNC leaves out the thread that gives it", 0x0f}};

	(void)state;
	for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
		const char *const settings[] = {way[i].warp, NULL};
		struct simt_error e = {.status = SIMT_OK};
		struct simt *s = asm_machine(settings);
		struct simt_function *f;
		struct simt_launch *l;
		struct program p;

		asm_init(&p);
		mov_imm(&p, 1, way[i].mask);
		ctl(&p, 13, NO_SB, NO_SB, 0);
		warpsync_mask(&p, 1, false);
		exit_(&p);
		f = asm_load(s, &p, &e);
		assert_non_null(f);
		if (runs(s, f, 64, &l, &e) != !way[i].says || (way[i].says && !strstr(e.text, way[i].says)))
			fail_msg("%s: %s", way[i].warp, e.text);
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
		struct simt_launch *l;
		struct program p;

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
		assert_false(runs(s, f, 64, &l, &e));
		if (!strstr(e.text, "PC 0x20 (carrier.cu:") || !strstr(e.text, way[i].text))
			fail_msg("%s", e.text);
		simt_destroy(s);
	}
}

/* What carrier's code in an image says when it has run; `text`: the sentence of a kernel that is refused, or of a fault. */
static void
assert_says(const char *image, size_t size, const char *text)
{
	for (int mode = SIMT_CYCLE; mode <= SIMT_FUNCTIONAL; mode++) {
		struct simt_error e = {.status = SIMT_OK};
		struct simt *s = asm_machine(NULL);
		struct simt_module *m = simt_module_load_data(s, image, size, "carrier.cubin", &e);
		struct simt_function *f = m ? simt_function(m, "carrier", &e) : NULL;
		struct simt_launch *l;

		simt_set_mode(s, (enum simt_mode)mode);
		if (f)
			assert_false(runs(s, f, 32, &l, &e));
		if (!strstr(e.text, text))
			fail_msg("%s", e.text);
		simt_destroy(s);
	}
}

/* Code ends in NOPs behind a branch to itself. A branch among them, or a last instruction that not all lanes take, does not leave the code. */
static void
past_the_end(void **state)
{
	static const struct {
		unsigned predicate;
		bool negated, leaves; /* an EXIT, else a BRA to itself */
		const char *says;
	} last[] = {{0, false, false, "the kernel runs past its last instruction"},
		    {0, true, false, "the kernel runs past its last instruction"},
		    {0, true, true, "the kernel runs past its last instruction"}};
	size_t size, offset, bytes;
	char *image = asm_read("tests/helpers/carrier.cubin", &size);
	struct program p;

	(void)state;
	asm_find(image, size, ".text.carrier", &offset, &bytes);
	asm_init(&p);
	for (size_t i = 0; i < bytes / 16; i++) {
		p.n = 0;
		nop(&p);
		memcpy(image + offset + 16 * i, p.w, 16);
	}
	p.n = 0;
	bra(&p, 5);
	exit_(&p);
	bra(&p, 2);
	memcpy(image + offset, p.w, 16 * p.n);
	assert_says(image, size,
		    "PC 0x1870 (carrier.cu:19), block (0,0,0), thread (0,0,0): the thread runs past the end of the kernel");
	for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
		p.n = 0;
		guard(&p, last[i].predicate, last[i].negated);
		if (last[i].leaves)
			exit_(&p);
		else
			bra(&p, 0);
		memcpy(image + offset + bytes - 16, p.w, 16);
		assert_says(image, size, last[i].says);
	}
	free(image);
}

/* A WARPSYNC.COLLECTIVE says where its lanes go on when they have been gathered elsewhere: in the kernel. */
static void
collective_target(void **state)
{
	(void)state;
	for (int out = 0; out < 2; out++) {
		struct simt_error e = {.status = SIMT_OK};
		struct simt *s = asm_machine(NULL);
		struct program p;

		asm_init(&p);
		warpsync_mask(&p, 1, false);
		p.w[0][0] |= out ? UINT64_C(255) << 34 : UINT64_C(4) << 16; /* 1024 bytes, words of four */
		p.w[0][1] |= UINT64_C(2) << 21;                             /* .COLLECTIVE */
		exit_(&p);
		assert_int_equal(asm_load(s, &p, &e) == NULL, out);
		if (out && !strstr(e.text, "offset 0x0 (carrier.cu:4): branch out of the kernel"))
			fail_msg("%s", e.text);
		simt_destroy(s);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warpsync_after_exit),   cmocka_unit_test(warpsync_without_itself),
		cmocka_unit_test(two_sides_of_a_stack),  cmocka_unit_test(thread_of_flow),
		cmocka_unit_test(past_the_end),          cmocka_unit_test(collective_target),
		cmocka_unit_test(masks_of_other_widths),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
