/* test-hazards.c: --check-hazards on hand-placed instructions with control fields that are just enough and one short of it, and on a shipped
 * cubin of which one control field has been weakened. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"

struct found {
	unsigned n;
	char first[1024], last[1024];
};

static void
on_finding(void *arg, const struct simt_launch *l, const struct simt_error *e)
{
	struct found *f = arg;

	assert_non_null(l);
	assert_int_equal(e->status, SIMT_FAULT);
	memcpy(f->n++ ? f->last : f->first, e->text, sizeof f->last);
}

static void
add_check(struct simt *s, struct found *f)
{
	struct simt_error e = {.status = SIMT_OK};

	*f = (struct found){.n = 0};
	if (!simt_set_checks(s, SIMT_CHECK_HAZARDS, on_finding, f, &e))
		fail_msg("%s", e.text);
}

/* Runs p in both modes, and with several paths of a warp at a time; `want`: the one finding from "hazard: " on, NULL: there is none. */
static void
expect(const struct program *p, uint32_t pc, const char *want)
{
	static const char *const settings[][2] = {
		{"warp_size=32", NULL}, {"bank_issue=independent", NULL}, {"register_scoreboard=on", NULL}};

	for (unsigned i = 0; i < 4; i++) {
		struct simt *s = asm_machine(settings[i % 3]);
		uint32_t in[32] = {0};
		struct found f;
		char place[32];

		add_check(s, &f);
		simt_set_mode(s, i == 3 ? SIMT_FUNCTIONAL : SIMT_CYCLE);
		asm_run(s, p, 1, 32, in, NULL, 32);
		if (f.n != (want != NULL))
			fail_msg("%u findings, %s", f.n, f.n ? f.first : "");
		snprintf(place, sizeof place, "kernel carrier, PC 0x%x", (unsigned)pc);
		if (want && (strncmp(f.first, place, strlen(place)) || !strstr(f.first, want)))
			fail_msg("%s", f.first);
		simt_destroy(s);
	}
}

/* A result of the ALU is there for the multiply-adds crossing_cycles later than for the ALU itself. */
static void
crossing(void **state)
{
	static const char *const settings[] = {"crossing_cycles=1", NULL};

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		const bool same = i == 2;
		struct simt *s = asm_machine(settings);
		uint32_t in[32] = {0};
		struct program p;
		struct found f;

		asm_init(&p);
		mov_imm(&p, 1, 5);
		ctl(&p, i == 1 ? 5 : 4, NO_SB, NO_SB, 0);
		if (same)
			lop3_and_imm(&p, 2, 1, 7);
		else
			viadd(&p, 2, 1, 1);
		exit_(&p);
		add_check(s, &f);
		asm_run(s, &p, 1, 32, in, NULL, 32);
		assert_int_equal(f.n, i == 0);
		if (f.n)
			assert_non_null(strstr(f.first, "hazard: reads R1, which PC 0x0 (carrier.cu:4) writes: 1 cycle too early"));
		simt_destroy(s);
	}
}

/* On machine `tiny` the results of the integer pipes take 4 cycles, predicates that guard 13. */
static void
fixed_latency(void **state)
{
	(void)state;
	for (unsigned late = 0; late < 2; late++) {
		struct program p;

		asm_init(&p);
		mov_imm(&p, 1, 5);
		ctl(&p, 3 + late, NO_SB, NO_SB, 0);
		viadd(&p, 2, 1, 1);
		exit_(&p);
		expect(&p, 0x10, late ? NULL : "hazard: reads R1, which PC 0x0 (carrier.cu:4) writes: 1 cycle too early");

		/* stall counts add up */
		asm_init(&p);
		isetp_ge_imm(&p, 0, RZ, 0);
		ctl(&p, 10, NO_SB, NO_SB, 0);
		nop(&p);
		ctl(&p, 2 + late, NO_SB, NO_SB, 0);
		guard(&p, 0, false);
		mov_imm(&p, 1, 5);
		exit_(&p);
		expect(&p, 0x20, late ? NULL : "hazard: is guarded by P0, which PC 0x0");
	}
}

/* A result that is overwritten on the way. POPC has 17 cycles, and a scoreboard. */
static void
overwritten(void **state)
{
	struct program p;

	(void)state;
	asm_init(&p);
	popc(&p, 1, RZ);
	ctl(&p, 15, 2, NO_SB, 0);
	nop(&p);
	nop(&p);
	mov_imm(&p, 1, 5);
	exit_(&p);
	expect(&p, 0x30, "hazard: overwrites R1, which PC 0x0 (carrier.cu:4) writes: its scoreboard 2 is not waited for");
	ctl(&p, 15, NO_SB, NO_SB, 0);
	p.n = 3;
	mov_imm(&p, 1, 5);
	ctl(&p, 15, NO_SB, NO_SB, 4);
	exit_(&p);
	expect(&p, 0, NULL);
}

