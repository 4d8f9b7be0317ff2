/* Counts how often each of 256 values occurs. */
#ifndef COUNT
#define COUNT atomicAdd(&bins[v], 1)
#endif
#ifndef VALUE
#define VALUE in[i] & 255
#endif
#ifndef FIRST
#define FIRST int first = blockIdx.x * blockDim.x + threadIdx.x;
#define SECOND int stride = gridDim.x * blockDim.x;
#endif
extern "C" __global__ void
NAME(const int *in, int *out, int n)
{
	__shared__ int bins[256];
	FIRST
	SECOND

	bins[threadIdx.x] = 0;
	__syncthreads();
	for (int i = first; i < n; i += stride) {
		int v = VALUE;

		COUNT;
	}
	__syncthreads();
	atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
#undef NAME
#undef COUNT
#undef VALUE
#undef FIRST
#undef SECOND
