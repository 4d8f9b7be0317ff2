#include "sim/dispatch/occupancy.h"

static uint32_t
round_up(uint32_t n, uint32_t unit)
{
	return (n + unit - 1) / unit * unit;
}

static uint32_t
least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

struct occupancy
occupancy(const struct simt_machine *m, uint32_t threads, uint32_t registers, uint32_t shared, uint32_t *registers_block,
	  uint32_t *shared_block)
{
	uint32_t subcores = m->sm.subcores, size = m->sm.warp_size, warps = (threads + size - 1) / size;
	uint32_t rows = (threads + ISA_LANES - 1) / ISA_LANES, row = round_up(registers * ISA_LANES, m->sm.register_unit);
	uint32_t file = m->sm.registers / subcores;
	struct occupancy o = {.registers = UINT32_MAX, .shared = UINT32_MAX};

	o.warps = m->sm.threads / size / subcores * subcores / warps;
	*registers_block = rows * row;
	/* each sub-core has room for whole rows */
	if (row)
		o.registers = file / row * subcores / rows;
	*shared_block = round_up(shared, m->shared.unit);
	if (*shared_block)
		o.shared = m->shared.bytes / *shared_block;
	o.blocks = least(least(o.warps, o.registers), least(o.shared, m->sm.blocks));
	return o;
}
