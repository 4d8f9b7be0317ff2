/* Softmax of rows of n, a warp for each: the largest, the sum of the powers, the quotients. */
#ifndef POWER
#define POWER __expf(in[row * n + j] - most)
#endif
#ifndef QUOTIENT
#define QUOTIENT __expf(in[row * n + j] - most) * inverse
#endif
#ifndef SUM
#define SUM sum
#endif
extern "C" __global__ void
NAME(const float *in, float *out, int n)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int lane = threadIdx.x % 32;
	float most = -1e30f;
	float SUM = 0;

	for (int j = lane; j < n; j += 32)
		most = fmaxf(most, in[row * n + j]);
	for (int d = 16; d > 0; d /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
	for (int j = lane; j < n; j += 32)
		SUM += POWER;
	for (int d = 16; d > 0; d /= 2)
		SUM += __shfl_xor_sync(~0u, SUM, d);
	float inverse = 1 / SUM;
	for (int j = lane; j < n; j += 32)
		out[row * n + j] = QUOTIENT;
}
#undef NAME
#undef POWER
#undef QUOTIENT
#undef SUM
