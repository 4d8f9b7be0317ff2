// chains: loads of whole warps, each when the one before it has come: what further sectors, lines, warps and SMs add to a latency.

#define MICRO(name) extern "C" __global__ void name

// A lane loads a word a step, `stride` words after the last one. 2^shift lanes load the same word, the next as many one that is `apart` words
// further on; warps are `warps` words apart, blocks `region`. With `stores`, each step stores a word of each lane, to lines of the block's own.
// n is a power of two.
MICRO(chain)(unsigned *out, const unsigned *zeros, unsigned n, int rounds, unsigned stride, unsigned shift, unsigned apart, unsigned warps,
             unsigned region, int stores)
{
	unsigned at = (threadIdx.x % 32 >> shift) * apart + threadIdx.x / 32 * warps + blockIdx.x * region;
	unsigned *mine = out + (size_t)blockIdx.x * (stores ? rounds : 1) * blockDim.x + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned v;

		asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(zeros + (at & (n - 1))));
		at += stride + v;
		if (stores) {
			*mine = v;
			mine += blockDim.x;
		}
	}
	*mine = at;
}
