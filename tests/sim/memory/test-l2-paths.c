/* test-l2-paths.c: the paths into L2 and out of it, of an SM's stores and to a GPC, as launches see them, on machine `tiny`; see
 * accesses.h. test-interconnect.c has the unit. */
#include <stdio.h>

#include "tests/helpers/accesses.h"
#include "sim/memory/memory-port.h"
#include "sim/core/sm-memory.h"

/* Two stores of a word, to two lines; the end of the launch shows when the last of them is in. */
static uint64_t
two_stores(const char *const *settings)
{
	struct program p;

	begin(&p);
	for (unsigned i = 0; i < 2; i++) {
		stg(&p, 2, RZ, (int32_t)i * LINE);
		sent(&p, i);
	}
	end(&p);
	return cycles(&p, settings, NULL);
}

/* The path into L2: sectors and a header for each request, no less than l2_in_least, and more for sectors that are not written entirely. */
static void
into_l2(void **state)
{
	(void)state;
	for (unsigned header = 0; header <= 20; header += 10)
		for (unsigned partial = 0; partial <= 7; partial += 7)
			for (unsigned least = 41; least <= 43; least++) {
				char text[3][32];
				const char *const settings[] = {text[0], text[1], text[2], "l2_in_rate=1", "store_drain=1", NULL};
				unsigned each = 32 + header > least ? 32 + header : least;

				snprintf(text[0], sizeof text[0], "l2_in_header=%u", header);
				snprintf(text[1], sizeof text[1], "l2_partial=%u", partial);
				snprintf(text[2], sizeof text[2], "l2_in_least=%u", least);
				assert_int_equal(two_stores(settings), START + each + partial + 1);
			}
}

/* The path of an SM's stores to it: no less than store_least, and more where sectors are not written entirely. */
static void
path_of_stores(void **state)
{
	(void)state;
	for (unsigned partial = 0; partial <= 7; partial += 7)
		for (unsigned least = 31; least <= 33; least++) {
			char text[2][32];
			const char *const settings[] = {text[0], text[1], "store_rate=1", "store_drain=1", NULL};

			snprintf(text[0], sizeof text[0], "store_partial=%u", partial);
			snprintf(text[1], sizeof text[1], "store_least=%u", least);
			assert_int_equal(two_stores(settings), START + (least > 32 ? least : 32) + partial + 1);
		}
}

/* Whole sectors count no more than themselves. */
static void
whole_sectors(void **state)
{
	static const char *const none[] = {"l2_in_rate=1", "store_drain=1", NULL}, *const some[] = {"l2_in_rate=1", "store_drain=1",
												    "l2_partial=7", NULL};

	(void)state;
	for (unsigned k = 0; k < 2; k++) {
		struct program p;

		spread(&p, k ? 8 : 4); /* every other word, in 8 sectors of 2 lines, or every word, in 4 of one */
		for (unsigned i = 0; i < 2; i++) {
			stg(&p, 4, RZ, (int32_t)i * 2 * LINE);
			sent(&p, 1);
		}
		end(&p);
		assert_int_equal(cycles(&p, some, NULL) - cycles(&p, none, NULL), k ? 3 * 4 * 7 : 0);
	}
}

/* The path out: what a load asks for, and a header. */
static void
out_of_l2(void **state)
{
	(void)state;
	for (unsigned header = 0; header <= 20; header += 5) {
		struct program p;
		char text[32];
		const char *const settings[] = {text, "l2_rate=4", NULL};
		unsigned each = (32 + header + 3) / 4;

		snprintf(text, sizeof text, "l2_header=%u", header);
		begin(&p);
		for (unsigned i = 0; i < 2; i++) {
			ldg(&p, 6 + i, 2, (int32_t)i * LINE);
			answered(&p, i);
		}
		end(&p);
		assert_int_equal(cycles(&p, settings, NULL), START + each + DRAM + 1);
	}
}

