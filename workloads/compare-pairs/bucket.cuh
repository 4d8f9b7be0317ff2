/* Places of numbers in 16 buckets. */
#ifndef M1
#define M1 v >> shift & 15
#endif
#ifndef M2
#define M2 1
#endif
#ifndef M3
#define M3 i
#endif
__device__ int key_of(unsigned v, int shift)
{
	return M1;
}
extern "C" __global__ void
NAME(const unsigned *in, unsigned *out, int n, int shift)
{
	__shared__ int count[16];
	if (threadIdx.x < 16)
		count[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int k = key_of(in[i], shift);
		int at = atomicAdd(&count[k], M2);
		out[M3] = at;
	}
}
#undef NAME
#undef key_of
#undef M1
#undef M2
#undef M3
