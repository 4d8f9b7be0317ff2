// Dynamic work assignment (Kato, Suda, Tamada: Optimization Techniques for Reducing Branch Divergence on GPUs).
//
// An item is a trip count t >= 1; its result starts as t and goes t times through work<LEN>(), LEN rounds of integer arithmetic.
// naive: one thread, one item; a warp lasts as long as its longest item, and lanes that are done wait.
// dynamic: a block owns `items` items; a thread that ends one takes the next from a counter in shared memory.
// Results are collected in shared memory (dynamic, 4 * items bytes) and copied out once the block is done.

template <int LEN>
__device__ __forceinline__ int
work(int x)
{
#pragma unroll 128
	for (int k = 0; k < LEN; k++)
		x = (x * x + x) & 0xffff;
	return x;
}

template <int LEN>
__device__ __forceinline__ void
naive(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int left = in[i];
	int x = left;

#pragma unroll 1
	do
		x = work<LEN>(x);
	while (--left);
	out[i] = x;
}

template <int LEN>
__device__ __forceinline__ void
dynamic(const int *in, int *out, int items)
{
	extern __shared__ int result[];
	__shared__ int next;
	int first = blockIdx.x * items;
	int mine = threadIdx.x;

	if (threadIdx.x == 0)
		next = blockDim.x;
	__syncthreads();
	if (mine < items) {
		int left = in[first + mine];
		int x = left;

#pragma unroll 1
		for (;;) {
			x = work<LEN>(x);
			if (--left)
				continue;
			result[mine] = x;
			mine = atomicAdd(&next, 1);
			if (mine >= items)
				break;
			left = in[first + mine];
			x = left;
		}
	}
	__syncthreads();
#pragma unroll 1
	for (int k = threadIdx.x; k < items; k += blockDim.x)
		out[first + k] = result[k];
}

#define PAIR(LEN)                                                          \
	extern "C" __global__ void naive_##LEN(const int *in, int *out)    \
	{                                                                  \
		naive<LEN>(in, out);                                       \
	}                                                                  \
	extern "C" __global__ void dynamic_##LEN(const int *in, int *out,  \
	                                         int items)                \
	{                                                                  \
		dynamic<LEN>(in, out, items);                              \
	}

PAIR(1)
PAIR(2)
PAIR(4)
PAIR(8)
PAIR(16)
PAIR(32)
PAIR(64)
PAIR(128)
PAIR(256)
PAIR(512)