/* R2 = an address. Returns the PC of the next instruction. */
static uint32_t
address(struct program *p)
{
	asm_init(p);
	ldc64(p, 2, ASM_PARAM);
	ctl(p, 15, 0, NO_SB, 0);
	uldc64(p, 4, ASM_DESC);
	ctl(p, 15, NO_SB, NO_SB, 1);
	return 0x20;
}

static void
loads(void **state)
{
	struct program p;

	(void)state;
	for (unsigned wait = 0; wait < 2; wait++) {
		address(&p);
		ldg(&p, 6, 2, 0);
		ctl(&p, 15, 1, NO_SB, 0);
		for (unsigned i = 0; i < 60; i++)
			nop(&p); /* no time is long enough */
		viadd(&p, 7, 6, 1);
		ctl(&p, 15, NO_SB, NO_SB, wait ? 2 : 1);
		exit_(&p);
		expect(&p, 63 * 16,
		       wait ? NULL : "hazard: reads R6, which PC 0x20 (carrier.cu:9) writes: its scoreboard 1 is not waited for");
	}
	address(&p);
	ldg(&p, 6, 2, 0);
	viadd(&p, 7, 6, 1);
	exit_(&p);
	expect(&p, 0x30, "hazard: reads R6, which PC 0x20 (carrier.cu:9) writes: it raises no scoreboard that could be waited for");
	/* LDS are done in order */
	for (unsigned i = 0; i < 2; i++) {
		asm_init(&p);
		mov_imm(&p, 2, 0x400);
		lds(&p, 6, 2, 0);
		if (i)
			ldc64(&p, 8, ASM_PARAM);
		else
			lds(&p, 7, 2, 0);
		ctl(&p, 15, 3, NO_SB, 0);
		nop(&p);
		ctl(&p, 15, NO_SB, NO_SB, 8);
		viadd(&p, 7, 6, 1);
		exit_(&p);
		expect(&p, 0x40, i ? "hazard: reads R6, which PC 0x10" : NULL);
	}
}

/* Operands of a store that are overwritten before it has read them. */
static void
operands(void **state)
{
	struct program p;

	(void)state;
	for (unsigned wait = 0; wait < 2; wait++) {
		address(&p);
		stg(&p, 2, 6, 0);
		ctl(&p, 15, NO_SB, 5, 0);
		mov_imm(&p, 6, 1);
		ctl(&p, 15, NO_SB, NO_SB, wait ? 32 : 0);
		exit_(&p);
		expect(&p, 0x30,
		       wait ? NULL
			    : "hazard: overwrites R6, which PC 0x20 (carrier.cu:9) reads: its scoreboard 5 is not waited for");
	}
	/* in order: a later access will do, an earlier one or another unit's instruction will not */
	for (unsigned later = 0; later < 2; later++) {
		address(&p);
		if (!later)
			ldg(&p, 8, 2, 0);
		else
			stg(&p, 2, 6, 0);
		ctl(&p, 15, later ? NO_SB : 5, NO_SB, 0);
		if (!later)
			stg(&p, 2, 6, 0);
		else
			ldg(&p, 8, 2, 0);
		ctl(&p, 15, later ? 5 : NO_SB, NO_SB, 0);
		mov_imm(&p, 6, 1);
		ctl(&p, 15, NO_SB, NO_SB, 32);
		exit_(&p);
		expect(&p, 0x40, later ? NULL : "hazard: overwrites R6, which PC 0x30 (carrier.cu:9) reads: it raises no");
	}
	address(&p);
	stg(&p, 2, 6, 0);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	uldc64(&p, 4, ASM_PARAM); /* uniform registers are read at issue */
	exit_(&p);
	expect(&p, 0, NULL);
}

/* Lanes of which one path writes and another reads are not concerned. */
static void
lanes(void **state)
{
	(void)state;
	for (unsigned same = 0; same < 2; same++) {
		struct program p;

		asm_init(&p);
		s2r(&p, 0, SR_TID_X);
		ctl(&p, 15, 0, NO_SB, 0);
		isetp_ge_imm(&p, 0, 0, 16);
		ctl(&p, 15, NO_SB, NO_SB, 1);
		guard(&p, 0, false);
		popc(&p, 1, RZ);
		ctl(&p, 15, 1, NO_SB, 0);
		guard(&p, 0, !same);
		viadd(&p, 2, 1, 1);
		exit_(&p);
		expect(&p, 0x30, same ? "thread (16,0,0): hazard: reads R1, which PC 0x20" : NULL);
	}
}

