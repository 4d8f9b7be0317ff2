#include "sim/machine/rules.h"

#include <inttypes.h>
#include <stdio.h>

enum { HOME_ROW = 32 }; /* threads whose registers are allocated together */

/* What several rules need, or what takes more than an expression. */
struct quantities {
	uint32_t slices;     /* of L2, or of one of its partitions */
	uint32_t later_sets; /* of spatial_sets, besides the first; 1 where there is one set */
	uint64_t carveout_least, carveout_most;
	uint32_t gpc_sms;          /* that the GPCs have room for */
	uint32_t register_threads; /* that an SM has registers for, with as few as can be allocated */
	uint32_t slots;            /* warps of a sub-core */
};

static bool
is_power_of_two(uint32_t n)
{
	return !(n & (n - 1));
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
		q.gpc_sms += m->chip.gpc_tpcs[i] * m->chip.tpc_sms;
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
