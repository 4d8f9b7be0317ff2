#include "sim/machine/rules.h"

#include <inttypes.h>
#include <stdio.h>

#include "sim/machine/gpcs.h"

enum {
	HOME_ROW = 32, /* threads whose registers are allocated together */
	SECTOR = 32,
	LINE = 128,
	CODE_LINE = 128,    /* of code, in bytes */
	CONSTANT_LINE = 64, /* of the caches for constants */
	SLOW_CHANNEL = 1000 /* cycles for a sector that no DRAM takes, but one of which the rate is that of a channel */
};

/* What several rules need, or what takes more than an expression. */
struct quantities {
	uint32_t slices;     /* of L2, or of one of its partitions */
	uint32_t later_sets; /* of spatial_sets, besides the first; 1 where there is one set */
	uint64_t carveout_least, carveout_most;
	uint32_t gpc_sms;           /* that the GPCs have room for */
	uint32_t register_threads;  /* that an SM has registers for, with as few as can be allocated */
	uint32_t slots;             /* warps of a sub-core */
	uint32_t carveout_disorder; /* the first of shared.carveout that is less than the one before, or behind a 0; 0: none is */
	uint64_t l1_lines;          /* at the most; 0: all is taken by shared memory */
	uint64_t l2_lines;          /* of a partition */
	uint32_t idle_slices;       /* of L2, which belong to no set of l2_page_slices */
	uint32_t gpcs;              /* those that there are, by bit; bit 8: SMs beyond them */
	uint32_t dram_rate;         /* of reads or writes, the lesser */
	uint64_t channel_cycles;    /* in which a channel brings or takes a sector */
};

static bool
is_power_of_two(uint32_t n)
{
	return !(n & (n - 1));
}

static void
quantities_of_caches(const struct simt_machine *m, struct quantities *q)
{
	const uint32_t partitions = m->l2.partition_mask ? 2 : 1;

	for (uint32_t i = sizeof m->shared.carveout / sizeof *m->shared.carveout - 1; i > 0; i--)
		if (m->shared.carveout[i] &&
		    (m->shared.carveout[i] < m->shared.carveout[i - 1] || (i > 1 && !m->shared.carveout[i - 1])))
			q->carveout_disorder = i;
	if (m->l1.bytes > q->carveout_least)
		q->l1_lines = (m->l1.bytes - q->carveout_least) * m->l1.share / 16 / LINE;
	q->l2_lines = m->l2.bytes / (m->l2.partitions ? 2 : 1) / LINE;
	if (m->l2.page_slices)
		q->idle_slices = m->l2.slices % (m->l2.page_slices * partitions);
	q->dram_rate = m->dram.rate < m->dram.write_rate ? m->dram.rate : m->dram.write_rate;
	q->channel_cycles = (uint64_t)SECTOR * m->dram.channels / q->dram_rate;
}

static struct quantities
quantities(const struct simt_machine *m)
{
	struct quantities q = {.slices = m->l2.slices / (m->l2.partition_mask ? 2 : 1),
			       .later_sets = m->dispatch.spatial_sets > 1 ? m->dispatch.spatial_sets - 1 : 1,
			       .carveout_least = m->shared.carveout[0],
			       .slots = m->sm.threads / m->sm.warp_size / m->sm.subcores};

	for (size_t i = 0; i < sizeof m->shared.carveout / sizeof *m->shared.carveout; i++)
		if (m->shared.carveout[i] > q.carveout_most)
			q.carveout_most = m->shared.carveout[i];
	for (size_t i = 0; i < sizeof m->chip.gpc_tpcs / sizeof *m->chip.gpc_tpcs; i++)
		if (m->chip.gpc_tpcs[i]) {
			q.gpc_sms += m->chip.gpc_tpcs[i] * m->chip.tpc_sms;
			q.gpcs |= 1u << i;
		}
	q.gpcs |= m->chip.sms > q.gpc_sms ? 1u << GPCS_MOST : 0;
	quantities_of_caches(m, &q);
	q.register_threads = m->sm.registers / m->sm.subcores / m->sm.register_unit * HOME_ROW * m->sm.subcores;
	return q;
}

bool
rules_broken(const struct simt_machine *m, enum rule_kind kind, size_t i, char *text, size_t size)
{
	const struct quantities q = quantities(m);
	size_t n = 0;

#define RULE(is, is_broken, ...)                            \
	if (kind == RULE_##is && (is_broken) && n++ == i) { \
		snprintf(text, size, __VA_ARGS__);          \
		return true;                                \
	}
#include "sim/machine/rules.def"
#undef RULE
	return false;
}

bool
simt_machine_doubt(const struct simt_machine *m, size_t i, char *text, size_t size)
{
	return rules_broken(m, RULE_DOUBTED, i, text, size);
}