/* The path to a GPC, as the path out. What has been asked for less than gpc_join before is on its way already. */
static void
path_to_gpc(void **state)
{
	uint64_t t[3];

	(void)state;
	for (unsigned header = 0; header <= 20; header += 5) {
		struct program p;
		char text[32];
		const char *const settings[] = {text, "gpc_rate=4", NULL};
		unsigned each = (32 + header + 3) / 4;

		snprintf(text, sizeof text, "l2_header=%u", header);
		begin(&p);
		for (unsigned i = 0; i < 2; i++) {
			ldg(&p, 6 + i, 2, (int32_t)i * LINE);
			answered(&p, i);
		}
		end(&p);
		assert_int_equal(cycles(&p, settings, NULL), START + each + DRAM + 1);
	}
	for (unsigned k = 0; k < 3; k++) {
		struct program p;
		const char *const settings[] = {k ? "gpc_join=5" : "gpc_join=4", k == 2 ? "gpc_join_part=75" : "gpc_join_part=0",
						"gpc_rate=4", NULL};

		begin(&p);
		ldg(&p, 6, 2, 0);
		answered(&p, 0);
		nop(&p);
		ctl(&p, 1, NO_SB, NO_SB, 1 << 1);
		for (unsigned i = 0; i < 3; i++) {
			ldg_strong(&p, 7 + i, 2, i == 2 ? LINE : 0);
			answered(&p, 1);
		}
		end(&p);
		t[k] = cycles(&p, settings, NULL);
	}
	/* the third load waits for the paths of those before it, 8, 8 and 4 cycles after each other: 16, 8 and 14 after the first */
	assert_int_equal(t[0] - t[1], 8);
	assert_int_equal(t[2] - t[1], 6);
}

/* A machine of 300 TPCs of one group: each has a number of its own there. */
static void
many_tpcs(void **state)
{
	enum { SMS = 300 };
	static const char *const settings[] = {"sms=300", "tpc_sms=1", NULL};
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);
	struct port_place place[SMS];
	char gpc[] = "gpc_1=0";

	(void)state;
	assert_non_null(m);
	for (unsigned i = 0; settings[i]; i++)
		assert_true(simt_machine_set(m, settings[i], &e));
	for (; gpc[4] <= '8'; gpc[4]++)
		assert_true(simt_machine_set(m, gpc, &e));
	sm_memory_places(m, place);
	for (unsigned i = 0; i < SMS; i++) {
		assert_int_equal(place[i].gpc, place[0].gpc);
		assert_int_equal(place[i].tpc, i);
	}
	simt_machine_free(m);
}

/* gpc_2 has no TPCs: bit 2 of the masks stands for gpc_3 all the same, and bit 8 for SMs that belong to no GPC. The first three SMs are of gpc_1, gpc_3
 * and gpc_1, the last of none. */
static void
bits_of_gpcs(void **state)
{
	static const char *const settings[] = {"sms=4",   "tpc_sms=1", "gpc_1=2", "gpc_2=0", "gpc_3=1",
					       "gpc_4=0", "gpc_5=0",   "gpc_6=0", "gpc_7=0", "gpc_8=0"};
	static const struct {
		const char *mask;
		unsigned in[4];
	} cases[] = {{"1", {1, 0, 1, 0}}, {"2", {0, 0, 0, 0}}, {"4", {0, 1, 0, 0}}, {"256", {0, 0, 0, 1}}, {"260", {0, 1, 0, 1}}};
	struct simt_machine *m = simt_machine_load("tiny", NULL);

	(void)state;
	assert_non_null(m);
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		assert_true(simt_machine_set(m, settings[i], NULL));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct port_place place[4];
		char text[2][40];

		snprintf(text[0], sizeof *text, "l2_partition_gpcs=%s", cases[i].mask);
		snprintf(text[1], sizeof *text, "l2_side_gpcs=%s", cases[i].mask);
		assert_true(simt_machine_set(m, text[0], NULL) && simt_machine_set(m, text[1], NULL));
		sm_memory_places(m, place);
		for (unsigned k = 0; k < 4; k++) {
			assert_int_equal(place[k].partition, cases[i].in[k]);
			assert_int_equal(place[k].side, cases[i].in[k]);
		}
	}
	simt_machine_free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(into_l2),      cmocka_unit_test(path_of_stores), cmocka_unit_test(whole_sectors),
		cmocka_unit_test(out_of_l2),    cmocka_unit_test(path_to_gpc),    cmocka_unit_test(many_tpcs),
		cmocka_unit_test(bits_of_gpcs),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
