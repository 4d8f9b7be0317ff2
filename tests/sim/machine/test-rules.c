/* The rules by which parameters of a machine fit each other: each is broken by a machine, with its sentence, and kept by one that is as near as can
 * be. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "sim/machine/rules.h"

#define NO_CARVEOUTS "carveout_1=0 carveout_2=0 carveout_3=0 carveout_4=0 carveout_5=0 carveout_6=0 carveout_7=0"

static const struct {
	enum rule_kind kind;
	const char *breaks, *keeps; /* settings of h200 */
	const char *sentence;
} rule[] = {
	{RULE_REFUSED, "warp_size=24", "warp_size=16", "machine parameter warp_size must be a power of two, not 24"},
	{RULE_REFUSED, "threads_per_sm=2080", "threads_per_sm=2176",
	 "machine parameter threads_per_sm, 2080, is not a multiple of warp_size times subcores, 128"},
	{RULE_REFUSED, "l2_page_slices=49", "l2_page_slices=48 l2_page=96",
	 "machine parameter l2_page_slices, 49, is more than the slices of L2, or of one of its partitions, 48"},
	{RULE_REFUSED, "spatial_sets=3 sms=2", "spatial_sets=2 sms=2", "machine parameter spatial_sets, 3, is more than the 2 SMs"},
	{RULE_REFUSED, "spatial_first=132", "spatial_first=131",
	 "machine parameter spatial_first, 132, leaves none of the 132 SMs to some set"},
	{RULE_REFUSED, "dram_refresh=3600", "dram_refresh=3599",
	 "machine parameter dram_refresh, 3600 cycles, is no less than dram_refresh_period, 3600: a channel would do nothing else; "
	 "a period of 0 means "
	 "never"},
	{RULE_DOUBTED, "l1_bytes=32768", "l1_bytes=262144",
	 "l1_bytes, 32768, leaves L1 a single set of lines: shared memory takes at least 32768 of them, carveout_1; set "
	 "l1_data_bytes to what L1 shall have beside that"},
	{RULE_DOUBTED, "l1_bytes=233472", "l1_bytes=233600",
	 "l1_bytes, 233472, leaves L1 a single set of lines in launches that need the largest carve-out of shared memory, 233472"},
	{RULE_DOUBTED, "shared_per_sm=233473", "shared_per_sm=233472",
	 "shared_per_sm, 233473, is more than the largest carve-out, 233472: what is more takes nothing from L1"},
	{RULE_DOUBTED, "shared_per_block=232449", "shared_per_block=232448",
	 "shared_per_block and shared_reserved, together 233473, are more than an SM has, shared_per_sm, 233472"},
	/* the GPCs have 124 SMs, and one in eight may be elsewhere */
	{RULE_DOUBTED, "sms=142", "sms=141",
	 "18 of the 142 SMs belong to no GPC: gpc_1 to gpc_8 have TPCs for 124; gpu_sms=142 sets them, too"},
	{RULE_DOUBTED, "registers_per_sm=16383", "registers_per_sm=16384",
	 "registers_per_sm, 16383, is enough for 1920 of the 2048 threads of an SM, whatever the kernel"},
	{RULE_DOUBTED, "scheduler=two-level active_warps=16", "scheduler=two-level active_warps=15",
	 "active_warps, 16, is no less than the warp slots of a sub-core, 16: with scheduler two-level all warps are in front"},
	{RULE_DOUBTED, "l2_slices=97 l2_page_slices=0", "l2_slices=96 l2_page_slices=0",
	 "l2_slices, 97, is odd, and L2 has two partitions: one slice belongs to neither"},
	{RULE_DOUBTED, "carveout_3=65535", "carveout_3=65536",
	 "carveout_3, 65535, comes behind carveout_2, 65536: write sizes in ascending order, and 0 behind the last"},
	{RULE_DOUBTED, "l1_mshrs=1681", "l1_mshrs=1680",
	 "l1_mshrs, 1681, is more than the 1680 lines that L1 has at the most: what is on its way finds no line to go to; write no "
	 "more, or a larger "
	 "l1_data_bytes"},
	{RULE_DOUBTED, NO_CARVEOUTS " l1_mshrs=3 l1_bytes=546", NO_CARVEOUTS " l1_mshrs=3 l1_bytes=547",
	 "l1_ways, 4, is more than the 3 lines that l1_bytes and l1_share leave L1 beside carveout_1; a cache has one set at the "
	 "least"},
	/* in each partition 15 lines of 128 bytes, and 16 */
	{RULE_DOUBTED, "l2_bytes=4095", "l2_bytes=4096",
	 "l2_ways, 16, is more than the 15 lines of l2_bytes, or of one of its partitions; a cache has one set at the least"},
	{RULE_DOUBTED, "l0i_bytes=511", "l0i_bytes=512",
	 "l0i_ways, 4, is more than the lines of l0i_bytes, 3; a cache has one set at the least"},
	{RULE_DOUBTED, "l1i_bytes=511", "l1i_bytes=512",
	 "l1i_ways, 4, is more than the lines of l1i_bytes, 3; a cache has one set at the least"},
	{RULE_DOUBTED, "constant_bytes=255", "constant_bytes=256",
	 "constant_ways, 4, is more than the lines of constant_bytes, 3; a cache has one set at the least"},
	{RULE_DOUBTED, "indexed_bytes=255", "indexed_bytes=256",
	 "indexed_ways, 4, is more than the lines of indexed_bytes, 3; a cache has one set at the least"},
	{RULE_DOUBTED, "lg_queue=3", "lg_queue=4",
	 "lg_queue, 3, is that of an SM, and less than its subcores, 4, each of which has one entry at the least"},
	{RULE_DOUBTED, "l2_slices=94", "l2_slices=80",
	 "14 of l2_slices, 94, never get a line: the slices of L2, or of each of its partitions, are used in sets of "
	 "l2_page_slices, 8; write a "
	 "multiple of that, or l2_page_slices=0"},
	{RULE_DOUBTED, "l2_page=15", "l2_page=16",
	 "l2_page, 15 lines, is less than l2_interleave times l2_page_slices, 16: a page does not come to all of its slices"},
	{RULE_DOUBTED, "l2_partition_mask=0", "l2_partition_mask=1",
	 "l2_partitions is on, and l2_partition_mask is 0: all lines have their home in the first partition; write a mask, or "
	 "l2_partitions=off"},
	/* 8 of its SMs belong to no GPC */
	{RULE_DOUBTED, "l2_partition_gpcs=511", "l2_partition_gpcs=510",
	 "l2_partitions is on, and l2_partition_gpcs, 511, puts all SMs into the second; of the SMs in bits 511, name some"},
	{RULE_DOUBTED, "gpc_1=0 gpc_2=0 gpc_3=0 gpc_4=0 gpc_5=0 gpc_6=0 gpc_7=0 gpc_8=0 l2_partitions=off",
	 "gpc_1=62 gpc_2=0 gpc_3=0 gpc_4=0 gpc_5=0 gpc_6=0 gpc_7=0 gpc_8=0 l2_partitions=off",
	 "block_placement is gpc, and there are no GPCs: gpc_1 to gpc_8 are 0; write their TPCs, or block_placement=fewest"},
	{RULE_DOUBTED, "dram_write_rate=6", "dram_write_rate=7",
	 "a channel of DRAM takes 1024 cycles for 32 bytes: dram_rate and dram_write_rate, the lesser one 6, are those of all 192 "
	 "dram_channels "
	 "together"},
};

