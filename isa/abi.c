#include "isa/abi.h"

#include <stddef.h>

/* Offsets are read from code that nvcc 13 makes. lent_bytes is what an H200 gives for %reserved_smem_offset_end
 * (workloads/general/ptx.cu). Real drivers move the windows from run to run; these lie where there is no device memory. */
static const struct isa_abi table[] = {
	{90,
	 90,
	 0x0,
	 0xc,
	 0x20,
	 0x28,
	 0x44,
	 0x48,
	 0xd0,
	 0x2c,
	 0x114,
	 0x68,
	 0x13c,
	 0x10c,
	 0x140,
	 0x144,
	 0x150,
	 0x15c,
	 0x188,
	 0x198,
	 128,
	 UINT64_C(0x7ff000000000),
	 UINT64_C(0x7ff100000000),
	 288},
};

const struct isa_abi *
isa_abi(unsigned sm)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (sm >= table[i].sm_min && sm <= table[i].sm_max)
			return table + i;
	return NULL;
}
