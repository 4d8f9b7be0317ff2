/* test-occupancy.c: how many blocks an SM of the machine h200 holds, against CUDA's occupancy calculator (tests/data/occupancy.csv says
 * how its values were made), and what other warp sizes make of it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/csvfile.h"
#include "sim/dispatch/occupancy.h"

static struct simt_machine *
machine(void)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);

	if (!m)
		fail_msg("%s", e.text);
	return m;
}

static uint32_t
number(const struct csvfile *f, size_t row, const char *column)
{
	return (uint32_t)strtoul(csvfile_cell(f, row, (size_t)csvfile_find(f, column))->text, NULL, 10);
}

static void
calculator(void **state)
{
	const char *dir = getenv("srcdir");
	struct simt_machine *m = machine();
	struct simt_error e = {.status = SIMT_OK};
	uint32_t registers, shared;
	struct csvfile *f;
	char path[1024];

	(void)state;
	snprintf(path, sizeof path, "%s/tests/data/occupancy.csv", dir ? dir : ".");
	f = csvfile_read(path, &e);
	if (!f)
		fail_msg("%s", e.text);
	assert_int_equal(f->nrows, 727);
	for (size_t i = 0; i < f->nrows; i++) {
		uint32_t r = number(f, i, "registers"), t = number(f, i, "threads"), s = number(f, i, "shared");
		uint32_t reserved = m->shared.reserved;
		struct occupancy o = occupancy(m, t, r, reserved + s, &registers, &shared);

		if (o.blocks != number(f, i, "blocks"))
			fail_msg("%u registers, %u threads, %u bytes: %u blocks, not %u", r, t, s, o.blocks,
				 number(f, i, "blocks"));
	}
	csvfile_free(f);
	simt_machine_free(m);
}

/* What a block takes is rounded up to the units; a limit of 0 says what is short. */
static void
parts(void **state)
{
	struct simt_machine *m = machine();
	uint32_t registers, shared;
	struct occupancy o;

	(void)state;
	o = occupancy(m, 96, 33, 1024 + 1, &registers, &shared);
	assert_int_equal(registers, 3 * 1280); /* 33 * 32 = 1056 */
	assert_int_equal(shared, 1152);
	assert_int_equal(o.warps, 64 / 3);
	assert_int_equal(o.registers, 16384 / 1280 * 4 / 3);
	assert_int_equal(o.shared, 233472 / 1152);
	o = occupancy(m, 1024, 65, 1024, &registers, &shared);
	assert_int_equal(o.registers, 0);
	assert_int_equal(o.warps, 2);
	assert_int_equal(o.blocks, 0);
	simt_machine_free(m);
}

/* A block of whole rows of 32 threads finds as much room whatever the warp size. */
static void
widths(void **state)
{
	struct simt_machine *m = machine();
	uint32_t registers, shared;

	(void)state;
	for (uint32_t threads = 128; threads <= 1024; threads += 128)
		for (uint32_t r = 8; r <= 64; r += 8) {
			uint32_t want = occupancy(m, threads, r, 1024, &registers, &shared).blocks;

			for (int width = 1; width <= 128; width *= 2) {
				m->sm.warp_size = width;
				assert_int_equal(occupancy(m, threads, r, 1024, &registers, &shared).blocks, want);
			}
			m->sm.warp_size = 32;
		}
	simt_machine_free(m);
}

/* What is just enough, and one more: 6 warp slots of which 4 sub-cores have one each, 1024 registers a sub-core, 1 KiB of shared memory. */
static void
just_enough(void **state)
{
	struct simt_machine m = {.name = NULL};
	uint32_t registers, shared;

	(void)state;
	m.sm.subcores = 4;
	m.sm.warp_size = 32;
	m.sm.threads = 6 * 32;
	m.sm.blocks = 3;
	m.sm.registers = 4096;
	m.sm.register_unit = 256;
	m.shared.bytes = 1024;
	m.shared.unit = 128;
	assert_int_equal(occupancy(&m, 32, 8, 0, &registers, &shared).warps, 4);
	assert_int_equal(occupancy(&m, 33, 8, 0, &registers, &shared).warps, 2);
	assert_int_equal(occupancy(&m, 32, 8, 0, &registers, &shared).blocks, 3);
	/* three warps are checked as four */
	assert_int_equal(occupancy(&m, 96, 32, 0, &registers, &shared).registers, 1);
	assert_int_equal(occupancy(&m, 96, 33, 0, &registers, &shared).registers, 0);
	assert_int_equal(registers, 3 * 1280);
	assert_int_equal(occupancy(&m, 32, 32, 0, &registers, &shared).registers, 4);
	assert_int_equal(occupancy(&m, 32, 0, 0, &registers, &shared).registers, UINT32_MAX);
	assert_int_equal(occupancy(&m, 32, 8, 0, &registers, &shared).shared, UINT32_MAX);
	assert_int_equal(occupancy(&m, 32, 8, 512, &registers, &shared).blocks, 2);
	assert_int_equal(occupancy(&m, 32, 8, 513, &registers, &shared).blocks, 1);
	assert_int_equal(shared, 640);
	assert_int_equal(occupancy(&m, 32, 8, 1025, &registers, &shared).blocks, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calculator),
		cmocka_unit_test(parts),
		cmocka_unit_test(widths),
		cmocka_unit_test(just_enough),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
