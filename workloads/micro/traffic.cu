// traffic: L2 and DRAM under load, stores and copies by size, the distance of single lines. Loads pass by L1 (.cg), so that a set that would
// fit L1 still comes from L2.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)

static __device__ __forceinline__ uint4
load_l2(const uint4 *p)
{
	uint4 v;

	asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
	return v;
}

// The grid reads n elements of 16 bytes (a power of two) `rounds` times, eight loads of a thread at a time.
MICRO(read_l2)(unsigned *out, const uint4 *in, unsigned n, int rounds)
{
	const unsigned threads = gridDim.x * blockDim.x;
	unsigned sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
#pragma unroll 1
		for (unsigned at = SELF; at < n; at += 8 * threads) {
			uint4 v[8];

#pragma unroll
			for (int k = 0; k < 8; k++)
				v[k] = load_l2(in + ((at + k * threads) & (n - 1)));
#pragma unroll
			for (int k = 0; k < 8; k++)
				sum ^= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
		}
	out[SELF] = sum;
}

// One load of a thread at a time.
MICRO(step_l2)(unsigned *out, const uint4 *in, unsigned n, int rounds)
{
	const unsigned threads = gridDim.x * blockDim.x;
	unsigned sum = 0, at = SELF;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		uint4 v = load_l2(in + (at & (n - 1)));

		sum ^= v.x ^ v.y ^ v.z ^ v.w;
		at += threads + (sum >> 31);
	}
	out[SELF] = sum;
}

// One lane loads a single word again and again.
MICRO(same_line)(unsigned *out, const unsigned *zeros, unsigned at, int rounds)
{
	if (threadIdx.x)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			unsigned v;

			asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(zeros + at));
			at += v;
		}
	}
	out[blockIdx.x] = at;
}

// Words `stride` apart are stored.
MICRO(write_strided)(unsigned *out, unsigned n, int stride, int rounds)
{
	const unsigned threads = gridDim.x * blockDim.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
#pragma unroll 4
		for (unsigned k = SELF; k < n; k += threads)
			out[k * stride] = k + i;
}
