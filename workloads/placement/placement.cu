// placement: which SM each block runs on, and when. A block's first thread writes four words behind `placement`: the SM and, 32 bits up,
// the slot of its warp; the time of its start and of its end, ns; its start by the SM's own clock. It stays until `cycles` have gone by,
// of every eighth block `step` cycles more than of the one before; the other threads wait for it. So a wave is there whole before its
// first block ends, and the ends of its blocks are apart.

typedef unsigned long long u64;

static __device__ __forceinline__ u64
nanoseconds(void)
{
	u64 t;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}

static __device__ __forceinline__ u64
place(void)
{
	unsigned sm, warp;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
	return (u64)warp << 32 | sm;
}

static __device__ __forceinline__ void
note(u64 *placement, int cycles, int step)
{
	if (threadIdx.x == 0) {
		u64 start = nanoseconds();
		long long first = clock64();
		unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
		long long stays = cycles + step * (int)(block % 8);
		u64 *to = placement + 4 * (u64)block;

		to[0] = place();
		to[1] = start;
		to[3] = (u64)first;
#pragma unroll 1
		while (clock64() - first < stays)
			;
		to[2] = nanoseconds();
	}
	__syncthreads();
}

extern "C" __global__ void record(u64 *placement, int cycles, int step) { note(placement, cycles, step); }
