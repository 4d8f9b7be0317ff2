// places: what the distance of loads costs, beyond their number: lines that share a set of L1 or L2, and pages. One thread a block follows
// loads from place to place; zeros come, on which the next step waits.

#define MICRO(name) extern "C" __global__ void name

__device__ static unsigned
now(void)
{
	unsigned t;

	asm volatile("mov.u32 %0, %%clock;" : "=r"(t) : : "memory");
	return t;
}

// zeros: the trap, which is never taken, makes the clock wait for the load
__device__ static unsigned
now_behind(unsigned v)
{
	unsigned t;

	asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p trap; mov.u32 %0, %%clock; }" : "=r"(t) : "r"(v) : "memory");
	return t;
}

// `rounds` times the same `count` lines that are `apart` words apart; a round's cycles.
#define WAYS(name, how) \
	MICRO(name)(unsigned *cycles, const unsigned *zeros, unsigned count, unsigned long long apart, int rounds) \
	{ \
		unsigned v = 0; \
		if (threadIdx.x) \
			return; \
		for (int r = 0; r < rounds; r++) { \
			unsigned before = now(); \
			_Pragma("unroll 1") for (unsigned i = 0; i < count; i++) \
				asm volatile("ld.global" how ".u32 %0, [%1];" : "=r"(v) : "l"(zeros + i * apart + v) : "memory"); \
			cycles[r] = now_behind(v) - before; \
		} \
	}
WAYS(ways_l1, "")
WAYS(ways_l2, ".cg")

// Of each block, one thread loads a word of each of `count` pages that are `apart` words apart, in order, `rounds` times, each time `step`
// words further on; it notes the cycles of each load. Block b begins `later` * b cycles late, at word b * `blocks`.
MICRO(pages)(unsigned *cycles, unsigned *sms, const unsigned *zeros, unsigned count, unsigned long long apart, int rounds, unsigned step,
	     unsigned later, unsigned blocks)
{
	unsigned v, begin = now();

	if (threadIdx.x)
		return;
	asm volatile("mov.u32 %0, %%smid;" : "=r"(v));
	sms[blockIdx.x] = v;
	v = 0;
	while (now() - begin < later * blockIdx.x)
		;
	cycles += (unsigned long long)blockIdx.x * rounds * count;
	for (int r = 0; r < rounds; r++)
#pragma unroll 1
		for (unsigned p = 0; p < count; p++) {
			const unsigned *from = zeros + p * apart + (unsigned long long)r * step + blockIdx.x * blocks + v;
			unsigned before = now();

			asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(from) : "memory");
			*cycles++ = now_behind(v) - before;
		}
}

// Each thread of the grid loads words at random out of n (a power of two), `rounds` of them, each after the one before.
MICRO(wander)(unsigned *out, const unsigned *zeros, unsigned n, int rounds, unsigned seed)
{
	unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + seed, v = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		at = at * 1664525u + 1013904223u + v;
		unsigned k = (at >> 7 ^ at << 11) & (n - 1);

		asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(zeros + k));
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
