/* Convolution with 33 coefficients in constant memory, then a rectifier. */
#ifndef COEFFICIENT
#define COEFFICIENT coefficient[k]
#endif
#ifndef RECTIFIED
#define RECTIFIED fmaxf(sum, 0.0f)
#endif
#ifndef FIRST
#define FIRST float scale = 0.5f;
#define SECOND float sum = 0;
#endif
extern "C" __global__ void
NAME(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	FIRST
	SECOND

	if (i >= n)
		return;
#pragma unroll 1
	for (int k = 0; k < 33; k++)
		sum += in[i + k] * COEFFICIENT;
	out[i] = scale * RECTIFIED;
}
#undef NAME
#undef COEFFICIENT
#undef RECTIFIED
#undef FIRST
#undef SECOND
