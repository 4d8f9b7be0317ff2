/* Interpolates in a table. */
#ifndef M1
#define M1 at[i]
#endif
#ifndef M2
#define M2 (int)x
#endif
#ifndef M3
#define M3 lo + f * (hi - lo)
#endif
extern "C" __global__ void
NAME(const float *table, const float *at, float *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float x = M1;
		int k = M2;
		float f = x - k;
		float lo = table[k], hi = table[k + 1];
		out[i] = M3;
	}
}
#undef NAME
#undef M1
#undef M2
#undef M3
