/* Instructions that the simulator refuses, of several kinds, one of them where control flow cannot come. For tests/bad/kernel-unknown-instructions;
 * not to be run. */
#include <stdint.h>

extern "C" __global__ void
product(uint32_t *out)
{
	__shared__ alignas(8) uint64_t barrier;
	int d0, d1, e0, e1;
	uint64_t token;

	asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, {%4, %4};"
		     : "=r"(d0), "=r"(d1) : "r"(out[0]), "r"(out[1]), "r"(0));
	asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1}, {%2}, {%3}, {%4, %4};"
		     : "=r"(e0), "=r"(e1) : "r"(out[0]), "r"(out[1]), "r"(0));
	asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1;" : "=l"(token) : "r"((uint32_t)__cvta_generic_to_shared(&barrier)) : "memory");
	out[threadIdx.x] = d0 + d1 + e0 + e1 + (uint32_t)token;
}
