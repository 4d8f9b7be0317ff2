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

#include "tests/helpers/asm.h"

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
	expect(&p, 0x30, "hazard: overwrites R1, which PC 0x0 (carrier.cu:4) writes: nothing waits for its scoreboard 2");
	ctl(&p, 15, NO_SB, NO_SB, 0);
	p.n = 3;
	mov_imm(&p, 1, 5);
	ctl(&p, 15, NO_SB, NO_SB, 4);
	exit_(&p);
	expect(&p, 0, NULL);
}

/* Findings in a program on `tiny` with this setting: one that says `want`, NULL: none. */
static void
expect_with(const char *setting, const struct program *p, const char *want)
{
	const char *const settings[] = {setting, NULL};
	struct simt *s = asm_machine(settings);
	uint32_t in[32] = {0};
	struct found f;

	add_check(s, &f);
	asm_run(s, p, 1, 32, in, NULL, 32);
	if (f.n != (want != NULL) || (want && !strstr(f.first, want)))
		fail_msg("%s: %u findings, %s", setting, f.n, f.n ? f.first : "");
	simt_destroy(s);
}

/* What is of longer latency than all else is remembered as long, and does not make the others wait. */
static void
longest(void **state)
{
	(void)state;
	for (unsigned late = 0; late < 2; late++) {
		struct program p;

		asm_init(&p);
		lop3_and_imm(&p, 1, RZ, 1);
		nop(&p);
		ctl(&p, 9 + late, NO_SB, NO_SB, 0);
		viadd(&p, 2, 1, 1); /* 15 + 9 cycles after it */
		ctl(&p, 3 + late, NO_SB, NO_SB, 0);
		viadd(&p, 3, 2, 1);
		exit_(&p);
		if (late) {
			expect_with("alu_latency=25", &p, NULL);
			expect_with("alu_latency=26", &p,
				    "hazard: reads R1, which PC 0x0 (carrier.cu:4) writes: 1 cycle too early");
		} else {
			expect_with("alu_latency=24", &p,
				    "hazard: reads R2, which PC 0x20 (carrier.cu:9) writes: 1 cycle too early");
		}
		asm_init(&p);
		lop3_and_imm(&p, 1, RZ, 1);
		ctl(&p, 1, NO_SB, NO_SB, 0);
		isetp_ge_imm(&p, 0, RZ, 0);
		ctl(&p, 12 + late, NO_SB, NO_SB, 0);
		guard(&p, 0, false);
		mov_imm(&p, 2, 5);
		exit_(&p);
		expect_with("alu_latency=40", &p, late ? NULL : "hazard: is guarded by P0, which PC 0x10");
	}
}

/* Lanes that went different ways: the cycles of one way do not pass for the other. */
static void
ways(void **state)
{
	struct program p;
	unsigned b;

	(void)state;
	asm_init(&p);
	s2r(&p, 0, SR_TID_X);
	ctl(&p, 15, 0, NO_SB, 0);
	isetp_ge_imm(&p, 0, 0, 16);
	ctl(&p, 15, NO_SB, NO_SB, 1);
	lop3_and_imm(&p, 1, RZ, 1);
	ctl(&p, 2, NO_SB, NO_SB, 0);
	guard(&p, 0, false);
	b = bra(&p, 0);
	ctl(&p, 5, NO_SB, NO_SB, 0);
	nop(&p); /* the way of the lower lanes, which comes first */
	nop(&p);
	viadd(&p, 2, 1, 1); /* 37 cycles behind the LOP3 */
	exit_(&p);
	patch(&p, b, label(&p));
	viadd(&p, 2, 1, 1); /* 7 cycles behind the LOP3 */
	exit_(&p);
	expect_with(
		"alu_latency=37", &p,
		"PC 0x80 (carrier.cu:9), block (0,0,0), thread (16,0,0): hazard: reads R1, which PC 0x20 (carrier.cu:9) writes: "
		"30 cycles too early");
	/* nor do other lanes overwrite what these write */
	for (unsigned same = 0; same < 2; same++) {
		p.n = 2;
		guard(&p, 0, false);
		lop3_and_imm(&p, 1, RZ, 1);
		ctl(&p, 2, NO_SB, NO_SB, 0);
		guard(&p, 0, !same);
		fadd(&p, 1, RZ, RZ);
		exit_(&p);
		expect_with("alu_latency=20", &p, same ? "thread (16,0,0): hazard: overwrites R1, which PC 0x20" : NULL);
	}
}

/* Results that come in the order of issue may be overwritten in that order, but not by what comes another way; and who has read its operands
 * has not written its result. */
