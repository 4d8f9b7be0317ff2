/* Knobs: what parameters follow from each, what it is read as, and what it cannot be. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "sim/machine/knobs.h"

/* Sets one thing of h200 after another, and looks at others. */
static void
expect(const char *set, const char *get)
{
	struct simt_machine *m = simt_machine_load("h200", NULL);
	struct simt_error e = {.status = SIMT_OK};
	char got[300] = "", one[100];

	for (const char *s = set; *s; s += strcspn(s, " "), s += *s == ' ') {
		snprintf(one, sizeof one, "%.*s", (int)strcspn(s, " "), s);
		assert_true(simt_machine_set(m, one, &e));
	}
	for (const char *s = get; *s; s += strcspn(s, " "), s += *s == ' ') {
		snprintf(one, sizeof one, "%.*s", (int)strcspn(s, "="), s);
		snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s=%s", *got ? " " : "", one, simt_machine_get(m, one));
	}
	assert_string_equal(got, get);
	simt_machine_free(m);
}

static void
values(void **state)
{
	(void)state;
	expect("", "gpu_sms=132 l1_data_bytes=229376 sm_lanes=128");
	expect("gpu_sms=264", "sms=264 gpc_1=8 gpc_2=16 gpc_8=18 gpu_sms=264");
	expect("gpu_sms=66", "sms=66 gpc_1=2 gpc_2=4 gpc_7=4 gpc_8=5");
	/* what is rounded off in one GPC comes to the next, and all have 62 * 50 / 132 = 23 */
	expect("gpu_sms=50", "gpc_1=1 gpc_2=3 gpc_3=3 gpc_4=3 gpc_5=3 gpc_6=3 gpc_7=4 gpc_8=3");
	expect("gpc_8=0 gpu_sms=264", "gpc_7=18 gpc_8=0");
	expect("l1_data_bytes=114688", "l1_bytes=147456 carveout_1=32768 l1_data_bytes=114688");
	expect("l1_bytes=32768", "l1_data_bytes=0");
	expect("sm_lanes=256", "banks=4 subcores=4");
	expect("", "sector_bytes=32 l1_fetch=1 l2_fetch=2");
	expect("sector_bytes=64", "sector_bytes=64 l1_fetch=2 l2_fetch=2");
	expect("sector_bytes=128", "sector_bytes=128 l1_fetch=4 l2_fetch=4");
	expect("l2_fetch=1 sector_bytes=64", "l1_fetch=2 l2_fetch=2");
	expect("sector_bytes=128 sector_bytes=32", "l1_fetch=1 l2_fetch=4");
	expect("l1_fetch=3", "sector_bytes=128");
	expect("subcores=2 sm_lanes=256", "banks=8 sm_lanes=256");
}

static void
mistakes(void **state)
{
	static const struct {
		const char *set, *sentence;
	} no[] = {
		{"gpu_sms=0", "knob gpu_sms must be a whole number from 1 to 1024 (SM), not '0'"},
		{"gpu_sms=12x", "knob gpu_sms must be a whole number from 1 to 1024 (SM), not '12x'"},
		{"l1_data_bytes=127", "knob l1_data_bytes must be a whole number from 128 to 16777216 (byte), not '127'"},
		{"sector_bytes=96", "knob sector_bytes must be 32, 64 or 128, a quarter, a half or all of a line, not 96"},
		{"sector_bytes=256", "knob sector_bytes must be a whole number from 32 to 128 (byte), not '256'"},
		{"sm_lanes=96", "knob sm_lanes must be a multiple of 16 times subcores, 64, not 96"},
		{"sm_lanes=576", "machine parameter banks would be 9, and must be a whole number from 1 to 8 (bank)"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
		struct simt_machine *m = simt_machine_load("h200", NULL);
		const uint64_t hash = simt_machine_hash(m);
		struct simt_error e = {.status = SIMT_OK};

		assert_false(simt_machine_set(m, no[i].set, &e));
		assert_string_equal(e.text, no[i].sentence);
		assert_true(simt_machine_hash(m) == hash);
		simt_machine_free(m);
	}
}

/* No knob hides a parameter, and each has a description. */
static void
names(void **state)
{
	struct simt_machine *m = simt_machine_load("tiny", NULL);
	const char *name, *unit, *source;
	struct simt_parameter is;

	(void)state;
	for (size_t i = 0; simt_machine_parameter(m, i, &name, &unit, &source); i++)
		assert_int_equal(knobs_find(name, strlen(name)), -1);
	assert_true(simt_machine_describe(m, "sm_lanes", &is, NULL));
	assert_string_equal(is.section, "knob");
	assert_int_equal(is.most, 2048);
	assert_int_equal(knobs_find("sm_lane", 7), -1);
	simt_machine_free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(mistakes), cmocka_unit_test(names)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
