/* test-latencies.c: L2's latencies of loads, atomics, stores, copies between its partitions and bulk copies are parameters of their own: on machine
 * `tiny` each makes longer what it is about, cycle by cycle, and nothing else, whether it is the shortest of them or not. See accesses.h. */
#include <stdio.h>

#include "tests/helpers/accesses.h"

enum what { LOAD, ATOMIC, STORE, COPY, KINDS };
static const char *const parameter[KINDS] = {"l2_load_latency", "l2_atomic_latency", "l2_store_latency", "l2_copy_latency"};

/* One that ends with the answer to a load, to an atomic, to a store (for which a fence waits), or to a load of what the other partition has. */
static void
program(struct program *p, enum what what, int32_t line)
{
	begin(p);
	if (what == ATOMIC) {
		load(p, 0, 0); /* DRAM has brought the line by then */
		atomg(p, 7, 2, RZ, 0);
		ctl(p, NEXT, 1, NO_SB, 1 << 1);
	} else if (what == STORE) {
		stg(p, 2, RZ, 0);
		sent(p, 0);
		membar(p, 2);
		ctl(p, NEXT, NO_SB, NO_SB, 0);
	} else {
		/* the neighbour in the same line of what L2 has brought from DRAM: an atomic brings it to the home of the line alone */
		if (what == COPY)
			atomg(p, 6, 2, RZ, line * LINE);
		else
			ldg(p, 6, 2, line * LINE);
		answered(p, 0);
		ldg(p, 7, 2, line * LINE + 32);
		ctl(p, NEXT, 1, NO_SB, 1 << 1);
	}
	end(p);
}

/* Cycles with a parameter at n. */
static uint64_t
with(const struct program *p, const char *name, unsigned n, bool partitions)
{
	char text[40];
	const char *const settings[] = {
		"l2_fetch=4", partitions ? "l2_partitions=on" : "l2_partitions=off", "l2_partition_mask=1", "l2_remote=30", text,
		NULL};

	snprintf(text, sizeof text, "%s=%u", name, n);
	return cycles(p, settings, NULL);
}

static void
each_alone(void **state)
{
	(void)state;
	for (enum what what = LOAD; what < KINDS; what++) {
		const bool partitions = what == COPY;
		struct program p;

		program(&p, what, 0);
		/* of two neighbouring lines one has its home in the other partition */
		if (partitions && with(&p, "l2_remote", 30, true) == with(&p, "l2_remote", 40, true))
			program(&p, what, 1);
		for (enum what k = LOAD; k < KINDS; k++)
			for (unsigned n = 96; n < 104; n++)
				assert_int_equal(with(&p, parameter[k], n + 1, partitions) - with(&p, parameter[k], n, partitions),
						 k == what);
		assert_int_equal(with(&p, "bulk_latency", 1, partitions), with(&p, "bulk_latency", 1000, partitions));
	}
}

/* Whether so many bulk copies of 16 bytes, GAP cycles apart, have come so many cycles after the last has issued, as their barrier says. */
enum { GAP = 4, BYTES = 16 };
static bool
have_come(unsigned copies, const char *setting, unsigned latency, unsigned wait)
{
	enum { BARRIER = 0x408, TO = 0x480, ONE = 1 };
	char text[32];
	const char *const settings[] = {text, setting, NULL};
	struct simt *s;
	struct program p;
	uint32_t out[BYTES / 4] = {0};

	begin(&p);
	uldc64(&p, 6, ASM_PARAM);
	umov_imm(&p, 8, ONE);
	umov_imm(&p, 10, TO);
	umov_imm(&p, 11, BARRIER);
	/* the barrier expects one arrival: SYNCS.EXCH.64 URZ, [UR11], UR12 */
	umov_imm(&p, 12, 0x1ffffe);
	umov_imm(&p, 13, 0x7ffff800);
	word(&p, 0x0000000c0b3f75b2, 0x08000100);
	/* which brings the bytes: SYNCS.ARRIVE.TRANS64 RZ, [UR11], R4 */
	mov_imm(&p, 4, copies * BYTES);
	mov_imm(&p, 5, 0);
	word(&p, 0x00000004ffff79a7, 0x0800000b);
	ctl(&p, 15, 1, NO_SB, 0);
	nop(&p);
	ctl(&p, 15, NO_SB, NO_SB, 1 << 1);
	/* UBLKCP.S.G [UR10], [UR6], UR8 */
	for (unsigned i = 0; i < copies; i++) {
		word(&p, 0x0000000a060073ba, 0x08000208);
		ctl(&p, i + 1 < copies ? GAP : 1, NO_SB, NO_SB, 0);
	}
	for (unsigned left = wait - 1; left; left -= left < 15 ? left : 15) {
		nop(&p);
		ctl(&p, left < 15 ? left : 15, NO_SB, NO_SB, 0);
	}
	/* SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR11], RZ */
	word(&p, 0x000000ffff0075a7, 0x0802014b);
	ctl(&p, 15, 1, NO_SB, 0);
	nop(&p);
	ctl(&p, 15, NO_SB, NO_SB, 1 << 1);
	guard(&p, 1, false);
	mov_imm(&p, 5, 1);
	uldc64(&p, 4, ASM_DESC);
	ldc64(&p, 2, ASM_PARAM + 8);
	ctl(&p, 15, 1, NO_SB, 0);
	nop(&p);
	ctl(&p, 15, NO_SB, NO_SB, 1 << 1);
	stg(&p, 2, 5, 0);
	exit_(&p);
	snprintf(text, sizeof text, "bulk_latency=%u", latency);
	s = asm_machine(settings);
	asm_run(s, &p, 1, 1, NULL, out, BYTES / 4);
	simt_destroy(s);
	return out[0];
}

/* The latency of a bulk copy, and what the path into the SM takes, is all that its bytes take, whatever the other latencies are. */
static void
bulk_copies(void **state)
{
	static const char *const setting[] = {NULL,
					      "l2_load_latency=300",
					      "l2_atomic_latency=300",
					      "l2_store_latency=300",
					      "l2_copy_latency=1",
					      "l2_load_latency=20",
					      "dram_latency=900"};
	const unsigned first = 100 + 1; /* the path into the SM takes 32 bytes a cycle */

	(void)state;
	for (unsigned latency = 90; latency <= 110; latency++) {
		assert_false(have_come(1, NULL, latency, latency));
		assert_true(have_come(1, NULL, latency, latency + 1));
	}
	for (unsigned i = 0; i < sizeof setting / sizeof *setting; i++) {
		assert_false(have_come(1, setting[i], 100, first - 1));
		assert_true(have_come(1, setting[i], 100, first));
	}
	assert_false(have_come(1, "fill_rate=8", 100, first));
	assert_true(have_come(1, "fill_rate=8", 100, first + 1));
	/* one after the other */
	assert_false(have_come(2, "fill_rate=1", 100, 100 + 2 * BYTES - GAP - 1));
	assert_true(have_come(2, "fill_rate=1", 100, 100 + 2 * BYTES - GAP));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(each_alone), cmocka_unit_test(bulk_copies)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