/* Runs vecadd with bits of one instruction's upper half replaced. */
static struct found
patched(uint32_t pc, uint64_t mask, uint64_t bits)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct simt *s = m ? simt_create(m, &e) : NULL;
	struct {
		uint64_t a, b, c;
		int32_t n;
	} params = {.n = 256};
	size_t size, offset, bytes;
	char *image = asm_read("workloads/vecadd/vecadd.cubin", &size);
	struct simt_module *module;
	struct simt_function *k;
	struct found f;
	uint64_t hi;
	bool ok;

	assert_non_null(s);
	simt_machine_free(m);
	add_check(s, &f);
	asm_find(image, size, ".text.vecadd", &offset, &bytes);
	assert_true(pc < bytes);
	memcpy(&hi, image + offset + pc + 8, 8);
	hi = (hi & ~mask) | bits;
	memcpy(image + offset + pc + 8, &hi, 8);
	module = simt_module_load_data(s, image, size, "vecadd.cubin", &e);
	free(image);
	k = module ? simt_function(module, "vecadd", &e) : NULL;
	ok = k && simt_malloc(s, 1024, &params.a, &e) && simt_malloc(s, 1024, &params.b, &e) &&
	     simt_malloc(s, 1024, &params.c, &e) &&
	     simt_launch(s, k, (struct simt_dim){2, 1, 1}, (struct simt_dim){128, 1, 1}, 0, &params, 28, 0, &e) &&
	     simt_synchronize(s, &e);
	if (!ok)
		fail_msg("%s", e.text);
	simt_destroy(s);
	return f;
}

static void
weakened(void **state)
{
	const uint64_t stall = UINT64_C(15) << 41, wbar = UINT64_C(7) << 46, wait = UINT64_C(63) << 52;
	struct found f = patched(0, 0, 0);

	(void)state;
	assert_int_equal(f.n, 0);
	/* FADD R9, R4, R3 waits 5 cycles, no more than it has to; then STG reads R9 */
	f = patched(0x110, stall, UINT64_C(4) << 41);
	assert_int_equal(f.n, 1);
	/* which warp comes first is up to DRAM */
	assert_non_null(strstr(f.first, "kernel vecadd, PC 0x120 (vecadd.cu:8), block (0,0,0), thread ("));
	assert_non_null(strstr(f.first, ",0,0): hazard: reads R9, which PC 0x110 (vecadd.cu:8) writes: 1 cycle too early"));
	/* ISETP P0 waits 13, then @P0 EXIT */
	f = patched(0x60, stall, UINT64_C(12) << 41);
	assert_int_equal(f.n, 1);
	assert_non_null(strstr(f.first, "kernel vecadd, PC 0x70 (vecadd.cu:7)"));
	assert_non_null(strstr(f.first, "hazard: is guarded by P0, which PC 0x60 (vecadd.cu:7) writes: 1 cycle too early"));
	/* the FADD does not wait for the loads */
	f = patched(0x110, wait, 0);
	assert_int_equal(f.n, 2);
	assert_non_null(strstr(f.first, "kernel vecadd, PC 0x110 (vecadd.cu:8)"));
	assert_non_null(
		strstr(f.first, "hazard: reads R3, which PC 0xd0 (vecadd.cu:8) writes: its scoreboard 3 is not waited for"));
	assert_non_null(strstr(f.last, "hazard: reads R4, which PC 0xf0 (vecadd.cu:8) writes: its scoreboard 3 is not waited for"));
	/* the first load raises no scoreboard */
	f = patched(0xd0, wbar, wbar);
	assert_int_equal(f.n, 1);
	assert_non_null(strstr(f.first, "kernel vecadd, PC 0x110 (vecadd.cu:8)"));
	assert_non_null(strstr(
		f.first, "hazard: reads R3, which PC 0xd0 (vecadd.cu:8) writes: it raises no scoreboard that could be waited for"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crossing), cmocka_unit_test(fixed_latency), cmocka_unit_test(overwritten), cmocka_unit_test(loads),
		cmocka_unit_test(operands), cmocka_unit_test(lanes),         cmocka_unit_test(weakened),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
