// One kernel for an unknown device: a block computes on an array of N elements, whatever its number of threads. After the question "How to
// remove branching statements when running on an unknown device"; the calculation and the code are ours.
//
//   plain    the block size is known at run time alone; each iteration tests the bound
//   tested   a template over the block size, all loops unrolled; each iteration tests the bound
//   special  the same, but the last iteration alone tests the bound
//
// Each block has an array of its own: out[N * block + x] = calculation(in[x]). A block of N threads does without any test, as the
// question has it for devices that can have so many.

static __device__ __forceinline__ float
calculation(float v)
{
	v = __fmul_rn(v, 3.14f);
#pragma unroll
	for (int b = 0; b < 3; b++) {
#pragma unroll
		for (int c = 0; c < 2; c++)
			v = __fmaf_rn(v, 0.5f, (float)(2 * b + c));
	}
	return v;
}

template <int N>
static __device__ __forceinline__ void
plain(const float *__restrict__ in, float *__restrict__ out)
{
	for (int x = threadIdx.x; x < N; x += blockDim.x)
		out[blockIdx.x * N + x] = calculation(in[x]);
}

template <int N, int BLOCK, bool EACH>
static __device__ __forceinline__ void
special(const float *__restrict__ in, float *__restrict__ out)
{
	const int iterations = (N + BLOCK - 1) / BLOCK;

#pragma unroll
	for (int a = 0; a < iterations; a++) {
		int x = a * BLOCK + threadIdx.x;

		if ((!EACH && (iterations == 1 || a < iterations - 1)) || x < N)
			out[blockIdx.x * N + x] = calculation(in[x]);
	}
}

#define POINTERS const float *__restrict__ in, float *__restrict__ out

#define PLAIN(N)                                                           \
	extern "C" __global__ void plain_##N(POINTERS)                     \
	{                                                                  \
		plain<N>(in, out);                                         \
	}
#define SPECIAL(N, BLOCK)                                                  \
	extern "C" __global__ void special_##N##_##BLOCK(POINTERS)         \
	{                                                                  \
		special<N, BLOCK, false>(in, out);                         \
	}
#define TESTED(N, BLOCK)                                                   \
	extern "C" __global__ void tested_##N##_##BLOCK(POINTERS)          \
	{                                                                  \
		special<N, BLOCK, true>(in, out);                          \
	}
#define SPECIAL_TO_512(N)                                                  \
	SPECIAL(N, 32)                                                     \
	SPECIAL(N, 64)                                                     \
	SPECIAL(N, 128)                                                    \
	SPECIAL(N, 256)                                                    \
	SPECIAL(N, 512)

PLAIN(1000)
PLAIN(4000)
PLAIN(4096)
PLAIN(10007)
SPECIAL_TO_512(1000)
SPECIAL(1000, 1000)
SPECIAL_TO_512(4000)
SPECIAL(4000, 1024)
SPECIAL_TO_512(4096)
SPECIAL(4096, 1024)
SPECIAL_TO_512(10007)
SPECIAL(10007, 1024)
TESTED(4000, 32)
TESTED(4000, 64)
TESTED(4000, 128)
TESTED(4000, 256)
TESTED(4000, 512)
TESTED(4000, 1024)
