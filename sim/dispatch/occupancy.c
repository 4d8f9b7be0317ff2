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
	const int32_t *v = m->v;
	uint32_t subcores = (uint32_t)v[M_subcores], size = (uint32_t)v[M_warp_size], warps = (threads + size - 1) / size;
	uint32_t rows = (threads + ISA_LANES - 1) / ISA_LANES, row = round_up(registers * ISA_LANES, (uint32_t)v[M_register_unit]);
	uint32_t file = (uint32_t)v[M_registers_per_sm] / subcores;
	struct occupancy o = {.registers = UINT32_MAX, .shared = UINT32_MAX};

	o.warps = (uint32_t)v[M_threads_per_sm] / size / subcores * subcores / warps;
	*registers_block = rows * row;
	if (row)
		o.registers = file / row * subcores / rows;
	/* a launch is checked as if its warps were dealt to all sub-cores alike */
	if ((uint64_t)row * round_up(rows, subcores) > (uint32_t)v[M_registers_per_sm])
		o.registers = 0;
	*shared_block = round_up(shared, (uint32_t)v[M_shared_unit]);
	if (*shared_block)
		o.shared = (uint32_t)v[M_shared_per_sm] / *shared_block;
	o.blocks = least(least(o.warps, o.registers), least(o.shared, (uint32_t)v[M_blocks_per_sm]));
	return o;
}
