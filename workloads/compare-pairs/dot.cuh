/* Dot product of two vectors. */
#ifndef M1
#define M1 a[i] * b[i]
#endif
#ifndef M2
#define M2 __shfl_xor_sync(~0u, sum, d)
#endif
#ifndef M3
#define M3 &out[blockIdx.x]
#endif
extern "C" __global__ void
NAME(const float *a, const float *b, float *out, int n)
{
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += M1;
	for (int d = 16; d > 0; d >>= 1)
		sum += M2;
	if (threadIdx.x % 32 == 0)
		atomicAdd(M3, sum);
}
#undef NAME
#undef M1
#undef M2
#undef M3
