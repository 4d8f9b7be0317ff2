// Dynamic work assignment with one latch: dynamic-work.cu says what the work is, and dynamic_N is the form it is compared with.
//
// latched: as dynamic, but a lane that has ended an item settles it and takes the next inside the round, and all lanes of the warp that
// still have work come to one point, the loop's end, before the next round. So the branch to the settlement has its immediate
// post-dominator there, and not at the settlement itself, as in dynamic_N, whose loop has a second way back to its head.

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
latched(const int *in, int *out, int items)
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
		do {
			x = work<LEN>(x);
			if (--left == 0) {
				result[mine] = x;
				mine = atomicAdd(&next, 1);
				if (mine < items) {
					left = in[first + mine];
					x = left;
				}
			}
		} while (mine < items);
	}
	__syncthreads();
#pragma unroll 1
	for (int k = threadIdx.x; k < items; k += blockDim.x)
		out[first + k] = result[k];
}

#define ONE(LEN)                                                           \
	extern "C" __global__ void latched_##LEN(const int *in, int *out,  \
	                                         int items)                \
	{                                                                  \
		latched<LEN>(in, out, items);                              \
	}

ONE(1)
ONE(2)
ONE(4)
ONE(8)
ONE(16)
ONE(32)
ONE(64)
ONE(128)
ONE(256)
ONE(512)