enum { RULES = sizeof rule / sizeof *rule };

static struct simt_machine *
machine(const char *settings)
{
	struct simt_machine *m = simt_machine_load("h200", NULL);

	while (*settings) {
		const size_t n = strcspn(settings, " ");
		char one[100];

		snprintf(one, sizeof one, "%.*s", (int)n, settings);
		assert_true(simt_machine_set(m, one, NULL));
		settings += n + (settings[n] == ' ');
	}
	return m;
}

static void
broken(void **state)
{
	char text[400];

	(void)state;
	for (size_t i = 0; i < RULES; i++) {
		struct simt_machine *m = machine(rule[i].breaks);

		assert_true(rules_broken(m, rule[i].kind, 0, text, sizeof text));
		assert_string_equal(text, rule[i].sentence);
		assert_false(rule[i].kind == RULE_DOUBTED && rules_broken(m, RULE_DOUBTED, 1, text, sizeof text));
		simt_machine_free(m);
	}
}

static void
kept(void **state)
{
	char text[400];

	(void)state;
	for (size_t i = 0; i < RULES; i++) {
		struct simt_machine *m = machine(rule[i].keeps);

		assert_false(rules_broken(m, RULE_REFUSED, 0, text, sizeof text));
		assert_false(rules_broken(m, RULE_DOUBTED, 0, text, sizeof text));
		simt_machine_free(m);
	}
}

static void
installed(void **state)
{
	static const char *const name[] = {"h200", "h100", "tiny"};
	char text[400];

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct simt_machine *m = simt_machine_load(name[i], NULL);

		assert_non_null(m);
		assert_false(rules_broken(m, RULE_REFUSED, 0, text, sizeof text));
		assert_false(simt_machine_doubt(m, 0, text, sizeof text));
		simt_machine_free(m);
	}
}

/* Of several rules each has its sentence, in the order of the table. */
static void
several(void **state)
{
	struct simt_machine *m = machine("l1_bytes=128 sms=264");
	struct simt_error e = {.status = SIMT_OK};
	char text[400];

	(void)state;
	assert_true(simt_machine_doubt(m, 0, text, sizeof text) && !strncmp(text, "l1_bytes", 8));
	assert_true(simt_machine_doubt(m, 1, text, sizeof text) && !strncmp(text, "140 of the 264 SMs", 18));
	assert_false(simt_machine_doubt(m, 2, text, sizeof text));
	/* doubts keep nothing from running */
	assert_true(machine_check(m, &e));
	simt_machine_free(m);
}

/* There is a row here for each rule. */
static void
all(void **state)
{
	size_t n = 0;

	(void)state;
#define RULE(kind, is_broken, ...) n++;
#include "sim/machine/rules.def"
#undef RULE
	assert_int_equal(n, RULES);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(broken),  cmocka_unit_test(kept), cmocka_unit_test(installed),
		cmocka_unit_test(several), cmocka_unit_test(all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