static void
order(void **state)
{
	struct program p;

	(void)state;
	for (unsigned other = 0; other < 2; other++) {
		asm_init(&p);
		mov_imm(&p, 2, 0x400);
		lds(&p, 6, 2, 0);
		ctl(&p, 15, 3, NO_SB, 0);
		if (other)
			popc(&p, 6, RZ);
		else
			lds(&p, 6, 2, 4);
		ctl(&p, 15, 3, NO_SB, 0);
		exit_(&p);
		expect(&p, 0x20,
		       other ? "hazard: overwrites R6, which PC 0x10 (carrier.cu:9) writes: nothing waits for its scoreboard 3"
			     : NULL);
		/* the operand of a POPC, overwritten by another one, or by a load */
		asm_init(&p);
		mov_imm(&p, 2, 0x400);
		popc(&p, 7, 6);
		ctl(&p, 15, 4, NO_SB, 0);
		if (other)
			lds(&p, 6, 2, 0);
		else
			popc(&p, 6, RZ);
		ctl(&p, 15, 3, NO_SB, 0);
		exit_(&p);
		expect(&p, 0x20,
		       other ? "hazard: overwrites R6, which PC 0x10 (carrier.cu:9) reads: nothing waits for its scoreboard 4"
			     : NULL);
		/* a POPC raises a scoreboard when it has read, or when it has written */
		asm_init(&p);
		popc(&p, 6, RZ);
		popc(&p, 7, 5);
		ctl(&p, 15, other ? NO_SB : 4, other ? 4 : NO_SB, 0);
		nop(&p);
		ctl(&p, 15, NO_SB, NO_SB, 16);
		viadd(&p, 8, 6, 1);
		exit_(&p);
		expect(&p, 0x30, other ? "hazard: reads R6, which PC 0x0 (carrier.cu:4) writes: it raises no scoreboard" : NULL);
	}
}

/* R1 gets a result of the ALU, whose latency is set, and `stall` cycles later another one. The last one has to be written last: in a later
 * cycle than the first. */
static void
overwritten_in(const char *setting, unsigned stall, void (*second)(struct program *p), const char *want)
{
	struct program p;

	asm_init(&p);
	mov_imm(&p, 2, 0x400);
	lop3_and_imm(&p, 1, RZ, 1);
	ctl(&p, stall, NO_SB, NO_SB, 0);
	second(&p);
	exit_(&p);
	expect_with(setting, &p, want);
}

static void
sum(struct program *p)
{
	fadd(p, 1, RZ, RZ);
}

static void
same_unit(struct program *p)
{
	lop3_and_imm(p, 1, RZ, 2);
}

static void
loaded(struct program *p)
{
	lds(p, 1, 2, 0);
	ctl(p, 15, 0, NO_SB, 0);
}

/* Results of fixed latency that are overwritten on the way: a sum takes 4 cycles, a load at least as long as the faster of L1 and shared
 * memory. */
static void
overwritten_soon(void **state)
{
	static const char one[] = "hazard: overwrites R1, which PC 0x10 (carrier.cu:9) writes: 1 cycle too early",
			  two[] = "hazard: overwrites R1, which PC 0x10 (carrier.cu:9) writes: 2 cycles too early";

	(void)state;
	overwritten_in("alu_latency=9", 4, sum, two);  /* written at 8, and at 9 */
	overwritten_in("alu_latency=9", 5, sum, one);  /* both at 9 */
	overwritten_in("alu_latency=9", 6, sum, NULL); /* at 10 */
	overwritten_in("alu_latency=9", 1, same_unit, NULL);
	overwritten_in("alu_latency=15", 3, loaded, one); /* shared memory takes 12, L1 20 */
	overwritten_in("alu_latency=15", 4, loaded, NULL);
	overwritten_in("l1_latency=2", 2, loaded, one); /* and the LOP3 4 */
	overwritten_in("l1_latency=2", 3, loaded, NULL);
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
		       wait ? NULL : "hazard: reads R6, which PC 0x20 (carrier.cu:9) writes: nothing waits for its scoreboard 1");
	}
	address(&p);
	ldg(&p, 6, 2, 0);
	viadd(&p, 7, 6, 1);
	exit_(&p);
	expect(&p, 0x30,
	       "hazard: reads R6, which PC 0x20 (carrier.cu:9) writes: it raises no scoreboard that an instruction could wait for");
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
			    : "hazard: overwrites R6, which PC 0x20 (carrier.cu:9) reads: nothing waits for its scoreboard 5");
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
		strstr(f.first, "hazard: reads R3, which PC 0xd0 (vecadd.cu:8) writes: nothing waits for its scoreboard 3"));
	assert_non_null(strstr(f.last, "hazard: reads R4, which PC 0xf0 (vecadd.cu:8) writes: nothing waits for its scoreboard 3"));
	/* the first load raises no scoreboard */
	f = patched(0xd0, wbar, wbar);
	assert_int_equal(f.n, 1);
	assert_non_null(strstr(f.first, "kernel vecadd, PC 0x110 (vecadd.cu:8)"));
	assert_non_null(strstr(f.first, "hazard: reads R3, which PC 0xd0 (vecadd.cu:8) writes: it raises no scoreboard that an "
					"instruction could wait for"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crossing),    cmocka_unit_test(fixed_latency),
		cmocka_unit_test(overwritten), cmocka_unit_test(overwritten_soon),
		cmocka_unit_test(longest),     cmocka_unit_test(ways),
		cmocka_unit_test(order),       cmocka_unit_test(loads),
		cmocka_unit_test(operands),    cmocka_unit_test(lanes),
		cmocka_unit_test(weakened),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
